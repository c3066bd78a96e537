//! From brackets and nodes to records.
//!
//! A record knows only moves that alternate, so what SGF says more freely is brought into that shape: a move
//! of the wrong colour is preceded by a pass, a node without a move adds its text to the node before it. Set-up
//! stones after the first move have no such shape and are refused.

use super::scan::{Property, Scanner, Token, Value};
use super::time_in_comment;
use crate::charset::{Charset, decode, decode_file};
use crate::codec::ReadOptions;
use crate::diagram::usual_side;
use crate::error::{ReadError, ReadErrorKind};
use crate::format::Format;
use crate::tree::mover;
use encoding_rs::Encoding;
use tengen_core::record::{Evaluation, GameResult, NodeId};
use tengen_core::{Colour, GameRecord, Grid, Move, Point, Size};

/// Reads all games of a collection.
///
/// # Errors
/// With the line and column of what is not understood.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    let text = decode_sgf(bytes, options.charset);
    let mut scanner = Scanner::new(&text);
    let mut records = Vec::new();
    let mut game: Option<Game> = None;
    while let Some(token) = scanner.next()? {
        let current = game.get_or_insert_with(|| Game::new(options));
        match token {
            Token::Open => current.stack.push(current.here),
            Token::Close => {
                current.here = current.stack.pop().unwrap_or_default();
                if current.stack.is_empty() {
                    records.extend(game.take().map(Game::finish));
                }
            }
            Token::Node(properties) => current.node(&scanner, &properties, options)?,
        }
    }
    if records.is_empty() {
        return Err(scanner.error(text.len(), "a game, which starts with `(;`"));
    }
    Ok(records)
}

/// The text of a file: the caller's character set if fixed, UTF-8 if it is valid, else what `CA` names.
fn decode_sgf(bytes: &[u8], charset: Charset) -> String {
    let has_bom = Encoding::for_bom(bytes).is_some();
    if charset == Charset::Auto && !has_bom && std::str::from_utf8(bytes).is_err() {
        let label = bytes.windows(3).position(|w| w == b"CA[").map(|i| &bytes[i + 3..]);
        let label = label.and_then(|l| l.split(|b| *b == b']').next());
        if let Some(encoding) = label.and_then(Encoding::for_label_no_replacement) {
            return decode(encoding, bytes);
        }
    }
    decode_file(bytes, charset)
}

/// A place in the tree: the node and the number of moves to it.
#[derive(Clone, Copy)]
struct Place {
    id: NodeId,
    ply: usize,
}

impl Default for Place {
    fn default() -> Self {
        Self { id: NodeId::ROOT, ply: 0 }
    }
}

/// A game under construction.
struct Game {
    record: GameRecord,
    /// The free stones, by colour and row in the end.
    stones: Grid,
    here: Place,
    /// Where each open bracket started.
    stack: Vec<Place>,
    has_root: bool,
    /// Whether the file says who moves first.
    has_first: bool,
}

impl Game {
    fn new(options: &ReadOptions) -> Self {
        let record = options.record(options.size_for(Format::Sgf));
        let stones = Grid::new(record.size);
        Self { record, stones, here: Place::default(), stack: Vec::new(), has_root: false, has_first: false }
    }

    fn finish(mut self) -> GameRecord {
        for colour in Colour::BOTH {
            self.record.setup.extend(self.stones.stones().filter(|(_, stone)| *stone == colour));
        }
        if !self.has_first && self.record.node_count() == 1 {
            self.record.first = usual_side(&self.record.setup);
        }
        self.record
    }

