//! The doors: an [`Engine`] is asked to think and gives back a handle at once; the handle stops it, and waits for
//! the answer.

use crate::report::{Answer, Sink};
use crate::request::{Options, Request};
use crate::search;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// What the outside can tell a search that is running.
#[derive(Debug, Default)]
pub(crate) struct Control {
    /// Stop now, and answer with the best so far.
    pub(crate) stop: Arc<AtomicBool>,
    /// Time does not count yet.
    pub(crate) pondering: AtomicBool,
}

/// A player with its table. Two engines never influence each other.
pub struct Engine {
    options: Options,
    table: Arc<search::Memory>,
}

impl Engine {
    /// An engine. Its table takes memory only as it is filled.
    pub fn new(options: Options) -> Self {
        Self { options, table: Arc::new(search::Memory::new(&options)) }
    }

    /// What it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options. The table is kept if its size stays.
    pub fn configure(&mut self, options: Options) {
        let keeps_table = options.memory == self.options.memory && options.threads == self.options.threads;
        self.options = options;
        if !keeps_table {
            self.forget();
        }
    }

    /// Forgets all that was searched.
    pub fn forget(&mut self) {
        // The old table goes first, so that there are never two.
        self.table = Arc::new(search::Memory::none());
        self.table = Arc::new(search::Memory::new(&self.options));
    }

    /// How much of the table is in use, from 0 to 1.
    pub fn table_usage(&self) -> f64 {
        self.table.usage()
    }

    /// Starts to think, and gives back a handle at once. What is heard on the way goes to `sink`.
    pub fn think(&mut self, request: Request, sink: impl Sink + 'static) -> Thinking {
        let control = Arc::new(Control::default());
        control.pondering.store(request.ponder, Ordering::Relaxed);
        let (options, table) = (self.options, Arc::clone(&self.table));
        let its_control = Arc::clone(&control);
        let mut sink = sink;
        let search = move || search::run(&request, &options, &table, &its_control, &mut sink);
        Thinking { control, thread: Some(spawn(search)) }
    }
}

/// A thread with room for the deepest line.
fn spawn(search: impl FnOnce() -> Answer + Send + 'static) -> JoinHandle<Answer> {
    match std::thread::Builder::new().stack_size(search::STACK).spawn(search) {
        Ok(thread) => thread,
        Err(error) => panic!("the system gives no thread to think with: {error}"),
    }
}

/// A search that is running. Dropping it stops the search and waits for its end.
pub struct Thinking {
    control: Arc<Control>,
    thread: Option<JoinHandle<Answer>>,
}

impl Thinking {
    /// Asks the search to end at once with the best move so far. It does within milliseconds; [`Thinking::wait`] gets
    /// the answer.
    pub fn stop(&self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }

    /// The opponent played what was pondered on: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.control.pondering.store(false, Ordering::Relaxed);
    }

    /// A handle that only stops, for another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.control))
    }

    /// Whether the answer is there.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the answer.
    ///
    /// # Panics
    /// If the search panicked.
    pub fn wait(mut self) -> Answer {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(answer)) => answer,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => unreachable!("the thread is only taken here and when dropped"),
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the search has nobody left to go to.
            let _ = thread.join();
        }
    }
}

/// Stops a search from anywhere.
#[derive(Clone)]
pub struct Stopper(Arc<Control>);

impl Stopper {
    /// As [`Thinking::stop`].
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}
