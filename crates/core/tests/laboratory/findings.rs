//! Where the restricted game contradicts the paper: one drawn counterexample each, checked against plain minimax
//! where it fits. `docs/laboratory.md` tells them in words.

use super::drawings::{class, drawn, marks, report, symbol};
use super::reference::plain_minimax;
use tengen_core::laboratory::{Kind, Name, Player, Square};
use tengen_core::laboratory::{combination_attack, combination_victory, intersection_attack};
use tengen_core::laboratory::{threat_sequence, threat_sequence_through};

#[test]
fn the_first_threat_sequence_of_the_paper_is_an_a3_when_played_in_reverse() {
    // The paper plays 1 then 2 and counts four steps. 2 first makes a D3, after which 1 makes two fours at once.
    //   XXX+1
    //   ....X
    //   ....X
    //   ....+
    //   .++X2X++
    let text = "XXX++/....X/....X/....+/.++X+X++";
    assert_eq!(symbol(text), "A3");
    assert_eq!(plain_minimax(&drawn(text), Player::X, Player::X), Some(3));
    let (one, two) = (Square::new(0, 4), Square::new(4, 4));
    let fastest = threat_sequence(&drawn(text)).expect("small");
    assert_eq!(fastest.len(), 3);
    let through = |play| threat_sequence_through(&drawn(text), &[play]).expect("a winning move").len();
    assert_eq!((through(two), through(one)), (3, 4));
    // O's stones on both defence squares of the double three do not help: 1 still makes two fours.
    assert_eq!(symbol("XXX+X/....X/....X/....+/.+OXXXO+"), "V1");
}

#[test]
fn the_double_three_in_a_c43d_and_c3w3d_is_more_than_a_minimal_victory_needs() {
    let (four, three) = ("..+/..+/XXX+X/..X/..X/..+/..+", "..+/..+/+XX+X+/..X/..X/..+/..+");
    for text in [four, three] {
        assert!(!report(text).is_minimal);
        // One end of the double three is idle.
        let shorter = drawn(text).removing(Square::new(0, 2)).expect("an end").to_string();
        assert_eq!(symbol(&shorter), "V2");
    }
}

#[test]
fn a_trigger_may_be_slower_than_the_paper_marks() {
    // Filling an end makes a four and leaves the other weak three standing: a V2, so by Definition 4 a trigger.
    let nameless = class("+XXX+++XXX+");
    assert_eq!(nameless.triggers, marks("*   ***   *"));
    assert_eq!(nameless.fastest_triggers, marks("    ***"));
    assert_eq!(symbol("XXXX+++XXX+"), "V2");
}

#[test]
fn lemma_3_a_survivor_can_be_slower_than_its_attack() {
    // The right attack is an S4. The left one is an A2 (the weak three of the row) whose only defence is the square
    // where row and column meet: any other answer leaves an A3 in the column. O's answer to the S4 is such an answer.
    //   .+
    //   .X
    //   .+
    //   .X
    //   ++XXX+X
    //   .+
    let slow = drawn(".+/.X/.+/.X/++XXX+/.+");
    let four = drawn("////..XXX+X");
    let slow_class = class(".+/.X/.+/.X/++XXX+/.+");
    assert_eq!(slow_class.kind, Kind::Attack { steps: 2 });
    assert_eq!(slow_class.defence, marks("////.-"));
    let made = combination_victory(&slow, &four).expect("disjoint defences");
    assert_eq!(made.promised, Kind::Victory { steps: 2 });
    assert_eq!(made.class.kind, Kind::Victory { steps: 3 });
    assert!(!made.keeps_promise());
    assert_eq!(plain_minimax(&made.pattern, Player::X, Player::O), Some(3));
}

/// An attack of five steps: three simple threes in the columns give the three stones of the first row with a four
/// each, and O's forced answers come to lie side by side in the fifth row.
const FIVE_STEPS: &str = "+++++++/..XXX/..XXX/..XXX/..+++";
/// A simple four whose only answer continues that row, and one empty square more.
const FOUR_AND_ONE: &str = "////.....++/.....X/.....X/.....X/.....X";

