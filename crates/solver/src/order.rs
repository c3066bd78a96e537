//! Which quiet moves to try first. The solver does not know the engine; whoever asks brings an order along.

use tengen_core::board::{PointClasses, PotentialLine};
use tengen_core::pattern::LineClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};

/// What an empty point offers, for both sides.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Who is to move.
    pub to_move: Colour,
    /// What a stone would make of the four lines.
    pub lines: [PotentialLine; 4],
    /// What a stone would make of the point.
    pub classes: PointClasses,
}

impl Offer {
    /// What this point offers.
    pub fn of<R: RuleType>(board: &Board<R>, p: Point) -> Self {
        Self { to_move: board.to_move(), lines: board.potentials(p), classes: board.classes(p) }
    }
}

/// An order of moves for the side to move. It does not depend on the type of the rule, so that the solver is compiled once.
pub trait MoveOrder: Sync {
    /// How promising a point is as a quiet move: greater is better.
    fn promise(&self, offer: &Offer) -> i32;
}

/// By the lines that a stone makes: own twos and threes count, and half as much what it takes from the other side.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByShape;

impl MoveOrder for ByShape {
    fn promise(&self, offer: &Offer) -> i32 {
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
        let of = |side| offer.lines.into_iter().map(|line| worth(line.class(side))).sum::<i32>();
        2 * of(offer.to_move) + of(offer.to_move.opponent())
    }
}
