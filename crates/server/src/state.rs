//! What all requests share.

use crate::config::Config;
use crate::guard::Guard;
use crate::library::Library;
use crate::memory::Memory;
use crate::pool::Pool;
use crate::proofs::Proofs;
use crate::queue::Queue;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Semaphore, watch};

/// Heavy requests (large files, pictures, proofs) that are worked on at a time.
const HEAVY: usize = 2;

/// What all requests share.
pub(crate) struct State {
    pub(crate) config: Config,
    pub(crate) guard: Guard,
    pub(crate) queue: Arc<Queue>,
    pub(crate) pool: Pool,
    pub(crate) memory: Arc<Memory>,
    pub(crate) library: Library,
    pub(crate) proofs: Proofs,
    /// Turns true when the server ends.
    ending: watch::Receiver<bool>,
    pub(crate) heavy: Semaphore,
    sessions: AtomicUsize,
}

impl State {
    pub(crate) fn new(config: Config, guard: Guard, ending: watch::Receiver<bool>) -> Self {
        let memory = Memory::new(config.memory);
        Self {
            queue: Queue::new(config.threads, config.slice, config.round),
            pool: Pool::new(Arc::clone(&memory)),
            memory,
            library: Library::new(config.data.clone()),
            proofs: Proofs::new(config.proof_bytes),
            guard,
            ending,
            heavy: Semaphore::new(HEAVY),
            sessions: AtomicUsize::new(0),
            config,
        }
    }

    /// Waits until the server ends.
    pub(crate) async fn ended(&self) {
        // Who could end it has gone: it is over.
        let _ = self.ending.clone().wait_for(|ends| *ends).await;
    }

    /// Whether no session is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.sessions.load(Ordering::SeqCst) == 0
    }

    /// A place for one more session, if there is one.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Entered> {
        let most = self.config.max_sessions;
        let more = |count: usize| (count < most).then_some(count + 1);
        self.sessions.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok()?;
        Some(Entered(Arc::clone(self)))
    }
}

/// The place of a session, free again when dropped.
pub(crate) struct Entered(Arc<State>);

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.sessions.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A number that nobody guesses.
pub(crate) fn random() -> u64 {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => u64::from_ne_bytes(bytes),
        // Without a source of chance there would be no safe token either; see `Guard`.
        Err(_) => fastrand::u64(..),
    }
}
