//! The game restricted to a pattern (section 2.1), solved exactly.
//!
//! One question is asked of it: can the owner force a five, and with how many stones, when both players are rational
//! (the winner as fast, the loser as slow as possible)? The search asks "within `k` stones?" for growing `k`. Every
//! cut is exact; each rests on one of three facts:
//! * an extra stone of one's own never hurts, so no pass is better than a move;
//! * a square on no line that can still become a five within the limit is a pass, so a threat that beats a pass beats
//!   every reply that does not bear on it;
//! * the owner never wins if the potential of his open blocks is small (Erdos and Selfridge, "On a combinatorial
//!   game", 1973): the sum of `2^-missing` over them is below 1/2 with the owner to move, below 1 otherwise.
//!   Blocks that the defender stops by a pair of squares need not be counted (Hales and Jewett, 1963).

use super::blocks::{Block, Mask, best_pair, blocks_of, singles};
use super::pattern::{Cell, Pattern, Player, Square};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::hash::{BuildHasherDefault, Hasher};

/// The most squares a pattern may have to be solved.
pub const MAX_SQUARES: usize = 64;

/// How many positions all questions about one pattern may cost together before it is refused.
pub const NODE_LIMIT: u64 = 500_000;

/// How many stones deep the search looks step by step before it asks whether there is any win at all.
const PATIENT_STEPS: u8 = 6;

/// The slowest threat that is looked for before a reply; slower ones cost more to see than they save.
const SHORT_THREAT: u8 = 2;

/// Why a pattern was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// More than [`MAX_SQUARES`] squares.
    TooManySquares {
        /// How many there are.
        size: usize,
    },
    /// The restricted game needs more than [`NODE_LIMIT`] positions.
    TooHard,
}

impl Display for SolveError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManySquares { size } => {
                write!(f, "the pattern has {size} squares; at most {MAX_SQUARES} can be solved")
            }
            Self::TooHard => write!(
                f,
                "the restricted game is too hard: not solved within {NODE_LIMIT} positions \
                 (fewer empty squares help most)"
            ),
        }
    }
}

impl std::error::Error for SolveError {}

/// The fewest stones `player` needs to force a five in the restricted game when he moves first.
///
/// Nothing if he cannot force one. Zero if the five is already there.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn wins_moving_first(pattern: &Pattern, player: Player) -> Result<Option<u8>, SolveError> {
    let (mut game, shape) = Game::of(pattern, player)?;
    game.wins_first(shape)
}

/// The fewest stones `player` needs to force a five in the restricted game when the opponent moves first.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn wins_moving_second(pattern: &Pattern, player: Player) -> Result<Option<u8>, SolveError> {
    let (mut game, shape) = Game::of(pattern, player)?;
    game.wins_second(shape)
}

/// A position of the restricted game, or a sub-pattern of the pattern it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// Stones of the owner.
    pub(super) us: Mask,
    /// Stones of the opponent.
    pub(super) them: Mask,
    /// Squares that were removed.
    pub(super) gone: Mask,
}

impl Shape {
    pub(super) fn with_us(self, square: Mask) -> Self {
        Self { us: self.us | square, ..self }
    }

    pub(super) fn with_them(self, square: Mask) -> Self {
        Self { them: self.them | square, ..self }
    }

    /// Without these squares, whatever is on them.
    pub(super) fn without(self, squares: Mask) -> Self {
        Self { us: self.us & !squares, them: self.them & !squares, gone: self.gone | squares }
    }

