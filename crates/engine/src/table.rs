//! The transposition table: what was found out about a position, shared by threads without a lock.
//!
//! An entry is two words, the data and the hash mixed with the data, so that an entry torn by two writers fits no
//! hash and is not found. Four entries stand in one cache line. Lines come into use as they are needed ([`Extent`]).

use crate::score::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use tengen_core::Point;
use tengen_solver::{Extent, Split, Words};

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Point>,
    pub(crate) score: Score,
    pub(crate) eval: Score,
    /// In parts of a ply; see [`crate::search::ONE`].
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether it was ever on a principal variation.
    pub(crate) is_pv: bool,
}

const MOVE_BITS: u32 = 10;
const DEPTH_BITS: u32 = 10;
const SCORE_AT: u32 = MOVE_BITS;
const EVAL_AT: u32 = SCORE_AT + 16;
const DEPTH_AT: u32 = EVAL_AT + 16;
const BOUND_AT: u32 = DEPTH_AT + DEPTH_BITS;
const PV_AT: u32 = BOUND_AT + 2;
const AGE_AT: u32 = PV_AT + 1;
const AGE_BITS: u32 = 6;
const _: () = assert!(AGE_AT + AGE_BITS <= 64);
const AGES: u8 = 1 << AGE_BITS;
const MOST_DEPTH: i32 = (1 << DEPTH_BITS) - 1;

impl Entry {
    /// Whether the score is known well enough for this window.
    #[inline]
    pub(crate) fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Whether the score says that the value should be on its side.
    #[inline]
    pub(crate) fn points_beyond(&self, value: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > value,
            Bound::Upper => self.score < value,
        }
    }

    fn pack(self, age: u8) -> u64 {
        let depth = self.depth.clamp(0, MOST_DEPTH) as u64;
        self.best.map_or(0, |p| p.index() as u64)
            | u64::from(self.score.bits()) << SCORE_AT
            | u64::from(self.eval.bits()) << EVAL_AT
            | depth << DEPTH_AT
            | (self.bound as u64) << BOUND_AT
            | u64::from(self.is_pv) << PV_AT
            | u64::from(age) << AGE_AT
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> BOUND_AT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            best: Point::from_index((data & ((1 << MOVE_BITS) - 1)) as usize),
            score: Score::from_bits((data >> SCORE_AT) as u16),
            eval: Score::from_bits((data >> EVAL_AT) as u16),
            depth: (data >> DEPTH_AT) as i32 & MOST_DEPTH,
            bound,
            is_pv: data >> PV_AT & 1 != 0,
        })
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> AGE_AT) as u8 % AGES
}

/// Entries of a cache line.
const WAYS: usize = 4;
/// Words of a cache line.
const LINE: usize = 2 * WAYS;
const _: () = assert!(size_of::<[AtomicU64; LINE]>() == 64);

/// The table.
pub(crate) struct Table {
    words: Words,
    /// Of lines.
    extent: Extent,
    age: AtomicU8,
}

impl Table {
    /// A table of about this many bytes, at least one line.
    pub(crate) fn new(bytes: usize) -> Self {
        let lines = (bytes / (8 * LINE)).saturating_sub(1).max(1);
        Self { words: Words::zeroed(lines * LINE), extent: Extent::new(LEAST, lines), age: AtomicU8::new(0) }
    }

    /// A new search begins: what older ones left is worth less.
    pub(crate) fn grow_older(&self) {
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    #[inline]
    fn line(&self, number: usize) -> &[[AtomicU64; 2]] {
        self.words[number * LINE..][..LINE].as_chunks().0
    }

    /// A position will soon be asked about or remembered.
    #[inline]
    pub(crate) fn expect(&self, hash: u64) {
        self.words.expect(self.extent.place(hash) * LINE);
    }

    /// What is known about a position, with decided games counted from `ply`.
    #[inline]
    pub(crate) fn get(&self, hash: u64, ply: usize) -> Option<Entry> {
        for [key, data] in self.line(self.extent.place(hash)) {
            let word = data.load(Ordering::Relaxed);
            if key.load(Ordering::Relaxed) ^ word == hash {
                let entry = Entry::unpack(word)?;
                return Some(Entry { score: entry.score.farther(ply), ..entry });
            }
        }
        None
    }

    /// Remembers what was found out. A deeper or newer entry of another position stays if there is a lesser one to replace.
    #[inline]
    pub(crate) fn put(&self, hash: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let line = self.line(self.extent.place(hash));
        let mut victim = (i32::MAX, &line[0]);
        for slot in line {
            let word = slot[1].load(Ordering::Relaxed);
            let Some(old) = Entry::unpack(word) else {
                victim = (i32::MIN, slot);
                continue;
            };
            if slot[0].load(Ordering::Relaxed) ^ word == hash {
                let is_same_age = age_of(word) == age;
                if entry.bound != Bound::Exact && is_same_age && entry.depth + DEEPER_KEEPS < old.depth {
                    return;
                }
                entry.best = entry.best.or(old.best);
                victim = (i32::MIN, slot);
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(word)) % AGES);
            let worth = old.depth - years * YEAR;
            if worth < victim.0 {
                victim = (worth, slot);
            }
        }
        entry.score = entry.score.nearer(ply);
        let word = entry.pack(age);
        let gone = victim.1[1].load(Ordering::Relaxed);
        victim.1[0].store(hash ^ word, Ordering::Relaxed);
        victim.1[1].store(word, Ordering::Relaxed);
        // Something that was still of use had to go: there is too little room.
        if victim.0 > i32::MIN && age.wrapping_sub(age_of(gone)) % AGES < STILL_OF_USE {
            self.grow();
            self.grow();
        }
    }

