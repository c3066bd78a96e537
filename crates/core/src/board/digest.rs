//! A checksum of what the board counts and collects, for benches and comparisons.

use super::planes::LANES;
use super::{Board, extract};
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
            *lane = lane.wrapping_add(*lane << 1).wrapping_add(*word);
        }
    }
    // A sum of products rather than a chain: the processor does many at a time.
    let mut digest = 0_u64;
    let mut factor = 0x9E37_79B9_7F4A_7C15_u64;
    let mut fold = |word: u64| {
        digest = digest.wrapping_add(word.wrapping_mul(factor));
        factor = factor.wrapping_mul(0xD134_2543_DE82_EF95);
    };
    for [low, high] in lanes.as_chunks().0 {
        fold(u64::from(*low) | u64::from(*high) << 32);
    }
    for counts in &board.counts {
        for [a, b, c, d] in counts.as_chunks().0 {
            fold(u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32 | u64::from(*d) << 48);
        }
    }
    digest
}
