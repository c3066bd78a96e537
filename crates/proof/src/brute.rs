//! The brute-force checker: what it accepts is what a proof is.
//!
//! Slow and obvious on purpose. A win is a run of stones ([`Board`]); every empty square is tried as a reply; nothing
//! is remembered. The rules in `docs/proof-format.md` are this file in words.
//!
//! A record is looked at *in place* once, in file order, in the position that the path from the first record gives
//! it; whenever `U` or `T` tries a tree on another position, it is looked at *elsewhere*. Depth: from record to
//! record below it a stone of the attacker is put at least every second time, and `U` does not recurse, so the
//! recursion is at most two calls for each empty square of the first position.

use crate::board::{Board, Fives};
use crate::certificate::{Certificate, Record};
use crate::header::Colour;
use crate::square::Square;
use crate::verdict::{Limit, Reason, Report, Statistics, Stop, reject};

/// Judges a certificate by trying every reply.
pub fn check(certificate: &Certificate, limit: Limit) -> Report {
    let mut checker = Checker::new(certificate, limit);
    let outcome = checker.root();
    Report::new(outcome, checker.statistics, limit)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    InPlace,
    Elsewhere,
}
use Place::{Elsewhere, InPlace};

struct Checker<'a> {
    proof: &'a Certificate,
    attacker: Colour,
    defender: Colour,
    board: Board<'a>,
    statistics: Statistics,
    limit: Limit,
}

impl<'a> Checker<'a> {
    fn new(proof: &'a Certificate, limit: Limit) -> Self {
        Self {
            proof,
            attacker: proof.header().attacker(),
            defender: proof.defender(),
            board: Board::new(proof.header()),
            statistics: Statistics::default(),
            limit,
        }
    }

    fn root(&mut self) -> Result<(), Stop> {
        if self.board.has_five() {
            return reject(1, Reason::FiveOnBoard);
        }
        if self.proof.attacker_begins() { self.attack(1, InPlace) } else { self.defend(1, InPlace) }
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.statistics.steps += 1;
        if self.statistics.steps > self.limit.steps { Err(Stop::Limit) } else { Ok(()) }
    }

    /// Puts a stone, asks, takes it back.
    fn with<T>(&mut self, square: Square, colour: Colour, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.board.put(square, colour);
        let answer = ask(self);
        self.board.clear(square);
        answer
    }

    /// Rule 1: the attacker is to move.
    fn attack(&mut self, mut number: u32, mut place: Place) -> Result<(), Stop> {
        loop {
            self.statistics.records += 1;
            self.step()?;
            return match self.proof.record(number) {
                Record::Line(line) if self.replay(line)? => Ok(()),
                Record::Play(square) if self.board.at(square).is_some() => {
                    reject(number, Reason::Occupied(square))
                }
                Record::Play(square) if self.board.wins(square, self.attacker) => match place {
                    InPlace => reject(number, Reason::FiveAsMove(square)),
                    Elsewhere => Ok(()),
                },
                Record::Play(square) => {
                    self.with(square, self.attacker, |this| this.defend(number + 1, place))
                }
                Record::Same { record, symmetry }
                    if self.board.maps_to(symmetry, &board_at(self.proof, record)) =>
                {
                    Ok(())
                }
                Record::Same { record, .. } => reject(number, Reason::NotSame(record)),
                Record::Reuse(record) => {
                    (number, place) = (record, Elsewhere);
                    continue;
                }
                _ => reject(number, Reason::LineFails),
            };
        }
    }

    /// Rules 2 to 5: the defender is to move.
    fn defend(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        self.statistics.records += 1;
        self.step()?;
        if self.board.fives(self.defender) != Fives::None {
            return reject(number, Reason::DefenderWins);
        }
        let fives = self.board.fives(self.attacker);
        match (self.proof.record(number), fives) {
            (Record::Two, Fives::Many) => return Ok(()),
            (Record::Two, _) => return reject(number, Reason::NotTwo),
            (Record::Forced, Fives::One(square)) => {
                return self.with(square, self.defender, |this| this.attack(number + 1, place));
            }
            (Record::Forced, _) => return reject(number, Reason::NotForced),
            (Record::All { .. }, _) | (_, Fives::None) => {}
            _ => return reject(number, Reason::FiveSquare),
        }
        if self.board.is_full() {
            return reject(number, Reason::Draw);
        }
        if let Record::Tree { .. } = self.proof.record(number) {
            self.attack(number + 1, place)?;
        }
        if place == InPlace {
            for (reply, child) in self.proof.children(number) {
                if self.board.at(reply).is_some() {
                    return reject(child, Reason::Occupied(reply));
                }
                self.with(reply, self.defender, |this| this.attack(child, InPlace))?;
            }
        }
        for reply in self.board.squares() {
            let child = self.proof.child(number, reply);
            if self.board.at(reply).is_none() && (place == Elsewhere || child.is_none()) {
                self.with(reply, self.defender, |this| this.answer(number, reply, child))?;
            }
        }
        Ok(())
    }

    /// Rule 4: the default beats the reply just put, or else its child does.
    fn answer(&mut self, number: u32, reply: Square, child: Option<u32>) -> Result<(), Stop> {
        match self.proof.record(number) {
            Record::Default { line, .. } if self.replay(line)? => return Ok(()),
            Record::Tree { .. } => match self.attack(number + 1, Elsewhere) {
                Err(Stop::Rejected { .. }) => {}
                done => return done,
            },
            _ => {}
        }
        match child {
            Some(child) => self.attack(child, Elsewhere),
            None => reject(number, Reason::Unanswered(reply)),
        }
    }

    /// Rule 6: do these fours win, against the replies that they force here?
    fn replay(&mut self, line: &[Square]) -> Result<bool, Stop> {
        let replay = self.board.replay(self.attacker, line);
        self.statistics.replays += 1;
        self.statistics.steps += replay.moves as u64;
        self.step()?;
        Ok(replay.won)
    }
}

/// The position that a record has in place, by walking down to it from the first.
///
/// # Panics
/// If there is no such record.
pub fn board_at(proof: &Certificate, target: u32) -> Board<'_> {
    let mut board = Board::new(proof.header());
    let mut number = 1;
    while number != target {
        let holds = |record: u32| record <= target && target < proof.end(record);
        match proof.record(number) {
            Record::Play(square) => board.put(square, proof.header().attacker()),
            Record::Forced => {
                if let Fives::One(square) = board.fives(proof.header().attacker()) {
                    board.put(square, proof.defender());
                }
            }
            Record::Tree { .. } if holds(number + 1) => {}
            _ => {
                if let Some((reply, child)) = proof.children(number).find(|&(_, child)| holds(child)) {
                    board.put(reply, proof.defender());
                    number = child;
                    continue;
                }
            }
        }
        number += 1;
    }
    board
}

/// Whether the tree of a record with the attacker to move is accepted on another position.
pub(crate) fn holds_on(proof: &Certificate, record: u32, board: &Board<'_>) -> bool {
    let mut checker = Checker::new(proof, Limit::NONE);
    for square in board.squares() {
        match board.at(square) {
            Some(colour) => checker.board.put(square, colour),
            None => checker.board.clear(square),
        }
    }
    checker.attack(record, Elsewhere).is_ok()
}
