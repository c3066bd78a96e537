//! What people call the first three stones: the 26 openings of renju.
//!
//! Black begins in the centre. White answers beside it: *direct* openings (D) straight, *indirect* ones (I) diagonally. Black's second stone stays within
//! the central five by five squares; up to symmetry there are 13 places in either family. The numbers are those of the Renju
//! International Federation, the names Japanese; Chinese players read the same characters.

use tengen_core::position::Move;
use tengen_core::{Point, Position, Size, Symmetry};

/// One of the openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// Its number, such as `D4`.
    pub code: &'static str,
    /// Its Japanese name in Latin letters.
    pub name: &'static str,
    /// What the name means.
    pub english: &'static str,
    /// Its Japanese name.
    pub japanese: &'static str,
    /// The same in the signs of today's Chinese.
    pub chinese: &'static str,
    /// White's stone, in columns to the right and rows upwards from the centre.
    pub second: (i32, i32),
    /// Black's second stone, likewise.
    pub third: (i32, i32),
}

const fn opening(
    code: &'static str,
    name: &'static str,
    english: &'static str,
    [japanese, chinese]: [&'static str; 2],
    third: (i32, i32),
) -> OpeningName {
    let second = if code.as_bytes()[0] == b'D' { (0, 1) } else { (1, 1) };
    OpeningName { code, name, english, japanese, chinese, second, third }
}

/// All of them.
pub const ALL: [OpeningName; 26] = [
    opening("D1", "Kansei", "Cold Star", ["寒星", "寒星"], (0, 2)),
    opening("D2", "Keigetsu", "Valley Moon", ["溪月", "溪月"], (1, 2)),
    opening("D3", "Sosei", "Sparse Star", ["疎星", "疏星"], (2, 2)),
    opening("D4", "Kagetsu", "Flower Moon", ["花月", "花月"], (1, 1)),
    opening("D5", "Zangetsu", "Waning Moon", ["残月", "残月"], (2, 1)),
    opening("D6", "Ugetsu", "Rain Moon", ["雨月", "雨月"], (1, 0)),
    opening("D7", "Kinsei", "Golden Star", ["金星", "金星"], (2, 0)),
    opening("D8", "Shogetsu", "Pine Moon", ["松月", "松月"], (0, -1)),
    opening("D9", "Kyugetsu", "Hill Moon", ["丘月", "丘月"], (1, -1)),
    opening("D10", "Shingetsu", "New Moon", ["新月", "新月"], (2, -1)),
    opening("D11", "Zuisei", "Lucky Star", ["瑞星", "瑞星"], (0, -2)),
    opening("D12", "Sangetsu", "Mountain Moon", ["山月", "山月"], (1, -2)),
    opening("D13", "Yusei", "Wandering Star", ["遊星", "游星"], (2, -2)),
    opening("I1", "Chosei", "Long Star", ["長星", "长星"], (2, 2)),
    opening("I2", "Kyogetsu", "Gorge Moon", ["峡月", "峡月"], (2, 1)),
    opening("I3", "Kosei", "Fixed Star", ["恒星", "恒星"], (2, 0)),
    opening("I4", "Suigetsu", "Water Moon", ["水月", "水月"], (2, -1)),
    opening("I5", "Ryusei", "Shooting Star", ["流星", "流星"], (2, -2)),
    opening("I6", "Ungetsu", "Cloud Moon", ["雲月", "云月"], (1, 0)),
    opening("I7", "Hogetsu", "Shore Moon", ["浦月", "浦月"], (1, -1)),
    opening("I8", "Rangetsu", "Storm Moon", ["嵐月", "岚月"], (1, -2)),
    opening("I9", "Gingetsu", "Silver Moon", ["銀月", "银月"], (0, -1)),
    opening("I10", "Myojo", "Bright Star", ["明星", "明星"], (0, -2)),
    opening("I11", "Shagetsu", "Slanting Moon", ["斜月", "斜月"], (-1, -1)),
    opening("I12", "Meigetsu", "Harvest Moon", ["名月", "名月"], (-1, -2)),
    opening("I13", "Suisei", "Comet", ["彗星", "彗星"], (-2, -2)),
];

/// The opening of a game, if its first three moves are one, whichever way the board is turned. The centre must be a
/// point, and the board large enough for the central five by five.
pub fn opening_name(position: &Position) -> Option<&'static OpeningName> {
    let size = position.size();
    if !position.setup().is_empty() || size.width().is_multiple_of(2) || size.height().is_multiple_of(2) {
        return None;
    }
    let [Move::Place(first), Move::Place(second), Move::Place(third)] = *position.moves().get(..3)? else {
        return None;
    };
    if first != size.centre() {
        return None;
    }
    // Turned inside a square around the centre, so that boards with unequal sides are turned too.
    let (second, third) = (from_centre(second, size), from_centre(third, size));
    ALL.iter().find(|one| {
        Symmetry::ALL
            .into_iter()
            .any(|way| turned(one.second, way) == second && turned(one.third, way) == third)
    })
}

