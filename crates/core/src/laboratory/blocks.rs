//! Sets of squares, and the blocks: five squares in a row, all that a five can stand on (section 2.1).
//!
//! A set is a bit mask over the squares of one pattern, in the order of its drawing.

use super::pattern::Square;

/// A set of squares of the game's pattern, by index.
pub(super) type Mask = u64;

/// The single squares of a set, lowest index first.
pub(super) fn singles(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Five squares in a row, and which line of the board they lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) squares: Mask,
    /// Equal for blocks of the same line, different otherwise.
    pub(super) line: (u8, i16),
}

/// The two of these squares that lie together on the most open blocks; none if there are not two.
pub(super) fn best_pair(squares: Mask, open: &[Mask]) -> Option<Mask> {
    let worth = |pair: Mask| open.iter().filter(|&missing| missing & pair == pair).count();
    singles(squares)
        .flat_map(|one| singles(squares).filter(move |&two| two > one).map(move |two| one | two))
        .max_by_key(|&pair| worth(pair))
}

/// Every five squares in a row, in the order of their first square.
pub(super) fn blocks_of(squares: &[Square]) -> Vec<Block> {
    const DIRECTIONS: [(i16, i16); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut blocks = Vec::new();
    for square in squares {
        let (row, column) = (i16::from(square.row), i16::from(square.column));
        for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
            let mask: Option<Mask> = (0..5)
                .map(|step| {
                    let next = square.shifted(step * down, step * right)?;
                    let index = squares.binary_search(&next).ok()?;
                    Some(1 << index)
                })
                .try_fold(0, |mask, single: Option<Mask>| Some(mask | single?));
            if let Some(mask) = mask {
                let line = (direction as u8, column * down - row * right);
                blocks.push(Block { squares: mask, line });
            }
        }
    }
    blocks
}
