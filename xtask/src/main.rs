//! Chores of the workspace. `cargo xtask test` is the one gate: format, lints, tests, documentation.
//!
//! It installs nothing today, since the tests need only what `cargo` fetches; a later page or browser
//! test adds its own step to [`STEPS`].
#![allow(clippy::print_stderr, clippy::exit)]

use std::process::{Command, exit};
use std::time::Instant;

/// One gate: its name, and the cargo arguments that run it.
struct Step {
    name: &'static str,
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step { name: "format", args: &["fmt", "--all", "--check"], env: &[] },
    Step {
        name: "clippy",
        args: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        env: &[],
    },
    Step { name: "tests", args: &["test", "--workspace", "--quiet"], env: &[] },
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--no-deps", "--quiet"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

const USAGE: &str = "usage: cargo xtask test [STEP...]\nsteps: format clippy tests documentation";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(("test", chosen)) = arguments.split_first().map(|(a, b)| (a.as_str(), b)) else {
        eprintln!("{USAGE}");
        exit(2);
    };
    if let Some(unknown) = chosen.iter().find(|c| STEPS.iter().all(|s| s.name != **c)) {
        eprintln!("unknown step `{unknown}`\n{USAGE}");
        exit(2);
    }
    let started = Instant::now();
    for step in STEPS.iter().filter(|s| chosen.is_empty() || chosen.iter().any(|c| c == s.name)) {
        run(step);
    }
    eprintln!("all green in {:.0?}", started.elapsed());
}

/// Runs one step, and ends the program with its exit code if it fails.
fn run(step: &Step) {
    let started = Instant::now();
    eprintln!("== {}: cargo {}", step.name, step.args.join(" "));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(step.args).envs(step.env.iter().copied()).status();
    match status {
        Ok(status) if status.success() => {
            eprintln!("== {}: ok in {:.0?}", step.name, started.elapsed());
        }
        Ok(status) => {
            eprintln!("== {}: FAILED ({status})", step.name);
            exit(status.code().unwrap_or(1));
        }
        Err(error) => {
            eprintln!("== {}: cargo did not start: {error}", step.name);
            exit(1);
        }
    }
}
