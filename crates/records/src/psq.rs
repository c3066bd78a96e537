//! Piskvork's `.psq` and Gomotur's `.rec`: a game as lines `x,y,time`, with names and a code for how it ended.
//!
//! ```text
//!   Piskvorky 20x20, 11:11, 0     .psq: size, levels, who of the two began (0 or 1)
//!   11,11,357                     column and row from 1 (.rec: from 0), milliseconds
//!   alpha                         the two names, only in tournaments (.rec: before the moves, no head line)
//!   beta
//!   0                             how it ended
//! ```
//!
//! Neither says the rule or the winner. Names are those of players 0 and 1, so Black is the second name when
//! player 1 began. A missing time is written as 0, because other readers insist on three numbers.

use crate::charset::decode_file;
use crate::codec::ReadOptions;
use crate::error::{ReadError, ReadErrorKind, WriteError};
use crate::format::Format;
use crate::lines::{Line, ended, lines};
use std::fmt::Write as _;
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Move, Size};

const NORMAL: i64 = 0;
const UNKNOWN: i64 = -1;

/// The words for a code of how a game ended; an unknown end has none.
fn termination(code: i64) -> String {
    match code {
        UNKNOWN => String::new(),
        NORMAL => "normal end".to_owned(),
        15 => "timeout".to_owned(),
        -2 => "error".to_owned(),
        code => format!("error {code}"),
    }
}

/// The code for how a game ended, if there is one for these words.
pub(crate) fn code_of(words: &str) -> Option<i64> {
    let number = words.strip_prefix("error ").and_then(|n| n.parse().ok());
    [UNKNOWN, NORMAL, 15, -2].into_iter().chain(number).find(|code| termination(*code) == words)
}

/// Reads a `.psq` file.
///
/// # Errors
/// At the first line that is none of such a file.
pub fn read_psq(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let format = Format::Psq;
    let text = decode_file(bytes, options.charset);
    let mut rest = lines(&text).peekable();
    let head = rest.next().ok_or_else(|| ended(format, &text, "`Piskvorky WxH, a:b, s`"))?;
    let (size, starter) = read_head(&head)?;
    let mut record = options.record(size);
    let mut at = NodeId::ROOT;
    while let Some(line) = rest.next_if(is_move_line) {
        at = read_move(&mut record, at, &line, format, 1)?;
    }
    let mut tail: Vec<Line<'_>> = rest.collect();
    while tail.last().is_some_and(Line::is_blank) {
        tail.pop();
    }
    // One name alone with a code is no pair of names.
    let has_names = match tail.as_slice() {
        [_, second] => second.text.trim().parse::<i64>().is_err(),
        lines => lines.len() > 2,
    };
    if has_names {
        for (player, line) in tail.drain(..2).enumerate() {
            record.players[player ^ starter] = one_line(line.text);
        }
    }
    read_code(&mut record, &tail, format)?;
    Ok(record)
}

/// The size, and which of the two players began.
fn read_head(head: &Line<'_>) -> Result<(Size, usize), ReadError> {
    let format = Format::Psq;
    let fail = |expected: &str| head.error(format, 0, expected);
    let body = head.text.trim_start_matches('\u{feff}').trim_start();
    let body = body.strip_prefix("Piskvorky").ok_or_else(|| fail("`Piskvorky WxH, a:b, s`"))?;
    let mut parts = body.split(',').map(str::trim);
    let sides = parts.next().and_then(|sides| sides.split_once('x'));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    let (width, height) =
        sides.and_then(|(w, h)| side(w).zip(side(h))).ok_or_else(|| fail("`Piskvorky WxH, a:b, s`"))?;
    let size = Size::new(width, height).map_err(|e| head.error_kind(format, 0, ReadErrorKind::Size(e)))?;
    let starter = match parts.nth(1) {
        None | Some("0") => 0,
        Some("1") => 1,
        Some(_) => return Err(fail("a head line that ends with 0 or 1, the player who began")),
    };
    Ok((size, starter))
}

/// Whether a line starts like a move: a number and a comma.
fn is_move_line(line: &Line<'_>) -> bool {
    looks_like_move(line.text)
}

fn looks_like_move(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && text[digits..].trim_start().starts_with(',')
}

