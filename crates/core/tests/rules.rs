//! The rules on drawn boards: who wins with what, when nobody does, what is refused, where the first stones
//! may go, and the probes with which the Gomocup judge tests an engine's knowledge of the rules. Renju's fouls
//! have a room of their own (`tests/renju`).

mod drawn;

use drawn::drawn;
use tengen_core::board::{Board, PointSet};
use tengen_core::notation::{Origin, parse_moves, point_name};
use tengen_core::pattern::PointClass;
use tengen_core::position::PositionError;
use tengen_core::referee::Outcome;
use tengen_core::rule::RuleType;
use tengen_core::{
    Colour, Direction, Foul, Grid, Move, Opening, Point, Position, Rule, Size, Status, with_rule,
};

const EVERYBODY: [&str; 7] =
    ["freestyle", "standard", "renju", "caro", "caro-standard", "mixed", "mixed-white"];

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y).expect("a point of the largest board")
}

fn swapped(grid: &Grid) -> Grid {
    let mut swapped = Grid::new(grid.size());
    for (p, colour) in grid.stones() {
        swapped.set(p, Some(colour.opponent()));
    }
    swapped
}

/// Who wins with a stone on the marked point: `X` as drawn, or `O` with the colours exchanged. A rule is named
/// alone if both do.
fn winners_on(grid: &Grid, p: Point) -> Vec<String> {
    let sides = [(Colour::Black, grid.clone()), (Colour::White, swapped(grid))];
    let mut winners = Vec::new();
    for rule in Rule::ALL {
        let wins = |(side, grid): &(Colour, Grid)| {
            let is_win = grid.wins(p, *side, rule);
            assert_eq!(is_win, grid.outcome(p, *side, rule) == Outcome::Win);
            is_win
        };
        match sides.each_ref().map(wins) {
            [true, true] => winners.push(rule.to_string()),
            [true, false] => winners.push(format!("{rule} X")),
            [false, true] => winners.push(format!("{rule} O")),
            [false, false] => {}
        }
    }
    winners
}

/// As [`winners_on`], for one line drawn from edge to edge, laid onto a board in all four directions.
fn winners(line: &str) -> Vec<String> {
    let length = line.len() as i32;
    let size = Size::square(line.len()).expect("a board as long as the line");
    let mut answers = Direction::ALL.map(|direction| {
        let (x, y) = match direction {
            Direction::Horizontal => (0, length / 2),
            Direction::Vertical => (length / 2, 0),
            Direction::Falling => (0, 0),
            Direction::Rising => (0, length - 1),
        };
        let mut grid = Grid::new(size);
        let mut marked = None;
        for (steps, sign) in (0..).zip(line.chars()) {
            let p = size.point(x, y).and_then(|start| start.step(direction, steps, size)).unwrap();
            match sign {
                'X' => grid.set(p, Some(Colour::Black)),
                'O' => grid.set(p, Some(Colour::White)),
                '*' => marked = Some(p),
                _ => {}
            }
        }
        winners_on(&grid, marked.expect("a marked point"))
    });
    answers.sort();
    assert_eq!(answers[0], answers[3], "{line} depends on its direction");
    answers[0].clone()
}

#[test]
fn five_in_a_row_wins_under_every_rule() {
    for line in ["..XX*XX..", "..*XXXX..", "..XXXX*..", "XX*XX", ".XXX*X.", "X.XXX*X.X"] {
        assert_eq!(winners(line), EVERYBODY, "{line}");
    }
}

#[test]
fn four_and_broken_rows_win_nothing() {
    for line in ["..XX*X...", "XX.X*XX.X", "XXO*XXX", "XXXX.*.", "OX*XXO", "*....", "OOOO*X"] {
        assert_eq!(winners(line), [""; 0], "{line}");
    }
}

#[test]
fn an_overline_wins_where_five_or_more_wins_and_under_caro() {
    for line in ["..XXX*XX..", "XXX*XX", "OXXX*XXO", ".XXXX*XXXX.", "*XXXXX", "OXXXX*XXXX"] {
        assert_eq!(winners(line), ["freestyle", "renju O", "caro", "mixed O", "mixed-white X"], "{line}");
    }
}

