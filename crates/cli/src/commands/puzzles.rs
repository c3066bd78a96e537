//! `tengen puzzles`: makes puzzles that are proven to have one solution, and checks a collection of them.
//!
//! A collection is a file of JSON lines that grows as puzzles are found, so that a long run can be ended at any time and
//! goes on where it was.

use super::solve::{ProgressLine, cancelled_by_interrupt, finish};
use crate::input::{Input, ReadArgs, parse_size};
use crate::{WrongUsage, output};
use anyhow::{Context as _, ensure};
use clap::value_parser;
use serde_json::json;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::{Rule, Size};
use tengen_lab::selfplay::SelfPlay;
use tengen_records::ReadOptions;
use tengen_study::puzzles::make::{Event, Given, Recipe, Source, Tally, make};
use tengen_study::puzzles::{Band, Kind, Puzzle, is_possible, key};

/// Make puzzles with one proven solution, and check them
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen puzzles make -o puzzles.jsonl --count 60      from games that the engine plays against itself
  tengen puzzles make -o vct.jsonl --goal vct --count 30 --seed 7 --threads 2
  tengen puzzles make -o mine.jsonl --games game.psq   from given games
  tengen puzzles make -o puzzles.jsonl --json          what was made as JSON
  tengen puzzles check puzzles.jsonl                   check every proof again")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Make puzzles, each with its certificate, and add them to a file
    Make(Box<MakeArgs>),
    /// Check the certificates of a file of puzzles, and that no two are the same
    Check(CheckArgs),
}

/// Make puzzles, each with its certificate, and add them to a file
///
/// Positions of games are searched to the end: a puzzle has one first move that wins, and every other one is refuted
/// within its scope (fours, or fours and threes). A third of each kind is easy, medium and hard by the solver's effort.
///
/// The same seed gives the same puzzles. When it is ended (Ctrl-C, --time), the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen puzzles make -o puzzles.jsonl --count 60
  tengen puzzles make -o vct.jsonl --goal vct --count 30 --seed 7 --time 600")]
struct MakeArgs {
    /// The file of puzzles, which may hold some already
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Puzzles in all, half of them by fours and half by threats unless --goal says which
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Only puzzles of this kind: vcf or vct
    #[arg(long, value_name = "GOAL", value_parser = parse_kind)]
    goal: Option<Kind>,
    /// For the openings and moves of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Level of the players, from 1 to 20
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u8).range(1..=20))]
    level: u8,
    /// Rule: freestyle, standard, mixed, mixed-white
    #[arg(long, value_name = "RULE", default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// Side of the board
    #[arg(long, value_name = "N", default_value = "15", value_parser = parse_size)]
    size: Size,
    /// Look through these games instead of playing
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<OsString>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seconds after which to end
    #[arg(long, value_name = "SECONDS", value_parser = super::analyze::parse_seconds)]
    time: Option<Duration>,
    /// Print what was made as one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen puzzles check puzzles.jsonl
  tengen puzzles check puzzles.jsonl --json")]
struct CheckArgs {
    /// A file of puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print what was found as one line of JSON
    #[arg(long)]
    json: bool,
}

fn parse_kind(text: &str) -> Result<Kind, String> {
    let wanted = Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(text));
    wanted.ok_or_else(|| format!("`{text}` is no kind of puzzle: use vcf or vct"))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    finish(match &args.action {
        Action::Make(args) => make_puzzles(args),
        Action::Check(args) => check(args),
    })
}

impl MakeArgs {
    fn recipe(&self) -> anyhow::Result<Recipe> {
        let wrong = |text: String| Err(WrongUsage(text).into());
        if !is_possible(self.rule) {
            return wrong(format!(
                "there are no certificates under the {} rule: use another --rule",
                self.rule
            ));
        }
        if !self.size.is_square() {
            return wrong(format!("there are no certificates on a board of {}: use a square one", self.size));
        }
        let kinds = self.goal.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Recipe {
            rule: self.rule,
            size: self.size,
            count: (self.count as usize).div_ceil(kinds.len()),
            kinds,
            seed: self.games.is_empty().then_some(self.seed),
            threads: self.threads.map_or_else(all, usize::from),
        })
    }

    fn source(&self, cancel: &Arc<AtomicBool>) -> anyhow::Result<Box<dyn Source>> {
        if self.games.is_empty() {
            let games = SelfPlay::new(self.rule, self.size, self.level, self.seed, Arc::clone(cancel))?;
            return Ok(Box::new(games));
        }
        let read =
            ReadArgs { rule: Some(self.rule), size: Some(self.size), top_origin: false, charset: None };
        let options: ReadOptions = read.options();
        let mut games = Vec::new();
        for argument in &self.games {
            let input = Input::from_argument(argument);
            let name = input.name();
            for record in input.games(&options, None)?.records {
                if record.size == self.size && record.setup.is_empty() {
                    games.push((name.clone(), record.main_moves()));
                }
            }
        }
        ensure!(!games.is_empty(), "none of the games is on a board of {} without free stones", self.size);
        Ok(Box::new(Given(games)))
    }
}

