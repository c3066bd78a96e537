//! A puzzle played out: the moves so far are judged, the best defence is given back, hints and the rest of the solution.
//!
//! The one idea: as long as the moves follow a certificate, the certificate knows everything. Where the attacker leaves it, the
//! solver is asked within the puzzle's scope; if it proves the new way, its certificate leads on from there. So a move is right
//! if it still wins by what the puzzle asks for, whether or not it is the one of the book.

use super::guide::Guide;
use super::{Kind, Puzzle, PuzzleError, is_about};
use crate::explain::{name_line, names};
use serde::Serialize;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::notation::{NotationError, Origin, parse_moves, point_name};
use tengen_core::position::PositionError;
use tengen_core::{Board, Colour, Move, Point, Position, Size, threat, with_rule};
use tengen_solver::order::ByShape;
use tengen_solver::{Goal, Limits, Proof, Query, Solver, Verdict};

/// Positions that one question to the solver may look at: several times what the hardest puzzle takes.
const NODES: u64 = 60_000;
/// Positions for the look at what refutes a wrong move.
const REFUTATION_NODES: u64 = 10_000;
/// Bytes of its tables.
const MEMORY: usize = 16 << 20;
/// Side of the area that the second hint gives.
const AREA: u8 = 5;

/// How an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The last move still wins.
    Right,
    /// There is the five.
    Solved,
    /// The win is gone, or it is not of the kind that is asked for.
    Wrong,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// How it stands.
    pub status: Status,
    /// The reply that holds out longest, if the move was right.
    pub reply: Option<String>,
    /// What shows that a wrong move is wrong: the defender's win, or the reply after which there is no win any more.
    pub refutation: Vec<String>,
}

/// A hint: what the move makes, then where about, then the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hint {
    /// What the move is, in the words of `docs/patterns.md`.
    Kind(String),
    /// Empty points, the right one among them.
    Area(Vec<String>),
    /// The point.
    Point(String),
}

/// The rest of the solution against the best defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The moves of both sides.
    pub line: Vec<String>,
    /// What each is.
    pub names: Vec<&'static str>,
}

/// Why an attempt cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttemptError {
    /// The puzzle itself.
    #[error("the puzzle is broken: {0}")]
    Puzzle(#[from] PuzzleError),
    /// The moves cannot be read.
    #[error("{0}")]
    Moves(#[from] NotationError),
    /// A move that cannot be played.
    #[error("move {number}: {error}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why not.
        error: PositionError,
    },
    /// The moves end with the wrong side.
    #[error("the last move must be one of the side that solves the puzzle: leave out the reply")]
    ReplyLast,
    /// The solver's side is not to move.
    #[error("a hint is for the side that solves the puzzle: add the reply to its last move")]
    NotToMove,
    /// There is no win left.
    #[error("there is nothing left to win here: take back the moves from {0} on")]
    Gone(usize),
    /// The five is there.
    #[error("the puzzle is solved")]
    Solved,
    /// No such hint.
    #[error("there is no hint {0}: ask for step 1, 2 or 3")]
    Step(u8),
}

/// How the moves so far stand.
enum Standing {
    /// The attacker still wins, and this says how.
    Winning(Guide),
    /// There is the five.
    Solved,
    /// The move with this number, from 1, gave the win away.
    Lost(usize),
}

/// A puzzle with moves of both sides played on it. See the module's page.
pub struct Attempt {
    goal: Goal,
    attacker: Colour,
    solver: Solver,
    position: Position,
    standing: Standing,
}

