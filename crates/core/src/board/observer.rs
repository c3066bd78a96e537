//! The board announces what changed; it does not know who listens.

use crate::colour::Colour;
use crate::geometry::{Direction, Point};
use crate::pattern::LineClass;

/// What a stone of either colour would make of one line through an empty point; nothing on an
/// occupied point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PotentialLine(pub(crate) u8);

impl PotentialLine {
    /// The entry of an occupied point.
    pub const NONE: Self = Self(0);

    /// What a stone of `side` would make of the line.
    #[inline]
    pub const fn class(self, side: Colour) -> LineClass {
        LineClass::from_code(self.shape(side))
    }

    /// As [`PotentialLine::class`], with generic lines told apart by their room ([`LineClass::ROOM`]): below
    /// [`PotentialLine::SHAPES`].
    #[inline]
    pub const fn shape(self, side: Colour) -> u8 {
        match side {
            Colour::Black => self.0 & 15,
            Colour::White => self.0 >> 4,
        }
    }

    /// How many shapes a line may have for a side.
    pub const SHAPES: usize = 16;

    /// The four entries of a point from its word.
    #[inline(always)]
    pub(crate) fn four(lines: u32) -> [Self; 4] {
        lines.to_le_bytes().map(Self)
    }

    /// Both classes in one byte, Black's in the low half.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }
}

/// The classes of a point for both sides; nothing on an occupied point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointClasses(pub(crate) u16);

impl PointClasses {
    /// The classes of an occupied point.
    pub const NONE: Self = Self(0);

    /// Both codes, Black's in the low byte ([`PointClass::code`](crate::pattern::PointClass::code)); each is below 32, and 0
    /// on an occupied point.
    #[inline(always)]
    pub const fn codes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }
}

/// The classes that the four lines through an empty point would have for one side, generic lines alike: four bits a direction. All
/// are generic on an occupied point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing(pub(crate) u16);

impl Crossing {
    /// Four generic lines.
    pub const NONE: Self = Self(0);

    /// How many codes there are room for.
    pub const CODES: usize = 1 << 16;

    /// The four codes ([`LineClass::code`]), that of the first direction in the lowest bits.
    #[inline(always)]
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// Hears what a play or an undo changes. Every method has an empty default.
pub trait Observer {
    /// Whether anything is listened to at all.
    const LISTENS: bool = true;

    /// The entry of an empty point and a direction changed.
    #[inline(always)]
    fn line_changed(&mut self, p: Point, direction: Direction, old: PotentialLine, new: PotentialLine) {
        let _ = (p, direction, old, new);
    }

    /// A point got a stone, and with it its four entries went: each is heard as a change to
    /// [`PotentialLine::NONE`], unless this is overridden.
    #[inline(always)]
    fn lines_gone(&mut self, p: Point, lines: [PotentialLine; 4]) {
        for (direction, line) in Direction::ALL.into_iter().zip(lines) {
            if line != PotentialLine::NONE {
                self.line_changed(p, direction, line, PotentialLine::NONE);
            }
        }
    }

    /// A point lost its stone, and its four entries came back: the reverse of [`Observer::lines_gone`].
    #[inline(always)]
    fn lines_back(&mut self, p: Point, lines: [PotentialLine; 4]) {
        for (direction, line) in Direction::ALL.into_iter().zip(lines) {
            if line != PotentialLine::NONE {
                self.line_changed(p, direction, PotentialLine::NONE, line);
            }
        }
    }

    /// An entry of the point changed, or it got or lost its stone: its classes before and after, which may be the
    /// same.
    #[inline(always)]
    fn classes_changed(&mut self, p: Point, old: PointClasses, new: PointClasses) {
        let _ = (p, old, new);
    }

    /// As [`Observer::classes_changed`], of the lines that cross there, Black's first.
    #[inline(always)]
    fn crossings_changed(&mut self, p: Point, old: [Crossing; 2], new: [Crossing; 2]) {
        let _ = (p, old, new);
    }

    /// A stone was put.
    #[inline(always)]
    fn stone_put(&mut self, p: Point, colour: Colour) {
        let _ = (p, colour);
    }

    /// A stone was taken back.
    #[inline(always)]
    fn stone_taken(&mut self, p: Point, colour: Colour) {
        let _ = (p, colour);
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const LISTENS: bool = false;
}
