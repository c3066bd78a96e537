//! The inverse bitboard, the rotated bitboards and the plain grid hold each other to account: the same games,
//! every empty point, every direction, both colours.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tengen_core::inverse::status::{LineTable, Role};
use tengen_core::inverse::{self, Cell, InverseBoard, LineStatus};
use tengen_core::rotated::threat::ThreatTable;
use tengen_core::rotated::{self, RotatedBoard};
use tengen_core::{Colour, Direction, Grid, Point, Rule, Size};

/// Seed 004's class of seed 001's pair: severity is the number in the name, and a second
/// neighbouring way is what makes it live.
fn class_of(threat: rotated::Threat) -> Option<inverse::Threat> {
    use inverse::Threat::{Dead2, Dead3, Five, Live2, Live3, Multi, Single};
    Some(match (threat.severity(), threat.ways()) {
        (5, _) => Five,
        (4, 2) => Multi,
        (4, _) => Single,
        (3, 2..) => Live3,
        (3, _) => Dead3,
        (2, 2..) => Live2,
        (2, _) => Dead2,
        _ => return None,
    })
}

#[test]
fn both_tables_tell_the_same_classes_of_every_line() {
    let (words, pairs) = (LineTable::shared(), ThreatTable::shared());
    let mut seen = BTreeMap::new();
    for bits in 0..=u16::MAX {
        let status = words.status(inverse::LineKey::new(bits));
        // A bit that is clear on an inverse board is set on a plain one, walls included.
        let [attacker, defender] = pairs.pair(rotated::LineKey::new(!bits));
        assert_eq!(status.threat(Role::Attacker), class_of(attacker), "{bits:#018b}");
        assert_eq!(status.threat(Role::Defender), class_of(defender), "{bits:#018b}");
        *seen.entry((class_of(attacker), attacker)).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 16, "{seen:?}");
}

/// The word of a point read off the grid square by square.
fn status_on(grid: &Grid, p: Point, direction: Direction, attacker: Colour) -> LineStatus {
    let mut bits = 0;
    for steps in (-4..=4).filter(|steps| *steps != 0) {
        let square = p.step(direction, steps, grid.size());
        let (ours, theirs) = match square.map(|q| grid.get(q)) {
            None => (0, 0),
            Some(None) => (1, 1),
            Some(Some(colour)) if colour == attacker => (0, 1),
            Some(Some(_)) => (1, 0),
        };
        bits = bits << 1 | ours << 8 | theirs;
    }
    LineTable::shared().status(inverse::LineKey::new(bits))
}

/// A game in which most stones go next to others, as in real ones, so that fives come about.
fn game(size: Size, random: &mut fastrand::Rng) -> Vec<Point> {
    let mut free: Vec<Point> = size.points().collect();
    let mut moves: Vec<Point> = Vec::new();
    while !free.is_empty() {
        let is_near =
            |p: &Point| moves.iter().any(|q| p.x().abs_diff(q.x()) <= 1 && p.y().abs_diff(q.y()) <= 1);
        let near: Vec<usize> = (0..free.len()).filter(|i| is_near(&free[*i])).collect();
        let chosen = match random.choice(&near) {
            Some(index) if random.u8(..8) != 0 => *index,
            _ => random.usize(..free.len()),
        };
        moves.push(free.swap_remove(chosen));
    }
    moves
}

