//! The commands. Each is a file with its arguments (`Args`) and what it does with them (`run`); a new
//! command is a module, a variant and an arm.

mod analyze;
mod bench;
mod convert;
mod data;
mod engine;
mod match_;
mod openings;
mod pattern;
mod pick;
mod play;
mod proof;
mod prove;
mod puzzles;
mod review;
mod selfplay;
pub(crate) mod serve;
mod show;
mod show_json;
mod solve;
mod train;
mod tune;
mod verify;

pub(crate) use show::status_line;
use std::ffi::OsStr;

/// What the program can be asked to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Draw a position or game: in the terminal, as SVG or PNG, or move by move as GIF
    Show(show::Args),
    /// Turn a game file into another format
    Convert(convert::Args),
    /// Say what a drawn pattern is worth: victory, attack, threat or generic
    Pattern(pattern::Args),
    /// Ask the engine what a position is worth and which moves are best
    Analyze(Box<analyze::Args>),
    /// Review a game: grades for every move, missed wins, where it was decided
    Review(Box<review::Args>),
    /// Play against the engine in the terminal
    Play(play::Args),
    /// Open the analysis board in a browser
    Serve(Box<serve::Args>),
    /// Play as an engine: the Gomocup protocol on standard input and output
    Engine(engine::Args),
    /// Let two engines play a match, and say what it proves
    Match(Box<match_::Args>),
    /// Make balanced openings for matches
    Openings(openings::Args),
    /// Search for a win by force, and prove it
    Solve(Box<solve::Args>),
    /// Prove a win, and write the proof as a certificate
    Prove(Box<prove::Args>),
    /// Check a certificate of a win
    Verify(verify::Args),
    /// Look into a certificate of a win
    Proof(proof::Args),
    /// Make puzzles with one proven solution, and check them
    Puzzles(puzzles::Args),
    /// Play games of the engine against itself, to learn from
    Selfplay(Box<selfplay::Args>),
    /// Look into files of games to learn from
    Data(data::Args),
    /// Fit the engine's tables to games
    Train(Box<train::Args>),
    /// Tune the numbers of the search by games
    Tune(Box<tune::Args>),
    /// Measure the search and the board
    Bench(bench::Args),
}

/// What wrong arguments of a command exit with. Where 2 means that there is no verdict, it is another number.
pub(crate) fn usage_code(command: Option<&OsStr>) -> u8 {
    let has_verdicts = command.is_some_and(|name| VERDICTS.iter().any(|one| name == *one));
    if has_verdicts { verify::UNUSABLE } else { 2 }
}

/// The commands whose exit code is a verdict.
const VERDICTS: [&str; 4] = ["solve", "prove", "verify", "puzzles"];

impl Command {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Show(args) => show::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Pattern(args) => pattern::run(args),
            Self::Analyze(args) => analyze::run(args),
            Self::Review(args) => review::run(args),
            Self::Play(args) => play::run(args),
            Self::Serve(args) => serve::run(args),
            Self::Engine(args) => engine::run(args),
            Self::Match(args) => match_::run(args),
            Self::Openings(args) => openings::run(args),
            Self::Solve(args) => solve::run(args),
            Self::Prove(args) => prove::run(args),
            Self::Verify(args) => verify::run(args),
            Self::Proof(args) => proof::run(args),
            Self::Puzzles(args) => puzzles::run(args),
            Self::Selfplay(args) => selfplay::run(args),
            Self::Data(args) => data::run(args),
            Self::Train(args) => train::run(args),
            Self::Tune(args) => tune::run(args),
            Self::Bench(args) => bench::run(args),
        }
    }
}
