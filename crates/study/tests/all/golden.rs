//! A small review as a golden file, so that a change in what is said shows as a diff.
//!
//! After a change on purpose (the engine plays differently, a threshold moves): `BLESS=1 cargo test -p tengen-study golden`, and
//! review the diff.

use std::sync::Arc;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Position, Rule, Size};
use tengen_study::report;
use tengen_study::review::{Options, review_position};

#[test]
fn a_small_game_is_reviewed_as_on_file() {
    let size = Size::square(9).unwrap();
    let moves = parse_moves("e5f6e6e7f5d7g5d5d4g6c3", size, Origin::Bottom).unwrap();
    let position = Position::from_moves(size, Rule::Standard, moves).unwrap();
    let options = Options { nodes: Some(1000), memory: 48 << 20, prove_nodes: 2000, ..Options::default() };
    let review = review_position(&position, &options, &Arc::default(), &mut ());
    let said: Vec<String> = review
        .moves
        .iter()
        .map(|one| format!("{} {}{} {}", one.ply, one.action, one.grade.sign(), report::sentences(one)))
        .collect();
    let text = format!("{}\n{:?}\n{}\n", said.join("\n"), review.accuracy, report::turning_point(&review));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/small.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}
