//! From a winning sequence to a tree: whatever method found the moves, what they prove is replayed here.
//!
//! The attacker plays the sequence in its order as long as it fits; every reply that breaks the default line of fours
//! goes on with the rest of the sequence, and where that does not win, a search with few nodes is asked. For rules
//! without fouls and blocked ends.

use crate::line;
use crate::tree::{Answers, Attack, Defence, Tree};
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
    Guide { vct, limits }.attack(board, moves)
}

struct Guide<'a, 'b> {
    vct: &'a mut Vct<'b>,
    limits: VctLimits<'a>,
}

impl Guide<'_, '_> {
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Vec<Point>> {
        self.vct.fours(board, VcfLimits { nodes: VCF_NODES, plies: u16::MAX })
    }

    fn attack<R: RuleType>(&mut self, board: &mut Board<R>, moves: &[Point]) -> Option<Arc<Attack>> {
        if let Some(line) = self.fours(board) {
            return Some(Arc::new(Attack::Line(line)));
        }
        let must = board.first_point(board.to_move().opponent(), PointClass::Five);
        let (next, rest) = match (must, moves) {
            (Some(must), [first, rest @ ..]) if must == *first => (Some(must), rest),
            (Some(must), _) => (Some(must), moves),
            (None, [first, rest @ ..]) => (Some(*first).filter(|p| board.is_empty(*p)), rest),
            (None, []) => (None, moves),
        };
        if let Some(next) = next {
            board.play(next);
            let defence = self.defence(board, rest);
            board.undo();
            if let Some(defence) = defence {
                return Some(Arc::new(Attack::Move(next, Arc::new(defence))));
            }
        }
        match self.vct.tree(board, board.to_move(), self.limits)? {
            Tree::Attack(attack) => Some(attack),
            Tree::Defence(_) => None,
        }
    }

    fn defence<R: RuleType>(&mut self, board: &mut Board<R>, rest: &[Point]) -> Option<Defence> {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 {
            return None;
        }
        if board.count(us, PointClass::Five) > 1 {
            return Some(Defence::Two);
        }
        if let Some(answer) = board.first_point(us, PointClass::Five) {
            return self.after(board, answer, rest).map(Defence::Forced);
        }
        board.pass();
        let line = self.fours(board);
        let zone = line.as_ref().map(|line| line::zone(board, line));
        board.undo();
        let (line, zone) = (line?, zone?);
        let mut answers = Answers::new();
        for reply in &zone {
            board.play(reply);
            let holds = line::replay(board, &line);
            board.undo();
            if !holds {
                answers.push((reply, self.after(board, reply, rest)?));
            }
        }
        Some(Defence::Default { line, answers })
    }

    fn after<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        reply: Point,
        rest: &[Point],
    ) -> Option<Arc<Attack>> {
        board.play(reply);
        let attack = self.attack(board, rest);
        board.undo();
        attack
    }
}
