//! How good a move was, and how well a side played: by the win probability that was lost.
//!
//! Raw scores are no measure: from +600 to +900 nothing happens, from +100 to -200 the game turns. So moves are judged by
//! the difference in winning chances, as lichess does since lila #4705; an inaccuracy there begins at five points of a hundred
//! (fishnet #143). The accuracy of a game is made of those of its moves the way lila #15164 describes it: the mean of a mean that is
//! weighted by how much is going on, and of the harmonic mean, which one bad move pulls down.

use serde::{Deserialize, Serialize};
use tengen_core::Colour;

/// A move that loses no more than this is as good as the best: less than the engine's view changes by itself.
pub const SAME: f64 = 0.005;
/// Win probability that an inaccuracy loses at least.
pub const INACCURACY: f64 = 0.05;
/// Win probability that a mistake loses at least.
pub const MISTAKE: f64 = 0.10;
/// Win probability that a blunder loses at least.
pub const BLUNDER: f64 = 0.15;

/// How fast the accuracy of a move falls with what it loses: 80 of 100 at an inaccuracy, 52 at a blunder.
const STEEPNESS: f64 = 4.4;
/// Bounds of the weight of a move, in points of a hundred.
const WEIGHTS: (f64, f64) = (0.5, 12.0);

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The engine's choice, or as good.
    Best,
    /// Not much was lost.
    Good,
    /// [`INACCURACY`] was lost.
    Inaccuracy,
    /// [`MISTAKE`] was lost.
    Mistake,
    /// [`BLUNDER`] was lost.
    Blunder,
}

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The grade of a move that loses so much win probability.
    pub fn of(loss: f64) -> Self {
        match loss {
            loss if loss >= BLUNDER => Self::Blunder,
            loss if loss >= MISTAKE => Self::Mistake,
            loss if loss >= INACCURACY => Self::Inaccuracy,
            loss if loss > SAME => Self::Good,
            _ => Self::Best,
        }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign of annotated games: nothing, `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Something of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Both<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Both<T> {
    /// One side's.
    pub const fn of(&self, side: Colour) -> &T {
        match side {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    pub(crate) const fn of_mut(&mut self, side: Colour) -> &mut T {
        match side {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}

/// How many moves got which grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// [`Grade::Best`].
    pub best: u32,
    /// [`Grade::Good`].
    pub good: u32,
    /// [`Grade::Inaccuracy`].
    pub inaccuracy: u32,
    /// [`Grade::Mistake`].
    pub mistake: u32,
    /// [`Grade::Blunder`].
    pub blunder: u32,
}

impl Counts {
    /// How many got this one.
    pub const fn of(&self, grade: Grade) -> u32 {
        match grade {
            Grade::Best => self.best,
            Grade::Good => self.good,
            Grade::Inaccuracy => self.inaccuracy,
            Grade::Mistake => self.mistake,
            Grade::Blunder => self.blunder,
        }
    }

    pub(crate) const fn add(&mut self, grade: Grade) {
        let count = match grade {
            Grade::Best => &mut self.best,
            Grade::Good => &mut self.good,
            Grade::Inaccuracy => &mut self.inaccuracy,
            Grade::Mistake => &mut self.mistake,
            Grade::Blunder => &mut self.blunder,
        };
        *count += 1;
    }
}

/// The accuracy of a move that loses so much win probability, up to 100.
pub fn move_accuracy(loss: f64) -> f64 {
    100.0 * (-STEEPNESS * loss.clamp(0.0, 1.0)).exp()
}

/// The accuracy of several moves, each with its weight; `None` without moves.
pub fn accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    // The worst move has an accuracy above 1, so nothing is divided by zero.
    let harmonic = moves.len() as f64 / moves.iter().map(|(accuracy, _)| 1.0 / accuracy).sum::<f64>();
    Some(f64::midpoint(weighted, harmonic))
}

/// The weight of the move after which the graph has its last value: how much the win rate moves about there, in points of a
/// hundred. The window grows with the game.
pub fn weight(graph: &[f64], moves: usize) -> f64 {
    let window = (moves / 10).clamp(2, 8);
    let last = &graph[graph.len().saturating_sub(window)..];
    let mean = last.iter().sum::<f64>() / last.len().max(1) as f64;
    let variance = last.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / last.len().max(1) as f64;
    (100.0 * variance.sqrt()).clamp(WEIGHTS.0, WEIGHTS.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_thresholds() {
        let graded = [0.0, 0.005, 0.006, 0.049, 0.05, 0.099, 0.1, 0.149, 0.15, 1.0].map(Grade::of);
        let expected = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4].map(|place| Grade::ALL[place]);
        assert_eq!(graded, expected);
    }

    #[test]
    fn accuracy_falls_with_loss_and_one_bad_move_weighs_more_than_its_share() {
        assert!((move_accuracy(0.0) - 100.0).abs() < 1e-9);
        assert!(
            (move_accuracy(INACCURACY) - 80.25).abs() < 0.01 && (move_accuracy(BLUNDER) - 51.69).abs() < 0.01
        );
        assert!(move_accuracy(1.0) > 1.0);
        assert_eq!(accuracy(&[]), None);
        let even = accuracy(&[(100.0, 1.0), (100.0, 12.0)]).unwrap();
        assert!((even - 100.0).abs() < 1e-9);
        let bad = accuracy(&[(100.0, 1.0), (100.0, 1.0), (10.0, 1.0)]).unwrap();
        assert!(bad < 60.0, "{bad}: the plain mean is 70, the harmonic one 25");
    }

    #[test]
    fn a_quiet_stretch_weighs_little() {
        assert!((weight(&[0.5, 0.5, 0.5], 30) - 0.5).abs() < 1e-9);
        assert!((weight(&[0.1, 0.9], 30) - 12.0).abs() < 1e-9);
        assert!((weight(&[0.5, 0.54], 30) - 2.0).abs() < 1e-9);
        assert!((weight(&[], 0) - 0.5).abs() < 1e-9);
    }
}
