//! Ctrl-C, and a polite request to end: the first ends the work with what is there, the second ends the program.
#![allow(clippy::exit)]

use anyhow::Context as _;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell calls the end by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Calls `stop` at the first interrupt. To be asked for once in a run of the program.
pub(crate) fn at_interrupt(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let was_asked = AtomicBool::new(false);
    let handler = move || {
        if was_asked.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        stop();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}
