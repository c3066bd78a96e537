//! Winning fours: the stones after which the next one makes five whatever the opponent answers.
//!
//! Without fouls these are the points of class double four or cross four, and a stone stops one exactly
//! where it changes the class. Renju adds two turns, and the second half of this file is about them:
//! - Black's double four must itself be allowed, so White may also stop it by making it a double
//!   three, and may by accident allow one that was forbidden;
//! - White's single four wins if Black is forbidden to answer it, so what a point is worth depends
//!   on whether another one is forbidden.
//!
//! Being forbidden is recursive and knows no distance. Where it can matter, which is rare and cheap to see, the
//! stones are really put and taken back.

use super::defence::{Stops, defences, five_stops, legal};
use crate::board::{Board, PointSet};
use crate::colour::Colour;
use crate::geometry::{Direction, Point};
use crate::pattern::{LineClass, PointClass};
use crate::rule::RuleType;
use std::ops::RangeInclusive;

/// The classes of points that make one four and no more.
pub const SINGLE_FOURS: RangeInclusive<PointClass> =
    PointClass::SimpleFour..=PointClass::CrossFourThreeDouble;
/// The classes of points that make two fours, or a double one.
const DOUBLE_FOURS: RangeInclusive<PointClass> = PointClass::CrossFours..=PointClass::DoubleFour;

/// Whether `side` could make a four of any kind.
#[inline]
pub fn has_four<R: RuleType>(board: &Board<R>, side: Colour) -> bool {
    PointClass::ALL.into_iter().filter(|class| class.is_four()).any(|class| board.count(side, class) > 0)
}

/// The point where a stone of `side` on `p`, which makes one four and no more, could next be made five: what has to be
/// answered. For rules without fouls and blocked ends; nothing is put on the board.
pub fn five_after<R: RuleType>(board: &Board<R>, p: Point, side: Colour) -> Option<Point> {
    let own = side as usize + 1;
    let fours = Direction::ALL.into_iter().filter(|d| board.line(p, *d, side) == LineClass::SimpleFour);
    fours.into_iter().find_map(|direction| {
        // It is mostly near.
        [-1, 1, -2, 2, -3, 3, -4, 4].into_iter().find_map(|steps: i32| {
            let q = p.step(direction, steps, board.size()).filter(|q| board.is_empty(*q))?;
            let square = (R::REACH as i32 - steps - i32::from(steps < 0)) as usize;
            let key = board.line_key(q, direction) | own << (2 * square);
            (board.tables().line_class(key, side) == LineClass::Five).then_some(q)
        })
    })
}

/// The points where `side`, who has no five to play, may put a four that no legal answer stops. Fives of the
/// opponent are not looked at. The board is unchanged on return.
#[inline]
pub fn winning_fours<R: RuleType>(board: &mut Board<R>, side: Colour) -> PointSet {
    let has_double =
        board.count(side, PointClass::CrossFours) + board.count(side, PointClass::DoubleFour) > 0;
    let double = if has_double { board.points_between(side, DOUBLE_FOURS) } else { PointSet::EMPTY };
    if !R::HAS_FOULS {
        return double;
    }
    match side {
        Colour::Black => legal(board, double, side),
        Colour::White => double | fours_answered_by_fouls(board),
    }
}

/// Whether `side` may put a four on `u` that no legal answer stops.
pub(crate) fn is_winning_four<R: RuleType>(board: &mut Board<R>, u: Point, side: Colour) -> bool {
    let class = board.class(u, side);
    if class.is_double_four() {
        return board.is_legal(u, side);
    }
    R::HAS_FOULS && side == Colour::White && class.is_four() && is_answered_by_fouls(board, u)
}

/// Where a foreign stone leaves each, or any, of these winning fours of `side` winning no more. Legality is not
/// asked.
pub(crate) fn four_stops<R: RuleType>(board: &mut Board<R>, fours: &PointSet, side: Colour) -> Stops {
    let empties = board.empties();
    Stops::of(fours.iter().map(|u| stops_of_four(board, u, side, empties)))
}

/// Where a foreign stone leaves none of these winning fours of `side` winning: [`Stops::all`], with fewer questions.
pub(crate) fn common_stops<R: RuleType>(board: &mut Board<R>, fours: &PointSet, side: Colour) -> PointSet {
    // A single four may have to be asked about every square that is left, so it comes last.
    let double = board.points_between(side, DOUBLE_FOURS) & *fours;
    let in_order = double.iter().chain(*fours - double);
    in_order.fold(board.empties(), |among, u| stops_of_four(board, u, side, among))
}

/// The legal answers of the opponent, among squares that stop all of `side`'s winning fours but the `known`, that do
/// not allow new ones. Only fouls can do that: elsewhere a foreign stone never helps.
pub(crate) fn answers_to_fours<R: RuleType>(
    board: &mut Board<R>,
    stops: PointSet,
    side: Colour,
    known: &PointSet,
) -> PointSet {
    if !R::HAS_FOULS {
        return stops;
    }
    let them = side.opponent();
    let answers = legal(board, stops, them);
    let holds =
        |q: &Point| with_stone(board, *q, them, |board| (winning_fours(board, side) - *known).is_empty());
    answers.iter().filter(holds).collect()
}

