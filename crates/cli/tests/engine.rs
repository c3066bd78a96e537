//! `tengen analyze`, `tengen play` and `tengen bench` as a user or a script meets them.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments).env_remove("NO_COLOR").timeout(Duration::from_mins(2));
    command
}

fn output(arguments: &[&str]) -> String {
    let assert = tengen(arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// What a batch answers to these lines.
fn batch(arguments: &[&str], input: &str) -> Vec<Value> {
    let assert = tengen(&[&["analyze", "--batch"], arguments].concat()).write_stdin(input).assert().success();
    objects(&String::from_utf8(assert.get_output().stdout.clone()).unwrap())
}

#[test]
fn analyze_gives_one_object_a_depth_and_at_last_the_best_move() {
    let text = output(&["analyze", "h8i9g9", "--nodes", "2000", "--json"]);
    let lines = objects(&text);
    let (last, depths) = lines.split_last().unwrap();
    assert_eq!(last.as_object().unwrap().len(), 1);
    assert!(last["bestmove"].is_string());
    assert!(!depths.is_empty());
    let keys = ["depth", "mate", "multipv", "nodes", "pv", "score", "seconds", "seldepth", "winrate"];
    for object in depths {
        assert!(object.as_object().unwrap().keys().eq(keys), "{object}");
        assert!(object["score"].is_i64() && object["pv"][0].is_string());
        assert!((0.0..=1.0).contains(&object["winrate"].as_f64().unwrap()));
    }
    let deep: Vec<u64> = depths.iter().map(|object| object["depth"].as_u64().unwrap()).collect();
    assert!(deep.is_sorted(), "{deep:?}");
    assert_eq!(depths.last().unwrap()["pv"][0], last["bestmove"]);
}

#[test]
fn several_lines_are_numbered_and_differ() {
    let text = output(&["analyze", "h8i9g9", "--nodes", "2000", "--multipv", "3", "--json"]);
    let lines = objects(&text);
    let depth = &lines[lines.len() - 2]["depth"];
    let last: Vec<&Value> = lines.iter().filter(|object| &object["depth"] == depth).collect();
    let numbers: Vec<u64> = last.iter().filter_map(|object| object["multipv"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let firsts: BTreeSet<String> = last.iter().map(|object| object["pv"][0].to_string()).collect();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn moves_can_be_asked_for_and_left_out() {
    let only = objects(&output(&["analyze", "h8i9", "--nodes", "500", "--only", "g7, j10", "--json"]));
    assert!([json!("g7"), json!("j10")].contains(&only.last().unwrap()["bestmove"]));
    let best = objects(&output(&["analyze", "h8i9", "--nodes", "500", "--json"])).pop().unwrap();
    let name = best["bestmove"].as_str().unwrap();
    let other = objects(&output(&["analyze", "h8i9", "--nodes", "500", "--without", name, "--json"]));
    assert_ne!(other.last().unwrap()["bestmove"], best["bestmove"]);
}

#[test]
fn a_five_is_found_from_a_file_at_any_ply() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "h8a1i8a2j8a3k8a4g8").unwrap();
    let arguments = ["analyze", "game.txt", "--at", "8", "--nodes", "1000", "--json"];
    let run = tengen(&arguments).current_dir(folder.path()).assert().success();
    let lines = objects(&String::from_utf8(run.get_output().stdout.clone()).unwrap());
    assert!([json!("g8"), json!("l8")].contains(&lines.last().unwrap()["bestmove"]));
}

#[test]
fn a_pipe_gets_plain_rows_and_the_board_with_the_best_moves_numbered() {
    let text = output(&["analyze", "h8i9g9", "--nodes", "2000", "--multipv", "2"]);
    assert!(text.starts_with("  # depth"), "{text}");
    assert!(!text.contains('\x1b'));
    let board: String = text.lines().skip_while(|line| !line.starts_with("15 ")).take(15).collect();
    let board = board.split_whitespace().filter(|word| word.chars().count() > 2).collect::<String>();
    assert!(board.contains('1') && board.contains('2'), "{text}");
    assert!(text.contains("White to move (freestyle 15x15, move 4).\nBest move: "), "{text}");
    let ascii = output(&["analyze", "h8i9g9", "--nodes", "200", "--ascii"]);
    assert!(ascii.is_ascii());
}

#[test]
fn a_finished_game_cannot_be_analysed() {
    for (arguments, message) in [
        (&["h8a1i8a2j8a3k8a4g8"][..], "Black has won (freestyle 15x15, 9 moves). Use --at 8"),
        (&["e4c2a3c5e2e5a2c3a1d4d3b4b3d1a5e3b2d5c4d2c1a4b5e1b1", "--size", "5"], "Draw: the board is full"),
        (&["h8h8"], "h8 has a stone already"),
        (&["missing.psq"], "cannot read missing.psq"),
    ] {
        for json in [&["--json"][..], &[]] {
            let run = tengen(&[&["analyze"], arguments, json].concat()).assert();
            run.code(1).stdout(is_empty()).stderr(starts_with("error: ").and(contains(message)));
        }
    }
}

#[test]
fn wrong_questions_exit_with_two_and_say_what_to_do() {
    for (arguments, message) in [
        (&["analyze"][..], "MOVES|FILE"),
        (&["analyze", "h8", "--time", "0"], "seconds must be above 0"),
        (&["analyze", "h8", "--nodes", "0"], "--nodes"),
        (&["analyze", "h8", "--multipv", "0"], "--multipv"),
        (&["analyze", "h8", "--threads", "0"], "--threads"),
        (&["analyze", "h8", "--caution", "6"], "--caution"),
        (&["analyze", "h8", "--features", "fast"], "unknown search step"),
        (&["analyze", "h8", "--goal", "win"], "balance-two"),
        (&["analyze", "h8", "--only", "h8"], "--only: h8 has a stone already"),
        (&["analyze", "h8", "--only", "z99"], "--only: "),
        (&["analyze", "h8", "--batch", "-"], "--batch"),
        (&["analyze", "--batch", "-", "--only", "h8"], "--only"),
        (&["analyze", "--batch", "-", "--at", "3"], "--at"),
        (&["analyze", "h8", "--workers", "2"], "--batch"),
        (&["play", "--level", "21"], "--level"),
        (&["play", "--size", "4"], "5 to 22"),
        (&["bench", "--threads", "2"], "--speed"),
        (&["bench", "--rule", "renju"], "--board"),
        (&["bench", "--speed", "--seconds", "0"], "--seconds"),
        (&["bench", "--speed", "--board"], "cannot be used with"),
    ] {
        tengen(arguments).assert().code(2).stdout(is_empty()).stderr(contains(message));
    }
    let renju = ["analyze", "h9a1h10a15i8o1j8o15", "--rule", "renju", "--only", "h8"];
    tengen(&renju).assert().code(2).stderr(contains("h8 is forbidden for Black (3x3)"));
}

#[test]
fn a_batch_answers_every_line_and_never_dies() {
    let answers = batch(
        &["--threads", "2"],
        "{\"id\":\"a\",\"moves\":\"h8\",\"nodes\":100,\"multipv\":2}\n\
         not json\n\
         {\"id\":\"b\",\"moves\":\"h8\",\"nods\":100}\n\
         {\"id\":\"c\",\"black\":[\"h8\",\"i8\"],\"white\":[\"h9\"],\"rule\":\"renju\",\"nodes\":100}\n\
         {\"id\":\"d\",\"moves\":\"h8a1i8a2j8a3k8a4g8\"}\n\
         {\"action\":\"query_version\",\"id\":\"v\"}\n\
         {\"id\":5,\"size\":\"20x15\",\"nodes\":100,\"report_during\":true}",
    );
    let of = |id: Value| answers.iter().filter(|object| object["id"] == id).collect::<Vec<_>>();
    assert_eq!(of(json!("a"))[0]["lines"].as_array().unwrap().len(), 2);
    assert!(of(Value::Null)[0]["error"].as_str().unwrap().starts_with("line 2: "));
    assert!(of(json!("b"))[0]["error"].as_str().unwrap().contains("unknown field `nods`"));
    assert!(of(json!("c"))[0]["bestmove"].is_string());
    assert!(of(json!("d"))[0]["error"].as_str().unwrap().contains("Black has won"));
    assert_eq!(of(json!("v"))[0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(of(json!(5)).iter().filter(|object| object["during"].is_null()).count(), 1);
}

#[test]
fn a_search_without_end_can_be_cancelled() {
    let answers = batch(
        &[],
        "{\"id\":\"long\",\"moves\":\"h8\",\"time\":3000}\n\
         {\"id\":\"next\",\"moves\":\"h8\",\"time\":3000}\n\
         {\"action\":\"cancel\",\"id\":\"long\"}\n\
         {\"action\":\"terminate\",\"id\":\"next\"}\n",
    );
    let last =
        |id: &str| answers.iter().find(|object| object["id"] == id && object["action"].is_null()).unwrap();
    // Either it was stopped or it had an answer already; the run comes to its end in both cases.
    assert!(last("long")["cancelled"] == true || last("long")["bestmove"].is_string());
    assert!(last("next")["terminated"] == true || last("next")["bestmove"].is_string());
    assert_eq!(answers.iter().filter(|object| object["action"].is_string()).count(), 2);
}

#[test]
fn a_batch_is_read_from_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.jsonl"), "{\"id\":1,\"moves\":\"h8\"}\n").unwrap();
    let arguments = ["analyze", "--batch", "in.jsonl", "--nodes", "100", "--report-during"];
    let run = tengen(&arguments).current_dir(folder.path()).assert().success();
    let answers = objects(&String::from_utf8(run.get_output().stdout.clone()).unwrap());
    assert!(answers.iter().any(|object| object["during"] == true));
    assert!(answers.last().unwrap()["bestmove"].is_string());
    tengen(&["analyze", "--batch", "missing.jsonl"])
        .assert()
        .code(1)
        .stderr(contains("cannot read missing.jsonl"));
}

#[test]
fn play_without_a_terminal_says_so_and_names_another_way() {
    let run = tengen(&["play", "--json"]).write_stdin("").assert();
    run.code(1).stdout(is_empty()).stderr(contains("needs a terminal").and(contains("tengen analyze")));
}

#[test]
fn the_bench_ends_with_its_signature_and_gives_it_again() {
    let bench = || output(&["bench", "--nodes", "100"]);
    let first = bench();
    let last = first.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words[..], ["Bench:", nodes, hash] if nodes.parse::<u64>().is_ok() && hash.len() == 16),
        "{last}"
    );
    assert_eq!(bench().lines().last().unwrap(), last);
    let json = objects(&output(&["bench", "--nodes", "100", "--json"]));
    let signature = json.last().unwrap();
    assert_eq!(format!("Bench: {} {}", signature["nodes"], signature["hash"].as_str().unwrap()), last);
    assert!(json.len() > 36);
}

#[test]
fn the_speed_of_the_search_is_two_numbers() {
    let speed = objects(&output(&["bench", "--speed", "--threads", "2", "--seconds", "0.5", "--json"]));
    assert_eq!(speed.len(), 1);
    assert!(speed[0].as_object().unwrap().keys().eq(["nodes_per_second", "threads"]));
    assert_eq!(speed[0]["threads"], 2);
    assert!(speed[0]["nodes_per_second"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn an_analysis_that_nobody_reads_ends() {
    use std::process::{Command, Stdio};
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
    let arguments = ["analyze", "h8i9", "--time", "3000", "--json"];
    let run = command.args(arguments).stdout(Stdio::from(writer)).stderr(Stdio::piped()).output().unwrap();
    assert!(run.status.success());
    assert!(run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_analysis_with_its_best_move() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
    let arguments = ["analyze", "h8i9", "--time", "3000", "--json"];
    let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    // Nothing is told before Ctrl-C is listened for.
    reader.read_line(&mut String::new()).unwrap();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert!(objects(&rest).last().unwrap()["bestmove"].is_string(), "{rest}");
    assert!(child.wait().unwrap().success());
}
