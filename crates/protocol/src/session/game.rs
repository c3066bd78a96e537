//! The game on the board: stones as a manager names them become a [`Position`], or an error that changes nothing.
//!
//! A `BOARD` may name its stones in the order of play or in no order at all. If the owners alternate so that the engine
//! is to move, they are taken for moves; otherwise for free stones with the engine to move.

use crate::command::Stone;
use crate::coordinates::{Coordinates, Pair};
use tengen_core::position::PositionError;
use tengen_core::{Colour, Move, Point, Position, Rule, Size, Status};

/// Why a command cannot be done on this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// No `START` yet.
    #[error("no game has been started: send START first")]
    NotStarted,
    /// A board side that is not supported.
    #[error(transparent)]
    Size(#[from] tengen_core::geometry::SizeError),
    /// The pair is not on the board.
    #[error("{pair} is outside the {size} board")]
    Outside {
        /// What was sent.
        pair: Pair,
        /// The board.
        size: Size,
    },
    /// The point has a stone, or is dead.
    #[error("{0} is taken")]
    Taken(Pair),
    /// The owner of a stone is not 1, 2 or 3.
    #[error("the field of {pair} is {field}: use 1 own, 2 opponent, 3 dead")]
    Field {
        /// Where.
        pair: Pair,
        /// What was sent.
        field: i32,
    },
    /// The game is over, so there is nothing to answer.
    #[error("the game is over: no move can follow")]
    Over,
    /// `TAKEBACK` of a stone that is not the last.
    #[error("{0} is not the last stone: take back from the end")]
    NotLast(Pair),
    /// `BEGIN` with stones on the board.
    #[error("the board is not empty: BEGIN is for the first move, use TURN or BOARD")]
    NotEmpty,
    /// The move that was suggested has been neither played nor replaced.
    #[error("the suggested move has not been played: send PLAY first")]
    Suggested,
    /// A number of stones that no swap2 opening has.
    #[error("SWAP2BOARD wants 0, 3 or 5 stones, found {0}")]
    Swap2(usize),
    /// Nothing may be played: full board, or all is blocked.
    #[error("there is no move that may be played{0}")]
    NoMove(&'static str),
}

/// A board with its game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) position: Position,
    /// Points that no stone may take (field 3).
    pub(super) dead: Vec<Point>,
    /// A move has been suggested, and nothing has happened since.
    pub(super) is_suggested: bool,
}

impl Game {
    pub(super) fn new(size: Size, rule: Rule) -> Self {
        Self { position: Position::new(size, rule), dead: Vec::new(), is_suggested: false }
    }

    /// The position that a `BOARD` describes. The engine is to move.
    pub(super) fn from_stones(
        stones: &[Stone],
        size: Size,
        rule: Rule,
        coordinates: Coordinates,
    ) -> Result<Self, GameError> {
        let mut game = Self::new(size, rule);
        let mut owned = Vec::with_capacity(stones.len());
        let mut taken = Vec::with_capacity(stones.len());
        for Stone { pair, field } in stones {
            if !(1..=3).contains(field) {
                return Err(GameError::Field { pair: *pair, field: *field });
            }
            let m = read_move(*pair, size, coordinates)?;
            if let Some(p) = m.point() {
                if taken.contains(&p) {
                    return Err(GameError::Taken(*pair));
                }
                taken.push(p);
            }
            match (field, m) {
                (3, Move::Place(p)) => game.dead.push(p),
                (3, Move::Pass) => {}
                _ => owned.push((m, *field == 1)),
            }
        }
        game.position = match in_order(&owned, size, rule) {
            Some(position) => position,
            None => set_up(&owned, size, rule).map_err(|error| describe(error, size, coordinates))?,
        };
        Ok(game)
    }

    /// Plays a move of the side to move.
    pub(super) fn play(&mut self, pair: Pair, coordinates: Coordinates) -> Result<Move, GameError> {
        let size = self.position.size();
        let m = read_move(pair, size, coordinates)?;
        if m.point().is_some_and(|p| self.dead.contains(&p)) {
            return Err(GameError::Taken(pair));
        }
        self.position.play(m).map_err(|error| describe(error, size, coordinates))?;
        self.is_suggested = false;
        Ok(m)
    }

    /// Takes the last stone back; the side that put it is to move again.
    pub(super) fn take_back(&mut self, pair: Pair, coordinates: Coordinates) -> Result<(), GameError> {
        let size = self.position.size();
        let m = read_move(pair, size, coordinates)?;
        if self.position.moves().last() == Some(&m) {
            self.position.undo();
        } else {
            // Free stones have no order, so each of them may be the last.
            let setup = self.position.setup();
            let stone = setup.iter().find(|(p, _)| Move::Place(*p) == m).copied();
            let Some((gone, colour)) = stone.filter(|_| self.position.moves().is_empty()) else {
                return Err(GameError::NotLast(pair));
            };
            let rest = setup.iter().filter(|(p, _)| *p != gone).copied();
            self.position = free(rest, colour, size, self.position.rule())
                .map_err(|error| describe(error, size, coordinates))?;
        }
        self.is_suggested = false;
        Ok(())
    }

