//! The slow referee: who has won, and which points are forbidden, written from the wording of the
//! rules on a plain grid. It knows no tables and no incremental state; the board is tested against it.
//!
//! Renju follows the RIF wording. A *four* is a row of four that one more stone makes exactly five. A
//! *straight four* is an unbroken four with two such points. A *three* is a row of three that one more
//! stone turns into a straight four without making a five at the same time, and that stone must itself
//! be allowed (the recursion). A five wins even where the stone would otherwise be a foul.

use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, Point, Size};
use crate::rule::{Rule, WinCondition};
use std::fmt;

/// Why a point is forbidden for Black under renju.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// Two or more threes with one stone.
    DoubleThree,
    /// Two or more fours with one stone.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl Foul {
    /// A short name: `3x3`, `4x4`, `overline`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleThree => "3x3",
            Self::DoubleFour => "4x4",
            Self::Overline => "overline",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a stone that has just been put did to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who put the stone has won.
    Win,
    /// Black has put a stone on a forbidden point, and White wins.
    Foul(Foul),
    /// The board is full and nobody has won.
    Draw,
    /// The game goes on.
    Open,
}

/// Stones on a board and nothing else.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    cells: Box<[Option<Colour>; FRAME]>,
}

impl Grid {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        Self { size, cells: Box::new([None; FRAME]) }
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point.
    pub fn get(&self, p: Point) -> Option<Colour> {
        self.cells[p.index()]
    }

    /// Puts, replaces or removes the stone on a point.
    pub fn set(&mut self, p: Point, stone: Option<Colour>) {
        self.cells[p.index()] = stone;
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.size.points().all(|p| self.get(p).is_some())
    }

