//! Which places of a large table are in use: few at first, more as they are needed, one by one (linear hashing: Litwin 1980).
//!
//! Memory is dear to touch for the first time: the system has to find a page, fill it with zeroes and map it. A short search that strews
//! its positions over the whole of a large table does little else.
//!
//! A position's place is given by as many low bits of its hash as there are places in use. When a place is added, the one with
//! the same low bits but the highest hands over those of its positions that belong there now.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many places are in use, of how many.
#[derive(Debug)]
pub struct Extent {
    used: AtomicUsize,
    most: usize,
}

/// A place was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The place that hands over.
    pub from: usize,
    /// The new place.
    pub to: usize,
    /// Positions with this bit in their hash belong to the new place.
    pub bit: u64,
}

impl Extent {
    /// `least` places to begin with, and `most` in the end; at least one.
    pub fn new(least: usize, most: usize) -> Self {
        let most = most.max(1);
        Self { used: AtomicUsize::new(least.clamp(1, most)), most }
    }

    /// Places in use.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Places in the end.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The place of a position.
    #[inline(always)]
    pub fn place(&self, hash: u64) -> usize {
        let used = self.used.load(Ordering::Relaxed);
        let mask = usize::MAX.checked_shr((used - 1).leading_zeros()).unwrap_or(0);
        let place = hash as usize & mask;
        if place < used { place } else { place & mask >> 1 }
    }

    /// Adds a place, unless all are in use.
    #[inline]
    pub fn grow(&self) -> Option<Split> {
        if self.used() >= self.most {
            return None;
        }
        let to = self.used.fetch_add(1, Ordering::Relaxed);
        if to >= self.most {
            // Another thread was faster.
            self.used.store(self.most, Ordering::Relaxed);
            return None;
        }
        let top = 1 << to.ilog2();
        Some(Split { from: to - top, to, bit: top as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_moves_only_when_its_place_hands_it_over() {
        for (least, most) in [(1, 1), (1, 1000), (3, 77), (64, 300), (100, 40)] {
            let extent = Extent::new(least, most);
            let mut random = fastrand::Rng::with_seed(5);
            let hashes: Vec<u64> = (0..500).map(|_| random.u64(..)).collect();
            loop {
                let before: Vec<usize> = hashes.iter().map(|hash| extent.place(*hash)).collect();
                assert!(before.iter().all(|place| *place < extent.used()));
                let Some(Split { from, to, bit }) = extent.grow() else { break };
                assert!(from < to && to + 1 == extent.used());
                for (hash, old) in hashes.iter().zip(before) {
                    let moves = old == from && hash & bit != 0;
                    assert_eq!(extent.place(*hash), if moves { to } else { old }, "{hash:x} {from} {to}");
                }
            }
            assert_eq!((extent.used(), extent.most()), (most, most));
        }
    }

    #[test]
    fn threads_add_every_place_once() {
        let extent = Extent::new(1, 10_000);
        let added: Vec<usize> = std::thread::scope(|scope| {
            let add = || std::iter::from_fn(|| extent.grow()).map(|split| split.to).collect::<Vec<_>>();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(add)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let distinct: std::collections::HashSet<usize> = added.iter().copied().collect();
        assert_eq!((added.len(), distinct.len(), extent.used()), (9_999, 9_999, 10_000));
    }
}
