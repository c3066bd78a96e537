//! Gomoku games and positions as files, and boards as pictures.
//!
//! This crate knows the game (`tengen-core`) and bytes; it opens no file, prints nothing and plays nothing.

pub mod drawing;
