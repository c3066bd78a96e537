//! A certificate in memory: its records in one flat list, in pre-order.
//!
//! Trees can have millions of records, so nothing here recurses: a record knows where its subtree ends, and its
//! children are found by stepping from end to end. Records are numbered from 1.

use crate::build::Builder;
use crate::header::{Colour, Header};
use crate::square::{Square, Symmetry};

/// One step of a proof, as read from a certificate.
///
/// The first four stand where the attacker is to move, the others where the defender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// `V`: the attacker wins by these fours; the defender's forced replies are not written.
    Line(&'a [Square]),
    /// `M`: the attacker plays here; the record after it answers.
    Play(Square),
    /// `R`: this position, mapped by the symmetry, is the one of an earlier record.
    Same {
        /// The earlier record.
        record: u32,
        /// What maps this position to the earlier one.
        symmetry: Symmetry,
    },
    /// `U`: the tree of this earlier record wins here too.
    Reuse(u32),
    /// `W`: the attacker has two five squares.
    Two,
    /// `F`: the attacker has one five square, where the defender must play; the record after it goes on.
    Forced,
    /// `D`: a line of fours that beats every reply except those that have a child.
    Default {
        /// The attacker's moves.
        line: &'a [Square],
        /// How many replies have a child.
        children: u32,
    },
    /// `T`: a tree, the record after it, that beats every reply except those that have a child.
    Tree {
        /// How many replies have a child.
        children: u32,
    },
    /// `A`: every reply has a child.
    All {
        /// How many replies there are.
        children: u32,
    },
}

impl Record<'_> {
    /// The letter of the record in the text form.
    pub const fn letter(&self) -> char {
        match self {
            Self::Line(_) => 'V',
            Self::Play(_) => 'M',
            Self::Same { .. } => 'R',
            Self::Reuse(_) => 'U',
            Self::Two => 'W',
            Self::Forced => 'F',
            Self::Default { .. } => 'D',
            Self::Tree { .. } => 'T',
            Self::All { .. } => 'A',
        }
    }

    /// Whether the attacker is to move at such a record.
    pub const fn is_attack(&self) -> bool {
        matches!(self, Self::Line(_) | Self::Play(_) | Self::Same { .. } | Self::Reuse(_))
    }
}

/// A record as it is stored: lines lie in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Line { start: u32, length: u16 },
    Play(Square),
    Same { record: u32, symmetry: Symmetry },
    Reuse(u32),
    Two,
    Forced,
    Default { start: u32, length: u16, children: u16 },
    Tree { children: u16 },
    All { children: u16 },
}

// Millions of them are kept: twelve bytes each, and eight more for reply and end.
const _: () = assert!(size_of::<Stored>() <= 12);

/// A record with its place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) stored: Stored,
    /// The reply before it, if it is a child of `D`, `T` or `A`.
    pub(crate) reply: Option<Square>,
    /// The number of the first record after its subtree.
    pub(crate) end: u32,
}

/// A claim and its proof: a tree of the right shape, which the checkers then judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub(crate) header: Header,
    pub(crate) nodes: Vec<Node>,
    pub(crate) pool: Vec<Square>,
}

impl Certificate {
    /// What is claimed.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The number of records; they are numbered from 1 to this.
    pub fn count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The record with a number.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn record(&self, number: u32) -> Record<'_> {
        match self.node(number).stored {
            Stored::Line { start, length } => Record::Line(self.line(start, length)),
            Stored::Play(square) => Record::Play(square),
            Stored::Same { record, symmetry } => Record::Same { record, symmetry },
            Stored::Reuse(record) => Record::Reuse(record),
            Stored::Two => Record::Two,
            Stored::Forced => Record::Forced,
            Stored::Default { start, length, children } => {
                Record::Default { line: self.line(start, length), children: children.into() }
            }
            Stored::Tree { children } => Record::Tree { children: children.into() },
            Stored::All { children } => Record::All { children: children.into() },
        }
    }

    /// The reply that leads to a record, if it is a child of `D`, `T` or `A`.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn reply(&self, number: u32) -> Option<Square> {
        self.node(number).reply
    }

    /// The number of the first record after the subtree of a record.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn end(&self, number: u32) -> u32 {
        self.node(number).end
    }

    /// The children of a `D`, `T` or `A` record in file order: reply and record number. Others have none.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn children(&self, number: u32) -> impl Iterator<Item = (Square, u32)> {
        let node = self.node(number);
        let mut next = match node.stored {
            Stored::Default { .. } | Stored::All { .. } => number + 1,
            Stored::Tree { .. } => self.end(number + 1),
            _ => node.end,
        };
        std::iter::from_fn(move || {
            let child = next;
            let reply = if child < node.end { self.node(child).reply } else { None }?;
            next = self.end(child);
            Some((reply, child))
        })
    }

    /// The child for a reply.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn child(&self, number: u32, reply: Square) -> Option<u32> {
        self.children(number).find_map(|(square, child)| (square == reply).then_some(child))
    }

    /// Whether the attacker is to move at the first record.
    pub fn attacker_begins(&self) -> bool {
        self.header.to_move() == self.header.attacker()
    }

    /// The side that defends.
    pub const fn defender(&self) -> Colour {
        self.header.attacker().opponent()
    }

    /// A builder for a certificate of such a claim.
    pub fn builder(header: Header) -> Builder {
        Builder::new(header)
    }

    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize - 1]
    }

    fn line(&self, start: u32, length: u16) -> &[Square] {
        &self.pool[start as usize..start as usize + usize::from(length)]
    }
}
