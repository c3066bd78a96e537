//! What is known of one position: the engine's view, and what the solver proves.
//!
//! The engine's win rate is an opinion. Where the solver finds a win by fours or threats, the opinion is replaced by it: the
//! side that wins has a rate of 1. A win counts as proven only with a certificate that the checker accepted; under a rule without
//! certificates the solver's claim is taken, and says that it is one.

use super::Options;
use crate::explain::{name_line, names};
use crate::order::ByPolicy;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_core::analysis::{Analysis, analyse};
use tengen_core::{Board, Colour, Move, Point, Position, Status, with_rule};
use tengen_engine::{Clock, Engine, Limits, Request, Score, Silent};
use tengen_solver::{Claim, Goal, Method, Proof, Query, Reason, Solver, Verdict, find};

/// A side that is worse off than this is asked whether it has lost.
const SUSPECT: f64 = 0.35;
/// Bytes of the solver's tables.
const MEMORY: usize = 64 << 20;
/// Bytes of the tables where there are no certificates.
const CLAIM_MEMORY: usize = 8 << 20;

/// A win by force that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Win {
    /// By what: `vcf` (fours), `vct` (fours and threes) or `win` (quiet moves, too).
    pub kind: String,
    /// Whether a checked certificate says so; else the rule has none, and it is the solver's claim.
    pub proven: bool,
    /// The first move, if the winner is to move.
    pub first: Option<String>,
    /// The moves of both sides, as far as they are known.
    pub line: Vec<String>,
    /// What each of them is.
    pub names: Vec<String>,
    /// Plies to the end at most.
    pub plies: usize,
}

impl Win {
    fn new(kind: &str, position: &Position, winner: Colour, line: &[Point], plies: usize) -> Self {
        let size = position.size();
        let first = line.first().filter(|_| position.to_move() == winner);
        Self {
            kind: kind.to_owned(),
            proven: false,
            first: names(first.copied(), size).pop(),
            names: name_line(position, winner, line).iter().map(|named| named.name.to_owned()).collect(),
            line: names(line.iter().copied(), size),
            plies,
        }
    }

    /// The same win after its first move.
    fn continued(&self) -> Self {
        let rest = |list: &[String]| list.get(1..).unwrap_or_default().to_vec();
        Self {
            first: None,
            line: rest(&self.line),
            names: rest(&self.names),
            plies: self.plies.saturating_sub(1),
            ..self.clone()
        }
    }
}

/// One position.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The win rate of the side to move.
    pub(super) rate: f64,
    /// The engine's score for the side to move; `None` if the game is over.
    pub(super) score: Option<Score>,
    /// The best move.
    pub(super) best: Option<Point>,
    /// It, and what follows.
    pub(super) line: Vec<Point>,
    /// The win rate of the second best move.
    pub(super) second: Option<f64>,
    /// The win of the side to move.
    pub(super) win: Option<Win>,
    /// The win of the other side, whatever is played.
    pub(super) doom: Option<Win>,
    /// Who has won, if the game is over.
    pub(super) winner: Option<Colour>,
    /// Whether all moves but one lose at once, or there is but one.
    pub(super) is_forced: bool,
}

impl View {
    /// The win rate of the side to move, with what is proven.
    pub(super) fn settled(&self) -> f64 {
        match (&self.win, &self.doom) {
            (Some(_), _) => 1.0,
            (None, Some(_)) => 0.0,
            (None, None) => self.rate,
        }
    }

    /// Whether this side, who is `to_move` or not, is known to win, and whether that is proven.
    pub(super) fn is_won_by(&self, side: Colour, to_move: Colour) -> Option<bool> {
        if self.winner.is_some() {
            return (self.winner == Some(side)).then_some(true);
        }
        let (win, is_claimed) = if side == to_move {
            (&self.win, self.score.is_some_and(Score::is_win))
        } else {
            (&self.doom, self.score.is_some_and(Score::is_loss))
        };
        win.as_ref().map(|win| win.proven).or(is_claimed.then_some(false))
    }
}

/// One engine and one solver for a whole game: what they remember of one position helps with the next.
pub(super) struct Eyes {
    engine: Engine,
    solver: Solver,
    limits: Limits,
    prove_nodes: u64,
    pub(super) cancel: Arc<AtomicBool>,
}

