//! `tengen play`: a game in the terminal.
//!
//! Reading order: [`settings`], [`swap2`], [`game`] (the game as pure data), [`keys`] and [`history`]
//! (what is done to it), [`board`] and [`view`] (how it looks), [`brain`] (the engine beside it), [`screen`] (the terminal and the loop).

mod board;
mod brain;
mod game;
mod history;
mod keys;
mod screen;
mod settings;
mod swap2;
#[cfg(test)]
mod tests;
mod view;

use super::analyze::parse_seconds;
use crate::WrongUsage;
use crate::input::parse_size;
use crate::output;
use anyhow::ensure;
use brain::Brain;
use clap::value_parser;
use game::Game;
use serde_json::{Value, json};
use settings::{People, Settings, Start};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::record::GameResult;
use tengen_core::{Rule, Size};
use tengen_engine::{Level, Options};
use tengen_records::{Format, WriteOptions};

/// Play against the engine in the terminal
///
/// Arrow keys and Enter, the mouse, or a typed point such as h8 put a stone; ? shows all keys. Level 1 is for
/// beginners, level 20 is all the engine can. It needs a terminal of 80 columns and 24 rows for boards up to 20x20.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tengen play                                  a game at level 5, you play Black
  tengen play --level 12 --colour white        a stronger opponent that begins
  tengen play --rule renju --size 15           forbidden points are marked
  tengen play --opening swap2 --colour white   Tengen puts three stones, you choose
  tengen play --json > game.json               the game's record as JSON at the end")]
pub(crate) struct Args {
    /// Strength of the engine, from 1 to 20
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u8).range(1..=20))]
    level: u8,
    /// Which side you play; under swap2 Black puts the first stones and White answers
    #[arg(long, alias = "color", value_name = "COLOUR", default_value = "black", value_enum)]
    colour: People,
    /// Rule: freestyle, standard, renju, caro, caro-standard, mixed, mixed-white
    #[arg(long, value_name = "RULE", default_value_t)]
    rule: Rule,
    /// Board size: a side such as 15, or columns and rows such as 20x15
    #[arg(long, value_name = "N|WxH", default_value = "15", value_parser = parse_size)]
    size: Size,
    /// Seconds that the engine may think about a move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    time: Duration,
    /// How the game begins
    #[arg(long, value_name = "OPENING", default_value = "free", value_enum)]
    opening: Start,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Memory that the engine may use, in MB
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = value_parser!(u32).range(16..=4_000_000))]
    memory: u32,
    /// For what is drawn by lot; the same number gives the same choices [default: the time of day]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print the game's record as one JSON object at the end
    #[arg(long)]
    json: bool,
}

impl Args {
    fn settings(&self) -> anyhow::Result<Settings> {
        let level = Level::new(self.level).ok_or_else(|| WrongUsage("--level must be 1 to 20".to_owned()))?;
        let Self { colour: people, rule, size, time, opening: start, .. } = *self;
        Ok(Settings { people, level, rule, size, time, start })
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let settings = args.settings()?;
    ensure!(
        screen::is_there(args.json),
        "tengen play needs a terminal with a keyboard: start it from a shell without redirections. \
         For scripts use `tengen analyze MOVES --json`, which gives the engine's move."
    );
    let seed = args.seed.unwrap_or_else(time_of_day);
    let options = Options {
        memory: u64::from(args.memory) << 20,
        threads: usize::from(args.threads),
        ..Options::default()
    };
    let (mut game, first) = Game::new(settings, seed);
    screen::run(&mut game, first, &mut Brain::new(options))?;
    if args.json {
        return output::print(format!("{}\n", json_of(&game)?).as_bytes());
    }
    Ok(())
}

fn time_of_day() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// The record of a game as JSON.
fn json_of(game: &Game) -> anyhow::Result<Value> {
    let record = game.record();
    let sgf = tengen_records::write(Format::Sgf, std::slice::from_ref(&record), &WriteOptions::default())?;
    let [black, white] = &record.players;
    let result = match record.result {
        Some(GameResult::Win(side)) => Value::from(side.to_string()),
        Some(GameResult::Draw) => "draw".into(),
        None => Value::Null,
    };
    Ok(json!({
        "rule": game.settings.rule.name(),
        "size": [record.size.width(), record.size.height()],
        "moves": moves_to_string(game.position.moves(), record.size, Origin::Bottom),
        "black": black,
        "white": white,
        "level": game.settings.level.number(),
        "result": result,
        "resigned": game.resigned.is_some(),
        "sgf": String::from_utf8_lossy(&sgf),
    }))
}
