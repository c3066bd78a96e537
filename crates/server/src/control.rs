//! How a job that runs is told to end or to make room, from any thread.
//!
//! The one idea: whoever asks rings a [`Signal`], which calls the hooks of what is running; the job looks at it when its search comes
//! back.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

type Hook = Box<dyn Fn() + Send>;

/// A bell that is rung once and stays rung, with hooks that are called when it is.
#[derive(Default)]
pub(crate) struct Signal {
    is_rung: AtomicBool,
    /// The number of the last hook, and the hooks.
    hooks: Mutex<(u64, Vec<(u64, Hook)>)>,
}

impl Signal {
    /// Rings.
    pub(crate) fn ring(&self) {
        self.is_rung.store(true, Ordering::SeqCst);
        for (_, hook) in &self.hooks.lock().unwrap_or_else(PoisonError::into_inner).1 {
            hook();
        }
    }

    /// Whether it was rung.
    pub(crate) fn is_rung(&self) -> bool {
        self.is_rung.load(Ordering::SeqCst)
    }

    /// Calls `hook` when it is rung, at once if it was already, until the guard is dropped. Hooks must be quick.
    pub(crate) fn hook(self: &Arc<Self>, hook: impl Fn() + Send + 'static) -> Hooked {
        let mut hooks = self.hooks.lock().unwrap_or_else(PoisonError::into_inner);
        hooks.0 += 1;
        let number = hooks.0;
        // Under the lock: who rings now waits, and finds the hook.
        if self.is_rung() {
            hook();
        }
        hooks.1.push((number, Box::new(hook)));
        drop(hooks);
        Hooked { signal: Arc::clone(self), number }
    }

    /// A flag that is set when it is rung.
    pub(crate) fn flag(self: &Arc<Self>) -> (Arc<AtomicBool>, Hooked) {
        let flag = Arc::new(AtomicBool::new(false));
        let its = Arc::clone(&flag);
        (flag, self.hook(move || its.store(true, Ordering::SeqCst)))
    }
}

/// Takes its hook away when dropped.
pub(crate) struct Hooked {
    signal: Arc<Signal>,
    number: u64,
}

impl Drop for Hooked {
    fn drop(&mut self) {
        let mut hooks = self.signal.hooks.lock().unwrap_or_else(PoisonError::into_inner);
        hooks.1.retain(|(number, _)| *number != self.number);
    }
}

/// Why a job was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum End {
    /// The client said stop, or has gone.
    Stopped = 1,
    /// Another request took its place.
    Replaced = 2,
}

/// What can be told to a job.
#[derive(Default)]
pub(crate) struct Control {
    reason: AtomicU8,
    signal: Arc<Signal>,
}

impl Control {
    /// Ends the job. The first reason counts.
    pub(crate) fn end(&self, end: End) {
        let _ = self.reason.compare_exchange(0, end as u8, Ordering::SeqCst, Ordering::SeqCst);
        self.signal.ring();
    }

    /// Whether it was ended, and why.
    pub(crate) fn ended(&self) -> Option<End> {
        match self.reason.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(End::Stopped),
            _ => Some(End::Replaced),
        }
    }

    /// Rung when the job is ended.
    pub(crate) fn signal(&self) -> &Arc<Signal> {
        &self.signal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_is_called_whether_it_comes_before_or_after_the_end() {
        let control = Control::default();
        let (before, _one) = control.signal().flag();
        assert!(!before.load(Ordering::SeqCst));
        control.end(End::Replaced);
        control.end(End::Stopped);
        let (after, _two) = control.signal().flag();
        assert!(before.load(Ordering::SeqCst) && after.load(Ordering::SeqCst));
        assert_eq!(control.ended(), Some(End::Replaced));
    }

    #[test]
    fn a_hook_that_was_dropped_is_not_called() {
        let control = Control::default();
        let (flag, hooked) = control.signal().flag();
        drop(hooked);
        control.end(End::Stopped);
        assert!(!flag.load(Ordering::SeqCst));
    }
}
