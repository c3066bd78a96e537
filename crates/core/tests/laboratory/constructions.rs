//! The examples of sections 2.3 and 2.5: patterns built by the lemmas, and threat sequences.

use super::drawings::{class, drawn, marks, report};
use tengen_core::laboratory::{
    ConstructionError, Kind, Name, Square, combination_attack, combination_victory, examine,
    intersection_attack, intersection_squares, simple_attack, simple_threat, threat_sequence,
    threat_sequence_through,
};

/// The C3w3w of section 2.5: a row `+XXX++` and a column `+X+XX+` that share the third stone of the row.
///
/// ```text
/// ...+
/// +XXX++
/// ...+
/// ...X
/// ...X
/// ...+
/// ```
const V2: &str = "...+/+XXX++/...+/...X/...X/...+";
const A3: &str = "...+/+XX+++/...+/...X/...X/...+";
/// The A3 with a column `+XXX++` through the first stone of its row.
const V3: &str = ".+.+/+XX+++/.X.+/.X.X/.+.X/.+.+";
const A4: &str = ".+.+/++X+++/.X.+/.X.X/.+.X/.+.+";

#[test]
fn emptying_a_five_gives_the_five_simple_fours() {
    let made: Vec<String> = (0..5)
        .map(|column| simple_attack(&drawn("XXXXX"), Square::new(0, column)).expect("a V0"))
        .inspect(|made| assert_eq!(made.class.kind, Kind::Attack { steps: 1 }))
        .map(|made| made.pattern.to_string())
        .collect();
    assert_eq!(made, ["+XXXX", "X+XXX", "XX+XX", "XXX+X", "XXXX+"]);
}

#[test]
fn emptying_a_simple_four_gives_the_four_simple_threes() {
    let made: Vec<String> = (0..4)
        .map(|column| simple_threat(&drawn("XXXX+"), Square::new(0, column)).expect("an A1"))
        .inspect(|made| assert_eq!(made.class.kind, Kind::Threat { steps: 2 }))
        .map(|made| made.pattern.to_string())
        .collect();
    assert_eq!(made, ["+XXX+", "X+XX+", "XX+X+", "XXX++"]);
}

#[test]
fn emptying_an_idle_stone_gives_the_same_victory_again() {
    let made = simple_attack(&drawn("+XXXX+X"), Square::new(0, 6)).expect("a V1");
    assert_eq!(made.promised, Kind::Attack { steps: 2 });
    assert_eq!(made.class.kind, Kind::Victory { steps: 1 });
    assert!(made.keeps_promise());
}

#[test]
fn two_simple_fours_on_the_same_stones_make_a_double_four() {
    let made = combination_victory(&drawn(".XXXX+"), &drawn("+XXXX")).expect("disjoint defences");
    assert_eq!(made.pattern, drawn("+XXXX+"));
    assert_eq!(made.class.kind, Kind::Victory { steps: 1 });
}

#[test]
fn two_weak_threes_on_the_same_stones_make_a_double_three() {
    let made = intersection_attack(&drawn(".+XXX++"), &drawn("++XXX+")).expect("common defences");
    assert_eq!(made.pattern, drawn("++XXX++"));
    assert_eq!(made.class.kind, Kind::Attack { steps: 2 });
    assert_eq!(made.class.defence, made.promised_defence);
    assert_eq!(made.class.defence, marks(" -   -"));
    assert_eq!(made.class.triggers, marks(" *   *"));
}

#[test]
fn two_simple_threes_with_a_common_trigger_make_a_weak_three() {
    let trigger = Square::new(0, 4);
    let made = combination_attack(&drawn("XXX++"), &drawn("....++XXX"), trigger).expect("T2 and T2");
    assert_eq!(made.pattern, drawn("XXX+++XXX"));
    assert_eq!(made.class.kind, made.promised);
    assert_eq!(made.class.kind, Kind::Attack { steps: 2 });
    assert_eq!(made.class.defence, made.promised_defence);
    assert_eq!(made.class.defence, marks("   ---"));
    assert_eq!(made.class.triggers, [trigger]);
}

#[test]
fn lemmas_refuse_what_they_do_not_speak_of() {
    let four = drawn("XXXX+");
    let wrong = simple_attack(&four, Square::new(0, 0));
    assert!(matches!(wrong, Err(ConstructionError::WrongKind { found: Kind::Attack { steps: 1 }, .. })));
    let no_stone = simple_threat(&four, Square::new(0, 4));
    assert_eq!(no_stone, Err(ConstructionError::NoStone(Square::new(0, 4))));
    let clash = combination_victory(&four, &drawn("+XXXX"));
    assert_eq!(clash, Err(ConstructionError::NotCompatible));
    let meeting = combination_victory(&four, &four);
    assert_eq!(meeting, Err(ConstructionError::DefencesMeet(marks("    -"))));
    let apart = intersection_attack(&drawn(".XXXX+"), &drawn("+XXXX"));
    assert_eq!(apart, Err(ConstructionError::DefencesDoNotMeet));
    let three = drawn("XXX++");
    let elsewhere = combination_attack(&three, &three, Square::new(0, 0));
    assert_eq!(elsewhere, Err(ConstructionError::NotACommonTrigger(Square::new(0, 0))));
}

