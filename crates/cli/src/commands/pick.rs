//! Which position of the input is meant: a file may hold several games, a game many positions.

use crate::input::{Input, ReadArgs};
use anyhow::bail;
use clap::value_parser;
use std::ffi::OsStr;
use tengen_core::notation::{Origin, point_name};
use tengen_core::position::PositionError;
use tengen_core::record::NodeId;
use tengen_core::{GameRecord, Position, Rule};
use tengen_records::Format;

/// Options of every command that looks at one position.
#[derive(clap::Args)]
pub(crate) struct PickArgs {
    /// Format of the input [default: by name and first bytes]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    game: u32,
    /// The position after this many moves [default: the last one]
    #[arg(long, alias = "ply", value_name = "PLY")]
    at: Option<usize>,
}

/// The position that was meant, and where it stands in its game.
pub(crate) struct Picked {
    pub(crate) record: GameRecord,
    pub(crate) node: NodeId,
    pub(crate) position: Position,
}

impl PickArgs {
    /// Whether one position of one input is asked for.
    pub(crate) fn is_used(&self) -> bool {
        self.from.is_some() || self.game != 1 || self.at.is_some()
    }

    /// Reads the input and finds the position.
    pub(crate) fn position(&self, input: &OsStr) -> anyhow::Result<Picked> {
        let games = Input::from_argument(input).games(&self.read.options(), self.from)?;
        let record = choose(games.records, self.game)?;
        let rule = self.read.rule.or(record.rule).unwrap_or_default();
        let node = node_at(&record, self.at)?;
        let position = record
            .position_at(node, rule)
            .map_err(|error| illegal(&record, node, rule, error, self.read.origin()))?;
        Ok(Picked { record, node, position })
    }
}

fn choose(mut records: Vec<GameRecord>, game: u32) -> anyhow::Result<GameRecord> {
    if game as usize > records.len() {
        bail!("there is no game {game}: the last one is {}, use --game 1 to --game {0}", records.len());
    }
    Ok(records.swap_remove(game as usize - 1))
}

/// The node of the main line after so many moves, or its end.
fn node_at(record: &GameRecord, ply: Option<usize>) -> anyhow::Result<NodeId> {
    let line = record.main_line();
    let ply = ply.unwrap_or(line.len());
    if ply > line.len() {
        bail!("there is no move {ply}: the game ends with move {}, use --at 0 to --at {0}", line.len());
    }
    Ok(ply.checked_sub(1).map_or(NodeId::ROOT, |last| line[last]))
}

/// Says which move is not legal, and what to do.
fn illegal(
    record: &GameRecord,
    node: NodeId,
    rule: Rule,
    (number, error): (usize, PositionError),
    origin: Origin,
) -> anyhow::Error {
    let path = record.path(node);
    let name = |p| point_name(p, record.size, origin);
    let stone = number.checked_sub(1).and_then(|index| path.get(index)).and_then(|m| m.point()).map(name);
    let Some(before) = number.checked_sub(1) else {
        return anyhow::anyhow!("a free stone is not legal: {error}");
    };
    let what = stone.map_or_else(|| format!("move {number}"), |name| format!("move {number} ({name})"));
    match error {
        PositionError::GameOver => anyhow::anyhow!(
            "{what} comes after the end of the game under the {rule} rule: use --at {before} for the end, or another --rule"
        ),
        PositionError::Occupied { point } => anyhow::anyhow!(
            "{what} is not legal: {} has a stone already; use --at {before} for the position before it",
            name(point)
        ),
        error => {
            anyhow::anyhow!("{what} is not legal: {error}; use --at {before} for the position before it")
        }
    }
}
