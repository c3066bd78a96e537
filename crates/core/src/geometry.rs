//! Points, board sizes, directions and the eight symmetries.
//!
//! The one idea: every board, whatever its size, lives in the same 32 by 32 frame with a margin of
//! five wall squares on each side. A [`Point`] is an index into that frame, so it means the same on
//! every board, stepping five squares in any direction never leaves the frame, and index 0 (a wall)
//! is free to be the niche of `Option<Point>`.
//!
//! ```text
//!   0 ........ 31        x grows to the right, y grows downwards, (0, 0) is the upper left corner
//!   . #######  .         of the playing area, frame square (5, 5)
//!   . #x    #  .
//!   . #     #  .
//!   31#######  .
//! ```

use std::fmt;
use std::num::NonZeroU16;

/// Squares in one row of the frame.
pub const STRIDE: usize = 32;
/// Wall squares on each side of the largest board.
pub const MARGIN: usize = 5;
/// Squares in the frame.
pub const FRAME: usize = STRIDE * STRIDE;
/// The smallest board side.
pub const MIN_SIDE: u8 = 5;
/// The largest board side.
pub const MAX_SIDE: u8 = 22;

const _: () = assert!(MAX_SIDE as usize + 2 * MARGIN == STRIDE);
const _: () = assert!(size_of::<Option<Point>>() == 2);

/// A place on the board: column `x` from the left, row `y` from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in column `x` (from the left) and row `y` (from the top), if any board has it.
    #[inline]
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < MAX_SIDE && y < MAX_SIDE {
            let index = (y as usize + MARGIN) * STRIDE + x as usize + MARGIN;
            match NonZeroU16::new(index as u16) {
                Some(index) => Some(Self(index)),
                None => None,
            }
        } else {
            None
        }
    }

    /// Whether another point lies in one of the eight directions, at most so many steps away.
    #[inline]
    pub const fn is_in_line(self, other: Self, steps: usize) -> bool {
        let (a, b) = (self.index(), other.index());
        let (x, y) = ((a % STRIDE).abs_diff(b % STRIDE), (a / STRIDE).abs_diff(b / STRIDE));
        (x == 0 || y == 0 || x == y) && x <= steps && y <= steps
    }

    /// How many steps of a king it is to another point.
    #[inline]
    pub const fn steps_to(self, other: Self) -> usize {
        let (x, y) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        (if x > y { x } else { y }) as usize
    }

    /// The point at a frame index, if it is not in the outermost margin.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        let (x, y) = (index % STRIDE, index / STRIDE);
        if x < MARGIN || y < MARGIN {
            return None;
        }
        Self::new((x - MARGIN) as u8, (y - MARGIN) as u8)
    }

    /// A point from an index that is known to be a playing square of the frame.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        match NonZeroU16::new(index as u16) {
            Some(index) => Self(index),
            None => panic!("frame index 0 is a wall"),
        }
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.index() % STRIDE - MARGIN) as u8
    }

    /// Row from the top, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.index() / STRIDE - MARGIN) as u8
    }

    /// The index in the frame, below [`FRAME`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The point `steps` squares along `direction`, if it is on a board of this size.
    pub fn step(self, direction: Direction, steps: i32, size: Size) -> Option<Self> {
        let (dx, dy) = direction.delta();
        let (x, y) = (i32::from(self.x()) + dx * steps, i32::from(self.y()) + dy * steps);
        size.point(x, y)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}

/// One of the four lines through a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// West to east.
    Horizontal = 0,
    /// North to south.
    Vertical = 1,
    /// North-west to south-east.
    Falling = 2,
    /// South-west to north-east.
    Rising = 3,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Falling, Self::Rising];

    /// The direction with this number modulo 4.
    #[inline]
    pub(crate) const fn from_number(number: u32) -> Self {
        match number % 4 {
            0 => Self::Horizontal,
            1 => Self::Vertical,
            2 => Self::Falling,
            _ => Self::Rising,
        }
    }

    /// The step `(dx, dy)` along the direction; y grows downwards.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Falling => (1, 1),
            Self::Rising => (1, -1),
        }
    }

    /// The step as a difference of frame indices.
    #[inline]
    pub const fn stride(self) -> isize {
        let (dx, dy) = self.delta();
        dx as isize + dy as isize * STRIDE as isize
    }
}

