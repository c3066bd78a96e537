//! `tengen tune`: the numbers of the search, tuned by games.

use super::match_::read_openings;
use super::solve::{ProgressLine, cancelled_by_interrupt};
use crate::input::parse_size;
use crate::{WrongUsage, output};
use anyhow::{Context as _, ensure};
use clap::value_parser;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen_core::notation::Origin;
use tengen_core::{Rule, Size};
use tengen_engine::Params;
use tengen_lab::openings;
use tengen_lab::spec::{Allowance, EngineSpec, Kind};
use tengen_lab::tune::{Ground, Knob, State};

/// How often the state is written while it runs.
const KEEP_EVERY: Duration = Duration::from_secs(20);
/// Openings by lot; then they start again.
const MOST_OPENINGS: u64 = 100_000;

/// Tune the numbers of the search by games
///
/// All numbers are shifted at random, up or down; the engine plays a pair of games against the one with the opposite shifts, and every number moves a little towards
/// the winner (SPSA). Thousands of trials are needed: use few nodes a move. When it is ended (Ctrl-C, --time), the same command goes on.
/// What it finds is a candidate: a match says whether it is stronger.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen tune -o tune.json --knob futility_margin --knob razor_margin --trials 4000
  tengen tune -o tune.json --knob reduction_slope:10:90:6 --engine tengen:weights=tables.txt --nodes 8000
  tengen tune -o all.json --trials 20000 --time 7200 --html all.html")]
pub(crate) struct Args {
    /// The file with the state, which may hold a tuning that goes on
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A number, or NAME:LEAST:MOST:REACH; may be given again [default: all numbers]
    #[arg(long = "knob", value_name = "NAME")]
    knobs: Vec<String>,
    /// Trials in all, two games each
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = value_parser!(u64).range(1..=10_000_000))]
    trials: u64,
    /// The engine that is tuned, with options as for `tengen match`
    #[arg(long, value_name = "ENGINE", default_value = "tengen")]
    engine: String,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Megabytes of each engine
    #[arg(long, value_name = "MB", default_value_t = 20, value_parser = value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Rule: freestyle, standard, renju, caro, caro-standard
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Side of the board
    #[arg(long, value_name = "N", default_value = "15", value_parser = parse_size)]
    size: Size,
    /// A file of openings [default: 2 to 6 stones by lot]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// For all lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Trials at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Seconds after which to end
    #[arg(long, value_name = "SECONDS", value_parser = super::analyze::parse_seconds)]
    time: Option<Duration>,
    /// Write the way of every number as a page of plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (ground, source) = ground(args)?;
    let mut state = state(args, &ground, &source)?;
    let cancel = cancelled_by_interrupt()?;
    let mut progress = ProgressLine::new();
    let (started, first) = (Instant::now(), state.done);
    let (mut kept, mut failed) = (Instant::now(), None);
    state = ground.tune(state, &cancel, &mut |state| {
        let hours = started.elapsed().as_secs_f64() / 3600.0;
        let games_an_hour = (2.0 * (state.done - first) as f64 / hours) as u64;
        progress.show(&format!(
            "{}/{} trials  {games_an_hour} games an hour  {}",
            state.done,
            state.trials,
            state.options()
        ));
        if kept.elapsed() >= KEEP_EVERY {
            kept = Instant::now();
            failed = keep(&args.output, state).err();
        }
        failed.is_none() && args.time.is_none_or(|time| started.elapsed() < time)
    })?;
    progress.end();
    if let Some(error) = failed {
        return Err(error);
    }
    keep(&args.output, &state)?;
    if let Some(path) = &args.html {
        output::deliver(path, state.page().as_bytes())?;
    }
    if args.json {
        return output::print_json(&json!({
            "trials": state.trials, "done": state.done, "knobs": state.knobs, "options": state.options(),
        }));
    }
    let mut text = format!("{} of {} trials\n", state.done, state.trials);
    for Knob { name, start, value, .. } in &state.knobs {
        let _ = writeln!(text, "{name:20} {start:8} -> {value:.1}");
    }
    let _ = writeln!(text, "as options: {}", state.options());
    output::print(text.as_bytes())
}

fn keep(path: &Path, state: &State) -> anyhow::Result<()> {
    output::deliver(path, serde_json::to_string(state)?.as_bytes())
}

/// What is played with, and which openings those are.
fn ground(args: &Args) -> anyhow::Result<(Ground, String)> {
    let common = Allowance { nodes: Some(args.nodes), memory: args.memory << 20, ..Allowance::default() };
    let mut engine =
        EngineSpec::parse(&args.engine, "", &common).map_err(|error| WrongUsage(error.to_string()))?;
    if engine.allowance.turn.is_some() {
        engine.allowance.nodes = None;
    }
    let (openings, source) = match &args.openings {
        None => {
            let count = args.trials.min(MOST_OPENINGS) as usize;
            (openings::by_lot(count, args.size, args.seed), "by lot".to_owned())
        }
        Some(path) => {
            let mut notes = Vec::new();
            let ground = openings::Ground { rule: args.rule, size: args.size, origin: Origin::Bottom };
            let read = read_openings(path, None, ground, args.seed, &mut notes)?;
            for note in &notes {
                output::note(&format!("note: {note}"));
            }
            read
        }
    };
    let concurrency = args.concurrency.map_or_else(super::train::all_cores, usize::from);
    let ground = Ground { engine, rule: args.rule, size: args.size, openings, seed: args.seed, concurrency };
    Ok((ground, source))
}

/// The state of the file, if it is of the same tuning, or the beginning.
fn state(args: &Args, ground: &Ground, source: &str) -> anyhow::Result<State> {
    let Kind::Tengen(style) = &ground.engine.kind else {
        return Err(WrongUsage("only the engine tengen has numbers to tune".into()).into());
    };
    let names: Vec<&str> = if args.knobs.is_empty() {
        Params::NAMES.to_vec()
    } else {
        args.knobs.iter().map(String::as_str).collect()
    };
    let knobs: Vec<Knob> = names
        .iter()
        .map(|name| Knob::parse(name, &style.params))
        .collect::<Result<_, _>>()
        .map_err(|error| WrongUsage(error.to_string()))?;
    let conditions = format!(
        "{} {} {} openings={source} seed={} knobs={}",
        ground.engine,
        args.rule,
        args.size,
        args.seed,
        names.join(" ")
    );
    if !args.output.exists() {
        return Ok(State::new(conditions, args.trials, knobs));
    }
    let name = || format!("cannot go on with {}", args.output.display());
    let bytes = std::fs::read(&args.output).with_context(name)?;
    let state: State = serde_json::from_slice(&bytes).with_context(name)?;
    ensure!(
        state.conditions == conditions && state.trials == args.trials,
        "{} holds another tuning ({} trials of {}): use another file, or take it away",
        args.output.display(),
        state.trials,
        state.conditions
    );
    Ok(state)
}
