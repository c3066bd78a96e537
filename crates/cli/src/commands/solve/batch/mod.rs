//! `tengen solve --batch`: many positions, one a line, a verdict each.
//!
//! The one idea: a worker takes the next line, solves it alone with tables of its own that it keeps, and hands the answer
//! back; answers are told in the order of the lines. So the verdicts do not depend on the number of workers, and
//! thousands of small positions cost little more than their searches.

mod line;

use super::report::Line;
use super::{Args, ProgressLine, cancelled_by_interrupt};
use crate::{WrongUsage, input, output};
use anyhow::{Context as _, ensure};
use line::{Defaults, Question, Refusal};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use tengen_core::notation::Origin;
use tengen_solver::prove::STACK;
use tengen_solver::{Limits, Solver};
use tengen_study::order::ByPolicy;

/// Answers are told together that come within so much time: to wake up for each would cost as much as a small search.
const TELL_EVERY: Duration = Duration::from_millis(10);

/// What became of a line.
enum Outcome {
    Solved(Line),
    Failed(Refusal),
}

/// What a batch came to.
#[derive(Default, Serialize)]
struct Summary {
    positions: usize,
    proven: usize,
    disproven: usize,
    unknown: usize,
    errors: usize,
    checked: usize,
    nodes: u64,
    /// Of the whole batch.
    seconds: f64,
    /// Of all positions together.
    search_seconds: f64,
    threads: usize,
    interrupted: bool,
}

impl Summary {
    fn add(&mut self, outcome: &Outcome) {
        self.positions += 1;
        let Outcome::Solved(line) = outcome else {
            self.errors += 1;
            return;
        };
        match line.facts.verdict {
            "proven" => self.proven += 1,
            "disproven" => self.disproven += 1,
            _ => self.unknown += 1,
        }
        self.checked += usize::from(line.facts.checked);
        self.nodes += line.facts.nodes;
        self.search_seconds += line.facts.seconds;
    }

    fn text(&self) -> String {
        let Self { positions, proven, disproven, unknown, errors, seconds, .. } = self;
        format!(
            "{positions} positions: {proven} proven, {disproven} disproven, {unknown} unknown, {errors} not read; {seconds:.2} s"
        )
    }
}

pub(super) fn run(args: &Args, path: &Path) -> anyhow::Result<u8> {
    ensure!(
        !args.pick.is_used(),
        WrongUsage(
            "--from, --game and --at pick one position of a file: a batch has one in each line".into()
        )
    );
    let started = Instant::now();
    let (name, bytes) = input::bytes(path.as_os_str())?;
    let text = String::from_utf8(bytes).ok().with_context(|| format!("{name} is no text"))?;
    let read = &args.pick.read;
    let defaults = Defaults { rule: read.rule, size: read.size, origin: read.origin() };
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let questions: Vec<_> = lines.map(|(index, text)| line::parse(text, index + 1, defaults)).collect();
    ensure!(!questions.is_empty(), "{name} has no position");
    let cancel = cancelled_by_interrupt()?;
    let workers = args.ask.workers().min(questions.len());
    let desk = Desk {
        args,
        questions: &questions,
        next: AtomicUsize::new(0),
        limits: args.ask.batch_limits(cancel.clone()),
        memory: args.ask.worker_bytes(workers),
        origin: defaults.origin,
    };
    let mut summary = Summary { threads: workers, ..Summary::default() };
    desk.serve(workers, &cancel, &mut summary)?;
    summary.seconds = (started.elapsed().as_secs_f64() * 1e6).round() / 1e6;
    summary.search_seconds = (summary.search_seconds * 1e6).round() / 1e6;
    summary.interrupted = summary.positions < questions.len() || cancel.load(Ordering::Relaxed);
    if args.json {
        output::print_json(&json!({ "summary": summary }))?;
    } else {
        output::print(format!("{}\n", summary.text()).as_bytes())?;
    }
    Ok(if summary.interrupted { 2 } else { 0 })
}

