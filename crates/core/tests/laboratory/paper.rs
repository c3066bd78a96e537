//! The examples of sections 2.2 to 2.4, drawn as in the paper, with the paper's answers.
//!
//! The drawings of cross patterns are set flush left in some copies of the paper. They are rebuilt here from the
//! text: a column crosses the row where the two named attacks share a stone.

use super::drawings::{class, drawn, is_named, marks, report, symbol};
use tengen_core::laboratory::{Name, Player, examine};

const C44: &str = "XXX+X/....+/....X/....X/....X";
const C44_THROUGH: &str = "..X/..+/XXX+X/..X/..X";
const C43W: &str = "..+/XXX+X/..+/..X/..X/..+";
const C43D: &str = "..+/..+/XXX+X/..X/..X/..+/..+";
const C3W3W: &str = "..+/+XX+X+/..+/..X/..X/..+";
const C3W3D: &str = "..+/..+/+XX+X+/..X/..X/..+/..+";

#[test]
fn victories_of_section_2_2() {
    assert_eq!(symbol("XXXXX"), "V0");
    assert_eq!(symbol("+XXXX+"), "V1");
    assert_eq!(symbol("+XXXX++"), "V1");
    assert_eq!(symbol("XXXX+/X/X/X/+"), "V1");
    let mirrored = report("+0000+");
    assert_eq!((mirrored.kind.to_string().as_str(), mirrored.owner), ("V1", Player::O));
}

#[test]
fn four_stones_with_empties_on_one_side_are_not_a_victory() {
    assert_eq!(symbol("XXXX++"), "A1");
}

#[test]
fn attacks_of_section_2_2() {
    assert_eq!(symbol("XXXX+"), "A1");
    assert_eq!(symbol("XX+XX"), "A1");
    let weak = class("++XXX+");
    assert_eq!(weak.kind.to_string(), "A2");
    assert_eq!(weak.triggers, marks(" *"));
    let double = class("++XXX++");
    assert_eq!(double.kind.to_string(), "A2");
    assert_eq!(double.triggers, marks(" *   *"));
}

#[test]
fn threats_of_section_2_2() {
    let simple = class("+XXX+");
    assert_eq!(simple.kind.to_string(), "T2");
    assert_eq!(simple.triggers, marks("*   *"));
    let gapped = class("++X+X++");
    assert_eq!(gapped.kind.to_string(), "T3");
    assert_eq!(gapped.triggers, marks(" * * *"));
}

#[test]
fn long_rows_of_section_2_2_have_many_triggers() {
    let twos = class("+++XX+++++XX+++");
    assert_eq!(twos.kind.to_string(), "T3");
    assert_eq!(twos.triggers, marks(" **  **.**  **"));
    let three_and_two = class("XXX+++++XX+++");
    assert_eq!(three_and_two.kind.to_string(), "T2");
    assert_eq!(three_and_two.fastest_triggers, marks("   **"));
    assert_eq!(three_and_two.triggers, marks("   **.**..**"));
    assert_eq!(symbol("XXXX+++++XX+++"), "A1");
}

#[test]
fn defences_of_attacks_in_section_2_2() {
    assert_eq!(class("XXXX+").defence, marks("    -"));
    assert_eq!(class("++XXX++").defence, marks(" -   -"));
    assert_eq!(class("++XXX+").defence, marks("--   -"));
}

#[test]
fn a_victory_has_a_zero_size_defence() {
    let victory = class("+XXXX+");
    assert!(victory.defence.is_empty());
    assert_eq!(victory.strength.defence_size(), 0);
}

#[test]
fn defences_of_threats_in_section_2_2() {
    let defence_for = |text: &str, trigger: &str| {
        let trigger = marks(trigger)[0];
        let each = class(text).defences.into_iter().find(|each| each.trigger == trigger);
        each.expect("a trigger of the threat").squares
    };
    assert_eq!(defence_for("+XXX+", "*"), marks("    -"));
    assert_eq!(defence_for("+XXX+", "    *"), marks("-"));
    assert_eq!(defence_for("++X+X++", "   *"), marks(" -   -"));
    assert_eq!(defence_for("++X+X++", " *"), marks("-  - -"));
    assert_eq!(class("++X+X++").strength.defence_size(), 2);
}

#[test]
fn strength_follows_type_steps_and_defence() {
    let ladder = ["X+", "++X+X+", "++X+X++", "+XXX+", "++XXX+", "++XXX++", "XXXX+", C43W, "+XXXX+", "XXXXX"];
    for pair in ladder.windows(2) {
        let strength = |text| class(text).strength;
        assert!(strength(pair[0]) < strength(pair[1]), "{} < {}", pair[0], pair[1]);
    }
    assert_eq!(class("X+").strength, class("+++").strength, "generic patterns are equal");
}

