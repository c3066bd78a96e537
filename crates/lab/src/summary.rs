//! What a match came to, from its game lines: counts, Elo, the sequential test, and how each engine behaved.

use crate::line::{GameLine, Margin, Reason, Winner};
use crate::stats::{Pentanomial, Result3, Sample, Sprt, Trinomial, Verdict};
use serde::Serialize;
use std::collections::HashMap;

/// How an engine behaved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Conduct {
    /// Games lost by a crash or by quitting.
    pub crashes: u64,
    /// Games lost on time.
    pub late: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by ERROR or UNKNOWN.
    pub errors: u64,
    /// How it kept its time.
    #[serde(flatten)]
    pub margin: Margin,
}

impl Conduct {
    /// Games lost by anything but play.
    pub fn failures(&self) -> u64 {
        self.crashes + self.late + self.illegal + self.errors
    }
}

/// Counts of a match, kept up to date game by game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    games: Trinomial,
    penta: Pentanomial,
    /// Pairs of which one game is there.
    halves: HashMap<u64, Result3>,
    conduct: [Conduct; 2],
    names: [String; 2],
}

impl Tally {
    /// Nothing yet, with what A and B are called until their games say more.
    pub fn new(names: [String; 2]) -> Self {
        Self { names, ..Self::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, line: &GameLine) {
        let result = line.winner.result();
        self.games.add(result);
        match self.halves.remove(&line.pair()) {
            Some(other) => self.penta.add(other, result),
            None => {
                self.halves.insert(line.pair(), result);
            }
        }
        self.names.clone_from(&line.names);
        for (conduct, margin) in self.conduct.iter_mut().zip(&line.margins) {
            conduct.margin.add(margin);
        }
        let loser = match line.winner {
            Winner::A => &mut self.conduct[1],
            Winner::B => &mut self.conduct[0],
            Winner::Draw => return,
        };
        match line.reason {
            Reason::Crash => loser.crashes += 1,
            Reason::Time => loser.late += 1,
            Reason::Illegal => loser.illegal += 1,
            Reason::Error => loser.errors += 1,
            Reason::Five
            | Reason::Proven
            | Reason::Foul
            | Reason::Quiet
            | Reason::FullBoard
            | Reason::MaxMoves => {}
        }
    }

    /// How many games are there.
    pub fn games(&self) -> u64 {
        self.games.games()
    }

    /// What the figures rest on: the pairs, or single games while there is no pair.
    pub fn sample(&self) -> Sample {
        if self.penta.pairs() > 0 { self.penta.sample() } else { self.games.sample() }
    }

    /// What the sequential test says; only whole pairs count.
    pub fn verdict(&self, sprt: Option<&Sprt>) -> Verdict {
        sprt.filter(|_| self.penta.pairs() > 0)
            .map_or(Verdict::Open, |sprt| sprt.verdict(&self.penta.sample()))
    }

    /// Everything as figures.
    pub fn summary(&self, sprt: Option<&Sprt>) -> Summary {
        let [losses, draws, wins] = self.games.0;
        let sample = self.sample();
        let elo = sample.elo();
        let games = self.games();
        let points = wins as f64 + draws as f64 / 2.0;
        Summary {
            games,
            wins,
            draws,
            losses,
            elo: rounded(elo.elo),
            elo_low: rounded(elo.low),
            elo_high: rounded(elo.high),
            penta: self.penta,
            llr: rounded(sprt.copied().unwrap_or_default().llr(&self.penta.sample())),
            score: if games == 0 { 0.5 } else { rounded(points / games as f64) },
            los: rounded(sample.superiority()),
            sprt: sprt.map(|sprt| SprtSummary::new(sprt, self.verdict(Some(sprt)))),
            a: EngineSummary { name: self.names[0].clone(), conduct: self.conduct[0] },
            b: EngineSummary { name: self.names[1].clone(), conduct: self.conduct[1] },
            complete: false,
        }
    }
}

/// Four places behind the point are more than any match is worth.
fn rounded(value: f64) -> f64 {
    // Adding zero makes a negative zero positive.
    (value * 1e4).round() / 1e4 + 0.0
}

/// The result of a match, from A's view. Written as JSON, its fields come in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Finished games.
    pub games: u64,
    /// Won by A.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by B.
    pub losses: u64,
    /// Elo of A over B.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub elo_low: f64,
    /// Upper end.
    pub elo_high: f64,
    /// Pairs: `[LL, LD, WL or DD, WD, WW]`.
    pub penta: Pentanomial,
    /// The log-likelihood ratio of the sequential test; without one, of [`Sprt::default`].
    pub llr: f64,
    /// Mean score of a game.
    pub score: f64,
    /// The probability that A is stronger.
    pub los: f64,
    /// The sequential test.
    pub sprt: Option<SprtSummary>,
    /// The first engine.
    pub a: EngineSummary,
    /// The second engine.
    pub b: EngineSummary,
    /// Whether all games were played, or the test was decided.
    pub complete: bool,
}

