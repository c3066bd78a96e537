//! `tengen solve`, its batch and `tengen prove` as a user meets them.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use std::fs;

/// Black has an open three.
const FOURS: &str = "h8a1i8a15j8o1";
/// Black can make two threes with one stone, and no four.
const THREATS: &str = "g8a1h8c15i10o1i11o15";

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tengen").expect("the program is built before its tests");
    command.args(arguments).env_remove("NO_COLOR");
    command
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    bytes
        .split(|b| *b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

/// The JSON lines of a run with this exit code.
fn json_lines(arguments: &[&str], code: i32) -> Vec<Value> {
    lines(&tengen(arguments).assert().code(code).get_output().stdout)
}

#[test]
fn a_win_is_drawn_and_told_move_by_move() {
    let run = tengen(&["solve", FOURS, "--goal", "vcf"]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("Proven: Black wins with "), "{text}");
    assert!(text.contains("by continuous fours, in 3 plies at most."), "{text}");
    for piece in
        ["1 g8 double four, 2 ", " stops one five of several, 3 ", " five\n", "accepted by the checker"]
    {
        assert!(text.contains(piece), "{piece}: {text}");
    }
    let run = tengen(&["solve", THREATS, "--ascii", "--nodes", "2000"]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.is_ascii() && text.contains("by continuous threats"), "{text}");
    // The first stone of the line has the number 1; it stands in the winning row.
    assert!(text.contains("#1"), "{text}");
}

#[test]
fn the_exit_code_is_the_verdict() {
    tengen(&["solve", THREATS, "--goal", "vct"]).assert().code(0);
    let disproven = tengen(&["solve", THREATS, "--goal", "vcf"]).assert().code(1);
    disproven.stdout(contains("Disproven: Black has no win by continuous fours."));
    let unknown = tengen(&["solve", "h8", "--nodes", "1"]).assert().code(2);
    unknown.stdout(contains("Unknown whether White wins: "));
    // Renju has no certificates.
    tengen(&["solve", FOURS, "--rule", "renju"]).assert().code(2).stdout(contains("renju is not certified"));
}

#[test]
fn the_other_side_may_be_the_attacker() {
    // White has passed, and Black has a four: whatever White plays.
    let moves = "h8a1i8a15j8o1k8--";
    let object = &json_lines(&["solve", &moves[..moves.len() - 2], "--attacker", "black", "--json"], 0)[0];
    assert_eq!(
        (&object["first"], &object["attacker"], &object["to_move"]),
        (&Value::Null, &json!("black"), &json!("white"))
    );
    assert_eq!(object["verdict"], "proven");
}

#[test]
fn json_has_all_that_is_known() {
    let objects = json_lines(&["solve", FOURS, "--goal", "vcf", "--json"], 0);
    assert_eq!(objects.len(), 1);
    let object = &objects[0];
    for (field, value) in [
        ("verdict", json!("proven")),
        ("scope", json!("vcf")),
        ("method", json!("vcf")),
        ("goal", json!("vcf")),
        ("checked", json!(true)),
        ("plies", json!(3)),
        ("records", json!(1)),
        ("rule", json!("freestyle")),
        ("size", json!([15, 15])),
        ("to_move", json!("black")),
    ] {
        assert_eq!(object[field], value, "{field}");
    }
    assert_eq!(object["line"].as_array().unwrap().len(), 3);
    assert_eq!(object["line"][0], object["first"]);
    assert_eq!(object["names"].as_array().unwrap().last().unwrap(), "five");
    assert!(object["certificate"]["text_bytes"].as_u64() > object["certificate"]["binary_bytes"].as_u64());
    let disproven = &json_lines(&["solve", THREATS, "--goal", "vcf", "--json"], 1)[0];
    assert_eq!((&disproven["scope"], &disproven["checked"]), (&json!("vcf"), &json!(false)));
    assert_eq!((&disproven["first"], &disproven["line"]), (&Value::Null, &json!([])));
}

#[test]
fn the_mixed_rule_turns_with_the_attacker() {
    // White, to move, has an open three.
    let moves = "a1h8a15i8o1j8o15";
    let object = &json_lines(&["solve", moves, "--rule", "mixed", "--goal", "vcf", "--json"], 0)[0];
    assert_eq!((&object["rule"], &object["attacker"]), (&json!("mixed-white"), &json!("white")));
}

#[test]
fn wrong_usage_exits_with_64_and_says_what_to_do() {
    for (arguments, message) in [
        (&["solve"][..], "Usage: tengen solve"),
        (&["solve", "h8p3"], "`p3` is not a point"),
        (&["solve", "missing.psq"], "cannot read missing.psq"),
        (&["solve", FOURS, "--goal", "mate"], "expected one of vcf, vct, win"),
        (&["solve", FOURS, "--method", "magic"], "expected one of auto, vcf, vct, zones"),
        (&["solve", FOURS, "--attacker", "green"], "use black or white"),
        (&["solve", FOURS, "--attacker", "white", "--goal", "vcf"], "white is not to move"),
        (&["solve", FOURS, "--nodes", "0"], "--nodes"),
        (&["solve", "h8a1i8a2j8a3k8a4g8"], "there is nothing to solve: Black has won"),
        (&["solve", "--batch", "missing.jsonl"], "cannot read missing.jsonl"),
        (&["solve", "--batch", "missing.jsonl", "--at", "3"], "a batch has one in each line"),
        (&["solve", FOURS, "--batch", "missing.jsonl"], "cannot be used with"),
        (&["prove"], "Usage: tengen prove"),
        (&["prove", FOURS, "--json"], "name a file with -o"),
        (&["prove", FOURS, "-o", "no/such/win.proof"], "cannot write"),
    ] {
        tengen(arguments).assert().code(64).stdout(is_empty()).stderr(contains(message));
    }
}

#[test]
fn prove_writes_a_certificate_that_verify_accepts() {
    let folder = tempfile::tempdir().unwrap();
    for (name, more) in [("win.proof", &[][..]), ("win.bin", &["--binary"])] {
        let arguments = [&["prove", THREATS, "-o", name], more].concat();
        let run = tengen(&arguments).current_dir(folder.path()).assert().code(0).stdout(is_empty());
        run.stderr(contains("Proven: Black wins with ").and(contains(format!("wrote {name}"))));
        let run = tengen(&["verify", name]).current_dir(folder.path()).assert().code(0);
        run.stdout(contains("Black wins 15x15 under the freestyle rule"));
    }
    let run = tengen(&["prove", THREATS]).assert().code(0);
    assert_eq!(run.get_output().stdout, fs::read(folder.path().join("win.proof")).unwrap());
    let arguments = ["prove", THREATS, "-o", "again.proof", "--json"];
    let run = tengen(&arguments).current_dir(folder.path()).assert().code(0);
    let size = fs::metadata(folder.path().join("again.proof")).unwrap().len();
    assert_eq!(lines(&run.get_output().stdout)[0]["certificate"]["text_bytes"], json!(size));
}

#[test]
fn nothing_is_written_without_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let disproven = ["prove", THREATS, "--goal", "vcf", "-o", "win.proof"];
    tengen(&disproven).current_dir(folder.path()).assert().code(1).stderr(contains("Disproven"));
    let unknown = ["prove", "h8", "--nodes", "1", "-o", "win.proof"];
    tengen(&unknown).current_dir(folder.path()).assert().code(2).stdout(is_empty());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// White is to move, and Black wins with quiet moves on the way.
const QUIET: &[&str] = &[
    "prove",
    "h8h10g7j10g8",
    "--rule",
    "mixed",
    "--attacker",
    "black",
    "--method",
    "zones",
    "--memory",
    "64",
    "-o",
    "win.proof",
    "--checkpoint",
    "win.part",
];

#[test]
fn a_proof_that_a_limit_ended_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let prove = |more: &[&str]| {
        let mut command = tengen(&[QUIET, more].concat());
        command.current_dir(folder.path());
        command
    };
    let file = |name: &str| fs::read(folder.path().join(name)).ok();
    prove(&["--nodes", "20000"])
        .assert()
        .code(2)
        .stderr(contains("kept in win.part; the same command goes on"));
    let kept = file("win.part").unwrap();
    assert!(kept.starts_with(b"TENGEN-CHECKPOINT 1\n") && file("win.proof").is_none());

    // Of another question, or damaged: told in words, and left as it is.
    let others: [&[&str]; 2] = [&["prove", "h8h10g7j10g9"], &["prove", "h8h10g7j10g8", "--rule", "standard"]];
    for other in others {
        let attack = ["--attacker", "black", "-o", "win.proof", "--checkpoint", "win.part"];
        let said = contains("cannot go on from win.part (delete it to begin anew")
            .and(contains("it belongs to another question (mixed 15x15, attacker black, white to move"));
        tengen(&[other, &attack].concat()).current_dir(folder.path()).assert().code(64).stderr(said);
        assert_eq!(file("win.part").as_ref(), Some(&kept));
    }
    let mut damaged = kept.clone();
    damaged[100] ^= 1;
    fs::write(folder.path().join("win.part"), &damaged).unwrap();
    prove(&[]).assert().code(64).stderr(contains("delete it to begin anew").and(contains("it is damaged")));
    assert_eq!((file("win.part").as_ref(), file("win.proof")), (Some(&damaged), None));

    fs::write(folder.path().join("win.part"), &kept).unwrap();
    prove(&["--nodes", "100000000", "--every", "0.1"]).assert().code(0).stderr(contains("wrote win.proof"));
    assert!(file("win.part").is_none(), "the checkpoint has done its work");
    tengen(&["verify", "win.proof"]).current_dir(folder.path()).assert().code(0);
}

