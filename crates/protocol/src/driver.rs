//! The manager's side of the Gomocup protocol: a [`Driver`] starts an engine, tells it the game, asks it for moves and
//! ends it.
//!
//! The one idea: an engine is never trusted. Every wait has an end, every answer is checked, whatever goes wrong is a
//! [`DriverError`] that says what, and the process is ended and reaped when its driver is dropped. The time of an
//! answer is taken when its line is complete, not when somebody looks at it.

mod error;
mod launch;
mod reader;
mod settings;
mod words;

pub use error::DriverError;
pub use launch::{CommandLineError, Launch};
pub use settings::GameSettings;

use reader::Line;
use settings::{UNLIMITED, milliseconds};
use std::io::{self, Write as _};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tengen_core::notation::pair_name;
use tengen_core::{Colour, Move, Point, Position};
use words::{after_word, checked, complaint, name_in, pair_in};

/// How often a wait looks whether it was called off.
const SLICE: Duration = Duration::from_millis(20);
/// How long an engine has to quit after END, as in Gomocup's judge.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long after a line the next command waits. Some engines (Rapfi) print their move a moment before they listen
/// again, and drop what comes in between.
const SETTLE: Duration = Duration::from_millis(5);
/// How long an engine has to say who it is; many never do.
const ABOUT_WAIT: Duration = Duration::from_secs(1);

/// A move that an engine has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Where: an empty point of the board.
    pub point: Point,
    /// Wall-clock time from the end of the question to the end of the answer.
    pub elapsed: Duration,
    /// The last MESSAGE before the answer.
    pub message: Option<String>,
}

/// Hears what an engine says while it thinks: the text of each MESSAGE.
pub type Listener = Box<dyn FnMut(&str) + Send>;

/// The free stones and moves that an engine knows.
struct Known {
    setup: Vec<(Point, Colour)>,
    moves: Vec<Move>,
}

/// A running engine. Dropping it sends END, waits a moment, kills what is left and reaps it.
pub struct Driver {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    last_line: Instant,
    call_off: Arc<AtomicBool>,
    name: Option<String>,
    has_asked_name: bool,
    /// What the engine has on its board.
    known: Option<Known>,
    /// How many UNKNOWN or ERROR lines may be answers to INFO keys outside the written protocol.
    forgiven: usize,
    is_good: bool,
    listener: Option<Listener>,
}

impl Driver {
    /// Starts an engine.
    ///
    /// # Errors
    /// When the program or its log cannot be opened.
    pub fn start(launch: &Launch) -> Result<Self, DriverError> {
        let cannot = |source| DriverError::Start { program: launch.program.display().to_string(), source };
        let mut child = launch.spawn().map_err(cannot)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = output.ok_or_else(|| cannot(io::ErrorKind::BrokenPipe.into()))?;
        Ok(Self {
            child,
            input,
            lines: reader::start(output),
            last_line: Instant::now(),
            call_off: Arc::default(),
            name: None,
            has_asked_name: false,
            known: None,
            forgiven: 0,
            is_good: true,
            listener: None,
        })
    }

    /// From now on every wait ends with [`DriverError::CalledOff`] soon after the flag is set.
    pub fn call_off_by(&mut self, flag: Arc<AtomicBool>) {
        self.call_off = flag;
    }

    /// From now on every MESSAGE of a question is heard as it comes.
    pub fn heard_by(&mut self, listener: Listener) {
        self.listener = Some(listener);
    }

    /// The process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// The name in its answer to ABOUT, if it gave one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether nothing has gone wrong so far, so that another game can be played.
    pub fn is_good(&self) -> bool {
        self.is_good
    }

    /// Starts a game: START (RECTSTART if the board is not square), ABOUT the first time, then INFO.
    ///
    /// # Errors
    /// When the engine does not answer OK within `wait`, or the protocol cannot say the rule.
    pub fn new_game(&mut self, settings: &GameSettings, wait: Duration) -> Result<(), DriverError> {
        let written = settings.written()?;
        let (width, height) = (settings.size.width(), settings.size.height());
        let start = if settings.size.is_square() {
            format!("START {width}")
        } else {
            format!("RECTSTART {width},{height}")
        };
        self.known = None;
        self.forgiven = 0;
        let asked = self.send(&[start.as_str()])?;
        let answer = |line: &str| line.eq_ignore_ascii_case("OK").then_some(());
        // Banners before OK are common; anything that is no answer is passed over.
        self.wait_for(&start, asked, wait, |line| Ok(answer(line)))?;
        self.ask_name()?;
        let customary = settings.customary();
        self.forgiven = customary.len();
        self.send(&written.iter().chain(&customary).map(String::as_str).collect::<Vec<_>>())?;
        Ok(())
    }

