//! The evaluation as a model to fit: the same tables as the engine's, in natural units.
//!
//! Value and policy are linear in the rows that a position shows, so each has a plain gradient. Numbers are logits here: the value's is that of
//! the win rate of the side to move, the policy's is one of a softmax over the candidates.

use tengen_core::board::Board;
use tengen_core::rule::RuleType;
use tengen_core::{Colour, Point};
use tengen_eval::features::{CLASS_ROWS, CROSSING_ROWS, Counts, LINE_ROWS, point_rows};
use tengen_eval::weights::{CLASSES, LINES, PLACES, Side, THREATS, place};
use tengen_eval::{FRACTION, SCALE, Weights};

/// Points of a move's score for one logit.
pub const POLICY_SCALE: f64 = 30.0;

const VALUE_CLASS: usize = LINE_ROWS;
const VALUE_CROSSING: usize = VALUE_CLASS + CLASS_ROWS;
const VALUE_THREAT: usize = VALUE_CROSSING + CROSSING_ROWS;
const POLICY_LINE: usize = VALUE_THREAT + THREATS;
const POLICY_CLASS: usize = POLICY_LINE + LINE_ROWS;
const POLICY_NEAR: usize = POLICY_CLASS + CLASS_ROWS;
/// Numbers for one side to move.
pub const PER_SIDE: usize = POLICY_NEAR + 2 * PLACES;
/// Rows of a move.
pub const MOVE_ROWS: usize = 7;

/// The numbers, for one side to move after the other, or once for both.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// In logits.
    pub numbers: Vec<f64>,
    /// Whether both sides to move share them.
    pub is_shared: bool,
}

/// One of the two things that a model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What positions are worth.
    Value,
    /// Which moves are worth a look.
    Policy,
}

/// One step of the value's part in quantised weights.
fn value_step() -> f64 {
    1.0 / (SCALE * f64::from(FRACTION))
}

impl Model {
    /// The model of some weights.
    pub fn of(weights: &Weights, is_shared: bool) -> Self {
        let sides = if is_shared { 1 } else { 2 };
        let mut numbers = Vec::with_capacity(sides * PER_SIDE);
        for side in &weights.sides[..sides] {
            let value = |n: &i16| f64::from(*n) * value_step();
            let policy = |n: &i16| f64::from(*n) / POLICY_SCALE;
            numbers.extend(side.line.as_flattened().iter().map(value));
            numbers.extend(side.class.as_flattened().iter().map(value));
            numbers.extend(side.crossing.as_flattened().iter().map(value));
            numbers.extend(side.threat.iter().map(value));
            numbers.extend(side.policy_line.as_flattened().iter().map(policy));
            numbers.extend(side.policy_class.as_flattened().iter().map(policy));
            numbers.extend(side.policy_near.as_flattened().iter().map(policy));
        }
        Self { numbers, is_shared }
    }

    /// The nearest weights. A row that no position has shown stays as it was.
    pub fn weights(&self) -> Weights {
        let rounded = |n: f64| n.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let side = |numbers: &[f64]| {
            let value = |at: usize| rounded(numbers[at] / value_step());
            let policy = |at: usize| rounded(numbers[at] * POLICY_SCALE);
            let mut side = Box::new(Side::ZERO);
            for own in 0..LINES {
                for other in 0..LINES {
                    side.line[own][other] = value(own * LINES + other);
                    side.policy_line[own][other] = policy(POLICY_LINE + own * LINES + other);
                }
            }
            for own in 0..CLASSES {
                for other in 0..CLASSES {
                    side.class[own][other] = value(VALUE_CLASS + own * CLASSES + other);
                    side.policy_class[own][other] = policy(POLICY_CLASS + own * CLASSES + other);
                }
            }
            // Every move has one row of each, so only differences count: what is far is worth nothing, as is a stone that is not there.
            for (whose, near) in side.policy_near.iter_mut().enumerate() {
                let first = POLICY_NEAR + whose * PLACES;
                for (at, near) in near.iter_mut().enumerate() {
                    *near = rounded((numbers[first + at] - numbers[first]) * POLICY_SCALE);
                }
            }
            for (at, crossing) in side.crossing.as_flattened_mut().iter_mut().enumerate() {
                *crossing = value(VALUE_CROSSING + at);
            }
            for threats in 0..THREATS {
                side.threat[threats] = value(VALUE_THREAT + threats);
            }
            side
        };
        let black = side(&self.numbers[..PER_SIDE]);
        if self.is_shared {
            Weights::both(black)
        } else {
            Weights { sides: [black, side(&self.numbers[PER_SIDE..])] }
        }
    }

    /// How large a step of a number may be next to one of the policy: what is there many times moves in small steps.
    pub fn pace(row: usize) -> f64 {
        match row % PER_SIDE {
            row if row < VALUE_CLASS => 0.03,
            row if row < VALUE_THREAT => 0.15,
            row if row < POLICY_LINE => 0.5,
            _ => 1.0,
        }
    }

