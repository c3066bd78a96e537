//! The swap2 opening as the engine judges it: where its first stone goes, and which colour it takes. All is decided by the score
//! of White, who moves next after three stones as after five.

use crate::score::Score;
use tengen_core::{Colour, Point, Size};

/// Up to this score a choice of colours is worth nothing: a win rate between 47.5% and 52.5%.
pub const FAIR: i32 = 20;

/// Whether neither colour is worth taking, so that two more stones are better put and the choice given away.
pub fn is_fair(score: Score) -> bool {
    score.value().abs() <= FAIR
}

/// The colour to take when White, who is to move, has this score.
pub fn better_colour(score: Score) -> Colour {
    if score < Score::EVEN { Colour::Black } else { Colour::White }
}

/// A point of the middle half of the board, drawn by lot so that nobody can prepare for one opening.
pub fn first_stone(size: Size, seed: u64) -> Point {
    // The constant of Fibonacci hashing spreads seeds that follow one another.
    let lot = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    let along = |side: u8, lot: u64| i32::from(side / 4) + (lot % u64::from(side / 2)) as i32;
    let (x, y) = (along(size.width(), lot & 0xFFFF), along(size.height(), lot >> 16));
    size.point(x, y).unwrap_or(size.centre())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_stones_are_on_every_board_and_differ() {
        for side in 5..=22 {
            let size = Size::new(side, 27 - side).unwrap();
            let stones: std::collections::HashSet<Point> =
                (0..100).map(|seed| first_stone(size, seed)).collect();
            assert!(stones.len() > 1 && stones.iter().all(|p| size.contains(*p)), "{size}");
        }
    }
}
