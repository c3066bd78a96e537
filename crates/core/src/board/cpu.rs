//! What depends on the processor: gathering bits, counting in lanes, folding rows. BMI2 and AVX2 where the
//! processor has them, plain code elsewhere, with the same results.
//!
//! The hot path is compiled twice, and dispatched once a stone ([`put`], [`take`]). This is the one file of the board that
//! holds `unsafe`: calls of code compiled for BMI2 and AVX2, after the processor was asked, and loads and stores of
//! whole arrays.
#![allow(unsafe_code)]

use super::planes::LANES;
use super::tally::{self, Tally};
use super::{Board, CLASSES, Observer, update};
use crate::colour::Colour;
use crate::geometry::Point;
use crate::position::Move;
use crate::rule::RuleType;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_add_epi32, _mm256_add_epi64, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_mul_epu32, _mm256_or_si256, _mm256_setzero_si256, _mm256_slli_epi32, _mm256_srli_epi32,
    _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8,
};
use std::sync::OnceLock;

/// Which instructions the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cpu {
    /// Shifts and masks only.
    Portable,
    /// `pext` and its kin.
    Bmi2,
}

impl Cpu {
    /// The best that this processor offers, asked once.
    pub fn detect() -> Self {
        static FOUND: OnceLock<Cpu> = OnceLock::new();
        *FOUND.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("avx2") {
                return Self::Bmi2;
            }
            Self::Portable
        })
    }
}

/// How to gather bits and count points.
pub(super) trait Extract {
    /// How to count points.
    type Tally: Tally;
    /// The key of `2 * reach` squares around the square `reach` squares behind `first`, without that centre.
    /// `near` has two bits a square.
    fn line_index(near: u64, first: usize, reach: usize) -> usize;
    /// The low halves of the four bytes, packed.
    fn low_nibbles(lines: u32) -> usize;
    /// The high halves of the four bytes, packed.
    fn high_nibbles(lines: u32) -> usize;
}

/// Shifts and masks.
pub(super) struct Shifts;

impl Extract for Shifts {
    type Tally = tally::Plain;

    #[inline(always)]
    fn line_index(near: u64, first: usize, reach: usize) -> usize {
        let window = (near >> (2 * first)) as usize;
        let half = (1 << (2 * reach)) - 1;
        window & half | (window >> 2) & (half << (2 * reach))
    }

    #[inline(always)]
    fn low_nibbles(lines: u32) -> usize {
        let pairs = lines & 0x0F0F_0F0F;
        let pairs = (pairs | pairs >> 4) & 0x00FF_00FF;
        ((pairs | pairs >> 8) & 0xFFFF) as usize
    }

    #[inline(always)]
    fn high_nibbles(lines: u32) -> usize {
        Self::low_nibbles(lines >> 4)
    }
}

/// BMI2. Only reached through [`put`], after [`Cpu::detect`] found it.
#[cfg(target_arch = "x86_64")]
pub(super) struct Pext;

#[cfg(target_arch = "x86_64")]
impl Extract for Pext {
    type Tally = Wide;

    #[inline(always)]
    fn line_index(near: u64, first: usize, reach: usize) -> usize {
        let half = (1_u64 << (2 * reach)) - 1;
        let mask = (half | half << (2 * reach + 2)) << (2 * first);
        // SAFETY: this type is only used in code that runs after BMI2 was detected.
        (unsafe { std::arch::x86_64::_pext_u64(near, mask) }) as usize
    }

    #[inline(always)]
    fn low_nibbles(lines: u32) -> usize {
        // SAFETY: as above.
        (unsafe { std::arch::x86_64::_pext_u32(lines, 0x0F0F_0F0F) }) as usize
    }

    #[inline(always)]
    fn high_nibbles(lines: u32) -> usize {
        // SAFETY: as above.
        (unsafe { std::arch::x86_64::_pext_u32(lines, 0xF0F0_F0F0) }) as usize
    }
}

/// A tally in one wide register. As [`Pext`], only for code that runs after AVX2 was detected.
#[cfg(target_arch = "x86_64")]
pub(super) struct Wide(__m256i);

