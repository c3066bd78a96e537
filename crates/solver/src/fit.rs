//! A tree that won elsewhere, fitted to another position: replayed, and mended where a stone stands in its way.
//!
//! Proof-tree simulation (Kawano 1996) with local repair. What still holds is kept as it is, so that a certificate can name
//! it instead of writing it again; what does not is searched anew with few nodes. For rules without fouls and
//! blocked ends.

use crate::limits::Stop;
use crate::line;
use crate::tree::{Answers, Attack, Defence};
use crate::vct::{Vct, VctLimits};
use std::sync::Arc;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Fits trees, with a search at hand for what has to be mended.
pub(crate) struct Fit<'a, 'b> {
    pub(crate) vct: &'a mut Vct<'b>,
    pub(crate) stop: &'a Stop,
    /// Positions that one repair may look at; 0 for none.
    pub(crate) nodes: u64,
    /// Leaves out answers that are not needed here. Otherwise a tree that holds is kept as it is.
    pub(crate) is_exact: bool,
}

impl Fit<'_, '_> {
    /// The tree, or one like it, that wins for the side to move; the very same if it holds unchanged.
    pub(crate) fn attack<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        tree: &Arc<Attack>,
    ) -> Option<Arc<Attack>> {
        match &**tree {
            Attack::Line(line) if line::replay(board, line) => return Some(Arc::clone(tree)),
            Attack::Move(p, defence) if may_play(board, *p) => {
                board.play(*p);
                let fitted = self.defence(board, defence);
                board.undo();
                match fitted {
                    Some(fitted) if Arc::ptr_eq(&fitted, defence) => return Some(Arc::clone(tree)),
                    Some(fitted) => return Some(Arc::new(Attack::Move(*p, fitted))),
                    None => {}
                }
            }
            _ => {}
        }
        self.search(board)
    }

    fn search<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        if self.nodes == 0 {
            return None;
        }
        self.vct.attack(board, VctLimits { nodes: self.nodes, stop: self.stop })
    }

    /// As [`Fit::attack`], with the defender to move.
    fn defence<R: RuleType>(&mut self, board: &mut Board<R>, tree: &Arc<Defence>) -> Option<Arc<Defence>> {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 {
            return None;
        }
        match (board.count(us, PointClass::Five), &**tree) {
            (0, Defence::Default { line, answers }) => self.default(board, tree, line, answers),
            (1, Defence::Forced(attack)) => {
                let fitted = self.after_forced(board, Some(attack))?;
                let is_same = Arc::ptr_eq(&fitted, attack);
                Some(if is_same { Arc::clone(tree) } else { Arc::new(Defence::Forced(fitted)) })
            }
            (1, _) => self.after_forced(board, None).map(|attack| Arc::new(Defence::Forced(attack))),
            (2.., Defence::Two) => Some(Arc::clone(tree)),
            (2.., _) => Some(Arc::new(Defence::Two)),
            // Without a line that fits the attack has to be searched from the move before.
            _ => None,
        }
    }

    fn after_forced<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        tree: Option<&Arc<Attack>>,
    ) -> Option<Arc<Attack>> {
        let answer = board.first_point(board.to_move().opponent(), PointClass::Five)?;
        board.play(answer);
        let fitted = match tree {
            Some(tree) => self.attack(board, tree),
            None => self.search(board),
        };
        board.undo();
        fitted
    }

    fn default<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        tree: &Arc<Defence>,
        line: &[Point],
        answers: &[(Point, Arc<Attack>)],
    ) -> Option<Arc<Defence>> {
        board.pass();
        let zone = line::replay(board, line).then(|| line::zone(board, line));
        board.undo();
        let zone = zone?;
        let mut fitted = Answers::new();
        let mut is_same = true;
        for reply in &zone {
            board.play(reply);
            let answer = if line::replay(board, line) {
                None
            } else {
                let before = answers.iter().find(|(p, _)| *p == reply).map(|(_, attack)| attack);
                let answer = match before {
                    Some(attack) => self.attack(board, attack),
                    None => self.search(board),
                };
                is_same &= matches!((&answer, before), (Some(a), Some(b)) if Arc::ptr_eq(a, b));
                Some(answer)
            };
            board.undo();
            if let Some(answer) = answer {
                fitted.push((reply, answer?));
            }
        }
        is_same &= !self.is_exact || fitted.len() == answers.len();
        let default = || Defence::Default { line: line.to_vec(), answers: fitted };
        Some(if is_same { Arc::clone(tree) } else { Arc::new(default()) })
    }
}

/// Whether the attacker may play a move of a tree here: with a five to make or to stop there is something better.
fn may_play<R: RuleType>(board: &Board<R>, p: Point) -> bool {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    board.is_empty(p)
        && board.count(us, PointClass::Five) == 0
        && match board.count(them, PointClass::Five) {
            0 => true,
            1 => board.class(p, them) == PointClass::Five,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::vct::VctSettings;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::rule::Freestyle;
    use tengen_core::{Position, Rule, Size};

    /// The tree with one more answer to the first reply of the defender that has several.
    fn with_more(attack: &Arc<Attack>, reply: Point) -> Arc<Attack> {
        let Attack::Move(p, defence) = &**attack else { panic!("a line: {attack:?}") };
        let Defence::Default { line, answers } = &**defence else { panic!("no choice: {defence:?}") };
        let mut answers = answers.clone();
        answers.push((reply, Arc::new(Attack::Line(line.clone()))));
        Arc::new(Attack::Move(*p, Arc::new(Defence::Default { line: line.clone(), answers })))
    }

    #[test]
    fn an_answer_that_is_not_needed_is_kept_or_left_out_as_asked() {
        let moves = parse_moves("h8i8h9i9g7j7g6", Size::FIFTEEN, Origin::Bottom).unwrap();
        let mut position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap();
        position.play(tengen_core::Move::Place(Point::new(0, 0).unwrap())).unwrap();
        let mut board = Board::<Freestyle>::from_position(&position);
        let memory = Memory::new(1 << 16);
        let mut vct = Vct::new(&memory, 1 << 20, VctSettings { vcf_nodes: 1, ..VctSettings::default() });
        let stop = Stop::never();
        let found =
            vct.attack(&mut board, VctLimits { nodes: 50_000, stop: &stop }).expect("a win by threats");
        // A far corner breaks no line.
        let more = with_more(&found, Point::new(14, 14).unwrap());
        let mut fit = |is_exact, tree: &Arc<Attack>| {
            Fit { vct: &mut vct, stop: &stop, nodes: 0, is_exact }.attack(&mut board, tree).expect("it holds")
        };
        assert!(Arc::ptr_eq(&fit(false, &found), &found) && Arc::ptr_eq(&fit(true, &found), &found));
        assert!(Arc::ptr_eq(&fit(false, &more), &more));
        assert_eq!(fit(true, &more), found);
    }
}
