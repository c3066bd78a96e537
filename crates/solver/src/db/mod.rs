//! Dependency-based search (Allis 1994; seeds 001 and 002): long sequences of threats, found without trying them in all their
//! orders.
//!
//! Reading order: [`framework`] (the method, for any space), [`tree`] (what it builds), `windows` (the lines of a board),
//! [`gomoku`] (threats as operators: the all-defences trick), `refute` (the defender's faster threats). This file is the
//! door. `docs/db-search.md` tells what is found, what is missed, and why what is found is sound.

pub mod framework;
pub mod gomoku;
pub(crate) mod refute;
pub mod tree;
pub(crate) mod windows;

pub use crate::threats::ThreatSet;
pub use gomoku::Kind;

use crate::limits::Stop;
use framework::{End, Limits, Summary};
use gomoku::{Gomoku, Move};
use refute::{Attack, Verdict};
use std::ops::ControlFlow;
use tengen_core::board::PointSet;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};
use tree::{NodeId, Tree};
use windows::Windows;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct DbLimits<'a> {
    /// States (nodes) at most.
    pub states: usize,
    /// Threats in a sequence at most.
    pub length: usize,
    /// Groups of paths looked at for combinations, at most.
    pub combinations: usize,
    /// Positions looked at on the defender's side of one found sequence; one that would need more counts as refuted.
    pub defence: usize,
    /// Ends the search.
    pub stop: Option<&'a Stop>,
}

impl Default for DbLimits<'_> {
    fn default() -> Self {
        Self { states: 10_000, length: 64, combinations: 1_000_000, defence: 500, stop: None }
    }
}

/// One threat of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Where the attacker plays.
    pub point: Point,
    /// What the sequence plays it for. It may make more: a three here can be a four on another line.
    pub kind: Kind,
    /// The answers that stop it; the search had them all played at once. Empty for a five.
    pub defences: PointSet,
    /// Other squares that had to be empty.
    pub rest: PointSet,
}

/// A sequence of threats that wins whatever the defender does: each member can be played when its turn comes, whichever of the defences
/// were chosen before, and the last is a five. An answer that is none of the defences loses faster, or is a counter-four
/// that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The attacker's moves in the order of play.
    pub members: Vec<Member>,
}

/// What a threat search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move wins by force with this sequence.
    Won(Sequence),
    /// All was tried and no sequence found. **Not** a disproof: the defender was given all defences at once, and counter-threats were
    /// believed without being answered.
    NoSequence,
    /// A limit was met first.
    Cut,
    /// The rule has wins that this search does not understand (renju's fouls, caro's blocked ends), or the game is over.
    Unsupported,
}

impl Outcome {
    /// The winning sequence, if there is one.
    pub fn sequence(&self) -> Option<&Sequence> {
        match self {
            Self::Won(sequence) => Some(sequence),
            Self::NoSequence | Self::Cut | Self::Unsupported => None,
        }
    }
}

/// What a dependency-based search found and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbAnswer {
    /// What was found.
    pub outcome: Outcome,
    /// Levels: pairs of a dependency and a combination stage.
    pub levels: u32,
    /// States: all nodes of the tree.
    pub states: usize,
    /// Groups of paths that were looked at for a combination.
    pub groups: usize,
    /// Threats in the longest path seen.
    pub longest: usize,
    /// Sequences that ended with five but did not stand.
    pub refuted: usize,
    /// If the game is won: where the defender would have to play, were it to move now, to change anything. Whatever is not in the
    /// set loses to the very same sequence; what is in the set need not help.
    pub potential_defences: PointSet,
}

/// Looks for a winning sequence of threats for the side to move: first with fours alone, of which there are fewer, then with
/// threes.
pub fn search<R: RuleType>(board: &Board<R>, limits: DbLimits<'_>) -> DbAnswer {
    let fours = search_with(board, ThreatSet::Fours, limits);
    let left = limits.states.saturating_sub(fours.states);
    match fours.outcome {
        Outcome::Won(_) | Outcome::Unsupported => fours,
        Outcome::NoSequence | Outcome::Cut if left == 0 => DbAnswer { outcome: Outcome::Cut, ..fours },
        Outcome::NoSequence | Outcome::Cut => {
            let all = search_with(board, ThreatSet::FoursAndThrees, DbLimits { states: left, ..limits });
            DbAnswer {
                levels: all.levels.max(fours.levels),
                states: all.states + fours.states,
                groups: all.groups + fours.groups,
                longest: all.longest.max(fours.longest),
                refuted: all.refuted + fours.refuted,
                ..all
            }
        }
    }
}

