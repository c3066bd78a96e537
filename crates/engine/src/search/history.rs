//! What past nodes teach about moves: which moves answered well, which refuted their sibling, which refuted the same
//! move before; and how wrong the static value was.

use std::sync::{Mutex, PoisonError};
use tengen_core::geometry::FRAME;
use tengen_core::{Colour, Point};
use tengen_eval::weights::THREATS;

/// No history is larger than this, either way.
const MOST: i32 = 16_384;

/// The lessons of one thread.
pub(crate) struct History {
    /// By side and point.
    main: Box<[[i16; FRAME]; 2]>,
    /// By side and the opponent's move before: the answer that refuted it.
    counter: Box<[[Option<Point>; FRAME]; 2]>,
    /// How wrong the value was, in 64ths of a point: by side and threats on the board, by side and the opponent's move before.
    of_threats: Box<[[i32; THREATS]; 2]>,
    of_move: Box<[[i32; FRAME]; 2]>,
}

/// An error counts at most this much.
const MOST_ERROR: i32 = 300;

impl History {
    pub(crate) fn new() -> Self {
        Self {
            main: Box::new([[0; FRAME]; 2]),
            counter: Box::new([[None; FRAME]; 2]),
            of_threats: Box::new([[0; THREATS]; 2]),
            of_move: Box::new([[0; FRAME]; 2]),
        }
    }

    /// Keeps so many percent of what it knows of moves.
    fn fade(&mut self, percent: i32) {
        for entry in self.main.as_flattened_mut() {
            *entry = (i32::from(*entry) * percent / 100) as i16;
        }
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

    /// How wrong values were in positions with these threats and after this move, in points.
    #[inline]
    pub(crate) fn error(&self, side: Colour, threats: usize, before: Option<Point>) -> i32 {
        let of_move = before.map_or(0, |p| self.of_move[side.index()][p.index() % FRAME]);
        (self.of_threats[side.index()][threats % THREATS] + of_move) / 64
    }

    /// Moves both numbers towards an error of a search that counts so many of 512.
    pub(crate) fn teach_error(
        &mut self,
        side: Colour,
        threats: usize,
        before: Option<Point>,
        error: i32,
        weight: i32,
    ) {
        let wanted = error.clamp(-MOST_ERROR, MOST_ERROR) * 64;
        let mend = |entry: &mut i32| *entry += (wanted - *entry) * weight / 512;
        mend(&mut self.of_threats[side.index()][threats % THREATS]);
        if let Some(p) = before {
            mend(&mut self.of_move[side.index()][p.index() % FRAME]);
        }
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

/// The lessons of past searches, for those that come.
#[derive(Default)]
pub(crate) struct Lessons(Mutex<Vec<History>>);

impl Lessons {
    /// What was learned by some thread, if so many percent of it are wanted.
    pub(crate) fn take(&self, percent: i32) -> History {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match kept.filter(|_| percent > 0) {
            Some(mut history) => {
                history.fade(percent);
                history
            }
            None => History::new(),
        }
    }

    /// A search ends.
    pub(crate) fn put(&self, history: History) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(history);
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

    #[test]
    fn lessons_are_kept_in_part_if_they_are_wanted() {
        let (lessons, p) = (Lessons::default(), Point::new(5, 6).unwrap());
        let taught = || {
            let mut history = History::new();
            history.teach(Colour::White, p, 1000);
            history
        };
        lessons.put(taught());
        assert_eq!(lessons.take(40).of(Colour::White, p), 400);
        // There was one.
        assert_eq!(lessons.take(40).of(Colour::White, p), 0);
        lessons.put(taught());
        assert_eq!(lessons.take(0).of(Colour::White, p), 0);
    }

    #[test]
    fn values_are_mended_by_the_errors_that_were_seen() {
        let mut history = History::new();
        let p = Point::new(3, 4);
        for _ in 0..2000 {
            history.teach_error(Colour::White, 5, p, 10_000, 64);
        }
        // Both tables have learned the most that counts; what they were not taught they do not know.
        assert!((2 * MOST_ERROR - 4..=2 * MOST_ERROR).contains(&history.error(Colour::White, 5, p)));
        assert!((MOST_ERROR - 2..=MOST_ERROR).contains(&history.error(Colour::White, 5, None)));
        assert_eq!(history.error(Colour::Black, 5, p), 0);
        assert_eq!(history.error(Colour::White, 6, None), 0);
        for _ in 0..2000 {
            history.teach_error(Colour::White, 5, p, -40, 64);
        }
        assert!((-80..=-76).contains(&history.error(Colour::White, 5, p)));
    }
}
