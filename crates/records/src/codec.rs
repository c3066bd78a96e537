//! The two doors: [`read`] and [`write()`], and [`losses`], which says beforehand what a format will drop.
//!
//! The one idea: what cannot be dropped without making it another game (a set-up, a pass, the board) is an
//! error, what only decorates the game is a [`Loss`] that the caller can tell the user about.

use crate::charset::Charset;
use crate::error::{ReadError, WriteError};
use crate::format::{Feature, Format};
use crate::{diagram, offsets, pos, psq, renlib, sav, sgf, text, yxdb};
use std::fmt;
use tengen_core::notation::Origin;
use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord, Move, Opening, Rule, Size};

/// Which of its two readings a `.pos` file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Transposition {
    /// `row * 15 + column`, as `RenLib` writes.
    #[default]
    RowsFirst,
    /// `column * 15 + row`, as Yixin-Board reads.
    ColumnsFirst,
}

/// What the reader is told because the file does not say.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The board, for files that do not say; `None` = the format's usual board.
    pub size: Option<Size>,
    /// The rule, for files that do not say.
    pub rule: Option<Rule>,
    /// Where row 1 is in move strings.
    pub origin: Origin,
    /// The character set of texts in old files.
    pub charset: Charset,
    /// Which reading a `.pos` file has.
    pub transposition: Transposition,
    /// The most bytes that a packed database may unpack to.
    pub unpacked_limit: u64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            size: None,
            rule: None,
            origin: Origin::Bottom,
            charset: Charset::Auto,
            transposition: Transposition::RowsFirst,
            unpacked_limit: 1 << 30,
        }
    }
}

impl ReadOptions {
    /// The board of a file that does not say.
    pub(crate) fn size_for(&self, format: Format) -> Size {
        self.size.unwrap_or_else(|| format.default_size())
    }

    /// An empty record as far as these options know it.
    pub(crate) fn record(&self, size: Size) -> GameRecord {
        let mut record = GameRecord::new(size);
        record.rule = self.rule;
        record
    }
}

/// How to write where there is a choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// Where row 1 is in move strings.
    pub origin: Origin,
    /// The character set of `RenLib` libraries; all other files are UTF-8.
    pub charset: Charset,
    /// Which reading a `.pos` file shall have.
    pub transposition: Transposition,
}

/// Reads all games of a file.
///
/// # Errors
/// When the bytes are no such file, with the place.
pub fn read(format: Format, bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    match format {
        Format::Moves => text::read_moves(bytes, options),
        Format::Pairs => text::read_pairs(bytes, options),
        Format::CodeCup => text::read_codecup(bytes, options),
        Format::Diagram => diagram::read(bytes, options),
        Format::Offsets => offsets::read(bytes, options),
        Format::Psq => psq::read_psq(bytes, options).map(|record| vec![record]),
        Format::Rec => psq::read_rec(bytes, options).map(|record| vec![record]),
        Format::Sgf => sgf::read(bytes, options),
        Format::RenLib => renlib::read(bytes, options).map(|record| vec![record]),
        Format::Pos => pos::read(bytes, options).map(|record| vec![record]),
        Format::Sav => sav::read(bytes, options).map(|record| vec![record]),
        Format::Yxdb => yxdb::Database::read(bytes, options).map(|database| database.to_records()),
    }
}

/// Writes games as one file.
///
/// # Errors
/// When the format cannot hold the games; the message says what can.
pub fn write(format: Format, records: &[GameRecord], options: &WriteOptions) -> Result<Vec<u8>, WriteError> {
    if !format.is_written() {
        return Err(WriteError::ReadOnly { format });
    }
    let first = records.first().ok_or(WriteError::NoGame)?;
    if records.len() > 1 && !format.holds(Feature::SeveralGames) {
        return Err(WriteError::SeveralGames { format, count: records.len() });
    }
    for record in records {
        check(format, record)?;
    }
    let each =
        |line: &dyn Fn(&GameRecord) -> String| Ok(records.iter().map(line).collect::<String>().into_bytes());
    match format {
        Format::Moves => each(&|record| text::write_moves(record, options.origin)),
        Format::Pairs => each(&text::write_pairs),
        Format::CodeCup => Ok(text::write_codecup(records).into_bytes()),
        Format::Diagram => Ok(diagram::write(records).into_bytes()),
        Format::Offsets => each(&offsets::write),
        Format::Psq => psq::write_psq(first).map(String::into_bytes),
        Format::Rec => Ok(psq::write_rec(first).into_bytes()),
        Format::Sgf => Ok(sgf::write(records).into_bytes()),
        Format::RenLib => renlib::write(first, options),
        Format::Pos => Ok(pos::write(first, options)),
        Format::Sav => Ok(sav::write(first).into_bytes()),
        Format::Yxdb => Err(WriteError::ReadOnly { format }),
    }
}

