//! `RenLib` libraries: a tree of moves on 15x15, two bytes a node, in the order parent, first child, sibling.
//!
//! ```text
//!   head    FF 'RenLib' FF major minor, FF to 20 bytes; very old files have none and start with h8 (0x78)
//!   node    position  0 = root or pass, else x = p % 16 (1 to 15), y = p / 16 + 1 from the top
//!           flags     80 a sibling follows later   40 no child       20 old comment   10 mark
//!                     08 comment                   04 start          02 no move       01 two more flag bytes
//!   texts   comment, then board text: bytes up to a 0, padded to an even length; 08 inside a comment
//!           divides its first line from the rest; an old comment ends with a byte that has its top bit set
//! ```
//!
//! Two choices. A node with the `no move` flag and a board text is a text on another point of its parent
//! (that is how `RenLib` keeps such texts), and so are texts on other points written. A file must end where its
//! tree ends; only the `no child` flag of the very last node may be missing.

use crate::charset::{decode, encode};
use crate::codec::{ReadOptions, WriteOptions};
use crate::error::{Location, ReadError, ReadErrorKind, WriteError};
use crate::format::Format;
use crate::tree::preorder;
use encoding_rs::Encoding;
use std::ops::Range;
use tengen_core::record::{Node, NodeId};
use tengen_core::{GameRecord, Move, Point, Size};

const HEAD_LENGTH: usize = 20;
const MAGIC: &[u8] = b"\xffRenLib\xff";
const NEWEST: (u8, u8) = (3, 4);

const SIBLING: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;
/// In the last extension byte.
const BOARD_TEXT: u8 = 0x01;

/// Divides the first line of a comment from the rest.
const FIRST_LINE_END: char = '\u{8}';

/// Reads a library as one record with variations.
///
/// # Errors
/// With the byte offset of what is not understood, or of the end if the tree is not complete there.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let mut reader = Reader { bytes, at: 0 };
    reader.head()?;
    let mut tree = Tree {
        record: options.record(Size::FIFTEEN),
        here: NodeId::ROOT,
        branches: Vec::new(),
        texts: Vec::new(),
        next: Next::ChildOrEnd,
    };
    let mut is_first = true;
    while reader.at < bytes.len() {
        let start = reader.at;
        if tree.next == Next::Nothing {
            return Err(error(
                start,
                &format!("{:02x}", bytes[start]),
                "the end of the file: the tree is complete",
            ));
        }
        let node = reader.node()?;
        let is_root = is_first && node.point.is_none();
        tree.add(node, is_root);
        is_first = false;
    }
    if !tree.branches.is_empty() || tree.next == Next::Sibling {
        return Err(error(bytes.len(), "", "another variation"));
    }
    Ok(tree.finish(bytes, options))
}

fn error(at: usize, found: &str, expected: &str) -> ReadError {
    let kind = ReadErrorKind::unexpected(found, expected);
    ReadError { format: Format::RenLib, at: Location::Byte(at), kind }
}

/// A node as the file has it.
struct RawNode {
    point: Option<Point>,
    flags: u8,
    /// Where the comment is in the file, and whether it is in the old style.
    comment: Option<Range<usize>>,
    old_comment: Option<Range<usize>>,
    board_text: Option<Range<usize>>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn head(&mut self) -> Result<(), ReadError> {
        if self.bytes.starts_with(MAGIC) {
            let Some(&[major, minor]) = self.bytes.get(8..10) else {
                return Err(error(self.bytes.len(), "", "the version of the library"));
            };
            if (major, minor) > NEWEST {
                return Err(error(8, &format!("{major}.{minor}"), "a version up to 3.4"));
            }
            if self.bytes.len() < HEAD_LENGTH {
                return Err(error(self.bytes.len(), "", "a head of 20 bytes"));
            }
            self.at = HEAD_LENGTH;
            return Ok(());
        }
        match self.bytes.first() {
            Some(0x78) => Ok(()),
            Some(byte) => Err(error(0, &format!("{byte:02x}"), "the head of a RenLib file, or 78 for h8")),
            None => Err(error(0, "", "the head of a RenLib file")),
        }
    }

    fn pair(&mut self, expected: &str) -> Result<[u8; 2], ReadError> {
        match self.bytes.get(self.at..self.at + 2) {
            Some(&[first, second]) => {
                self.at += 2;
                Ok([first, second])
            }
            _ => Err(error(self.bytes.len(), "", expected)),
        }
    }

