//! The root: which moves there are, iterations that go deeper and deeper, lines, threads, and when enough is enough.

use crate::features::Features;
use crate::report::{Answer, Report, RootEvent, Silent, Sink};
use crate::request::Request;
use crate::score::Score;
use crate::search::node::Window;
use crate::search::sight::{Sight, answers, look};
use crate::search::threats::{Checks, Outlook};
use crate::search::worker::{MOST_PLIES, Shared, Worker};
use crate::search::{ONE, STACK};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};
use tengen_solver::{Claim, VcfLimits};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    point: Point,
    /// In the running iteration; below everything if it has not been searched yet or was not better.
    score: Score,
    /// In the one before.
    previous: Score,
    line: Vec<Point>,
    seldepth: usize,
}

/// Iterations of one thread.
struct Root<'w, 'a, R: RuleType> {
    worker: Worker<'a, R>,
    moves: Vec<RootMove>,
    lines: usize,
    /// A win by fours, found before the first iteration.
    known_win: Option<(Score, Vec<Point>)>,
    sink: &'w mut dyn Sink,
    /// Plies of the last finished iteration.
    finished: u32,
    /// How often the best move has stayed the same.
    stable: u32,
    reports: Vec<Report>,
    /// What was looked at along the best lines.
    checks: Checks,
}

/// The deepest iteration.
const MOST_ITERATIONS: u32 = MOST_PLIES as u32 - 8;
/// Stones that the forcing search may put before the first iteration, and for each millisecond that there is.
const FIRST_LOOK: u64 = 200_000;
const FIRST_LOOK_PER_MS: u64 = 100;
/// Best lines of fewer plies change too often to be looked at.
const FIRST_CHECKED: u32 = 6;
/// A fall of the score that asks for more time.
const FALL: i32 = 60;

/// Thinks about a position under one rule.
pub(crate) fn think<R: RuleType>(shared: &Shared, request: &Request, sink: &mut dyn Sink) -> Answer {
    let mut worker = Worker::<R>::new(shared, &request.position, true);
    let points = root_points(&mut worker.board, request);
    if points.is_empty() {
        return answer(shared, Vec::new(), Score::EVEN, Vec::new());
    }
    if points.len() == 1 && request.limits.clock.is_some() && !request.ponder {
        return only_move(&mut worker, points, sink);
    }
    let threads = shared.options.threads.max(1);
    let most = request.limits.depth.unwrap_or(MOST_ITERATIONS).clamp(1, MOST_ITERATIONS);
    let mut valued = Vec::new();
    let results = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|number| {
                let points = points.clone();
                let help = move || {
                    let worker = Worker::<R>::new(shared, &request.position, false);
                    let mut silent = Silent;
                    let mut root = Root::new(worker, &points, request.lines, &mut silent);
                    root.iterate(most, 1 + number as u32 % 2);
                    root.worker.check();
                    let result = root.result();
                    shared.memory.lessons.put(root.worker.history);
                    result
                };
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help)
            })
            .collect();
        let mut root = Root::new(worker, &points, request.lines, sink);
        root.sink.root(RootEvent::Best(root.moves[0].point));
        root.look_for_fours();
        root.look_for_threats();
        root.seat_known_win();
        root.iterate(most, 1);
        root.wait_if_pondering();
        root.worker.check();
        shared.stop.store(true, Ordering::Relaxed);
        let mut results = vec![root.result()];
        valued = std::mem::take(&mut root.worker.gleanings.lines);
        shared.memory.lessons.put(root.worker.history);
        // A thread that the system did not give is missed, no more.
        results.extend(helpers.into_iter().flatten().filter_map(|helper| helper.join().ok()));
        results
    });
    let best = best_of(results);
    Answer { valued, ..answer(shared, vec![best.point], best.score, best.lines) }
}

/// The only move is answered at once, with what is seen at sight.
fn only_move<R: RuleType>(worker: &mut Worker<R>, points: Vec<Point>, sink: &mut dyn Sink) -> Answer {
    let score = match look(&mut worker.board, true) {
        Sight::Won(plies, _) => Score::win_in(plies),
        Sight::Lost(plies) => Score::loss_in(plies),
        Sight::Danger(attacks) if answers(&mut worker.board, attacks).is_none() => Score::loss_in(4),
        Sight::Forced(_) | Sight::Hold(_) | Sight::Danger(_) | Sight::Open => worker.value(),
    };
    let elapsed = worker.shared.timer.started.elapsed();
    let report =
        Report { depth: 1, seldepth: 1, line: 1, lines: 1, nodes: 0, elapsed, score, pv: points.clone() };
    sink.report(&report);
    answer(worker.shared, points, score, vec![report])
}

