//! The program `tengen`: reads the command line and walks into the room of the command.

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

mod commands;

/// Gomoku engine, solver and analysis board
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What a drawn pattern is worth: victory, attack, threat or generic
    Pattern(commands::pattern::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Pattern(args) => commands::pattern::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do if even the error cannot be written.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}
