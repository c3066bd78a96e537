//! A line of a batch as a position: a JSON object, or plain moves.

use crate::commands::solve::ask::parse_side;
use crate::input::parse_size;
use serde::Deserialize;
use serde_json::Value;
use tengen_core::notation::{Origin, parse_moves, parse_point};
use tengen_core::{Colour, Position, Rule, Size};

/// What holds where a line does not say, and the rule that holds whatever it says.
#[derive(Clone, Copy)]
pub(super) struct Defaults {
    pub(super) rule: Option<Rule>,
    pub(super) size: Option<Size>,
    pub(super) origin: Origin,
}

/// A position to solve.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: Value,
    pub(super) position: Position,
}

/// A line that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) id: Value,
    pub(super) reason: String,
}

/// The fields that count; others are for others.
#[derive(Deserialize)]
struct Fields {
    id: Option<Value>,
    rule: Option<String>,
    size: Option<Extent>,
    to_move: Option<String>,
    black: Option<Points>,
    white: Option<Points>,
    moves: Option<Points>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Extent {
    Side(usize),
    Sides([usize; 2]),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Points {
    List(Vec<String>),
    Text(String),
}

impl Points {
    fn text(&self) -> String {
        match self {
            Self::List(list) => list.join(" "),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Reads the line with this number, from 1.
pub(super) fn parse(text: &str, number: usize, defaults: Defaults) -> Result<Question, Refusal> {
    let unnamed = || Value::from(format!("line {number}"));
    if text.starts_with('{') {
        let refuse =
            |error: serde_json::Error| Refusal { id: id_of(text, unnamed()), reason: error.to_string() };
        let fields: Fields = serde_json::from_str(text).map_err(refuse)?;
        let id = fields.id.clone().unwrap_or_else(unnamed);
        return match fields.position(defaults) {
            Ok(position) => Ok(Question { id, position }),
            Err(reason) => Err(Refusal { id, reason }),
        };
    }
    // Lists of wins say behind the moves how long they take, or what to play.
    let moves = text.split(['=', '>']).next().unwrap_or(text);
    let position = game(moves, defaults.size, defaults.rule.unwrap_or_default(), defaults.origin);
    position
        .map(|position| Question { id: unnamed(), position })
        .map_err(|reason| Refusal { id: unnamed(), reason })
}

/// The id of an object whose other fields cannot be read.
fn id_of(text: &str, unnamed: Value) -> Value {
    let object: Option<Value> = serde_json::from_str(text).ok();
    object.and_then(|object| object.get("id").cloned()).unwrap_or(unnamed)
}

fn game(moves: &str, size: Option<Size>, rule: Rule, origin: Origin) -> Result<Position, String> {
    let size = size.unwrap_or(Size::FIFTEEN);
    let moves = parse_moves(moves, size, origin).map_err(|error| format!("moves: {error}"))?;
    Position::from_moves(size, rule, moves).map_err(|error| format!("moves: {error}"))
}

impl Fields {
    fn position(&self, defaults: Defaults) -> Result<Position, String> {
        let size = match &self.size {
            None => defaults.size.unwrap_or(Size::FIFTEEN),
            Some(Extent::Side(side)) => Size::square(*side).map_err(|error| error.to_string())?,
            Some(Extent::Sides([width, height])) => {
                Size::new(*width, *height).map_err(|error| error.to_string())?
            }
            Some(Extent::Text(text)) => parse_size(text)?,
        };
        let named = self.rule.as_ref().map(|name| name.parse::<Rule>().map_err(|error| error.to_string()));
        let rule = defaults.rule.map(Ok).or(named).transpose()?.unwrap_or_default();
        let to_move = self.to_move.as_deref().map(parse_side).transpose()?;
        if self.black.is_some() || self.white.is_some() {
            // Where both are given the moves are how the stones came about.
            return self.stones(size, rule, to_move, defaults.origin);
        }
        let moves = self.moves.as_ref().ok_or("a position has `black` and `white`, or `moves`")?;
        let position = game(&moves.text(), Some(size), rule, defaults.origin)?;
        match to_move {
            Some(side) if side != position.to_move() => {
                Err(format!("to_move is {side}, but after these moves it is {}", position.to_move()))
            }
            _ => Ok(position),
        }
    }

    fn stones(
        &self,
        size: Size,
        rule: Rule,
        to_move: Option<Colour>,
        origin: Origin,
    ) -> Result<Position, String> {
        let mut position = Position::new(size, rule);
        let mut counts = [0_usize; 2];
        for (side, points) in [(Colour::Black, &self.black), (Colour::White, &self.white)] {
            let text = points.as_ref().map(Points::text).unwrap_or_default();
            for name in text.split([' ', ',']).filter(|name| !name.is_empty()) {
                let p = parse_point(name, size, origin).map_err(|error| format!("{side}: {error}"))?;
                position.set_up(p, side).map_err(|error| format!("{side} {name}: {error}"))?;
                counts[side.index()] += 1;
            }
        }
        let usual = if counts[0] > counts[1] { Colour::White } else { Colour::Black };
        position.set_first(to_move.unwrap_or(usual)).map_err(|error| error.to_string())?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const DEFAULTS: Defaults = Defaults { rule: None, size: None, origin: Origin::Bottom };

    fn read(text: &str) -> Question {
        parse(text, 3, DEFAULTS).unwrap()
    }

    fn refused(text: &str) -> Refusal {
        parse(text, 3, DEFAULTS).unwrap_err()
    }

    #[test]
    fn objects_have_stones_or_moves() {
        let stones = read(
            r#"{"id":"a","rule":"renju","size":15,"to_move":"w","black":["h8","h9"],"white":["i9"],"task":"vcf"}"#,
        );
        assert_eq!((stones.id, stones.position.rule()), (json!("a"), Rule::Renju));
        assert_eq!((stones.position.to_move(), stones.position.stone_count()), (Colour::White, 3));
        let moves = read(r#"{"id":7,"moves":["h8","i9"],"size":[20,15]}"#);
        assert_eq!((moves.id, moves.position.size()), (json!(7), Size::new(20, 15).unwrap()));
        assert_eq!(moves.position.moves().len(), 2);
        let text = read(r#"{"moves":"h8i9h7"}"#);
        assert_eq!((text.id, text.position.to_move()), (json!("line 3"), Colour::White));
        let bare = read(r#"{"black":["h8"],"white":[]}"#);
        assert_eq!(bare.position.to_move(), Colour::White);
    }

    #[test]
    fn plain_lines_are_moves_with_a_tail_for_others() {
        for text in ["h8 h10 g7 j10 = 18", "h8h10g7j10 > g8", "h8,h10,g7,j10"] {
            assert_eq!(read(text).position.stone_count(), 4, "{text}");
        }
    }

    #[test]
    fn the_rule_of_the_command_line_wins() {
        let defaults = Defaults { rule: Some(Rule::Standard), ..DEFAULTS };
        let question = parse(r#"{"rule":"renju","moves":"h8"}"#, 1, defaults).unwrap();
        assert_eq!(question.position.rule(), Rule::Standard);
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_id_and_the_reason() {
        for (text, id, reason) in [
            (r#"{"id":"x"}"#, json!("x"), "a position has"),
            (r#"{"id":"x","black":["z9"],"white":[]}"#, json!("x"), "black: at byte 0: `z9`"),
            (r#"{"id":"x","black":["h8"],"white":["h8"]}"#, json!("x"), "white h8: "),
            (r#"{"id":"x","moves":"h8","to_move":"b"}"#, json!("x"), "after these moves"),
            (r#"{"id":"x","moves":"h8","size":4}"#, json!("x"), "each side must be"),
            (r#"{"id":"x","moves":"h8","rule":"go"}"#, json!("x"), "go"),
            (r#"{"id":"x","moves":8}"#, json!("x"), "did not match"),
            ("{", json!("line 3"), "EOF"),
            ("h8h8", json!("line 3"), "moves: "),
            ("h99", json!("line 3"), "moves: "),
        ] {
            let refusal = refused(text);
            assert_eq!(refusal.id, id, "{text}");
            assert!(refusal.reason.contains(reason), "{text}: {}", refusal.reason);
        }
    }
}
