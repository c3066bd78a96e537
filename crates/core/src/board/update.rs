//! Putting and taking a stone: the hot path. Nothing is put off, and nothing is allocated once the
//! history has grown.
//!
//! A stone changes the keys of its four lines. Every empty square within the rule's reach on those lines gets
//! its potential line looked up anew; where the entry differs, the point's class, the counters and the point
//! sets follow. Each such point lies on one line only, so it changes at most once a stone. What was there
//! before goes onto a stack, and taking the stone back is putting that back.

use super::candidates;
use super::cpu::{Extract, Shifts};
use super::observer::{Crossing, Observer, PointClasses, PotentialLine};
use super::planes::Planes;
use super::tally::Tally;
use super::{BORDER, Board, Change, MOST_CHANGES, zobrist};
use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, Point, STRIDE};
use crate::pattern::table::{LINE_ENTRIES, POINT_ENTRIES};
use crate::pattern::{LineClass, PointClass};
use crate::position::Move;
use crate::rule::RuleType;

/// Where the lines through a frame index are kept, and the index's square on each.
#[inline(always)]
pub(super) const fn places(index: usize) -> [(usize, usize); 4] {
    let (x, y) = (index % STRIDE, index / STRIDE % STRIDE);
    [(y, x), (x, y), (x + STRIDE - 1 - y, x), (x + y, x)]
}

/// A changed point on its way to the second pass: its index, and the difference of its entry in one direction.
#[derive(Clone, Copy)]
struct Found(u32);

impl Found {
    #[inline(always)]
    fn new(index: usize, difference: u8, direction: usize) -> Self {
        Self(index as u32 | u32::from(difference) << 16 | (8 * direction as u32) << 24)
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.0 as usize % FRAME
    }

    /// The difference of the point's four entries.
    #[inline(always)]
    fn difference(self) -> u32 {
        (self.0 >> 16 & 0xFF) << (self.0 >> 24 & 31)
    }
}

#[inline(always)]
pub(super) fn put<R: RuleType, E: Extract, O: Observer>(
    board: &mut Board<R>,
    p: Point,
    colour: Colour,
    observer: &mut O,
) {
    let index = p.index() % FRAME;
    open_frame(board, p, colour);
    observer.stone_put(p, colour);
    let mut found = [Found(0); MOST_CHANGES];
    let count = find_changes::<R, E>(board, index, colour, &mut found);

    let [black_table, white_table] = board.tables.point;
    let Board { lines, classes, counts, planes, changes, .. } = board;
    let slots = changes.slots();
    let tallies = [E::Tally::zero(), E::Tally::zero()];
    let mut writer = Writer { lines, classes, planes, slots, tallies };
    let (own_lines, own_classes) = writer.write(0, index, 0, 0);
    observer.lines_gone(p, PotentialLine::four(own_lines));
    observer.classes_changed(p, PointClasses(own_classes), PointClasses::NONE);
    observer.crossings_changed(p, crossings::<E>(own_lines), [Crossing::NONE; 2]);
    for (k, entry) in found[..count].iter().enumerate() {
        let new_lines = writer.lines[BORDER + entry.index()] ^ entry.difference();
        let crossings = crossings::<E>(new_lines);
        let black = black_table[usize::from(crossings[0].0)];
        let white = white_table[usize::from(crossings[1].0)];
        let classes = u16::from_le_bytes([black, white]);
        let old = writer.write(1 + k, entry.index(), new_lines, classes);
        announce::<E, O>(observer, entry.index(), old, (new_lines, classes));
    }
    let [black, white] = writer.tallies;
    changes.keep(1 + count);
    black.add_to(&mut counts[0]);
    white.add_to(&mut counts[1]);
}

/// The entries of a point with all generic lines alike. A point's class does not tell them apart, and so the part of the point table
/// that is looked up time and again stays small enough for the nearest cache.
#[inline(always)]
const fn without_rooms(lines: u32) -> u32 {
    // The codes of rooms are the ones with both upper bits.
    let with_room = lines >> 3 & lines >> 2 & 0x1111_1111;
    lines & !(with_room * 15)
}
const _: () = {
    let mut code = 0;
    while code < 16 {
        let plain = without_rooms(code << 8);
        assert!(plain == LineClass::from_code(code as u8).code() as u32 * 256);
        code += 1;
    }
};

/// What crosses in a point, for both sides.
#[inline(always)]
pub(super) fn crossings<E: Extract>(lines: u32) -> [Crossing; 2] {
    let plain = without_rooms(lines);
    [Crossing(E::low_nibbles(plain) as u16), Crossing(E::high_nibbles(plain) as u16)]
}
const _: () = assert!(POINT_ENTRIES == Crossing::CODES);

/// Second pass: what depends on the entries of a point.
struct Writer<'a, T> {
    lines: &'a mut [u32; BORDER + FRAME + BORDER],
    classes: &'a mut [u16; FRAME],
    planes: &'a mut Planes,
    slots: &'a mut [Change; MOST_CHANGES],
    tallies: [T; 2],
}

impl<T: Tally> Writer<'_, T> {
    /// Gives a point its new entries and classes, and tells both as they were.
    #[inline(always)]
    fn write(&mut self, slot: usize, q: usize, new_lines: u32, new: u16) -> (u32, u16) {
        let (old_lines, old) = (self.lines[BORDER + q], self.classes[q]);
        self.slots[slot % MOST_CHANGES] = Change { lines: old_lines, classes: old, index: q as u16 };
        self.lines[BORDER + q] = new_lines;
        self.classes[q] = new;
        let ([old_black, old_white], [new_black, new_white]) = (old.to_le_bytes(), new.to_le_bytes());
        self.tallies[0].shift(old_black, new_black);
        self.tallies[1].shift(old_white, new_white);
        self.planes.shift(q, old ^ new);
        (old_lines, old)
    }
}

