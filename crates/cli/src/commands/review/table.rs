//! The moves of a review as a table, and what is said of the whole game.

use std::fmt::Write as _;
use tengen_core::Size;
use tengen_core::notation::{Origin, parse_point, point_name};
use tengen_study::report::{percent, turning_point};
use tengen_study::review::{Counts, Grade, Review, ReviewedMove, Win};

const HEADER: &str = "  #  side   move   grade        win %   loss  best   remarks";

/// The moves, a row each.
pub(super) fn table(review: &Review) -> String {
    let mut text = format!("{HEADER}\n");
    for one in &review.moves {
        let best = one.best.as_deref().unwrap_or("-");
        let row = format!(
            "{:>3}  {:<5}  {:<5}  {:<10} {:>7.1} {:>6.1}  {best:<5}  {}",
            one.ply,
            one.side,
            format!("{}{}", one.action, one.grade.sign()),
            one.grade.name(),
            one.winrate_after * 100.0,
            one.loss * 100.0,
            remarks(one)
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

fn remarks(one: &ReviewedMove) -> String {
    let win = |what: &str, win: &Win| {
        let proof = if win.proven { "proven " } else { "" };
        format!("{what} a {proof}{} in {}: {}", win.kind, win.plies, win.line.join(" "))
    };
    let remarks = [
        one.forced.then(|| "forced".to_owned()),
        (one.only_move && !one.forced).then(|| "only move".to_owned()),
        one.missed.as_ref().map(|found| win("missed", found)),
        one.lost.as_ref().map(|found| win(if one.loss > 0.0 { "allows" } else { "cannot stop" }, found)),
    ];
    remarks.into_iter().flatten().collect::<Vec<String>>().join("; ")
}

/// Accuracy, counts and the turning point.
pub(super) fn summary(review: &Review) -> String {
    let side = |name: &str, accuracy: Option<f64>, counts: &Counts| {
        let accuracy = accuracy.map_or_else(|| "-".to_owned(), |value| percent(value / 100.0));
        let counts: Vec<String> =
            Grade::ALL.iter().map(|grade| format!("{} {}", counts.of(*grade), grade.name())).collect();
        format!("{name}: accuracy {accuracy} ({}).\n", counts.join(", "))
    };
    let mut text = String::from("\n");
    text.push_str(&side("Black", review.accuracy.black, &review.counts.black));
    text.push_str(&side("White", review.accuracy.white, &review.counts.white));
    let turning = turning_point(review);
    if !turning.is_empty() {
        let _ = writeln!(text, "{turning}");
    }
    if !review.certified {
        let _ = writeln!(text, "Wins are the solver's word: there are no certificates for {}.", review.rule);
    }
    text
}

/// The review with its points named as the user counts rows.
pub(super) fn counted_from(review: &Review, size: Size, origin: Origin) -> Review {
    let mut shown = review.clone();
    if origin == Origin::Bottom {
        return shown;
    }
    let rename = |name: &mut String| {
        if let Ok(p) = parse_point(name, size, Origin::Bottom) {
            *name = point_name(p, size, origin);
        }
    };
    for one in &mut shown.moves {
        let ReviewedMove { action, best, best_line, played_line, missed, lost, .. } = one;
        let wins = missed.iter_mut().chain(lost).flat_map(|win| win.first.iter_mut().chain(&mut win.line));
        std::iter::once(action).chain(best).chain(best_line).chain(played_line).chain(wins).for_each(rename);
    }
    shown
}
