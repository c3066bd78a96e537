//! Whoever can play: one small trait for the built-in engines and for other programs.

use crate::builtin::{Lot, Tengen};
use crate::external::External;
use crate::spec::{Allowance, EngineSpec, Kind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::{Point, Position, Rule, Size};
use tengen_engine::Score;

/// How long a move without any time limit may take before the engine counts as stuck.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// What a player is told before a game.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// For what is drawn by lot in this game.
    pub seed: u64,
}

/// The clock at a move.
#[derive(Clone, Copy, Debug)]
pub struct TurnClock {
    /// What is left of the game's time, if there is one.
    pub left: Option<Duration>,
    /// The limit of this move; `None` is without.
    pub limit: Option<Duration>,
    /// How much later an answer still counts.
    pub tolerance: Duration,
}

impl TurnClock {
    /// How long to wait for the answer.
    pub fn wait(&self) -> Duration {
        self.limit.unwrap_or(PATIENCE).saturating_add(self.tolerance)
    }
}

/// A move and what the player said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub point: Point,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// What the position is worth to the mover.
    pub score: Option<Score>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// What it said in words.
    pub message: Option<String>,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// No answer in time.
    #[error("{0}")]
    Late(String),
    /// It crashed or quit.
    #[error("{0}")]
    Crash(String),
    /// An answer that is no legal move.
    #[error("{0}")]
    Illegal(String),
    /// It said ERROR or UNKNOWN.
    #[error("{0}")]
    Refused(String),
    /// It cannot play at all: not started, or not this game.
    #[error("{0}")]
    Unfit(String),
    /// The match was called off; it is nobody's fault.
    #[error("called off")]
    CalledOff,
}

/// Somebody who plays.
pub trait Player: Send {
    /// What to call it.
    fn name(&self) -> String;

    /// Starts a game; nothing of the last one may stay.
    ///
    /// # Errors
    /// When it cannot play this game.
    fn new_game(&mut self, start: &Start) -> Result<(), Failure>;

    /// Chooses a move of an open game.
    ///
    /// # Errors
    /// When it gives no legal move in time.
    fn choose(&mut self, position: &Position, clock: &TurnClock) -> Result<Choice, Failure>;
}

/// Makes the player that a user named. `call_off` ends every wait.
pub fn make(spec: &EngineSpec, call_off: &Arc<AtomicBool>) -> Box<dyn Player> {
    match &spec.kind {
        Kind::Tengen(style) => Box::new(Tengen::new(spec, *style, Arc::clone(call_off))),
        Kind::Random => Box::new(Lot::new(spec)),
        Kind::Command(launch) => Box::new(External::new(spec, launch.clone(), Arc::clone(call_off))),
    }
}

/// The limit of the next move: the time for a move, or what is left of the game if that is less.
pub fn limit(allowance: &Allowance, left: Option<Duration>) -> Option<Duration> {
    match (allowance.turn, left) {
        (Some(turn), Some(left)) => Some(turn.min(left)),
        (turn, left) => turn.or(left),
    }
}
