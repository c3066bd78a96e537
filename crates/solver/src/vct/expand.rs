//! The moves of one position of the attack, or its end.
//!
//! The attacker makes fours and threes. What the defender may answer is exact: after a four its one stop; after a three
//! whatever stops every winning four, and the fours that put it off; and where the attack stands on a
//! longer line of fours, every square where a stone could break that line. Any other answer loses at once.

use super::table::{Known, Numbers};
use super::{Child, Vct};
use crate::claim::Claim;
use crate::line;
use crate::vcf::VcfLimits;
use tengen_core::analysis::stop_fours;
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, threat};

/// What a look at a position says; `Open` leaves its moves in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The attacker wins by fours, within so many plies, with this stone first if it is to move.
    Won { first: Option<Point>, plies: u16 },
    /// The attack is over.
    Lost,
    /// These moves are to be tried.
    Open,
}

impl Look {
    /// What to remember of a position that is decided.
    pub(super) const fn decided(self) -> Option<Known> {
        match self {
            Self::Won { first, plies } => Some(Known { numbers: Numbers::WON, best: first, plies }),
            Self::Lost => Some(Known { numbers: Numbers::LOST, best: None, plies: 0 }),
            Self::Open => None,
        }
    }
}

/// Points that make an open three and no four.
const THREES: std::ops::RangeInclusive<PointClass> = PointClass::WeakThree..=PointClass::CrossThreesDouble;

impl Vct<'_> {
    /// The attacker to move.
    pub(super) fn look_for_attack<R: RuleType>(&mut self, board: &mut Board<R>) -> Look {
        let (us, them) = (board.to_move(), board.to_move().opponent());
        if let Some(first) = board.first_point(us, PointClass::Five) {
            return Look::Won { first: Some(first), plies: 1 };
        }
        if board.count(them, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, them);
            self.push_all(&answers);
            return if answers.is_empty() { Look::Lost } else { Look::Open };
        }
        if threat::has_four(board, us) {
            let limits = VcfLimits { nodes: self.settings.vcf_nodes, plies: u16::MAX };
            // A cut is no harm: the fours are among the moves below.
            if let Claim::Win { first, plies } = self.vcf.find(board, limits) {
                return Look::Won { first: Some(first), plies };
            }
        }
        let start = self.pool.len();
        let moves = board.points_between(us, *THREES.start()..=PointClass::CrossFourThreeDouble);
        for p in &moves {
            if !R::HAS_FOULS || board.is_legal(p, us) {
                self.pool.push(Child::new(p, board.class(p, us)));
            }
        }
        self.push_crossing_threes(board, &moves);
        if self.pool.len() == start {
            return Look::Lost;
        }
        self.pool[start..].sort_by_key(|child| std::cmp::Reverse(child.class));
        Look::Open
    }

    /// Moves that make no open three in a line, but a simple one whose four crosses another: a winning four next.
    fn push_crossing_threes<R: RuleType>(&mut self, board: &mut Board<R>, known: &PointSet) {
        let us = board.to_move();
        if !threat::has_four(board, us) {
            return;
        }
        for p in &(threat::candidates(board, us) - *known) {
            if R::HAS_FOULS && !board.is_legal(p, us) {
                continue;
            }
            board.put(p, us);
            let makes_one = !threat::winning_fours(board, us).is_empty();
            board.take();
            if makes_one {
                self.pool.push(Child::new(p, PointClass::SimpleThree));
            }
        }
    }

    /// The defender to move.
    pub(super) fn look_for_defence<R: RuleType>(&mut self, board: &mut Board<R>) -> Look {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 || board.winner().is_some() {
            return Look::Lost;
        }
        if board.count(us, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, us);
            self.push_all(&answers);
            return if answers.is_empty() { Look::Won { first: None, plies: 2 } } else { Look::Open };
        }
        let attacks = threat::winning_fours(board, us);
        if attacks.is_empty() {
            return self.look_at_long_threat(board);
        }
        let answers = stop_fours(board, attacks).moves().unwrap_or(PointSet::EMPTY);
        self.push_all(&answers);
        if answers.is_empty() { Look::Won { first: None, plies: 4 } } else { Look::Open }
    }

    /// No four is threatened that wins at once: what if the defender passed?
    fn look_at_long_threat<R: RuleType>(&mut self, board: &mut Board<R>) -> Look {
        board.pass();
        let limits = VcfLimits { nodes: self.settings.vcf_nodes, plies: u16::MAX };
        let claim = self.vcf.find(board, limits);
        let zone = match claim {
            Claim::Win { .. } if line::is_plain::<R>() => {
                let moves: Vec<Point> = self.vcf.line(board, limits).into_iter().step_by(2).collect();
                line::zone(board, &moves)
            }
            _ => board.empties(),
        };
        board.undo();
        match claim {
            Claim::Win { .. } => {
                let them = board.to_move();
                for p in &zone {
                    if !R::HAS_FOULS || board.is_legal(p, them) {
                        self.pool.push(Child::new(p, PointClass::Generic));
                    }
                }
                Look::Open
            }
            Claim::None => Look::Lost,
            Claim::Unknown => {
                self.is_incomplete = true;
                Look::Lost
            }
        }
    }

    fn push_all(&mut self, points: &PointSet) {
        self.pool.extend(points.iter().map(|p| Child::new(p, PointClass::Generic)));
    }
}
