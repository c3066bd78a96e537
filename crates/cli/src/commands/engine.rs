//! `tengen engine`: the engine for managers and GUIs that start a program and talk with it.

use crate::{output, serve};
use serde_json::json;
use tengen_core::Rule;
use tengen_core::geometry::{MAX_SIDE, MIN_SIDE};

/// Play as an engine: the Gomocup protocol on standard input and output
///
/// The same as the program pbrain-tengen, for managers that can start a command with arguments. Commands and answers
/// are in docs/protocol.md; END or the end of the input ends it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen engine                              wait for commands (ABOUT, START 15, BEGIN, END, ...)
  printf 'START 15\\nBEGIN\\n' | tengen engine   the first move of a game
  tengen engine --json                       what this engine can play, and exit")]
pub(crate) struct Args {
    /// Print one line of JSON about the engine (name, version, board sides, rules) and exit
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if !args.json {
        return serve::serve();
    }
    let rules: serde_json::Map<String, serde_json::Value> = Rule::ALL
        .into_iter()
        .filter_map(|rule| rule.gomocup_number().map(|number| (rule.name().to_owned(), json!(number))))
        .collect();
    let about = json!({
        "name": "Tengen",
        "version": env!("CARGO_PKG_VERSION"),
        "protocols": ["gomocup", "yixin", "rapfi"],
        "sides": [MIN_SIDE, MAX_SIDE],
        "rules": rules,
    });
    output::print(format!("{about}\n").as_bytes())
}
