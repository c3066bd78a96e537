//! Brute force on a plain grid: what the analysis and the threats claim, asked of the slow referee alone. No
//! tables, no classes, no board. The one short cut: a stone can only make a five point of an empty square
//! within four steps on one of its lines, if three more of its colour are within four steps there as well.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part")]

use tengen_core::board::PointSet;
use tengen_core::geometry::{Direction, Point, Size};
use tengen_core::notation::parse_diagram;
use tengen_core::referee::Outcome;
use tengen_core::rule::{Rule, RuleType};
use tengen_core::{Board, Colour, Grid, Position};

pub struct Brute {
    pub grid: Grid,
    pub rule: Rule,
}

impl Brute {
    pub fn new(grid: &Grid, rule: Rule) -> Self {
        Self { grid: grid.clone(), rule }
    }

    pub fn empties(&self) -> Vec<Point> {
        self.grid.empties().collect()
    }

    /// Whether `side` may put a stone on the empty point.
    pub fn is_legal(&self, p: Point, side: Colour) -> bool {
        self.rule != Rule::Renju || side == Colour::White || self.grid.foul(p).is_none()
    }

    pub fn legal(&self, side: Colour) -> Vec<Point> {
        self.grid.empties().filter(|p| self.is_legal(*p, side)).collect()
    }

    pub fn wins(&self, p: Point, side: Colour) -> bool {
        self.grid.get(p).is_none() && self.grid.wins(p, side, self.rule)
    }

    pub fn fives(&self, side: Colour) -> PointSet {
        self.grid.empties().filter(|p| self.wins(*p, side)).collect()
    }

    /// Asks with one more stone on the grid.
    pub fn with<T>(&mut self, p: Point, side: Colour, ask: impl FnOnce(&mut Self) -> T) -> T {
        assert!(self.grid.get(p).is_none());
        self.grid.set(p, Some(side));
        let answer = ask(self);
        self.grid.set(p, None);
        answer
    }

    /// The points that became five points of `side` by a stone on the empty point `u`.
    pub fn new_fives(&mut self, u: Point, side: Colour) -> Vec<Point> {
        let size = self.grid.size();
        let mut near = Vec::new();
        for direction in Direction::ALL {
            let squares = || (-4..=4).filter_map(|steps| u.step(direction, steps, size));
            if squares().filter(|q| self.grid.get(*q) == Some(side)).count() >= 3 {
                near.extend(squares().filter(|q| *q != u && self.grid.get(*q).is_none()));
            }
        }
        near.retain(|f| !self.wins(*f, side));
        if !near.is_empty() {
            self.with(u, side, |brute| near.retain(|f| brute.wins(*f, side)));
        }
        near
    }

    /// Whether one legal stone of the opponent can stop all of these five points of `side`.
    pub fn can_stop(&mut self, fives: &[Point], side: Colour) -> bool {
        let them = side.opponent();
        self.empties().into_iter().any(|q| {
            self.with(q, them, |brute| fives.iter().all(|f| !brute.wins(*f, side))) && self.is_legal(q, them)
        })
    }

    /// Whether `side` may put a four on `u` that no legal answer stops.
    pub fn is_winning_four(&mut self, u: Point, side: Colour) -> bool {
        if self.grid.get(u).is_some() || self.wins(u, side) {
            return false;
        }
        let fives = self.new_fives(u, side);
        !fives.is_empty()
            && self.is_legal(u, side)
            && !self.with(u, side, |brute| brute.can_stop(&fives, side))
    }

    pub fn winning_fours(&mut self, side: Colour) -> PointSet {
        self.empties().into_iter().filter(|u| self.is_winning_four(*u, side)).collect()
    }

    /// Whether the opponent, who has no five point yet, cannot win at once after `us` plays `q`: no answer makes
    /// five, and none leaves us, without a five of our own, before fives that we cannot stop.
    pub fn holds(&mut self, q: Point, us: Colour) -> bool {
        let them = us.opponent();
        self.with(q, us, |brute| {
            brute.empties().into_iter().all(|e| {
                if brute.wins(e, them) {
                    return false;
                }
                let fives = brute.new_fives(e, them);
                if fives.is_empty() || !brute.is_legal(e, them) {
                    return true;
                }
                brute.with(e, them, |brute| !brute.fives(us).is_empty() || brute.can_stop(&fives, them))
            })
        })
    }
}