    fn node(
        &mut self,
        scanner: &Scanner<'_>,
        properties: &[Property<'_>],
        options: &ReadOptions,
    ) -> Result<(), ReadError> {
        let each = || {
            properties.iter().filter_map(|property| {
                property
                    .values
                    .first()
                    .map(|first| (property.name.as_str(), *first, property.values.as_slice()))
            })
        };
        if !self.has_root {
            self.has_root = true;
            for (name, value, _) in each() {
                self.game_info(scanner, name, value, options)?;
            }
            self.stones = Grid::new(self.record.size);
        }
        for (name, value, values) in each() {
            self.setup(scanner, name, value, values)?;
        }
        let mut moves = 0;
        for (name, value, _) in each().filter(|(name, ..)| matches!(*name, "B" | "W")) {
            moves += 1;
            if moves > 1 {
                return Err(scanner.error(value.at, "the only move of its node"));
            }
            self.play(scanner, if name == "B" { Colour::Black } else { Colour::White }, value)?;
        }
        let has_time = each().any(|(name, ..)| name == "MS");
        for (name, value, values) in each() {
            match name {
                "C" => self.comment(&value.text(), has_time),
                "LB" | "MA" => self.marks(scanner, name, values)?,
                _ => self.annotation(scanner, name, value)?,
            }
        }
        Ok(())
    }

    /// Takes what the first node says about the whole game.
    fn game_info(
        &mut self,
        scanner: &Scanner<'_>,
        name: &str,
        value: Value<'_>,
        options: &ReadOptions,
    ) -> Result<(), ReadError> {
        let record = &mut self.record;
        match name {
            "GM" if value.raw.trim() != "4" => {
                return Err(scanner.error(value.at, "4, the number of Gomoku among SGF games"));
            }
            "SZ" => record.size = size(scanner, value)?,
            "RU" => record.rule = value.line().parse().ok().or(options.rule),
            "ON" => record.opening = value.line().parse().unwrap_or_default(),
            "PB" => record.players[0] = value.line(),
            "PW" => record.players[1] = value.line(),
            "EV" => record.event = value.line(),
            "GN" => record.title = value.line(),
            "RO" => record.round = value.line(),
            "DT" => record.date = value.line(),
            "TE" => record.termination = value.line(),
            "RE" => {
                let (result, reason) = result(&value.line());
                record.result = result;
                if record.termination.is_empty() {
                    reason.clone_into(&mut record.termination);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn setup(
        &mut self,
        scanner: &Scanner<'_>,
        name: &str,
        value: Value<'_>,
        values: &[Value<'_>],
    ) -> Result<(), ReadError> {
        let is_start = self.record.node_count() == 1;
        let stone = match name {
            "PL" if is_start => {
                self.record.first = match value.raw.trim() {
                    "B" | "b" | "1" | "black" => Colour::Black,
                    "W" | "w" | "2" | "white" => Colour::White,
                    _ => return Err(scanner.error(value.at, "B or W, the side to move")),
                };
                self.has_first = true;
                return Ok(());
            }
            "AB" => Some(Colour::Black),
            "AW" => Some(Colour::White),
            "AE" => None,
            _ => return Ok(()),
        };
        if !is_start {
            return Err(scanner.error(value.at, "a move: stones can be set up before the first move only"));
        }
        for value in values {
            for p in point_list(scanner, *value, self.record.size)? {
                self.stones.set(p, stone);
            }
        }
        Ok(())
    }

    fn play(&mut self, scanner: &Scanner<'_>, side: Colour, value: Value<'_>) -> Result<(), ReadError> {
        let action = move_of(scanner, value, self.record.size)?;
        if self.record.node_count() == 1 && !self.has_first {
            self.record.first = side;
        }
        if mover(self.record.first, self.here.ply + 1) != side {
            self.append(Move::Pass);
        }
        self.append(action);
        Ok(())
    }

    fn append(&mut self, action: Move) {
        self.here = Place { id: self.record.append(self.here.id, action), ply: self.here.ply + 1 };
    }

    fn comment(&mut self, text: &str, has_time: bool) {
        let node = self.record.node_mut(self.here.id);
        match time_in_comment(text) {
            Some(time) if !has_time => node.time_ms = Some(time),
            _ => {
                if !node.comment.is_empty() && !text.is_empty() {
                    node.comment.push('\n');
                }
                node.comment.push_str(text);
            }
        }
    }

    /// Takes labels and marks; those on the move's own point belong to the move.
    fn marks(&mut self, scanner: &Scanner<'_>, name: &str, values: &[Value<'_>]) -> Result<(), ReadError> {
        let size = self.record.size;
        let node = self.record.node_mut(self.here.id);
        let own = node.action.and_then(Move::point);
        for value in values {
            if name == "MA" {
                let points = point_list(scanner, *value, size)?;
                node.is_marked |= own.is_some_and(|own| points.contains(&own));
                continue;
            }
            let (place, text) =
                value.halves().ok_or_else(|| scanner.error(value.at, "a point, `:` and a text"))?;
            let p = point(scanner, place, size)?;
            if own == Some(p) {
                node.label = text.line();
            } else {
                node.board_texts.push((p, text.line()));
            }
        }
        Ok(())
    }

    fn annotation(&mut self, scanner: &Scanner<'_>, name: &str, value: Value<'_>) -> Result<(), ReadError> {
        let mover = mover(self.record.first, self.here.ply);
        let node = self.record.node_mut(self.here.id);
        match name {
            "N" if node.label.is_empty() => node.label = value.line(),
            "HO" => node.is_marked = true,
            "MS" if !value.raw.is_empty() => {
                let time = value.raw.trim().parse();
                node.time_ms = Some(time.map_err(|_| scanner.error(value.at, "a time in milliseconds"))?);
            }
            "V" => {
                let score: f64 = value.raw.trim().parse().unwrap_or(f64::NAN);
                let score = if mover == Colour::Black { score } else { -score }.round();
                if !(f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&score) {
                    return Err(scanner.error(value.at, "a number, the value for Black"));
                }
                node.evaluation = Some(Evaluation::Score(score as i32));
            }
            "MT" => node.evaluation = Some(proven(scanner, value, mover)?),
            _ => {}
        }
        Ok(())
    }
}

/// A proven result such as `B+7`, seen by the mover.
fn proven(scanner: &Scanner<'_>, value: Value<'_>, mover: Colour) -> Result<Evaluation, ReadError> {
    let raw = value.raw.trim();
    let fail = || scanner.error(value.at, "a proven result such as B+7, W+ or 0");
    if raw == "0" {
        return Ok(Evaluation::Draw);
    }
    let (winner, plies) = raw.split_once('+').ok_or_else(fail)?;
    let plies = if plies.is_empty() { 0 } else { plies.parse().map_err(|_| fail())? };
    let winner = match winner {
        "B" => Colour::Black,
        "W" => Colour::White,
        _ => return Err(fail()),
    };
    Ok(if winner == mover { Evaluation::Win(plies) } else { Evaluation::Loss(plies) })
}

/// Who won and why, from `RE`. An unknown text is no result.
fn result(text: &str) -> (Option<GameResult>, &'static str) {
    let text = text.trim().to_ascii_uppercase();
    if matches!(text.as_str(), "0" | "DRAW" | "B+DRAW") {
        return (Some(GameResult::Draw), "");
    }
    let Some((winner, margin)) = text.split_once('+') else { return (None, "") };
    let reason = match margin {
        "R" | "RESIGN" => "resignation",
        "T" | "TIME" => "timeout",
        "F" | "FORFEIT" => "forfeit",
        _ => "",
    };
    match winner {
        "B" => (Some(GameResult::Win(Colour::Black)), reason),
        "W" => (Some(GameResult::Win(Colour::White)), reason),
        _ => (None, ""),
    }
}

fn size(scanner: &Scanner<'_>, value: Value<'_>) -> Result<Size, ReadError> {
    let side = |value: Value<'_>| {
        let side = value.raw.trim().parse::<usize>();
        side.map_err(|_| scanner.error(value.at, "a board size such as 15 or 20:15"))
    };
    let (width, height) = match value.halves() {
        Some((width, height)) => (side(width)?, side(height)?),
        None => (side(value)?, side(value)?),
    };
    Size::new(width, height).map_err(|e| scanner.error_kind(value.at, ReadErrorKind::Size(e)))
}

/// The move of a `B` or `W`; nothing and, on boards up to 19, `tt` are passes.
fn move_of(scanner: &Scanner<'_>, value: Value<'_>, size: Size) -> Result<Move, ReadError> {
    let raw = value.raw.trim();
    let is_pass = raw.is_empty() || (raw == "tt" && size.width().max(size.height()) <= 19);
    if is_pass { Ok(Move::Pass) } else { point(scanner, value, size).map(Move::Place) }
}

fn point(scanner: &Scanner<'_>, value: Value<'_>, size: Size) -> Result<Point, ReadError> {
    let coordinates = match value.raw.trim().as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Some((i32::from(x - b'a'), i32::from(y - b'a'))),
        _ => None,
    };
    let p = coordinates.and_then(|(x, y)| size.point(x, y));
    p.ok_or_else(|| scanner.error(value.at, format!("a point of the {size} board, such as hh")))
}

/// The points of a value: one, or all in a rectangle `aa:cc`.
fn point_list(scanner: &Scanner<'_>, value: Value<'_>, size: Size) -> Result<Vec<Point>, ReadError> {
    let Some((from, to)) = value.halves() else { return Ok(vec![point(scanner, value, size)?]) };
    let (from, to) = (point(scanner, from, size)?, point(scanner, to, size)?);
    let (left, right) = (from.x().min(to.x()), from.x().max(to.x()));
    let (top, bottom) = (from.y().min(to.y()), from.y().max(to.y()));
    Ok((top..=bottom).flat_map(|y| (left..=right).filter_map(move |x| Point::new(x, y))).collect())
}
