//! `analyze`: what a position is worth, line by line, for as long as the client wants to know.
//!
//! The one idea: the search is cut into slices when others wait. A slice begins again from depth 1, but with the table of the one before it is back
//! in no time; what was shown before is not shown again.

use super::external::{self, Question};
use super::{Finish, Halt, Job, LONGEST, engine_named, policy, rounded};
use crate::config::External;
use crate::error::ApiError;
use crate::queue::Lane;
use crate::state::State;
use crate::wire::{Names, PositionText};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tengen_core::Point;
use tengen_engine::{Answer, Clock, Limits, Options, Report, Request, RootEvent, Score, Sink};

/// The most lines.
const MOST_LINES: usize = 50;

/// The fields of the request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fields {
    position: PositionText,
    #[serde(default)]
    engines: Option<Vec<String>>,
    #[serde(default)]
    lines: Option<usize>,
    #[serde(default)]
    threads: Option<usize>,
    #[serde(default)]
    hash_mb: Option<u64>,
    #[serde(default)]
    limits: LimitFields,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    policy: bool,
    #[serde(default)]
    caution: Option<u8>,
}

/// How far to search.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitFields {
    pub(crate) time_ms: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// The request, checked.
pub(crate) struct Analyze {
    request: Request,
    limits: LimitFields,
    options: Options,
    hash: u64,
    wants_policy: bool,
    has_tengen: bool,
    others: Vec<(String, External)>,
}

