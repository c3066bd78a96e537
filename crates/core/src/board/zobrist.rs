//! Hash keys: one for each stone on each point, one for the side to move, one for rule and size.

use crate::colour::Colour;
use crate::geometry::{FRAME, Size};
use crate::rule::Rule;

/// Splitmix64 (Steele, Lea, Flood 2014), as a function from a number to its key.
const fn key(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn stone_keys(colour: u64) -> [u64; FRAME] {
    let mut keys = [0; FRAME];
    let mut i = 0;
    while i < FRAME {
        keys[i] = key(colour * FRAME as u64 + i as u64);
        i += 1;
    }
    keys
}

static STONES: [[u64; FRAME]; 2] = [stone_keys(0), stone_keys(1)];

/// In the hash while White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = key(2 * FRAME as u64);

/// The key of a stone on the point with this frame index.
#[inline]
pub(crate) fn stone(colour: Colour, index: usize) -> u64 {
    STONES[colour.index()][index % FRAME]
}

/// The hash of an empty board with Black to move.
pub(crate) fn empty_board(rule: Rule, size: Size) -> u64 {
    let rule = Rule::ALL.iter().position(|r| *r == rule).unwrap_or(0) as u64;
    key(3 * FRAME as u64 + (rule << 16 | u64::from(size.width()) << 8 | u64::from(size.height())))
}
