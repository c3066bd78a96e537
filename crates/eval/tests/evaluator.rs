//! The incremental sum against one from scratch, and the laws of the value.

use proptest::prelude::*;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, Position, Rule, Size, Symmetry, with_rule};
use tengen_eval::weights::{Side, Weights, place};
use tengen_eval::{Evaluator, Tables};

/// Weights in which no two numbers are alike, different for the two sides to move.
fn uneven_weights() -> Weights {
    let mut random = fastrand::Rng::with_seed(7);
    let mut side = || {
        let mut side = Box::new(Side::ZERO);
        side.line.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side.class.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side.crossing.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side.threat.fill_with(|| random.i16(-300..300));
        side.policy_line.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side.policy_class.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side.policy_near.as_flattened_mut().fill_with(|| random.i16(-300..300));
        side
    };
    Weights { sides: [side(), side()] }
}

fn uneven() -> Tables {
    Tables::new(&uneven_weights())
}

fn walk<R: RuleType>(tables: &Tables, size: Size, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::<R>::new(size);
    let mut evaluator = Evaluator::new(tables, &board);
    let mut sums = vec![];
    for _ in 0..120 {
        if !sums.is_empty() && random.u8(..4) == 0 {
            board.undo();
            evaluator.restore(sums.pop().unwrap());
        } else {
            let points: Vec<Point> = board.candidates().iter().collect();
            let Some(p) = random.choice(&points) else { break };
            sums.push(evaluator.sum());
            board.play_with(*p, &mut evaluator);
        }
        assert_eq!(evaluator.sum(), Evaluator::new(tables, &board).sum());
    }
    // Taking back with the observer listening comes to the same.
    while let Some(sum) = sums.pop() {
        board.undo_with(&mut evaluator);
        assert_eq!(evaluator.sum(), sum);
    }
}

#[test]
fn the_incremental_sum_equals_one_from_scratch() {
    let tables = uneven();
    for rule in Rule::ALL {
        for (seed, size) in
            [Size::FIFTEEN, Size::new(20, 20).unwrap(), Size::new(7, 22).unwrap()].into_iter().enumerate()
        {
            with_rule!(rule, R => walk::<R>(&tables, size, seed as u64));
        }
    }
}

#[test]
fn the_last_stones_count_by_where_they_lie() {
    let weights = uneven_weights();
    let tables = Tables::new(&weights);
    let mut random = fastrand::Rng::with_seed(3);
    let mut point = || Point::new(random.u8(..22), random.u8(..22)).unwrap();
    for _ in 0..20_000 {
        let (p, theirs, ours) = (point(), point(), point());
        if p == theirs || p == ours {
            continue;
        }
        for side in [Colour::Black, Colour::White] {
            let [of_theirs, of_ours] = weights.sides[side.index()].policy_near;
            let wanted = i32::from(of_theirs[place(p, theirs)]) + i32::from(of_ours[place(p, ours)]);
            assert_eq!(tables.nearness(side, [Some(theirs), Some(ours)]).score(p), wanted);
            assert_eq!(
                tables.nearness(side, [None, Some(ours)]).score(p),
                i32::from(of_ours[place(p, ours)])
            );
        }
        // Whichever way the board is turned.
        let size = Size::square(22).unwrap();
        for symmetry in Symmetry::ALL {
            assert_eq!(place(symmetry.apply(p, size), symmetry.apply(ours, size)), place(p, ours));
        }
        assert_eq!(place(p, ours) == 0, p.steps_to(ours) > 6);
    }
}

/// Value of a position and the score of every empty point, by point.
fn valued(tables: &Tables, position: &Position) -> (i32, Vec<(Point, i32)>) {
    with_rule!(position.rule(), R => {
        let board = Board::<R>::from_position(position);
        let score = |p: Point| (p, tables.point_score(&board, p, board.to_move()));
        (Evaluator::new(tables, &board).value(&board), board.empties().iter().map(score).collect())
    })
}

proptest! {
    #[test]
    fn the_eight_images_of_a_position_are_worth_the_same(seed in 0_u64..1_000_000, stones in 0_usize..60) {
        let position = random_position(seed, stones);
        for tables in [Tables::embedded(Rule::Freestyle), &uneven()] {
            let (value, scores) = valued(tables, &position);
            for symmetry in Symmetry::ALL {
                let (image_value, image_scores) = valued(tables, &position.transformed(symmetry));
                prop_assert_eq!(value, image_value);
                for (p, score) in &scores {
                    prop_assert!(image_scores.contains(&(symmetry.apply(*p, position.size()), *score)));
                }
            }
        }
    }

    #[test]
    fn exchanging_colours_and_turn_changes_nothing_where_the_rule_is_blind(seed in 0_u64..1_000_000, stones in 0_usize..60) {
        let position = random_position(seed, stones);
        let mut exchanged = Position::new(position.size(), position.rule());
        for (p, colour) in position.grid().stones() {
            exchanged.set_up(p, colour.opponent()).unwrap();
        }
        exchanged.set_first(position.to_move().opponent()).unwrap();
        let tables = Tables::embedded(Rule::Freestyle);
        prop_assert_eq!(valued(tables, &position).0, valued(tables, &exchanged).0);
    }
}

fn random_position(seed: u64, stones: usize) -> Position {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
    for _ in 0..stones {
        let p = Point::new(random.u8(3..12), random.u8(3..12)).unwrap();
        let _ = position.play(p.into());
    }
    position
}

#[test]
fn more_and_better_lines_are_worth_more() {
    let tables = Tables::embedded(Rule::Freestyle);
    let value = |moves: &str| {
        let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
        let position = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap();
        assert_eq!(position.to_move(), Colour::Black);
        valued(tables, &position).0
    };
    // An open two in the middle against a stone in a corner; then the other way round.
    assert!(value("h8a1i9o15") > 40);
    assert!(value("a1h8o15i9") < -20);
    // An open three to come is worth more than a blocked one.
    assert!(value("h8a1i8o1") > value("h8g8i8o1"));
}