/// The squares `among` the empty ones where a foreign stone leaves the winning four on `u` winning no more.
fn stops_of_four<R: RuleType>(board: &mut Board<R>, u: Point, side: Colour, among: PointSet) -> PointSet {
    if !board.class(u, side).is_double_four() {
        return squares_that_allow_an_answer(board, u, among);
    }
    let near = defences(board, u, side, PointClass::is_double_four) & among;
    let suspects = match side {
        _ if !R::HAS_FOULS => return near,
        Colour::White => near,
        Colour::Black if open_threes(board, u) < 2 => return near,
        // What could become a double three can be stopped from anywhere.
        Colour::Black => among,
    };
    let them = side.opponent();
    let stops = |q: &Point| *q == u || !with_stone(board, *q, them, |b| is_winning_four(b, u, side));
    suspects.iter().filter(stops).collect()
}

/// The squares where a black stone stops White's single four on `u` that Black may not answer: the four's own, and
/// all that make the answer legal.
fn squares_that_allow_an_answer<R: RuleType>(board: &mut Board<R>, u: Point, among: PointSet) -> PointSet {
    with_answers(board, u, |board, answers| {
        let allows = |q: &Point| {
            let is_allowed = |board: &mut Board<R>| answers.iter().any(|e| board.is_legal(e, Colour::Black));
            *q == u || answers.contains(*q) || with_stone(board, *q, Colour::Black, is_allowed)
        };
        among.iter().filter(allows).collect()
    })
}

/// Runs `ask` with one more stone on the board.
fn with_stone<R: RuleType, T>(
    board: &mut Board<R>,
    p: Point,
    colour: Colour,
    ask: impl FnOnce(&mut Board<R>) -> T,
) -> T {
    board.put(p, colour);
    let answer = ask(board);
    board.take();
    answer
}

/// Number of lines in which a black stone on `p` would make what looks like a three.
fn open_threes<R: RuleType>(board: &Board<R>, p: Point) -> usize {
    board.lines(p, Colour::Black).iter().filter(|line| line.is_open_three()).count()
}

/// The points that are, or that white stones can make, forbidden for Black. A white stone never adds a line to a
/// point, so every other point stays allowed as long as Black does not move.
fn foul_suspects<R: RuleType>(board: &Board<R>) -> PointSet {
    let with_threes =
        board.points_between(Colour::Black, PointClass::CrossThreesWeak..=PointClass::DoubleFour);
    let threes: PointSet = with_threes.iter().filter(|p| open_threes(board, *p) >= 2).collect();
    threes | board.points(Colour::Black, PointClass::Foul)
}

/// White's single fours that Black may not answer.
fn fours_answered_by_fouls<R: RuleType>(board: &mut Board<R>) -> PointSet {
    let fours = board.points_between(Colour::White, SINGLE_FOURS);
    if fours.is_empty() || foul_suspects(board).is_empty() {
        return PointSet::EMPTY;
    }
    fours.iter().filter(|u| is_answered_by_fouls(board, *u)).collect()
}

/// Whether Black may not play any of the points that stop White's four on `u`.
fn is_answered_by_fouls<R: RuleType>(board: &mut Board<R>, u: Point) -> bool {
    with_answers(board, u, |board, answers| answers.iter().all(|q| !board.is_legal(q, Colour::Black)))
}

/// Runs `ask` on the board with White's four on `u` and the squares that stop it.
fn with_answers<R: RuleType, T>(
    board: &mut Board<R>,
    u: Point,
    ask: impl FnOnce(&mut Board<R>, PointSet) -> T,
) -> T {
    with_stone(board, u, Colour::White, |board| {
        let answers = five_stops(board, Colour::White).all;
        ask(board, answers)
    })
}

/// Whether a stone of `side` that makes nothing on its own lines could still make a winning four of a point, by
/// allowing Black's or forbidding Black's answer to White's.
pub(super) fn fouls_hide_a_four<R: RuleType>(board: &mut Board<R>, side: Colour) -> bool {
    if !R::HAS_FOULS {
        return false;
    }
    if side == Colour::Black {
        let fours = board.points(side, PointClass::DoubleFour) | board.points(side, PointClass::Foul);
        let is_hidden =
            |u: Point| board.lines(u, side).contains(&LineClass::DoubleFour) && !board.is_legal(u, side);
        return fours.iter().any(is_hidden);
    }
    let suspects = foul_suspects(board);
    if suspects.is_empty() {
        return false;
    }
    let fours = board.points_between(side, SINGLE_FOURS);
    fours.iter().any(|u| with_answers(board, u, |_, answers| !(answers & suspects).is_empty()))
}
