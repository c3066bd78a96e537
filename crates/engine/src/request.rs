//! What is asked of the engine: a position, a goal, limits, and which moves count.

use crate::features::Features;
use crate::params::Params;
use std::time::Duration;
use tengen_core::geometry::Point;
use tengen_core::position::Position;
use tengen_eval::Tables;

/// What the search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// The best move.
    #[default]
    Best,
    /// The move after which the game is as even as can be. `bias` is wanted for the side that moves, in score units.
    BalanceOne {
        /// The score aimed at, from the mover's view.
        bias: i32,
    },
    /// The pair of moves, one of each side, after which the game is as even as can be.
    BalanceTwo {
        /// The score aimed at, from the view of the side to move now.
        bias: i32,
    },
}

/// How long the engine may think. Every limit that is given holds; without any it thinks until it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// Nodes of all threads together: one node is one stone put in the main or the forcing search.
    pub nodes: Option<u64>,
    /// Nodes after which no iteration is begun: a soft limit, for those who want whole iterations.
    pub enough: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
}

/// What the clock says, as Gomocup's INFO does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// For this move at most; `None` is without limit, zero is as fast as possible.
    pub turn: Option<Duration>,
    /// For the whole game; `None` is without limit.
    pub game: Option<Duration>,
    /// What is left of `game`; `None` if nobody said.
    pub left: Option<Duration>,
    /// Added after each move.
    pub increment: Duration,
}

/// A question to the engine. Build one with [`Request::new`], then change fields.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position; its side to move is asked for.
    pub position: Position,
    /// What for.
    pub goal: Goal,
    /// How long.
    pub limits: Limits,
    /// How many lines to search and report, best first.
    pub lines: usize,
    /// If given, only these moves.
    pub only: Option<Vec<Point>>,
    /// Never these moves.
    pub without: Vec<Point>,
    /// Strength from 1 (a beginner) to 20; `None` is full strength.
    pub level: Option<u8>,
    /// Think on the opponent's time: time does not count until [`crate::Thinking::ponder_hit`].
    pub ponder: bool,
    /// For everything that is drawn by lot (levels).
    pub seed: u64,
    /// About one in so many of the positions that the search values is told of ([`crate::Answer::valued`]).
    pub valued: Option<u64>,
}

impl Request {
    /// The best move of a position, without limits.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            goal: Goal::Best,
            limits: Limits::default(),
            lines: 1,
            only: None,
            without: Vec::new(),
            level: None,
            ponder: false,
            seed: 0,
            valued: None,
        }
    }
}

/// What an engine is made with. A change means a new engine or [`crate::Engine::configure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the whole process that the engine must stay under.
    pub memory: u64,
    /// Threads that search.
    pub threads: usize,
    /// Candidate area, 0 (near) to 5 (every empty point).
    pub caution: u8,
    /// Which steps of the search are on.
    pub features: Features,
    /// The tuned numbers.
    pub params: Params,
    /// What positions are worth; `None` is what the program carries for the rule.
    pub tables: Option<&'static Tables>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            memory: 350 << 20,
            threads: 1,
            caution: 1,
            features: Features::ALL,
            params: Params::TUNED,
            tables: None,
        }
    }
}
