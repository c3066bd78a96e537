//! The brute-force checker: what it accepts is what a proof is.
//!
//! Slow and obvious on purpose. A win is a run of stones, counted square by square; every empty square is tried as
//! a reply; nothing is remembered. The rules in `docs/proof-format.md` are this file in words.
//!
//! A record is looked at *in place* once, in file order, in the position that the path from the first record gives
//! it; whenever `U` or `T` tries a tree on another position, it is looked at *elsewhere*. Depth: from record to
//! record below it a stone of the attacker is put at least every second time, and `U` does not recurse, so the
//! recursion is at most two calls for each empty square of the first position.

use crate::certificate::{Certificate, Record};
use crate::header::{Colour, Header};
use crate::square::{Square, Symmetry};
use crate::verdict::{Limit, Reason, Report, Statistics, Stop, reject};

/// Judges a certificate by trying every reply.
pub fn check(certificate: &Certificate, limit: Limit) -> Report {
    let mut checker = Checker {
        proof: certificate,
        attacker: certificate.header().attacker(),
        defender: certificate.defender(),
        board: Board::new(certificate.header()),
        statistics: Statistics::default(),
        limit,
    };
    let outcome = checker.root();
    Report::new(outcome, checker.statistics, limit)
}

/// The stones and who wins with what; shared with nobody.
#[derive(Clone)]
pub(crate) struct Board<'a> {
    header: &'a Header,
    stones: Vec<Option<Colour>>,
}

/// Where a stone of a side wins at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fives {
    None,
    One(Square),
    Many,
}

impl<'a> Board<'a> {
    pub(crate) fn new(header: &'a Header) -> Self {
        let mut board = Self { header, stones: vec![None; usize::from(header.size()).pow(2)] };
        header.stones().for_each(|(square, colour)| board.put(square, colour));
        board
    }

    pub(crate) fn put(&mut self, square: Square, colour: Colour) {
        self.stones[square.index(self.header.size())] = Some(colour);
    }

    pub(crate) fn clear(&mut self, square: Square) {
        self.stones[square.index(self.header.size())] = None;
    }

    pub(crate) fn at(&self, square: Square) -> Option<Colour> {
        self.stones[square.index(self.header.size())]
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.header.size())
    }

    /// Whether a stone of this colour on this square makes a row that wins.
    pub(crate) fn wins(&self, square: Square, colour: Colour) -> bool {
        let size = self.header.size();
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, rows)| {
            let along = |sign: i32| {
                let step = |&at: &Square| at.shifted(sign * columns, sign * rows, size);
                std::iter::successors(step(&square), step)
                    .take_while(|&at| self.at(at) == Some(colour))
                    .count()
            };
            let row = along(-1) + 1 + along(1);
            if self.header.rule().is_exact(colour) { row == 5 } else { row >= 5 }
        })
    }

    pub(crate) fn fives(&self, colour: Colour) -> Fives {
        let mut found = self.squares().filter(|&at| self.at(at).is_none() && self.wins(at, colour));
        match (found.next(), found.next()) {
            (None, _) => Fives::None,
            (Some(square), None) => Fives::One(square),
            _ => Fives::Many,
        }
    }

    fn has_five(&self) -> bool {
        self.squares().any(|square| self.at(square).is_some_and(|colour| self.wins(square, colour)))
    }

    fn is_full(&self) -> bool {
        self.stones.iter().all(Option::is_some)
    }

    /// Whether a symmetry carries these stones exactly onto the others.
    fn maps_to(&self, symmetry: Symmetry, other: &Self) -> bool {
        let size = self.header.size();
        self.squares().all(|square| self.at(square) == other.at(symmetry.apply(square, size)))
    }
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

impl Checker<'_> {
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
                Record::Same { record, symmetry } if self.board.maps_to(symmetry, &self.board_at(record)) => {
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
        self.statistics.replays += 1;
        let mut played = Vec::new();
        let won = self.play_out(line, &mut played);
        for square in played {
            self.board.clear(square);
        }
        won
    }

    fn play_out(&mut self, line: &[Square], played: &mut Vec<Square>) -> Result<bool, Stop> {
        let mut moves = line.iter();
        loop {
            self.step()?;
            if self.board.fives(self.attacker) != Fives::None {
                return Ok(true);
            }
            let Some(&four) = moves.next() else { return Ok(false) };
            match self.board.fives(self.defender) {
                Fives::None => {}
                Fives::One(square) if square == four => {}
                _ => return Ok(false),
            }
            if self.board.at(four).is_some() {
                return Ok(false);
            }
            self.board.put(four, self.attacker);
            played.push(four);
            match self.board.fives(self.attacker) {
                Fives::None => return Ok(false),
                Fives::One(forced) => {
                    self.board.put(forced, self.defender);
                    played.push(forced);
                }
                Fives::Many => return Ok(self.board.fives(self.defender) == Fives::None),
            }
        }
    }

    /// The position that a record has in place, by walking down to it from the first.
    fn board_at(&self, target: u32) -> Board<'_> {
        let mut board = Board::new(self.proof.header());
        let mut number = 1;
        while number != target {
            let holds = |record: u32| record <= target && target < self.proof.end(record);
            match self.proof.record(number) {
                Record::Play(square) => board.put(square, self.attacker),
                Record::Forced => {
                    if let Fives::One(square) = board.fives(self.attacker) {
                        board.put(square, self.defender);
                    }
                }
                Record::Tree { .. } if holds(number + 1) => {}
                _ => {
                    if let Some((reply, child)) = self.proof.children(number).find(|&(_, child)| holds(child))
                    {
                        board.put(reply, self.defender);
                        number = child;
                        continue;
                    }
                }
            }
            number += 1;
        }
        board
    }
}
