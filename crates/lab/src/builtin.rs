//! The players that need no other program: the engine itself, and one that plays by lot.

use crate::player::{Choice, Failure, Player, Start, TurnClock};
use crate::spec::{Allowance, EngineSpec, Style};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tengen_core::{Point, Position};
use tengen_engine::{Clock, Engine, Limits, Options, Request, Sink, Thinking};

/// How often a wait looks whether it was called off.
const SLICE: Duration = Duration::from_millis(20);
/// How long a search that was told to stop has to stop.
const STOP_WAIT: Duration = Duration::from_secs(5);

/// The engine of this program.
pub struct Tengen {
    name: String,
    allowance: Allowance,
    style: Style,
    engine: Engine,
    seed: u64,
    game_seed: u64,
    call_off: Arc<AtomicBool>,
}

/// Says by being dropped that the search has ended, so that nobody has to ask again and again.
struct Ended {
    _says: Sender<()>,
}

impl Sink for Ended {}

impl Tengen {
    /// The engine as the user named it.
    pub fn new(spec: &EngineSpec, style: Style, call_off: Arc<AtomicBool>) -> Self {
        let usual = Options::default();
        let options = Options {
            memory: spec.allowance.memory,
            threads: spec.allowance.threads.unwrap_or(1),
            caution: style.caution.unwrap_or(usual.caution),
            features: style.features,
            params: style.params,
            tables: style.tables,
        };
        Self {
            name: spec.name(),
            allowance: spec.allowance,
            style,
            engine: Engine::new(options),
            seed: spec.seed,
            game_seed: 0,
            call_off,
        }
    }

    fn request(&self, position: &Position, clock: &TurnClock) -> Request {
        let Allowance { turn, game, increment, nodes, depth, .. } = self.allowance;
        let has_time = turn.is_some() || game.is_some();
        let clock = has_time.then_some(Clock { turn, game, left: clock.left, increment });
        Request {
            limits: Limits { clock, nodes, depth, ..Limits::default() },
            level: self.style.level,
            // Another lot for every move, the same for the same game.
            seed: self.game_seed ^ (position.moves().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ..Request::new(position.clone())
        }
    }

    /// Waits for the end of the search. `Err` says why it was not waited for any longer; the search is stopped then.
    fn wait(
        &self,
        thinking: &Thinking,
        ended: &std::sync::mpsc::Receiver<()>,
        wait: Duration,
    ) -> Result<(), Failure> {
        let from = Instant::now();
        loop {
            let rest = wait.saturating_sub(from.elapsed());
            match ended.recv_timeout(rest.min(SLICE)) {
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                _ if self.call_off.load(Ordering::Relaxed) => {
                    thinking.stop();
                    return Err(Failure::CalledOff);
                }
                _ if rest.is_zero() => {
                    thinking.stop();
                    return Err(Failure::Late(format!("no answer within {:.3} s", wait.as_secs_f64())));
                }
                _ => {}
            }
        }
    }
}

impl Player for Tengen {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, start: &Start) -> Result<(), Failure> {
        self.game_seed = start.seed ^ self.seed;
        self.engine.forget();
        Ok(())
    }

    fn choose(&mut self, position: &Position, clock: &TurnClock) -> Result<Choice, Failure> {
        let request = self.request(position, clock);
        let (says, ended) = channel();
        let from = Instant::now();
        let thinking = self.engine.think(request, Ended { _says: says });
        let waited = self.wait(&thinking, &ended, clock.wait());
        if waited.is_err() && ended.recv_timeout(STOP_WAIT) != Err(RecvTimeoutError::Disconnected) {
            // It does not stop: to wait for its thread would hang the match.
            std::mem::forget(thinking);
            return Err(waited.err().unwrap_or(Failure::CalledOff));
        }
        let answer = catch_unwind(AssertUnwindSafe(|| thinking.wait()));
        let elapsed = from.elapsed();
        waited?;
        let answer = answer.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            Failure::Crash(format!("the search panicked: {text}"))
        })?;
        let none = || Failure::Illegal("the engine gave no move".to_owned());
        Ok(Choice {
            point: answer.best().ok_or_else(none)?,
            elapsed,
            score: Some(answer.score),
            depth: answer.lines.first().map(|line| line.depth),
            nodes: Some(answer.nodes),
            message: None,
        })
    }
}

/// Plays by lot: a five if there is one, else near the stones. A floor for measurements and a partner for tests.
pub struct Lot {
    name: String,
    seed: u64,
    lots: fastrand::Rng,
}

impl Lot {
    /// The player as the user named it.
    pub fn new(spec: &EngineSpec) -> Self {
        Self { name: spec.name(), seed: spec.seed, lots: fastrand::Rng::with_seed(0) }
    }
}

impl Player for Lot {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, start: &Start) -> Result<(), Failure> {
        self.lots = fastrand::Rng::with_seed(start.seed ^ self.seed.rotate_left(32));
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &TurnClock) -> Result<Choice, Failure> {
        let from = Instant::now();
        let (grid, us, rule) = (position.grid(), position.to_move(), position.rule());
        let stones: Vec<Point> = grid.stones().map(|(p, _)| p).collect();
        let is_near =
            |p: &Point| stones.iter().any(|q| p.x().abs_diff(q.x()) <= 1 && p.y().abs_diff(q.y()) <= 1);
        let five = grid.empties().find(|p| grid.wins(*p, us, rule));
        let near: Vec<Point> = grid.empties().filter(is_near).collect();
        let lot = if stones.is_empty() { Some(position.size().centre()) } else { self.lots.choice(near) };
        let point = five.or(lot).or_else(|| grid.empties().next());
        let point = point.ok_or_else(|| Failure::Illegal("the board is full".to_owned()))?;
        let elapsed = from.elapsed();
        Ok(Choice { point, elapsed, score: None, depth: None, nodes: None, message: None })
    }
}