/// Reads `x,y` or `x,y,time`, counted from `base`, and appends the move.
fn read_move(
    record: &mut GameRecord,
    at: NodeId,
    line: &Line<'_>,
    format: Format,
    base: i32,
) -> Result<NodeId, ReadError> {
    let size = record.size;
    let pieces: Vec<(usize, &str)> = line.pieces(|c| c == ',').collect();
    let (x, y, time) = match *pieces.as_slice() {
        [x, y] => (x, y, None),
        [x, y, time] => (x, y, Some(time)),
        _ => return Err(line.error(format, 0, "a move x,y,time")),
    };
    let (width, height) = (i32::from(size.width()), i32::from(size.height()));
    let expected = format!(
        "a move x,y,time on the {size} board, from {base},{base} to {},{}",
        width - 1 + base,
        height - 1 + base
    );
    let coordinate = |(offset, text): (usize, &str)| match text.trim().parse::<i32>() {
        Ok(number) => Ok(number.saturating_sub(base)),
        Err(_) => Err(line.error(format, offset, expected.clone())),
    };
    let p =
        size.point(coordinate(x)?, coordinate(y)?).ok_or_else(|| line.error(format, 0, expected.clone()))?;
    let id = record.append(at, Move::Place(p));
    if let Some((offset, text)) = time {
        let time = text.trim().parse().map_err(|_| line.error(format, offset, "a time in milliseconds"))?;
        record.node_mut(id).time_ms = Some(time);
    }
    Ok(id)
}

