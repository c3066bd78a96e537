//! Who may search now: as many threads at a time as the server was given, and everybody in turn.
//!
//! The one idea: who waits watches. The first in the line looks how long the others have been at it, and asks those whose slice is over to
//! make room; they keep their tables and go to the end of the line. Slices are shorter the more wait, so that a
//! round does not take for ever. Short jobs (a move of a game, a judgement) have a line of their own that goes first.

use crate::control::{Control, Signal};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The shortest slice: less, and a search would do little but find its way back.
const SHORTEST: Duration = Duration::from_millis(200);
/// How often who waits looks how many are ahead.
const LOOK: Duration = Duration::from_millis(250);

/// Which line to stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Answers within seconds, and goes first.
    Short,
    /// May take for ever.
    Long,
}

/// The line, and those whose turn it is.
pub(crate) struct Queue {
    threads: usize,
    slice: Duration,
    round: Duration,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    last_number: u64,
    busy: usize,
    short: VecDeque<Waiter>,
    long: VecDeque<Waiter>,
    running: Vec<Running>,
}

struct Waiter {
    number: u64,
    threads: usize,
    least: Duration,
    bell: Arc<Condvar>,
}

struct Running {
    number: u64,
    threads: usize,
    since: Instant,
    least: Duration,
    room: Arc<Signal>,
}

/// The job was ended before its turn came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended;

impl Queue {
    pub(crate) fn new(threads: usize, slice: Duration, round: Duration) -> Arc<Self> {
        Arc::new(Self { threads: threads.max(1), slice, round, inner: Mutex::default() })
    }

