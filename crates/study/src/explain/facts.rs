//! A position as data: stones, status, forbidden points with reasons, points by class, threats, the case of the board
//! analysis. What a page needs to draw and to explain a position, in one piece.

use super::names;
use super::threats::{Threat, threats};
use serde::Serialize;
use std::collections::BTreeMap;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::board::PointSet;
use tengen_core::notation::{Origin, moves_to_string, point_name};
use tengen_core::pattern::PointClass;
use tengen_core::rule::{Renju, RuleType};
use tengen_core::{Board, Colour, Foul, Position, Rule, Status, with_rule};

/// A point that Black may not play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForbiddenPoint {
    /// Where.
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub reason: &'static str,
}

/// The name of a foul: `overline`, `double four`, `double three`.
pub const fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::DoubleThree => "double three",
        Foul::DoubleFour => "double four",
        Foul::Overline => "overline",
    }
}

/// The points that Black may not play in an open game of renju, with the reason; under other rules none.
pub fn forbidden(position: &Position) -> Vec<ForbiddenPoint> {
    if position.rule() != Rule::Renju || position.status() != Status::Open {
        return Vec::new();
    }
    let board = Board::<Renju>::from_position(position);
    let with_reason = |p| {
        let reason = foul_name(board.foul(p)?);
        Some(ForbiddenPoint { point: point_name(p, position.size(), Origin::Bottom), reason })
    };
    board.forbidden_points().iter().filter_map(with_reason).collect()
}

/// The case of the board analysis (`docs/board.md`): is the game won or lost within four plies?
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseFacts {
    /// `our five`, `their five`, `their fives`, `our four`, `their four`, or `open` if none applies. Ours are the side to
    /// move's.
    pub name: &'static str,
    /// The number of the case in the paper, 1 to 5.
    pub number: Option<u8>,
    /// `win`, `hold`, `lost` or `open`.
    pub outcome: &'static str,
    /// The moves worth playing: those that win, or all that may hold.
    pub moves: Vec<String>,
    /// Where the other side would win.
    pub attacks: Vec<String>,
    /// The moves that stop the attack.
    pub defences: Vec<String>,
    /// Fours that put the attack off.
    pub counter_fours: Vec<String>,
    /// Within how many plies it is decided.
    pub plies: Option<u8>,
}

const fn case_name(case: Case) -> &'static str {
    match case {
        Case::OurFive => "our five",
        Case::TheirFive => "their five",
        Case::TheirFives => "their fives",
        Case::OurFour => "our four",
        Case::TheirFour => "their four",
    }
}

/// The case of an open game; `None` if the game is over.
pub fn case(position: &Position) -> Option<CaseFacts> {
    if position.status() != Status::Open {
        return None;
    }
    let analysis = with_rule!(position.rule(), R => analyse(&mut Board::<R>::from_position(position)));
    let none = PointSet::EMPTY;
    let (outcome, attacks, defences, counter_fours) = match analysis {
        Analysis::Win { .. } => ("win", none, none, none),
        Analysis::Hold { attacks, defences, counter_fours, .. } => ("hold", attacks, defences, counter_fours),
        Analysis::Lost { attacks, .. } => ("lost", attacks, none, none),
        Analysis::Open => ("open", none, none, none),
    };
    let named = |points: PointSet| names(points, position.size());
    Some(CaseFacts {
        name: analysis.case().map_or("open", case_name),
        number: analysis.case().map(|case| case as u8),
        outcome,
        moves: named(analysis.moves().unwrap_or(none)),
        attacks: named(attacks),
        defences: named(defences),
        counter_fours: named(counter_fours),
        plies: analysis.plies(),
    })
}

/// The stones of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stones {
    /// Black's.
    pub black: Vec<String>,
    /// White's.
    pub white: Vec<String>,
}

/// All that is to say of a position without a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// `black` or `white`.
    pub to_move: String,
    /// `open`, `won` or `draw`.
    pub status: &'static str,
    /// Who has won.
    pub winner: Option<String>,
    /// The foul that lost the game, if it was one.
    pub foul: Option<&'static str>,
    /// The row that won.
    pub win_line: Vec<String>,
    /// The moves as one string.
    pub moves: String,
    /// The stones, row by row.
    pub stones: Stones,
    /// Where Black may not play.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The empty points by side and by the name of their class, from a three up.
    pub points: BTreeMap<String, BTreeMap<&'static str, Vec<String>>>,
    /// Every threat.
    pub threats: Vec<Threat>,
    /// The case of the board analysis, in an open game.
    pub case: Option<CaseFacts>,
}

