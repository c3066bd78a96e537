//! Ctrl-C, and a polite request to end: the first ends the work with what is there, the second ends the program.
#![allow(clippy::exit)]

use anyhow::Context as _;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What a shell calls the end by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A signal often comes twice, from the terminal and from a program in between; so soon it is the same one.
const SAME: Duration = Duration::from_millis(300);

/// Calls `stop` at the first interrupt. To be asked for once in a run of the program.
pub(crate) fn at_interrupt(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let first = OnceLock::new();
    let handler = move || {
        if first.get_or_init(Instant::now).elapsed() > SAME {
            std::process::exit(INTERRUPTED);
        }
        stop();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}
