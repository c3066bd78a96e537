//! Tuning the numbers of the search by games: simultaneous perturbation (Spall 1992), as chess engines use it.
//!
//! Every number is shifted at random, up or down, all at once; the engine with the shifted numbers plays a pair of games against the one with the
//! opposite shifts, and every number moves a little towards the side that won. What a single pair says is mostly noise, which is why
//! there are thousands of them, with shifts and moves that shrink. Trials are drawn from the seed and their number alone.

use crate::game::{self, Abort, Plan};
use crate::line::{Side, Winner};
use crate::openings::Opening;
use crate::spec::{EngineSpec, Kind};
use crate::{player, plot};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tengen_core::{Rule, Size};
use tengen_engine::Params;

/// How slowly moves and shifts shrink (Spall's).
const MOVE_DECAY: f64 = 0.602;
const SHIFT_DECAY: f64 = 0.101;
/// Share of all trials before which moves hardly shrink.
const STABLE_SHARE: f64 = 0.1;
/// Points of the curves that are kept.
const KEPT: u64 = 400;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Knob {
    /// Its name in [`Params`].
    pub name: String,
    /// Where it started.
    pub start: f64,
    /// It is never less,
    pub least: f64,
    /// nor more.
    pub most: f64,
    /// How far it is shifted in the last trials.
    pub reach: f64,
    /// Where it is.
    pub value: f64,
}

/// Why a text names no knob.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no number to tune: write NAME or NAME:LEAST:MOST:REACH; names are {}", Params::NAMES.join(", "))]
pub struct KnobError {
    /// The text.
    pub text: String,
}

impl Knob {
    /// Reads `NAME` or `NAME:LEAST:MOST:REACH`; the number starts where `params` has it.
    ///
    /// # Errors
    /// When there is no such number, or its range is none.
    pub fn parse(text: &str, params: &Params) -> Result<Self, KnobError> {
        let wrong = || KnobError { text: text.to_owned() };
        let mut parts = text.split(':').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let start = f64::from(params.get(name).ok_or_else(wrong)?);
        let range: Vec<f64> =
            parts.map(|part| part.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        let (least, most, reach) = match range[..] {
            [] => (0.0, 4.0 * start + 4.0, (0.2 * start).max(0.7)),
            [least, most, reach] => (least, most, reach),
            _ => return Err(wrong()),
        };
        let is_range = 0.0 <= least && least <= start && start <= most && most <= 1e6 && reach > 0.0;
        if !is_range {
            return Err(wrong());
        }
        Ok(Self { name: name.to_owned(), start, least, most, reach, value: start })
    }
}

/// How far a tuning has come; what is kept on the disk.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// What has to be the same to go on: engine, rule, board, openings, seed.
    pub conditions: String,
    /// Trials in all.
    pub trials: u64,
    /// Trials that were played.
    pub done: u64,
    /// The numbers.
    pub knobs: Vec<Knob>,
    /// The numbers after so many trials.
    pub curve: Vec<(u64, Vec<f64>)>,
}

impl State {
    /// The beginning.
    pub fn new(conditions: String, trials: u64, knobs: Vec<Knob>) -> Self {
        let curve = vec![(0, knobs.iter().map(|knob| knob.value).collect())];
        Self { conditions, trials, done: 0, knobs, curve }
    }

    /// The shift of a knob in a trial, without its sign.
    fn shift(&self, knob: &Knob, trial: u64) -> f64 {
        knob.reach * (self.trials.max(1) as f64 / (trial + 1) as f64).powf(SHIFT_DECAY)
    }

    /// How much of a shift the knobs move after a won trial.
    fn rate(&self, trial: u64) -> f64 {
        let trials = self.trials.max(1) as f64;
        let stable = STABLE_SHARE * trials;
        ((stable + trials) / (stable + trial as f64 + 1.0)).powf(MOVE_DECAY) / trials.sqrt()
    }

