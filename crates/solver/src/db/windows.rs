//! The blocks of five squares in a row on a board, and which of them go through a square.
//!
//! Everything that the dependency-based search knows of lines is told in windows: five is a full one, a four lacks one
//! square, and a defender's stone in a window ends it for good.

use arrayvec::ArrayVec;
use tengen_core::{Direction, Point, Size};

/// A square by its number, row by row.
pub(crate) type Square = u16;

/// Windows through one square at most: five in each direction.
const MOST_THROUGH: usize = 20;

/// Five squares in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) squares: [Square; 5],
    /// The squares just before and just behind it, where the board has them.
    pub(crate) flanks: [Option<Square>; 2],
    pub(crate) direction: Direction,
}

/// All windows of a board.
pub(crate) struct Windows {
    size: Size,
    all: Vec<Window>,
    through: Vec<ArrayVec<u16, MOST_THROUGH>>,
}

impl Windows {
    pub(crate) fn new(size: Size) -> Self {
        let mut windows = Self { size, all: Vec::new(), through: vec![ArrayVec::new(); size.area()] };
        for p in size.points() {
            for direction in Direction::ALL {
                windows.add(p, direction);
            }
        }
        windows
    }

    fn add(&mut self, start: Point, direction: Direction) {
        let at = |steps: i32| start.step(direction, steps, self.size).map(|p| self.square(p));
        let squares: ArrayVec<Square, 5> = (0..5).filter_map(at).collect();
        let Ok(squares) = squares.into_inner() else { return };
        let flanks = [at(-1), at(5)];
        for square in squares {
            self.through[usize::from(square)].push(self.all.len() as u16);
        }
        self.all.push(Window { squares, flanks, direction });
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn square(&self, p: Point) -> Square {
        u16::from(p.y()) * u16::from(self.size.width()) + u16::from(p.x())
    }

    /// The point of a square of this board.
    pub(crate) fn point(&self, square: Square) -> Point {
        let width = u16::from(self.size.width());
        // Always on the board: squares come from points.
        Point::new((square % width) as u8, (square / width) as u8).unwrap_or(self.size.centre())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Window> {
        self.all.iter()
    }

    pub(crate) fn through(&self, square: Square) -> impl Iterator<Item = &Window> {
        self.through[usize::from(square)].iter().map(|index| &self.all[usize::from(*index)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_fifteen_has_572_windows() {
        let windows = Windows::new(Size::FIFTEEN);
        assert_eq!(windows.all().count(), 572);
        for p in Size::FIFTEEN.points() {
            let square = windows.square(p);
            assert_eq!(windows.point(square), p);
            assert!(windows.through(square).all(|window| window.squares.contains(&square)));
        }
        assert_eq!(windows.through(windows.square(Size::FIFTEEN.centre())).count(), 20);
        assert_eq!(windows.through(0).count(), 3);
    }
}
