//! A line of moves in words: which threat each move of the attacker makes, and what each reply is.
//!
//! Threats have the names of `docs/patterns.md`; a reply to a four is forced, a reply to anything slower stops it or puts
//! it off.

use super::threats::class_name;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::notation::{Origin, point_name};
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::threat::threat_at;
use tengen_core::{Board, Colour, Point, Position, with_rule};
use tengen_solver::{Memory, Vcf, VcfLimits};

/// Stones that the look for a hidden line of fours may put.
const LOOK: VcfLimits = VcfLimits { nodes: 20_000, plies: u16::MAX };
/// Columns of a paragraph.
const WIDTH: usize = 100;

/// A move and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Where.
    pub point: Point,
    /// What it is, in the words of `docs/patterns.md`.
    pub name: &'static str,
}

/// Names the moves of a line that begins in a position.
pub fn name_line(position: &Position, attacker: Colour, line: &[Point]) -> Vec<Named> {
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let name = |p: &Point| {
            let is_attack = board.to_move() == attacker;
            let name = if is_attack { attack(&mut board, *p) } else { reply(&mut board, *p) };
            board.play(*p);
            Named { point: *p, name }
        };
        line.iter().map(name).collect()
    })
}

/// What the attacker threatens with a stone on `p`.
fn attack<R: RuleType>(board: &mut Board<R>, p: Point) -> &'static str {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    let class = board.class(p, us);
    match threat_at(board, p, us) {
        Some(threat) => class_name(threat.kind, class),
        None if board.count(them, PointClass::Five) > 0 => "stops the five",
        None => quiet(board, p),
    }
}

fn quiet<R: RuleType>(board: &mut Board<R>, p: Point) -> &'static str {
    let memory = Memory::new(1 << 20);
    board.play(p);
    board.pass();
    let threatens_fours = Vcf::new(&memory).find(board, LOOK).is_win();
    board.undo();
    board.undo();
    if threatens_fours { "threatens a line of fours" } else { "quiet move" }
}

/// What the defender does with a stone on `p`.
fn reply<R: RuleType>(board: &mut Board<R>, p: Point) -> &'static str {
    let makes_four = board.class(p, board.to_move()).is_four();
    match analyse(board) {
        Analysis::Hold { case: Case::TheirFive | Case::TheirFives, .. } => "forced",
        Analysis::Lost { case: Case::TheirFive | Case::TheirFives, .. } => "stops one five of several",
        Analysis::Hold { defences, .. } if defences.contains(p) && makes_four => "stops with a four",
        Analysis::Hold { defences, .. } if defences.contains(p) => "stops",
        Analysis::Hold { counter_fours, .. } if counter_fours.contains(p) => "counter-four",
        Analysis::Lost { .. } => "in vain",
        _ if makes_four => "counter-four",
        _ => "reply",
    }
}

/// The line as a paragraph: `1 h8 double three, 2 g7 stops, ...`.
pub fn paragraph(line: &[Named], position: &Position, origin: Origin) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (i, Named { point, name }) in line.iter().enumerate() {
        let point = point_name(*point, position.size(), origin);
        let comma = if i + 1 < line.len() { "," } else { "" };
        let piece = format!("{} {point} {name}{comma}", i + 1);
        if column > 0 && column + 1 + piece.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += piece.len();
        text.push_str(&piece);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::parse_moves;
    use tengen_core::{Rule, Size};

    fn named(before: &str, line: &str) -> Vec<&'static str> {
        let points = |text: &str| parse_moves(text, Size::FIFTEEN, Origin::Bottom).unwrap();
        let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, points(before)).unwrap();
        let line: Vec<Point> = points(line).into_iter().filter_map(tengen_core::Move::point).collect();
        name_line(&position, position.to_move(), &line).into_iter().map(|named| named.name).collect()
    }

    #[test]
    fn moves_have_the_names_of_the_dictionary() {
        assert_eq!(named("h8a1i8a15", "j8g8k8l8"), ["double three", "stops", "simple four", "forced"]);
        assert_eq!(
            named("h8a1i8a15", "j8o1k8l8g8"),
            ["double three", "reply", "double four", "stops one five of several", "five"]
        );
        assert_eq!(named("h8a1", "a15"), ["quiet move"]);
        // White's four has to be stopped first.
        assert_eq!(named("h8a1o1a2o15a3h1a4", "a5"), ["stops the five"]);
    }

    #[test]
    fn a_paragraph_is_numbered_and_no_line_is_too_long() {
        let position = Position::new(Size::FIFTEEN, Rule::Freestyle);
        let point = Size::FIFTEEN.centre();
        let line = vec![Named { point, name: "cross four three (double)" }; 9];
        let text = paragraph(&line, &position, Origin::Bottom);
        assert!(text.starts_with("1 h8 cross four three (double), 2 h8 "));
        assert!(text.lines().count() > 2 && text.lines().all(|row| row.len() <= WIDTH));
        assert!(text.ends_with("9 h8 cross four three (double)"));
    }
}
