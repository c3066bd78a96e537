//! Slow answers by the wording of the rules: the exact value of a small board, and what an attack by threats alone can do.
//! They know no patterns and no board: runs of stones are counted square by square, and every legal answer is tried.

use std::collections::HashMap;
use std::ops::Range;
use tengen_core::analysis::{Analysis, analyse};
use tengen_core::referee::Grid;
use tengen_core::rule::WinCondition;
use tengen_core::{Board, Colour, Direction, Point, Position, Rule, Size, Status, with_rule};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    Loss,
    Draw,
    Win,
}

/// Which moves the attacker may play. The defender may always play any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    /// Those that leave it a five to play.
    Fours,
    /// Those that leave it a five or a winning four to play.
    FoursAndThrees,
    All,
}

/// The exact value of an open position of at most 8x8; `None` if it takes more than `effort` positions.
pub(crate) fn value(position: &Position, effort: u64) -> Option<Value> {
    let us = position.to_move();
    if Oracle::forces(position, us, Moves::All, effort)? {
        return Some(Value::Win);
    }
    Some(if Oracle::forces(position, us.opponent(), Moves::All, effort)? { Value::Loss } else { Value::Draw })
}

/// Whether `attacker` wins an open position by force. A win with few moves is a win with all, and quicker to find, so the
/// question about all comes last.
pub(crate) fn is_won(position: &Position, attacker: Colour, effort: u64) -> Option<bool> {
    let with = |moves| Oracle::forces(position, attacker, moves, effort);
    if with(Moves::Fours) == Some(true) || with(Moves::FoursAndThrees) == Some(true) {
        return Some(true);
    }
    with(Moves::All)
}

/// Squares of a row of the grid, walls included.
const STRIDE: usize = 16;
const EMPTY: u8 = 0;
const WALL: u8 = 3;

const fn stone(side: Colour) -> u8 {
    side as u8 + 1
}

/// The slow search of one question: does `attacker` force a win with these moves?
pub(crate) struct Oracle {
    cells: [u8; STRIDE * 10],
    /// The same stones for the referee, who is asked about fouls.
    grid: Grid,
    rule: Rule,
    attacker: Colour,
    moves: Moves,
    squares: Vec<(usize, Point)>,
    /// Every five squares in a row.
    windows: Vec<[usize; 5]>,
    /// By the stones of either side and the side to move.
    known: HashMap<([u64; 2], Colour), bool>,
    left: u64,
}

impl Oracle {
    /// Whether `attacker` forces a win; `None` if it takes more than `effort` positions to know.
    pub(crate) fn forces(position: &Position, attacker: Colour, moves: Moves, effort: u64) -> Option<bool> {
        let mut oracle = Self::new(position, attacker, moves, effort);
        oracle.wins(position.to_move())
    }

    fn new(position: &Position, attacker: Colour, moves: Moves, effort: u64) -> Self {
        let size = position.size();
        assert!(size.width() <= 8 && size.height() <= 8);
        let square = |p: Point| (usize::from(p.y()) + 1) * STRIDE + usize::from(p.x()) + 1;
        let mut cells = [WALL; STRIDE * 10];
        for p in size.points() {
            cells[square(p)] = position.stone(p).map_or(EMPTY, stone);
        }
        let window = |(p, direction): (Point, Direction)| {
            let squares: Option<Vec<usize>> =
                (0..5).map(|steps| p.step(direction, steps, size).map(square)).collect();
            squares?.try_into().ok()
        };
        let rays = size.points().flat_map(|p| Direction::ALL.map(|direction| (p, direction)));
        Self {
            cells,
            grid: position.grid().clone(),
            rule: position.rule(),
            attacker,
            moves,
            squares: size.points().map(|p| (square(p), p)).collect(),
            windows: rays.filter_map(window).collect(),
            known: HashMap::new(),
            left: effort,
        }
    }

    /// Whether a stone of `side` on the square wins.
    fn makes_five(&self, square: usize, side: Colour) -> bool {
        let (own, other) = (stone(side), stone(side.opponent()));
        [1, STRIDE, STRIDE + 1, STRIDE - 1].into_iter().any(|step| {
            let (mut first, mut last) = (square, square);
            while self.cells[first - step] == own {
                first -= step;
            }
            while self.cells[last + step] == own {
                last += step;
            }
            let length = (last - first) / step + 1;
            let is_open = self.cells[first - step] != other || self.cells[last + step] != other;
            match self.rule.condition(side) {
                WinCondition::FiveOrMore => length >= 5,
                WinCondition::ExactlyFive | WinCondition::ExactlyFiveWithFouls => length == 5,
                WinCondition::Caro => length > 5 || length == 5 && is_open,
                WinCondition::CaroStandard => length == 5 && is_open,
            }
        })
    }

