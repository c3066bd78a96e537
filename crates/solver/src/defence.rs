//! The defence finder: which moves stop every win by threats that is found, and the line that holds out longest in a
//! lost position.
//!
//! After OOOOO (CodeCup 2020): a winning tree of the other side, found as if this side passed, tells where to look. A stone
//! outside its zone stops nothing, and each move in the zone is tried.

use crate::claim::Claim;
use crate::fours::Found;
use crate::line;
use crate::tree::{self, Tree};
use crate::vct::{Vct, VctLimits};
use tengen_core::board::PointSet;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Every move of the side to move after which the other side has no win by threats. The limits are for each move.
pub fn defences<R: RuleType>(vct: &mut Vct<'_>, board: &mut Board<R>, limits: VctLimits<'_>) -> Found {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    board.pass();
    let mut left = zone_of_win(vct, board, limits).unwrap_or_else(|| board.empties());
    board.undo();
    let mut found = Found { points: PointSet::EMPTY, is_complete: true };
    while let Some(p) = left.first() {
        left.remove(p);
        if !board.is_legal(p, us) {
            continue;
        }
        board.play(p);
        let claim = if board.winner().is_some() { Claim::None } else { vct.find(board, them, limits) };
        board.undo();
        match claim {
            Claim::None => found.points.insert(p),
            Claim::Win { .. } => {}
            Claim::Unknown => found.is_complete = false,
        }
    }
    found
}

/// The zone of a win by threats of the side to move.
fn zone_of_win<R: RuleType>(
    vct: &mut Vct<'_>,
    board: &mut Board<R>,
    limits: VctLimits<'_>,
) -> Option<PointSet> {
    if !line::is_plain::<R>() {
        return None;
    }
    match vct.tree(board, board.to_move(), limits)? {
        Tree::Attack(attack) => Some(tree::zone(board, &attack)),
        Tree::Defence(_) => None,
    }
}

/// The line that resists longest where the side to move has lost to threats: the reply whose proof is deepest, again and
/// again, with the attacker's answers. Empty if no win of the other side is found.
pub fn resistance<R: RuleType>(vct: &mut Vct<'_>, board: &mut Board<R>, limits: VctLimits<'_>) -> Vec<Point> {
    let attacker = board.to_move().opponent();
    match vct.tree(board, attacker, limits) {
        Some(tree) => tree::follow(board, &tree),
        None => Vec::new(),
    }
}
