//! Another reader of SGF sees the same tree, moves, comments and labels in what we write.

mod common;

use common::trees;
use proptest::prelude::*;
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode, parse};
use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord, Point};
use tengen_records::{Format, WriteOptions, write};

fn letters(p: Point) -> String {
    [char::from(b'a' + p.x()), char::from(b'a' + p.y())].iter().collect()
}

/// Compares a node of ours with the other reader's.
fn check(record: &GameRecord, id: NodeId, other: &SgfNode<Prop>) -> Result<(), TestCaseError> {
    let node = record.node(id);
    if let Some(action) = node.action {
        let text = action.point().map(letters).unwrap_or_default();
        let expected = if record.mover(id) == Colour::Black { Prop::B(text) } else { Prop::W(text) };
        prop_assert_eq!(other.get_move(), Some(&expected));
    }
    let comment = match other.get_property("C") {
        Some(Prop::C(text)) => text.text.clone(),
        _ => String::new(),
    };
    prop_assert_eq!(&comment, &node.comment);
    let labels = match other.get_property("LB") {
        Some(Prop::LB(labels)) => labels.iter().map(|(p, text)| (p.clone(), text.text.clone())).collect(),
        _ => Vec::new(),
    };
    // The other reader knows no escaped colon in a label, and drops all labels of a node with one.
    let texts = node.board_texts.iter().map(|(_, text)| text).chain([&node.label]);
    let is_plain = !texts.into_iter().any(|text| text.contains(':'));
    for (p, text) in node.board_texts.iter().filter(|_| is_plain) {
        prop_assert!(labels.contains(&(letters(*p), text.clone())), "{:?} in {:?}", text, labels);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn another_reader_sees_the_same_tree(record in trees()) {
        let bytes = write(Format::Sgf, std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
        let games = parse(std::str::from_utf8(&bytes).unwrap()).unwrap();
        let [GameTree::Unknown(root)] = games.as_slice() else { panic!("one game that is not Go") };
        let mut pending = vec![(NodeId::ROOT, root)];
        let mut count = 0;
        while let Some((id, other)) = pending.pop() {
            count += 1;
            check(&record, id, other)?;
            let children = record.node(id).children();
            prop_assert_eq!(children.len(), other.children().count());
            pending.extend(children.iter().copied().zip(other.children()));
        }
        prop_assert_eq!(count, record.node_count());
    }
}
