//! Plain move lists as files: move strings and Gomocup pairs (one game a line), `CodeCup` letters (one move a
//! line). Blank lines and lines that start with `#` are skipped, except that a blank line ends a `CodeCup` game.

use crate::charset::decode_file;
use crate::codec::ReadOptions;
use crate::error::ReadError;
use crate::format::Format;
use crate::lines::{Line, ended, lines};
use tengen_core::notation::{self, Origin};
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Move, Size};

/// What stands for a pass among Gomocup pairs, as Rapfi writes it.
const PASS_PAIR: &str = "-1,-1";
/// What a `CodeCup` player says instead of the fourth stone to take the other colour.
const SWAP: &str = "Zz";
/// How a record remembers that the colours were swapped, as the comment on the third move.
const SWAP_COMMENT: &str = "swap";

/// Adds a line of play behind a node and gives its end.
pub(crate) fn append_moves(record: &mut GameRecord, moves: impl IntoIterator<Item = Move>) -> NodeId {
    moves.into_iter().fold(NodeId::ROOT, |at, m| record.append(at, m))
}

fn is_remark(line: &Line<'_>) -> bool {
    line.text.trim_start().starts_with('#')
}

/// Whether a line of a list of games holds one.
pub(crate) fn is_game(line: &Line<'_>) -> bool {
    !line.is_blank() && !is_remark(line)
}