    /// Every stone, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Colour)> + '_ {
        self.size.points().filter_map(|p| self.get(p).map(|colour| (p, colour)))
    }

    /// Every empty point, row by row.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|p| self.get(*p).is_none())
    }

    /// The unbroken run of `side` through `p` along `direction`, as steps `from..=to` with
    /// `from <= 0 <= to`. `p` itself counts as `side`, whatever is on it.
    fn run(&self, p: Point, direction: Direction, side: Colour) -> (i32, i32) {
        let reach = |sign: i32| {
            let own = |steps: &i32| {
                p.step(direction, sign * steps, self.size).is_some_and(|q| self.get(q) == Some(side))
            };
            (1..=i32::from(self.size.width().max(self.size.height()))).take_while(own).count() as i32
        };
        (-reach(-1), reach(1))
    }

    /// Whether a stone of `side` on `p` completes a winning row along `direction`.
    fn completes(&self, p: Point, direction: Direction, side: Colour, rule: Rule) -> bool {
        let (from, to) = self.run(p, direction, side);
        let length = to - from + 1;
        let is_blocked =
            |steps| p.step(direction, steps, self.size).is_some_and(|q| self.get(q) == Some(side.opponent()));
        let is_open = || !(is_blocked(from - 1) && is_blocked(to + 1));
        match rule.condition(side) {
            WinCondition::FiveOrMore => length >= 5,
            WinCondition::ExactlyFive | WinCondition::ExactlyFiveWithFouls => length == 5,
            WinCondition::Caro => length > 5 || length == 5 && is_open(),
            WinCondition::CaroStandard => length == 5 && is_open(),
        }
    }

    /// Whether a stone of `side` on `p` (put there or yet to be put) wins.
    pub fn wins(&self, p: Point, side: Colour, rule: Rule) -> bool {
        Direction::ALL.into_iter().any(|d| self.completes(p, d, side, rule))
    }

    /// Whether a winning row of `side` stands on the board.
    pub fn has_won(&self, side: Colour, rule: Rule) -> bool {
        self.stones().any(|(p, colour)| colour == side && self.wins(p, side, rule))
    }

    /// The points of the winning row through `p`, in order, if the stone on `p` wins.
    pub fn winning_row(&self, p: Point, rule: Rule) -> Option<Vec<Point>> {
        let side = self.get(p)?;
        let direction = Direction::ALL.into_iter().find(|d| self.completes(p, *d, side, rule))?;
        let (from, to) = self.run(p, direction, side);
        Some((from..=to).filter_map(|steps| p.step(direction, steps, self.size)).collect())
    }

    /// What the stone of `side` on the empty point `p` would do. The grid is unchanged.
    pub fn outcome(&self, p: Point, side: Colour, rule: Rule) -> Outcome {
        if self.wins(p, side, rule) {
            return Outcome::Win;
        }
        if side == Colour::Black
            && rule == Rule::Renju
            && let Some(foul) = self.foul(p)
        {
            return Outcome::Foul(foul);
        }
        if self.empties().all(|q| q == p) { Outcome::Draw } else { Outcome::Open }
    }

    /// Why Black may not play on the empty point `p` under renju, or `None` if Black may.
    pub fn foul(&self, p: Point) -> Option<Foul> {
        self.clone().foul_in_place(p)
    }

    /// As [`Grid::foul`], putting stones and taking them back.
    fn foul_in_place(&mut self, p: Point) -> Option<Foul> {
        if self.wins(p, Colour::Black, Rule::Renju) {
            return None;
        }
        let is_overline = |d| {
            let (from, to) = self.run(p, d, Colour::Black);
            to - from + 1 > 5
        };
        if Direction::ALL.into_iter().any(is_overline) {
            return Some(Foul::Overline);
        }
        self.set(p, Some(Colour::Black));
        let fours: usize = Direction::ALL.into_iter().map(|d| self.fours(p, d)).sum();
        let foul = if fours >= 2 {
            Some(Foul::DoubleFour)
        } else {
            let threes = Direction::ALL.into_iter().filter(|d| self.is_three(p, *d)).count();
            (threes >= 2).then_some(Foul::DoubleThree)
        };
        self.set(p, None);
        foul
    }

    /// Number of fours of Black through the stone on `p` along one direction. Two completing points
    /// that share their four stones are one (straight) four; with other stones they are two fours in a
    /// line, as in `X+XXX+X`.
    fn fours(&self, p: Point, direction: Direction) -> usize {
        let mut fours: Vec<Vec<Point>> = Vec::new();
        for steps in -4..=4 {
            let Some(e) = p.step(direction, steps, self.size) else { continue };
            if self.get(e).is_some() {
                continue;
            }
            let (from, to) = self.run(e, direction, Colour::Black);
            // The five must use the stone on p, which stands `-steps` squares along from e.
            if to - from + 1 != 5 || !(from..=to).contains(&-steps) {
                continue;
            }
            let stones: Vec<Point> =
                (from..=to).filter(|s| *s != 0).filter_map(|s| e.step(direction, s, self.size)).collect();
            if !fours.contains(&stones) {
                fours.push(stones);
            }
        }
        fours.len()
    }

    /// Whether the stone on `p` makes a three of Black along one direction.
    fn is_three(&mut self, p: Point, direction: Direction) -> bool {
        (-3..=3).any(|steps| {
            let Some(u) = p.step(direction, steps, self.size) else { return false };
            if self.get(u).is_some() || self.wins(u, Colour::Black, Rule::Renju) {
                return false;
            }
            self.makes_straight_four(u, -steps, direction) && self.foul_in_place(u).is_none()
        })
    }

    /// Whether Black on the empty point `u` makes an unbroken four that holds the square `towards`
    /// steps from `u`, and that each of its two ends turns into exactly five.
    fn makes_straight_four(&mut self, u: Point, towards: i32, direction: Direction) -> bool {
        let (from, to) = self.run(u, direction, Colour::Black);
        if to - from + 1 != 4 || !(from..=to).contains(&towards) {
            return false;
        }
        self.set(u, Some(Colour::Black));
        let completes = |end: i32| {
            u.step(direction, end, self.size).is_some_and(|e| {
                self.get(e).is_none() && self.completes(e, direction, Colour::Black, Rule::Renju)
            })
        };
        let is_straight = completes(from - 1) && completes(to + 1);
        self.set(u, None);
        is_straight
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::diagram(self))
    }
}
