//! `solve` and `prove`: does a side win by force?
//!
//! The one idea: a proof cannot be cut into equal slices, since what it knows is only partly kept from one to the next. So each turn may last twice as long as the
//! one before: what is done anew is never more than what is done.

use super::{Finish, Halt, Job, LONGEST, rounded};
use crate::api::proofs::keep;
use crate::error::ApiError;
use crate::queue::Lane;
use crate::state::State;
use crate::wire::{Names, PositionText, Side};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::notation::Origin;
use tengen_core::{Colour, Move, Position, Rule, Status};
use tengen_solver::query::Reason;
use tengen_solver::{
    Answer, Checkpoint, Goal, Keeper, Limit, Limits, Method, Progress, Query, Sink, Solver, Verdict,
};
use tengen_study::explain::Solved;
use tengen_study::order::ByPolicy;

/// How long it looks when nobody says.
const USUAL: Duration = Duration::from_mins(1);
/// The longest turn while others wait.
const LONGEST_TURN: Duration = Duration::from_secs(30);
/// Bytes of tables when nobody says.
const MEMORY: u64 = 256 << 20;
/// Positions for each defence that is tried.
const DEFENCE_NODES: u64 = 20_000;
/// Bytes of tables for them.
const DEFENCE_MEMORY: usize = 16 << 20;

/// The fields of `solve`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveFields {
    position: PositionText,
    attacker: Option<Side>,
    #[serde(default)]
    pass: bool,
    goal: Option<String>,
    #[serde(default)]
    limits: LimitFields,
    #[serde(default)]
    shortest: bool,
    #[serde(default)]
    defences: bool,
    threads: Option<usize>,
}

/// The fields of `prove`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProveFields {
    position: PositionText,
    attacker: Option<Side>,
    #[serde(default)]
    limits: LimitFields,
    threads: Option<usize>,
}

/// How far to go.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitFields {
    nodes: Option<u64>,
    time_ms: Option<u64>,
    memory_mb: Option<u64>,
}

/// A question to the solver, checked.
pub(crate) struct Solve {
    query: Query,
    nodes: u64,
    time: Option<Duration>,
    memory: u64,
    threads: usize,
    wants_defences: bool,
    keeps_proof: bool,
}

impl Solve {
    pub(crate) fn check(fields: &SolveFields, state: &State) -> Result<Self, ApiError> {
        let mut position = fields.position.open()?;
        if fields.pass {
            position.play(Move::Pass).map_err(|error| Names(position.size()).refused(error))?;
        }
        let goal = match fields.goal.as_deref() {
            None => Goal::Win,
            Some(name) => name.parse().map_err(|error: tengen_solver::query::UnknownName| {
                ApiError::bad_request(format!("`goal`: {error}"))
            })?,
        };
        let query = query(position, fields.attacker, goal, fields.shortest)?;
        let mut solve = Self::new(query, fields.limits, fields.threads, state)?;
        solve.wants_defences = fields.defences;
        Ok(solve)
    }

    pub(crate) fn check_proof(fields: &ProveFields, state: &State) -> Result<Self, ApiError> {
        let position = fields.position.open()?;
        let query = query(position, fields.attacker, Goal::Win, false)?;
        let mut solve = Self::new(query, fields.limits, fields.threads, state)?;
        solve.keeps_proof = true;
        Ok(solve)
    }

