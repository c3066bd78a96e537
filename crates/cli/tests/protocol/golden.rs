//! Golden scripts: every `*.txt` beside this file.
//!
//! ```text
//! # a comment
//! ~ regex        lines that match may come at any time and are not looked at
//! > line         is sent, ended by LF; `\r` stands for CR
//! < line         is the next line that comes, letter by letter
//! <~ regex       is the next line that comes, as a whole
//! .              closes the input
//! ```
//!
//! After the last line the engine must end, by itself after `END` while its input is open, else when its input is closed,
//! and must have written nothing more.

use crate::process::Process;
use predicates::Predicate as _;
use predicates::str::{RegexPredicate, is_match};
use std::fs;
use std::path::Path;

enum Step {
    Send(String),
    Close,
    Expect(String),
    Match(String, RegexPredicate),
}

struct Script {
    steps: Vec<(usize, Step)>,
    ignored: Vec<RegexPredicate>,
}

fn whole(pattern: &str) -> RegexPredicate {
    is_match(format!("^(?:{pattern})$")).expect(pattern)
}

fn read(text: &str) -> Script {
    let mut script = Script { steps: Vec::new(), ignored: Vec::new() };
    for (number, line) in text.lines().enumerate() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let step = match mark {
            "" | "#" => continue,
            "~" => {
                script.ignored.push(whole(rest));
                continue;
            }
            "." => Step::Close,
            ">" => Step::Send(rest.replace("\\r", "\r")),
            "<" => Step::Expect(rest.to_owned()),
            "<~" => Step::Match(rest.to_owned(), whole(rest)),
            other => panic!("line {}: what is `{other}`?", number + 1),
        };
        script.steps.push((number + 1, step));
    }
    script
}

fn run(path: &Path) {
    let name = path.file_name().unwrap().to_string_lossy();
    let script = read(&fs::read_to_string(path).unwrap());
    let mut engine = Process::start();
    let mut last = String::new();
    for (number, step) in &script.steps {
        let mut next = || loop {
            let line = engine.line().unwrap_or_else(|| panic!("{name}:{number}: the engine has ended"));
            if !script.ignored.iter().any(|pattern| pattern.eval(&line)) {
                return line;
            }
        };
        match step {
            Step::Send(line) => {
                engine.send(line);
                last.clone_from(line);
            }
            Step::Close => engine.close_input(),
            Step::Expect(line) => assert_eq!(&next(), line, "{name}:{number}"),
            Step::Match(text, pattern) => {
                let line = next();
                assert!(pattern.eval(&line), "{name}:{number}: `{line}` is not {text}");
            }
        }
    }
    if !last.trim().eq_ignore_ascii_case("END") {
        engine.close_input();
    }
    let rest: Vec<String> = engine
        .rest()
        .into_iter()
        .filter(|line| !script.ignored.iter().any(|pattern| pattern.eval(line)))
        .collect();
    assert!(rest.is_empty(), "{name}: {rest:?}");
}

#[test]
fn every_script_is_answered_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol");
    let mut scripts: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 6, "{scripts:?}");
    for path in &scripts {
        run(path);
    }
}
