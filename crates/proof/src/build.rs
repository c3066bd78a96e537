//! Certificates are made record by record, in file order; the shape is checked as they come.
//!
//! One stack says what must come next. It lies on the heap, so a tree may be as deep as it likes here; the checkers
//! bound the depth by the board.

use crate::certificate::{Certificate, Node, Stored};
use crate::header::Header;
use crate::square::{Square, Symmetry};
use std::fmt;

/// What the grammar allows at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A record with the attacker to move: V, M, R or U.
    Attack,
    /// A record with the defender to move: W, F, D, T or A.
    Defence,
    /// A reply.
    Reply,
    /// Nothing more.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Attack => "V, M, R or U (the attacker is to move)",
            Self::Defence => "W, F, D, T or A (the defender is to move)",
            Self::Reply => "a reply (y and a square)",
            Self::End => "the end",
        })
    }
}

/// Why records are no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Something else belongs here.
    #[error("found {found} where {expected} belongs")]
    Misplaced {
        /// The letter that was found, `y` for a reply.
        found: char,
        /// What belongs there.
        expected: Expected,
    },
    /// The tree goes on.
    #[error("the tree is not finished: {0} is missing")]
    Unfinished(Expected),
    /// A square outside the board.
    #[error("{0} is not on the board")]
    Outside(Square),
    /// Two children for one reply.
    #[error("the reply {0} has two children")]
    Twice(Square),
    /// `R` or `U` names something else than an earlier, finished record with the attacker to move.
    #[error("record {0} is not an earlier, finished record with the attacker to move")]
    Reference(u32),
    /// More children or moves than the board has squares.
    #[error("{0} are more than the board has squares")]
    TooMany(usize),
    /// More records, or squares of lines, than can be numbered.
    #[error("the certificate is too large")]
    TooLarge,
}

/// What a place of the tree still waits for.
#[derive(Clone, Copy, Debug)]
enum Open {
    Attack,
    Defence,
    Replies {
        remaining: u16,
        /// Where this record's replies begin in the list of replies of open records.
        seen: u32,
    },
    /// The record with this index ends here.
    Close(u32),
}

/// Makes a [`Certificate`] record by record, in file order.
///
/// Every method that adds a record returns its number. The first thing that does not fit is remembered, whatever
/// comes after it is dropped, and [`finish`](Self::finish) tells it.
#[derive(Clone, Debug)]
pub struct Builder {
    certificate: Certificate,
    open: Vec<Open>,
    seen: Vec<Square>,
    reply: Option<Square>,
    error: Option<ShapeError>,
}

impl Builder {
    /// Nothing but the claim.
    pub fn new(header: Header) -> Self {
        let certificate = Certificate { header, nodes: Vec::new(), pool: Vec::new() };
        let first = if certificate.attacker_begins() { Open::Attack } else { Open::Defence };
        Self { certificate, open: vec![first], seen: Vec::new(), reply: None, error: None }
    }

    /// `V`: the attacker wins by these fours. No moves: he has a five square.
    pub fn line(&mut self, moves: &[Square]) -> u32 {
        let (start, length) = self.keep(moves);
        self.add(Stored::Line { start, length })
    }

    /// `M`: the attacker plays here; a record for the defender follows.
    pub fn play(&mut self, square: Square) -> u32 {
        self.inside(square);
        self.add(Stored::Play(square))
    }

    /// `R`: the position mapped by `symmetry` is the one of record `record`.
    pub fn same(&mut self, record: u32, symmetry: Symmetry) -> u32 {
        self.refer(record);
        self.add(Stored::Same { record, symmetry })
    }

    /// `U`: the tree of record `record` wins here too.
    pub fn reuse(&mut self, record: u32) -> u32 {
        self.refer(record);
        self.add(Stored::Reuse(record))
    }

    /// `W`: the attacker has two five squares.
    pub fn two(&mut self) -> u32 {
        self.add(Stored::Two)
    }

    /// `F`: one five square; a record for the attacker, after the forced reply, follows.
    pub fn forced(&mut self) -> u32 {
        self.add(Stored::Forced)
    }

    /// `D`: a line that beats every reply without a child; the children follow.
    pub fn default(&mut self, moves: &[Square], children: usize) -> u32 {
        let (start, length) = self.keep(moves);
        let children = self.at_most_the_board(children);
        self.add(Stored::Default { start, length, children })
    }

    /// `T`: its default tree follows, then its children.
    pub fn tree(&mut self, children: usize) -> u32 {
        let children = self.at_most_the_board(children);
        self.add(Stored::Tree { children })
    }

    /// `A`: a child for every reply follows.
    pub fn all(&mut self, children: usize) -> u32 {
        let children = self.at_most_the_board(children);
        self.add(Stored::All { children })
    }

