//! Yixin's and Rapfi's position database (`.db`), read into [`Database`].
//!
//! ```text
//!   file    perhaps one LZ4 frame around everything; u32 number of records; all little endian
//!   record  u16 key length, key, u16 data length, data
//!   key     rule (0 freestyle, 1 standard, 2 renju), width, height, then (x, y) pairs: black stones, white
//!           stones; of n pairs the first ceil(n / 2) are Black's; (-1, -1) last of a colour is a pass
//!   data    nothing, or i8 label, i16 value, i16 depth * 4 + bound, text
//!   text    perhaps `@BTXT@` and lines of two digits (base 22) for a point with its text, then 08; a comment
//! ```
//!
//! Mind the two points of view: a label is about the player who moved into the position, a value about the
//! side to move. A record of a 0x0 board is not a position; its text may say that the file is in UTF-8.

use crate::charset::{Charset, decode};
use crate::codec::ReadOptions;
use crate::error::{Location, ReadError, ReadErrorKind, WriteError};
use crate::format::Format;
use encoding_rs::UTF_8;
use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use std::io::{Read as _, Write as _};
use std::ops::Range;
use tengen_core::record::{Evaluation, NodeId};
use tengen_core::{Colour, GameRecord, Point, Rule, Size};

const LZ4_MAGIC: [u8; 4] = 0x184d_2204_u32.to_le_bytes();
const UTF8_MARK: &[u8] = b"charset=\"UTF-8\"";
const BOARD_TEXTS: &str = "@BTXT@";
const SECTION_END: char = '\u{8}';
/// Rapfi's value of a win here and now; a win in n plies is n less.
const WIN_VALUE: i32 = 30_000;
/// From here on a value is a win in a known number of plies; this very value is a win of unknown length.
const WIN_UNKNOWN: i32 = WIN_VALUE - 500;

/// What a database says of a position, about the player who has just moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Nothing is known, not even a value.
    Null,
    /// There is a value but no result.
    None,
    /// The player who moved here wins (`w`).
    Win,
    /// The player who moved here loses (`l`).
    Loss,
    /// A draw (`d`).
    Draw,
    /// Not to be searched (`x`).
    Blocked,
    /// The forced move (`!`).
    Forced,
    /// Any other sign of a user.
    Other(i8),
}

impl Label {
    const fn from_byte(byte: i8) -> Self {
        match byte as u8 {
            0 => Self::Null,
            0xff => Self::None,
            b'w' => Self::Win,
            b'l' => Self::Loss,
            b'd' => Self::Draw,
            b'x' => Self::Blocked,
            b'!' => Self::Forced,
            _ => Self::Other(byte),
        }
    }

    const fn byte(self) -> i8 {
        match self {
            Self::Null => 0,
            Self::None => -1,
            Self::Win => b'w' as i8,
            Self::Loss => b'l' as i8,
            Self::Draw => b'd' as i8,
            Self::Blocked => b'x' as i8,
            Self::Forced => b'!' as i8,
            Self::Other(byte) => byte,
        }
    }

    /// The sign on the board, or nothing.
    pub fn sign(self) -> String {
        let byte = self.byte();
        if byte > 32 { char::from(byte as u8).to_string() } else { String::new() }
    }
}

/// How a value is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// There is no value.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the value.
    Exact,
}

/// A position of a database with all that is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseEntry {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Black's stones.
    pub black: Vec<Point>,
    /// White's stones.
    pub white: Vec<Point>,
    /// Whose turn it is.
    pub to_move: Colour,
    /// The verdict, about the player who has just moved.
    pub label: Label,
    /// The value, for the side to move.
    pub value: i16,
    /// How deep the search for the value was.
    pub depth: i16,
    /// How the value is meant.
    pub bound: Bound,
    /// Short texts on points.
    pub board_texts: Vec<(Point, String)>,
    /// Free text.
    pub comment: String,
}

/// A whole database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    /// The positions in the order of the file.
    pub records: Vec<DatabaseEntry>,
}

/// Whether a database is written packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Plain,
    /// In an LZ4 frame.
    Lz4,
}

