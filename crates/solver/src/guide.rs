//! From a winning sequence to a tree: whatever method found the moves, what they prove is replayed here.
//!
//! The attacker plays the sequence in its order as long as it fits; every reply that breaks the default line of fours
//! goes on with the rest of the sequence, and where that does not win, a search with few nodes is asked. For rules
//! without fouls and blocked ends.

use crate::grow::Grow;
use crate::line;
use crate::tree::Attack;
use crate::vcf::VcfLimits;
use crate::vct::{Vct, VctLimits};
use std::sync::Arc;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Stones that a search for a line of fours may put.
const VCF_NODES: u64 = 100_000;

/// The tree of a win of the side to move that plays these moves.
pub(crate) fn tree<R: RuleType>(
    board: &mut Board<R>,
    moves: &[Point],
    vct: &mut Vct<'_>,
    limits: VctLimits<'_>,
) -> Option<Arc<Attack>> {
    if !line::is_plain::<R>() {
        return None;
    }
    Guide { vct, limits, rest: moves }.attack(board)
}

struct Guide<'a, 'b> {
    vct: &'a mut Vct<'b>,
    limits: VctLimits<'a>,
    /// What is left of the sequence here.
    rest: &'a [Point],
}

impl Grow for Guide<'_, '_> {
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Vec<Point>> {
        self.vct.fours(board, VcfLimits { nodes: VCF_NODES, plies: u16::MAX })
    }

    fn attack<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        if let Some(line) = self.fours(board) {
            return Some(Arc::new(Attack::Line(line)));
        }
        self.next(board).or_else(|| self.vct.attack(board, self.limits))
    }
}

impl Guide<'_, '_> {
    /// The tree of a win with the next move of the sequence, or with the one that stops a five.
    fn next<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        let before = self.rest;
        let must = board.first_point(board.to_move().opponent(), PointClass::Five);
        let (next, rest) = match (must, before) {
            (Some(must), [first, rest @ ..]) if must == *first => (must, rest),
            (Some(must), _) => (must, before),
            (None, [first, rest @ ..]) if board.is_empty(*first) => (*first, rest),
            (None, _) => return None,
        };
        self.rest = rest;
        board.play(next);
        let defence = self.defence(board);
        board.undo();
        self.rest = before;
        Some(Arc::new(Attack::Move(next, Arc::new(defence?))))
    }
}
