//! The board: stones, and what every empty point would be worth to either side, kept up to date.
//!
//! For each empty point, direction and colour the board knows the *potential line*: what a stone there
//! would make of that line ([`LineClass`]). The four lines make the point's class ([`PointClass`]); points
//! are counted and collected by class and colour. [`Board::play`] and [`Board::undo`] keep all of it equal to a
//! scan from scratch ([`Board::rescanned`]), together with the hash and the candidate points.
//!
//! Reading order: this file (what a board knows), `update` (how it stays true), `planes` and `tally` (points by class,
//! and their number), `history` (how it goes back), [`candidates`], [`set`], [`observer`] (who listens), `cpu` (what depends
//! on the processor), `forbidden` (renju), `scan` (from scratch), `zobrist` and `digest` (hash and checksum).

pub mod candidates;
mod cpu;
mod digest;
mod forbidden;
mod history;
pub mod observer;
mod planes;
mod scan;
pub mod set;
mod tally;
mod update;
mod zobrist;

pub use candidates::Dilation;
pub use cpu::Cpu;
pub use observer::{Crossing, Observer, PointClasses, PotentialLine, Silent};
pub use set::PointSet;

use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, Point, STRIDE, Size};
use crate::pattern::classify::WIDEST;
use crate::pattern::{LineClass, PointClass, Tables};
use crate::position::{Move, Position};
use crate::referee::Grid;
use crate::rule::{Rule, RuleType};
use candidates::Stencil;
use history::{Change, Changes, Frames, MOST_CHANGES};
use planes::Planes;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

/// Room for the codes of point classes; a power of two, so that a masked code is always inside.
const CLASSES: usize = 32;
const _: () = assert!(PointClass::ALL.len() < CLASSES);

/// Room before and behind the potential lines, so that any neighbour of any index is inside without a check.
const BORDER: usize = 176;
const _: () = assert!(BORDER > WIDEST * (STRIDE + 1));

/// A board under one rule. See the module's page.
#[derive(Clone)]
pub struct Board<R: RuleType> {
    tables: &'static Tables,
    cpu: Cpu,
    size: Size,
    dilation: Dilation,
    to_move: Colour,
    winner: Option<Colour>,
    hash: u64,
    /// Lines as two bits a square, by direction.
    keys: [[u64; 64]; 4],
    /// The potential lines of a point: a byte a direction, Black's class in its low half.
    lines: [u32; BORDER + FRAME + BORDER],
    /// The classes of a point, Black's in the low byte. One word, so that a load finds what a store wrote.
    classes: [u16; FRAME],
    /// Points by side and class code; code 0 counts the occupied ones.
    counts: [[u16; CLASSES]; 2],
    planes: Planes,
    stones: [PointSet; 2],
    playable: PointSet,
    near: PointSet,
    stencil: &'static Stencil,
    changes: Changes,
    frames: Frames,
    rule: PhantomData<R>,
}

impl<R: RuleType> Board<R> {
    /// An empty board with the usual candidate area.
    pub fn new(size: Size) -> Self {
        Self::with_dilation(size, Dilation::default())
    }

    /// An empty board whose candidate points are those within `dilation`.
    pub fn with_dilation(size: Size, dilation: Dilation) -> Self {
        scan::scanned(size, dilation, [PointSet::EMPTY; 2], Colour::Black)
    }