    /// Asks who it is, once. Silence is no failure.
    fn ask_name(&mut self) -> Result<(), DriverError> {
        if std::mem::replace(&mut self.has_asked_name, true) {
            return Ok(());
        }
        let asked = self.send(&["ABOUT"])?;
        let answer = |line: &str| Ok(line.contains('=').then(|| name_in(line)));
        match self.wait_for("ABOUT", asked, ABOUT_WAIT, answer) {
            Ok((name, _)) => self.name = name,
            Err(DriverError::Late { .. } | DriverError::Refused { .. } | DriverError::Unknown { .. }) => {
                self.is_good = true;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Asks for a move of the side to move. BEGIN on an empty board, TURN if the engine knows all but the last move,
    /// else BOARD. `left` is what is left of the game's time.
    ///
    /// # Errors
    /// When there is no legal answer within `wait`. A stone on a forbidden point is legal here: it loses by the rule.
    pub fn ask(
        &mut self,
        position: &Position,
        left: Option<Duration>,
        wait: Duration,
    ) -> Result<Reply, DriverError> {
        let commands = self.question(position, left);
        // The line that stands for the whole question in messages: TURN x,y, BEGIN or BOARD.
        let question = commands[1].clone();
        let asked = self.send(&commands.iter().map(String::as_str).collect::<Vec<_>>())?;
        // Out of `self` while the lines are waited for, and back at the end.
        let mut listener = self.listener.take();
        let answered = self.answer_to(&question, asked, wait, position, &mut listener);
        self.listener = listener;
        let (point, at, message) = answered?;
        self.forgiven = 0;
        let moves = position.moves().iter().copied().chain([Move::Place(point)]).collect();
        self.known = Some(Known { setup: position.setup().to_vec(), moves });
        Ok(Reply { point, elapsed: at.saturating_duration_since(asked), message })
    }

    /// The move, when it came, and the last MESSAGE before it.
    fn answer_to(
        &mut self,
        question: &str,
        asked: Instant,
        wait: Duration,
        position: &Position,
        listener: &mut Option<Listener>,
    ) -> Result<(Point, Instant, Option<String>), DriverError> {
        let size = position.size();
        let mut message = None;
        let mut suggested = None;
        let (point, at) = loop {
            let rest = wait.saturating_sub(asked.elapsed());
            let from = Instant::now();
            let looked = self.wait_for(question, from, rest, |line| {
                if let Some(text) = after_word(line, "MESSAGE") {
                    if let Some(listener) = listener {
                        listener(text);
                    }
                    message = Some(text.to_owned());
                    return Ok(None);
                }
                let (line, is_suggestion) =
                    after_word(line, "SUGGEST").map_or((line, false), |pair| (pair, true));
                if name_in(line).is_some() {
                    // A late answer to ABOUT.
                    return Ok(None);
                }
                let pair = pair_in(line).ok_or_else(|| DriverError::NoMove {
                    question: question.to_owned(),
                    line: line.chars().take(80).collect(),
                })?;
                Ok(Some((checked(pair, position, size)?, is_suggestion)))
            });
            let ((point, is_suggestion), at) = looked.map_err(|error| match error {
                DriverError::Late { question, .. } => DriverError::Late { question, waited: wait },
                other => other,
            })?;
            if !is_suggestion || suggested == Some(point) {
                break (point, at);
            }
            suggested = Some(point);
            self.send(&[format!("PLAY {}", pair_name(point)).as_str()])?;
        };
        Ok((point, at, message))
    }

    /// `INFO time_left`, then the question.
    fn question(&self, position: &Position, left: Option<Duration>) -> Vec<String> {
        let left = left.map_or(UNLIMITED, milliseconds);
        let mut commands = vec![format!("INFO time_left {left}")];
        let moves = position.moves();
        let follows = self.known.as_ref().is_some_and(|known| {
            known.setup == position.setup()
                && moves.len() == known.moves.len() + 1
                && moves.starts_with(&known.moves)
        });
        match moves.last() {
            Some(Move::Place(p)) if follows => commands.push(format!("TURN {}", pair_name(*p))),
            _ if position.stone_count() == 0 => commands.push("BEGIN".to_owned()),
            _ => {
                commands.push("BOARD".to_owned());
                let us = position.to_move();
                commands.extend(
                    stones(position)
                        .map(|(p, colour)| format!("{},{}", pair_name(p), if colour == us { 1 } else { 2 })),
                );
                commands.push("DONE".to_owned());
            }
        }
        commands
    }

    /// Sends lines at once; gives the moment at which they were sent.
    fn send(&mut self, lines: &[&str]) -> Result<Instant, DriverError> {
        while let Ok(line) = self.lines.try_recv() {
            self.last_line = line.at;
        }
        std::thread::sleep(SETTLE.saturating_sub(self.last_line.elapsed()));
        let end = if cfg!(windows) { "\r\n" } else { "\n" };
        let text: String = lines.iter().flat_map(|line| [*line, end]).collect();
        let written =
            self.input.as_mut().map(|input| input.write_all(text.as_bytes()).and_then(|()| input.flush()));
        if let Some(Ok(())) = written {
            return Ok(Instant::now());
        }
        let question = lines.iter().find(|line| !line.starts_with("INFO")).or(lines.first());
        Err(self.closed(question.copied().unwrap_or_default()))
    }

    /// Waits until `answer` finds what it looks for in a line. UNKNOWN and ERROR are failures; DEBUG is passed over,
    /// as is every line in which `answer` finds nothing.
    fn wait_for<T>(
        &mut self,
        question: &str,
        asked: Instant,
        wait: Duration,
        mut answer: impl FnMut(&str) -> Result<Option<T>, DriverError>,
    ) -> Result<(T, Instant), DriverError> {
        let question = || question.to_owned();
        loop {
            let rest = wait.saturating_sub(asked.elapsed());
            if self.call_off.load(Ordering::Relaxed) {
                return Err(DriverError::CalledOff);
            }
            let line = match self.lines.recv_timeout(rest.min(SLICE)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if rest.is_zero() => {
                    self.is_good = false;
                    return Err(DriverError::Late { question: question(), waited: wait });
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(self.closed(&question())),
            };
            self.last_line = line.at;
            if line.at.saturating_duration_since(asked) > wait {
                self.is_good = false;
                return Err(DriverError::Late { question: question(), waited: wait });
            }
            let text = line.text.as_str();
            let found = match complaint(text, &question()) {
                Some(_) if self.forgiven > 0 => {
                    self.forgiven -= 1;
                    continue;
                }
                Some(complaint) => Err(complaint),
                None if after_word(text, "DEBUG").is_some() => continue,
                None => answer(text),
            };
            match found {
                Ok(Some(found)) => return Ok((found, line.at)),
                Ok(None) => {}
                Err(error) => {
                    self.is_good = false;
                    return Err(error);
                }
            }
        }
    }

    /// The engine's end of a pipe is closed: finds out how it ended.
    fn closed(&mut self, question: &str) -> DriverError {
        self.is_good = false;
        let status = self.exit_within(FAREWELL);
        DriverError::Closed { question: question.to_owned(), status }
    }

    /// The exit status, if the process ends within this time.
    fn exit_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        let from = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if from.elapsed() < wait => std::thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Kills the engine, with every process that it started in its group.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may be gone already; then there is nothing to kill.
        let _ = self.child.kill();
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.is_good {
            // An engine that does not listen any more is killed below.
            let _ = self.send(&["END"]);
        }
        self.input = None;
        if self.is_good {
            let _ = self.exit_within(FAREWELL);
        }
        self.kill();
        let _ = self.child.wait();
    }
}

/// Every stone in the order of play.
fn stones(position: &Position) -> impl Iterator<Item = (Point, Colour)> + '_ {
    let first = position.first();
    let mover = move |ply: usize| if ply.is_multiple_of(2) { first } else { first.opponent() };
    let played = position.moves().iter().enumerate();
    let played = played.filter_map(move |(ply, m)| m.point().map(|p| (p, mover(ply))));
    position.setup().iter().copied().chain(played)
}