#[test]
fn caro_does_not_count_a_five_between_two_foreign_stones() {
    for line in ["OXX*XXO", "..O*XXXXO.", ".OXXXX*O"] {
        assert_eq!(winners(line), ["freestyle", "standard", "renju", "mixed", "mixed-white"], "{line}");
    }
}

#[test]
fn caro_counts_a_five_with_one_blocked_end_and_the_edge_does_not_block() {
    for line in ["OXX*XX.O", "O.XX*XXO", "XX*XXO", "OXXXX*", "X*XXXO.", "*XXXX", "OXX*XX.", "..XX*XXO"] {
        assert_eq!(winners(line), EVERYBODY, "{line}");
    }
}

#[test]
fn a_five_wins_beside_an_overline_of_the_same_stone() {
    let (grid, p) = drawn(
        "....X....
         ....X....
         ....X....
         ....X....
         .XXX*XX..
         .........
         .........",
    );
    assert_eq!(winners_on(&grid, p), EVERYBODY);
}

#[test]
fn a_five_with_an_open_end_wins_beside_a_blocked_one_under_caro() {
    let (grid, p) = drawn(
        "....O....
         ....X....
         ....X....
         ....X....
         OXXX*XO..
         ....X....
         .........",
    );
    assert_eq!(winners_on(&grid, p), EVERYBODY);
    let mut blocked = grid;
    blocked.set(at(4, 6), Some(Colour::White));
    assert_eq!(winners_on(&blocked, p), ["freestyle", "standard", "renju", "mixed", "mixed-white"]);
}

#[test]
fn the_winning_row_is_named_from_end_to_end() {
    let (mut grid, p) = drawn(
        ".....
         .....
         X....
         .X...
         ..X..
         ...*.
         ....X",
    );
    grid.set(p, Some(Colour::Black));
    let row = [at(0, 2), at(1, 3), at(2, 4), at(3, 5), at(4, 6)];
    for q in row {
        assert_eq!(grid.winning_row(q, Rule::Standard), Some(row.to_vec()));
    }
    assert_eq!(grid.winning_row(at(0, 0), Rule::Standard), None);
    assert!(grid.has_won(Colour::Black, Rule::Standard));
    assert!(!grid.has_won(Colour::White, Rule::Standard));
}

/// A colouring in which no row is longer than two, and no subset of Black's stones makes a foul.
fn fill(size: Size, colour: Colour) -> Vec<Point> {
    let is_black = |p: &Point| (p.x() + 2 * p.y()) % 4 < 2;
    size.points().filter(|p| is_black(p) == (colour == Colour::Black)).collect()
}

/// Plays until the board is full. A side that has run out of its points passes.
fn play_to_a_draw(size: Size, rule: Rule) -> Position {
    let mut position = Position::new(size, rule);
    let mut points = Colour::BOTH.map(|colour| fill(size, colour).into_iter());
    while position.stone_count() < size.area() {
        assert_eq!(position.status(), Status::Open, "{position:?}");
        let side = position.to_move();
        let next = points[side.index()].next().map_or(Move::Pass, Move::Place);
        position.play(next).unwrap();
    }
    position
}

#[test]
fn a_full_board_without_a_row_is_a_draw_on_every_size() {
    for width in 5..=22 {
        for height in 5..=22 {
            let position = play_to_a_draw(Size::new(width, height).unwrap(), Rule::Freestyle);
            assert_eq!(position.status(), Status::Draw, "{position:?}");
            assert!(position.grid().is_full());
        }
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw_under_every_rule() {
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (5, 9), (15, 15), (22, 6)] {
            let mut position = play_to_a_draw(Size::new(width, height).unwrap(), rule);
            assert_eq!((position.status(), position.winner()), (Status::Draw, None));
            assert_eq!(position.play(Move::Pass), Err(PositionError::GameOver));
            assert_eq!(position.play(at(0, 0).into()), Err(PositionError::GameOver));
            position.undo();
            assert_eq!(position.status(), Status::Open);
        }
    }
}

