//! Threat-space search (Allis, van den Herik and Huntjens, *Go-Moku and Threat-Space Search*, 1993; seed 000, section 3.3).
//!
//! The older sister of dependency-based search ([`crate::db`]), on the same threats with the same defender: a tree in which a threat stands
//! below another only if it uses its gain square, searched in depth. Where the gain squares of two branches that are independent of
//! each other are on one line, the branches are played together and searched on, if a threat uses both. There are no stages,
//! and never more than two branches meet at once.
//!
//! As there, a win is a win; to have found none says nothing.

use crate::db::framework::Space as _;
use crate::db::gomoku::{Gomoku, Threat};
use crate::db::tree::State;
use crate::db::windows::{Square, Windows};
use crate::db::{Kind, Outcome, Sequence, ThreatSet, confirmed_in_order};
use crate::limits::Stop;
use std::collections::HashSet;
use std::ops::ControlFlow;
use tengen_core::Board;
use tengen_core::board::PointSet;
use tengen_core::rule::RuleType;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct TssLimits<'a> {
    /// Nodes of the tree at most.
    pub nodes: usize,
    /// Positions looked at on the defender's side of one found sequence; one that would need more counts as refuted.
    pub defence: usize,
    /// Ends the search.
    pub stop: Option<&'a Stop>,
}

impl Default for TssLimits<'_> {
    fn default() -> Self {
        Self { nodes: 10_000, defence: 500, stop: None }
    }
}

/// What a threat-space search found and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TssAnswer {
    /// What was found.
    pub outcome: Outcome,
    /// Nodes of the tree, without the root.
    pub nodes: usize,
    /// Threats in the longest path seen.
    pub longest: usize,
    /// Sequences that ended with five but did not stand.
    pub refuted: usize,
    /// As [`crate::db::DbAnswer::potential_defences`].
    pub potential_defences: PointSet,
}

/// Looks for a winning sequence of threats of a set, for the side to move.
pub fn search<R: RuleType>(board: &Board<R>, set: ThreatSet, limits: TssLimits<'_>) -> TssAnswer {
    let windows = Windows::new(board.size());
    let mut answer = TssAnswer {
        outcome: Outcome::Unsupported,
        nodes: 0,
        longest: 0,
        refuted: 0,
        potential_defences: PointSet::EMPTY,
    };
    let space = Gomoku::new(board, &windows, set).filter(|_| board.winner().is_none());
    let Some(space) = space else { return answer };
    let mut search = Search {
        space: &space,
        limits,
        paths: Vec::new(),
        seen: HashSet::new(),
        won: None,
        refuted: 0,
        steps: 0,
    };
    let is_through = search.run().is_continue();
    answer.nodes = search.paths.len();
    answer.longest = search.paths.iter().map(|path| path.threats.len()).max().unwrap_or(0);
    answer.refuted = search.refuted;
    answer.outcome = match search.won {
        Some((sequence, squares)) => {
            answer.potential_defences = squares;
            Outcome::Won(sequence)
        }
        None if is_through => Outcome::NoSequence,
        None => Outcome::Cut,
    };
    answer
}

/// Threats in an order in which they can be played; the last is what the next must use.
#[derive(Clone)]
struct Path {
    threats: Vec<Threat>,
    state: State,
}

/// A path whatever its order: the last gain, and all threats by gain and costs.
type Key = (Square, Vec<(Square, Vec<Square>)>);

struct Search<'a> {
    space: &'a Gomoku<'a>,
    limits: TssLimits<'a>,
    /// The nodes of the tree, each with its way from the root.
    paths: Vec<Path>,
    seen: HashSet<Key>,
    won: Option<(Sequence, PointSet)>,
    refuted: usize,
    /// Looks at a path or a pair of them, so far.
    steps: u64,
}

impl Search<'_> {
    /// Breaks off when the game is won or the limit is met.
    fn run(&mut self) -> ControlFlow<()> {
        let root = Path { threats: Vec::new(), state: self.space.root() };
        self.follow(&root, &[])?;
        let mut combined = 0;
        // Combinations make new nodes, which are combined in their turn.
        while combined < self.paths.len() {
            for other in 0..combined {
                self.step()?;
                self.combine(combined, other)?;
            }
            combined += 1;
        }
        ControlFlow::Continue(())
    }

    /// Breaks off when somebody says so.
    fn step(&mut self) -> ControlFlow<()> {
        self.steps += 1;
        if Stop::is_up_for(self.limits.stop, self.steps) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Plays every threat that uses each of the gains behind a path, and goes on below it.
    fn follow(&mut self, path: &Path, last: &[&Threat]) -> ControlFlow<()> {
        let mut found = Vec::new();
        self.space.enabled(&path.state, last, &mut found);
        for threat in found {
            let mut next = path.clone();
            next.state.apply(&threat);
            next.threats.push(threat);
            self.visit(&next)?;
        }
        ControlFlow::Continue(())
    }

    /// One node of the tree.
    fn visit(&mut self, path: &Path) -> ControlFlow<()> {
        let Some(last) = path.threats.last() else { return ControlFlow::Continue(()) };
        let of = |threat: &Threat| (threat.name.gain, threat.name.costs.to_vec());
        let mut key: Vec<_> = path.threats.iter().map(of).collect();
        key.sort_unstable();
        if !self.seen.insert((last.name.gain, key)) {
            return ControlFlow::Continue(());
        }
        self.step()?;
        if self.paths.len() >= self.limits.nodes {
            return ControlFlow::Break(());
        }
        let is_five = last.name.kind == Kind::Five;
        let last = last.clone();
        self.paths.push(path.clone());
        if !is_five {
            return self.follow(path, &[&last]);
        }
        let moves: Vec<_> = path.threats.iter().map(|threat| &threat.name).collect();
        self.won = confirmed_in_order(self.space, &moves, self.limits.defence);
        if self.won.is_some() {
            return ControlFlow::Break(());
        }
        self.refuted += 1;
        ControlFlow::Continue(())
    }

    /// Plays two branches together, if their ends are on one line and neither stands in the other's way.
    fn combine(&mut self, one: usize, other: usize) -> ControlFlow<()> {
        let (Some(a), Some(b)) = (self.paths[one].threats.last(), self.paths[other].threats.last()) else {
            return ControlFlow::Continue(());
        };
        let is_independent = !self.paths[one].threats.contains(b) && !self.paths[other].threats.contains(a);
        let is_open = a.name.kind != Kind::Five && b.name.kind != Kind::Five;
        let meet = self.space.may_meet((a, &self.paths[one].state), (b, &self.paths[other].state));
        if !(is_independent && is_open && meet) {
            return ControlFlow::Continue(());
        }
        let (a, b) = (a.clone(), b.clone());
        let together = together(&self.paths[one], &self.paths[other])
            .or_else(|| together(&self.paths[other], &self.paths[one]));
        match together {
            Some(path) => self.follow(&path, &[&a, &b]),
            None => ControlFlow::Continue(()),
        }
    }
}

/// One path and behind it what is new of the other, if all of that can still be played.
fn together(one: &Path, other: &Path) -> Option<Path> {
    let mut path = one.clone();
    for threat in other.threats.iter().filter(|threat| !one.threats.contains(threat)) {
        if !threat.is_applicable(&path.state) {
            return None;
        }
        path.state.apply(threat);
        path.threats.push(threat.clone());
    }
    Some(path)
}
