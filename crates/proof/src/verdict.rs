//! What a checker says.
//!
//! Only [`Verdict::Valid`] means anything about the game: a certificate that is not valid proves nothing, and one
//! that was not checked to the end neither.

use crate::square::Square;

/// How much work a checker may do. A step is a record looked at or a stage of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The largest number of steps.
    pub steps: u64,
}

impl Limit {
    /// As long as it takes.
    pub const NONE: Self = Self { steps: u64::MAX };

    /// At most this many steps.
    pub const fn steps(steps: u64) -> Self {
        Self { steps }
    }
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins from the first position.
    Valid,
    /// The certificate proves nothing.
    Invalid {
        /// The record at fault.
        record: u32,
        /// What is wrong with it.
        reason: Reason,
    },
    /// The limit was reached before the end.
    Unknown(Limit),
}

/// Why a record proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The game is over before it begins.
    #[error("there is a five on the board already")]
    FiveOnBoard,
    /// A move on a stone.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// A five written as `M`; its subtree would never be looked at.
    #[error("{0} wins at once: write it as V without moves")]
    FiveAsMove(Square),
    /// A line that does not win.
    #[error("the line of fours does not win")]
    LineFails,
    /// `R` on another position.
    #[error("the position is not that of record {0}")]
    NotSame(u32),
    /// The defender completes a five.
    #[error("the defender has a five square")]
    DefenderWins,
    /// `W` without two five squares.
    #[error("there are no two five squares")]
    NotTwo,
    /// `F` without exactly one five square.
    #[error("there is not exactly one five square")]
    NotForced,
    /// `D` or `T` where the attacker has a five square.
    #[error("the attacker has a five square: write W or F")]
    FiveSquare,
    /// Nobody can move.
    #[error("the board is full: a draw")]
    Draw,
    /// A reply that nothing beats.
    #[error("the reply {0} is not answered")]
    Unanswered(Square),
}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Records looked at, again for every position that a tree was tried on.
    pub records: u64,
    /// Lines replayed.
    pub replays: u64,
    /// Records looked at and stages of replays.
    pub steps: u64,
}

/// A verdict with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was found.
    pub verdict: Verdict,
    /// What it took.
    pub statistics: Statistics,
}

impl Report {
    /// Whether the certificate is a proof.
    pub fn is_valid(&self) -> bool {
        self.verdict == Verdict::Valid
    }
}

/// Why a check came to its end early. Inside a tree that is tried out, a rejection is an ordinary answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Rejected { record: u32, reason: Reason },
    Limit,
}

/// Shorthand for the rejection of a record.
pub(crate) fn reject<T>(record: u32, reason: Reason) -> Result<T, Stop> {
    Err(Stop::Rejected { record, reason })
}

impl Report {
    pub(crate) fn new(outcome: Result<(), Stop>, statistics: Statistics, limit: Limit) -> Self {
        let verdict = match outcome {
            Ok(()) => Verdict::Valid,
            Err(Stop::Rejected { record, reason }) => Verdict::Invalid { record, reason },
            Err(Stop::Limit) => Verdict::Unknown(limit),
        };
        Self { verdict, statistics }
    }
}
