//! `.pos`: a byte with the number of moves, then a byte a move, on 15x15. `RenLib` means `row * 15 + column`
//! with row 0 at the top; Yixin-Board reads it transposed, which [`Transposition`] offers.

use crate::codec::{ReadOptions, Transposition, WriteOptions};
use crate::error::{Location, ReadError, ReadErrorKind};
use crate::format::Format;
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Move, Point, Size};

const SIDE: u8 = 15;

fn error(offset: usize, found: Option<u8>, expected: &str) -> ReadError {
    let found = found.map(|byte| byte.to_string()).unwrap_or_default();
    ReadError {
        format: Format::Pos,
        at: Location::Byte(offset),
        kind: ReadErrorKind::unexpected(&found, expected),
    }
}

/// Reads a `.pos` file.
///
/// # Errors
/// When the number of moves is not that of the bytes, or a byte is no point.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let (count, moves) = match bytes.split_first() {
        Some((count @ 1..=225, moves)) => (usize::from(*count), moves),
        other => return Err(error(0, other.map(|(count, _)| *count), "a number of moves from 1 to 225")),
    };
    let mut record = options.record(Size::FIFTEEN);
    let mut at = NodeId::ROOT;
    for i in 0..count {
        let byte = moves.get(i).copied();
        let p = byte.and_then(|byte| point(byte, options.transposition));
        let p = p.ok_or_else(|| error(i + 1, byte, "a move from 0 to 224"))?;
        at = record.append(at, Move::Place(p));
    }
    match moves.get(count) {
        Some(extra) => Err(error(count + 1, Some(*extra), "the end of the file")),
        None => Ok(record),
    }
}

fn point(byte: u8, transposition: Transposition) -> Option<Point> {
    let (y, x) = match transposition {
        Transposition::RowsFirst => (byte / SIDE, byte % SIDE),
        Transposition::ColumnsFirst => (byte % SIDE, byte / SIDE),
    };
    Size::FIFTEEN.point(i32::from(x), i32::from(y))
}

/// The main line as a `.pos` file; at most 225 moves can be.
pub(crate) fn write(record: &GameRecord, options: &WriteOptions) -> Vec<u8> {
    let moves: Vec<u8> = record
        .main_moves()
        .iter()
        .filter_map(|m| m.point())
        .map(|p| match options.transposition {
            Transposition::RowsFirst => p.y() * SIDE + p.x(),
            Transposition::ColumnsFirst => p.x() * SIDE + p.y(),
        })
        .take(SIDE as usize * SIDE as usize)
        .collect();
    let mut bytes = vec![moves.len() as u8];
    bytes.extend(moves);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_row_times_fifteen_plus_column() {
        let bytes = [3, 7 * 15 + 7, 14, 2 * 15];
        let place = |x, y| Move::Place(Point::new(x, y).unwrap());
        let game = read(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(game.main_moves(), [place(7, 7), place(14, 0), place(0, 2)]);
        let yixin = ReadOptions { transposition: Transposition::ColumnsFirst, ..ReadOptions::default() };
        let game = read(&bytes, &yixin).unwrap();
        assert_eq!(game.main_moves(), [place(7, 7), place(0, 14), place(2, 0)]);
    }

    #[test]
    fn a_bad_pos_is_refused_with_its_byte() {
        let at = |bytes: &[u8]| read(bytes, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(at(&[]), "pos, byte 0: the file ends where a number of moves from 1 to 225 was expected");
        assert_eq!(at(&[0]), "pos, byte 0: `0` is not a number of moves from 1 to 225");
        assert_eq!(at(&[2, 5]), "pos, byte 2: the file ends where a move from 0 to 224 was expected");
        assert_eq!(at(&[1, 225]), "pos, byte 1: `225` is not a move from 0 to 224");
        assert_eq!(at(&[1, 5, 9]), "pos, byte 2: `9` is not the end of the file");
    }
}