/// Width and height of a board, each from [`MIN_SIDE`] to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// The board sides that were asked for are outside 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// Columns asked for.
    pub width: usize,
    /// Rows asked for.
    pub height: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        write!(f, "a {width}x{height} board is not supported: each side must be {MIN_SIDE} to {MAX_SIDE}")
    }
}

impl std::error::Error for SizeError {}

impl Size {
    /// The usual board.
    pub const FIFTEEN: Self = Self { width: 15, height: 15 };

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// When a side is outside 5 to 22.
    pub const fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let sides = MIN_SIDE as usize..=MAX_SIDE as usize;
        if width < *sides.start() || width > *sides.end() || height < *sides.start() || height > *sides.end()
        {
            return Err(SizeError { width, height });
        }
        Ok(Self { width: width as u8, height: height as u8 })
    }

    /// A square board.
    ///
    /// # Errors
    /// When the side is outside 5 to 22.
    pub const fn square(side: usize) -> Result<Self, SizeError> {
        Self::new(side, side)
    }

    /// Columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether width equals height.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether the point is on this board.
    #[inline]
    pub const fn contains(self, p: Point) -> bool {
        p.x() < self.width && p.y() < self.height
    }

    /// The point at signed coordinates, if it is on this board.
    pub fn point(self, x: i32, y: i32) -> Option<Point> {
        let (x, y) = (u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| Point::new(x, y)).flatten()
    }

    /// The centre: `(floor(width / 2), floor(height / 2))`, as Gomocup counts it.
    pub const fn centre(self) -> Point {
        match Point::new(self.width / 2, self.height / 2) {
            Some(p) => p,
            None => unreachable!(),
        }
    }

    /// Every point, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).filter_map(move |x| Point::new(x, y)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// One of the eight ways to lay a square board onto itself (four of them keep a rectangle's shape,
/// the other four exchange its sides).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Self = Self(0);
    /// Left becomes right.
    pub const MIRROR_X: Self = Self(1);
    /// Top becomes bottom.
    pub const MIRROR_Y: Self = Self(2);
    /// Rows become columns.
    pub const TRANSPOSE: Self = Self(4);
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Whether rows and columns are exchanged.
    pub const fn transposes(self) -> bool {
        self.0 & 4 != 0
    }

    /// The size of the image of a board.
    pub const fn size(self, size: Size) -> Size {
        if self.transposes() { Size { width: size.height, height: size.width } } else { size }
    }

    /// The image of a point of a board of this size: mirrored first, then transposed.
    pub fn apply(self, p: Point, size: Size) -> Point {
        let x = if self.0 & 1 != 0 { size.width - 1 - p.x() } else { p.x() };
        let y = if self.0 & 2 != 0 { size.height - 1 - p.y() } else { p.y() };
        let image = if self.transposes() { Point::new(y, x) } else { Point::new(x, y) };
        image.unwrap_or(p)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Mirroring after the exchange of sides swaps the roles of the two mirrors.
        if self.transposes() { Self(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_a_bijection_undone_by_its_inverse() {
        for size in [Size::FIFTEEN, Size::new(7, 12).unwrap(), Size::square(22).unwrap()] {
            for symmetry in Symmetry::ALL {
                let image_size = symmetry.size(size);
                let mut seen = std::collections::HashSet::new();
                for p in size.points() {
                    let q = symmetry.apply(p, size);
                    assert!(image_size.contains(q));
                    assert!(seen.insert(q));
                    assert_eq!(symmetry.inverse().apply(q, image_size), p);
                }
            }
        }
    }

    #[test]
    fn points_know_their_coordinates_and_index() {
        for p in Size::square(22).unwrap().points() {
            assert_eq!(Point::new(p.x(), p.y()), Some(p));
            assert_eq!(Point::from_index(p.index()), Some(p));
        }
        assert_eq!(Point::new(22, 0), None);
        assert_eq!(Point::from_index(0), None);
    }

    #[test]
    fn a_board_side_outside_five_to_twenty_two_is_refused() {
        assert!(Size::square(4).is_err());
        assert!(Size::new(5, 23).is_err());
        assert_eq!(
            Size::new(23, 5).unwrap_err().to_string(),
            "a 23x5 board is not supported: each side must be 5 to 22"
        );
    }
}
