//! Puzzles out of games that the engine plays against itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tengen_core::{Rule, Size};
use tengen_lab::selfplay::SelfPlay;
use tengen_study::puzzles::make::{Event, Recipe, Tally, make};
use tengen_study::puzzles::{Kind, Puzzle};

fn made(threads: usize, before: &[Puzzle], count: usize) -> Vec<Puzzle> {
    let recipe = Recipe {
        rule: Rule::Freestyle,
        size: Size::FIFTEEN,
        kinds: vec![Kind::Vcf],
        count,
        seed: Some(3),
        threads,
    };
    let mut tally = Tally::default();
    let mut puzzles = before.to_vec();
    for puzzle in before {
        tally.add(puzzle).unwrap();
    }
    // Enough games for a few puzzles; the rarest band decides how many it would take to fill all.
    let call_off = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&call_off);
    let hear = |event: &Event<'_>, _: &Tally| match event {
        Event::Taken(taken) => puzzles.extend_from_slice(taken),
        Event::Game { number } if *number >= 30 => flag.store(true, std::sync::atomic::Ordering::Relaxed),
        Event::Game { .. } => {}
    };
    let games = SelfPlay::new(recipe.rule, recipe.size, 3, 3, Arc::clone(&call_off)).unwrap();
    make(&recipe, &games, &mut tally, &call_off, hear).unwrap();
    puzzles
}

#[test]
fn the_same_seed_gives_the_same_puzzles_with_any_threads_and_after_a_break() {
    let whole = made(1, &[], 30);
    assert!(whole.len() >= 2, "{}", whole.len());
    assert!(whole.iter().all(|puzzle| puzzle.check().is_ok()));
    let shared = made(3, &[], 30);
    // With more threads a game more may be through when it is called off.
    let common = whole.len().min(shared.len());
    assert_eq!(whole[..common], shared[..common]);
    let resumed = made(1, &whole[..1], 30);
    assert_eq!(resumed, whole);
}
