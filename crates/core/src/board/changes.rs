//! The stack of what points were before stones changed them.
//!
//! A vector that always has room for one more stone behind its top, so that the hot path writes into a
//! fixed-size array and checks nothing.

/// Points that one stone can change: its own and the reach on both sides of four lines, rounded up to a power
/// of two.
pub(super) const MOST_CHANGES: usize = 64;

/// What a point was before a stone changed it.
///
/// One word rather than three fields: a processor forwards a store to a later load only if the store
/// covers it, and an undo often follows its play at once.
#[derive(Clone, Copy)]
pub(super) struct Change(u64);

impl Change {
    #[inline(always)]
    pub(super) fn new(index: usize, classes: u16, lines: u32) -> Self {
        Self(index as u64 | u64::from(classes) << 16 | u64::from(lines) << 32)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    #[inline(always)]
    pub(super) fn classes(self) -> u16 {
        (self.0 >> 16) as u16
    }

    #[inline(always)]
    pub(super) fn lines(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// The stack.
pub(super) struct Changes {
    slots: Vec<Change>,
    top: usize,
}

impl Changes {
    const BLANK: Change = Change(0);

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