impl Eyes {
    pub(super) fn new(options: &Options, cancel: Arc<AtomicBool>) -> Self {
        let clock = options.time.map(|turn| Clock { turn: Some(turn), ..Clock::default() });
        let usual = tengen_engine::Options::default();
        Self {
            engine: Engine::new(tengen_engine::Options {
                threads: options.threads.max(1),
                memory: options.memory,
                ..usual
            }),
            solver: Solver::new(MEMORY, options.threads.max(1)),
            limits: Limits { clock, nodes: options.nodes, ..Limits::default() },
            prove_nodes: options.prove_nodes,
            cancel,
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Looks at a position; `None` if it was cancelled.
    pub(super) fn look(&mut self, position: &Position) -> Option<View> {
        if self.is_cancelled() {
            return None;
        }
        let to_move = position.to_move();
        if position.status() != Status::Open {
            let winner = position.winner();
            let rate = winner.map_or(0.5, |winner| f64::from(u8::from(winner == to_move)));
            return Some(View {
                rate,
                score: None,
                best: None,
                line: Vec::new(),
                second: None,
                win: None,
                doom: None,
                winner,
                is_forced: false,
            });
        }
        let answer = self.think(position)?;
        let best = answer.best();
        let mut view = View {
            rate: answer.score.win_rate(),
            score: Some(answer.score),
            best,
            line: answer.lines.first().map_or_else(|| best.into_iter().collect(), |line| line.pv.clone()),
            second: answer.lines.get(1).map(|line| line.score.win_rate()),
            win: None,
            doom: None,
            winner: None,
            is_forced: is_forced(position),
        };
        if let Some((win, line)) = self.prove(position, to_move) {
            view.best = line.first().copied().or(view.best);
            view.line = line;
            view.win = Some(win);
        } else if view.rate < SUSPECT {
            view.doom = self.prove(position, to_move.opponent()).map(|(win, _)| win);
        }
        (!self.is_cancelled()).then_some(view)
    }

    fn think(&mut self, position: &Position) -> Option<tengen_engine::Answer> {
        let request = Request { limits: self.limits, lines: 2, ..Request::new(position.clone()) };
        let thinking = self.engine.think(request, Silent);
        let mut pause = Duration::from_micros(200);
        while !thinking.is_finished() {
            if self.is_cancelled() {
                return None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        Some(thinking.wait())
    }

    /// Whether a side wins by fours or threats, whoever is to move, with the line.
    fn prove(&mut self, position: &Position, side: Colour) -> Option<(Win, Vec<Point>)> {
        if self.prove_nodes == 0 {
            return None;
        }
        let query = Query { attacker: side, goal: Goal::Vct, ..Query::new(position.clone()) };
        let limits = tengen_solver::Limits {
            nodes: self.prove_nodes,
            cancel: Arc::clone(&self.cancel),
            ..tengen_solver::Limits::default()
        };
        match self.solver.prove(&query, &limits, &ByPolicy::default(), &mut ()).verdict {
            Verdict::Proven(proof) => {
                let Proof { line, plies, method, .. } = *proof;
                // Fours leave no choice, so their line is as long as the win.
                let plies = if method == Method::Vcf { line.len() } else { plies };
                let win = Win::new(kind(method), position, side, &line, plies);
                Some((Win { proven: true, ..win }, line))
            }
            Verdict::Unknown(Reason::NotCertified(_)) => claimed(position, side, &limits),
            _ => None,
        }
    }

    /// Says of the position after a move what the win before it means: a win that the move goes on with is the loss of the other
    /// side. `after` is the position after it.
    pub(super) fn settle(&mut self, before: &View, action: Move, after: &Position, view: &mut View) {
        let Some(win) = &before.win else { return };
        if view.winner.is_some()
            || view.doom.is_some()
            || view.win.is_some()
            || after.status() != Status::Open
        {
            return;
        }
        if action.point().is_some() && action.point() == before.best {
            view.doom = Some(win.continued());
        } else if !self.is_cancelled() {
            view.doom = self.prove(after, after.to_move().opponent()).map(|(win, _)| win);
        }
    }
}

const fn kind(method: Method) -> &'static str {
    match method {
        Method::Vcf => "vcf",
        Method::Auto | Method::Zones => "win",
        _ => "vct",
    }
}

fn is_forced(position: &Position) -> bool {
    let analysis = with_rule!(position.rule(), R => analyse(&mut Board::<R>::from_position(position)));
    let is_single = position.grid().empties().nth(1).is_none();
    let is_held = matches!(analysis, Analysis::Hold { .. });
    is_single || is_held && analysis.moves().is_some_and(|moves| moves.len() == 1)
}

/// The solver's word where there are no certificates. The line of a win by threats is known by its first move only.
fn claimed(position: &Position, side: Colour, limits: &tengen_solver::Limits) -> Option<(Win, Vec<Point>)> {
    let limits = tengen_solver::Limits { memory: CLAIM_MEMORY, ..limits.clone() };
    let query = Query { attacker: side, goal: Goal::Vcf, ..Query::new(position.clone()) };
    if let (Claim::Win { plies, .. }, line) = find(&query, &limits) {
        return Some((Win::new("vcf", position, side, &line, plies.into()), line));
    }
    let (Claim::Win { first, plies }, _) = find(&Query { goal: Goal::Vct, ..query }, &limits) else {
        return None;
    };
    let line: Vec<Point> = (position.to_move() == side).then_some(first).into_iter().collect();
    Some((Win::new("vct", position, side, &line, plies.into()), line))
}