impl DatabaseEntry {
    /// The value and verdict for the player who has just moved into the position.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let value = -i32::from(self.value);
        let plies =
            if (WIN_UNKNOWN + 1..=WIN_VALUE).contains(&value.abs()) { WIN_VALUE - value.abs() } else { 0 };
        match self.label {
            Label::Win => Some(Evaluation::Win(if value > 0 { plies as u32 } else { 0 })),
            Label::Loss => Some(Evaluation::Loss(if value < 0 { plies as u32 } else { 0 })),
            Label::Draw => Some(Evaluation::Draw),
            _ if self.bound != Bound::Exact => None,
            _ if (WIN_UNKNOWN..=WIN_VALUE).contains(&value) => Some(Evaluation::Win(plies as u32)),
            _ if (-WIN_VALUE..=-WIN_UNKNOWN).contains(&value) => Some(Evaluation::Loss(plies as u32)),
            _ => Some(Evaluation::Score(value)),
        }
    }

    /// The position as a record: its stones as a set-up, and what is said of it at the root.
    pub fn to_record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.size);
        record.rule = Some(self.rule);
        record.first = self.to_move;
        let stones = |points: &[Point], colour| points.iter().map(move |p| (*p, colour)).collect::<Vec<_>>();
        record.setup = stones(&self.black, Colour::Black);
        record.setup.extend(stones(&self.white, Colour::White));
        let root = record.node_mut(NodeId::ROOT);
        root.label = self.label.sign();
        root.evaluation = self.evaluation();
        root.comment.clone_from(&self.comment);
        root.board_texts.clone_from(&self.board_texts);
        record
    }
}

impl Database {
    /// Reads a database, packed or not.
    ///
    /// # Errors
    /// With the byte offset (in the unpacked data) of what is not understood.
    pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Self, ReadError> {
        if bytes.starts_with(&LZ4_MAGIC) {
            let unpacked = unpack(bytes, options.unpacked_limit)?;
            read_records(&unpacked, options)
        } else {
            read_records(bytes, options)
        }
    }

    /// A record for each position.
    pub fn to_records(&self) -> Vec<GameRecord> {
        self.records.iter().map(DatabaseEntry::to_record).collect()
    }

    /// The database as a file in UTF-8. Keys are written as they are; a reader that looks positions up under
    /// symmetry expects the caller to have chosen the smallest image.
    ///
    /// # Errors
    /// When a text is too long or a position has no key: the rule, or the number of stones.
    pub fn write(&self, packing: Packing) -> Result<Vec<u8>, WriteError> {
        let count = u32::try_from(self.records.len() + 1).unwrap_or(u32::MAX);
        let mut bytes = count.to_le_bytes().to_vec();
        write_block(&mut bytes, &[0, 0, 0])?;
        let mut mark = vec![0; 5];
        mark.extend(UTF8_MARK);
        write_block(&mut bytes, &mark)?;
        for entry in &self.records {
            write_block(&mut bytes, &key(entry)?)?;
            write_block(&mut bytes, &data(entry))?;
        }
        Ok(match packing {
            Packing::Plain => bytes,
            Packing::Lz4 => pack(&bytes),
        })
    }
}

fn error(at: usize, kind: ReadErrorKind) -> ReadError {
    ReadError { format: Format::Yxdb, at: Location::Byte(at), kind }
}

/// Unpacks an LZ4 frame up to a limit.
fn unpack(bytes: &[u8], limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut unpacked = Vec::new();
    let mut decoder = FrameDecoder::new(bytes).take(limit.saturating_add(1));
    let outcome = decoder.read_to_end(&mut unpacked);
    let rest = decoder.get_ref().get_ref();
    let damaged = |why: &str| error(bytes.len() - rest.len(), ReadErrorKind::Packing(why.to_owned()));
    if let Err(damage) = outcome {
        return Err(damaged(&damage.to_string()));
    }
    if unpacked.len() as u64 > limit {
        return Err(error(0, ReadErrorKind::TooMuch { what: "bytes when unpacked", limit }));
    }
    if rest.is_empty() { Ok(unpacked) } else { Err(damaged("there are bytes behind its end")) }
}

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = FrameEncoder::new(Vec::new());
    // A vector takes any bytes, so neither step can fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize, expected: &str) -> Result<&'a [u8], ReadError> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len());
        let end = end
            .ok_or_else(|| error(self.bytes.len(), ReadErrorKind::Ended { expected: expected.to_owned() }))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// A block with its length before it, as its place in the file.
    fn block(&mut self, expected: &str) -> Result<Range<usize>, ReadError> {
        let length = self.take(2, expected)?;
        let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
        self.take(length, expected)?;
        Ok(self.at - length..self.at)
    }
}

