//! A checksum of what the board counts and collects, for benches and comparisons.

use super::Board;
use super::planes::LANES;
use crate::geometry::MARGIN;
use crate::rule::RuleType;

impl<R: RuleType> Board<R> {
    /// A number made of every counter and of every point's classes. Equal boards have equal digests, however they
    /// came about; different ones almost always differ.
    pub fn digest(&self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut lanes = [0_u32; LANES];
        for row in &self.planes.rows[MARGIN..MARGIN + usize::from(self.size.height())] {
            for (lane, word) in lanes.iter_mut().zip(row) {
                *lane = lane.wrapping_mul(3).wrapping_add(*word);
            }
        }
        let mut digest = 0_u64;
        for pair in lanes.chunks_exact(2) {
            digest =
                digest.rotate_left(7) ^ (u64::from(pair[0]) << 32 | u64::from(pair[1])).wrapping_mul(ODD);
        }
        for four in self.counts.as_flattened().chunks_exact(4) {
            let word = four.iter().fold(0, |word, count| word << 16 | u64::from(*count));
            digest = digest.rotate_left(7) ^ word.wrapping_mul(ODD);
        }
        digest
    }
}
