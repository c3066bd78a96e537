//! The engine as a session sees it, and how a session hears it.
//!
//! The one idea: a search speaks to the session only through the session's own queue of [`Event`]s, the same queue that
//! the lines of input come through. What the search says last is that it is over: its [`Listener`] is dropped when
//! the search ends, whatever way it ends.

use crate::lines::Line;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tengen_core::Point;
use tengen_engine::{Answer, Engine, Options, Report, Request, RootEvent, Sink, Thinking};

/// Which search: they are numbered, so that the last words of an old one are not taken for a new one's.
pub type SearchId = u64;

/// What a session can hear.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A line of input.
    Line(Line),
    /// The input is over.
    Closed,
    /// A search has finished a line of an iteration.
    Report(SearchId, Report),
    /// Something happened at the root of a search.
    Root(SearchId, RootEvent),
    /// A search is over: its answer can be had without waiting.
    Finished(SearchId),
    /// The moment has come by which an answer is due.
    Due,
}

/// What of a search is to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hearing {
    /// Lines of finished iterations.
    pub reports: bool,
    /// What happens at the root, from this moment on; before, moves come and go faster than anybody can look.
    pub root_from: Option<Duration>,
}

/// The best move of a search so far, to be had at any moment without asking the search.
#[derive(Clone, Debug)]
pub struct BestSoFar(Arc<AtomicUsize>);

impl BestSoFar {
    const NONE: usize = usize::MAX;

    /// The move; `None` if nothing is known yet.
    pub fn get(&self) -> Option<Point> {
        Point::from_index(self.0.load(Ordering::Relaxed))
    }
}

impl Default for BestSoFar {
    fn default() -> Self {
        Self(Arc::new(AtomicUsize::new(Self::NONE)))
    }
}

/// The ear at a search: passes on what is to be heard, and that the search is over.
pub struct Listener {
    events: Sender<Event>,
    search: SearchId,
    hearing: Hearing,
    started: Instant,
    best: BestSoFar,
}

impl Listener {
    /// An ear at search number `search`.
    pub fn new(events: Sender<Event>, search: SearchId, hearing: Hearing) -> Self {
        Self { events, search, hearing, started: Instant::now(), best: BestSoFar::default() }
    }

    /// Where the best move so far can be read.
    pub fn best_so_far(&self) -> BestSoFar {
        self.best.clone()
    }

    /// A session that is gone hears nothing; that is no failure of the search.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

impl Sink for Listener {
    fn report(&mut self, report: &Report) {
        if self.hearing.reports {
            self.send(Event::Report(self.search, report.clone()));
        }
    }

    fn root(&mut self, event: RootEvent) {
        if let RootEvent::Best(p) = event {
            self.best.0.store(p.index(), Ordering::Relaxed);
        }
        if self.hearing.root_from.is_some_and(|from| self.started.elapsed() >= from) {
            self.send(Event::Root(self.search, event));
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.send(Event::Finished(self.search));
    }
}

/// Somebody who can be asked for a move.
pub trait Player {
    /// A search that is running; dropping it ends it.
    type Handle: Handle;

    /// Starts to think. The listener is dropped when the search is over.
    fn think(&mut self, request: Request, listener: Listener) -> Self::Handle;

    /// Changes the options. No search is running.
    fn configure(&mut self, options: Options);

    /// Forgets all that was searched. No search is running.
    fn forget(&mut self);

    /// How much of the table is in use, from 0 to 1.
    fn table_usage(&self) -> f64;
}

/// A search that is running.
pub trait Handle {
    /// Asks it to end at once.
    fn stop(&self);

    /// The opponent played what was pondered on.
    fn ponder_hit(&self);

    /// Its answer; `None` if it failed.
    fn wait(self) -> Option<Answer>;
}

impl Player for Engine {
    type Handle = Thinking;

    fn think(&mut self, request: Request, listener: Listener) -> Thinking {
        Engine::think(self, request, listener)
    }

    fn configure(&mut self, options: Options) {
        if *self.options() != options {
            Engine::configure(self, options);
        }
    }

    fn forget(&mut self) {
        Engine::forget(self);
    }

    fn table_usage(&self) -> f64 {
        Engine::table_usage(self)
    }
}

impl Handle for Thinking {
    fn stop(&self) {
        Thinking::stop(self);
    }

    fn ponder_hit(&self) {
        Thinking::ponder_hit(self);
    }

    fn wait(self) -> Option<Answer> {
        // A search that panicked has said so on standard error; the game is not lost by it.
        catch_unwind(AssertUnwindSafe(|| Thinking::wait(self))).ok()
    }
}
