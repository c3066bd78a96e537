//! The JSON of `tengen show`. Points are names such as `h8`, counted as the user asked for.

use super::show::forbidden;
use serde_json::{Value, json as object};
use tengen_core::board::Board;
use tengen_core::notation::{Origin, moves_to_string, point_name};
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Colour, Point, Position, Status, with_rule};

/// A position as JSON: rule, size, stones, moves, how the game stands, and the empty points of each side by class (the
/// generic ones left out).
pub(super) fn json(position: &Position, origin: Origin) -> Value {
    let size = position.size();
    let name = |p| point_name(p, size, origin);
    let stones = |side: Colour| -> Vec<String> {
        position.grid().stones().filter(|(_, colour)| *colour == side).map(|(p, _)| name(p)).collect()
    };
    let [black, white] = with_rule!(position.rule(), R => {
        let board = Board::<R>::from_position(position);
        Colour::BOTH.map(|side| points_by_class(&board, side, name))
    });
    object!({
        "rule": position.rule().name(),
        "size": [size.width(), size.height()],
        "to_move": position.to_move().to_string(),
        "winner": position.winner().map(|colour| colour.to_string()),
        "draw": position.status() == Status::Draw,
        "stones": { "black": stones(Colour::Black), "white": stones(Colour::White) },
        "moves": moves_to_string(position.moves(), size, origin),
        "points": { "black": black, "white": white },
        "forbidden": forbidden(position).into_iter().map(|(p, _)| name(p)).collect::<Vec<String>>(),
    })
}

/// The empty points of a side by the name of their class; classes without points are left out.
fn points_by_class<R: RuleType>(
    board: &Board<R>,
    side: Colour,
    name: impl Fn(Point) -> String + Copy,
) -> Value {
    let listed = PointClass::ALL
        .into_iter()
        .filter(|class| *class != PointClass::Generic && board.count(side, *class) > 0);
    let entry = |class: PointClass| {
        let points: Vec<String> = board.points(side, class).iter().map(name).collect();
        (class.name().to_owned(), points.into())
    };
    Value::Object(listed.map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::parse_moves;
    use tengen_core::{Rule, Size};

    #[test]
    fn points_are_listed_by_class_for_both_sides() {
        // Black has an open three on the eighth row, White four stones in the first.
        let moves = parse_moves("h8a1i8b1j8c1a15d1", Size::FIFTEEN, Origin::Bottom).unwrap();
        let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap();
        let points = &json(&position, Origin::Bottom)["points"];
        assert_eq!(points["black"]["double four"], object!(["g8", "k8"]));
        assert_eq!(points["white"]["five"], object!(["e1"]));
        assert_eq!(points["black"]["five"], Value::Null);
    }

    #[test]
    fn forbidden_points_are_named_and_only_under_renju() {
        // Two threes of Black would cross on h8.
        let moves = parse_moves("h9a1h10a15i8o1j8o15", Size::FIFTEEN, Origin::Bottom).unwrap();
        let json = |rule| {
            let position = Position::from_moves(Size::FIFTEEN, rule, moves.clone()).unwrap();
            json(&position, Origin::Bottom)
        };
        assert_eq!(json(Rule::Renju)["forbidden"], object!(["h8"]));
        assert_eq!(json(Rule::Standard)["forbidden"], object!([]));
        assert_eq!(json(Rule::Renju)["stones"]["white"], object!(["a15", "o15", "a1", "o1"]));
    }
}
