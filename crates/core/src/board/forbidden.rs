//! Renju's forbidden points, read off the potential lines.
//!
//! Fives, overlines and fours show in a point's own four lines. A three asks for more: it only counts if Black
//! may play the point that makes a straight four of it, and that is the same question one stone later. The
//! stones in between are *supposed*, not put: a supposed stone changes only the lines that it lies on, so a
//! supposed line is one look-up with the stone added to the key, and the board need not be touched.
//!
//! The specification is [`Grid::foul`](crate::Grid::foul), which knows neither tables nor keys.

use super::{Board, PointSet};
use crate::colour::Colour;
use crate::geometry::{Direction, Point};
use crate::pattern::table::BLACK;
use crate::pattern::{LineClass, PointClass};
use crate::referee::Foul;
use crate::rule::RuleType;
use std::ops::RangeInclusive;

/// The classes of Black's points that can be forbidden: a foul at sight, or perhaps two threes. Two threes may
/// stand behind one four of any kind, since the class names the strongest pair.
const SUSPECTS: [RangeInclusive<PointClass>; 4] = [
    PointClass::CrossThreesWeak..=PointClass::CrossThreesDouble,
    PointClass::CrossFourThreeWeak..=PointClass::CrossFourThreeDouble,
    PointClass::DoubleFour..=PointClass::DoubleFour,
    PointClass::Foul..=PointClass::Foul,
];

/// Black stones that are thought of, newest first.
#[derive(Clone, Copy)]
struct Supposed<'a> {
    stone: Point,
    earlier: Option<&'a Supposed<'a>>,
}

impl<'a> Supposed<'a> {
    fn stones(&'a self) -> impl Iterator<Item = Point> + 'a {
        std::iter::successors(Some(self), |supposed| supposed.earlier).map(|supposed| supposed.stone)
    }
}

impl<R: RuleType> Board<R> {
    /// Why Black may not play on the empty point, or `None` if Black may. Always `None` under rules without
    /// fouls.
    pub fn foul(&self, p: Point) -> Option<Foul> {
        let class = self.class(p, Colour::Black);
        if !R::HAS_FOULS || SUSPECTS.iter().all(|suspects| !suspects.contains(&class)) {
            return None;
        }
        self.foul_of(p, self.lines(p, Colour::Black), None)
    }

    /// Whether `side` may put a stone on the point: it is empty, and not forbidden.
    pub fn is_legal(&self, p: Point, side: Colour) -> bool {
        self.is_empty(p) && (side == Colour::White || self.foul(p).is_none())
    }

    /// The empty points where Black may not play. None under rules without fouls.
    pub fn forbidden_points(&self) -> PointSet {
        if !R::HAS_FOULS {
            return PointSet::EMPTY;
        }
        let suspects = SUSPECTS.into_iter().flat_map(|classes| self.points_between(Colour::Black, classes));
        suspects.filter(|p| self.foul(*p).is_some()).collect()
    }

    /// The foul of Black on an empty point whose lines are these, given the supposed stones.
    fn foul_of(&self, p: Point, lines: [LineClass; 4], supposed: Option<&Supposed>) -> Option<Foul> {
        if lines.contains(&LineClass::Five) {
            return None;
        }
        if lines.contains(&LineClass::Overline) {
            return Some(Foul::Overline);
        }
        let fours = lines.iter().filter(|line| line.is_four()).count();
        if fours >= 2 || lines.contains(&LineClass::TwinFour) {
            return Some(Foul::DoubleFour);
        }
        let mut doubtful = lines.iter().filter(|line| line.is_open_three()).count();
        let with_stone = Supposed { stone: p, earlier: supposed };
        let mut threes = 0;
        for (direction, line) in Direction::ALL.into_iter().zip(lines) {
            if threes + doubtful < 2 {
                return None;
            }
            if line.is_open_three() {
                doubtful -= 1;
                threes += usize::from(self.is_three(p, direction, &with_stone));
            }
        }
        (threes >= 2).then_some(Foul::DoubleThree)
    }

    /// Whether Black may make a straight four of the supposed stone's line. An unbroken four that holds the stone
    /// has black stones only between the stone and its last square, so that square is the nearest one on
    /// either side that is not black.
    fn is_three(&self, p: Point, direction: Direction, supposed: &Supposed) -> bool {
        let is_black =
            |q: &Point| self.stones(Colour::Black).contains(*q) || supposed.stones().any(|stone| stone == *q);
        [1, -1].into_iter().any(|sign| {
            let mut squares = (1..).map_while(|steps| p.step(direction, sign * steps, self.size()));
            let Some(trigger) = squares.find(|q| !is_black(q)).filter(|q| self.is_empty(*q)) else {
                return false;
            };
            let lines = self.supposed_lines(trigger, supposed);
            lines[direction as usize] == LineClass::DoubleFour
                && !lines.contains(&LineClass::Five)
                && self.foul_of(trigger, lines, Some(supposed)).is_none()
        })
    }

    /// What Black would make of the four lines of an empty point if the supposed stones were there.
    fn supposed_lines(&self, p: Point, supposed: &Supposed) -> [LineClass; 4] {
        let mut extra = [0; 4];
        for stone in supposed.stones() {
            if let Some((direction, steps)) = common_line(p, stone)
                && steps.unsigned_abs() as usize <= R::REACH
            {
                // A key leaves out its centre.
                let square = R::REACH as i32 + steps - i32::from(steps > 0);
                extra[direction as usize] |= (BLACK as usize) << (2 * square);
            }
        }
        let mut lines = self.lines(p, Colour::Black);
        for (direction, stones) in Direction::ALL.into_iter().zip(extra) {
            if stones != 0 {
                let key = self.line_key(p, direction) | stones;
                lines[direction as usize] = self.tables().line_class(key, Colour::Black);
            }
        }
        lines
    }
}

/// The line that two different points share, and the steps along it from the first to the second.
fn common_line(from: Point, to: Point) -> Option<(Direction, i32)> {
    let x = i32::from(to.x()) - i32::from(from.x());
    let y = i32::from(to.y()) - i32::from(from.y());
    match (x, y) {
        (_, 0) => Some((Direction::Horizontal, x)),
        (0, _) => Some((Direction::Vertical, y)),
        _ if x == y => Some((Direction::Falling, x)),
        _ if x == -y => Some((Direction::Rising, x)),
        _ => None,
    }
}
