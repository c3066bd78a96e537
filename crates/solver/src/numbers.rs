//! What df-pn knows of positions: their numbers, in a table bounded in memory. Positions that took little work give way
//! first.

use bytemuck::allocation::zeroed_slice_box;
use bytemuck::{Pod, Zeroable};
use tengen_core::Point;
use tengen_core::geometry::FRAME;

/// A number that is never reached by counting: solved the other way.
pub(crate) const INFINITE: u32 = 100_000_000;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    /// Of a position that nothing is known of.
    pub(crate) const FRESH: Self = Self { proof: 1, disproof: 1 };
    pub(crate) const WON: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const LOST: Self = Self { proof: INFINITE, disproof: 0 };

    pub(crate) const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) numbers: Numbers,
    /// The attacker's move in a won position.
    pub(crate) best: Option<Point>,
    /// Plies to the end of a won position at most.
    pub(crate) plies: u16,
}

impl Known {
    pub(crate) const NOTHING: Self = Self { numbers: Numbers::FRESH, best: None, plies: 0 };

    /// Whether a search can go on from it: solved one way, or both numbers short of infinite, and no longer than a game.
    pub(crate) fn is_sound(&self) -> bool {
        let open = 1..INFINITE;
        let Numbers { proof, disproof } = self.numbers;
        let is_open = open.contains(&proof) && open.contains(&disproof);
        (is_open || [Numbers::WON, Numbers::LOST].contains(&self.numbers)) && usize::from(self.plies) <= FRAME
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Slot {
    key: u64,
    proof: u32,
    disproof: u32,
    best: u16,
    plies: u16,
    work: u32,
}

impl Slot {
    #[inline]
    const fn known(&self) -> Known {
        Known {
            numbers: Numbers { proof: self.proof, disproof: self.disproof },
            best: Point::from_index(self.best as usize),
            plies: self.plies,
        }
    }
}

const WAYS: usize = 4;

/// The table.
pub(crate) struct Table {
    slots: Box<[Slot]>,
}

impl Table {
    /// A table of about this many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { slots: zeroed_slice_box((bytes / size_of::<Slot>() / WAYS).max(1) * WAYS) }
    }

    /// Positions that it holds at most.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * (self.slots.len() / WAYS) as u128) >> 64) as usize * WAYS
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let first = self.bucket(key);
        let slot = self.slots[first..first + WAYS].iter().find(|slot| slot.key == key)?;
        Some(slot.known())
    }

    /// Everything that it holds: key, what is known, and the work it took.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, Known, u32)> + '_ {
        self.slots.iter().filter(|slot| slot.key != 0).map(|slot| (slot.key, slot.known(), slot.work))
    }

    /// Remembers a position that took `work` nodes. The one that took least gives way.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: Known, work: u64) {
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + WAYS];
        let worth = |slot: &Slot| match slot.key {
            k if k == key => (0, 0),
            0 => (1, 0),
            _ => (2, slot.work),
        };
        let Some(slot) = bucket.iter_mut().min_by_key(|slot| worth(slot)) else { return };
        *slot = Slot {
            key,
            proof: known.numbers.proof,
            disproof: known.numbers.disproof,
            best: known.best.map_or(0, |p| p.index() as u16),
            plies: known.plies,
            work: u32::try_from(work).unwrap_or(u32::MAX),
        };
    }
}
