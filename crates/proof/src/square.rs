//! Squares and symmetries as the format writes them: a letter for the column from the left, a number for the
//! row from the bottom.
//!
//! A square does not know its board; whoever takes one together with a size checks that it lies on it.

use std::fmt;
use std::str::FromStr;

/// The smallest board that a certificate may be about.
pub const SMALLEST: u8 = 5;
/// The largest board that a certificate may be about.
pub const LARGEST: u8 = 22;

/// A square by column from the left and row from the bottom, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    column: u8,
    row: u8,
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no square: write a letter a to v and a number 1 to 22, such as h8")]
pub struct SquareError(pub String);

impl Square {
    /// The square in a column and a row counted from 0, if a board of the largest size has it.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < LARGEST && row < LARGEST).then_some(Self { column, row })
    }

    /// The column from the left, from 0.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row from the bottom, from 0.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Whether a square board with this many columns has the square.
    pub const fn is_on(self, size: u8) -> bool {
        self.column < size && self.row < size
    }

    /// The number of the square on such a board: row by row from the bottom, from 0.
    pub const fn index(self, size: u8) -> usize {
        self.row as usize * size as usize + self.column as usize
    }

    /// The square with a number on such a board.
    pub fn from_index(index: usize, size: u8) -> Option<Self> {
        let (row, column) = (index / usize::from(size), index % usize::from(size));
        (row < usize::from(size)).then_some(Self { column: column as u8, row: row as u8 })
    }

    /// The square moved by columns and rows, if it stays on the board.
    pub fn shifted(self, columns: i32, rows: i32, size: u8) -> Option<Self> {
        let column = u8::try_from(i32::from(self.column) + columns).ok()?;
        let row = u8::try_from(i32::from(self.row) + rows).ok()?;
        (column < size && row < size).then_some(Self { column, row })
    }

    /// All squares of a board, row by row from the bottom.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |row| (0..size).map(move |column| Self { column, row }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Exactly the way squares are written: lower case, no leading zero, no sign.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let parse = || {
            let (letter, digits) = text.as_bytes().split_first()?;
            let column = letter.checked_sub(b'a')?;
            let plain =
                digits.first()? != &b'0' && digits.iter().all(u8::is_ascii_digit) && digits.len() <= 2;
            let row: u8 = plain.then(|| text[1..].parse().ok()).flatten()?;
            Self::new(column, row - 1)
        };
        parse().ok_or_else(|| SquareError(text.to_owned()))
    }
}

/// One of the eight symmetries of the board: bit 2 exchanges column and row, then bit 0 mirrors the column and
/// bit 1 mirrors the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Every square stays.
    pub const IDENTITY: Self = Self(0);

    /// The symmetry with a number from 0 to 7.
    pub fn new(number: u8) -> Option<Self> {
        (number < 8).then_some(Self(number))
    }

    /// All eight, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The number, 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self.0 {
            5 => Self(6),
            6 => Self(5),
            own => Self(own),
        }
    }

    /// This symmetry and then the other one, as one.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        // Exchanging columns and rows in between exchanges which of them is mirrored.
        let mirrored = self.0 & 3;
        let turned = if other.0 & 4 == 0 { mirrored } else { mirrored >> 1 | (mirrored & 1) << 1 };
        Self((self.0 & 4 ^ other.0 & 4) | (turned ^ other.0 & 3))
    }

    /// Where a square of a board goes.
    #[must_use]
    pub fn apply(self, square: Square, size: u8) -> Square {
        let (mut column, mut row) = (square.column, square.row);
        if self.0 & 4 != 0 {
            (column, row) = (row, column);
        }
        if self.0 & 1 != 0 {
            column = size - 1 - column;
        }
        if self.0 & 2 != 0 {
            row = size - 1 - row;
        }
        Square { column, row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written_and_not_otherwise() {
        for square in Square::all(LARGEST) {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_index(square.index(22), 22), Some(square));
        }
        for text in ["", "h", "8", "h0", "h08", "h+8", "H8", "w1", "a23", "h8 ", "h88", "é1", "a256"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn symmetries_compose_and_are_undone() {
        for (one, other) in Symmetry::all().flat_map(|one| Symmetry::all().map(move |other| (one, other))) {
            for square in Square::all(5) {
                assert_eq!(one.then(other).apply(square, 5), other.apply(one.apply(square, 5), 5));
                assert_eq!(one.inverse().apply(one.apply(square, 5), 5), square);
            }
        }
    }

    #[test]
    fn symmetries_are_eight_different_ones_that_keep_the_board() {
        let corner: Square = "b1".parse().unwrap();
        let mut images: Vec<_> = Symmetry::all().map(|symmetry| symmetry.apply(corner, 7)).collect();
        assert_eq!(images[5].to_string(), "g2");
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        for symmetry in Symmetry::all() {
            let mut all: Vec<_> = Square::all(7).map(|square| symmetry.apply(square, 7)).collect();
            all.sort_unstable_by_key(|square| square.index(7));
            assert!(all.into_iter().eq(Square::all(7)));
        }
    }
}
