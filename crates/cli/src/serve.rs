//! The engine at the other end of a manager's pipes: what `pbrain-tengen` and `tengen engine` both are.

use anyhow::Context as _;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};
use tengen_engine::{Engine, Options};

/// Speaks the protocol until `END` or the end of the input.
pub(crate) fn serve() -> anyhow::Result<()> {
    // Openings and weak levels are drawn by lot; two games need not be alike.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    tengen_protocol::run(io::stdin(), io::stdout(), Engine::new(Options::default()), seed)
        .context("cannot write an answer to standard output")
}