    /// The same stones under another rule.
    pub(super) fn change_rule(&mut self, rule: Rule) {
        let old = &self.position;
        if old.rule() == rule {
            return;
        }
        let replayed = || -> Result<Position, PositionError> {
            let mut position = free(old.setup().iter().copied(), old.first(), old.size(), rule)?;
            old.moves().iter().try_for_each(|m| position.play(*m))?;
            Ok(position)
        };
        // A move that ends the game under the new rule leaves no order that could be kept.
        let stones = || free(old.grid().stones(), old.to_move(), old.size(), rule);
        if let Ok(position) = replayed().or_else(|_| stones()) {
            self.position = position;
        }
    }

    pub(super) fn check_open(&self) -> Result<(), GameError> {
        if self.position.status() == Status::Open { Ok(()) } else { Err(GameError::Over) }
    }
}

fn read_move(pair: Pair, size: Size, coordinates: Coordinates) -> Result<Move, GameError> {
    if pair == Pair::PASS {
        return Ok(Move::Pass);
    }
    coordinates.point(pair, size).map(Move::Place).ok_or(GameError::Outside { pair, size })
}

/// What the core says, in the manager's coordinates.
fn describe(error: PositionError, size: Size, coordinates: Coordinates) -> GameError {
    match error {
        PositionError::Outside { point, .. } => {
            GameError::Outside { pair: coordinates.pair(point, size), size }
        }
        PositionError::Occupied { point } | PositionError::Restricted { point, .. } => {
            GameError::Taken(coordinates.pair(point, size))
        }
        PositionError::GameOver | PositionError::LateSetup => GameError::Over,
    }
}

/// The game that was played, if the stones (`true` is the engine's) can be one that the engine continues.
fn in_order(owned: &[(Move, bool)], size: Size, rule: Rule) -> Option<Position> {
    let alternates = owned.windows(2).all(|two| two[0].1 != two[1].1);
    let is_ours_next = owned.last().is_none_or(|(_, is_own)| !is_own);
    (alternates && is_ours_next)
        .then(|| Position::from_moves(size, rule, owned.iter().map(|(m, _)| *m)).ok())
        .flatten()
}

/// The stones without an order, the engine to move. As many stones on both sides, or more of the engine's: the engine
/// is Black.
fn set_up(owned: &[(Move, bool)], size: Size, rule: Rule) -> Result<Position, PositionError> {
    let count = |own: bool| owned.iter().filter(|(m, is_own)| m.point().is_some() && *is_own == own).count();
    let us = if count(true) >= count(false) { Colour::Black } else { Colour::White };
    let colour = |is_own| if is_own { us } else { us.opponent() };
    let stones = owned.iter().filter_map(|(m, is_own)| m.point().map(|p| (p, colour(*is_own))));
    free(stones, us, size, rule)
}

