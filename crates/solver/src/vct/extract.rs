//! From a solved table to a tree that can be replayed move by move.
//!
//! The table is a hint, never the proof: a position that gave way to another is searched again, and whether a reply
//! needs an answer of its own is found by playing the default line against it.

use super::threats::Threats;
use super::{Turn, Vct, VctLimits};
use crate::dfpn::DfPn;
use crate::grow::Grow;
use crate::line;
use crate::tree::{Attack, Tree};
use crate::vcf::VcfLimits;
use std::collections::HashMap;
use std::sync::Arc;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};

/// Stones that a search for fours may put where the attack is known to be won.
const VCF_NODES: u64 = 1_000_000;

impl Vct<'_> {
    /// The tree of what was just solved.
    pub(super) fn extract<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        turn: Turn,
        limits: VctLimits<'_>,
    ) -> Option<Tree> {
        let vcf_nodes = self.settings.vcf_nodes;
        let mut search = self.search(attacker, turn, limits.stop);
        search.last_node = limits.nodes;
        let mut extract = Extract { search, vcf_nodes, shared: HashMap::new() };
        let tree = if board.to_move() == attacker {
            extract.attack(board).map(Tree::Attack)
        } else {
            extract.defence(board).map(Arc::new).map(Tree::Defence)
        };
        let nodes = extract.search.nodes;
        self.nodes += nodes;
        tree
    }
}

struct Extract<'a, 'b> {
    search: DfPn<'a, Threats<'a, 'b>>,
    vcf_nodes: u64,
    /// Subtrees by the hash of their position.
    shared: HashMap<u64, Arc<Attack>>,
}

impl Grow for Extract<'_, '_> {
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Vec<Point>> {
        self.fours_within(board, VCF_NODES)
    }

    fn attack<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        if let Some(known) = self.shared.get(&board.hash()) {
            return Some(Arc::clone(known));
        }
        let attack = if let Some(line) = self.fours_within(board, self.vcf_nodes) {
            Attack::Line(line)
        } else {
            let first = self.move_of(board)?;
            board.play(first);
            let defence = self.defence(board);
            board.undo();
            Attack::Move(first, Arc::new(defence?))
        };
        let attack = Arc::new(attack);
        self.shared.insert(board.hash(), Arc::clone(&attack));
        Some(attack)
    }
}

impl Extract<'_, '_> {
    /// The line of fours that wins for the side to move, if it is found with so many stones.
    fn fours_within<R: RuleType>(&mut self, board: &mut Board<R>, nodes: u64) -> Option<Vec<Point>> {
        let plies = self.search.rules.left(board);
        let limits = |nodes: u64| VcfLimits { nodes, plies };
        let vcf = &mut *self.search.rules.vcf;
        if !vcf.find(board, limits(nodes)).is_win() {
            return None;
        }
        let line = vcf.attack_line(board, limits(VCF_NODES));
        line::replay(board, &line).then_some(line)
    }

    /// The move that wins by the table; searched again if the table has forgotten it.
    fn move_of<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Point> {
        let known = self.search.known(board).filter(|known| known.numbers.proof == 0);
        let known = known.unwrap_or_else(|| self.search.solve(board));
        known.best.filter(|p| known.numbers.proof == 0 && board.is_empty(*p))
    }
}