    /// The two engines of a trial: signs of the shifts, and the numbers of both sides as whole numbers. Rounding is by lot, the same lot for both,
    /// so that half a step is felt half of the time.
    fn trial(&self, trial: u64, seed: u64) -> Trial {
        let mut lots = fastrand::Rng::with_seed(seed ^ trial.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut made = Trial { number: trial, signs: Vec::new(), numbers: [Vec::new(), Vec::new()] };
        for knob in &self.knobs {
            let sign = if lots.bool() { 1.0 } else { -1.0 };
            let lot = lots.f64();
            let shift = sign * self.shift(knob, trial);
            for (numbers, shift) in made.numbers.iter_mut().zip([shift, -shift]) {
                numbers.push(((knob.value + shift).clamp(knob.least, knob.most) + lot).floor() as i32);
            }
            made.signs.push(sign);
        }
        made
    }

    /// Moves the knobs by what a trial says: 1 if the first side won both games, -1 if it lost both.
    fn learn(&mut self, trial: &Trial, score: f64) {
        let rate = self.rate(trial.number) * score;
        let shifts: Vec<f64> = self.knobs.iter().map(|knob| self.shift(knob, trial.number)).collect();
        for ((knob, sign), shift) in self.knobs.iter_mut().zip(&trial.signs).zip(shifts) {
            knob.value = (knob.value + rate * sign * shift).clamp(knob.least, knob.most);
        }
        self.done += 1;
        if self.done.is_multiple_of((self.trials / KEPT).max(1)) || self.done == self.trials {
            self.curve.push((self.done, self.knobs.iter().map(|knob| knob.value).collect()));
        }
    }

    /// A page with the way of every number.
    pub fn page(&self) -> String {
        let mut page = plot::head("Tuning", &format!("{} of {} trials.", self.done, self.trials));
        for (at, knob) in self.knobs.iter().enumerate() {
            let way: Vec<(f64, f64)> =
                self.curve.iter().map(|(done, values)| (*done as f64, values[at])).collect();
            let graph = plot::graph("trial", &[("held", &way)]);
            let _ = writeln!(page, "<h2>{}: {} to {:.1}</h2>\n{graph}", knob.name, knob.start, knob.value);
        }
        plot::end(page)
    }

    /// The numbers as options of an engine.
    pub fn options(&self) -> String {
        let words: Vec<String> =
            self.knobs.iter().map(|knob| format!("{}={}", knob.name, knob.value.round())).collect();
        words.join(",")
    }
}

/// Two sides to be compared.
struct Trial {
    number: u64,
    signs: Vec<f64>,
    numbers: [Vec<i32>; 2],
}

/// What the games are played with.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The engine whose numbers are tuned.
    pub engine: EngineSpec,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// A trial takes one of them.
    pub openings: Vec<Opening>,
    /// For all lots.
    pub seed: u64,
    /// Trials at a time.
    pub concurrency: usize,
}

impl Ground {
    /// The engine with other numbers.
    fn with(&self, names: &[String], numbers: &[i32]) -> EngineSpec {
        let mut spec = self.engine.clone();
        if let Kind::Tengen(style) = &mut spec.kind {
            for (name, number) in names.iter().zip(numbers) {
                style.params.set(name, *number);
            }
        }
        spec
    }

    /// Plays a trial: both colours of one opening.
    fn play(&self, names: &[String], trial: &Trial, stop: &Arc<AtomicBool>) -> Result<f64, Abort> {
        let specs = [0, 1].map(|side| self.with(names, &trial.numbers[side]));
        let mut players = [player::make(&specs[0], stop), player::make(&specs[1], stop)];
        let mut score = 0.0;
        for black in Side::BOTH {
            let plan = Plan {
                game: 2 * trial.number + black.index() as u64,
                rule: self.rule,
                size: self.size,
                opening: &self.openings[trial.number as usize % self.openings.len().max(1)],
                black,
                allowances: [self.engine.allowance; 2],
                tolerance: Duration::from_secs(10),
                max_moves: self.size.area(),
                draw: None,
                seed: self.seed ^ trial.number,
            };
            score += match game::play(&plan, &mut players, None)?.winner {
                Winner::A => 0.5,
                Winner::B => -0.5,
                Winner::Draw => 0.0,
            };
        }
        Ok(score)
    }