    /// Takes the value or the policy of another model, but for the part that is wanted.
    pub fn restore_all_but(&mut self, wanted: Part, other: &Self) {
        for (row, (number, old)) in self.numbers.iter_mut().zip(&other.numbers).enumerate() {
            let part = if row % PER_SIDE < POLICY_LINE { Part::Value } else { Part::Policy };
            if part != wanted {
                *number = *old;
            }
        }
    }

    /// Makes every value so many times as large.
    pub fn scale_value(&mut self, factor: f64) {
        for (row, number) in self.numbers.iter_mut().enumerate() {
            if row % PER_SIDE < POLICY_LINE {
                *number *= factor;
            }
        }
    }

    fn base(&self, side: Colour) -> usize {
        if self.is_shared { 0 } else { side.index() * PER_SIDE }
    }

    /// The logit of the win rate of the side to move, and the rows that make it, each with how often it is there.
    pub fn value<R: RuleType>(&self, board: &Board<R>, rows: &mut Vec<(usize, f64)>) -> f64 {
        let base = self.base(board.to_move());
        let counts = Counts::of(board);
        rows.clear();
        let seen = |(row, count): (usize, &u16)| (*count > 0).then(|| (base + row, f64::from(*count)));
        rows.extend(counts.lines.iter().enumerate().filter_map(seen));
        rows.extend(
            counts.classes.iter().enumerate().filter_map(|(row, count)| seen((VALUE_CLASS + row, count))),
        );
        rows.extend(counts.crossings.iter().map(|row| (base + VALUE_CROSSING + row, 1.0)));
        rows.push((base + VALUE_THREAT + counts.threats, 1.0));
        rows.iter().map(|(row, count)| self.numbers[*row] * count).sum()
    }

    /// The logit of a move, and its rows; `last` are the last stones of the other side and of the own. A stone that is not there counts
    /// as one that is far.
    pub fn policy<R: RuleType>(
        &self,
        board: &Board<R>,
        p: Point,
        last: [Option<Point>; 2],
    ) -> (f64, [usize; MOVE_ROWS]) {
        let us = board.to_move();
        let base = self.base(us);
        let ([a, b, c, d], class) = point_rows(board, p, us);
        let rows = [
            base + POLICY_LINE + a,
            base + POLICY_LINE + b,
            base + POLICY_LINE + c,
            base + POLICY_LINE + d,
            base + POLICY_CLASS + class,
            base + POLICY_NEAR + last[0].map_or(0, |stone| place(p, stone)),
            base + POLICY_NEAR + PLACES + last[1].map_or(0, |stone| place(p, stone)),
        ];
        (rows.iter().map(|row| self.numbers[*row]).sum(), rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Size;
    use tengen_core::rule::Freestyle;
    use tengen_eval::weights::CROSSINGS;
    use tengen_eval::{Evaluator, Tables};

    /// A position with stones by lot.
    fn board(seed: u64, stones: usize) -> Board<Freestyle> {
        let mut lots = fastrand::Rng::with_seed(seed);
        let mut board = Board::<Freestyle>::new(Size::FIFTEEN);
        for _ in 0..stones {
            let points: Vec<Point> = board.candidates().iter().collect();
            board.play(lots.choice(&points).copied().unwrap_or_else(|| Size::FIFTEEN.centre()));
            if board.winner().is_some() {
                board.undo();
            }
        }
        board
    }

    #[test]
    fn the_model_is_the_engines_evaluation() {
        let mut weights = tengen_eval::hand::weights();
        for (whose, at) in [(0, 1), (0, 5), (1, 2), (1, 27)] {
            weights.sides[0].policy_near[whose][at] = 90 - 7 * at as i16;
        }
        for (at, worth) in weights.sides[0].crossing.as_flattened_mut().iter_mut().enumerate() {
            *worth = if at % CROSSINGS == 0 { 0 } else { (at * 37 % 301) as i16 - 150 };
        }
        weights.sides[1] = weights.sides[0].clone();
        for is_shared in [true, false] {
            let model = Model::of(&weights, is_shared);
            assert_eq!(model.weights(), weights);
            let tables = Tables::new(&weights);
            for seed in 0..200 {
                let board = board(seed, (seed % 60) as usize);
                let value = model.value(&board, &mut Vec::new()) * SCALE;
                let engines = Evaluator::new(&tables, &board).value(&board);
                assert!((value - f64::from(engines)).abs() < 1.0, "{value} and {engines}");
                let stones: Vec<Point> = board.stones(Colour::Black).iter().collect();
                let last = [stones.first().copied(), stones.last().copied()];
                let near = tables.nearness(board.to_move(), last);
                for p in board.candidates() {
                    let score = model.policy(&board, p, last).0 * POLICY_SCALE;
                    let engines = tables.point_score(&board, p, board.to_move()) + near.score(p);
                    assert!((score - f64::from(engines)).abs() < 1e-6, "{score} and {engines}");
                }
            }
        }
    }
}