    fn taken(self) -> Mask {
        self.us | self.them | self.gone
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ToMove {
    Us,
    Them,
}

/// What is known of a position: not won within `lost_within` stones, won within `won_within`.
#[derive(Clone, Copy)]
struct Known {
    lost_within: u8,
    won_within: u8,
}

/// Mixes the three masks of a shape; the standard hasher costs more than the rest of a node.
#[derive(Default)]
struct ShapeHasher(u64);

impl Hasher for ShapeHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// What the open blocks of a position say within a limit of stones.
#[derive(Default)]
struct Outlook {
    /// Where a stone of ours makes five.
    our_fives: Mask,
    /// Where a stone of theirs makes five.
    their_fives: Mask,
    /// 32 times the sum of `2^-missing` over our blocks within the limit.
    potential: u32,
    /// The squares of all blocks, ours or theirs, within the limit.
    relevant: Mask,
}

/// The restricted games of one pattern and of all its sub-patterns, with a shared memory.
pub(super) struct Game {
    squares: Vec<Square>,
    blocks: Vec<Block>,
    known: HashMap<(Shape, ToMove), Known, BuildHasherDefault<ShapeHasher>>,
    nodes: u64,
}

impl Game {
    /// The game of a pattern for its owner `us`, and the pattern's own shape.
    pub(super) fn of(pattern: &Pattern, us: Player) -> Result<(Self, Shape), SolveError> {
        let size = pattern.size();
        if size > MAX_SQUARES {
            return Err(SolveError::TooManySquares { size });
        }
        let mut shape = Shape { us: 0, them: 0, gone: 0 };
        let mut squares = Vec::with_capacity(size);
        for (index, (square, cell)) in pattern.cells().enumerate() {
            squares.push(square);
            match cell {
                Cell::Empty => {}
                Cell::Stone(player) if player == us => shape.us |= 1 << index,
                Cell::Stone(_) => shape.them |= 1 << index,
            }
        }
        let blocks = blocks_of(&squares);
        let game = Self { squares, blocks, known: HashMap::default(), nodes: 0 };
        Ok((game, shape))
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Every square of the pattern that the game was made from.
    pub(super) fn all(&self) -> Mask {
        match self.squares.len() {
            0 => 0,
            size => Mask::MAX >> (MAX_SQUARES - size),
        }
    }

    /// The empty squares of a shape.
    pub(super) fn empties(&self, shape: Shape) -> Mask {
        self.all() & !shape.taken()
    }

    /// The squares that a shape still has.
    pub(super) fn present(&self, shape: Shape) -> Mask {
        self.all() & !shape.gone
    }

    /// Squares by coordinates, row by row.
    pub(super) fn squares_in(&self, mask: Mask) -> Vec<Square> {
        singles(mask)
            .filter_map(|single| self.squares.get(single.trailing_zeros() as usize).copied())
            .collect()
    }

    /// The one-square set of a coordinate, if it is part of the pattern.
    pub(super) fn mask_of(&self, square: Square) -> Option<Mask> {
        self.squares.binary_search(&square).ok().map(|index| 1 << index)
    }

    /// Has one of the two sets of stones a five?
    pub(super) fn has_five(&self, stones: Mask) -> bool {
        self.blocks.iter().any(|block| block.squares & !stones == 0)
    }

    /// Stones needed when the owner moves first.
    pub(super) fn wins_first(&mut self, shape: Shape) -> Result<Option<u8>, SolveError> {
        let stones = self.empties(shape).count_ones().div_ceil(2) as u8;
        self.fewest(shape, stones, Self::owner_wins)
    }

    /// Stones needed when the opponent moves first.
    pub(super) fn wins_second(&mut self, shape: Shape) -> Result<Option<u8>, SolveError> {
        let stones = (self.empties(shape).count_ones() / 2) as u8;
        self.fewest(shape, stones, Self::owner_survives_reply)
    }

    /// The least `k` for which `within` holds, up to the `most` stones that there is room for.
    fn fewest(
        &mut self,
        shape: Shape,
        most: u8,
        within: fn(&mut Self, Shape, u8) -> Result<bool, SolveError>,
    ) -> Result<Option<u8>, SolveError> {
        if self.has_five(shape.us) {
            return Ok(Some(0));
        }
        if self.has_five(shape.them) {
            return Ok(None);
        }
        for limit in 1..=most {
            // Past the patient steps most patterns have no win: one full search settles that before the stairs go on.
            if limit == PATIENT_STEPS + 1 && !within(self, shape, most)? {
                return Ok(None);
            }
            if within(self, shape, limit)? {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }

    /// Owner to move: does he make five within `limit` stones?
    fn owner_wins(&mut self, shape: Shape, limit: u8) -> Result<bool, SolveError> {
        if limit == 0 {
            return Ok(false);
        }
        let outlook = self.outlook(shape, limit);
        if outlook.our_fives != 0 {
            return Ok(true);
        }
        if limit == 1 || outlook.potential < 16 || outlook.their_fives.count_ones() > 1 {
            return Ok(false);
        }
        if let Some(answer) = self.remembered(shape, ToMove::Us, limit) {
            return Ok(answer);
        }
        self.count_node()?;
        if self.pairing_potential(shape, limit) < 16 {
            self.remember(shape, ToMove::Us, limit, false);
            return Ok(false);
        }
        let candidates = match outlook.their_fives {
            0 => outlook.relevant & !shape.taken(),
            forced => forced,
        };
        let mut answer = false;
        for square in self.promising_first(shape, candidates) {
            if self.owner_survives_reply(shape.with_us(square), limit - 1)? {
                answer = true;
                break;
            }
        }
        self.remember(shape, ToMove::Us, limit, answer);
        Ok(answer)
    }

    /// Opponent to move: does the owner make five within `limit` more stones whatever is played?
    fn owner_survives_reply(&mut self, shape: Shape, limit: u8) -> Result<bool, SolveError> {
        if limit == 0 {
            return Ok(false);
        }
        let outlook = self.outlook(shape, limit);
        if outlook.their_fives != 0 {
            return Ok(false);
        }
        if outlook.our_fives.count_ones() > 1 {
            return Ok(true);
        }
        if outlook.our_fives != 0 {
            return self.owner_wins(shape.with_them(outlook.our_fives), limit);
        }
        if outlook.potential < 32 {
            return Ok(false);
        }
        if let Some(answer) = self.remembered(shape, ToMove::Them, limit) {
            return Ok(answer);
        }
        self.count_node()?;
        if self.pairing_potential(shape, limit) < 32 {
            self.remember(shape, ToMove::Them, limit, false);
            return Ok(false);
        }
        // Only squares that bear on the fastest threat can stop it: any other move is a pass, and the threat beats a
        // pass. Where no short threat is seen, all squares within the limit may matter.
        let bearing = match self.wins_after_a_pass(shape, limit)? {
            Some(threat) => self.outlook(shape, threat).relevant,
            None => outlook.relevant,
        };
        let mut answer = bearing & !shape.taken() != 0;
        for square in self.promising_first(shape, bearing & !shape.taken()) {
            if !self.owner_wins(shape.with_them(square), limit)? {
                answer = false;
                break;
            }
        }
        self.remember(shape, ToMove::Them, limit, answer);
        Ok(answer)
    }

    /// The fewest stones that the owner needs if the opponent passes, if they are few.
    fn wins_after_a_pass(&mut self, shape: Shape, limit: u8) -> Result<Option<u8>, SolveError> {
        for threat in 1..=limit.min(SHORT_THREAT) {
            if self.owner_wins(shape, threat)? {
                return Ok(Some(threat));
            }
        }
        Ok(None)
    }

    fn outlook(&self, shape: Shape, limit: u8) -> Outlook {
        let limit = u32::from(limit);
        let mut outlook = Outlook::default();
        for block in &self.blocks {
            let squares = block.squares;
            if squares & (shape.them | shape.gone) == 0 {
                let missing = 5 - (squares & shape.us).count_ones();
                if missing == 1 {
                    outlook.our_fives |= squares & !shape.us;
                }
                if missing <= limit {
                    outlook.potential += 32 >> missing;
                    outlook.relevant |= squares;
                }
            }
            if squares & (shape.us | shape.gone) == 0 {
                let missing = 5 - (squares & shape.them).count_ones();
                if missing == 1 {
                    outlook.their_fives |= squares & !shape.them;
                }
                if missing <= limit {
                    outlook.relevant |= squares;
                }
            }
        }
        outlook
    }

    /// The potential of our blocks that is left when the defender keeps pairs: squares of which he takes one as soon
    /// as we take the other, so that no block holding both ever becomes a five.
    ///
    /// Pairs are chosen greedily. A block without a pair is weighed as if we had all its paired squares.
    fn pairing_potential(&self, shape: Shape, limit: u8) -> u32 {
        let mut open: Vec<Mask> = self
            .blocks
            .iter()
            .filter(|block| block.squares & (shape.them | shape.gone) == 0)
            .map(|block| block.squares & !shape.us)
            .filter(|missing| missing.count_ones() <= u32::from(limit))
            .collect();
        open.sort_by_key(|missing| missing.count_ones());
        let mut paired: Mask = 0;
        let mut unpaired = Vec::new();
        while let Some(&first) = open.first() {
            match best_pair(first & !paired, &open) {
                Some(pair) => {
                    paired |= pair;
                    let is_stopped = |missing: &Mask| missing & pair == pair;
                    open.retain(|missing| !is_stopped(missing));
                    unpaired.retain(|missing| !is_stopped(missing));
                }
                None => unpaired.push(open.remove(0)),
            }
        }
        unpaired.iter().map(|missing| 32 >> (missing & !paired).count_ones()).sum()
    }

    /// The candidates, those on our fullest blocks first: good for the owner, good for who must stop him.
    fn promising_first(&self, shape: Shape, candidates: Mask) -> Vec<Mask> {
        let mut scored: Vec<(u32, Mask)> = singles(candidates)
            .map(|square| {
                let score = self
                    .blocks
                    .iter()
                    .filter(|block| {
                        block.squares & square != 0 && block.squares & (shape.them | shape.gone) == 0
                    })
                    .map(|block| 1 << (3 * (block.squares & shape.us).count_ones()))
                    .sum();
                (score, square)
            })
            .collect();
        scored.sort_by_key(|&(score, square)| (std::cmp::Reverse(score), square));
        scored.into_iter().map(|(_, square)| square).collect()
    }

    /// Charges one unit of work to the pattern's budget.
    pub(super) fn count_node(&mut self) -> Result<(), SolveError> {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err(SolveError::TooHard);
        }
        Ok(())
    }

    fn remembered(&self, shape: Shape, to_move: ToMove, limit: u8) -> Option<bool> {
        let known = self.known.get(&(shape, to_move))?;
        if limit >= known.won_within {
            Some(true)
        } else if limit <= known.lost_within {
            Some(false)
        } else {
            None
        }
    }

    fn remember(&mut self, shape: Shape, to_move: ToMove, limit: u8, won: bool) {
        let known =
            self.known.entry((shape, to_move)).or_insert(Known { lost_within: 0, won_within: u8::MAX });
        if won {
            known.won_within = known.won_within.min(limit);
        } else {
            known.lost_within = known.lost_within.max(limit);
        }
    }
}
