//! How a pair of numbers names a point.
//!
//! Gomocup says column, row from the upper left corner. Yixin-Board says row, column, and Rapfi can be told to count
//! rows from the bottom. A game survives every one of these by symmetry, so a wrong choice is not noticed until
//! somebody compares labels: the choice is made here, once, for all that is read and written.

use std::fmt;
use std::str::FromStr;
use tengen_core::{Point, Size};

/// Two numbers as they were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair(pub i32, pub i32);

impl Pair {
    /// What Rapfi's clients send for a pass.
    pub const PASS: Self = Self(-1, -1);
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// What the two numbers of a pair mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// Column from the left, row from the top: Gomocup, Rapfi, gomocalc.
    #[default]
    ColumnRow,
    /// Row from the top, column from the left: Yixin-Board.
    RowColumn,
    /// Column from the left, row from the bottom: Rapfi's `X_FLIPY`.
    ColumnUp,
    /// Row from the bottom, column from the left: Rapfi's `FLIPY_X`.
    UpColumn,
}

impl Coordinates {
    /// Every meaning with the name that `INFO coord_mode` takes.
    pub const ALL: [(&'static str, Self); 4] = [
        ("xy", Self::ColumnRow),
        ("yx", Self::RowColumn),
        ("x_flipy", Self::ColumnUp),
        ("flipy_x", Self::UpColumn),
    ];

    /// The point that a pair names, if the board has it.
    pub fn point(self, pair: Pair, size: Size) -> Option<Point> {
        let Pair(a, b) = pair;
        let up = |row: i32| i32::from(size.height()).checked_sub(1)?.checked_sub(row);
        match self {
            Self::ColumnRow => size.point(a, b),
            Self::RowColumn => size.point(b, a),
            Self::ColumnUp => size.point(a, up(b)?),
            Self::UpColumn => size.point(b, up(a)?),
        }
    }

    /// The pair that names a point.
    pub fn pair(self, p: Point, size: Size) -> Pair {
        let (x, y) = (i32::from(p.x()), i32::from(p.y()));
        let up = i32::from(size.height()) - 1 - y;
        match self {
            Self::ColumnRow => Pair(x, y),
            Self::RowColumn => Pair(y, x),
            Self::ColumnUp => Pair(x, up),
            Self::UpColumn => Pair(up, x),
        }
    }
}

/// A name of a coordinate mode that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown coordinate mode `{0}`: use xy, yx, x_flipy or flipy_x")]
pub struct UnknownCoordinates(pub String);

impl FromStr for Coordinates {
    type Err = UnknownCoordinates;

    fn from_str(text: &str) -> Result<Self, UnknownCoordinates> {
        let named = Self::ALL.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named.map(|(_, mode)| mode).ok_or_else(|| UnknownCoordinates(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_reads_what_it_writes() {
        for size in [Size::FIFTEEN, Size::new(7, 12).unwrap(), Size::new(22, 5).unwrap()] {
            for (name, mode) in Coordinates::ALL {
                assert_eq!(name.parse(), Ok(mode));
                for p in size.points() {
                    assert_eq!(mode.point(mode.pair(p, size), size), Some(p));
                }
                for far in [Pair(-1, 0), Pair(0, -1), Pair(22, 22), Pair(i32::MIN, i32::MAX), Pair::PASS] {
                    assert_eq!(mode.point(far, size), None, "{name} {far}");
                }
            }
        }
    }

    #[test]
    fn the_modes_differ_as_their_clients_do() {
        let size = Size::new(15, 10).unwrap();
        let p = size.point(12, 1).unwrap();
        let pairs = Coordinates::ALL.map(|(_, mode)| mode.pair(p, size).to_string());
        assert_eq!(pairs, ["12,1", "1,12", "12,8", "8,12"]);
    }
}
