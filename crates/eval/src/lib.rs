//! What a position is worth, and which of its points are worth a look.
//!
//! The value is a sum over the empty points of what a stone there would make of its lines for either side, kept up to
//! date while stones come and go, and a term for the threats that stand on the board. A second set of numbers scores
//! the points themselves, for ordering moves.
//!
//! Reading order: [`weights`] (the numbers, and their file), [`hand`] (the numbers set by hand), [`tables`] (the numbers
//! laid out for look-ups), [`evaluator`] (the sum), [`features`] (what a fit sees).
//!
//! This room knows the board and nothing of the search; it reads no file: weights come as bytes.

pub mod evaluator;
pub mod features;
pub mod hand;
pub mod tables;
pub mod weights;

pub use evaluator::{Evaluator, Sum};
pub use tables::Tables;
pub use weights::{Weights, WeightsError};

/// Parts of a point of value in which the value tables count, so that small numbers are not lost by rounding.
pub const FRACTION: i32 = 64;

/// How many points of value stand for one step of the sigmoid that makes win probabilities.
pub const SCALE: f64 = 200.0;

/// The probability that the side to move wins, from a value.
pub fn win_probability(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}
