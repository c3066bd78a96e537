//! The board of seed 001: four rotated copies of each colour, and for each empty point and direction
//! the threat that either player can make there. It knows stones and lines, not rules beyond "five or
//! more wins".
//!
//! The one idea: a line is a `u32` with a margin of four bits, in which everything off the board is a stone
//! of both colours. A shift gives the nine squares around a point; one colour's bits are the own stones and
//! the other's are the blocked squares.
//!
//! A stone changes the threats of its 32 neighbours. All of them are recomputed, stones and walls among them
//! too: a key leaves its centre out, so what an occupied square would be worth is well defined, and
//! asking which neighbours are empty costs more than working for nothing.

use super::threat::{LineKey, Pair, Threat, ThreatTable};
use crate::colour::Colour;
use crate::geometry::{Direction, MAX_SIDE, Point, Size};

/// Lines of one direction: as many as the largest board has diagonals.
const LINES: usize = 2 * MAX_SIDE as usize - 1;
/// Bits before the first square of a line.
const MARGIN: u8 = 4;
/// A stone and what it changes on one line.
const SPAN: usize = 2 * MARGIN as usize + 1;

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
}

/// Both colours' squares of a line around a place, Black's in the upper half, laid out so that a shift right by
/// `0..SPAN` is the window of nine around each square from four before the place to four after it. The
/// rotation mixes the ends of the halves, where only squares off the board look.
#[inline(always)]
const fn windows(black: u32, white: u32, from: u8) -> u64 {
    ((black as u64) << 32 | white as u64).rotate_left(MARGIN as u32).rotate_right(from as u32)
}

/// The key of a window.
#[inline(always)]
const fn key(window: u64) -> LineKey {
    let squeezed = window & 0x0000_000F_0000_000F | window >> 1 & 0x0000_00F0_0000_00F0;
    LineKey::new((squeezed >> 24 | squeezed) as u16)
}

/// What [`RotatedBoard::undo`] needs.
#[derive(Clone, Copy, Debug)]
struct Frame {
    point: Point,
    colour: Colour,
    winner: Option<Colour>,
    /// The pairs around the point, by direction.
    old: [[Pair; SPAN]; 4],
}

/// Stones and both players' threat boards, kept move by move. See the module's page.
#[derive(Clone, Debug)]
pub struct RotatedBoard {
    size: Size,
    /// By colour, direction and line.
    copies: [[[u32; LINES]; 4]; 2],
    /// By direction, line and bit; pairs of walls mean nothing.
    threats: Box<[[[Pair; 32]; LINES]; 4]>,
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
            threats: Box::new([[[[Threat::NONE; 2]; 32]; LINES]; 4]),
            to_move: Colour::Black,
            winner: None,
            frames: Vec::with_capacity(size.area()),
            table: ThreatTable::shared(),
        };
        for p in size.points() {
            for direction in Direction::ALL {
                let slot = Slot::of(p, direction);
                let pair = board.rescan(slot, direction);
                board.around(slot, direction)[MARGIN as usize] = pair;
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

    /// What `colour` makes of a line by playing on a point; for an occupied one, what it would make of it
    /// without the stone.
    #[inline]
    pub fn threat(&self, p: Point, direction: Direction, colour: Colour) -> Threat {
        let slot = Slot::of(p, direction);
        self.threats[direction as usize][slot.line][(slot.from + MARGIN) as usize][colour.index()]
    }

    /// Plays a stone of the side to move on an empty point of the board.
    #[inline]
    pub fn play(&mut self, p: Point) {
        debug_assert!(self.size.contains(p) && self.stone(p).is_none());
        let colour = self.to_move;
        let is_five = Direction::ALL.into_iter().any(|d| self.threat(p, d, colour) == Threat::FIVE);
        let table = self.table;
        let old = Direction::ALL.map(|direction| {
            let slot = Slot::of(p, direction);
            self.copies[colour.index()][direction as usize][slot.line] |= slot.bit();
            let (black, white) = self.lines(direction, slot);
            let windows = windows(black, white, slot.from);
            let around = self.around(slot, direction);
            let old = *around;
            for (step, pair) in around.iter_mut().enumerate() {
                if step != MARGIN as usize {
                    *pair = table.pair(key(windows >> step));
                }
            }
            old
        });
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
        for direction in Direction::ALL {
            let slot = Slot::of(frame.point, direction);
            *self.around(slot, direction) = frame.old[direction as usize];
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

    /// The pairs of a slot and the four to each side of it.
    #[inline(always)]
    fn around(&mut self, slot: Slot, direction: Direction) -> &mut [Pair; SPAN] {
        let line = &mut self.threats[direction as usize][slot.line];
        let from = slot.from as usize;
        (&mut line[from..from + SPAN]).try_into().expect("SPAN pairs")
    }

    /// The pair of a slot, read from the stones.
    fn rescan(&self, slot: Slot, direction: Direction) -> Pair {
        let (black, white) = self.lines(direction, slot);
        self.table.pair(key(windows(black, white, slot.from) >> MARGIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_threats_match_rescan(board: &RotatedBoard) {
        for p in board.size.points() {
            for direction in Direction::ALL {
                let pair = Colour::BOTH.map(|colour| board.threat(p, direction, colour));
                assert_eq!(pair, board.rescan(Slot::of(p, direction), direction), "{p:?} {direction:?}");
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
