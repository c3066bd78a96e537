//! Patterns as text: `+` an empty square, `X` and `O` stones, `.` or a space no square at all.
//!
//! Rows are lines, or are separated by `/` so that a pattern fits one command-line argument. What is drawn can be
//! read again and gives the same pattern, coordinates included.

use super::pattern::{Cell, Pattern, Player, Square};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The most rows and columns a drawing may have.
pub const MAX_SIDE: usize = 64;

/// Why a text is not a pattern. Rows and columns count from zero, as everywhere in the laboratory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// A character that means nothing in a drawing.
    UnknownCharacter {
        /// The character.
        found: char,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// The row as it was typed.
        text: String,
    },
    /// More rows or columns than [`MAX_SIDE`].
    TooLarge {
        /// The row of the first square beyond the limit.
        row: usize,
        /// The column of the first square beyond the limit.
        column: usize,
    },
    /// Not one square in the whole text.
    NoSquares {
        /// The text.
        text: String,
    },
}

impl Display for ParseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const ALLOWED: &str = "a pattern is drawn with `+` (empty square), `X` and `O` (stones), \
                               `.` or a space (no square here); `/` or a new line starts the next row";
        match self {
            Self::UnknownCharacter { found, row, column, text } => {
                write!(f, "{found:?} at row {row}, column {column} of {text:?} means nothing: {ALLOWED}")
            }
            Self::TooLarge { row, column } => write!(
                f,
                "the square at row {row}, column {column} is too far out: \
                 a pattern has at most {MAX_SIDE} rows and {MAX_SIDE} columns, counted from 0"
            ),
            Self::NoSquares { text } => write!(f, "no squares in {text:?}: {ALLOWED}"),
        }
    }
}

impl std::error::Error for ParseError {}

impl FromStr for Pattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cells = Vec::new();
        for (row, line) in text.split(['/', '\n']).enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            for (column, found) in line.chars().enumerate() {
                let Some(cell) = read_cell(found, row, column, line)? else {
                    continue;
                };
                if row >= MAX_SIDE || column >= MAX_SIDE {
                    return Err(ParseError::TooLarge { row, column });
                }
                cells.push((Square::new(row as u8, column as u8), cell));
            }
        }
        if cells.is_empty() {
            return Err(ParseError::NoSquares { text: text.to_owned() });
        }
        Ok(cells.into_iter().collect())
    }
}

fn read_cell(found: char, row: usize, column: usize, line: &str) -> Result<Option<Cell>, ParseError> {
    match found {
        '+' => Ok(Some(Cell::Empty)),
        'X' | 'x' => Ok(Some(Cell::Stone(Player::X))),
        'O' | 'o' | '0' => Ok(Some(Cell::Stone(Player::O))),
        '.' | ' ' => Ok(None),
        _ => Err(ParseError::UnknownCharacter { found, row, column, text: line.to_owned() }),
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn_with(|_, cell| letter(cell)))
    }
}

impl Pattern {
    /// The drawing with each square shown as `mark` says. Rows are separated by new lines, gaps are dots.
    pub fn drawn_with(&self, mark: impl Fn(Square, Cell) -> char) -> String {
        let mut drawing = String::new();
        // Wider than the coordinates: the place after the last column is still a number.
        let (mut row, mut column) = (0u16, 0u16);
        for (square, cell) in self.cells() {
            while row < u16::from(square.row) {
                drawing.push('\n');
                row += 1;
                column = 0;
            }
            while column < u16::from(square.column) {
                drawing.push('.');
                column += 1;
            }
            drawing.push(mark(square, cell));
            column += 1;
        }
        drawing
    }
}

/// The character of a square's contents.
pub(super) const fn letter(cell: Cell) -> char {
    match cell {
        Cell::Empty => '+',
        Cell::Stone(player) => player.letter(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_pattern_can_be_typed_with_dots_spaces_slashes_or_lines() {
        let cross: Pattern = "XXX+X/....+/....X".parse().expect("dots and slashes");
        assert_eq!(Ok(&cross), "XXX+X\n    +\r\n    x\n".parse().as_ref());
        assert_eq!(cross.size(), 7);
        assert_eq!(cross.cell(Square::new(1, 4)), Some(Cell::Empty));
        assert_eq!(cross.cell(Square::new(1, 3)), None);
    }

    #[test]
    fn what_is_drawn_reads_back_with_the_same_coordinates() {
        for text in ["..+XX", ".X/..+/O", "+"] {
            let pattern: Pattern = text.parse().expect("a drawing");
            assert_eq!(pattern.to_string(), text.replace('/', "\n"));
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }
    }

    #[test]
    fn the_two_row_pattern_of_section_2_1_has_stones_of_both_players() {
        let pattern: Pattern = "X++0++0+/0++X++".parse().expect("the paper's first drawing");
        assert_eq!(pattern.size(), 14);
        assert_eq!(pattern.stones(Player::X).count(), 2);
        assert_eq!(pattern.stones(Player::O).count(), 3);
    }

    #[test]
    fn a_bad_character_is_named_with_its_place() {
        assert_eq!(
            "XX+/X#".parse::<Pattern>(),
            Err(ParseError::UnknownCharacter { found: '#', row: 1, column: 1, text: "X#".to_owned() })
        );
    }

    #[test]
    fn texts_without_squares_or_beyond_the_limit_are_refused() {
        assert!(matches!(" . /".parse::<Pattern>(), Err(ParseError::NoSquares { .. })));
        let wide = format!("{}+", ".".repeat(MAX_SIDE));
        assert_eq!(wide.parse::<Pattern>(), Err(ParseError::TooLarge { row: 0, column: MAX_SIDE }));
        let tall = format!("{}+", "/".repeat(MAX_SIDE));
        assert_eq!(tall.parse::<Pattern>(), Err(ParseError::TooLarge { row: MAX_SIDE, column: 0 }));
    }
}
