//! Squares as bytes: seed 004's codec (section III.B, Fig. 3). It knows core's points only to translate them.
//!
//! The one idea: a wall on the left and one at the bottom make every row and column sixteen squares
//! long, so a square is `row << 4 | column`, both from 1 to 15, and 0 is the wall. Coordinates are then
//! masks and shifts, and a reflection is a swap of the nibbles or their negation modulo 16: it maps 1..=15
//! onto 15..=1 and leaves the wall where it is.
//!
//! ```text
//!   15 # . . . . . . . . . . . . . . .      rows grow upwards, columns A to O are 1 to 15;
//!    2 # . . . . . . . x . . . . . . .      x is H2: row 2, column 8, code 2 * 16 + 8 = 40
//!    1 # . . . . . . . . . . . . . . .
//!    0 # # # # # # # # # # # # # # # #
//!      0 A B C D E F G H I J K L M N O
//! ```

use crate::geometry::{Direction, Point};

/// The longest side this codec can hold.
pub const SIDE: u8 = 15;

/// A square of the walled 16 by 16 board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The square with this code; every code is a square, 0 in either nibble is the wall.
    #[inline]
    pub const fn new(code: u8) -> Self {
        Self(code)
    }

    /// The square of a point, if the point is on a 15x15 board. Core counts rows from the top.
    #[inline]
    pub const fn from_point(p: Point) -> Option<Self> {
        if p.x() < SIDE && p.y() < SIDE { Some(Self((SIDE - p.y()) << 4 | (p.x() + 1))) } else { None }
    }

    /// The point of this square, or `None` for a wall.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        if self.is_wall() { None } else { Point::new(self.column() - 1, SIDE - self.row()) }
    }

    /// The code, `row << 4 | column`.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The column, A to O as 1 to 15; 0 is the wall.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 0x0F
    }

    /// The row from the bottom, 1 to 15; 0 is the wall.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// Whether the square is part of the wall.
    #[inline]
    pub const fn is_wall(self) -> bool {
        self.column() == 0 || self.row() == 0
    }

    /// Reflected over y = x: the nibbles change places.
    #[must_use]
    pub const fn over_diagonal(self) -> Self {
        Self(self.0.rotate_left(4))
    }

    /// Reflected over the x-axis: two's complement of the high nibble.
    #[must_use]
    pub const fn over_x_axis(self) -> Self {
        Self((self.0 & 0xF0).wrapping_neg() | self.0 & 0x0F)
    }

    /// Reflected over the y-axis: two's complement of the low nibble.
    #[must_use]
    pub const fn over_y_axis(self) -> Self {
        Self(self.0 & 0xF0 | self.0.wrapping_neg() & 0x0F)
    }

    /// Turned by 180 degrees: both nibbles negated.
    #[must_use]
    pub const fn turned_half(self) -> Self {
        self.over_x_axis().over_y_axis()
    }

    /// Reflected over y = -x: the nibbles change places and both are negated.
    #[must_use]
    pub const fn over_antidiagonal(self) -> Self {
        self.turned_half().over_diagonal()
    }

    /// Turned by 90 degrees clockwise.
    #[must_use]
    pub const fn turned_right(self) -> Self {
        self.over_diagonal().over_x_axis()
    }

    /// Turned by 90 degrees anticlockwise.
    #[must_use]
    pub const fn turned_left(self) -> Self {
        self.over_diagonal().over_y_axis()
    }

    /// The eight images, in the order of [`Symmetry::ALL`](crate::Symmetry::ALL): core mirrors first and
    /// then transposes, and its transposition is the reflection over y = -x here, where rows grow upwards.
    pub const fn images(self) -> [Self; 8] {
        let mirrored = [self, self.over_y_axis(), self.over_x_axis(), self.turned_half()];
        [
            mirrored[0],
            mirrored[1],
            mirrored[2],
            mirrored[3],
            mirrored[0].over_antidiagonal(),
            mirrored[1].over_antidiagonal(),
            mirrored[2].over_antidiagonal(),
            mirrored[3].over_antidiagonal(),
        ]
    }

    /// Where the square lies in the copy of the board whose lanes run along `direction`.
    ///
    /// A lane is sixteen squares. Two diagonals share one lane, `(column + row) mod 16` or
    /// `(column - row) mod 16`; the bottom wall separates them, as the left wall separates the rows of
    /// a row-major board, so all four copies take 256 bits.
    #[inline]
    pub const fn slot(self, direction: Direction) -> Slot {
        let (column, row) = (self.column(), self.row());
        match direction {
            Direction::Horizontal => Slot { lane: row, at: column },
            Direction::Vertical => Slot { lane: column, at: row },
            Direction::Falling => Slot { lane: (column + row) & 15, at: column },
            Direction::Rising => Slot { lane: column.wrapping_sub(row) & 15, at: column },
        }
    }
}

