//! The numbers laid out for look-ups: one load gives what an entry of the board is worth from both sides' view.
//!
//! The values from Black's view and from White's view travel together in one word, so that a stone updates both with
//! one addition: the view with Black to move in the low half, the view with White to move in the high half.

use crate::weights::{CLASSES, LINES, Side, THREATS, Weights, WeightsError, crossing_rows, place};
use std::fmt;
use std::sync::OnceLock;
use tengen_core::board::{Board, Crossing, PointClasses, PotentialLine};
use tengen_core::geometry::FRAME;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Colour, Point, Rule, Size};

/// The two views in one word.
pub(crate) const fn pack(views: [i32; 2]) -> i64 {
    ((views[1] as i64) << 32).wrapping_add(views[0] as i64)
}

/// The view of one side to move.
#[inline(always)]
pub(crate) const fn unpack(packed: i64, to_move: Colour) -> i32 {
    let black = packed as i32;
    match to_move {
        Colour::Black => black,
        Colour::White => (packed.wrapping_sub(black as i64) >> 32) as i32,
    }
}

/// Room for the pairs of class codes: five bits each.
const PAIRS: usize = 1 << 10;
const _: () = assert!(CLASSES <= 32);

/// Differences of two indices of points, the least of them at 0.
const SPAN: usize = 2 * FRAME;

/// The look-up tables of one rule.
pub struct Tables {
    /// By [`PotentialLine::code`].
    lines: Box<[i64; 256]>,
    /// By pair of class codes.
    classes: Box<[i64; PAIRS]>,
    /// By [`Crossing::code`], for Black's lines and for White's.
    crossings: [Box<[i64; Crossing::CODES]>; 2],
    threats: [Box<[i16; THREATS]>; 2],
    policy_lines: [Box<[i16; 256]>; 2],
    policy_classes: [Box<[i16; PAIRS]>; 2],
    /// By side to move, then whose last stone it is, by difference of indices.
    policy_near: [[Box<[i16; SPAN]>; 2]; 2],
    weights: Weights,
}

/// Two of them are the same if they are the very same: they are compared where an engine may be made anew.
impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Tables {}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}

/// The index of a pair of classes.
#[inline(always)]
fn pair(classes: PointClasses) -> usize {
    let [black, white] = classes.codes();
    usize::from(black & 31) | usize::from(white & 31) << 5
}

impl Tables {
    /// The tables that the program carries for a rule, laid out on first use.
    pub fn embedded(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Tables>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        let place = Rule::ALL.iter().position(|one| *one == rule).unwrap_or(0);
        TABLES[place].get_or_init(|| Self::new(&Weights::embedded(rule)))
    }

    /// The tables set by hand, which never change: for those who need an order of moves and not the best one.
    pub fn by_hand() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| Self::new(&crate::hand::weights()))
    }

    /// The tables of a weights file, for as long as the program runs.
    ///
    /// # Errors
    /// When the bytes are no weights.
    pub fn kept(bytes: &[u8]) -> Result<&'static Self, WeightsError> {
        Ok(Box::leak(Box::new(Self::new(&Weights::from_bytes(bytes)?))))
    }

    /// Lays out weights.
    pub fn new(weights: &Weights) -> Self {
        let views = |value: &dyn Fn(&Side, usize, usize) -> i16, black: usize, white: usize| {
            let [black_view, white_view] = &weights.sides;
            [value(black_view, black, white), value(white_view, white, black)]
        };
        let line = |value: &dyn Fn(&Side, usize, usize) -> i16, code: usize| {
            views(value, code % LINES, code / LINES)
        };
        let class = |value: &dyn Fn(&Side, usize, usize) -> i16, index: usize| {
            let (black, white) = (index & 31, index >> 5);
            let is_point = (1..CLASSES).contains(&black) && (1..CLASSES).contains(&white);
            if is_point { views(value, black, white) } else { [0; 2] }
        };
        let packed = |[black, white]: [i16; 2]| pack([i32::from(black), i32::from(white)]);
        Self {
            weights: weights.clone(),
            lines: Box::new(std::array::from_fn(|i| packed(line(&|s, a, b| s.line[a][b], i)))),
            classes: Box::new(std::array::from_fn(|i| packed(class(&|s, a, b| s.class[a][b], i)))),
            crossings: Colour::BOTH.map(|owner| crossing_table(weights, owner)),
            threats: [0, 1].map(|side: usize| Box::new(weights.sides[side].threat)),
            policy_lines: [0, 1].map(|side: usize| {
                Box::new(std::array::from_fn(|i| line(&|s, a, b| s.policy_line[a][b], i)[side]))
            }),
            policy_classes: [0, 1].map(|side: usize| {
                Box::new(std::array::from_fn(|i| class(&|s, a, b| s.policy_class[a][b], i)[side]))
            }),
            policy_near: [0, 1].map(|side: usize| {
                [0, 1].map(|whose: usize| near_table(&weights.sides[side].policy_near[whose]))
            }),
        }
    }

    /// The checksum of the weights, as their file has it.
    pub fn checksum(&self) -> String {
        self.weights.checksum()
    }

    /// Both views of what a line is worth.
    #[inline(always)]
    pub(crate) fn line(&self, line: PotentialLine) -> i64 {
        self.lines[usize::from(line.code())]
    }

    /// Both views of what a point is worth.
    #[inline(always)]
    pub(crate) fn classes(&self, classes: PointClasses) -> i64 {
        self.classes[pair(classes)]
    }

    /// Both views of what crosses in a point.
    #[inline(always)]
    pub(crate) fn crossings(&self, [black, white]: [Crossing; 2]) -> i64 {
        let of = |side: usize, crossing: Crossing| self.crossings[side][usize::from(crossing.code())];
        of(0, black) + of(1, white)
    }

    /// What the threats on the board are worth to the side to move.
    #[inline]
    pub fn threat_value<R: RuleType>(&self, board: &Board<R>) -> i32 {
        i32::from(self.threats[board.to_move().index()][threats(board)])
    }

    /// The score of an empty point as a move of `side`: greater is better.
    #[inline]
    pub fn point_score<R: RuleType>(&self, board: &Board<R>, p: Point, side: Colour) -> i32 {
        self.offer_score(&board.potentials(p), board.classes(p), side)
    }

    /// What the last stones add to the score of a point as a move of `side`: the other side's, and its own before that.
    #[inline]
    pub fn nearness(&self, side: Colour, last: [Option<Point>; 2]) -> Nearness<'_> {
        const NOTHING: &[i16; SPAN] = &[0; SPAN];
        let of = |whose: usize| match last[whose] {
            Some(stone) => (&*self.policy_near[side.index()][whose], FRAME - stone.index() % FRAME),
            None => (NOTHING, 0),
        };
        Nearness([of(0), of(1)])
    }

    /// The same from what a stone there would make.
    #[inline]
    pub fn offer_score(&self, offered: &[PotentialLine; 4], classes: PointClasses, side: Colour) -> i32 {
        let lines = &self.policy_lines[side.index()];
        let of_lines: i32 = offered.iter().map(|line| i32::from(lines[usize::from(line.code())])).sum();
        of_lines + i32::from(self.policy_classes[side.index()][pair(classes)])
    }
}

