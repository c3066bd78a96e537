//! The parts of the board, one by one: `cargo bench -p tengen-core`.
#![allow(missing_docs)]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tengen_core::board::Board;
use tengen_core::pattern::{PointClass, Tables};
use tengen_core::rule::{Freestyle, Renju, Rule, RuleType, Standard};
use tengen_core::{Colour, Point, Size, analysis, threat};

/// A crowded middle game: forty stones, each near another.
fn middle_game<R: RuleType>() -> Board<R> {
    let mut random = fastrand::Rng::with_seed(8);
    let mut board = Board::<R>::new(Size::FIFTEEN);
    while board.ply() < 40 {
        let points: Vec<Point> = board
            .candidates()
            .iter()
            .filter(|p| Colour::BOTH.iter().all(|side| board.class(*p, *side) < PointClass::SimpleFour))
            .collect();
        board.play(points[random.usize(..points.len())]);
    }
    board
}

fn tables(c: &mut Criterion) {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        c.bench_function(&format!("build the tables of {rule}"), |b| {
            b.iter(|| Tables::build(black_box(rule)))
        });
    }
}

fn pairs<R: RuleType>(c: &mut Criterion) {
    let mut board = middle_game::<R>();
    let points: Vec<Point> = board.candidates().iter().collect();
    let mut next = points.iter().cycle();
    c.bench_function(&format!("play and undo, {}", R::RULE), |b| {
        b.iter(|| {
            board.play(*next.next().expect("a cycle has no end"));
            board.undo()
        });
    });
}

fn queries(c: &mut Criterion) {
    let board = middle_game::<Freestyle>();
    c.bench_function("scan from scratch", |b| b.iter(|| board.rescanned()));
    c.bench_function("fork", |b| b.iter(|| board.fork()));
    c.bench_function("clone with history", |b| {
        b.iter_batched(|| (), |()| board.clone(), BatchSize::SmallInput)
    });
    c.bench_function("candidates", |b| b.iter(|| board.candidates()));
    c.bench_function("points of a class", |b| b.iter(|| board.points(Colour::Black, PointClass::DoubleTwo)));
    c.bench_function("digest", |b| b.iter(|| board.digest()));
    c.bench_function("analyse", |b| b.iter(|| analysis::analyse(&board)));
    c.bench_function("threats", |b| {
        b.iter_batched(
            || board.fork(),
            |mut board| threat::threats(&mut board, Colour::Black),
            BatchSize::SmallInput,
        )
    });
    let renju = middle_game::<Renju>();
    c.bench_function("forbidden points", |b| b.iter(|| renju.forbidden_points()));
}

criterion_group!(parts, tables, pairs::<Freestyle>, pairs::<Standard>, pairs::<Renju>, queries);
criterion_main!(parts);
