//! `tengen analyze`: what the engine thinks of a position, or of many (`batch`).
//!
//! The engine talks on its own thread; its reports come here through a channel and are shown by one of three
//! hands: a table that is redrawn in place for a person, plain rows for a pipe, JSON lines for a program.

mod ask;
mod batch;
mod report;
mod table;

pub(super) use ask::parse_seconds;
pub(super) use table::short;

use super::pick::{PickArgs, Picked};
use super::show::{scene_of, status_line, style};
use crate::{WrongUsage, interrupt, output};
use anyhow::{Context as _, bail};
use ask::{EngineArgs, LimitArgs, MoveArgs};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use table::Table;
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Point, Status};
use tengen_engine::{Answer, Engine, Report, Request, Sink, Thinking};
use tengen_records::drawing::{Ink, Mark, Sign, terminal};

/// Ask the engine what a position is worth and which moves are best
///
/// Without a limit it thinks for five seconds. Ctrl-C ends it early with the best move so far; a second Ctrl-C ends
/// the program. Scores and win rates are those of the side to move; `+M5` is a win with the fifth stone from now.
///
/// With --batch it answers many questions, one JSON object a line, from a file or standard input.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "a switch of the command line is a bool")]
#[command(after_help = "\
Examples:
  tengen analyze h8i9g9 --time 3               the best move and what follows
  tengen analyze game.psq --at 20 --multipv 3  the three best moves of a position in a game
  tengen analyze h8i9g9 --nodes 100000 --json  JSON lines, one object a depth
  tengen analyze h8i9 --rule renju --only g7,j10
  tengen analyze h8i9g9 --goal balance-two     two stones that leave the game even
  tengen analyze --batch questions.jsonl       many positions, JSON lines in and out
  tengen analyze --batch - --threads 4         the same from a pipe, four at a time")]
pub(crate) struct Args {
    /// A game file, `-` for standard input, or moves such as h8i9h10 (`--` is a pass)
    #[arg(value_name = "MOVES|FILE", required_unless_present = "batch", conflicts_with = "batch")]
    input: Option<OsString>,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    moves: MoveArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Answer many questions: JSON lines from this file, or from standard input (`-`)
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    batch: Option<PathBuf>,
    /// Questions that are answered at the same time; the threads are shared out [default: the threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Also report every finished depth of a question
    #[arg(long)]
    report_during: bool,
    /// Text without colours (as does the environment variable `NO_COLOR`)
    #[arg(long, alias = "no-color")]
    no_colour: bool,
    /// Text in ASCII only
    #[arg(long)]
    ascii: bool,
    /// JSON lines: one object a line and depth, at last the best move
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(path) = &args.batch {
        return batch::run(args, path);
    }
    // Not clap's `requires`, which gives way when the input, which --batch excludes, is there.
    if args.workers.is_some() || args.report_during {
        return Err(WrongUsage("--workers and --report-during go with --batch".to_owned()).into());
    }
    let input = args.input.as_ref().context("name a position, or --batch")?;
    let picked = args.pick.position(input)?;
    let origin = args.pick.read.origin();
    let position = &picked.position;
    if position.status() != Status::Open {
        let earlier = position.moves().len().saturating_sub(1);
        bail!(
            "there is nothing to analyse: {} Use --at {earlier} for the position before.",
            status_line(position, origin)
        );
    }
    let mut request = Request::new(position.clone());
    request.limits = args.limits.limits();
    args.moves.apply(&mut request, origin).map_err(WrongUsage)?;
    let mut engine = Engine::new(args.engine.options());
    let (sender, reports) = channel();
    let thinking = engine.think(request, Channel(sender));
    let stopper = thinking.stopper();
    interrupt::at_interrupt(move || stopper.stop())?;
    if args.json {
        as_json(&picked, origin, &reports, thinking)
    } else {
        as_text(args, &picked, &reports, thinking)
    }
}

/// Sends reports to the thread that shows them. Nobody listens any more when the output was closed.
struct Channel(Sender<Report>);

impl Sink for Channel {
    fn report(&mut self, report: &Report) {
        let _ = self.0.send(report.clone());
    }
}

fn as_json(
    picked: &Picked,
    origin: Origin,
    reports: &Receiver<Report>,
    thinking: Thinking,
) -> anyhow::Result<()> {
    let size = picked.position.size();
    for heard in reports {
        let line = format!("{}\n", report::line(&heard, size, origin));
        if !output::print_while_read(line.as_bytes())? {
            thinking.stop();
            break;
        }
    }
    let answer = thinking.wait();
    let best = best_of(&answer, picked)?;
    let object = report::best(&answer, best, size, origin);
    output::print(format!("{object}\n").as_bytes())
}

fn as_text(
    args: &Args,
    picked: &Picked,
    reports: &Receiver<Report>,
    thinking: Thinking,
) -> anyhow::Result<()> {
    let origin = args.pick.read.origin();
    let mut table = Table::new(picked.position.size(), origin, table::Place::of_output());
    for heard in reports {
        if !output::print_while_read(table.show(heard).as_bytes())? {
            thinking.stop();
            break;
        }
    }
    let answer = thinking.wait();
    let best = best_of(&answer, picked)?;
    let mut scene = scene_of(picked, origin)?;
    for (place, p) in numbered(&answer).into_iter().enumerate() {
        scene.mark(p, Mark { sign: Sign::Text((place + 1).to_string()), ink: Ink::Green });
    }
    let board = terminal(&scene, &style(args.ascii, args.no_colour));
    let status = status_line(&picked.position, origin);
    let name = |p| point_name(p, picked.position.size(), origin);
    let names: Vec<String> = answer.moves.iter().map(|p| name(*p)).collect();
    let what = if names.len() > 1 { "Most even" } else { "Best move" };
    let moves = if names.len() > 1 { names.join(" ") } else { name(best) };
    let summary = format!(
        "{what}: {moves} (score {}, win rate {:.1}%, {} nodes in {:.1} s)",
        answer.score,
        answer.score.win_rate() * 100.0,
        answer.nodes,
        answer.elapsed.as_secs_f64()
    );
    output::print(format!("\n{board}\n{status}\n{summary}\n").as_bytes())
}

/// The moves to number on the board: both of a pair, else the first of each line.
fn numbered(answer: &Answer) -> Vec<Point> {
    if answer.moves.len() > 1 || answer.lines.is_empty() {
        return answer.moves.clone();
    }
    answer.lines.iter().filter_map(|line| line.pv.first().copied()).collect()
}

/// The best move, or why there is none.
fn best_of(answer: &Answer, picked: &Picked) -> anyhow::Result<Point> {
    let side = picked.position.to_move();
    answer.best().with_context(|| {
        format!("there is no legal move for {side}: every point is taken, forbidden or left out by --only and --without")
    })
}
