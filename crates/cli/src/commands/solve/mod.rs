//! `tengen solve`: does a side win by force? One position with its winning line on a board, or many (`batch`).
//!
//! The exit code is the verdict, so that scripts can ask: 0 proven, 1 disproven in its scope, 2 unknown, 64 wrong
//! arguments or nothing that could be read.

mod ask;
mod batch;
mod progress;
mod report;

pub(super) use ask::AskArgs;
pub(super) use progress::ProgressLine;
pub(super) use report::{exit_code, sentence};

use super::pick::PickArgs;
use super::show::{status_line, style};
use super::verify::UNUSABLE;
use crate::{ExitWith, WrongUsage, interrupt, output};
use anyhow::{Context as _, ensure};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::notation::Origin;
use tengen_core::{Move, Position, Status};
use tengen_records::drawing::{Scene, TerminalStyle, terminal};
use tengen_solver::{Answer, Query, Verdict};
use tengen_study::explain::Solved;

/// Search for a win by force, and prove it
///
/// Looks for a win by continuous fours, then by fours and threes, then with quiet moves, as far as --goal allows. Every
/// win is written as a certificate and checked before it is called proven. A win that is disproven is disproven in its
/// scope only: no win by fours, or none by fours and threes.
///
/// Exits with 0 if the win is proven, 1 if it is disproven in its scope, 2 if it is unknown (a limit, or Ctrl-C), 64 if
/// the arguments are wrong or the input cannot be read.
///
/// With --batch it solves many positions, one a line: JSON objects with id, black, white and `to_move`, or moves. It
/// exits with 0 when all lines were looked at; lines that cannot be read are told and counted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen solve h8a1i8a15j8o1                      a double three that was not answered
  tengen solve game.psq --at 20 --goal vct        does the side to move win by threats?
  tengen solve h8i9g9h9f8 --attacker black --time 30
  tengen solve game.psq --at 20 --goal vct --shortest
  tengen solve h8a1i8a15j8o1 --goal vcf --json    the same as one JSON object
  tengen solve --batch puzzles.jsonl --rule freestyle --goal vcf --json
  tengen solve --batch - --goal vct --nodes 100000 --threads 4")]
pub(crate) struct Args {
    /// A game file, `-` for standard input, or moves such as h8i9h10 (`--` is a pass)
    #[arg(value_name = "MOVES|FILE", required_unless_present = "batch", conflicts_with = "batch")]
    input: Option<OsString>,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    ask: AskArgs,
    /// Solve many positions: JSON lines or lines of moves from this file, or from standard input (`-`)
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    batch: Option<PathBuf>,
    /// Text without colours (as does the environment variable `NO_COLOR`)
    #[arg(long, alias = "no-color")]
    no_colour: bool,
    /// Text in ASCII only
    #[arg(long)]
    ascii: bool,
    /// JSON: one object a position, in a batch with a summary as the last line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let code = match &args.batch {
        Some(path) => batch::run(args, path),
        None => solve(args),
    };
    finish(code)
}

/// Ends a command whose exit code is its verdict: what went wrong otherwise must not look like one.
pub(super) fn finish(code: anyhow::Result<u8>) -> anyhow::Result<()> {
    match code {
        Ok(0) => Ok(()),
        Ok(code) => Err(ExitWith(code).into()),
        Err(error) => {
            output::note(&format!("error: {error:#}"));
            Err(ExitWith(UNUSABLE).into())
        }
    }
}

/// A flag that the first Ctrl-C sets.
pub(super) fn cancelled_by_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    interrupt::at_interrupt(move || flag.store(true, Ordering::Relaxed))?;
    Ok(cancel)
}

/// The question about the position that the user named.
pub(super) fn question(input: &OsString, pick: &PickArgs, ask: &AskArgs) -> anyhow::Result<Query> {
    let position = pick.position(input)?.position;
    ensure!(
        position.status() == Status::Open,
        WrongUsage(format!(
            "there is nothing to solve: {} Use --at {} for the position before.",
            status_line(&position, pick.read.origin()),
            position.moves().len().saturating_sub(1)
        ))
    );
    ask.query(position)
}

fn solve(args: &Args) -> anyhow::Result<u8> {
    let input = args.input.as_ref().context("name a position, or --batch")?;
    let query = question(input, &args.pick, &args.ask)?;
    let cancel = cancelled_by_interrupt()?;
    let mut progress = ProgressLine::new();
    let answer = args.ask.solve(&query, cancel, &mut progress);
    progress.end();
    let origin = args.pick.read.origin();
    if args.json {
        output::print_json(&Solved::new(&answer, &query, origin))?;
    } else {
        let board = board(&query.position, &answer, origin, style(args.ascii, args.no_colour))?;
        let status = status_line(&query.position, origin);
        let said = report::text(&answer, &query, origin);
        output::print(format!("{board}\n{status}\n{said}").as_bytes())?;
    }
    Ok(exit_code(&answer.verdict))
}

/// The position with the winning line on it, numbered from 1.
fn board(
    position: &Position,
    answer: &Answer,
    origin: Origin,
    style: TerminalStyle,
) -> anyhow::Result<String> {
    let mut after = position.clone();
    if let Verdict::Proven(proof) = &answer.verdict {
        for p in &proof.line {
            after.play(Move::Place(*p)).context("the line cannot be drawn")?;
        }
    }
    let mut scene = Scene::from_position(&after).with_origin(origin);
    if after.moves().len() > position.moves().len() {
        scene = scene.numbered_from(position.moves().len() + 1);
    }
    Ok(terminal(&scene, &style))
}
