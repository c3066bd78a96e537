//! The manager's side of the Gomocup protocol: a [`Driver`] starts an engine, tells it the game, asks it for moves and
//! ends it.
//!
//! The one idea: an engine is never trusted. Every wait has an end, every answer is checked, whatever goes wrong is a
//! [`DriverError`] that says what, and the process is ended and reaped when its driver is dropped. The time of an
//! answer is taken when its line is complete, not when somebody looks at it.

mod launch;
mod reader;

pub use launch::{CommandLineError, Launch};

use reader::Line;
use std::io::{self, Write as _};
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tengen_core::notation::pair_name;
use tengen_core::{Colour, Move, Point, Position, Rule, Size};

/// How often a wait looks whether it was called off.
const SLICE: Duration = Duration::from_millis(20);
/// How long an engine has to quit after END, as in Gomocup's judge.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long after a line the next command waits. Some engines (Rapfi) print their move a moment before they listen
/// again, and drop what comes in between.
const SETTLE: Duration = Duration::from_millis(5);
/// How long an engine has to say who it is; many never do.
const ABOUT_WAIT: Duration = Duration::from_secs(1);
/// What `time_left` says when there is no limit.
const UNLIMITED: u64 = 2_147_483_647;

/// What is said about a game before its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// For each move; `None` is without limit.
    pub turn: Option<Duration>,
    /// For the whole game; `None` is without limit.
    pub game: Option<Duration>,
    /// Added to the game's time after each move. Outside the written protocol.
    pub increment: Duration,
    /// Bytes that the engine may use; `None` is without limit.
    pub memory: Option<u64>,
    /// Threads, if said. Outside the written protocol.
    pub threads: Option<usize>,
    /// Nodes a move, if said. Outside the written protocol.
    pub nodes: Option<u64>,
    /// Plies, if said. Outside the written protocol.
    pub depth: Option<u32>,
}

impl GameSettings {
    /// A game without limits.
    pub fn new(size: Size, rule: Rule) -> Self {
        Self {
            size,
            rule,
            turn: None,
            game: None,
            increment: Duration::ZERO,
            memory: None,
            threads: None,
            nodes: None,
            depth: None,
        }
    }

    /// The INFO lines that the written protocol knows, in the order in which Piskvork sends them.
    fn written(&self) -> Result<Vec<String>, DriverError> {
        let rule = self.rule.gomocup_number().ok_or(DriverError::Rule { rule: self.rule })?;
        Ok(vec![
            format!("INFO max_memory {}", self.memory.unwrap_or(0)),
            format!("INFO timeout_match {}", self.game.map_or(0, milliseconds)),
            format!("INFO timeout_turn {}", self.turn.map_or(UNLIMITED, milliseconds)),
            "INFO game_type 1".to_owned(),
            format!("INFO rule {rule}"),
        ])
    }

