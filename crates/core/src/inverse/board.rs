//! The board of seed 004: two inverse bitboards in four copies, a status word for each empty point and
//! direction, and the M mask. It knows stones and lines, not rules beyond "five or more wins".
//!
//! The one idea: each direction has its own copy of the board in which its lines are lanes of sixteen bits
//! (see [`Cell::slot`]), so a window of nine squares is one shift of one lane. The paper draws the row-major
//! board only and says no more of the other directions than that they cross words and that AVX2 and
//! BMI2 help; four copies cost four bit flips a move and make all directions alike.
//!
//! A stone changes what its 32 neighbours are worth. [`InverseBoard::place`] keeps the old words of all
//! and recomputes them, stones and walls among them too; [`InverseBoard::undo`] puts them back. A key
//! leaves its centre out, so the word of an occupied square is well defined (what it would be worth
//! if its stone went away), and asking which neighbours are empty costs more than working for nothing.

use super::codec::{Cell, SIDE, Slot};
use super::extract::{Extractor, Task};
use super::status::{LineKey, LineStatus, LineTable, Role, Threat};
use crate::colour::Colour;
use crate::geometry::{Direction, Point, Size};

/// 256 bits, bit `row << 4 | column`, as four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Bitboard([u64; 4]);

impl Bitboard {
    /// No bit set.
    pub const EMPTY: Self = Self([0; 4]);

    /// Sixteen bits that lie together.
    #[inline(always)]
    pub const fn lane(&self, lane: u8) -> u16 {
        (self.0[(lane >> 2 & 3) as usize] >> ((lane & 3) * 16)) as u16
    }

    /// Whether the bit of a cell is set.
    #[inline]
    pub const fn has(&self, cell: Cell) -> bool {
        self.lane(cell.row()) >> cell.column() & 1 != 0
    }

    /// Number of bits set.
    pub const fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// Bits set in both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a & other.0[0], b & other.0[1], c & other.0[2], d & other.0[3]])
    }

    /// Bits set in either.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a | other.0[0], b | other.0[1], c | other.0[2], d | other.0[3]])
    }

    /// Sets, clears or exchanges the bit at an index below 256.
    #[inline(always)]
    const fn flip(&mut self, index: usize) {
        self.0[index >> 6 & 3] ^= 1 << (index & 63);
    }

    /// The cells whose bits are set, from the least significant one.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(part, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                // The least significant one bit is `word & -word`; counting the zeros below it names it.
                let cell = Cell::new((part as u32 * 64 + word.trailing_zeros()) as u8);
                word &= word - 1;
                Some(cell)
            })
        })
    }
}

/// The M mask of one stone (section III.F, Fig. 7): two squares along each of the eight rays, 16 points.
static STARS: [Bitboard; 256] = {
    let mut stars = [Bitboard::EMPTY; 256];
    let mut code = 0;
    while code < 256 {
        let (column, row) = (code as i32 & 15, code as i32 >> 4);
        let mut step = 0;
        while step < 25 {
            let (dx, dy) = (step % 5 - 2, step / 5 - 2);
            let is_on_ray = dx == 0 || dy == 0 || dx == dy || dx == -dy;
            let (x, y) = (column + dx, row + dy);
            if step != 12 && is_on_ray && x > 0 && x < 16 && y > 0 && y < 16 {
                stars[code].flip((y << 4 | x) as usize);
            }
            step += 1;
        }
        code += 1;
    }
    stars
};

/// How far a stone is felt along a line.
const REACH: usize = 4;
/// A stone and what it changes on one line.
const SPAN: usize = 2 * REACH + 1;

/// The words of one lane with room at both ends for the squares that a stone near the edge would
/// change if they existed: entry `at + REACH` is that of square `at`.
type Lane = [LineStatus; 16 + 2 * REACH];

/// Both colours' squares of a lane around a place, laid out so that a shift right by `0..SPAN` is the
/// window of nine around each square from four before the place to four after it. What lies
/// outside the lane is wall.
#[inline(always)]
const fn windows(black: u16, white: u16, at: u8) -> u64 {
    ((black as u64) << 40 | (white as u64) << 8) >> (at & 15)
}

/// What [`InverseBoard::undo`] needs.
#[derive(Clone, Copy, Debug)]
struct Frame {
    cell: Cell,
    colour: Colour,
    to_move: Colour,
    winner: Option<Colour>,
    mask: Bitboard,
    /// The words around the cell, by direction.
    old: [[LineStatus; SPAN]; 4],
}

