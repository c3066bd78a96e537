//! Engines of others: started for one question, asked through the Gomocup protocol, gone afterwards.
//!
//! The one idea: an engine is never trusted with time. It has a limit that is part of the question; who does not answer soon after it, or is not wanted any
//! more, is ended.

use super::said::Said;
use super::{Events, Halt, Job};
use crate::config::{External, Rows};
use crate::error::ApiError;
use crate::queue::Lane;
use crate::wire::Names;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tengen_core::notation::Origin;
use tengen_core::{Point, Position};
use tengen_protocol::driver::{Driver, DriverError, GameSettings, Reply};

/// How long it thinks when nobody says.
pub(crate) const USUAL: Duration = Duration::from_secs(5);
/// How long it may take to start.
const START: Duration = Duration::from_secs(10);
/// How much later than its limit an answer may come.
const GRACE: Duration = Duration::from_secs(2);

/// A question to an engine of others.
pub(crate) struct Question<'a> {
    pub(crate) id: String,
    pub(crate) engine: &'a External,
    pub(crate) position: &'a Position,
    pub(crate) turn: Duration,
    pub(crate) left: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
}

impl Question<'_> {
    /// Waits for a turn, starts the engine, and asks it; what it says on the way are events.
    pub(crate) fn ask(&self, job: &Job, lane: Lane) -> Result<Reply, Halt> {
        let _turn = job.turn(lane, self.threads)?;
        let (flag, _hooked) = job.signal().flag();
        let failed = |error: DriverError| match error {
            DriverError::CalledOff => Halt::Ended,
            other => Halt::Failed(ApiError::busy("engine_failed", format!("{}: {other}", self.engine.name))),
        };
        let mut driver = Driver::start(&self.engine.launch).map_err(failed)?;
        driver.call_off_by(flag);
        let ear = Arc::new(Ear {
            events: Arc::clone(&job.events),
            id: self.id.clone(),
            names: Names(self.position.size()),
            rows: self.engine.rows.clone(),
            last: Mutex::default(),
        });
        let hears = Arc::clone(&ear);
        driver.heard_by(Box::new(move |text| hears.hear(text)));
        let settings = GameSettings {
            turn: Some(self.turn),
            memory: Some(self.memory),
            nodes: self.nodes,
            depth: self.depth,
            ..GameSettings::new(self.position.size(), self.position.rule())
        };
        driver.new_game(&settings, START).map_err(failed)?;
        let reply = driver.ask(self.position, self.left, self.turn + GRACE).map_err(failed)?;
        ear.learn(reply.point);
        Ok(reply)
    }
}

/// Hears what an engine says, and passes it on as text and, where it can be read, as numbers.
struct Ear {
    events: Arc<Events>,
    id: String,
    names: Names,
    rows: Rows,
    /// What was last read of a line.
    last: Mutex<Option<Said>>,
}

impl Ear {
    fn hear(&self, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_control()).take(500).collect();
        if let Some(said) = Said::read(&text, self.names.0) {
            self.tell(&said);
            if said.has_line() {
                *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(said);
            }
        }
        self.events.remark("say", json!({ "engine": self.id, "text": text }));
    }

    fn tell(&self, said: &Said) {
        let mut info = said.info(self.names, self.rows.origin());
        info["engine"] = self.id.as_str().into();
        self.events.stream("info", &self.id, info);
    }

    /// An answer shows how the engine counts rows: the line that it said last begins with it.
    fn learn(&self, answer: Point) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(said) = last.as_ref() else { return };
        let begins = |origin: Origin| said.line(self.names.0, origin).first() == Some(&answer);
        let other = match self.rows.origin() {
            Origin::Bottom => Origin::Top,
            Origin::Top => Origin::Bottom,
        };
        if begins(other) && !begins(self.rows.origin()) {
            self.rows.learn(other);
            self.tell(said);
        }
    }
}