    /// The INFO lines that only some engines know. Each is sent only if it is asked for.
    fn customary(&self) -> Vec<String> {
        let increment = (!self.increment.is_zero()).then(|| milliseconds(self.increment));
        let lines = [
            self.threads.map(|n| format!("INFO thread_num {n}")),
            self.nodes.map(|n| format!("INFO max_node {n}")),
            self.depth.map(|n| format!("INFO max_depth {n}")),
            increment.map(|n| format!("INFO time_increment {n}")),
        ];
        lines.into_iter().flatten().collect()
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(UNLIMITED).min(UNLIMITED)
}

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

/// What can go wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// It cannot be started.
    #[error("cannot start `{program}`: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The protocol has no number for the rule.
    #[error("the Gomocup protocol has no number for the rule {rule}")]
    Rule {
        /// The rule.
        rule: Rule,
    },
    /// It has crashed or quit, or closed its output.
    #[error("the engine {} when asked `{question}`", ended(*status))]
    Closed {
        /// What it was asked last.
        question: String,
        /// How it ended; `None` if it still runs.
        status: Option<ExitStatus>,
    },
    /// It has not answered in time.
    #[error("no answer to `{question}` within {:.3} s", waited.as_secs_f64())]
    Late {
        /// What it was asked.
        question: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It has answered ERROR.
    #[error("the engine answered `{question}` with ERROR {text}")]
    Refused {
        /// What it was asked.
        question: String,
        /// The rest of the line.
        text: String,
    },
    /// It has answered UNKNOWN.
    #[error("the engine answered `{question}` with UNKNOWN {text}")]
    Unknown {
        /// What it was asked.
        question: String,
        /// The rest of the line.
        text: String,
    },
    /// It has answered something that is no `x,y`.
    #[error("the engine answered `{question}` with `{line}`, which is not x,y")]
    NoMove {
        /// What it was asked.
        question: String,
        /// The line.
        line: String,
    },
    /// It has answered a point that is not on the board.
    #[error("the engine played {x},{y}, which is outside the {size} board")]
    Outside {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
        /// The board.
        size: Size,
    },
    /// It has answered a point that has a stone.
    #[error("the engine played {},{}, which has a stone", point.x(), point.y())]
    Occupied {
        /// The point.
        point: Point,
    },
    /// The wait was called off by the flag of [`Driver::call_off_by`].
    #[error("called off")]
    CalledOff,
}

/// How a process ended, in words.
fn ended(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "closed its output".to_owned() };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    status.code().map_or_else(|| "ended".to_owned(), |code| format!("quit with exit code {code}"))
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
    /// What the engine has on its board: free stones and moves.
    known: Option<(Vec<(Point, Colour)>, Vec<Move>)>,
    /// How many UNKNOWN or ERROR lines may be answers to INFO keys outside the written protocol.
    forgiven: usize,
    is_good: bool,
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
        })
    }

    /// From now on every wait ends with [`DriverError::CalledOff`] soon after the flag is set.
    pub fn call_off_by(&mut self, flag: Arc<AtomicBool>) {
        self.call_off = flag;
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
                self.is_good = true
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
        let size = position.size();
        let mut message = None;
        let mut suggested = None;
        let (point, at) = loop {
            let rest = wait.saturating_sub(asked.elapsed());
            let from = Instant::now();
            let looked = self.wait_for(&question, from, rest, |line| {
                if let Some(text) = after_word(line, "MESSAGE") {
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
                    question: question.clone(),
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
        self.forgiven = 0;
        let moves = position.moves().iter().copied().chain([Move::Place(point)]).collect();
        self.known = Some((position.setup().to_vec(), moves));
        Ok(Reply { point, elapsed: at.saturating_duration_since(asked), message })
    }

    /// `INFO time_left`, then the question.
    fn question(&self, position: &Position, left: Option<Duration>) -> Vec<String> {
        let left = left.map_or(UNLIMITED, milliseconds);
        let mut commands = vec![format!("INFO time_left {left}")];
        let moves = position.moves();
        let follows = self.known.as_ref().is_some_and(|(setup, known)| {
            setup == position.setup() && moves.len() == known.len() + 1 && moves.starts_with(known)
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
        match written {
            Some(Ok(())) => Ok(Instant::now()),
            _ => Err(self.closed(lines.last().copied().unwrap_or_default())),
        }
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
            let complaint = after_word(text, "ERROR")
                .map(|text| DriverError::Refused { question: question(), text: text.to_owned() })
                .or_else(|| {
                    let text = after_word(text, "UNKNOWN")?;
                    Some(DriverError::Unknown { question: question(), text: text.to_owned() })
                });
            let found = match complaint {
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

/// What follows the first word, if that is `word` in either case.
fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

/// The two numbers of `x,y`.
fn pair_in(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn checked((x, y): (i64, i64), position: &Position, size: Size) -> Result<Point, DriverError> {
    let on_board = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| size.point(x, y));
    let point = on_board.ok_or(DriverError::Outside { x, y, size })?;
    if position.stone(point).is_some() { Err(DriverError::Occupied { point }) } else { Ok(point) }
}

/// The name in an answer to ABOUT: `name="..", version="..", ...`.
fn name_in(line: &str) -> Option<String> {
    let rest = line.split_once("name")?.1.trim_start().strip_prefix('=')?.trim_start();
    let name = rest.strip_prefix('"')?.split('"').next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_answers_to_about() {
        let name = |line| name_in(line).unwrap_or_default();
        assert_eq!(name(r#"name="Wine", version="2.0", author="x""#), "Wine");
        assert_eq!(name(r#"version="1", name = "A B" "#), "A B");
        assert_eq!(name_in("name=Wine"), None);
        assert_eq!(name_in(r#"name="""#), None);
    }

    #[test]
    fn only_two_numbers_are_a_move() {
        assert_eq!(pair_in("7,7"), Some((7, 7)));
        assert_eq!(pair_in(" 7 , -1"), Some((7, -1)));
        for bad in ["", "7", "7 7", "7,7,1", "7,7 8,8", "h8", "OK", "7,"] {
            assert_eq!(pair_in(bad), None, "{bad}");
        }
    }

    #[test]
    fn words_are_told_in_either_case() {
        assert_eq!(after_word("MESSAGE depth 1", "MESSAGE"), Some("depth 1"));
        assert_eq!(after_word("error", "ERROR"), Some(""));
        assert_eq!(after_word("MESSAGES 1", "MESSAGE"), None);
    }
}
