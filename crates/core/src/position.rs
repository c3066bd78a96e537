//! A position and how it came about: free stones in no order, then moves and passes in order.
//!
//! A [`Position`] is more than a list of moves: Gomocup's `BOARD` may name stones in any order, an
//! analyst may set up any position with either side to move, and a player may pass. The free stones
//! are the set-up; the moves follow it. Everything that reaches the board comes through here, so the
//! constructors check and the board trusts.

use crate::colour::Colour;
use crate::geometry::{Point, Size, Symmetry};
use crate::referee::{Foul, Grid, Outcome};
use crate::rule::{Opening, Rule};
use std::fmt;

/// A stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone of the side to move.
    Place(Point),
    /// No stone; the other side is to move.
    Pass,
}

impl Move {
    /// Where the stone goes, or `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Place(p) => Some(p),
            Self::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(p: Point) -> Self {
        Self::Place(p)
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Somebody has won; under renju perhaps by the other side's foul.
    Won {
        /// The winner.
        winner: Colour,
        /// The foul that lost the game, if it was one.
        foul: Option<Foul>,
    },
    /// The board is full and nobody has won.
    Draw,
    /// The game goes on.
    Open,
}

/// Why a stone or a move cannot be taken into a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The point is not on a board of this size.
    Outside {
        /// The point asked for.
        point: Point,
        /// The board.
        size: Size,
    },
    /// There is a stone already.
    Occupied {
        /// The point asked for.
        point: Point,
    },
    /// The game is over: no move can follow.
    GameOver,
    /// The opening does not allow this stone there.
    Restricted {
        /// The point asked for.
        point: Point,
        /// The restriction in force.
        opening: Opening,
    },
    /// Free stones can only be set up before the first move.
    LateSetup,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { point, size } => {
                write!(
                    f,
                    "column {}, row {} (from 0, from the top) is outside the {size} board",
                    point.x(),
                    point.y()
                )
            }
            Self::Occupied { point } => {
                write!(
                    f,
                    "column {}, row {} (from 0, from the top) already has a stone",
                    point.x(),
                    point.y()
                )
            }
            Self::GameOver => f.write_str("the game is over: no move can follow"),
            Self::Restricted { point, opening } => {
                write!(
                    f,
                    "the {opening} opening does not allow a stone on column {}, row {} (from 0, from the top)",
                    point.x(),
                    point.y()
                )
            }
            Self::LateSetup => f.write_str("free stones can only be set up before the first move"),
        }
    }
}

impl std::error::Error for PositionError {}

/// A game position with its history. See the module's page.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    rule: Rule,
    opening: Opening,
    grid: Grid,
    setup: Vec<(Point, Colour)>,
    first: Colour,
    moves: Vec<Move>,
    status: Status,
}

impl Position {
    /// The start of a game: an empty board, Black to move, no first-move restriction.
    pub fn new(size: Size, rule: Rule) -> Self {
        Self {
            rule,
            opening: Opening::Free,
            grid: Grid::new(size),
            setup: Vec::new(),
            first: Colour::Black,
            moves: Vec::new(),
            status: Status::Open,
        }
    }

    /// The start of a game under a first-move restriction.
    pub fn with_opening(size: Size, rule: Rule, opening: Opening) -> Self {
        Self { opening, ..Self::new(size, rule) }
    }

