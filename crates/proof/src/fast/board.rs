//! The fast checker's board: for every window of five squares, how many stones of each side it holds.
//!
//! A side has a five square where a window holds four of its stones and nothing else; under exact five the squares
//! just outside the window must not hold a fifth. The windows that hold four are kept in a set, so most questions about
//! fives are answered by its being empty.

use crate::header::Header;
use crate::square::{LARGEST, Square, Symmetry};

const LINES: usize = LARGEST as usize;
/// Windows on the largest board: rows and columns, then both diagonals.
const WINDOWS: usize = 2 * LINES * (LINES - 4) + 2 * (LINES - 4) * (LINES - 4);
const SQUARE_WORDS: usize = (LINES * LINES).div_ceil(64);
const WINDOW_WORDS: usize = WINDOWS.div_ceil(64);

/// The attacker's or the defender's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Attacker,
    Defender,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A set of squares by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareSet([u64; SQUARE_WORDS]);

impl SquareSet {
    pub(super) const fn contains(&self, square: u16) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 != 0
    }

    pub(super) const fn insert(&mut self, square: u16) {
        self.0[square as usize / 64] |= 1 << (square % 64);
    }

    pub(super) const fn remove(&mut self, square: u16) {
        self.0[square as usize / 64] &= !(1 << (square % 64));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        bits(self.0)
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    #[must_use]
    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(word, more)| word & more != 0)
    }
}

fn bits<const N: usize>(words: [u64; N]) -> impl Iterator<Item = u16> {
    words.into_iter().enumerate().flat_map(|(index, mut word)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.checked_sub(1)?;
            Some(index as u16 * 64 + bit as u16)
        })
    })
}

/// A short list of window numbers, without a heap.
#[derive(Clone, Copy)]
struct Few<const N: usize> {
    items: [u16; N],
    length: u8,
}

impl<const N: usize> Few<N> {
    const EMPTY: Self = Self { items: [0; N], length: 0 };

    const fn push(&mut self, item: u16) {
        self.items[self.length as usize] = item;
        self.length += 1;
    }

    fn as_slice(&self) -> &[u16] {
        &self.items[..usize::from(self.length)]
    }
}

/// The windows of a board; a square beyond the edge is `None`.
struct Window {
    squares: [u16; 5],
    beyond: [Option<u16>; 2],
}

/// Stones, and what the windows hold.
pub(super) struct Board {
    size: u8,
    exact: [bool; 2],
    windows: Vec<Window>,
    /// The windows that hold a square.
    of: Vec<Few<20>>,
    /// The windows that a square lies just outside of.
    beside: Vec<Few<8>>,
    counts: Vec<[u8; 2]>,
    stones: [SquareSet; 2],
    empty: SquareSet,
    /// Windows with four stones of a side and none of the other.
    fours: [[u64; WINDOW_WORDS]; 2],
    four_count: [u16; 2],
}

impl Board {
    /// The first position of a claim.
    pub(super) fn new(header: &Header) -> Self {
        let size = header.size();
        let squares = usize::from(size).pow(2);
        let mut board = Self {
            size,
            exact: [header.attacker(), header.attacker().opponent()].map(|side| header.rule().is_exact(side)),
            windows: Vec::with_capacity(4 * squares),
            of: vec![Few::EMPTY; squares],
            beside: vec![Few::EMPTY; squares],
            counts: Vec::new(),
            stones: [SquareSet::default(); 2],
            empty: SquareSet::default(),
            fours: [[0; WINDOW_WORDS]; 2],
            four_count: [0; 2],
        };
        board.lay_windows();
        (0..squares as u16).for_each(|square| board.empty.insert(square));
        for (square, colour) in header.stones() {
            let side = if colour == header.attacker() { Side::Attacker } else { Side::Defender };
            board.put(board.index(square), side);
        }
        board
    }

