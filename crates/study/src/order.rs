//! The order of quiet moves for the solver, which does not know the engine's tables: a policy. It is the one set by hand, so that what the
//! solver needs for a proof does not change with what the engine learns.

use tengen_eval::Tables;
use tengen_solver::order::{MoveOrder, Offer};

/// By what the tables say of a move.
pub struct ByPolicy(&'static Tables);

impl Default for ByPolicy {
    fn default() -> Self {
        Self(Tables::by_hand())
    }
}

impl MoveOrder for ByPolicy {
    fn promise(&self, offer: &Offer) -> i32 {
        self.0.offer_score(&offer.lines, offer.classes, offer.to_move)
    }
}
