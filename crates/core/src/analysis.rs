//! The board analysis: is the game won or lost within four plies, and which moves can still hold it?
//!
//! Piazza, Scarpiniti and Baccarelli, *Gomoku: analysis of the game and of the player Wine* (2021), sections 2.6
//! and 4.6, made exact and carried over to every rule. The side to move is `us`. The first case that applies
//! decides:
//!
//! | case | on the board | then |
//! |---|---|---|
//! | 1 | a five of ours | we win with it |
//! | 2 | one five of theirs | we stop it, or have lost |
//! | 3 | more fives of theirs | we stop all at once (caro can), or have lost |
//! | 4 | a winning four of ours | we win with it |
//! | 5 | a winning four of theirs | we stop all of them or make a four, or have lost |
//!
//! In case 5 a four of ours only helps if no answer to it is a winning four of theirs. What is left out of the
//! moves of a [`Analysis::Hold`] loses by force within [`Analysis::plies`]; nothing is promised about what is left in,
//! except that it stops the attack for the moment.

use crate::board::{Board, PointSet};
use crate::colour::Colour;
use crate::geometry::Point;
use crate::pattern::PointClass;
use crate::rule::RuleType;
use crate::threat::defence::{five_stops, legal};
use crate::threat::fours::{SINGLE_FOURS, answers_to_fours, common_stops, is_winning_four, winning_fours};

/// What decided the analysis, numbered as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Case {
    /// We can make five.
    OurFive = 1,
    /// They can make five on one point.
    TheirFive = 2,
    /// They can make five on several points.
    TheirFives = 3,
    /// We can make a four that no answer stops, and they have nothing faster.
    OurFour = 4,
    /// They can make a four that no answer stops.
    TheirFour = 5,
}

/// What the analysis found for the side to move. See the module's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "returned and looked at, never stored in bulk")]
pub enum Analysis {
    /// We win by force.
    Win {
        /// Why.
        case: Case,
        /// The moves that win.
        moves: PointSet,
    },
    /// They threaten to win, and only these moves can hold.
    Hold {
        /// Why.
        case: Case,
        /// Where they would win.
        attacks: PointSet,
        /// The moves that stop the attack.
        defences: PointSet,
        /// The fours of ours that put it off, some of which may also stop it. Only in case 5.
        counter_fours: PointSet,
    },
    /// They win by force.
    Lost {
        /// Why.
        case: Case,
        /// Where they win.
        attacks: PointSet,
    },
    /// Nothing is decided within four plies, and any move may be played.
    Open,
}

impl Analysis {
    /// Which case applied, if any.
    pub const fn case(&self) -> Option<Case> {
        match self {
            Self::Win { case, .. } | Self::Hold { case, .. } | Self::Lost { case, .. } => Some(*case),
            Self::Open => None,
        }
    }

    /// The moves worth playing: those that win, those that may hold, none in a lost game; `None` if any may be played.
    pub fn moves(&self) -> Option<PointSet> {
        match *self {
            Self::Win { moves, .. } => Some(moves),
            Self::Hold { defences, counter_fours, .. } => Some(defences | counter_fours),
            Self::Lost { .. } => Some(PointSet::EMPTY),
            Self::Open => None,
        }
    }

    /// Within how many plies the decided game ends: ours if we win; theirs if we have lost, or play
    /// none of the moves that hold.
    pub const fn plies(&self) -> Option<u8> {
        match self.case() {
            Some(Case::OurFive) => Some(1),
            Some(Case::TheirFive | Case::TheirFives) => Some(2),
            Some(Case::OurFour) => Some(3),
            Some(Case::TheirFour) => Some(4),
            None => None,
        }
    }
}

/// Analyses an open game for the side to move. The board is unchanged on return.
pub fn analyse<R: RuleType>(board: &mut Board<R>) -> Analysis {
    let us = board.to_move();
    let them = us.opponent();
    if board.count(us, PointClass::Five) > 0 {
        return Analysis::Win { case: Case::OurFive, moves: board.points(us, PointClass::Five) };
    }
    if board.count(them, PointClass::Five) > 0 {
        return stop_fives(board, us);
    }
    let moves = winning_fours(board, us);
    if !moves.is_empty() {
        return Analysis::Win { case: Case::OurFour, moves };
    }
    let attacks = winning_fours(board, them);
    if !attacks.is_empty() {
        return stop_fours(board, attacks);
    }
    Analysis::Open
}

/// Cases 2 and 3.
fn stop_fives<R: RuleType>(board: &Board<R>, us: Colour) -> Analysis {
    let them = us.opponent();
    let attacks = board.points(them, PointClass::Five);
    let case = if board.count(them, PointClass::Five) == 1 { Case::TheirFive } else { Case::TheirFives };
    let defences = legal(board, five_stops(board, them).all, us);
    if defences.is_empty() {
        return Analysis::Lost { case, attacks };
    }
    Analysis::Hold { case, attacks, defences, counter_fours: PointSet::EMPTY }
}

/// Case 5 alone: what holds against these winning fours of the opponent, where no case before applies. The board is
/// unchanged on return.
pub fn stop_fours<R: RuleType>(board: &mut Board<R>, attacks: PointSet) -> Analysis {
    let us = board.to_move();
    let (case, them) = (Case::TheirFour, us.opponent());
    let stops = common_stops(board, &attacks, them);
    let defences = answers_to_fours(board, stops, them, &PointSet::EMPTY);
    let fours = legal(board, board.points_between(us, SINGLE_FOURS), us);
    // The answer to a four lies on one line with it. Where no attack does, it is none.
    let is_near = |q: Point| attacks.iter().any(|attack| attack.is_in_line(q, R::REACH));
    let holds = |q: &Point| !R::HAS_FOULS && !is_near(*q) || is_counter_four(board, *q, us);
    let counter_fours: PointSet = fours.iter().filter(holds).collect();
    if defences.is_empty() && counter_fours.is_empty() {
        return Analysis::Lost { case, attacks };
    }
    Analysis::Hold { case, attacks, defences, counter_fours }
}

/// Whether no answer to our four on `q` is a winning four of theirs.
fn is_counter_four<R: RuleType>(board: &mut Board<R>, q: Point, us: Colour) -> bool {
    let them = us.opponent();
    board.put(q, us);
    let stops = five_stops(board, us);
    // A winning four is legal, so forbidden answers need not be sorted out first.
    let is_refuted = stops.all.iter().any(|answer| is_winning_four(board, answer, them));
    board.take();
    !is_refuted
}