/// What is to say of a position.
pub fn facts(position: &Position) -> Facts {
    let size = position.size();
    let of = |side: Colour| {
        names(position.grid().stones().filter(|(_, stone)| *stone == side).map(|(p, _)| p), size)
    };
    let (status, foul) = match position.status() {
        Status::Open => ("open", None),
        Status::Draw => ("draw", None),
        Status::Won { foul, .. } => ("won", foul),
    };
    let points = with_rule!(position.rule(), R => points_by_class(&Board::<R>::from_position(position)));
    Facts {
        to_move: position.to_move().to_string(),
        status,
        winner: position.winner().map(|side| side.to_string()),
        foul: foul.map(foul_name),
        win_line: win_line(position),
        moves: moves_to_string(position.moves(), size, Origin::Bottom),
        stones: Stones { black: of(Colour::Black), white: of(Colour::White) },
        forbidden: forbidden(position),
        points,
        threats: threats(position),
        case: case(position),
    }
}

/// The row of the winner, if the game was won with one.
fn win_line(position: &Position) -> Vec<String> {
    let Some(winner) = position.winner() else { return Vec::new() };
    let last = position.moves().iter().rev().find_map(|m| m.point());
    let stones = position.grid().stones().filter(|(_, stone)| *stone == winner).map(|(p, _)| p);
    let row = last.into_iter().chain(stones).filter(|p| position.stone(*p) == Some(winner));
    let row = row.into_iter().find_map(|p| position.grid().winning_row(p, position.rule()));
    names(row.unwrap_or_default(), position.size())
}

fn points_by_class<R: RuleType>(board: &Board<R>) -> BTreeMap<String, BTreeMap<&'static str, Vec<String>>> {
    let by_class = |side: Colour| {
        let worth_a_look = PointClass::ALL.into_iter().filter(|class| *class >= PointClass::SimpleThree);
        let named = worth_a_look.map(|class| (class.name(), names(board.points(side, class), board.size())));
        named.filter(|(_, points)| !points.is_empty()).collect()
    };
    Colour::BOTH.into_iter().map(|side| (side.to_string(), by_class(side))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::parse_moves;
    use tengen_core::{Rule, Size};

    fn after(moves: &str, rule: Rule) -> Position {
        let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
        Position::from_moves(Size::FIFTEEN, rule, moves).unwrap()
    }

    #[test]
    fn forbidden_points_have_their_reasons() {
        // Two threes of Black cross on h8.
        let found = forbidden(&after("g8a1i8a3h7a5h9a7", Rule::Renju));
        assert_eq!(found, [ForbiddenPoint { point: "h8".to_owned(), reason: "double three" }]);
        assert!(forbidden(&after("g8a1i8a3h7a5h9a7", Rule::Freestyle)).is_empty());
    }

    #[test]
    fn each_case_has_its_name_and_its_moves() {
        let of = |moves| case(&after(moves, Rule::Freestyle)).unwrap();
        let open = of("h8");
        assert_eq!((open.name, open.number, open.outcome, open.plies), ("open", None, "open", None));
        let ours = of("h8g8i8a1j8a15k8o1");
        assert_eq!((ours.name, ours.outcome, &ours.moves[..]), ("our five", "win", &["l8".to_owned()][..]));
        let theirs = of("h8g8i8a1j8a15k8");
        assert_eq!((theirs.name, theirs.outcome, theirs.number), ("their five", "hold", Some(2)));
        assert_eq!((&theirs.attacks, &theirs.defences), (&vec!["l8".to_owned()], &vec!["l8".to_owned()]));
        assert_eq!((of("h8a1i8a15j8o1k8").name, of("h8a1i8a15j8o1k8").outcome), ("their fives", "lost"));
        assert_eq!((of("h8a1i8a15j8o1").name, of("h8a1i8a15j8o1").plies), ("our four", Some(3)));
        let four = of("h8a1i8a15j8");
        assert_eq!((four.name, four.outcome, four.counter_fours.len()), ("their four", "hold", 0));
        assert_eq!(four.moves, ["g8", "k8"]);
        assert_eq!(case(&after("h8a1i8a15j8o1k8o15l8", Rule::Freestyle)), None);
    }

    #[test]
    fn the_facts_of_a_finished_game_name_winner_and_row() {
        let facts = facts(&after("h8a1i8a15j8o1k8o15l8", Rule::Freestyle));
        assert_eq!((facts.status, facts.winner.as_deref()), ("won", Some("black")));
        assert_eq!(facts.win_line, ["h8", "i8", "j8", "k8", "l8"]);
        assert!(facts.threats.is_empty() && facts.case.is_none());
        let foul = super::facts(&after("g8a1i8a3h7a5h9a7h8", Rule::Renju));
        assert_eq!((foul.winner.as_deref(), foul.foul), (Some("white"), Some("double three")));
        assert!(foul.win_line.is_empty());
    }

    #[test]
    fn points_are_sorted_by_the_names_of_their_classes() {
        let facts = facts(&after("h8a1i8a15j8o1", Rule::Freestyle));
        let black = &facts.points["black"];
        assert_eq!(black["double four"], ["g8", "k8"]);
        assert!(facts.points["white"].is_empty());
        let json = serde_json::to_value(&facts).unwrap();
        assert_eq!(json["case"]["name"], "our four");
        assert_eq!(json["threats"][0]["kind"], "winning four");
    }
}
