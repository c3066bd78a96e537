//! A checksum of what the board counts and collects, for benches and comparisons.

use super::{Board, cpu};
use crate::geometry::MARGIN;
use crate::rule::RuleType;

impl<R: RuleType> Board<R> {
    /// A number made of every counter and of every point's classes. Equal boards have equal digests, however they
    /// came about; different ones almost always differ.
    pub fn digest(&self) -> u64 {
        let rows = &self.planes.rows[MARGIN..MARGIN + usize::from(self.size.height())];
        cpu::fold(rows, &self.counts, self.cpu)
    }
}
