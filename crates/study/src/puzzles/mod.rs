//! Puzzles: positions with one winning first move, each with the proof that it wins.
//!
//! The one idea: a puzzle is decided, not guessed. A *VCF puzzle* has a win by continuous fours that begins with one
//! four and no other, which complete searches show. A *VCT puzzle* has no win by fours, a win by fours and threes that is
//! proven with a certificate, and every other first move on the board is searched to its end in vain. How hard it is
//! is what the solver had to do.
//!
//! Reading order: this file (what a puzzle is, and how it is checked), [`collection`] (many of them), [`attempt`] (a puzzle
//! played out), [`decide`] (whether a position is one), [`make`] (where positions come from, and which puzzles are kept).

pub mod attempt;
pub mod collection;
pub mod decide;
mod guide;
pub mod make;

pub use attempt::{Attempt, AttemptError, Hint, Solution, Status, Tried};
pub use collection::{Collection, CollectionError, Setting, Summary};

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tengen_core::notation::{NotationError, Origin, parse_point, point_name};
use tengen_core::position::PositionError;
use tengen_core::{Colour, Point, Position, Rule, Size, Symmetry};
use tengen_proof::{Certificate, Record};

/// By what a puzzle is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By continuous fours.
    Vcf,
    /// By fours and threes, and not by fours alone.
    Vct,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Vcf, Self::Vct];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vcf => "vcf",
            Self::Vct => "vct",
        }
    }
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Band {
    /// Seen at a glance by a player.
    Easy,
    /// To be read out.
    Medium,
    /// For a long evening.
    Hard,
}

impl Band {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The band of a puzzle that took the solver so many nodes. The bounds part what games of the engine against itself
    /// hold into thirds, roughly.
    pub const fn of(kind: Kind, nodes: u64) -> Self {
        let (easy, medium) = match kind {
            Kind::Vcf => (12, 36),
            Kind::Vct => (500, 5_000),
        };
        if nodes < easy {
            Self::Easy
        } else if nodes < medium {
            Self::Medium
        } else {
            Self::Hard
        }
    }
}

/// Plies that a hard puzzle takes at least.
pub const HARD_PLIES: u16 = 9;

/// Where a position comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origination {
    /// The file of a given game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// The seed of a game that was played for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
    /// The number of the game, from 0.
    pub game: u64,
    /// Stones played before the position.
    pub ply: usize,
}

