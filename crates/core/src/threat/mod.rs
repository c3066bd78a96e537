//! Threats: the forcing moves of a side, each with its complete defence.
//!
//! A move is *forcing* if, should the opponent pass, the side then wins by force with two stones at most: it
//! makes five, or a point where the next stone makes five (a *four*), or a point where the next stone makes
//! a winning four (a *three*, in one line or where two lines cross). The points are the *triggers*; the
//! *defences* are all the answers that leave no trigger; *rest* are the other squares that must be empty when the
//! threat is played.
//!
//! ```text
//!   . . O . . X X t . . O . .      t makes a double three:
//!   . . O r D X X t D r O . .      two triggers, which are also its two defences, and two rest squares
//! ```
//!
//! A side that can make five needs no other threat, and none is named. Otherwise only what the move newly
//! makes counts: winning fours that were there before are neither its triggers nor answered by its
//! defences. Counter-fours of the defender are no defences; the board analysis ([`crate::analysis`]) names
//! them.
//!
//! Reading order: this file, [`defence`] (defence by perturbation), [`fours`] (winning fours, and what renju makes of them).

pub mod defence;
pub mod fours;

pub use defence::defences;
pub use fours::{SINGLE_FOURS, five_after, has_four, winning_fours};

use crate::board::{Board, PointSet};
use crate::colour::Colour;
use crate::geometry::Point;
use crate::pattern::{LineClass, PointClass};
use crate::rule::RuleType;
use defence::{five_stops, legal};
use fours::{answers_to_fours, fouls_hide_a_four, four_stops};

/// How fast a threat is, and whether it can be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Five: the game is won.
    Five,
    /// Five next, and no legal answer stops it.
    WinningFour,
    /// Five next, unless it is answered.
    Four,
    /// A winning four next, unless it is answered. If there is no defence, only counter-fours can save the
    /// defender.
    Three,
}

/// A forcing move. See the module's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Where the stone goes.
    pub point: Point,
    /// How fast it is.
    pub kind: Kind,
    /// The points that carry it out: five points after a four, winning fours after a three.
    pub triggers: PointSet,
    /// Every legal answer after which no trigger is left.
    pub defences: PointSet,
    /// The other squares where a defender's stone would have taken away a trigger beforehand.
    pub rest: PointSet,
}

/// All forcing moves of `side`, row by row. The board is unchanged on return.
pub fn threats<R: RuleType>(board: &mut Board<R>, side: Colour) -> Vec<Threat> {
    let before = Before::of(board, side);
    candidates(board, side).iter().filter_map(|t| before.threat(board, t, side)).collect()
}

/// The threat that a stone of `side` on `t` makes, if it may be put there and makes one. The board is
/// unchanged on return.
pub fn threat_at<R: RuleType>(board: &mut Board<R>, t: Point, side: Colour) -> Option<Threat> {
    Before::of(board, side).threat(board, t, side)
}

/// A set that holds every forcing move of `side`, and few others: points that make at least a simple three of
/// some line. Where fouls hide a four, any stone may uncover it.
pub fn candidates<R: RuleType>(board: &mut Board<R>, side: Colour) -> PointSet {
    if board.count(side, PointClass::Five) > 0 {
        return board.points(side, PointClass::Five);
    }
    if fouls_hide_a_four(board, side) {
        return board.empties();
    }
    let makes_three = |p: &Point| {
        let line_helps = |line: &LineClass| (LineClass::SimpleThree..=LineClass::DoubleFour).contains(line);
        board.lines(*p, side).iter().any(line_helps)
    };
    // Two open twos hide a simple three in the order of classes, so cross twos are asked as well.
    let classes = PointClass::SimpleThree..=PointClass::DoubleFour;
    board.points_between(side, classes).iter().filter(makes_three).collect()
}

/// The legal answers that leave `side` without a five on its next move; `side` must have one to play.
pub fn answers_to_fives<R: RuleType>(board: &Board<R>, side: Colour) -> PointSet {
    let stops = five_stops(board, side);
    legal(board, stops.all, side.opponent())
}

/// What a side could do before it moves.
struct Before {
    fives: PointSet,
    fours: PointSet,
}

impl Before {
    fn of<R: RuleType>(board: &mut Board<R>, side: Colour) -> Self {
        Self { fives: board.points(side, PointClass::Five), fours: winning_fours(board, side) }
    }

    fn threat<R: RuleType>(&self, board: &mut Board<R>, t: Point, side: Colour) -> Option<Threat> {
        if !self.fives.is_empty() {
            let none = PointSet::EMPTY;
            let five = Threat { point: t, kind: Kind::Five, triggers: none, defences: none, rest: none };
            return self.fives.contains(t).then_some(five);
        }
        if !board.is_legal(t, side) {
            return None;
        }
        board.put(t, side);
        let threat = four(board, t, side).or_else(|| self.three(board, t, side));
        board.take();
        threat
    }

    /// The three that the stone on `t` has made.
    fn three<R: RuleType>(&self, board: &mut Board<R>, t: Point, side: Colour) -> Option<Threat> {
        let triggers = winning_fours(board, side) - self.fours;
        if triggers.is_empty() {
            return None;
        }
        let stops = four_stops(board, &triggers, side);
        let defences = answers_to_fours(board, stops.all, side, &self.fours);
        Some(Threat { point: t, kind: Kind::Three, triggers, defences, rest: stops.any - defences })
    }
}

/// The four that the stone on `t` has made.
fn four<R: RuleType>(board: &Board<R>, t: Point, side: Colour) -> Option<Threat> {
    let triggers = board.points(side, PointClass::Five);
    if triggers.is_empty() {
        return None;
    }
    let stops = five_stops(board, side);
    let defences = legal(board, stops.all, side.opponent());
    let kind = if defences.is_empty() { Kind::WinningFour } else { Kind::Four };
    Some(Threat { point: t, kind, triggers, defences, rest: stops.any - defences })
}
