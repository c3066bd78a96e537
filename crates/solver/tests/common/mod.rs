//! Slow answers on the referee's grid, by the wording of the rules: the exact value of a small board, and what an attack by
//! threats alone can do. They know no patterns and no board.

use std::collections::HashMap;
use tengen_core::referee::{Grid, Outcome};
use tengen_core::{Colour, Direction, Point, Position, Rule, Size, Status};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    Loss,
    Draw,
    Win,
}

/// Which moves the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    All,
    /// Those that leave it a five to play.
    Fours,
    /// Those that leave it a five or a winning four to play.
    FoursAndThrees,
}

/// The slow search of one question: can `attacker` force a win with these moves?
pub(crate) struct Oracle {
    grid: Grid,
    rule: Rule,
    attacker: Colour,
    moves: Moves,
    points: Vec<Point>,
    /// By the stones of either side and the side to move.
    known: HashMap<([u64; 2], Colour), bool>,
    left: u64,
}

/// The exact value of an open position of at most 64 points; `None` if it takes more than `effort` positions.
pub(crate) fn value(position: &Position, effort: u64) -> Option<Value> {
    let us = position.to_move();
    if Oracle::forces(position, us, Moves::All, effort)? {
        return Some(Value::Win);
    }
    Some(if Oracle::forces(position, us.opponent(), Moves::All, effort)? { Value::Loss } else { Value::Draw })
}

impl Oracle {
    /// Whether `attacker` forces a win; `None` if it takes more than `effort` positions to know.
    pub(crate) fn forces(position: &Position, attacker: Colour, moves: Moves, effort: u64) -> Option<bool> {
        let mut oracle = Self {
            grid: position.grid().clone(),
            rule: position.rule(),
            attacker,
            moves,
            points: position.size().points().collect(),
            known: HashMap::new(),
            left: effort,
        };
        oracle.wins(position.to_move())
    }

    /// Where `side` could make five now.
    fn fives(&self, side: Colour) -> Vec<Point> {
        self.grid.empties().filter(|p| self.grid.wins(*p, side, self.rule)).collect()
    }

    fn legal(&self, side: Colour) -> Vec<Point> {
        let is_foul = |p: &Point| matches!(self.grid.outcome(*p, side, self.rule), Outcome::Foul(_));
        self.grid.empties().filter(|p| !is_foul(p)).collect()
    }

    fn with<T>(&mut self, p: Point, side: Colour, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.grid.set(p, Some(side));
        let answer = ask(self);
        self.grid.set(p, None);
        answer
    }

    /// Whether the attacker wins with `mover` to move.
    fn wins(&mut self, mover: Colour) -> Option<bool> {
        if !self.can_ever_win() {
            return Some(false);
        }
        let key = (self.stones(), mover);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.search(mover)?;
        self.known.insert(key, wins);
        Some(wins)
    }

    fn stones(&self) -> [u64; 2] {
        Colour::BOTH.map(|side| {
            let own = |(i, p): (usize, &Point)| u64::from(self.grid.get(*p) == Some(side)) << i;
            self.points.iter().enumerate().map(own).sum()
        })
    }

    fn search(&mut self, mover: Colour) -> Option<bool> {
        let is_attacker = mover == self.attacker;
        if !self.fives(mover).is_empty() {
            return Some(is_attacker);
        }
        if self.grid.is_full() {
            return Some(false);
        }
        let mut moves = self.legal(mover);
        if moves.is_empty() {
            // Whoever has nothing but fouls to play loses by one.
            return Some(!is_attacker);
        }
        let fives = self.fives(mover.opponent());
        if !fives.is_empty() && !self.rule.has_blocked_ends() {
            // Only a stone on the point itself stops a five.
            moves.retain(|p| fives == [*p]);
        }
        for p in moves {
            let may = !is_attacker || self.with(p, mover, |oracle| oracle.may_leave());
            if may && self.with(p, mover, |oracle| oracle.wins(mover.opponent()))? == is_attacker {
                return Some(is_attacker);
            }
        }
        Some(!is_attacker)
    }

    /// Whether the attacker's last move leaves a threat of the kind that it must.
    fn may_leave(&mut self) -> bool {
        let side = self.attacker;
        match self.moves {
            Moves::All => true,
            Moves::Fours => !self.fives(side).is_empty(),
            Moves::FoursAndThrees => {
                !self.fives(side).is_empty()
                    || self.legal(side).into_iter().any(|p| self.with(p, side, |oracle| oracle.is_unstoppable()))
            }
        }
    }

    /// Whether the attacker keeps a five whatever the defender, who may not win first, answers.
    fn is_unstoppable(&mut self) -> bool {
        let (us, them) = (self.attacker, self.attacker.opponent());
        let answers = self.legal(them);
        !self.fives(us).is_empty()
            && answers.into_iter().all(|q| self.with(q, them, |oracle| !oracle.fives(us).is_empty()))
    }

    /// Whether five squares in a row are free of the defender, or the defender may be left with nothing but fouls.
    fn can_ever_win(&self) -> bool {
        let (size, them) = (self.grid.size(), self.attacker.opponent());
        let is_free = |p: Point, direction: Direction| {
            (0..5).all(|steps| p.step(direction, steps, size).is_some_and(|q| self.grid.get(q) != Some(them)))
        };
        (self.rule == Rule::Renju && self.attacker == Colour::White)
            || self.points.iter().any(|p| Direction::ALL.into_iter().any(|direction| is_free(*p, direction)))
    }
}

/// A random open position with so many empty points, in which the side to move has as many stones as the other or more.
pub(crate) fn random_position(
    size: Size,
    rule: Rule,
    empties: usize,
    random: &mut fastrand::Rng,
) -> Option<Position> {
    let mut position = Position::new(size, rule);
    let us = if random.bool() { Colour::Black } else { Colour::White };
    let mut points: Vec<Point> = size.points().collect();
    random.shuffle(&mut points);
    let share = random.f64().mul_add(0.15, 0.5);
    for p in points.into_iter().skip(empties) {
        let side = if random.f64() < share { us } else { us.opponent() };
        position.set_up(p, side).expect("an empty point of the board");
        if position.status() != Status::Open {
            return None;
        }
    }
    position.set_first(us).expect("no move has been played");
    Some(position)
}
