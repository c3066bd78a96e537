//! Threat sequences at the root, after OOOOO (CodeCup 2020): before the first iteration the solver looks for a win by threats, fours and threes,
//! of the side to move; and, as if that side passed, for one of the other side. If there is one, only stones in its zone
//! can stop it, and of those only the ones after which none is found are worth a search. Between two iterations the solver looks
//! along the best line for winning threats of whoever is to move; what it finds goes into the table, where the next iteration meets it.

use crate::score::Score;
use crate::search::ONE;
use crate::search::worker::{MOST_PLIES, Worker};
use crate::table::{Bound, Entry};
use arrayvec::ArrayVec;
use std::sync::{Arc, Mutex, PoisonError};
use tengen_core::Point;
use tengen_core::board::PointSet;
use tengen_core::rule::RuleType;
use tengen_eval::Sum;
use tengen_solver::{Claim, Limits, Stop, Vct, VctLimits, VctSettings, VctTables, tree};

/// What the threats of both sides tell the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outlook {
    /// It wins in so many plies, with this stone first.
    Won(Point, u16),
    /// The other side would win after a pass: only these stones may stop it.
    Danger(PointSet),
    /// Nothing was found.
    Open,
}

/// What was looked at along the best lines.
#[derive(Default)]
pub(crate) struct Checks {
    /// Positions that the solver may still look at, and for each look.
    left: u64,
    each: u64,
    /// Where it has looked already.
    seen: Vec<u64>,
}

impl Checks {
    pub(crate) fn new(positions: u64) -> Self {
        Self { left: positions, each: (positions / SHARES).max(LEAST_CHECK), seen: Vec::new() }
    }
}

/// About how many positions the solver looks at in a millisecond, and how many stones the main search puts while it looks at one.
const POSITIONS_PER_MS: u64 = 300;
const STONES_PER_POSITION: u64 = 3;
/// Positions where neither time nor nodes are limited: somebody wants to see the first iteration soon.
const WITHOUT_LIMITS: u64 = 10_000;
/// No look takes more, however much time there is.
const MOST_POSITIONS: u64 = 2_000_000;
/// Stones of the best line after which it is looked for threats, and shares that the positions for it are cut into.
const CHECKED_PLIES: usize = 6;
const SHARES: u64 = 16;
/// Positions for each stone that may stop a sequence, at least and at most.
const LEAST_CHECK: u64 = 30;
const MOST_CHECK: u64 = 20_000;

impl<R: RuleType> Worker<'_, R> {
    /// Positions that the solver may look at in so many percent of the time.
    pub(crate) fn threat_positions(&self, share: i32) -> u64 {
        let share = share as u64;
        let of_time =
            self.shared.timer.budget.map(|b| b.soft.as_millis() as u64 * POSITIONS_PER_MS * share / 100);
        let nodes = self.shared.most_nodes.into_iter().chain(self.shared.enough_nodes).min();
        let of_nodes = nodes.map(|nodes| nodes / STONES_PER_POSITION * share / 100);
        of_time.into_iter().chain(of_nodes).min().unwrap_or(WITHOUT_LIMITS).min(MOST_POSITIONS)
    }

    /// Looks for winning threats of both sides.
    pub(crate) fn look_ahead(&mut self, positions: u64) -> Outlook {
        if positions < LEAST_CHECK {
            return Outlook::Open;
        }
        self.with_solver(|worker, vct, stop| worker.outlook(vct, positions, stop))
    }

    /// Looks for winning threats of whoever is to move after each stone of a line, and remembers the first that are found.
    pub(crate) fn look_along(&mut self, line: &[Point], checks: &mut Checks) {
        if checks.left < LEAST_CHECK {
            return;
        }
        self.with_solver(|worker, vct, stop| {
            let mut sums: ArrayVec<Sum, CHECKED_PLIES> = ArrayVec::new();
            for p in line.iter().take(CHECKED_PLIES) {
                // A line may come from the table in part, where another position may have left its move.
                if !worker.board.is_empty(*p) {
                    break;
                }
                sums.push(worker.eval.sum());
                worker.play(*p, sums.len() - 1);
                if worker.board.winner().is_some() || worker.is_won_by_threats(vct, sums.len(), checks, stop)
                {
                    break;
                }
            }
            while let Some(sum) = sums.pop() {
                worker.unplay(sum);
            }
        });
    }

    /// Whether the side to move is seen to win by threats, as the table then knows.
    fn is_won_by_threats(&mut self, vct: &mut Vct<'_>, ply: usize, checks: &mut Checks, stop: &Stop) -> bool {
        let (hash, us) = (self.board.hash(), self.board.to_move());
        if checks.left < LEAST_CHECK || checks.seen.contains(&hash) {
            return false;
        }
        checks.seen.push(hash);
        let before = vct.nodes();
        let claim = vct.find(&mut self.board, us, VctLimits { nodes: checks.each, stop });
        checks.left = checks.left.saturating_sub(vct.nodes() - before);
        let Claim::Win { first, plies } = claim else { return false };
        let score = Score::win_in(ply + usize::from(plies));
        let (eval, depth) = (self.value(), MOST_PLIES as i32 * ONE);
        let entry = Entry { best: Some(first), score, eval, depth, bound: Bound::Lower, is_pv: true };
        self.shared.memory.table.put(hash, ply, entry);
        true
    }

    /// Lends the solver with its tables, and counts what it does.
    fn with_solver<T>(&mut self, ask: impl FnOnce(&mut Self, &mut Vct<'_>, &Stop) -> T) -> T {
        let shared = self.shared;
        let time = shared
            .timer
            .budget
            .and_then(|budget| Some(budget.firm.saturating_sub(shared.timer.used(shared.control)?)));
        let cancel = Arc::clone(&shared.control.stop);
        let stop = Stop::new(&Limits { nodes: u64::MAX, time, cancel, ..Limits::default() });
        let tables = shared.memory.threats.take();
        let mut vct = Vct::with_tables(&shared.memory.forcing, tables, VctSettings::default());
        let told = ask(self, &mut vct, &stop);
        self.plays += vct.nodes() + vct.vcf_nodes();
        shared.memory.threats.put(vct.into_tables());
        told
    }

    fn outlook(&mut self, vct: &mut Vct<'_>, positions: u64, stop: &Stop) -> Outlook {
        let us = self.board.to_move();
        let own = vct.find(&mut self.board, us, VctLimits { nodes: positions / 2, stop });
        if let Claim::Win { first, plies } = own {
            return Outlook::Won(first, plies);
        }
        self.board.pass();
        let attack = vct.attack(&mut self.board, VctLimits { nodes: positions / 4, stop });
        let zone = attack.map(|attack| tree::zone(&mut self.board, &attack));
        self.board.undo();
        zone.map_or(Outlook::Open, |zone| Outlook::Danger(self.holding(vct, zone, positions / 2, stop)))
    }

    /// The stones after which the other side has no winning threats that are found.
    fn holding(&mut self, vct: &mut Vct<'_>, zone: PointSet, positions: u64, stop: &Stop) -> PointSet {
        let nodes = (positions / zone.len().max(1) as u64).clamp(LEAST_CHECK, MOST_CHECK);
        let us = self.board.to_move();
        let mut holding = PointSet::EMPTY;
        for p in zone {
            if self.board.is_legal(p, us) && !self.leaves_threats(vct, p, VctLimits { nodes, stop }) {
                holding.insert(p);
            }
        }
        holding
    }

    fn leaves_threats(&mut self, vct: &mut Vct<'_>, p: Point, limits: VctLimits<'_>) -> bool {
        self.board.play(p);
        let them = self.board.to_move();
        let leaves = self.board.winner().is_none() && vct.find(&mut self.board, them, limits).is_win();
        self.board.undo();
        leaves
    }
}

