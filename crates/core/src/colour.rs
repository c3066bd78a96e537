//! The two players. Black always moves first in a fresh game.

use std::fmt;

/// A player, and the colour of the player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Plays first; under renju the side with forbidden points.
    Black = 0,
    /// Plays second.
    White = 1,
}

impl Colour {
    /// Both players, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Black is 0, White is 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The stone in diagrams: `X` for Black, `O` for White.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
