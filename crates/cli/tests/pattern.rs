//! `tengen pattern` as a user sees it: the page, the JSON object, the refusals.

use assert_cmd::Command;
use serde_json::{Value, json};

fn pattern(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program");
    command.arg("pattern").args(arguments);
    command
}

fn page(arguments: &[&str]) -> String {
    let output = pattern(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

fn object(drawing: &str) -> Value {
    let page = page(&["--json", drawing]);
    assert_eq!(page.lines().count(), 1, "one object on one line");
    serde_json::from_str(&page).expect("JSON")
}

#[test]
fn a_row_is_drawn_with_its_defence_above_and_its_trigger_below() {
    assert_eq!(
        page(&["++XXX+"]),
        "--   -\n\
         ++XXX+\n \
         *\n\
         \n\
         attack of 2 steps (A2): weak three (W3)\n\
         defence: 3 squares\n\
         minimal: yes\n\
         contains: W3, S3\n"
    );
}

#[test]
fn a_victory_is_drawn_with_the_attacks_it_is_made_of() {
    assert_eq!(
        page(&["+XXXX+"]),
        "=====   S4\n\
         +XXXX+  D4\n \
         =====  S4\n\
         \n\
         victory of 1 step (V1): double four (D4)\n\
         minimal: yes\n\
         contains: D4, S4\n"
    );
}

#[test]
fn a_cross_is_drawn_side_by_side_with_its_parts() {
    let page = page(&["XXX+X/....+/....X/....X/....X"]);
    assert!(page.starts_with("pattern   S4      S4\nXXX+X     XXX-X       X\n    +"), "{page}");
    assert!(page.contains("victory of 1 step (V1): double four (D4), cross four (C44)"), "{page}");
}

#[test]
fn an_attack_on_several_rows_is_drawn_with_marked_copies() {
    let page = page(&["XXX++/....+/....X/....X/....X"]);
    assert!(page.starts_with("pattern   triggers   defence\nXXX++     XXX+*      XXX--\n"), "{page}");
}

#[test]
fn json_of_an_attack_lists_triggers_and_defence() {
    let attack = object("++XXX+");
    assert_eq!(attack["kind"], "attack");
    assert_eq!(attack["steps"], 2);
    assert_eq!(attack["triggers"], json!([[0, 1]]));
    assert_eq!(attack["defence"], json!([[0, 0], [0, 1], [0, 5]]));
    assert_eq!(attack["defences"], json!([]));
    assert_eq!(attack["names"], json!(["W3"]));
    assert_eq!(attack["minimal"], true);
    assert_eq!(attack["irrational"], false);
}

#[test]
fn json_of_a_threat_lists_the_defence_of_each_trigger() {
    let threat = object("+XXX+");
    assert_eq!(threat["kind"], "threat");
    assert_eq!(threat["names"], json!(["S3"]));
    assert_eq!(threat["defence"], json!([]));
    assert_eq!(threat["defences"][0]["trigger"], json!([0, 0]));
    assert_eq!(threat["defences"][0]["squares"], json!([[0, 4]]));
    assert_eq!(threat["defences"].as_array().map(Vec::len), Some(2));
}

#[test]
fn json_of_a_generic_pattern_has_no_steps() {
    let generic = object("X++0++0+/0++X++");
    assert_eq!(generic["kind"], "generic");
    assert_eq!(generic["steps"], Value::Null);
}

#[test]
fn json_carries_the_names_of_the_paper() {
    for (drawing, name) in [
        ("++XXX++", "D3"),
        ("+XXXX+", "D4"),
        ("XXXX+", "S4"),
        ("XXXXX", "S5"),
        ("XXX+X/....+/....X/....X/....X", "C44"),
    ] {
        let names = object(drawing)["names"].clone();
        assert!(names.as_array().is_some_and(|names| names.contains(&json!(name))), "{drawing}");
    }
}

#[test]
fn the_pattern_comes_from_standard_input_when_it_is_not_an_argument() {
    for arguments in [&["--json"][..], &["--json", "-"]] {
        let mut command = pattern(arguments);
        let output = command.write_stdin("XXX+X\n    +\n    X\n    X\n    X\n").assert().success();
        let object: Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
        assert_eq!(object["kind"], "victory");
    }
}

#[test]
fn a_bad_pattern_is_refused_with_its_place_and_nothing_is_printed() {
    for (drawing, complaint) in [
        ("XX+/X#", "'#' at row 1, column 1"),
        ("...", "no squares"),
        ("++++++++/++++++++/++++++++/++++++++/++++++++/++++++++/++++++++/++++++++/+", "at most 64"),
    ] {
        let refused = pattern(&[drawing]).assert().code(2);
        let output = refused.get_output();
        assert!(output.stdout.is_empty());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(complaint), "{told}");
    }
}
