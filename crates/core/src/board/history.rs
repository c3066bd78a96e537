//! The history: what points were before stones changed them, and one frame a move.
//!
//! Both are stacks that keep room for one more stone behind their top, so that the hot path writes in place
//! and checks nothing.

use super::planes::{Around, LANES};
use super::{CLASSES, PointSet};
use crate::colour::Colour;
use crate::geometry::Point;
use crate::pattern::classify::WIDEST;

/// Points that one stone can change: its own and the reach on both sides of four lines, rounded up to a power
/// of two.
pub(super) const MOST_CHANGES: usize = 64;

/// What a point was before a stone changed it.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) lines: u32,
    pub(super) classes: u16,
    pub(super) index: u16,
}

/// The stack.
pub(super) struct Changes {
    slots: Vec<Change>,
    top: usize,
}

impl Changes {
    const BLANK: Change = Change { lines: 0, classes: 0, index: 0 };

    pub(super) fn new() -> Self {
        Self { slots: vec![Self::BLANK; 8 * MOST_CHANGES], top: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.top
    }

    /// Room for the changes of one stone, to be kept by [`Changes::keep`].
    #[inline(always)]
    pub(super) fn slots(&mut self) -> &mut [Change; MOST_CHANGES] {
        if self.slots.len() < self.top + MOST_CHANGES {
            self.grow();
        }
        match self.slots[self.top..].first_chunk_mut() {
            Some(slots) => slots,
            None => unreachable!("there is always room for one more stone"),
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.resize(self.slots.len() + 8 * MOST_CHANGES, Self::BLANK);
    }

    /// Keeps the first `count` of the slots.
    #[inline(always)]
    pub(super) fn keep(&mut self, count: usize) {
        self.top += count;
    }

    #[inline(always)]
    pub(super) fn since(&self, start: u32) -> &[Change] {
        &self.slots[start as usize..self.top]
    }

    #[inline(always)]
    pub(super) fn drop_since(&mut self, start: u32) {
        self.top = start as usize;
    }
}

impl Clone for Changes {
    fn clone(&self) -> Self {
        // The room behind the top is not worth copying.
        let mut slots = Vec::with_capacity(self.top + MOST_CHANGES);
        slots.extend_from_slice(&self.slots[..self.top]);
        Self { slots, top: self.top }
    }
}

/// One move on the history.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// `None` for a pass.
    pub(super) point: Option<Point>,
    pub(super) colour: Colour,
    pub(super) winner: Option<Colour>,
    /// Where the move's changes start.
    pub(super) start: u32,
    // What one copy puts back faster than point by point.
    pub(super) near: PointSet,
    pub(super) counts: [[u16; CLASSES]; 2],
    pub(super) planes: Around,
}

/// The moves.
pub(super) struct Frames {
    slots: Vec<Frame>,
    top: usize,
}

impl Frames {
    const BLANK: Frame = Frame {
        point: None,
        colour: Colour::Black,
        winner: None,
        start: 0,
        near: PointSet::EMPTY,
        counts: [[0; CLASSES]; 2],
        planes: [[0; LANES]; 2 * WIDEST + 1],
    };

    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), top: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.top
    }

    pub(super) fn last(&self) -> Option<&Frame> {
        self.slots[..self.top].last()
    }

    /// A new frame on top, with what an older one left in it.
    #[inline(always)]
    pub(super) fn push(&mut self) -> &mut Frame {
        if self.top == self.slots.len() {
            self.grow();
        }
        self.top += 1;
        &mut self.slots[self.top - 1]
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.resize(self.slots.len() + 16, Self::BLANK);
    }

    /// The newest frame, taken off the stack but readable until the next push.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<&Frame> {
        self.top = self.top.checked_sub(1)?;
        self.slots.get(self.top)
    }
}

impl Clone for Frames {
    fn clone(&self) -> Self {
        Self { slots: self.slots[..self.top].to_vec(), top: self.top }
    }
}
