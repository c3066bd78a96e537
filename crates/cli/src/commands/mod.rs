//! The commands. Each is a file with its arguments (`Args`) and what it does with them (`run`); a new
//! command is a module, a variant and an arm.

mod analyze;
mod bench;
mod convert;
mod engine;
mod match_;
mod pattern;
mod pick;
mod play;
mod show;
mod show_json;

pub(crate) use show::status_line;

/// What the program can be asked to do.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Draw a position or game: in the terminal, as SVG or as PNG
    Show(show::Args),
    /// Turn a game file into another format
    Convert(convert::Args),
    /// Say what a drawn pattern is worth: victory, attack, threat or generic
    Pattern(pattern::Args),
    /// Ask the engine what a position is worth and which moves are best
    Analyze(Box<analyze::Args>),
    /// Play against the engine in the terminal
    Play(play::Args),
    /// Play as an engine: the Gomocup protocol on standard input and output
    Engine(engine::Args),
    /// Let two engines play a match, and say what it proves
    Match(Box<match_::Args>),
    /// Measure the search and the board
    Bench(bench::Args),
}

impl Command {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Show(args) => show::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Pattern(args) => pattern::run(args),
            Self::Analyze(args) => analyze::run(args),
            Self::Play(args) => play::run(args),
            Self::Engine(args) => engine::run(args),
            Self::Match(args) => match_::run(args),
            Self::Bench(args) => bench::run(args),
        }
    }
}
