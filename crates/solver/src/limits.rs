//! How far a solver may go, and when it must stop.

use crate::query::Method;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Limits of one question. All of them hold.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions to look at, in all methods together.
    pub nodes: u64,
    /// Time to take.
    pub time: Option<Duration>,
    /// Bytes for tables.
    pub memory: usize,
    /// Threads to use.
    pub threads: usize,
    /// Ends the search when set.
    pub cancel: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 10_000_000, time: None, memory: 512 << 20, threads: 1, cancel: Arc::default() }
    }
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Positions.
    Nodes,
    /// Time.
    Time,
    /// Somebody asked.
    Cancelled,
}

/// How far a search has come, for another thread to read.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    pub(crate) nodes: AtomicU64,
    pub(crate) proof: AtomicU32,
    pub(crate) disproof: AtomicU32,
    /// The running method, by its place among [`Method::ALL`].
    pub(crate) method: AtomicUsize,
}

/// Tells a running search to end, and hears how far it has come. Looked at often, so it looks at the clock seldom.
#[derive(Debug)]
pub struct Stop {
    end: Option<Instant>,
    /// Positions that may be looked at in all.
    nodes: u64,
    asked: Arc<AtomicBool>,
    /// Set when one of several threads has an answer.
    is_answered: AtomicBool,
    is_late: AtomicBool,
    pub(crate) gauge: Gauge,
}

/// Nodes between two looks at the clock; a power of two.
const CLOCK_EVERY: u64 = 64;

impl Stop {
    /// Never by itself.
    pub fn never() -> Self {
        Self::new(&Limits { nodes: u64::MAX, ..Limits::default() })
    }

    /// As the limits say, from now on.
    pub fn new(limits: &Limits) -> Self {
        Self {
            end: limits.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: limits.nodes,
            asked: Arc::clone(&limits.cancel),
            is_answered: AtomicBool::new(false),
            is_late: AtomicBool::new(false),
            gauge: Gauge::default(),
        }
    }

    /// Ends all threads: there is an answer.
    pub(crate) fn answer(&self) {
        self.is_answered.store(true, Ordering::Relaxed);
    }

    /// A method begins.
    pub(crate) fn begin(&self, method: Method) {
        let place = Method::ALL.iter().position(|one| *one == method).unwrap_or(0);
        self.gauge.method.store(place, Ordering::Relaxed);
    }

    /// So many more positions were looked at.
    #[inline]
    pub(crate) fn count(&self, nodes: u64) {
        self.gauge.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The numbers of the root of a method, which is heard if it is the running one.
    pub(crate) fn numbers(&self, method: Method, proof: u32, disproof: u32) {
        if Method::ALL.get(self.gauge.method.load(Ordering::Relaxed)) == Some(&method) {
            self.gauge.proof.store(proof, Ordering::Relaxed);
            self.gauge.disproof.store(disproof, Ordering::Relaxed);
        }
    }

    /// Whether to stop. `nodes` says how often that was asked: the clock is looked at seldom.
    #[inline]
    pub(crate) fn is_up(&self, nodes: u64) -> bool {
        if nodes.is_multiple_of(CLOCK_EVERY) && self.end.is_some_and(|end| Instant::now() >= end) {
            self.is_late.store(true, Ordering::Relaxed);
        }
        self.is_answered.load(Ordering::Relaxed)
            || self.asked.load(Ordering::Relaxed)
            || self.is_late.load(Ordering::Relaxed)
            || self.gauge.nodes.load(Ordering::Relaxed) >= self.nodes
    }

    /// The same where nobody may be there to stop it.
    #[inline]
    pub(crate) fn is_up_for(stop: Option<&Self>, nodes: u64) -> bool {
        stop.is_some_and(|stop| stop.is_up(nodes))
    }

    /// Looks at everything now.
    pub(crate) fn is_up_now(&self) -> bool {
        self.is_up(0)
    }

    /// Which limit it was; nodes if nothing else.
    pub(crate) fn limit(&self) -> Limit {
        if self.asked.load(Ordering::Relaxed) {
            Limit::Cancelled
        } else if self.is_late.load(Ordering::Relaxed) {
            Limit::Time
        } else {
            Limit::Nodes
        }
    }
}
