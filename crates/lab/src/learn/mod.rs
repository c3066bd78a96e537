//! Learning what positions are worth: games of the engine against itself, and a fit of its tables to them.
//!
//! Reading order: [`games`] (the file), [`play`] (who plays them), [`run`](mod@run) (many of them), [`model`] (the tables as numbers to fit), [`fit`](mod@fit) (the fit) and [`plot`] (its curves); [`stats`] (what a file is like).

pub mod fit;
pub mod games;
pub mod model;
pub mod play;
pub mod plot;
pub mod run;
pub mod stats;
