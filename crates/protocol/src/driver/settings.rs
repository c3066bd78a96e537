//! What a manager says about a game before its first move, as INFO lines.

use super::DriverError;
use std::time::Duration;
use tengen_core::{Rule, Size};

/// What `time_left` says when there is no limit.
pub(super) const UNLIMITED: u64 = 2_147_483_647;

/// What is said about a game before its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// For each move; `None` is without limit.
    pub turn: Option<Duration>,
    /// For the whole game; `None` is without limit.
    pub game: Option<Duration>,
    /// Added to the game's time after each move. Outside the written protocol.
    pub increment: Duration,
    /// Bytes that the engine may use; `None` is without limit.
    pub memory: Option<u64>,
    /// Threads, if said. Outside the written protocol.
    pub threads: Option<usize>,
    /// Nodes a move, if said. Outside the written protocol.
    pub nodes: Option<u64>,
    /// Plies, if said. Outside the written protocol.
    pub depth: Option<u32>,
}

impl GameSettings {
    /// A game without limits.
    pub fn new(size: Size, rule: Rule) -> Self {
        Self {
            size,
            rule,
            turn: None,
            game: None,
            increment: Duration::ZERO,
            memory: None,
            threads: None,
            nodes: None,
            depth: None,
        }
    }

    /// The INFO lines that the written protocol knows, in the order in which Piskvork sends them.
    pub(super) fn written(&self) -> Result<Vec<String>, DriverError> {
        let rule = self.rule.gomocup_number().ok_or(DriverError::Rule { rule: self.rule })?;
        Ok(vec![
            format!("INFO max_memory {}", self.memory.unwrap_or(0)),
            format!("INFO timeout_match {}", self.game.map_or(0, milliseconds)),
            format!("INFO timeout_turn {}", self.turn.map_or(UNLIMITED, milliseconds)),
            "INFO game_type 1".to_owned(),
            format!("INFO rule {rule}"),
        ])
    }

    /// The INFO lines that only some engines know. Each is sent only if it is asked for.
    pub(super) fn customary(&self) -> Vec<String> {
        let increment = (!self.increment.is_zero()).then(|| milliseconds(self.increment));
        let lines = [
            self.threads.map(|n| format!("INFO thread_num {n}")),
            self.nodes.map(|n| format!("INFO max_node {n}")),
            self.depth.map(|n| format!("INFO max_depth {n}")),
            increment.map(|n| format!("INFO time_increment {n}")),
        ];
        lines.into_iter().flatten().collect()
    }
}

/// Whole milliseconds, at most [`UNLIMITED`].
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(UNLIMITED).min(UNLIMITED)
}
