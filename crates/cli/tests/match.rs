//! `tengen match` as a user meets it.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Random players are fast, and their matches go the same way every time.
const QUICK: [&str; 6] = ["match", "--a", "random", "--b", "random:seed=2", "--quiet"];

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments);
    command
}

/// The lines of JSON of a run that must succeed.
fn json_lines(arguments: &[&str]) -> Vec<Value> {
    let assert = tengen(arguments).assert().success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK[..], more].concat()
}

#[test]
fn openings_are_made_gone_on_with_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    let path = file.to_str().unwrap();
    let make = |more: &[&str]| {
        let start =
            ["openings", "generate", "-o", path, "--nodes", "300", "--stones", "3-5", "--edge", "0.15"];
        json_lines(&[&start[..], more].concat()).remove(0)
    };
    assert_eq!(make(&["--count", "4", "--json"])["openings"], 4);
    let first = fs::read_to_string(&file).unwrap();
    assert_eq!(make(&["--count", "6", "--json"])["openings"], 6);
    let second = fs::read_to_string(&file).unwrap();
    assert!(
        second.lines().skip(2).take(4).eq(first.lines().skip(2)) && second.lines().count() == 8,
        "{second}"
    );
    tengen(&["openings", "generate", "-o", path, "--seed", "2"])
        .assert()
        .failure()
        .stderr(contains("holds other openings"));
    assert_eq!(fs::read_to_string(&file).unwrap(), second, "nothing was changed");
    let games = json_lines(&with(&["--games", "4", "--openings", path, "--json"]));
    let openings: Vec<&str> = second.lines().skip(2).collect();
    assert!(games[..4].iter().all(|game| {
        let moves = game["moves"].as_str().unwrap();
        openings.iter().any(|opening| moves.starts_with(opening))
    }));
    for wrong in ["1", "9-4", "4-x", "30"] {
        tengen(&["openings", "generate", "-o", path, "--stones", wrong])
            .assert()
            .code(2)
            .stderr(contains("4-8"));
    }
}

#[test]
fn json_is_a_line_a_game_and_ends_with_the_summary() {
    let arguments = with(&["--games", "6", "--json", "--sprt", "gain"]);
    let text = String::from_utf8(tengen(&arguments).output().unwrap().stdout).unwrap();
    let last = text.lines().last().unwrap();
    let keys = ["games", "wins", "draws", "losses", "elo", "elo_low", "elo_high", "penta", "llr"];
    let places: Vec<Option<usize>> = keys.iter().map(|key| last.find(&format!("\"{key}\":"))).collect();
    assert!(
        last.starts_with("{\"games\":6,") && places.is_sorted() && places.iter().all(Option::is_some),
        "{last}"
    );
    let lines = json_lines(&arguments);
    assert_eq!(lines.len(), 7);
    let summary = &lines[6];
    let count = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    assert_eq!(summary["penta"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 3);
    assert!(keys[4..7].iter().chain(&["llr"]).all(|key| summary[key].is_f64()));
    for (number, game) in lines[..6].iter().enumerate() {
        assert_eq!(game["game"], number as u64);
        assert_eq!(game["black"], if number % 2 == 0 { "a" } else { "b" });
    }
    let wins = lines[..6].iter().filter(|game| game["winner"] == "a").count() as u64;
    assert_eq!(count("wins"), wins);
    // Without a test the ratio is that of the preset `gain`.
    let without = json_lines(&with(&["--games", "6", "--json"]));
    assert_eq!((&without[6]["llr"], &without[6]["sprt"]), (&summary["llr"], &Value::Null));
}

#[test]
fn the_result_is_a_score_line_for_people_and_progress_goes_to_standard_error() {
    let assert =
        tengen(&["match", "--a", "tengen:nodes=100", "--b", "random", "--games", "3"]).assert().success();
    let output = assert.get_output();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("games  4: +") && out.contains("Elo  ") && out.contains("pairs  0: "), "{out}");
    assert!(err.contains("note: every opening is played twice: 4 games") && err.contains("4/4  +"), "{err}");
    tengen(&with(&["--games", "2"])).assert().success().stderr("");
}

#[test]
fn mistakes_are_wrong_usage_with_a_hint() {
    let fails = |arguments: &[&str], text: &str| {
        tengen(arguments).assert().code(2).stdout("").stderr(contains(text));
    };
    fails(&["match", "--a", "foo", "--b", "random"], "unknown engine `foo`: use tengen");
    fails(
        &["match", "--a", "random", "--b", "tengen:x=1"],
        "engine B: unknown option `x` of tengen: use time",
    );
    fails(&with(&["--nodes", "0"]), "from 1 on");
    fails(&with(&["--sprt", "5,5"]), "nor one of coarse (0,15: ");
    fails(&with(&["--sprt", "gain", "--alpha", "0.9"]), "between 0 and 0.5");
    fails(&with(&["--games", "0"]), "1..=1000000");
    fails(&with(&["--concurrency", "0"]), "1..=1024");
    fails(&["match", "--a", "random"], "--b <ENGINE>");
    let missing = ["match", "--a", "random", "--b", "cmd:./no-such-engine", "--games", "2"];
    tengen(&missing)
        .assert()
        .code(1)
        .stderr(contains("engine B cannot play: cannot start `./no-such-engine`"));
    let folder = ["match", "--a", "random", "--b", "cmd:sh", "--b-opts", "dir=no-such-folder"];
    tengen(&folder).assert().code(1).stderr(contains("the folder no-such-folder is not there"));
    tengen(&with(&["--openings", "no-such-file"])).assert().code(1).stderr(contains("no-such-file"));
}

