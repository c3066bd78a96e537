//! What the forcing search remembers: positions that are won, and positions that were searched to the end
//! in vain. Shared by threads without a lock.
//!
//! One word a position: 43 bits of its hash, the move, and the plies to the win (0: no win; where a search was cut
//! short, how long it was). The place in the
//! table tells the lowest bits of the hash. A word is written and read whole, so it is never torn.

use crate::extent::{Extent, Split};
use crate::words::Words;
use std::sync::atomic::Ordering;
use tengen_core::Point;

/// Bits of the hash that only the place tells; as many places are in use at least.
const PLACE_BITS: u32 = 16;
/// Bits of the hash above them that a word keeps.
const KEY_BITS: u32 = 43;
const KEY: u64 = (1 << KEY_BITS) - 1;
/// Set in every word in use, so that an empty one fits no hash.
const USED: u64 = 1 << 63;
const MOVE_SHIFT: u32 = KEY_BITS;
const PLIES_SHIFT: u32 = KEY_BITS + 10;
const _: () = assert!(PLIES_SHIFT + 10 == 63);
/// In the place of the plies where a search was cut short. No game is that long.
const TRIED: u16 = 0x3FF;

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Won with this stone in so many plies.
    Win { first: Point, plies: u16 },
    /// Searched to the end, and not won.
    NoWin,
    /// Searched in vain with so many stones, in powers of two, and not to the end.
    Tried { effort: u8 },
}

/// The table.
pub struct Memory {
    words: Words,
    extent: Extent,
}

/// Places that come into use when a position has to go: about a third of them are then filled.
const EACH_TIME: usize = 8;

/// What a word keeps of a hash.
#[inline]
const fn key(hash: u64) -> u64 {
    hash >> PLACE_BITS & KEY
}

impl Memory {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / 8).max(1);
        Self { words: Words::zeroed(count), extent: Extent::new(1 << PLACE_BITS, count) }
    }

    /// A position will soon be asked about or remembered.
    #[inline]
    pub(crate) fn expect(&self, hash: u64) {
        self.words.expect(self.extent.place(hash));
    }

    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let word = self.words[self.extent.place(hash)].load(Ordering::Relaxed);
        if word & USED == 0 || word & KEY != key(hash) {
            return None;
        }
        let plies = (word >> PLIES_SHIFT & 0x3FF) as u16;
        match plies {
            0 => return Some(Known::NoWin),
            TRIED => return Some(Known::Tried { effort: (word >> MOVE_SHIFT) as u8 }),
            _ => {}
        }
        Point::from_index((word >> MOVE_SHIFT & 0x3FF) as usize).map(|first| Known::Win { first, plies })
    }

    #[inline]
    pub(crate) fn put(&self, hash: u64, known: Known) {
        let content = match known {
            Known::NoWin => 0,
            Known::Tried { effort } => u64::from(effort) << MOVE_SHIFT | u64::from(TRIED) << PLIES_SHIFT,
            Known::Win { first, plies } => {
                (first.index() as u64) << MOVE_SHIFT | u64::from(plies.min(TRIED - 1)) << PLIES_SHIFT
            }
        };
        let word = &self.words[self.extent.place(hash)];
        let old = word.load(Ordering::Relaxed);
        word.store(USED | content | key(hash), Ordering::Relaxed);
        // Another position had to go: there is too little room.
        if old & USED != 0 && old & KEY != key(hash) {
            for _ in 0..EACH_TIME {
                self.grow();
            }
        }
    }

    fn grow(&self) {
        let Some(Split { from, to, bit }) = self.extent.grow() else { return };
        let word = self.words[from].load(Ordering::Relaxed);
        if word & USED != 0 && word & key(bit) != 0 {
            self.words[to].store(word, Ordering::Relaxed);
            self.words[from].store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_again_and_nothing_else() {
        let memory = Memory::new(1 << 16);
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..1000 {
            let hash = random.u64(..);
            assert_eq!(memory.get(hash), None);
            let first = Point::new(random.u8(..22), random.u8(..22)).unwrap();
            let known = match random.u8(..3) {
                0 => Known::NoWin,
                1 => Known::Tried { effort: random.u8(..64) },
                _ => Known::Win { first, plies: random.u16(1..400) },
            };
            memory.put(hash, known);
            assert_eq!(memory.get(hash), Some(known));
        }
    }

    #[test]
    fn places_come_into_use_as_they_are_needed() {
        let memory = Memory::new(8 << 20);
        let mut random = fastrand::Rng::with_seed(7);
        let hashes: Vec<u64> = (0..400_000).map(|_| random.u64(..)).collect();
        let known = |hash: u64| Known::Tried { effort: (hash % 64) as u8 };
        for hash in &hashes {
            memory.put(*hash, known(*hash));
        }
        let places = memory.extent.used();
        assert!(places > 400_000 && places < 1_048_576, "{places}");
        let found: Vec<u64> = hashes.iter().copied().filter(|hash| memory.get(*hash).is_some()).collect();
        assert!(found.len() > 300_000, "{}", found.len());
        assert!(found.iter().all(|hash| memory.get(*hash) == Some(known(*hash))));
        assert!((0..100_000).all(|_| memory.get(random.u64(..)).is_none()));
    }
}
