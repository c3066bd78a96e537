//! A checksum of what the board counts and collects, for benches and comparisons.

use super::planes::LANES;
use super::{Board, CLASSES, extract};
use crate::geometry::MARGIN;
use crate::rule::RuleType;

impl<R: RuleType> Board<R> {
    /// A number made of every counter and of every point's classes. Equal boards have equal digests, however they
    /// came about; different ones almost always differ.
    pub fn digest(&self) -> u64 {
        extract::digest(self)
    }
}

/// The digest: the rows lane by lane, so that wide registers do it at once; then the lanes and the counters, a word each.
#[inline(always)]
pub(super) fn digest<R: RuleType>(board: &Board<R>) -> u64 {
    let mut lanes = [0_u32; LANES];
    for row in &board.planes.rows[MARGIN..MARGIN + usize::from(board.size.height())] {
        for (lane, word) in lanes.iter_mut().zip(row) {
            *lane = lane.wrapping_mul(3).wrapping_add(*word);
        }
    }
    // Sums of products of 32-bit numbers: no chain, and wide registers do several at a time.
    let product = |(number, factor): (u32, &u32)| u64::from(number) * u64::from(*factor);
    let of_lanes: u64 = lanes.into_iter().zip(&FACTORS).map(product).fold(0, u64::wrapping_add);
    let counts = board.counts.as_flattened().iter().map(|count| u32::from(*count));
    let of_counts: u64 = counts.zip(&FACTORS[LANES..]).map(product).fold(0, u64::wrapping_add);
    of_lanes.wrapping_add(of_counts.rotate_left(32))
}

/// An odd factor for each lane and each counter.
static FACTORS: [u32; LANES + 2 * CLASSES] = {
    let mut factors = [1; LANES + 2 * CLASSES];
    let mut i = 1;
    while i < factors.len() {
        factors[i] = (factors[i - 1] ^ 0x5A5A_5A5A_u32).wrapping_mul(0x9E37_79B1) | 1;
        i += 1;
    }
    factors
};
