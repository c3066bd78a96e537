//! `tengen bench`: how fast the parts are on this machine.

mod games;
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

/// Measure how fast the board is
///
/// Walks whole games; in every position it plays and takes back each candidate move, with the potential lines, the
/// counters, the point sets, the hash and the candidates up to date after each. Every changed entry, the counters and
/// the sets go into a checksum, which must equal the checksum of the same walk with every board scanned from scratch.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen bench --board                          every rule at 15x15 and 20x20, one core
  tengen bench --board --rule renju --size 15   one rule, one size
  tengen bench --board --threads 2 --json       two cores, one JSON object a line
  tengen bench --make-games 8 --size 20         the games that the bench walks, made anew")]
pub(crate) struct Args {
    /// Measure the board: play and undo pairs a second
    #[arg(long, required_unless_present = "make_games")]
    board: bool,
    /// Only this rule [default: all]
    #[arg(long)]
    rule: Option<Rule>,
    /// Only this board side, 15 or 20 [default: both]
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Boards that are walked at the same time, each on its own core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seconds to measure each line
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Without the special instructions of this processor
    #[arg(long)]
    portable: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Print this many games of the built-in one-ply player instead, one move string a line
    #[arg(long, value_name = "N", conflicts_with = "board")]
    make_games: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let sizes = match args.size {
        None => vec![15, 20],
        Some(side) => vec![side],
    };
    if let Some(count) = args.make_games {
        let size = Size::square(args.size.unwrap_or(15))?;
        for seed in 0..count {
            output::print(format!("{}\n", games::make(size, seed)).as_bytes())?;
        }
        return Ok(());
    }
    ensure!(
        args.seconds.is_finite() && args.seconds > 0.0 && args.seconds <= 3600.0,
        WrongUsage("--seconds must be above 0 and at most 3600".into())
    );
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
                time: Duration::from_secs_f64(args.seconds),
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
