//! Victory by continuous threats: fours and threes, each of which has to be answered.
//!
//! Depth-first proof-number search over them. A first guess of a position's numbers comes from the number of its answers,
//! of which a counter-four counts for half, and fours are held back by a penalty: they leave one answer, but lead nowhere
//! most of the time. Times are heavy-tailed in that penalty, so a few settings take turns with growing shares of the nodes.
//!
//! Reading order: this file, `threats` (which moves, which answers), `extract` (the tree of a win).

mod extract;
mod threats;

use crate::claim::Claim;
use crate::dfpn::DfPn;
use crate::limits::Stop;
use crate::line;
use crate::memory::Memory;
use crate::numbers::{Known, Numbers, Table};
use crate::tree::{Attack, Tree};
use crate::vcf::{Vcf, VcfLimits};
use std::sync::Arc;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};
use threats::Threats;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct VctLimits<'a> {
    /// Positions to look at, at most.
    pub nodes: u64,
    /// Ends the search.
    pub stop: &'a Stop,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VctSettings {
    /// First guesses of the proof number of a four, in the order in which they take turns.
    pub four_penalties: [u32; 4],
    /// Stones that one search for fours may put where a position is searched.
    pub vcf_nodes: u64,
    /// The same where only its numbers are wanted.
    pub first_vcf_nodes: u64,
    /// Positions that the first setting may look at before the others get their turn.
    pub first_share: u64,
}

impl Default for VctSettings {
    fn default() -> Self {
        Self { four_penalties: [10, 3, 14, 6], vcf_nodes: 40, first_vcf_nodes: 2, first_share: 15_000 }
    }
}

/// What the search knows of positions. Kept from search to search, it saves the making; what another search left in it
/// is never found again.
pub struct VctTables {
    table: Table,
    /// Searches so far: each has keys of its own.
    searches: u64,
}

impl VctTables {
    /// Tables of about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { table: Table::new(bytes), searches: 0 }
    }

    /// Positions that they hold at most.
    pub fn capacity(&self) -> usize {
        self.table.capacity()
    }
}

/// The search.
pub struct Vct<'a> {
    vcf: Vcf<'a>,
    settings: VctSettings,
    tables: VctTables,
    nodes: u64,
}

/// What one question came to, and with which setting: the table knows more under it.
#[derive(Clone, Copy, Debug)]
struct Answer {
    known: Known,
    turn: Turn,
    is_complete: bool,
}

/// One setting at its turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    penalty: u32,
    salt: u64,
    /// The ply by which the five must be on the board.
    last_ply: usize,
}

impl Answer {
    fn claim<R: RuleType>(&self, board: &Board<R>) -> Claim {
        let Known { numbers, best, plies } = self.known;
        match numbers {
            // If the defender is to move, whatever it plays loses.
            Numbers { proof: 0, .. } => {
                Claim::Win { first: best.unwrap_or_else(|| board.size().centre()), plies }
            }
            Numbers { disproof: 0, .. } if self.is_complete => Claim::None,
            _ => Claim::Unknown,
        }
    }
}

impl<'a> Vct<'a> {
    /// A search with a table of about so many bytes, which remembers fours in `memory`.
    pub fn new(memory: &'a Memory, bytes: usize, settings: VctSettings) -> Self {
        Self::with_tables(memory, VctTables::new(bytes), settings)
    }

    /// The same with the tables of another search.
    pub fn with_tables(memory: &'a Memory, tables: VctTables, settings: VctSettings) -> Self {
        Self { vcf: Vcf::new(memory), settings, tables, nodes: 0 }
    }

    /// The tables, for another search.
    pub fn into_tables(self) -> VctTables {
        self.tables
    }

    /// Positions looked at since this was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stones put in searches for fours since this was made.
    pub fn vcf_nodes(&self) -> u64 {
        self.vcf.nodes()
    }

