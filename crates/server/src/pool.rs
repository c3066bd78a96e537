//! The engines of the sessions, with their tables.
//!
//! The one idea: a table outlives the job that filled it, so that the next question about the same game finds it; but only as long as nobody
//! else needs the memory.

use crate::error::ApiError;
use crate::memory::{Memory, Share};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tengen_engine::{Engine, Options};

/// An engine with its share of the memory.
pub(crate) struct Seat {
    pub(crate) engine: Engine,
    share: Share,
    wanted: u64,
}

/// The engines that rest.
pub(crate) struct Pool {
    memory: Arc<Memory>,
    /// By session; `None` while its engine works, or if it has none.
    resting: Mutex<HashMap<u64, Option<(Instant, Seat)>>>,
}

impl Pool {
    pub(crate) fn new(memory: Arc<Memory>) -> Self {
        Self { memory, resting: Mutex::default() }
    }

    /// A session begins.
    pub(crate) fn enter(&self, session: u64) {
        self.with(|resting| resting.insert(session, None));
    }

    /// The engine of a session, with the table that it had if the same was wanted.
    ///
    /// # Errors
    /// If all memory is in use.
    pub(crate) fn take(&self, session: u64, wanted: u64, options: Options) -> Result<Seat, ApiError> {
        let old = self.with(|resting| resting.get_mut(&session).and_then(Option::take)).map(|(_, seat)| seat);
        if let Some(mut seat) = old
            && seat.wanted == wanted
        {
            seat.engine.configure(Options { memory: seat.share.bytes(), ..options });
            return Ok(seat);
        }
        let share = self.share(wanted)?;
        let engine = Engine::new(Options { memory: share.bytes(), ..options });
        Ok(Seat { engine, share, wanted })
    }

    /// Memory for something else than an engine.
    ///
    /// # Errors
    /// If all memory is in use.
    pub(crate) fn share(&self, wanted: u64) -> Result<Share, ApiError> {
        loop {
            let is_short = self.memory.left() / 2 < wanted;
            if is_short && self.send_home() {
                continue;
            }
            return self.memory.share(wanted).ok_or_else(|| {
                ApiError::busy("no_memory", "all memory for tables is in use: try again in a moment")
            });
        }
    }

    /// Lets an engine rest until its session asks again. If the session has ended meanwhile it is dropped.
    pub(crate) fn put_back(&self, session: u64, seat: Seat) {
        self.with(|resting| {
            if let Some(place) = resting.get_mut(&session) {
                *place = Some((Instant::now(), seat));
            }
        });
    }

    /// The session has ended.
    pub(crate) fn forget(&self, session: u64) {
        self.with(|resting| resting.remove(&session));
    }

    /// Drops the engine that has rested longest; whether there was one.
    fn send_home(&self) -> bool {
        self.with(|resting| {
            let places = resting.values_mut().filter(|place| place.is_some());
            let oldest = places.min_by_key(|place| place.as_ref().map(|(since, _)| *since));
            oldest.and_then(Option::take).is_some()
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut HashMap<u64, Option<(Instant, Seat)>>) -> T) -> T {
        work(&mut self.resting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    #[test]
    fn engines_that_rest_make_room_for_those_that_search() {
        let memory = Memory::new(64 * MB);
        let pool = Pool::new(Arc::clone(&memory));
        for session in 0..20 {
            pool.enter(session);
            let seat = pool.take(session, 32 * MB, Options::default()).unwrap();
            assert_eq!(seat.share.bytes(), 32 * MB, "session {session}");
            pool.put_back(session, seat);
        }
        let working: Vec<Seat> =
            (0..3).filter_map(|session| pool.take(100 + session, 32 * MB, Options::default()).ok()).collect();
        assert_eq!(working.iter().map(|seat| seat.share.bytes() / MB).collect::<Vec<_>>(), [32, 16, 16]);
        assert!(pool.take(200, 32 * MB, Options::default()).is_err());
        // What comes back to a session that has ended is dropped.
        for seat in working {
            pool.put_back(100, seat);
        }
        assert_eq!(memory.left(), 64 * MB);
    }
}
