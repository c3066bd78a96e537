//! `tengen match`: two engines play pairs of games, and the result is a score line with its statistics.
//!
//! [`setup`] turns arguments into a match, [`progress`] is what is seen while it runs, [`results`] what is left of it.

mod progress;
mod results;
mod setup;

pub(super) use setup::read_openings;

use crate::Interrupted;
use crate::input::parse_size;
use crate::interrupt::at_interrupt;
use crate::output;
use anyhow::Context as _;
use progress::Progress;
use results::Keeper;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::{Rule, Size};
use tengen_lab::judge::DrawRule;
use tengen_lab::runner::Event;
use tengen_lab::summary::Tally;
use tengen_records::Format;

/// Let two engines play a match, and say what it proves
///
/// An engine is a built-in one with options (tengen:nodes=10000,features=-null-move or random:seed=3), or any program
/// that speaks the Gomocup protocol (cmd:./pbrain-x). Options of one engine are time, game and increment (seconds),
/// nodes, depth, memory (MB), threads, name, seed; of tengen also level, caution, features; of programs also dir and log.
///
/// Every opening is played twice with colours swapped. Elo and the sequential test rest on the scores of these pairs.
/// With --out a match that was ended goes on where it was when the same command is given again.
///
/// The exit code is 0 when the match is done, 130 when it was interrupted, 1 on failure, 2 on wrong usage.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen match --a tengen:nodes=2000 --b random --games 20
  tengen match --a tengen --b tengen:features=-null-move --nodes 10000 --sprt gain --games 4000 --out trial
  tengen match --a tengen --b cmd:./pbrain-x --b-opts memory=100 --time 0.5 --openings list.txt --games 100 --json
  tengen match --a 'cmd:./pbrain-x --fast' --b cmd:pbrain-y --time 1 --rule standard --size 15 --concurrency 2")]
pub(crate) struct Args {
    /// The first engine; results are given from its view
    #[arg(long, value_name = "ENGINE")]
    a: String,
    /// The second engine
    #[arg(long, value_name = "ENGINE")]
    b: String,
    /// More options of the first engine, such as time=0.5,memory=100
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    a_opts: String,
    /// More options of the second engine
    #[arg(long, value_name = "OPTIONS", default_value = "", hide_default_value = true)]
    b_opts: String,
    /// Games at most; each opening takes two
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seconds a move, for both [default: 1 if nothing else limits an engine]
    #[arg(long, value_name = "SECONDS")]
    time: Option<String>,
    /// Seconds a game, for both
    #[arg(long, value_name = "SECONDS")]
    game_time: Option<String>,
    /// Nodes a move, for both
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies a move, for both
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Megabytes, for each
    #[arg(long, value_name = "MB")]
    memory: Option<String>,
    /// Threads, for each
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Rule: freestyle, standard, renju, caro, caro-standard, mixed, mixed-white
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Board size: a side such as 15, or columns and rows such as 20x15
    #[arg(long, value_name = "N|WxH", value_parser = parse_size, default_value = "15")]
    size: Size,
    /// A file of openings [default: 2 to 6 stones by lot]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Format of the openings [default: by name and look]
    #[arg(long, value_name = "FORMAT")]
    openings_format: Option<Format>,
    /// Count rows of the openings from the top: a1 is the upper left corner
    #[arg(long)]
    top_origin: bool,
    /// For the order of the openings and everything else that is drawn by lot
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Pairs of games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Milliseconds that an answer may be later than its limit; later loses
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    tolerance: u64,
    /// A game with this many stones is a draw [default: a full board]
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
    #[command(flatten)]
    ends: Ends,
    /// End when the sequential test is decided: ELO0,ELO1 or coarse, gain, fine, no-loss
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How often the test may accept a gain that is none
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// How often the test may miss a gain
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// The folder for games.jsonl (with which a match can go on), games.sgf and summary.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print a line of JSON a finished game, and the result as the last line
    #[arg(long)]
    json: bool,
    /// Do not show how it goes
    #[arg(long)]
    quiet: bool,
}

/// What ends a game before its five.
#[derive(clap::Args)]
struct Ends {
    /// End a game when a player announces a win and the solver proves it
    #[arg(long)]
    adjudicate: bool,
    /// A game is a draw from so many stones on, after so many moves in a row whose players saw at most so much for either side
    #[arg(long, value_name = "STONES,PLIES,SCORE")]
    draw: Option<DrawRule>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let setup = setup::prepare(args)?;
    if !args.quiet {
        setup.notes.iter().for_each(|note| output::note(&format!("note: {note}")));
    }
    let plan = setup.plan;
    let call_off = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&call_off);
    at_interrupt(move || flag.store(true, Ordering::Relaxed))?;

    let mut progress = (!args.quiet).then(|| Progress::new(&plan));
    let mut keeper = Keeper::new(&plan);
    let mut failed = None;
    let hear = |event: &Event<'_>, tally: &Tally| {
        if let Some(progress) = &mut progress {
            progress.hear(event, tally);
        }
        let heard = keeper.hear(event, tally).and_then(|()| match event {
            Event::Game(line) if args.json => output::print_json(line),
            _ => Ok(()),
        });
        if let Err(error) = heard {
            // No further game is of use to anybody.
            call_off.store(true, Ordering::Relaxed);
            failed.get_or_insert(error);
        }
    };
    let outcome = plan.run(&call_off, hear);
    if let Some(progress) = &mut progress {
        progress.end();
    }
    let summary = outcome.with_context(|| match &plan.folder {
        Some(folder) => format!("the match stopped; its games are kept in {}", folder.display()),
        None => "the match stopped".to_owned(),
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    keeper.finish(&summary)?;
    if args.json {
        output::print_json(&summary)?;
    } else {
        output::print(results::text(&summary).as_bytes())?;
    }
    if summary.complete {
        return Ok(());
    }
    let hint = match &plan.folder {
        Some(_) => "the same command goes on from here",
        None => "with --out the match could go on from here",
    };
    Err(Interrupted(format!("interrupted after {} of {} games: {hint}", summary.games, plan.pairs * 2))
        .into())
}
