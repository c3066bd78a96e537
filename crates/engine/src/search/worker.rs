//! One thread of the search: its board, what it has learned, and when it has to stop.

use crate::clock::Budget;
use crate::engine::Control;
use crate::features::Features;
use crate::params::Params;
use crate::request::Options;
use crate::score::Score;
use crate::search::gleanings::Gleanings;
use crate::search::history::History;
use crate::search::{Memory, ONE};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tengen_core::board::Dilation;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, Position};
use tengen_eval::tables::threats;
use tengen_eval::{Evaluator, Tables};
use tengen_solver::{Claim, Vcf, VcfLimits};

/// No line is longer than this.
pub(crate) const MOST_PLIES: usize = 128;
/// Nodes between two looks at the clock. Few: a look costs little, and on a busy machine a node may take long.
const CHECK_EVERY: u64 = 32;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) control: &'a Control,
    pub(crate) tables: &'a Tables,
    pub(crate) options: &'a Options,
    pub(crate) timer: Timer,
    pub(crate) most_nodes: Option<u64>,
    /// No iteration is begun after so many.
    pub(crate) enough_nodes: Option<u64>,
    /// See [`crate::Request::valued`].
    pub(crate) valued: Option<u64>,
    /// Nodes that the threads have told of.
    pub(crate) nodes: AtomicU64,
    /// Ends all threads.
    pub(crate) stop: AtomicBool,
    /// The best move has begun to lose: the firm limit does not hold.
    pub(crate) panic: AtomicBool,
}

#[cfg(test)]
impl<'a> Shared<'a> {
    /// Without limits, under freestyle.
    pub(crate) fn without_limits(memory: &'a Memory, control: &'a Control, options: &'a Options) -> Self {
        Self {
            memory,
            control,
            tables: Tables::embedded(tengen_core::Rule::Freestyle),
            options,
            timer: Timer::new(Instant::now(), None, false),
            most_nodes: None,
            enough_nodes: None,
            valued: None,
            nodes: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            panic: AtomicBool::new(false),
        }
    }
}

/// When the search began, and how long it may take.
pub(crate) struct Timer {
    pub(crate) started: Instant,
    pub(crate) budget: Option<Budget>,
    /// Microseconds after `started` from which time counts; `u64::MAX` while pondering.
    counts_from: AtomicU64,
}

impl Timer {
    pub(crate) fn new(started: Instant, budget: Option<Budget>, is_pondering: bool) -> Self {
        let counts_from = if is_pondering { u64::MAX } else { 0 };
        Self { started, budget, counts_from: AtomicU64::new(counts_from) }
    }

    /// Time that counts, and whether it does yet.
    pub(crate) fn used(&self, control: &Control) -> Option<Duration> {
        let now = self.started.elapsed();
        let mut from = self.counts_from.load(Ordering::Relaxed);
        if from == u64::MAX {
            if control.pondering.load(Ordering::Relaxed) {
                return None;
            }
            from = now.as_micros() as u64;
            self.counts_from.store(from, Ordering::Relaxed);
        }
        Some(now.saturating_sub(Duration::from_micros(from)))
    }
}

/// What a node leaves for those below it.
#[derive(Clone)]
pub(crate) struct Frame {
    /// The static value, if it was asked for.
    pub(crate) eval: Option<Score>,
    /// The move made here, and what it made.
    pub(crate) played: Option<Point>,
    pub(crate) class: PointClass,
    pub(crate) killers: [Option<Point>; 2],
    /// A move that is not to be tried here.
    pub(crate) excluded: Option<Point>,
}

impl Frame {
    const BLANK: Self =
        Self { eval: None, played: None, class: PointClass::Generic, killers: [None; 2], excluded: None };
}