#[test]
fn the_last_stone_can_win_or_foul_instead_of_drawing() {
    let (grid, p) = drawn(
        "XXOOXX
         OOXXOO
         *XXXXX
         OOXXOO
         XXOOXX",
    );
    // Six in the third row, and nothing else.
    assert_eq!(grid.outcome(p, Colour::Black, Rule::Freestyle), Outcome::Win);
    assert_eq!(grid.outcome(p, Colour::Black, Rule::Standard), Outcome::Draw);
    assert_eq!(grid.outcome(p, Colour::Black, Rule::Renju), Outcome::Foul(Foul::Overline));
    assert_eq!(grid.outcome(p, Colour::White, Rule::Renju), Outcome::Draw);
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let moves = |text: &str| parse_moves(text, Size::FIFTEEN, Origin::Bottom).unwrap();
    let won = Position::from_moves(Size::FIFTEEN, Rule::Standard, moves("h8a1i8a2j8a3k8a4l8")).unwrap();
    assert_eq!(won.status(), Status::Won { winner: Colour::Black, foul: None });
    // h8 is the corner of two threes.
    let lost = Position::from_moves(Size::FIFTEEN, Rule::Renju, moves("i8a1j8c1h9e1h10g1h8")).unwrap();
    assert_eq!(lost.status(), Status::Won { winner: Colour::White, foul: Some(Foul::DoubleThree) });
    assert_eq!(lost.winner(), Some(Colour::White));
    for mut position in [won, lost] {
        let before = position.clone();
        assert_eq!(position.play(at(0, 0).into()), Err(PositionError::GameOver));
        assert_eq!(position.play(Move::Pass), Err(PositionError::GameOver));
        assert_eq!(position, before, "a refused move changes nothing");
        position.undo();
        assert_eq!(position.status(), Status::Open);
        position.play(at(0, 0).into()).unwrap();
        assert_eq!(position.status(), Status::Open);
    }
}

#[test]
fn taken_points_and_points_outside_are_refused() {
    let size = Size::new(9, 6).unwrap();
    let mut position = Position::new(size, Rule::Freestyle);
    position.play(at(8, 5).into()).unwrap();
    assert_eq!(position.play(at(8, 5).into()), Err(PositionError::Occupied { point: at(8, 5) }));
    for point in [at(9, 5), at(8, 6), at(21, 21)] {
        assert_eq!(position.play(point.into()), Err(PositionError::Outside { point, size }));
    }
    assert_eq!(position.moves().len(), 1);
}

/// Where the next stone may go.
fn allowed(position: &Position) -> Vec<Point> {
    let is_allowed = |p: &Point| {
        let mut next = position.clone();
        match next.play((*p).into()) {
            Ok(()) => true,
            Err(PositionError::Restricted { point, opening }) => {
                assert_eq!((point, opening), (*p, position.opening()));
                false
            }
            Err(_) => false,
        }
    };
    position.size().points().filter(is_allowed).collect()
}

#[test]
fn outer_open_holds_the_first_stone_and_no_other() {
    for (width, height, first) in [(15, 15, 104), (5, 5, 24), (7, 12, 7 * 12 - 3 * 8), (20, 20, 144)] {
        let size = Size::new(width, height).unwrap();
        let mut position = Position::with_opening(size, Rule::Freestyle, Opening::OuterOpen);
        let points = allowed(&position);
        assert_eq!(points.len(), first);
        assert!(!points.contains(&size.centre()));
        // A pass is no stone: the restriction waits for one.
        position.play(Move::Pass).unwrap();
        assert_eq!(allowed(&position), points);
        position.play(at(1, 0).into()).unwrap();
        assert_eq!(allowed(&position).len(), size.area() - 1);
    }
}

