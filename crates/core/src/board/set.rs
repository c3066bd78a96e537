//! A set of points as one 32-bit word for each row of the frame.

use crate::geometry::{Point, STRIDE, Size};
use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Sub};

/// A set of points. Iterates row by row, left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PointSet {
    pub(crate) rows: [u32; STRIDE],
}

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self { rows: [0; STRIDE] };

    /// Every point of a board.
    pub fn full(size: Size) -> Self {
        size.points().collect()
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.rows[p.index() / STRIDE] >> (p.index() % STRIDE) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, p: Point) {
        self.rows[p.index() / STRIDE] |= 1 << (p.index() % STRIDE);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, p: Point) {
        self.rows[p.index() / STRIDE] &= !(1 << (p.index() % STRIDE));
    }

    /// Adds the point if it is not there, takes it out if it is.
    #[inline]
    pub(crate) fn toggle(&mut self, index: usize) {
        self.rows[index / STRIDE % STRIDE] ^= 1 << (index % STRIDE);
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    /// The first point, row by row.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let row = self.rows.iter().position(|row| *row != 0)?;
        Some(Point::at(row * STRIDE + self.rows[row].trailing_zeros() as usize))
    }

    /// The points, row by row, left to right.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { rows: self.rows, row: 0 }
    }

    /// Whether five points or more stand in a row.
    pub(crate) fn has_five(&self) -> bool {
        // The frame's walls keep rows apart.
        let run = |steps: usize, shift: i32| {
            (0..STRIDE - 4 * steps).any(|row| {
                let at = |step: usize| {
                    let (word, by) = (self.rows[row + step * steps], shift * step as i32);
                    if by < 0 { word << -by } else { word >> by }
                };
                at(0) & at(1) & at(2) & at(3) & at(4) != 0
            })
        };
        run(0, 1) || run(1, 0) || run(1, 1) || run(1, -1)
    }

    #[inline]
    fn zip(mut self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row = combine(*row, other);
        }
        self
    }
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl BitOr for PointSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for PointSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl Not for PointSet {
    type Output = Self;
    /// Everything else in the frame, walls included: intersect with a board before use.
    fn not(mut self) -> Self {
        for row in &mut self.rows {
            *row = !*row;
        }
        self
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for p in points {
            self.insert(p);
        }
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// The points of a [`PointSet`], row by row.
#[derive(Clone, Debug)]
pub struct Iter {
    rows: [u32; STRIDE],
    row: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.row < STRIDE {
            let word = &mut self.rows[self.row];
            if *word != 0 {
                let column = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::at(self.row * STRIDE + column));
            }
            self.row += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    #[test]
    fn a_set_gives_back_what_was_put_in_row_by_row() {
        let size = Size::new(22, 6).unwrap();
        let all = PointSet::full(size);
        assert_eq!(all.len(), size.area());
        assert!(all.iter().eq(size.points()));
        let mut some = all;
        let p = Point::new(21, 5).unwrap();
        some.remove(p);
        assert_eq!((all - some).first(), Some(p));
        assert_eq!(some | (all - some), all);
        assert!((some & (all - some)).is_empty());
        assert!(!some.contains(p));
        assert_eq!(!!some, some);
    }

    #[test]
    fn five_in_a_row_is_seen_everywhere_and_four_and_a_gap_are_not() {
        let size = Size::new(22, 7).unwrap();
        let from = |start: Point| {
            let five = move |d| (0..5).map(|i| start.step(d, i, size)).collect::<Option<Vec<_>>>();
            Direction::ALL.into_iter().filter_map(five)
        };
        let fives: Vec<Vec<Point>> = size.points().flat_map(from).collect();
        for five in &fives {
            assert!(five.iter().copied().collect::<PointSet>().has_five(), "{five:?}");
            for gap in five {
                let mut row: PointSet = five.iter().copied().filter(|p| p != gap).collect();
                assert!(!row.has_five(), "{row:?}");
                // A stone elsewhere mends it only where it makes another five.
                row.insert(Point::new(0, 6).unwrap());
                row.insert(Point::new(21, 0).unwrap());
                let is_five = |five: &Vec<Point>| five.iter().all(|p| row.contains(*p));
                assert_eq!(row.has_five(), fives.iter().any(is_five), "{row:?}");
            }
        }
    }
}
