//! The sum over the empty points, kept up to date: it listens to the board while stones are put, and is given its
//! old value back when they are taken.

use crate::FRACTION;
use crate::tables::{Tables, unpack};
use tengen_core::board::{Board, Crossing, Observer, PointClasses, PotentialLine};
use tengen_core::rule::RuleType;
use tengen_core::{Direction, Point};

/// The sum at some moment: what a search keeps to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sum(i64);

/// The evaluation of one board. Play with [`Board::play_with`] and this as the observer; to take back, undo the board and
/// [`Evaluator::restore`] the sum from before.
#[derive(Clone)]
pub struct Evaluator<'a> {
    tables: &'a Tables,
    sum: Sum,
}

impl<'a> Evaluator<'a> {
    /// The evaluation of a board, summed from scratch.
    pub fn new<R: RuleType>(tables: &'a Tables, board: &Board<R>) -> Self {
        let of_point = |p: Point| {
            let lines: i64 = board.potentials(p).iter().map(|line| tables.line(*line)).sum();
            lines + tables.classes(board.classes(p)) + tables.crossings(board.crossings(p))
        };
        Self { tables, sum: Sum(board.empties().iter().map(of_point).sum()) }
    }

    /// The tables in use.
    #[inline]
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// The sum as it is.
    #[inline]
    pub fn sum(&self) -> Sum {
        self.sum
    }

    /// Goes back to a sum.
    #[inline]
    pub fn restore(&mut self, sum: Sum) {
        self.sum = sum;
    }

    /// What the position is worth to the side to move. The board must be the one listened to.
    #[inline]
    pub fn value<R: RuleType>(&self, board: &Board<R>) -> i32 {
        (unpack(self.sum.0, board.to_move()) + self.tables.threat_value(board)).div_euclid(FRACTION)
    }
}

impl Observer for Evaluator<'_> {
    #[inline(always)]
    fn line_changed(&mut self, _: Point, _: Direction, old: PotentialLine, new: PotentialLine) {
        self.sum.0 = self.sum.0.wrapping_add(self.tables.line(new)).wrapping_sub(self.tables.line(old));
    }

    #[inline(always)]
    fn lines_gone(&mut self, _: Point, lines: [PotentialLine; 4]) {
        for line in lines {
            self.sum.0 = self.sum.0.wrapping_sub(self.tables.line(line));
        }
    }

    #[inline(always)]
    fn lines_back(&mut self, _: Point, lines: [PotentialLine; 4]) {
        for line in lines {
            self.sum.0 = self.sum.0.wrapping_add(self.tables.line(line));
        }
    }

    #[inline(always)]
    fn classes_changed(&mut self, _: Point, old: PointClasses, new: PointClasses) {
        self.sum.0 = self.sum.0.wrapping_add(self.tables.classes(new)).wrapping_sub(self.tables.classes(old));
    }

    #[inline(always)]
    fn crossings_changed(&mut self, _: Point, old: [Crossing; 2], new: [Crossing; 2]) {
        self.sum.0 =
            self.sum.0.wrapping_add(self.tables.crossings(new)).wrapping_sub(self.tables.crossings(old));
    }
}
