//! The first stones of games: from a file, by lot, or balanced by search ([`balanced`]).
//!
//! An opening is a list of points, Black first. Every opening is played twice with colours swapped, so it need not be
//! even, only undecided.

pub mod balanced;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use tengen_core::notation::Origin;
use tengen_core::{GameRecord, Point, Position, Rule, Size, Status, Symmetry};
use tengen_records::{Format, ReadError, ReadOptions};

/// The points of the first stones, Black first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening(pub Vec<Point>);

/// Why a list of openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The format cannot be told.
    #[error("the openings are in no known format: name it with --openings-format")]
    Format,
    /// A line cannot be read.
    #[error("line {line}: {source}")]
    Line {
        /// From 1.
        line: usize,
        /// Why.
        source: ReadError,
    },
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Nothing is left.
    #[error("none of the {0} openings can be played on this board under this rule")]
    Nothing(usize),
}

/// Openings that can be played, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// In the order of the file.
    pub list: Vec<Opening>,
    /// Which were left out, and why.
    pub notes: Vec<String>,
}

/// What kind of game the openings are for.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Where row 1 is in move strings.
    pub origin: Origin,
}

/// Reads openings. Lists (offsets, moves, pairs) are read line by line, so that one that does not fit the board leaves
/// the others; in other files each game is an opening.
///
/// # Errors
/// When the text is no list of openings, or none of them can be played.
pub fn read(
    bytes: &[u8],
    format: Option<Format>,
    extension: Option<&str>,
    ground: Ground,
) -> Result<Openings, OpeningsError> {
    let format = format.or_else(|| Format::detect(extension, bytes)).ok_or(OpeningsError::Format)?;
    let mut openings = Openings::default();
    let is_list = matches!(format, Format::Offsets | Format::Moves | Format::Pairs);
    if is_list {
        for (i, line) in bytes.split(|b| *b == b'\n').enumerate() {
            let text = line.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                let records = read_line(text, format, ground);
                let records = records.map_err(|source| OpeningsError::Line { line: i + 1, source })?;
                take(&mut openings, &format!("line {}", i + 1), records, ground);
            }
        }
    } else {
        let options = ground.options(Some(ground.size));
        for (i, record) in tengen_records::read(format, bytes, &options)?.into_iter().enumerate() {
            take(&mut openings, &format!("game {}", i + 1), Some(vec![record]), ground);
        }
    }
    if openings.list.is_empty() {
        return Err(OpeningsError::Nothing(openings.notes.len()));
    }
    Ok(openings)
}

impl Ground {
    fn options(self, size: Option<Size>) -> ReadOptions {
        ReadOptions { size, rule: Some(self.rule), origin: self.origin, ..ReadOptions::default() }
    }
}

/// The openings of a line; `None` if they do not fit the board but would fit a larger one.
fn read_line(text: &[u8], format: Format, ground: Ground) -> Result<Option<Vec<GameRecord>>, ReadError> {
    match tengen_records::read(format, text, &ground.options(Some(ground.size))) {
        Ok(records) => Ok(Some(records)),
        Err(error) => {
            let largest = Size::square(usize::from(tengen_core::geometry::MAX_SIDE)).ok();
            let would_fit = tengen_records::read(format, text, &ground.options(largest)).is_ok();
            if would_fit { Ok(None) } else { Err(error) }
        }
    }
}

/// Takes the openings that can be played, and a note for each other one.
fn take(openings: &mut Openings, place: &str, records: Option<Vec<GameRecord>>, ground: Ground) {
    let Some(records) = records else {
        openings.notes.push(format!("{place}: does not fit the {} board", ground.size));
        return;
    };
    for record in records {
        match playable(&record, ground) {
            Ok(opening) => openings.list.push(opening),
            Err(why) => openings.notes.push(format!("{place}: {why}")),
        }
    }
}

fn playable(record: &GameRecord, ground: Ground) -> Result<Opening, String> {
    if record.size != ground.size {
        return Err(format!("is on a {} board", record.size));
    }
    if !record.setup.is_empty() {
        return Err("has free stones in no order".to_owned());
    }
    let moves = record.main_moves();
    let points: Option<Vec<Point>> = moves.iter().map(|m| m.point()).collect();
    let points = points.ok_or("has a pass")?;
    let position =
        Position::from_moves(ground.size, ground.rule, moves).map_err(|error| error.to_string())?;
    if position.status() != Status::Open {
        return Err("is over already".to_owned());
    }
    Ok(Opening(points))
}

/// Puts a list into an order that depends on the seed alone.
pub fn shuffle(list: &mut [Opening], seed: u64) {
    fastrand::Rng::with_seed(seed).shuffle(list);
}

/// Openings by lot: 2 to 6 stones in a small square near the centre, no two alike under the symmetries of the board
/// while there are any left, and nobody wins with the next stone. The first `n` are the same for every count from `n` on.
pub fn by_lot(count: usize, size: Size, seed: u64) -> Vec<Opening> {
    let mut lots = fastrand::Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut list = Vec::with_capacity(count.min(1 << 20));
    while list.len() < count {
        let mut attempts = 0..200;
        let opening = loop {
            let opening = lot(&mut lots, size, 2..=6, 1);
            // A small board has few openings: after a while one comes back.
            if seen.insert(canonical(&opening, size)) || attempts.next().is_none() {
                break opening;
            }
        };
        list.push(opening);
    }
    list
}