#[cfg(target_arch = "x86_64")]
impl Tally for Wide {
    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: as above, for AVX2.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn shift(&mut self, old: u8, new: u8) {
        let row = |class: u8| tally::ONE[usize::from(class)].as_ptr().cast();
        // SAFETY: as above; a row is 32 bytes, and the load needs no alignment.
        self.0 = unsafe {
            let more = _mm256_add_epi8(self.0, _mm256_loadu_si256(row(new)));
            _mm256_sub_epi8(more, _mm256_loadu_si256(row(old)))
        };
    }

    #[inline(always)]
    fn lanes(self) -> [i8; CLASSES] {
        let mut lanes = [0; CLASSES];
        // SAFETY: as above; the array is 32 bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
}

/// The one dispatch by processor: puts a stone with code compiled for what it has.
#[inline(always)]
pub(super) fn put<R: RuleType, O: Observer>(
    board: &mut Board<R>,
    p: Point,
    colour: Colour,
    observer: &mut O,
) {
    match board.cpu {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Cpu::Bmi2` is only made by `Cpu::detect`, which asked the processor.
        Cpu::Bmi2 => unsafe { put_bmi2(board, p, colour, observer) },
        _ => update::put::<R, Shifts, O>(board, p, colour, observer),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx,avx2")]
fn put_bmi2<R: RuleType, O: Observer>(board: &mut Board<R>, p: Point, colour: Colour, observer: &mut O) {
    update::put::<R, Pext, O>(board, p, colour, observer);
}

/// Takes a stone or a pass back, dispatched as [`put`].
#[inline(always)]
pub(super) fn take<R: RuleType, O: Observer>(
    board: &mut Board<R>,
    observer: &mut O,
) -> Option<(Move, Colour)> {
    match board.cpu {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as in `put`.
        Cpu::Bmi2 => unsafe { take_bmi2(board, observer) },
        _ => update::take(board, observer),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx,avx2")]
fn take_bmi2<R: RuleType, O: Observer>(board: &mut Board<R>, observer: &mut O) -> Option<(Move, Colour)> {
    update::take(board, observer)
}

/// Rows of the planes and counters as one number. Each lane is the sum of two numbers in base three whose digits are the
/// words of even and of odd rows, with pairs of counters weighed by [`WEIGHTS`] as last digits; the lanes are weighed by
/// [`FACTORS`].
#[inline]
pub(super) fn fold(rows: &[[u32; LANES]], counts: &[[u16; CLASSES]; 2], cpu: Cpu) -> u64 {
    match cpu {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Cpu::Bmi2` also stands for AVX2, and is only made by `Cpu::detect`, which asked the processor.
        Cpu::Bmi2 => unsafe { fold_avx2(rows, counts) },
        _ => fold_portable(rows, counts),
    }
}

/// An odd factor for each lane.
static FACTORS: [u32; LANES] = {
    let mut factors = [0x9E37_79B1; LANES];
    let mut i = 1;
    while i < LANES {
        factors[i] = (factors[i - 1] ^ 0x5A5A_5A5A_u32).wrapping_mul(0x9E37_79B1) | 1;
        i += 1;
    }
    factors
};

/// What the counters of a side count for; signed, since the processor multiplies signed pairs.
const WEIGHTS: [i16; CLASSES] = {
    let mut weights = [0; CLASSES];
    let mut i = 0;
    while i < CLASSES {
        weights[i] = (i as i16 * 977 + 1409) | 1;
        i += 1;
    }
    weights
};

fn fold_portable(rows: &[[u32; LANES]], counts: &[[u16; CLASSES]; 2]) -> u64 {
    let digit = |lanes: &mut [u32; LANES], words: [u32; LANES]| {
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane = lane.wrapping_mul(3).wrapping_add(word);
        }
    };
    let [mut even, mut odd] = [[0; LANES]; 2];
    for pair in rows.chunks(2) {
        digit(&mut even, pair[0]);
        digit(&mut odd, pair.get(1).copied().unwrap_or_default());
    }
    for side in counts {
        let weighed = |i: usize| i32::from(side[i] as i16) * i32::from(WEIGHTS[i]);
        digit(
            &mut even,
            std::array::from_fn(|lane| weighed(2 * lane).wrapping_add(weighed(2 * lane + 1)) as u32),
        );
    }
    let lane = |i: usize| even[i].wrapping_add(odd[i].rotate_left(16));
    (0..LANES).map(|i| u64::from(lane(i)) * u64::from(FACTORS[i])).fold(0, u64::wrapping_add)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fold_avx2(rows: &[[u32; LANES]], counts: &[[u16; CLASSES]; 2]) -> u64 {
    const _: () = assert!(size_of::<[u32; LANES]>() == 64 && size_of::<[u16; CLASSES]>() == 64);
    let load = |half: *const __m256i| {
        // SAFETY: every pointer below is to the first or second half of an array of 64 bytes; no alignment is needed.
        unsafe { [_mm256_loadu_si256(half), _mm256_loadu_si256(half.wrapping_add(1))] }
    };
    let digit = |lanes: [__m256i; 2], words: [__m256i; 2]| {
        [0, 1].map(|half| {
            let double = _mm256_add_epi32(lanes[half], lanes[half]);
            _mm256_add_epi32(_mm256_add_epi32(double, lanes[half]), words[half])
        })
    };
    let zero = [_mm256_setzero_si256(); 2];
    let (mut even, mut odd) = (zero, zero);
    for pair in rows.chunks(2) {
        even = digit(even, load(pair[0].as_ptr().cast()));
        odd = digit(odd, pair.get(1).map_or(zero, |row| load(row.as_ptr().cast())));
    }
    let weights = load(WEIGHTS.as_ptr().cast());
    for side in counts {
        let counts = load(side.as_ptr().cast());
        even = digit(even, [0, 1].map(|half| _mm256_madd_epi16(counts[half], weights[half])));
    }
    let factors = load(FACTORS.as_ptr().cast());
    let sums = [0, 1].map(|half| {
        let turned = _mm256_or_si256(_mm256_slli_epi32(odd[half], 16), _mm256_srli_epi32(odd[half], 16));
        let lanes = _mm256_add_epi32(even[half], turned);
        // The products of the even lanes, then of the odd ones.
        let high = _mm256_mul_epu32(_mm256_srli_epi64(lanes, 32), _mm256_srli_epi64(factors[half], 32));
        _mm256_add_epi64(_mm256_mul_epu32(lanes, factors[half]), high)
    });
    let mut sum = [0_u64; 4];
    // SAFETY: the array is 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(sum.as_mut_ptr().cast(), _mm256_add_epi64(sums[0], sums[1])) };
    sum.into_iter().fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pext_and_shifts_gather_the_same_bits() {
        if Cpu::detect() != Cpu::Bmi2 {
            return;
        }
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let (near, lines) = (random.u64(..), random.u32(..));
            for reach in [4, 5] {
                for first in 0..=2 * reach {
                    assert_eq!(Pext::line_index(near, first, reach), Shifts::line_index(near, first, reach));
                }
            }
            assert_eq!(Pext::low_nibbles(lines), Shifts::low_nibbles(lines));
            assert_eq!(Pext::high_nibbles(lines), Shifts::high_nibbles(lines));
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn wide_and_plain_tallies_count_alike() {
        if Cpu::detect() != Cpu::Bmi2 {
            return;
        }
        let mut random = fastrand::Rng::with_seed(4);
        let (mut plain, mut wide) = (tally::Plain::zero(), Wide::zero());
        for _ in 0..41 {
            let (old, new) = (random.u8(..21), random.u8(..21));
            plain.shift(old, new);
            wide.shift(old, new);
        }
        assert_eq!(plain.lanes(), wide.lanes());
    }

    #[test]
    fn wide_and_narrow_registers_fold_alike() {
        let mut random = fastrand::Rng::with_seed(2);
        for count in 0..22 {
            let rows: Vec<[u32; LANES]> =
                (0..count).map(|_| std::array::from_fn(|_| random.u32(..))).collect();
            let counts = [(); 2].map(|()| std::array::from_fn(|_| random.u16(..500)));
            assert_eq!(fold(&rows, &counts, Cpu::detect()), fold(&rows, &counts, Cpu::Portable));
        }
    }

    #[test]
    fn the_centre_is_left_out() {
        // Squares 0..8 hold 1,2,3,0,[2],0,1,2,3: the centre square 4 must not show.
        let squares = [1, 2, 3, 0, 2, 0, 1, 2, 3_u64];
        let near = squares.iter().rev().fold(0, |key, square| key << 2 | square);
        let without = [1, 2, 3, 0, 0, 1, 2, 3_usize];
        let expected = without.iter().rev().fold(0, |key, square| key << 2 | square);
        assert_eq!(Shifts::line_index(near, 0, 4), expected);
    }
}
