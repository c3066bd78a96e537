//! `tengen openings`: balanced openings for matches.

use super::solve::{ProgressLine, cancelled_by_interrupt};
use crate::input::parse_size;
use crate::{Interrupted, output};
use anyhow::Context as _;
use clap::value_parser;
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_core::{Rule, Size};
use tengen_lab::openings::balanced::{List, Recipe};

/// Make balanced openings for matches
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen openings generate -o openings.txt --count 200
  tengen openings generate -o large.txt --size 20 --stones 3-9 --edge 0.05 --nodes 200000 --json")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Make openings that a search finds balanced, no two alike
    Generate(Box<GenerateArgs>),
}

/// Make openings that a search finds balanced, no two alike
///
/// Two to four stones by lot, the rest drawn among good moves; an opening is kept if a search of so many nodes finds nobody ahead by more than
/// the edge. No two are images of each other. The same seed gives the same openings, whatever the number of threads. When it is ended
/// (Ctrl-C), the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen openings generate -o openings.txt --count 200
  tengen openings generate -o renju.txt --rule renju --stones 5 --seed 3
  tengen openings generate -o large.txt --size 20 --stones 3-9 --edge 0.05 --nodes 200000 --json")]
struct GenerateArgs {
    /// The file of openings, a line of moves each; it may hold some already
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Openings in all
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Stones of an opening: a number, or the least and the most
    #[arg(long, value_name = "N|N-M", default_value = "4-8", value_parser = parse_stones)]
    stones: RangeInclusive<usize>,
    /// How far from a half the win rate may be
    #[arg(long, value_name = "RATE", default_value_t = 0.1, value_parser = parse_edge)]
    edge: f64,
    /// Nodes of the search that judges
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = value_parser!(u64).range(10..=1_000_000_000))]
    nodes: u64,
    /// Rule: freestyle, standard, renju, caro, caro-standard
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Side of the board
    #[arg(long, value_name = "N", default_value = "15", value_parser = parse_size)]
    size: Size,
    /// For all lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print what was made as one line of JSON
    #[arg(long)]
    json: bool,
}

/// So few stones that every board has room for them.
const MOST_STONES: usize = 20;
/// How often the file is written.
const CHECKPOINT: Duration = Duration::from_secs(20);

fn parse_stones(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if 2 <= least && least <= most && most <= MOST_STONES => Ok(least..=most),
        _ => Err(format!("`{text}` is not a number from 2 to {MOST_STONES}, or two such as 4-8")),
    }
}

fn parse_edge(text: &str) -> Result<f64, String> {
    let edge: Option<f64> = text.parse().ok();
    edge.filter(|edge| *edge > 0.0 && *edge <= 0.5)
        .ok_or_else(|| format!("`{text}` is not a rate above 0 and up to 0.5, such as 0.1"))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Action::Generate(args) = &args.action;
    let GenerateArgs { rule, size, edge, nodes, seed, .. } = **args;
    let recipe = Recipe { rule, size, stones: args.stones.clone(), edge, nodes, seed };
    let (path, count) = (&args.output, args.count as usize);
    let name = || path.display().to_string();
    let mut list = match std::fs::read_to_string(path) {
        Ok(text) => List::from_text(&text, &recipe).with_context(name)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => List::default(),
        Err(error) => return Err(error).with_context(name),
    };
    let threads = args.threads.map_or_else(super::train::all_cores, usize::from);
    let cancel = cancelled_by_interrupt()?;
    let (started, before) = (Instant::now(), list.openings.len());
    let (mut progress, mut written) = (ProgressLine::new(), Instant::now());
    let mut kept = Ok(());
    list.fill(&recipe, count, threads, &cancel, &mut |list| {
        let made = list.openings.len();
        let an_hour = ((made - before) as f64 / started.elapsed().as_secs_f64() * 3600.0) as u64;
        progress.show(&format!("{made}/{count} openings of {} tried  {an_hour} an hour", list.next));
        if written.elapsed() >= CHECKPOINT && kept.is_ok() {
            written = Instant::now();
            kept = output::deliver(path, list.to_text(&recipe).as_bytes());
        }
    });
    progress.end();
    kept?;
    output::deliver(path, list.to_text(&recipe).as_bytes())?;
    let made = list.openings.len();
    if args.json {
        output::print_json(&json!({
            "file": path, "openings": made, "tried": list.next, "seconds": started.elapsed().as_secs_f64(),
        }))?;
    } else {
        output::print(format!("{made} openings of {} tried in {}\n", list.next, path.display()).as_bytes())?;
    }
    if made < count {
        return Err(Interrupted(format!("{made} of {count} openings; the same command goes on")).into());
    }
    Ok(())
}