impl Analyze {
    pub(crate) fn check(fields: &Fields, state: &State) -> Result<Self, ApiError> {
        let position = fields.position.open()?;
        let names = Names(position.size());
        let lines = fields.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(ApiError::bad_request(format!("`lines` is from 1 to {MOST_LINES}")));
        }
        let (has_tengen, others) = engines(fields.engines.as_deref(), state)?;
        let only = names.parse_all(&fields.only)?;
        let without = names.parse_all(&fields.without)?;
        let mut request = Request::new(position);
        request.lines = lines;
        request.only = (!only.is_empty()).then_some(only);
        request.without = without;
        Ok(Self {
            request,
            limits: fields.limits,
            options: options(fields.threads, fields.caution, state)?,
            hash: hash(fields.hash_mb),
            wants_policy: fields.policy,
            has_tengen,
            others,
        })
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Finish, Halt> {
        let names = Names(self.request.position.size());
        if self.wants_policy {
            let points: Vec<Value> = policy::policy(&self.request.position)
                .into_iter()
                .map(|(p, share)| json!([names.name(p), rounded(share, 1e4)]))
                .collect();
            job.events.send("policy", json!({ "points": points }));
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = self
                .others
                .iter()
                .map(|(id, engine)| scope.spawn(move || self.ask(job, id, engine)))
                .collect();
            let mut outcome = if self.has_tengen { self.search(job) } else { Ok(Finish::Finished) };
            for other in others {
                match other.join() {
                    Ok(Err(halt)) => outcome = outcome.and(Err(halt)),
                    Ok(Ok(())) => {}
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            outcome
        })
    }

    /// Asks an engine of others.
    fn ask(&self, job: &Job, id: &str, engine: &External) -> Result<(), Halt> {
        let time = self.limits.time_ms.map(|ms| Duration::from_millis(ms.min(LONGEST)));
        let question = Question {
            id: id.to_owned(),
            engine,
            position: &self.request.position,
            turn: time.unwrap_or(external::USUAL),
            left: None,
            nodes: self.limits.nodes,
            depth: self.limits.depth,
            threads: 1,
            memory: self.hash,
        };
        let reply = question.ask(job, Lane::Long)?;
        let best = Names(self.request.position.size()).name(reply.point);
        job.events.send("best", json!({ "engine": id, "move": best, "pv": [best] }));
        Ok(())
    }

    /// Searches slice by slice with the session's own engine.
    fn search(&self, job: &Job) -> Result<Finish, Halt> {
        let mut seat = job.state.pool.take(job.session, self.hash, self.options)?;
        let view = Arc::new(Mutex::new(View::new(self.request.position.size())));
        let mut known = None;
        let outcome = loop {
            let turn = match job.turn(Lane::Long, self.options.threads) {
                Ok(turn) => turn,
                Err(ended) => break Err(ended.into()),
            };
            let Some(limits) = self.rest(&view) else {
                // The last slice used up what was left.
                self.say_best(job, known.as_ref(), &view);
                break Ok(Finish::Limit);
            };
            let request = Request { limits, ..self.request.clone() };
            let sink =
                Listener { view: Arc::clone(&view), events: Arc::clone(&job.events), told: Instant::now() };
            let thinking = seat.engine.think(request, sink);
            let (one, two) = (thinking.stopper(), thinking.stopper());
            let _ended = job.signal().hook(move || one.stop());
            let _asked = turn.room().hook(move || two.stop());
            let answer = thinking.wait();
            let is_over = job.control.ended().is_some() || !turn.room().is_rung();
            drop(turn);
            view.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .slice_is_over(&answer, seat.engine.table_usage());
            if is_over {
                self.say_best(job, Some(&answer), &view);
                let is_limit = self.limits.time_ms.is_some()
                    || self.limits.nodes.is_some()
                    || self.limits.depth.is_some();
                break Ok(if is_limit { Finish::Limit } else { Finish::Finished });
            }
            known = Some(answer);
        };
        job.state.pool.put_back(job.session, seat);
        outcome
    }

    /// What is left of the limits; `None` if nothing is.
    fn rest(&self, view: &Mutex<View>) -> Option<Limits> {
        let view = view.lock().unwrap_or_else(PoisonError::into_inner);
        let time = match self.limits.time_ms {
            Some(time) => Some(Duration::from_millis(time.min(LONGEST)).checked_sub(view.seconds)?),
            None => None,
        };
        let nodes = match self.limits.nodes {
            Some(nodes) => Some(nodes.checked_sub(view.nodes).filter(|rest| *rest > 0)?),
            None => None,
        };
        let clock = time.map(|time| Clock { turn: Some(time), ..Clock::default() });
        Some(Limits { clock, nodes, depth: self.limits.depth, ..Limits::default() })
    }

    fn say_best(&self, job: &Job, answer: Option<&Answer>, view: &Mutex<View>) {
        let names = Names(self.request.position.size());
        let view = view.lock().unwrap_or_else(PoisonError::into_inner);
        if !view.lines.is_empty() {
            job.events.stream("info", "tengen", view.info());
        }
        let best = answer.and_then(Answer::best).map(|p| names.name(p));
        let line = answer.and_then(|answer| answer.lines.first());
        let pv = line.map(|line| names.names(line.pv.iter().copied())).unwrap_or_default();
        job.events.send("best", json!({ "engine": "tengen", "move": best, "pv": pv }));
    }
}

/// Whether the engine of the house is asked, and which others.
fn engines(ids: Option<&[String]>, state: &State) -> Result<(bool, Vec<(String, External)>), ApiError> {
    let Some(ids) = ids else { return Ok((true, Vec::new())) };
    let mut others: Vec<(String, External)> = Vec::new();
    for id in ids.iter().filter(|id| *id != "tengen") {
        if !others.iter().any(|(other, _)| other == id) {
            others.push((id.clone(), engine_named(id, state)?.clone()));
        }
    }
    let has_tengen = ids.iter().any(|id| id == "tengen");
    if !has_tengen && others.is_empty() {
        return Err(ApiError::bad_request("`engines` names at least one engine: tengen is always there"));
    }
    Ok((has_tengen, others))
}

/// Engine options of a request.
pub(crate) fn options(
    threads: Option<usize>,
    caution: Option<u8>,
    state: &State,
) -> Result<Options, ApiError> {
    let usual = Options::default();
    let caution = caution.unwrap_or(usual.caution);
    if caution > 5 {
        return Err(ApiError::bad_request("`caution` is from 0 to 5"));
    }
    let threads = threads.unwrap_or(1);
    if threads == 0 {
        return Err(ApiError::bad_request("`threads` is at least 1"));
    }
    Ok(Options { threads: threads.min(state.queue.threads()), caution, ..usual })
}

/// Bytes of hash that a request asks for.
pub(crate) fn hash(megabytes: Option<u64>) -> u64 {
    megabytes.unwrap_or(64).clamp(16, 1 << 20) << 20
}

/// What is known so far, over all slices.
struct View {
    names: Names,
    /// Nodes and time of the slices before this one.
    nodes: u64,
    seconds: Duration,
    /// The newest, of this slice or of an earlier one.
    lines: Vec<Value>,
    shown: Option<Shown>,
    /// The lines of the depth that is being reported.
    coming: Vec<Value>,
    hash: f64,
    best: Option<Point>,
    searching: Option<Point>,
    searched: BTreeSet<Point>,
    lost: BTreeSet<Point>,
}

/// The newest depth and what it took.
#[derive(Clone, Copy)]
struct Shown {
    depth: u32,
    seldepth: u32,
    nodes: u64,
    seconds: Duration,
}

impl View {
    fn new(size: tengen_core::Size) -> Self {
        Self {
            names: Names(size),
            nodes: 0,
            seconds: Duration::ZERO,
            lines: Vec::new(),
            shown: None,
            coming: Vec::new(),
            hash: 0.0,
            best: None,
            searching: None,
            searched: BTreeSet::new(),
            lost: BTreeSet::new(),
        }
    }

