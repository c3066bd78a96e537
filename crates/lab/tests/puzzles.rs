//! The project's own puzzles: every proof is checked again, and what the collection promises is counted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Rule, Size, Symmetry};
use tengen_lab::puzzles::decide::decide;
use tengen_lab::puzzles::make::{Collection, Event, Recipe, Source, make};
use tengen_lab::puzzles::{Band, HARD_PLIES, Kind, Puzzle, PuzzleError, key};

fn read(text: &str) -> Vec<Puzzle> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn collection() -> Vec<Puzzle> {
    let mut puzzles = read(include_str!("../../../data/puzzles/vcf.jsonl"));
    puzzles.extend(read(include_str!("../../../data/puzzles/vct.jsonl")));
    puzzles
}

#[test]
fn every_puzzle_has_its_proof() {
    for puzzle in collection() {
        assert_eq!(puzzle.check(), Ok(()), "{}", puzzle.id);
    }
}

#[test]
fn no_two_puzzles_are_the_same_or_have_the_same_name() {
    let mut keys = HashMap::new();
    let mut ids = HashSet::new();
    for puzzle in collection() {
        let twin = keys.insert(key(&puzzle.position().unwrap()), puzzle.id.clone());
        assert_eq!(twin, None, "{}", puzzle.id);
        assert!(ids.insert(puzzle.id.clone()), "{}", puzzle.id);
    }
}

#[test]
fn there_are_enough_of_every_kind_and_band_and_the_hardest_are_long() {
    let mut puzzles = collection();
    assert!(puzzles.len() >= 500, "{}", puzzles.len());
    for kind in Kind::ALL {
        for band in Band::ALL {
            let count = puzzles.iter().filter(|p| (p.goal, p.band) == (kind, band)).count();
            assert!(count >= 50, "{kind:?} {band:?}: {count}");
        }
    }
    puzzles.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.nodes));
    assert!(puzzles[..100].iter().all(|puzzle| puzzle.plies >= HARD_PLIES));
}

/// The searches of the maker say so again; by fours the length is the same, too. (Effort, and the length of a tree of threats,
/// are those of the solver that made the puzzle.)
#[test]
fn the_first_move_is_the_only_one() {
    for puzzle in &collection() {
        let position = puzzle.position().unwrap();
        let found = decide(&position, &Kind::ALL).unwrap_or_else(|| panic!("{} is no puzzle", puzzle.id));
        let first = point_name(found.first, position.size(), Origin::Bottom);
        assert_eq!((found.kind, first.as_str()), (puzzle.goal, puzzle.first.as_str()), "{}", puzzle.id);
        assert!(found.kind == Kind::Vct || found.plies == puzzle.plies, "{}", puzzle.id);
    }
}

#[test]
fn images_of_a_position_have_the_same_key() {
    let puzzles = collection();
    for puzzle in puzzles.iter().step_by(50) {
        let position = puzzle.position().unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(key(&position.transformed(symmetry)), key(&position));
        }
    }
}

#[test]
fn a_puzzle_that_was_tampered_with_is_found_out() {
    let puzzle = collection().swap_remove(0);
    let other_first = puzzle.black.iter().chain(&puzzle.white).next().unwrap().clone();
    let mut broken = Puzzle { first: other_first.clone(), ..puzzle.clone() };
    assert_eq!(broken.check(), Err(PuzzleError::OtherMove(other_first)));
    broken = puzzle.clone();
    broken.black.pop();
    assert_eq!(broken.check(), Err(PuzzleError::OtherClaim));
    broken = Puzzle { nodes: u64::MAX, ..puzzle.clone() };
    assert_eq!(broken.check(), Err(PuzzleError::Band(u64::MAX)));
    broken = Puzzle { to_move: "green".to_owned(), ..puzzle.clone() };
    assert_eq!(broken.check(), Err(PuzzleError::Side("green".to_owned())));
    broken = Puzzle { certificate: puzzle.certificate.replace("\nV ", "\nX "), ..puzzle };
    assert!(matches!(broken.check(), Err(PuzzleError::Certificate(_))));
}

fn made(threads: usize, before: &[Puzzle], count: usize) -> Vec<Puzzle> {
    let recipe = Recipe {
        rule: Rule::Freestyle,
        size: Size::FIFTEEN,
        kinds: vec![Kind::Vcf],
        count,
        seed: 3,
        level: 3,
        threads,
    };
    let mut collection = Collection::default();
    let mut puzzles = before.to_vec();
    for puzzle in before {
        collection.add(puzzle).unwrap();
    }
    // Enough games for a few puzzles; the rarest band decides how many it would take to fill all.
    let call_off = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&call_off);
    let hear = |event: &Event<'_>, _: &Collection| match event {
        Event::Taken(taken) => puzzles.extend_from_slice(taken),
        Event::Game { number } if *number >= 30 => flag.store(true, std::sync::atomic::Ordering::Relaxed),
        Event::Game { .. } => {}
    };
    make(&recipe, &Source::SelfPlay, &mut collection, &call_off, hear).unwrap();
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
