//! Who has how much memory for tables.
//!
//! The one idea: a table is only made with a [`Share`] in hand, and the shares never add up to more than the whole.

use std::sync::{Arc, Mutex, PoisonError};

/// The smallest share.
pub(crate) const SMALLEST: u64 = 16 << 20;

/// The memory for tables.
#[derive(Debug)]
pub(crate) struct Memory {
    whole: u64,
    taken: Mutex<u64>,
}

impl Memory {
    pub(crate) fn new(whole: u64) -> Arc<Self> {
        Arc::new(Self { whole, taken: Mutex::new(0) })
    }

    /// All there is.
    pub(crate) fn whole(&self) -> u64 {
        self.whole
    }

    /// What is left.
    pub(crate) fn left(&self) -> u64 {
        self.whole - *self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is asked for, but at most half of what is left, and at least the smallest share; `None` if there is not even that.
    pub(crate) fn share(self: &Arc<Self>, wanted: u64) -> Option<Share> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.whole - *taken;
        let bytes = wanted.min(left / 2).max(SMALLEST);
        if bytes > left {
            return None;
        }
        *taken += bytes;
        drop(taken);
        Some(Share { memory: Arc::clone(self), bytes })
    }
}

/// A part of the memory, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    memory: Arc<Memory>,
    bytes: u64,
}

impl Share {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        *self.memory.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn a_share_is_what_is_asked_for_up_to_half_of_what_is_left() {
        let memory = Memory::new(256 * MB);
        let first = memory.share(64 * MB).unwrap();
        assert_eq!(first.bytes(), 64 * MB);
        let second = memory.share(1000 * MB).unwrap();
        assert_eq!(second.bytes(), 96 * MB);
        drop(first);
        assert_eq!(memory.left(), 160 * MB);
    }

    #[test]
    fn there_is_an_end() {
        let memory = Memory::new(40 * MB);
        let shares: Vec<_> = std::iter::from_fn(|| memory.share(1)).collect();
        assert_eq!(shares.len(), 2);
        drop(shares);
        assert_eq!(memory.left(), 40 * MB);
    }

    proptest! {
        #[test]
        fn shares_never_add_up_to_more_than_the_whole(
            whole in 0..2048 * MB,
            steps in prop::collection::vec((any::<bool>(), 0..4096 * MB), 0..60),
        ) {
            let memory = Memory::new(whole);
            let mut shares: Vec<Share> = Vec::new();
            for (takes, wanted) in steps {
                if takes {
                    let left = memory.left();
                    match memory.share(wanted) {
                        Some(share) => {
                            prop_assert!(share.bytes() >= SMALLEST && share.bytes() <= left);
                            shares.push(share);
                        }
                        None => prop_assert!(left < SMALLEST),
                    }
                } else {
                    shares.pop();
                }
                let sum: u64 = shares.iter().map(Share::bytes).sum();
                prop_assert!(sum <= whole);
                prop_assert_eq!(memory.left(), whole - sum);
            }
        }
    }
}
