//! A line of fours: the attacker's moves alone, since each leaves the defender one answer.
//!
//! [`replay`] plays a line out on a position that may differ from the one it was found on, as the checker of certificates
//! does; [`zone`] names the squares where one more stone of the defender could make a difference. Without fouls
//! and blocked ends only: there a five is stopped on its own square and nowhere else.

use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Whether lines, zones and certificates are sound under a rule.
pub const fn is_plain<R: RuleType>() -> bool {
    !R::HAS_FOULS && !R::RULE.has_blocked_ends()
}

/// What a move of a line came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Won,
    Broken,
    Goes { answer: Point },
}

/// Plays one move of a line for the side to move. The stone is on the board afterwards unless a five is won at once or
/// the move cannot be played; `stones` counts it.
fn step<R: RuleType>(board: &mut Board<R>, p: Point, stones: &mut usize) -> Step {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    if board.count(us, PointClass::Five) > 0 {
        return Step::Won;
    }
    let is_stopped = match board.count(them, PointClass::Five) {
        0 => !board.is_empty(p),
        1 => board.first_point(them, PointClass::Five) != Some(p),
        _ => true,
    };
    if is_stopped {
        return Step::Broken;
    }
    board.play(p);
    *stones += 1;
    match board.count(us, PointClass::Five) {
        0 => Step::Broken,
        1 => board.first_point(us, PointClass::Five).map_or(Step::Broken, |answer| Step::Goes { answer }),
        _ => Step::Won,
    }
}

/// Whether the line wins for the side to move. The board is unchanged on return.
pub fn replay<R: RuleType>(board: &mut Board<R>, line: &[Point]) -> bool {
    walk(board, line, |_| {})
}

/// The moves of a line that are needed to win: what follows the move that leaves two fives, or wins, is left out.
pub fn trimmed<R: RuleType>(board: &mut Board<R>, line: &[Point]) -> Vec<Point> {
    let them = board.to_move().opponent();
    let mut needed = 0;
    let has_won = walk(board, line, |board| needed += usize::from(board.to_move() == them));
    line[..if has_won { needed.max(1) } else { line.len() }].to_vec()
}

/// The squares where a stone of the defender could keep the line, which wins for the side to move, from winning: the
/// squares that it uses, those where it ends, and those where the defender could make a four on the way.
pub fn zone<R: RuleType>(board: &mut Board<R>, line: &[Point]) -> PointSet {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    let mut zone: PointSet = line.iter().copied().collect();
    let start = board.empties();
    walk(board, line, |board| {
        zone = zone
            | board.points(us, PointClass::Five)
            | board.points_between(them, PointClass::SimpleFour..=PointClass::Five);
    });
    zone & start
}

/// Whether a reply of the side to move keeps the other side's line from winning.
pub(crate) fn breaks<R: RuleType>(board: &mut Board<R>, line: &[Point], reply: Point) -> bool {
    board.play(reply);
    let holds = replay(board, line);
    board.undo();
    !holds
}

/// Every reply of the side to move that keeps the other side's line, which would win if it passed, from winning.
pub(crate) fn breakers<R: RuleType>(board: &mut Board<R>, line: &[Point]) -> Vec<Point> {
    board.pass();
    let zone = zone(board, line);
    board.undo();
    zone.iter().filter(|reply| breaks(board, line, *reply)).collect()
}

/// Plays a line out and shows every position on the way: before the first move, after each move and after each answer.
pub(crate) fn walk<R: RuleType>(
    board: &mut Board<R>,
    line: &[Point],
    mut show: impl FnMut(&Board<R>),
) -> bool {
    let us = board.to_move();
    let mut stones = 0;
    let mut has_won = false;
    show(board);
    for p in line {
        let after = step(board, *p, &mut stones);
        show(board);
        match after {
            Step::Won => has_won = true,
            Step::Broken => {}
            Step::Goes { answer } => {
                board.play(answer);
                stones += 1;
                show(board);
                continue;
            }
        }
        break;
    }
    has_won |= board.to_move() == us && board.count(us, PointClass::Five) > 0;
    for _ in 0..stones {
        board.undo();
    }
    has_won
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::rule::Freestyle;
    use tengen_core::{Move, Position, Rule, Size};

    #[test]
    fn what_follows_a_won_line_is_left_out() {
        let points = |text: &str| parse_moves(text, Size::FIFTEEN, Origin::Bottom).unwrap();
        // Three black stones with both ends open, and three with one end stopped.
        let moves = points("f8a1g8a3h8o1d3c3e3o3f3o5");
        let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap();
        let mut board = Board::<Freestyle>::from_position(&position);
        for (line, needed) in [
            ("i8", "i8"),
            ("i8j8", "i8"),
            ("g3i8j8", "g3i8"),
            ("g3e8e8", "g3e8"),
            // Does not win, and is left as it is.
            ("g3a9", "g3a9"),
        ] {
            let [line, needed] = [line, needed]
                .map(|text| points(text).into_iter().filter_map(Move::point).collect::<Vec<Point>>());
            let before = board.hash();
            assert_eq!(trimmed(&mut board, &line), needed);
            assert_eq!(board.hash(), before);
            let wins = |n: usize| replay(&mut Board::<Freestyle>::from_position(&position), &line[..n]);
            assert_eq!((1..=line.len()).find(|n| wins(*n)), wins(needed.len()).then_some(needed.len()));
        }
    }
}