    /// The same board without the special instructions of this processor: slower, with the same results.
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.cpu = Cpu::Portable;
        self
    }

    /// The same position without its history: a copy of some 13 KiB.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { planes: self.planes.clone(), changes: Changes::new(), frames: Frames::new(), ..*self }
    }

    /// The board of a position. Its history can be undone move by move; free stones stay.
    pub fn from_position(position: &Position) -> Self {
        let mut stones = [PointSet::EMPTY; 2];
        for (p, colour) in position.setup() {
            stones[colour.index()].insert(*p);
        }
        let mut board = scan::scanned(position.size(), Dilation::default(), stones, position.first());
        // Free stones stand in no order, so only what stands now counts: a five may have become an overline.
        if stones.iter().any(PointSet::has_five) {
            let grid = board.grid();
            board.winner = Colour::BOTH.into_iter().find(|side| grid.has_won(*side, R::RULE));
        }
        for action in position.moves() {
            match action {
                Move::Place(p) => board.play(*p),
                Move::Pass => board.pass(),
            }
        }
        board
    }

    /// Plays a stone of the side to move on an empty point. Legality beyond that is the caller's
    /// ([`Board::is_legal`]).
    #[inline]
    pub fn play(&mut self, p: Point) {
        self.play_with(p, &mut Silent);
    }

    /// As [`Board::play`], and tells an observer what changed.
    #[inline]
    pub fn play_with<O: Observer>(&mut self, p: Point, observer: &mut O) {
        debug_assert!(self.is_empty(p));
        cpu::put(self, p, self.to_move, observer);
        self.turn();
    }

    /// Puts a stone of either colour without changing the side to move. Undone by [`Board::undo`], which
    /// gives the turn to the stone's colour: put stones before playing, or take them with [`Board::take`].
    pub fn put(&mut self, p: Point, colour: Colour) {
        debug_assert!(self.is_empty(p));
        cpu::put(self, p, colour, &mut Silent);
    }

    /// Takes back what [`Board::put`] put, without changing the side to move.
    pub fn take(&mut self) {
        cpu::take(self, &mut Silent);
    }

    /// Passes.
    pub fn pass(&mut self) {
        let frame = self.frames.push();
        frame.point = None;
        frame.colour = self.to_move;
        self.turn();
    }

    /// Takes back the last stone or pass and gives the turn to who made it; `None` if there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        self.undo_with(&mut Silent)
    }

    /// As [`Board::undo`], and tells an observer what changed.
    #[inline]
    pub fn undo_with<O: Observer>(&mut self, observer: &mut O) -> Option<Move> {
        let (action, colour) = cpu::take(self, observer)?;
        self.turn_to(colour);
        Some(action)
    }

    #[inline]
    fn turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.hash ^= zobrist::WHITE_TO_MOVE;
    }

    #[inline]
    fn turn_to(&mut self, side: Colour) {
        if self.to_move != side {
            self.turn();
        }
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        R::RULE
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Who made a winning row first, if anybody did.
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The hash: equal for equal stones, side to move, rule and size, however they came about.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after the side to move plays the empty point.
    #[inline]
    pub fn hash_after(&self, p: Point) -> u64 {
        self.hash ^ zobrist::stone(self.to_move, p.index()) ^ zobrist::WHITE_TO_MOVE
    }

    /// The hash after the side to move plays `p` and the other side answers on `q`.
    #[inline]
    pub fn hash_after_both(&self, p: Point, q: Point) -> u64 {
        let stone = |side: Colour, p: Point| zobrist::stone(side, p.index());
        self.hash ^ stone(self.to_move, p) ^ stone(self.to_move.opponent(), q)
    }

    /// Number of stones and passes that can be undone.
    pub fn ply(&self) -> usize {
        self.frames.len()
    }

    /// The last stone or pass.
    pub fn last(&self) -> Option<Move> {
        self.frames.last().map(|frame| frame.point.map_or(Move::Pass, Move::Place))
    }

    /// Whether the point has no stone and is on the board.
    #[inline]
    pub fn is_empty(&self, p: Point) -> bool {
        self.playable.contains(p) && !self.stones[0].contains(p) && !self.stones[1].contains(p)
    }

    /// The stone on a point.
    pub fn stone(&self, p: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|colour| self.stones[colour.index()].contains(p))
    }

    /// The stones of one colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> &PointSet {
        &self.stones[colour.index()]
    }

    /// The points without a stone.
    pub fn empties(&self) -> PointSet {
        self.playable - (self.stones[0] | self.stones[1])
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.empties().is_empty()
    }

    /// The empty points within the dilation of a stone; on an empty board the centre.
    pub fn candidates(&self) -> PointSet {
        if self.dilation == Dilation::Full {
            return self.empties();
        }
        let near = self.near & self.empties();
        if near.is_empty() && (self.stones[0] | self.stones[1]).is_empty() {
            return std::iter::once(self.size.centre()).collect();
        }
        near
    }

    /// The potential line of an empty point in one direction, for both colours.
    #[inline]
    pub fn potential(&self, p: Point, direction: Direction) -> PotentialLine {
        PotentialLine((self.lines[BORDER + p.index() % FRAME] >> (8 * direction as u32)) as u8)
    }

    /// What a stone of `side` on the empty point would make of its line in one direction.
    #[inline]
    pub fn line(&self, p: Point, direction: Direction, side: Colour) -> LineClass {
        self.potential(p, direction).class(side)
    }

    /// What a stone of `side` on the empty point would make of its four lines.
    pub fn lines(&self, p: Point, side: Colour) -> [LineClass; 4] {
        Direction::ALL.map(|direction| self.line(p, direction, side))
    }

    /// The potential lines of an empty point in all four directions, for both colours.
    #[inline]
    pub fn potentials(&self, p: Point) -> [PotentialLine; 4] {
        PotentialLine::four(self.lines[BORDER + p.index() % FRAME])
    }

    /// What crosses in the empty point for either side, Black's first.
    #[inline]
    pub fn crossings(&self, p: Point) -> [Crossing; 2] {
        update::crossings::<cpu::Shifts>(self.lines[BORDER + p.index() % FRAME])
    }

    /// What a stone of either side on the empty point would make of the point.
    #[inline]
    pub fn classes(&self, p: Point) -> PointClasses {
        PointClasses(self.classes[p.index() % FRAME])
    }

    /// What a stone of `side` on the empty point would make of the point.
    #[inline]
    pub fn class(&self, p: Point, side: Colour) -> PointClass {
        PointClass::from_code(self.classes[p.index() % FRAME].to_le_bytes()[side.index()])
    }

    /// Number of empty points of this class for `side`.
    #[inline]
    pub fn count(&self, side: Colour, class: PointClass) -> usize {
        usize::from(self.counts[side.index()][class as usize])
    }

    /// The empty points of this class for `side`.
    #[inline]
    pub fn points(&self, side: Colour, class: PointClass) -> PointSet {
        self.points_between(side, class..=class)
    }

    /// The empty points whose class for `side` is in a range of strengths, e.g. every four:
    /// `PointClass::SimpleFour..=PointClass::DoubleFour`.
    #[inline]
    pub fn points_between(&self, side: Colour, classes: RangeInclusive<PointClass>) -> PointSet {
        self.planes.points(side, classes, self.size.height())
    }

    /// The first empty point of this class for `side`, row by row.
    #[inline]
    pub fn first_point(&self, side: Colour, class: PointClass) -> Option<Point> {
        if self.count(side, class) == 0 { None } else { self.planes.first(side, class, self.size.height()) }
    }

    /// The stones on a plain grid.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.size);
        for colour in Colour::BOTH {
            for p in self.stones(colour) {
                grid.set(p, Some(colour));
            }
        }
        grid
    }

    /// The same position scanned from scratch, without history: what every play and undo must equal.
    #[must_use]
    pub fn rescanned(&self) -> Self {
        let mut board = scan::scanned(self.size, self.dilation, self.stones, self.to_move);
        board.winner = self.winner;
        board
    }

    /// The key of the potential line of a point: two bits a square within the rule's reach, without the point.
    pub(crate) fn line_key(&self, p: Point, direction: Direction) -> usize {
        use cpu::Extract as _;
        let (line, square) = update::places(p.index())[direction as usize];
        cpu::Shifts::line_index(self.keys[direction as usize][line] >> (2 * (square - R::REACH)), 0, R::REACH)
    }

    /// The pattern tables in use.
    pub(crate) fn tables(&self) -> &'static Tables {
        self.tables
    }
}

impl<R: RuleType> PartialEq for Board<R> {
    /// Equal in all that a board knows of the position; the history may differ.
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.dilation == other.dilation
            && self.to_move == other.to_move
            && self.winner == other.winner
            && self.hash == other.hash
            && self.keys == other.keys
            && self.lines == other.lines
            && self.classes == other.classes
            && self.counts == other.counts
            && self.planes == other.planes
            && self.stones == other.stones
            && self.near == other.near
    }
}

impl<R: RuleType> Eq for Board<R> {}

impl<R: RuleType> fmt::Debug for Board<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {} to move\n{:?}", self.size, R::RULE, self.to_move, self.grid())
    }
}
