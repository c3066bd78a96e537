//! The slow function that is the specification: plain minimax over the drawing, without a single cut, compared with
//! the laboratory's solver.

use super::drawings::{check_law, crosses, drawn};
use proptest::prelude::*;
use std::collections::HashMap;
use tengen_core::laboratory::{Cell, Pattern, Player, Square};
use tengen_core::laboratory::{wins_moving_first, wins_moving_second};

/// The stones that `us` needs with `mover` to move, if he can force a five.
pub(super) fn plain_minimax(pattern: &Pattern, us: Player, mover: Player) -> Option<u8> {
    visit(pattern, us, mover, &mut HashMap::new())
}

fn visit(
    pattern: &Pattern,
    us: Player,
    mover: Player,
    seen: &mut HashMap<Vec<(Square, Cell)>, Option<u8>>,
) -> Option<u8> {
    if has_five(pattern, us) {
        return Some(0);
    }
    if has_five(pattern, us.other()) {
        return None;
    }
    // The number of stones tells who is to move, so the cells alone are the key.
    let key: Vec<(Square, Cell)> = pattern.cells().collect();
    if let Some(&answer) = seen.get(&key) {
        return answer;
    }
    let squares: Vec<Square> = pattern.empty_squares().collect();
    let answers = squares.into_iter().map(|square| {
        let next = pattern.filling(square, mover).expect("an empty square");
        visit(&next, us, mover.other(), seen)
    });
    let answers: Vec<Option<u8>> = answers.collect();
    let answer = if mover == us {
        answers.into_iter().flatten().min().map(|stones| stones + 1)
    } else {
        // Nothing to play is a draw; one good defence is enough.
        answers.into_iter().collect::<Option<Vec<u8>>>().and_then(|all| all.into_iter().max())
    };
    seen.insert(key, answer);
    answer
}

fn has_five(pattern: &Pattern, player: Player) -> bool {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let is_ours =
        |square: Option<Square>| square.and_then(|square| pattern.cell(square)) == Some(Cell::Stone(player));
    pattern.stones(player).any(|square| {
        directions.iter().any(|&(down, right)| (0..5).all(|n| is_ours(square.shifted(n * down, n * right))))
    })
}

/// Five by five squares, most of them filled with stones of both players.
fn crowded_boards() -> impl Strategy<Value = Pattern> {
    let cell = prop_oneof![
        2 => Just(Some(Cell::Empty)),
        3 => Just(Some(Cell::Stone(Player::X))),
        3 => Just(Some(Cell::Stone(Player::O))),
        1 => Just(None),
    ];
    prop::collection::vec(cell, 30).prop_map(|cells| {
        (0..30u8)
            .zip(cells)
            .filter_map(|(index, cell)| Some((Square::new(index / 6, index % 6), cell?)))
            .collect()
    })
}

fn agree(pattern: &Pattern, most_empties: usize) -> Result<bool, TestCaseError> {
    if pattern.empty_squares().count() > most_empties {
        return Ok(false);
    }
    let us = Player::X;
    let first = wins_moving_first(pattern, us).expect("a small pattern");
    prop_assert_eq!(first, plain_minimax(pattern, us, us), "moving first\n{}", pattern);
    let second = wins_moving_second(pattern, us).expect("a small pattern");
    prop_assert_eq!(second, plain_minimax(pattern, us, us.other()), "moving second\n{}", pattern);
    Ok(first.is_some_and(|stones| stones > 0) || second.is_some_and(|stones| stones > 0))
}

#[test]
fn the_solver_agrees_with_plain_minimax_on_crosses() {
    check_law(700, 150, &crosses(), |pattern| agree(&pattern, 7));
}

#[test]
fn the_solver_agrees_with_plain_minimax_on_crowded_boards() {
    check_law(700, 50, &crowded_boards(), |pattern| agree(&pattern, 7));
}

#[test]
fn the_solver_agrees_with_plain_minimax_when_the_opponent_has_a_three_elsewhere() {
    // Two rows below any cross, so that no line joins them.
    let three = drawn("//////////OO+O+");
    check_law(700, 100, &crosses(), |cross| agree(&cross.union(&three).expect("no common square"), 7));
}

#[test]
fn a_four_of_the_opponent_in_between_costs_the_owner_one_more_stone() {
    let crossed_threes = "..+/+XX+X+/..+/..X/..X/..+";
    for (text, stones) in [(crossed_threes.to_owned(), 2), (format!("{crossed_threes}/./OOO++"), 3)] {
        let pattern = drawn(&text);
        let second = wins_moving_second(&pattern, Player::X).expect("a small pattern");
        assert_eq!(second, Some(stones), "{pattern}");
        assert_eq!(plain_minimax(&pattern, Player::X, Player::O), Some(stones), "{pattern}");
    }
}

#[test]
fn winning_second_includes_winning_first_at_most_as_slowly() {
    check_law(3_000, 100, &crowded_boards(), |pattern| {
        let Some(second) = wins_moving_second(&pattern, Player::X).expect("a small pattern") else {
            return Ok(false);
        };
        let first = wins_moving_first(&pattern, Player::X).expect("a small pattern");
        prop_assert!(first.is_some_and(|first| first <= second), "{}", pattern);
        Ok(true)
    });
}

#[test]
fn the_reference_knows_the_paper_examples() {
    let steps = |text, mover| plain_minimax(&drawn(text), Player::X, mover);
    assert_eq!(steps("+XXXX+", Player::O), Some(1));
    assert_eq!(steps("XXXX++", Player::O), None);
    assert_eq!(steps("++XXX++", Player::X), Some(2));
}
