//! Plain notation: points, move strings, Gomocup pairs, CodeCup letters, diagrams.
//!
//! Two origins are in use for `h8` strings. Board players (RenLib, Yixin, gomocalc) count row 1 at the
//! bottom; some tools (c-gomoku-cli, the Gomocup judge) count it at the top. Ours is the bottom;
//! [`Origin::Top`] reads and writes the other.

use crate::colour::Colour;
use crate::geometry::{Point, Size};
use crate::position::Move;
use crate::referee::Grid;
use std::fmt::{self, Write as _};

/// Where row 1 is in `h8` notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Origin {
    /// Row 1 is the lowest, as board players count.
    #[default]
    Bottom,
    /// Row 1 is the highest.
    Top,
}

/// What is wrong with a text in plain notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Byte offset in the text where the trouble starts.
    pub offset: usize,
    /// The offending piece of the text.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl NotationError {
    fn new(offset: usize, found: impl Into<String>, expected: impl Into<String>) -> Self {
        let mut found: String = found.into();
        if let Some((cut, _)) = found.char_indices().nth(20) {
            found.truncate(cut);
            found.push('…');
        }
        Self { offset, found, expected: expected.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, found, expected } = self;
        if found.is_empty() {
            write!(f, "at byte {offset}: the text ends where {expected} was expected")
        } else {
            write!(f, "at byte {offset}: `{found}` is not {expected}")
        }
    }
}

impl std::error::Error for NotationError {}

/// The point as board players write it, e.g. `h8`.
pub fn point_name(p: Point, size: Size, origin: Origin) -> String {
    let row = match origin {
        Origin::Bottom => size.height() - p.y(),
        Origin::Top => p.y() + 1,
    };
    format!("{}{row}", char::from(b'a' + p.x()))
}

/// Reads a point such as `h8` (any case).
///
/// # Errors
/// When the text is no point of a board of this size.
pub fn parse_point(text: &str, size: Size, origin: Origin) -> Result<Point, NotationError> {
    let (p, rest) = split_point(text, 0, size, origin)?;
    if rest == text.len() {
        Ok(p)
    } else {
        Err(NotationError::new(rest, &text[rest..], "the end of the point"))
    }
}

/// Reads one point at `start`, and gives it with the offset behind it.
fn split_point(
    text: &str,
    start: usize,
    size: Size,
    origin: Origin,
) -> Result<(Point, usize), NotationError> {
    let bytes = &text.as_bytes()[start..];
    let digits = bytes.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
    let end = start + 1 + digits;
    let last = point_name_range(size);
    let fail = || {
        let end = text[start..].char_indices().nth(1 + digits).map_or(text.len(), |(i, _)| start + i);
        NotationError::new(start, &text[start..end], format!("a point from a1 to {last}"))
    };
    let letter = bytes.first().copied().filter(u8::is_ascii_alphabetic).ok_or_else(fail)?;
    let x = i32::from(letter.to_ascii_lowercase() - b'a');
    let row: i32 = text.get(start + 1..end).and_then(|t| t.parse().ok()).ok_or_else(fail)?;
    let y = match origin {
        Origin::Bottom => i32::from(size.height()).checked_sub(row).ok_or_else(fail)?,
        Origin::Top => row.checked_sub(1).ok_or_else(fail)?,
    };
    Ok((size.point(x, y).ok_or_else(fail)?, end))
}

/// The name of the last column and row, e.g. `o15`.
fn point_name_range(size: Size) -> String {
    format!("{}{}", char::from(b'a' + size.width() - 1), size.height())
}

/// The moves as one string, e.g. `h8i9h7`; a pass is `--`.
pub fn moves_to_string(moves: &[Move], size: Size, origin: Origin) -> String {
    moves.iter().map(|m| m.point().map_or_else(|| "--".to_owned(), |p| point_name(p, size, origin))).collect()
}

/// Reads a move string: points such as `h8`, any case, with or without spaces, commas or dashes between
/// them; `--` is a pass. A leading move number such as `1.` is skipped.
///
/// # Errors
/// At the first piece that is no move on a board of this size.
pub fn parse_moves(text: &str, size: Size, origin: Origin) -> Result<Vec<Move>, NotationError> {
    let mut moves = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let rest = &text[at..];
        if rest.starts_with("--") {
            moves.push(Move::Pass);
            at += 2;
        } else if byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'-') {
            at += 1;
        } else if let Some(length) = move_number(rest) {
            at += length;
        } else {
            let (p, end) = split_point(text, at, size, origin)?;
            moves.push(Move::Place(p));
            at = end;
        }
    }
    Ok(moves)
}

