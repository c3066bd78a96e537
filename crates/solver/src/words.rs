//! Room for a large table: words that threads share without a lock.
//!
//! Fresh words are zero, and memory is not touched before it is written, so a large table costs nothing to make. A table
//! is read all over the place, so a word can be asked for before it is needed. Large pages would save a tenth of the
//! time, but the first touch of one can take tens of milliseconds, and a move be late by it; small ones are touched as the extent says.
//!
//! `unsafe` is here for that early request, which changes nothing.
#![allow(unsafe_code)]

use bytemuck::allocation::zeroed_slice_box;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// Words of a cache line.
const LINE: usize = 8;

/// The words, the first at the start of a cache line.
pub struct Words {
    all: Box<[AtomicU64]>,
    start: usize,
    count: usize,
}

impl Words {
    /// So many words, all zero.
    pub fn zeroed(count: usize) -> Self {
        let all: Box<[AtomicU64]> = zeroed_slice_box(count + LINE);
        // Aligned by hand: asked for aligned memory, the allocator would fill it with zeroes by hand.
        let start = all.as_ptr().align_offset(8 * LINE).min(LINE);
        Self { all, start, count }
    }

    /// The word will soon be read or written, and those of its cache line.
    #[inline(always)]
    pub fn expect(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(word) = self.get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a word of ours, and a prefetch changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl Deref for Words {
    type Target = [AtomicU64];
    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        &self.all[self.start..][..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_are_zero_and_keep_what_is_stored() {
        for count in [0, 1, 100, 1 << 21] {
            let words = Words::zeroed(count);
            assert!(words.len() == count && words.as_ptr().addr().is_multiple_of(64));
            for index in 0..words.len() {
                words.expect(index);
                assert_eq!(words[index].load(Relaxed), 0);
                words[index].store(index as u64, Relaxed);
            }
            words.expect(usize::MAX);
            assert!(words.iter().enumerate().all(|(index, word)| word.load(Relaxed) == index as u64));
        }
    }
}