    fn new(
        query: Query,
        limits: LimitFields,
        threads: Option<usize>,
        state: &State,
    ) -> Result<Self, ApiError> {
        if threads == Some(0) || limits.nodes == Some(0) || limits.time_ms == Some(0) {
            return Err(ApiError::bad_request("`threads`, `nodes` and `time_ms` are at least 1"));
        }
        let time = limits.time_ms.map(|ms| Duration::from_millis(ms.min(LONGEST)));
        Ok(Self {
            query,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            time: time.or_else(|| limits.nodes.is_none().then_some(USUAL)),
            memory: limits.memory_mb.map_or(MEMORY, |megabytes| megabytes.clamp(16, 1 << 20) << 20),
            threads: threads.unwrap_or(1).min(state.queue.threads()),
            wants_defences: false,
            keeps_proof: false,
        })
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Finish, Halt> {
        let share = job.state.pool.share(self.memory)?;
        let mut solver = Solver::new(share.bytes() as usize, self.threads);
        let answer = self.answer(job, &mut solver)?;
        let mut object = serde_json::to_value(Solved::new(&answer, &self.query, Origin::Bottom))
            .map_err(|error| ApiError::internal(error.to_string()))?;
        if self.wants_defences {
            object["defences"] = self.defences(job).into();
        }
        job.events.send("solved", object);
        if let (true, Verdict::Proven(proof)) = (self.keeps_proof, &answer.verdict) {
            let bytes = tengen_proof::binary::to_bytes(&proof.certificate).len();
            let id = keep(&job.state, &Arc::new(proof.certificate.clone()), bytes)?;
            job.events.send(
                "proof",
                json!({ "proof": format!("{id:016x}"), "records": proof.certificate.count(), "bytes": bytes }),
            );
        }
        let is_limit = matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Nodes | Limit::Time)));
        Ok(if is_limit { Finish::Limit } else { Finish::Finished })
    }

    /// Asks turn by turn until there is an answer.
    fn answer(&self, job: &Job, solver: &mut Solver) -> Result<Answer, Halt> {
        let (mut nodes, mut elapsed, mut least) = (0, Duration::ZERO, Duration::ZERO);
        let mut kept = Kept::default();
        loop {
            let turn = job.turn_of(Lane::Long, self.threads, least)?;
            let cancel = Arc::new(AtomicBool::new(false));
            let (one, two) = (Arc::clone(&cancel), Arc::clone(&cancel));
            let _ended = job.signal().hook(move || one.store(true, Ordering::SeqCst));
            let _asked = turn.room().hook(move || two.store(true, Ordering::SeqCst));
            let limits = Limits {
                nodes: self.nodes.saturating_sub(nodes).max(1),
                time: self.time.map(|time| time.saturating_sub(elapsed)),
                memory: 0,
                threads: self.threads,
                cancel,
            };
            let mut teller = Teller { job, nodes, elapsed };
            let started = Instant::now();
            let from = kept.0.take();
            let order = ByPolicy::default();
            let mut answer = solver
                .prove_kept(&self.query, &limits, (&order, &mut teller), &mut kept, from)
                .map_err(|error| ApiError::internal(error.to_string()))?;
            nodes += answer.nodes;
            elapsed += started.elapsed();
            if job.control.ended().is_some() {
                return Err(Halt::Ended);
            }
            if matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Cancelled))) {
                least = (started.elapsed() * 2).min(LONGEST_TURN);
                continue;
            }
            (answer.nodes, answer.elapsed) = (nodes, elapsed);
            return Ok(answer);
        }
    }

    /// The moves of the defender that stop the attack, as if it were the defender's turn.
    fn defences(&self, job: &Job) -> Vec<String> {
        let names = Names(self.query.position.size());
        let mut position = self.query.position.clone();
        if position.to_move() == self.query.attacker && position.play(Move::Pass).is_err() {
            return Vec::new();
        }
        if position.status() != Status::Open {
            return Vec::new();
        }
        let (cancel, _hooked) = job.signal().flag();
        let limits = Limits { nodes: DEFENCE_NODES, memory: DEFENCE_MEMORY, cancel, ..Limits::default() };
        let points = tengen_solver::find::defences(&position, self.query.goal, &limits);
        names.names(points)
    }
}

/// The question. The mixed rule is asymmetric: whoever is to win needs exactly five, so it turns with the attacker.
fn query(position: Position, attacker: Option<Side>, goal: Goal, shortest: bool) -> Result<Query, ApiError> {
    let attacker = attacker.map_or_else(|| position.to_move(), Colour::from);
    if position.to_move() != attacker && goal == Goal::Vcf {
        let text = format!(
            "{attacker} is not to move, and fours are looked for from the move on: use the goal vct or win"
        );
        return Err(ApiError::bad_request(text));
    }
    let position = match position.rule() {
        Rule::Mixed { attacker: exact } if exact != attacker => under(&position, Rule::Mixed { attacker })?,
        _ => position,
    };
    Ok(Query { position, attacker, goal, method: Method::Auto, shortest })
}

/// The same stones and moves under another rule.
fn under(position: &Position, rule: Rule) -> Result<Position, ApiError> {
    let names = Names(position.size());
    let mut other = Position::new(position.size(), rule);
    for (p, stone) in position.setup() {
        other.set_up(*p, *stone).map_err(|error| names.refused(error))?;
    }
    other.set_first(position.first()).map_err(|error| names.refused(error))?;
    position.moves().iter().try_for_each(|m| other.play(*m)).map_err(|error| names.refused(error))?;
    Ok(other)
}

/// Keeps the search with quiet moves from one turn to the next.
#[derive(Default)]
struct Kept(Option<Checkpoint>);

impl Keeper for Kept {
    fn is_due(&mut self) -> bool {
        // When it is called off is soon enough.
        false
    }

    fn keep(&mut self, checkpoint: Checkpoint) {
        self.0 = Some(checkpoint);
    }
}

/// Passes the progress on.
struct Teller<'a> {
    job: &'a Job,
    nodes: u64,
    elapsed: Duration,
}

impl Sink for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        let object: Value = json!({
            "method": progress.method.name(),
            "nodes": self.nodes + progress.nodes,
            "seconds": rounded((self.elapsed + progress.elapsed).as_secs_f64(), 1e3),
            "proof": progress.proof,
            "disproof": progress.disproof,
        });
        self.job.events.stream("progress", "progress", object);
    }
}
