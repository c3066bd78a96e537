//! What the engine tells while it thinks, and what it answers.

use crate::score::Score;
use std::time::Duration;
use tengen_core::geometry::Point;

/// One line of a finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Plies of the iteration.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Which line, 1 is the best.
    pub line: usize,
    /// How many lines there are.
    pub lines: usize,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The moves, best first.
    pub pv: Vec<Point>,
}

impl Report {
    /// Nodes a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// What happens to a move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootEvent {
    /// It is being searched.
    Searching(Point),
    /// It has been searched.
    Searched(Point),
    /// It is the best so far: what would be answered now. The first is told before anything is searched.
    Best(Point),
    /// It loses.
    Lost(Point),
    /// A new iteration starts.
    NewDepth(u32),
}

/// Hears what the engine has to say while it thinks, on the engine's thread: be quick.
pub trait Sink: Send {
    /// A line of a finished iteration.
    fn report(&mut self, report: &Report) {
        let _ = report;
    }

    /// Something happened at the root.
    fn root(&mut self, event: RootEvent) {
        let _ = event;
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {}

/// What the engine answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move, or the moves of a balance search; empty if there is no legal move or the game is over.
    pub moves: Vec<Point>,
    /// What the position is worth to the side to move; in a balance search, after the moves.
    pub score: Score,
    /// The lines of the last finished iteration, best first; each is the move and what follows.
    pub lines: Vec<Report>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Moves to some of the positions that the main thread valued, if the request asked for them.
    pub valued: Vec<Vec<Point>>,
}

impl Answer {
    /// The move.
    pub fn best(&self) -> Option<Point> {
        self.moves.first().copied()
    }

    /// The move expected in answer to ours: what to ponder on.
    pub fn expected(&self) -> Option<Point> {
        self.lines.first().and_then(|line| line.pv.get(1)).copied()
    }
}
