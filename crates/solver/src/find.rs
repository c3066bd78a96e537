//! Claims about positions: sound, under every rule, without a certificate.
//!
//! What a search asks on its own board ([`Vcf::find`], [`Vct::find`]) for whoever has a [`Position`]. The rule becomes a type in here, so
//! that the searches are compiled once for all who ask.

use crate::claim::Claim;
use crate::defence;
use crate::fours;
use crate::limits::{Limits, Stop};
use crate::memory::Memory;
use crate::prove::STACK;
use crate::query::{Goal, Query};
use crate::vcf::{Vcf, VcfLimits};
use crate::vct::{Vct, VctLimits, VctSettings};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, Position, Status, with_rule};

/// Whether the attacker wins by fours ([`Goal::Vcf`], if it is to move) or by threats. A claim of a win by fours comes with its line, the
/// five last.
pub fn find(query: &Query, limits: &Limits) -> (Claim, Vec<Point>) {
    let stop = Stop::new(limits);
    on_board(&query.position, |asked| asked.find(query, limits, &stop))
        .unwrap_or((Claim::Unknown, Vec::new()))
}

/// Every move of the side to move after which the other side is not found to win by fours ([`Goal::Vcf`]) or by threats. The limit of
/// nodes is for each move.
pub fn defences(position: &Position, goal: Goal, limits: &Limits) -> Vec<Point> {
    let stop = Stop::new(&Limits { nodes: u64::MAX, ..limits.clone() });
    on_board(position, |asked| asked.defences(goal, limits, &stop)).unwrap_or_default()
}

/// A board of any rule that can be asked.
trait Asked {
    fn find(&mut self, query: &Query, limits: &Limits, stop: &Stop) -> (Claim, Vec<Point>);
    fn defences(&mut self, goal: Goal, limits: &Limits, stop: &Stop) -> Vec<Point>;
}

impl<R: RuleType> Asked for Board<R> {
    fn find(&mut self, query: &Query, limits: &Limits, stop: &Stop) -> (Claim, Vec<Point>) {
        let memory = Memory::new(limits.memory / 2);
        if query.goal == Goal::Vcf {
            let mut vcf = Vcf::with_stop(&memory, stop);
            let few = VcfLimits { nodes: limits.nodes, plies: u16::MAX };
            let claim = if self.to_move() == query.attacker { vcf.find(self, few) } else { Claim::Unknown };
            let line = if claim.is_win() { vcf.line(self, few) } else { Vec::new() };
            return (claim, line);
        }
        let mut vct = Vct::new(&memory, limits.memory / 2, VctSettings::default());
        (vct.find(self, query.attacker, VctLimits { nodes: limits.nodes, stop }), Vec::new())
    }

    fn defences(&mut self, goal: Goal, limits: &Limits, stop: &Stop) -> Vec<Point> {
        let memory = Memory::new(limits.memory / 2);
        let found = if goal == Goal::Vcf {
            let few = VcfLimits { nodes: limits.nodes, plies: u16::MAX };
            fours::defences(&mut Vcf::with_stop(&memory, stop), self, few)
        } else {
            let mut vct = Vct::new(&memory, limits.memory / 2, VctSettings::default());
            defence::defences(&mut vct, self, VctLimits { nodes: limits.nodes, stop })
        };
        found.points.iter().collect()
    }
}

/// Asks the board of a position whose game is open, on a thread with room for the longest line.
fn on_board<T: Send>(position: &Position, ask: impl FnOnce(&mut dyn Asked) -> T + Send) -> Option<T> {
    if position.status() != Status::Open {
        return None;
    }
    std::thread::scope(|scope| {
        let search = || with_rule!(position.rule(), R => ask(&mut Board::<R>::from_position(position)));
        std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search).ok()?.join().ok()
    })
}