/// The length of a move number such as `12.` at the start of the text.
fn move_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && text.as_bytes().get(digits) == Some(&b'.')).then_some(digits + 1)
}

/// The point as Gomocup writes it: `x,y` from 0, from the upper left.
pub fn pair_name(p: Point) -> String {
    format!("{},{}", p.x(), p.y())
}

/// Reads a Gomocup pair `x,y`. Spaces around the numbers are allowed.
///
/// # Errors
/// When the text is no point of a board of this size.
pub fn parse_pair(text: &str, size: Size) -> Result<Point, NotationError> {
    let wanted =
        || format!("x,y with x from 0 to {} and y from 0 to {}", size.width() - 1, size.height() - 1);
    let fail = || NotationError::new(0, text, wanted());
    let (x, y) = text.split_once(',').ok_or_else(fail)?;
    let number = |t: &str| t.trim().parse::<i32>().map_err(|_| fail());
    size.point(number(x)?, number(y)?).ok_or_else(fail)
}

/// The point as CodeCup 2020 writes it: row letter `A`.., then column letter `a`...
pub fn codecup_name(p: Point) -> String {
    [char::from(b'A' + p.y()), char::from(b'a' + p.x())].iter().collect()
}

/// Reads a CodeCup 2020 point such as `Hh`.
///
/// # Errors
/// When the text is no point of a board of this size.
pub fn parse_codecup(text: &str, size: Size) -> Result<Point, NotationError> {
    let fail = || NotationError::new(0, text, "a CodeCup move: row letter A.., column letter a..");
    let [row @ b'A'..=b'Z', column @ b'a'..=b'z'] = text.as_bytes() else { return Err(fail()) };
    size.point(i32::from(column - b'a'), i32::from(row - b'A')).ok_or_else(fail)
}

