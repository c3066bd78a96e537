//! A game move by move: what each move was worth, what was missed, and where the game was decided.
//!
//! The one idea: positions are looked at from the last to the first, by one engine. Its table then knows what came of a
//! move when the position before it is searched, so that the two views of a move agree; forwards, an engine would find
//! out after a move what it had overlooked before it, and blame the player. What is proven replaces what is thought.
//!
//! With a node limit and one thread a review is the same on every run.
//!
//! Reading order: this file (what a review is, and how it is made), [`grade`] (how moves are judged), `view` (one position),
//! [`judge`](mod@judge) (one move, for who learns).

pub mod grade;
pub mod judge;
mod view;

pub use grade::{Both, Counts, Grade};
pub use judge::Judged;
pub use view::Win;

use crate::explain::names;
use grade::{accuracy, move_accuracy, weight};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::notation::{Origin, moves_to_string, point_name};
use tengen_core::position::PositionError;
use tengen_core::{Colour, GameRecord, Move, Position};
use tengen_engine::Score;
use view::{Eyes, View};

/// How a game is reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Nodes a position, of all threads together.
    pub nodes: Option<u64>,
    /// Time a position.
    pub time: Option<Duration>,
    /// Threads of the engine and of the solver.
    pub threads: usize,
    /// Bytes that the engine's process may take.
    pub memory: u64,
    /// Positions that one proof may look at; 0 is without proofs.
    pub prove_nodes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { nodes: Some(100_000), time: None, threads: 1, memory: 350 << 20, prove_nodes: 20_000 }
    }
}

/// A move of the game and what is said of it. Win rates are the mover's, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// `black` or `white`.
    pub side: String,
    /// The move; `--` is a pass.
    #[serde(rename = "move")]
    pub action: String,
    /// The best move: the played one if nothing better is known.
    pub best: Option<String>,
    /// The win rate before the move, if the best is played.
    pub winrate_before: f64,
    /// The win rate after it.
    pub winrate_after: f64,
    /// What it lost: never below 0.
    pub loss: f64,
    /// How good it was.
    pub grade: Grade,
    /// The best move and what follows.
    pub best_line: Vec<String>,
    /// The played move and what should follow.
    pub played_line: Vec<String>,
    /// The engine's score after the move.
    pub score: Option<i32>,
    /// Plies to the end, if it is decided: positive if the mover wins.
    pub mate: Option<i32>,
    /// A win by force that the move gave away.
    pub missed: Option<Win>,
    /// The win by force that the opponent has after the move.
    pub lost: Option<Win>,
    /// One move stood out: every other was a blunder in the engine's view.
    pub only_move: bool,
    /// Every other move lost at once, or there was none.
    pub forced: bool,
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The rule.
    pub rule: String,
    /// Columns and rows.
    pub size: [u8; 2],
    /// Whether every move was looked at. Else the first ones are missing.
    pub complete: bool,
    /// Whether wins under this rule, on this board, come with certificates.
    pub certified: bool,
    /// The moves, in their order.
    pub moves: Vec<ReviewedMove>,
    /// From 0 to 100; `None` for a side without a move that counts. Forced moves that were found do not.
    pub accuracy: Both<Option<f64>>,
    /// How many moves got which grade.
    pub counts: Both<Counts>,
    /// Black's win rate before the first move; `None` if it was not looked at.
    pub start: Option<f64>,
    /// Black's win rate after each ply; `None` where it was not looked at.
    pub graph: Vec<Option<f64>>,
    /// Who has won the game, or was winning by force at its end.
    pub winner: Option<String>,
    /// The ply with which the loser gave the game away: the last one in whose place another might have held.
    pub turning_point: Option<usize>,
    /// Whether certificates, or the end of the game itself, show that everything after the turning point was won.
    pub turning_point_proven: bool,
}

/// Hears of each move as it is known; from the last to the first.
pub trait Sink {
    /// A move was reviewed; `done` of `total` are.
    fn reviewed(&mut self, reviewed: &ReviewedMove, done: usize, total: usize);
}

/// Hears nothing.
impl Sink for () {
    fn reviewed(&mut self, _: &ReviewedMove, _: usize, _: usize) {}
}

