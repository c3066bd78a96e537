//! `tengen verify` and `tengen proof show` as a user meets them.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments);
    command
}

/// The example of the page about the format.
fn example() -> String {
    let page = include_str!("../../../docs/proof-format.md");
    let (_, rest) = page.split_once("```tengen-proof\n").expect("the page has an example");
    rest.split_once("```").expect("the example ends").0.to_owned()
}

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("win.proof"), example()).unwrap();
        let broken = example().replace("y d7\nU 2\n", "").replace("D 3", "D 2");
        fs::write(folder.path().join("hole.proof"), broken).unwrap();
        let proof = tengen_proof::text::read(&example()).unwrap();
        fs::write(folder.path().join("win.bin"), tengen_proof::binary::to_bytes(&proof)).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        let path: PathBuf = self.folder.path().join(name);
        path.to_str().unwrap().to_owned()
    }
}

#[test]
fn verify_says_what_was_proved() {
    let folder = Folder::new();
    let claim =
        "Black wins 9x9 under the standard rule from d4 a1 d5 i9 e4 a9 f4 i1 d3, White to move: 5 records";
    for (name, checker) in [("win.proof", "fast"), ("win.bin", "fast"), ("win.proof", "brute-force")] {
        let path = folder.path(name);
        let mut arguments = vec!["verify", &path];
        if checker == "brute-force" {
            arguments.push("--brute");
        }
        let said = contains(claim).and(contains(format!("checked by the {checker} checker in ")));
        tengen(&arguments).assert().code(0).stdout(said).stderr(is_empty());
    }
    tengen(&["verify", "-"]).write_stdin(example()).assert().code(0).stdout(contains(claim));
}

#[test]
fn verify_has_an_exit_code_for_every_outcome() {
    let folder = Folder::new();
    let (win, hole) = (folder.path("win.proof"), folder.path("hole.proof"));
    let reason = "record 1: the reply d7 is not answered";
    tengen(&["verify", &hole]).assert().code(1).stdout(contains(reason));
    tengen(&["verify", &hole, "--brute"]).assert().code(1).stdout(contains(reason));
    tengen(&["verify", &win, "--steps", "3"]).assert().code(2).stdout(contains("3 steps were not enough"));
    tengen(&["verify", &folder.path("missing")]).assert().code(64).stderr(contains("cannot read"));
    tengen(&["verify"]).assert().code(64).stderr(contains("FILE"));
    tengen(&["verify", &win, "--slow"]).assert().code(64);
    tengen(&["verify", "--help"]).assert().code(0);
    for (from, to, message) in [
        ("rule standard", "rule renju", "line 2: renju is not certified"),
        ("D 3 d6", "D 3 d66", "line 8: \"d66\" is no square"),
        ("U 2", "U 9", "line 15: record 9 is not an earlier, finished record"),
        ("TENGEN", "PENGEN", "line 1: a certificate begins with"),
    ] {
        let broken = example().replace(from, to);
        tengen(&["verify", "-"])
            .write_stdin(broken)
            .assert()
            .code(64)
            .stdout(is_empty())
            .stderr(contains(message));
    }
    tengen(&["verify", "-"])
        .write_stdin([0xff, 0xfe])
        .assert()
        .code(64)
        .stderr(contains("neither the text form"));
}

fn json(arguments: &[&str], code: i32) -> Value {
    let run = tengen(arguments).assert().code(code);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn verify_tells_programs_the_same() {
    let folder = Folder::new();
    let valid = json(&["verify", &folder.path("win.proof"), "--json"], 0);
    assert_eq!((&valid["verdict"], &valid["records"]), (&"valid".into(), &5.into()));
    assert_eq!(valid["reason"], Value::Null);
    let invalid = json(&["verify", &folder.path("hole.proof"), "--json"], 1);
    assert_eq!((&invalid["verdict"], &invalid["record"]), (&"invalid".into(), &1.into()));
    let unknown = json(&["verify", &folder.path("win.proof"), "--json", "--steps", "1"], 2);
    assert_eq!(unknown["verdict"], "unknown");
}

#[test]
fn proof_show_draws_the_tree_and_stops_at_the_depth() {
    let folder = Folder::new();
    let win = folder.path("win.proof");
    let whole = contains(" 4 . . . X X X . . .")
        .and(contains("     1 every reply but 3 loses to d6"))
        .and(contains("     3   d6: Black plays g4"))
        .and(contains("     4     Black has two five squares"))
        .and(contains("deeper").not());
    tengen(&["proof", "show", &win]).assert().success().stdout(whole);
    let top = contains("4 records lie deeper").and(contains("Black plays g4").not());
    tengen(&["proof", "show", &win, "--depth", "1"]).assert().success().stdout(top);
    let tree = json(&["proof", "show", &win, "--json", "--record", "3"], 0);
    assert_eq!(tree["tree"][0]["text"], "Black plays g4");
    assert_eq!(tree["stones"]["white"], serde_json::json!(["a1", "i1", "d6", "a9", "i9"]));
    tengen(&["proof", "show", &win, "--record", "6"]).assert().code(2).stderr(contains("records 1 to 5"));
}

#[test]
fn proof_show_answers_replies_until_the_win() {
    let folder = Folder::new();
    let win = folder.path("win.proof");
    let start = json(&["proof", "show", &win, "--json", "--path", ""], 0);
    assert_eq!(start["children"], serde_json::json!(["d2", "d6", "d7"]));
    // a2 meets the default line, d7 its own child; both lose.
    for (path, moves) in [
        ("a2 d7", "White a2, Black d6, White d7, Black d2"),
        ("d7 c4", "White d7, Black g4, White c4, Black h4"),
    ] {
        let said = contains(format!("moves: {moves}\n")).and(contains("the attacker has won"));
        tengen(&["proof", "show", &win, "--path", path]).assert().success().stdout(said);
    }
    tengen(&["proof", "show", &win, "--path", "d4"])
        .assert()
        .code(2)
        .stderr(contains("d4 is not an empty square"));
    tengen(&["proof", "show", &win, "--path", "z9"]).assert().code(2).stderr(contains("is no square"));
}