/// The lines, and who is next.
struct Desk<'a> {
    args: &'a Args,
    questions: &'a [Result<Question, Refusal>],
    next: AtomicUsize,
    limits: Limits,
    /// For each worker.
    memory: usize,
    origin: Origin,
}

impl Desk<'_> {
    /// Solves all lines and tells the answers in order.
    fn serve(&self, workers: usize, cancel: &AtomicBool, summary: &mut Summary) -> anyhow::Result<()> {
        let mut progress = (!std::io::stdout().is_terminal()).then(ProgressLine::new);
        let served = std::thread::scope(|scope| {
            let (sender, outcomes) = channel();
            for _ in 0..workers {
                let sender = sender.clone();
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || self.work(&sender))
                    .context("the system gives no thread to solve with")?;
            }
            drop(sender);
            let mut early = BTreeMap::new();
            while let Ok(first) = outcomes.recv() {
                early.insert(first.0, first.1);
                if summary.positions + early.len() < self.questions.len() {
                    std::thread::sleep(TELL_EVERY);
                }
                early.extend(outcomes.try_iter());
                let mut text = String::new();
                while let Some(outcome) = early.remove(&summary.positions) {
                    summary.add(&outcome);
                    text += &self.words(&outcome)?;
                    text.push('\n');
                }
                let told = output::print_while_read(text.as_bytes());
                if !matches!(told, Ok(true)) {
                    // Nobody reads the answers any more.
                    cancel.store(true, Ordering::Relaxed);
                    return told.map(|_| ());
                }
                if let Some(progress) = &mut progress {
                    progress.show(&format!("{}/{}", summary.positions, self.questions.len()));
                }
            }
            Ok(())
        });
        if let Some(progress) = &mut progress {
            progress.end();
        }
        served
    }

    /// Solves one line after the other until there are no more.
    fn work(&self, sender: &Sender<(usize, Outcome)>) {
        let mut solver = Solver::new(self.memory, 1);
        let order = ByPolicy::default();
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = self.questions.get(index) else { return };
            if self.limits.cancel.load(Ordering::Relaxed) {
                return;
            }
            let outcome = match question {
                Ok(question) => self.solve(question, &mut solver, &order),
                Err(refusal) => Outcome::Failed(refusal.clone()),
            };
            if sender.send((index, outcome)).is_err() {
                return;
            }
        }
    }

    fn solve(&self, question: &Question, solver: &mut Solver, order: &ByPolicy) -> Outcome {
        let fail = |reason: String| Outcome::Failed(Refusal { id: question.id.clone(), reason });
        let query = match self.args.ask.query(question.position.clone()) {
            Ok(query) => query,
            Err(error) => return fail(error.to_string()),
        };
        let answer = catch_unwind(AssertUnwindSafe(|| solver.prove_here(&query, &self.limits, order)));
        if let Ok(answer) = answer {
            return Outcome::Solved(Line::new(question.id.clone(), &answer, &query, self.origin));
        }
        *solver = Solver::new(self.memory, 1);
        fail("the search failed: please report the position".to_owned())
    }

    /// What became of a line, for the reader.
    fn words(&self, outcome: &Outcome) -> anyhow::Result<String> {
        Ok(match outcome {
            Outcome::Solved(line) if self.args.json => serde_json::to_string(line)?,
            Outcome::Solved(line) => line.row(),
            Outcome::Failed(Refusal { id, reason }) if self.args.json => {
                json!({ "id": id, "error": reason }).to_string()
            }
            Outcome::Failed(Refusal { id, reason }) => format!("{}  error: {reason}", plain(id)),
        })
    }
}

impl Line {
    fn row(&self) -> String {
        let first = self.facts.first.as_deref().unwrap_or("-");
        format!("{}  {}  {first}  {} nodes", plain(&self.id), self.facts.verdict, self.facts.nodes)
    }
}

/// An id without the quotes of JSON.
fn plain(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}
