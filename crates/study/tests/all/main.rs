//! All tests of this room in one program.

mod attempts;
mod golden;
mod puzzles;
mod reports;
mod review;
mod threats;
