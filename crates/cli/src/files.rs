//! The file formats as the commands see them.
//!
//! A stand-in for the format engine of `tengen-records`, with move strings only and the same names and
//! shapes, so that all of this file can become one line:
//! `pub(crate) use tengen_records::{Charset, Format, ReadOptions, WriteOptions, losses, read, write};`

use std::fmt;
use std::str::FromStr;
use tengen_core::notation::{Origin, moves_to_string, parse_moves};
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Rule, Size};

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Moves such as `h8i9h10`, with or without separators.
    Moves,
}

impl Format {
    pub(crate) const ALL: [Self; 1] = [Self::Moves];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
        }
    }

    /// The format that usually has this extension (without the dot).
    pub(crate) fn from_extension(extension: &str) -> Option<Self> {
        ["moves", "txt"].iter().any(|known| known.eq_ignore_ascii_case(extension)).then_some(Self::Moves)
    }

    /// The format of a file by its extension and content.
    pub(crate) fn detect(extension: Option<&str>, bytes: &[u8]) -> Option<Self> {
        let by_look = || std::str::from_utf8(bytes).is_ok().then_some(Self::Moves);
        extension.and_then(Self::from_extension).or_else(by_look)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| TextError(format!("unknown format `{text}`: use moves")))
    }
}

/// The character set of old files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Charset;

impl Charset {
    pub(crate) fn from_label(label: &str) -> Option<Self> {
        ["auto", "utf-8", "gbk"].iter().any(|known| known.eq_ignore_ascii_case(label)).then_some(Self)
    }
}

/// What the reader is told because the file does not say.
#[derive(Clone, Copy, Debug, Default)]
#[expect(dead_code, reason = "move strings have no texts")]
pub(crate) struct ReadOptions {
    pub(crate) size: Option<Size>,
    pub(crate) rule: Option<Rule>,
    pub(crate) origin: Origin,
    pub(crate) charset: Charset,
    pub(crate) unpacked_limit: u64,
}

/// How to write where there is a choice.
#[derive(Debug, Default)]
#[expect(dead_code, reason = "move strings have no texts")]
pub(crate) struct WriteOptions {
    pub(crate) origin: Origin,
    pub(crate) charset: Charset,
    pub(crate) transposition: (),
}

/// What is wrong, in words.
#[derive(Debug)]
pub(crate) struct TextError(String);

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TextError {}

/// Reads all games of a file.
pub(crate) fn read(
    format: Format,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Vec<GameRecord>, TextError> {
    let fail = |offset: usize, what: String| {
        let line_start = bytes[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let line = bytes[..offset].split(|b| *b == b'\n').count();
        TextError(format!("{format}, line {line}, column {}: {what}", offset - line_start + 1))
    };
    let text = std::str::from_utf8(bytes).map_err(|e| fail(e.valid_up_to(), "not UTF-8 text".to_owned()))?;
    let size = options.size.unwrap_or(Size::FIFTEEN);
    let moves = parse_moves(text, size, options.origin)
        .map_err(|e| fail(e.offset, format!("`{}` is not {}", e.found, e.expected)))?;
    let mut record = GameRecord::new(size);
    record.rule = options.rule;
    let mut at = NodeId::ROOT;
    for m in moves {
        at = record.append(at, m);
    }
    Ok(vec![record])
}

/// Writes games as one file.
pub(crate) fn write(
    format: Format,
    records: &[GameRecord],
    options: &WriteOptions,
) -> Result<Vec<u8>, TextError> {
    if records.iter().any(|record| !record.setup.is_empty()) {
        return Err(TextError(format!("{format} cannot hold a set-up position")));
    }
    let line = |record: &GameRecord| {
        let moves = moves_to_string(&record.main_moves(), record.size, options.origin);
        format!("{moves}\n").into_bytes()
    };
    Ok(records.iter().flat_map(line).collect())
}

/// What writing this record in this format drops.
pub(crate) fn losses(format: Format, record: &GameRecord) -> Vec<TextError> {
    let is_lost = [(record.rule.is_some(), "the rule"), (record.size != Size::FIFTEEN, "the board size")];
    let lost = is_lost.into_iter().filter(|(is_lost, _)| *is_lost);
    lost.map(|(_, what)| TextError(format!("{format} files do not keep {what}"))).collect()
}
