//! What is asked of the solver, and what it answers.

use crate::limits::Limit;
use crate::tree::Tree;
use std::fmt;
use std::str::FromStr;
use tengen_core::{Colour, Point, Position, Rule};
use tengen_proof::Certificate;

/// A question: does `attacker` win this position?
#[derive(Clone, Debug)]
pub struct Query {
    /// The position; either side may be to move.
    pub position: Position,
    /// Who is to win.
    pub attacker: Colour,
    /// What kind of win counts.
    pub goal: Goal,
    /// How to look for it.
    pub method: Method,
    /// Look on for a shorter win until there is none of its kind: by fours, or by fours and threes. Wins with quiet moves are not
    /// shortened.
    pub shortest: bool,
}

impl Query {
    /// Whether the side to move wins, by any means.
    pub fn new(position: Position) -> Self {
        Self {
            attacker: position.to_move(),
            position,
            goal: Goal::Win,
            method: Method::Auto,
            shortest: false,
        }
    }
}

/// What kind of win counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// By fours alone.
    Vcf,
    /// By fours and threes.
    Vct,
    /// By any moves.
    Win,
}

/// How to look for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// From the cheapest method to the dearest that the goal allows.
    Auto,
    /// Depth-first over fours.
    Vcf,
    /// Proof numbers over fours and threes.
    Vct,
    /// Proof numbers over all moves, with relevance zones.
    Zones,
    /// Dependency-based search (Allis).
    Db,
    /// Threat-space search (Allis, van den Herik, Huntjens).
    Tss,
    /// Binary minimax (Piazza, Scarpiniti, Baccarelli).
    Bmm,
    /// Proof-number search with the tree in memory (Allis).
    Pns,
}

/// A name that is none of the expected ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is unknown; expected one of {1}")]
pub struct UnknownName(String, String);

macro_rules! names {
    ($type:ident: $($variant:ident = $name:literal),*) => {
        impl $type {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                Self::ALL.iter().copied().find(|one| one.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
                    let names: Vec<&str> = Self::ALL.iter().map(|one| one.name()).collect();
                    UnknownName(text.to_owned(), names.join(", "))
                })
            }
        }
    };
}

names!(Goal: Vcf = "vcf", Vct = "vct", Win = "win");
names!(Method: Auto = "auto", Vcf = "vcf", Vct = "vct", Zones = "zones", Db = "db", Tss = "tss", Bmm = "bmm", Pns = "pns");

/// The answer to a [`Query`].
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The attacker wins; the certificate says how, and the checker accepted it.
    Proven(Box<Proof>),
    /// The attacker has no win of this scope: all of them were tried.
    Disproven(Scope),
    /// Neither.
    Unknown(Reason),
}

/// A win with its proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate, accepted by the fast checker.
    pub certificate: Certificate,
    /// The same as a tree.
    pub tree: Tree,
    /// The attacker's first move, if it is to move.
    pub first: Option<Point>,
    /// A line of best resistance.
    pub line: Vec<Point>,
    /// Plies to the end at most.
    pub plies: usize,
    /// No win of its kind is shorter: all were tried.
    pub is_shortest: bool,
    /// What found it.
    pub method: Method,
}

/// Of which kind there is no win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The game is over, or the other side wins at once.
    Lost,
    /// No win by fours.
    Vcf,
    /// No win by fours and threes.
    Vct,
    /// No win by moves each of which leaves a five or a winning four to play (the set T2+T3): a little less than
    /// [`Scope::Vct`], which may also stop a four with a stone that leaves a longer line of fours.
    Threats,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost => "the game is over, or the other side wins at once",
            Self::Vcf => "no win by continuous fours",
            Self::Vct => "no win by continuous threats",
            Self::Threats => "no win by moves that each leave a five or a winning four",
        })
    }
}

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit was met.
    Limit(Limit),
    /// A win was found, but this rule, or a board that is not square, has no certificates.
    NotCertified(Rule),
    /// The checker did not accept the certificate: a bug, to be reported.
    Rejected,
    /// All that was to be tried was tried, but not everything was searched to its end.
    Incomplete,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(Limit::Nodes) => f.write_str("the node limit was met"),
            Self::Limit(Limit::Time) => f.write_str("the time was up"),
            Self::Limit(Limit::Cancelled) => f.write_str("it was cancelled"),
            Self::NotCertified(rule) => write!(f, "a win was found, but {rule} is not certified"),
            Self::Rejected => {
                f.write_str("the checker rejected the certificate; please report this position")
            }
            Self::Incomplete => f.write_str("no win was found, which proves nothing"),
        }
    }
}
