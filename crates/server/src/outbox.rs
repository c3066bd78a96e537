//! What waits to be sent to one browser.
//!
//! The one idea: putting something in never waits, so a slow browser cannot hold up a search. Events keep their order; of a
//! *stream* (the infos of one engine, the progress of a proof) only the newest waits, at most twenty a second leave, and what is
//! newest leaves before the event that follows it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Time between two of a stream.
pub(crate) const PACE: Duration = Duration::from_millis(50);
/// Remarks of engines that wait at most; the oldest go first.
const MOST_REMARKS: usize = 200;
/// Events that wait at most. Jobs send few; a browser that lets so many wait is gone.
const MOST_EVENTS: usize = 20_000;

enum Item {
    Event(String),
    Remark(String),
    /// The place of a stream in the order; what is newest is looked up when it leaves.
    Stream(Key),
}

/// A stream: the job, and which of its streams.
pub(crate) type Key = (u64, String);

#[derive(Default)]
struct Inner {
    items: VecDeque<Item>,
    newest: HashMap<Key, String>,
    sent: HashMap<Key, Instant>,
    remarks: usize,
    is_closed: bool,
}

/// What waits for one browser.
#[derive(Default)]
pub(crate) struct Outbox {
    inner: Mutex<Inner>,
    bell: Notify,
}

/// What may leave now.
pub(crate) enum Next {
    /// These, in order.
    Send(Vec<String>),
    /// Nothing before this moment.
    Wait(Instant),
    /// Nothing before somebody rings.
    Sleep,
    /// Nothing any more.
    Closed,
}

impl Outbox {
    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An event that must arrive.
    pub(crate) fn event(&self, text: String) {
        self.with(|inner| {
            if inner.items.len() >= MOST_EVENTS {
                inner.is_closed = true;
            } else {
                inner.items.push_back(Item::Event(text));
            }
        });
        self.bell.notify_one();
    }

    /// What an engine says; may be lost if nobody reads.
    pub(crate) fn remark(&self, text: String) {
        self.with(|inner| {
            if inner.remarks >= MOST_REMARKS {
                let oldest = inner.items.iter().position(|item| matches!(item, Item::Remark(_)));
                if let Some(oldest) = oldest {
                    inner.items.remove(oldest);
                    inner.remarks -= 1;
                }
            }
            inner.remarks += 1;
            inner.items.push_back(Item::Remark(text));
        });
        self.bell.notify_one();
    }

    /// The newest of a stream, in the place of the one that waits.
    pub(crate) fn stream(&self, key: Key, text: String) {
        let is_new = self.with(|inner| {
            let is_new = inner.newest.insert(key.clone(), text).is_none();
            if is_new {
                inner.items.push_back(Item::Stream(key));
            }
            is_new
        });
        if is_new {
            self.bell.notify_one();
        }
    }

    /// Forgets when the streams of a job were sent: the job is over.
    pub(crate) fn forget(&self, job: u64) {
        self.with(|inner| inner.sent.retain(|key, _| key.0 != job));
    }

    /// Nothing more is sent.
    pub(crate) fn close(&self) {
        self.with(|inner| inner.is_closed = true);
        self.bell.notify_one();
    }

    /// Waits until somebody rings.
    pub(crate) async fn rung(&self) {
        self.bell.notified().await;
    }

    /// What may leave at this moment.
    pub(crate) fn next(&self, now: Instant) -> Next {
        self.with(|inner| inner.next(now))
    }
}