/// Reads the code at the end of the file, if there is one.
fn read_code(record: &mut GameRecord, tail: &[Line<'_>], format: Format) -> Result<(), ReadError> {
    let Some(line) = tail.first() else { return Ok(()) };
    let code =
        line.text.trim().parse().map_err(|_| line.error(format, 0, "a code for how the game ended"))?;
    if let Some(extra) = tail.get(1) {
        return Err(extra.error(format, 0, "the end of the file"));
    }
    record.termination = termination(code);
    Ok(())
}

/// Reads a `.rec` file.
///
/// # Errors
/// At the first line that is none of such a file.
pub fn read_rec(bytes: &[u8], options: &ReadOptions) -> Result<GameRecord, ReadError> {
    let format = Format::Rec;
    let text = decode_file(bytes, options.charset);
    let mut record = options.record(options.size_for(format));
    let mut rest = lines(&text).peekable();
    for player in 0..2 {
        let line = rest.next().ok_or_else(|| ended(format, &text, "the names of the two players"))?;
        record.players[player] = one_line(line.text);
    }
    let mut at = NodeId::ROOT;
    while let Some(line) = rest.next_if(is_move_line) {
        at = read_move(&mut record, at, &line, format, 0)?;
    }
    let mut tail: Vec<Line<'_>> = rest.collect();
    while tail.last().is_some_and(Line::is_blank) {
        tail.pop();
    }
    read_code(&mut record, &tail, format)?;
    Ok(record)
}

fn write_main_line(text: &mut String, record: &GameRecord, base: u8) {
    for id in record.main_line() {
        let node = record.node(id);
        if let Some(p) = node.action.and_then(Move::point) {
            let _ = writeln!(text, "{},{},{}", p.x() + base, p.y() + base, node.time_ms.unwrap_or(0));
        }
    }
}

/// A name without what would break its line or be taken for a byte order mark.
fn one_line(name: &str) -> String {
    name.replace(['\r', '\n', '\u{feff}'], " ")
}

/// The code to write: a game with a result ended, however it did.
fn code_to_write(record: &GameRecord) -> i64 {
    let usual = if record.result.is_some() { NORMAL } else { UNKNOWN };
    code_of(&record.termination).filter(|code| *code != UNKNOWN).unwrap_or(usual)
}

/// The main line as a `.psq` file, Black being player 0.
pub(crate) fn write_psq(record: &GameRecord) -> Result<String, WriteError> {
    let mut text = format!("Piskvorky {}, 11:11, 0\n", record.size);
    write_main_line(&mut text, record, 1);
    if record.players.iter().any(|name| !name.is_empty()) {
        for name in &record.players {
            if looks_like_move(name) {
                return Err(WriteError::Name { name: name.clone() });
            }
            text.push_str(&one_line(name));
            text.push('\n');
        }
    }
    let _ = writeln!(text, "{}", code_to_write(record));
    Ok(text)
}

/// The main line as a `.rec` file.
pub(crate) fn write_rec(record: &GameRecord) -> String {
    let mut text = String::new();
    for name in &record.players {
        text.push_str(&one_line(name));
        text.push('\n');
    }
    write_main_line(&mut text, record, 0);
    let _ = writeln!(text, "{}", code_to_write(record));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Point;

    fn place(x: u8, y: u8) -> Move {
        Move::Place(Point::new(x, y).unwrap())
    }

    #[test]
    fn coordinates_count_from_one_and_names_follow_the_starter() {
        let text = b"Piskvorky 20x15, 11:11, 1\r\n1,1,10\r\n20,15,2500\r\nfirst engine\r\nsecond\r\n15\r\n";
        let game = read_psq(text, &ReadOptions::default()).unwrap();
        assert_eq!(game.size, Size::new(20, 15).unwrap());
        assert_eq!(game.main_moves(), [place(0, 0), place(19, 14)]);
        assert_eq!(game.players, ["second", "first engine"]);
        assert_eq!(game.termination, "timeout");
        assert_eq!(game.node(game.main_line()[1]).time_ms, Some(2500));
        assert_eq!(
            write_psq(&game).unwrap(),
            "Piskvorky 20x15, 11:11, 0\n1,1,10\n20,15,2500\nsecond\nfirst engine\n15\n"
        );
    }

    #[test]
    fn times_names_and_code_may_be_missing() {
        let game = read_psq(b"Piskvorky 15x15, 0:0, 0\n8,8\n", &ReadOptions::default()).unwrap();
        assert_eq!(game.main_moves(), [place(7, 7)]);
        assert_eq!(game.termination, "");
        let game = read_psq(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n", &ReadOptions::default()).unwrap();
        assert_eq!(game.termination, "");
    }

    #[test]
    fn a_bad_psq_line_is_named_with_its_place() {
        let at = |text: &str| read_psq(text.as_bytes(), &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(at(""), "psq, line 1, column 1: the file ends where `Piskvorky WxH, a:b, s` was expected");
        assert_eq!(at("hello"), "psq, line 1, column 1: `hello` is not `Piskvorky WxH, a:b, s`");
        assert_eq!(
            at("Piskvorky 40x40, 0:0, 0"),
            "psq, line 1, column 1: a 40x40 board is not supported: each side must be 5 to 22"
        );
        assert_eq!(
            at("Piskvorky 15x15, 0:0, 0\n8,8,0\n0,8,0\n"),
            "psq, line 3, column 1: `0,8,0` is not a move x,y,time on the 15x15 board, from 1,1 to 15,15"
        );
        assert_eq!(
            at("Piskvorky 15x15, 0:0, 0\n8,8,fast\n"),
            "psq, line 2, column 5: `fast` is not a time in milliseconds"
        );
        assert_eq!(
            at("Piskvorky 15x15, 0:0, 0\nalpha\n"),
            "psq, line 2, column 1: `alpha` is not a code for how the game ended"
        );
        assert_eq!(
            at("Piskvorky 15x15, 0:0, 0\nalpha\n0\n"),
            "psq, line 2, column 1: `alpha` is not a code for how the game ended"
        );
        assert_eq!(
            at("Piskvorky 15x15, 0:0, 0\nalpha\nbeta\n0\n7\n"),
            "psq, line 5, column 1: `7` is not the end of the file"
        );
    }

    #[test]
    fn a_rec_starts_with_names_and_counts_from_zero() {
        let game = read_rec(b"alpha\nbeta\n0,0,5\n19,19,6\n0\n", &ReadOptions::default()).unwrap();
        assert_eq!(game.players, ["alpha", "beta"]);
        assert_eq!(game.main_moves(), [place(0, 0), place(19, 19)]);
        assert_eq!(game.termination, "normal end");
        assert_eq!(write_rec(&game), "alpha\nbeta\n0,0,5\n19,19,6\n0\n");
        let error = read_rec(b"alpha\n", &ReadOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rec, line 2, column 1: the file ends where the names of the two players was expected"
        );
    }

    #[test]
    fn a_name_that_reads_as_a_move_is_refused() {
        let mut game = GameRecord::new(Size::FIFTEEN);
        game.players[0] = "3, the engine".to_owned();
        assert!(matches!(write_psq(&game), Err(WriteError::Name { .. })));
    }

    #[test]
    fn every_code_has_its_words() {
        for code in [-300, -2, -1, 0, 1, 7, 15, i64::MAX] {
            assert_eq!(code_of(&termination(code)), Some(code));
        }
        assert_eq!(code_of("resigned"), None);
    }
}