/// Stones, status words and candidate mask, kept move by move. See the module's page.
#[derive(Clone, Debug)]
pub struct InverseBoard {
    size: Size,
    /// By colour, then direction.
    copies: [[Bitboard; 4]; 2],
    /// By direction, then lane; Black is the attacker. Words of walls mean nothing.
    statuses: [[Lane; 16]; 4],
    mask: Bitboard,
    to_move: Colour,
    winner: Option<Colour>,
    frames: Vec<Frame>,
    table: LineTable,
    extractor: Extractor,
}

impl Default for InverseBoard {
    fn default() -> Self {
        Self::new()
    }
}

impl InverseBoard {
    /// An empty 15x15 board, Black to move.
    pub fn new() -> Self {
        Self::build(Size::FIFTEEN)
    }

    /// An empty board of another size, or `None` if a side is longer than 15: what is missing is wall.
    pub fn with_size(size: Size) -> Option<Self> {
        (size.width() <= SIDE && size.height() <= SIDE).then(|| Self::build(size))
    }

    fn build(size: Size) -> Self {
        let mut copies = [[Bitboard::EMPTY; 4]; 2];
        for cell in size.points().filter_map(Cell::from_point) {
            for direction in Direction::ALL {
                let index = cell.slot(direction).index();
                copies[0][direction as usize].flip(index);
                copies[1][direction as usize].flip(index);
            }
        }
        let mut board = Self {
            size,
            copies,
            statuses: [[[LineStatus::DEAD; 16 + 2 * REACH]; 16]; 4],
            mask: Bitboard::EMPTY,
            to_move: Colour::Black,
            winner: None,
            frames: Vec::with_capacity(size.area()),
            table: LineTable::shared(),
            extractor: Extractor::detect(),
        };
        for cell in board.empties().cells() {
            for direction in Direction::ALL {
                let slot = cell.slot(direction);
                let status = board.rescan(slot, direction);
                board.around(slot, direction)[REACH] = status;
            }
        }
        board
    }

