//! A checksum of what the board counts and collects, for benches and comparisons.

use super::planes::LANES;
use super::{Board, cpu};
use crate::geometry::MARGIN;
use crate::rule::RuleType;

impl<R: RuleType> Board<R> {
    /// A number made of every counter and of every point's classes. Equal boards have equal digests, however they
    /// came about; different ones almost always differ.
    pub fn digest(&self) -> u64 {
        let rows = &self.planes.rows[MARGIN..MARGIN + usize::from(self.size.height())];
        let lanes = cpu::fold(rows, &self.counts, self.cpu);
        let product = |(lane, factor): (u32, &u32)| u64::from(lane) * u64::from(*factor);
        lanes.into_iter().zip(&FACTORS).map(product).fold(0, u64::wrapping_add)
    }
}

/// An odd factor for each lane.
static FACTORS: [u32; LANES] = {
    let mut factors = [0x9E37_79B1; LANES];
    let mut i = 1;
    while i < LANES {
        factors[i] = (factors[i - 1] ^ 0x5A5A_5A5A_u32).wrapping_mul(0x9E37_79B1) | 1;
        i += 1;
    }
    factors
};
