//! The positions of the search bench, cut out of games of the one-ply player: for each rule and size the same kinds, from
//! the first stones to a crowded board. They are kept in `data/bench/positions.txt`.

use super::games;
use anyhow::Context as _;
use std::fmt::Write as _;
use tengen_core::analysis::{Analysis, analyse};
use tengen_core::board::Board;
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::rule::RuleType;
use tengen_core::threat::threats;
use tengen_core::{Move, Rule, Size, with_rule};

/// The rules of the bench.
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];
/// The sides of the bench's boards.
const SIDES: [usize; 2] = [15, 20];
/// More games than any kind needs to be found.
const MOST_GAMES: u64 = 5_000;

/// Which position of a game is wanted.
enum Cut {
    /// After this many moves, if nothing is decided within four plies.
    At(usize),
    /// The first from this move on where an attack must be answered.
    Forced(usize),
    /// The one with the most forcing moves of both sides, if there are at least this many.
    Sharp(usize),
}

/// What is cut out for every rule and size.
const KINDS: [(&str, Cut); 7] = [
    ("opening", Cut::At(4)),
    ("early", Cut::At(9)),
    ("middle", Cut::At(17)),
    ("late", Cut::At(40)),
    ("forced", Cut::Forced(12)),
    ("sharp", Cut::Sharp(9)),
    ("ending", Cut::At(130)),
];

/// The whole file.
pub(crate) fn file() -> anyhow::Result<String> {
    let mut text = String::from("# Made by: tengen bench --make-positions\n# rule, side, kind, moves\n");
    let boards: Vec<(Rule, usize)> =
        RULES.into_iter().flat_map(|rule| SIDES.map(|side| (rule, side))).collect();
    // Every position comes from a game of its own, so that none is an early form of another.
    let step = (boards.len() * KINDS.len()) as u64;
    let mut first = 0;
    for (rule, side) in boards {
        let size = Size::square(side)?;
        for (kind, cut) in &KINDS {
            let seeds = (0..MOST_GAMES).map(|game| first + game * step);
            let found = with_rule!(rule, R => find::<R>(size, cut, seeds))
                .with_context(|| format!("no game has a position of the kind `{kind}`"))?;
            let moves = moves_to_string(&found, size, Origin::Bottom);
            let _ = writeln!(text, "{} {side} {kind} {moves}", rule.name());
            first += 1;
        }
    }
    Ok(text)
}

fn find<R: RuleType>(size: Size, cut: &Cut, seeds: impl Iterator<Item = u64>) -> Option<Vec<Move>> {
    seeds.map(|seed| games::make::<R>(size, seed)).find_map(|mut game| {
        let length = place::<R>(size, &game, cut)?;
        game.truncate(length);
        Some(game)
    })
}

/// After how many moves of the game the wanted position stands.
fn place<R: RuleType>(size: Size, game: &[Move], cut: &Cut) -> Option<usize> {
    let mut board = Board::<R>::new(size);
    let mut sharpest = None;
    for (length, action) in game.iter().enumerate() {
        match cut {
            Cut::At(wanted) if length == *wanted => return is_open(&mut board).then_some(length),
            Cut::Forced(from) if length >= *from => {
                if matches!(analyse(&mut board), Analysis::Hold { .. }) {
                    return Some(length);
                }
            }
            Cut::Sharp(least) if length >= 8 && is_open(&mut board) => {
                let us = board.to_move();
                let count = threats(&mut board, us).len() + threats(&mut board, us.opponent()).len();
                sharpest = sharpest.max((count >= *least).then_some((count, length)));
            }
            _ => {}
        }
        board.play(action.point()?);
    }
    sharpest.map(|(_, length)| length)
}

fn is_open<R: RuleType>(board: &mut Board<R>) -> bool {
    analyse(board) == Analysis::Open
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_kept_positions_are_what_the_games_give() {
        let kept = include_str!("../../../../../data/bench/positions.txt");
        assert_eq!(kept, super::file().unwrap());
    }
}