/// One opening by lot, around a point at most `aside` from the centre. With six stones at most a side has three, so nobody has won, wins with
/// the next stone or has made a foul.
fn lot(lots: &mut fastrand::Rng, size: Size, count: RangeInclusive<usize>, aside: i32) -> Opening {
    let count = lots.usize(count);
    let reach = lots.i32(1..=3);
    let centre = size.centre();
    let (x, y) =
        (i32::from(centre.x()) + lots.i32(-aside..=aside), i32::from(centre.y()) + lots.i32(-aside..=aside));
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        // Outside on a small board, or taken: another lot.
        let p = size.point(x + lots.i32(-reach..=reach), y + lots.i32(-reach..=reach));
        points.extend(p.filter(|p| !points.contains(p)));
    }
    Opening(points)
}

/// The same for openings that are images of each other or differ in the order of stones alone.
fn canonical(opening: &Opening, size: Size) -> Vec<Vec<Point>> {
    let images = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.size(size) == size).map(|symmetry| {
        let mut sides = [Vec::new(), Vec::new()];
        for (i, p) in opening.0.iter().enumerate() {
            sides[i % 2].push(symmetry.apply(*p, size));
        }
        for side in &mut sides {
            side.sort_unstable();
        }
        sides.to_vec()
    });
    images.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tengen_core::Colour;

    fn ground(side: usize) -> Ground {
        Ground { rule: Rule::Freestyle, size: Size::square(side).unwrap(), origin: Origin::Bottom }
    }

    #[test]
    fn a_list_is_read_line_by_line_and_what_cannot_be_played_is_left_out() {
        let text =
            b"# a remark\n0,0, 1,0\n9,9, 0,0\r\n\n0,0, 0,0\n0,0,0,5,1,0,0,6,2,0,0,7,3,0,1,7,4,0\n-1,-1\n";
        let openings = read(text, Some(Format::Offsets), None, ground(15)).unwrap();
        let point = |x, y| Point::new(x, y).unwrap();
        assert_eq!(openings.list, [Opening(vec![point(7, 7), point(8, 7)]), Opening(vec![point(6, 6)])]);
        let [size, taken, over] = openings.notes.as_slice() else { panic!("{:?}", openings.notes) };
        assert_eq!(size, "line 3: does not fit the 15x15 board");
        assert!(taken.starts_with("line 5: ") && taken.contains("already has a stone"), "{taken}");
        assert_eq!(over, "line 6: is over already");
        assert_eq!(read(text, Some(Format::Offsets), None, ground(20)).unwrap().list.len(), 3);
    }

    #[test]
    fn move_strings_pairs_and_game_files_are_openings_too() {
        let h8 = Opening(vec![Size::FIFTEEN.centre()]);
        for (text, extension) in [("h8\n", "txt"), ("7,7\n", "txt"), ("(;GM[4]SZ[15];B[hh])", "sgf")] {
            let openings = read(text.as_bytes(), None, Some(extension), ground(15)).unwrap();
            assert_eq!(openings.list, std::slice::from_ref(&h8), "{text}");
        }
    }

    #[test]
    fn nonsense_is_an_error_with_its_place() {
        let message =
            |text: &[u8]| read(text, Some(Format::Moves), None, ground(15)).unwrap_err().to_string();
        assert!(message(b"h8\nh8i?\n").starts_with("line 2: "), "{}", message(b"h8\nh8i?\n"));
        assert_eq!(message(b"h8--\n"), "none of the 1 openings can be played on this board under this rule");
        assert!(matches!(read(b"?", None, None, ground(15)), Err(OpeningsError::Format)));
    }

    #[test]
    fn a_shuffle_depends_on_the_seed_alone() {
        let list = by_lot(20, Size::FIFTEEN, 1);
        let shuffled = |seed| {
            let mut list = list.clone();
            shuffle(&mut list, seed);
            list
        };
        assert_eq!(shuffled(5), shuffled(5));
        assert_ne!(shuffled(5), shuffled(6));
    }

    proptest! {
        #[test]
        fn openings_by_lot_are_open_local_and_different(
            seed: u64,
            side in 5usize..=22,
            rule in proptest::sample::select(Rule::ALL.to_vec()),
        ) {
            let size = Size::square(side).unwrap();
            let list = by_lot(12, size, seed);
            prop_assert_eq!(&list[..5], &by_lot(5, size, seed)[..]);
            let different: HashSet<_> = list.iter().map(|opening| canonical(opening, size)).collect();
            prop_assert_eq!(different.len(), list.len());
            for opening in &list {
                prop_assert!((2..=6).contains(&opening.0.len()));
                let position = Position::from_moves(size, rule, opening.0.iter().copied()).unwrap();
                prop_assert_eq!(position.status(), Status::Open);
                let wins = |p| Colour::BOTH.iter().any(|side| position.grid().wins(p, *side, rule));
                prop_assert!(!position.grid().empties().any(wins));
                let far = |p: &Point| p.x().abs_diff(size.centre().x()).max(p.y().abs_diff(size.centre().y())) > 4;
                prop_assert!(!opening.0.iter().any(far));
            }
        }
    }
}
