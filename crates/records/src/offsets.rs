//! Gomocup's opening lists: an opening a line, `dx,dy, dx,dy, ...` from the centre, Black first. The centre is
//! `(floor(width / 2), floor(height / 2))`; offsets grow to the right and downwards.

use crate::charset::decode_file;
use crate::codec::ReadOptions;
use crate::error::ReadError;
use crate::format::Format;
use crate::lines::{Line, ended, lines};
use crate::text::{append_moves, is_game};
use tengen_core::{GameRecord, Move, Size};

/// Reads the openings of a file. Blank lines and lines that start with `#` are skipped.
///
/// # Errors
/// When a line is no list of pairs, or a stone would lie outside the board.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    let text = decode_file(bytes, options.charset);
    let size = options.size_for(Format::Offsets);
    let mut records = Vec::new();
    for line in lines(&text).filter(is_game) {
        let mut record = options.record(size);
        append_moves(&mut record, opening(&line, size)?);
        records.push(record);
    }
    if records.is_empty() { Err(ended(Format::Offsets, &text, "an opening")) } else { Ok(records) }
}

fn opening(line: &Line<'_>, size: Size) -> Result<Vec<Move>, ReadError> {
    let format = Format::Offsets;
    let numbers = line.integers(format, |c| c == ',' || c.is_whitespace())?;
    if numbers.is_empty() {
        return Err(line.error(format, 0, "a pair dx,dy"));
    }
    let centre = size.centre();
    let place = |pair: &[(usize, i64)]| {
        let [(at, dx), (_, dy)] = *pair else {
            return Err(line.error(format, line.text.len(), "dy, the second number of a pair"));
        };
        let on_axis = |centre: u8, delta: i64| i32::try_from(i64::from(centre).checked_add(delta)?).ok();
        let p = on_axis(centre.x(), dx).zip(on_axis(centre.y(), dy)).and_then(|(x, y)| size.point(x, y));
        p.map(Move::Place).ok_or_else(|| line.error(format, at, format!("an offset within the {size} board")))
    };
    numbers.chunks(2).map(place).collect()
}

/// The main line as one line of offsets.
pub(crate) fn write(record: &GameRecord) -> String {
    let centre = record.size.centre();
    let pairs: Vec<String> = record
        .main_moves()
        .iter()
        .filter_map(|m| m.point())
        .map(|p| {
            let offset = |at: u8, centre: u8| i32::from(at) - i32::from(centre);
            format!("{},{}", offset(p.x(), centre.x()), offset(p.y(), centre.y()))
        })
        .collect();
    pairs.join(", ") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Point;

    #[test]
    fn offsets_count_from_the_centre_of_the_board() {
        let openings = read(b"0,0, -1,2\n-10,-10,9,9\n", &ReadOptions::default()).unwrap();
        let place = |x, y| Move::Place(Point::new(x, y).unwrap());
        assert_eq!(openings[0].main_moves(), [place(10, 10), place(9, 12)]);
        assert_eq!(openings[1].main_moves(), [place(0, 0), place(19, 19)]);
        assert_eq!(write(&openings[0]), "0,0, -1,2\n");
    }

    #[test]
    fn a_bad_offset_is_named_with_its_place() {
        let at = |text: &[u8]| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(
            at(b"0,0, 10,0\n"),
            "offsets, line 1, column 6: `10,0` is not an offset within the 20x20 board"
        );
        assert_eq!(
            at(b"0,0\n1,1, 2\n"),
            "offsets, line 2, column 7: `end of line` is not dy, the second number of a pair"
        );
        assert_eq!(at(b"0,zero\n"), "offsets, line 1, column 3: `zero` is not a whole number");
        assert_eq!(
            at(b"9223372036854775807,0"),
            "offsets, line 1, column 1: `9223372036854775807,…` is not an offset within the 20x20 board"
        );
    }
}
