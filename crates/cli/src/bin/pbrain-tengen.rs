//! The engine as Gomocup's managers want it: a program whose name begins with `pbrain-`, that speaks the protocol on
//! standard input and output and takes no arguments.

#[path = "../serve.rs"]
mod serve;

use clap::Parser;
use std::io::Write as _;
use std::process::ExitCode;

/// The Gomoku engine Tengen, speaking the Gomocup protocol on standard input and output
#[derive(Parser)]
#[command(
    name = "pbrain-tengen",
    version,
    after_help = "\
Examples:
  printf 'START 15\\nINFO timeout_turn 1000\\nBEGIN\\n' | pbrain-tengen   the first move of a game

A manager (Piskvork, Yixin-Board, c-gomoku-cli) starts this program by itself; see docs/protocol.md."
)]
struct Cli;

fn main() -> ExitCode {
    Cli::parse();
    match serve::serve() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell if standard error is closed too.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
