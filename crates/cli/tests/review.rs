//! `tengen review` as a user meets it.

use assert_cmd::Command;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use std::fs;

/// Black misses a win with move 7, White gives the game away with move 8.
const GAME: &str = "h8a1i8a15j8o1c3o15k8d4l8";

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments).env_remove("NO_COLOR");
    command
}

#[test]
fn a_game_is_told_with_graph_table_and_turning_point() {
    let run = tengen(&["review", GAME, "--nodes", "500", "--ascii"]).assert().success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.is_ascii(), "{text}");
    for piece in [
        "Black's win rate\n100% |",
        "  #  side   move   grade ",
        "missed a proven vcf in 3: ",
        "allows a proven vcf in 3: ",
        "Black: accuracy ",
        "Turning point: move 8 (white o15) was the last that could still have held. It is proven that black wins",
    ] {
        assert!(text.contains(piece), "{piece}: {text}");
    }
    // Without proofs nothing is called missed.
    let plain = tengen(&["review", GAME, "--nodes", "500", "--no-prove"]).assert().success();
    let text = String::from_utf8(plain.get_output().stdout.clone()).unwrap();
    assert!(!text.contains("missed") && text.contains('█'), "{text}");
}

#[test]
fn the_json_is_the_review_and_the_same_on_every_run() {
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&tengen(arguments).assert().success().get_output().stdout).unwrap()
    };
    let arguments = ["review", GAME, "--nodes", "500", "--json"];
    let review = json(&arguments);
    assert_eq!(review, json(&arguments));
    assert_eq!(review["moves"].as_array().unwrap().len(), 11);
    assert_eq!(review["moves"][6]["missed"]["proven"], true);
    assert_eq!((&review["turning_point"], &review["winner"]), (&8.into(), &"black".into()));
    // Rows from the top, and only a part of the game.
    let top = json(&["review", "h1", "--size", "9", "--at", "1", "--top-origin", "--nodes", "100", "--json"]);
    assert_eq!((&top["moves"][0]["move"], &top["moves"][0]["played_line"][0]), (&"h1".into(), &"h1".into()));
}

#[test]
fn reports_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (html, csv, sgf) = (at("r.html"), at("r.csv"), at("r.sgf"));
    let files = ["--html", &html, "--csv", &csv, "--sgf", &sgf];
    let mut arguments = vec!["review", GAME, "--nodes", "300"];
    arguments.extend(files);
    tengen(&arguments).assert().success().stderr(contains("wrote "));
    assert!(fs::read_to_string(&html).unwrap().starts_with("<!DOCTYPE html>"));
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 12);
    // What was written is read back, and reviewed again.
    tengen(&["show", &sgf, "--json"]).assert().success().stdout(contains("\"winner\":\"black\""));
    tengen(&["review", GAME, "--nodes", "100", "--csv", "-"])
        .assert()
        .success()
        .stdout(contains("ply,side,move"));
}

#[test]
fn odd_games_and_wrong_usage_are_answered() {
    tengen(&["review", "", "--nodes", "100"]).assert().success().stdout(contains("Black: accuracy -"));
    let renju = tengen(&["review", "h8i9g9", "--rule", "renju", "--nodes", "100"]).assert().success();
    renju.stdout(contains("no certificates for renju"));
    for (arguments, code, message) in [
        (&["review"][..], 2, "FILE|MOVES"),
        (&["review", "h8", "--nodes", "0"], 2, "--nodes"),
        (&["review", "h8", "--no-prove", "--prove-nodes", "5"], 2, "--no-prove"),
        (&["review", "h8", "--json", "--csv", "-"], 2, "can use standard output"),
        (&["review", "h8h8"], 1, "has a stone already"),
        (&["review", "missing.psq"], 1, "cannot read missing.psq"),
        (&["review", "h8", "--nodes", "10", "--html", "no/such/r.html"], 1, "cannot write"),
    ] {
        tengen(arguments).assert().code(code).stdout(is_empty()).stderr(contains(message));
    }
}

#[test]
fn a_game_becomes_a_film() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.gif");
    let name = path.to_str().unwrap();
    let film = ["show", GAME, "--gif", name, "--delay", "0.2", "--pixels", "12", "--gif-from", "8"];
    tengen(&film).assert().success().stderr(contains("wrote "));
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(b";"));
    // One graphic control a picture: after 8, 9, 10 and 11 moves.
    let controls = bytes.windows(4).filter(|part| *part == [0x21, 0xF9, 4, 4]).count();
    assert_eq!(controls, 4);
    tengen(&["show", "h8", "--delay", "1"]).assert().code(2).stderr(contains("--gif"));
    tengen(&["show", "h8", "--gif", "-", "--json"]).assert().code(2).stderr(contains("standard output"));
}
