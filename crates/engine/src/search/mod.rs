//! The search.
//!
//! Reading order: this file (what a search remembers, how it starts), `root` (iterations and lines), `threats` (what the solver says before
//! and between them), `node` (the main search function, its steps numbered), `leaf` (where it ends), `sight` (what is decided at sight),
//! `picker` (the order of moves), `history` and `reductions`, `worker` (one thread and its limits), `balance` (another goal).

mod balance;
mod gleanings;
mod history;
mod leaf;
mod node;
mod picker;
mod reductions;
mod root;
mod sight;
mod threats;
mod worker;

use crate::clock::Budget;
use crate::engine::Control;
use crate::level::Level;
use crate::report::{Answer, Sink};
use crate::request::{Goal, Options, Request};
use crate::score::Score;
use crate::table::Table;
use history::Lessons;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;
use tengen_core::{Point, Status, with_rule};
use tengen_eval::Tables;
use threats::ThreatTables;
use worker::{Shared, Timer};

/// Parts of a ply in which depth is counted.
pub(crate) const ONE: i32 = 8;
/// Bytes of stack for a thread that searches.
pub(crate) const STACK: usize = 16 << 20;

/// What outlives a search: the table, and what the forcing search remembers.
pub(crate) struct Memory {
    table: Table,
    forcing: tengen_solver::Memory,
    threats: ThreatTables,
    lessons: Lessons,
}

/// Memory that is not the table's: the program, pattern tables, boards.
const BASE: u64 = 9 << 20;
/// The same for each thread.
const BASE_OF_THREAD: u64 = 2 << 20;

impl Memory {
    /// Next to nothing.
    pub(crate) fn none() -> Self {
        Self {
            table: Table::new(0),
            forcing: tengen_solver::Memory::new(0),
            threats: ThreatTables::new(0),
            lessons: Lessons::default(),
        }
    }

    /// What fits into the options' limit.
    pub(crate) fn new(options: &Options) -> Self {
        let base = BASE + BASE_OF_THREAD * options.threads as u64;
        let room = options.memory.saturating_sub(base).max(1 << 20) / 20 * 19;
        // These are strewn over all of their memory, and touching it costs a short search dear: no more than helps.
        let forcing = (room / 8).min(8 << 20);
        let threats = (room / 8).min(4 << 20);
        Self {
            table: Table::new((room - forcing - threats) as usize),
            forcing: tengen_solver::Memory::new(forcing as usize),
            threats: ThreatTables::new(threats as usize),
            lessons: Lessons::default(),
        }
    }

    pub(crate) fn usage(&self) -> f64 {
        self.table.usage()
    }
}

/// Thinks as the request says, at its level if it has one, and answers.
pub(crate) fn run(
    request: &Request,
    options: &Options,
    memory: &Memory,
    control: &Control,
    sink: &mut dyn Sink,
) -> Answer {
    let started = Instant::now();
    if request.position.status() != Status::Open {
        return Answer {
            moves: Vec::new(),
            score: Score::EVEN,
            lines: Vec::new(),
            nodes: 0,
            elapsed: started.elapsed(),
            valued: Vec::new(),
        };
    }
    let level = request.level.and_then(Level::new).filter(|_| request.goal == Goal::Best);
    let own = level.map(|level| at_level(request, level));
    let request = own.as_ref().unwrap_or(request);
    memory.table.grow_older();
    let shared = Shared {
        memory,
        control,
        tables: options.tables.unwrap_or_else(|| Tables::embedded(request.position.rule())),
        options,
        timer: Timer::new(started, request.limits.clock.as_ref().and_then(Budget::of), request.ponder),
        most_nodes: request.limits.nodes,
        enough_nodes: request.limits.enough,
        valued: request.valued,
        nodes: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        panic: AtomicBool::new(false),
    };
    let answer = with_rule!(request.position.rule(), R => match request.goal {
        Goal::Best => root::think::<R>(&shared, request, sink),
        Goal::BalanceOne { bias } => balance::think::<R>(&shared, request, sink, 1, bias),
        Goal::BalanceTwo { bias } => balance::think::<R>(&shared, request, sink, 2, bias),
    });
    match level {
        Some(level) => chosen(level, request, answer),
        None => answer,
    }
}

/// The request as a player of its level takes it: fewer nodes, more lines to choose from, and what must be played.
fn at_level(request: &Request, level: Level) -> Request {
    let mut own = request.clone();
    own.limits.nodes = level.nodes().into_iter().chain(own.limits.nodes).min();
    own.lines = own.lines.max(level.lines());
    let is_wanted =
        |p: &Point| request.only.as_ref().is_none_or(|only| only.contains(p)) && !request.without.contains(p);
    let must: Vec<Point> =
        level.must_move(&request.position).into_iter().flatten().filter(is_wanted).collect();
    if !must.is_empty() {
        own.only = Some(must);
    }
    own
}

/// The answer with the line that a player of this level plays.
fn chosen(level: Level, request: &Request, answer: Answer) -> Answer {
    let seed = request.seed ^ request.position.stone_count() as u64;
    let line = answer.lines.get(level.choose(&answer.lines, seed));
    match line.and_then(|line| Some((*line.pv.first()?, line.score))) {
        Some((p, score)) => Answer { moves: vec![p], score, ..answer },
        None => answer,
    }
}
