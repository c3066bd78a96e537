//! Gomoku games and positions as files: bytes in, [`GameRecord`]s out, and back; and boards as pictures.
//!
//! Reading order: [`mod@format`] (which formats there are and what each can hold), [`codec`] (the two doors,
//! [`read`] and [`write()`], and [`losses`]), [`error`] (where and why a file was refused), then a room a format:
//! [`text`] (move strings, pairs, `CodeCup`), [`diagram`], [`offsets`], [`psq`] (with `.rec`), [`sav`], [`pos`],
//! [`sgf`], [`renlib`], [`yxdb`]. Pictures are a house of their own: [`drawing`]. [`opening_names`] is what
//! people call the first three stones.
//!
//! Laws of the house. Input never panics, and a file is read whole or not at all. Memory is bounded by the
//! length of the input; only packed databases can grow, up to a limit. Nothing here opens a file or prints.

pub mod charset;
pub mod codec;
pub mod diagram;
pub mod drawing;
pub mod error;
pub mod format;
mod lines;
pub mod offsets;
pub mod opening_names;
pub mod pos;
pub mod psq;
pub mod renlib;
pub mod sav;
pub mod sgf;
pub mod text;
mod tree;
pub mod yxdb;

pub use charset::Charset;
pub use codec::{Loss, ReadOptions, Transposition, WriteOptions, losses, read, write};
pub use error::{Location, ReadError, ReadErrorKind, WriteError};
pub use format::{Feature, Format};
pub use tengen_core::GameRecord;