fn assert_agree(grid: &Grid, inverse: Option<&InverseBoard>, rotated: &RotatedBoard) {
    for p in grid.empties() {
        for direction in Direction::ALL {
            for colour in Colour::BOTH {
                let expected = status_on(grid, p, direction, colour);
                let threat = rotated.threat(p, direction, colour);
                assert_eq!(
                    class_of(threat),
                    expected.threat(Role::Attacker),
                    "{p:?} {direction:?}\n{grid:?}"
                );
                if let Some(board) = inverse {
                    let cell = Cell::from_point(p).unwrap();
                    assert_eq!(
                        board.status(cell, direction, colour),
                        expected,
                        "{p:?} {direction:?}\n{grid:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn boards_agree_with_the_grid_on_every_point_and_on_five() {
    let mut fives = 0;
    for (width, height) in [(15, 15), (5, 5), (9, 15), (15, 6), (16, 16), (22, 22)] {
        let size = Size::new(width, height).unwrap();
        let mut random = fastrand::Rng::with_seed((width * height) as u64);
        for _ in 0..3 {
            let mut grid = Grid::new(size);
            let mut inverse = InverseBoard::with_size(size);
            let mut rotated = RotatedBoard::with_size(size);
            assert_eq!(inverse.is_some(), width <= 15 && height <= 15);
            for p in game(size, &mut random) {
                let side = rotated.to_move();
                let is_five = grid.wins(p, side, Rule::Freestyle);
                let winner = if is_five { Some(side) } else { rotated.winner() };
                fives += u32::from(is_five);
                grid.set(p, Some(side));
                rotated.play(p);
                assert_eq!(rotated.winner(), winner);
                if let Some(board) = &mut inverse {
                    assert_eq!(board.to_move(), side);
                    board.play(p);
                    assert_eq!(board.winner(), winner);
                    assert_eq!(board.stone(Cell::from_point(p).unwrap()), Some(side));
                }
                assert_eq!(rotated.stone(p), Some(side));
                assert_agree(&grid, inverse.as_ref(), &rotated);
            }
            while let Some(p) = rotated.undo() {
                grid.set(p, None);
                if let Some(board) = &mut inverse {
                    assert_eq!(board.undo().and_then(Cell::point), Some(p));
                    assert_eq!(board.winner(), rotated.winner());
                }
                assert_agree(&grid, inverse.as_ref(), &rotated);
            }
            assert_eq!(grid.stones().count(), 0);
        }
    }
    assert!(fives > 100, "only {fives} fives were met");
}

#[test]
fn candidates_are_the_empty_squares_on_the_stars_of_all_stones() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut board = InverseBoard::new();
    let mut grid = Grid::new(Size::FIFTEEN);
    for p in game(Size::FIFTEEN, &mut random).into_iter().take(60) {
        grid.set(p, Some(board.to_move()));
        board.play(p);
        let is_candidate = |q: Point| {
            let near = |d: Direction, steps: i32| q.step(d, steps, Size::FIFTEEN).and_then(|r| grid.get(r));
            grid.get(q).is_none()
                && Direction::ALL
                    .into_iter()
                    .any(|d| [-2, -1, 1, 2].into_iter().any(|s| near(d, s).is_some()))
        };
        for q in Size::FIFTEEN.points() {
            assert_eq!(board.candidates().has(Cell::from_point(q).unwrap()), is_candidate(q), "{q:?}");
        }
    }
}

/// The words of a cell in all directions, in an order that turning the board cannot change.
fn words(board: &InverseBoard, cell: Cell, attacker: Colour) -> [LineStatus; 4] {
    let mut words = Direction::ALL.map(|direction| board.status(cell, direction, attacker));
    words.sort();
    words
}

proptest! {
    #[test]
    fn turning_the_board_turns_the_words(seed: u64, stones in 0usize..80) {
        let moves = &game(Size::FIFTEEN, &mut fastrand::Rng::with_seed(seed))[..stones];
        let mut boards: [InverseBoard; 8] = std::array::from_fn(|_| InverseBoard::new());
        for p in moves {
            for (board, image) in boards.iter_mut().zip(Cell::from_point(*p).unwrap().images()) {
                board.place(image, board.to_move());
            }
        }
        for cell in boards[0].empties().cells() {
            let expected = words(&boards[0], cell, Colour::Black);
            for (board, image) in boards.iter().zip(cell.images()) {
                prop_assert_eq!(words(board, image, Colour::Black), expected);
            }
        }
    }

    #[test]
    fn exchanging_the_colours_exchanges_the_words(seed: u64, stones in 0usize..80) {
        let moves = &game(Size::FIFTEEN, &mut fastrand::Rng::with_seed(seed))[..stones];
        let (mut board, mut exchanged) = (InverseBoard::new(), InverseBoard::new());
        for cell in moves.iter().filter_map(|p| Cell::from_point(*p)) {
            let side = board.to_move();
            board.place(cell, side);
            exchanged.place(cell, side.opponent());
        }
        prop_assert_eq!(exchanged.candidates(), board.candidates());
        prop_assert_eq!(exchanged.winner(), board.winner().map(Colour::opponent));
        for cell in board.empties().cells() {
            prop_assert_eq!(words(&exchanged, cell, Colour::White), words(&board, cell, Colour::Black));
        }
    }
}
