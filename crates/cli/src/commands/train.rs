//! `tengen train`: fits the engine's tables to games.

use super::solve::cancelled_by_interrupt;
use crate::output;
use anyhow::{Context as _, ensure};
use clap::value_parser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use tengen_eval::{Tables, Weights};
use tengen_lab::learn::fit::{Epoch, Fitted, Settings, fit};
use tengen_lab::learn::games::Games;
use tengen_lab::learn::model::Part;
use tengen_lab::learn::plot;

/// Fit the engine's tables to games
///
/// The value learns a mixture of what the search thought and how the game ended, the order of moves learns what the search chose. One game of
/// twenty is held out to measure with. With the same settings and threads the result is the same.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen train games.tg -o tables.txt
  tengen train games.tg more.tg -o tables.txt --start old.txt --epochs 20 --html losses.html
  tengen train games.tg -o tables.txt --only policy    the order of moves; values stay as they are
  tengen match --a tengen:nodes=10000,weights=tables.txt --b tengen:nodes=10000")]
pub(crate) struct Args {
    /// Files of games, all under one rule
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where the weights go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Weights to begin with [default: those that the program carries]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Learn one part alone; the other stays as it was [default: both]
    #[arg(long, value_name = "PART", value_enum)]
    only: Option<OnePart>,
    /// Times that every game is seen
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Positions between two steps, about
    #[arg(long, value_name = "N", default_value_t = Settings::default().batch)]
    batch: usize,
    /// Size of the first steps
    #[arg(long, value_name = "X", default_value_t = Settings::default().rate)]
    rate: f64,
    /// Share of the search's opinion in what the value learns, from 0 to 1; the rest is the result
    #[arg(long, value_name = "X", default_value_t = Settings::default().trust)]
    trust: f64,
    /// How strongly numbers are held to where they began
    #[arg(long, value_name = "X", default_value_t = Settings::default().hold)]
    hold: f64,
    /// For the order of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write a page with the curves of the losses
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print every epoch as a line of JSON
    #[arg(long)]
    json: bool,
}

/// What can be learned alone.
#[derive(Clone, Copy, clap::ValueEnum)]
enum OnePart {
    /// What positions are worth
    Value,
    /// Which moves are worth a look
    Policy,
}

impl From<OnePart> for Part {
    fn from(part: OnePart) -> Self {
        match part {
            OnePart::Value => Self::Value,
            OnePart::Policy => Self::Policy,
        }
    }
}

/// As many threads as there are cores.
pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The tables of a weights file.
pub(super) fn read_tables(path: &Path) -> anyhow::Result<&'static Tables> {
    Tables::kept(&read(path)?).with_context(|| path.display().to_string())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!((0.0..=1.0).contains(&args.trust), crate::WrongUsage("--trust is from 0 to 1".into()));
    let mut games = Vec::new();
    for path in &args.files {
        let file = Games::read(path).with_context(|| path.display().to_string())?;
        if file.torn > 0 {
            output::note(&format!("{}: the last {} bytes are no whole game", path.display(), file.torn));
        }
        games.push(file);
    }
    let rule = &games[0].head.rule;
    ensure!(games.iter().all(|file| file.head.rule == *rule), "the games are under different rules");
    ensure!(games.iter().any(|file| !file.list.is_empty()), "there are no games");
    let start = match &args.start {
        Some(path) => Weights::from_bytes(&read(path)?).with_context(|| path.display().to_string())?,
        None => Weights::embedded(games[0].head.ground()?.0),
    };
    let settings = Settings {
        epochs: args.epochs,
        batch: args.batch.max(1),
        rate: args.rate,
        trust: args.trust,
        hold: args.hold,
        threads: args.threads.map_or_else(all_cores, usize::from),
        seed: args.seed,
        only: args.only.map(Part::from),
    };
    let cancel = cancelled_by_interrupt()?;
    let mut failed = None;
    let fitted = fit(&games, &start, &settings, &mut |epoch| {
        if let Err(error) = tell(args, epoch) {
            failed.get_or_insert(error);
        }
        failed.is_none() && !cancel.load(Ordering::Relaxed)
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let fitted = fitted.context("there is nothing to learn from")?;
    output::deliver(&args.output, fitted.weights.to_text().as_bytes())?;
    if let Some(path) = &args.html {
        output::deliver(path, plot::page(&fitted.epochs).as_bytes())?;
    }
    conclude(args, &fitted)
}

fn tell(args: &Args, epoch: &Epoch) -> anyhow::Result<()> {
    if args.json {
        return output::print_json(epoch);
    }
    let Epoch { number, seen, held_out } = epoch;
    let text = format!(
        "epoch {number:2}  value {:.5} (held out {:.5})  policy {:.4} (held out {:.4}, first {:.1} %)\n",
        seen.value,
        held_out.value,
        seen.policy,
        held_out.policy,
        100.0 * held_out.first
    );
    output::print(text.as_bytes())
}

fn conclude(args: &Args, fitted: &Fitted) -> anyhow::Result<()> {
    let checksum = fitted.weights.checksum();
    if args.json {
        return output::print_json(&json!({
            "weights": args.output, "checksum": checksum, "score_scale": fitted.score_scale,
        }));
    }
    output::print(
        format!(
            "{}: checksum {checksum}; {:.0} points of the search's score were one logit of the result\n",
            args.output.display(),
            fitted.score_scale
        )
        .as_bytes(),
    )
}