/// One thread.
pub(crate) struct Worker<'a, R: RuleType> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) board: Board<R>,
    pub(crate) eval: Evaluator<'a>,
    pub(crate) vcf: Vcf<'a>,
    pub(crate) history: History,
    pub(crate) frames: Vec<Frame>,
    /// The best line from each ply.
    pub(crate) lines: Vec<Vec<Point>>,
    pub(crate) features: Features,
    pub(crate) params: Params,
    /// Stones put in the main search.
    pub(crate) plays: u64,
    pub(crate) empties: usize,
    /// The last stones before the search: the other side's, and the own before that.
    before: [Option<Point>; 2],
    pub(crate) seldepth: usize,
    /// Plies of the running iteration.
    pub(crate) root_plies: usize,
    /// A win of this score is as good as any.
    pub(crate) good_win: Score,
    pub(crate) is_stopped: bool,
    pub(crate) gleanings: Gleanings,
    next_check: u64,
    told: u64,
    is_main: bool,
}

impl<'a, R: RuleType> Worker<'a, R> {
    pub(crate) fn new(shared: &'a Shared<'a>, position: &Position, is_main: bool) -> Self {
        let dilation = Dilation::from_caution(shared.options.caution).unwrap_or_default();
        let board = board_of::<R>(position, dilation);
        let valued = shared.valued.filter(|_| is_main);
        Self {
            gleanings: Gleanings::new(valued, board.hash()),
            shared,
            eval: Evaluator::new(shared.tables, &board),
            empties: board.empties().len(),
            board,
            vcf: Vcf::new(&shared.memory.forcing),
            history: History::new(),
            frames: vec![Frame::BLANK; MOST_PLIES + 4],
            lines: (0..MOST_PLIES + 4).map(|_| Vec::with_capacity(MOST_PLIES)).collect(),
            features: shared.options.features,
            params: shared.options.params,
            plays: 0,
            before: {
                let mut moves = position.moves().iter().rev().map(|m| m.point());
                [moves.next().flatten(), moves.next().flatten()]
            },
            seldepth: 0,
            root_plies: 0,
            good_win: if shared.options.features.has(Features::WINS_ALIKE) {
                Score::LEAST_WIN
            } else {
                Score::INFINITE
            },
            is_stopped: false,
            next_check: 0,
            told: 0,
            is_main,
        }
    }

    pub(crate) fn has(&self, feature: Features) -> bool {
        self.features.has(feature)
    }

