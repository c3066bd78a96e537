//! The games of a match as one SGF collection, with the time of every move and what the engine thought of it.

use crate::line::{GameLine, Ply, Side, Winner};
use tengen_core::notation::{NotationError, Origin, parse_moves};
use tengen_core::record::{Evaluation, GameResult, NodeId};
use tengen_core::{Colour, GameRecord, Rule, Size};
use tengen_records::{Format, WriteError, WriteOptions};

/// Why a game cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum SgfError {
    /// Its moves are no moves.
    #[error("game {game}: {source}")]
    Moves {
        /// The game.
        game: u64,
        /// Why.
        source: NotationError,
    },
    /// The format.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A game as SGF text.
///
/// # Errors
/// When the line holds no moves of this board.
pub fn write(line: &GameLine, rule: Rule, size: Size) -> Result<Vec<u8>, SgfError> {
    let record = record(line, rule, size).map_err(|source| SgfError::Moves { game: line.game, source })?;
    Ok(tengen_records::write(Format::Sgf, &[record], &WriteOptions::default())?)
}

/// A game as a record.
///
/// # Errors
/// When the line holds no moves of this board.
pub fn record(line: &GameLine, rule: Rule, size: Size) -> Result<GameRecord, NotationError> {
    let moves = parse_moves(&line.moves, size, Origin::Bottom)?;
    let mut record = GameRecord::new(size);
    let colour_of = |side: Side| if side == line.black { Colour::Black } else { Colour::White };
    record.rule = Some(rule);
    for side in Side::BOTH {
        record.players[colour_of(side).index()].clone_from(&line.names[side.index()]);
    }
    record.round = format!("{}.{}", line.pair() + 1, line.game % 2 + 1);
    record.result = Some(match line.winner {
        Winner::A => GameResult::Win(colour_of(Side::A)),
        Winner::B => GameResult::Win(colour_of(Side::B)),
        Winner::Draw => GameResult::Draw,
    });
    let reason = line.reason.name();
    record.termination =
        if line.detail.is_empty() { reason.to_owned() } else { format!("{reason}: {}", line.detail) };
    let mut at = NodeId::ROOT;
    for (i, m) in moves.into_iter().enumerate() {
        at = record.append(at, m);
        let Some(ply) = i.checked_sub(line.opening).and_then(|i| line.plies.get(i)) else { continue };
        let node = record.node_mut(at);
        node.time_ms = Some(ply.ms.max(0.0).round() as u64);
        node.evaluation = ply.score.as_deref().and_then(evaluation);
        node.comment = comment(ply);
    }
    Ok(record)
}

/// `score 83, depth 12, 10000 nodes, 15.3 ms`, and the engine's words.
fn comment(ply: &Ply) -> String {
    let parts = [
        ply.score.as_ref().map(|score| format!("score {score}")),
        ply.depth.map(|depth| format!("depth {depth}")),
        ply.nodes.map(|nodes| format!("{nodes} nodes")),
        Some(format!("{:.1} ms", ply.ms)),
    ];
    let mut text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if let Some(message) = &ply.message {
        text.push('\n');
        text.push_str(message);
    }
    text
}

/// What a score of a game line says.
fn evaluation(score: &str) -> Option<Evaluation> {
    if let Some(plies) = score.strip_prefix("+M") {
        return plies.parse().ok().map(Evaluation::Win);
    }
    if let Some(plies) = score.strip_prefix("-M") {
        return plies.parse().ok().map(Evaluation::Loss);
    }
    score.parse().ok().map(Evaluation::Score)
}