/// What a thread found.
struct Found {
    point: Point,
    score: Score,
    depth: u32,
    lines: Vec<Report>,
}

/// The main thread's move, unless another one looked deeper and liked its own better.
fn best_of(results: Vec<Found>) -> Found {
    let mut results = results.into_iter();
    let Some(main) = results.next() else { unreachable!("the main thread always has a result") };
    results.fold(main, |best, other| {
        let is_deeper = other.depth > best.depth && !other.score.is_loss() && !best.score.is_win();
        let is_won = other.score.is_win() && other.score > best.score;
        if (is_deeper && other.score > best.score) || is_won {
            Found { lines: if other.lines.is_empty() { best.lines } else { other.lines }, ..other }
        } else {
            best
        }
    })
}

pub(crate) fn answer(shared: &Shared, moves: Vec<Point>, score: Score, lines: Vec<Report>) -> Answer {
    let nodes = shared.nodes.load(Ordering::Relaxed);
    let elapsed = shared.timer.started.elapsed();
    Answer { moves, score, lines, nodes, elapsed, valued: Vec::new() }
}

/// The moves that may be chosen, in the order of the board.
pub(crate) fn root_points<R: RuleType>(board: &mut Board<R>, request: &Request) -> Vec<Point> {
    let us = board.to_move();
    let is_wanted =
        |p: &Point| request.only.as_ref().is_none_or(|only| only.contains(p)) && !request.without.contains(p);
    let allowed = |board: &Board<R>, points: tengen_core::board::PointSet| -> Vec<Point> {
        let may_open = |p: &Point| {
            request.position.opening().allows(request.position.stone_count(), *p, request.position.size())
        };
        points.iter().filter(|p| board.is_legal(*p, us) && is_wanted(p) && may_open(p)).collect()
    };
    // The moves that win or hold, if there are any among the wanted ones.
    let sight = look(board, false);
    let seen = match sight {
        Sight::Won(_, first) if request.lines == 1 => vec![first],
        Sight::Forced(answer) => vec![answer],
        Sight::Hold(points) => allowed(board, points),
        Sight::Danger(attacks) => {
            let points = answers(board, attacks).unwrap_or_default();
            allowed(board, points)
        }
        Sight::Won(..) | Sight::Lost(_) | Sight::Open => Vec::new(),
    };
    let seen: Vec<Point> = seen.into_iter().filter(is_wanted).collect();
    if !seen.is_empty() {
        return seen;
    }
    let near = if request.only.is_some() { board.empties() } else { board.candidates() };
    let near = allowed(board, near);
    // Where everything near is forbidden, blocked or outside the opening, any other point will do.
    if near.is_empty() { allowed(board, board.empties()) } else { near }
}

impl<'w, 'a, R: RuleType> Root<'w, 'a, R> {
    fn new(mut worker: Worker<'a, R>, points: &[Point], lines: usize, sink: &'w mut dyn Sink) -> Self {
        // Where a move is answered at once nothing is learned, and nothing forgotten.
        worker.history = worker.shared.memory.lessons.take(worker.params.history_kept);
        let us = worker.board.to_move();
        let tables = worker.eval.tables();
        let mut points = points.to_vec();
        let nearness = tables.nearness(us, worker.last_stones(0));
        points.sort_by_key(|p| -tables.point_score(&worker.board, *p, us) - nearness.score(*p));
        let unknown = -Score::INFINITE;
        let moves: Vec<RootMove> = points
            .iter()
            .map(|p| RootMove { point: *p, score: unknown, previous: unknown, line: vec![*p], seldepth: 0 })
            .collect();
        let lines = lines.clamp(1, moves.len());
        Self {
            worker,
            moves,
            lines,
            known_win: None,
            sink,
            finished: 0,
            stable: 0,
            reports: Vec::new(),
            checks: Checks::default(),
        }
    }

