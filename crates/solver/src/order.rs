//! Which quiet moves to try first. The solver does not know the engine; whoever asks brings an order along.

use tengen_core::pattern::LineClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// An order of moves for the side to move.
pub trait MoveOrder: Sync {
    /// How promising an empty point is as a quiet move: greater is better.
    fn promise<R: RuleType>(&self, board: &Board<R>, p: Point) -> i32;
}

/// By the lines that a stone makes: own twos and threes count, and half as much what it takes from the other side.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByShape;

impl MoveOrder for ByShape {
    fn promise<R: RuleType>(&self, board: &Board<R>, p: Point) -> i32 {
        let worth = |line: LineClass| match line {
            LineClass::SimpleTwo => 1,
            LineClass::WeakTwo => 4,
            LineClass::DoubleTwo => 6,
            LineClass::SimpleThree => 5,
            LineClass::WeakThree => 8,
            LineClass::DoubleThree => 9,
            LineClass::SimpleFour => 7,
            _ => 0,
        };
        let of = |side| board.lines(p, side).into_iter().map(worth).sum::<i32>();
        2 * of(board.to_move()) + of(board.to_move().opponent())
    }
}
