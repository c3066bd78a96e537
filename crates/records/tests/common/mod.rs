//! Random records for the laws of the formats, and what of a record each format is said to keep.
#![allow(dead_code, reason = "each test file uses its own part")]

use proptest::prelude::*;
use tengen_core::record::{Evaluation, GameResult, Node, NodeId};
use tengen_core::{Colour, GameRecord, Move, Opening, Point, Position, Rule, Size};
use tengen_records::{Feature, Format, ReadOptions};

/// Everything random about one node.
#[derive(Clone, Debug)]
pub(crate) struct NodeSeed {
    parent: u16,
    square: u16,
    is_pass: bool,
    comment: String,
    label: String,
    board_text: Option<(u16, String)>,
    is_marked: bool,
    time_ms: Option<u64>,
    evaluation: Option<Evaluation>,
}

fn evaluations() -> impl Strategy<Value = Evaluation> {
    prop_oneof![
        any::<i32>().prop_map(Evaluation::Score),
        (0..300u32).prop_map(Evaluation::Win),
        (0..300u32).prop_map(Evaluation::Loss),
        Just(Evaluation::Draw),
    ]
}

/// A line of text with everything that formats like to trip over.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(String::new()), 3 => "[ -~]{1,8}", 2 => "[]\\\\:a黑胜ソé😀;()ms0-9,]{1,6}"]
}

fn lines() -> impl Strategy<Value = String> {
    prop_oneof![2 => line(), 1 => "[ -~\n]{1,12}", 1 => "\n?[黑胜a]\n{1,2}[]\\\\:]?", 1 => "[0-9]{1,3}ms"]
}

fn node_seeds() -> impl Strategy<Value = NodeSeed> {
    let remarks = (lines(), line(), proptest::option::weighted(0.2, (any::<u16>(), line())));
    let numbers = (any::<bool>(), proptest::option::of(any::<u64>()), proptest::option::of(evaluations()));
    (any::<u16>(), any::<u16>(), proptest::bool::weighted(0.05), remarks, numbers).prop_map(
        |(parent, square, is_pass, (comment, label, board_text), (is_marked, time_ms, evaluation))| {
            NodeSeed { parent, square, is_pass, comment, label, board_text, is_marked, time_ms, evaluation }
        },
    )
}

fn head() -> impl Strategy<Value = GameRecord> {
    let sides = (5..=22usize, 5..=22usize);
    let sizes = prop_oneof![2 => Just((15, 15)), 1 => Just((20, 20)), 2 => sides];
    let names = (line(), line(), line(), line(), line(), line());
    let ends = prop_oneof![Just(""), Just("timeout"), Just("error 3"), Just("resigned")];
    let results = prop_oneof![
        Just(None),
        Just(Some(GameResult::Draw)),
        any::<bool>().prop_map(|black| Some(GameResult::Win(if black {
            Colour::Black
        } else {
            Colour::White
        }))),
    ];
    let rules = proptest::option::of(proptest::sample::select(Rule::ALL.to_vec()));
    let openings = proptest::sample::select(Opening::ALL.to_vec());
    (sizes, names, ends, results, rules, openings).prop_map(
        |((width, height), (black, white, title, event, round, date), termination, result, rule, opening)| {
            let mut record = GameRecord::new(Size::new(width, height).unwrap());
            record.players = [black, white];
            (record.title, record.event, record.round, record.date) = (title, event, round, date);
            (record.termination, record.result) = (termination.to_owned(), result);
            (record.rule, record.opening) = (rule, opening);
            record
        },
    )
}

/// A record with variations, remarks and perhaps a set-up.
pub(crate) fn trees() -> impl Strategy<Value = GameRecord> {
    let setup = prop_oneof![3 => Just(Vec::new()), 1 => proptest::collection::vec(any::<u16>(), 0..8)];
    (head(), setup, any::<bool>(), proptest::collection::vec(node_seeds(), 0..25)).prop_map(
        |(mut record, setup, is_white_first, seeds)| {
            for (i, square) in setup.into_iter().enumerate() {
                let p = square_of(&record, square);
                if record.setup.iter().all(|(q, _)| *q != p) {
                    record.setup.push((p, Colour::BOTH[i % 2]));
                }
            }
            record.setup.sort_by_key(|(p, colour)| (*colour, *p));
            if is_white_first && !record.setup.is_empty() {
                record.first = Colour::White;
            }
            for seed in seeds {
                grow(&mut record, seed);
            }
            replanted(&record)
        },
    )
}

/// A game without set-up and passes, legal under its rule (freestyle if it has none), with times.
pub(crate) fn games() -> impl Strategy<Value = GameRecord> {
    let moves = proptest::collection::vec((any::<u16>(), any::<u64>()), 1..60);
    (head(), moves).prop_map(|(mut record, moves)| {
        record.opening = Opening::Free;
        let mut position = Position::new(record.size, record.rule.unwrap_or_default());
        let mut at = NodeId::ROOT;
        for (square, time) in moves {
            let m = Move::Place(square_of(&record, square));
            if position.play(m).is_ok() {
                at = record.append(at, m);
                record.node_mut(at).time_ms = Some(time);
            }
        }
        record
    })
}