    fn node(&mut self) -> Result<RawNode, ReadError> {
        let start = self.at;
        let [position, flags] = self.pair("the flags of a node")?;
        let point = Size::FIFTEEN.point(i32::from(position % 16) - 1, i32::from(position / 16));
        if point.is_none() && position != 0 {
            return Err(error(start, &format!("{position:02x}"), "a point of the 15x15 board"));
        }
        let more = if flags & EXTENSION != 0 { self.pair("more flags of a node")?[1] } else { 0 };
        let old_comment = (flags & OLD_COMMENT != 0).then(|| self.old_text()).transpose()?;
        // RenLib reads one comment a node, the old one if both are announced.
        let has_comment = flags & COMMENT != 0 && old_comment.is_none();
        let comment = has_comment.then(|| self.text("the end of a comment")).transpose()?;
        let board_text =
            (more & BOARD_TEXT != 0).then(|| self.text("the end of a board text")).transpose()?;
        Ok(RawNode { point, flags, comment, old_comment, board_text })
    }

    /// Passes over a text that a 0 ends, and gives its place.
    fn text(&mut self, expected: &str) -> Result<Range<usize>, ReadError> {
        let start = self.at;
        loop {
            match self.pair(expected)? {
                [0, _] => return Ok(start..self.at - 2),
                [_, 0] => return Ok(start..self.at - 1),
                _ => {}
            }
        }
    }

    /// Passes over a text whose last byte has its top bit set, and gives its place.
    fn old_text(&mut self) -> Result<Range<usize>, ReadError> {
        let start = self.at;
        loop {
            match self.pair("the end of an old comment")? {
                [0x80..=0xff, _] => return Ok(start..self.at - 1),
                [_, 0x80..=0xff] => return Ok(start..self.at),
                _ => {}
            }
        }
    }
}

/// A piece of text whose character set is not known before the whole file is read.
struct Text {
    owner: NodeId,
    place: TextPlace,
    bytes: Range<usize>,
}

enum TextPlace {
    Comment,
    OldComment,
    Label,
    OtherPoint(Point),
}

struct Tree {
    record: GameRecord,
    here: NodeId,
    /// Parents that have another child to come, the nearest last.
    branches: Vec<NodeId>,
    texts: Vec<Text>,
    next: Next,
}

/// What must follow the node just read.
#[derive(PartialEq, Eq)]
enum Next {
    ChildOrEnd,
    Sibling,
    Nothing,
}

impl Tree {
    fn add(&mut self, node: RawNode, is_root: bool) {
        let parent = self.here;
        if node.flags & SIBLING != 0 && !is_root {
            self.branches.push(parent);
        }
        let RawNode { point, flags, comment, old_comment, board_text } = node;
        match (point, board_text) {
            // A text on another point; it must be a leaf, because nothing can follow no move.
            (Some(p), Some(bytes)) if flags & NO_MOVE != 0 && flags & LEAF != 0 && !is_root => {
                self.texts.push(Text { owner: parent, place: TextPlace::OtherPoint(p), bytes });
            }
            (point, board_text) => {
                if !is_root {
                    self.here = self.record.append(parent, point.map_or(Move::Pass, Move::Place));
                }
                let owner = self.here;
                self.record.node_mut(owner).is_marked = flags & MARK != 0;
                let mut keep = |place, bytes: Option<Range<usize>>| {
                    self.texts.extend(bytes.map(|bytes| Text { owner, place, bytes }));
                };
                keep(TextPlace::Comment, comment);
                keep(TextPlace::OldComment, old_comment);
                keep(TextPlace::Label, board_text);
            }
        }
        self.next = Next::ChildOrEnd;
        if flags & LEAF != 0 {
            self.next = match self.branches.pop() {
                Some(branch) => {
                    self.here = branch;
                    Next::Sibling
                }
                None => Next::Nothing,
            };
        }
    }