    /// A position from its moves, from an empty board.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn from_moves<M: Into<Move>>(
        size: Size,
        rule: Rule,
        moves: impl IntoIterator<Item = M>,
    ) -> Result<Self, PositionError> {
        let mut position = Self::new(size, rule);
        for m in moves {
            position.play(m.into())?;
        }
        Ok(position)
    }

    /// Puts a free stone, before the first move. A winning row that stands among the free stones ends the game.
    ///
    /// # Errors
    /// When the point is outside or taken, or a move has been played.
    pub fn set_up(&mut self, p: Point, stone: Colour) -> Result<(), PositionError> {
        if !self.moves.is_empty() {
            return Err(PositionError::LateSetup);
        }
        self.check_empty(p)?;
        self.grid.set(p, Some(stone));
        self.setup.push((p, stone));
        let winner = match self.winner() {
            None => self.grid.wins(p, stone, self.rule).then_some(stone),
            // Free stones have no order: a later one may stretch a five beyond five, or block its last end.
            Some(side) => {
                [side, side.opponent()].into_iter().find(|side| self.grid.has_won(*side, self.rule))
            }
        };
        self.status = match winner {
            Some(winner) => Status::Won { winner, foul: None },
            None if self.grid.is_full() => Status::Draw,
            None => Status::Open,
        };
        Ok(())
    }

    /// Says who plays the first move after the free stones.
    ///
    /// # Errors
    /// When a move has been played.
    pub fn set_first(&mut self, side: Colour) -> Result<(), PositionError> {
        if !self.moves.is_empty() {
            return Err(PositionError::LateSetup);
        }
        self.first = side;
        Ok(())
    }

    /// Plays a move of the side to move. A forbidden point may be played; it loses.
    ///
    /// # Errors
    /// When the point is outside, taken or not allowed by the opening, or the game is over. Nothing changes then.
    pub fn play(&mut self, m: Move) -> Result<(), PositionError> {
        if self.status != Status::Open {
            return Err(PositionError::GameOver);
        }
        if let Move::Place(p) = m {
            self.check_empty(p)?;
            if !self.opening.allows(self.stone_count(), p, self.size()) {
                return Err(PositionError::Restricted { point: p, opening: self.opening });
            }
            let side = self.to_move();
            self.status = match self.grid.outcome(p, side, self.rule) {
                Outcome::Win => Status::Won { winner: side, foul: None },
                Outcome::Foul(foul) => Status::Won { winner: side.opponent(), foul: Some(foul) },
                Outcome::Draw => Status::Draw,
                Outcome::Open => Status::Open,
            };
            self.grid.set(p, Some(side));
        }
        self.moves.push(m);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        if let Move::Place(p) = last {
            self.grid.set(p, None);
            // A move is only played in an open game, so the game was open before it.
            self.status = Status::Open;
        }
        Some(last)
    }

    fn check_empty(&self, p: Point) -> Result<(), PositionError> {
        if !self.size().contains(p) {
            return Err(PositionError::Outside { point: p, size: self.size() });
        }
        if self.grid.get(p).is_some() {
            return Err(PositionError::Occupied { point: p });
        }
        Ok(())
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The first-move restriction in force.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.grid.size()
    }

    /// The stones as they stand.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The stone on a point.
    pub fn stone(&self, p: Point) -> Option<Colour> {
        self.grid.get(p)
    }

    /// The free stones.
    pub fn setup(&self) -> &[(Point, Colour)] {
        &self.setup
    }

    /// Who plays the first move after the free stones.
    pub fn first(&self) -> Colour {
        self.first
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        self.setup.len() + self.moves.iter().filter(|m| m.point().is_some()).count()
    }

    /// Whose turn it is (or would be, in a finished game).
    pub fn to_move(&self) -> Colour {
        if self.moves.len().is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Colour> {
        match self.status {
            Status::Won { winner, .. } => Some(winner),
            Status::Draw | Status::Open => None,
        }
    }

    /// The image of the position under a symmetry.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let image = |p| symmetry.apply(p, size);
        let mut grid = Grid::new(symmetry.size(size));
        for (p, colour) in self.grid.stones() {
            grid.set(image(p), Some(colour));
        }
        let turn = |m: &Move| m.point().map_or(Move::Pass, |p| Move::Place(image(p)));
        Self {
            grid,
            setup: self.setup.iter().map(|(p, colour)| (image(*p), *colour)).collect(),
            moves: self.moves.iter().map(turn).collect(),
            ..*self
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {} to move\n{:?}", self.size(), self.rule, self.to_move(), self.grid)
    }
}
