//! Any bytes as the input of the protocol: answered line by line, never fatal, and a game can be played afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::mpsc::channel;
use std::time::Duration;
use tengen_engine::{Answer, Options, Request, Score};
use tengen_protocol::Session;
use tengen_protocol::lines::{Line, Lines};
use tengen_protocol::player::{Event, Handle, Listener, Player};

/// Plays the first empty point at once, so that the fuzzer's time goes to the protocol.
struct First;

struct Done(Answer);

impl Player for First {
    type Handle = Done;

    fn think(&mut self, request: Request, _: Listener) -> Done {
        let moves = request.position.grid().empties().take(1).collect();
        Done(Answer { moves, score: Score::EVEN, lines: Vec::new(), nodes: 0, elapsed: Duration::ZERO })
    }

    fn configure(&mut self, _: Options) {}

    fn forget(&mut self) {}

    fn table_usage(&self) -> f64 {
        0.0
    }
}

impl Handle for Done {
    fn stop(&self) {}

    fn ponder_hit(&self) {}

    fn wait(self) -> Option<Answer> {
        Some(self.0)
    }
}

/// Settings that can be met, and a game. The first line may still be taken for a file name.
const END: [&str; 12] = [
    "ABOUT",
    "INFO rule 0",
    "INFO timeout_turn 0",
    "INFO timeout_match 0",
    "INFO time_left 0",
    "INFO max_memory 0",
    "INFO coord_mode xy",
    "INFO suggest 0",
    "YXBLOCKRESET",
    "YXBLOCKPATHRESET",
    "START 15",
    "BEGIN",
];

fuzz_target!(|bytes: &[u8]| {
    let (events, heard) = channel();
    let mut output = Vec::new();
    let mut session = Session::new(First, &mut output, events, 0);
    let end = END.map(|line| Line::Text(line.to_owned()));
    let is_word =
        |text: &str| text.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("END"));
    let is_end = |line: &Line| matches!(line, Line::Text(text) if is_word(text));
    for line in Lines::new(bytes).filter(|line| !is_end(line)).chain(end) {
        session.event(Event::Line(line)).expect("a vector takes every answer");
        while let Ok(event) = heard.try_recv() {
            session.event(event).expect("a vector takes every answer");
        }
    }
    drop(session);
    let text = String::from_utf8(output).expect("answers are text");
    assert!(text.ends_with("\nOK\n0,0\n"), "{text}");
});