/// Reads all records; texts are decoded at the end, when the character set is known.
fn read_records(bytes: &[u8], options: &ReadOptions) -> Result<Database, ReadError> {
    let mut reader = Reader { bytes, at: 0 };
    let count = reader.take(4, "the number of records")?;
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
    let mut records = Vec::new();
    let mut texts: Vec<Range<usize>> = Vec::new();
    let mut is_utf8 = false;
    for _ in 0..count {
        let key = reader.block("the key of a record")?;
        if key.is_empty() {
            continue;
        }
        let data = reader.block("the data of a record")?;
        let text = (data.start + 5).min(data.end)..data.end;
        match read_key(bytes, key)? {
            Some(mut entry) => {
                read_values(&mut entry, &bytes[data]);
                records.push(entry);
                texts.push(text);
            }
            None => is_utf8 |= bytes[text].starts_with(UTF8_MARK),
        }
    }
    if let Some(extra) = bytes.get(reader.at) {
        let kind = ReadErrorKind::unexpected(&format!("{extra:02x}"), "the end of the file");
        return Err(error(reader.at, kind));
    }
    let charset = if is_utf8 { Charset::Fixed(UTF_8) } else { options.charset };
    let encoding = charset.for_reading(texts.iter().map(|text| &bytes[text.clone()]));
    for (entry, text) in records.iter_mut().zip(texts) {
        read_text(entry, &decode(encoding, &bytes[text]));
    }
    Ok(Database { records })
}

/// The position of a key; `None` for the key of a 0x0 board.
fn read_key(bytes: &[u8], place: Range<usize>) -> Result<Option<DatabaseEntry>, ReadError> {
    let fail = |offset: usize, found: String, expected: &str| {
        error(place.start + offset, ReadErrorKind::unexpected(&found, expected))
    };
    let key = &bytes[place.clone()];
    let [rule, width, height, pairs @ ..] = key else {
        return Err(fail(0, format!("a key of {} bytes", key.len()), "a key of 3 bytes or more"));
    };
    if (*width, *height) == (0, 0) {
        return Ok(None);
    }
    let rule = match rule {
        0 => Rule::Freestyle,
        1 => Rule::Standard,
        2 => Rule::Renju,
        other => return Err(fail(0, other.to_string(), "a rule from 0 to 2")),
    };
    let size = Size::new(usize::from(*width), usize::from(*height))
        .map_err(|e| error(place.start + 1, ReadErrorKind::Size(e)))?;
    let (pairs, rest) = pairs.as_chunks::<2>();
    if !rest.is_empty() || pairs.len() > size.area() + 1 {
        return Err(fail(3, format!("{} bytes", key.len() - 3), "pairs of coordinates, one a stone"));
    }
    let black_pairs = pairs.len().div_ceil(2);
    let mut seen = vec![false; size.area()];
    let mut stones = [Vec::new(), Vec::new()];
    for (i, [x, y]) in pairs.iter().enumerate() {
        let is_last_of_colour = i + 1 == black_pairs || i + 1 == pairs.len();
        if (*x, *y) == (0xff, 0xff) && is_last_of_colour {
            continue;
        }
        let p = size.point(i32::from(*x as i8), i32::from(*y as i8)).filter(|p| {
            let at = usize::from(p.y()) * usize::from(size.width()) + usize::from(p.x());
            !std::mem::replace(&mut seen[at], true)
        });
        let expected = "an empty point of the board, or a pass behind the stones";
        let p = p.ok_or_else(|| fail(3 + 2 * i, format!("{},{}", *x as i8, *y as i8), expected))?;
        stones[usize::from(i >= black_pairs)].push(p);
    }
    let to_move = if pairs.len().is_multiple_of(2) { Colour::Black } else { Colour::White };
    let [black, white] = stones;
    let nothing = (Label::Null, 0, 0, Bound::None, Vec::new(), String::new());
    let (label, value, depth, bound, board_texts, comment) = nothing;
    Ok(Some(DatabaseEntry {
        rule,
        size,
        black,
        white,
        to_move,
        label,
        value,
        depth,
        bound,
        board_texts,
        comment,
    }))
}

