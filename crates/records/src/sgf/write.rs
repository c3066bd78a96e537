//! From records to SGF text. The walk keeps its own stack, so that deep trees are no danger.

use super::scan::escape;
use super::time_in_comment;
use crate::tree::mover;
use std::fmt::Write as _;
use tengen_core::record::{Evaluation, GameResult, Node, NodeId};
use tengen_core::{Colour, GameRecord, Move, Opening, Point};

/// Lines are broken between nodes after this many bytes.
const LINE: usize = 76;

/// What the walk does next.
enum Step {
    Node { id: NodeId, ply: usize },
    Open,
    Close,
}

/// The records as one collection.
pub(crate) fn write(records: &[GameRecord]) -> String {
    let mut text = String::new();
    for record in records {
        text.push('(');
        write_game(&mut text, record);
        text.push_str(")\n");
    }
    text
}

fn write_game(text: &mut String, record: &GameRecord) {
    let mut line_start = text.len();
    let mut steps = vec![Step::Node { id: NodeId::ROOT, ply: 0 }];
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => {
                text.push_str("\n(");
                line_start = text.len();
            }
            Step::Close => text.push(')'),
            Step::Node { id, ply } => {
                if text.len() - line_start > LINE {
                    text.push('\n');
                    line_start = text.len();
                }
                write_node(text, record, id, ply);
                let children = record.node(id).children();
                let is_branching = children.len() > 1;
                for child in children.iter().rev() {
                    steps.extend(is_branching.then_some(Step::Close));
                    steps.push(Step::Node { id: *child, ply: ply + 1 });
                    steps.extend(is_branching.then_some(Step::Open));
                }
            }
        }
    }
}

fn write_node(text: &mut String, record: &GameRecord, id: NodeId, ply: usize) {
    let node = record.node(id);
    let side = mover(record.first, ply);
    text.push(';');
    if id == NodeId::ROOT {
        write_root(text, record);
    } else {
        property(
            text,
            colour_letter(side),
            &node.action.and_then(Move::point).map(point).unwrap_or_default(),
        );
    }
    write_remarks(text, node, side);
}

fn write_root(text: &mut String, record: &GameRecord) {
    text.push_str("FF[4]GM[4]CA[UTF-8]AP[Tengen:");
    text.push_str(env!("CARGO_PKG_VERSION"));
    text.push(']');
    let (width, height) = (record.size.width(), record.size.height());
    let _ = if width == height { write!(text, "SZ[{width}]") } else { write!(text, "SZ[{width}:{height}]") };
    if let Some(rule) = record.rule {
        property(text, "RU", rule.name());
    }
    if record.opening != Opening::Free {
        property(text, "ON", record.opening.name());
    }
    let [black, white] = &record.players;
    let lines = [
        ("GN", &record.title),
        ("PB", black),
        ("PW", white),
        ("EV", &record.event),
        ("RO", &record.round),
        ("DT", &record.date),
        ("TE", &record.termination),
    ];
    for (name, line) in lines {
        if !line.is_empty() {
            property(text, name, &escape(line));
        }
    }
    match record.result {
        Some(GameResult::Win(Colour::Black)) => text.push_str("RE[B+]"),
        Some(GameResult::Win(Colour::White)) => text.push_str("RE[W+]"),
        Some(GameResult::Draw) => text.push_str("RE[Draw]"),
        None => {}
    }
    write_setup(text, record);
}

/// The free stones, colour by colour, and who is to move.
fn write_setup(text: &mut String, record: &GameRecord) {
    for colour in Colour::BOTH {
        let mut name = if colour == Colour::Black { "AB" } else { "AW" };
        for (p, _) in record.setup.iter().filter(|(_, stone)| *stone == colour) {
            let _ = write!(text, "{name}[{}]", point(*p));
            name = "";
        }
    }
    if !record.setup.is_empty() || record.first != Colour::Black {
        property(text, "PL", colour_letter(record.first));
    }
}

/// Everything that is said about a node.
fn write_remarks(text: &mut String, node: &Node, side: Colour) {
    let own = node.action.and_then(Move::point);
    if let Some(time) = node.time_ms {
        let _ = write!(text, "MS[{time}]");
    } else if time_in_comment(&node.comment).is_some() {
        // Says that the comment below is no time.
        text.push_str("MS[]");
    }
    if let Some(evaluation) = &node.evaluation {
        write_evaluation(text, evaluation, side);
    }
    match own {
        Some(p) if node.is_marked => property(text, "MA", &point(p)),
        None if node.is_marked => text.push_str("HO[1]"),
        _ => {}
    }
    let own_label = own.filter(|_| !node.label.is_empty()).map(|p| (p, &node.label));
    let others = node.board_texts.iter().map(|(p, label)| (*p, label));
    let mut name = "LB";
    for (p, label) in own_label.into_iter().chain(others) {
        let _ = write!(text, "{name}[{}:{}]", point(p), escape(label));
        name = "";
    }
    if own.is_none() && !node.label.is_empty() {
        property(text, "N", &escape(&node.label));
    }
    if !node.comment.is_empty() {
        property(text, "C", &escape(&node.comment));
    }
}

fn write_evaluation(text: &mut String, evaluation: &Evaluation, side: Colour) {
    let _ = match evaluation {
        Evaluation::Score(score) => {
            let score = i64::from(*score);
            write!(text, "V[{}]", if side == Colour::Black { score } else { -score })
        }
        Evaluation::Draw => write!(text, "MT[0]"),
        Evaluation::Win(plies) => write_proven(text, side, *plies),
        Evaluation::Loss(plies) => write_proven(text, side.opponent(), *plies),
    };
}

fn write_proven(text: &mut String, winner: Colour, plies: u32) -> std::fmt::Result {
    let winner = colour_letter(winner);
    if plies == 0 { write!(text, "MT[{winner}+]") } else { write!(text, "MT[{winner}+{plies}]") }
}

fn property(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "{name}[{value}]");
}

fn colour_letter(side: Colour) -> &'static str {
    match side {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

fn point(p: Point) -> String {
    [char::from(b'a' + p.x()), char::from(b'a' + p.y())].iter().collect()
}
