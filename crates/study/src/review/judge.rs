//! One move judged, for who learns while playing: the same eyes and the same grades as in a review.

use super::view::Eyes;
use super::{Grade, Options, compare, named};
use crate::explain::{name_line, names};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tengen_core::position::PositionError;
use tengen_core::{Move, Position};

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// How good it was.
    pub grade: Grade,
    /// The win probability that it lost.
    pub loss: f64,
    /// The mover's win rate before it.
    pub before: f64,
    /// The mover's win rate after it.
    pub after: f64,
    /// The best move.
    pub best: Option<String>,
    /// It, and what follows.
    pub best_line: Vec<String>,
    /// What the opponent should answer, if something was lost by it.
    pub refutation: Vec<String>,
    /// What each move of the refutation is.
    pub refutation_names: Vec<&'static str>,
    /// Whether a certificate shows it: a win that was given away, or the opponent's.
    pub proven: bool,
}

/// Judges a move of the side to move; `None` if it was cancelled.
///
/// # Errors
/// If the move is not legal.
pub fn judge(
    position: &Position,
    action: Move,
    options: &Options,
    cancel: &Arc<AtomicBool>,
) -> Result<Option<Judged>, PositionError> {
    let mut after = position.clone();
    after.play(action)?;
    let mut eyes = Eyes::new(options, Arc::clone(cancel));
    // The later position first, as in a review.
    let Some(mut view_after) = eyes.look(&after) else { return Ok(None) };
    let Some(view_before) = eyes.look(position) else { return Ok(None) };
    eyes.settle(&view_before, action, &after, &mut view_after);
    let said = compare(&view_before, &view_after, position, action);
    let is_refuted = said.grade >= Grade::Inaccuracy || said.lost.is_some();
    let line = if is_refuted { view_after.line } else { Vec::new() };
    let attacker = position.to_move().opponent();
    let is_proven = |win: &Option<super::Win>| win.as_ref().is_some_and(|win| win.proven);
    Ok(Some(Judged {
        grade: said.grade,
        loss: said.loss,
        before: said.winrate_before,
        after: said.winrate_after,
        best: said.best.or_else(|| view_before.best.map(|p| named(p, position))),
        best_line: said.best_line,
        refutation_names: name_line(&after, attacker, &line).into_iter().map(|named| named.name).collect(),
        refutation: names(line, position.size()),
        proven: is_proven(&said.missed) || is_proven(&said.lost),
    }))
}
