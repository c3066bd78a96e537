//! `judge` and `review`: what a move was worth, and what all moves of a game were.
//!
//! The one idea: a review is many small searches. Between two of them, when a move is told, it stands in the line again if others wait.

use super::analyze::hash;
use super::{Finish, Halt, Job, LONGEST};
use crate::error::ApiError;
use crate::queue::{Lane, Turn};
use crate::state::State;
use crate::wire::{Game, Names, PositionText};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use tengen_core::{GameRecord, Move, Position};
use tengen_study::review::{self, Options, ReviewedMove, Sink};

/// How long a judgement looks when nobody says; it looks at two positions.
const USUAL: Duration = Duration::from_secs(1);
/// Positions that a proof of a judgement or review may look at.
const PROVE_NODES: u64 = 20_000;
/// Nodes a move of a review when nobody says.
const NODES: u64 = 100_000;

/// The fields of `judge`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JudgeFields {
    position: PositionText,
    #[serde(rename = "move")]
    action: String,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    hash_mb: Option<u64>,
}

/// The fields of `review`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewFields {
    game: Game,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
    #[serde(default = "yes")]
    prove: bool,
    hash_mb: Option<u64>,
}

const fn yes() -> bool {
    true
}

fn limits(time_ms: Option<u64>, nodes: Option<u64>) -> Result<(Option<Duration>, Option<u64>), ApiError> {
    if time_ms == Some(0) || nodes == Some(0) {
        return Err(ApiError::bad_request("`time_ms` and `nodes` are at least 1"));
    }
    Ok((time_ms.map(|ms| Duration::from_millis(ms.min(LONGEST))), nodes))
}

/// A move to judge, checked.
pub(crate) struct Judge {
    position: Position,
    action: Move,
    options: Options,
}

impl Judge {
    pub(crate) fn check(fields: &JudgeFields, _: &State) -> Result<Self, ApiError> {
        let position = fields.position.open()?;
        let names = Names(position.size());
        let [action] = names.moves(&fields.action)?[..] else {
            return Err(ApiError::bad_request("`move` is one move, such as h8"));
        };
        position.clone().play(action).map_err(|error| names.refused(error))?;
        let (time, nodes) = limits(fields.time_ms, fields.nodes)?;
        let time = time.or_else(|| nodes.is_none().then_some(USUAL));
        // Two positions are looked at.
        let options = Options {
            time: time.map(|time| time / 2),
            nodes,
            threads: 1,
            memory: hash(fields.hash_mb),
            prove_nodes: PROVE_NODES,
        };
        Ok(Self { position, action, options })
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Finish, Halt> {
        let share = job.state.pool.share(self.options.memory)?;
        let options = Options { memory: share.bytes(), ..self.options.clone() };
        let _turn = job.turn(Lane::Short, 1)?;
        let (cancel, _hooked) = job.signal().flag();
        let judged = review::judge::judge(&self.position, self.action, &options, &cancel)
            .map_err(|error| Names(self.position.size()).refused(error))?
            .ok_or(Halt::Ended)?;
        job.events.send("judged", value(&judged)?);
        Ok(Finish::Finished)
    }
}

/// A game to review, checked.
pub(crate) struct Review {
    record: GameRecord,
    options: Options,
}

impl Review {
    pub(crate) fn check(fields: &ReviewFields, state: &State) -> Result<Self, ApiError> {
        let record = fields.game.record()?;
        let names = Names(record.size);
        record.position().map_err(|(number, error)| names.refused(error).at(number))?;
        let (time, nodes) = limits(fields.time_ms, fields.nodes)?;
        if fields.threads == Some(0) {
            return Err(ApiError::bad_request("`threads` is at least 1"));
        }
        let options = Options {
            nodes: nodes.or_else(|| time.is_none().then_some(NODES)),
            time,
            threads: fields.threads.unwrap_or(1).min(state.queue.threads()),
            memory: hash(fields.hash_mb),
            prove_nodes: if fields.prove { PROVE_NODES } else { 0 },
        };
        Ok(Self { record, options })
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Finish, Halt> {
        let share = job.state.pool.share(self.options.memory)?;
        let options = Options { memory: share.bytes(), ..self.options.clone() };
        let turn = job.turn(Lane::Long, options.threads)?;
        let (cancel, _hooked) = job.signal().flag();
        let total = self.record.main_line().len();
        job.events.send("progress", json!({ "done": 0, "total": total }));
        let mut teller = Teller { job, threads: options.threads, turn: Some(turn) };
        let review = review::review(&self.record, &options, &cancel, &mut teller)
            .map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "bad_position", error.to_string()))?;
        job.events.send("review", value(&review)?);
        Ok(Finish::Finished)
    }
}

fn value(object: &impl Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(object).map_err(|error| ApiError::internal(error.to_string()))
}

/// Passes each move on, and makes room between two.
struct Teller<'a> {
    job: &'a Job,
    threads: usize,
    turn: Option<Turn>,
}

impl Sink for Teller<'_> {
    fn reviewed(&mut self, reviewed: &ReviewedMove, done: usize, total: usize) {
        if let Ok(object) = value(reviewed) {
            self.job.events.send("reviewed_move", object);
        }
        self.job.events.stream("progress", "progress", json!({ "done": done, "total": total }));
        if self.turn.as_ref().is_none_or(|turn| turn.room().is_rung()) {
            self.turn = None;
            // If the job is ended while it waits, the review sees the flag and ends.
            self.turn = self.job.turn(Lane::Long, self.threads).ok();
        }
    }
}