/// What happens to a put stone before the patterns follow: history, hash, stones, candidates, winner.
#[inline(always)]
fn open_frame<R: RuleType>(board: &mut Board<R>, p: Point, colour: Colour) {
    let index = p.index() % FRAME;
    let frame = board.frames.push();
    frame.point = Some(p);
    frame.colour = colour;
    frame.winner = board.winner;
    frame.start = board.changes.len() as u32;
    frame.near = board.near;
    frame.counts = board.counts;
    board.planes.copy_around::<R>(index, &mut frame.planes);
    candidates::stamp(&mut board.near, board.stencil, index);
    if board.winner.is_none() && board.classes[index].to_le_bytes()[colour.index()] == PointClass::Five.code()
    {
        board.winner = Some(colour);
    }
    board.hash ^= zobrist::stone(colour, index);
    board.stones[colour.index()].toggle(index);
}

/// First pass: turns the line keys, and lists the points with an entry that differs.
#[inline(always)]
fn find_changes<R: RuleType, E: Extract>(
    board: &mut Board<R>,
    index: usize,
    colour: Colour,
    found: &mut [Found; MOST_CHANGES],
) -> usize {
    let code = colour as u64 + 1;
    let mut count = 0;
    find_along::<R, E, 0>(board, index, code, found, &mut count);
    find_along::<R, E, 1>(board, index, code, found, &mut count);
    find_along::<R, E, 2>(board, index, code, found, &mut count);
    find_along::<R, E, 3>(board, index, code, found, &mut count);
    count
}

/// The first pass along one direction: no branches, and every shift and mask a constant.
#[inline(always)]
fn find_along<R: RuleType, E: Extract, const DIRECTION: usize>(
    board: &mut Board<R>,
    index: usize,
    code: u64,
    found: &mut [Found; MOST_CHANGES],
    count: &mut usize,
) {
    let (line, square) = places(index)[DIRECTION];
    let key = &mut board.keys[DIRECTION][line % 64];
    *key ^= code << (2 * square);
    // Square j of `near` is the one at offset j - 2 * REACH. What wraps round is only ever read for
    // squares outside the board, which are walls and therefore skipped.
    let near = key.rotate_right((2 * square as u32).wrapping_sub(4 * R::REACH as u32) & 63);
    let taken = near | near >> 1;
    let table = &*board.tables.line;
    macro_rules! look {
        ($($first:literal)*) => {$(
            if $first < 2 * R::REACH + 1 && $first != R::REACH {
                let offset = Direction::ALL[DIRECTION].stride() * ($first - R::REACH as isize);
                let new = table[E::line_index(near, $first, R::REACH) % LINE_ENTRIES];
                let old = board.lines[index + BORDER.wrapping_add_signed(offset)] >> (8 * DIRECTION);
                let difference = new ^ old as u8;
                let is_taken = (taken >> (2 * ($first + R::REACH)) & 1) as usize;
                found[*count % MOST_CHANGES] = Found::new(index.wrapping_add_signed(offset), difference, DIRECTION);
                *count += usize::from(difference != 0) & !is_taken;
            }
        )*};
    }
    look!(0 1 2 3 4 5 6 7 8 9 10);
}

/// Tells the observer of a point within reach, by its entries and classes: just one of its entries differs.
#[inline(always)]
fn announce<E: Extract, O: Observer>(observer: &mut O, index: usize, old: (u32, u16), new: (u32, u16)) {
    if O::LISTENS {
        let direction = Direction::from_number((old.0 ^ new.0).trailing_zeros() / 8);
        let entry = |lines: u32| PotentialLine((lines >> (8 * direction as u32)) as u8);
        observer.line_changed(Point::at(index), direction, entry(old.0), entry(new.0));
        observer.classes_changed(Point::at(index), PointClasses(old.1), PointClasses(new.1));
        observer.crossings_changed(Point::at(index), crossings::<E>(old.0), crossings::<E>(new.0));
    }
}

/// Takes back the newest stone or pass; `None` if there is none.
#[inline(always)]
pub(super) fn take<R: RuleType, O: Observer>(
    board: &mut Board<R>,
    observer: &mut O,
) -> Option<(Move, Colour)> {
    let Board { lines, classes, changes, frames, keys, .. } = board;
    let frame = frames.pop()?;
    let colour = frame.colour;
    let Some(p) = frame.point else { return Some((Move::Pass, colour)) };
    let own = p.index() % FRAME;
    for (keys, (line, square)) in keys.iter_mut().zip(places(own)) {
        keys[line % 64] ^= (colour as u64 + 1) << (2 * square);
    }
    for (k, change) in changes.since(frame.start).iter().enumerate() {
        let q = usize::from(change.index) % FRAME;
        if k == 0 {
            observer.lines_back(p, PotentialLine::four(change.lines));
            observer.classes_changed(p, PointClasses::NONE, PointClasses(change.classes));
            observer.crossings_changed(p, [Crossing::NONE; 2], crossings::<Shifts>(change.lines));
        } else {
            announce::<Shifts, O>(
                observer,
                q,
                (lines[BORDER + q], classes[q]),
                (change.lines, change.classes),
            );
        }
        lines[BORDER + q] = change.lines;
        classes[q] = change.classes;
    }
    changes.drop_since(frame.start);
    board.counts = frame.counts;
    board.planes.restore_around::<R>(own, &frame.planes);
    board.near = frame.near;
    board.winner = frame.winner;
    board.hash ^= zobrist::stone(colour, own);
    board.stones[colour.index()].toggle(own);
    observer.stone_taken(p, colour);
    Some((Move::Place(p), colour))
}
