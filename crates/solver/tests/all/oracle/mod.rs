//! A slow search that shares nothing with the solver: stones in a plain array, runs counted step by step, the defender may
//! play anywhere.

use std::collections::HashMap;
use tengen_core::rule::WinCondition;
use tengen_core::{Colour, Direction, Point, Position, Rule, Size};

/// A random open position in which threats are likely: stones of both sides near each other.
pub(crate) fn random_position(
    size: Size,
    rule: Rule,
    stones: usize,
    random: &mut fastrand::Rng,
) -> Option<Position> {
    let mut position = Position::new(size, rule);
    for _ in 0..stones {
        let p = Point::new(random.u8(..size.width()), random.u8(..size.height()))?;
        let _ = position.play(p.into());
    }
    (position.status() == tengen_core::Status::Open).then_some(position)
}

/// The position and what was found out about it.
pub(crate) struct Oracle {
    size: Size,
    rule: Rule,
    us: Colour,
    cells: Vec<Option<Colour>>,
    /// Positions with the attacker to move: within how many plies it was asked, and the answer.
    known: HashMap<Vec<Option<Colour>>, (usize, bool)>,
    /// Positions that may still be looked at.
    pub(crate) budget: usize,
}

impl Oracle {
    pub(crate) fn new(position: &Position, budget: usize) -> Self {
        let (size, rule) = (position.size(), position.rule());
        let cells = size.points().map(|p| position.stone(p)).collect();
        Self { size, rule, us: position.to_move(), cells, known: HashMap::new(), budget }
    }

    fn index(&self, p: Point) -> usize {
        usize::from(p.y()) * usize::from(self.size.width()) + usize::from(p.x())
    }

    pub(crate) fn put(&mut self, p: Point, stone: Option<Colour>) {
        let index = self.index(p);
        self.cells[index] = stone;
    }

    pub(crate) fn is_empty(&self, p: Point) -> bool {
        self.cells[self.index(p)].is_none()
    }

    pub(crate) fn empties(&self) -> Vec<Point> {
        self.size.points().filter(|p| self.is_empty(*p)).collect()
    }

    fn makes_five(&self, p: Point, direction: Direction, side: Colour) -> bool {
        let is_own = |steps: i32| {
            let q = p.step(direction, steps, self.size);
            q.is_some_and(|q| self.cells[self.index(q)] == Some(side))
        };
        let run = |sign: i32| (1..=22).take_while(|steps| is_own(sign * steps)).count();
        let length = 1 + run(1) + run(-1);
        match self.rule.condition(side) {
            WinCondition::FiveOrMore => length >= 5,
            WinCondition::ExactlyFive => length == 5,
            other => panic!("the oracle does not know {other:?}"),
        }
    }

    /// Whether two squares, in line with a stone, are there where a side can make five through it.
    fn has_two_fives_through(&self, p: Point, side: Colour) -> bool {
        let mut found = 0;
        for direction in Direction::ALL {
            for steps in (-4..=4).filter(|steps| *steps != 0) {
                let q = p.step(direction, steps, self.size).filter(|q| self.is_empty(*q));
                found += usize::from(q.is_some_and(|q| self.makes_five(q, direction, side)));
            }
        }
        found >= 2
    }

    pub(crate) fn fives(&self, side: Colour) -> Vec<Point> {
        let is_five =
            |p: &Point| Direction::ALL.into_iter().any(|direction| self.makes_five(*p, direction, side));
        self.empties().into_iter().filter(is_five).collect()
    }

    /// Whether the attacker, having no five, has a stone after which it has two, and may play it.
    fn has_double(&mut self, allowed: &[Point]) -> bool {
        let us = self.us;
        allowed.iter().any(|p| {
            self.put(*p, Some(us));
            // There was no five before, so every one goes through the stone.
            let is_double = self.has_two_fives_through(*p, us);
            self.put(*p, None);
            is_double
        })
    }

    /// Whether the attacker, to move, wins within so many plies by moves of the `plan` in any order, by stopping a five, by a
    /// double four and by a five. `None` if the budget is used up.
    pub(crate) fn wins(&mut self, plies: usize, plan: &[Point]) -> Option<bool> {
        let (us, them) = (self.us, self.us.opponent());
        if !self.fives(us).is_empty() {
            return Some(true);
        }
        if plies < 3 {
            return Some(false);
        }
        let theirs = self.fives(them);
        let allowed = match theirs[..] {
            [] => self.empties(),
            [five] => vec![five],
            _ => return Some(false),
        };
        if self.has_double(&allowed) {
            return Some(true);
        }
        if let Some((depth, value)) = self.known.get(&self.cells)
            && (*value || *depth >= plies)
        {
            return Some(*value);
        }
        self.budget = self.budget.checked_sub(1)?;
        let is_forced = !theirs.is_empty();
        let mut value = false;
        for p in allowed.into_iter().filter(|p| is_forced || plan.contains(p)) {
            self.put(p, Some(us));
            let wins = self.loses(plies - 1, plan);
            self.put(p, None);
            value = wins?;
            if value {
                break;
            }
        }
        self.known.insert(self.cells.clone(), (plies, value));
        Some(value)
    }

    /// Whether the defender, to move, loses whatever it plays.
    fn loses(&mut self, plies: usize, plan: &[Point]) -> Option<bool> {
        let them = self.us.opponent();
        if !self.fives(them).is_empty() {
            return Some(false);
        }
        let answers = match self.fives(self.us)[..] {
            [] => self.empties(),
            [five] => vec![five],
            _ => return Some(true),
        };
        for answer in answers {
            self.put(answer, Some(them));
            let wins = self.wins(plies - 1, plan);
            self.put(answer, None);
            if !wins? {
                return Some(false);
            }
        }
        Some(true)
    }
}
