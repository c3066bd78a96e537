//! Yixin-Board's `.sav`: height, width, number of moves, then `row column` a line, both from 0 at the top left.

use crate::charset::decode_file;
use crate::codec::ReadOptions;
use crate::error::{ReadError, ReadErrorKind};
use crate::format::Format;
use crate::lines::{Line, ended, lines};
use std::fmt::Write as _;
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Move, Size};

/// Reads a `.sav` file.
///
/// # Errors
/// When a number is missing, too many or off the board.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let format = Format::Sav;
    let text = decode_file(bytes, options.charset);
    let mut numbers = Numbers { text: &text, pending: Vec::new(), rest: lines(&text) };
    let (line, offset, height) = numbers.next("the height of the board")?;
    let (_, _, width) = numbers.next("the width of the board")?;
    let size =
        Size::new(width, height).map_err(|e| line.error_kind(format, offset, ReadErrorKind::Size(e)))?;
    let (line, offset, count) = numbers.next("the number of moves")?;
    if count > size.area() {
        return Err(line.error(format, offset, format!("a number of moves up to {}", size.area())));
    }
    let mut record = options.record(size);
    let mut at = NodeId::ROOT;
    for _ in 0..count {
        let (line, offset, row) = numbers.next("the row of a move")?;
        let (_, _, column) = numbers.next("the column of a move")?;
        let small = |n: usize| i32::try_from(n).unwrap_or(-1);
        let p = size.point(small(column), small(row)).ok_or_else(|| {
            line.error(format, offset, format!("a row and a column of the {size} board, from 0"))
        })?;
        at = record.append(at, Move::Place(p));
    }
    match numbers.next("nothing") {
        Ok((line, offset, _)) => Err(line.error(format, offset, "the end of the file")),
        Err(ReadError { kind: ReadErrorKind::Ended { .. }, .. }) => Ok(record),
        Err(error) => Err(error),
    }
}

/// The numbers of a file, wherever the lines break.
struct Numbers<'a, L> {
    text: &'a str,
    /// The numbers of the current line, the next one last.
    pending: Vec<(Line<'a>, usize, i64)>,
    rest: L,
}

impl<'a, L: Iterator<Item = Line<'a>>> Numbers<'a, L> {
    fn next(&mut self, expected: &str) -> Result<(Line<'a>, usize, usize), ReadError> {
        while self.pending.is_empty() {
            let line = self.rest.next().ok_or_else(|| ended(Format::Sav, self.text, expected))?;
            let numbers = line.integers(Format::Sav, char::is_whitespace)?;
            self.pending = numbers.into_iter().rev().map(|(offset, number)| (line, offset, number)).collect();
        }
        let (line, offset, number) =
            self.pending.pop().ok_or_else(|| ended(Format::Sav, self.text, expected))?;
        let number = usize::try_from(number).map_err(|_| line.error(Format::Sav, offset, expected))?;
        Ok((line, offset, number))
    }
}

/// The main line as a `.sav` file.
pub(crate) fn write(record: &GameRecord) -> String {
    let moves = record.main_moves();
    let mut text = format!("{}\n{}\n{}\n", record.size.height(), record.size.width(), moves.len());
    for p in moves.iter().filter_map(|m| m.point()) {
        let _ = writeln!(text, "{} {}", p.y(), p.x());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Point;

    #[test]
    fn the_row_comes_before_the_column_and_the_height_before_the_width() {
        let game = read(b"12\n15\n2\n0 14\n11 3\n", &ReadOptions::default()).unwrap();
        assert_eq!(game.size, Size::new(15, 12).unwrap());
        let place = |x, y| Move::Place(Point::new(x, y).unwrap());
        assert_eq!(game.main_moves(), [place(14, 0), place(3, 11)]);
        assert_eq!(write(&game), "12\n15\n2\n0 14\n11 3\n");
    }

    #[test]
    fn a_bad_sav_is_refused_with_its_place() {
        let at = |text: &[u8]| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(
            at(b"15\n15\n2\n0 0\n"),
            "sav, line 5, column 1: the file ends where the row of a move was expected"
        );
        assert_eq!(
            at(b"15\n15\n1\n0 15\n"),
            "sav, line 4, column 1: `0` is not a row and a column of the 15x15 board, from 0"
        );
        assert_eq!(at(b"15\n15\n0\n7\n"), "sav, line 4, column 1: `7` is not the end of the file");
        assert_eq!(at(b"15\n15\n999\n"), "sav, line 3, column 1: `999` is not a number of moves up to 225");
        assert_eq!(
            at(b"3\n3\n0\n"),
            "sav, line 1, column 1: a 3x3 board is not supported: each side must be 5 to 22"
        );
        assert_eq!(at(b"15\n-1\n0\n"), "sav, line 2, column 1: `-1` is not the width of the board");
    }
}
