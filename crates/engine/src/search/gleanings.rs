//! Positions of the tree, gathered for those who learn from them: what a search values is seldom what good players reach.

use tengen_core::Point;

/// Lines to some of the positions whose value was taken.
pub(crate) struct Gleanings {
    /// One in about so many is kept.
    every: u64,
    /// Values until the next one.
    until: u64,
    lots: u64,
    pub(crate) lines: Vec<Vec<Point>>,
}

impl Gleanings {
    /// One in about so many, or none at all; `seed` is for which.
    pub(crate) fn new(every: Option<u64>, seed: u64) -> Self {
        let mut gleanings =
            Self { every: every.unwrap_or(0).max(1), until: u64::MAX, lots: seed | 1, lines: Vec::new() };
        if every.is_some() {
            gleanings.until = gleanings.lot();
        }
        gleanings
    }

    /// Whether the value that is about to be taken is one to keep.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.until -= 1;
        self.until == 0
    }

    /// Keeps the line to a position that is due, if it has no pass.
    #[cold]
    pub(crate) fn keep(&mut self, line: impl Iterator<Item = Option<Point>>) {
        self.until = self.lot();
        self.lines.extend(line.collect::<Option<Vec<Point>>>());
    }

    /// A number from 1 to twice the mean (xorshift: Marsaglia 2003).
    fn lot(&mut self) -> u64 {
        self.lots ^= self.lots << 13;
        self.lots ^= self.lots >> 7;
        self.lots ^= self.lots << 17;
        1 + self.lots % (2 * self.every - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_one_in_so_many_is_kept_and_none_unless_asked() {
        let p = Point::new(3, 4);
        for (every, expected) in [(None, 0..=0), (Some(10), 900..=1100), (Some(1), 10_000..=10_000)] {
            let mut gleanings = Gleanings::new(every, 7);
            for _ in 0..10_000 {
                if gleanings.is_due() {
                    gleanings.keep([p, p].into_iter());
                }
            }
            assert!(expected.contains(&gleanings.lines.len()), "{every:?}: {}", gleanings.lines.len());
        }
        let mut gleanings = Gleanings::new(Some(1), 7);
        gleanings.keep([p, None].into_iter());
        assert!(gleanings.lines.is_empty(), "a line with a pass is no game");
    }
}
