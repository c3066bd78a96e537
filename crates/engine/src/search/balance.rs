//! Balance: the move, or the pair of moves, after which the game is as even as can be.
//!
//! The one idea: a move is only of interest if it comes nearer to the wanted score than the best one so far, so each is
//! searched in the window around the wanted score that the best one left, and most of them fail at once.

use crate::report::{Answer, Report, RootEvent, Sink};
use crate::request::Request;
use crate::score::Score;
use crate::search::ONE;
use crate::search::node::Window;
use crate::search::root::{answer, root_points};
use crate::search::worker::{MOST_PLIES, Shared, Worker};
use arrayvec::ArrayVec;
use std::sync::atomic::Ordering;
use tengen_core::Point;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;

/// One move or two, and how far from the wanted score they were.
#[derive(Clone, Debug)]
struct Choice {
    moves: ArrayVec<Point, 2>,
    /// Exact for the best choice of an iteration, at least this for the others.
    distance: i32,
    score: Score,
    line: Vec<Point>,
}

/// Pairs that are searched deeper than at sight.
const MOST_PAIRS: usize = 512;
/// Choices that every iteration looks at.
const FEWEST: usize = 12;

/// Looks for the most even choice of `count` moves; `bias` is the wanted score from the view of the side to move now.
pub(crate) fn think<R: RuleType>(
    shared: &Shared,
    request: &Request,
    sink: &mut dyn Sink,
    count: usize,
    bias: i32,
) -> Answer {
    let mut worker = Worker::<R>::new(shared, &request.position, true);
    let mut choices = choices(&mut worker, request, count, bias);
    let most = request.limits.depth.unwrap_or(u32::MAX).min(MOST_PLIES as u32 - 8);
    let mut best: Option<(Choice, Report)> = None;
    for depth in 1..=most {
        let Some(found) = iteration(&mut worker, &mut choices, depth, bias, sink) else { break };
        worker.check();
        let report = Report {
            depth,
            seldepth: worker.seldepth.max(depth as usize) as u32,
            line: 1,
            lines: 1,
            nodes: shared.nodes.load(Ordering::Relaxed),
            elapsed: shared.timer.started.elapsed(),
            score: found.score,
            pv: found.moves.iter().chain(&found.line).copied().collect(),
        };
        sink.report(&report);
        best = Some((found, report));
        choices.sort_by_key(|choice| choice.distance);
        choices.truncate((choices.len() / 2).max(FEWEST));
        if worker.should_stop() || is_late(shared) {
            break;
        }
    }
    worker.check();
    match best {
        Some((choice, report)) => answer(shared, choice.moves.to_vec(), choice.score, vec![report]),
        // Not even one iteration: what looks most even at sight.
        None => match choices.first() {
            Some(choice) => answer(shared, choice.moves.to_vec(), choice.score, Vec::new()),
            None => answer(shared, Vec::new(), Score::EVEN, Vec::new()),
        },
    }
}

/// Whether another iteration would hardly be finished: an unfinished one knows that the best choice so far is less even than it was,
/// and of no other that it is more so.
fn is_late(shared: &Shared) -> bool {
    let used = shared.timer.used(shared.control);
    let nodes = shared.nodes.load(Ordering::Relaxed);
    shared.timer.budget.zip(used).is_some_and(|(budget, used)| used * 2 > budget.soft)
        || shared.most_nodes.is_some_and(|most| nodes * 2 > most)
}

/// The choices that there are, the most even at sight first.
fn choices<R: RuleType>(worker: &mut Worker<R>, request: &Request, count: usize, bias: i32) -> Vec<Choice> {
    let mut choices = Vec::new();
    for first in root_points(&mut worker.board, request) {
        if worker.board.class(first, worker.board.to_move()) == PointClass::Five {
            continue;
        }
        let sum = worker.eval.sum();
        worker.play(first, 0);
        if count == 1 {
            let score = -worker.leaf(-Score::INFINITE, Score::INFINITE, 1);
            choices.push(Choice::at_sight(&[first], score, bias));
        } else {
            let them = worker.board.to_move();
            for second in &worker.board.candidates() {
                let is_over = worker.board.class(second, them) == PointClass::Five;
                if is_over || !worker.board.is_legal(second, them) {
                    continue;
                }
                let sum = worker.eval.sum();
                worker.play(second, 1);
                let score = worker.leaf(-Score::INFINITE, Score::INFINITE, 2);
                worker.unplay(sum);
                choices.push(Choice::at_sight(&[first, second], score, bias));
            }
        }
        worker.unplay(sum);
    }
    choices.sort_by_key(|choice| choice.distance);
    if count > 1 {
        choices.truncate(MOST_PAIRS);
    }
    choices
}

impl Choice {
    fn at_sight(moves: &[Point], score: Score, bias: i32) -> Self {
        let distance = (score.value() - bias).abs();
        Self { moves: moves.iter().copied().collect(), distance, score, line: Vec::new() }
    }
}

/// Searches all choices to one depth, and gives the most even one; `None` if the search was stopped before the first was
/// finished.
fn iteration<R: RuleType>(
    worker: &mut Worker<R>,
    choices: &mut [Choice],
    depth: u32,
    bias: i32,
    sink: &mut dyn Sink,
) -> Option<Choice> {
    sink.root(RootEvent::NewDepth(depth));
    worker.root_plies = depth as usize;
    worker.seldepth = 0;
    let mut best: Option<Choice> = None;
    for choice in choices {
        let within = best.as_ref().map_or(i32::from(i16::MAX), |best| best.distance);
        let low = Score::raw((bias - within).clamp(-Score::INFINITE.value(), Score::INFINITE.value() - 1));
        let high = Score::raw((bias + within).clamp(low.value() + 1, Score::INFINITE.value()));
        sink.root(RootEvent::Searching(choice.moves[0]));
        let score = after(worker, &choice.moves, low, high, depth as i32 * ONE);
        if worker.is_stopped {
            return best;
        }
        sink.root(RootEvent::Searched(choice.moves[0]));
        choice.distance = (score.value() - bias).abs();
        choice.score = score;
        if best.as_ref().is_none_or(|best| choice.distance < best.distance) {
            sink.root(RootEvent::Best(choice.moves[0]));
            choice.line.clone_from(&worker.lines[choice.moves.len()]);
            best = Some(choice.clone());
        }
    }
    best
}

/// The score after the moves, from the view of who plays the first of them.
fn after<R: RuleType>(worker: &mut Worker<R>, moves: &[Point], low: Score, high: Score, depth: i32) -> Score {
    let mut sums = ArrayVec::<_, 2>::new();
    for (ply, p) in moves.iter().enumerate() {
        worker.frames[ply].eval = None;
        sums.push(worker.eval.sum());
        worker.play(*p, ply);
    }
    let ply = moves.len();
    let is_ours = ply.is_multiple_of(2);
    let window = if is_ours {
        Window { alpha: low, beta: high, depth }
    } else {
        Window { alpha: -high, beta: -low, depth }
    };
    let score = worker.search::<true>(window, ply, false);
    while let Some(sum) = sums.pop() {
        worker.unplay(sum);
    }
    if is_ours { score } else { -score }
}
