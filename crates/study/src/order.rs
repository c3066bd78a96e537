//! The order of quiet moves for the solver, which does not know the engine's tables: the engine's policy.

use tengen_eval::Tables;
use tengen_solver::order::{MoveOrder, Offer};

/// By what the engine's tables say of a move.
pub struct ByPolicy(&'static Tables);

impl Default for ByPolicy {
    fn default() -> Self {
        Self(Tables::embedded())
    }
}

impl MoveOrder for ByPolicy {
    fn promise(&self, offer: &Offer) -> i32 {
        self.0.offer_score(&offer.lines, offer.classes, offer.to_move)
    }
}
