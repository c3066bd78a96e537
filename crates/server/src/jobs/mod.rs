//! What a session can be asked to do: one file a job.
//!
//! The one idea: a request is read and checked before anything runs; then a job owns a thread, waits for its turns, and talks through
//! [`Events`], which let exactly one last word through.

mod analyze;
mod external;
mod play;
mod policy;
mod review;
mod said;
mod solve;

use crate::config::External;
use crate::control::{Control, Signal};
use crate::error::ApiError;
use crate::outbox::Outbox;
use crate::queue::{Ended, Lane, Turn};
use crate::state::State;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest time that may be asked for, in milliseconds: a day.
const LONGEST: u64 = 24 * 3600 * 1000;

/// A request that was read and checked.
pub(crate) enum Ask {
    Analyze(Box<analyze::Analyze>),
    Play(Box<play::Play>),
    Solve(Box<solve::Solve>),
    Judge(Box<review::Judge>),
    Review(Box<review::Review>),
}

impl Ask {
    /// Reads a request.
    pub(crate) fn parse(what: &str, fields: Value, state: &State) -> Result<Self, ApiError> {
        match what {
            "analyze" => analyze::Analyze::check(&read(fields)?, state).map(Box::new).map(Self::Analyze),
            "play" => play::Play::check(&read(fields)?, state).map(Box::new).map(Self::Play),
            "solve" => solve::Solve::check(&read(fields)?, state).map(Box::new).map(Self::Solve),
            "prove" => solve::Solve::check_proof(&read(fields)?, state).map(Box::new).map(Self::Solve),
            "judge" => review::Judge::check(&read(fields)?, state).map(Box::new).map(Self::Judge),
            "review" => review::Review::check(&read(fields)?, state).map(Box::new).map(Self::Review),
            other => Err(ApiError::bad_request(format!(
                "`do` is analyze, play, judge, solve, prove, review, stop or ping, not `{}`",
                other.chars().take(20).collect::<String>()
            ))),
        }
    }
}

fn read<T: DeserializeOwned>(fields: Value) -> Result<T, ApiError> {
    serde_json::from_value(fields).map_err(|error| ApiError::of_json(&error))
}

/// The engine of others that goes by this id, such as `x1`.
fn engine_named<'a>(id: &str, state: &'a State) -> Result<&'a External, ApiError> {
    let index = id.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
    index.and_then(|index| state.config.engines.get(index.checked_sub(1)?)).ok_or_else(|| {
        let text = format!(
            "there is no engine `{}`: see `engines` of /api/v1/about",
            id.chars().take(20).collect::<String>()
        );
        ApiError::bad_request(text)
    })
}

/// How a job ended that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// There was nothing more to do.
    Finished,
    /// A limit was met.
    Limit,
}

/// Why a job did not come to its end.
pub(crate) enum Halt {
    /// Somebody ended it.
    Ended,
    /// It cannot be done.
    Failed(ApiError),
}

impl From<Ended> for Halt {
    fn from(_: Ended) -> Self {
        Self::Ended
    }
}

impl From<ApiError> for Halt {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

/// A job and its surroundings.
pub(crate) struct Job {
    pub(crate) state: Arc<State>,
    pub(crate) session: u64,
    pub(crate) control: Arc<Control>,
    pub(crate) events: Arc<Events>,
}

impl Job {
    /// Waits for a turn, and tells the client if it does not come at once.
    fn turn(&self, lane: Lane, threads: usize) -> Result<Turn, Ended> {
        self.turn_of(lane, threads, Duration::ZERO)
    }

    /// The same for a turn that is not disturbed for a while.
    fn turn_of(&self, lane: Lane, threads: usize, least: Duration) -> Result<Turn, Ended> {
        let mut has_waited = false;
        let turn = self.state.queue.turn((lane, threads, least), &self.control, |ahead| {
            has_waited = true;
            self.events.send("queued", json!({ "ahead": ahead }));
        })?;
        if has_waited {
            self.events.send("started", json!({}));
        }
        Ok(turn)
    }

    /// Rung when the job is ended.
    fn signal(&self) -> &Arc<Signal> {
        self.control.signal()
    }
}

/// Runs a job to its last event, whatever happens in it.
pub(crate) fn run(job: &Job, ask: Ask) {
    let work = || match ask {
        Ask::Analyze(ask) => ask.run(job),
        Ask::Play(ask) => ask.run(job),
        Ask::Solve(ask) => ask.run(job),
        Ask::Judge(ask) => ask.run(job),
        Ask::Review(ask) => ask.run(job),
    };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    let reason = job.control.ended().map(|end| match end {
        crate::control::End::Stopped => "stopped",
        crate::control::End::Replaced => "replaced",
    });
    match (outcome, reason) {
        (Ok(Err(Halt::Failed(error))), None) => job.events.failed(&error),
        (Ok(Ok(_) | Err(_)), Some(reason)) => job.events.done(reason),
        (Ok(Ok(Finish::Limit)), None) => job.events.done("limit"),
        (Ok(Ok(Finish::Finished) | Err(Halt::Ended)), None) => job.events.done("finished"),
        (Err(_), _) => job.events.failed(&ApiError::internal(
            "the job has failed by a fault of the server: please report what you asked for",
        )),
    }
}

/// The events of a job.
pub(crate) struct Events {
    id: u64,
    outbox: Arc<Outbox>,
    is_over: Mutex<bool>,
}

impl Events {
    pub(crate) fn new(id: u64, outbox: Arc<Outbox>) -> Self {
        Self { id, outbox, is_over: Mutex::new(false) }
    }

    fn put(&self, name: &str, mut object: Value, is_last: bool, put: impl FnOnce(String)) {
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_over {
            object["id"] = self.id.into();
            object["event"] = name.into();
            *is_over = is_last;
            put(object.to_string());
        }
    }

    /// An event that must arrive.
    pub(crate) fn send(&self, name: &str, object: Value) {
        self.put(name, object, false, |text| self.outbox.event(text));
    }

    /// An event of which only the newest of its `stream` counts.
    pub(crate) fn stream(&self, name: &str, stream: &str, object: Value) {
        self.put(name, object, false, |text| self.outbox.stream((self.id, stream.to_owned()), text));
    }

    /// What an engine says: may be lost if nobody reads.
    pub(crate) fn remark(&self, name: &str, object: Value) {
        self.put(name, object, false, |text| self.outbox.remark(text));
    }

    /// The last event.
    pub(crate) fn done(&self, reason: &str) {
        self.put("done", json!({ "reason": reason }), true, |text| self.outbox.event(text));
    }

    /// The last event of a job that cannot be done.
    pub(crate) fn failed(&self, error: &ApiError) {
        self.put("error", error.to_json(), true, |text| self.outbox.event(text));
    }
}

/// Rounded to a step, so that lines stay short.
pub(crate) fn rounded(value: f64, steps: f64) -> Value {
    ((value * steps).round() / steps).into()
}