/// An ASCII diagram with coordinates: `X` Black, `O` White, `.` empty, row 1 at the bottom.
///
/// ```text
///  3 . . X
///  2 . O .
///  1 . . .
///    a b c
/// ```
pub fn diagram(grid: &Grid) -> String {
    let size = grid.size();
    let mut text = String::new();
    for y in 0..size.height() {
        let _ = write!(text, "{:>2}", size.height() - y);
        for x in 0..size.width() {
            let stone = Point::new(x, y).and_then(|p| grid.get(p));
            text.extend([' ', stone.map_or('.', Colour::letter)]);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for x in 0..size.width() {
        text.extend([' ', char::from(b'a' + x)]);
    }
    text.push('\n');
    text
}

/// Reads a diagram of `X`, `O` and `.` (also `x o 0 + - _ * # b w`, spaces ignored). Row numbers at either side and
/// a line of column letters are skipped. The size is the diagram's.
///
/// # Errors
/// When rows differ in length, the size is not supported, or a sign is unknown.
pub fn parse_diagram(text: &str) -> Result<Grid, NotationError> {
    let mut rows: Vec<(usize, Vec<Option<Colour>>)> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if !is_frame_line(line) {
            rows.push((offset, diagram_row(line, offset)?));
        }
        offset += line.len();
    }
    let width = rows.first().map_or(0, |(_, row)| row.len());
    if let Some((at, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        let found = format!("{} squares", row.len());
        return Err(NotationError::new(*at, found, format!("a row of {width} squares like the first row")));
    }
    let size = Size::new(width, rows.len())
        .map_err(|_| NotationError::new(0, format!("{width}x{}", rows.len()), "a board of 5x5 to 22x22"))?;
    let mut grid = Grid::new(size);
    for (p, stone) in size.points().zip(rows.into_iter().flat_map(|(_, row)| row)) {
        grid.set(p, stone);
    }
    Ok(grid)
}

/// Whether a line of a diagram holds no squares: blank, or the letters `a b c ...` in order.
fn is_frame_line(line: &str) -> bool {
    let letters: Vec<u8> =
        line.bytes().filter(|b| !b.is_ascii_whitespace()).map(|b| b.to_ascii_lowercase()).collect();
    letters.iter().zip(b'a'..).all(|(letter, expected)| *letter == expected)
}

fn diagram_row(line: &str, offset: usize) -> Result<Vec<Option<Colour>>, NotationError> {
    let body = line.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    let body = if body.trim_end().len() < body.len() { body } else { line };
    let start = body.len() - body.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // A row number is followed by a space; `0` alone may also be a white stone.
    let start = if body[start..].starts_with(' ') { start } else { body.len() - body.trim_start().len() };
    let mut row = Vec::new();
    for (i, sign) in body.char_indices().filter(|(i, _)| *i >= start) {
        match sign {
            'X' | 'x' | 'B' | 'b' | '#' | '●' => row.push(Some(Colour::Black)),
            'O' | 'o' | '0' | 'W' | 'w' | '○' => row.push(Some(Colour::White)),
            '.' | '+' | '-' | '_' | '*' | '·' => row.push(None),
            c if c.is_whitespace() => {}
            c => return Err(NotationError::new(offset + i, c.to_string(), "a square: X, O or .")),
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_one_is_at_the_bottom_unless_asked() {
        let size = Size::FIFTEEN;
        assert_eq!(parse_point("a1", size, Origin::Bottom), Ok(Point::new(0, 14).unwrap()));
        assert_eq!(parse_point("A1", size, Origin::Top), Ok(Point::new(0, 0).unwrap()));
        assert_eq!(point_name(size.centre(), size, Origin::Bottom), "h8");
    }

    #[test]
    fn move_strings_read_with_and_without_separators() {
        let size = Size::FIFTEEN;
        let plain = parse_moves("h8i9h10", size, Origin::Bottom).unwrap();
        assert_eq!(parse_moves("1. H8, I9; 2.h10", size, Origin::Bottom).unwrap(), plain);
        assert_eq!(parse_moves("h8-i9-h10", size, Origin::Bottom).unwrap(), plain);
        assert_eq!(moves_to_string(&plain, size, Origin::Bottom), "h8i9h10");
        let passed = parse_moves("h8--i9", size, Origin::Bottom).unwrap();
        assert_eq!(passed[1], Move::Pass);
        assert_eq!(moves_to_string(&passed, size, Origin::Bottom), "h8--i9");
    }

    #[test]
    fn a_bad_move_is_named_with_its_offset() {
        let error = parse_moves("h8p3", Size::FIFTEEN, Origin::Bottom).unwrap_err();
        assert_eq!((error.offset, error.found.as_str()), (2, "p3"));
        assert_eq!(error.to_string(), "at byte 2: `p3` is not a point from a1 to o15");
        for bad in ["h", "8", "h0", "h16", "h99999999999", "é8", "hé", "h8ü"] {
            assert!(parse_moves(bad, Size::FIFTEEN, Origin::Bottom).is_err(), "{bad}");
        }
    }

    #[test]
    fn gomocup_and_codecup_points_read_back() {
        let size = Size::square(16).unwrap();
        for p in size.points() {
            assert_eq!(parse_pair(&pair_name(p), size), Ok(p));
            assert_eq!(parse_codecup(&codecup_name(p), size), Ok(p));
        }
        assert_eq!(codecup_name(Point::new(0, 7).unwrap()), "Ha");
        assert!(parse_pair("16,0", size).is_err());
        assert!(parse_pair("1;0", size).is_err());
        assert!(parse_codecup("Zz", size).is_err());
    }

    #[test]
    fn diagrams_read_back_and_tolerate_frames() {
        let mut grid = Grid::new(Size::new(7, 11).unwrap());
        grid.set(Point::new(0, 0).unwrap(), Some(Colour::Black));
        grid.set(Point::new(6, 10).unwrap(), Some(Colour::White));
        assert_eq!(parse_diagram(&diagram(&grid)).unwrap(), grid);
        let plain = parse_diagram("X++++\n+0+++\n+++++\n+++++\n++++O").unwrap();
        assert_eq!(plain.stones().count(), 3);
        assert!(parse_diagram("X++++\n+++\n").is_err());
        assert!(parse_diagram("X+++Q\n+++++\n+++++\n+++++\n+++++").is_err());
        assert!(parse_diagram("").is_err());
    }
}
