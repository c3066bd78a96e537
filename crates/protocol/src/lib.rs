//! The Gomocup protocol and the dialects that Yixin's and Rapfi's clients speak.
//!
//! Reading order, from the text inwards: [`lines`] (bytes become lines), [`command`] (a line becomes a
//! [`Command`] or a typed error), [`reader`] (blocks of lines become one command), [`info`] (`INFO` values become
//! limits and options), [`coordinates`]; then [`session`] (what a command does), [`player`] (the engine as the
//! session sees it) and [`pump`] (reader thread, main loop, one writer). The page about it is `docs/protocol.md`.
//!
//! ```
//! use tengen_engine::{Engine, Options};
//!
//! let input = &b"START 15\nINFO timeout_turn 0\nTURN 7,7\nEND\n"[..];
//! let mut output = Vec::new();
//! tengen_protocol::run(input, &mut output, Engine::new(Options::default()), 0)?;
//! assert!(output.starts_with(b"OK\n"));
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod command;
pub mod coordinates;
pub mod info;
pub mod lines;
pub mod player;
pub mod pump;
pub mod reader;
pub mod session;

pub use command::{Command, CommandError};
pub use info::Settings;
pub use pump::run;
pub use session::Session;
