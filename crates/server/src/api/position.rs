//! `POST position`: what the rules say of a position, before anything is searched.

use super::body::Body;
use crate::error::ApiError;
use crate::wire::{Names, PositionText};
use axum::Json;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::threat::{Kind, Threat, threats};
use tengen_core::{Board, Colour, Direction, Point, Position, Status, with_rule};

/// The request.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    position: PositionText,
}

/// What the rules say of a position.
pub(crate) async fn position(Body(ask): Body<Ask>) -> Result<Json<Value>, ApiError> {
    ask.position.position().map(|position| Json(facts(&position)))
}

fn facts(position: &Position) -> Value {
    let names = Names(position.size());
    let (status, winner) = match position.status() {
        Status::Open => ("open", None),
        Status::Draw => ("draw", None),
        Status::Won { winner, .. } => ("won", Some(winner.to_string())),
    };
    let foul = match position.status() {
        Status::Won { foul: Some(foul), .. } => Some(foul.name()),
        _ => None,
    };
    let stones = |side: Colour| {
        names.names(position.grid().stones().filter(|(_, colour)| *colour == side).map(|(p, _)| p))
    };
    let mut object = json!({
        "to_move": position.to_move().to_string(),
        "status": status,
        "winner": winner,
        "foul": foul,
        "win_line": names.names(win_line(position)),
        "moves": moves_to_string(position.moves(), position.size(), Origin::Bottom),
        "stones": { "black": stones(Colour::Black), "white": stones(Colour::White) },
        "forbidden": [],
        "points": { "black": {}, "white": {} },
        "threats": [],
        "case": null,
        "opening": null,
    });
    if position.status() == Status::Open {
        with_rule!(position.rule(), R => open_facts(&mut Board::<R>::from_position(position), names, &mut object));
    }
    object
}

/// What only an open game has.
fn open_facts<R: RuleType>(board: &mut Board<R>, names: Names, object: &mut Value) {
    let reason =
        |p: Point| board.foul(p).map(|foul| json!({ "point": names.name(p), "reason": foul.name() }));
    object["forbidden"] = board.forbidden_points().iter().filter_map(reason).collect();
    for side in Colour::BOTH {
        object["points"][side.to_string()] = points_by_class(board, side, names);
    }
    let mut all = Vec::new();
    for side in [board.to_move(), board.to_move().opponent()] {
        for threat in threats(board, side) {
            all.push(threat_facts(board, &threat, side, names));
        }
    }
    object["threats"] = all.into();
    object["case"] = case_facts(&analyse(board), names);
}

fn win_line(position: &Position) -> Vec<Point> {
    let grid = position.grid();
    let last = position.moves().last().and_then(|m| m.point());
    let by_last = last.and_then(|p| grid.winning_row(p, position.rule()));
    let by_any = || {
        let winner = position.winner()?;
        let own = grid.stones().filter(|(_, colour)| *colour == winner);
        own.into_iter().find_map(|(p, _)| grid.winning_row(p, position.rule()))
    };
    match position.status() {
        Status::Won { foul: None, .. } => by_last.or_else(by_any).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The empty points of a side by the name of their class; generic points and classes without points are left out.
fn points_by_class<R: RuleType>(board: &Board<R>, side: Colour, names: Names) -> Value {
    let mut object = Map::new();
    for class in PointClass::ALL {
        if class != PointClass::Generic && board.count(side, class) > 0 {
            object.insert(class.name().to_owned(), names.names(board.points(side, class).iter()).into());
        }
    }
    Value::Object(object)
}

fn threat_facts<R: RuleType>(board: &Board<R>, threat: &Threat, side: Colour, names: Names) -> Value {
    json!({
        "side": side.to_string(),
        "kind": match threat.kind {
            Kind::Five => "five",
            Kind::WinningFour => "winning four",
            Kind::Four => "four",
            Kind::Three => "three",
        },
        "point": names.name(threat.point),
        "class": board.class(threat.point, side).name(),
        "stones": names.names(stones_of(board, threat.point, side)),
        "defences": names.names(threat.defences.iter()),
    })
}

/// The stones that a threat on `p` is made of: those of the lines that it makes something of.
fn stones_of<R: RuleType>(board: &Board<R>, p: Point, side: Colour) -> Vec<Point> {
    use tengen_core::pattern::LineClass;
    let best = board.lines(p, side).into_iter().max().unwrap_or(LineClass::SimpleThree);
    let least = best.min(LineClass::SimpleThree);
    let mut stones = Vec::new();
    for direction in Direction::ALL {
        if board.line(p, direction, side) < least {
            continue;
        }
        for sign in [-1, 1] {
            for steps in 1..=4 {
                let Some(q) = p.step(direction, sign * steps, board.size()) else { break };
                match board.stone(q) {
                    Some(colour) if colour == side => stones.push(q),
                    Some(_) => break,
                    None => {}
                }
            }
        }
    }
    stones
}

fn case_facts(analysis: &Analysis, names: Names) -> Value {
    let name = |case: Case| match case {
        Case::OurFive => "our five",
        Case::TheirFive => "their five",
        Case::TheirFives => "their fives",
        Case::OurFour => "our four",
        Case::TheirFour => "their four",
    };
    let Some(case) = analysis.case() else { return Value::Null };
    let moves = analysis.moves().map(|moves| names.names(moves.iter())).unwrap_or_default();
    let defences = match analysis {
        Analysis::Hold { defences, .. } => names.names(defences.iter()),
        _ => Vec::new(),
    };
    json!({ "name": name(case), "moves": moves, "defences": defences })
}