    /// `y`: the reply of the child whose record comes next. It is no record and has no number.
    pub fn reply(&mut self, square: Square) {
        self.inside(square);
        let Some(Open::Replies { remaining: 1.., seen }) = self.open.last().copied() else {
            return self.misplaced('y');
        };
        if self.seen[seen as usize..].contains(&square) {
            return self.fail(ShapeError::Twice(square));
        }
        if self.error.is_none() {
            self.seen.push(square);
            if let Some(Open::Replies { remaining, .. }) = self.open.last_mut() {
                *remaining -= 1;
            }
            self.open.push(Open::Attack);
            self.reply = Some(square);
        }
    }

    /// The number that the next record gets.
    pub fn next_number(&self) -> u32 {
        self.certificate.count() + 1
    }

    /// The first thing that did not fit.
    pub const fn error(&self) -> Option<&ShapeError> {
        self.error.as_ref()
    }

    /// The certificate, if the records are one whole tree.
    ///
    /// # Errors
    /// The first thing that did not fit, or what is missing.
    pub fn finish(self) -> Result<Certificate, ShapeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.expected() {
            Expected::End => Ok(self.certificate),
            missing => Err(ShapeError::Unfinished(missing)),
        }
    }

    /// What must come next.
    pub fn expected(&self) -> Expected {
        match self.open.last() {
            Some(Open::Attack) => Expected::Attack,
            Some(Open::Defence) => Expected::Defence,
            Some(Open::Replies { .. }) => Expected::Reply,
            Some(Open::Close(_)) | None => Expected::End,
        }
    }

    fn fail(&mut self, error: ShapeError) {
        self.error.get_or_insert(error);
    }

    fn misplaced(&mut self, found: char) {
        let expected = self.expected();
        self.fail(ShapeError::Misplaced { found, expected });
    }

    fn inside(&mut self, square: Square) {
        if !square.is_on(self.certificate.header.size()) {
            self.fail(ShapeError::Outside(square));
        }
    }

    fn refer(&mut self, record: u32) {
        let nodes = &self.certificate.nodes;
        let target = (record as usize).checked_sub(1).and_then(|index| nodes.get(index));
        // An end of 0 marks a record whose subtree is still open.
        let good = target.is_some_and(|node| node.end != 0 && self.certificate.record(record).is_attack());
        if !good {
            self.fail(ShapeError::Reference(record));
        }
    }

    fn at_most_the_board(&mut self, count: usize) -> u16 {
        let size = usize::from(self.certificate.header.size());
        if count > size * size {
            self.fail(ShapeError::TooMany(count));
        }
        count as u16
    }

    fn keep(&mut self, moves: &[Square]) -> (u32, u16) {
        for &square in moves {
            self.inside(square);
        }
        let length = self.at_most_the_board(moves.len());
        let pool = &mut self.certificate.pool;
        let Ok(start) = u32::try_from(pool.len()) else {
            self.fail(ShapeError::TooLarge);
            return (0, 0);
        };
        if self.error.is_none() {
            pool.extend_from_slice(moves);
        }
        (start, length)
    }

    fn add(&mut self, stored: Stored) -> u32 {
        let number = self.next_number();
        if number == u32::MAX {
            self.fail(ShapeError::TooLarge);
        }
        if self.error.is_some() {
            return number;
        }
        let reply = self.reply.take();
        self.certificate.nodes.push(Node { stored, reply, end: 0 });
        let record = self.certificate.record(number);
        let fits = match self.open.last() {
            Some(Open::Attack) => record.is_attack(),
            Some(Open::Defence) => !record.is_attack(),
            _ => false,
        };
        let letter = record.letter();
        if !fits {
            self.certificate.nodes.pop();
            self.misplaced(letter);
            return number;
        }
        self.open.pop();
        self.open.push(Open::Close(number - 1));
        let seen = self.seen.len() as u32;
        match stored {
            Stored::Play(_) => self.open.push(Open::Defence),
            Stored::Forced => self.open.push(Open::Attack),
            Stored::Default { children: remaining, .. } | Stored::All { children: remaining } => {
                self.open.push(Open::Replies { remaining, seen });
            }
            Stored::Tree { children: remaining } => {
                self.open.extend([Open::Replies { remaining, seen }, Open::Attack]);
            }
            Stored::Line { .. } | Stored::Same { .. } | Stored::Reuse(_) | Stored::Two => {}
        }
        self.close();
        number
    }

    /// Takes away what is complete.
    fn close(&mut self) {
        let end = self.next_number();
        loop {
            match self.open.last() {
                Some(Open::Close(index)) => self.certificate.nodes[*index as usize].end = end,
                Some(Open::Replies { remaining: 0, seen }) => self.seen.truncate(*seen as usize),
                _ => return,
            }
            self.open.pop();
        }
    }
}
