//! Which moves the endgame solvers may play, and what the defender can do about each: the board evaluation that
//! [`Bmm`](crate::Bmm) and [`Pns`](crate::Pns) share.
//!
//! Piazza, Scarpiniti and Baccarelli (2021), section 3.3: a board is a *victory*, *good* or *bad* for the attacker, and
//! a good board is searched on with the attacker's threats alone. Which threats is the solver's choice
//! ([`ThreatSet`]): the triggers of T2 patterns, which make fours, or those of T2 and T3, which make fours and threes.
//!
//! The one idea: a move belongs to the set if it *leaves the attacker a threat*, a five to play, or with threes a winning
//! four to play. It need not be new: a block of the defender's four that leaves an earlier three standing goes on with
//! the attack. Where nothing has to be blocked the two are the same, since a side with a winning four to play has won.
//!
//! **Why the defender's replies are complete.** They are the moves of [`analyse`] for the defender. If the attacker has
//! a five to play, these are all legal moves after which it has none. If it has a winning four to play, they are all legal
//! moves after which it has none, and all fours of the defender but those that the attacker answers *with* a winning
//! four. Every other move leaves the attacker a five, or a winning four with no five to stop first: a win, whatever
//! follows. The analysis is tested against brute force for every rule, and so is this (`tests/no_false_wins.rs`). A
//! counter-four is thus a reply among others: neither left out nor a refutation. All seven rules are sound for the
//! same reason, since the analysis knows blocked ends and fouls.

use crate::claim::Claim;
use crate::limits::Stop;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, threat};

/// The threats that a solver plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreatSet {
    /// T2: moves that make a four.
    Fours,
    /// T2 and T3: moves that make a four or a three.
    FoursAndThrees,
}

impl ThreatSet {
    /// Both sets.
    pub const ALL: [Self; 2] = [Self::Fours, Self::FoursAndThrees];

    /// The name of the paper: `T2`, `T2+T3`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fours => "T2",
            Self::FoursAndThrees => "T2+T3",
        }
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct EndgameLimits<'a> {
    /// Stones to put at most. They are never exceeded.
    pub nodes: u64,
    /// Ends the search.
    pub stop: Option<&'a Stop>,
}

impl EndgameLimits<'_> {
    /// To the end.
    pub const NONE: Self = Self { nodes: u64::MAX, stop: None };
}

/// What an endgame solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameOutcome {
    /// The side to move wins by force.
    Won {
        /// With this stone first.
        first: Point,
        /// By its stone this many plies from now at most: 1 is the first stone.
        plies: u16,
    },
    /// The side to move has no win by moves of the set: all of them were tried. Also if the game is over.
    NoWin,
    /// A limit was met before the end.
    Cut,
}

/// The answer of an endgame solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameAnswer {
    /// What it found.
    pub outcome: EndgameOutcome,
    /// Stones put.
    pub nodes: u64,
    /// One line of a win, the defender's longest, up to the five; empty without a win.
    pub line: Vec<Point>,
}

impl EndgameAnswer {
    /// The outcome as the search takes it.
    pub const fn claim(&self) -> Claim {
        match self.outcome {
            EndgameOutcome::Won { first, plies } => Claim::Win { first, plies },
            EndgameOutcome::NoWin => Claim::None,
            EndgameOutcome::Cut => Claim::Unknown,
        }
    }

    /// The answer of a search that has won, with a line that may stop where the board analysis takes over.
    pub(crate) fn won<R: RuleType>(board: &mut Board<R>, line: Vec<Point>, plies: u16, nodes: u64) -> Self {
        let line = played_out(board, line);
        let outcome = match line.first() {
            Some(first) => EndgameOutcome::Won { first: *first, plies },
            None => EndgameOutcome::Cut,
        };
        Self { outcome, nodes, line }
    }

    /// The answer of a search that has not won.
    pub(crate) const fn without(outcome: EndgameOutcome, nodes: u64) -> Self {
        Self { outcome, nodes, line: Vec::new() }
    }
}