    fn grow(&self) {
        let Some(Split { from, to, bit }) = self.extent.grow() else { return };
        for (old, new) in self.line(from).iter().zip(self.line(to)) {
            let [key, data] = [0, 1].map(|i: usize| old[i].load(Ordering::Relaxed));
            if (key ^ data) & bit != 0 {
                new[0].store(key, Ordering::Relaxed);
                new[1].store(data, Ordering::Relaxed);
                old[1].store(0, Ordering::Relaxed);
                old[0].store(0, Ordering::Relaxed);
            }
        }
    }

    /// The share of the table that this search uses, from 0 to 1, judged by its first thousand lines.
    pub(crate) fn usage(&self) -> f64 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.extent.used().min(1000);
        let is_used = |slot: &&[AtomicU64; 2]| {
            let word = slot[1].load(Ordering::Relaxed);
            word != 0 && age_of(word) == age
        };
        let used = (0..sample).flat_map(|number| self.line(number)).filter(is_used).count();
        let of_those_in_use = used as f64 / (sample * WAYS) as f64;
        of_those_in_use * self.extent.used() as f64 / self.extent.most() as f64
    }
}

/// How much deeper an entry of the same position must be to stay, in parts of a ply.
const DEEPER_KEEPS: i32 = 24;
/// Lines in use at first.
const LEAST: usize = 1 << 15;
/// Years after which an entry is given up without making room.
const STILL_OF_USE: u8 = 2;
/// What a year is worth in depth when an entry is to be replaced, in parts of a ply.
const YEAR: i32 = 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(random: &mut fastrand::Rng) -> Entry {
        Entry {
            best: Point::new(random.u8(..22), random.u8(..22)).filter(|_| random.u8(..8) > 0),
            score: Score::of(random.i32(-20_000..20_000)),
            eval: Score::of(random.i32(-20_000..20_000)),
            depth: random.i32(0..=MOST_DEPTH),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][random.usize(..3)],
            is_pv: random.bool(),
        }
    }

    #[test]
    fn an_entry_survives_packing() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let entry = entry(&mut random);
            assert_eq!(Entry::unpack(entry.pack(random.u8(..AGES))), Some(entry));
        }
    }

    #[test]
    fn what_is_put_is_found_and_deep_entries_stay() {
        let table = Table::new(1 << 20);
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..10_000 {
            let (hash, entry) = (random.u64(..), entry(&mut random));
            table.put(hash, 3, entry);
            assert_eq!(table.get(hash, 3), Some(entry));
        }
        let small = Table::new(64);
        let deep = Entry { depth: 100, ..entry(&mut random) };
        small.put(1, 0, deep);
        for hash in 2..1000 {
            small.put(hash, 0, Entry { depth: 8, ..entry(&mut random) });
        }
        assert_eq!(small.get(1, 0), Some(deep));
        // Ages later it goes.
        for hash in 1000..1100 {
            small.grow_older();
            small.put(hash, 0, Entry { depth: 8, ..entry(&mut random) });
        }
        assert_eq!(small.get(1, 0), None);
    }

    #[test]
    fn lines_come_into_use_as_they_are_needed_and_nothing_is_lost_by_it() {
        let table = Table::new(32 << 20);
        assert_eq!((table.extent.used(), table.usage()), (LEAST, 0.0));
        let mut random = fastrand::Rng::with_seed(6);
        let list: Vec<(u64, Entry)> = (0..1_000_000).map(|_| (random.u64(..), entry(&mut random))).collect();
        for (hash, entry) in &list {
            table.put(*hash, 0, *entry);
        }
        let lines = table.extent.used();
        assert!(lines > 250_000 && lines < 500_000, "{lines} for a million entries, four a line");
        let found = list.iter().filter(|(hash, entry)| table.get(*hash, 0) == Some(*entry)).count();
        assert!(found > 800_000, "{found}");
    }

    #[test]
    fn decided_games_are_counted_from_the_node() {
        let table = Table::new(1 << 12);
        let win = Entry { score: Score::win_in(9), ..entry(&mut fastrand::Rng::with_seed(3)) };
        table.put(77, 4, win);
        assert_eq!(table.get(77, 4).unwrap().score, Score::win_in(9));
        assert_eq!(table.get(77, 0).unwrap().score, Score::win_in(5));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = Table::new(64 * 4);
        // Each hash has one score that belongs to it.
        let score_of = |hash: u64| Score::of((hash % 20_000) as i32);
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = fastrand::Rng::with_seed(seed);
                    for _ in 0..100_000 {
                        let hash = random.u64(..64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                        if random.bool() {
                            table.put(hash, 0, Entry { score: score_of(hash), ..entry(&mut random) });
                        } else if let Some(found) = table.get(hash, 0) {
                            assert_eq!(found.score, score_of(hash));
                        }
                    }
                });
            }
        });
    }
}