    /// Plays the trials that are missing. `tell` hears of the state after each, and may end it by saying no.
    ///
    /// # Errors
    /// When a game cannot be played.
    pub fn tune(
        &self,
        state: State,
        call_off: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(&State) -> bool,
    ) -> Result<State, Abort> {
        if self.openings.is_empty() {
            return Err(Abort::Opening { game: 0, text: "there are no openings".to_owned() });
        }
        let next = AtomicU64::new(state.done);
        let trials = state.trials;
        let names: Vec<String> = state.knobs.iter().map(|knob| knob.name.clone()).collect();
        let state = Mutex::new(state);
        std::thread::scope(|scope| {
            let (sender, results) = sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, next, state, names) = (sender.clone(), &next, &state, &names);
                scope.spawn(move || {
                    while !call_off.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= trials {
                            return;
                        }
                        let trial =
                            state.lock().unwrap_or_else(PoisonError::into_inner).trial(number, self.seed);
                        let score = self.play(names, &trial, call_off);
                        let is_failed = score.is_err();
                        if sender.send((trial, score)).is_err() || is_failed {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut failure = None;
            for (trial, score) in results {
                match score {
                    Ok(score) => {
                        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                        state.learn(&trial, score);
                        if !tell(&state) {
                            call_off.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(Abort::CalledOff) => {}
                    Err(abort) => {
                        call_off.store(true, Ordering::Relaxed);
                        failure.get_or_insert(abort);
                    }
                }
            }
            failure.map_or(Ok(()), Err)
        })?;
        Ok(state.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, start: f64, reach: f64) -> Knob {
        Knob { name: name.into(), start, least: 0.0, most: 1000.0, reach, value: start }
    }

    #[test]
    fn knobs_are_read_with_or_without_a_range() {
        let params = Params::TUNED;
        let plain = Knob::parse("futility_margin", &params).unwrap();
        assert!((plain.start - f64::from(params.futility_margin)).abs() < 1e-9);
        let ranged = Knob::parse("razor_depth:1:8:0.5", &params).unwrap();
        assert_eq!([ranged.least, ranged.most, ranged.reach].map(|n| (10.0 * n) as i32), [10, 80, 5]);
        for wrong in ["luck", "razor_depth:5", "razor_depth:7:8:1", "razor_depth:0:9:0", "razor_depth:a:b:c"]
        {
            assert!(Knob::parse(wrong, &params).is_err(), "{wrong}");
        }
    }

    /// Trials against a known landscape instead of games: the greatest strength is at 70 and 20, and a trial is won by lot according
    /// to the difference.
    #[test]
    fn knobs_climb_a_hill_through_the_noise() {
        let strength = |numbers: &[i32]| {
            let [a, b] = [f64::from(numbers[0]), f64::from(numbers[1])];
            -((a - 70.0) / 10.0).powi(2) * 12.0 - ((b - 20.0) / 4.0).powi(2) * 12.0
        };
        let mut state = State::new(String::new(), 4000, vec![knob("a", 40.0, 8.0), knob("b", 8.0, 3.0)]);
        let mut lots = fastrand::Rng::with_seed(9);
        for number in 0..state.trials {
            let trial = state.trial(number, 5);
            let elo = strength(&trial.numbers[0]) - strength(&trial.numbers[1]);
            let rate = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
            let mut game = || if lots.f64() < rate { 0.5 } else { -0.5 };
            let score = game() + game();
            state.learn(&trial, score);
        }
        let [a, b] = [state.knobs[0].value, state.knobs[1].value];
        assert!((55.0..85.0).contains(&a) && (14.0..26.0).contains(&b), "{a} {b}");
        assert_eq!(state.curve.last().unwrap().0, 4000);
    }

    #[test]
    fn both_sides_of_a_trial_are_as_far_from_the_middle() {
        let state = State::new(String::new(), 100, vec![knob("a", 500.0, 30.0)]);
        for number in 0..50 {
            let trial = state.trial(number, 1);
            let middle = (trial.numbers[0][0] + trial.numbers[1][0]) as f64 / 2.0;
            assert!((middle - 500.0).abs() <= 1.0, "{middle}");
            assert!((trial.numbers[0][0] - trial.numbers[1][0]).abs() >= 58);
        }
    }
}
