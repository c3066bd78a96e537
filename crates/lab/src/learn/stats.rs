//! What a file of games is like.

use super::games::{End, Game, Games, Outcome};
use serde::Serialize;
use tengen_core::Colour;

/// Numbers of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Stats {
    /// Games.
    pub games: usize,
    /// Moves with a score.
    pub positions: usize,
    /// Positions of searches' trees, each with a score.
    pub tree: usize,
    /// Won by Black.
    pub black: usize,
    /// Won by White.
    pub white: usize,
    /// Neither.
    pub draws: usize,
    /// Ended with a five or a full board.
    pub played_out: usize,
    /// Ended where the search saw the end.
    pub seen: usize,
    /// Moves by lot.
    pub lots: usize,
    /// Moves of the mean game, without the opening.
    pub mean_moves: f64,
    /// Stones of the mean opening.
    pub mean_opening: f64,
    /// Games with the opening of another one before them.
    pub repeated: usize,
    /// Positions by win rate of the side to move, in tenths.
    pub rates: [usize; 10],
    /// Bytes at the end that are no game.
    pub torn: usize,
}

impl Stats {
    /// The numbers of a file.
    pub fn of(games: &Games) -> Self {
        let (trees, list): (Vec<&Game>, Vec<&Game>) =
            games.list.iter().partition(|game| game.end == End::Tree);
        let mut stats = Self { games: list.len(), tree: trees.len(), torn: games.torn, ..Self::default() };
        let mut openings = std::collections::HashSet::new();
        let mut stones = 0;
        for game in &list {
            match game.outcome {
                Outcome::Won(Colour::Black) => stats.black += 1,
                Outcome::Won(Colour::White) => stats.white += 1,
                Outcome::Draw => stats.draws += 1,
            }
            stats.played_out += usize::from(game.end == End::Played);
            stats.seen += usize::from(game.end == End::Seen);
            stats.positions += game.moves.len();
            stones += game.opening.len();
            stats.repeated += usize::from(!openings.insert(&game.opening));
            stats.lots += game.moves.iter().filter(|played| played.is_lot).count();
        }
        for played in games.list.iter().flat_map(|game| &game.moves) {
            stats.rates[((super::play::rate_of(played.score) * 10.0) as usize).min(9)] += 1;
        }
        let count = list.len().max(1) as f64;
        stats.mean_moves = stats.positions as f64 / count;
        stats.mean_opening = stones as f64 / count;
        stats
    }
}