/// Why a game cannot be reviewed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// A free stone cannot be put.
    #[error("a free stone is not legal: {0}")]
    Setup(PositionError),
    /// A move cannot be played.
    #[error(
        "move {number} is not legal under the {rule} rule: {error}; name another rule, or leave out the moves from it on"
    )]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The rule.
        rule: String,
        /// Why not.
        error: PositionError,
    },
}

/// Reviews the main line of a game, under its own rule or freestyle. `cancel` ends it with what is known.
///
/// # Errors
/// If the main line is not legal.
pub fn review(
    game: &GameRecord,
    options: &Options,
    cancel: &Arc<AtomicBool>,
    sink: &mut dyn Sink,
) -> Result<Review, ReviewError> {
    let position = game.position().map_err(|(number, error)| match number {
        0 => ReviewError::Setup(error),
        number => ReviewError::Illegal { number, rule: game.rule.unwrap_or_default().to_string(), error },
    })?;
    Ok(review_position(&position, options, cancel, sink))
}

/// Reviews the moves that led to a position.
pub fn review_position(
    position: &Position,
    options: &Options,
    cancel: &Arc<AtomicBool>,
    sink: &mut dyn Sink,
) -> Review {
    let mut eyes = Eyes::new(options, Arc::clone(cancel));
    let total = position.moves().len();
    let mut moves = Vec::new();
    let mut tell = |views: &[Option<View>], before: &Position, moves: &mut Vec<ReviewedMove>| {
        let ply = before.moves().len() + 1;
        let (Some(Some(first)), Some(Some(second))) = (views.get(ply - 1), views.get(ply)) else { return };
        let Some(action) = position.moves().get(ply - 1) else { return };
        moves.push(compare(first, second, before, *action));
        if let Some(last) = moves.last() {
            sink.reviewed(last, moves.len(), total);
        }
    };
    let mut views: Vec<Option<View>> = vec![None; total + 1];
    // A move is told one step late: what is known before it may still change how the position after it is seen.
    let mut later: Option<Position> = None;
    let mut here = position.clone();
    for ply in (0..=total).rev() {
        let Some(view) = eyes.look(&here) else { break };
        if let (Some(after), Some(Some(next))) = (&later, views.get_mut(ply + 1)) {
            eyes.settle(&view, position.moves()[ply], after, next);
        }
        views[ply] = Some(view);
        if let Some(after) = &later {
            tell(&views, after, &mut moves);
        }
        later = Some(here.clone());
        here.undo();
    }
    if let Some(first) = &later {
        tell(&views, first, &mut moves);
    }
    moves.reverse();
    summed_up(position, &views, moves)
}

/// What a move did, from the views before and after it.
fn compare(before: &View, after: &View, position: &Position, action: Move) -> ReviewedMove {
    let size = position.size();
    let mover = position.to_move();
    let rate_after = 1.0 - after.settled();
    let best_known = before.settled();
    // What the move achieves the position was worth at least.
    let is_best = action.point().is_some() && action.point() == before.best || rate_after >= best_known;
    let rate_before = best_known.max(rate_after);
    let loss = if is_best { 0.0 } else { rounded(rate_before - rate_after) };
    let rate_before = if is_best { rate_after } else { rate_before };
    let keeps = after.winner == Some(mover) || after.is_won_by(mover, mover.opponent()).is_some();
    let name = moves_to_string(&[action], size, Origin::Bottom);
    let mut played_line = vec![name.clone()];
    played_line.extend(names(after.line.iter().copied(), size));
    // Where all is lost the move that holds out longest is the best.
    let gives_in = loses_sooner(before, after);
    let best_line = if rate_after >= best_known && !gives_in {
        played_line.clone()
    } else {
        names(before.line.iter().copied(), size)
    };
    let grade = Grade::of(loss);
    ReviewedMove {
        ply: position.moves().len() + 1,
        side: mover.to_string(),
        best: best_line.first().cloned(),
        action: name,
        winrate_before: rounded(rate_before),
        winrate_after: rounded(rate_after),
        loss,
        grade: if gives_in { grade.max(Grade::Good) } else { grade },
        best_line,
        played_line,
        score: after.score.map(|score| -score.value()),
        mate: mate(after, mover),
        missed: before.win.clone().filter(|_| !keeps),
        lost: after.win.clone(),
        only_move: before.second.is_some_and(|second| best_known - second >= grade::BLUNDER),
        forced: before.is_forced,
    }
}

