//! A review as CSV (RFC 4180): a line a move, with a header.

use crate::review::Review;

const HEADER: &str = "ply,side,move,grade,winrate_before,winrate_after,loss,black_winrate,best,best_line,forced,only_move,missed,missed_proven,lost,lost_proven";

/// The review as CSV.
pub fn csv(review: &Review) -> String {
    let mut text = format!("{HEADER}\r\n");
    for one in &review.moves {
        let black = one.ply.checked_sub(1).and_then(|index| review.graph.get(index)).copied().flatten();
        let win = |win: &Option<crate::review::Win>| {
            win.as_ref().map_or_else(
                || [String::new(), String::new()],
                |win| [format!("{} {}", win.kind, win.line.join(" ")), win.proven.to_string()],
            )
        };
        let ([missed, missed_proven], [lost, lost_proven]) = (win(&one.missed), win(&one.lost));
        let cells = [
            one.ply.to_string(),
            one.side.clone(),
            one.action.clone(),
            one.grade.name().to_owned(),
            format!("{:.4}", one.winrate_before),
            format!("{:.4}", one.winrate_after),
            format!("{:.4}", one.loss),
            black.map_or_else(String::new, |rate| format!("{rate:.4}")),
            one.best.clone().unwrap_or_default(),
            one.best_line.join(" "),
            one.forced.to_string(),
            one.only_move.to_string(),
            missed,
            missed_proven,
            lost,
            lost_proven,
        ];
        text.push_str(&cells.map(|cell| quoted(&cell)).join(","));
        text.push_str("\r\n");
    }
    text
}

/// A cell: in quotes if it holds what would end it. A cell that a spreadsheet would take for a formula gets an apostrophe, except for the
/// dashes of a pass.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '@', '\t', '\r']) || cell.starts_with('-') && cell != "--";
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_would_break_the_line_are_quoted() {
        assert_eq!(
            ["h8", "a,b", "say \"x\"", "=1+1", "--", "-1"].map(quoted),
            ["h8", "\"a,b\"", "\"say \"\"x\"\"\"", "'=1+1", "--", "'-1"]
        );
    }
}
