//! Seed 001's board: *rotated bitboards* and a threat board for each player.
//!
//! Each colour is kept in four copies, turned by 0, 90, 45 and 135 degrees, so that the squares of every
//! line lie together and a window of nine is one shift. What a point is worth along a line is a pair, the
//! severity of the threat and the number of ways to carry it out, looked up from the own and the
//! blocked squares. See "Threats" and "Board representation" of the page on the `OOOOO` program.
//!
//! Reading order: [`threat`] (the pairs, their definition and their table), [`board`] (the copies, play and undo).
//!
//! Freestyle only, every size. Like [`inverse`](crate::inverse) it is here to be measured and to check others.

pub mod board;
pub mod threat;

pub use board::RotatedBoard;
pub use threat::{LineKey, Threat};
