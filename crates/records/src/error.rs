//! Why a file was refused, and where; why a record cannot be written, and what to do instead.

use crate::format::Format;
use std::fmt;
use tengen_core::geometry::SizeError;
use tengen_core::{Move, Size};
use thiserror::Error;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a text file; both count from 1, columns in characters.
    Line {
        /// The line.
        line: usize,
        /// The character in the line.
        column: usize,
    },
    /// In a binary file: the offset from 0. In a packed database, the offset in the unpacked data unless the
    /// packing itself is damaged.
    Byte(usize),
}

impl Location {
    /// The place of a byte offset in a text.
    pub(crate) fn in_text(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let line = before.split(|b| *b == b'\n').count();
        // Continuation bytes do not start a character.
        let column = 1 + before[line_start..].iter().filter(|b| **b & 0xc0 != 0x80).count();
        Self::Line { line, column }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// A file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{format}, {at}: {kind}")]
pub struct ReadError {
    /// The format that was expected.
    pub format: Format,
    /// Where the trouble starts.
    pub at: Location,
    /// What it is.
    pub kind: ReadErrorKind,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadErrorKind {
    /// Something else stands there.
    #[error("`{found}` is not {expected}")]
    Unexpected {
        /// The offending piece, shortened.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The file is too short.
    #[error("the file ends where {expected} was expected")]
    Ended {
        /// What was expected.
        expected: String,
    },
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The file would need more memory than is granted.
    #[error("more than {limit} {what}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much is granted.
        limit: u64,
    },
    /// The packing of a database is damaged.
    #[error("the LZ4 packing is damaged: {0}")]
    Packing(String),
}

impl ReadErrorKind {
    /// Says what was found (shortened; nothing = the file has ended) and what was expected.
    pub(crate) fn unexpected(found: &str, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        if found.is_empty() {
            return Self::Ended { expected };
        }
        let mut short: String =
            found.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if short.len() < found.len() {
            short.push('…');
        }
        Self::Unexpected { found: short, expected }
    }
}

/// A record that the format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The format is only read.
    #[error("{format} files are only read: write sgf or lib instead")]
    ReadOnly {
        /// The format asked for.
        format: Format,
    },
    /// There is nothing to write.
    #[error("there is no game to write")]
    NoGame,
    /// The format holds one game.
    #[error(
        "a {format} file holds one game, not {count}: write each to a file of its own, or all to one sgf"
    )]
    SeveralGames {
        /// The format asked for.
        format: Format,
        /// How many there are.
        count: usize,
    },
    /// The format knows one board size.
    #[error("a {format} file holds {needed} games, not {size}: use sgf or psq")]
    Size {
        /// The format asked for.
        format: Format,
        /// The record's board.
        size: Size,
        /// The board that the format knows.
        needed: Size,
    },
    /// The record starts with free stones, or with White.
    #[error("{format} cannot hold a set-up position: use sgf or diagram")]
    Setup {
        /// The format asked for.
        format: Format,
    },
    /// The record has a pass.
    #[error("{format} cannot hold a pass (move {ply}): use sgf or lib")]
    Pass {
        /// The format asked for.
        format: Format,
        /// The number of the pass in its line, from 1.
        ply: usize,
    },
    /// The record has no move.
    #[error("{format} cannot hold a game without moves: use sgf")]
    Empty {
        /// The format asked for.
        format: Format,
    },
    /// The record is not a game: a stone lies outside its board.
    #[error("the record is damaged: {action:?} is outside its {size} board")]
    Outside {
        /// The stone.
        action: Move,
        /// The record's board.
        size: Size,
    },
    /// A text cannot be written in the file's character set.
    #[error("`{text}` cannot be written in {charset}: choose another character set, such as utf-8")]
    Charset {
        /// The text.
        text: String,
        /// The name of the character set.
        charset: &'static str,
    },
    /// A text would be read back as something else.
    #[error("the name `{name}` would be read back as a part of the game: change it, or use sgf")]
    Name {
        /// The name.
        name: String,
    },
    /// A text is longer than the format allows.
    #[error("a text of {length} bytes is too long for {format}: the limit is {limit}")]
    TooLong {
        /// The format asked for.
        format: Format,
        /// The length of the text.
        length: usize,
        /// The longest that the format holds.
        limit: usize,
    },
    /// A position that the format has no key for.
    #[error("{format} cannot hold this position: {reason}")]
    Unsupported {
        /// The format asked for.
        format: Format,
        /// Why.
        reason: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_counts_lines_and_characters_from_one() {
        let text = "ab\né8\n";
        assert_eq!(Location::in_text(text, 0), Location::Line { line: 1, column: 1 });
        assert_eq!(Location::in_text(text, 5), Location::Line { line: 2, column: 2 });
        assert_eq!(Location::in_text(text, 99), Location::Line { line: 3, column: 1 });
    }

    #[test]
    fn a_message_says_where_and_what() {
        let error = ReadError {
            format: Format::Psq,
            at: Location::Line { line: 2, column: 4 },
            kind: ReadErrorKind::unexpected("abcdefghijklmnopqrstuvwxyz", "a number"),
        };
        assert_eq!(error.to_string(), "psq, line 2, column 4: `abcdefghijklmnopqrst…` is not a number");
    }
}
