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

/// The digest: lane by lane, so that wide registers do it at once, then the lanes together.
#[inline(always)]
pub(super) fn digest<R: RuleType>(board: &Board<R>) -> u64 {
    let mut lanes = [0_u32; LANES];
    let mut fold = |words: &[u32; LANES]| {
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = lane.wrapping_add(*lane << 1).wrapping_add(*word);
        }
    };
    let rows = MARGIN..MARGIN + usize::from(board.size.height());
    for row in &board.planes.rows[rows] {
        fold(row);
    }
    for counts in board.counts.as_flattened().as_chunks::<LANES>().0 {
        fold(&counts.map(u32::from));
    }
    lanes.as_chunks().0.iter().fold(0, |digest: u64, [low, high]: &[u32; 2]| {
        let word = u64::from(*low) | u64::from(*high) << 32;
        digest.rotate_left(7) ^ word.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}
