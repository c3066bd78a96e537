//! The order of quiet moves for the solver, which does not know the engine's tables: the engine's policy.

use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};
use tengen_eval::Tables;
use tengen_solver::order::MoveOrder;

/// By what the engine's tables say of a move.
pub struct ByPolicy(&'static Tables);

impl Default for ByPolicy {
    fn default() -> Self {
        Self(Tables::embedded())
    }
}

impl MoveOrder for ByPolicy {
    fn promise<R: RuleType>(&self, board: &Board<R>, p: Point) -> i32 {
        self.0.point_score(board, p, board.to_move())
    }
}
