//! The swap2 opening, `SWAP2BOARD`: three stones, or a choice of colours, by balance search.
//!
//! The first player puts Black, White, Black. The second stays White with a move, swaps, or puts two more stones (White,
//! Black) and leaves the choice to the first. All is decided by the score of White to move:
//!
//! - more than [`FAIR`](swap2::FAIR) in favour of White: stay with the best move; as much against: `SWAP`;
//! - in between, the choice is worth nothing to us, so it is given away: the pair of stones that balances best is put,
//!   and the opponent has to judge it;
//! - with five stones on the board: stay if the score is not negative, else `SWAP`.

use super::Session;
use super::game::GameError;
use super::think::{Purpose, Question, any_move};
use crate::coordinates::Pair;
use crate::player::Player;
use std::io::{self, Write};
use tengen_core::{Colour, Move, Point, Position};
use tengen_engine::{Answer, Clock, Goal, Limits, Score, swap2};

/// Where a swap2 opening stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Three stones are to be put; this is the first.
    Open(Point),
    /// Three stones are on the board, and a choice is to be made.
    Choose,
    /// The choice was too close: two stones are wanted; if there are none, this is the choice.
    Pair(Choice),
    /// Five stones are on the board.
    Decide,
}

/// A choice of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Swap,
    Stay(Point),
}

impl Choice {
    /// By the score of White, who is to move.
    fn by(score: Score, best: Point) -> Self {
        match swap2::better_colour(score) {
            Colour::Black => Self::Swap,
            Colour::White => Self::Stay(best),
        }
    }
}

impl<P: Player, W: Write> Session<P, W> {
    pub(super) fn swap2(&mut self, pairs: &[Pair]) -> Result<(), GameError> {
        let (size, points) = (self.size()?, self.points(pairs)?);
        let mut position = Position::new(size, self.settings.rule);
        for (p, pair) in points.iter().zip(pairs) {
            position.play(Move::Place(*p)).map_err(|_| GameError::Taken(*pair))?;
        }
        let limits = self.settings.limits(self.spent);
        match points.len() {
            0 => {
                let first = swap2::first_stone(size, self.seed.wrapping_add(self.last_search));
                position.play(Move::Place(first)).map_err(|_| GameError::Over)?;
                let goal = Goal::BalanceTwo { bias: 0 };
                self.think(position, goal, 1, limits, Purpose::Swap2(Step::Open(first)));
            }
            // A close choice needs a second search.
            3 => self.think(position, Goal::Best, 1, half(limits), Purpose::Swap2(Step::Choose)),
            5 => self.think(position, Goal::Best, 1, limits, Purpose::Swap2(Step::Decide)),
            count => return Err(GameError::Swap2(count)),
        }
        Ok(())
    }

    pub(super) fn swap2_answer(
        &mut self,
        step: Step,
        question: &Question,
        answer: Option<&Answer>,
        is_stopped: bool,
    ) -> io::Result<()> {
        let hand = self.hand(question.position.size());
        let score = answer.map_or(Score::EVEN, |answer| answer.score);
        let pair = answer.map(|answer| &answer.moves).filter(|moves| moves.len() == 2);
        let Some(best) = answer.and_then(Answer::best).or_else(|| any_move(question)) else {
            return self.say(&format!("ERROR {}", GameError::NoMove("")));
        };
        let choice = match step {
            Step::Open(first) => {
                let two = pair.cloned().unwrap_or_else(|| two_stones(question));
                return self.say(&hand.pairs(&[&[first][..], &two].concat()));
            }
            Step::Choose if swap2::is_fair(score) && !is_stopped => {
                let limits = half(self.settings.limits(self.spent));
                let step = Step::Pair(Choice::by(score, best));
                let goal = Goal::BalanceTwo { bias: 0 };
                self.think(question.position.clone(), goal, 1, limits, Purpose::Swap2(step));
                return Ok(());
            }
            Step::Choose | Step::Decide => Choice::by(score, best),
            Step::Pair(otherwise) => match pair {
                Some(two) => return self.say(&hand.pairs(two)),
                None => otherwise,
            },
        };
        match choice {
            Choice::Swap => self.say("SWAP"),
            Choice::Stay(p) => self.say(&hand.pair(p)),
        }
    }
}

/// Two stones far from the first, for a search that found no pair.
fn two_stones(question: &Question) -> Vec<Point> {
    let grid = question.position.grid();
    let corners = grid.empties().take(1).chain(grid.empties().last());
    corners.collect()
}

/// Half of the time and of the nodes.
fn half(limits: Limits) -> Limits {
    let clock = limits.clock.map(|clock| Clock {
        turn: clock.turn.map(|time| time / 2),
        left: clock.left.map(|time| time / 2),
        ..clock
    });
    Limits { clock, nodes: limits.nodes.map(|nodes| (nodes / 2).max(1)), ..limits }
}