/// Takes label, value, depth and bound; what is cut off counts as zero, as Rapfi has it.
fn read_values(entry: &mut DatabaseEntry, data: &[u8]) {
    let number = |at: usize| data.get(at..at + 2).map_or(0, |b| i16::from_le_bytes([b[0], b[1]]));
    entry.label = data.first().map_or(Label::Null, |byte| Label::from_byte(*byte as i8));
    entry.value = number(1);
    entry.depth = number(3) >> 2;
    entry.bound = match number(3) & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => Bound::None,
    };
}

/// Takes board texts and the comment. A board text that is on no point is left out.
fn read_text(entry: &mut DatabaseEntry, text: &str) {
    // Early versions wrote a stray 0 behind texts.
    let text = text.replace('\0', "");
    let mut comment = text.as_str();
    if let Some(section) = text.strip_prefix(BOARD_TEXTS) {
        let (section, rest) = section.split_once(SECTION_END).unwrap_or((section, ""));
        comment = rest;
        for line in section.split('\n') {
            let mut rest = line.chars();
            let digit = |c: Option<char>| c.and_then(|c| c.to_digit(22)).map_or(-1, |d| d as i32);
            let (x, y) = (digit(rest.next()), digit(rest.next()));
            if let Some(p) = entry.size.point(x, y).filter(|_| !rest.as_str().is_empty()) {
                entry.board_texts.push((p, rest.as_str().to_owned()));
            }
        }
    }
    entry.comment = comment.replace(SECTION_END, "\n");
}

/// Appends a block with its length before it.
fn write_block(bytes: &mut Vec<u8>, block: &[u8]) -> Result<(), WriteError> {
    let length = block.len();
    let limit = usize::from(u16::MAX);
    let prefix =
        u16::try_from(length).map_err(|_| WriteError::TooLong { format: Format::Yxdb, length, limit })?;
    bytes.extend(prefix.to_le_bytes());
    bytes.extend(block);
    Ok(())
}

fn key(entry: &DatabaseEntry) -> Result<Vec<u8>, WriteError> {
    let unsupported = |reason| WriteError::Unsupported { format: Format::Yxdb, reason };
    let rule = match entry.rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 2,
        _ => return Err(unsupported("its rule is not freestyle, standard or renju")),
    };
    let pair = |p: &Point| [p.x(), p.y()];
    let mut black: Vec<[u8; 2]> = entry.black.iter().map(pair).collect();
    let mut white: Vec<[u8; 2]> = entry.white.iter().map(pair).collect();
    let usual = if (black.len() + white.len()).is_multiple_of(2) { Colour::Black } else { Colour::White };
    if usual != entry.to_move {
        if usual == Colour::Black { &mut black } else { &mut white }.push([0xff, 0xff]);
    }
    if black.len() != (black.len() + white.len()).div_ceil(2) {
        return Err(unsupported("Black must have as many stones as White, or one more"));
    }
    let mut key = vec![rule, entry.size.width(), entry.size.height()];
    key.extend(black.into_iter().chain(white).flatten());
    Ok(key)
}

fn data(entry: &DatabaseEntry) -> Vec<u8> {
    let mut data = vec![entry.label.byte() as u8];
    data.extend(entry.value.to_le_bytes());
    let bound = match entry.bound {
        Bound::None => 0,
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    data.extend((entry.depth << 2 | bound).to_le_bytes());
    if !entry.board_texts.is_empty() || entry.comment.starts_with(BOARD_TEXTS) {
        data.extend(BOARD_TEXTS.bytes());
        for (p, text) in &entry.board_texts {
            let digit = |n: u8| char::from_digit(u32::from(n), 22).unwrap_or('0').to_ascii_uppercase();
            data.extend([digit(p.x()), digit(p.y())].iter().map(|c| *c as u8));
            data.extend(text.replace(['\n', SECTION_END, '\0'], "").bytes());
            data.push(b'\n');
        }
        data.push(SECTION_END as u8);
    }
    data.extend(entry.comment.replace('\0', "").bytes());
    data
}

#[cfg(test)]
#[path = "yxdb_tests.rs"]
mod tests;
