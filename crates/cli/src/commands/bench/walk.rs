//! Walking games and their neighbourhoods, timed, and checked against boards scanned from scratch.

use super::games::Walk;
use anyhow::ensure;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::board::{Board, Observer, PotentialLine};
use tengen_core::pattern::Tables;
use tengen_core::rule::RuleType;
use tengen_core::{Direction, Point};

/// What to walk and how.
pub(crate) struct Plan<'a> {
    pub(crate) walks: &'a [Walk],
    pub(crate) threads: usize,
    pub(crate) time: Duration,
    pub(crate) is_portable: bool,
}

/// What came out.
pub(crate) struct Measured {
    pub(crate) pairs_per_second: f64,
    pub(crate) changes_per_play: f64,
    pub(crate) table_bytes: usize,
    pub(crate) table_ms: f64,
    pub(crate) checksum: u64,
}

/// The sum of the changed entries, in an order-free way.
#[derive(Default)]
struct Changes(u64);

impl Changes {
    #[inline(always)]
    fn product(p: Point, direction: Direction, old: PotentialLine, new: PotentialLine) -> u64 {
        let place = (p.index() | (direction as usize) << 10) as u64;
        let change = place << 16 | u64::from(u16::from_le_bytes([old.code(), new.code()]));
        change.wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    #[inline(always)]
    fn add(&mut self, p: Point, direction: Direction, old: PotentialLine, new: PotentialLine) {
        self.0 = self.0.wrapping_add(Self::product(p, direction, old, new));
    }
}

impl Observer for Changes {
    #[inline(always)]
    fn lines_gone(&mut self, p: Point, lines: [PotentialLine; 4]) {
        // Without a branch, since no processor could guess it: an entry that was nothing adds nothing.
        for (direction, line) in Direction::ALL.into_iter().zip(lines) {
            let is_change = u64::from(line != PotentialLine::NONE);
            let product = Self::product(p, direction, line, PotentialLine::NONE);
            self.0 = self.0.wrapping_add(is_change * product);
        }
    }

    #[inline(always)]
    fn line_changed(&mut self, p: Point, direction: Direction, old: PotentialLine, new: PotentialLine) {
        self.add(p, direction, old, new);
    }
}

/// What a walk adds up.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Total {
    pairs: u64,
    checksum: u64,
}

impl Total {
    #[inline(always)]
    fn add(&mut self, changes: &Changes, digest: u64) {
        self.pairs += 1;
        self.checksum = self.checksum.rotate_left(5) ^ changes.0.wrapping_add(digest);
    }
}

/// Builds the tables, checks the walk once, and times it on every thread.
pub(crate) fn measure<R: RuleType>(plan: &Plan) -> anyhow::Result<Measured> {
    let started = Instant::now();
    let tables = Tables::build(R::RULE);
    let table_ms = started.elapsed().as_secs_f64() * 1e3;
    let (expected, changes) = walk_scanning::<R>(plan.walks);
    let mut total = Total::default();
    for game in plan.walks {
        walk::<R>(game, plan.is_portable, &mut total);
    }
    ensure!(
        total == expected,
        "the incremental board and the scan from scratch disagree under {}: {total:?}, not {expected:?}",
        R::RULE
    );
    Ok(Measured {
        pairs_per_second: best_rate::<R>(plan, total)?,
        changes_per_play: changes as f64 / total.pairs as f64,
        table_bytes: tables.bytes().0 + tables.bytes().1,
        table_ms,
        checksum: total.checksum,
    })
}

/// The walk that is timed: one game and its neighbourhood.
fn walk<R: RuleType>(game: &Walk, is_portable: bool, total: &mut Total) {
    let mut board = Board::<R>::new(game.size);
    if is_portable {
        board = board.portable();
    }
    for point in &game.points {
        for p in board.candidates() {
            let mut changes = Changes::default();
            board.play_with(p, &mut changes);
            total.add(&changes, board.digest() ^ board.hash());
            board.undo();
        }
        board.play(*point);
    }
}

/// The same walk with every board scanned from scratch, and the changes found by comparing the scans; also their number.
fn walk_scanning<R: RuleType>(walks: &[Walk]) -> (Total, u64) {
    let mut total = Total::default();
    let mut count = 0;
    for game in walks {
        let mut board = Board::<R>::new(game.size);
        for point in &game.points {
            let before = board.rescanned();
            for p in before.candidates() {
                board.play(p);
                let after = board.rescanned();
                let mut changes = Changes::default();
                for q in game.size.points() {
                    for direction in Direction::ALL {
                        let (old, new) = (before.potential(q, direction), after.potential(q, direction));
                        if old != new {
                            changes.add(q, direction, old, new);
                            count += 1;
                        }
                    }
                }
                total.add(&changes, after.digest() ^ after.hash());
                board.undo();
            }
            board.play(*point);
        }
    }
    (total, count)
}

/// Walks the games again and again until the time is up. Each game counts with its best time, so that other work on
/// the machine counts least; with several threads a game is over when all have walked it.
fn best_rate<R: RuleType>(plan: &Plan, expected: Total) -> anyhow::Result<f64> {
    let barrier = Barrier::new(plan.threads);
    let is_over = AtomicBool::new(false);
    let is_wrong = AtomicBool::new(false);
    // Walks every game once with all the others; false when the time is up.
    let round = |best: &mut [Duration]| {
        let mut total = Total::default();
        barrier.wait();
        if is_over.load(Ordering::Relaxed) {
            return false;
        }
        for (game, best) in plan.walks.iter().zip(best) {
            barrier.wait();
            let started = Instant::now();
            walk::<R>(game, plan.is_portable, &mut total);
            barrier.wait();
            *best = started.elapsed().min(*best);
        }
        // Told when all are done: a thread that gave up here would leave the others waiting.
        is_wrong.fetch_or(total != expected, Ordering::Relaxed);
        true
    };
    let mut best = vec![Duration::MAX; plan.walks.len()];
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 1..plan.threads {
            scope.spawn(|| while round(&mut vec![Duration::MAX; plan.walks.len()]) {});
        }
        while round(&mut best) {
            is_over.store(started.elapsed() >= plan.time, Ordering::Relaxed);
        }
    });
    ensure!(!is_wrong.into_inner(), "a walk under {} came out differently the second time", R::RULE);
    Ok(expected.pairs as f64 * plan.threads as f64 / best.iter().sum::<Duration>().as_secs_f64())
}
