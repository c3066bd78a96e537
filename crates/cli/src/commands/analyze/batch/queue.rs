//! The desk: which question is next, which are being answered, and what becomes of those that nobody wants any more.
//!
//! The most urgent question is next, and of equally urgent ones the oldest. [`Queue`] is plain data; [`Desk`] is the
//! queue behind a lock, with workers that wait for it.

use super::query::Question;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What becomes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is answered.
    Wanted,
    /// It ends at once, and what was found so far is the answer.
    Terminated,
    /// It ends at once, and nobody wants the answer.
    Cancelled,
}

impl Fate {
    /// The action that asks for it.
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Wanted => "ask",
            Self::Terminated => "terminate",
            Self::Cancelled => "cancel",
        }
    }

    /// The field that tells it.
    pub(super) fn participle(self) -> &'static str {
        match self {
            Self::Wanted => "answered",
            Self::Terminated => "terminated",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Ends a search.
pub(super) type Stop = Box<dyn Fn() + Send>;

/// A question that a worker has.
struct Running {
    serial: u64,
    id: Value,
    fate: Fate,
    stop: Option<Stop>,
}

/// What [`Queue::end`] did.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// Questions that had not been begun.
    pub(super) dropped: Vec<Question>,
    /// How many that were being answered were stopped.
    pub(super) stopped: usize,
}

/// See the module's page.
#[derive(Default)]
pub(super) struct Queue {
    waiting: BTreeMap<(Reverse<i64>, u64), Question>,
    running: Vec<Running>,
    next: u64,
    is_closed: bool,
}

impl Queue {
    /// Adds a question.
    pub(super) fn put(&mut self, question: Question) {
        if !self.is_closed {
            self.waiting.insert((Reverse(question.priority), self.next), question);
            self.next += 1;
        }
    }

    /// The most urgent question, with a number of its own.
    pub(super) fn take(&mut self) -> Option<(u64, Question)> {
        let ((_, serial), question) = self.waiting.pop_first()?;
        let id = question.id.clone();
        self.running.push(Running { serial, id, fate: Fate::Wanted, stop: None });
        Some((serial, question))
    }

    /// Says how to stop a question that was taken. If it has been ended in the meantime it is stopped at once.
    pub(super) fn started(&mut self, serial: u64, stop: Stop) {
        if let Some(running) = self.running.iter_mut().find(|running| running.serial == serial) {
            if running.fate != Fate::Wanted {
                stop();
            }
            running.stop = Some(stop);
        }
    }

    /// A question is done; says what had become of it.
    pub(super) fn finished(&mut self, serial: u64) -> Fate {
        let place = self.running.iter().position(|running| running.serial == serial);
        place.map_or(Fate::Cancelled, |place| self.running.swap_remove(place).fate)
    }

    /// Ends all questions with this id.
    pub(super) fn end(&mut self, id: &Value, fate: Fate) -> Ended {
        self.end_where(fate, |its_id| its_id == id)
    }

    fn end_where(&mut self, fate: Fate, is_meant: impl Fn(&Value) -> bool) -> Ended {
        let dropped =
            self.waiting.extract_if(.., |_, question| is_meant(&question.id)).map(|(_, q)| q).collect();
        let mut stopped = 0;
        for running in self.running.iter_mut().filter(|running| is_meant(&running.id)) {
            // What was cancelled stays cancelled.
            if running.fate != Fate::Cancelled {
                running.fate = fate;
            }
            stopped += 1;
            if let Some(stop) = &running.stop {
                stop();
            }
        }
        Ended { dropped, stopped }
    }

    /// No more questions will come.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Nobody wants answers any more.
    pub(super) fn abandon(&mut self) {
        self.close();
        self.end_where(Fate::Cancelled, |_| true);
    }

    /// Whether there is nothing to take, now or later.
    pub(super) fn is_done(&self) -> bool {
        self.is_closed && self.waiting.is_empty()
    }
}

/// A queue that several threads use.
#[derive(Default)]
pub(super) struct Desk {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Desk {
    /// A worker that panicked left a whole queue behind: nothing in it is ever half done.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, question: Question) {
        self.queue().put(question);
        self.changed.notify_one();
    }

    /// Waits for a question; `None` when there are no more.
    pub(super) fn take(&self) -> Option<(u64, Question)> {
        let mut queue = self.queue();
        loop {
            if let Some(taken) = queue.take() {
                return Some(taken);
            }
            if queue.is_done() {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn started(&self, serial: u64, stop: Stop) {
        self.queue().started(serial, stop);
    }

    pub(super) fn finished(&self, serial: u64) -> Fate {
        self.queue().finished(serial)
    }

    pub(super) fn end(&self, id: &Value, fate: Fate) -> Ended {
        self.queue().end(id, fate)
    }

    pub(super) fn close(&self) {
        self.queue().close();
        self.changed.notify_all();
    }

    pub(super) fn abandon(&self) {
        self.queue().abandon();
        self.changed.notify_all();
    }
}
