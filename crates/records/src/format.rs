//! Which formats there are, what each can hold, and how to tell them apart.

use std::fmt;
use std::str::FromStr;
use tengen_core::Size;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `h8i9h7`, one game a line.
    Moves,
    /// Gomocup pairs `7,7 8,8`, one game a line.
    Pairs,
    /// `CodeCup` 2020 letters, one move a line, games divided by blank lines.
    CodeCup,
    /// Drawn boards, divided by blank lines.
    Diagram,
    /// Openings as offsets from the centre, one a line.
    Offsets,
    /// Piskvork's game.
    Psq,
    /// Gomotur's game.
    Rec,
    /// SGF, `FF[4]` with `GM[4]`.
    Sgf,
    /// `RenLib` library.
    RenLib,
    /// `RenLib`'s single game, a byte a move.
    Pos,
    /// Yixin-Board's game.
    Sav,
    /// Yixin's and Rapfi's database.
    Yxdb,
}

/// A part of a record that a format may or may not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// More than one game in a file.
    SeveralGames,
    /// Free stones, or White to begin.
    Setup,
    /// Passes.
    Passes,
    /// A game without moves.
    EmptyGame,
    /// The order in which the stones were put.
    MoveOrder,
    /// Variations beside the main line.
    Variations,
    /// The size of the board.
    Size,
    /// The rule.
    Rule,
    /// The restriction of the first moves.
    Opening,
    /// Names of the players.
    Players,
    /// Event, round and date.
    Event,
    /// Who won.
    Result,
    /// How the game ended.
    Termination,
    /// Time spent on each move.
    Times,
    /// Evaluations.
    Evaluations,
    /// Comments.
    Comments,
    /// Labels of moves.
    Labels,
    /// Texts on other points.
    BoardTexts,
    /// Marks on moves.
    Marks,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Moves,
        Self::Pairs,
        Self::CodeCup,
        Self::Diagram,
        Self::Offsets,
        Self::Psq,
        Self::Rec,
        Self::Sgf,
        Self::RenLib,
        Self::Pos,
        Self::Sav,
        Self::Yxdb,
    ];

    /// The name that [`Format::from_str`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Pairs => "pairs",
            Self::CodeCup => "codecup",
            Self::Diagram => "diagram",
            Self::Offsets => "offsets",
            Self::Psq => "psq",
            Self::Rec => "rec",
            Self::Sgf => "sgf",
            Self::RenLib => "lib",
            Self::Pos => "pos",
            Self::Sav => "sav",
            Self::Yxdb => "yxdb",
        }
    }

    /// File extensions without the dot, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Moves => &["moves", "txt"],
            Self::Pairs => &["pairs"],
            Self::CodeCup => &["codecup"],
            Self::Diagram => &["diagram", "board"],
            Self::Offsets => &["offsets"],
            Self::Psq => &["psq"],
            Self::Rec => &["rec"],
            Self::Sgf => &["sgf"],
            Self::RenLib => &["lib"],
            Self::Pos => &["pos"],
            Self::Sav => &["sav"],
            Self::Yxdb => &["db", "yxdb"],
        }
    }

    /// The format that usually has this extension (without the dot, any case).
    pub fn from_extension(extension: &str) -> Option<Self> {
        let has_it = |f: &Self| f.extensions().iter().any(|e| e.eq_ignore_ascii_case(extension));
        Self::ALL.into_iter().find(has_it)
    }

    /// Whether files of this format are written, not only read.
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Yxdb)
    }

    /// The board where neither the file nor the reader says.
    pub const fn default_size(self) -> Size {
        let side = match self {
            Self::CodeCup => 16,
            Self::Offsets | Self::Rec => 20,
            _ => 15,
        };
        match Size::square(side) {
            Ok(size) => size,
            Err(_) => unreachable!(),
        }
    }

    /// The only board of the format, if there is only one.
    pub const fn only_size(self) -> Option<Size> {
        match self {
            Self::RenLib | Self::Pos => Some(Size::FIFTEEN),
            _ => None,
        }
    }

    /// Whether a file of this format keeps that part of a record.
    pub fn holds(self, feature: Feature) -> bool {
        use Feature as F;
        let held: &[Feature] = match self {
            Self::Moves | Self::Pairs => &[F::SeveralGames, F::Passes, F::MoveOrder],
            Self::CodeCup | Self::Offsets => &[F::SeveralGames, F::MoveOrder],
            Self::Diagram => &[F::SeveralGames, F::Setup, F::Passes, F::EmptyGame, F::Size],
            Self::Psq => &[F::EmptyGame, F::MoveOrder, F::Size, F::Players, F::Times, F::Termination],
            Self::Rec => &[F::EmptyGame, F::MoveOrder, F::Players, F::Times, F::Termination],
            Self::Sgf => return true,
            Self::RenLib => &[
                F::Passes,
                F::EmptyGame,
                F::MoveOrder,
                F::Variations,
                F::Size,
                F::Comments,
                F::Labels,
                F::BoardTexts,
                F::Marks,
            ],
            Self::Pos => &[F::MoveOrder, F::Size],
            Self::Sav => &[F::EmptyGame, F::MoveOrder, F::Size],
            Self::Yxdb => &[
                F::SeveralGames,
                F::Setup,
                F::EmptyGame,
                F::Size,
                F::Rule,
                F::Evaluations,
                F::Comments,
                F::Labels,
                F::BoardTexts,
            ],
        };
        held.contains(&feature)
    }

    /// The format of a file, from its bytes where they are unmistakable, else from its extension (without the
    /// dot), else from what its text looks like.
    pub fn detect(extension: Option<&str>, bytes: &[u8]) -> Option<Self> {
        Self::from_magic(bytes)
            .or_else(|| extension.filter(|e| !e.eq_ignore_ascii_case("txt")).and_then(Self::from_extension))
            .or_else(|| Self::from_look(bytes))
            .or_else(|| extension.and_then(Self::from_extension))
    }

    fn from_magic(bytes: &[u8]) -> Option<Self> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if bytes.starts_with(b"\xffRenLib\xff") {
            Some(Self::RenLib)
        } else if bytes.starts_with(&0x184d_2204_u32.to_le_bytes()) {
            Some(Self::Yxdb)
        } else if text.starts_with(b"Piskvorky ") {
            Some(Self::Psq)
        } else if text.first() == Some(&b'(') && text[1..].trim_ascii_start().starts_with(b";") {
            Some(Self::Sgf)
        } else {
            None
        }
    }

    /// A guess from the first lines of a plain text.
    fn from_look(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(&bytes[..bytes.len().min(1 << 16)]).ok()?;
        let line = text.lines().map(str::trim).find(|l| !l.is_empty() && !l.starts_with('#'))?;
        let numbers = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '\t');
        let squares = |c: char| matches!(c, 'X' | 'O' | 'x' | 'o' | '.' | '+' | '_' | '*' | ' ' | '0'..='9');
        let is_codecup =
            |l: &str| matches!(l.as_bytes(), [b'A'..=b'Z', b'a'..=b'z']) || matches!(l, "Start" | "Quit");
        if is_codecup(line) {
            Some(Self::CodeCup)
        } else if line.chars().all(numbers) && line.contains(',') {
            let has_offsets = text.contains('-') || line.contains(", ") || line.matches(',').count() > 1;
            let is_pairs = line.split_whitespace().all(|p| p.matches(',').count() == 1 && !p.ends_with(','));
            Some(if has_offsets && !is_pairs { Self::Offsets } else { Self::Pairs })
        } else if line.chars().all(squares) && line.len() >= 5 {
            Some(Self::Diagram)
        } else if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            Some(Self::Moves)
        } else {
            None
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A format name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown format `{0}`: use moves, pairs, codecup, diagram, offsets, psq, rec, sgf, lib, pos, sav or yxdb"
)]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let wanted = text.trim();
        let named = Self::ALL.into_iter().find(|f| f.name().eq_ignore_ascii_case(wanted));
        named.or_else(|| Self::from_extension(wanted)).ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SeveralGames => "further games",
            Self::Setup => "the set-up",
            Self::Passes => "passes",
            Self::EmptyGame => "games without moves",
            Self::MoveOrder => "the order of the moves",
            Self::Variations => "variations",
            Self::Size => "the board size (say it when the file is read)",
            Self::Rule => "the rule",
            Self::Opening => "the restriction of the first moves",
            Self::Players => "names of the players",
            Self::Event => "event, round or date",
            Self::Result => "the result",
            Self::Termination => "how the game ended",
            Self::Times => "times",
            Self::Evaluations => "evaluations",
            Self::Comments => "comments",
            Self::Labels => "labels of moves",
            Self::BoardTexts => "texts on the board",
            Self::Marks => "marks",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name_and_its_extensions() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            for extension in format.extensions() {
                assert_eq!(Format::from_extension(&extension.to_uppercase()), Some(format));
            }
        }
        assert!("gif".parse::<Format>().is_err());
    }

    #[test]
    fn the_bytes_decide_before_the_extension() {
        assert_eq!(Format::detect(Some("txt"), b"Piskvorky 15x15, 0:0, 0\n"), Some(Format::Psq));
        assert_eq!(Format::detect(Some("txt"), b"\xef\xbb\xbf( ;GM[4])"), Some(Format::Sgf));
        assert_eq!(Format::detect(None, b"\xffRenLib\xff\x03\x04"), Some(Format::RenLib));
        assert_eq!(Format::detect(Some("bin"), &[0x04, 0x22, 0x4d, 0x18, 0]), Some(Format::Yxdb));
    }

    #[test]
    fn plain_text_is_told_by_its_look() {
        for (text, format) in [
            ("h8i9h7\n", Format::Moves),
            ("# a comment\nh8 i9\n", Format::Moves),
            ("7,7 8,8\n", Format::Pairs),
            ("0,0, 1,-1, 2,2\n", Format::Offsets),
            ("-6,1,-6,0,-9,1\n", Format::Offsets),
            ("Hh\nGg\n", Format::CodeCup),
            (". . . . .\n. . X . .\n", Format::Diagram),
            (" 5 . . . . .\n", Format::Diagram),
        ] {
            assert_eq!(Format::detect(Some("txt"), text.as_bytes()), Some(format), "{text}");
        }
        assert_eq!(Format::detect(None, b""), None);
        assert_eq!(Format::detect(Some("sav"), b"15\n15\n0\n"), Some(Format::Sav));
    }
}
