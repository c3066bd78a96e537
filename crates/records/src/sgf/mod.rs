//! SGF, `FF[4]` with `GM[4]` (Gomoku and Renju): a collection of games with variations.
//!
//! Reading order: `scan` cuts a text into brackets and nodes, `build` makes records from them,
//! `write` prints records.
//!
//! What the standard leaves open is settled so: `RU` is a rule name or a Gomocup number; `ON` names a
//! restriction of the first moves; `V` is an evaluation from Black's side and `MT` a proven result (`B+7` =
//! Black wins in seven plies, `W+` = White wins, `0` = draw); `MS` is the time of the move in milliseconds;
//! `LB` on the move's own point is its label, elsewhere a text on the board; `N` is the label and `HO` the
//! mark of a node that has no point. A comment that is only `123ms` (c-gomoku-cli) is read as a time.

mod build;
mod scan;
mod write;

#[cfg(test)]
mod tests;

pub use build::read;
pub(crate) use write::write;

/// Whether a comment is c-gomoku-cli's way to say a time; the milliseconds if so.
fn time_in_comment(comment: &str) -> Option<u64> {
    comment.strip_suffix("ms").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}
