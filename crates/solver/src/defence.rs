//! The defence finder: which moves stop every win by threats that is found, and the line that holds out longest in a
//! lost position.
//!
//! After OOOOO (CodeCup 2020): a winning tree of the other side, found as if this side passed, tells where to look. A stone
//! outside its zone stops nothing, and each move in the zone is tried.

use crate::fours::{Found, stopping};
use crate::tree;
use crate::vct::{Vct, VctLimits};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Every move of the side to move after which the other side has no win by threats. The limits are for each move.
pub fn defences<R: RuleType>(vct: &mut Vct<'_>, board: &mut Board<R>, limits: VctLimits<'_>) -> Found {
    let them = board.to_move().opponent();
    board.pass();
    let win = vct.attack(board, limits);
    let zone = match win {
        Some(attack) => tree::zone(board, &attack),
        None => board.empties(),
    };
    board.undo();
    stopping(board, &zone, |board| vct.find(board, them, limits))
}

/// The line that resists longest where the side to move has lost to threats: the reply whose proof is deepest, again and
/// again, with the attacker's answers. Empty if no win of the other side is found.
pub fn resistance<R: RuleType>(vct: &mut Vct<'_>, board: &mut Board<R>, limits: VctLimits<'_>) -> Vec<Point> {
    let attacker = board.to_move().opponent();
    match vct.tree(board, attacker, limits) {
        Some(tree) => tree::principal(board, &tree),
        None => Vec::new(),
    }
}