    /// Threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn with so many threads (at most all there are), of which at least `least` is not disturbed. `heard` hears how many are ahead, if any are or the turn does
    /// not come at once.
    ///
    /// # Errors
    /// If the job is ended meanwhile.
    pub(crate) fn turn(
        self: &Arc<Self>,
        (lane, threads, least): (Lane, usize, Duration),
        control: &Control,
        mut heard: impl FnMut(usize),
    ) -> Result<Turn, Ended> {
        let threads = threads.clamp(1, self.threads);
        let bell = Arc::new(Condvar::new());
        let mut inner = self.lock();
        inner.last_number += 1;
        let number = inner.last_number;
        inner.lane(lane).push_back(Waiter { number, threads, least, bell: Arc::clone(&bell) });
        inner.admit(self.threads);
        drop(inner);
        let (its, queue) = (Arc::clone(&bell), Arc::clone(self));
        let _woken = control.signal().hook(move || {
            // With the lock, so that the bell is not rung between a look and the wait.
            drop(queue.lock());
            its.notify_all();
        });
        let mut said = None;
        loop {
            let mut inner = self.lock();
            if control.ended().is_some() {
                inner.leave(number);
                inner.admit(self.threads);
                return Err(Ended);
            }
            if let Some(running) = inner.running.iter().find(|running| running.number == number) {
                let room = Arc::clone(&running.room);
                return Ok(Turn { queue: Arc::clone(self), number, room });
            }
            let ahead = inner.ahead(number);
            if said != Some(ahead) {
                said = Some(ahead);
                drop(inner);
                heard(ahead);
                continue;
            }
            let patience = if ahead == 0 { self.watch(&inner, lane) } else { LOOK };
            drop(bell.wait_timeout(inner, patience).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Asks those whose slice is over to make room, and says when to look again.
    fn watch(&self, inner: &Inner, lane: Lane) -> Duration {
        let everybody = inner.running.len() + inner.short.len() + inner.long.len();
        let shared = self.round * self.threads as u32 / everybody.max(1) as u32;
        let slice = match lane {
            Lane::Short => SHORTEST,
            Lane::Long => shared.clamp(SHORTEST.min(self.slice), self.slice),
        };
        let mut patience = LOOK;
        for running in &inner.running {
            match slice.max(running.least).checked_sub(running.since.elapsed()) {
                Some(rest) if !rest.is_zero() => patience = patience.min(rest),
                _ if !running.room.is_rung() => running.room.ring(),
                _ => {}
            }
        }
        patience.max(Duration::from_millis(1))
    }
}

impl Inner {
    fn lane(&mut self, lane: Lane) -> &mut VecDeque<Waiter> {
        match lane {
            Lane::Short => &mut self.short,
            Lane::Long => &mut self.long,
        }
    }

    /// Gives turns to the first in the lines, as far as there are threads.
    fn admit(&mut self, threads: usize) {
        loop {
            let first = self.short.front().or(self.long.front());
            if first.is_none_or(|waiter| self.busy + waiter.threads > threads) {
                return;
            }
            let Some(waiter) = self.short.pop_front().or_else(|| self.long.pop_front()) else { return };
            self.busy += waiter.threads;
            self.running.push(Running {
                number: waiter.number,
                threads: waiter.threads,
                since: Instant::now(),
                least: waiter.least,
                room: Arc::default(),
            });
            waiter.bell.notify_all();
        }
    }

    /// How many stand before this one.
    fn ahead(&self, number: u64) -> usize {
        self.short.iter().chain(&self.long).position(|waiter| waiter.number == number).unwrap_or(0)
    }

    /// Out of the line, or off the threads.
    fn leave(&mut self, number: u64) {
        self.short.retain(|waiter| waiter.number != number);
        self.long.retain(|waiter| waiter.number != number);
        if let Some(at) = self.running.iter().position(|running| running.number == number) {
            self.busy -= self.running.swap_remove(at).threads;
        }
        // Who is first now has to watch.
        if let Some(first) = self.short.front().or(self.long.front()) {
            first.bell.notify_all();
        }
    }
}

/// The right to search, until it is dropped.
pub(crate) struct Turn {
    queue: Arc<Queue>,
    number: u64,
    room: Arc<Signal>,
}

impl Turn {
    /// Rung when others wait and the slice is over.
    pub(crate) fn room(&self) -> &Arc<Signal> {
        &self.room
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut inner = self.queue.lock();
        inner.leave(self.number);
        inner.admit(self.queue.threads);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::End;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    const SLICE: Duration = Duration::from_millis(5);

    fn queue(threads: usize) -> Arc<Queue> {
        Queue::new(threads, SLICE, SLICE)
    }

    #[test]
    fn never_more_threads_search_than_there_are_and_everybody_gets_turns() {
        let queue = queue(3);
        let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for job in 0..12 {
                let (queue, busy, most) = (&queue, &busy, &most);
                scope.spawn(move || {
                    let control = Control::default();
                    let threads = 1 + job % 3;
                    for _ in 0..5 {
                        let lane = if job % 4 == 0 { Lane::Short } else { Lane::Long };
                        let turn = queue.turn((lane, threads, Duration::ZERO), &control, |_| {}).unwrap();
                        most.fetch_max(busy.fetch_add(threads, Ordering::SeqCst) + threads, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(1));
                        busy.fetch_sub(threads, Ordering::SeqCst);
                        drop(turn);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 3);
        assert_eq!(queue.lock().busy, 0);
    }

    #[test]
    fn who_has_searched_for_a_slice_is_asked_to_make_room_if_others_wait() {
        let queue = queue(1);
        let control = Control::default();
        let first = queue.turn((Lane::Long, 1, Duration::ZERO), &control, |_| {}).unwrap();
        let room = Arc::clone(first.room());
        thread::sleep(SLICE * 3);
        assert!(!room.is_rung(), "nobody waits");
        thread::scope(|scope| {
            let second =
                scope.spawn(|| queue.turn((Lane::Long, 1, Duration::ZERO), &control, |_| {}).is_ok());
            while !room.is_rung() {
                thread::sleep(Duration::from_millis(1));
            }
            drop(first);
            assert!(second.join().unwrap());
        });
    }

    #[test]
    fn who_is_ended_while_waiting_leaves_the_line() {
        let queue = queue(1);
        let holder = queue.turn((Lane::Long, 1, Duration::ZERO), &Control::default(), |_| {}).unwrap();
        let control = Control::default();
        let heard = Mutex::new(Vec::new());
        thread::scope(|scope| {
            let waiter = scope.spawn(|| {
                queue
                    .turn((Lane::Long, 1, Duration::ZERO), &control, |ahead| {
                        heard.lock().unwrap().push(ahead);
                    })
                    .err()
            });
            while heard.lock().unwrap().is_empty() {
                thread::sleep(Duration::from_millis(1));
            }
            control.end(End::Stopped);
            assert_eq!(waiter.join().unwrap(), Some(Ended));
        });
        assert!(queue.lock().long.is_empty());
        drop(holder);
        assert!(queue.turn((Lane::Long, 1, Duration::ZERO), &Control::default(), |_| {}).is_ok());
    }

    #[test]
    fn short_jobs_go_first() {
        let queue = queue(1);
        let holder = queue.turn((Lane::Long, 1, Duration::ZERO), &Control::default(), |_| {}).unwrap();
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (index, lane) in [Lane::Long, Lane::Long, Lane::Short].into_iter().enumerate() {
                let (queue, order) = (&queue, &order);
                scope.spawn(move || {
                    let turn = queue.turn((lane, 1, Duration::ZERO), &Control::default(), |_| {}).unwrap();
                    order.lock().unwrap().push(lane);
                    drop(turn);
                });
                while {
                    let inner = queue.lock();
                    inner.short.len() + inner.long.len() <= index
                } {
                    thread::yield_now();
                }
            }
            drop(holder);
        });
        assert_eq!(order.into_inner().unwrap(), [Lane::Short, Lane::Long, Lane::Long]);
    }
}