/// Whether a lost position was lost faster by a move than it had to be.
fn loses_sooner(before: &View, after: &View) -> bool {
    let Some(longest) = before.score.and_then(Score::mate).filter(|mate| *mate < 0) else { return false };
    let of_engine = after.score.and_then(Score::mate).filter(|mate| *mate > 0);
    let of_solver = after.win.as_ref().and_then(|win| i32::try_from(win.plies).ok());
    of_engine.into_iter().chain(of_solver).any(|plies| plies + 1 < -longest)
}

/// Plies to the end after a move, positive if its mover wins.
fn mate(after: &View, mover: Colour) -> Option<i32> {
    if let Some(winner) = after.winner {
        return Some(0).filter(|_| winner == mover);
    }
    let plies = |win: &Win| i32::try_from(win.plies).ok();
    let of_engine = || after.score.and_then(Score::mate).map(|mate| -mate);
    let of_wins = after.doom.as_ref().and_then(plies);
    of_wins.or_else(|| after.win.as_ref().and_then(plies).map(|plies| -plies)).or_else(of_engine)
}

/// Four decimals: more would be noise.
fn rounded(rate: f64) -> f64 {
    (rate.clamp(0.0, 1.0) * 1e4).round() / 1e4
}

fn summed_up(position: &Position, views: &[Option<View>], moves: Vec<ReviewedMove>) -> Review {
    let total = position.moves().len();
    let mover = |ply: usize| if ply % 2 == 1 { position.first() } else { position.first().opponent() };
    let black = |rate: f64, side: Colour| if side == Colour::Black { rate } else { 1.0 - rate };
    let mut graph = vec![None; total];
    let (mut counts, mut counted) = (Both::<Counts>::default(), Both::<Vec<(f64, f64)>>::default());
    let start = views.first().and_then(Option::as_ref);
    let start = start.map(|view| rounded(black(view.settled(), position.first())));
    let mut rates: Vec<f64> = start.into_iter().collect();
    for one in &moves {
        let side = mover(one.ply);
        let rate = rounded(black(one.winrate_after, side));
        graph[one.ply - 1] = Some(rate);
        rates.push(rate);
        counts.of_mut(side).add(one.grade);
        if !(one.forced && one.grade == Grade::Best) {
            counted.of_mut(side).push((move_accuracy(one.loss), weight(&rates, total)));
        }
    }
    let of = |side: Colour| accuracy(counted.of(side)).map(|value| (value * 100.0).round() / 100.0);
    let (winner, turning_point, turning_point_proven) = turning_point(position, views);
    Review {
        rule: position.rule().to_string(),
        size: [position.size().width(), position.size().height()],
        complete: views.iter().all(Option::is_some),
        certified: tengen_solver::certify::rule_of(position.rule()).is_ok() && position.size().is_square(),
        moves,
        accuracy: Both { black: of(Colour::Black), white: of(Colour::White) },
        counts,
        start,
        graph,
        winner: winner.map(|side| side.to_string()),
        turning_point,
        turning_point_proven,
    }
}

/// Who wins at the end, the ply with which the loser gave the game away, and whether all after it is proven.
fn turning_point(position: &Position, views: &[Option<View>]) -> (Option<Colour>, Option<usize>, bool) {
    let total = position.moves().len();
    let to_move =
        |ply: usize| if ply.is_multiple_of(2) { position.first() } else { position.first().opponent() };
    let Some(Some(end)) = views.last() else { return (None, None, false) };
    let wins = |side: &Colour| end.is_won_by(*side, to_move(total)).is_some();
    let Some(winner) = Colour::BOTH.into_iter().find(wins) else { return (None, None, false) };
    let mut is_proven = true;
    let mut first = total;
    for ply in (0..=total).rev() {
        let Some(view) = &views[ply] else { return (Some(winner), None, false) };
        let known = view.is_won_by(winner, to_move(ply));
        // The winner's move led to a won position, so that there was a win before it.
        let follows = ply < total && to_move(ply) == winner;
        if known.is_none() && !follows {
            break;
        }
        is_proven &= follows || known == Some(true);
        first = ply;
    }
    (Some(winner), Some(first).filter(|ply| *ply > 0), is_proven && first > 0)
}

/// The name of a point of the position's board.
fn named(p: tengen_core::Point, position: &Position) -> String {
    point_name(p, position.size(), Origin::Bottom)
}
