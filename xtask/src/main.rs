//! Chores of the workspace. `cargo xtask test` is the one gate: format, the page, lints, tests, documentation, the browser.
//!
//! A step that needs a program which is missing installs it, or says exactly what to do and fails; none is ever skipped.
#![allow(clippy::print_stderr, clippy::exit)]

mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::time::Instant;

/// What went wrong, and what to do about it.
pub(crate) type Outcome = Result<(), String>;

/// One gate.
struct Step {
    name: &'static str,
    run: fn() -> Outcome,
}

const STEPS: &[Step] = &[
    Step { name: "format", run: || cargo(&["fmt", "--all", "--check"], &[]) },
    // It writes the page anew, which is part of the program: before anything is built.
    Step { name: "page", run: page },
    Step {
        name: "clippy",
        run: || cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[]),
    },
    Step { name: "tests", run: tests },
    Step {
        name: "documentation",
        run: || cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")]),
    },
    Step { name: "browser", run: browser },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    let usage = format!("usage: cargo xtask test [STEP...]\nsteps: {}", names.join(" "));
    let Some(("test", chosen)) = arguments.split_first().map(|(a, b)| (a.as_str(), b)) else {
        eprintln!("{usage}");
        exit(2);
    };
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(&name.as_str())) {
        eprintln!("unknown step `{unknown}`\n{usage}");
        exit(2);
    }
    let started = Instant::now();
    for step in STEPS.iter().filter(|step| chosen.is_empty() || chosen.iter().any(|name| name == step.name)) {
        let its_start = Instant::now();
        eprintln!("== {}", step.name);
        if let Err(problem) = (step.run)() {
            eprintln!("== {}: FAILED: {problem}", step.name);
            exit(1);
        }
        eprintln!("== {}: ok in {:.0?}", step.name, its_start.elapsed());
    }
    eprintln!("all green in {:.0?}", started.elapsed());
}

/// All tests but those in the documentation. Examples are linted, not built.
const TESTS: [&str; 6] = ["test", "--workspace", "--quiet", "--lib", "--bins", "--tests"];

fn tests() -> Outcome {
    cargo(&TESTS, &[])?;
    cargo(&["test", "--workspace", "--quiet", "--doc"], &[])
}

/// The page: what is committed is what its source gives.
fn page() -> Outcome {
    let node = tools::node()?;
    let web = root().join("web");
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], &["run", "check"], &["test"], &["run", "build"]]
    {
        run(node.npm().args(arguments).current_dir(&web))?;
    }
    let changed =
        Command::new("git").args(["status", "--porcelain", "web/dist"]).current_dir(root()).output();
    match changed {
        Ok(output) if output.status.success() && output.stdout.is_empty() => Ok(()),
        Ok(output) if output.status.success() => Err(format!(
            "web/dist is not what is committed; commit what `npm run build` made:\n{}",
            String::from_utf8_lossy(&output.stdout)
        )),
        _ => Err("git does not say whether web/dist has changed; run this in a git checkout".to_owned()),
    }
}

/// The program as people meet it: a real browser against a real server.
fn browser() -> Outcome {
    let node = tools::node()?;
    let chromium = tools::chromium()?;
    let web = root().join("web");
    if !web.join("node_modules").is_dir() {
        run(node.npm().args(["ci", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    // The tests of the command line have made this program already.
    cargo(&[&TESTS[..], &["--no-run"]].concat(), &[])?;
    let program = root().join("target/debug/tengen");
    run(node
        .npm()
        .args(["run", "e2e"])
        .env("TENGEN_BIN", program)
        .env("CHROMIUM", chromium)
        .current_dir(&web))
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> Outcome {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(arguments).envs(variables.iter().copied()).current_dir(root()))
}

/// Runs a program to its end.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let line = words.join(" ");
    eprintln!("   {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}
