//! What can go wrong with an engine, in types and in words.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;
use tengen_core::{Point, Rule, Size};

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
    /// The wait was called off by the flag of [`super::Driver::call_off_by`].
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
