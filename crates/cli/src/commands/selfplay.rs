//! `tengen selfplay`: games of the engine against itself, to learn from.

use super::solve::{ProgressLine, cancelled_by_interrupt};
use super::train::read_tables;
use crate::input::parse_size;
use crate::output;
use clap::value_parser;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen_core::{Rule, Size};
use tengen_lab::learn::play::Recipe;
use tengen_lab::learn::run;

/// Play games of the engine against itself, to learn from
///
/// Openings are a few stones by lot that a quick search finds undecided; the first moves are drawn among the good ones, and one in
/// eight of the others among those that look best at sight. Of each search's tree some positions are drawn, too, and judged by a search of a quarter of the nodes. The same seed gives the same games. When it is ended (Ctrl-C, --time), the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen selfplay -o games.tg --games 10000
  tengen selfplay -o renju.tg --rule renju --nodes 5000 --games 2000 --threads 2
  tengen selfplay -o next.tg --weights tables.txt --seed 2 --time 3600")]
pub(crate) struct Args {
    /// The file of games, which may hold some already
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Nodes a move, 30 % more or less
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = value_parser!(u64).range(10..=100_000_000))]
    nodes: u64,
    /// Positions of each search's tree that are looked at, too, by a search of their own
    #[arg(long, value_name = "N", default_value_t = 4)]
    tree: usize,
    /// Rule: freestyle, standard, renju, caro, caro-standard
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Side of the board
    #[arg(long, value_name = "N", default_value = "15", value_parser = parse_size)]
    size: Size,
    /// For openings and moves by lot
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play with these weights
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seconds after which to end
    #[arg(long, value_name = "SECONDS", value_parser = super::analyze::parse_seconds)]
    time: Option<Duration>,
    /// Print what was played as one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let tables = args.weights.as_deref().map(read_tables).transpose()?;
    let Args { rule, size, nodes, tree, seed, .. } = *args;
    let recipe = Recipe { rule, size, nodes, tree, seed, tables };
    let threads = args.threads.map_or_else(super::train::all_cores, usize::from);
    let cancel = cancelled_by_interrupt()?;
    let started = Instant::now();
    let mut progress = ProgressLine::new();
    let (mut played, mut positions) = (0_u64, 0_u64);
    let games = run::run(recipe, &args.output, args.games, threads, &cancel, &mut |games, done| {
        played += 1;
        positions += games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
        let hours = started.elapsed().as_secs_f64() / 3600.0;
        let [games_an_hour, positions_an_hour] =
            [played, positions].map(|count| (count as f64 / hours) as u64);
        progress.show(&format!(
            "{done}/{} games  {games_an_hour} games and {positions_an_hour} positions an hour",
            args.games
        ));
        if args.time.is_some_and(|time| started.elapsed() >= time) {
            cancel.store(true, Ordering::Relaxed);
        }
    });
    progress.end();
    let (games, seconds) = (games?, started.elapsed().as_secs_f64());
    if args.json {
        return output::print_json(&json!({
            "file": args.output, "games": games, "played": played, "positions": positions, "seconds": seconds,
        }));
    }
    let rate = (played as f64 / seconds * 3600.0) as u64;
    output::print(
        format!(
            "{games} games in {}, {played} of them now ({positions} positions, {rate} games an hour)\n",
            args.output.display()
        )
        .as_bytes(),
    )
}
