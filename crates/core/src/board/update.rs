//! Putting and taking a stone: the hot path. Nothing is put off and nothing is allocated.
//!
//! A stone changes the keys of its four lines. Every empty square within the rule's reach on those lines gets
//! its potential line looked up anew; where the entry differs, the point's class, the counters and the point
//! sets follow. Each such point lies on one line only, so it changes at most once a stone. What was there
//! before goes onto a stack, and taking the stone back is putting that back.

use super::candidates;
use super::extract::Extract;
use super::observer::{Observer, PotentialLine};
use super::{Board, Change, Frame, zobrist};
use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, Point, STRIDE};
use crate::pattern::PointClass;
use crate::pattern::table::LINE_ENTRIES;
use crate::rule::RuleType;

/// Points that one stone can change: the reach on both sides of four lines, rounded up.
const MOST_CHANGES: usize = 48;

/// Where the lines through a frame index are kept, and the index's square on each.
#[inline(always)]
pub(super) const fn places(index: usize) -> [(usize, usize); 4] {
    let (x, y) = (index % STRIDE, index / STRIDE % STRIDE);
    [(y, x), (x, y), (x + STRIDE - 1 - y, x), (x + y, x)]
}

/// A changed entry on its way to the second pass: frame index, difference of the entry, place in the word.
#[derive(Clone, Copy)]
struct Found {
    index: u16,
    difference: u8,
    shift: u8,
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

    let mut found = [Found { index: 0, difference: 0, shift: 0 }; MOST_CHANGES];
    let count = find_changes::<R, E>(board, index, colour, &mut found);

    let start = board.changes.len();
    board.changes.resize(start + 1 + count, Change::BLANK);
    let changes = &mut board.changes[start..];
    changes[0] = Change { index: index as u16, classes: board.classes[index], lines: board.lines[index] };
    vacate(board, index, observer);

    let [black_table, white_table] = board.tables.point;
    for (k, entry) in found[..count].iter().enumerate() {
        let q = usize::from(entry.index) % FRAME;
        let old_lines = board.lines[q];
        let new_lines = old_lines ^ u32::from(entry.difference) << (entry.shift & 31);
        let old = board.classes[q];
        let new = [
            black_table[E::low_nibbles(new_lines) & 0xFFFF],
            white_table[E::high_nibbles(new_lines) & 0xFFFF],
        ];
        board.lines[q] = new_lines;
        board.classes[q] = new;
        board.changes[start + 1 + k] = Change { index: q as u16, classes: old, lines: old_lines };
        reclass(board, q, old, new);
        announce(observer, q, entry.shift, old_lines, new_lines);
    }
}

/// What happens to a put stone before the patterns follow: history, hash, stones, candidates, winner, turn.
#[inline(always)]
fn open_frame<R: RuleType>(board: &mut Board<R>, p: Point, colour: Colour) {
    let index = p.index() % FRAME;
    let near_rows = candidates::stamp(&mut board.near, &board.stencil, index);
    board.frames.push(Frame {
        point: Some(p),
        colour,
        winner: board.winner,
        start: board.changes.len() as u32,
        near_rows,
    });
    if board.winner.is_none() && board.classes[index][colour.index()] == PointClass::Five.code() {
        board.winner = Some(colour);
    }
    board.hash ^= zobrist::stone(colour, index);
    board.stones[colour.index()].toggle(index);
}