impl Puzzle {
    /// The puzzle with moves of both sides played: those of the side that solves it, and any replies.
    ///
    /// # Errors
    /// If puzzle or moves cannot be read or played.
    pub fn attempt(&self, moves: &str) -> Result<Attempt, AttemptError> {
        let position = self.position()?;
        let moves = parse_moves(moves, position.size(), Origin::Bottom)?;
        let certificate = tengen_proof::text::read(&self.certificate).map_err(PuzzleError::from)?;
        if !is_about(&certificate, &position) {
            return Err(PuzzleError::OtherClaim.into());
        }
        let goal = match self.goal {
            Kind::Vcf => Goal::Vcf,
            Kind::Vct => Goal::Vct,
        };
        let mut attempt = Attempt {
            goal,
            attacker: position.to_move(),
            solver: Solver::new(MEMORY, 1),
            standing: Standing::Winning(Guide::new(certificate)),
            position,
        };
        for (index, action) in moves.into_iter().enumerate() {
            attempt.play(index + 1, action)?;
        }
        Ok(attempt)
    }
}

impl Attempt {
    /// The position that the moves have led to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn play(&mut self, number: usize, action: Move) -> Result<(), AttemptError> {
        let is_attack = self.position.to_move() == self.attacker;
        let illegal = |error| AttemptError::Illegal { number, error };
        self.position.play(action).map_err(illegal)?;
        let standing = std::mem::replace(&mut self.standing, Standing::Lost(number));
        self.standing = match standing {
            Standing::Winning(_) if self.position.winner() == Some(self.attacker) => Standing::Solved,
            Standing::Winning(mut guide) => {
                let is_known = action.point().is_some_and(|p| guide.follow(p, self.position.size()));
                if is_known {
                    Standing::Winning(guide)
                } else {
                    let proven = if is_attack { self.after_attack() } else { self.at_turn() };
                    proven.map_or(Standing::Lost(number), Standing::Winning)
                }
            }
            decided => decided,
        };
        Ok(())
    }

    /// Asks the solver whether `side` wins a position by what counts.
    fn ask(&mut self, position: &Position, side: Colour, goal: Goal, nodes: u64) -> Verdict {
        let query = Query { attacker: side, goal, ..Query::new(position.clone()) };
        let limits = Limits { nodes, memory: MEMORY, ..Limits::default() };
        self.solver.prove(&query, &limits, &ByShape, &mut ()).verdict
    }

    fn proof(&mut self, position: &Position) -> Option<Box<Proof>> {
        match self.ask(position, self.attacker, self.goal, NODES) {
            Verdict::Proven(proof) => Some(proof),
            _ => None,
        }
    }

    /// The win of the attacker, who is to move.
    fn at_turn(&mut self) -> Option<Guide> {
        let position = self.position.clone();
        self.proof(&position).map(|proof| Guide::new(proof.certificate))
    }

    /// The win of the attacker, whose stone has left the certificate.
    fn after_attack(&mut self) -> Option<Guide> {
        let position = self.position.clone();
        if self.goal != Goal::Vcf {
            return self.proof(&position).map(|proof| Guide::new(proof.certificate));
        }
        // By fours: the stone must be one, and what follows its answer is searched.
        let answer = match analysis(&position) {
            Analysis::Hold { case: Case::TheirFive | Case::TheirFives, defences, .. } => defences.first()?,
            Analysis::Lost { case: Case::TheirFive | Case::TheirFives, attacks } => attacks.first()?,
            _ => return None,
        };
        let mut after = position;
        after.play(Move::Place(answer)).ok()?;
        self.proof(&after).map(|proof| Guide::after(answer, proof.certificate))
    }

    /// Judges the last move, which must be one of the side that solves the puzzle.
    ///
    /// # Errors
    /// If there is no move, or the last one is a reply.
    pub fn judge(&mut self) -> Result<Tried, AttemptError> {
        let size = self.position.size();
        let last = self.position.moves().len();
        if last.is_multiple_of(2) {
            return Err(AttemptError::ReplyLast);
        }
        let (status, reply, refutation) = match &self.standing {
            Standing::Solved => (Status::Solved, None, Vec::new()),
            Standing::Winning(guide) => (Status::Right, guide.best_reply(&self.position), Vec::new()),
            // What was wrong before is not refuted again.
            Standing::Lost(number) if *number < last => (Status::Wrong, None, Vec::new()),
            Standing::Lost(_) => (Status::Wrong, None, self.refutation()),
        };
        let reply = reply.map(|p| point_name(p, size, Origin::Bottom));
        Ok(Tried { status, reply, refutation: names(refutation, size) })
    }

    /// What shows that the last move is wrong.
    fn refutation(&mut self) -> Vec<Point> {
        let position = self.position.clone();
        let defender = self.attacker.opponent();
        if let Verdict::Proven(proof) = self.ask(&position, defender, Goal::Vct, REFUTATION_NODES) {
            return proof.line;
        }
        let mut undecided = None;
        for reply in replies(&position, self.attacker) {
            let mut after = position.clone();
            if after.play(Move::Place(reply)).is_err() {
                continue;
            }
            match self.ask(&after, self.attacker, self.goal, REFUTATION_NODES) {
                Verdict::Disproven(_) => return vec![reply],
                Verdict::Unknown(_) => undecided = undecided.or(Some(reply)),
                Verdict::Proven(_) => {}
            }
        }
        undecided.into_iter().collect()
    }

    fn guide(&self) -> Result<&Guide, AttemptError> {
        match &self.standing {
            Standing::Solved => Err(AttemptError::Solved),
            Standing::Lost(number) => Err(AttemptError::Gone(*number)),
            Standing::Winning(_) if self.position.to_move() != self.attacker => Err(AttemptError::NotToMove),
            Standing::Winning(guide) => Ok(guide),
        }
    }

    /// A hint for the next move: step 1 says what it makes, step 2 where about, step 3 the point.
    ///
    /// # Errors
    /// If there is no next move to find, or no such step.
    pub fn hint(&self, step: u8) -> Result<Hint, AttemptError> {
        if !(1..=3).contains(&step) {
            return Err(AttemptError::Step(step));
        }
        let line = self.guide()?.line(&self.position);
        let size = self.position.size();
        let Some(first) = line.first().copied() else { return Err(AttemptError::Solved) };
        Ok(match step {
            1 => {
                let named = name_line(&self.position, self.attacker, &[first]);
                Hint::Kind(named.first().map_or_else(String::new, |named| named.name.to_owned()))
            }
            2 => Hint::Area(names(area(first, &self.position), size)),
            _ => Hint::Point(point_name(first, size, Origin::Bottom)),
        })
    }

    /// The rest of the solution from here.
    ///
    /// # Errors
    /// If there is no win to show.
    pub fn solution(&self) -> Result<Solution, AttemptError> {
        let line = self.guide()?.line(&self.position);
        let named = name_line(&self.position, self.attacker, &line);
        Ok(Solution {
            line: names(line, self.position.size()),
            names: named.into_iter().map(|named| named.name).collect(),
        })
    }
}

pub(super) fn analysis(position: &Position) -> Analysis {
    with_rule!(position.rule(), R => analyse(&mut Board::<R>::from_position(position)))
}

/// Replies that could stop an attack, the likely ones first: what the board analysis names, then the points of the attacker's
/// own threats.
fn replies(position: &Position, attacker: Colour) -> Vec<Point> {
    if let Some(moves) = analysis(position).moves().filter(|moves| !moves.is_empty()) {
        return moves.iter().collect();
    }
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        threat::candidates(&mut board, attacker).iter().collect()
    })
}

/// The empty points of the part of the board that a point is in. The parts lie side by side, so that the point is not always in
/// the middle.
fn area(p: Point, position: &Position) -> Vec<Point> {
    let size: Size = position.size();
    let start = |at: u8, side: u8| (at / AREA * AREA).min(side - AREA.min(side));
    let (left, top) = (start(p.x(), size.width()), start(p.y(), size.height()));
    let is_inside = |q: &Point| {
        (left..left + AREA).contains(&q.x())
            && (top..top + AREA).contains(&q.y())
            && position.stone(*q).is_none()
    };
    size.points().filter(is_inside).collect()
}