/// Both views of what crosses in a point for one side. Row 0 is nothing whatever the weights say: it is also that of a point with a stone.
fn crossing_table(weights: &Weights, owner: Colour) -> Box<[i64; Crossing::CODES]> {
    let views = |row: u16| {
        Colour::BOTH.map(|view| {
            let whose = usize::from(view != owner);
            i32::from(weights.sides[view.index()].crossing[whose][usize::from(row)])
        })
    };
    let packed = |row: &u16| if *row == 0 { 0 } else { pack(views(*row)) };
    let table: Vec<i64> = crossing_rows().iter().map(packed).collect();
    match table.into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("there is a row for every code"),
    }
}

/// What the last stones add to the score of a point: for each of the two a table, and how far its index is shifted.
#[derive(Clone, Copy)]
pub struct Nearness<'a>([(&'a [i16; SPAN], usize); 2]);

impl Nearness<'_> {
    /// What is added for a point.
    #[inline(always)]
    pub fn score(&self, p: Point) -> i32 {
        let of = |(table, shift): (&[i16; SPAN], usize)| i32::from(table[(p.index() + shift) % SPAN]);
        of(self.0[0]) + of(self.0[1])
    }
}

/// Numbers by place as numbers by difference of indices. No board is so wide that a difference could mean two near places.
fn near_table(by_place: &[i16]) -> Box<[i16; SPAN]> {
    let mut table = Box::new([by_place[0]; SPAN]);
    let stone = Size::FIFTEEN.centre();
    for p in Size::FIFTEEN.points().filter(|p| *p != stone) {
        table[p.index() + FRAME - stone.index()] = by_place[place(p, stone)];
    }
    table
}

/// Which threats stand on the board, as bits: what the side to move could make (bits 0 to 3: an open three, two open
/// threes, a four, a four and an open three) and what the other side could make (bits 4 to 8: the same, and a
/// double four).
#[inline]
pub fn threats<R: RuleType>(board: &Board<R>) -> usize {
    use PointClass as C;
    let (us, them) = (board.to_move(), board.to_move().opponent());
    let of = |side: Colour| {
        let has = |classes: &[C]| usize::from(classes.iter().any(|class| board.count(side, *class) > 0));
        has(&[C::WeakThree, C::DoubleThree, C::CrossThreeTwo])
            | has(&[C::CrossThreesWeak, C::CrossThreesMixed, C::CrossThreesDouble]) << 1
            | has(&[C::SimpleFour, C::CrossFourTwo]) << 2
            | has(&[C::CrossFourThreeWeak, C::CrossFourThreeDouble]) << 3
    };
    let double = board.count(them, C::CrossFours) + board.count(them, C::DoubleFour) > 0;
    of(us) | of(them) << 4 | usize::from(double) << 8
}
