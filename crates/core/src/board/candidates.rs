//! Candidate points: the empty points near a stone, by binary dilation (seeds 002 and 004).
//!
//! A [`Dilation`] is a stencil that each stone stamps onto the board; the union of the stamps is kept
//! incrementally. The star is seed 004's mask M; the others are the areas that engines offer as
//! "caution levels" 0 to 5.

use super::set::PointSet;
use crate::geometry::STRIDE;

/// How far around each stone points count as candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dilation {
    /// The mask M: up to two steps in the eight directions, 16 points.
    Star,
    /// The square at distance 1.
    Square1,
    /// The square at distance 2. Caution level 0.
    #[default]
    Square2,
    /// Square 2 and three steps in the eight directions. Caution level 1.
    Square2Line3,
    /// The square at distance 3. Caution level 2.
    Square3,
    /// Square 3 and four steps in the eight directions. Caution level 3.
    Square3Line4,
    /// The square at distance 4. Caution level 4.
    Square4,
    /// Every empty point, even on an empty board. Caution level 5.
    Full,
}

/// The farthest that a stencil reaches.
const FARTHEST: usize = 4;
/// Rows of a stencil.
const STENCIL_ROWS: usize = 2 * FARTHEST + 1;

impl Dilation {
    /// Every dilation.
    pub const ALL: [Self; 8] = [
        Self::Star,
        Self::Square1,
        Self::Square2,
        Self::Square2Line3,
        Self::Square3,
        Self::Square3Line4,
        Self::Square4,
        Self::Full,
    ];

    /// The area of a caution level from 0 to 5, as engines number them.
    pub const fn from_caution(level: u8) -> Option<Self> {
        match level {
            0 => Some(Self::Square2),
            1 => Some(Self::Square2Line3),
            2 => Some(Self::Square3),
            3 => Some(Self::Square3Line4),
            4 => Some(Self::Square4),
            5 => Some(Self::Full),
            _ => None,
        }
    }

    /// Whether the square at this offset from a stone is a candidate.
    pub const fn contains(self, dx: i32, dy: i32) -> bool {
        let (across, down) = (dx.abs(), dy.abs());
        let far = if across > down { across } else { down };
        let is_aligned = across == 0 || down == 0 || across == down;
        if far == 0 {
            return false;
        }
        match self {
            Self::Star => is_aligned && far <= 2,
            Self::Square1 => far <= 1,
            Self::Square2 => far <= 2,
            Self::Square2Line3 => far <= 2 || is_aligned && far <= 3,
            Self::Square3 => far <= 3,
            Self::Square3Line4 => far <= 3 || is_aligned && far <= 4,
            Self::Square4 => far <= 4,
            Self::Full => true,
        }
    }

    /// The stencil that a stone stamps.
    pub(crate) fn stencil_ref(self) -> &'static Stencil {
        static STENCILS: [Stencil; Dilation::ALL.len()] = {
            let mut all = [const { Stencil([0; 2 * STRIDE]) }; Dilation::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = Dilation::ALL[i].stencil();
                i += 1;
            }
            all
        };
        &STENCILS[self as usize]
    }

    const fn stencil(self) -> Stencil {
        let mut rows = [0; 2 * STRIDE];
        let mut i = 0;
        while i < STENCIL_ROWS * STENCIL_ROWS {
            let (x, y) = (i % STENCIL_ROWS, i / STENCIL_ROWS);
            if self.contains(x as i32 - FARTHEST as i32, y as i32 - FARTHEST as i32) {
                rows[STRIDE + y] |= 1 << x;
            }
            i += 1;
        }
        Stencil(rows)
    }
}

/// Stencil rows in a frame of their own, so that any window of 32 rows is the stencil at some height: rows 32 to
/// 40, top to bottom; bit 4 is the stone's column.
#[derive(Clone)]
pub(crate) struct Stencil([u32; 2 * STRIDE]);

/// Stamps the stencil around the point with this frame index. All rows are written, so that loads and stores
/// always meet at the same addresses.
#[inline(always)]
pub(crate) fn stamp(near: &mut PointSet, stencil: &Stencil, index: usize) {
    let shift = index % STRIDE - FARTHEST;
    // The margin of five wall rows keeps four rows on either side inside the frame.
    let top = (STRIDE + FARTHEST - index / STRIDE) % (STRIDE + 1);
    if let Some(rows) = stencil.0[top..].first_chunk::<STRIDE>() {
        for (row, stamp) in near.rows.iter_mut().zip(rows) {
            *row |= stamp << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stencils_have_the_known_number_of_points() {
        let count = |d: Dilation| d.stencil().0.iter().map(|row| row.count_ones()).sum::<u32>();
        assert_eq!(Dilation::ALL.map(count), [16, 8, 24, 32, 48, 56, 80, 80]);
    }
}
