//! The moves of one position of the attack, or its end.
//!
//! The attacker makes fours and threes. What the defender may answer is exact: after a four its one stop; after a three
//! whatever stops every winning four, and the fours that put it off; and where the attack stands on a
//! longer line of fours, every square where a stone could break that line. Any other answer loses at once.

use super::VctSettings;
use crate::claim::Claim;
use crate::dfpn::{Child, Look, Rules, Visit};
use crate::line;
use crate::numbers::Numbers;
use crate::query::Method;
use crate::vcf::{Vcf, VcfLimits};
use tengen_core::analysis::{Analysis, stop_fours};
use tengen_core::board::PointSet;
use tengen_core::pattern::{LineClass, PointClass};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Direction, Point, threat};

/// Points that make an open three and no four.
const THREES: std::ops::RangeInclusive<PointClass> = PointClass::WeakThree..=PointClass::CrossThreesDouble;

/// Fours and threes against all answers.
pub(super) struct Threats<'a, 'b> {
    pub(super) vcf: &'a mut Vcf<'b>,
    penalty: u32,
    settings: VctSettings,
    /// The ply by which the five must be on the board.
    last_ply: usize,
    /// Where a move has won before.
    winners: PointSet,
    /// Every long threat was searched to its end, so that a disproof holds.
    pub(super) is_complete: bool,
}

impl<'a, 'b> Threats<'a, 'b> {
    pub(super) fn new(vcf: &'a mut Vcf<'b>, penalty: u32, settings: VctSettings, last_ply: usize) -> Self {
        Self { vcf, penalty, settings, last_ply, winners: PointSet::EMPTY, is_complete: true }
    }

    /// Plies that are left from here.
    pub(super) fn left<R: RuleType>(&self, board: &Board<R>) -> u16 {
        u16::try_from(self.last_ply.saturating_sub(board.ply())).unwrap_or(u16::MAX)
    }

    /// The side to move wins by fours within so many plies, as far as so many stones show.
    fn fours<R: RuleType>(&mut self, board: &mut Board<R>, limits: VcfLimits) -> Claim {
        let before = self.vcf.nodes();
        match self.vcf.find(board, limits) {
            // Every line was tried as far as it may go.
            Claim::Unknown if limits.plies < u16::MAX && self.vcf.nodes() - before < limits.nodes => {
                Claim::None
            }
            claim => claim,
        }
    }

    /// One answer is forced.
    const fn forced(&self) -> Numbers {
        Numbers { proof: self.penalty, disproof: 1 }
    }
}

/// Where the attacker has so many moves.
const fn open_attack(moves: usize) -> Look {
    Look::Open(Numbers { proof: 1, disproof: 1 + moves as u32 / 4 })
}

/// Where the defender has so many answers, and counter-fours besides, which seldom help in the end.
fn open_defence(answers: usize, counter_fours: usize) -> Look {
    Look::Open(Numbers { proof: (2 * answers + counter_fours) as u32, disproof: 1 })
}

impl Rules for Threats<'_, '_> {
    const METHOD: Method = Method::Vct;

    /// A four leaves one answer.
    fn guess_after<R: RuleType>(&self, board: &Board<R>, p: Point) -> Option<Numbers> {
        let is_four = threat::SINGLE_FOURS.contains(&board.class(p, board.to_move()));
        (is_four && line::is_plain::<R>()).then(|| self.forced())
    }

    fn has_won(&mut self, p: Point) {
        self.winners.insert(p);
    }