    /// Where `side` could make five now.
    fn fives(&self, side: Colour) -> impl Iterator<Item = (usize, Point)> + '_ {
        let empties = self.squares.iter().copied().filter(|(square, _)| self.cells[*square] == EMPTY);
        empties.filter(move |(square, _)| self.makes_five(*square, side))
    }

    fn has_five(&self, side: Colour) -> bool {
        self.fives(side).next().is_some()
    }

    fn legal(&self, side: Colour) -> Vec<(usize, Point)> {
        let has_fouls = self.rule.condition(side) == WinCondition::ExactlyFiveWithFouls;
        let empties = self.squares.iter().copied().filter(|(square, _)| self.cells[*square] == EMPTY);
        empties
            .filter(|(square, p)| {
                !has_fouls || self.makes_five(*square, side) || self.grid.foul(*p).is_none()
            })
            .collect()
    }

    fn with<T>(&mut self, (square, p): (usize, Point), side: Colour, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.cells[square] = stone(side);
        self.grid.set(p, Some(side));
        let answer = ask(self);
        self.cells[square] = EMPTY;
        self.grid.set(p, None);
        answer
    }

    /// Whether the attacker wins with `mover` to move.
    fn wins(&mut self, mover: Colour) -> Option<bool> {
        if !self.can_ever_win() {
            return Some(false);
        }
        let stones = Colour::BOTH.map(|side| {
            let own = |(i, (square, _)): (usize, &(usize, Point))| {
                u64::from(self.cells[*square] == stone(side)) << i
            };
            self.squares.iter().enumerate().map(own).sum()
        });
        if let Some(known) = self.known.get(&(stones, mover)) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.search(mover)?;
        self.known.insert((stones, mover), wins);
        Some(wins)
    }

    fn search(&mut self, mover: Colour) -> Option<bool> {
        let is_attacker = mover == self.attacker;
        if self.has_five(mover) {
            return Some(is_attacker);
        }
        if self.squares.iter().all(|(square, _)| self.cells[*square] != EMPTY) {
            return Some(false);
        }
        let mut moves = self.legal(mover);
        if moves.is_empty() {
            // Whoever has nothing but fouls to play loses by one.
            return Some(!is_attacker);
        }
        let other = mover.opponent();
        if self.has_five(other) {
            // What does not stop it loses at once.
            moves.retain(|p| self.with(*p, mover, |oracle| !oracle.has_five(other)));
        }
        if is_attacker {
            moves = self.attacking(&moves);
        }
        for p in moves {
            if self.with(p, mover, |oracle| oracle.wins(other))? == is_attacker {
                return Some(is_attacker);
            }
        }
        Some(!is_attacker)
    }

    /// The moves that the attacker may play, those that leave most fives first: only the time depends on the order.
    fn attacking(&mut self, moves: &[(usize, Point)]) -> Vec<(usize, Point)> {
        let (side, kind) = (self.attacker, self.moves);
        let mut allowed = Vec::new();
        for p in moves {
            let fives = self.with(*p, side, |oracle| oracle.fives(side).count());
            let may = match kind {
                Moves::All => true,
                Moves::Fours => fives > 0,
                Moves::FoursAndThrees => fives > 0 || self.with(*p, side, Self::has_winning_four),
            };
            if may {
                allowed.push((fives, *p));
            }
        }
        allowed.sort_by_key(|(fives, _)| std::cmp::Reverse(*fives));
        allowed.into_iter().map(|(_, p)| p).collect()
    }

    fn has_winning_four(&mut self) -> bool {
        let side = self.attacker;
        self.legal(side).into_iter().any(|p| self.with(p, side, Self::is_unstoppable))
    }

    /// Whether the attacker keeps a five whatever the defender answers.
    fn is_unstoppable(&mut self) -> bool {
        let (us, them) = (self.attacker, self.attacker.opponent());
        self.has_five(us)
            && self.legal(them).into_iter().all(|q| self.with(q, them, |oracle| oracle.has_five(us)))
    }

    /// Whether five squares in a row are free of the defender, or the defender may be left with nothing but fouls.
    fn can_ever_win(&self) -> bool {
        let them = stone(self.attacker.opponent());
        let is_free = |window: &[usize; 5]| window.iter().all(|square| self.cells[*square] != them);
        (self.rule == Rule::Renju && self.attacker == Colour::White) || self.windows.iter().any(is_free)
    }
}

/// Fails where the oracle sees a five that the referee does not, or the other way round.
pub(crate) fn check_fives(position: &Position) {
    let oracle = Oracle::new(position, position.to_move(), Moves::All, 0);
    for side in Colour::BOTH {
        let grid = position.grid();
        let fives = grid.empties().filter(|p| grid.wins(*p, side, position.rule()));
        assert!(oracle.fives(side).map(|(_, p)| p).eq(fives), "{position:?}");
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
    }
    position.set_first(us).expect("no move has been played");
    (position.status() == Status::Open).then_some(position)
}

/// Random positions of a rule on 6x6 and 7x7 that are not decided at sight.
pub(crate) fn positions(
    rule: Rule,
    seed: u64,
    count: usize,
    empties: Range<usize>,
) -> impl Iterator<Item = Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let drawn = move || {
        let size = Size::square(random.usize(6..8)).expect("a board");
        random_position(size, rule, random.usize(empties.clone()), &mut random)
    };
    let is_open = move |position: &Position| {
        let analysis = with_rule!(rule, R => analyse(&mut Board::<R>::from_position(position)));
        matches!(analysis, Analysis::Hold { .. } | Analysis::Open)
    };
    std::iter::repeat_with(drawn).flatten().filter(is_open).take(count)
}
