//! The board of seed 001: four rotated copies of each colour, and for each empty point and direction
//! the threat that either player can make there. It knows stones and lines, not rules beyond "five or
//! more wins".
//!
//! The one idea: a line is a `u32` with a margin of four bits, in which everything off the board is a stone
//! of both colours. A shift gives the nine squares around a point, one colour's bits are the own stones, the
//! other's are the blocked squares, and an empty square is a bit that neither has.

use super::threat::{LineKey, Pair, Threat, ThreatTable};
use crate::colour::Colour;
use crate::geometry::{Direction, MAX_SIDE, Point, Size};

/// Lines of one direction: as many as the largest board has diagonals.
const LINES: usize = 2 * MAX_SIDE as usize - 1;
/// Bits before the first square of a line.
const MARGIN: u8 = 4;

const _: () = assert!(MAX_SIDE as usize + 2 * MARGIN as usize <= 32);

/// Where a point lies in the copy of one direction.
#[derive(Clone, Copy, Debug)]
struct Slot {
    line: usize,
    /// The bit of the lowest square of the window; the point's own bit is [`MARGIN`] further.
    from: u8,
}

impl Slot {
    #[inline(always)]
    const fn of(p: Point, direction: Direction) -> Self {
        let (x, y) = (p.x(), p.y());
        match direction {
            Direction::Horizontal => Self { line: y as usize, from: x },
            Direction::Vertical => Self { line: x as usize, from: y },
            Direction::Falling => Self { line: (x + MAX_SIDE - 1 - y) as usize, from: x },
            Direction::Rising => Self { line: (x + y) as usize, from: x },
        }
    }

    #[inline(always)]
    const fn bit(self) -> u32 {
        1 << (self.from + MARGIN)
    }

    #[inline(always)]
    const fn index(self) -> usize {
        self.line << 5 | (self.from + MARGIN) as usize
    }

    /// Squares of the line that a stone here can change: four to each side.
    #[inline(always)]
    const fn neighbours(self) -> u32 {
        0x1EF << self.from
    }
}

/// The key of the window whose lowest square is at bit `from` of a line, Black first.
#[inline(always)]
const fn key(black: u32, white: u32, from: u32) -> LineKey {
    const fn squeeze(window: u32) -> u16 {
        (window & 0x0F | window >> 1 & 0xF0) as u16
    }
    LineKey::new(squeeze(black >> from) << 8 | squeeze(white >> from))
}

/// What [`RotatedBoard::undo`] needs.
#[derive(Clone, Copy, Debug)]
struct Frame {
    point: Point,
    colour: Colour,
    winner: Option<Colour>,
    /// The pairs of the empty neighbours, in the order of the refresh.
    old: [Pair; 32],
}

/// Stones and both players' threat boards, kept move by move. See the module's page.
#[derive(Clone, Debug)]
pub struct RotatedBoard {
    size: Size,
    /// By colour, direction and line.
    copies: [[[u32; LINES]; 4]; 2],
    /// By direction and slot; pairs of occupied squares and walls are stale.
    threats: Box<[[Pair; LINES << 5]; 4]>,
    to_move: Colour,
    winner: Option<Colour>,
    frames: Vec<Frame>,
    table: ThreatTable,
}

impl Default for RotatedBoard {
    fn default() -> Self {
        Self::new()
    }
}

impl RotatedBoard {
    /// An empty 15x15 board, Black to move.
    pub fn new() -> Self {
        Self::with_size(Size::FIFTEEN)
    }

    /// An empty board of any size.
    pub fn with_size(size: Size) -> Self {
        let mut copies = [[[u32::MAX; LINES]; 4]; 2];
        for p in size.points() {
            for direction in Direction::ALL {
                let slot = Slot::of(p, direction);
                for copy in &mut copies {
                    copy[direction as usize][slot.line] &= !slot.bit();
                }
            }
        }
        let mut board = Self {
            size,
            copies,
            threats: Box::new([[[Threat::NONE; 2]; LINES << 5]; 4]),
            to_move: Colour::Black,
            winner: None,
            frames: Vec::with_capacity(size.area()),
            table: ThreatTable::shared(),
        };
        for p in size.points() {
            for direction in Direction::ALL {
                let slot = Slot::of(p, direction);
                board.threats[direction as usize][slot.index()] = board.rescan(slot, direction);
            }
        }
        board
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Who has five in a row, if anybody.
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        self.frames.len()
    }

    /// The stone on a point of the board.
    pub fn stone(&self, p: Point) -> Option<Colour> {
        let slot = Slot::of(p, Direction::Horizontal);
        let (black, white) = self.lines(Direction::Horizontal, slot);
        match (black & slot.bit() != 0, white & slot.bit() != 0) {
            (true, false) => Some(Colour::Black),
            (false, true) => Some(Colour::White),
            _ => None,
        }
    }