/// A random unfinished position, rich in lines, with either side to move. Some have more stones of one
/// side than of the other: analysts set up such positions too.
pub fn random_position(rule: Rule, size: Size, random: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(size, rule);
    let stones = random.usize(5..=size.area() * 3 / 5);
    let mut colour = Colour::Black;
    for _ in 0..stones {
        let p = random_point(&position, colour, random);
        set_up_if_open(&mut position, p, colour);
        if random.u8(..5) > 0 {
            colour = colour.opponent();
        }
    }
    position.set_first(if random.bool() { Colour::Black } else { Colour::White }).unwrap();
    position
}

/// An empty point, mostly one to three steps from a stone of the same colour.
fn random_point(position: &Position, colour: Colour, random: &mut fastrand::Rng) -> Option<Point> {
    let own: Vec<Point> = position.grid().stones().filter(|(_, c)| *c == colour).map(|(p, _)| p).collect();
    let near = random.choice(&own).filter(|_| random.u8(..6) > 0).and_then(|p| {
        let steps = random.choice([1, 1, 1, 2, 2, 3])?;
        let sign = if random.bool() { 1 } else { -1 };
        p.step(random.choice(Direction::ALL)?, sign * steps, position.size())
    });
    let empties: Vec<Point> = position.grid().empties().collect();
    near.filter(|p| position.stone(*p).is_none()).or_else(|| random.choice(&empties).copied())
}

/// A drawn board with this side to move. Marks other than `X` and `O` are empty squares.
pub fn drawn<R: RuleType>(drawing: &str, to_move: Colour) -> Board<R> {
    let plain = |sign: char| if "XO \n".contains(sign) { sign } else { '.' };
    let grid = parse_diagram(&drawing.chars().map(plain).collect::<String>()).unwrap();
    let mut position = Position::new(grid.size(), R::RULE);
    for (p, colour) in grid.stones() {
        position.set_up(p, colour).unwrap();
    }
    position.set_first(to_move).unwrap();
    Board::from_position(&position)
}

/// The points of a drawn board that carry one of these marks.
pub fn marked(drawing: &str, marks: &str) -> PointSet {
    let rows = drawing.lines().map(str::trim).filter(|row| !row.is_empty());
    let squares =
        rows.zip(0..).flat_map(|(row, y)| row.split_whitespace().zip(0..).map(move |(s, x)| (s, x, y)));
    squares.filter(|(sign, ..)| marks.contains(sign)).filter_map(|(_, x, y)| Point::new(x, y)).collect()
}

/// The board sizes of the random positions: small, so that brute force is quick, and not all square.
pub fn sizes() -> Vec<Size> {
    [(6, 6), (7, 7), (5, 8), (9, 6), (8, 8), (9, 9)].map(|(w, h)| Size::new(w, h).unwrap()).to_vec()
}

/// A random unfinished renju position around a point that is, or nearly is, forbidden for Black: pairs and
/// triples of stones on the lines through it, and a few stones elsewhere.
pub fn foul_position(size: Size, random: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(size, Rule::Renju);
    let centre =
        size.point(random.i32(2..i32::from(size.width()) - 2), random.i32(2..i32::from(size.height()) - 2));
    let centre = centre.unwrap_or(size.centre());
    for direction in Direction::ALL {
        let (colour, stones) = match random.u8(..10) {
            0..5 => (Colour::Black, 2),
            5..7 => (Colour::Black, 3),
            7..9 => (Colour::White, 3),
            _ => continue,
        };
        for _ in 0..stones {
            let steps = random.i32(1..=3) * if random.bool() { 1 } else { -1 };
            set_up_if_open(&mut position, centre.step(direction, steps, size), colour);
        }
    }
    for _ in 0..random.usize(..8) {
        let colour = if random.bool() { Colour::Black } else { Colour::White };
        let p = random_point(&position, colour, random).filter(|p| *p != centre);
        set_up_if_open(&mut position, p, colour);
    }
    position.set_first(if random.bool() { Colour::Black } else { Colour::White }).unwrap();
    position
}

/// Puts a free stone unless the point is outside or taken, or the stone would end the game.
fn set_up_if_open(position: &mut Position, p: Option<Point>, colour: Colour) {
    let Some(p) = p.filter(|p| position.stone(*p).is_none()) else { return };
    let outcome = position.grid().outcome(p, colour, position.rule());
    if matches!(outcome, Outcome::Open | Outcome::Foul(_)) {
        position.set_up(p, colour).unwrap();
    }
}
