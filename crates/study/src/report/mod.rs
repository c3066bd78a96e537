//! A review as a file: annotated SGF, one HTML page, CSV.
//!
//! A review may come from elsewhere, so it is checked against its game first ([`matched`]), and every text in it is escaped.
//! Reading order: this file (the sentences that all three share), [`sgf`](mod@sgf), [`html`](mod@html), [`csv`](mod@csv).

pub mod csv;
pub mod html;
pub mod sgf;

pub use csv::csv;
pub use html::html;
pub use sgf::sgf;

use crate::review::{Grade, Review, ReviewError, ReviewedMove, Win};
use std::fmt::Write as _;
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::{GameRecord, Position};
use tengen_records::WriteError;

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The game itself.
    #[error("{0}")]
    Game(#[from] ReviewError),
    /// The review is of another game.
    #[error("the review does not belong to the game: move {0} is another one; review this game again")]
    OtherMove(usize),
    /// The review has more or fewer moves than it says, or on another board.
    #[error("the review does not belong to the game: {0}; review this game again")]
    OtherGame(&'static str),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The end of a game's main line, if the review is one of it.
///
/// # Errors
/// If the game is not legal, or the review belongs to another one.
pub fn matched(review: &Review, game: &GameRecord) -> Result<Position, ReportError> {
    let position = game.position().map_err(|(number, error)| match number {
        0 => ReviewError::Setup(error),
        number => ReviewError::Illegal { number, rule: game.rule.unwrap_or_default().to_string(), error },
    })?;
    let size = position.size();
    if review.size != [size.width(), size.height()] {
        return Err(ReportError::OtherGame("the board has another size"));
    }
    let total = position.moves().len();
    if review.graph.len() != total || review.moves.len() > total {
        return Err(ReportError::OtherGame("it has another number of moves"));
    }
    let mut last = 0;
    for one in &review.moves {
        let played = one.ply.checked_sub(1).and_then(|index| position.moves().get(index));
        let name = played.map(|action| moves_to_string(&[*action], size, Origin::Bottom));
        if one.ply <= last || name.as_ref() != Some(&one.action) {
            return Err(ReportError::OtherMove(one.ply));
        }
        last = one.ply;
    }
    Ok(position)
}

/// A rate as people read it: `62.5%`.
pub fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

/// What is said of a move, in sentences.
pub fn sentences(one: &ReviewedMove) -> String {
    let grade = match one.grade {
        Grade::Best => "Best move",
        Grade::Good => "Good move",
        Grade::Inaccuracy => "Inaccuracy",
        Grade::Mistake => "Mistake",
        Grade::Blunder => "Blunder",
    };
    let mut text = format!("{grade}. Win rate {}", percent(one.winrate_after));
    if one.loss > 0.0 {
        let _ = write!(text, ", before {}", percent(one.winrate_before));
    }
    text.push('.');
    if one.forced {
        text.push_str(" Forced.");
    } else if one.only_move {
        text.push_str(" Only one move was good.");
    }
    if let (Some(best), true) = (&one.best, one.grade > Grade::Best) {
        let _ = write!(text, " Best was {best}: {}.", one.best_line.join(" "));
    }
    if let Some(missed) = &one.missed {
        let _ = write!(text, " Missed: {}.", win(missed));
    }
    if let Some(lost) = &one.lost {
        let when = if one.loss > 0.0 { "now wins" } else { "wins anyway" };
        let _ = write!(text, " The opponent {when}: {}.", win(lost));
    }
    text
}

/// A win in words: by what, how long, and whether it is proven.
fn win(win: &Win) -> String {
    let how = match win.kind.as_str() {
        "vcf" => "by continuous fours",
        "vct" => "by continuous threats",
        _ => "with quiet moves",
    };
    let proof = if win.proven { "proven" } else { "found by the solver, without a certificate" };
    let named: Vec<String> =
        win.line.iter().zip(&win.names).map(|(point, name)| format!("{point} {name}")).collect();
    let line = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
    format!("a win {how} in {} plies, {proof}{line}", win.plies)
}

/// Where the game was decided, as a sentence; empty if it was not.
pub fn turning_point(review: &Review) -> String {
    let (Some(ply), Some(winner)) = (review.turning_point, &review.winner) else { return String::new() };
    let Some(one) = review.moves.iter().find(|one| one.ply == ply) else { return String::new() };
    let known = if review.turning_point_proven { "It is proven that" } else { "In the engine's view" };
    format!(
        "Turning point: move {ply} ({} {}) was the last that could still have held. {known} {winner} wins from there on.",
        one.side, one.action
    )
}
