//! `tengen puzzles` as a user meets it.

use assert_cmd::Command;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Black, to move, wins with k8: a four, and a three of another line. No other four wins.
const GAME: &str = "h8g8i8a1j8a15k6o1k7o15";

fn tengen(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments).current_dir(folder).assert()
}

fn puzzles(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_given_game_gives_its_puzzle_once() {
    let folder = tempfile::tempdir().unwrap();
    let make =
        ["puzzles", "make", "-o", "p.jsonl", "--goal", "vcf", "--count", "3", "--games", GAME, "--json"];
    // Only an easy one is found: the collection is not complete.
    let run = tengen(folder.path(), &make).code(2);
    let said: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&said["new"], &said["bands"]["vcf"]), (&json!(1), &json!([1, 0, 0])));
    assert_eq!((&said["complete"], &said["games"]), (&json!(false), &json!(1)));
    let found = puzzles(&folder.path().join("p.jsonl"));
    assert_eq!(found.len(), 1);
    for (field, value) in [
        ("goal", json!("vcf")),
        ("band", json!("easy")),
        ("rule", json!("freestyle")),
        ("to_move", json!("black")),
        ("first", json!("k8")),
        ("plies", json!(5)),
    ] {
        assert_eq!(found[0][field], value, "{field}");
    }
    // The image of the game has the same puzzle.
    let image = "h8i8g8o1f8o15e6a1e7a15";
    let again = ["puzzles", "make", "-o", "p.jsonl", "--goal", "vcf", "--games", GAME, image];
    tengen(folder.path(), &again).code(2).stdout(contains("0 new puzzles of 2 games: vcf 1 + 0 + 0"));
    assert_eq!(puzzles(&folder.path().join("p.jsonl")).len(), 1);
}

#[test]
fn a_collection_is_checked_and_can_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    tengen(folder.path(), &["puzzles", "make", "-o", "p.jsonl", "--goal", "vcf", "--games", GAME]).code(2);
    let good = fs::read_to_string(&path).unwrap();
    tengen(folder.path(), &["puzzles", "check", "p.jsonl"]).code(0).stdout(contains("1 puzzles, 0 at fault"));
    let solved = tengen(folder.path(), &["solve", "--batch", "p.jsonl", "--goal", "vcf"]).code(0);
    solved.stdout(contains("  proven  k8  "));
    // Twice the same, then one with another first move.
    let other = good.replace(r#""first":"k8""#, r#""first":"l8""#);
    fs::write(&path, format!("{good}{good}{other}")).unwrap();
    let run = tengen(folder.path(), &["puzzles", "check", "p.jsonl", "--json"]).code(1);
    let said: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let faults: Vec<&str> = said["faults"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect();
    assert_eq!(faults.len(), 2);
    assert!(faults[0].contains("the same as ") && faults[1].contains("another move than l8"), "{faults:?}");
}

#[test]
fn a_torn_line_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.jsonl");
    let make = ["puzzles", "make", "-o", "p.jsonl", "--goal", "vcf", "--count", "1", "--games", GAME];
    tengen(folder.path(), &make).code(0).stdout(contains("1 new puzzles of 1 games"));
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    tengen(folder.path(), &make).code(0).stdout(contains("1 new"));
    assert_eq!(fs::read(&path).unwrap(), whole);
    // Nothing is left to do.
    tengen(folder.path(), &make).code(0).stdout(contains("0 new puzzles of 0 games"));
}

#[test]
fn wrong_usage_exits_with_64_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.jsonl"), "{\"id\":1}\n").unwrap();
    for (arguments, message) in [
        (&["puzzles"][..], "Usage: tengen puzzles"),
        (&["puzzles", "make"], "--output"),
        (&["puzzles", "make", "-o", "p.jsonl", "--rule", "renju"], "no certificates under the renju rule"),
        (&["puzzles", "make", "-o", "p.jsonl", "--size", "15x10"], "use a square one"),
        (&["puzzles", "make", "-o", "p.jsonl", "--goal", "mate"], "use vcf or vct"),
        (&["puzzles", "make", "-o", "p.jsonl", "--games", "missing.psq"], "cannot read missing.psq"),
        (&["puzzles", "make", "-o", "no/such/p.jsonl"], "cannot write"),
        (&["puzzles", "make", "-o", "bad.jsonl"], "bad.jsonl: line 1: no puzzle"),
        (&["puzzles", "check", "bad.jsonl"], "bad.jsonl: line 1: no puzzle"),
        (&["puzzles", "check", "missing.jsonl"], "cannot read missing.jsonl"),
    ] {
        tengen(folder.path(), arguments).code(64).stdout(is_empty()).stderr(contains(message));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