#[test]
fn minimal_patterns_of_section_2_2() {
    for minimal in ["XXXXX", "+XXXX+", "XXXX+"] {
        assert!(report(minimal).is_minimal, "{minimal}");
    }
    for padded in ["XXXXX++", "+XXXX+X", "XXXX++", "X+"] {
        assert!(!report(padded).is_minimal, "{padded}");
    }
}

#[test]
fn two_disjoint_fives_are_impossible() {
    assert!(report("XXXXX+XXXXX").is_impossible);
    assert!(report("XXXXX/OOOOO").is_impossible);
    assert!(!report("XXXXXXXXX").is_impossible, "the middle stone came last");
    assert!(!report("XXXXX").is_impossible);
}

#[test]
fn two_fours_around_one_square_are_possible_but_irrational() {
    let fours = report("XXXX+XXXX");
    assert!(!fours.is_impossible);
    assert!(fours.is_irrational);
}

#[test]
fn attacks_that_share_stones_are_rational() {
    for rational in ["+XXXX+", "++XXX++", "XXX+X+XXX", "XXXXX", "XXXXX+", C44, C43D, C3W3D] {
        assert!(!report(rational).is_irrational, "{rational}");
    }
}

#[test]
fn simple_five_four_and_three_are_single_blocks() {
    assert_eq!(report("XXXXX").names, [Name::S5]);
    for four in ["+XXXX", "X+XXX", "XX+XX", "XXX+X", "XXXX+"] {
        let found = report(four);
        assert_eq!((found.kind.to_string().as_str(), found.is_minimal), ("A1", true), "{four}");
        assert_eq!(found.names, [Name::S4], "{four}");
        assert_eq!(found.triggers, found.defence, "{four}");
    }
    for three in ["+XXX+", "X+XX+", "XX+X+", "XXX++"] {
        let found = report(three);
        assert_eq!((found.kind.to_string().as_str(), found.is_minimal), ("T2", true), "{three}");
        assert_eq!(found.names, [Name::S3], "{three}");
        assert_eq!(found.triggers.len(), 2, "{three}");
    }
}

#[test]
fn double_fours_of_section_2_4() {
    for double_four in ["+XXXX+", "XXX+X+XXX", C44] {
        let found = report(double_four);
        assert!(found.names.contains(&Name::D4), "{double_four}");
        assert_eq!((found.kind.to_string().as_str(), found.is_minimal), ("V1", true));
    }
    let padded = report("+XXXX++");
    assert!(padded.names.contains(&Name::D4) && !padded.is_minimal);
    assert!(report("XXX+X+XXX").contained_names.contains(&Name::S3));
}

#[test]
fn three_fours_meeting_in_one_stone_are_not_minimal() {
    let text = "XXX+X+XXX/....+/....X/....X/....X";
    let found = report(text);
    assert!(found.names.contains(&Name::D4) && !found.is_minimal);
    // Each pair of the three S4 is one of the three D4: without the stones of the third it is still there.
    for missing_arm in ["XXX", "......XXX", "//....X/....X/....X"] {
        let arm = marks(missing_arm);
        let pair = drawn(text).restricted_to(|square| !arm.contains(&square));
        assert!(examine(&pair).expect("a small pattern").names.contains(&Name::D4));
    }
}

#[test]
fn weak_threes_of_section_2_4() {
    for weak in ["+X+XX+", "XXX+++XXX", "XXX++/....+/....X/....X/....X"] {
        let found = report(weak);
        assert_eq!((found.kind.to_string().as_str(), found.is_minimal), ("A2", true), "{weak}");
        assert_eq!(found.names, [Name::W3], "{weak}");
        assert_eq!(found.defence.len(), 3, "{weak}");
        assert!(found.contained_names.contains(&Name::S3), "{weak}");
    }
    let padded = report("+X+XX++");
    assert_eq!(padded.names, [Name::W3]);
    assert!(!padded.is_minimal);
}

#[test]
fn the_cross_weak_three_is_triggered_where_its_threes_meet() {
    let found = report("XXX++/....+/....X/....X/....X");
    assert_eq!(found.triggers, marks("    *"));
    assert_eq!(found.defence, marks("   --/    -"));
}

#[test]
fn the_double_three_of_section_2_4() {
    let found = report("++XXX++");
    assert_eq!(found.names, [Name::D3]);
    assert!(found.is_minimal && !found.is_irrational);
    assert_eq!(found.triggers, marks(" *   *"));
    assert_eq!(found.defence, marks(" -   -"));
    assert!(found.contained_names.contains(&Name::W3));
}

