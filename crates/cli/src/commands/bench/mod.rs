//! `tengen bench`: the signature of the search, and how fast search and board are on this machine.

mod games;
mod positions;
mod search;
mod walk;

use crate::WrongUsage;
use crate::output;
use anyhow::ensure;
use clap::value_parser;
use serde_json::json;
use std::time::Duration;
use tengen_core::board::Cpu;
use tengen_core::{Rule, Size, with_rule};
use walk::Measured;

/// Measure the search and the board
///
/// Without options it searches about 40 fixed positions under freestyle, standard and renju, on one thread with a node
/// limit each, and ends with the line `Bench: <nodes> <hash>`. The hash is over the nodes, scores and moves: it is
/// the same on every machine, and changes when the engine plays differently.
///
/// --board walks whole games; in every position it plays and takes back each candidate move, with the potential lines,
/// the counters, the point sets, the hash and the candidates up to date after each. Every changed entry, the counters
/// and the sets go into a checksum, which must equal the checksum of the same walk with every board scanned from
/// scratch.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "a switch of the command line is a bool")]
#[command(after_help = "\
Examples:
  tengen bench                                  the signature of the search
  tengen bench --speed --threads 2 --json       nodes a second of the search on two threads
  tengen bench --board                          the board: every rule at 15x15 and 20x20, one core
  tengen bench --board --rule renju --size 15   one rule, one size
  tengen bench --board --threads 2 --json       two cores, one JSON object a line
  tengen bench --make-games 8 --size 20         the games that the board bench walks, made anew
  tengen bench --make-positions                 the positions that the search bench searches, made anew")]
pub(crate) struct Args {
    /// Measure the board: play and undo pairs a second
    #[arg(long, group = "what")]
    board: bool,
    /// Measure the search: nodes a second over the bench positions
    #[arg(long, group = "what")]
    speed: bool,
    /// Nodes for each position of the signature; other numbers give other signatures
    #[arg(long, value_name = "N", default_value_t = tengen_engine::bench::NODES, value_parser = value_parser!(u64).range(1..), conflicts_with = "what")]
    nodes: u64,
    /// Only this rule [default: all] (with --board)
    #[arg(long, conflicts_with_all = ["speed", "make_positions"])]
    rule: Option<Rule>,
    /// Only this board side, 15 or 20 [default: both] (with --board and --make-games)
    #[arg(long, value_name = "N", conflicts_with_all = ["speed", "make_positions"])]
    size: Option<usize>,
    /// Threads of the search, or boards that are walked at the same time, each on its own core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seconds to measure: each line of --board [default: 1], all of --speed [default: 10]
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Without the special instructions of this processor (with --board)
    #[arg(long, requires = "board")]
    portable: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Print this many games of the built-in one-ply player instead, one move string a line
    #[arg(long, value_name = "N", group = "what")]
    make_games: Option<u64>,
    /// Print the positions of the search bench instead, made anew
    #[arg(long, group = "what")]
    make_positions: bool,
}

impl Args {
    /// The time to measure, or `default` seconds.
    fn time(&self, default: f64) -> anyhow::Result<Duration> {
        let seconds = self.seconds.unwrap_or(default);
        ensure!(
            seconds.is_finite() && seconds > 0.0 && seconds <= 3600.0,
            WrongUsage("--seconds must be above 0 and at most 3600".into())
        );
        Ok(Duration::from_secs_f64(seconds))
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(count) = args.make_games {
        let size = Size::square(args.size.unwrap_or(15))?;
        for seed in 0..count {
            output::print(format!("{}\n", games::kept(size, seed)).as_bytes())?;
        }
        return Ok(());
    }
    if args.make_positions {
        return output::print(positions::file()?.as_bytes());
    }
    if args.board {
        return board(args);
    }
    if args.speed {
        return search::speed(args.threads.into(), args.time(10.0)?, args.json);
    }
    // The signature is the same on every machine, so nothing may be left to choose but the nodes.
    let is_plain = args.rule.is_none() && args.size.is_none() && args.threads == 1 && args.seconds.is_none();
    ensure!(
        is_plain,
        WrongUsage(
            "--rule, --size, --threads and --seconds go with --board or --speed: add one of them".into()
        )
    );
    search::signature(args.nodes, args.json)
}

fn board(args: &Args) -> anyhow::Result<()> {
    let sizes = args.size.map_or_else(|| vec![15, 20], |side| vec![side]);
    let time = args.time(1.0)?;
    let rules = args.rule.map_or_else(|| Rule::ALL.to_vec(), |rule| vec![rule]);
    if !args.json {
        let cpu = if args.portable { Cpu::Portable } else { Cpu::detect() };
        output::print(format!("instructions: {cpu:?}\n{HEADER}\n").as_bytes())?;
    }
    for side in sizes {
        let walks = games::walks(side)?;
        for rule in &rules {
            let plan = walk::Plan {
                walks: &walks,
                threads: usize::from(args.threads),
                time,
                is_portable: args.portable,
            };
            let measured = with_rule!(*rule, R => walk::measure::<R>(&plan))?;
            report(args, *rule, side, &measured)?;
        }
    }
    Ok(())
}

const HEADER: &str =
    "rule           size  threads    pairs/s      ns  changes/play  table KiB  built ms  checksum";

fn report(args: &Args, rule: Rule, side: usize, measured: &Measured) -> anyhow::Result<()> {
    let Measured { pairs_per_second, changes_per_play, table_bytes, table_ms, checksum } = measured;
    let line = if args.json {
        json!({
            "rule": rule.name(),
            "size": side,
            "threads": args.threads,
            "pairs_per_second": pairs_per_second.round(),
            "changes_per_play": changes_per_play,
            "table_bytes": table_bytes,
            "table_build_ms": table_ms,
            "checksum": format!("{checksum:016x}"),
        })
        .to_string()
    } else {
        format!(
            "{:<14} {side:>4} {:>8} {:>8.2} M {:>7.1} {changes_per_play:>13.1} {:>10} {table_ms:>9.1}  {checksum:016x}",
            rule.name(),
            args.threads,
            pairs_per_second / 1e6,
            1e9 * f64::from(args.threads) / pairs_per_second,
            table_bytes / 1024,
        )
    };
    output::print(format!("{line}\n").as_bytes())
}
