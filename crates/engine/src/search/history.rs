//! What past nodes teach about moves: which moves answered well, which refuted their sibling, which refuted the same
//! move before.

use tengen_core::geometry::FRAME;
use tengen_core::{Colour, Point};

/// No history is larger than this, either way.
const MOST: i32 = 16_384;

/// The lessons of one thread.
pub(crate) struct History {
    /// By side and point.
    main: Box<[[i16; FRAME]; 2]>,
    /// By side and the opponent's move before: the answer that refuted it.
    counter: Box<[[Option<Point>; FRAME]; 2]>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self { main: Box::new([[0; FRAME]; 2]), counter: Box::new([[None; FRAME]; 2]) }
    }

    #[inline]
    pub(crate) fn of(&self, side: Colour, p: Point) -> i32 {
        i32::from(self.main[side.index()][p.index() % FRAME])
    }

    /// Moves a number towards its bound, the less the nearer it is.
    pub(crate) fn teach(&mut self, side: Colour, p: Point, bonus: i32) {
        let entry = &mut self.main[side.index()][p.index() % FRAME];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    #[inline]
    pub(crate) fn counter(&self, side: Colour, before: Option<Point>) -> Option<Point> {
        self.counter[side.index()][before?.index() % FRAME]
    }

    pub(crate) fn set_counter(&mut self, side: Colour, before: Option<Point>, answer: Point) {
        if let Some(before) = before {
            self.counter[side.index()][before.index() % FRAME] = Some(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_stays_within_its_bounds_and_follows_its_teachers() {
        let mut history = History::new();
        let p = Point::new(7, 7).unwrap();
        for _ in 0..1000 {
            history.teach(Colour::Black, p, 2000);
            assert!(history.of(Colour::Black, p) <= MOST);
        }
        assert!(history.of(Colour::Black, p) > MOST * 9 / 10);
        assert_eq!(history.of(Colour::White, p), 0);
        for _ in 0..1000 {
            history.teach(Colour::Black, p, -2000);
        }
        assert!(history.of(Colour::Black, p) < -MOST * 9 / 10);
    }
}
