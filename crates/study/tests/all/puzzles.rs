//! The project's own puzzles: every proof is checked again, and what the collection promises is counted.

use std::collections::{HashMap, HashSet};
use tengen_core::Symmetry;
use tengen_core::notation::{Origin, point_name};
use tengen_study::puzzles::decide::decide;
use tengen_study::puzzles::{Band, Collection, CollectionError, HARD_PLIES, Kind, Puzzle, PuzzleError, key};

fn collection() -> Vec<Puzzle> {
    Collection::embedded().puzzles().to_vec()
}

#[test]
fn the_embedded_collection_is_whole_and_finds_its_puzzles() {
    let own = Collection::embedded();
    assert_eq!(own.len(), 600);
    assert!(own.puzzles().iter().all(|puzzle| own.get(&puzzle.id) == Some(puzzle)));
    assert_eq!(own.get("no such puzzle"), None);
    // The setting gives nothing away.
    let json = serde_json::to_value(own.puzzles()[0].setting()).unwrap();
    let fields: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["band", "black", "id", "kind", "plies", "rule", "size", "to_move", "white"]);
}

#[test]
fn a_collection_says_which_line_is_wrong() {
    let line = serde_json::to_string(&collection()[0]).unwrap();
    assert_eq!(Collection::read(&format!("{line}\n")).unwrap().len(), 1);
    let broken = Collection::read(&format!("{line}\n{{}}\n")).unwrap_err();
    assert!(matches!(broken, CollectionError::Line { line: 2, .. }), "{broken}");
    let twice = Collection::read(&format!("{line}\n{line}\n")).unwrap_err();
    assert!(matches!(twice, CollectionError::Twice { line: 2, .. }), "{twice}");
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