#[test]
fn lemma_3_the_forced_answers_can_become_the_opponents_own_four() {
    let (long, four) = (drawn(FIVE_STEPS), drawn(FOUR_AND_ONE));
    assert_eq!(symbol(FIVE_STEPS), "A5");
    assert_eq!(symbol(FOUR_AND_ONE), "A1");
    let made = combination_victory(&long, &four).expect("disjoint defences");
    assert_eq!(made.promised, Kind::Victory { steps: 5 });
    assert_eq!(made.class.kind, Kind::Attack { steps: 1 });
    assert_eq!(plain_minimax(&made.pattern, Player::X, Player::O), None);
}

#[test]
fn footnote_2_an_attack_can_have_no_defence_square_and_still_be_no_victory() {
    let union = drawn(FIVE_STEPS).union(&drawn(FOUR_AND_ONE)).expect("compatible").to_string();
    assert_eq!(class(&union).kind, Kind::Attack { steps: 1 });
    assert!(class(&union).defence.is_empty());
}

#[test]
fn one_more_empty_square_can_weaken_a_pattern() {
    let union = drawn(FIVE_STEPS).union(&drawn(FOUR_AND_ONE)).expect("compatible");
    let smaller = union.removing(Square::new(4, 6)).expect("the extra square");
    assert_eq!(symbol(&smaller.to_string()), "V5");
    assert_eq!(symbol(&union.to_string()), "A1");
}

#[test]
fn lemma_4_the_union_can_be_stronger_than_both_attacks_explain() {
    // Both are a double three with defence squares 1 and 5 of the row, plus half of a column; together the column
    // threatens too, and square 5 no longer defends.
    //   .+
    //   .X
    //   ++XXX++
    //   .+
    //   .X
    //   .+
    let upper = drawn(".+/.X/++XXX++/.+/./.+");
    let lower = drawn(".+/./++XXX++/.+/.X/.+");
    let made = intersection_attack(&upper, &lower).expect("common defences");
    assert_eq!(made.promised_defence, marks("//.-...-"));
    assert_eq!(made.class.kind, Kind::Attack { steps: 2 });
    assert_eq!(made.class.defence, marks("//.-"));
}

#[test]
fn lemma_4_the_union_can_be_a_victory() {
    // Two simple fours with the same defence; their union closes a five beside it.
    let made = intersection_attack(&drawn("...XXXX+X"), &drawn("..X.XXX+X")).expect("common defence");
    assert_eq!(made.promised, Kind::Attack { steps: 1 });
    assert_eq!(made.class.kind, Kind::Victory { steps: 0 });
}

#[test]
fn lemma_5_the_defence_of_the_attack_can_be_larger_than_promised() {
    // The row becomes a double three with defence squares 1 and 5. Without square 0 it is a weak three, whose defence
    // has square 6 as well, and there the diagonal can be stopped too.
    //   ++X+X++
    //   ...X.X
    //   ...XX
    //   ...+
    //   ..X+
    let row = drawn("++X+X++");
    let other = drawn("...+..+/...X.X/...XX/...+/..X+");
    let trigger = Square::new(0, 3);
    let made = combination_attack(&row, &other, trigger).expect("disjoint defences");
    assert_eq!(made.promised, Kind::Attack { steps: 3 });
    assert_eq!(made.class.kind, made.promised);
    assert_eq!(made.promised_defence, marks(" - - --///...-/...-"));
    assert_eq!(made.class.defence, marks("-- - --///...-/...-"));
}

#[test]
fn lemma_5_the_attack_can_be_faster_than_promised() {
    // Either half needs two more stones; together their stones already stand as a four.
    let made = combination_attack(&drawn("XXX.X+X+X"), &drawn("..X+X+X+"), Square::new(0, 5))
        .expect("disjoint defences");
    assert_eq!(made.promised, Kind::Attack { steps: 2 });
    assert_eq!(made.class.kind, Kind::Attack { steps: 1 });
    assert!(report(&made.pattern.to_string()).names.contains(&Name::S4));
}