    /// What `colour` makes of a line by playing on an empty point.
    #[inline]
    pub fn threat(&self, p: Point, direction: Direction, colour: Colour) -> Threat {
        self.threats[direction as usize][Slot::of(p, direction).index()][colour.index()]
    }

    /// Plays a stone of the side to move on an empty point of the board.
    #[inline]
    pub fn play(&mut self, p: Point) {
        debug_assert!(self.size.contains(p) && self.stone(p).is_none());
        let colour = self.to_move;
        let is_five = Direction::ALL.into_iter().any(|d| self.threat(p, d, colour) == Threat::FIVE);
        let mut old = [[Threat::NONE; 2]; 32];
        let mut saved = old.iter_mut();
        for direction in Direction::ALL {
            let slot = Slot::of(p, direction);
            self.copies[colour.index()][direction as usize][slot.line] |= slot.bit();
            let (black, white) = self.lines(direction, slot);
            let threats = &mut self.threats[direction as usize];
            let mut near = !(black | white) & slot.neighbours();
            while near != 0 {
                let at = near.trailing_zeros();
                near &= near - 1;
                let pair = self.table.pair(key(black, white, at - u32::from(MARGIN)));
                let old = std::mem::replace(&mut threats[slot.line << 5 | at as usize & 31], pair);
                if let Some(saved) = saved.next() {
                    *saved = old;
                }
            }
        }
        self.frames.push(Frame { point: p, colour, winner: self.winner, old });
        self.to_move = colour.opponent();
        if is_five {
            self.winner = Some(colour);
        }
    }

    /// Takes the last stone back and returns where it was, or `None` on an empty board.
    #[inline]
    pub fn undo(&mut self) -> Option<Point> {
        let frame = self.frames.pop()?;
        let mut saved = frame.old.iter();
        for direction in Direction::ALL {
            let slot = Slot::of(frame.point, direction);
            let (black, white) = self.lines(direction, slot);
            let threats = &mut self.threats[direction as usize];
            let mut near = !(black | white) & slot.neighbours();
            while near != 0 {
                let at = near.trailing_zeros() as usize;
                near &= near - 1;
                if let Some(old) = saved.next() {
                    threats[slot.line << 5 | at & 31] = *old;
                }
            }
            self.copies[frame.colour.index()][direction as usize][slot.line] &= !slot.bit();
        }
        self.to_move = frame.colour;
        self.winner = frame.winner;
        Some(frame.point)
    }

    /// Folds every threat of every empty point, so that two boards can be compared at a glance.
    pub fn checksum(&self) -> u64 {
        let mut sum = 0u64;
        for p in self.size.points().filter(|p| self.stone(*p).is_none()) {
            for direction in Direction::ALL {
                for colour in Colour::BOTH {
                    let number = self.threat(p, direction, colour).number();
                    sum = (sum.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
        }
        sum
    }

    #[inline(always)]
    fn lines(&self, direction: Direction, slot: Slot) -> (u32, u32) {
        let [black, white] = &self.copies;
        (black[direction as usize][slot.line], white[direction as usize][slot.line])
    }

    /// The pair of a slot, read from the stones.
    fn rescan(&self, slot: Slot, direction: Direction) -> Pair {
        let (black, white) = self.lines(direction, slot);
        self.table.pair(key(black, white, slot.from.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_threats_match_rescan(board: &RotatedBoard) {
        for p in board.size.points().filter(|p| board.stone(*p).is_none()) {
            for direction in Direction::ALL {
                let slot = Slot::of(p, direction);
                let pair = board.threats[direction as usize][slot.index()];
                assert_eq!(pair, board.rescan(slot, direction), "{p:?} {direction:?}");
            }
        }
    }

    #[test]
    fn incremental_threats_match_a_rescan_after_every_play_and_undo() {
        let sizes =
            [Size::FIFTEEN, Size::square(5).unwrap(), Size::new(22, 9).unwrap(), Size::square(22).unwrap()];
        for size in sizes {
            let mut random = fastrand::Rng::with_seed(size.area() as u64);
            let mut board = RotatedBoard::with_size(size);
            let fresh = board.clone();
            for _ in 0..10 {
                let mut sums = Vec::new();
                let mut points: Vec<Point> = size.points().collect();
                random.shuffle(&mut points);
                for p in points {
                    sums.push((board.checksum(), board.winner, board.to_move));
                    board.play(p);
                    assert_threats_match_rescan(&board);
                }
                while board.undo().is_some() {
                    assert_threats_match_rescan(&board);
                    assert_eq!(Some((board.checksum(), board.winner, board.to_move)), sums.pop());
                }
                assert!(sums.is_empty());
                assert_eq!(board.copies, fresh.copies);
            }
        }
    }
}