fn make_puzzles(args: &MakeArgs) -> anyhow::Result<u8> {
    let recipe = args.recipe()?;
    let cancel = cancelled_by_interrupt()?;
    let source = args.source(&cancel)?;
    let (mut book, mut tally) = Book::open(&args.output)?;
    let before = tally.len();
    let started = Instant::now();
    let mut progress = ProgressLine::new();
    let mut failed = None;
    let mut games = 0_u64;
    let outcome = make(&recipe, &*source, &mut tally, &cancel, |event, tally| {
        match event {
            Event::Taken(puzzles) => {
                if let Err(error) = book.add(puzzles) {
                    failed.get_or_insert(error);
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            Event::Game { .. } => games += 1,
        }
        if args.time.is_some_and(|time| started.elapsed() >= time) {
            cancel.store(true, Ordering::Relaxed);
        }
        progress.show(&format!("{games} games, {}", counts(tally)));
    });
    progress.end();
    outcome?;
    if let Some(error) = failed {
        return Err(error);
    }
    let is_full = tally.is_full(&recipe);
    if args.json {
        output::print_json(&json!({
            "puzzles": tally.len(),
            "new": tally.len() - before,
            "games": games,
            "bands": bands(&tally),
            "complete": is_full,
            "seconds": started.elapsed().as_secs_f64(),
        }))?;
    } else {
        let end = if is_full { "" } else { "; the same command goes on from here" };
        let text =
            format!("{} new puzzles of {games} games: {}{end}\n", tally.len() - before, counts(&tally));
        output::print(text.as_bytes())?;
    }
    Ok(if is_full { 0 } else { 2 })
}

fn bands(tally: &Tally) -> serde_json::Value {
    let of = |kind: Kind| Band::ALL.map(|band| tally.count(kind, band));
    json!({ "vcf": of(Kind::Vcf), "vct": of(Kind::Vct) })
}

/// How many of each kind: easy, medium and hard.
fn counts(tally: &Tally) -> String {
    let of = |kind: Kind| {
        let [easy, medium, hard] = Band::ALL.map(|band| tally.count(kind, band));
        format!("{} {easy} + {medium} + {hard}", kind.name())
    };
    Kind::ALL.map(of).join(", ")
}

/// The file of puzzles.
struct Book {
    file: File,
    path: PathBuf,
}

impl Book {
    /// Opens a file, made if it is not there, and reads what it holds. A last line that is cut off is dropped.
    fn open(path: &Path) -> anyhow::Result<(Self, Tally)> {
        let cannot = || format!("cannot write {}", path.display());
        let mut options = File::options();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).with_context(cannot)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut tally = Tally::default();
        for puzzle in read(&text[..whole], path)? {
            tally.add(&puzzle).with_context(|| format!("{}: {}", path.display(), puzzle.id))?;
        }
        file.set_len(whole as u64).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        Ok((Self { file, path: path.to_owned() }, tally))
    }

    /// Adds the puzzles of a game.
    fn add(&mut self, puzzles: &[Puzzle]) -> anyhow::Result<()> {
        let mut text = Vec::new();
        for puzzle in puzzles {
            serde_json::to_writer(&mut text, puzzle)?;
            text.push(b'\n');
        }
        let written = self.file.write_all(&text).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn read(text: &str, path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let line = |(index, line): (usize, &str)| {
        serde_json::from_str(line)
            .with_context(|| format!("{}: line {}: no puzzle", path.display(), index + 1))
    };
    text.lines().enumerate().map(line).collect()
}

fn check(args: &CheckArgs) -> anyhow::Result<u8> {
    let text = std::fs::read_to_string(&args.file)
        .with_context(|| format!("cannot read {}", args.file.display()))?;
    let puzzles = read(&text, &args.file)?;
    let mut tally = Tally::default();
    let mut seen = std::collections::HashMap::new();
    let mut faults = Vec::new();
    for puzzle in &puzzles {
        if let Err(error) = puzzle.check().and_then(|()| tally.add(puzzle)) {
            faults.push(format!("{}: {error}", puzzle.id));
        } else if let Some(twin) = seen.insert(key(&puzzle.position()?), &puzzle.id) {
            faults.push(format!("{}: the same as {twin}", puzzle.id));
        }
    }
    let is_good = faults.is_empty();
    if args.json {
        let bands = bands(&tally);
        output::print_json(&json!({ "puzzles": puzzles.len(), "bands": bands, "faults": faults }))?;
    } else {
        let end = format!("{} puzzles, {} at fault: {}\n", puzzles.len(), faults.len(), counts(&tally));
        faults.push(end);
        let text = faults.join("\n");
        output::print(text.as_bytes())?;
    }
    Ok(u8::from(!is_good))
}
