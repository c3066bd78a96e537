//! A finished game as one line of JSON: what the journal keeps and what `--json` prints. Everything else (statistics,
//! SGF) is made from these lines.

use crate::stats::Result3;
use serde::{Deserialize, Serialize};

/// One of the two engines of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// A is 0, B is 1.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first engine.
    A,
    /// The second engine.
    B,
    /// Nobody.
    Draw,
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }
}

impl Winner {
    /// The result from A's view.
    pub fn result(self) -> Result3 {
        match self {
            Self::A => Result3::Win,
            Self::B => Result3::Loss,
            Self::Draw => Result3::Draw,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning row.
    Five,
    /// A win that its side announced and the solver proved.
    Proven,
    /// A stone on a forbidden point.
    Foul,
    /// Nobody saw an edge any more.
    Quiet,
    /// A full board.
    FullBoard,
    /// As many moves as were agreed.
    MaxMoves,
    /// No answer in time.
    Time,
    /// The loser crashed or quit.
    Crash,
    /// The loser played an illegal move or none.
    Illegal,
    /// The loser said ERROR or UNKNOWN.
    Error,
}

impl Reason {
    /// As in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::Proven => "proven",
            Self::Foul => "foul",
            Self::Quiet => "quiet",
            Self::FullBoard => "full-board",
            Self::MaxMoves => "max-moves",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Illegal => "illegal",
            Self::Error => "error",
        }
    }
}

/// What is known about a move that an engine chose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// Wall-clock milliseconds.
    pub ms: f64,
    /// What the mover thought of it: a number, or `+M5`, `-M4` in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The engine's last words before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How an engine kept its time in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Margin {
    /// Answers later than the limit itself, tolerance left aside.
    pub over: u64,
    /// The largest of them: milliseconds beyond the limit.
    pub worst_ms: f64,
}

impl Margin {
    /// Adds what another game saw.
    pub fn add(&mut self, other: &Self) {
        self.over += other.over;
        self.worst_ms = self.worst_ms.max(other.worst_ms);
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number, from 0. Games `2 n` and `2 n + 1` are pair `n`.
    pub game: u64,
    /// Who had the black stones.
    pub black: Side,
    /// Who won.
    pub winner: Winner,
    /// Why it ended.
    pub reason: Reason,
    /// What exactly went wrong, if something did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The names of A and B.
    pub names: [String; 2],
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves, as in `h8i9h10`.
    pub moves: String,
    /// What is known about each move behind the opening.
    pub plies: Vec<Ply>,
    /// How A and B kept their time.
    pub margins: [Margin; 2],
}

impl GameLine {
    /// The pair that the game belongs to.
    pub fn pair(&self) -> u64 {
        self.game / 2
    }
}
