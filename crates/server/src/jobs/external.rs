//! Engines of others: started for one question, asked through the Gomocup protocol, gone afterwards.
//!
//! The one idea: an engine is never trusted with time. It has a limit that is part of the question; who does not answer soon after it, or is not wanted any
//! more, is ended.

use super::{Events, Halt, Job};
use crate::config::External;
use crate::error::ApiError;
use crate::queue::Lane;
use crate::wire::Names;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tengen_core::Position;
use tengen_protocol::driver::{Driver, DriverError, GameSettings, Reply};

/// How long it thinks when nobody says.
pub(crate) const USUAL: Duration = Duration::from_secs(5);
/// How long it may take to start.
const START: Duration = Duration::from_secs(10);
/// How much later than its limit an answer may come.
const GRACE: Duration = Duration::from_secs(2);

/// A question to an engine of others.
pub(crate) struct Question<'a> {
    pub(crate) id: String,
    pub(crate) engine: &'a External,
    pub(crate) position: &'a Position,
    pub(crate) turn: Duration,
    pub(crate) left: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
}

impl Question<'_> {
    /// Waits for a turn, starts the engine, and asks it; what it says on the way are events.
    pub(crate) fn ask(&self, job: &Job, lane: Lane) -> Result<Reply, Halt> {
        let _turn = job.turn(lane, self.threads)?;
        let (flag, _hooked) = job.signal().flag();
        let failed = |error: DriverError| match error {
            DriverError::CalledOff => Halt::Ended,
            other => Halt::Failed(ApiError::busy("engine_failed", format!("{}: {other}", self.engine.name))),
        };
        let mut driver = Driver::start(&self.engine.launch).map_err(failed)?;
        driver.call_off_by(flag);
        driver.heard_by(listener(Arc::clone(&job.events), self.id.clone(), Names(self.position.size())));
        let settings = GameSettings {
            turn: Some(self.turn),
            memory: Some(self.memory),
            nodes: self.nodes,
            depth: self.depth,
            ..GameSettings::new(self.position.size(), self.position.rule())
        };
        driver.new_game(&settings, START).map_err(failed)?;
        driver.ask(self.position, self.left.or(Some(self.turn)), self.turn + GRACE).map_err(failed)
    }
}

/// Passes on what an engine says, as text and, where it can be read, as numbers.
fn listener(events: Arc<Events>, id: String, names: Names) -> Box<dyn FnMut(&str) + Send> {
    Box::new(move |text| {
        let text: String = text.chars().filter(|c| !c.is_control()).take(500).collect();
        if let Some(mut info) = parse(&text, names) {
            info["engine"] = id.as_str().into();
            events.stream("info", &id, info);
        }
        events.remark("say", json!({ "engine": id, "text": text }));
    })
}

/// Reads what many engines print of an iteration: words such as `depth 12-20`, `ev 35`, `n 120K`, `n/ms 800`, `tm 1500`, `pv H8 I9`, in
/// any order and with any signs between them. `None` if it has neither a depth nor a line.
fn parse(text: &str, names: Names) -> Option<Value> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ',' | '(' | ')' | '[' | ']'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut read = Read::default();
    for pair in words.windows(2) {
        read.pair(pair[0], pair[1]);
    }
    let pv = line(&words, names);
    if read.depth.is_none() && pv.is_empty() {
        return None;
    }
    let nps = read.nps.or_else(|| Some((read.nodes? as f64 / read.seconds.filter(|s| *s > 0.0)?) as u64));
    let lines = if pv.is_empty() && read.score.is_none() && read.mate.is_none() {
        json!([])
    } else {
        json!([{ "rank": 1, "score": read.score, "winrate": read.winrate, "mate": read.mate, "pv": pv }])
    };
    Some(json!({
        "depth": read.depth.unwrap_or(0),
        "seldepth": read.seldepth.or(read.depth).unwrap_or(0),
        "nodes": read.nodes.unwrap_or(0),
        "nps": nps.unwrap_or(0),
        "seconds": read.seconds.unwrap_or(0.0),
        "hash": null,
        "lines": lines,
        "root": { "best": pv.first(), "searching": null, "searched": [], "lost": [] },
    }))
}

/// What was read so far.
#[derive(Default)]
struct Read {
    depth: Option<u32>,
    seldepth: Option<u32>,
    score: Option<i64>,
    mate: Option<i64>,
    winrate: Option<f64>,
    nodes: Option<u64>,
    nps: Option<u64>,
    seconds: Option<f64>,
}