    /// Before the first iteration: is there a win by fours?
    fn look_for_fours(&mut self) {
        let shared = self.worker.shared;
        if !self.worker.has(Features::FORCING_LEAVES) {
            return;
        }
        let of_time =
            shared.timer.budget.map_or(FIRST_LOOK, |b| b.hard.as_millis() as u64 * FIRST_LOOK_PER_MS);
        let of_nodes = shared.most_nodes.map_or(FIRST_LOOK, |nodes| nodes / 4);
        let limits = VcfLimits { nodes: FIRST_LOOK.min(of_time).min(of_nodes), plies: u16::MAX };
        let worker = &mut self.worker;
        if let Claim::Win { first, plies } = worker.vcf.find(&mut worker.board, limits)
            && self.moves.iter().any(|m| m.point == first)
        {
            let line = worker.vcf.line(&mut worker.board, limits);
            let score = Score::win_in(usize::from(plies).max(line.len()));
            self.known_win = Some((score, if line.is_empty() { vec![first] } else { line }));
            self.sink.root(RootEvent::Best(first));
        }
    }

    /// Before the first iteration: is there a win by threats, and does the other side threaten one?
    fn look_for_threats(&mut self) {
        if self.known_win.is_some() || !self.worker.has(Features::THREATS) {
            return;
        }
        // With more lines, what loses is of interest, too.
        if self.lines == 1 {
            self.checks = Checks::new(self.worker.threat_positions(self.worker.params.check_share));
        }
        let positions = self.worker.threat_positions(self.worker.params.threat_share);
        match self.worker.look_ahead(positions) {
            Outlook::Won(first, plies) if self.moves.iter().any(|m| m.point == first) => {
                self.known_win = Some((Score::win_in(plies.into()), vec![first]));
                self.sink.root(RootEvent::Best(first));
            }
            Outlook::Danger(holding)
                if self.lines == 1 && self.moves.iter().any(|m| holding.contains(m.point)) =>
            {
                self.moves.retain(|m| holding.contains(m.point));
                self.sink.root(RootEvent::Best(self.moves[0].point));
            }
            Outlook::Won(..) | Outlook::Danger(_) | Outlook::Open => {}
        }
    }

    /// Goes deeper and deeper until a limit is met or there is nothing more to find.
    fn iterate(&mut self, most: u32, from: u32) {
        for depth in from..=most {
            if self.worker.should_stop() || !self.is_worth_going_on(depth) {
                break;
            }
            self.look_along_line();
            self.worker.root_plies = depth as usize;
            self.sink.root(RootEvent::NewDepth(depth));
            let best_before = self.moves[0].point;
            for root_move in &mut self.moves {
                root_move.previous = root_move.score;
            }
            for line in 0..self.lines {
                self.search_line(line, depth);
                if self.worker.is_stopped {
                    break;
                }
            }
            self.worker.shared.panic.store(false, Ordering::Relaxed);
            self.seat_known_win();
            self.stable = if self.moves[0].point == best_before { self.stable + 1 } else { 0 };
            if self.worker.is_stopped {
                break;
            }
            // A line that was searched later may have turned out better.
            self.moves[..self.lines].sort_by_key(|m| -m.score.value());
            self.finished = depth;
            self.report(depth);
            self.worker.want_better_than(self.moves[0].score);
        }
        if self.reports.is_empty() {
            self.report(self.finished.max(1));
        }
    }

    /// The move of a known win comes first, with its line, so that it is there once.
    fn seat_known_win(&mut self) {
        let Some((win, line)) = &self.known_win else { return };
        let Some(at) = self.moves.iter().position(|m| m.point == line[0]) else { return };
        if self.moves[at].score <= *win {
            self.moves[at].score = *win;
            self.moves[at].line.clone_from(line);
        }
        if self.moves[0].score <= self.moves[at].score {
            self.moves[..=at].rotate_right(1);
        }
        self.worker.want_better_than(*win);
    }

    /// Looks along the best line for winning threats that the search has not seen.
    fn look_along_line(&mut self) {
        if self.finished >= FIRST_CHECKED && self.known_win.is_none() && !self.moves[0].score.is_decided() {
            self.worker.look_along(&self.moves[0].line, &mut self.checks);
        }
    }