#[test]
fn checkpoints_need_a_file_and_a_search_that_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["--checkpoint", "win.part"], "--output <FILE>"),
        (&["-o", "win.proof", "--every", "5"], "--checkpoint <FILE>"),
        (&["-o", "-", "--checkpoint", "win.part"], "need a file each"),
        (&["-o", "win.proof", "--checkpoint", "win.proof"], "need a file each"),
        (&["-o", "win.proof", "--checkpoint", "no/win.part"], "make its folder first"),
        (&["-o", "win.proof", "--checkpoint", "win.part", "--goal", "vct"], "use --goal win"),
    ];
    for (more, said) in cases {
        let arguments = [&["prove", FOURS], more].concat();
        tengen(&arguments).current_dir(folder.path()).assert().code(64).stderr(contains(said));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Proven by fours, disproven by fours, two bad lines, a plain line.
const BATCH: &str = r#"{"id":"a","rule":"renju","size":15,"to_move":"b","black":["h8","i8","j8"],"white":["a1","a15","o1"]}
# a remark
{"id":2,"moves":["g8","a1","h8","c15","i10","o1","i11","o15"]}

{"id":"bad","black":["z9"],"white":[]}
h8 h8
h8a1i8a15j8o1 = 3
"#;

#[test]
fn a_batch_answers_every_line_in_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("batch.jsonl"), BATCH).unwrap();
    let arguments = ["solve", "--batch", "batch.jsonl", "--rule", "freestyle", "--goal", "vcf", "--json"];
    let run = tengen(&arguments).current_dir(folder.path()).assert().code(0);
    let objects = lines(&run.get_output().stdout);
    let ids: Vec<&Value> = objects.iter().map(|object| &object["id"]).collect();
    assert_eq!(
        ids,
        [&json!("a"), &json!(2), &json!("bad"), &json!("line 6"), &json!("line 7"), &Value::Null]
    );
    assert_eq!((&objects[0]["verdict"], &objects[0]["checked"]), (&json!("proven"), &json!(true)));
    assert_eq!((&objects[1]["verdict"], &objects[1]["scope"]), (&json!("disproven"), &json!("vcf")));
    assert!(objects[2]["error"].as_str().unwrap().contains("z9"));
    assert!(objects[3]["error"].is_string() && objects[3]["verdict"].is_null());
    assert_eq!(objects[4]["verdict"], "proven");
    let summary = &objects[5]["summary"];
    for (field, count) in
        [("positions", 5), ("proven", 2), ("disproven", 1), ("unknown", 0), ("errors", 2), ("checked", 2)]
    {
        assert_eq!(summary[field], json!(count), "{field}");
    }
    assert_eq!(summary["interrupted"], json!(false));
}