    /// Stones put by this thread, in the main and the forcing search.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.plays + self.vcf.nodes()
    }

    /// If the game is decided, from now on the shortest win and the longest defence are of interest.
    pub(crate) fn want_better_than(&mut self, score: Score) {
        if score.is_decided() && self.has(Features::WINS_ALIKE) {
            self.good_win = self.good_win.max(Score::raw(score.value().abs() + 1));
        }
    }

    /// The last stone of the other side and the own before that, where they were put.
    #[inline]
    pub(crate) fn last_stones(&self, ply: usize) -> [Option<Point>; 2] {
        match ply {
            0 => self.before,
            1 => [self.frames[0].played, self.before[0]],
            _ => [self.frames[ply - 1].played, self.frames[ply - 2].played],
        }
    }

    /// Puts a stone.
    #[inline]
    pub(crate) fn play(&mut self, p: Point, ply: usize) {
        self.frames[ply].played = Some(p);
        self.frames[ply].class = self.board.class(p, self.board.to_move());
        self.shared.memory.table.expect(self.board.hash_after(p));
        self.board.play_with(p, &mut self.eval);
        self.plays += 1;
        self.empties -= 1;
    }

    /// Whether to stop. Looks at the clock now and then.
    #[inline]
    pub(crate) fn should_stop(&mut self) -> bool {
        if self.nodes() >= self.next_check {
            self.check();
        }
        self.is_stopped
    }

    /// Tells the others how many nodes there are, and looks whether the search has to end.
    #[cold]
    pub(crate) fn check(&mut self) {
        let shared = self.shared;
        let nodes = self.nodes();
        let total = shared.nodes.fetch_add(nodes - self.told, Ordering::Relaxed) + nodes - self.told;
        self.told = nodes;
        self.next_check = nodes + CHECK_EVERY;
        if let Some(most) = shared.most_nodes {
            if total >= most {
                self.is_stopped = true;
            }
            self.next_check = self.next_check.min(nodes + most.saturating_sub(total)).max(nodes + 1);
        }
        let is_late = || {
            let budget = shared.timer.budget?;
            let used = shared.timer.used(shared.control)?;
            let limit = if shared.panic.load(Ordering::Relaxed) { budget.hard } else { budget.firm };
            Some(used >= limit)
        };
        if self.is_main && is_late() == Some(true) {
            self.is_stopped = true;
        }
        self.is_stopped |= shared.control.stop.load(Ordering::Relaxed) || shared.stop.load(Ordering::Relaxed);
    }

    /// Keeps the line to this position, if it is its turn: its value is about to be taken.
    #[inline]
    pub(crate) fn glean(&mut self, ply: usize) {
        if self.gleanings.is_due() {
            self.gleanings.keep(self.frames[..ply].iter().map(|frame| frame.played));
        }
    }

    /// The static value of the position.
    #[inline]
    pub(crate) fn value(&self) -> Score {
        Score::of(self.eval.value(&self.board))
    }

    /// The static value, mended by how wrong it was in positions with the same threats and after the same move.
    #[inline]
    pub(crate) fn corrected(&self, value: Score, ply: usize) -> Score {
        if self.params.correction == 0 {
            return value;
        }
        let before = ply.checked_sub(1).and_then(|before| self.frames[before].played);
        let error = self.history.error(self.board.to_move(), threats(&self.board), before);
        Score::of(value.value() + error * self.params.correction / 100)
    }

    /// The search came to another score than the value said.
    pub(crate) fn correct(&mut self, error: i32, depth: i32, ply: usize) {
        if self.params.correction > 0 {
            let before = ply.checked_sub(1).and_then(|before| self.frames[before].played);
            let weight = depth.clamp(1, 8 * ONE);
            self.history.teach_error(self.board.to_move(), threats(&self.board), before, error, weight);
        }
    }

    /// A win by fours of the side to move, as a score from the root.
    #[inline]
    pub(crate) fn forced_win(&mut self, ply: usize, nodes: i32) -> Option<Score> {
        // A little more than the limit is no harm, but it must not be passed by far.
        let left = self.next_check.saturating_sub(self.nodes()).saturating_add(CHECK_EVERY);
        let limits = VcfLimits { nodes: (nodes as u64).min(left), plies: u16::MAX };
        match self.vcf.find(&mut self.board, limits) {
            Claim::Win { plies, .. } => Some(Score::win_in(ply + usize::from(plies))),
            Claim::None | Claim::Unknown => None,
        }
    }

    /// Whole plies of a depth.
    #[inline]
    pub(crate) fn plies(depth: i32) -> i32 {
        depth / ONE
    }
}

/// The board of a position with another candidate area.
fn board_of<R: RuleType>(position: &Position, dilation: Dilation) -> Board<R> {
    let mut board = Board::<R>::with_dilation(position.size(), dilation);
    for (p, colour) in position.grid().stones() {
        board.put(p, colour);
    }
    if board.to_move() != position.to_move() {
        board.pass();
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rule::Freestyle;
    use tengen_core::{Colour, Rule, Size};

    #[test]
    fn who_does_not_search_takes_no_lessons() {
        let options = Options { memory: 32 << 20, ..Options::default() };
        let (memory, control) = (Memory::new(&options), Control::default());
        let mut history = History::new();
        let centre = Size::FIFTEEN.centre();
        history.teach(Colour::Black, centre, 1000);
        memory.lessons.put(history);
        let shared = Shared::without_limits(&memory, &control, &options);
        drop(Worker::<Freestyle>::new(&shared, &Position::new(Size::FIFTEEN, Rule::Freestyle), true));
        assert_eq!(memory.lessons.take(100).of(Colour::Black, centre), 1000);
    }
}