/// Columns to the right and rows upwards.
fn from_centre(p: Point, size: Size) -> (i32, i32) {
    let centre = size.centre();
    (i32::from(p.x()) - i32::from(centre.x()), i32::from(centre.y()) - i32::from(p.y()))
}

fn turned((dx, dy): (i32, i32), way: Symmetry) -> (i32, i32) {
    let size = Size::FIFTEEN;
    let centre = size.centre();
    let there = size.point(i32::from(centre.x()) + dx, i32::from(centre.y()) - dy);
    there.map_or((dx, dy), |p| from_centre(way.apply(p, size), size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tengen_core::Rule;
    use tengen_core::notation::{Origin, parse_moves};

    fn code(size: Size, moves: &str) -> Option<&'static str> {
        let moves = parse_moves(moves, size, Origin::Bottom).unwrap();
        let position = Position::from_moves(size, Rule::Renju, moves).unwrap();
        opening_name(&position).map(|one| one.code)
    }

    #[test]
    fn every_third_stone_near_the_centre_has_exactly_one_name() {
        let centre = Size::FIFTEEN.centre();
        let near = |d: u8| {
            Size::FIFTEEN.points().filter(move |p| {
                p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y())) <= d && *p != centre
            })
        };
        let mut seen = HashSet::new();
        for second in near(1) {
            for third in near(2).filter(|third| *third != second) {
                let position =
                    Position::from_moves(Size::FIFTEEN, Rule::Renju, [centre, second, third]).unwrap();
                let name = opening_name(&position).unwrap();
                seen.insert(name.code);
                let images: HashSet<_> = ALL
                    .iter()
                    .filter(|one| {
                        Symmetry::ALL.into_iter().any(|way| {
                            turned(one.second, way) == from_centre(second, Size::FIFTEEN)
                                && turned(one.third, way) == from_centre(third, Size::FIFTEEN)
                        })
                    })
                    .map(|one| one.code)
                    .collect();
                assert_eq!(images.len(), 1, "{images:?}");
            }
        }
        assert_eq!(seen.len(), 26);
    }

    #[test]
    fn the_best_known_ones_are_where_players_put_them() {
        assert_eq!(code(Size::FIFTEEN, "h8h9i9"), Some("D4"));
        assert_eq!(code(Size::FIFTEEN, "h8i9i7"), Some("I7"));
        assert_eq!(code(Size::FIFTEEN, "h8i9i7a1b1"), Some("I7"), "what follows does not change it");
        assert_eq!(code(Size::FIFTEEN, "h8g8g9"), Some("D4"), "turned");
        assert_eq!(code(Size::FIFTEEN, "h8h10i9"), None, "White is not beside the centre");
        assert_eq!(code(Size::FIFTEEN, "h8h9k9"), None, "too far out");
        assert_eq!(code(Size::FIFTEEN, "h7h8i8"), None, "not in the centre");
        assert_eq!(code(Size::FIFTEEN, "h8h9"), None);
        assert_eq!(code(Size::new(15, 19).unwrap(), "h10h11i11"), Some("D4"));
        assert_eq!(code(Size::square(20).unwrap(), "k10k11l11"), None, "no point is the centre");
    }
}