/// Reads one game a line with `parse`.
fn read_lines(
    format: Format,
    bytes: &[u8],
    options: &ReadOptions,
    parse: impl Fn(&Line<'_>, Size) -> Result<Vec<Move>, ReadError>,
) -> Result<Vec<GameRecord>, ReadError> {
    let text = decode_file(bytes, options.charset);
    let size = options.size_for(format);
    let mut records = Vec::new();
    for line in lines(&text).filter(is_game) {
        let mut record = options.record(size);
        append_moves(&mut record, parse(&line, size)?);
        records.push(record);
    }
    if records.is_empty() { Err(ended(format, &text, "a game")) } else { Ok(records) }
}

/// Reads move strings such as `h8i9h7`, one game a line.
///
/// # Errors
/// At the first piece that is no move, or when there is no game.
pub fn read_moves(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    read_lines(Format::Moves, bytes, options, |line, size| {
        let moves = notation::parse_moves(line.text, size, options.origin);
        let moves = moves.map_err(|e| line.notation_error(Format::Moves, 0, e))?;
        if moves.is_empty() { Err(line.error(Format::Moves, 0, "a move")) } else { Ok(moves) }
    })
}

/// The main line as one line of text.
pub(crate) fn write_moves(record: &GameRecord, origin: Origin) -> String {
    let mut text = notation::moves_to_string(&record.main_moves(), record.size, origin);
    text.push('\n');
    text
}

/// Reads Gomocup pairs such as `7,7 8,8` (blanks or semicolons between them), one game a line.
///
/// # Errors
/// At the first piece that is no pair, or when there is no game.
pub fn read_pairs(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    read_lines(Format::Pairs, bytes, options, |line, size| {
        let pair = |(offset, piece): (usize, &str)| {
            if piece == PASS_PAIR {
                return Ok(Move::Pass);
            }
            let p = notation::parse_pair(piece, size);
            p.map(Move::Place).map_err(|e| line.notation_error(Format::Pairs, offset, e))
        };
        let moves: Vec<Move> =
            line.pieces(|c| c.is_whitespace() || c == ';').map(pair).collect::<Result<_, _>>()?;
        if moves.is_empty() { Err(line.error(Format::Pairs, 0, "a pair x,y")) } else { Ok(moves) }
    })
}

/// The main line as one line of pairs.
pub(crate) fn write_pairs(record: &GameRecord) -> String {
    let pair = |m: &Move| m.point().map_or_else(|| PASS_PAIR.to_owned(), notation::pair_name);
    let pairs: Vec<String> = record.main_moves().iter().map(pair).collect();
    pairs.join(" ") + "\n"
}

/// Reads `CodeCup` games: one move a line, a blank line between games. `Start` and `Quit` are skipped; `Zz`
/// after the third stone is kept as the comment `swap` there, because it moves no stone.
///
/// # Errors
/// At the first line that is no move, or when there is no game.
pub fn read_codecup(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameRecord>, ReadError> {
    let format = Format::CodeCup;
    let text = decode_file(bytes, options.charset);
    let size = options.size_for(format);
    let mut records: Vec<GameRecord> = Vec::new();
    let mut at = None;
    let is_said = |line: &Line<'_>| !matches!(line.text.trim(), "Start" | "Quit") && !is_remark(line);
    for line in lines(&text).filter(is_said) {
        let word = line.text.trim();
        if word.is_empty() {
            at = None;
        } else if let (Some(record), Some(last)) = (records.last_mut(), &mut at) {
            if word == SWAP && record.node_count() == 4 && record.node(*last).comment.is_empty() {
                SWAP_COMMENT.clone_into(&mut record.node_mut(*last).comment);
            } else {
                *last = record.append(*last, codecup_move(&line, size)?);
            }
        } else {
            let mut record = options.record(size);
            at = Some(record.append(NodeId::ROOT, codecup_move(&line, size)?));
            records.push(record);
        }
    }
    if records.is_empty() { Err(ended(format, &text, "a game")) } else { Ok(records) }
}

fn codecup_move(line: &Line<'_>, size: Size) -> Result<Move, ReadError> {
    let indent = line.text.len() - line.text.trim_start().len();
    let p = notation::parse_codecup(line.text.trim(), size);
    p.map(Move::Place).map_err(|e| line.notation_error(Format::CodeCup, indent, e))
}

/// The main lines, one move a line, a blank line between games.
pub(crate) fn write_codecup(records: &[GameRecord]) -> String {
    let mut games = Vec::new();
    for record in records {
        let mut game = String::new();
        for (i, id) in record.main_line().into_iter().enumerate() {
            let node = record.node(id);
            game.extend(node.action.and_then(Move::point).map(|p| notation::codecup_name(p) + "\n"));
            if i == 2 && node.comment == SWAP_COMMENT {
                game.push_str(SWAP);
                game.push('\n');
            }
        }
        games.push(game);
    }
    games.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Point;

    fn place(x: u8, y: u8) -> Move {
        Move::Place(Point::new(x, y).unwrap())
    }

    #[test]
    fn a_move_string_a_line_is_a_game() {
        let options = ReadOptions::default();
        let games = read_moves(b"# two games\r\nh8i9\r\n\r\nA1, o15 --\n", &options).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].main_moves(), [place(7, 7), place(8, 6)]);
        assert_eq!(games[1].main_moves(), [place(0, 14), place(14, 0), Move::Pass]);
        let top = ReadOptions { origin: Origin::Top, ..options };
        assert_eq!(read_moves(b"a1", &top).unwrap()[0].main_moves(), [place(0, 0)]);
    }

    #[test]
    fn a_bad_move_is_named_with_line_and_column() {
        let error = read_moves(b"h8i9\nh8 p3\n", &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "moves, line 2, column 4: `p3` is not a point from a1 to o15");
        let error = read_moves(b"\n\n", &ReadOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "moves, line 3, column 1: the file ends where a game was expected");
        let error = read_pairs(b"7,7 15,0", &ReadOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "pairs, line 1, column 5: `15,0` is not x,y with x from 0 to 14 and y from 0 to 14"
        );
        let error = read_codecup(b"Hh\n  Qa\n", &ReadOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "codecup, line 2, column 3: `Qa` is not a CodeCup move: row letter A.., column letter a.."
        );
    }

    #[test]
    fn a_codecup_swap_is_a_comment_and_no_stone() {
        let text = b"Start\nHh\nHi\nIi\nZz\nAp\nQuit\n\nAa\n";
        let games = read_codecup(text, &ReadOptions::default()).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].main_moves(), [place(7, 7), place(8, 7), place(8, 8), place(15, 0)]);
        assert_eq!(write_codecup(&games), "Hh\nHi\nIi\nZz\nAp\n\nAa\n");
    }

    #[test]
    fn a_pass_among_pairs_is_minus_one() {
        let games = read_pairs(b"7,7 -1,-1 0,14\n", &ReadOptions::default()).unwrap();
        assert_eq!(games[0].main_moves(), [place(7, 7), Move::Pass, place(0, 14)]);
        assert_eq!(write_pairs(&games[0]), "7,7 -1,-1 0,14\n");
    }
}