    fn look_for_attack<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        pool: &mut Vec<Child>,
        visit: Visit,
    ) -> Look {
        let (us, them) = (board.to_move(), board.to_move().opponent());
        if let Some(first) = board.first_point(us, PointClass::Five) {
            return Look::Won { first: Some(first), plies: 1 };
        }
        let plies = self.left(board);
        if plies < 3 {
            return Look::Lost;
        }
        if board.count(them, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, them);
            push_all(pool, &answers);
            return if answers.is_empty() { Look::Lost } else { open_attack(answers.len()) };
        }
        let has_four = threat::has_four(board, us);
        if has_four {
            let nodes = match visit {
                Visit::First => self.settings.first_vcf_nodes,
                Visit::Search => self.settings.vcf_nodes,
            };
            // A cut is no harm: the fours are among the moves below.
            if let Claim::Win { first, plies } = self.fours(board, VcfLimits { nodes, plies }) {
                return Look::Won { first: Some(first), plies };
            }
        }
        let start = pool.len();
        let open = board.points_between(us, *THREES.start()..=PointClass::CrossFourThreeDouble);
        pool.extend(legal(board, open).map(Child::new));
        let promise = |child: &Child| (self.winners.contains(child.point), board.class(child.point, us));
        pool[start..].sort_by_key(|child| std::cmp::Reverse(promise(child)));
        if has_four && (visit == Visit::Search || pool.len() == start) {
            push_crossing_threes(board, &open, pool);
        }
        let moves = pool.len() - start;
        if moves == 0 { Look::Lost } else { open_attack(moves) }
    }

    fn look_for_defence<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        let (them, us) = (board.to_move(), board.to_move().opponent());
        let plies = self.left(board);
        if plies < 2 || board.count(them, PointClass::Five) > 0 || board.winner().is_some() {
            return Look::Lost;
        }
        if board.count(us, PointClass::Five) > 0 {
            let answers = threat::answers_to_fives(board, us);
            push_all(pool, &answers);
            return match answers.len() {
                0 => Look::Won { first: None, plies: 2 },
                1 => Look::Open(self.forced()),
                more => open_defence(more, 0),
            };
        }
        if plies < 4 || !threat::winning_fours(board, them).is_empty() {
            return Look::Lost;
        }
        let attacks = threat::winning_fours(board, us);
        if attacks.is_empty() {
            return self.look_at_long_threat(board, pool);
        }
        let Analysis::Hold { defences, counter_fours, .. } = stop_fours(board, attacks) else {
            return Look::Won { first: None, plies: 4 };
        };
        let counter_fours = counter_fours - defences;
        push_all(pool, &(defences | counter_fours));
        match (defences.len(), counter_fours.len()) {
            (1, 0) | (0, 1) => Look::Open(self.forced()),
            (answers, fours) => open_defence(answers, fours),
        }
    }
}

impl Threats<'_, '_> {
    /// No four is threatened that wins at once: what if the defender passed?
    fn look_at_long_threat<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        board.pass();
        let limits = VcfLimits { nodes: self.settings.vcf_nodes, plies: self.left(board) };
        let claim = self.fours(board, limits);
        let replies = match claim {
            Claim::Win { .. } if line::is_plain::<R>() => {
                let line = self.vcf.attack_line(board, limits);
                line::zone(board, &line)
            }
            _ => board.empties(),
        };
        board.undo();
        match claim {
            Claim::Win { .. } => {
                let start = pool.len();
                pool.extend(legal(board, replies).map(Child::new));
                open_defence(pool.len() - start, 0)
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
    for p in &(crossing_threes(board) - *known) {
        if R::HAS_FOULS && !board.is_legal(p, us) {
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

/// Where such moves can be: each makes a three in a line through the square of a four.
fn crossing_threes<R: RuleType>(board: &mut Board<R>) -> PointSet {
    let us = board.to_move();
    if R::HAS_FOULS {
        return threat::candidates(board, us);
    }
    let mut found = PointSet::EMPTY;
    for four in &board.points_between(us, threat::SINGLE_FOURS) {
        for direction in Direction::ALL {
            for steps in (-4..=4).filter(|steps| *steps != 0) {
                let Some(p) = four.step(direction, steps, board.size()) else { continue };
                if board.is_empty(p) && board.line(p, direction, us) >= LineClass::SimpleThree {
                    found.insert(p);
                }
            }
        }
    }
    found
}
