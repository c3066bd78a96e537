//! Drawn boards as files: a diagram, then perhaps a line `white to move`; a blank line between boards.
//! The stones are read as a set-up. Without the line, the side with fewer stones is to move (Black if equal).

use crate::charset::decode_file;
use crate::codec::ReadOptions;
use crate::error::{Location, ReadError, ReadErrorKind};
use crate::format::Format;
use crate::lines::ended;
use tengen_core::notation::{self, NotationError};
use tengen_core::{Colour, GameRecord, Grid};

/// Reads the boards of a file.
///
/// # Errors
/// When a board is not drawn well, or when there is none.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    let text = decode_file(bytes, options.charset);
    let mut records = Vec::new();
    let mut block_start = 0;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            records.extend(read_block(&text, block_start, offset, options)?);
            block_start = offset + line.len();
        }
        offset += line.len();
    }
    records.extend(read_block(&text, block_start, offset, options)?);
    if records.is_empty() { Err(ended(Format::Diagram, &text, "a diagram")) } else { Ok(records) }
}

/// Reads the board drawn in `text[start..end]`, if anything is.
fn read_block(
    text: &str,
    start: usize,
    end: usize,
    options: &ReadOptions,
) -> Result<Option<GameRecord>, ReadError> {
    let block = &text[start..end];
    if block.is_empty() {
        return Ok(None);
    }
    let last = block.trim_end().lines().next_back().unwrap_or_default();
    let side = side_to_move(last);
    let drawing =
        if side.is_some() { &block[..last.as_ptr() as usize - block.as_ptr() as usize] } else { block };
    let grid = notation::parse_diagram(drawing).map_err(|NotationError { offset, found, expected }| {
        let at = Location::in_text(text, start + offset);
        ReadError { format: Format::Diagram, at, kind: ReadErrorKind::unexpected(&found, expected) }
    })?;
    let mut record = options.record(grid.size());
    record.setup = grid.stones().collect();
    record.first = side.unwrap_or_else(|| usual_side(&record.setup));
    Ok(Some(record))
}

/// Who is to move when nobody says: the side with fewer stones, Black if equal.
pub(crate) fn usual_side<P>(stones: &[(P, Colour)]) -> Colour {
    let black = stones.iter().filter(|(_, colour)| *colour == Colour::Black).count();
    if black > stones.len() - black { Colour::White } else { Colour::Black }
}

fn side_to_move(line: &str) -> Option<Colour> {
    let words = line.trim();
    Colour::BOTH.into_iter().find(|side| words.eq_ignore_ascii_case(&format!("{side} to move")))
}

/// The boards at the ends of the main lines. The records must lie on their boards.
pub(crate) fn write(records: &[GameRecord]) -> String {
    let boards: Vec<String> = records
        .iter()
        .map(|record| {
            let mut grid = Grid::new(record.size);
            for (p, colour) in &record.setup {
                grid.set(*p, Some(*colour));
            }
            let moves = record.main_moves();
            let mut side = record.first;
            for m in moves {
                if let Some(p) = m.point() {
                    grid.set(p, Some(side));
                }
                side = side.opponent();
            }
            format!("{}{side} to move\n", notation::diagram(&grid))
        })
        .collect();
    boards.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Point;

    #[test]
    fn boards_are_divided_by_blank_lines() {
        let text =
            "X....\n.O...\n.....\n.....\n.....\n\n\n.....\n.....\n..X..\n.....\n.....\nblack to move\n";
        let boards = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(boards.len(), 2);
        assert_eq!((boards[0].setup.len(), boards[0].first), (2, Colour::Black));
        assert_eq!(boards[1].setup, [(Point::new(2, 2).unwrap(), Colour::Black)]);
        assert_eq!(boards[1].first, Colour::Black);
    }

    #[test]
    fn a_bad_square_is_named_with_its_place() {
        let text = "X....\n.O...\n.....\n.....\n.....\n\n.....\n.?...\n";
        let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "diagram, line 8, column 2: `?` is not a square: X, O or .");
    }
}