    fn slice_is_over(&mut self, answer: &Answer, hash: f64) {
        self.nodes += answer.nodes;
        self.seconds += answer.elapsed;
        self.hash = hash;
        self.coming.clear();
        if let Some(shown) = &mut self.shown {
            (shown.nodes, shown.seconds) = (self.nodes, self.seconds);
        }
    }

    /// A line of a finished depth; whether there is something new to show.
    fn report(&mut self, report: &Report) -> bool {
        if self.shown.is_some_and(|shown| report.depth < shown.depth) {
            return false;
        }
        if report.line <= 1 {
            self.coming.clear();
        }
        self.coming.push(line(report, self.names));
        if report.line < report.lines {
            return false;
        }
        self.lines = std::mem::take(&mut self.coming);
        self.shown = Some(Shown {
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: self.nodes + report.nodes,
            seconds: self.seconds + report.elapsed,
        });
        true
    }

    fn root(&mut self, event: RootEvent) {
        match event {
            RootEvent::Searching(p) => self.searching = Some(p),
            RootEvent::Searched(p) => {
                self.searched.insert(p);
            }
            RootEvent::Best(p) => self.best = Some(p),
            RootEvent::Lost(p) => {
                self.lost.insert(p);
            }
            RootEvent::NewDepth(_) => self.searched.clear(),
        }
    }

    fn info(&self) -> Value {
        let shown =
            self.shown.unwrap_or(Shown { depth: 0, seldepth: 0, nodes: self.nodes, seconds: self.seconds });
        let seconds = shown.seconds.as_secs_f64();
        let names = self.names;
        json!({
            "engine": "tengen",
            "depth": shown.depth,
            "seldepth": shown.seldepth,
            "nodes": shown.nodes,
            "nps": (shown.nodes as f64 / seconds.max(1e-3)).round() as u64,
            "seconds": rounded(seconds, 1e3),
            "hash": rounded(self.hash, 1e3),
            "lines": self.lines,
            "root": {
                "best": self.best.map(|p| names.name(p)),
                "searching": self.searching.map(|p| names.name(p)),
                "searched": names.names(self.searched.iter().copied()),
                "lost": names.names(self.lost.iter().copied()),
            },
        })
    }
}

fn line(report: &Report, names: Names) -> Value {
    let mut object = worth(report.score);
    object["rank"] = report.line.into();
    object["pv"] = names.names(report.pv.iter().copied()).into();
    object
}

/// Score, win rate and distance, for the side to move.
pub(crate) fn worth(score: Score) -> Value {
    json!({ "score": score.value(), "winrate": rounded(score.win_rate(), 1e4), "mate": score.mate() })
}

/// Hears the engine, and passes the newest on.
struct Listener {
    view: Arc<Mutex<View>>,
    events: Arc<super::Events>,
    told: Instant,
}

/// Root moves of shallow depths follow one another faster than anybody looks.
const GLANCE: Duration = Duration::from_millis(25);

impl Listener {
    fn tell(&self, view: &View) {
        if !view.lines.is_empty() {
            self.events.stream("info", "tengen", view.info());
        }
    }
}

impl Sink for Listener {
    fn report(&mut self, report: &Report) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        if view.report(report) {
            self.tell(&view);
        }
    }

    fn root(&mut self, event: RootEvent) {
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.root(event);
        if self.told.elapsed() >= GLANCE {
            self.tell(&view);
            drop(view);
            self.told = Instant::now();
        }
    }
}
