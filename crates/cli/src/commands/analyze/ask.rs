//! What is asked of the engine, as options of the command line: limits, moves, the engine itself. The batch takes
//! its defaults from the same options.

use crate::commands::show::forbidden;
use clap::{ValueEnum, value_parser};
use std::time::Duration;
use tengen_core::notation::{Origin, parse_point, point_name};
use tengen_core::{Point, Position};
use tengen_engine::{Clock, Features, Goal, Limits, Options, Request};

/// How long the engine thinks when nobody says.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// The most lines that are searched.
pub(super) const MOST_LINES: usize = 100;
/// The most seconds; more than a month is a mistake.
const MOST_SECONDS: f64 = 3e6;

/// How long to think.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct LimitArgs {
    /// Seconds to think [default without any limit: 5]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes to search, of all threads together
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies of the deepest iteration
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
}

/// A time from seconds.
pub(super) fn seconds(value: f64) -> Result<Duration, String> {
    if value > 0.0 && value <= MOST_SECONDS {
        return Ok(Duration::from_secs_f64(value));
    }
    Err(format!("seconds must be above 0 and at most {MOST_SECONDS:.0}"))
}

/// A time from the text of seconds.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of seconds")).and_then(seconds)
}

/// The limits; all that are given hold.
pub(super) fn limits(time: Option<Duration>, nodes: Option<u64>, depth: Option<u32>) -> Limits {
    let is_without = time.is_none() && nodes.is_none() && depth.is_none();
    let turn = if is_without { Some(DEFAULT_TIME) } else { time };
    let clock = turn.map(|turn| Clock { turn: Some(turn), ..Clock::default() });
    Limits { clock, nodes, depth, ..Limits::default() }
}

impl LimitArgs {
    /// No limit at all.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { time: None, nodes: None, depth: None };

    pub(super) fn limits(self) -> Limits {
        limits(self.time, self.nodes, self.depth)
    }
}

/// What the search is for, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GoalName {
    /// The best move.
    Best,
    /// The move that leaves the game even.
    BalanceOne,
    /// The two moves that leave the game even.
    BalanceTwo,
}

impl GoalName {
    pub(super) fn with_bias(self, bias: i32) -> Goal {
        match self {
            Self::Best => Goal::Best,
            Self::BalanceOne => Goal::BalanceOne { bias },
            Self::BalanceTwo => Goal::BalanceTwo { bias },
        }
    }
}

/// Which moves to look at, and what for.
#[derive(clap::Args)]
pub(super) struct MoveArgs {
    /// How many lines to search, best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..=MOST_LINES as i64))]
    pub(super) multipv: u8,
    /// Only these moves, e.g. h8,i9
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "batch")]
    only: Vec<String>,
    /// Never these moves
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "batch")]
    without: Vec<String>,
    /// What to look for: the best move, or the one or two that leave the game as even as can be
    #[arg(long, value_name = "GOAL", default_value = "best", value_enum, conflicts_with = "batch")]
    goal: GoalName,
    /// The score that a balance search aims at, for the side to move
    #[arg(long, value_name = "SCORE", default_value_t = 0, allow_hyphen_values = true, conflicts_with = "batch", value_parser = value_parser!(i32).range(-20_000..=20_000))]
    bias: i32,
}

impl MoveArgs {
    /// Puts them into a request.
    pub(super) fn apply(&self, request: &mut Request, origin: Origin) -> Result<(), String> {
        request.lines = usize::from(self.multipv);
        request.goal = self.goal.with_bias(self.bias);
        if !self.only.is_empty() {
            let only = points(&self.only, &request.position, origin).map_err(|e| format!("--only: {e}"))?;
            check_legal(&only, &request.position, origin).map_err(|e| format!("--only: {e}"))?;
            request.only = Some(only);
        }
        request.without =
            points(&self.without, &request.position, origin).map_err(|e| format!("--without: {e}"))?;
        Ok(())
    }
}

/// Points by name.
pub(super) fn points(names: &[String], position: &Position, origin: Origin) -> Result<Vec<Point>, String> {
    let read = |name: &String| parse_point(name.trim(), position.size(), origin).map_err(|e| e.to_string());
    names.iter().map(read).collect()
}

/// Refuses points where the side to move may not play.
pub(super) fn check_legal(points: &[Point], position: &Position, origin: Origin) -> Result<(), String> {
    let name = |p: Point| point_name(p, position.size(), origin);
    if let Some(taken) = points.iter().find(|p| position.stone(**p).is_some()) {
        return Err(format!("{} has a stone already", name(*taken)));
    }
    if position.to_move() == tengen_core::Colour::Black {
        let fouls = forbidden(position);
        if let Some((p, foul)) = fouls.into_iter().find(|(p, _)| points.contains(p)) {
            return Err(format!("{} is forbidden for Black ({foul})", name(p)));
        }
    }
    Ok(())
}

/// What the engine is made with.
#[derive(clap::Args)]
pub(super) struct EngineArgs {
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Memory that the program may use, in MB
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = value_parser!(u32).range(16..=4_000_000))]
    memory: u32,
    /// Candidate area, from 0 (near the stones) to 5 (every empty point)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(0..=5))]
    caution: u8,
    /// Steps of the search to switch, e.g. -null-move, none+history
    #[arg(long, value_name = "STEPS", default_value = "all", allow_hyphen_values = true)]
    features: Features,
}

impl EngineArgs {
    pub(super) fn options(&self) -> Options {
        Options {
            memory: u64::from(self.memory) << 20,
            threads: usize::from(self.threads),
            caution: self.caution,
            features: self.features,
            ..Options::default()
        }
    }
}
