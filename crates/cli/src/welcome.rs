//! What the program shows when it is asked for nothing: a board, and what can be asked.

use crate::commands::status_line;
use crate::output;
use clap::CommandFactory as _;
use std::fmt::Write as _;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Position, Rule, Size};
use tengen_records::drawing::{Scene, TerminalStyle, terminal};

/// A quiet opening around the centre point that gave the program its name.
const SAMPLE: &str = "h8i9g9g7i7f10h10";

pub(crate) fn run() -> anyhow::Result<()> {
    let moves = parse_moves(SAMPLE, Size::FIFTEEN, Origin::Bottom)?;
    let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves)?;
    let style = if output::wants_colours() { TerminalStyle::COLOUR } else { TerminalStyle::PLAIN };
    let mut text = String::from("Tengen: Gomoku engine, solver and analysis board\n\n");
    text += &terminal(&Scene::from_position(&position), &style);
    let _ = writeln!(text, "\n{}\n\nCommands:", status_line(&position, Origin::Bottom));
    let program = crate::Cli::command();
    for command in program.get_subcommands() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  tengen {:<9} {about}", command.get_name());
    }
    let board = format!("tengen show {SAMPLE}");
    let picture = format!("{board} --png a.png");
    text += "\nTry:\n";
    for (line, meaning) in [
        (board.as_str(), "this board"),
        (&picture, "this board as a picture"),
        ("tengen show game.psq --numbers", "the end of a game, stones numbered"),
        ("tengen analyze h8i9g9 --time 3", "what the engine thinks of a position"),
        ("tengen play --level 5", "a game against the engine"),
        ("tengen COMMAND --help", "options and examples of a command"),
    ] {
        let _ = writeln!(text, "  {line:<42} {meaning}");
    }
    output::print(text.as_bytes())
}
