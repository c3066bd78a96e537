//! What is decided at sight, before any stone is put: the board analysis of Piazza, Scarpiniti and Baccarelli (2021), section
//! 4.6, and its next step, C43 and C33 with no counter-four.

use tengen_core::analysis::stop_fours;
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass as C;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, threat};

/// What a look at the board tells the side to move. Plies count from the next stone, 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sight {
    /// We win in so many plies at most, with this stone first.
    Won(usize, Point),
    /// We lose in so many plies at most.
    Lost(usize),
    /// Only this stone stops a five.
    Forced(Point),
    /// Only these stones stop a five.
    Hold(PointSet),
    /// The other side could win by any of these fours next: [`answers`] says what holds.
    Danger(PointSet),
    /// Anything may be played.
    Open,
}

/// Looks at an open game. `sees_far` is for C43 and C33.
#[inline]
pub(crate) fn look<R: RuleType>(board: &mut Board<R>, sees_far: bool) -> Sight {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    if let Some(five) = board.first_point(us, C::Five) {
        return Sight::Won(1, five);
    }
    if board.count(them, C::Five) > 0 {
        return stop_five(board, them);
    }
    if let Some(four) = threat::winning_fours(board, us).first() {
        return Sight::Won(3, four);
    }
    let attacks = threat::winning_fours(board, them);
    if !attacks.is_empty() {
        return Sight::Danger(attacks);
    }
    if sees_far && let Some(first) = cross_win(board, us) {
        return Sight::Won(5, first);
    }
    Sight::Open
}

/// The stones that stop these fours of the other side or put them off; `None` if there are none. Dear, so it is asked for only where
/// moves are wanted.
pub(crate) fn answers<R: RuleType>(board: &mut Board<R>, attacks: PointSet) -> Option<PointSet> {
    stop_fours(board, attacks).moves().filter(|moves| !moves.is_empty())
}

/// Whether all of these fours may have no common answer: one three is good for two of them.
pub(crate) fn may_be_lost<R: RuleType>(board: &Board<R>) -> bool {
    let them = board.to_move().opponent();
    R::HAS_FOULS || board.count(them, C::CrossFours) + board.count(them, C::DoubleFour) > 2
}

fn stop_five<R: RuleType>(board: &Board<R>, them: Colour) -> Sight {
    if board.count(them, C::Five) > 1 && !R::RULE.has_blocked_ends() {
        return Sight::Lost(2);
    }
    let answers = threat::answers_to_fives(board, them);
    match (answers.first(), answers.len()) {
        (None, _) => Sight::Lost(2),
        (Some(answer), 1) => Sight::Forced(answer),
        _ => Sight::Hold(answers),
    }
}

/// A stone that makes a four and an open three, or two open threes, while the other side can make no four at all. It
/// answers the four, or stops one three; the other three becomes a double four. The two lines cross in the stone
/// only, so no answer stops both, and an answer that is not a four puts nothing off.
fn cross_win<R: RuleType>(board: &Board<R>, us: Colour) -> Option<Point> {
    // Whether Black's threes are real is not to be seen at sight.
    if R::HAS_FOULS && us == Colour::Black {
        return None;
    }
    let classes = [
        C::CrossFourThreeDouble,
        C::CrossFourThreeWeak,
        C::CrossThreesDouble,
        C::CrossThreesMixed,
        C::CrossThreesWeak,
    ];
    let class = classes.into_iter().find(|class| board.count(us, *class) > 0)?;
    if threat::has_four(board, us.opponent()) { None } else { board.first_point(us, class) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Position, Rule, Size, with_rule};

    /// Whether the side to move can make five within so many plies whatever is answered.
    fn wins<R: RuleType>(board: &mut Board<R>, plies: usize) -> bool {
        let us = board.to_move();
        board.count(us, C::Five) > 0
            || plies >= 3
                && board.count(us.opponent(), C::Five) < 2
                && board
                    .empties()
                    .iter()
                    .any(|p| board.is_legal(p, us) && { then_loses(board, p, plies - 1) })
    }

    fn then_loses<R: RuleType>(board: &mut Board<R>, p: Point, plies: usize) -> bool {
        board.play(p);
        let them = board.to_move();
        let loses = board.count(them, C::Five) == 0
            && board.empties().iter().filter(|q| board.is_legal(*q, them)).collect::<Vec<_>>().iter().all(
                |q| {
                    board.play(*q);
                    let wins = wins(board, plies - 1);
                    board.undo();
                    wins
                },
            );
        board.undo();
        loses
    }

    #[test]
    fn what_is_seen_is_so() {
        // A small board, so that every stone and every answer can be tried.
        let size = Size::new(7, 6).unwrap();
        for rule in Rule::ALL {
            let mut random = fastrand::Rng::with_seed(3);
            let (mut won, mut far, mut lost, mut held) = (0, 0, 0, 0);
            for _ in 0..1200 {
                let mut position = Position::new(size, rule);
                for _ in 0..random.usize(6..20) {
                    let _ = position.play(Point::new(random.u8(..7), random.u8(..6)).unwrap().into());
                }
                if position.status() != tengen_core::Status::Open {
                    continue;
                }
                with_rule!(rule, R => {
                    let mut board = Board::<R>::from_position(&position);
                    let sight = match look(&mut board, true) {
                        Sight::Danger(attacks) => answers(&mut board, attacks).map_or(Sight::Lost(4), Sight::Hold),
                        sight => sight,
                    };
                    match sight {
                        Sight::Won(plies, first) => {
                            won += 1;
                            far += usize::from(plies == 5);
                            let is_so = plies == 1 || then_loses(&mut board, first, plies - 1);
                            assert!(is_so, "won in {plies} {position:?}");
                        }
                        Sight::Lost(plies) => {
                            lost += 1;
                            board.pass();
                            assert!(wins(&mut board, plies - 1), "lost in {plies} {position:?}");
                        }
                        Sight::Forced(_) | Sight::Hold(_) => held += 1,
                        Sight::Danger(_) | Sight::Open => {}
                    }
                });
            }
            assert!(won > 50 && far > 0 && lost > 3 && held > 50, "{rule}: {won} {far} {lost} {held}");
        }
    }
}
