//! The moves of one position of the attack, or its end.
//!
//! The attacker makes fours and threes. What the defender may answer is exact: after a four its one stop; after a three
//! whatever stops every winning four, and the fours that put it off; and where the attack stands on a
//! longer line of fours, every square where a stone could break that line. Any other answer loses at once.

use crate::claim::Claim;
use crate::dfpn::{Child, Look, Rules};
use crate::line;
use crate::numbers::Numbers;
use crate::query::Method;
use crate::vcf::{Vcf, VcfLimits};
use tengen_core::analysis::stop_fours;
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, threat};

/// Points that make an open three and no four.
const THREES: std::ops::RangeInclusive<PointClass> = PointClass::WeakThree..=PointClass::CrossThreesDouble;

/// Fours and threes against all answers.
pub(super) struct Threats<'a, 'b> {
    pub(super) vcf: &'a mut Vcf<'b>,
    penalty: u32,
    vcf_nodes: u64,
    /// Every long threat was searched to its end, so that a disproof holds.
    pub(super) is_complete: bool,
}

impl<'a, 'b> Threats<'a, 'b> {
    pub(super) fn new(vcf: &'a mut Vcf<'b>, penalty: u32, vcf_nodes: u64) -> Self {
        Self { vcf, penalty, vcf_nodes, is_complete: true }
    }

    fn limits(&self) -> VcfLimits {
        VcfLimits { nodes: self.vcf_nodes, plies: u16::MAX }
    }
}

impl Rules for Threats<'_, '_> {
    const METHOD: Method = Method::Vct;

    fn first_guess(&self, is_attack: bool, moves: usize) -> Numbers {
        let moves = moves as u32;
        match moves {
            _ if is_attack => Numbers { proof: 1, disproof: 1 + moves / 4 },
            1 => Numbers { proof: self.penalty, disproof: 1 },
            _ => Numbers { proof: moves, disproof: 1 },
        }
    }

    fn look_for_attack<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        let (us, them) = (board.to_move(), board.to_move().opponent());
        if let Some(first) = board.first_point(us, PointClass::Five) {
            return Look::Won { first: Some(first), plies: 1 };
        }
        if board.count(them, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, them);
            push_all(pool, &answers);
            return if answers.is_empty() { Look::Lost } else { Look::Open };
        }
        if threat::has_four(board, us) {
            // A cut is no harm: the fours are among the moves below.
            if let Claim::Win { first, plies } = self.vcf.find(board, self.limits()) {
                return Look::Won { first: Some(first), plies };
            }
        }
        let start = pool.len();
        let open = board.points_between(us, *THREES.start()..=PointClass::CrossFourThreeDouble);
        pool.extend(legal(board, open).map(Child::new));
        pool[start..].sort_by_key(|child| std::cmp::Reverse(board.class(child.point, us)));
        if threat::has_four(board, us) {
            push_crossing_threes(board, &open, pool);
        }
        if pool.len() == start { Look::Lost } else { Look::Open }
    }

    fn look_for_defence<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        if board.count(them, PointClass::Five) > 0 || board.winner().is_some() {
            return Look::Lost;
        }
        if board.count(us, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, us);
            push_all(pool, &answers);
            return if answers.is_empty() { Look::Won { first: None, plies: 2 } } else { Look::Open };
        }
        if !threat::winning_fours(board, them).is_empty() {
            return Look::Lost;
        }
        let attacks = threat::winning_fours(board, us);
        if attacks.is_empty() {
            return self.look_at_long_threat(board, pool);
        }
        let answers = stop_fours(board, attacks).moves().unwrap_or(PointSet::EMPTY);
        push_all(pool, &answers);
        if answers.is_empty() { Look::Won { first: None, plies: 4 } } else { Look::Open }
    }
}

impl Threats<'_, '_> {
    /// No four is threatened that wins at once: what if the defender passed?
    fn look_at_long_threat<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        board.pass();
        let claim = self.vcf.find(board, self.limits());
        let replies = match claim {
            Claim::Win { .. } if line::is_plain::<R>() => {
                let line = self.vcf.attack_line(board, self.limits());
                line::zone(board, &line)
            }
            _ => board.empties(),
        };
        board.undo();
        match claim {
            Claim::Win { .. } => {
                pool.extend(legal(board, replies).map(Child::new));
                Look::Open
            }
            Claim::None => Look::Lost,
            Claim::Unknown => {
                self.is_complete = false;
                Look::Lost
            }
        }
    }
}

/// The points of a set where the side to move may play.
fn legal<R: RuleType>(board: &Board<R>, points: PointSet) -> impl Iterator<Item = Point> {
    points.into_iter().filter(|p| !R::HAS_FOULS || board.is_legal(*p, board.to_move()))
}

fn push_all(pool: &mut Vec<Child>, points: &PointSet) {
    pool.extend(points.iter().map(Child::new));
}

/// Moves that make no open three in a line, but a simple one whose four crosses another: a winning four next.
fn push_crossing_threes<R: RuleType>(board: &mut Board<R>, known: &PointSet, pool: &mut Vec<Child>) {
    let us = board.to_move();
    let fours = board.points_between(us, threat::SINGLE_FOURS);
    for p in &(threat::candidates(board, us) - *known) {
        let is_near = fours.iter().any(|four| four.is_in_line(p, R::REACH));
        if !R::HAS_FOULS && !is_near || R::HAS_FOULS && !board.is_legal(p, us) {
            continue;
        }
        board.put(p, us);
        let makes_one = !threat::winning_fours(board, us).is_empty();
        board.take();
        if makes_one {
            pool.push(Child::new(p));
        }
    }
}
