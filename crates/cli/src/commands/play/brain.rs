//! The engine beside the screen: it thinks on its own threads, and is asked now and then whether it has something to
//! say. There is at most one search; a new one ends the old one.

use super::game::Event;
use std::sync::mpsc::{Receiver, Sender, channel};
use tengen_engine::{Engine, Options, Report, Request, Sink, Thinking};

/// See the module's page.
pub(super) struct Brain {
    engine: Engine,
    thinking: Option<(u64, Thinking)>,
    sender: Sender<(u64, Report)>,
    reports: Receiver<(u64, Report)>,
}

/// Sends what is heard, with the ticket of the search.
struct Ear {
    ticket: u64,
    sender: Sender<(u64, Report)>,
}

impl Sink for Ear {
    fn report(&mut self, report: &Report) {
        // The screen is gone only when the program ends.
        let _ = self.sender.send((self.ticket, report.clone()));
    }
}

impl Brain {
    pub(super) fn new(options: Options) -> Self {
        let (sender, reports) = channel();
        Self { engine: Engine::new(options), thinking: None, sender, reports }
    }

    /// Starts a search in place of any that is running.
    pub(super) fn think(&mut self, ticket: u64, request: Request) {
        self.forget();
        let ear = Ear { ticket, sender: self.sender.clone() };
        self.thinking = Some((ticket, self.engine.think(request, ear)));
    }

    /// Asks for the answer now.
    pub(super) fn stop(&self) {
        if let Some((_, thinking)) = &self.thinking {
            thinking.stop();
        }
    }

    /// Ends the search without an answer.
    pub(super) fn forget(&mut self) {
        self.thinking = None;
    }

    /// What there is to hear, without waiting.
    pub(super) fn poll(&mut self) -> Vec<Event> {
        let heard = self.reports.try_iter().map(|(ticket, report)| Event::Heard { ticket, report });
        let mut events: Vec<Event> = heard.collect();
        if let Some((ticket, thinking)) = self.thinking.take_if(|(_, thinking)| thinking.is_finished()) {
            events.push(Event::Answered { ticket, answer: thinking.wait() });
        }
        events
    }
}