#[test]
fn a_batch_gives_the_same_with_any_number_of_threads() {
    let answers = |threads: &str| {
        let text = format!("{BATCH}{}", "h8 h10 g7 j10 g8 i10\nh8 i9 g9\n".repeat(3));
        let arguments =
            ["solve", "--batch", "-", "--goal", "vct", "--nodes", "300", "--threads", threads, "--json"];
        let run = tengen(&arguments).write_stdin(text).assert().code(0);
        let mut objects = lines(&run.get_output().stdout);
        assert!(objects.pop().unwrap()["summary"].is_object());
        let essence =
            |object: &Value| (object["id"].clone(), object["verdict"].clone(), object["first"].clone());
        objects.iter().map(essence).collect::<Vec<_>>()
    };
    let one = answers("1");
    assert_eq!(one.len(), 11);
    assert_eq!(one, answers("3"));
}

#[test]
fn a_batch_can_be_read_by_people() {
    let run = tengen(&["solve", "--batch", "--goal", "vcf"]).write_stdin(BATCH).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("2  disproven  -  "), "{text}");
    assert!(text.contains("bad  error: black: "), "{text}");
    // The rule of the line counts where none is given: renju is not certified.
    assert!(text.contains("a  unknown  -  "), "{text}");
    assert!(text.contains("5 positions: 1 proven, 1 disproven, 1 unknown, 2 not read; "), "{text}");
    tengen(&["solve", "--batch", "--json"]).write_stdin("\n# nothing\n").assert().code(64);
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_is_known_and_exits_with_2() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::process::{Command, Stdio};
    let mut solve = Command::new(assert_cmd::cargo::cargo_bin!("tengen"))
        .args(["solve", "--batch", "--time", "600", "--threads", "1", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A small position, a large one and one that is never begun.
    solve.stdin.take().unwrap().write_all(format!("{FOURS}\nh8i9g9h9\n{FOURS}\n").as_bytes()).unwrap();
    let mut out = BufReader::new(solve.stdout.take().unwrap());
    let mut text = String::new();
    // Whoever answers listens for the signal.
    out.read_line(&mut text).unwrap();
    let id = solve.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    out.read_to_string(&mut text).unwrap();
    assert_eq!(solve.wait().unwrap().code(), Some(2));
    let objects = lines(text.as_bytes());
    let summary = &objects.last().unwrap()["summary"];
    assert_eq!((&objects[0]["verdict"], &summary["interrupted"]), (&json!("proven"), &json!(true)));
    // The large one is told if it was begun.
    if let [_, large, _] = &objects[..] {
        assert_eq!((&large["verdict"], &large["reason"]), (&json!("unknown"), &json!("it was cancelled")));
    }
    assert!(objects.len() <= 3);
}