/// A puzzle as a line of a collection. `tengen solve --batch` reads it too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its name.
    pub id: String,
    /// By what it is won.
    pub goal: Kind,
    /// How hard it is.
    pub band: Band,
    /// The rule.
    pub rule: String,
    /// Rows, and columns.
    pub size: u8,
    /// `black` or `white`: who wins.
    pub to_move: String,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
    /// The one first move that wins.
    pub first: String,
    /// Plies to the five: of the shortest win by fours, of the proof of a win by threats.
    pub plies: u16,
    /// What the solver needed to find the win.
    pub nodes: u64,
    /// Where it comes from.
    pub source: Origination,
    /// The certificate in its text form.
    pub certificate: String,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// The rule is unknown.
    #[error("{0}")]
    Rule(#[from] tengen_core::rule::UnknownRule),
    /// The board.
    #[error("{0}")]
    Size(#[from] tengen_core::geometry::SizeError),
    /// A point.
    #[error("{0}")]
    Point(#[from] NotationError),
    /// A stone.
    #[error("{0}")]
    Stone(#[from] PositionError),
    /// Neither side.
    #[error("`{0}` is not black or white")]
    Side(String),
    /// The certificate cannot be read.
    #[error("the certificate: {0}")]
    Certificate(#[from] tengen_proof::text::TextError),
    /// The certificate is about something else.
    #[error("the certificate is about another position, rule or side")]
    OtherClaim,
    /// The checker does not accept it.
    #[error("the certificate proves nothing")]
    NoProof,
    /// The certificate begins with another move.
    #[error("the certificate begins with another move than {0}")]
    OtherMove(String),
    /// The band does not follow from the effort.
    #[error("the band does not belong to {0} nodes")]
    Band(u64),
    /// A hard puzzle that is over soon.
    #[error("a hard puzzle takes {HARD_PLIES} plies at least, not {0}")]
    Short(u16),
}

impl Puzzle {
    /// The position, its stones in no order.
    ///
    /// # Errors
    /// If rule, board or stones make none.
    pub fn position(&self) -> Result<Position, PuzzleError> {
        let size = Size::square(self.size.into())?;
        let mut position = Position::new(size, self.rule.parse()?);
        for (side, names) in [(Colour::Black, &self.black), (Colour::White, &self.white)] {
            for name in names {
                position.set_up(parse_point(name, size, Origin::Bottom)?, side)?;
            }
        }
        let to_move = Colour::BOTH.into_iter().find(|side| side.to_string() == self.to_move);
        position.set_first(to_move.ok_or_else(|| PuzzleError::Side(self.to_move.clone()))?)?;
        Ok(position)
    }

    /// Checks what can be checked without a search: the certificate proves that this first move wins this position, and
    /// the band is right.
    ///
    /// # Errors
    /// Whatever is wrong.
    pub fn check(&self) -> Result<(), PuzzleError> {
        let position = self.position()?;
        let certificate = tengen_proof::text::read(&self.certificate)?;
        if !is_about(&certificate, &position) {
            return Err(PuzzleError::OtherClaim);
        }
        let first = match certificate.record(1) {
            Record::Line(line) => line.first().copied(),
            Record::Play(square) => Some(square),
            _ => None,
        };
        if first.map(|square| square.to_string()).as_ref() != Some(&self.first) {
            return Err(PuzzleError::OtherMove(self.first.clone()));
        }
        if !tengen_proof::fast::check(&certificate, tengen_proof::Limit::NONE).is_valid() {
            return Err(PuzzleError::NoProof);
        }
        if self.band != Band::of(self.goal, self.nodes) {
            return Err(PuzzleError::Band(self.nodes));
        }
        if self.band == Band::Hard && self.plies < HARD_PLIES {
            return Err(PuzzleError::Short(self.plies));
        }
        Ok(())
    }
}

/// Whether a certificate claims that the side to move of a position wins it.
fn is_about(certificate: &Certificate, position: &Position) -> bool {
    let header = certificate.header();
    let size = position.size();
    let name = |p: Point| point_name(p, size, Origin::Bottom);
    let ours: HashSet<(String, String)> =
        position.grid().stones().map(|(p, side)| (name(p), side.to_string())).collect();
    let theirs: HashSet<(String, String)> =
        header.stones().map(|(square, side)| (square.to_string(), side.to_string())).collect();
    let to_move = position.to_move().to_string();
    header.rule().to_string() == position.rule().to_string()
        && (header.size(), header.size()) == (size.width(), size.height())
        && header.attacker().to_string() == to_move
        && header.to_move().to_string() == to_move
        && ours == theirs
}

/// The stones of the side to move and of the other.
pub type Key = (Colour, Vec<Point>, Vec<Point>);

/// What is the same for positions that are images of each other; under rules that treat both sides alike also for those
/// with the colours exchanged.
pub fn key(position: &Position) -> Key {
    let size = position.size();
    let side = if position.rule().is_colour_blind() { Colour::Black } else { position.to_move() };
    let images = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.size(size) == size).map(|symmetry| {
        let stones = |of: Colour| {
            let stones = position.grid().stones().filter(|(_, colour)| *colour == of);
            let mut points: Vec<Point> = stones.map(|(p, _)| symmetry.apply(p, size)).collect();
            points.sort_unstable();
            points
        };
        (side, stones(position.to_move()), stones(position.to_move().opponent()))
    });
    images.min().unwrap_or((side, Vec::new(), Vec::new()))
}

/// Whether puzzles can be made for a rule: only what has certificates.
pub fn is_possible(rule: Rule) -> bool {
    tengen_solver::certify::rule_of(rule).is_ok()
}