    /// Whether another iteration is likely to change anything, and to be finished.
    fn is_worth_going_on(&self, depth: u32) -> bool {
        if self.finished == 0 {
            return true;
        }
        let best = self.moves[0].score;
        // A decided game: until no shorter win and no longer defence can be hidden.
        if self.lines == 1 && best.mate().is_some_and(|plies| plies.unsigned_abs() < depth) {
            return false;
        }
        let shared = self.worker.shared;
        if shared.enough_nodes.is_some_and(|enough| shared.nodes.load(Ordering::Relaxed) >= enough) {
            return false;
        }
        let (Some(budget), Some(used)) = (shared.timer.budget, shared.timer.used(shared.control)) else {
            return true;
        };
        if budget.soft == budget.hard {
            // A win is good enough before all time is used up.
            let has_won = self.lines == 1 && best.is_win();
            return used < if has_won { budget.hard / 4 } else { budget.hard };
        }
        let fall = (self.moves[0].previous.value() - self.moves[0].score.value()).clamp(0, 4 * FALL);
        let percent = 100 - 10 * self.stable.min(5) + (fall * 100 / (2 * FALL)) as u32;
        let percent = if best.is_win() { 25 } else { percent };
        used < (budget.soft * percent / 100).min(budget.firm)
    }

    /// Searches for the best of the moves from `first` on, in a window around the score of the iteration before.
    fn search_line(&mut self, first: usize, depth: u32) {
        let before = self.moves[first].previous;
        let mut width = self.worker.params.aspiration;
        let has_window = self.worker.has(Features::ASPIRATION) && depth >= 4 && !before.is_decided();
        let (mut low, mut high) = (-Score::INFINITE, Score::INFINITE);
        if has_window {
            (low, high) = (Score::of(before.value() - width), Score::of(before.value() + width));
        }
        // With a win in hand only a shorter one is of interest.
        if first == 0
            && self.lines == 1
            && let Some((win, _)) = &self.known_win
        {
            (low, high) = (*win, Score::INFINITE);
        }
        loop {
            let best = self.search_moves(first, low, high, depth);
            self.moves[first..].sort_by_key(|m| -m.score.value());
            if self.worker.is_stopped {
                return;
            }
            width *= 3;
            if best <= low && low > -Score::INFINITE {
                if self.known_win.is_some() && first == 0 && self.lines == 1 {
                    return;
                }
                self.look_out(first, best);
                high = if high == Score::INFINITE {
                    high
                } else {
                    Score::of(i32::midpoint(low.value(), high.value()))
                };
                low = if width > 400 { -Score::INFINITE } else { Score::of(best.value() - width) };
            } else if best >= high && high < Score::INFINITE {
                high = if width > 400 { Score::INFINITE } else { Score::of(best.value() + width) };
            } else {
                return;
            }
        }
    }

    /// The best move has fallen: time beyond the firm limit may be used until another one holds.
    fn look_out(&mut self, first: usize, best: Score) {
        let fall = self.moves[first].previous.value() - best.value();
        let is_bad = best.is_loss() || fall > FALL;
        if first == 0 && is_bad && self.worker.has(Features::PANIC) {
            self.worker.shared.panic.store(true, Ordering::Relaxed);
        }
    }

    /// One pass over the moves from `first` on.
    fn search_moves(&mut self, first: usize, low: Score, high: Score, depth: u32) -> Score {
        let mut alpha = low;
        let mut best = -Score::INFINITE;
        for i in first..self.moves.len() {
            self.moves[i].score = -Score::INFINITE;
        }
        for i in first..self.moves.len() {
            let point = self.moves[i].point;
            self.sink.root(RootEvent::Searching(point));
            let score = self.search_move(point, alpha, high, depth, i - first);
            if self.worker.is_stopped {
                // What was found so far stands; moves not reached keep what they had.
                self.keep_order(first, i);
                return best;
            }
            self.sink.root(RootEvent::Searched(point));
            if score.is_loss() {
                self.sink.root(RootEvent::Lost(point));
            }
            best = best.max(score);
            if i == first || score > alpha {
                let worker = &self.worker;
                let root_move = &mut self.moves[i];
                root_move.score = score;
                root_move.seldepth = worker.seldepth;
                root_move.line.clear();
                root_move.line.push(point);
                root_move.line.extend_from_slice(&worker.lines[1]);
            }
            if score > alpha {
                alpha = score;
                if first == 0 {
                    self.sink.root(RootEvent::Best(point));
                    // Something holds.
                    if !score.is_loss() && self.moves[first].previous.value() - score.value() <= FALL {
                        self.worker.shared.panic.store(false, Ordering::Relaxed);
                    }
                }
                if score >= high {
                    break;
                }
            }
        }
        best
    }

