//! Every threat on the board, for both sides: what it is called, which stones it is made of, and all that stops it.
//!
//! The one idea: `tengen-core` knows the threats and their complete defences; here they get their names and their stones.

use super::names;
use serde::Serialize;
use tengen_core::board::PointSet;
use tengen_core::notation::{Origin, point_name};
use tengen_core::pattern::{LineClass, PointClass};
use tengen_core::rule::RuleType;
use tengen_core::threat::{self, Kind};
use tengen_core::{Board, Colour, Direction, Point, Position, Status, with_rule};

/// How fast a threat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum ThreatKind {
    /// A stone here wins.
    #[serde(rename = "five")]
    Five,
    /// A stone here makes a four that no legal answer stops.
    #[serde(rename = "winning four")]
    WinningFour,
    /// A stone here makes a four.
    #[serde(rename = "four")]
    Four,
    /// A stone here threatens a winning four.
    #[serde(rename = "three")]
    Three,
}

impl From<Kind> for ThreatKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Five => Self::Five,
            Kind::WinningFour => Self::WinningFour,
            Kind::Four => Self::Four,
            Kind::Three => Self::Three,
        }
    }
}

/// A threat that a side could play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Threat {
    /// `black` or `white`.
    pub side: String,
    /// How fast it is.
    pub kind: ThreatKind,
    /// Where the stone goes.
    pub point: String,
    /// The class of the point for this side, by the name of `docs/patterns.md`; a three that comes about where two lines
    /// cross without being a three in either is a `three of crossing lines`.
    pub class: &'static str,
    /// The symbol of the class, such as `C43w`.
    pub symbol: &'static str,
    /// The stones on the board that it is made of, row by row.
    pub stones: Vec<String>,
    /// Every legal answer after which nothing is left of it. After a five there is nothing to answer, so for a five
    /// these are the stones that stop it beforehand.
    pub defences: Vec<String>,
}

/// Every threat of both sides in an open game, Black's first, each side's fastest first; none in a finished one.
///
/// A side that can make five needs nothing else, and no other threat of it is named.
pub fn threats(position: &Position) -> Vec<Threat> {
    if position.status() != Status::Open {
        return Vec::new();
    }
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let mut all = Vec::new();
        for side in Colour::BOTH {
            let mut own: Vec<Threat> =
                threat::threats(&mut board, side).iter().map(|threat| explained(&board, threat, side)).collect();
            own.sort_by_key(|threat| threat.kind);
            all.append(&mut own);
        }
        all
    })
}

fn explained<R: RuleType>(board: &Board<R>, threat: &threat::Threat, side: Colour) -> Threat {
    let size = board.size();
    let class = board.class(threat.point, side);
    let defences = match threat.kind {
        Kind::Five => stops_of_five(board, threat.point, side),
        _ => threat.defences,
    };
    Threat {
        side: side.to_string(),
        kind: threat.kind.into(),
        point: point_name(threat.point, size, Origin::Bottom),
        class: class_name(threat.kind, class),
        symbol: class.symbol(),
        stones: names(stones(board, threat.point, side), size),
        defences: names(defences, size),
    }
}

/// What a threat is called.
pub(super) fn class_name(kind: Kind, class: PointClass) -> &'static str {
    let is_open_three = (PointClass::WeakThree..=PointClass::CrossThreesDouble).contains(&class);
    match kind {
        Kind::Five => "five",
        Kind::WinningFour | Kind::Four => class.name(),
        Kind::Three if is_open_three => class.name(),
        Kind::Three => "three of crossing lines",
    }
}

/// Where a stone of the other side keeps `point` from being a five.
fn stops_of_five<R: RuleType>(board: &Board<R>, point: Point, side: Colour) -> PointSet {
    let them = side.opponent();
    let stops = threat::defences(board, point, side, |class| class == PointClass::Five);
    stops.iter().filter(|p| board.is_legal(*p, them)).collect()
}

/// The stones of `side` that make the lines of `point` what they are: in each line that counts, those that share with the
/// point a block of five squares without a foreign stone, of the blocks with the most stones.
fn stones<R: RuleType>(board: &Board<R>, point: Point, side: Colour) -> PointSet {
    let counts = |line: LineClass| line >= LineClass::SimpleThree;
    let lines = board.lines(point, side);
    let is_any = lines.iter().any(|line| counts(*line));
    let mut found = PointSet::EMPTY;
    for direction in Direction::ALL {
        let line = lines[direction as usize];
        if counts(line) || !is_any && line.is_open_two() {
            found = found | line_stones(board, point, direction, side);
        }
    }
    found
}

fn line_stones<R: RuleType>(board: &Board<R>, point: Point, direction: Direction, side: Colour) -> PointSet {
    let size = board.size();
    let block = |start: i32| -> Option<PointSet> {
        let mut stones = PointSet::EMPTY;
        for steps in start..start + 5 {
            let p = point.step(direction, steps, size)?;
            match board.stone(p) {
                Some(stone) if stone != side => return None,
                Some(_) => stones.insert(p),
                None => {}
            }
        }
        Some(stones)
    };
    let blocks: Vec<PointSet> = (-4..=0).filter_map(block).collect();
    let most = blocks.iter().map(PointSet::len).max().unwrap_or(0);
    blocks.into_iter().filter(|stones| stones.len() == most).fold(PointSet::EMPTY, |all, stones| all | stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::parse_moves;
    use tengen_core::{Rule, Size};

    fn after(moves: &str) -> Position {
        let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
        Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap()
    }

    fn at<'a>(threats: &'a [Threat], point: &str) -> &'a Threat {
        threats.iter().find(|threat| threat.point == point).unwrap()
    }

    #[test]
    fn a_cross_of_four_and_three_has_its_name_and_all_its_stones() {
        // Black's h8 i8 j8 (closed by g8) and k6 k7: k8 is a four and a three at once.
        let found = threats(&after("h8g8i8a1j8a15k6o1k7o15"));
        let cross = at(&found, "k8");
        assert_eq!((cross.side.as_str(), cross.kind), ("black", ThreatKind::Four));
        assert_eq!((cross.class, cross.symbol), ("cross four three (double)", "C43d"));
        assert_eq!(cross.stones, ["h8", "i8", "j8", "k7", "k6"]);
        assert_eq!(cross.defences, ["l8"]);
        assert!(found.iter().all(|threat| threat.side == "black"), "White has nothing");
    }

    #[test]
    fn a_five_is_stopped_beforehand_and_nothing_else_is_named() {
        let found = threats(&after("h8g8i8a1j8a15k8o1"));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].kind, found[0].class), (ThreatKind::Five, "five"));
        assert_eq!((found[0].point.as_str(), &found[0].defences[..]), ("l8", &["l8".to_owned()][..]));
        assert_eq!(found[0].stones, ["h8", "i8", "j8", "k8"]);
    }

    #[test]
    fn a_double_four_has_no_answer_and_a_finished_game_no_threat() {
        let found = threats(&after("h8a1i8a15j8o1"));
        let four = at(&found, "k8");
        assert_eq!((four.kind, four.class, four.defences.len()), (ThreatKind::WinningFour, "double four", 0));
        assert!(threats(&after("h8a1i8a15j8o1k8o15l8")).is_empty());
    }
}
