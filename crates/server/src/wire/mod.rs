//! How positions and games look in JSON, and the way from there to the types of the game and back.
//!
//! The one idea: what comes in is checked here, once, and everything behind works on checked types.

pub(crate) mod game;
pub(crate) mod position;

pub(crate) use game::Game;
pub(crate) use position::{Names, PositionText, Side, SizeText};
