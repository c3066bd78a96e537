//! Moves one by one, the most promising first. The table's move comes before any other is even made; the rest
//! is scored at once and picked as it is asked for, since most nodes need few.

use crate::features::Features;
use crate::search::history::History;
use arrayvec::ArrayVec;
use tengen_core::board::PointSet;
use tengen_core::geometry::FRAME;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};
use tengen_eval::Tables;
use tengen_eval::tables::Nearness;

/// Room for the moves of the largest board.
const MOST_MOVES: usize = 512;
const _: () = assert!(MOST_MOVES >= 22 * 22);

/// What helps to order moves.
pub(crate) struct Hints<'a> {
    pub(crate) table: Option<Point>,
    pub(crate) killers: [Option<Point>; 2],
    pub(crate) before: Option<Point>,
    /// What the last stones of both sides add to the score of a point.
    pub(crate) nearness: Nearness<'a>,
    pub(crate) features: Features,
    /// What a four and an open three are worth in the order of moves.
    pub(crate) stages: [i32; 2],
    /// Added for moves that refuted a sibling, and for those that refuted the same move before.
    pub(crate) killer_bonus: i32,
    pub(crate) counter_bonus: i32,
    /// History that counts as one point of score.
    pub(crate) history_divisor: i32,
}

/// A move and its point score relative to the best point of the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    pub(crate) point: Point,
    /// By how much its point score is below the best one; 0 for the table's move.
    pub(crate) gap: i32,
}

enum Stage {
    Table,
    Rest,
}

/// The moves of one node.
pub(crate) struct Picker<'a> {
    stage: Stage,
    hints: Hints<'a>,
    side: Colour,
    /// Order and point in one number, so that picking is finding the greatest, several at a time.
    moves: ArrayVec<i32, MOST_MOVES>,
    next: usize,
    best_score: i32,
}

/// Bits of a point in a packed move; the rest is its order.
const POINT_BITS: u32 = 10;
const _: () = assert!(FRAME == 1 << POINT_BITS);
const MOST_ORDER: i32 = i32::MAX >> POINT_BITS;

impl<'a> Picker<'a> {
    pub(crate) fn new(side: Colour, hints: Hints<'a>) -> Self {
        Self { stage: Stage::Table, hints, side, moves: ArrayVec::new(), next: 0, best_score: i32::MIN / 2 }
    }

    /// The next move; `None` at the end. `hold` are the moves that may be played, `None` for any near a stone.
    #[inline]
    pub(crate) fn next<R: RuleType>(
        &mut self,
        board: &Board<R>,
        tables: &Tables,
        history: &History,
        hold: Option<&PointSet>,
    ) -> Option<Pick> {
        if matches!(self.stage, Stage::Table) {
            self.stage = Stage::Rest;
            let may_play =
                |p: &Point| hold.is_none_or(|hold| hold.contains(*p)) && board.is_legal(*p, self.side);
            self.hints.table = self.hints.table.filter(may_play);
            let table = self.hints.table;
            // The rest is made when it is asked for.
            if let Some(point) = table {
                return Some(Pick { point, gap: 0 });
            }
        }
        if self.next == 0 && self.moves.is_empty() {
            self.score_all(board, tables, history, hold);
        }
        loop {
            let rest = self.moves.get_mut(self.next..)?;
            let packed = rest.iter().copied().max()?;
            let at = rest.iter().position(|one| *one == packed)?;
            rest.swap(0, at);
            self.next += 1;
            let point = Point::from_index(packed as usize % FRAME)?;
            let is_legal = !R::HAS_FOULS || board.is_legal(point, self.side);
            if is_legal {
                let gap = self.best_score - self.score(board, tables, point);
                return Some(Pick { point, gap: gap.max(0) });
            }
        }
    }

    /// The score of a point as a move, here and now.
    #[inline]
    fn score<R: RuleType>(&self, board: &Board<R>, tables: &Tables, point: Point) -> i32 {
        tables.point_score(board, point, self.side) + self.hints.nearness.score(point)
    }

    /// Own fours come before open threes, and those before the rest, each by so much.
    #[inline]
    fn stage_bonus(&self, class: PointClass) -> i32 {
        let [fours, threes] = self.hints.stages;
        match class {
            PointClass::Foul => 0,
            _ if class >= PointClass::SimpleFour => fours,
            _ if class >= PointClass::WeakThree => threes,
            _ => 0,
        }
    }

    fn score_all<R: RuleType>(
        &mut self,
        board: &Board<R>,
        tables: &Tables,
        history: &History,
        hold: Option<&PointSet>,
    ) {
        let features = self.hints.features;
        let counter =
            history.counter(self.side, self.hints.before).filter(|_| features.has(Features::COUNTER_MOVES));
        let killers = self.hints.killers.map(|killer| killer.filter(|_| features.has(Features::KILLERS)));
        // A product is much faster than a quotient.
        let of_history =
            if features.has(Features::HISTORY) { (1 << 16) / self.hints.history_divisor } else { 0 };
        let points = hold.copied().unwrap_or_else(|| board.candidates());
        let mut best_score = self.best_score;
        for point in &points {
            let score = self.score(board, tables, point);
            best_score = best_score.max(score);
            if Some(point) == self.hints.table {
                continue;
            }
            let mut order = score + self.stage_bonus(board.class(point, self.side));
            order += (history.of(self.side, point) * of_history) >> 16;
            if killers.contains(&Some(point)) {
                order += self.hints.killer_bonus;
            }
            if counter == Some(point) {
                order += self.hints.counter_bonus;
            }
            debug_assert!(order.abs() <= MOST_ORDER);
            if self.moves.try_push(order << POINT_BITS | point.index() as i32).is_err() {
                break;
            }
        }
        self.best_score = best_score;
    }
}