#[test]
fn the_irrational_double_three_of_section_2_4() {
    let found = report("+XXX++XXX+");
    assert!(found.is_irrational);
    assert_eq!(found.names, [Name::D3]);
    assert_eq!(found.triggers, marks("    **"));
    assert_eq!(found.defence, marks("    --"));
}

#[test]
fn the_irrational_attack_without_a_name_has_one_defence_square() {
    let found = report("+XXX+++XXX+");
    assert!(found.is_irrational);
    assert_eq!(found.kind.to_string(), "A2");
    assert!(found.names.is_empty());
    assert_eq!(found.fastest_triggers, marks("    ***"));
    assert_eq!(found.defence, marks("     -"));
}

#[test]
fn cross_fours_of_section_2_4() {
    for cross in [C44, C44_THROUGH] {
        assert_eq!(symbol(cross), "V1");
        assert!(is_named(cross, Name::C44) && is_named(cross, Name::D4), "{cross}");
    }
    assert!(!is_named("+XXXX+", Name::C44), "one line is no cross");
}

#[test]
fn cross_four_threes_of_section_2_4() {
    for (cross, name) in [(C43W, Name::C43w), (C43D, Name::C43d)] {
        assert_eq!(symbol(cross), "V2");
        assert_eq!(report(cross).names.first(), Some(&name));
        assert!(is_named(cross, Name::C43));
    }
    assert!(!is_named(C43W, Name::C43d));
}

#[test]
fn cross_threes_of_section_2_4() {
    for (cross, name) in [(C3W3W, Name::C3w3w), (C3W3D, Name::C3w3d)] {
        assert_eq!(symbol(cross), "V2");
        assert_eq!(report(cross).names.first(), Some(&name));
        assert!(is_named(cross, Name::C33));
    }
    let two_doubles = "...+/...+/.++XXX++/...X/...X/...+/...+";
    assert_eq!(report(two_doubles).names.first(), Some(&Name::C3d3d));
}

#[test]
fn the_double_four_decomposes_into_two_simple_fours() {
    let parts = report("+XXXX+").parts;
    let drawings: Vec<String> = parts.iter().map(|part| part.pattern.to_string()).collect();
    assert_eq!(drawings, ["+XXXX", ".XXXX+"]);
    assert!(parts.iter().all(|part| part.names == [Name::S4]));
}

#[test]
fn crosses_decompose_into_the_attacks_they_are_named_after() {
    let names = |text| -> Vec<Name> { report(text).parts.iter().map(|part| part.names[0]).collect() };
    assert_eq!(names(C44), [Name::S4, Name::S4]);
    assert_eq!(names(C43W), [Name::S4, Name::W3]);
    assert_eq!(names(C43D), [Name::S4, Name::D3]);
    assert_eq!(names(C3W3W), [Name::W3, Name::W3]);
    assert_eq!(names(C3W3D), [Name::D3, Name::W3]);
}

#[test]
fn fives_and_patterns_that_are_no_victory_have_no_parts() {
    for text in ["XXXXX", "XXXX+", "+XXX+", "X+"] {
        assert!(report(text).parts.is_empty(), "{text}");
    }
}

#[test]
fn the_two_row_pattern_of_section_2_1_is_generic_for_x_and_a_weak_two_for_o() {
    let mixed = drawn("X++0++0+/0++X++");
    assert_eq!(examine(&mixed).expect("small").kind.to_string(), "generic");
    let for_o = examine(&mixed.with_players_exchanged()).expect("small");
    assert_eq!((for_o.kind.to_string().as_str(), for_o.names), ("T3", vec![Name::W2]));
}

#[test]
fn a_stone_of_the_opponent_takes_its_square_out_of_the_line() {
    assert_eq!(symbol("OXXXX+"), "A1");
    assert_eq!(symbol("O+XXX+O"), "T2");
    assert_eq!(symbol("O++XXX++O"), "A2");
    assert_eq!(symbol("OXXXXO"), "generic");
}

#[test]
fn the_opponents_own_four_stops_a_slower_attack() {
    assert_eq!(symbol("++XXX++"), "A2");
    assert_eq!(symbol("++XXX++/OOOO+"), "T2", "X makes a four at best, and O five");
    assert_eq!(symbol("XXXX+/OOOO+"), "A1", "X is faster");
}

#[test]
fn lines_of_section_4_2_are_what_their_trackers_say() {
    // Cases 3 and 5, the lines drawn there.
    assert!(is_named("X+XXXX+XX", Name::D4));
    assert_eq!(report("0XXX+XXX0").names, [Name::S4]);
    assert_eq!(report("0++XXX+00").names, [Name::W3]);
    assert_eq!(report("XX++X++XX").names, [Name::S3]);
    assert_eq!(report("0+0XXX++X").names, [Name::S3]);
    assert_eq!(report("0++XXX++X").names, [Name::D3]);
}
