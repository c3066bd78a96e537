//! The engine side as a whole: a thread that reads, a loop that obeys, one writer.
//!
//! The thread does nothing but turn input into events, so a command is in the queue the moment it arrives, whatever
//! the engine is doing; the loop does nothing but take events from the queue, and see that no answer is late.

use crate::lines::Lines;
use crate::player::{Event, Player};
use crate::session::{Flow, Session};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

/// Talks with a manager until `END` or the end of the input. `seed` decides what is drawn by lot.
///
/// The thread that reads is left behind if the input is still open when `END` comes; it ends with the process.
///
/// # Errors
/// When an answer cannot be written, other than because the manager has gone.
pub fn run<P: Player>(
    input: impl Read + Send + 'static,
    output: impl Write,
    player: P,
    seed: u64,
) -> io::Result<()> {
    let (events, heard) = channel();
    let lines = events.clone();
    std::thread::Builder::new().name("reader".to_owned()).spawn(move || read(input, &lines))?;
    let mut session = Session::new(player, output, events, seed);
    while let Some(event) = next(&heard, session.due()) {
        match session.event(event) {
            Ok(Flow::Open) => {}
            Ok(Flow::Over) => break,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The next event; if an answer is due before there is one, that.
fn next(heard: &Receiver<Event>, due: Option<Instant>) -> Option<Event> {
    let Some(due) = due else { return heard.recv().ok() };
    match heard.recv_timeout(due.saturating_duration_since(Instant::now())) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => Some(Event::Due),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// Sends every line, then that there are no more. A session that has gone ends the reading.
fn read(input: impl Read, events: &Sender<Event>) {
    for line in Lines::new(input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}
