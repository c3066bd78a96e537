//! The program as a user meets it: what it prints, where, and how it exits.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use std::fs;

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments).env_remove("NO_COLOR");
    command
}

/// Standard output of a run that must succeed.
fn output(arguments: &[&str]) -> String {
    let assert = tengen(arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The JSON of a run, which must be one line.
fn json(arguments: &[&str]) -> Value {
    let text = output(arguments);
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn entries(folder: &std::path::Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn every_command_has_help_with_examples_and_a_json_form() {
    let help = output(&["--help"]);
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"show") && names.contains(&"convert"));
    for name in names.iter().filter(|name| **name != "help") {
        let help = output(&[name, "--help"]);
        assert!(help.contains("Examples:\n  tengen"), "{name}");
        assert!(help.contains("--json"), "{name}");
    }
}

#[test]
fn the_examples_of_the_help_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "h8i9g9g7i7f10h10h9j8k8i8g8i10i11j9k7l6k10k9h7").unwrap();
    for command in ["show", "convert"] {
        let help = output(&[command, "--help"]);
        for line in help.split("Examples:\n").nth(1).unwrap().lines() {
            let example = line.trim().split("   ").next().unwrap().split("  ").next().unwrap();
            // Formats that are not here yet, pipes and redirections are for the reader.
            let words: Vec<&str> = example.split_whitespace().skip(1).collect();
            if line.contains(".psq") || line.contains(".lib") || example.contains(['|', '>']) {
                continue;
            }
            tengen(&words).current_dir(folder.path()).assert().success();
        }
    }
}

#[test]
fn show_gives_svg_when_nobody_looks_and_text_on_request() {
    let svg = output(&["show", "h8i9"]);
    let document = roxmltree::Document::parse(&svg).unwrap();
    assert_eq!(document.root_element().tag_name().name(), "svg");
    let text = output(&["show", "c3d4", "--size", "5", "--text"]);
    assert_eq!(
        text,
        " 5 ┌─┬─┬─┬─┐\n 4 ├─┼─┼─◎─┤\n 3 ├─┼─●─┼─┤\n 2 ├─┼─┼─┼─┤\n 1 └─┴─┴─┴─┘\n   a b c d e\n\n\
         Black to move (freestyle 5x5, move 3).\n"
    );
    let ascii = output(&["show", "c3d4", "--size", "5x6", "--ascii", "--top-origin", "--numbers"]);
    assert!(ascii.is_ascii());
    assert!(ascii.starts_with("   a  b  c  d  e\n 1"), "{ascii}");
    assert!(ascii.contains(" 3 .  .  X1 .  ."), "{ascii}");
}

#[test]
fn show_reads_files_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "1. h8 i9 2. h10").unwrap();
    let expected = output(&["show", "h8i9h10", "--json"]);
    tengen(&["show", "game.txt", "--json"])
        .current_dir(folder.path())
        .assert()
        .success()
        .stdout(expected.clone());
    tengen(&["show", "-", "--json"]).write_stdin("h8i9h10\n").assert().success().stdout(expected);
}

#[test]
fn no_moves_are_an_empty_board() {
    assert!(output(&["show", "", "--text"]).ends_with("\nBlack to move (freestyle 15x15, move 1).\n"));
}

#[test]
fn show_json_is_one_line_about_the_position() {
    let open = json(&["show", "h9a1h10a15i8o1j8o15", "--rule", "renju", "--json"]);
    assert_eq!(open["rule"], "renju");
    assert_eq!(open["size"], serde_json::json!([15, 15]));
    assert_eq!(open["to_move"], "black");
    assert_eq!(open["winner"], Value::Null);
    assert_eq!(open["draw"], false);
    assert_eq!(open["moves"], "h9a1h10a15i8o1j8o15");
    assert_eq!(open["forbidden"], serde_json::json!(["h8"]));
    assert_eq!(open["stones"]["black"], serde_json::json!(["h10", "h9", "i8", "j8"]));
    let won = json(&["show", "h8a1i8a2j8a3k8a4g8", "--json"]);
    assert_eq!(won["winner"], "black");
    let before = json(&["show", "h8a1i8a2j8a3k8a4g8", "--at", "8", "--json"]);
    assert_eq!(before["winner"], Value::Null);
}

#[test]
fn show_says_who_has_won_and_by_what() {
    let status = |moves: &str, rule: &str| {
        output(&["show", moves, "--rule", rule, "--text"]).lines().last().unwrap().to_owned()
    };
    assert_eq!(status("h8a1i8a2j8a3k8a4g8", "standard"), "Black has won (standard 15x15, 9 moves).");
    assert_eq!(
        status("h9a1h10a15i8o1j8o15h8", "renju"),
        "White has won: 3x3 is forbidden on h8 (renju 15x15, 9 moves)."
    );
    assert_eq!(
        status("h9a1h10a15i8o1j8o15", "renju"),
        "Black to move (renju 15x15, move 9). Forbidden for Black: h8 (3x3)."
    );
}

