//! Many puzzles, found by name; the project's own come with the program.

use super::{Band, Kind, Puzzle};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The project's own puzzles, one a line (`docs/puzzles.md`).
const EMBEDDED: [&str; 2] =
    [include_str!("../../../../data/puzzles/vcf.jsonl"), include_str!("../../../../data/puzzles/vct.jsonl")];

/// What is wrong with a collection.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// A line is no puzzle.
    #[error("line {line}: no puzzle: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What the reader says.
        error: serde_json::Error,
    },
    /// Two puzzles have one name.
    #[error("line {line}: there is a puzzle {id} already; rename one of them")]
    Twice {
        /// The number of the second one, from 1.
        line: usize,
        /// The name.
        id: String,
    },
}

/// Puzzles in their order.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    places: HashMap<String, usize>,
}

impl Collection {
    /// The project's own puzzles, read when they are first asked for.
    pub fn embedded() -> &'static Self {
        static OWN: OnceLock<Collection> = OnceLock::new();
        OWN.get_or_init(|| {
            let mut own = Self::default();
            for text in EMBEDDED {
                own.add(text).expect("the embedded puzzles are read by a test");
            }
            own
        })
    }

    /// Reads a collection: a JSON object a line. What the puzzles claim is not checked ([`Puzzle::check`] does).
    ///
    /// # Errors
    /// At the first line that is no puzzle, or has the name of another.
    pub fn read(text: &str) -> Result<Self, CollectionError> {
        let mut collection = Self::default();
        collection.add(text)?;
        Ok(collection)
    }

    fn add(&mut self, text: &str) -> Result<(), CollectionError> {
        for (index, line) in text.lines().enumerate() {
            let at = index + 1;
            let puzzle: Puzzle =
                serde_json::from_str(line).map_err(|error| CollectionError::Line { line: at, error })?;
            if self.places.insert(puzzle.id.clone(), self.puzzles.len()).is_some() {
                return Err(CollectionError::Twice { line: at, id: puzzle.id });
            }
            self.puzzles.push(puzzle);
        }
        Ok(())
    }

    /// The puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzle of this name.
    pub fn get(&self, id: &str) -> Option<&Puzzle> {
        self.places.get(id).and_then(|place| self.puzzles.get(*place))
    }
}

/// What a list says of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Its name.
    pub id: String,
    /// By what it is won.
    pub kind: Kind,
    /// How hard it is.
    pub band: Band,
    /// Plies to the five.
    pub plies: u16,
    /// The rule.
    pub rule: String,
    /// Rows, and columns.
    pub size: u8,
    /// Who wins.
    pub to_move: String,
}

/// What who tries a puzzle may see of it: everything but the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// What the list says.
    #[serde(flatten)]
    pub summary: Summary,
    /// Black's stones.
    pub black: Vec<String>,
    /// White's stones.
    pub white: Vec<String>,
}

impl Puzzle {
    /// What a list says of it.
    pub fn summary(&self) -> Summary {
        Summary {
            id: self.id.clone(),
            kind: self.goal,
            band: self.band,
            plies: self.plies,
            rule: self.rule.clone(),
            size: self.size,
            to_move: self.to_move.clone(),
        }
    }

    /// The puzzle without its solution.
    pub fn setting(&self) -> Setting {
        Setting { summary: self.summary(), black: self.black.clone(), white: self.white.clone() }
    }
}
