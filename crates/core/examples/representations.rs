//! Pairs of play and undo a second of the three boards on the same games:
//! `cargo run --release -p tengen-core --example representations`.
//!
//! They do not do the same work. The inverse and the rotated board keep one entry a line; the flagship turns its
//! entries into point classes, counters, planes, hash and candidates as well.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;
use tengen_core::board::Board;
use tengen_core::inverse::InverseBoard;
use tengen_core::inverse::status::LineTable;
use tengen_core::rotated::RotatedBoard;
use tengen_core::rotated::threat::ThreatTable;
use tengen_core::rule::Freestyle;
use tengen_core::{Point, Size};

/// Games of 60 stones, each but the first next to another: crowded, as in real play.
fn games(count: usize) -> Vec<Vec<Point>> {
    let mut random = fastrand::Rng::with_seed(15);
    let is_near = |p: Point, q: Point| p.x().abs_diff(q.x()).max(p.y().abs_diff(q.y())) <= 2;
    (0..count)
        .map(|_| {
            let mut moves = vec![Size::FIFTEEN.centre()];
            while moves.len() < 60 {
                let near = |p: &Point| !moves.contains(p) && moves.iter().any(|q| is_near(*p, *q));
                let points: Vec<Point> = Size::FIFTEEN.points().filter(near).collect();
                moves.push(points[random.usize(..points.len())]);
            }
            moves
        })
        .collect()
}

/// After each move of each game, plays and takes back every later move of the game, then goes on:
/// the stones of a search tree rather than of one line.
fn walk<B>(board: &mut B, games: &[Vec<Point>], play: impl Fn(&mut B, Point), undo: impl Fn(&mut B)) -> u64 {
    let mut pairs = 0;
    for game in games {
        for (ply, p) in game.iter().enumerate() {
            for q in &game[ply..] {
                play(board, *q);
                undo(board);
                pairs += 1;
            }
            play(board, *p);
        }
        for _ in game {
            undo(board);
        }
        pairs += game.len() as u64;
    }
    pairs
}

/// Runs the contenders in turns and prints the best round of each: other programs only ever slow one down.
fn race(rounds: usize, contenders: &mut [(&str, &mut dyn FnMut() -> u64)]) {
    let mut best = vec![0f64; contenders.len()];
    for _ in 0..rounds {
        for ((_, run), best) in contenders.iter_mut().zip(&mut best) {
            let start = Instant::now();
            let pairs = run();
            *best = best.max(pairs as f64 / start.elapsed().as_secs_f64());
        }
    }
    for ((name, _), best) in contenders.iter().zip(best) {
        println!("{name:<18} {:6.2} million pairs a second", best / 1e6);
    }
}

fn main() {
    let start = Instant::now();
    black_box(LineTable::shared());
    println!("status table in {:?}", start.elapsed());
    let start = Instant::now();
    black_box(ThreatTable::shared());
    println!("threat table in {:?}", start.elapsed());

    let games = games(20);
    let mut native = InverseBoard::new();
    let mut portable = InverseBoard::new().portable();
    let mut rotated = RotatedBoard::new();
    let native_name = if native.is_native() { "inverse, pext" } else { "inverse" };
    let mut flagship = Board::<Freestyle>::new(Size::FIFTEEN);
    let mut plain = flagship.clone().portable();
    let undo_flagship = |board: &mut Board<Freestyle>| {
        black_box(board.undo());
    };
    let undo_inverse = |board: &mut InverseBoard| {
        black_box(board.undo());
    };
    let undo_rotated = |board: &mut RotatedBoard| {
        black_box(board.undo());
    };
    race(
        300,
        &mut [
            (native_name, &mut || walk(&mut native, &games, InverseBoard::play, undo_inverse)),
            ("inverse, portable", &mut || walk(&mut portable, &games, InverseBoard::play, undo_inverse)),
            ("flagship", &mut || walk(&mut flagship, &games, Board::play, undo_flagship)),
            ("flagship, portable", &mut || walk(&mut plain, &games, Board::play, undo_flagship)),
            ("rotated", &mut || walk(&mut rotated, &games, RotatedBoard::play, undo_rotated)),
        ],
    );
    black_box((
        native.checksum(),
        portable.checksum(),
        rotated.checksum(),
        flagship.digest(),
        plain.digest(),
    ));
}
