//! SGF by hand: what other programs write, and what must be refused where.

use super::{read, write};
use crate::{Charset, ReadOptions};
use tengen_core::record::{Evaluation, GameResult, NodeId};
use tengen_core::{Colour, GameRecord, Move, Opening, Point, Rule, Size};

fn place(x: u8, y: u8) -> Move {
    Move::Place(Point::new(x, y).unwrap())
}

fn open(text: &str) -> Result<Vec<GameRecord>, String> {
    read(text.as_bytes(), &ReadOptions::default()).map_err(|e| e.to_string())
}

fn one(text: &str) -> GameRecord {
    let mut games = open(text).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

#[test]
fn a_game_of_a_match_runner_is_understood() {
    let game =
        one("(;FF[4]GM[4]GN[t]EV[A x B]DT[2024.01.02]RO[3.1]RU[4]SZ[20]PB[A]PW[B]RE[W+1]TE[timeout]\n\
         ;B[aa]C[opening move];W[tt]C[opening move];B[jj]C[1234ms])");
    assert_eq!((game.size, game.rule), (Size::square(20).unwrap(), Some(Rule::Renju)));
    assert_eq!(game.players, ["A", "B"]);
    assert_eq!(
        (game.title.as_str(), game.event.as_str(), game.round.as_str(), game.date.as_str()),
        ("t", "A x B", "3.1", "2024.01.02")
    );
    assert_eq!((game.result, game.termination.as_str()), (Some(GameResult::Win(Colour::White)), "timeout"));
    assert_eq!(game.main_moves(), [place(0, 0), place(19, 19), place(9, 9)]);
    let line = game.main_line();
    assert_eq!(game.node(line[0]).comment, "opening move");
    assert_eq!((game.node(line[2]).time_ms, game.node(line[2]).comment.as_str()), (Some(1234), ""));
}

#[test]
fn tt_is_a_pass_up_to_nineteen_and_a_point_beyond() {
    assert_eq!(one("(;SZ[19];B[tt];W[])").main_moves(), [Move::Pass, Move::Pass]);
    assert_eq!(one("(;SZ[20];B[tt])").main_moves(), [place(19, 19)]);
    assert_eq!(one("(;SZ[12:20];B[at])").size, Size::new(12, 20).unwrap());
}

#[test]
fn variations_are_children_in_order() {
    let game = one("(;GM[4];B[hh](;W[ii];B[jj])(;W[gg]C[side line]))");
    assert_eq!(game.main_moves(), [place(7, 7), place(8, 8), place(9, 9)]);
    let children = game.node(game.main_line()[0]).children();
    assert_eq!(game.node(children[1]).comment, "side line");
    let text = write(&[game]);
    assert!(text.contains(";B[hh]\n(;W[ii];B[jj])\n(;W[gg]C[side line]))"), "{text}");
}

#[test]
fn a_move_out_of_turn_is_preceded_by_a_pass() {
    let game = one("(;GM[4];B[hh];B[ii];W[jj])");
    assert_eq!(game.main_moves(), [place(7, 7), Move::Pass, place(8, 8), place(9, 9)]);
    let game = one("(;GM[4];W[hh];B[ii])");
    assert_eq!((game.first, game.main_moves().len()), (Colour::White, 2));
    let game = one("(;GM[4]PL[B];W[hh])");
    assert_eq!((game.first, game.main_moves()), (Colour::Black, vec![Move::Pass, place(7, 7)]));
}

#[test]
fn free_stones_come_singly_and_in_rectangles() {
    let game = one("(;GM[4]AB[aa:ba][cc]AW[dd]AE[cc];C[still the start]AW[ee]PL[W])");
    let stones: Vec<(u8, u8)> = game.setup.iter().map(|(p, _)| (p.x(), p.y())).collect();
    assert_eq!(stones, [(0, 0), (1, 0), (3, 3), (4, 4)]);
    assert_eq!((game.first, game.node(NodeId::ROOT).comment.as_str()), (Colour::White, "still the start"));
    assert_eq!(one("(;GM[4]AB[aa])").first, Colour::White, "the side with fewer stones");
    let error = open("(;GM[4];B[hh]\n;AB[aa])").unwrap_err();
    assert_eq!(
        error,
        "sgf, line 2, column 5: `aa` is not a move: stones can be set up before the first move only"
    );
}

#[test]
fn evaluations_are_black_s_in_the_file_and_the_mover_s_in_the_record() {
    let game = one("(;GM[4]V[7];B[hh]V[12];W[ii]V[-3.6];B[jj]MT[B+7];W[kk]MT[B+];B[ll]MT[0])");
    let of = |i: usize| game.node(game.main_line()[i]).evaluation.clone().unwrap();
    assert_eq!(game.node(NodeId::ROOT).evaluation, Some(Evaluation::Score(-7)));
    assert_eq!([of(0), of(1)], [Evaluation::Score(12), Evaluation::Score(4)]);
    assert_eq!([of(2), of(3), of(4)], [Evaluation::Win(7), Evaluation::Loss(0), Evaluation::Draw]);
}

#[test]
fn labels_on_the_own_point_belong_to_the_move() {
    let game = one("(;GM[4]N[start];B[hh]LB[hh:A\\:1][ii:b]MA[hh];W[]HO[1]N[pass])");
    let line = game.main_line();
    let (first, pass) = (game.node(line[0]), game.node(line[1]));
    assert_eq!((first.label.as_str(), first.is_marked), ("A:1", true));
    assert_eq!(first.board_texts, [(Point::new(8, 8).unwrap(), "b".to_owned())]);
    assert_eq!((pass.label.as_str(), pass.is_marked), ("pass", true));
    assert_eq!(game.node(NodeId::ROOT).label, "start");
}

#[test]
fn unknown_properties_and_old_long_names_are_tolerated() {
    let game = one("(;GaMe[4]SiZe[15]XX[what][ever]5A[aa]KO[];Black[hh]BL[12.5]OB[3])");
    assert_eq!(game.main_moves(), [place(7, 7)]);
    assert_eq!(one("(;GM[4]RU[House rules]ON[Kagetsu])").rule, None);
    assert_eq!(one("(;GM[4]ON[outer-open])").opening, Opening::OuterOpen);
}

#[test]
fn a_file_may_hold_several_games() {
    let games = open("(;GM[4];B[aa])\n\n(;GM[4]SZ[20];B[bb])").unwrap();
    assert_eq!((games.len(), games[1].size.width()), (2, 20));
}

#[test]
fn the_character_set_is_what_the_file_or_the_caller_says() {
    let sjis = b"(;CA[Shift_JIS]GM[4]C[\x8d\x95\x83\x5c])";
    let game = &read(sjis, &ReadOptions::default()).unwrap()[0];
    assert_eq!(game.node(NodeId::ROOT).comment, "黒ソ", "the second byte of the last sign is a backslash");
    let gbk = b"(;GM[4]C[\xba\xda\xca\xa4])";
    assert_eq!(read(gbk, &ReadOptions::default()).unwrap()[0].node(NodeId::ROOT).comment, "黑胜");
    let fixed = ReadOptions { charset: Charset::from_label("latin1").unwrap(), ..ReadOptions::default() };
    assert_eq!(read(gbk, &fixed).unwrap()[0].node(NodeId::ROOT).comment, "ºÚÊ¤");
}

#[test]
fn a_comment_that_looks_like_a_time_stays_a_comment() {
    let mut game = GameRecord::new(Size::FIFTEEN);
    let id = game.append(NodeId::ROOT, place(7, 7));
    game.node_mut(id).comment = "12ms".to_owned();
    let back = one(&write(std::slice::from_ref(&game)));
    assert_eq!(back, game);
}

#[test]
fn a_bad_game_is_refused_with_its_place() {
    let at = |text: &str| open(text).unwrap_err();
    assert_eq!(
        at(""),
        "sgf, line 1, column 1: the file ends where a game, which starts with `(;` was expected"
    );
    assert_eq!(at("(;GM[1])"), "sgf, line 1, column 6: `1` is not 4, the number of Gomoku among SGF games");
    assert_eq!(
        at("(;SZ[99])"),
        "sgf, line 1, column 6: a 99x99 board is not supported: each side must be 5 to 22"
    );
    assert_eq!(at("(;SZ[big])"), "sgf, line 1, column 6: `big` is not a board size such as 15 or 20:15");
    assert_eq!(at("(;;B[pp])"), "sgf, line 1, column 6: `pp` is not a point of the 15x15 board, such as hh");
    assert_eq!(at("(;\n;B[hh]W[ii])"), "sgf, line 2, column 9: `ii` is not the only move of its node");
    assert_eq!(
        at("(;C[open\\]"),
        "sgf, line 1, column 11: the file ends where `]`, the end of a value was expected"
    );
    assert_eq!(at("(;B hh"), "sgf, line 1, column 5: `hh` is not `[`, the start of a value");
    assert_eq!(at("(;B[hh]"), "sgf, line 1, column 8: the file ends where `;`, `(` or `)` was expected");
    assert_eq!(at("(;B[hh]!)"), "sgf, line 1, column 8: `!)` is not `;`, `(` or `)`");
    assert_eq!(
        at("(;B[hh]MT[X+1])"),
        "sgf, line 1, column 11: `X+1` is not a proven result such as B+7, W+ or 0"
    );
    assert_eq!(at("(;V[much])"), "sgf, line 1, column 5: `much` is not a number, the value for Black");
    assert_eq!(at("(;LB[hh])"), "sgf, line 1, column 6: `hh` is not a point, `:` and a text");
}

#[test]
fn a_very_deep_file_is_no_danger() {
    let depth = 200_000;
    let text = format!("(;GM[4]{}{})", "(;B[];W[]".repeat(depth), ")".repeat(depth));
    let game = one(&text);
    assert_eq!(game.main_moves().len(), 2 * depth);
    assert_eq!(one(&write(std::slice::from_ref(&game))), game);
}