    fn lay_windows(&mut self) {
        let size = self.size;
        for start in Square::all(size) {
            for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let at = |step: i32| start.shifted(step * columns, step * rows, size);
                let Some(last) = at(4) else { continue };
                // Four steps from the first to the last, all of the same length.
                let (first, last) = (start.index(size), last.index(size));
                let squares: [u16; 5] =
                    std::array::from_fn(|step| ((first * (4 - step) + last * step) / 4) as u16);
                let beyond = [at(-1), at(5)].map(|square| Some(square?.index(size) as u16));
                let number = self.windows.len() as u16;
                for square in squares {
                    self.of[usize::from(square)].push(number);
                }
                for &square in beyond.iter().flatten() {
                    self.beside[usize::from(square)].push(number);
                }
                self.windows.push(Window { squares, beyond });
            }
        }
        self.counts = vec![[0; 2]; self.windows.len()];
    }

    pub(super) fn index(&self, square: Square) -> u16 {
        square.index(self.size) as u16
    }

    pub(super) fn square(&self, index: u16) -> Square {
        // Every index comes from a square of this board.
        Square::from_index(index.into(), self.size).unwrap_or_else(|| unreachable!("no square {index}"))
    }

    pub(super) fn window_count(&self) -> usize {
        self.windows.len()
    }

    pub(super) fn windows_of(&self, square: u16) -> &[u16] {
        self.of[usize::from(square)].as_slice()
    }

    pub(super) fn windows_beside(&self, square: u16) -> &[u16] {
        self.beside[usize::from(square)].as_slice()
    }

    pub(super) fn squares_in(&self, window: u16) -> [u16; 5] {
        self.windows[usize::from(window)].squares
    }

    /// How many stones of a side a window holds.
    pub(super) fn count(&self, window: u16, side: Side) -> u8 {
        self.counts[usize::from(window)][side as usize]
    }

    pub(super) const fn empty(&self) -> &SquareSet {
        &self.empty
    }

    pub(super) const fn stones(&self, side: Side) -> &SquareSet {
        &self.stones[side as usize]
    }

    pub(super) const fn is_exact(&self, side: Side) -> bool {
        self.exact[side as usize]
    }

    pub(super) const fn is_empty(&self, square: u16) -> bool {
        self.empty.contains(square)
    }

    pub(super) fn put(&mut self, square: u16, side: Side) {
        self.empty.remove(square);
        self.stones[side as usize].insert(square);
        self.change(square, |counts| counts[side as usize] += 1);
    }

    pub(super) fn take(&mut self, square: u16, side: Side) {
        self.empty.insert(square);
        self.stones[side as usize].remove(square);
        self.change(square, |counts| counts[side as usize] -= 1);
    }

    fn change(&mut self, square: u16, change: impl Fn(&mut [u8; 2])) {
        for &window in self.of[usize::from(square)].as_slice() {
            let counts = &mut self.counts[usize::from(window)];
            let before = *counts;
            change(counts);
            let after = *counts;
            for side in [Side::Attacker, Side::Defender] {
                let is_four =
                    |counts: [u8; 2]| counts[side as usize] == 4 && counts[side.other() as usize] == 0;
                if is_four(before) != is_four(after) {
                    self.fours[side as usize][usize::from(window) / 64] ^= 1 << (window % 64);
                    if is_four(after) {
                        self.four_count[side as usize] += 1;
                    } else {
                        self.four_count[side as usize] -= 1;
                    }
                }
            }
        }
    }

    /// Whether no stone of this side just outside the window makes a row in it longer.
    fn is_bounded(&self, window: &Window, side: Side) -> bool {
        !self.exact[side as usize]
            || window.beyond.iter().flatten().all(|&square| !self.stones[side as usize].contains(square))
    }

    /// The empty squares where a stone of this side wins at once.
    pub(super) fn fives(&self, side: Side) -> SquareSet {
        let mut found = SquareSet::default();
        if self.four_count[side as usize] == 0 {
            return found;
        }
        for number in bits(self.fours[side as usize]) {
            let window = &self.windows[usize::from(number)];
            if self.is_bounded(window, side) {
                for square in window.squares.into_iter().filter(|&square| self.empty.contains(square)) {
                    found.insert(square);
                }
            }
        }
        found
    }

    /// Adds the empty squares of a window where two more stones of the defender would win.
    pub(super) fn add_danger(&self, window: u16, zone: &mut SquareSet) {
        let [attacker, defender] = self.counts[usize::from(window)];
        if attacker == 0 && defender >= 3 {
            let squares = self.windows[usize::from(window)].squares;
            squares
                .into_iter()
                .filter(|&square| self.is_empty(square))
                .for_each(|square| zone.insert(square));
        }
    }

    /// Whether a row on the board wins.
    pub(super) fn has_five(&self) -> bool {
        [Side::Attacker, Side::Defender].into_iter().any(|side| {
            let full = |(window, counts): (&Window, &[u8; 2])| {
                counts[side as usize] == 5 && self.is_bounded(window, side)
            };
            self.windows.iter().zip(&self.counts).any(full)
        })
    }

    /// The squares of a set after a symmetry.
    pub(super) fn mapped(&self, set: &SquareSet, symmetry: Symmetry) -> SquareSet {
        let mut image = SquareSet::default();
        for square in set.iter() {
            image.insert(self.index(symmetry.apply(self.square(square), self.size)));
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::header::{Colour, Root, Rule};

    #[test]
    fn window_counts_find_the_fives_that_runs_find() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..300 {
            let rule = Rule::ALL[round % 4];
            let size = random.u8(5..=22);
            let root = Root::Stones { black: Vec::new(), white: Vec::new() };
            let header = Header::new(rule, size, Colour::White, root, Colour::Black).unwrap();
            let (mut fast, mut slow) = (Board::new(&header), board::Board::new(&header));
            for _ in 0..random.u16(1..u16::from(size) * u16::from(size)) {
                let index = random.u16(0..u16::from(size) * u16::from(size));
                let square = fast.square(index);
                let (side, colour) = if random.u8(0..3) == 0 {
                    (Side::Attacker, Colour::White)
                } else {
                    (Side::Defender, Colour::Black)
                };
                if slow.at(square).is_none() {
                    fast.put(index, side);
                    slow.put(square, colour);
                } else if slow.at(square) == Some(colour) {
                    fast.take(index, side);
                    slow.clear(square);
                }
            }
            for (side, colour) in [(Side::Attacker, Colour::White), (Side::Defender, Colour::Black)] {
                let fives = fast.fives(side);
                for square in Square::all(size) {
                    let expected = slow.at(square).is_none() && slow.wins(square, colour);
                    assert_eq!(fives.contains(fast.index(square)), expected, "{rule} {size} {square}");
                }
            }
            let on_board =
                Square::all(size).any(|square| slow.at(square).is_some_and(|c| slow.wins(square, c)));
            assert_eq!(fast.has_five(), on_board);
        }
    }
}