/// A place in one of the four copies of the board, see [`Cell::slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Which line of sixteen, 0 to 15.
    pub lane: u8,
    /// Which square of the line, 0 to 15.
    pub at: u8,
}

impl Slot {
    /// The index in a copy of 256 entries.
    #[inline]
    pub const fn index(self) -> usize {
        (self.lane as usize) << 4 | self.at as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Size, Symmetry};
    use std::collections::HashSet;

    #[test]
    fn position_40_is_h2_and_reflects_as_in_the_paper() {
        let h2 = Cell::new(40);
        assert_eq!((h2.column(), h2.row()), (8, 2));
        assert_eq!(h2.over_diagonal().code(), 130);
        assert_eq!(h2.over_x_axis().code(), 232);
        assert_eq!(h2.over_antidiagonal().code(), 142);
    }

    #[test]
    fn the_eight_images_are_the_eight_symmetries_of_core() {
        for p in Size::FIFTEEN.points() {
            let images = Cell::from_point(p).unwrap().images();
            for (symmetry, image) in Symmetry::ALL.into_iter().zip(images) {
                assert_eq!(image.point(), Some(symmetry.apply(p, Size::FIFTEEN)), "{symmetry:?} of {p:?}");
            }
        }
    }

    #[test]
    fn quarter_turns_undo_each_other_and_make_a_half_turn() {
        for code in 0..=255 {
            let cell = Cell::new(code);
            assert_eq!(cell.turned_right().turned_left(), cell);
            assert_eq!(cell.turned_right().turned_right(), cell.turned_half());
            assert!(cell.images().contains(&cell.turned_left()));
            assert_eq!(cell.turned_left().is_wall(), cell.is_wall());
        }
        // A1 goes to the upper left corner, as on a clock.
        assert_eq!(Cell::new(0x11).turned_right(), Cell::new(0xF1));
    }

    #[test]
    fn points_read_back_and_walls_have_none() {
        for p in Size::FIFTEEN.points() {
            assert_eq!(Cell::from_point(p).unwrap().point(), Some(p));
        }
        assert_eq!(Cell::from_point(Point::new(15, 0).unwrap()), None);
        assert_eq!((0..=255).filter(|code| Cell::new(*code).point().is_none()).count(), 31);
    }

    #[test]
    fn neighbours_on_a_line_are_neighbours_in_its_lane_and_walls_part_the_diagonals() {
        for direction in Direction::ALL {
            let slots: HashSet<Slot> = (0..=255).map(|code| Cell::new(code).slot(direction)).collect();
            assert_eq!(slots.len(), 256);
            for lane in 0..16u8 {
                let mut cells = [Cell::new(0); 16];
                for cell in (0..=255).map(Cell::new).filter(|cell| cell.slot(direction).lane == lane) {
                    cells[cell.slot(direction).at as usize] = cell;
                }
                for pair in cells.windows(2) {
                    if let (Some(p), Some(q)) = (pair[0].point(), pair[1].point()) {
                        let step = if direction == Direction::Vertical { -1 } else { 1 };
                        assert_eq!(p.step(direction, step, Size::FIFTEEN), Some(q));
                    }
                }
            }
        }
    }
}