#[test]
fn pro_and_long_pro_hold_the_first_and_the_third_stone() {
    for (opening, third) in [(Opening::Pro, 225 - 25), (Opening::LongPro, 225 - 49)] {
        let mut position = Position::with_opening(Size::FIFTEEN, Rule::Standard, opening);
        assert_eq!(allowed(&position), [at(7, 7)]);
        position.play(at(7, 7).into()).unwrap();
        assert_eq!(allowed(&position).len(), 224);
        // In the central square, so that it takes none of the points left to the third stone.
        position.play(at(8, 8).into()).unwrap();
        assert_eq!(allowed(&position).len(), third);
        position.play(at(0, 0).into()).unwrap();
        assert_eq!(allowed(&position).len(), 222);
    }
}

#[test]
fn a_free_opening_holds_nothing_and_set_up_stones_count_as_stones() {
    let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
    assert_eq!(allowed(&position).len(), 225);
    position = Position::with_opening(Size::FIFTEEN, Rule::Freestyle, Opening::Pro);
    position.set_up(at(0, 0), Colour::Black).unwrap();
    assert_eq!(allowed(&position).len(), 224, "the second stone is free");
}

#[test]
fn a_set_up_position_is_played_on_by_either_side() {
    for first in Colour::BOTH {
        let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
        for x in 3..7 {
            position.set_up(at(x, 7), Colour::Black).unwrap();
        }
        position.set_first(first).unwrap();
        assert_eq!((position.to_move(), position.status()), (first, Status::Open));
        position.play(at(7, 7).into()).unwrap();
        assert_eq!(position.winner(), (first == Colour::Black).then_some(Colour::Black));
        assert_eq!(position.set_up(at(0, 0), Colour::White), Err(PositionError::LateSetup));
        assert_eq!(position.set_first(Colour::White), Err(PositionError::LateSetup));
    }
}

#[test]
fn a_pass_changes_the_turn_and_nothing_else() {
    let mut position = Position::new(Size::FIFTEEN, Rule::Renju);
    position.play(at(7, 7).into()).unwrap();
    let before = position.grid().clone();
    position.play(Move::Pass).unwrap();
    assert_eq!((position.to_move(), position.status()), (Colour::Black, Status::Open));
    assert_eq!((position.grid(), position.stone_count()), (&before, 1));
    assert_eq!(position.undo(), Some(Move::Pass));
    assert_eq!(position.to_move(), Colour::White);
}

/// Free stones have no order: what stands in the end counts.
#[test]
fn the_order_of_set_up_stones_does_not_make_a_winner() {
    let set_up = |rule, stones: &[(u8, Colour)]| {
        let mut position = Position::new(Size::FIFTEEN, rule);
        for (x, colour) in stones {
            position.set_up(at(*x, 0), *colour).unwrap();
        }
        position
    };
    let black = |x| (x, Colour::Black);
    for order in [[1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 6, 4]] {
        let six = order.map(black);
        assert_eq!(set_up(Rule::Standard, &six).status(), Status::Open);
        assert_eq!(set_up(Rule::Freestyle, &six).winner(), Some(Colour::Black));
        assert_eq!(set_up(Rule::Standard, &six[..5]).winner(), (order[4] == 5).then_some(Colour::Black));
    }
    let (left, right) = ((0, Colour::White), (6, Colour::White));
    let five = [1, 2, 3, 4, 5].map(black);
    for blocked in [[&five[..], &[left, right]].concat(), [&[left, right], &five[..]].concat()] {
        assert_eq!(set_up(Rule::Caro, &blocked).status(), Status::Open);
        assert_eq!(set_up(Rule::Standard, &blocked).winner(), Some(Colour::Black));
    }
}

fn top_names(points: PointSet) -> Vec<String> {
    points.iter().map(|p| point_name(p, Size::FIFTEEN, Origin::Top)).collect()
}

/// A position of `test_zip_rules.py`, which counts rows from the top.
fn probe(rule: Rule, moves: &str) -> Position {
    let moves = parse_moves(moves, Size::FIFTEEN, Origin::Top).unwrap();
    Position::from_moves(Size::FIFTEEN, rule, moves).unwrap()
}

/// Where the side to move wins at once.
fn winning_points(position: &Position) -> PointSet {
    let side = position.to_move();
    position.grid().empties().filter(|p| position.grid().wins(*p, side, position.rule())).collect()
}

