//! Counting points by class: one stone's changes are added up in byte lanes and put to the counters at once.

use super::CLASSES;

/// A one in the lane of each class code. Every byte has a row, so that no index is ever out of bounds.
pub(super) static ONE: [[i8; CLASSES]; 256] = {
    let mut one = [[0; CLASSES]; 256];
    let mut class = 0;
    while class < CLASSES {
        one[class][class] = 1;
        class += 1;
    }
    one
};

/// By how much the counters of one side change. A stone changes at most 41 points, so a byte a class is enough.
pub(super) trait Tally: Sized {
    /// Nothing counted yet.
    fn zero() -> Self;
    /// One point goes from one class code to another.
    fn shift(&mut self, old: u8, new: u8);
    /// The lanes, by class code.
    fn lanes(self) -> [i8; CLASSES];

    #[inline(always)]
    fn add_to(self, counts: &mut [u16; CLASSES]) {
        for (count, lane) in counts.iter_mut().zip(self.lanes()) {
            *count = count.wrapping_add_signed(i16::from(lane));
        }
    }
}

/// The tally for every processor.
pub(super) struct Plain([i8; CLASSES]);

impl Tally for Plain {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; CLASSES])
    }

    #[inline(always)]
    fn shift(&mut self, old: u8, new: u8) {
        let (old, new) = (&ONE[usize::from(old)], &ONE[usize::from(new)]);
        for ((lane, new), old) in self.0.iter_mut().zip(new).zip(old) {
            *lane = lane.wrapping_add(*new).wrapping_sub(*old);
        }
    }

    #[inline(always)]
    fn lanes(self) -> [i8; CLASSES] {
        self.0
    }
}
