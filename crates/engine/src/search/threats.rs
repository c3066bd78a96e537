//! Threat sequences at the root, after OOOOO (CodeCup 2020): before the first iteration the solver looks for a win by threats, fours and threes,
//! of the side to move; and, as if that side passed, for one of the other side. If there is one, only stones in its zone
//! can stop it, and of those only the ones after which none is found are worth a search. Between two iterations a new best move is held
//! against the threats that it leaves to the other side.

use crate::search::worker::Worker;
use std::sync::{Arc, Mutex, PoisonError};
use tengen_core::Point;
use tengen_core::board::PointSet;
use tengen_core::rule::RuleType;
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

/// About how many positions the solver looks at in a millisecond, and how many stones the main search puts while it looks at one.
const POSITIONS_PER_MS: u64 = 300;
const STONES_PER_POSITION: u64 = 3;
/// Positions where neither time nor nodes are limited: somebody wants to see the first iteration soon.
const WITHOUT_LIMITS: u64 = 10_000;
/// No look takes more, however much time there is.
const MOST_POSITIONS: u64 = 2_000_000;
/// Positions for each stone that may stop a sequence, at least and at most.
pub(crate) const LEAST_CHECK: u64 = 30;
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

    /// Whether the other side has winning threats after a stone, as far as so many positions tell; and how many it took.
    pub(crate) fn loses_to_threats(&mut self, p: Point, positions: u64) -> (bool, u64) {
        self.with_solver(|worker, vct, stop| {
            let loses = worker.leaves_threats(vct, p, VctLimits { nodes: positions, stop });
            (loses, vct.nodes())
        })
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