fn free(
    stones: impl Iterator<Item = (Point, Colour)>,
    first: Colour,
    size: Size,
    rule: Rule,
) -> Result<Position, PositionError> {
    let mut position = Position::new(size, rule);
    for (p, colour) in stones {
        position.set_up(p, colour)?;
    }
    position.set_first(first)?;
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const XY: Coordinates = Coordinates::ColumnRow;

    fn board(text: &str, rule: Rule) -> Result<Game, GameError> {
        let stones = crate::command::entries(text, 3).unwrap();
        Game::from_stones(&stones, Size::FIFTEEN, rule, XY)
    }

    fn at(x: i32, y: i32) -> Point {
        Size::FIFTEEN.point(x, y).unwrap()
    }

    #[test]
    fn alternating_stones_are_moves() {
        let second = board("7,7,2 8,8,1 9,9,2", Rule::Renju).unwrap().position;
        assert_eq!((second.moves().len(), second.to_move()), (3, Colour::White));
        let first = board("7,7,1 8,8,2", Rule::Renju).unwrap().position;
        assert_eq!((first.moves().len(), first.to_move()), (2, Colour::Black));
        let empty = board("", Rule::Renju).unwrap().position;
        assert_eq!((empty.moves().len(), empty.to_move()), (0, Colour::Black));
    }

    #[test]
    fn stones_in_no_order_keep_their_owners_and_the_engine_is_to_move() {
        let white = board("7,7,2 9,9,2 8,8,1", Rule::Freestyle).unwrap().position;
        assert_eq!(white.to_move(), Colour::White);
        assert_eq!(
            (white.stone(at(8, 8)), white.stone(at(9, 9))),
            (Some(Colour::White), Some(Colour::Black))
        );
        let black = board("7,7,2 9,9,2 8,8,1 6,6,1", Rule::Freestyle).unwrap().position;
        assert_eq!((black.to_move(), black.stone(at(8, 8))), (Colour::Black, Some(Colour::Black)));
        let odd = board("8,8,1", Rule::Freestyle).unwrap().position;
        assert_eq!((odd.to_move(), odd.moves().len()), (Colour::Black, 0));
    }

    proptest! {
        /// Whatever the order in which the stones of a game are named, they are the same stones, and we are to move.
        #[test]
        fn the_order_of_a_board_does_not_matter(
            (cells, shuffled) in Just((0..225).collect::<Vec<i32>>())
                .prop_shuffle()
                .prop_map(|cells| cells[..20].to_vec())
                .prop_flat_map(|cells| (Just(cells.clone()), Just((0..cells.len()).collect::<Vec<_>>()).prop_shuffle())),
            count in 0..20usize,
            rule in prop::sample::select(vec![Rule::Freestyle, Rule::Renju, Rule::Caro]),
        ) {
            let stones: Vec<Stone> = cells[..count]
                .iter()
                .enumerate()
                .map(|(i, cell)| {
                    let field = if (count - i).is_multiple_of(2) { 1 } else { 2 };
                    Stone { pair: Pair(cell % 15, cell / 15), field }
                })
                .collect();
            let mixed: Vec<Stone> = shuffled.iter().filter_map(|i| stones.get(*i).copied()).collect();
            let [ordered, mixed] =
                [stones, mixed].map(|stones| Game::from_stones(&stones, Size::FIFTEEN, rule, XY).unwrap().position);
            prop_assert_eq!(ordered.grid(), mixed.grid());
            prop_assert_eq!(ordered.to_move(), mixed.to_move());
        }
    }

    #[test]
    fn a_row_that_grew_to_six_in_any_order_is_no_win_under_standard() {
        // In this order of stones the row is five before it is six.
        let text = "2,2,1 0,0,2 3,2,1 0,2,2 4,2,1 0,4,2 5,2,1 0,6,2 6,2,1 0,8,2 7,2,1 0,10,2";
        let position = board(text, Rule::Standard).unwrap().position;
        assert_eq!((position.status(), position.to_move()), (Status::Open, Colour::Black));
        assert_eq!(board(text, Rule::Freestyle).unwrap().check_open(), Err(GameError::Over));
    }

    #[test]
    fn wrong_stones_are_told_in_the_managers_coordinates() {
        let error = |text| board(text, Rule::Freestyle).unwrap_err().to_string();
        assert_eq!(error("7,7,1 7,7,2"), "7,7 is taken");
        assert_eq!(error("15,7,1"), "15,7 is outside the 15x15 board");
        assert_eq!(error("5,7,4"), "the field of 5,7 is 4: use 1 own, 2 opponent, 3 dead");
        assert_eq!(error("5,7,3 5,7,2"), "5,7 is taken");
    }

    #[test]
    fn dead_points_cannot_be_played() {
        let mut game = board("7,7,2 3,3,3", Rule::Freestyle).unwrap();
        assert_eq!(game.position.moves().len(), 1);
        assert_eq!(game.play(Pair(3, 3), XY), Err(GameError::Taken(Pair(3, 3))));
        assert!(game.play(Pair(3, 4), XY).is_ok());
    }

    #[test]
    fn passes_are_moves() {
        let position = board("7,7,2 -1,-1,1 8,8,2", Rule::Freestyle).unwrap().position;
        assert_eq!((position.stone(at(8, 8)), position.to_move()), (Some(Colour::Black), Colour::White));
    }

    #[test]
    fn only_the_last_stone_is_taken_back() {
        let mut game = board("7,7,2 8,8,1 9,9,2", Rule::Freestyle).unwrap();
        assert_eq!(game.take_back(Pair(7, 7), XY), Err(GameError::NotLast(Pair(7, 7))));
        game.take_back(Pair(9, 9), XY).unwrap();
        game.take_back(Pair(8, 8), XY).unwrap();
        assert_eq!(game.position.moves().len(), 1);
        let mut free = board("7,7,2 9,9,2 8,8,1", Rule::Freestyle).unwrap();
        free.take_back(Pair(7, 7), XY).unwrap();
        assert_eq!((free.position.stone_count(), free.position.to_move()), (2, Colour::Black));
        assert_eq!(free.take_back(Pair(1, 1), XY), Err(GameError::NotLast(Pair(1, 1))));
    }

    #[test]
    fn the_rule_can_change_under_the_stones() {
        let mut game = board("7,7,2 8,8,1 9,9,2", Rule::Freestyle).unwrap();
        game.change_rule(Rule::Renju);
        assert_eq!((game.position.rule(), game.position.moves().len()), (Rule::Renju, 3));
        // Six in a row, which the first five of them ended under freestyle.
        let text = "2,2,1 0,0,2 3,2,1 0,2,2 4,2,1 0,4,2 5,2,1 0,6,2 7,2,1 0,8,2 6,2,1 0,10,2";
        let mut six = board(text, Rule::Standard).unwrap();
        assert_eq!(six.position.moves().len(), 12);
        six.change_rule(Rule::Freestyle);
        assert_eq!((six.position.stone_count(), six.check_open()), (12, Err(GameError::Over)));
    }
}
