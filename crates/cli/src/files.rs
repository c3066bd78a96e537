//! The file formats as the commands see them.
//!
//! This is a thin stand-in for the format engine of `tengen-records`, with move strings only and the same
//! shape: [`Format`], [`read`], [`write()`], [`losses`] and their options. The commands name nothing else.

use std::fmt;
use std::path::Path;
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

    const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Moves => &["txt", "moves"],
        }
    }

    /// The format that a file name stands for.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The format of a file by its name and content.
    pub(crate) fn detect(path: &Path, bytes: &[u8]) -> Option<Self> {
        let looks_like_text = || std::str::from_utf8(bytes).is_ok();
        Self::of_name(path).or_else(|| looks_like_text().then_some(Self::Moves))
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text.to_ascii_lowercase());
        let names: Vec<&str> = Self::ALL.iter().map(|format| format.name()).collect();
        found.ok_or_else(|| format!("unknown format `{text}`: use one of {}", names.join(", ")))
    }
}

/// What a file may leave open.
#[derive(Clone, Debug)]
pub(crate) struct ReadOptions {
    /// The size of the board, where the file does not say.
    pub(crate) size: Option<Size>,
    /// The rule, where the file does not say.
    pub(crate) rule: Option<Rule>,
    /// Where row 1 is.
    pub(crate) origin: Origin,
    /// The character set of texts, where the file does not say.
    pub(crate) charset: Option<String>,
}

/// Choices in writing a file.
#[derive(Clone, Debug)]
pub(crate) struct WriteOptions {
    /// Where row 1 is.
    pub(crate) origin: Origin,
    /// The character set of texts, where the format leaves a choice.
    pub(crate) charset: Option<String>,
}

/// Why a file could not be read, and where.
#[derive(Debug)]
pub(crate) struct ReadError(String);

/// Why records could not be written.
#[derive(Debug)]
pub(crate) struct WriteError(String);

/// Something of a record that a format cannot hold.
#[derive(Debug)]
pub(crate) struct Loss(&'static str);

macro_rules! display_text {
    ($($name:ident)*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}
display_text!(ReadError WriteError Loss);

impl std::error::Error for ReadError {}
impl std::error::Error for WriteError {}

/// The games of a file.
pub(crate) fn read(
    format: Format,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Vec<GameRecord>, ReadError> {
    match format {
        Format::Moves => read_moves(bytes, options).map(|record| vec![record]),
    }
}

fn read_moves(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    check_charset(options.charset.as_deref()).map_err(ReadError)?;
    let text = std::str::from_utf8(bytes)
        .map_err(|e| ReadError(format!("at byte {}: not UTF-8 text", e.valid_up_to())))?;
    let size = options.size.unwrap_or(Size::FIFTEEN);
    let moves = parse_moves(text, size, options.origin).map_err(|e| ReadError(e.to_string()))?;
    let mut record = GameRecord::new(size);
    record.rule = options.rule;
    let mut at = NodeId::ROOT;
    for m in moves {
        at = record.append(at, m);
    }
    Ok(record)
}

/// A file of the games.
pub(crate) fn write(
    format: Format,
    records: &[GameRecord],
    options: &WriteOptions,
) -> Result<Vec<u8>, WriteError> {
    check_charset(options.charset.as_deref()).map_err(WriteError)?;
    match format {
        Format::Moves => {
            let lines: Result<String, WriteError> = records.iter().map(|r| moves_line(r, options)).collect();
            lines.map(String::into_bytes)
        }
    }
}

fn moves_line(record: &GameRecord, options: &WriteOptions) -> Result<String, WriteError> {
    if !record.setup.is_empty() {
        return Err(WriteError("a move string cannot hold free stones".to_owned()));
    }
    Ok(moves_to_string(&record.main_moves(), record.size, options.origin) + "\n")
}

/// What the format cannot hold of a record.
pub(crate) fn losses(format: Format, record: &GameRecord) -> Vec<Loss> {
    let has_variations = record.node_ids().any(|id| record.node(id).children().len() > 1);
    let has_words = record.node_ids().any(|id| !record.node(id).comment.is_empty());
    let candidates = [
        (record.rule.is_some(), "the rule"),
        (record.size != Size::FIFTEEN, "the size of the board"),
        (has_variations, "variations"),
        (has_words, "comments"),
        (record.players.iter().any(|name| !name.is_empty()), "the players' names"),
    ];
    match format {
        Format::Moves => {
            candidates.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, what)| Loss(what)).collect()
        }
    }
}

fn check_charset(charset: Option<&str>) -> Result<(), String> {
    match charset {
        Some(name) if !name.eq_ignore_ascii_case("utf-8") => {
            Err(format!("the character set `{name}` is not supported for moves: use utf-8"))
        }
        _ => Ok(()),
    }
}
