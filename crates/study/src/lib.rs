//! Games and positions for people: what is on the board and why, puzzles, and reviews of whole games.
//!
//! Reading order: [`explain`] (threats, cases, forbidden points, lines in words), [`puzzles`] (made, checked, played out),
//! [`review`] (games move by move), [`report`] (reviews as files); [`order`] lends the solver the engine's policy.
//!
//! Nothing here prints or opens a file. Types that leave the house are plain data (serde); points in them have names such
//! as `h8`, row 1 at the bottom.

pub mod explain;
pub mod order;
pub mod puzzles;
pub mod report;
pub mod review;
