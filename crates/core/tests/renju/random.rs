//! Both slow referees and the board against each other on random dense positions.

use crate::templates::{self, Questions};
use std::collections::BTreeMap;
use tengen_core::board::{Board, PointSet};
use tengen_core::pattern::LineClass;
use tengen_core::rule::{Renju, Rule};
use tengen_core::{Colour, Direction, Foul, Grid, Point, Size, with_rule};

/// Stones in a small area, mostly black and with gaps, so that fours and threes cross everywhere.
fn clustered(size: Size, random: &mut fastrand::Rng) -> Grid {
    let mut grid = Grid::new(size);
    let side = random.u8(5..=11);
    let corner = [size.width(), size.height()].map(|length| random.u8(..=length.saturating_sub(side)));
    let (black, white) = (random.u8(10..45), random.u8(2..25));
    for p in size.points() {
        let is_inside = |at: u8, first: u8| (first..first + side).contains(&at);
        if is_inside(p.x(), corner[0]) && is_inside(p.y(), corner[1]) {
            match random.u8(..100) {
                roll if roll < black => grid.set(p, Some(Colour::Black)),
                roll if roll < black + white => grid.set(p, Some(Colour::White)),
                _ => {}
            }
        }
    }
    grid
}

/// What a point is an example of.
fn kinds(board: &Board<Renju>, grid: &Grid, p: Point, foul: Option<Foul>) -> Vec<&'static str> {
    let lines = board.lines(p, Colour::Black);
    let looks_like_threes = lines.iter().filter(|line| line.is_open_three()).count() >= 2;
    let has = |line: LineClass| lines.contains(&line);
    let mut kinds: Vec<&str> = foul.iter().map(|foul| foul.name()).collect();
    if has(LineClass::Five) {
        kinds.extend((looks_like_threes || has(LineClass::Overline)).then_some("foul beaten by a five"));
    } else if looks_like_threes {
        kinds.extend(foul.is_none().then_some("3x3 in looks only"));
        let verdict = |questions| templates::foul(grid, p, Questions::AtMost(questions));
        kinds.extend((verdict(0) != verdict(1)).then_some("nested"));
        kinds.extend((verdict(1) != verdict(2)).then_some("doubly nested"));
    }
    kinds
}

#[test]
fn two_referees_and_the_board_forbid_the_same_points() {
    let sizes = [(15, 15, 1000), (9, 9, 600), (5, 5, 600), (6, 13, 600), (22, 7, 600), (20, 20, 100)];
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let mut random = fastrand::Rng::with_seed(3);
    for (width, height, rounds) in sizes {
        let size = Size::new(width, height).unwrap();
        for _ in 0..rounds {
            let grid = clustered(size, &mut random);
            let mut board = Board::<Renju>::new(size);
            for (p, colour) in grid.stones() {
                board.put(p, colour);
            }
            let mut forbidden = PointSet::EMPTY;
            for p in grid.empties() {
                let foul = grid.foul(p);
                let second = templates::foul(&grid, p, Questions::AsManyAsItTakes);
                assert_eq!(second, foul, "the second referee on {p:?}\n{board:?}");
                assert_eq!(board.foul(p), foul, "the board on {p:?}\n{board:?}");
                assert_eq!(board.is_legal(p, Colour::Black), foul.is_none());
                assert!(board.is_legal(p, Colour::White));
                if foul.is_some() {
                    forbidden.insert(p);
                }
                for kind in kinds(&board, &grid, p, foul) {
                    *met.entry(kind).or_default() += 1;
                }
            }
            assert_eq!(board.forbidden_points(), forbidden, "{board:?}");
        }
    }
    let wanted = [
        ("3x3", 1000),
        ("4x4", 1000),
        ("overline", 1000),
        ("3x3 in looks only", 500),
        ("foul beaten by a five", 150),
        ("nested", 300),
        ("doubly nested", 10),
    ];
    for (kind, least) in wanted {
        assert!(met.get(kind).is_some_and(|count| *count >= least), "too few of {kind}: {met:?}");
    }
}

#[test]
fn occupied_points_are_not_legal_and_other_rules_forbid_nothing() {
    let centre = Size::FIFTEEN.centre();
    for rule in Rule::ALL {
        with_rule!(rule, R => {
            let mut board = Board::<R>::new(Size::FIFTEEN);
            // A plain 3x3 around the centre.
            for direction in [Direction::Horizontal, Direction::Vertical] {
                for steps in [1, 2] {
                    board.put(centre.step(direction, steps, board.size()).unwrap(), Colour::Black);
                }
            }
            let is_renju = rule == Rule::Renju;
            assert_eq!(board.foul(centre), is_renju.then_some(Foul::DoubleThree));
            assert_eq!(board.is_legal(centre, Colour::Black), !is_renju);
            assert_eq!(board.forbidden_points().contains(centre), is_renju);
            assert_eq!(board.forbidden_points().is_empty(), !is_renju);
            board.put(centre, Colour::White);
            assert!(!board.is_legal(centre, Colour::Black) && !board.is_legal(centre, Colour::White));
        });
    }
}