/// What a board is to the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The attacker wins within so many plies, whoever is to move.
    Victory {
        /// Plies to the five.
        plies: u16,
    },
    /// Undecided: the moves of the side to move that matter, the most promising first.
    Good {
        /// Threats of the attacker, or the complete replies of the defender.
        moves: Vec<Point>,
    },
    /// The attacker threatens nothing, or is too late.
    Bad,
}

/// What an open board is to the side to move, as the attacker. The board is unchanged on return.
pub fn attack<R: RuleType>(board: &mut Board<R>, set: ThreatSet) -> Standing {
    let analysis = analyse(board);
    let us = board.to_move();
    let fours = || board.points_between(us, PointClass::SimpleFour..=PointClass::DoubleFour);
    let moves = match (analysis, set) {
        (Analysis::Win { .. }, _) => return victory(&analysis),
        (Analysis::Lost { .. }, _) => return Standing::Bad,
        (Analysis::Open, ThreatSet::Fours) => fours(),
        (Analysis::Hold { defences, counter_fours, .. }, ThreatSet::Fours) => {
            fours() & (defences | counter_fours)
        }
        (Analysis::Open, ThreatSet::FoursAndThrees) => threat::candidates(board, us),
        // A block need not make anything if a three is standing.
        (Analysis::Hold { case: Case::TheirFive | Case::TheirFives, defences, .. }, _) => defences,
        (Analysis::Hold { defences, counter_fours, .. }, ThreatSet::FoursAndThrees) => {
            threat::candidates(board, us) & (defences | counter_fours)
        }
    };
    good(board, moves)
}

/// What the board is to the side that has just moved, as the attacker, with the defender to move. The board is
/// unchanged on return.
pub fn defend<R: RuleType>(board: &mut Board<R>) -> Standing {
    let analysis = analyse(board);
    match analysis {
        // Not even a threat, or the defender is faster.
        Analysis::Open | Analysis::Win { .. } => Standing::Bad,
        Analysis::Lost { .. } => victory(&analysis),
        Analysis::Hold { defences, counter_fours, .. } => good(board, defences | counter_fours),
    }
}

fn victory(analysis: &Analysis) -> Standing {
    analysis.plies().map_or(Standing::Bad, |plies| Standing::Victory { plies: plies.into() })
}

/// The legal ones of the moves, the points of strong patterns first, and of the mover's own before the other's.
fn good<R: RuleType>(board: &Board<R>, moves: PointSet) -> Standing {
    let us = board.to_move();
    let mut moves: Vec<Point> = moves.iter().filter(|p| board.is_legal(*p, us)).collect();
    let promise = |p: &Point| {
        let code = |side| i32::from(board.class(*p, side).code());
        -(2 * code(us) + code(us.opponent()))
    };
    // Stable, so that the order does not depend on the sorting.
    moves.sort_by_cached_key(promise);
    if moves.is_empty() { Standing::Bad } else { Standing::Good { moves } }
}

/// The line, played on to the five where the board analysis knows the rest. The board is unchanged on return.
fn played_out<R: RuleType>(board: &mut Board<R>, mut line: Vec<Point>) -> Vec<Point> {
    for p in &line {
        board.play(*p);
    }
    while board.winner().is_none()
        && let Some(p) = last_moves(board)
    {
        line.push(p);
        board.play(p);
    }
    for _ in &line {
        board.undo();
    }
    line
}

/// The winning move of the analysis, or any move of a side that has lost.
fn last_moves<R: RuleType>(board: &mut Board<R>) -> Option<Point> {
    let analysis = analyse(board);
    let us = board.to_move();
    let legal = |points: PointSet| points.iter().find(|p| board.is_legal(*p, us));
    match analysis {
        Analysis::Win { moves, .. } => moves.first(),
        Analysis::Lost { attacks, .. } => legal(attacks).or_else(|| legal(board.empties())),
        Analysis::Hold { .. } | Analysis::Open => None,
    }
}
