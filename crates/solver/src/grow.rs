//! Growing the tree of a win where somebody knows the attacker's moves: the defender's side of it is the same for all.

use crate::line;
use crate::tree::{Answers, Attack, Defence};
use std::sync::Arc;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Which fives are to be played, the defender to move.
pub(crate) enum Fives {
    /// One of the defender: the attack is over.
    Theirs,
    /// Two of the attacker, which cannot both be stopped.
    Two,
    /// One of the attacker, which has to be stopped here.
    One(Point),
    None,
}

impl Fives {
    pub(crate) fn of<R: RuleType>(board: &Board<R>) -> Self {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 {
            return Self::Theirs;
        }
        match board.count(us, PointClass::Five) {
            0 => Self::None,
            1 => board.first_point(us, PointClass::Five).map_or(Self::None, Self::One),
            _ => Self::Two,
        }
    }
}

/// Somebody who knows how to go on. For rules without fouls and blocked ends; every board is unchanged on return.
pub(crate) trait Grow {
    /// A line of fours that wins for the side to move, which is the attacker.
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Vec<Point>>;

    /// The tree of a win of the side to move, which is the attacker.
    fn attack<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>>;

    /// The tree of a win after a reply.
    fn attack_after<R: RuleType>(&mut self, board: &mut Board<R>, reply: Point) -> Option<Arc<Attack>> {
        board.play(reply);
        let attack = self.attack(board);
        board.undo();
        attack
    }

    /// What answers every reply of the defender, who is to move; `None` if some reply has no answer.
    fn defence<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Defence> {
        match Fives::of(board) {
            Fives::Theirs => return None,
            Fives::Two => return Some(Defence::Two),
            Fives::One(answer) => return self.attack_after(board, answer).map(Defence::Forced),
            Fives::None => {}
        }
        board.pass();
        let line = self.fours(board);
        board.undo();
        let line = line?;
        let mut answers = Answers::new();
        for reply in line::breakers(board, &line) {
            answers.push((reply, self.attack_after(board, reply)?));
        }
        Some(Defence::Default { line, answers })
    }
}
