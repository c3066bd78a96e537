//! One line of the input: a question or an action, checked whole.
//!
//! Fields are taken out of the object one by one; what is left over at the end nobody knows, and that is an error: a
//! misspelt limit would otherwise be a search without one.

use super::super::Args;
use super::super::ask::{self, GoalName, LimitArgs, MOST_LINES};
use super::queue::Fate;
use crate::commands::status_line;
use crate::input::parse_size;
use clap::ValueEnum as _;
use serde_json::{Map, Value};
use std::time::Duration;
use tengen_core::notation::{Origin, parse_moves, point_name};
use tengen_core::position::PositionError;
use tengen_core::{Colour, Move, Point, Position, Rule, Size, Status};
use tengen_engine::{Level, Limits, Request};

/// The fields of a question.
const FIELDS: &str = "id, moves, black, white, to_move, rule, size, nodes, time, depth, multipv, only, without, \
                      goal, bias, level, seed, priority, report_during, action";

/// What holds where a question does not say.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    pub(super) rule: Rule,
    pub(super) size: Size,
    pub(super) origin: Origin,
    pub(super) limits: LimitArgs,
    pub(super) multipv: usize,
    pub(super) reports: bool,
}

impl Defaults {
    pub(super) fn new(args: &Args) -> Self {
        let read = &args.pick.read;
        Self {
            rule: read.rule.unwrap_or_default(),
            size: read.size.unwrap_or(Size::FIFTEEN),
            origin: read.origin(),
            limits: args.limits,
            multipv: usize::from(args.moves.multipv),
            reports: args.report_during,
        }
    }
}

/// A question that can be answered.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: Value,
    pub(super) priority: i64,
    pub(super) request: Request,
    pub(super) reports: bool,
    pub(super) origin: Origin,
}

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Message {
    /// To search a position.
    Ask(Box<Question>),
    /// To end the questions with this id.
    End {
        /// Which.
        id: Value,
        /// How.
        fate: Fate,
    },
    /// To say what this program is.
    Version {
        /// Comes back in the answer.
        id: Option<Value>,
    },
}

/// Why a line is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The id, as far as there is one.
    pub(super) id: Value,
    pub(super) reason: String,
}

/// Reads a line.
pub(super) fn parse(line: &[u8], defaults: &Defaults) -> Result<Message, Refusal> {
    let without_id = |reason: String| Refusal { id: Value::Null, reason };
    let value: Value = serde_json::from_slice(line).map_err(|error| without_id(error.to_string()))?;
    let Value::Object(object) = value else {
        return Err(without_id("a question is a JSON object such as {\"id\":1,\"moves\":\"h8\"}".to_owned()));
    };
    let mut fields = Fields(object);
    let id = fields.0.remove("id");
    let known = id.clone().filter(|id| id.is_string() || id.is_number());
    let refuse = |reason| Refusal { id: known.clone().unwrap_or_default(), reason };
    if id.is_some() && known.is_none() {
        return Err(refuse("`id` must be a string or a number".to_owned()));
    }
    let message = match fields.text("action").map_err(refuse)? {
        None => question(known.as_ref(), &mut fields, defaults),
        Some(action) => self::action(&action, known.clone()),
    };
    let message = message.map_err(refuse)?;
    fields.finish().map_err(refuse)?;
    Ok(message)
}

fn action(action: &str, id: Option<Value>) -> Result<Message, String> {
    let fate = match action {
        "query_version" => return Ok(Message::Version { id }),
        "cancel" => Fate::Cancelled,
        "terminate" => Fate::Terminated,
        _ => return Err(format!("unknown action `{action}`: use cancel, terminate or query_version")),
    };
    let id = id.ok_or_else(|| format!("`{action}` needs the `id` of a question"))?;
    Ok(Message::End { id, fate })
}

fn question(id: Option<&Value>, fields: &mut Fields, defaults: &Defaults) -> Result<Message, String> {
    let id =
        id.cloned().ok_or("`id` is missing: every question needs one, so that its answer can be told")?;
    let position = position(fields, defaults)?;
    if position.status() != Status::Open {
        return Err(format!("there is nothing to analyse: {}", status_line(&position, defaults.origin)));
    }
    let mut request = Request::new(position);
    request.limits = limits(fields, defaults)?;
    request.lines = fields.whole("multipv", 1, MOST_LINES as i64)?.map_or(defaults.multipv, |n| n as usize);
    let bias = fields.whole("bias", -20_000, 20_000)?.unwrap_or(0) as i32;
    if let Some(goal) = fields.text("goal")? {
        let name = GoalName::from_str(&goal, false)
            .map_err(|_| format!("unknown goal `{goal}`: use best, balance-one or balance-two"))?;
        request.goal = name.with_bias(bias);
    }
    let highest = i64::from(Level::HIGHEST.number());
    request.level = fields.whole("level", 1, highest)?.map(|level| level as u8);
    request.seed = fields.whole("seed", 0, i64::MAX)?.unwrap_or(0) as u64;
    if let Some(names) = fields.names("only")? {
        let only =
            ask::points(&names, &request.position, defaults.origin).map_err(|e| format!("only: {e}"))?;
        ask::check_legal(&only, &request.position, defaults.origin).map_err(|e| format!("only: {e}"))?;
        request.only = Some(only);
    }
    let without = fields.names("without")?.unwrap_or_default();
    request.without =
        ask::points(&without, &request.position, defaults.origin).map_err(|e| format!("without: {e}"))?;
    let priority = fields.whole("priority", i64::MIN, i64::MAX)?.unwrap_or(0);
    let reports = fields.switch("report_during")?.unwrap_or(defaults.reports);
    Ok(Message::Ask(Box::new(Question { id, priority, request, reports, origin: defaults.origin })))
}

