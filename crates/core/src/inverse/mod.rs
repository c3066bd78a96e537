//! Seed 004's board: *inverse bitboards*, where a cleared bit is a stone or a wall.
//!
//! The pair (Black's bit, White's bit) is 00 for a wall, 01 for a black stone, 10 for a white one and 11
//! for an empty square, so the empty squares are one AND of the two boards, and "free for Black" is White's
//! board as it stands. Everything here follows Chen, Lin and Chen, *An Algorithmic Design and
//! Implementation of Outer-Open Gomoku*, section III; where the paper is silent the page says so.
//!
//! Reading order: [`codec`] (squares as bytes), [`status`] (what a line is worth at a point, and the table of
//! it), `extract` (from a window to a key), [`board`] (the four copies, play and undo).
//!
//! Freestyle only, up to 15x15. This representation knows nothing of the flagship board; tests hold the
//! two against each other.

pub mod board;
pub mod codec;
mod extract;
pub mod status;

pub use board::{Bitboard, InverseBoard};
pub use codec::Cell;
pub use status::{LineKey, LineStatus, Threat};