impl Read {
    fn pair(&mut self, word: &str, value: &str) {
        match word.to_ascii_lowercase().as_str() {
            "depth" | "d" => {
                let (depth, seldepth) = value.split_once(['-', '/']).unwrap_or((value, ""));
                if let Ok(depth) = depth.parse() {
                    self.depth = Some(depth);
                    self.seldepth = seldepth.parse().ok();
                }
            }
            "ev" | "eval" | "score" | "val" | "value" => match mate(value) {
                Some(mate) => self.mate = Some(mate),
                None => self.score = value.trim_start_matches('+').parse().ok().or(self.score),
            },
            "winrate" | "wr" | "w" => {
                let number = value.trim_end_matches('%').parse::<f64>().ok();
                let share = if value.ends_with('%') { number.map(|n| n / 100.0) } else { number };
                self.winrate = share.filter(|share| (0.0..=1.0).contains(share)).or(self.winrate);
            }
            "n" | "node" | "nodes" => self.nodes = count(value).or(self.nodes),
            "nps" | "speed" => self.nps = count(value).or(self.nps),
            "n/ms" => self.nps = count(value).map(|each| each.saturating_mul(1000)).or(self.nps),
            "tm" | "time" => self.seconds = seconds(value).or(self.seconds),
            _ => {}
        }
    }
}

/// `+M5` and `-M4`: plies to the end.
fn mate(text: &str) -> Option<i64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let plies: i64 = rest.strip_prefix(['M', 'm'])?.parse().ok()?;
    (0..=1000).contains(&plies).then_some(sign * plies)
}

/// `1234`, `120K`, `3.5M`, `1G`.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 1e3),
        (at, 'm' | 'M') => (&text[..at], 1e6),
        (at, 'g' | 'G') => (&text[..at], 1e9),
        _ => (text, 1.0),
    };
    let number: f64 = digits.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some((number * factor) as u64)
}

/// `1500`, `1500ms` or `1.5s`.
fn seconds(text: &str) -> Option<f64> {
    let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(digits), _) => (digits, 1e-3),
        (None, Some(digits)) => (digits, 1.0),
        (None, None) => (text, 1e-3),
    };
    let number: f64 = digits.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * unit)
}

/// The last row of words that are points of the board.
fn line(words: &[&str], names: Names) -> Vec<String> {
    let points: Vec<Option<String>> =
        words.iter().map(|word| names.parse(word).ok().map(|p| names.name(p))).collect();
    let Some(end) = points.iter().rposition(Option::is_some) else { return Vec::new() };
    let start = points[..end].iter().rposition(Option::is_none).map_or(0, |at| at + 1);
    points[start..=end].iter().flatten().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tengen_core::Size;

    const NAMES: Names = Names(Size::FIFTEEN);

    #[test]
    fn what_engines_print_is_read() {
        let info = parse("depth 12-20 ev 35 n 120K n/ms 800 tm 150 pv H8 i9 h10", NAMES).unwrap();
        assert_eq!(
            (&info["depth"], &info["seldepth"], &info["nodes"]),
            (&json!(12), &json!(20), &json!(120_000))
        );
        assert_eq!(info["nps"], json!(800_000));
        assert_eq!(info["seconds"], json!(0.15));
        assert_eq!(
            info["lines"][0],
            json!({ "rank": 1, "score": 35, "winrate": null, "mate": null, "pv": ["h8", "i9", "h10"] })
        );
        let won = parse("Depth: 9 | Eval: +M7 | Time: 1.5s | Win rate", NAMES).unwrap();
        assert_eq!(won["lines"][0]["mate"], json!(7));
        assert_eq!(won["seconds"], json!(1.5));
        assert_eq!(parse("hello, I think", NAMES), None);
        assert_eq!(parse("", NAMES), None);
    }

    proptest! {
        #[test]
        fn no_message_is_a_surprise(text in ".{0,200}") {
            let _ = parse(&text, NAMES);
        }

        #[test]
        fn odd_numbers_are_no_surprise(text in "(depth|ev|n|nps|tm|winrate|pv) [-+0-9a-zA-Z.%]{0,30} [a-z][0-9]{1,20}") {
            let _ = parse(&text, NAMES);
        }
    }
}
