//! The game of Gomoku: points and rules, the referee, positions and records, plain notation, the board
//! with its incremental patterns, threats, and the pattern laboratory.
//!
//! Reading order: [`geometry`] (points and sizes), [`rule`] (the rules as data and as types),
//! [`referee`] (the rules spelled out on a plain grid), [`position`] and [`record`] (what is played and
//! kept), [`notation`] (how it is written); then [`pattern`] (what lines and points are worth) and [`mod@board`] (which
//! keeps it up to date), [`threat`] and [`analysis`] (what has to be answered, and how). [`laboratory`] is the theory of patterns as a program; [`inverse`] and [`rotated`] are the boards of
//! two other programs of the literature, kept to compare.
//!
//! ```
//! use tengen_core::analysis::{Analysis, analyse};
//! use tengen_core::board::Board;
//! use tengen_core::notation::{Origin, parse_moves};
//! use tengen_core::rule::Freestyle;
//! use tengen_core::{Position, Rule, Size};
//!
//! let moves = parse_moves("h8a1i8a3j8", Size::FIFTEEN, Origin::Bottom)?;
//! let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves)?;
//! let mut board = Board::<Freestyle>::from_position(&position);
//! // Black has an open three and White is to move: two points hold.
//! let Analysis::Hold { defences, .. } = analyse(&mut board) else { panic!("the three must be answered") };
//! assert_eq!(defences.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows the standard library and nothing else: no I/O, no clock, no threads, no randomness, no
//! floats.

pub mod analysis;
pub mod board;
pub mod colour;
pub mod geometry;
pub mod inverse;
pub mod laboratory;
pub mod notation;
pub mod pattern;
pub mod position;
pub mod record;
pub mod referee;
pub mod rotated;
pub mod rule;
pub mod threat;

pub use board::Board;
pub use colour::Colour;
pub use geometry::{Direction, Point, Size, Symmetry};
pub use position::{Move, Position, Status};
pub use record::GameRecord;
pub use referee::{Foul, Grid};
pub use rule::{Opening, Rule};
