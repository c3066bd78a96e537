//! The program `tengen`: arguments in, results out. Everything it knows about the game is in the libraries.
//!
//! Reading order: [`commands`] (one file a command), [`input`] (what comes in), [`output`]
//! (what goes out), [`interrupt`] (Ctrl-C). Results go to standard output, notes and errors to standard error; a failure exits
//! with 1, wrong usage with 2, a command that was interrupted with 130; commands that give a verdict (`solve`, `prove`, `verify`)
//! have codes of their own.

mod commands;
mod input;
mod interrupt;
mod output;
mod serve;

use clap::Parser;
use std::fmt;
use std::process::ExitCode;

/// Gomoku engine, solver and analysis board
#[derive(Parser)]
#[command(
    name = "tengen",
    version,
    after_help = "\
Examples:
  tengen                              the analysis board in a browser, as `tengen serve`
  tengen show h8i9g9 --rule renju     draw a position
  tengen show game.psq --png game.png draw the end of a game
  tengen analyze h8i9 --time 3        ask the engine for the best moves
  tengen solve h8a1i8a15j8o1          prove a win by force
  tengen play --level 5               play against the engine in the terminal
  tengen COMMAND --help               options and examples of a command"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<commands::Command>,
}

/// Arguments that are each good but do not go together.
#[derive(Debug)]
pub(crate) struct WrongUsage(pub(crate) String);

impl fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongUsage {}

/// The user ended it before it was done; what was done is kept.
#[derive(Debug)]
pub(crate) struct Interrupted(pub(crate) String);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Interrupted {}

/// The command has said all there is to say; this is its exit code.
#[derive(Debug)]
pub(crate) struct ExitWith(pub(crate) u8);

impl fmt::Display for ExitWith {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit code {}", self.0)
    }
}

impl std::error::Error for ExitWith {}

/// What shells say of a program that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody is left to tell if the stream is closed.
            let _ = error.print();
            let command = std::env::args_os().nth(1);
            let code = if error.exit_code() == 0 { 0 } else { commands::usage_code(command.as_deref()) };
            return ExitCode::from(code);
        }
    };
    let outcome = cli.command.as_ref().map_or_else(commands::serve::run_alone, commands::Command::run);
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.is::<Interrupted>() {
                output::note(&format!("{error:#}"));
                return ExitCode::from(INTERRUPTED);
            }
            if let Some(ExitWith(code)) = error.downcast_ref() {
                return ExitCode::from(*code);
            }
            output::note(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<WrongUsage>() { 2 } else { 1 })
        }
    }
}