/// Whether the side to move wins at once, or with a stone after which every answer leaves a five.
fn wins_in_two<R: RuleType>(board: &mut Board<R>) -> bool {
    let us = board.to_move();
    let fives = |board: &Board<R>, side| board.count(side, PointClass::Five);
    if fives(board, us) > 0 {
        return true;
    }
    for p in board.empties() {
        board.play(p);
        let mut is_won = fives(board, us) > 0 && fives(board, us.opponent()) == 0;
        for answer in board.empties() {
            if !is_won {
                break;
            }
            board.play(answer);
            is_won = fives(board, us) > 0;
            board.undo();
        }
        board.undo();
        if is_won {
            return true;
        }
    }
    false
}

/// The moves after which the opponent does not win in two.
fn moves_that_hold(position: &Position) -> PointSet {
    assert!(winning_points(position).is_empty(), "the side to move should win");
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let mut holding = PointSet::EMPTY;
        for p in board.empties() {
            board.play(p);
            if !wins_in_two(&mut board) {
                holding.insert(p);
            }
            board.undo();
        }
        holding
    })
}

/// Four in a row with both ends open: under every rule each end makes a five, and nothing else does.
#[test]
fn judge_probe_all_rules_black_completes_the_four() {
    for rule in Rule::ALL {
        let position = probe(rule, "h8h9i8i9j8j9k8k9");
        assert_eq!(position.to_move(), Colour::Black);
        assert_eq!(top_names(winning_points(&position)), ["g8", "l8"], "{rule}");
    }
}

/// White has h9 to h12 and h14, so h13 makes six in a row: a win under freestyle, nothing under standard,
/// where White has no four to gain time with. Black threatens a straight four from g8-h8-i8, and with two
/// free squares on either side only its neighbours f8 and j8 stop that.
#[test]
fn judge_probe_standard_white_must_not_trust_the_overline() {
    let moves = "h8h9i8h10g8h11j13h12g14h14i15";
    assert_eq!(top_names(winning_points(&probe(Rule::Freestyle, moves))), ["h13"]);
    let position = probe(Rule::Standard, moves);
    assert_eq!(position.to_move(), Colour::White);
    assert_eq!(top_names(moves_that_hold(&position)), ["f8", "j8"]);
}

/// On g9 the threes g9-h8-i7 and g9-h10-i11 cross; it is the only forbidden point.
#[test]
fn judge_probe_renju_black_must_not_make_two_threes() {
    let moves = "h8h9i7i9h10i6i11i12";
    let mut position = probe(Rule::Renju, moves);
    assert_eq!(position.to_move(), Colour::Black);
    let forbidden: PointSet =
        position.grid().empties().filter(|p| position.grid().foul(*p).is_some()).collect();
    assert_eq!(top_names(forbidden), ["g9"]);
    let g9 = forbidden.first().unwrap();
    position.play(g9.into()).unwrap();
    assert_eq!(position.status(), Status::Won { winner: Colour::White, foul: Some(Foul::DoubleThree) });
    let mut standard = probe(Rule::Standard, moves);
    standard.play(g9.into()).unwrap();
    assert_eq!(standard.status(), Status::Open);
}

/// Black's g8 to j8 stands between White's f8 and l8: k8 would make a five with both ends blocked, so Black has
/// neither a win nor a four. White threatens a straight four from f7-f8-f9. Besides its neighbours f6 and f10
/// the next squares f5 and f11 stop it: against `X+OOOO+`, one more stone at the far end blocks both fives.
#[test]
fn judge_probe_caro_black_must_not_trust_the_blocked_five() {
    let moves = "h8f8g8f9i8f7j8l8";
    assert_eq!(top_names(winning_points(&probe(Rule::Freestyle, moves))), ["k8"]);
    for rule in [Rule::Caro, Rule::CaroStandard] {
        let position = probe(rule, moves);
        assert_eq!(position.to_move(), Colour::Black);
        assert_eq!(top_names(moves_that_hold(&position)), ["f5", "f6", "f10", "f11"], "{rule}");
    }
}