#[test]
fn openings_come_from_a_file_and_those_left_out_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "0,0, 1,1\n9,9, 0,0\n-1,-1, 2,2, 0,1\n").unwrap();
    let list = list.to_str().unwrap();
    let arguments = ["match", "--a", "random", "--b", "random", "--games", "6", "--openings", list, "--json"];
    let assert = tengen(&arguments).assert().success();
    let (out, err) = (assert.get_output().stdout.clone(), assert.get_output().stderr.clone());
    let err = String::from_utf8(err).unwrap();
    assert!(err.contains("note: opening left out: line 2: does not fit the 15x15 board"), "{err}");
    assert!(err.contains("note: 2 openings for 3 pairs"), "{err}");
    let text = String::from_utf8(out).unwrap();
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let starts: Vec<bool> =
        games[..6].iter().map(|game| game["moves"].as_str().unwrap().starts_with("h8i7")).collect();
    // Pair after pair in an order by lot, then from the start again.
    assert!(
        starts == [true, true, false, false, true, true]
            || starts == [false, false, true, true, false, false]
    );
}

#[test]
fn a_folder_holds_the_games_and_refuses_another_match() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("trial");
    let name = out.to_str().unwrap();
    tengen(&with(&["--games", "4", "--out", name])).assert().success();
    let sgf = fs::read_to_string(out.join("games.sgf")).unwrap();
    assert_eq!(sgf.matches("GM[4]").count(), 4);
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(out.join("summary.json")).unwrap()).unwrap();
    assert_eq!((&summary["games"], &summary["complete"]), (&4.into(), &true.into()));
    // All is there: nothing is played, and the result is told again.
    let again = json_lines(&with(&["--games", "4", "--out", name, "--json"]));
    assert_eq!((again.len(), &again[0]["wins"]), (1, &summary["wins"]));
    let other = with(&["--games", "4", "--out", name, "--rule", "renju"]);
    tengen(&other)
        .assert()
        .code(1)
        .stderr(contains("its rule is `freestyle`, not `renju`; name another folder"));
}

fn journal(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text[..whole].lines().skip(1).map(str::to_owned).collect()
}

/// Starts a match that goes on for a while, and waits until some of its games are on the disk.
fn started(arguments: &[&str], folder: &Path) -> Child {
    let program = Command::cargo_bin("tengen").unwrap().get_program().to_owned();
    let mut child = std::process::Command::new(program)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while journal(folder).len() < 10 {
        assert!(child.try_wait().unwrap().is_none(), "the match ended too early");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

/// The number and the moves of each game, in order.
fn courses(lines: &[String]) -> Vec<(u64, String)> {
    let course = |line: &String| {
        let game: Value = serde_json::from_str(line).unwrap();
        (game["game"].as_u64().unwrap(), game["moves"].as_str().unwrap().to_owned())
    };
    let mut courses: Vec<_> = lines.iter().map(course).collect();
    courses.sort();
    courses
}

#[test]
fn a_match_that_was_killed_goes_on_without_losing_or_repeating_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let (out, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    let (name, other) = (out.to_str().unwrap(), whole.to_str().unwrap());
    let arguments = |out| with(&["--games", "300", "--concurrency", "2", "--out", out]);
    let mut child = started(&arguments(name), &out);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = journal(&out);
    assert!(before.len() < 300, "killed too late");
    // As if the last line had been half written when the power went.
    let path = out.join("games.jsonl");
    let torn = fs::read_to_string(&path).unwrap() + "{\"game\":299,\"bla";
    fs::write(&path, torn).unwrap();
    tengen(&arguments(name)).timeout(Duration::from_mins(5)).assert().success();
    let after = journal(&out);
    assert_eq!(after[..before.len()], before, "what was there stays");
    tengen(&arguments(other)).assert().success();
    let courses = (courses(&after), courses(&journal(&whole)));
    assert_eq!(courses.0.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (0..300).collect::<Vec<_>>());
    assert_eq!(courses.0, courses.1, "the same games as without the kill");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("trial");
    let name = out.to_str().unwrap();
    let child = started(&with(&["--games", "100000", "--out", name, "--json"]), &out);
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(summary["complete"], false);
    assert_eq!(summary["games"].as_u64().unwrap() as usize, journal(&out).len());
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on from here"));
    assert_eq!(
        fs::read_to_string(out.join("games.sgf")).unwrap().matches("GM[4]").count(),
        journal(&out).len()
    );
}
