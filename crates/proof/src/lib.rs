//! Certificates: proofs that one side wins, and two programs that check them.
//!
//! A certificate says "this side wins from this position" and holds the whole argument, so that nobody has to
//! trust the program that found it. The page `docs/proof-format.md` has the grammar, the rules of checking and why they
//! are sound; a checker can be written from it alone.
//!
//! This crate knows no other crate of the workspace: no board, no patterns, no search. What the prover believes cannot
//! leak into what is checked.
//!
//! Reading order: [`square`] and [`header`] (what is claimed), [`certificate`] and [`build`] (the tree),
//! [`text`] and [`binary`] (the files), [`verdict`], [`board`] and [`brute`] (what a proof *is*), [`fast`]
//! (the same verdicts, sooner), [`mutate`] (proofs with one thing changed),
//! [`walk`] (playing against a proof).
//!
//! ```
//! use tengen_proof::{Limit, brute, text};
//!
//! // Black has an open three: one more stone makes two five squares.
//! let certificate = text::read(
//!     "TENGEN-PROOF 1\nrule standard\nsize 9\nattacker black\nblack c5 d5 e5\nwhite a1 b2\nto-move black\n\nV f5\n",
//! )?;
//! assert!(brute::check(&certificate, Limit::NONE).is_valid());
//! # Ok::<(), text::TextError>(())
//! ```

pub mod binary;
pub mod board;
pub mod brute;
pub mod build;
pub mod certificate;
pub mod fast;
pub mod header;
pub mod mutate;
pub mod square;
pub mod text;
pub mod verdict;
pub mod walk;

pub use build::{Builder, ShapeError};
pub use certificate::{Certificate, Record};
pub use header::{Colour, Header, Root, Rule};
pub use square::{Square, Symmetry};
pub use verdict::{Limit, Reason, Report, Statistics, Verdict};