/// As [`search`], once and with a chosen set of threats.
pub fn search_with<R: RuleType>(board: &Board<R>, set: ThreatSet, limits: DbLimits<'_>) -> DbAnswer {
    let windows = Windows::new(board.size());
    let space = Gomoku::new(board, &windows, set).filter(|_| board.winner().is_none());
    let Some(space) = space else {
        return DbAnswer::empty(Outcome::Unsupported);
    };
    let mut won = None;
    let mut refuted = 0;
    let mut look = |tree: &Tree<Move>, id: NodeId| {
        let last = tree.last_operator_id(id).map(|number| tree.operator(number).name.kind);
        if last != Some(Kind::Five) {
            return ControlFlow::Continue(());
        }
        won = confirmed(&space, tree, &tree.node(id).path, limits.defence);
        if won.is_some() {
            return ControlFlow::Break(());
        }
        refuted += 1;
        ControlFlow::Continue(())
    };
    let DbLimits { states: nodes, length, combinations, stop, .. } = limits;
    let stages = Limits { nodes, length, combinations, stop };
    let (summary, _) = framework::search(&space, stages, &mut look);
    DbAnswer::new(won, refuted, &summary)
}

impl DbAnswer {
    fn empty(outcome: Outcome) -> Self {
        let potential_defences = PointSet::EMPTY;
        Self { outcome, levels: 0, states: 0, groups: 0, longest: 0, refuted: 0, potential_defences }
    }

    fn new(won: Option<(Sequence, PointSet)>, refuted: usize, summary: &Summary) -> Self {
        let &Summary { levels, nodes: states, groups, longest, end, .. } = summary;
        let (outcome, potential_defences) = match (won, end) {
            (Some((sequence, squares)), _) => (Outcome::Won(sequence), squares),
            (None, End::Exhausted) => (Outcome::NoSequence, PointSet::EMPTY),
            (None, End::Stopped | End::Cut) => (Outcome::Cut, PointSet::EMPTY),
        };
        Self { outcome, levels, states, groups, longest, refuted, potential_defences }
    }
}

/// The threats of a path as a sequence that stands against every counter-threat, with the potential defences. The order matters to the
/// defender: threes can be answered by fours, and each stone of a defence may help there or stand in the way. Three orders are tried.
fn confirmed(space: &Gomoku, tree: &Tree<Move>, path: &[u32], effort: usize) -> Option<(Sequence, PointSet)> {
    let ranks: [fn(Kind) -> u8; 3] =
        [|kind| u8::from(kind == Kind::Three), |kind| u8::from(kind == Kind::Four), |_| 0];
    let in_order = |rank: fn(Kind) -> u8| {
        tree.order(path, |threat| (threat.name.kind == Kind::Five, rank(threat.name.kind)))
    };
    let mut orders: Vec<Vec<u32>> = ranks.into_iter().filter_map(in_order).collect();
    orders.dedup();
    orders.iter().find_map(|order| {
        let moves: Vec<&Move> = order.iter().map(|number| &tree.operator(*number).name).collect();
        confirmed_in_order(space, &moves, effort)
    })
}

/// As [`confirmed`], in this order.
pub(crate) fn confirmed_in_order(
    space: &Gomoku,
    moves: &[&Move],
    effort: usize,
) -> Option<(Sequence, PointSet)> {
    let Gomoku { windows, ref ours, ref theirs, is_exact, .. } = *space;
    match refute::check(&Attack { windows, ours, theirs, is_exact }, moves, effort) {
        Verdict::Refuted => None,
        Verdict::Stands { potential_defences } => Some((sequence(windows, moves), potential_defences)),
    }
}

fn sequence(windows: &Windows, moves: &[&Move]) -> Sequence {
    let points = |squares: &[windows::Square]| squares.iter().map(|square| windows.point(*square)).collect();
    let member = |threat: &&Move| Member {
        point: windows.point(threat.gain),
        kind: threat.kind,
        defences: points(&threat.costs),
        rest: points(&threat.rest),
    };
    Sequence { members: moves.iter().map(member).collect() }
}