/// Refuses a record that the format would turn into another game.
fn check(format: Format, record: &GameRecord) -> Result<(), WriteError> {
    let size = record.size;
    if let Some(needed) = format.only_size().filter(|needed| *needed != size) {
        return Err(WriteError::Size { format, size, needed });
    }
    let has_setup = !record.setup.is_empty() || record.first != Colour::Black;
    if has_setup && !format.holds(Feature::Setup) {
        return Err(WriteError::Setup { format });
    }
    let nodes: Vec<NodeId> = if format.holds(Feature::Variations) {
        record.node_ids().skip(1).collect()
    } else {
        record.main_line()
    };
    if nodes.is_empty() && !format.holds(Feature::EmptyGame) {
        return Err(WriteError::Empty { format });
    }
    if matches!(format, Format::Pos | Format::Sav) && nodes.len() > size.area() {
        return Err(WriteError::Unsupported {
            format,
            reason: "it has more moves than the board has points",
        });
    }
    let moves = nodes.iter().filter_map(|id| record.node(*id).action.map(|action| (*id, action)));
    let stones = record.setup.iter().map(|(p, _)| (NodeId::ROOT, Move::Place(*p)));
    for (id, action) in stones.chain(moves) {
        match action {
            Move::Pass if !format.holds(Feature::Passes) => {
                return Err(WriteError::Pass { format, ply: record.path(id).len() });
            }
            Move::Place(p) if !size.contains(p) => return Err(WriteError::Outside { action, size }),
            Move::Place(_) | Move::Pass => {}
        }
    }
    Ok(())
}

/// A part of a record that a format drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The format.
    pub format: Format,
    /// What is dropped.
    pub feature: Feature,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files do not keep {}", self.format, self.feature)
    }
}

/// What writing this record in this format drops. What cannot be dropped is [`write()`]'s error instead.
pub fn losses(format: Format, record: &GameRecord) -> Vec<Loss> {
    let used = used_features(record);
    let lost = |feature: &Feature| match feature {
        Feature::Size => !format.holds(Feature::Size) && record.size != format.default_size(),
        // The codes of psq and rec know only these words.
        Feature::Termination if format.holds(Feature::Termination) && format != Format::Sgf => {
            psq::code_of(&record.termination).is_none()
        }
        // A diagram has a place for stones alone.
        feature => !format.holds(*feature),
    };
    used.into_iter().filter(lost).map(|feature| Loss { format, feature }).collect()
}

/// The decorations that a record has.
fn used_features(record: &GameRecord) -> Vec<Feature> {
    let any =
        |test: fn(&tengen_core::record::Node) -> bool| record.node_ids().any(|id| test(record.node(id)));
    let stones = record.main_moves().iter().filter(|m| m.point().is_some()).count();
    [
        (Feature::MoveOrder, stones > 0),
        (Feature::Variations, any(|n| n.children().len() > 1)),
        (Feature::Size, true),
        (Feature::Rule, record.rule.is_some()),
        (Feature::Opening, record.opening != Opening::Free),
        (Feature::Players, record.players.iter().any(|name| !name.is_empty())),
        (
            Feature::Event,
            [&record.title, &record.event, &record.round, &record.date].iter().any(|text| !text.is_empty()),
        ),
        (Feature::Result, record.result.is_some()),
        (Feature::Termination, !record.termination.is_empty()),
        (Feature::Times, any(|n| n.time_ms.is_some())),
        (Feature::Evaluations, any(|n| n.evaluation.is_some())),
        (Feature::Comments, any(|n| !n.comment.is_empty())),
        (Feature::Labels, any(|n| !n.label.is_empty())),
        (Feature::BoardTexts, any(|n| !n.board_texts.is_empty())),
        (Feature::Marks, any(|n| n.is_marked)),
    ]
    .into_iter()
    .filter_map(|(feature, is_used)| is_used.then_some(feature))
    .collect()
}