    /// Whether `attacker` wins by threats, whoever is to move. The game must be open. The board is unchanged on return.
    pub fn find<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> Claim {
        self.solve(board, attacker, limits, usize::MAX).claim(board)
    }

    /// As [`Vct::find`], with the tree of a win: for rules without fouls and blocked ends, if the limits allow.
    pub fn decide<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> (Claim, Option<Tree>) {
        self.decide_until(board, attacker, limits, usize::MAX)
    }

    fn decide_until<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
        last_ply: usize,
    ) -> (Claim, Option<Tree>) {
        let answer = self.solve(board, attacker, limits, last_ply);
        let claim = answer.claim(board);
        let has_tree = claim.is_win() && line::is_plain::<R>();
        (claim, if has_tree { self.extract(board, attacker, answer.turn, limits) } else { None })
    }

    /// As [`Vct::decide`], and then again and again for a shorter win; whether there is none by threats, all of which were
    /// tried. The limits are for all of it.
    pub fn shortest<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> (Claim, Option<Tree>, bool) {
        let end = self.nodes.saturating_add(limits.nodes);
        let (mut claim, mut best) = self.decide(board, attacker, limits);
        let mut is_shortest = false;
        while let Some(tree) = &best
            && let Some(last_ply) = (board.ply() + tree.plies()).checked_sub(2)
        {
            let rest = VctLimits { nodes: end.saturating_sub(self.nodes).max(1), ..limits };
            match self.decide_until(board, attacker, rest, last_ply) {
                (shorter, Some(other)) if other.plies() < tree.plies() => {
                    (claim, best) = (shorter, Some(other));
                }
                (shorter, _) => {
                    is_shortest = shorter == Claim::None;
                    break;
                }
            }
        }
        (claim, best, is_shortest)
    }

    /// The tree of a win by threats, if one is found within the limits. For rules without fouls and blocked ends.
    pub fn tree<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> Option<Tree> {
        if line::is_plain::<R>() { self.decide(board, attacker, limits).1 } else { None }
    }

    /// The same for the side to move.
    pub fn attack<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        limits: VctLimits<'_>,
    ) -> Option<Arc<Attack>> {
        match self.tree(board, board.to_move(), limits)? {
            Tree::Attack(attack) => Some(attack),
            Tree::Defence(_) => None,
        }
    }

    /// The attacker's moves of a win by fours of the side to move.
    pub(crate) fn fours<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        limits: VcfLimits,
    ) -> Option<Vec<Point>> {
        let line = self.vcf.attack_line(board, limits);
        line::replay(board, &line).then_some(line)
    }

    fn solve<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
        last_ply: usize,
    ) -> Answer {
        self.tables.searches += 1;
        let mut left = limits.nodes;
        let mut share = (limits.nodes / 64).max(self.settings.first_share);
        // Of each setting: what one round left in the table is found in the next.
        let mut is_complete = [true; 4];
        loop {
            for (number, penalty) in self.settings.four_penalties.into_iter().enumerate() {
                let salt = self.tables.searches << 2 | number as u64;
                let turn = Turn { penalty, salt, last_ply };
                let mut search = self.search(attacker, turn, limits.stop);
                search.last_node = share.min(left);
                let known = search.solve(board);
                let nodes = search.nodes;
                is_complete[number] &= search.rules.is_complete;
                self.nodes += nodes;
                left -= nodes.min(left);
                let answer = Answer { known, turn, is_complete: is_complete[number] };
                if known.numbers.is_solved() || left == 0 || limits.stop.is_up_now() {
                    return answer;
                }
            }
            share = share.saturating_mul(4);
        }
    }

    fn search<'b>(&'b mut self, attacker: Colour, turn: Turn, stop: &'b Stop) -> DfPn<'b, Threats<'b, 'a>> {
        let rules = Threats::new(&mut self.vcf, turn.penalty, self.settings, turn.last_ply);
        DfPn::new(rules, &mut self.tables.table, attacker, turn.salt, stop)
    }
}