    fn finish(mut self, bytes: &[u8], options: &ReadOptions) -> GameRecord {
        let is_modern = |text: &&Text| !matches!(text.place, TextPlace::OldComment);
        let modern = self.texts.iter().filter(is_modern).map(|text| &bytes[text.bytes.clone()]);
        let encoding = options.charset.for_reading(modern);
        for text in self.texts {
            let bytes = &bytes[text.bytes];
            let node = self.record.node_mut(text.owner);
            match text.place {
                TextPlace::Comment => node.comment = comment_from_file(&decode(encoding, bytes)),
                TextPlace::OldComment => node.comment = comment_from_file(&old_characters(bytes)),
                TextPlace::Label => node.label = decode(encoding, bytes),
                TextPlace::OtherPoint(p) => node.board_texts.push((p, decode(encoding, bytes))),
            }
        }
        self.record
    }
}

/// Old comments are seven bits wide, with the Swedish letters where ASCII has brackets.
fn old_characters(bytes: &[u8]) -> String {
    let letter = |byte: &u8| match byte & 0x7f {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        ascii => char::from(ascii),
    };
    bytes.iter().map(letter).collect()
}

fn comment_from_file(text: &str) -> String {
    text.replace('\0', "").replace("\r\n", "\n").replace(['\r', FIRST_LINE_END], "\n")
}

/// A comment as the file has it: its first line, the divider, the rest with Windows line ends.
fn comment_for_file(text: &str) -> String {
    let clean = comment_from_file(text);
    match clean.split_once('\n') {
        Some((first, rest)) => format!("{first}{FIRST_LINE_END}{}", rest.replace('\n', "\r\n")),
        None => clean,
    }
}

/// Writes a record with its variations as a library of version 3.4. The record must be one on 15x15.
pub(crate) fn write(record: &GameRecord, options: &WriteOptions) -> Result<Vec<u8>, WriteError> {
    let texts = record.node_ids().flat_map(|id| {
        let node = record.node(id);
        let others = node.board_texts.iter().map(|(_, text)| text.as_str());
        [node.comment.as_str(), node.label.as_str()].into_iter().chain(others)
    });
    let encoding = options.charset.for_writing(texts);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([NEWEST.0, NEWEST.1]);
    bytes.resize(HEAD_LENGTH, 0xff);
    for visit in preorder(record) {
        let node = record.node(visit.id);
        let is_leaf = node.children().is_empty() && node.board_texts.is_empty();
        let mut flags = 0;
        flags |= if visit.has_sibling { SIBLING } else { 0 };
        // As RenLib itself, the root never says that it is a leaf.
        flags |= if is_leaf && visit.id != NodeId::ROOT { LEAF } else { 0 };
        write_node(&mut bytes, node, flags, encoding)?;
        write_board_texts(&mut bytes, node, encoding)?;
    }
    Ok(bytes)
}

fn position_byte(p: Option<Point>) -> u8 {
    p.map_or(0, |p| p.y() * 16 + p.x() + 1)
}

fn write_node(
    bytes: &mut Vec<u8>,
    node: &Node,
    mut flags: u8,
    encoding: &'static Encoding,
) -> Result<(), WriteError> {
    let comment = encode(encoding, &comment_for_file(&node.comment))?;
    let label = encode(encoding, &node.label.replace('\0', ""))?;
    flags |= if node.is_marked { MARK } else { 0 };
    flags |= if comment.is_empty() { 0 } else { COMMENT };
    flags |= if label.is_empty() { 0 } else { EXTENSION };
    bytes.extend([position_byte(node.action.and_then(Move::point)), flags]);
    if !label.is_empty() {
        bytes.extend([0, BOARD_TEXT]);
    }
    for text in [comment, label].iter().filter(|text| !text.is_empty()) {
        write_text(bytes, text);
    }
    Ok(())
}

/// Texts on other points, as leaves before the first child.
fn write_board_texts(
    bytes: &mut Vec<u8>,
    node: &Node,
    encoding: &'static Encoding,
) -> Result<(), WriteError> {
    let count = node.board_texts.len() + node.children().len();
    for (i, (p, text)) in node.board_texts.iter().enumerate() {
        let sibling = if i + 1 < count { SIBLING } else { 0 };
        bytes.extend([position_byte(Some(*p)), sibling | LEAF | NO_MOVE | EXTENSION, 0, BOARD_TEXT]);
        write_text(bytes, &encode(encoding, &text.replace('\0', ""))?);
    }
    Ok(())
}

fn write_text(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend(text);
    bytes.push(0);
    if text.len().is_multiple_of(2) {
        bytes.push(0);
    }
}

#[cfg(test)]
#[path = "renlib_tests.rs"]
mod tests;