impl Inner {
    fn next(&mut self, now: Instant) -> Next {
        if self.is_closed {
            return Next::Closed;
        }
        let due = |sent: &HashMap<Key, Instant>, key: &Key| sent.get(key).map_or(now, |at| *at + PACE);
        // Streams before the last event leave with it, whatever their pace: the order holds.
        let firm =
            self.items.iter().rposition(|item| !matches!(item, Item::Stream(_))).map_or(0, |at| at + 1);
        let mut texts = Vec::new();
        let mut kept = VecDeque::new();
        let mut soonest: Option<Instant> = None;
        for (index, item) in std::mem::take(&mut self.items).into_iter().enumerate() {
            match item {
                Item::Event(text) => texts.push(text),
                Item::Remark(text) => {
                    self.remarks -= 1;
                    texts.push(text);
                }
                Item::Stream(key) => {
                    let at = due(&self.sent, &key);
                    if index < firm || at <= now {
                        texts.extend(self.newest.remove(&key));
                        self.sent.insert(key, now);
                    } else {
                        soonest = Some(soonest.map_or(at, |other| other.min(at)));
                        kept.push_back(Item::Stream(key));
                    }
                }
            }
        }
        self.items = kept;
        match (texts.is_empty(), soonest) {
            (false, _) => Next::Send(texts),
            (true, Some(at)) => Next::Wait(at),
            (true, None) => Next::Sleep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(name: &str) -> Key {
        (1, name.to_owned())
    }

    fn sent(outbox: &Outbox, now: Instant) -> Vec<String> {
        match outbox.next(now) {
            Next::Send(texts) => texts,
            _ => Vec::new(),
        }
    }

    #[test]
    fn of_a_stream_only_the_newest_leaves_and_not_too_often() {
        let (outbox, now) = (Outbox::default(), Instant::now());
        outbox.stream(key("a"), "1".into());
        outbox.stream(key("a"), "2".into());
        assert_eq!(sent(&outbox, now), ["2"]);
        outbox.stream(key("a"), "3".into());
        assert!(matches!(outbox.next(now), Next::Wait(at) if at == now + PACE));
        outbox.stream(key("a"), "4".into());
        assert_eq!(sent(&outbox, now + PACE), ["4"]);
        assert!(matches!(outbox.next(now + PACE), Next::Sleep));
    }

    #[test]
    fn the_newest_of_a_stream_leaves_before_the_event_that_follows_it() {
        let (outbox, now) = (Outbox::default(), Instant::now());
        outbox.stream(key("a"), "1".into());
        assert_eq!(sent(&outbox, now), ["1"]);
        outbox.stream(key("a"), "2".into());
        outbox.event("done".into());
        outbox.stream(key("b"), "x".into());
        assert_eq!(sent(&outbox, now), ["2", "done", "x"]);
    }

    #[test]
    fn remarks_that_nobody_reads_are_lost_and_events_are_not() {
        let (outbox, now) = (Outbox::default(), Instant::now());
        for number in 0..1000 {
            outbox.remark(format!("remark {number}"));
            outbox.event(format!("event {number}"));
        }
        let texts = sent(&outbox, now);
        assert_eq!(texts.iter().filter(|text| text.starts_with("event")).count(), 1000);
        assert_eq!(texts.iter().filter(|text| text.starts_with("remark")).count(), MOST_REMARKS);
        assert_eq!(texts.last().map(String::as_str), Some("event 999"));
    }

    proptest! {
        /// Whatever is put in and whenever it is asked: events come once and in order, and the last word of each stream
        /// comes.
        #[test]
        fn nothing_that_counts_is_lost(steps in prop::collection::vec((0..4u8, 0..60u64), 0..200)) {
            let (outbox, start) = (Outbox::default(), Instant::now());
            let mut now = start;
            let (mut put, mut last, mut out) = (Vec::new(), [None, None], Vec::new());
            for (number, (kind, wait)) in steps.into_iter().enumerate() {
                match kind {
                    0 => {
                        outbox.event(format!("e{number}"));
                        put.push(format!("e{number}"));
                    }
                    1 | 2 => {
                        let name = if kind == 1 { "s" } else { "t" };
                        outbox.stream(key(name), format!("{name}{number}"));
                        last[usize::from(kind - 1)] = Some(format!("{name}{number}"));
                    }
                    _ => {
                        now += Duration::from_millis(wait);
                        out.extend(sent(&outbox, now));
                    }
                }
            }
            out.extend(sent(&outbox, now + PACE));
            let events: Vec<String> = out.iter().filter(|text| text.starts_with('e')).cloned().collect();
            prop_assert_eq!(events, put);
            for (name, last) in ["s", "t"].iter().zip(last) {
                let newest = out.iter().rfind(|text| text.starts_with(name)).cloned();
                prop_assert_eq!(newest, last);
            }
        }
    }
}
