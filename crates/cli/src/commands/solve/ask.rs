//! What is asked of the solver, as options of the command line. `solve`, its batch and `prove` share them.

use crate::WrongUsage;
use crate::commands::analyze::parse_seconds;
use anyhow::{Context as _, ensure};
use clap::value_parser;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::{Colour, Position, Rule};
use tengen_solver::{
    Answer, Checkpoint, CheckpointError, Goal, Keeper, Limits, Method, Query, Sink, Solver, prove,
};
use tengen_study::order::ByPolicy;

/// How long one position may take when nobody says.
const DEFAULT_TIME: Duration = Duration::from_mins(1);
/// Positions that each of many may take when nobody says; not a time, so that the verdicts are the same on any machine.
const DEFAULT_BATCH_NODES: u64 = 2_000_000;

/// Bytes of tables when nobody says.
const DEFAULT_MEMORY: usize = 512 << 20;
/// The same for a worker of a batch: small tables are quick to fill, and serve small questions as well.
const WORKER_MEMORY: usize = 64 << 20;

/// What to look for, and how.
#[derive(clap::Args)]
pub(crate) struct AskArgs {
    /// What counts as a win: win (by any moves), vcf (by fours alone), vct (by fours and threes)
    #[arg(long, value_name = "GOAL", default_value_t = Goal::Win)]
    pub(super) goal: Goal,
    /// How to look for it: auto (from the cheapest to the dearest), vcf, vct, zones, db, tss, bmm, pns
    #[arg(long, value_name = "METHOD", default_value_t = Method::Auto)]
    method: Method,
    /// Look on for a shorter win until there is none by fours (--goal vcf), or none by fours and threes
    #[arg(long)]
    shortest: bool,
    /// Who is to win: black or white [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    attacker: Option<Colour>,
    /// Positions to look at, of all threads together [default: as many as the time allows; of a batch without --time
    /// 2000000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds a position [default without --nodes: 60; of a batch none]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Memory for tables, in MB [default: 512; of a batch 64 a thread]
    #[arg(long, value_name = "MB", value_parser = value_parser!(u32).range(1..=4_000_000))]
    memory: Option<u32>,
    /// Threads [default: 1; of a batch all cores, a position each]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Reads `black`, `white` or the first letter of them.
pub(super) fn parse_side(text: &str) -> Result<Colour, String> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(Colour::Black),
        "white" | "w" => Ok(Colour::White),
        _ => Err(format!("`{text}` is no side: use black or white")),
    }
}

impl AskArgs {
    /// The question about a position.
    ///
    /// The mixed rule is asymmetric: whoever is to win needs exactly five, so it turns with the attacker.
    pub(crate) fn query(&self, position: Position) -> anyhow::Result<Query> {
        let attacker = self.attacker.unwrap_or_else(|| position.to_move());
        ensure!(
            position.to_move() == attacker || self.goal != Goal::Vcf && self.method != Method::Vcf,
            WrongUsage(format!(
                "{attacker} is not to move, and fours are looked for from the move on: use --goal vct or --goal win"
            ))
        );
        let position = match position.rule() {
            Rule::Mixed { attacker: exact } if exact != attacker => {
                under(&position, Rule::Mixed { attacker })?
            }
            _ => position,
        };
        Ok(Query { position, attacker, goal: self.goal, method: self.method, shortest: self.shortest })
    }

    /// The limits of one position among many, or alone.
    fn limits(&self, is_batch: bool, cancel: Arc<AtomicBool>) -> Limits {
        let is_free = self.nodes.is_none() && self.time.is_none();
        let usual_nodes = if is_free && is_batch { DEFAULT_BATCH_NODES } else { u64::MAX };
        let usual_time = (is_free && !is_batch).then_some(DEFAULT_TIME);
        Limits {
            nodes: self.nodes.unwrap_or(usual_nodes),
            time: self.time.or(usual_time),
            memory: self.memory.map_or(DEFAULT_MEMORY, |megabytes| (megabytes as usize) << 20),
            threads: self.threads.map_or(1, usize::from),
            cancel,
        }
    }

    /// The limits of a position of a batch.
    pub(super) fn batch_limits(&self, cancel: Arc<AtomicBool>) -> Limits {
        self.limits(true, cancel)
    }

    /// Positions of a batch that are solved at a time.
    pub(super) fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    /// Bytes of tables for each worker of a batch.
    pub(super) fn worker_bytes(&self, workers: usize) -> usize {
        self.memory.map_or(WORKER_MEMORY, |megabytes| ((megabytes as usize) << 20) / workers.max(1))
    }

    /// Asks the solver.
    pub(crate) fn solve(&self, query: &Query, cancel: Arc<AtomicBool>, sink: &mut dyn Sink) -> Answer {
        prove(query, &self.limits(false, cancel), &ByPolicy::default(), sink)
    }

    /// The same with a keeper of the search with quiet moves, perhaps from where an earlier one ended.
    pub(crate) fn solve_kept(
        &self,
        query: &Query,
        cancel: Arc<AtomicBool>,
        sink: &mut dyn Sink,
        keeper: &mut dyn Keeper,
        from: Option<Checkpoint>,
    ) -> Result<Answer, CheckpointError> {
        let limits = self.limits(false, cancel);
        let mut solver = Solver::new(limits.memory, limits.threads);
        solver.prove_kept(query, &limits, (&ByPolicy::default(), sink), keeper, from)
    }
}

/// The same stones and moves under another rule.
fn under(position: &Position, rule: Rule) -> anyhow::Result<Position> {
    let mut other = Position::new(position.size(), rule);
    let build = |other: &mut Position| {
        for (p, stone) in position.setup() {
            other.set_up(*p, *stone)?;
        }
        other.set_first(position.first())?;
        position.moves().iter().try_for_each(|m| other.play(*m))
    };
    build(&mut other).with_context(|| format!("the position is not legal under the {rule} rule"))?;
    Ok(other)
}
