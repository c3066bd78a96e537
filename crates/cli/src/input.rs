//! What comes in: a file, standard input, or moves right in the argument.

use anyhow::{Context as _, bail};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tengen_core::notation::{NotationError, Origin, parse_moves};
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Rule, Size};
use tengen_records::{Charset, Format, ReadOptions};

/// The largest file that is read. The largest libraries in use are some tens of megabytes.
const LIMIT: u64 = 256 << 20;

/// Options of every command that reads games.
#[derive(clap::Args)]
pub(crate) struct ReadArgs {
    /// Rule: freestyle, standard, renju, caro, caro-standard, mixed, mixed-white [default: the file's, or freestyle]
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,
    /// Board size where the input does not say: a side such as 15, or columns and rows such as 20x15
    #[arg(long, value_name = "N|WxH", value_parser = parse_size)]
    pub(crate) size: Option<Size>,
    /// Count rows from the top: a1 is the upper left corner
    #[arg(long)]
    pub(crate) top_origin: bool,
    /// Character set of names and comments where the file does not say, e.g. utf-8, gbk, big5
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub(crate) charset: Option<Charset>,
}

impl ReadArgs {
    pub(crate) fn origin(&self) -> Origin {
        if self.top_origin { Origin::Top } else { Origin::Bottom }
    }

    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            size: self.size,
            rule: self.rule,
            origin: self.origin(),
            charset: self.charset.unwrap_or_default(),
            ..ReadOptions::default()
        }
    }
}

/// Reads `15` or `20x15`.
pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    let side = |t: &str| t.parse().map_err(|_| format!("`{text}` is not a size such as 15 or 20x15"));
    let lower = text.to_ascii_lowercase();
    let (width, height) = lower.split_once('x').unwrap_or((&lower, &lower));
    Size::new(side(width)?, side(height)?).map_err(|error| error.to_string())
}

fn parse_charset(text: &str) -> Result<Charset, String> {
    let unknown =
        || format!("unknown character set `{text}`: use auto, utf-8, gbk, big5 or another usual name");
    Charset::from_label(text).ok_or_else(unknown)
}

/// The format that a file name stands for.
pub(crate) fn format_of_name(path: &Path) -> Option<Format> {
    Format::from_extension(path.extension()?.to_str()?)
}

/// Games that have come in; there is at least one.
pub(crate) struct Games {
    /// The format in which they came.
    pub(crate) format: Format,
    /// The games.
    pub(crate) records: Vec<GameRecord>,
}

/// Where games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Standard,
    /// A file.
    File(PathBuf),
    /// The moves themselves.
    Moves(String),
}

impl Input {
    /// `-` is standard input; a name that exists, that ends like a known format or that has a folder
    /// in it is a file; anything else is moves.
    pub(crate) fn from_argument(argument: &OsStr) -> Self {
        let path = Path::new(argument);
        let has_folder = path.components().count() > 1;
        match argument.to_str() {
            Some("-") => Self::Standard,
            Some(text) if !(has_folder || path.exists() || format_of_name(path).is_some()) => {
                Self::Moves(text.to_owned())
            }
            _ => Self::File(path.to_owned()),
        }
    }

    /// How messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Moves(text) => format!("`{}`", text.chars().take(40).collect::<String>()),
        }
    }

    /// Reads the games. Without a format it is found out.
    pub(crate) fn games(&self, options: &ReadOptions, format: Option<Format>) -> anyhow::Result<Games> {
        let cannot = || format!("cannot read {}", self.name());
        let bytes = match self {
            Self::Moves(text) => {
                let hint = || format!("{} is neither a file nor moves such as h8i9h10", self.name());
                let record = record_of_moves(text, options).with_context(hint)?;
                return Ok(Games { format: Format::Moves, records: vec![record] });
            }
            Self::Standard => whole(std::io::stdin().lock()).with_context(cannot)?,
            Self::File(path) => File::open(path).map_err(Into::into).and_then(whole).with_context(cannot)?,
        };
        let extension = match self {
            Self::File(path) => path.extension().and_then(OsStr::to_str),
            Self::Standard | Self::Moves(_) => None,
        };
        let format = format
            .or_else(|| Format::detect(extension, &bytes))
            .with_context(|| format!("{} is in no known format: name it with --from", self.name()))?;
        let records = tengen_records::read(format, &bytes, options).with_context(|| self.name())?;
        if records.is_empty() {
            bail!("{} holds no game", self.name());
        }
        Ok(Games { format, records })
    }
}

/// The bytes of a file, or of standard input for `-`, and how messages call it.
pub(crate) fn bytes(argument: &OsStr) -> anyhow::Result<(String, Vec<u8>)> {
    let input = if argument == "-" { Input::Standard } else { Input::File(argument.into()) };
    let cannot = || format!("cannot read {}", input.name());
    let bytes = match &input {
        Input::File(path) => File::open(path).map_err(Into::into).and_then(whole).with_context(cannot)?,
        Input::Standard | Input::Moves(_) => whole(std::io::stdin().lock()).with_context(cannot)?,
    };
    Ok((input.name(), bytes))
}

/// The game of an argument; no moves at all are an empty board.
fn record_of_moves(text: &str, options: &ReadOptions) -> Result<GameRecord, NotationError> {
    let size = options.size.unwrap_or(Size::FIFTEEN);
    let mut record = GameRecord::new(size);
    record.rule = options.rule;
    let mut at = NodeId::ROOT;
    for m in parse_moves(text, size, options.origin)? {
        at = record.append(at, m);
    }
    Ok(record)
}

/// All bytes of a reader, up to [`LIMIT`].
fn whole(reader: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        bail!("larger than {} MiB, which no game file is", LIMIT >> 20);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_a_side_or_as_columns_and_rows() {
        assert_eq!(parse_size("15"), Ok(Size::FIFTEEN));
        assert_eq!(parse_size("20X15"), Ok(Size::new(20, 15).unwrap()));
        for bad in ["", "4", "23", "x", "15x", "15x15x15", "-15", "99999999999999999999"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn files_are_told_from_moves() {
        let input = |text: &str| Input::from_argument(OsStr::new(text));
        let moves = |text: &str| Input::Moves(text.to_owned());
        let file = |text: &str| Input::File(text.into());
        assert_eq!(input("-"), Input::Standard);
        assert_eq!(input("h8i9"), moves("h8i9"));
        assert_eq!(input("1. h8 i9 2. h10"), moves("1. h8 i9 2. h10"));
        assert_eq!(input(""), moves(""));
        assert_eq!(input("missing.txt"), file("missing.txt"));
        assert_eq!(input("games/missing"), file("games/missing"));
        assert_eq!(input("Cargo.toml"), file("Cargo.toml"));
    }
}