    /// One move of the root.
    fn search_move(&mut self, point: Point, alpha: Score, beta: Score, depth: u32, number: usize) -> Score {
        let worker = &mut self.worker;
        let sum = worker.eval.sum();
        let deep = (depth as i32 - 1) * ONE;
        worker.seldepth = 0;
        worker.lines[1].clear();
        worker.frames[0].eval = Some(worker.value());
        worker.play(point, 0);
        let whole = Window { alpha: -beta, beta: -alpha, depth: deep };
        let mut score;
        if number == 0 {
            score = -worker.search::<true>(whole, 1, false);
        } else {
            let reduction = if number >= 4 && depth >= 4 && worker.has(Features::REDUCTIONS) {
                super::reductions::of(depth as i32 * ONE, number as i32, worker.params.root_slope)
            } else {
                0
            };
            let narrow =
                Window { alpha: -Score::raw(alpha.value() + 1), beta: -alpha, depth: deep - reduction };
            score = -worker.search::<false>(narrow, 1, true);
            if score > alpha && reduction > 0 {
                score = -worker.search::<false>(Window { depth: deep, ..narrow }, 1, false);
            }
            if score > alpha && !worker.is_stopped {
                score = -worker.search::<true>(whole, 1, false);
            }
        }
        worker.unplay(sum);
        score
    }

    /// The iteration ends in the middle, while move `at` is searched: if the first move was finished, what is best so far
    /// stands, else nothing of this pass does.
    fn keep_order(&mut self, first: usize, at: usize) {
        if at == first {
            for root_move in &mut self.moves[first..] {
                root_move.score = root_move.previous;
            }
        }
    }

    /// Tells of the finished iteration.
    fn report(&mut self, depth: u32) {
        self.worker.check();
        let shared = self.worker.shared;
        let (nodes, elapsed) = (shared.nodes.load(Ordering::Relaxed), shared.timer.started.elapsed());
        let mut reports = Vec::with_capacity(self.lines);
        for number in 0..self.lines {
            let (score, pv, seldepth) = self.line(number);
            reports.push(Report {
                depth,
                seldepth: seldepth.max(depth as usize) as u32,
                line: number + 1,
                lines: self.lines,
                nodes,
                elapsed,
                score,
                pv,
            });
        }
        for report in &reports {
            self.sink.report(report);
        }
        self.reports = reports;
    }

    /// Score and moves of a line. A won line is shown to its five.
    fn line(&mut self, number: usize) -> (Score, Vec<Point>, usize) {
        let RootMove { score, line, seldepth, previous, .. } = self.moves[number].clone();
        let score = if score == -Score::INFINITE { previous.max(-Score::LARGEST) } else { score };
        let line = if score.is_win() { self.continued(line) } else { line };
        (score, line, seldepth)
    }

    /// Continues a line that ends where a win by fours was seen.
    fn continued(&mut self, mut line: Vec<Point>) -> Vec<Point> {
        let worker = &mut self.worker;
        let mut played = 0;
        for p in &line {
            if worker.board.winner().is_some() || !worker.board.is_empty(*p) {
                break;
            }
            worker.board.play(*p);
            played += 1;
        }
        // The winner is to move after an even number of moves.
        if worker.board.winner().is_none() && played == line.len() && played % 2 == 0 {
            let limits = VcfLimits { nodes: 2000, plies: u16::MAX };
            line.extend(worker.vcf.line(&mut worker.board, limits));
        }
        for _ in 0..played {
            worker.board.undo();
        }
        line
    }

    /// On the opponent's time nothing is answered before the opponent has moved.
    fn wait_if_pondering(&mut self) {
        let shared = self.worker.shared;
        while shared.timer.used(shared.control).is_none() && !shared.control.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The best move, of an unfinished iteration, too; where several lines are wanted, the first of them, so that it stands before the
    /// others.
    fn result(&mut self) -> Found {
        let (mut score, mut line, _) = self.line(0);
        let lines = std::mem::take(&mut self.reports);
        if lines.len() > 1 {
            (score, line) = (lines[0].score, lines[0].pv.clone());
        }
        Found { point: line[0], score, depth: self.finished, lines }
    }
}
