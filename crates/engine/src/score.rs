//! What a position is worth to the side to move: a value, or a won or lost game with its distance.
//!
//! The one idea: a won game is worth almost the most there is, less one for each ply that it takes, so
//! that a shorter win is better and a longer loss is better than a shorter one. A distance never exceeds the empty
//! points of the largest board, so it fits between the largest value and the top.

use std::fmt;
use std::ops::Neg;

/// A value from the side to move's view. Ordered: better is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// What a win right now would be worth.
const TOP: i16 = 30_000;
/// Distances from here on are won or lost games.
const MOST_PLIES: i16 = 1_000;

impl Score {
    /// An even game, and a draw.
    pub const EVEN: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(TOP + 1);
    /// The largest value that is not a won game.
    pub const LARGEST: Self = Self(TOP - MOST_PLIES - 1);

    /// The farthest won game.
    pub const LEAST_WIN: Self = Self(TOP - MOST_PLIES);

    /// A value, kept below every won game and above every lost one.
    #[inline]
    pub fn of(value: i32) -> Self {
        Self(value.clamp(-i32::from(Self::LARGEST.0), i32::from(Self::LARGEST.0)) as i16)
    }

    /// A game that the side to move wins with its stone `plies` plies from now: 1 is the next stone.
    #[inline]
    pub const fn win_in(plies: usize) -> Self {
        Self(TOP - plies as i16)
    }

    /// A game that the side to move loses by the stone `plies` plies from now; 0 is lost already.
    #[inline]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i16 - TOP)
    }

    /// The plain number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// Whether the game is won.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= TOP - MOST_PLIES
    }

    /// Whether the game is lost.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= MOST_PLIES - TOP
    }

    /// Whether the game is won or lost.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of a decided game: positive if won, negative if lost (`Some(0)`: lost already).
    pub const fn mate(self) -> Option<i32> {
        if self.is_win() {
            Some((TOP - self.0) as i32)
        } else if self.is_loss() {
            Some(-((TOP + self.0) as i32))
        } else {
            None
        }
    }

    /// The probability that the side to move wins: 1 or 0 for a decided game, else a sigmoid of the value.
    pub fn win_rate(self) -> f64 {
        if self.is_decided() {
            return f64::from(u8::from(self.is_win()));
        }
        tengen_eval::win_probability(f64::from(self.0))
    }

    /// A score from its plain number.
    #[inline]
    pub(crate) const fn raw(value: i32) -> Self {
        Self(value as i16)
    }

    /// The raw number, for tables.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// What [`Score::bits`] gave.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as i16)
    }

    /// The score of the position before, from the same side's view: decided games are `plies` plies farther away.
    #[inline]
    pub(crate) const fn farther(self, plies: usize) -> Self {
        if self.is_win() {
            Self(self.0 - plies as i16)
        } else if self.is_loss() {
            Self(self.0 + plies as i16)
        } else {
            self
        }
    }

    /// The reverse of [`Score::farther`].
    #[inline]
    pub(crate) const fn nearer(self, plies: usize) -> Self {
        if self.is_win() {
            Self(self.0 + plies as i16)
        } else if self.is_loss() {
            Self(self.0 - plies as i16)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// A number, or `+M5` and `-M4`: plies to the win or loss, as GUIs read it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(plies) if self.is_win() => write!(f, "+M{plies}"),
            Some(plies) => write!(f, "-M{}", -plies),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(485) > Score::LARGEST);
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert_eq!(-Score::win_in(5), Score::loss_in(5));
        assert_eq!(Score::of(1_000_000), Score::LARGEST);
        assert!(!Score::LARGEST.is_decided() && !(-Score::LARGEST).is_decided());
    }

    #[test]
    fn distances_are_read_back() {
        assert_eq!(Score::win_in(7).mate(), Some(7));
        assert_eq!(Score::loss_in(6).mate(), Some(-6));
        assert_eq!(Score::EVEN.mate(), None);
        assert_eq!(Score::win_in(7).farther(4), Score::win_in(11));
        assert_eq!(Score::loss_in(6).farther(4).nearer(4), Score::loss_in(6));
        assert_eq!(format!("{} {} {}", Score::win_in(7), Score::loss_in(6), Score::of(-83)), "+M7 -M6 -83");
    }
}
