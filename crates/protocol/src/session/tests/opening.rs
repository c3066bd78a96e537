//! The swap2 opening.

use super::*;

#[test]
fn the_swap2_choice_follows_the_score() {
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE";
    let five = "SWAP2BOARD 7,7 8,8 9,9 6,6 5,6 DONE";
    for (command, score, expected) in
        [(three, 21, "4,4"), (three, -21, "SWAP"), (five, 1, "4,4"), (five, 0, "4,4"), (five, -1, "SWAP")]
    {
        let mut table = Table::started();
        table.prepare(&[answer(&[at(4, 4)], score)]);
        assert_eq!(table.send(command), expected, "{command} {score}");
        assert_eq!(table.request().position.to_move(), Colour::White);
        assert_eq!(table.position().stone_count(), 0, "the stones come again with BOARD");
    }
}

#[test]
fn a_close_swap2_choice_is_given_to_the_opponent() {
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE";
    for (score, pair, expected) in
        [(20, &[at(3, 3), at(2, 2)][..], "3,3 2,2"), (-20, &[at(3, 3)], "SWAP"), (0, &[], "4,4")]
    {
        let mut table = Table::started();
        table.prepare(&[answer(&[at(4, 4)], score), answer(pair, 0)]);
        assert_eq!(table.send(three), expected, "{score}");
        assert_eq!(table.request().goal, Goal::BalanceTwo { bias: 0 });
    }
    // Somebody who says STOP wants no second search.
    let mut table = Table::waiting();
    table.prepare(&[answer(&[at(4, 4)], 0)]);
    assert_eq!(table.script(&[three, "STOP"]), ["", "4,4"]);
}

#[test]
fn a_swap2_opening_is_three_stones_on_every_board() {
    for side in 5..=22 {
        let mut table = Table::new();
        let written = table.script(&[&format!("START {side}"), "SWAP2BOARD", "DONE"]).pop().unwrap();
        let points: Vec<Point> = written
            .split(' ')
            .filter_map(|pair| {
                let (x, y) = pair.split_once(',')?;
                Size::square(side).unwrap().point(x.parse().ok()?, y.parse().ok()?)
            })
            .collect();
        assert_eq!(points.len(), 3, "{written}");
        let size = Size::square(side).unwrap();
        assert!(Position::from_moves(size, Rule::Freestyle, points).is_ok(), "{written}");
    }
}
