//! Games to learn from, and what is learned from them, on the command line.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

fn tengen(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = tengen(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn fails(arguments: &[&str], expected: &str) {
    let output = tengen(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains(expected), "{text}");
}

#[test]
fn games_are_played_looked_at_and_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (games, weights, page) = (path("games.tg"), path("tables.txt"), path("losses.html"));
    let play = |count: &str, threads: &str| {
        json(&["selfplay", "-o", &games, "--games", count, "--nodes", "60", "--threads", threads, "--json"])
    };
    assert_eq!(play("4", "2")["games"], 4);
    // The same command goes on, and plays nothing twice.
    assert_eq!((&play("6", "1")["played"], &play("6", "1")["played"]), (&2.into(), &0.into()));
    let stats = json(&["data", "stats", &games, "--json"]);
    assert_eq!((&stats["stats"]["games"], &stats["head"]["rule"]), (&6.into(), &"freestyle".into()));
    assert_eq!(json(&["data", "verify", &games, "--json"])["torn"], 0);
    let one = json(&["data", "sample", &games, "--count", "1", "--json"]);
    assert!(one["moves"].as_str().unwrap().len() > 8, "{one}");
    assert!(String::from_utf8_lossy(&tengen(&["data", "stats", &games]).stdout).contains("6 games"));

    let both = path("both.tg");
    assert_eq!(json(&["data", "merge", &games, &games, "-o", &both, "--json"])["games"], 12);
    fails(&["data", "merge", &games, "-o", &both], "name a new file");

    let trained = json(&["train", &both, "-o", &weights, "--epochs", "2", "--html", &page, "--json"]);
    assert_eq!(trained["checksum"].as_str().unwrap().len(), 16);
    assert!(std::fs::read_to_string(&page).unwrap().contains("<svg"));
    let engine = format!("tengen:nodes=50,memory=16,weights={weights}");
    let played =
        tengen(&["match", "--a", &engine, "--b", "tengen:nodes=50,memory=16", "--games", "2", "--json"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

#[test]
fn numbers_are_tuned_and_a_stopped_tuning_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (file, page) = (path("tune.json"), path("tune.html"));
    let tune = |more: &[&str]| {
        let mut arguments =
            vec!["tune", "-o", &file, "--knob", "futility_margin", "--knob", "count_base:1:9:1"];
        arguments.extend([
            "--trials",
            "6",
            "--nodes",
            "40",
            "--memory",
            "12",
            "--concurrency",
            "2",
            "--json",
        ]);
        arguments.extend(more);
        json(&arguments)
    };
    // Called off after the first trials that end.
    let first = tune(&["--time", "0.001"]);
    assert!(first["done"].as_u64().unwrap() < 6, "{first}");
    let whole = tune(&["--html", &page]);
    assert_eq!((&whole["done"], whole["knobs"].as_array().unwrap().len()), (&6.into(), 2));
    assert!(whole["options"].as_str().unwrap().starts_with("futility_margin="), "{whole}");
    assert_eq!(std::fs::read_to_string(&page).unwrap().matches("<svg").count(), 2);
    fails(&["tune", "-o", &file, "--trials", "7", "--nodes", "40"], "holds another tuning");
    fails(&["tune", "-o", &path("x"), "--knob", "luck"], "is no number to tune");
    fails(&["tune", "-o", &path("x"), "--engine", "random"], "only the engine tengen");
}

#[test]
fn damage_is_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let games = path("games.tg");
    json(&["selfplay", "-o", &games, "--games", "2", "--nodes", "50", "--threads", "1", "--json"]);
    let bytes = std::fs::read(&games).unwrap();
    std::fs::write(&games, &bytes[..bytes.len() - 3]).unwrap();
    fails(&["data", "verify", &games], "no whole game");
    fails(&["selfplay", "-o", &games, "--seed", "9", "--games", "2"], "holds other games");
    assert_eq!(std::fs::read(&games).unwrap(), bytes[..bytes.len() - 3]);
    // Going on cuts the torn end off and plays that game again.
    json(&["selfplay", "-o", &games, "--games", "2", "--nodes", "50", "--threads", "1", "--json"]);
    assert_eq!(std::fs::read(&games).unwrap(), bytes);
    let other = path("other");
    std::fs::write(&other, "a text").unwrap();
    fails(&["data", "stats", &other], "no file of games");
    fails(&["train", &other, "-o", &path("w")], "no file of games");
    assert!(!Path::new(&path("w")).exists());
    fails(&["selfplay", "-o", &path("x"), "--weights", &other], "first line");
}