#[test]
fn pictures_are_written_to_files_and_nothing_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        tengen(&["show", "h8i9", "--svg", "a.svg", "--png", "a.png", "--theme", "paper", "--pixels", "20"])
            .current_dir(folder.path())
            .assert();
    run.success().stdout(is_empty()).stderr(contains("wrote a.svg").and(contains("wrote a.png")));
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(roxmltree::Document::parse(&svg).is_ok());
    assert!(fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(entries(folder.path()), 2);
}

#[test]
fn a_png_can_go_to_standard_output() {
    let run = tengen(&["show", "h8", "--png", "-"]).assert().success();
    assert!(run.get_output().stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn bad_input_fails_with_the_place_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.txt"), b"h8i9\xff").unwrap();
    fs::write(folder.path().join("worse.txt"), b"h8p3").unwrap();
    for (input, message) in [
        ("h8p3", "at byte 2: `p3` is not a point"),
        ("h8h8", "move 2 (h8) is not legal: h8 has a stone already; use --at 1"),
        ("h8a1i8a2j8a3k8a4g8o1", "move 10 (o1) comes after the end of the game"),
        ("worse.txt", "worse.txt: moves, line 1, column 3: `p3` is not a point"),
        ("bad.txt", "bad.txt: moves, line 1, column 5: "),
        ("missing.txt", "cannot read missing.txt"),
        ("game.unknown", "neither a file nor moves"),
    ] {
        for arguments in [&["show", input, "--svg", "out.svg", "--png", "out.png"][..], &["show", input]] {
            let run = tengen(arguments).current_dir(folder.path()).assert();
            run.code(1).stdout(is_empty()).stderr(starts_with("error: ").and(contains(message)));
        }
        assert_eq!(entries(folder.path()), 2);
    }
    tengen(&["show", "h8i9", "--at", "3"]).assert().code(1).stderr(contains("use --at 0 to --at 2"));
    tengen(&["show", "h8i9", "--game", "2"]).assert().code(1).stderr(contains("use --game 1"));
}

#[test]
fn a_failed_write_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a.svg")).unwrap();
    let run = tengen(&["show", "h8", "--svg", "a.svg"]).current_dir(folder.path()).assert();
    run.code(1).stderr(contains("cannot write a.svg"));
    tengen(&["show", "h8", "--svg", "no/such/a.svg"]).current_dir(folder.path()).assert().code(1);
    assert_eq!(entries(folder.path()), 1);
    fs::write(folder.path().join("out.txt"), "old").unwrap();
    tengen(&["convert", "h8h99", "out.txt"]).current_dir(folder.path()).assert().code(1);
    assert_eq!(fs::read_to_string(folder.path().join("out.txt")).unwrap(), "old");
}

#[test]
fn bad_usage_exits_with_two_and_says_what_to_do() {
    for (arguments, message) in [
        (&["show"][..], "Usage: tengen show"),
        (&["fly"], "unrecognized subcommand"),
        (&["show", "h8", "--rule", "go"], "use freestyle, standard, renju"),
        (&["show", "h8", "--size", "23"], "each side must be 5 to 22"),
        (&["show", "h8", "--numbers=0"], "--numbers"),
        (&["show", "h8", "--json", "--svg", "-"], "standard output"),
        (&["convert", "h8", "-", "--to", "moves", "--json"], "name a file as OUT"),
        (&["convert", "h8", "out.unknown"], "use --to with one of"),
        (&["convert", "h8", "out.txt", "--to", "unknown"], "unknown format `unknown`"),
    ] {
        tengen(arguments).assert().code(2).stdout(is_empty()).stderr(contains(message));
    }
}

#[test]
fn convert_writes_moves_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    let run = tengen(&["convert", "H8 i9", "a.txt", "--rule", "renju"]).current_dir(folder.path()).assert();
    run.success()
        .stdout(is_empty())
        .stderr(contains("moves files do not keep the rule").and(contains("wrote a.txt: 1 game")));
    assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), "h8i9\n");
    let run = tengen(&["convert", "a.txt", "b.txt", "--json"]).current_dir(folder.path()).assert().success();
    let report: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&report["moves"], &report["games"], &report["bytes"]), (&2.into(), &1.into(), &5.into()));
    assert_eq!(
        fs::read(folder.path().join("a.txt")).unwrap(),
        fs::read(folder.path().join("b.txt")).unwrap()
    );
    assert_eq!(output(&["convert", "h8--i9", "-", "--to", "moves"]), "h8--i9\n");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
    let run =
        command.args(["show", "h8"]).stdout(Stdio::from(writer)).stderr(Stdio::piped()).output().unwrap();
    assert!(run.status.success());
    assert!(run.stderr.is_empty());
}