/// First pass: turns the line keys, and lists the entries that differ, without branches in the inner loop.
#[inline(always)]
fn find_changes<R: RuleType, E: Extract>(
    board: &mut Board<R>,
    index: usize,
    colour: Colour,
    found: &mut [Found; MOST_CHANGES],
) -> usize {
    let code = colour as u64 + 1;
    let table = &*board.tables.line;
    let mut count = 0;
    for (direction, (line, square)) in Direction::ALL.into_iter().zip(places(index)) {
        let key = &mut board.keys[direction as usize][line];
        *key ^= code << (2 * square);
        // Square j of `near` is the one at offset j - 2 * REACH. What wraps round is only ever read for
        // squares outside the board, which are walls and therefore skipped.
        let near = key.rotate_right((2 * square as u32).wrapping_sub(4 * R::REACH as u32) & 63);
        let taken = near | near >> 1;
        let shift = 8 * direction as u8;
        let mut q = index.wrapping_sub_signed(direction.stride() * R::REACH as isize);
        for first in 0..=2 * R::REACH {
            if first != R::REACH {
                let new = table[E::line_index(near, first, R::REACH) % LINE_ENTRIES];
                let difference = new ^ (board.lines[q % FRAME] >> shift) as u8;
                let is_empty = taken >> (2 * (first + R::REACH)) & 1 == 0;
                found[count % MOST_CHANGES] = Found { index: q as u16, difference, shift };
                count += usize::from(is_empty & (difference != 0));
            }
            q = q.wrapping_add_signed(direction.stride());
        }
    }
    count
}

/// Moves a point from its old classes to its new ones.
#[inline(always)]
fn reclass<R: RuleType>(board: &mut Board<R>, index: usize, old: [u8; 2], new: [u8; 2]) {
    for side in 0..2 {
        let (old, new) = (usize::from(old[side] & 31), usize::from(new[side] & 31));
        board.sets[side][old].toggle(index);
        board.sets[side][new].toggle(index);
        board.counts[side][old] = board.counts[side][old].wrapping_sub(1);
        board.counts[side][new] = board.counts[side][new].wrapping_add(1);
    }
}

/// The point gets a stone: its entries go.
#[inline(always)]
fn vacate<R: RuleType, O: Observer>(board: &mut Board<R>, index: usize, observer: &mut O) {
    let lines = board.lines[index];
    for (side, class) in board.classes[index].into_iter().enumerate() {
        let class = usize::from(class & 31);
        board.sets[side][class].toggle(index);
        board.counts[side][class] -= 1;
    }
    board.lines[index] = 0;
    board.classes[index] = [0; 2];
    for shift in [0, 8, 16, 24] {
        announce(observer, index, shift, lines, 0);
    }
}

#[inline(always)]
fn announce<O: Observer>(observer: &mut O, index: usize, shift: u8, old: u32, new: u32) {
    let entry = |lines: u32| PotentialLine((lines >> (shift & 31)) as u8);
    if entry(old) != entry(new) {
        let direction = Direction::ALL[usize::from(shift / 8) % 4];
        observer.line_changed(Point::at(index), direction, entry(old), entry(new));
    }
}

/// Takes back the stone of the newest frame.
#[inline(always)]
pub(super) fn take<R: RuleType, O: Observer>(
    board: &mut Board<R>,
    frame: &Frame,
    p: Point,
    observer: &mut O,
) {
    let index = p.index() % FRAME;
    let colour = frame.colour;
    for (direction, (line, square)) in places(index).into_iter().enumerate() {
        board.keys[direction][line] ^= (colour as u64 + 1) << (2 * square);
    }
    let start = frame.start as usize;
    for k in start + 1..board.changes.len() {
        let Change { index, classes, lines } = board.changes[k];
        let q = usize::from(index) % FRAME;
        let (now, now_lines) = (board.classes[q], board.lines[q]);
        board.lines[q] = lines;
        board.classes[q] = classes;
        reclass(board, q, now, classes);
        for shift in [0, 8, 16, 24] {
            announce(observer, q, shift, now_lines, lines);
        }
    }
    let Change { classes, lines, .. } = board.changes[start];
    board.lines[index] = lines;
    board.classes[index] = classes;
    for (side, class) in classes.into_iter().enumerate() {
        let class = usize::from(class & 31);
        board.sets[side][class].toggle(index);
        board.counts[side][class] += 1;
    }
    for shift in [0, 8, 16, 24] {
        announce(observer, index, shift, 0, lines);
    }
    board.changes.truncate(start);
    candidates::unstamp(&mut board.near, &frame.near_rows, index);
    board.hash ^= zobrist::stone(colour, index);
    board.stones[colour.index()].toggle(index);
    board.winner = frame.winner;
    observer.stone_taken(p, colour);
}
