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
    (1..line.len()).find(|n| replay(board, &line[..*n])).map_or_else(|| line.to_vec(), |n| line[..n].to_vec())
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
