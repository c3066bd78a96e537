//! Where a foreign stone stops what a point promises.
//!
//! The one idea, *defence by perturbation*: what a stone on `t` makes depends on the squares of the four
//! lines through `t` within the rule's reach, so a defender's stone matters only there. Put it into the line's
//! key, look the line up again, recombine the point, and see whether the promise is still kept. No case
//! is special: caro's blocked ends and exactly-five come out of the table.

use crate::board::{Board, PointSet};
use crate::colour::Colour;
use crate::geometry::{Direction, Point};
use crate::pattern::table::{EMPTY, WALL};
use crate::pattern::{LineClass, PointClass};
use crate::rule::RuleType;

/// The empty squares where a foreign stone takes the class that the empty point `t` has for `side` out of
/// `still`. `t` itself is always one of them. Legality is not asked.
///
/// `still` must hold for `t` as it is, and must not hold for what is weaker: five, double four.
pub fn defences<R: RuleType>(
    board: &Board<R>,
    t: Point,
    side: Colour,
    still: impl Fn(PointClass) -> bool,
) -> PointSet {
    let tables = board.tables();
    let lines = board.lines(t, side);
    let is_kept = |direction: Direction, line: LineClass| {
        let mut changed = lines;
        changed[direction as usize] = line;
        still(tables.point_class(changed, side))
    };
    let foreign = side.opponent() as usize + 1;
    let mut found = PointSet::EMPTY;
    found.insert(t);
    for direction in Direction::ALL {
        // A line whose death would change nothing has no defence on it.
        if is_kept(direction, LineClass::Generic) {
            continue;
        }
        let key = board.line_key(t, direction);
        for square in 0..2 * R::REACH {
            let content = (key >> (2 * square)) as u64 & WALL;
            let line = tables.line_class(key | foreign << (2 * square), side);
            if content == EMPTY && line != lines[direction as usize] && !is_kept(direction, line) {
                found.insert(beside::<R>(t, direction, square));
            }
        }
    }
    found
}

/// The point of a square of the line key of `t`, which leaves out `t` itself.
fn beside<R: RuleType>(t: Point, direction: Direction, square: usize) -> Point {
    let steps = square as isize - R::REACH as isize + isize::from(square >= R::REACH);
    Point::at(t.index().wrapping_add_signed(direction.stride() * steps))
}

/// What stops several promises together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stops {
    /// Squares that stop all of them at once (the Intersection Attack Lemma of the paper).
    pub(crate) all: PointSet,
    /// Squares that stop at least one of them.
    pub(crate) any: PointSet,
}

impl Stops {
    /// From the squares that stop each promise; there must be one promise.
    pub(crate) fn of(each: impl Iterator<Item = PointSet>) -> Self {
        let mut each = each;
        let Some(first) = each.next() else { return Self { all: PointSet::EMPTY, any: PointSet::EMPTY } };
        each.fold(Self { all: first, any: first }, |stops, squares| Self {
            all: stops.all & squares,
            any: stops.any | squares,
        })
    }
}

/// Where a foreign stone stops the five points of `side`. Legality is not asked.
#[inline]
pub(crate) fn five_stops<R: RuleType>(board: &Board<R>, side: Colour) -> Stops {
    let fives = board.points(side, PointClass::Five);
    if R::RULE.has_blocked_ends() {
        return Stops::of(fives.iter().map(|t| defences(board, t, side, |class| class == PointClass::Five)));
    }
    // Only a stone on the point itself stops a five.
    let is_one = board.count(side, PointClass::Five) == 1;
    Stops { all: if is_one { fives } else { PointSet::EMPTY }, any: fives }
}

/// The points of a set where `side` may play.
pub(crate) fn legal<R: RuleType>(board: &Board<R>, points: PointSet, side: Colour) -> PointSet {
    if R::HAS_FOULS && side == Colour::Black {
        points.iter().filter(|p| board.is_legal(*p, side)).collect()
    } else {
        points
    }
}
