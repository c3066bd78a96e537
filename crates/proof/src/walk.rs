//! Playing against a certificate: the reader chooses the defender's replies, the certificate answers.
//!
//! For people and pages, not for judging: it believes the records. Against a certificate that the checkers accepted, every walk
//! ends with a five of the attacker.

use crate::board::{Board, Fives};
use crate::brute;
use crate::certificate::{Certificate, Record};
use crate::square::{Square, Symmetry};

/// Where a walk has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The attacker is to move at a record.
    Attack(u32),
    /// The attacker is to move in a line of fours.
    Line(Vec<Square>),
    /// The defender is to move at a record.
    Defence(u32),
    /// The defender is to move in a line of fours.
    LineDefence(Vec<Square>),
    /// The attacker has five in a row.
    Won,
}

/// Why a walk cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkError {
    /// It is the attacker's turn, or nobody's.
    #[error("the defender is not to move here")]
    NotToMove,
    /// There is a stone, or no such square.
    #[error("{0} is not an empty square of the board")]
    NotEmpty(Square),
    /// The certificate says nothing about the reply, so it is no proof.
    #[error("the certificate has no answer to {0}")]
    NoAnswer(Square),
}

/// A walk through a certificate.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    proof: &'a Certificate,
    board: Board<'a>,
    stage: Stage,
    /// From the board to the squares that the records name: `R` may have led to a mirrored part of the tree.
    view: Symmetry,
    record: u32,
}

impl<'a> Walk<'a> {
    /// A walk that stands at a record in its own position.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn new(proof: &'a Certificate, record: u32) -> Self {
        let is_attack = proof.record(record).is_attack();
        let stage = if is_attack { Stage::Attack(record) } else { Stage::Defence(record) };
        let board = brute::board_at(proof, record);
        let mut walk = Self { proof, board, stage, view: Symmetry::IDENTITY, record };
        walk.follow();
        walk
    }

    /// The stones.
    pub const fn board(&self) -> &Board<'a> {
        &self.board
    }

    /// The record that speaks here; inside a line of fours, the one that holds the line.
    pub const fn record(&self) -> u32 {
        self.record
    }

    /// Whether the attacker has won.
    pub fn is_won(&self) -> bool {
        self.stage == Stage::Won
    }

    /// Whether the attacker is to move.
    pub const fn is_attackers_turn(&self) -> bool {
        matches!(self.stage, Stage::Attack(_) | Stage::Line(_))
    }

    /// The replies that have a child of their own here, as squares of this board.
    pub fn children(&self) -> Vec<Square> {
        match self.stage {
            Stage::Defence(number) => {
                let replies = self.proof.children(number).map(|(reply, _)| self.to_board(reply));
                replies.filter(|&reply| self.board.at(reply).is_none()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The attacker's move here.
    pub fn answer(&self) -> Option<Square> {
        let (attacker, board) = (self.proof.header().attacker(), &self.board);
        let five = || board.squares().find(|&at| board.at(at).is_none() && board.wins(at, attacker));
        match &self.stage {
            Stage::Attack(number) => match self.proof.record(*number) {
                Record::Play(square) => Some(self.to_board(square)),
                Record::Line(line) => five().or_else(|| line.first().map(|&square| self.to_board(square))),
                _ => None,
            },
            Stage::Line(rest) => five().or_else(|| rest.first().copied()),
            _ => None,
        }
    }

    /// Plays the attacker's move, if it is his turn.
    pub fn play(&mut self) -> Option<Square> {
        let square = self.answer()?;
        let attacker = self.proof.header().attacker();
        let wins = self.board.wins(square, attacker);
        self.board.put(square, attacker);
        self.stage = match &self.stage {
            _ if wins => Stage::Won,
            Stage::Attack(number) => match self.proof.record(*number) {
                Record::Line(line) => {
                    Stage::LineDefence(line.iter().skip(1).map(|&at| self.to_board(at)).collect())
                }
                _ => Stage::Defence(number + 1),
            },
            Stage::Line(rest) => Stage::LineDefence(rest.iter().skip(1).copied().collect()),
            other => other.clone(),
        };
        if let Stage::Defence(number) = self.stage {
            self.record = number;
        }
        Some(square)
    }

    /// Plays a reply of the defender.
    ///
    /// # Errors
    /// If it is not his turn, the square is not empty, or the certificate has no answer.
    pub fn reply(&mut self, square: Square) -> Result<(), WalkError> {
        if !square.is_on(self.proof.header().size()) || self.board.at(square).is_some() {
            return Err(WalkError::NotEmpty(square));
        }
        let (attacker, defender) = (self.proof.header().attacker(), self.proof.defender());
        let fives = self.board.fives(attacker);
        let next = match &self.stage {
            Stage::Defence(number) => {
                let child = self.proof.child(*number, self.view.apply(square, self.proof.header().size()));
                match (self.proof.record(*number), child) {
                    (Record::Forced, _) if fives == Fives::One(square) => Stage::Attack(number + 1),
                    (Record::Two | Record::Forced, _) => Stage::Line(Vec::new()),
                    (_, Some(child)) => Stage::Attack(child),
                    (Record::Default { line, .. }, None) => {
                        Stage::Line(line.iter().map(|&at| self.to_board(at)).collect())
                    }
                    (Record::Tree { .. }, None) => Stage::Attack(number + 1),
                    _ => return Err(WalkError::NoAnswer(square)),
                }
            }
            Stage::LineDefence(rest) => Stage::Line(rest.clone()),
            _ => return Err(WalkError::NotToMove),
        };
        self.board.put(square, defender);
        self.stage = next;
        self.follow();
        Ok(())
    }

    /// Goes where `R` and `U` point.
    fn follow(&mut self) {
        while let Stage::Attack(number) = self.stage {
            self.record = number;
            match self.proof.record(number) {
                Record::Reuse(record) => self.stage = Stage::Attack(record),
                Record::Same { record, symmetry } => {
                    self.view = self.view.then(symmetry);
                    self.stage = Stage::Attack(record);
                }
                _ => return,
            }
        }
    }

    fn to_board(&self, square: Square) -> Square {
        self.view.inverse().apply(square, self.proof.header().size())
    }
}