/// The limits of the question, or those of the command line if it has none.
fn limits(fields: &mut Fields, defaults: &Defaults) -> Result<Limits, String> {
    let time: Option<Duration> =
        fields.number("time")?.map(ask::seconds).transpose().map_err(|e| format!("time: {e}"))?;
    let nodes = fields.whole("nodes", 1, i64::MAX)?.map(|nodes| nodes as u64);
    let depth = fields.whole("depth", 1, 1000)?.map(|depth| depth as u32);
    let is_without = time.is_none() && nodes.is_none() && depth.is_none();
    Ok(if is_without { defaults.limits.limits() } else { ask::limits(time, nodes, depth) })
}

/// Free stones, then moves.
fn position(fields: &mut Fields, defaults: &Defaults) -> Result<Position, String> {
    let rule = match fields.text("rule")? {
        Some(rule) => rule.parse().map_err(|error| format!("{error}"))?,
        None => defaults.rule,
    };
    let size = fields.size()?.unwrap_or(defaults.size);
    let mut position = Position::new(size, rule);
    let mut counts = [0, 0];
    for side in Colour::BOTH {
        let field = side.to_string();
        let in_field = |reason: String| format!("{field}: {reason}");
        for p in fields.stones(&field, size, defaults.origin)?.unwrap_or_default() {
            position.set_up(p, side).map_err(|error| in_field(named(error, size, defaults.origin)))?;
            counts[side.index()] += 1;
        }
    }
    // Whoever has fewer stones is to move, and Black where they are equal.
    let first = match fields.text("to_move")?.as_deref() {
        Some("black") => Colour::Black,
        Some("white") => Colour::White,
        Some(other) => return Err(format!("to_move is `{other}`: use black or white")),
        None if counts[0] > counts[1] => Colour::White,
        None => Colour::Black,
    };
    position.set_first(first).map_err(|error| error.to_string())?;
    for (index, m) in fields.moves(size, defaults.origin)?.into_iter().enumerate() {
        let reason =
            |error| format!("move {} is not legal: {}", index + 1, named(error, size, defaults.origin));
        position.play(m).map_err(reason)?;
    }
    Ok(position)
}

/// What is wrong with a stone, with its point as people write it.
fn named(error: PositionError, size: Size, origin: Origin) -> String {
    match error {
        PositionError::Occupied { point } => {
            format!("{} has a stone already", point_name(point, size, origin))
        }
        error => error.to_string(),
    }
}

/// The fields of an object that nobody has read yet.
struct Fields(Map<String, Value>);

impl Fields {
    /// Takes a field out and reads it; null is as good as nothing.
    fn read<T>(
        &mut self,
        name: &str,
        what: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                read(&value).map(Some).ok_or_else(|| format!("`{name}` must be {what}, not {value}"))
            }
        }
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, String> {
        self.read(name, "a string", |value| value.as_str().map(str::to_owned))
    }

    fn number(&mut self, name: &str) -> Result<Option<f64>, String> {
        self.read(name, "a number", Value::as_f64)
    }

    fn switch(&mut self, name: &str) -> Result<Option<bool>, String> {
        self.read(name, "true or false", Value::as_bool)
    }

    fn whole(&mut self, name: &str, least: i64, most: i64) -> Result<Option<i64>, String> {
        let what = format!("a whole number from {least} to {most}");
        self.read(name, &what, |value| value.as_i64().filter(|n| (least..=most).contains(n)))
    }

    /// A list of names, or names with commas between them.
    fn names(&mut self, name: &str) -> Result<Option<Vec<String>>, String> {
        self.read(name, "a list of points such as [\"h8\",\"i9\"]", |value| match value {
            Value::String(text) => Some(text.split(',').map(str::to_owned).collect()),
            value => list(value),
        })
    }

    /// `15`, `"20x15"` or `[20,15]`.
    fn size(&mut self) -> Result<Option<Size>, String> {
        let text =
            self.read("size", "a side, a text such as \"20x15\", or [20,15]", |value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Number(side) => Some(side.to_string()),
                Value::Array(sides) if sides.len() == 2 => Some(format!("{}x{}", sides[0], sides[1])),
                _ => None,
            })?;
        text.map(|text| parse_size(&text)).transpose().map_err(|error| format!("size: {error}"))
    }

    /// Stones as a list of names or as one string.
    fn stones(&mut self, name: &str, size: Size, origin: Origin) -> Result<Option<Vec<Point>>, String> {
        let in_field = |reason: String| format!("{name}: {reason}");
        let read = self.read(name, "points such as \"h8i9\" or [\"h8\",\"i9\"]", joined)?;
        let Some(text) = read else { return Ok(None) };
        let moves = parse_moves(&text, size, origin).map_err(|error| in_field(error.to_string()))?;
        let stone = |m: Move| m.point().ok_or_else(|| in_field("a pass is no stone".to_owned()));
        moves.into_iter().map(stone).collect::<Result<_, _>>().map(Some)
    }

    fn moves(&mut self, size: Size, origin: Origin) -> Result<Vec<Move>, String> {
        let text = self.read("moves", "moves such as \"h8i9\" or [\"h8\",\"i9\"]", joined)?;
        let text = text.unwrap_or_default();
        parse_moves(&text, size, origin).map_err(|error| format!("moves: {error}"))
    }

    /// Refuses what nobody has read.
    fn finish(&self) -> Result<(), String> {
        match self.0.keys().next() {
            Some(name) => Err(format!("unknown field `{name}`: use {FIELDS}")),
            None => Ok(()),
        }
    }
}

fn list(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// One string of moves, from a string or a list.
fn joined(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        value => list(value).map(|names| names.join(" ")),
    }
}
