//! What engines of others print about their search, read as far as that is possible.

use crate::wire::Names;
use serde_json::{Value, json};
use tengen_core::notation::{Origin, parse_point};
use tengen_core::{Point, Size};
use tengen_protocol::coordinates::{Coordinates, Pair};

/// What one message says: words such as `depth 12-20`, `ev 35`, `n 120K`, `n/ms 800`, `tm 1500`, `pv H8 I9`, in any order and with any
/// signs between them.
#[derive(Clone, Debug)]
pub(super) struct Said {
    read: Read,
    /// The points that it names, as they stand there.
    points: Vec<Named>,
}

/// A point of a line.
#[derive(Clone, Debug)]
enum Named {
    /// `H8`: where row 1 is depends on the engine.
    Word(String),
    /// `[7,7]`, as in the protocol.
    Pair(Point),
}

impl Said {
    /// Reads a message; `None` if it has neither a depth nor a line.
    pub(super) fn read(text: &str, size: Size) -> Option<Self> {
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ',' | '(' | ')' | '[' | ']'))
            .filter(|word| !word.is_empty())
            .collect();
        let mut read = Read::default();
        for pair in words.windows(2) {
            read.pair(pair[0], pair[1]);
        }
        let pairs = pairs(text, size);
        let points = if pairs.is_empty() { named(&words, size) } else { pairs };
        (read.depth.is_some() || !points.is_empty()).then_some(Self { read, points })
    }

    /// Whether it names points.
    pub(super) fn has_line(&self) -> bool {
        !self.points.is_empty()
    }

    /// The line, if row 1 is there.
    pub(super) fn line(&self, size: Size, origin: Origin) -> Vec<Point> {
        let point = |named: &Named| match named {
            Named::Word(word) => parse_point(word, size, origin).ok(),
            Named::Pair(p) => Some(*p),
        };
        self.points.iter().map_while(point).collect()
    }

    /// All of it as an event of a search.
    pub(super) fn info(&self, names: Names, origin: Origin) -> Value {
        let Read { depth, seldepth, score, mate, winrate, nodes, seconds, .. } = self.read;
        let pv = names.names(self.line(names.0, origin));
        let nps = self.read.nps.or_else(|| Some((nodes? as f64 / seconds.filter(|s| *s > 0.0)?) as u64));
        let lines = if pv.is_empty() && score.is_none() && mate.is_none() {
            json!([])
        } else {
            json!([{ "rank": 1, "score": score, "winrate": winrate, "mate": mate, "pv": pv }])
        };
        json!({
            "depth": depth.unwrap_or(0),
            "seldepth": seldepth.or(depth).unwrap_or(0),
            "nodes": nodes.unwrap_or(0),
            "nps": nps.unwrap_or(0),
            "seconds": seconds.unwrap_or(0.0),
            "hash": null,
            "lines": lines,
            "root": { "best": pv.first(), "searching": null, "searched": [], "lost": [] },
        })
    }
}

/// What was read so far.
#[derive(Clone, Debug, Default)]
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
fn named(words: &[&str], size: Size) -> Vec<Named> {
    let is_point = |word: &&str| parse_point(word, size, Origin::Top).is_ok();
    let Some(end) = words.iter().rposition(is_point) else { return Vec::new() };
    let start = words[..end].iter().rposition(|word| !is_point(word)).map_or(0, |at| at + 1);
    words[start..=end].iter().map(|word| Named::Word((*word).to_owned())).collect()
}

/// The points `[column,row]` of a message.
fn pairs(text: &str, size: Size) -> Vec<Named> {
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let pair = |inside: &str| {
        let (column, row) = inside.split_once(',')?;
        let pair = Pair(column.trim().parse().ok()?, row.trim().parse().ok()?);
        Coordinates::ColumnRow.point(pair, size).map(Named::Pair)
    };
    inside.filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NAMES: Names = Names(Size::FIFTEEN);

    fn parse(text: &str) -> Option<Value> {
        Said::read(text, NAMES.0).map(|said| said.info(NAMES, Origin::Bottom))
    }

    #[test]
    fn what_engines_print_is_read() {
        let info = parse("depth 12-20 ev 35 n 120K n/ms 800 tm 150 pv H8 i9 h10").unwrap();
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
        let won = parse("Depth: 9 | Eval: +M7 | Time: 1.5s | Win rate").unwrap();
        assert_eq!(won["lines"][0]["mate"], json!(7));
        assert_eq!(won["seconds"], json!(1.5));
        assert_eq!(parse("hello, I think"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn rows_count_from_where_the_engine_counts_them() {
        let said = Said::read("Depth 20-36 | Eval 113 | Time 752ms | F6 C7", NAMES.0).unwrap();
        assert_eq!(said.info(NAMES, Origin::Top)["lines"][0]["pv"], json!(["f10", "c9"]));
        assert_eq!(said.info(NAMES, Origin::Bottom)["lines"][0]["pv"], json!(["f6", "c7"]));
        // Pairs count as the protocol does.
        for origin in [Origin::Top, Origin::Bottom] {
            let said = Said::read("bestLine: [5,5] [2,6] [99,1]", NAMES.0).unwrap();
            assert_eq!(said.info(NAMES, origin)["lines"][0]["pv"], json!(["f10", "c9"]));
        }
    }

    proptest! {
        #[test]
        fn no_message_is_a_surprise(text in ".{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn odd_numbers_are_no_surprise(text in "(depth|ev|n|nps|tm|winrate|pv) [-+0-9a-zA-Z.%]{0,30} [a-z\\[][0-9,]{1,20}\\]?") {
            let _ = parse(&text);
        }
    }
}