#[test]
fn the_cross_of_two_weak_threes_becomes_a_new_minimal_a3() {
    assert_eq!(report(V2).names.first(), Some(&Name::C3w3w));
    let intersection = intersection_squares(&drawn(V2)).expect("a victory");
    assert_eq!(intersection, marks("/...X"));
    let made = simple_attack(&drawn(V2), intersection[0]).expect("a victory");
    assert_eq!(made.pattern, drawn(A3));
    assert_eq!(made.class.kind, Kind::Attack { steps: 3 });
    assert!(made.class.triggers.contains(&intersection[0]));
    assert!(examine(&made.pattern).expect("small").is_minimal);
}

#[test]
fn emptying_beside_the_intersection_leaves_a_weak_three() {
    let made = simple_attack(&drawn(V2), Square::new(3, 3)).expect("a victory");
    assert_eq!(made.pattern, drawn("...+/+XXX++/...+/...+/...X/...+"));
    assert_eq!(made.class.kind, Kind::Attack { steps: 2 });
    let left = examine(&made.pattern).expect("small");
    assert!(left.names == [Name::W3] && !left.is_minimal);
}

#[test]
fn the_a3_and_a_weak_three_make_a_v3() {
    let weak_three = drawn(".+/.X/.X/.X/.+/.+");
    let made = combination_victory(&drawn(A3), &weak_three).expect("disjoint defences");
    assert_eq!(made.pattern, drawn(V3));
    assert_eq!(made.class.kind, Kind::Victory { steps: 3 });
    assert!(!examine(&made.pattern).expect("small").is_irrational);
}

#[test]
fn the_v3_becomes_an_a4_at_its_left_intersection() {
    let intersection = intersection_squares(&drawn(V3)).expect("a victory");
    assert_eq!(intersection, marks("/.X"));
    let made = simple_attack(&drawn(V3), intersection[0]).expect("a victory");
    assert_eq!(made.pattern, drawn(A4));
    assert_eq!(made.class.kind, Kind::Attack { steps: 4 });
    assert!(made.class.fastest_triggers.contains(&intersection[0]));
}

#[test]
fn the_v3_decomposes_into_the_attacks_it_was_made_of() {
    let parts = report(V3).parts;
    let drawings: Vec<String> = parts.iter().map(|part| part.pattern.to_string()).collect();
    assert_eq!(drawings[0].replace('\n', "/"), A3);
    assert_eq!(drawings[1].replace('\n', "/"), ".+/.X/.X/.X/.+/.+");
}

/// The first threat sequence of section 2.5. The stones 1 and 2 lie in one column, 2 in the gap of the last row:
///
/// ```text
/// XXX+1        XXXOX
/// ....X        ....X
/// ....X   ->   ....X
/// ....+        ....O
/// .++X2X++     .++XXX++
/// ```
const S3_SEQUENCE: &str = "XXX++/....X/....X/....+/.++X+X++";

#[test]
fn a_sequence_of_simple_threes_ends_in_the_double_three_of_the_paper() {
    let plays = [Square::new(0, 4), Square::new(4, 4)];
    let sequence = threat_sequence_through(&drawn(S3_SEQUENCE), &plays).expect("winning moves");
    assert_eq!(sequence.len(), 4, "two fours, then a D4, then the five");
    assert_eq!((sequence[0].threatens, &sequence[0].answers), (1, &marks("   O")));
    assert_eq!((sequence[1].threatens, &sequence[1].answers), (1, &marks("///    O")));
    assert_eq!(sequence[1].after, drawn("XXXOX/....X/....X/....O/.++XXX++"));
    let board = examine(&sequence[1].after).expect("small");
    assert_eq!((board.kind, board.names), (Kind::Attack { steps: 2 }, vec![Name::D3]));
    assert!(sequence[2].answers.is_empty(), "a D4 cannot be stopped");
    assert_eq!((sequence[3].threatens, sequence[3].reply), (0, None));
}

#[test]
fn a_sequence_that_starts_with_a_weak_three_leaves_three_answers() {
    let text = "++XX++/....X/....X/....+/.++X+X++";
    assert_eq!(class(text).kind, Kind::Attack { steps: 4 });
    let plays = [Square::new(0, 4), Square::new(4, 4)];
    let sequence = threat_sequence_through(&drawn(text), &plays).expect("winning moves");
    assert_eq!((sequence[0].threatens, &sequence[0].answers), (2, &marks("--   -")));
    assert_eq!((sequence[1].threatens, &sequence[1].answers), (1, &marks("///    O")));
    assert_eq!(sequence.len(), 4);
    // Whichever of the three answers was given, the last row ends as the paper's double three.
    assert!(sequence[1].after.contains(&drawn("////.++XXX++")));
}

#[test]
fn the_fastest_sequence_has_as_many_steps_as_the_attack() {
    for text in ["XXXX+", "++XXX+", A3, A4, S3_SEQUENCE, V2, V3] {
        let steps = match class(text).kind {
            Kind::Attack { steps } => Some(steps),
            _ => None,
        };
        let sequence = threat_sequence(&drawn(text)).expect("small");
        let last = sequence.last().expect("X wins moving first");
        assert_eq!(last.threatens, 0, "{text} ends with the five");
        if let Some(steps) = steps {
            assert_eq!(sequence.len(), usize::from(steps), "{text}");
        }
    }
}

#[test]
fn there_is_no_sequence_without_a_win() {
    assert!(threat_sequence(&drawn("+XXX+")).expect("small").is_empty());
    assert!(threat_sequence(&drawn("XXXXX")).expect("small").is_empty());
    let lost = threat_sequence_through(&drawn("++XXX+"), &[Square::new(0, 0)]);
    assert_eq!(lost, Err(ConstructionError::NotAWinningMove(Square::new(0, 0))));
}
