//! Getting table indices out of line keys: BMI2's `pext` where the processor has it, shifts and masks
//! elsewhere, with the same results.
//!
//! This is the one file of the crate's board that holds `unsafe`: the call of a function that was compiled
//! for BMI2, after the processor was asked.
#![allow(unsafe_code)]

use super::{Board, Observer, update};
use crate::colour::Colour;
use crate::geometry::Point;
use crate::position::Move;
use crate::rule::RuleType;
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

/// How to gather bits.
pub(crate) trait Extract {
    /// The key of `2 * reach` squares around the square `reach` squares behind `first`, without that centre.
    /// `near` has two bits a square.
    fn line_index(near: u64, first: usize, reach: usize) -> usize;
    /// The low halves of the four bytes, packed.
    fn low_nibbles(lines: u32) -> usize;
    /// The high halves of the four bytes, packed.
    fn high_nibbles(lines: u32) -> usize;
}

/// Shifts and masks.
pub(crate) struct Shifts;

impl Extract for Shifts {
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
pub(crate) struct Pext;

#[cfg(target_arch = "x86_64")]
impl Extract for Pext {
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

/// The digest of a board, dispatched as [`put`].
#[inline(always)]
pub(super) fn digest<R: RuleType>(board: &Board<R>) -> u64 {
    match board.cpu {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as in `put`.
        Cpu::Bmi2 => unsafe { digest_bmi2(board) },
        _ => super::digest::digest(board),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx,avx2")]
fn digest_bmi2<R: RuleType>(board: &Board<R>) -> u64 {
    super::digest::digest(board)
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
    fn the_centre_is_left_out() {
        // Squares 0..8 hold 1,2,3,0,[2],0,1,2,3: the centre square 4 must not show.
        let squares = [1, 2, 3, 0, 2, 0, 1, 2, 3_u64];
        let near = squares.iter().rev().fold(0, |key, square| key << 2 | square);
        let without = [1, 2, 3, 0, 0, 1, 2, 3_usize];
        let expected = without.iter().rev().fold(0, |key, square| key << 2 | square);
        assert_eq!(Shifts::line_index(near, 0, 4), expected);
    }
}
