//! A review as SGF, HTML and CSV: read back, well formed, and refused where it belongs to another game.

use roxmltree::Document;
use std::sync::Arc;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::record::{Evaluation, NodeId};
use tengen_core::{GameRecord, Position, Rule, Size};
use tengen_records::{Format, ReadOptions};
use tengen_study::report::{self, ReportError};
use tengen_study::review::{Grade, Options, Review, review};

/// Black misses a win with move 7, White gives the game away with move 8.
fn game() -> GameRecord {
    let moves = parse_moves("h8a1i8a15j8o1c3o15k8d4l8", Size::FIFTEEN, Origin::Bottom).unwrap();
    let mut game =
        GameRecord::from_position(&Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap());
    game.players = ["<b>Ann & Co</b>".to_owned(), "\"Bob\"".to_owned()];
    game.node_mut(NodeId::ROOT).comment.push_str("A friendly game.");
    game
}

fn reviewed(game: &GameRecord) -> Review {
    let options = Options { nodes: Some(800), memory: 48 << 20, prove_nodes: 1500, ..Options::default() };
    review(game, &options, &Arc::default(), &mut ()).unwrap()
}

#[test]
fn the_sgf_holds_comments_evaluations_and_better_lines() {
    let game = game();
    let review = reviewed(&game);
    let bytes = report::sgf(&review, &game).unwrap();
    let read = tengen_records::read(Format::Sgf, &bytes, &ReadOptions::default()).unwrap().remove(0);
    assert_eq!(read.main_moves(), game.main_moves());
    let line = read.main_line();
    let root = &read.node(NodeId::ROOT).comment;
    assert!(root.starts_with("A friendly game.\nAccuracy: Black "), "{root}");
    assert!(root.contains("Turning point: move 8 (white o15)"), "{root}");
    for (id, one) in line.iter().zip(&review.moves) {
        assert!(read.node(*id).comment.contains("Win rate "), "{}", one.ply);
    }
    let missed = &read.node(line[6]).comment;
    assert!(missed.contains("Missed: a win by continuous fours") && missed.contains("proven"), "{missed}");
    assert!(matches!(read.node(line[7]).evaluation, Some(Evaluation::Loss(_))));
    assert!(matches!(read.node(line[8]).evaluation, Some(Evaluation::Win(_))));
    // The better line stands beside the mistake, not in its place.
    let beside = read.node(line[6]).children();
    assert_eq!((beside.len(), beside[0]), (2, line[7]));
    assert!(read.node(beside[1]).comment.starts_with("Better. White's win rate "));
}

#[test]
fn the_page_is_well_formed_and_everything_in_it_is_escaped() {
    let game = game();
    let review = reviewed(&game);
    let page = report::html(&review, &game).unwrap();
    let body = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let document = Document::parse(body).unwrap();
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("script"), count("b"), count("link")), (0, 0, 0));
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert_eq!(titles[0], "Game review: <b>Ann & Co</b> - \"Bob\"");
    // A row a move, beside the two of the heads and those of the sides.
    assert_eq!(count("tr"), review.moves.len() + 4);
    let bad = review.moves.iter().filter(|one| one.grade >= Grade::Mistake).count();
    assert!(bad > 0 && count("circle") == bad);
    for picture in document.descendants().filter(|n| n.has_tag_name("img")) {
        let source = picture.attribute("src").unwrap().strip_prefix("data:image/svg+xml,").unwrap();
        Document::parse(&decoded(source)).unwrap();
    }
    assert!(count("img") >= 2);
    assert!(!page.contains("http://") || !page.contains("src=\"http"), "nothing is fetched");
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_csv_has_a_line_a_move() {
    let review = reviewed(&game());
    let text = report::csv(&review);
    let rows: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(rows.len(), 1 + review.moves.len());
    let columns = rows[0].split(',').count();
    assert!(rows.iter().all(|row| row.split(',').count() == columns), "no cell here holds a comma");
    assert!(rows[8].starts_with("8,white,o15,") && rows[8].ends_with(",true"), "{}", rows[8]);
}

#[test]
fn a_review_of_another_game_is_refused_and_a_strange_one_breaks_nothing() {
    let game = game();
    let review = reviewed(&game);
    let mut other = review.clone();
    other.moves[2].action = "a9".to_owned();
    assert!(matches!(report::html(&other, &game), Err(ReportError::OtherMove(3))));
    other = Review { size: [9, 9], ..review.clone() };
    assert!(matches!(report::sgf(&other, &game), Err(ReportError::OtherGame(_))));
    other = review.clone();
    other.graph.pop();
    assert!(matches!(report::html(&other, &game), Err(ReportError::OtherGame(_))));
    // Names that are no points, numbers that are no rates.
    other = review;
    for one in &mut other.moves {
        one.best = Some("<script>".to_owned());
        one.best_line = vec!["zz".to_owned(), String::new()];
        one.winrate_before = f64::NAN;
        one.loss = f64::INFINITY;
    }
    other.turning_point = Some(usize::MAX);
    let page = report::html(&other, &game).unwrap();
    assert!(!page.contains("<script>"));
    assert!(report::sgf(&other, &game).is_ok());
    assert!(!report::csv(&other).is_empty());
    let empty = GameRecord::new(Size::FIFTEEN);
    let nothing = reviewed(&empty);
    assert!(report::html(&nothing, &empty).is_ok() && report::sgf(&nothing, &empty).is_ok());
    assert_eq!(report::csv(&nothing).lines().count(), 1);
}
