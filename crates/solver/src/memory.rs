//! What the forcing search remembers: positions that are won, and positions that were searched to the end
//! in vain. Shared by threads without a lock.
//!
//! One word a position: 40 bits of its hash, the move, and the plies to the win (0: no win; where a search was cut
//! short, how long it was). The place in the
//! table comes from the other bits of the hash. A word is written and read whole, so it is never torn.

use crate::words::Words;
use std::sync::atomic::Ordering;
use tengen_core::Point;

/// Bits of the hash that a word keeps.
const KEY_BITS: u32 = 40;
const KEY: u64 = (1 << KEY_BITS) - 1;
/// Set in every word in use, so that an empty one fits no hash.
const USED: u64 = 1 << 63;
const MOVE_SHIFT: u32 = KEY_BITS;
const PLIES_SHIFT: u32 = KEY_BITS + 10;
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
}

impl Memory {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { words: Words::zeroed((bytes / 8).max(1)) }
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.words.len() as u128) >> 64) as usize
    }

    /// A position will soon be asked about or remembered.
    #[inline]
    pub(crate) fn expect(&self, hash: u64) {
        self.words.expect(self.place(hash));
    }

    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let word = self.words[self.place(hash)].load(Ordering::Relaxed);
        if word & USED == 0 || word & KEY != hash & KEY {
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
        self.words[self.place(hash)].store(USED | content | hash & KEY, Ordering::Relaxed);
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
}