fn square_of(record: &GameRecord, number: u16) -> Point {
    record.size.points().nth(usize::from(number) % record.size.area()).unwrap()
}

/// Adds a node that a seed describes, unless its point is taken.
fn grow(record: &mut GameRecord, seed: NodeSeed) {
    let parent = record.node_ids().nth(usize::from(seed.parent) % record.node_count()).unwrap();
    let p = square_of(record, seed.square);
    let action = if seed.is_pass { Move::Pass } else { Move::Place(p) };
    let is_taken = record.path(parent).contains(&action) || record.setup.iter().any(|(q, _)| *q == p);
    if is_taken && !seed.is_pass {
        return;
    }
    // The root has remarks as well, but no time.
    let at = record.append(parent, action);
    let board_text = seed.board_text.filter(|(_, text)| !text.is_empty());
    let board_text = board_text.map(|(square, text)| (square_of(record, square), text));
    let node = record.node_mut(at);
    node.board_texts.extend(board_text.filter(|(q, _)| action.point() != Some(*q)));
    (node.comment, node.label) = (seed.comment, seed.label);
    (node.is_marked, node.time_ms, node.evaluation) = (seed.is_marked, seed.time_ms, seed.evaluation);
}

/// The same record with its nodes in the order in which readers meet them.
fn replanted(record: &GameRecord) -> GameRecord {
    rebuild(record, true, |_, _| {})
}

/// Copies a record (with its variations or the main line only), letting `edit` change each node.
fn rebuild(record: &GameRecord, has_variations: bool, edit: impl Fn(&mut Node, NodeId)) -> GameRecord {
    let mut copy = GameRecord::new(record.size);
    (copy.rule, copy.opening, copy.first) = (record.rule, record.opening, record.first);
    (copy.players, copy.setup) = (record.players.clone(), record.setup.clone());
    (copy.title, copy.event) = (record.title.clone(), record.event.clone());
    copy.round.clone_from(&record.round);
    (copy.date, copy.termination) = (record.date.clone(), record.termination.clone());
    copy.result = record.result;
    let mut pending = vec![(NodeId::ROOT, None)];
    while let Some((id, parent)) = pending.pop() {
        let node = record.node(id);
        let at = match (parent, node.action) {
            (Some(parent), Some(action)) => copy.append(parent, action),
            _ => NodeId::ROOT,
        };
        let target = copy.node_mut(at);
        (target.comment, target.label) = (node.comment.clone(), node.label.clone());
        (target.board_texts, target.is_marked) = (node.board_texts.clone(), node.is_marked);
        (target.time_ms, target.evaluation) = (node.time_ms, node.evaluation.clone());
        edit(target, at);
        let kept = if has_variations { usize::MAX } else { 1 };
        pending.extend(node.children().iter().take(kept).rev().map(|child| (*child, Some(at))));
    }
    copy
}

/// The record as the format claims to keep it.
pub(crate) fn kept(record: &GameRecord, format: Format) -> GameRecord {
    let holds = |feature| format.holds(feature);
    let mut kept = rebuild(record, holds(Feature::Variations), |node, id| {
        if !holds(Feature::Comments) {
            node.comment.clear();
        }
        if !holds(Feature::Labels) {
            node.label.clear();
        }
        if !holds(Feature::BoardTexts) {
            node.board_texts.clear();
        }
        node.is_marked &= holds(Feature::Marks);
        node.time_ms = node.time_ms.filter(|_| holds(Feature::Times));
        node.evaluation = node.evaluation.take().filter(|_| holds(Feature::Evaluations));
        // Numbers are all that psq and rec know: no time is 0.
        if matches!(format, Format::Psq | Format::Rec) && id != NodeId::ROOT {
            node.time_ms = node.time_ms.or(Some(0));
        }
    });
    kept.rule = kept.rule.filter(|_| holds(Feature::Rule));
    kept.opening = if holds(Feature::Opening) { kept.opening } else { Opening::Free };
    kept.result = kept.result.filter(|_| holds(Feature::Result));
    if !holds(Feature::Players) {
        kept.players = GameRecord::new(kept.size).players;
    }
    if !holds(Feature::Event) {
        for text in [&mut kept.title, &mut kept.event, &mut kept.round, &mut kept.date] {
            text.clear();
        }
    }
    if !holds(Feature::Termination) {
        kept.termination.clear();
    }
    kept
}

/// How to read back what was written on this board.
pub(crate) fn reading(record: &GameRecord) -> ReadOptions {
    ReadOptions { size: Some(record.size), ..ReadOptions::default() }
}
