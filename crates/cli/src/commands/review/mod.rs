//! `tengen review`: a game move by move, with grades, missed wins and the point where it was decided.
//!
//! The library does the work and speaks through a sink; this shows how far it is, then the graph and the table, and writes
//! the reports that were asked for.

mod graph;
mod table;

use super::analyze::parse_seconds;
use super::pick::{PickArgs, Picked};
use super::solve::{ProgressLine, cancelled_by_interrupt};
use crate::{Interrupted, WrongUsage, output};
use anyhow::{Context as _, ensure};
use clap::value_parser;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use tengen_core::GameRecord;
use tengen_study::report;
use tengen_study::review::{Options, Review, ReviewedMove, Sink, review};

/// Review a game: grades for every move, missed wins, where it was decided
///
/// Every position of the main line is searched, from the last to the first, and wins by force are proven where the rule has
/// certificates. Moves are graded by the win probability that they lose: 5 points of a hundred are an inaccuracy, 10 a mistake,
/// 15 a blunder. Win rates are those of the side that moves.
///
/// With --nodes and one thread the review is the same on every run. Ctrl-C ends it with what is known.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen review game.psq                        grades, graph and turning point
  tengen review game.sgf --time 2 --threads 2   two seconds a move
  tengen review game.psq --at 30 --rule renju   the first 30 moves
  tengen review game.psq --html review.html --sgf review.sgf --csv review.csv
  tengen review h8i9g9h9 --nodes 20000 --json   the same as one JSON object")]
pub(crate) struct Args {
    /// A game file, `-` for standard input, or moves such as h8i9h10 (`--` is a pass)
    #[arg(value_name = "FILE|MOVES")]
    input: OsString,
    #[command(flatten)]
    pick: PickArgs,
    /// Nodes a move, of all threads together [default without --time: 100000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory that the engine may use, in MB
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = value_parser!(u32).range(16..=4_000_000))]
    memory: u32,
    /// Leave out the proofs: no missed wins, less time
    #[arg(long, conflicts_with = "prove_nodes")]
    no_prove: bool,
    /// Positions that one proof may look at
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    prove_nodes: u64,
    /// Write a page with graph, boards and table (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a line a move (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the game with comments, evaluations and better lines (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Text in ASCII only
    #[arg(long)]
    ascii: bool,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            nodes: self.nodes.or(if self.time.is_none() { usual.nodes } else { None }),
            time: self.time,
            threads: usize::from(self.threads),
            memory: u64::from(self.memory) << 20,
            prove_nodes: if self.no_prove { 0 } else { self.prove_nodes },
        }
    }

    fn check_outputs(&self) -> anyhow::Result<bool> {
        let files = [&self.html, &self.csv, &self.sgf];
        let standard = files.into_iter().flatten().filter(|path| output::is_standard(path)).count();
        let text = "only one of --html -, --csv -, --sgf - and --json can use standard output: name files for the others";
        ensure!(standard + usize::from(self.json) <= 1, WrongUsage(text.to_owned()));
        Ok(standard == 0)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let prints = args.check_outputs()?;
    let origin = args.pick.read.origin();
    let game = game(args.pick.position(&args.input)?);
    let cancel = cancelled_by_interrupt()?;
    let mut progress = Progress(ProgressLine::new());
    let found = review(&game, &args.options(), &cancel, &mut progress);
    progress.0.end();
    let review = found.context("the game cannot be reviewed")?;
    deliver(args, &review, &game)?;
    if prints {
        let shown = table::counted_from(&review, game.size, origin);
        if args.json {
            output::print_json(&shown)?;
        } else {
            output::print(text(&shown, args.ascii).as_bytes())?;
        }
    }
    if review.complete {
        return Ok(());
    }
    let said = format!("ended early: {} of {} moves were reviewed", review.moves.len(), review.graph.len());
    Err(Interrupted(said).into())
}

/// The game up to the position that was meant, under the rule that counts.
fn game(picked: Picked) -> GameRecord {
    let Picked { mut record, node, position } = picked;
    let is_whole = record.main_line().last().is_none_or(|last| *last == node);
    if is_whole {
        record.rule = Some(position.rule());
        return record;
    }
    let mut part = GameRecord::from_position(&position);
    part.players = record.players;
    part.title = record.title;
    part.event = record.event;
    part.date = record.date;
    part
}

/// Writes the reports. All are made before any is written.
fn deliver(args: &Args, review: &Review, game: &GameRecord) -> anyhow::Result<()> {
    let mut files: Vec<(&PathBuf, Vec<u8>)> = Vec::new();
    if let Some(path) = &args.html {
        files.push((path, report::html(review, game)?.into_bytes()));
    }
    if let Some(path) = &args.csv {
        files.push((path, report::csv(review).into_bytes()));
    }
    if let Some(path) = &args.sgf {
        files.push((path, report::sgf(review, game)?));
    }
    for (path, bytes) in files {
        output::deliver(path, &bytes)?;
        if !output::is_standard(path) {
            output::note(&format!("wrote {}", path.display()));
        }
    }
    Ok(())
}

/// All that is to say.
fn text(review: &Review, is_ascii: bool) -> String {
    let mut text = String::new();
    if !review.moves.is_empty() {
        text.push_str(&graph::graph(review, is_ascii));
        text.push('\n');
    }
    text.push_str(&table::table(review));
    text.push_str(&table::summary(review));
    text
}

/// A bar on standard error.
struct Progress(ProgressLine);

impl Sink for Progress {
    fn reviewed(&mut self, _: &ReviewedMove, done: usize, total: usize) {
        let full = done * 30 / total.max(1);
        self.0.show(&format!(
            "[{}{}] {done} of {total} moves",
            "#".repeat(full),
            "-".repeat(30 - full.min(30))
        ));
    }
}
