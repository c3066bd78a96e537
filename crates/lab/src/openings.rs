//! The first stones of games: from a file, or by lot.
//!
//! An opening is a list of points, Black first. Every opening is played twice with colours swapped, so it need not be
//! even, only undecided.

use std::collections::HashSet;
use tengen_core::notation::Origin;
use tengen_core::{GameRecord, Move, Point, Position, Rule, Size, Status, Symmetry};
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
    ground: &Ground,
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
    fn options(&self, size: Option<Size>) -> ReadOptions {
        ReadOptions { size, rule: Some(self.rule), origin: self.origin, ..ReadOptions::default() }
    }
}

/// The openings of a line; `None` if they do not fit the board but would fit a larger one.
fn read_line(text: &[u8], format: Format, ground: &Ground) -> Result<Option<Vec<GameRecord>>, ReadError> {
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
fn take(openings: &mut Openings, place: &str, records: Option<Vec<GameRecord>>, ground: &Ground) {
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

fn playable(record: &GameRecord, ground: &Ground) -> Result<Opening, String> {
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
pub fn by_lot(count: usize, rule: Rule, size: Size, seed: u64) -> Vec<Opening> {
    let mut lots = fastrand::Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut list = Vec::with_capacity(count.min(1 << 20));
    while list.len() < count {
        let mut attempts = 0..200;
        let opening = loop {
            let opening = lot(&mut lots, rule, size);
            // A small board has few openings: after a while one comes back.
            if seen.insert(canonical(&opening, size)) || attempts.next().is_none() {
                break opening;
            }
        };
        list.push(opening);
    }
    list
}

/// One opening by lot.
fn lot(lots: &mut fastrand::Rng, rule: Rule, size: Size) -> Opening {
    loop {
        let count = lots.usize(2..=6);
        let reach = lots.i32(1..=3);
        let centre = size.centre();
        let (dx, dy) = (lots.i32(-1..=1), lots.i32(-1..=1));
        let mut position = Position::new(size, rule);
        while position.stone_count() < count && position.status() == Status::Open {
            let x = i32::from(centre.x()) + dx + lots.i32(-reach..=reach);
            let y = i32::from(centre.y()) + dy + lots.i32(-reach..=reach);
            // Outside on a small board, or taken: another lot.
            if let Some(p) = size.point(x, y) {
                let _ = position.play(Move::Place(p));
            }
        }
        let wins_next = || {
            let sides = [position.to_move(), position.to_move().opponent()];
            position.grid().empties().any(|p| sides.iter().any(|side| position.grid().wins(p, *side, rule)))
        };
        if position.status() == Status::Open && !wins_next() {
            return Opening(position.moves().iter().filter_map(|m| m.point()).collect());
        }
    }
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
