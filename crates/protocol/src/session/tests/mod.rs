//! Sessions fed by hand, with a player that answers what it is told to, when it is told to.

mod conversation;
mod dialects;
mod opening;
mod pondering;
mod soup;

use super::*;
use crate::lines::Line;
use crate::player::{Handle, Listener};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use tengen_core::Position;
use tengen_engine::{Answer, Limits, Options, Report, Request, RootEvent, Score, Sink as _};

/// What the player was asked and told.
#[derive(Default)]
struct Log {
    requests: Vec<Request>,
    options: Vec<Options>,
    forgotten: usize,
    ponder_hits: usize,
    /// Answers to come; without one the first empty point is played.
    answers: VecDeque<Option<Answer>>,
    /// Whether searches wait to be stopped.
    waits: bool,
    /// The ears of searches that are not over.
    running: Vec<(usize, Listener)>,
}

#[derive(Clone, Default)]
struct Puppet(Rc<RefCell<Log>>);

struct Strings {
    log: Rc<RefCell<Log>>,
    number: usize,
    answer: Option<Answer>,
}

impl Player for Puppet {
    type Handle = Strings;

    fn think(&mut self, request: Request, listener: Listener) -> Strings {
        let mut log = self.0.borrow_mut();
        let first = request.position.grid().empties().find(|p| !request.without.contains(p));
        let answer = log
            .answers
            .pop_front()
            .unwrap_or_else(|| Some(answer(&first.into_iter().collect::<Vec<_>>(), 0)));
        let number = log.requests.len();
        log.requests.push(request);
        if log.waits {
            log.running.push((number, listener));
        }
        Strings { log: Rc::clone(&self.0), number, answer }
    }

    fn configure(&mut self, options: Options) {
        let mut log = self.0.borrow_mut();
        assert!(log.running.is_empty(), "nothing is changed under a search");
        log.options.push(options);
    }

    fn forget(&mut self) {
        let mut log = self.0.borrow_mut();
        assert!(log.running.is_empty(), "nothing is forgotten under a search");
        log.forgotten += 1;
    }

    fn table_usage(&self) -> f64 {
        0.125
    }
}

impl Handle for Strings {
    fn stop(&self) {
        self.log.borrow_mut().running.retain(|(number, _)| *number != self.number);
    }

    fn ponder_hit(&self) {
        self.log.borrow_mut().ponder_hits += 1;
    }

    fn wait(self) -> Option<Answer> {
        self.answer.clone()
    }
}

impl Drop for Strings {
    fn drop(&mut self) {
        self.stop();
    }
}

/// An answer whose line goes on after the first move with what is expected.
fn answer(moves: &[Point], score: i32) -> Answer {
    let report = Report {
        depth: 3,
        seldepth: 5,
        line: 1,
        lines: 1,
        nodes: 10,
        elapsed: Duration::from_millis(40),
        score: Score::of(score),
        pv: moves.to_vec(),
    };
    let (score, elapsed) = (report.score, report.elapsed);
    Answer { moves: moves.to_vec(), score, lines: vec![report], nodes: 10, elapsed, valued: Vec::new() }
}

/// As [`answer`], with one move to play and the rest expected.
fn expecting(line: &[Point]) -> Answer {
    Answer { moves: line[..1].to_vec(), ..answer(line, 0) }
}

fn at(x: i32, y: i32) -> Point {
    Size::FIFTEEN.point(x, y).unwrap()
}

#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session with everything that it talks to.
struct Table {
    session: Session<Puppet, Paper>,
    heard: Receiver<Event>,
    paper: Paper,
    log: Rc<RefCell<Log>>,
    flow: Flow,
}

impl Table {
    fn new() -> Self {
        let (events, heard) = channel();
        let (puppet, paper) = (Puppet::default(), Paper::default());
        let log = Rc::clone(&puppet.0);
        let mut session = Session::new(puppet, paper.clone(), events, 7);
        session.root_from = Duration::ZERO;
        // A tournament, so that nothing is written about the search unless it is asked for.
        session.settings.set("game_type", "2");
        Self { session, heard, paper, log, flow: Flow::Open }
    }

    /// A board of 15, started, with searches that end at once.
    fn started() -> Self {
        let mut table = Self::new();
        assert_eq!(table.send("START 15"), "OK");
        table
    }

    /// As [`Table::started`], with searches that wait to be stopped.
    fn waiting() -> Self {
        let table = Self::started();
        table.log.borrow_mut().waits = true;
        table
    }

    /// Feeds an event and all that follows from it; gives what was written, its lines joined by `|`.
    fn feed(&mut self, event: Event) -> String {
        let mut next = Some(event);
        while let Some(event) = next {
            self.flow = self.session.event(event).unwrap();
            next = self.heard.try_recv().ok();
        }
        let text = String::from_utf8(std::mem::take(&mut *self.paper.0.borrow_mut())).unwrap();
        text.trim_end().replace('\n', "|")
    }

    fn send(&mut self, line: &str) -> String {
        self.feed(Event::Line(Line::Text(line.to_owned())))
    }

    /// Sends lines, and gives what was written for each.
    fn script(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| self.send(line)).collect()
    }

    fn prepare(&mut self, answers: &[Answer]) {
        self.log.borrow_mut().answers.extend(answers.iter().cloned().map(Some));
    }

    fn request(&self) -> Request {
        self.log.borrow().requests.last().expect("something was asked").clone()
    }

    fn asked(&self) -> usize {
        self.log.borrow().requests.len()
    }

    fn position(&self) -> &Position {
        &self.session.game.as_ref().unwrap().position
    }
}
