//! Patterns: what a stone makes of each of its four lines, and of the point where they cross.
//!
//! Reading order: [`class`] names the classes, [`classify`] is the slow classifier and the
//! specification, [`table`] is the fast one, built from it.
//!
//! The names are those of Piazza, Scarpiniti and Baccarelli, *Gomoku: analysis of the game and of the
//! player Wine* (2021), sections 2.4, 4.1 and 4.4; `docs/patterns.md` lists them beside the names of
//! the rest of the literature.

pub mod class;
pub mod classify;
pub mod table;

pub use class::{LineClass, PointClass};
pub use table::Tables;
