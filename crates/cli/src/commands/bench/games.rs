//! The games that benches walk: whole games of a simple one-ply player, made by this program and kept in
//! `data/bench`, so that every run and every commit walks the same positions.

use anyhow::{Context as _, bail};
use tengen_core::board::Board;
use tengen_core::notation::{Origin, moves_to_string, parse_moves};
use tengen_core::pattern::PointClass;
use tengen_core::rule::{Freestyle, RuleType};
use tengen_core::{Move, Point, Size};

const FIFTEEN: &str = include_str!("../../../../../data/bench/games-15.txt");
const TWENTY: &str = include_str!("../../../../../data/bench/games-20.txt");

/// A game to walk.
pub(crate) struct Walk {
    pub(crate) size: Size,
    pub(crate) points: Vec<Point>,
}

/// The kept games of a board side.
pub(crate) fn walks(side: usize) -> anyhow::Result<Vec<Walk>> {
    let text = match side {
        15 => FIFTEEN,
        20 => TWENTY,
        _ => bail!("there are bench games for sizes 15 and 20, not for {side}"),
    };
    let size = Size::square(side)?;
    let game = |line: &str| -> anyhow::Result<Walk> {
        let moves = parse_moves(line, size, Origin::Bottom).context("a bench game is damaged")?;
        Ok(Walk { size, points: moves.iter().filter_map(|m| m.point()).collect() })
    };
    text.lines().map(game).collect()
}

/// What the one-ply player gives for a point of each class, by class code.
const WORTH: [u32; 32] = {
    let mut worth = [0; 32];
    let values = [0, 1, 2, 3, 4, 6, 8, 10, 12, 20, 22, 24, 26, 30, 60, 70, 200, 300, 5000, 0];
    let mut i = 0;
    while i < values.len() {
        worth[PointClass::ALL[i] as usize] = values[i];
        i += 1;
    }
    worth
};

/// A game of the one-ply player against itself: own and foreign point classes with some noise. The same
/// seed gives the same game. It may end without a winner when the board is full or Black has no legal move.
pub(crate) fn make<R: RuleType>(size: Size, seed: u64) -> Vec<Move> {
    let mut noise = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x7465_6E67_656E;
    let mut next = move || {
        // Xorshift64 (Marsaglia 2003): good enough to vary games, and the same everywhere.
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        (noise >> 33) as u32 % 12
    };
    let mut board = Board::<R>::new(size);
    let mut moves = Vec::new();
    while board.winner().is_none() {
        let us = board.to_move();
        let worth = |p: Point, side| WORTH[board.class(p, side) as usize];
        let value = |p: &Point| 3 * worth(*p, us) + 2 * worth(*p, us.opponent());
        let candidates = board.candidates();
        let legal = candidates.iter().filter(|p| board.is_legal(*p, us));
        let Some((_, best)) = legal.map(|p| (value(&p) + next(), p)).max() else { break };
        board.play(best);
        moves.push(Move::Place(best));
    }
    moves
}

/// A freestyle game as a move string, as it is kept.
pub(crate) fn kept(size: Size, seed: u64) -> String {
    moves_to_string(&make::<Freestyle>(size, seed), size, Origin::Bottom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_games_are_what_the_player_makes() {
        for (side, file) in [(15, FIFTEEN), (20, TWENTY)] {
            let size = Size::square(side).unwrap();
            assert!(file.lines().count() >= 8);
            for (seed, line) in file.lines().enumerate() {
                assert_eq!(line, kept(size, seed as u64), "size {side}, game {seed}");
            }
        }
    }
}