/// The solver's tables, made when they are first needed and kept from search to search.
pub(crate) struct ThreatTables {
    bytes: usize,
    tables: Mutex<Option<VctTables>>,
}

impl ThreatTables {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { bytes, tables: Mutex::new(None) }
    }

    fn take(&self) -> VctTables {
        let kept = self.tables.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.unwrap_or_else(|| VctTables::new(self.bytes))
    }

    fn put(&self, tables: VctTables) {
        *self.tables.lock().unwrap_or_else(PoisonError::into_inner) = Some(tables);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Control;
    use crate::request::Options;
    use crate::search::Memory;
    use crate::search::worker::Shared;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::rule::Freestyle;
    use tengen_core::{Colour, Position, Rule, Size};

    #[test]
    fn winning_threats_on_the_line_are_remembered_and_nothing_else_changes() {
        // As in `tests/search.rs`: Black wins by threats with h12 if it is to move.
        let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
        let point =
            |name: &str| parse_moves(name, Size::FIFTEEN, Origin::Bottom).unwrap()[0].point().unwrap();
        let lists = [("f11g11i11j11j10j9j8k6", Colour::Black), ("j12h11g10h9i8j7k7i6", Colour::White)];
        for (moves, colour) in lists {
            for p in parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap() {
                position.set_up(p.point().unwrap(), colour).unwrap();
            }
        }
        position.set_first(Colour::White).unwrap();
        let options = Options { memory: 32 << 20, ..Options::default() };
        let (memory, control) = (Memory::new(&options), Control::default());
        let shared = Shared::without_limits(&memory, &control, &options);
        let mut worker = Worker::<Freestyle>::new(&shared, &position, true);
        let (hash, sum) = (worker.board.hash(), worker.eval.sum());
        let after = worker.board.hash_after(point("a1"));
        let mut checks = Checks::new(100_000);
        worker.look_along(&[point("a1"), point("a2")], &mut checks);
        assert_eq!((worker.board.hash(), worker.eval.sum()), (hash, sum));
        let known = memory.table.get(after, 1).unwrap();
        assert_eq!((known.best, known.bound), (Some(point("h12")), Bound::Lower));
        assert!(known.score.is_win());
        // Where it has looked it does not look again, and a win ends the walk.
        assert_eq!(checks.seen, [after]);
        let left = checks.left;
        worker.look_along(&[point("a1")], &mut checks);
        assert_eq!((checks.left, checks.seen.len()), (left, 1));
        // A line that cannot be played ends where it cannot.
        worker.look_along(&[point("f11"), point("a2")], &mut checks);
        assert_eq!((checks.left, worker.board.hash()), (left, hash));
    }
}