/// A sequential test and its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    /// Elo of the hypothesis "no gain".
    pub elo0: f64,
    /// Elo of the hypothesis "gain".
    pub elo1: f64,
    /// Below this ratio it is rejected.
    pub lower: f64,
    /// Above this ratio it is accepted.
    pub upper: f64,
    /// What it says.
    pub verdict: Verdict,
}

impl SprtSummary {
    fn new(sprt: &Sprt, verdict: Verdict) -> Self {
        let (lower, upper) = sprt.bounds();
        Self { elo0: sprt.elo0, elo1: sprt.elo1, lower: rounded(lower), upper: rounded(upper), verdict }
    }
}

/// An engine's name and conduct.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineSummary {
    /// What it is called.
    pub name: String,
    /// How it behaved.
    #[serde(flatten)]
    pub conduct: Conduct,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Side;

    fn game(number: u64, winner: Winner, reason: Reason) -> GameLine {
        GameLine {
            game: number,
            black: if number.is_multiple_of(2) { Side::A } else { Side::B },
            winner,
            reason,
            detail: String::new(),
            names: ["x".to_owned(), "y".to_owned()],
            opening: 0,
            moves: String::new(),
            plies: Vec::new(),
            margins: [Margin::default(), Margin { over: 1, worst_ms: number as f64 }],
        }
    }

    #[test]
    fn games_count_at_once_and_pairs_when_both_are_there_in_any_order() {
        let mut tally = Tally::default();
        for (number, winner, reason) in [
            (5, Winner::A, Reason::Five),
            (0, Winner::B, Reason::Crash),
            (4, Winner::Draw, Reason::FullBoard),
            (2, Winner::A, Reason::Time),
            (1, Winner::B, Reason::Illegal),
        ] {
            tally.add(&game(number, winner, reason));
        }
        let summary = tally.summary(None);
        assert_eq!((summary.games, summary.wins, summary.draws, summary.losses), (5, 2, 1, 2));
        assert_eq!(summary.penta, Pentanomial([1, 0, 0, 1, 0]));
        let (a, b) = (summary.a.conduct, summary.b.conduct);
        assert_eq!((a.crashes, a.illegal, a.late, b.late, b.failures()), (1, 1, 0, 1, 1));
        assert_eq!(b.margin, Margin { over: 5, worst_ms: 5.0 });
        assert_eq!(summary.sprt, None);
    }

    #[test]
    fn without_a_pair_the_figures_rest_on_single_games() {
        let mut tally = Tally::new(["a".to_owned(), "b".to_owned()]);
        assert_eq!(tally.summary(None).a.name, "a");
        tally.add(&game(0, Winner::A, Reason::Five));
        tally.add(&game(2, Winner::A, Reason::Five));
        assert_eq!(tally.sample(), Trinomial([0, 0, 2]).sample());
        let sprt = Sprt::default();
        assert_eq!(tally.verdict(Some(&sprt)), Verdict::Open);
        tally.add(&game(3, Winner::B, Reason::Five));
        assert_eq!(tally.sample(), Pentanomial([0, 0, 1, 0, 0]).sample());
    }

    #[test]
    fn the_summary_is_json_in_the_promised_order_without_null_figures() {
        let text = serde_json::to_string(&Tally::default().summary(None)).unwrap();
        let start = r#"{"games":0,"wins":0,"draws":0,"losses":0,"elo":0.0,"elo_low":-1199.8262,"elo_high":1199.8262,"penta":[0,0,0,0,0],"llr":0.0,"#;
        assert!(text.starts_with(start), "{text}");
    }
}
