//! What a match proves: scores of pairs, Elo with its interval, the likelihood of superiority, and the sequential
//! test.
//!
//! The one idea: the two games of an opening are not independent, so the unit is the pair. Its score is 0, 1/4, 1/2, 3/4
//! or 1; everything below needs only how often each was seen, that is the mean and the variance of a [`Sample`].
//! Single games make a sample too, with three scores; it is wider and safe.
//!
//! All figures are finite. One imagined unit, even on average, is added where the variance is estimated, so that it is
//! never 0 after a few equal results; and scores are kept [`FARTHEST`] away from 0 and 1, which is 1200 Elo.

use serde::Serialize;

/// Scores are kept this far from 0 and 1 where they are turned into Elo.
pub const FARTHEST: f64 = 1e-3;

/// The half width of the 95 % interval in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_985;

/// Pairs by their score for A: `[LL, LD, WL or DD, WD, WW]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair, by the results of its two games.
    pub fn add(&mut self, first: Result3, second: Result3) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// How many pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same match from B's view.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Mean and variance of the pair scores. The imagined pair is half 1-1 and a quarter each 2-0 and 0-2.
    pub fn sample(&self) -> Sample {
        Sample::of(&self.0, &[0.25, 0.0, 0.5, 0.0, 0.25])
    }
}

/// Games by their result for A: `[losses, draws, wins]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial(pub [u64; 3]);

impl Trinomial {
    /// Adds a game.
    pub fn add(&mut self, result: Result3) {
        self.0[result.half_points()] += 1;
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean and variance of the game scores. The imagined game is half won and half lost.
    pub fn sample(&self) -> Sample {
        Sample::of(&self.0, &[0.5, 0.0, 0.5])
    }
}

/// The result of a game for A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Result3 {
    /// A lost.
    Loss,
    /// Nobody won.
    Draw,
    /// A won.
    Win,
}

impl Result3 {
    /// 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// 0, 1/2 or 1.
    pub fn score(self) -> f64 {
        self.half_points() as f64 / 2.0
    }
}

/// How many units (pairs or games) were seen, the mean of their scores, and the variance of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many units.
    pub n: f64,
    /// Mean score; 1/2 if there are none.
    pub mean: f64,
    /// Variance of one unit's score, with the imagined unit.
    pub variance: f64,
}

impl Sample {
    /// From how often each score was seen; the scores lie evenly between 0 and 1. `imagined` adds up to 1.
    fn of<const N: usize>(counts: &[u64; N], imagined: &[f64; N]) -> Self {
        let score = |i: usize| i as f64 / (N - 1) as f64;
        let mean_of = |weights: &[f64; N], n: f64| {
            weights.iter().enumerate().map(|(i, weight)| weight * score(i)).sum::<f64>() / n
        };
        let seen = counts.map(|count| count as f64);
        let n: f64 = seen.iter().sum();
        let mean = if n > 0.0 { mean_of(&seen, n) } else { 0.5 };
        let mut all = seen;
        for (weight, more) in all.iter_mut().zip(imagined) {
            *weight += more;
        }
        let centre = mean_of(&all, n + 1.0);
        let squares = all.iter().enumerate().map(|(i, weight)| weight * (score(i) - centre).powi(2));
        Self { n, mean, variance: squares.sum::<f64>() / (n + 1.0) }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        (self.variance / self.n.max(1.0)).sqrt()
    }

    /// Elo with its 95 % interval. Without a result the interval is everything.
    pub fn elo(&self) -> EloInterval {
        if self.n == 0.0 {
            let most = elo_of_score(1.0);
            return EloInterval { elo: 0.0, low: -most, high: most };
        }
        // A clean score is worth what it would be with a quarter of a unit lost or won.
        let margin = (0.25 / self.n).clamp(FARTHEST, 0.5);
        let around = TWO_SIDED_95 * self.error();
        EloInterval {
            elo: elo_of_score(self.mean.clamp(margin, 1.0 - margin)),
            low: elo_of_score(self.mean - around),
            high: elo_of_score(self.mean + around),
        }
    }

    /// The probability that A is the stronger one: how likely the mean lies above 1/2.
    pub fn superiority(&self) -> f64 {
        if self.n == 0.0 { 0.5 } else { normal_cdf((self.mean - 0.5) / self.error()) }
    }

    /// The logarithm of the likelihood ratio of two strengths: `n (s1 - s0) (2 m - s0 - s1) / (2 v)`.
    pub fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let (s0, s1) = (score_of_elo(elo0), score_of_elo(elo1));
        self.n * (s1 - s0) * (2.0 * self.mean - s0 - s1) / (2.0 * self.variance)
    }
}

/// Elo and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloInterval {
    /// The estimate.
    pub elo: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The expected score of a difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that a score stands for, from -1200 to 1200.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(FARTHEST, 1.0 - FARTHEST);
    400.0 * (score / (1.0 - score)).log10()
}

/// The normal distribution function, by Abramowitz and Stegun 7.1.26 (error below 1.5e-7).
fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = terms.iter().fold(0.0, |sum, term| sum * t + term) * t * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// A sequential test of two strengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo of the hypothesis "no gain".
    pub elo0: f64,
    /// The Elo of the hypothesis "gain".
    pub elo1: f64,
    /// How often "gain" may be accepted at `elo0`.
    pub alpha: f64,
    /// How often "no gain" may be accepted at `elo1`.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Not yet decided.
    Open,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
}

impl Default for Sprt {
    /// The preset `gain` with 5 % of errors of each kind.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// Bounds that have a name, each with what it is for.
    pub const PRESETS: [(&'static str, f64, f64, &'static str); 4] = [
        ("coarse", 0.0, 15.0, "an early engine, large steps"),
        ("gain", 0.0, 10.0, "a change that should make it stronger"),
        ("fine", 0.0, 5.0, "a small gain, many games"),
        ("no-loss", -10.0, 0.0, "a simplification must not make it weaker"),
    ];

    /// The bounds of the log-likelihood ratio: below the first it is rejected, above the second accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of a sample.
    pub fn llr(&self, sample: &Sample) -> f64 {
        sample.llr(self.elo0, self.elo1)
    }

    /// What the test says about a sample.
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let ((lower, upper), llr) = (self.bounds(), self.llr(sample));
        if llr >= upper {
            Verdict::Accepted
        } else if llr <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests;
