//! From a solved table to a tree that can be replayed move by move.
//!
//! The table is a hint, never the proof: a position that gave way to another is searched again, and whether a reply
//! needs an answer of its own is found by playing the default line against it.

use super::table::{INFINITE, Numbers};
use super::{Vct, VctLimits};
use crate::claim::Claim;
use crate::line;
use crate::tree::{Attack, Defence, Tree};
use crate::vcf::VcfLimits;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};

/// Stones that a search for fours may put where the attack is known to be won.
const VCF_NODES: u64 = 1_000_000;

/// Subtrees by the hash of their position.
pub(super) type Shared = HashMap<u64, Arc<Attack>>;

impl Vct<'_> {
    /// The tree of a win by threats, if one is found within the limits. For rules without fouls and blocked ends.
    pub fn tree<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> Option<Tree> {
        if !line::is_plain::<R>() || !self.find(board, attacker, limits).is_win() {
            return None;
        }
        let mut shared = Shared::new();
        let end = self.nodes.saturating_add(limits.nodes);
        let mut extract = Extract { vct: self, shared: &mut shared, end, cancel: limits.cancel };
        if board.to_move() == attacker {
            extract.attack(board).map(Tree::Attack)
        } else {
            extract.defence(board).map(Arc::new).map(Tree::Defence)
        }
    }
}

struct Extract<'a, 'b> {
    vct: &'a mut Vct<'b>,
    shared: &'a mut Shared,
    /// Nodes after which to give up.
    end: u64,
    cancel: Option<&'a AtomicBool>,
}

impl Extract<'_, '_> {
    fn attack<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        if let Some(known) = self.shared.get(&board.hash()) {
            return Some(Arc::clone(known));
        }
        let attack = match self.fours(board) {
            Some(line) => Attack::Line(line),
            None => {
                let first = self.move_of(board)?;
                board.play(first);
                let defence = self.defence(board);
                board.undo();
                Attack::Move(first, Arc::new(defence?))
            }
        };
        let attack = Arc::new(attack);
        self.shared.insert(board.hash(), Arc::clone(&attack));
        Some(attack)
    }

    /// The line of fours that wins for the side to move.
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Vec<Point>> {
        let quick = VcfLimits { nodes: self.vct.settings.vcf_nodes, plies: u16::MAX };
        let limits = VcfLimits { nodes: VCF_NODES, plies: u16::MAX };
        match self.vct.vcf.find(board, quick) {
            Claim::Win { .. } => {}
            Claim::None | Claim::Unknown => return None,
        }
        let line: Vec<Point> = self.vct.vcf.line(board, limits).into_iter().step_by(2).collect();
        let line = line::trimmed(board, &line);
        line::replay(board, &line).then_some(line)
    }

    /// The move that wins by the table; searched again if the table has forgotten it.
    fn move_of<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Point> {
        let key = board.hash() ^ self.vct.salt;
        let known = |vct: &Vct<'_>| vct.table.get(key).filter(|known| known.numbers.proof == 0);
        if known(self.vct).and_then(|known| known.best).is_none() {
            self.vct.is_stopped = false;
            self.vct.last_node = self.end;
            self.vct.mid(board, Numbers { proof: INFINITE, disproof: INFINITE }, self.cancel);
        }
        known(self.vct)?.best.filter(|p| board.is_empty(*p))
    }

    fn defence<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Defence> {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 {
            return None;
        }
        if board.count(us, PointClass::Five) > 1 {
            return Some(Defence::Two);
        }
        if let Some(answer) = board.first_point(us, PointClass::Five) {
            board.play(answer);
            let attack = self.attack(board);
            board.undo();
            return attack.map(Defence::Forced);
        }
        board.pass();
        let line = self.fours(board);
        let zone = line.as_ref().map(|line| line::zone(board, line));
        board.undo();
        let (line, zone) = (line?, zone?);
        let mut answers = Vec::new();
        for reply in &zone {
            board.play(reply);
            let answer = if line::replay(board, &line) { None } else { Some(self.attack(board)) };
            board.undo();
            if let Some(attack) = answer {
                answers.push((reply, attack?));
            }
        }
        Some(Defence::Default { line, answers })
    }
}