    /// The same board without `pext`, to measure what the instruction is worth.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.extractor = Extractor::Portable;
        self
    }

    /// Whether keys are extracted by `pext`.
    pub fn is_native(&self) -> bool {
        self.extractor.is_native()
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

    /// The inverse bitboard of a colour, row-major: a cleared bit is a stone or a wall.
    pub fn inverse(&self, colour: Colour) -> Bitboard {
        self.copies[colour.index()][Direction::Horizontal as usize]
    }

    /// The empty squares: one AND of the two boards.
    #[inline]
    pub fn empties(&self) -> Bitboard {
        self.inverse(Colour::Black).and(self.inverse(Colour::White))
    }

    /// Empty squares within two steps of a stone along a line: the M mask. Empty before the first stone.
    pub fn candidates(&self) -> Bitboard {
        self.mask.and(self.empties())
    }

    /// The stone on a cell, or `None` for an empty square or a wall.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        match (self.inverse(Colour::Black).has(cell), self.inverse(Colour::White).has(cell)) {
            (false, true) => Some(Colour::Black),
            (true, false) => Some(Colour::White),
            _ => None,
        }
    }

    /// What a cell is worth along a direction, `attacker` in the attacker's bits. For an occupied cell, what
    /// it would be worth without its stone; for a wall, nothing of meaning.
    #[inline]
    pub fn status(&self, cell: Cell, direction: Direction, attacker: Colour) -> LineStatus {
        let status = self.black_status(cell, direction);
        if attacker == Colour::Black { status } else { status.exchanged() }
    }

    #[inline(always)]
    fn black_status(&self, cell: Cell, direction: Direction) -> LineStatus {
        let slot = cell.slot(direction);
        self.statuses[direction as usize][(slot.lane & 15) as usize][(slot.at & 15) as usize + REACH]
    }

    /// Whether a stone of `colour` on an empty cell completes five: its four words know already.
    #[inline]
    fn completes(&self, cell: Cell, colour: Colour) -> bool {
        let role = if colour == Colour::Black { Role::Attacker } else { Role::Defender };
        Direction::ALL.into_iter().any(|d| self.black_status(cell, d).has(Threat::Five, role))
    }

    /// Plays a stone of the side to move on an empty point of the board.
    #[inline]
    pub fn play(&mut self, p: Point) {
        let Some(cell) = Cell::from_point(p) else { unreachable!("{p:?} is outside the board") };
        self.place(cell, self.to_move);
    }

    /// Puts a stone of either colour on an empty cell; the other colour is to move then. Two stones
    /// of one colour in a row are how a null move is played.
    #[inline]
    pub fn place(&mut self, cell: Cell, colour: Colour) {
        debug_assert!(self.empties().has(cell));
        let winner = if self.completes(cell, colour) { Some(colour) } else { self.winner };
        self.flip(cell, colour);
        let (to_move, mask) = (self.to_move, self.mask);
        let old = self.extractor.run(Refresh { board: self, cell });
        self.frames.push(Frame { cell, colour, to_move, winner: self.winner, mask, old });
        self.mask = self.mask.or(STARS[cell.code() as usize]);
        self.to_move = colour.opponent();
        self.winner = winner;
    }

    /// Takes the last stone back and returns where it was, or `None` on an empty board.
    #[inline]
    pub fn undo(&mut self) -> Option<Cell> {
        let frame = self.frames.pop()?;
        for direction in Direction::ALL {
            *self.around(frame.cell.slot(direction), direction) = frame.old[direction as usize];
        }
        self.flip(frame.cell, frame.colour);
        self.mask = frame.mask;
        self.to_move = frame.to_move;
        self.winner = frame.winner;
        Some(frame.cell)
    }

    /// Folds every status word of every empty point, so that two boards can be compared at a glance.
    pub fn checksum(&self) -> u64 {
        let mut sum = 0u64;
        for cell in self.empties().cells() {
            for direction in Direction::ALL {
                let word = self.status(cell, direction, Colour::Black);
                sum = (sum.rotate_left(5) ^ u64::from(word.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        sum
    }

    #[inline(always)]
    fn flip(&mut self, cell: Cell, colour: Colour) {
        for direction in Direction::ALL {
            self.copies[colour.index()][direction as usize].flip(cell.slot(direction).index());
        }
    }

    #[inline(always)]
    fn lanes(&self, direction: Direction, slot: Slot) -> (u16, u16) {
        let [black, white] = &self.copies;
        (black[direction as usize].lane(slot.lane), white[direction as usize].lane(slot.lane))
    }

    /// The words of a slot and the four to each side of it.
    #[inline(always)]
    fn around(&mut self, slot: Slot, direction: Direction) -> &mut [LineStatus; SPAN] {
        let lane = &mut self.statuses[direction as usize][(slot.lane & 15) as usize];
        // The place in the padded lane of the square four before the slot is the place of the slot.
        let from = (slot.at & 15) as usize;
        (&mut lane[from..from + SPAN]).try_into().expect("SPAN words")
    }

    /// The word of a slot, read from the stones.
    fn rescan(&self, slot: Slot, direction: Direction) -> LineStatus {
        let (black, white) = self.lanes(direction, slot);
        let key = super::extract::portable(windows(black, white, slot.at) >> REACH);
        self.table.status(LineKey::new(key))
    }
}

/// Recomputes the words around a cell and returns the old ones.
struct Refresh<'a> {
    board: &'a mut InverseBoard,
    cell: Cell,
}

impl Task for Refresh<'_> {
    type Output = [[LineStatus; SPAN]; 4];

    #[inline(always)]
    fn run(self, key: impl Fn(u64) -> u16 + Copy) -> Self::Output {
        let Self { board, cell } = self;
        let table = board.table;
        Direction::ALL.map(|direction| {
            let slot = cell.slot(direction);
            let (black, white) = board.lanes(direction, slot);
            let windows = windows(black, white, slot.at);
            let around = board.around(slot, direction);
            let old = *around;
            for (step, status) in around.iter_mut().enumerate() {
                if step != REACH {
                    *status = table.status(LineKey::new(key(windows >> step)));
                }
            }
            old
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_words_match_rescan(board: &InverseBoard) {
        for cell in board.size.points().filter_map(Cell::from_point) {
            for direction in Direction::ALL {
                let word = board.black_status(cell, direction);
                assert_eq!(word, board.rescan(cell.slot(direction), direction), "{cell:?} {direction:?}");
            }
        }
    }

    fn random_games(size: Size, games: usize, mut board: InverseBoard) {
        let mut random = fastrand::Rng::with_seed(size.area() as u64);
        let fresh = board.clone();
        for _ in 0..games {
            let mut sums = Vec::new();
            let mut points: Vec<Point> = size.points().collect();
            random.shuffle(&mut points);
            for p in points {
                sums.push((board.checksum(), board.mask, board.winner, board.to_move));
                board.play(p);
                assert_words_match_rescan(&board);
            }
            while board.undo().is_some() {
                assert_words_match_rescan(&board);
                assert_eq!(Some((board.checksum(), board.mask, board.winner, board.to_move)), sums.pop());
            }
            assert!(sums.is_empty());
            assert_eq!(board.copies, fresh.copies);
        }
    }

    #[test]
    fn incremental_words_match_a_rescan_after_every_play_and_undo() {
        for (size, games) in
            [(Size::FIFTEEN, 20), (Size::square(5).unwrap(), 20), (Size::new(7, 12).unwrap(), 20)]
        {
            random_games(size, games, InverseBoard::with_size(size).unwrap());
            random_games(size, games, InverseBoard::with_size(size).unwrap().portable());
        }
        assert!(InverseBoard::with_size(Size::square(16).unwrap()).is_none());
    }

    #[test]
    fn a_stone_on_h2_clears_bit_eight_of_the_second_row() {
        let mut board = InverseBoard::new();
        assert_eq!(board.inverse(Colour::Black).lane(2), 0b1111_1111_1111_1110);
        board.place(Cell::new(40), Colour::Black);
        assert_eq!(board.inverse(Colour::Black).lane(2), 0b1111_1110_1111_1110);
        assert_eq!(board.inverse(Colour::White).lane(2), 0b1111_1111_1111_1110);
        assert_eq!(board.stone(Cell::new(40)), Some(Colour::Black));
    }

    /// Fig. 4 and Table I: `+O++*XXX#` on row 5, read from H to the wall.
    #[test]
    fn figure_4_gives_the_status_of_the_paper() {
        let mut board = InverseBoard::new();
        for code in [0x51, 0x52, 0x53] {
            board.place(Cell::new(code), Colour::Black);
        }
        board.place(Cell::new(0x57), Colour::White);
        let d5 = Cell::new(0x54);
        assert_eq!(board.status(d5, Direction::Horizontal, Colour::Black).bits(), 0x2019);
        assert_eq!(board.status(d5, Direction::Horizontal, Colour::White).bits(), 0x1029);
        // Table I writes the same line without its centre.
        let squeeze = |lane: u16| (lane >> 1 & 0xF0 | lane & 0x0F) as u8;
        assert_eq!(squeeze(board.inverse(Colour::Black).lane(5)), 0b1111_0000);
        assert_eq!(squeeze(board.inverse(Colour::White).lane(5)), 0b1011_1110);
        let empty = squeeze(board.empties().lane(5));
        assert_eq!(empty, 0b1011_0000);
        assert_eq!(empty & empty.wrapping_neg(), 0b1_0000);
    }

    #[test]
    fn the_m_mask_is_a_star_of_sixteen_points_and_unions_grow() {
        let mut board = InverseBoard::new();
        assert_eq!(board.candidates(), Bitboard::EMPTY);
        board.play(Size::FIFTEEN.centre());
        assert_eq!(board.candidates().count(), 16);
        // Two steps east of the centre lies on the star, a knight's move away does not.
        assert!(board.candidates().has(Cell::new(0x8A)));
        assert!(!board.candidates().has(Cell::new(0x9A)));
        board.play(Point::new(0, 0).unwrap());
        assert_eq!(board.candidates().count(), 16 + 6);
        board.play(Point::new(8, 7).unwrap());
        let mut naive = Vec::new();
        for q in Size::FIFTEEN.points() {
            let is_near = [(7, 7), (0, 0), (8, 7)].into_iter().any(|(x, y): (u8, u8)| {
                let (dx, dy) = (q.x().abs_diff(x), q.y().abs_diff(y));
                dx.max(dy) <= 2 && (dx == 0 || dy == 0 || dx == dy)
            });
            if is_near && ![(7, 7), (0, 0), (8, 7)].contains(&(q.x(), q.y())) {
                naive.push(Cell::from_point(q).unwrap());
            }
        }
        naive.sort();
        assert_eq!(board.candidates().cells().collect::<Vec<_>>(), naive);
    }

    #[test]
    fn a_null_move_is_two_stones_of_one_colour() {
        let mut board = InverseBoard::new();
        let start = board.checksum();
        for code in [0x81, 0x82, 0x83, 0x84] {
            board.place(Cell::new(code), Colour::White);
            assert_eq!((board.winner(), board.to_move()), (None, Colour::Black));
        }
        board.place(Cell::new(0x85), Colour::White);
        assert_eq!(board.winner(), Some(Colour::White));
        while board.undo().is_some() {}
        assert_eq!((board.winner(), board.to_move(), board.checksum()), (None, Colour::Black, start));
    }
}
