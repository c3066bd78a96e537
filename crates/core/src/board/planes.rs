//! The points by class, bit-sliced: a bit plane for each bit of the class codes.
//!
//! A point has a code for each side ([`PointClass::code`], 0 on an occupied point): five planes a side. The words of
//! one row stand together in one cache line, lane `i` for bit `i` of the pair of codes, so that a point moves
//! from one pair of classes to another by one exclusive-or of its row. The set of a class, or of a range of
//! strengths, is read from the planes row by row.

use super::set::PointSet;
use crate::colour::Colour;
use crate::geometry::{MARGIN, Point, STRIDE};
use crate::pattern::PointClass;
use crate::pattern::classify::WIDEST;
use crate::rule::RuleType;
use std::ops::RangeInclusive;

/// Words of a row: one a bit of the two codes.
pub(super) const LANES: usize = 16;
/// Planes that one side's code needs.
const PLANES: usize = 5;
const _: () = assert!(PointClass::ALL.len() < 1 << PLANES);
// A row is a cache line.
const _: () = assert!(size_of::<[u32; LANES]>() == 64);

/// The rows within a stone's reach; the widest reach decides the room.
pub(super) type Around = [[u32; LANES]; 2 * WIDEST + 1];

/// The first row within reach of the point. The margin keeps all of them in the frame.
#[inline(always)]
fn top_row<R: RuleType>(index: usize) -> usize {
    (index / STRIDE - R::REACH) % (STRIDE - 2 * R::REACH)
}

/// The planes of both sides.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Planes {
    pub(super) rows: [[u32; LANES]; STRIDE],
}

impl Planes {
    pub(super) const EMPTY: Self = Self { rows: [[0; LANES]; STRIDE] };

    /// Moves a point from one pair of codes to another; `difference` is their exclusive-or.
    #[inline(always)]
    pub(super) fn shift(&mut self, index: usize, difference: u16) {
        // A lane that no code needs looks at a bit that is never set.
        const BIT: [u32; LANES] = [0, 1, 2, 3, 4, 31, 31, 31, 8, 9, 10, 11, 12, 31, 31, 31];
        for (word, bit) in self.rows[index / STRIDE % STRIDE].iter_mut().zip(BIT) {
            *word ^= (u32::from(difference) >> bit & 1) << (index % STRIDE);
        }
    }

    /// Copies the rows that a stone on the point can change.
    #[inline(always)]
    pub(super) fn copy_around<R: RuleType>(&self, index: usize, around: &mut Around) {
        let top = top_row::<R>(index);
        // Row by row, not as one slice: a call of `memcpy` costs more than these few moves.
        for (copy, row) in around[..=2 * R::REACH].iter_mut().zip(&self.rows[top..=top + 2 * R::REACH]) {
            *copy = *row;
        }
    }

    /// Puts back what [`Planes::copy_around`] copied.
    #[inline(always)]
    pub(super) fn restore_around<R: RuleType>(&mut self, index: usize, around: &Around) {
        let top = top_row::<R>(index);
        for (copy, row) in around[..=2 * R::REACH].iter().zip(&mut self.rows[top..=top + 2 * R::REACH]) {
            *row = *copy;
        }
    }

    /// The points whose class for `side` is in the range, on a board of this height.
    #[inline]
    pub(super) fn points(&self, side: Colour, classes: RangeInclusive<PointClass>, height: u8) -> PointSet {
        let mut set = PointSet::EMPTY;
        let inside = MARGIN..MARGIN + usize::from(height);
        for (row, word) in self.rows[inside.clone()].iter().zip(&mut set.rows[inside]) {
            *word = row_between(row, side, &classes);
        }
        set
    }

    /// The first point with this class for `side`, row by row.
    #[inline]
    pub(super) fn first(&self, side: Colour, class: PointClass, height: u8) -> Option<Point> {
        let inside = MARGIN..MARGIN + usize::from(height);
        self.rows[inside].iter().enumerate().find_map(|(y, row)| {
            let word = row_between(row, side, &(class..=class));
            (word != 0).then(|| Point::at((MARGIN + y) * STRIDE + word.trailing_zeros() as usize))
        })
    }
}

/// The squares of a row whose class for `side` is in the range. With a range known to the compiler most of it folds
/// away.
#[inline(always)]
fn row_between(row: &[u32; LANES], side: Colour, classes: &RangeInclusive<PointClass>) -> u32 {
    let (low, high) = (u32::from(classes.start().code()), u32::from(classes.end().code()));
    // Compare bit by bit from the top: still equal to a bound, above the low one, below the high one.
    let (mut at_low, mut at_high, mut above, mut below) = (u32::MAX, u32::MAX, 0, 0);
    for plane in (0..PLANES).rev() {
        let bit = row[8 * side.index() + plane];
        let (low_bit, high_bit) =
            (0_u32.wrapping_sub(low >> plane & 1), 0_u32.wrapping_sub(high >> plane & 1));
        above |= at_low & bit & !low_bit;
        at_low &= !(bit ^ low_bit);
        below |= at_high & !bit & high_bit;
        at_high &= !(bit ^ high_bit);
    }
    (above | at_low) & (below | at_high)
}
