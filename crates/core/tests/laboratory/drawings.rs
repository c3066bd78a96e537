//! What every test of the laboratory needs: patterns from drawings, squares from marks, random crosses.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell as Counter;
use tengen_core::laboratory::{Cell, Class, Kind, Name, Pattern, Player, Report, Square};
use tengen_core::laboratory::{classify, examine};

/// The pattern of a drawing.
pub(super) fn drawn(text: &str) -> Pattern {
    text.parse().expect("a test drawing")
}

/// The marked squares of a drawing: every character that is neither a dot nor a space.
pub(super) fn marks(text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        for (column, mark) in line.chars().enumerate() {
            if !matches!(mark, '.' | ' ') {
                squares.push(Square::new(row as u8, column as u8));
            }
        }
    }
    squares
}

pub(super) fn class(text: &str) -> Class {
    classify(&drawn(text)).expect("a small pattern")
}

pub(super) fn report(text: &str) -> Report {
    examine(&drawn(text)).expect("a small pattern")
}

/// The paper's symbol of a drawing: `V1`, `A2`, `T3` or `generic`.
pub(super) fn symbol(text: &str) -> String {
    class(text).kind.to_string()
}

/// Does the report carry this name?
pub(super) fn is_named(text: &str, name: Name) -> bool {
    report(text).names.contains(&name)
}

pub(super) fn steps(kind: Kind) -> u8 {
    kind.steps().expect("not generic")
}

/// Random patterns of X: a row of six to nine squares, crossed by up to two columns.
pub(super) fn crosses() -> impl Strategy<Value = Pattern> {
    let cell = || prop_oneof![Just(Cell::Empty), Just(Cell::Stone(Player::X))];
    let column = (0..9u8, 0..4u8, 4..9u8, prop::collection::vec(cell(), 9));
    (prop::collection::vec(cell(), 6..10), prop::collection::vec(column, 0..3)).prop_map(|(row, columns)| {
        let across = (0..).zip(row).map(|(column, cell)| (Square::new(4, column), cell));
        let down = columns.into_iter().flat_map(|(column, top, bottom, cells)| {
            let span = usize::from(top)..=usize::from(bottom);
            (0..9u8)
                .zip(cells)
                .filter(move |&(row, _)| span.contains(&usize::from(row)))
                .map(move |(row, cell)| (Square::new(row, column), cell))
        });
        // Later cells win on common squares: the row is laid over the columns.
        down.collect::<Vec<_>>().into_iter().chain(across).collect()
    })
}

/// Random patterns of X on six by six squares, a little more than half of them there.
pub(super) fn scattered() -> impl Strategy<Value = Pattern> {
    let cell = prop_oneof![
        3 => Just(None),
        2 => Just(Some(Cell::Empty)),
        2 => Just(Some(Cell::Stone(Player::X))),
    ];
    prop::collection::vec(cell, 36).prop_map(|cells| {
        (0..36u8)
            .zip(cells)
            .filter_map(|(index, cell)| Some((Square::new(index / 6, index % 6), cell?)))
            .collect()
    })
}

/// A random cross and two subsets of it, which are compatible because they come from the same cross.
pub(super) fn compatible_pairs() -> impl Strategy<Value = (Pattern, Pattern)> {
    let kept = || prop::collection::vec(prop::bool::weighted(0.12), 81);
    (crosses(), kept(), kept()).prop_map(|(cross, first, second)| {
        let without = |dropped: &[bool]| {
            cross.restricted_to(|square| !dropped[usize::from(square.row) * 9 + usize::from(square.column)])
        };
        (without(&first), without(&second))
    })
}

/// Checks a law on random cases. The law says whether a case was one of those it speaks of; at least `least` must be.
pub(super) fn check_law<S: Strategy>(
    cases: u32,
    least: u32,
    strategy: &S,
    law: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let applied = Counter::new(0);
    TestRunner::new_with_rng(config, rng)
        .run(strategy, |case| {
            if law(case)? {
                applied.set(applied.get() + 1);
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert!(applied.get() >= least, "the law spoke of {} cases only", applied.get());
}
