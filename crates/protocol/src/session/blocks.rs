//! Moves that the engine is told not to play: single points, and lines of moves.

use tengen_core::{Colour, Point, Position};

/// What `YXBLOCK` and `YXBLOCKPATH` said.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    points: Vec<Point>,
    paths: Vec<Vec<Point>>,
}

impl Blocks {
    pub(super) fn add(&mut self, points: &[Point]) {
        for p in points {
            if !self.points.contains(p) {
                self.points.push(*p);
            }
        }
    }

    pub(super) fn remove(&mut self, points: &[Point]) {
        self.points.retain(|p| !points.contains(p));
    }

    pub(super) fn reset(&mut self) {
        self.points.clear();
    }

    pub(super) fn add_path(&mut self, path: Vec<Point>) {
        if !path.is_empty() && !self.paths.iter().any(|known| is_same_path(known, &path)) {
            self.paths.push(path);
        }
    }

    pub(super) fn remove_path(&mut self, path: &[Point]) {
        self.paths.retain(|known| !is_same_path(known, path));
    }

    pub(super) fn reset_paths(&mut self) {
        self.paths.clear();
    }

    /// The points that are not to be played in this position. A path counts where one stone is missing from it.
    pub(super) fn without(&self, position: &Position) -> Vec<Point> {
        let last = self.paths.iter().filter_map(|path| last_of(path, position));
        let mut points: Vec<Point> = self.points.iter().copied().chain(last).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// Whether two paths lead to the same stones, in whatever order.
fn is_same_path(a: &[Point], b: &[Point]) -> bool {
    let stones = |path: &[Point]| {
        let mut stones: Vec<(Point, usize)> = path.iter().enumerate().map(|(i, p)| (*p, i % 2)).collect();
        stones.sort_unstable();
        stones
    };
    stones(a) == stones(b)
}

/// The one stone of a path that is not on the board, if it is the side to move's and all others stand there, and no more.
fn last_of(path: &[Point], position: &Position) -> Option<Point> {
    if path.len() != position.stone_count() + 1 {
        return None;
    }
    let colours = Colour::BOTH.into_iter().cycle();
    let mut missing = path.iter().zip(colours).filter(|(p, colour)| position.stone(**p) != Some(*colour));
    let (p, colour) = missing.next()?;
    let is_last = missing.next().is_none() && position.stone(*p).is_none() && colour == position.to_move();
    is_last.then_some(*p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Rule, Size};

    fn points(pairs: &[(i32, i32)]) -> Vec<Point> {
        pairs.iter().map(|(x, y)| Size::FIFTEEN.point(*x, *y).unwrap()).collect()
    }

    fn after(pairs: &[(i32, i32)]) -> Position {
        Position::from_moves(Size::FIFTEEN, Rule::Freestyle, points(pairs)).unwrap()
    }

    #[test]
    fn points_are_blocked_everywhere_and_once() {
        let mut blocks = Blocks::default();
        blocks.add(&points(&[(7, 7), (8, 8), (7, 7)]));
        assert_eq!(blocks.without(&after(&[])), points(&[(7, 7), (8, 8)]));
        blocks.remove(&points(&[(7, 7)]));
        assert_eq!(blocks.without(&after(&[(1, 1)])), points(&[(8, 8)]));
        blocks.reset();
        assert!(blocks.without(&after(&[])).is_empty());
    }

    #[test]
    fn a_path_blocks_its_last_stone_in_whatever_order_the_others_came() {
        let mut blocks = Blocks::default();
        blocks.add_path(points(&[(7, 7), (8, 8), (7, 6), (5, 5)]));
        assert_eq!(blocks.without(&after(&[(7, 7), (8, 8), (7, 6)])), points(&[(5, 5)]));
        assert_eq!(blocks.without(&after(&[(7, 6), (8, 8), (7, 7)])), points(&[(5, 5)]));
        assert_eq!(blocks.without(&after(&[(7, 6), (5, 5), (7, 7)])), points(&[(8, 8)]));
        for other in [
            &[][..],
            &[(7, 7)],
            &[(8, 8), (7, 7), (7, 6)],
            &[(7, 7), (8, 8), (1, 1)],
            &[(7, 7), (8, 8), (7, 6), (5, 5)],
        ] {
            assert!(blocks.without(&after(other)).is_empty(), "{other:?}");
        }
        blocks.remove_path(&points(&[(7, 6), (5, 5), (7, 7), (8, 8)]));
        assert!(blocks.without(&after(&[(7, 7), (8, 8), (7, 6)])).is_empty());
    }
}
