//! Counting points by class: one stone's changes are added up in byte lanes and put to the counters at once.

use super::CLASSES;

/// A one in the lane of each class code. Every byte has a row, so that no index is ever out of bounds.
static ONE: [[i8; CLASSES]; 256] = {
    let mut one = [[0; CLASSES]; 256];
    let mut class = 0;
    while class < CLASSES {
        one[class][class] = 1;
        class += 1;
    }
    one
};

/// By how much the counters of one side change. A stone changes at most 41 points, so a byte is enough.
pub(super) struct Tally([i8; CLASSES]);

impl Tally {
    pub(super) const ZERO: Self = Self([0; CLASSES]);

    /// One point goes from one class code to another.
    #[inline(always)]
    pub(super) fn shift(&mut self, old: u8, new: u8) {
        let (old, new) = (&ONE[usize::from(old)], &ONE[usize::from(new)]);
        for ((lane, new), old) in self.0.iter_mut().zip(new).zip(old) {
            *lane = lane.wrapping_add(*new).wrapping_sub(*old);
        }
    }

    #[inline(always)]
    pub(super) fn add_to(&self, counts: &mut [u16; CLASSES]) {
        for (count, lane) in counts.iter_mut().zip(self.0) {
            *count = count.wrapping_add_signed(i16::from(lane));
        }
    }
}
