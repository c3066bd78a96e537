//! A review as annotated SGF: each move with its grade, its evaluation and, where something was lost, the best line as a
//! variation. What the game said before is kept.

use super::{ReportError, matched, percent, sentences, turning_point};
use crate::review::{Grade, Review, ReviewedMove};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::record::{Evaluation, NodeId};
use tengen_core::{Colour, GameRecord, Move, Position};
use tengen_records::{Format, WriteOptions};

/// The game with the review as SGF.
///
/// # Errors
/// If the review is of another game, or the game cannot be written.
pub fn sgf(review: &Review, game: &GameRecord) -> Result<Vec<u8>, ReportError> {
    let record = annotated(review, game)?;
    Ok(tengen_records::write(Format::Sgf, &[record], &WriteOptions::default())?)
}

/// The game with the review in it.
///
/// # Errors
/// If the review is of another game.
pub fn annotated(review: &Review, game: &GameRecord) -> Result<GameRecord, ReportError> {
    let end = matched(review, game)?;
    let mut record = game.clone();
    record.rule = Some(end.rule());
    let line = record.main_line();
    let before = |ply: usize| if ply < 2 { NodeId::ROOT } else { line[ply - 2] };
    say(&mut record, NodeId::ROOT, &summary(review));
    for one in &review.moves {
        let at = line[one.ply - 1];
        say(&mut record, at, &sentences(one));
        record.node_mut(at).evaluation = evaluation(one).or_else(|| record.node(at).evaluation.clone());
        if one.grade >= Grade::Inaccuracy || one.missed.is_some() {
            add_line(&mut record, before(one.ply), one, &end);
        }
    }
    Ok(record)
}

/// Adds to a comment.
fn say(record: &mut GameRecord, at: NodeId, text: &str) {
    let comment = &mut record.node_mut(at).comment;
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

fn summary(review: &Review) -> String {
    let accuracy = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| percent(value / 100.0));
    let sides = format!(
        "Accuracy: Black {}, White {}.",
        accuracy(review.accuracy.black),
        accuracy(review.accuracy.white)
    );
    let turning = turning_point(review);
    if turning.is_empty() { sides } else { format!("{sides}\n{turning}") }
}

fn evaluation(one: &ReviewedMove) -> Option<Evaluation> {
    match one.mate {
        Some(plies) if plies >= 0 => Some(Evaluation::Win(plies.unsigned_abs())),
        Some(plies) => Some(Evaluation::Loss(plies.unsigned_abs())),
        None => one.score.map(Evaluation::Score),
    }
}

/// The best line as a variation beside the played move, as far as it can be played.
fn add_line(record: &mut GameRecord, parent: NodeId, one: &ReviewedMove, end: &Position) {
    let size = end.size();
    let Ok(moves) = parse_moves(&one.best_line.concat(), size, Origin::Bottom) else { return };
    let Ok(mut position) = record.position_at(parent, end.rule()) else { return };
    let is_played = |record: &GameRecord, m: &Move| {
        record.node(parent).children().iter().any(|child| record.node(*child).action == Some(*m))
    };
    if moves.first().is_none_or(|first| is_played(record, first)) {
        return;
    }
    let mut at = parent;
    for m in moves {
        if position.play(m).is_err() {
            break;
        }
        at = record.append(at, m);
    }
    let first = record.node(parent).children().last().copied();
    if let (Some(first), true) = (first, at != parent) {
        let side = if record.mover(first) == Colour::Black { "Black" } else { "White" };
        say(record, first, &format!("Better. {side}'s win rate {}.", percent(one.winrate_before)));
    }
}
