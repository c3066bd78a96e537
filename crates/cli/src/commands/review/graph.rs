//! Black's win rate as a picture in text: a column a move, or a column for several in a long game.

use std::fmt::Write as _;
use tengen_study::review::Review;

/// Columns of the widest graph.
const COLUMNS: usize = 100;
/// Rows.
const ROWS: usize = 8;
/// Parts of a row, from none to all of it.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The graph with its scale.
pub(super) fn graph(review: &Review, is_ascii: bool) -> String {
    let columns = columns(&review.graph);
    let mut text = String::from("Black's win rate\n");
    for row in (0..ROWS).rev() {
        let scale = match row {
            row if row == ROWS - 1 => "100%",
            row if row == ROWS / 2 => " 50%",
            0 => "  0%",
            _ => "    ",
        };
        let cells: String = columns.iter().map(|rate| cell(*rate, row, is_ascii)).collect();
        let bar = if is_ascii { '|' } else { '│' };
        let _ = writeln!(text, "{scale} {bar}{}", cells.trim_end());
    }
    text
}

/// One value a column: where several moves share one, their mean.
fn columns(graph: &[Option<f64>]) -> Vec<Option<f64>> {
    let share = graph.len().div_ceil(COLUMNS).max(1);
    let mean = |part: &[Option<f64>]| {
        let known: Vec<f64> = part.iter().flatten().copied().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    graph.chunks(share).map(mean).collect()
}

fn cell(rate: Option<f64>, row: usize, is_ascii: bool) -> char {
    let Some(rate) = rate else { return if row == 0 { '?' } else { ' ' } };
    let parts = (rate.clamp(0.0, 1.0) * (ROWS * 8) as f64).round() as usize;
    let here = parts.saturating_sub(row * 8).min(8);
    if is_ascii { if here >= 4 { '#' } else { ' ' } } else { BLOCKS[here] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_as_high_as_the_rate() {
        let column = |rate: f64| -> String { (0..ROWS).map(|row| cell(Some(rate), row, false)).collect() };
        assert_eq!([column(0.0), column(0.5), column(1.0)], ["        ", "████    ", "████████"]);
        assert_eq!(column(0.25 + 1.0 / 64.0), "██▁     ");
        assert_eq!((cell(None, 0, false), cell(None, 1, true)), ('?', ' '));
    }

    #[test]
    fn a_long_game_shares_columns() {
        let long: Vec<Option<f64>> = (0..250).map(|_| Some(0.5)).collect();
        assert_eq!(columns(&long).len(), 84);
        assert_eq!(columns(&[Some(0.2), None]), [Some(0.2), None]);
        assert!(columns(&[]).is_empty());
    }
}
