//! The incremental board against a scan from scratch, and the scan against the slow classifier and referee.

use proptest::prelude::*;
use std::collections::HashMap;
use tengen_core::board::{Board, Crossing, Dilation, Observer, PointClasses, PointSet, PotentialLine};
use tengen_core::geometry::{Direction, Point, Size, Symmetry};
use tengen_core::pattern::classify::{Window, classify};
use tengen_core::pattern::{LineClass, PointClass};
use tengen_core::rule::{Rule, RuleType, WinCondition};
use tengen_core::{Colour, Grid, Position, with_rule};

fn sizes() -> Vec<Size> {
    [(5, 5), (6, 9), (15, 15), (20, 20), (22, 22), (22, 5)].map(|(w, h)| Size::new(w, h).unwrap()).to_vec()
}

/// A random empty point; often near the stones that are there, so that patterns form.
fn random_point<R: RuleType>(board: &Board<R>, random: &mut fastrand::Rng) -> Option<Point> {
    let near = board.candidates();
    let pool = if near.is_empty() || random.u8(..8) == 0 { board.empties() } else { near };
    let points: Vec<Point> = pool.iter().collect();
    random.choice(&points).copied()
}

fn walk_and_compare<R: RuleType>(size: Size, dilation: Dilation, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::<R>::with_dilation(size, dilation);
    let mut trail = vec![board.clone()];
    for _ in 0..150 {
        if random.u8(..16) == 0 {
            board.pass();
        } else if let Some(p) = random_point(&board, &mut random) {
            board.play(p);
        } else {
            break;
        }
        assert_eq!(board, board.rescanned(), "after {:?}", board.last());
        trail.push(board.clone());
        if random.u8(..4) == 0 && trail.len() > 1 {
            let back = random.usize(1..trail.len().clamp(2, 6));
            for _ in 0..back {
                trail.pop();
                board.undo();
                assert!(&board == trail.last().unwrap(), "undo is not the inverse of play");
            }
        }
    }
}

#[test]
fn incremental_patterns_match_a_rescan_for_every_rule_and_size() {
    for (i, rule) in Rule::ALL.into_iter().enumerate() {
        for (j, size) in sizes().into_iter().enumerate() {
            let dilation = Dilation::ALL[(i + j) % Dilation::ALL.len()];
            for seed in 0..3 {
                with_rule!(rule, R => walk_and_compare::<R>(size, dilation, seed));
            }
        }
    }
}

/// The window around an empty point, read square by square from a grid.
fn window(grid: &Grid, p: Point, direction: Direction, side: Colour) -> Window {
    let mut text = String::new();
    for steps in -5..=5 {
        let square = p.step(direction, steps, grid.size());
        text.push(match square.map(|q| grid.get(q)) {
            None => '#',
            Some(None) => '+',
            Some(Some(colour)) if colour == side => 'X',
            Some(Some(_)) => 'O',
        });
    }
    Window::parse(&text).unwrap()
}

/// The slow classifier's answers so far: random boards repeat most of their lines.
type Answers = std::collections::HashMap<(Window, WinCondition), LineClass>;

fn compare_with_the_definitions<R: RuleType>(size: Size, seed: u64, answers: &mut Answers) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::<R>::new(size);
    for _ in 0..random.usize(..60) {
        let Some(p) = random_point(&board, &mut random) else { break };
        board.play(p);
    }
    let grid = board.grid();
    for side in Colour::BOTH {
        let mut seen = 0;
        for p in grid.empties() {
            for direction in Direction::ALL {
                let asked = (window(&grid, p, direction, side), R::RULE.condition(side));
                let expected = answers.entry(asked).or_insert_with(|| classify(asked.0, asked.1));
                assert_eq!(
                    board.line(p, direction, side),
                    *expected,
                    "{p:?} {direction:?} {side}\n{board:?}"
                );
            }
            let class = board.class(p, side);
            assert!(board.points(side, class).contains(p));
            assert_eq!(class == PointClass::Five, grid.wins(p, side, R::RULE), "{p:?} {side}\n{board:?}");
            seen += 1;
        }
        let counted: usize = PointClass::ALL.iter().map(|c| board.count(side, *c)).sum();
        let collected: usize = PointClass::ALL.iter().map(|c| board.points(side, *c).len()).sum();
        assert_eq!((counted, collected), (seen, seen));
    }
}

#[test]
fn every_potential_line_is_what_the_definitions_say() {
    let mut answers = Answers::new();
    for rule in Rule::ALL {
        for size in sizes() {
            for seed in 0..4 {
                with_rule!(rule, R => compare_with_the_definitions::<R>(size, seed, &mut answers));
            }
        }
    }
}

/// Keeps a copy of every entry and class from what it hears.
struct Copyist {
    lines: HashMap<(Point, Direction), PotentialLine>,
    classes: HashMap<Point, PointClasses>,
    crossings: HashMap<Point, [Crossing; 2]>,
    stones: usize,
}

impl Observer for Copyist {
    fn line_changed(&mut self, p: Point, direction: Direction, old: PotentialLine, new: PotentialLine) {
        assert_ne!(old, new, "an entry is announced that did not change");
        assert_eq!(self.lines.insert((p, direction), new).unwrap_or(PotentialLine::NONE), old);
    }
    fn classes_changed(&mut self, p: Point, old: PointClasses, new: PointClasses) {
        assert_eq!(self.classes.insert(p, new), Some(old));
    }
    fn crossings_changed(&mut self, p: Point, old: [Crossing; 2], new: [Crossing; 2]) {
        assert_eq!(self.crossings.insert(p, new), Some(old));
    }
    fn stone_put(&mut self, _: Point, _: Colour) {
        self.stones += 1;
    }
    fn stone_taken(&mut self, _: Point, _: Colour) {
        self.stones -= 1;
    }
}

#[test]
fn an_observer_hears_every_changed_entry() {
    let size = Size::FIFTEEN;
    let mut random = fastrand::Rng::with_seed(5);
    let mut board = Board::<tengen_core::rule::Renju>::new(size);
    let entries = size.points().flat_map(|p| Direction::ALL.map(|d| (p, d)));
    let mut copyist = Copyist {
        lines: entries.clone().map(|(p, d)| ((p, d), board.potential(p, d))).collect(),
        classes: size.points().map(|p| (p, board.classes(p))).collect(),
        crossings: size.points().map(|p| (p, board.crossings(p))).collect(),
        stones: 0,
    };
    for step in 0..400 {
        if step % 3 == 2 {
            board.undo_with(&mut copyist);
        } else if let Some(p) = random_point(&board, &mut random) {
            board.play_with(p, &mut copyist);
        }
        for (p, d) in entries.clone() {
            assert_eq!(copyist.lines[&(p, d)], board.potential(p, d));
            assert_eq!(board.potentials(p)[d as usize], board.potential(p, d));
        }
        for p in size.points() {
            assert_eq!(copyist.classes[&p], board.classes(p));
            assert_eq!(copyist.crossings[&p], board.crossings(p));
            for side in Colour::BOTH {
                let code = board
                    .potentials(p)
                    .iter()
                    .rev()
                    .fold(0, |code, line| code << 4 | u16::from(line.class(side).code()));
                assert_eq!(board.crossings(p)[side.index()].code(), code);
            }
            let codes = Colour::BOTH.map(|side| board.class(p, side).code());
            assert!(board.stone(p).is_some() || board.classes(p).codes() == codes);
        }
        assert_eq!(copyist.stones, board.ply());
    }
}

#[test]
fn candidates_are_the_empty_points_within_the_stencil_of_a_stone() {
    for dilation in Dilation::ALL {
        let size = Size::new(9, 13).unwrap();
        let mut random = fastrand::Rng::with_seed(9);
        let mut board = Board::<tengen_core::rule::Freestyle>::with_dilation(size, dilation);
        for _ in 0..10 {
            board.play(random_point(&board, &mut random).unwrap());
            let grid = board.grid();
            let is_near = |p: &Point| {
                let offset = |a: u8, b: u8| i32::from(a) - i32::from(b);
                grid.stones().any(|(s, _)| dilation.contains(offset(p.x(), s.x()), offset(p.y(), s.y())))
            };
            let expected: PointSet = grid.empties().filter(is_near).collect();
            assert_eq!(board.candidates(), expected, "{dilation:?}");
        }
    }
}

#[test]
fn a_range_of_classes_is_the_union_of_its_classes() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut board = Board::<tengen_core::rule::Renju>::new(Size::new(13, 17).unwrap());
    for _ in 0..60 {
        board.play(random_point(&board, &mut random).unwrap());
    }
    for side in Colour::BOTH {
        for (i, low) in PointClass::ALL.into_iter().enumerate() {
            for high in &PointClass::ALL[i..] {
                let is_between = |p: &Point| (low..=*high).contains(&board.class(*p, side));
                let expected: PointSet = board.empties().iter().filter(is_between).collect();
                assert_eq!(board.points_between(side, low..=*high), expected, "{low} to {high}");
            }
        }
    }
}

#[test]
fn the_portable_twin_gives_the_same_board() {
    for rule in Rule::ALL {
        with_rule!(rule, R => {
            let mut random = fastrand::Rng::with_seed(3);
            let mut fast = Board::<R>::new(Size::new(15, 12).unwrap());
            let mut portable = Board::<R>::new(fast.size()).portable();
            for step in 0..200 {
                if step % 4 == 3 {
                    assert_eq!(fast.undo(), portable.undo());
                } else if let Some(p) = random_point(&fast, &mut random) {
                    fast.play(p);
                    portable.play(p);
                }
                assert!(fast == portable);
            }
        });
    }
}

#[test]
fn the_hash_depends_on_stones_turn_rule_and_size_only() {
    let p = |x, y| Point::new(x, y).unwrap();
    let play = |points: &[Point]| {
        let mut board = Board::<tengen_core::rule::Freestyle>::new(Size::FIFTEEN);
        for q in points {
            board.play(*q);
        }
        board
    };
    let one = play(&[p(7, 7), p(8, 8), p(3, 3)]);
    let other = play(&[p(3, 3), p(8, 8), p(7, 7)]);
    assert_eq!(one.hash(), other.hash());
    assert_eq!(one, other);
    let mut passed = one.clone();
    passed.pass();
    assert_ne!(passed.hash(), one.hash());
    let mut hashes: Vec<u64> = Vec::new();
    for rule in Rule::ALL {
        for size in sizes() {
            hashes.push(with_rule!(rule, R => Board::<R>::new(size).hash()));
        }
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}

#[test]
fn a_board_takes_over_set_up_stones_passes_and_the_turn() {
    let p = |x, y| Point::new(x, y).unwrap();
    let mut position = Position::new(Size::FIFTEEN, Rule::Standard);
    position.set_up(p(0, 0), Colour::White).unwrap();
    position.set_up(p(1, 0), Colour::White).unwrap();
    position.set_first(Colour::White).unwrap();
    position.play(tengen_core::Move::Pass).unwrap();
    position.play(p(5, 5).into()).unwrap();
    let board = Board::<tengen_core::rule::Standard>::from_position(&position);
    assert_eq!(board.to_move(), position.to_move());
    assert_eq!(board.grid(), *position.grid());
    assert_eq!(board, board.rescanned());
}

#[test]
fn free_stones_are_judged_by_what_stands_in_the_end() {
    let mut position = Position::new(Size::FIFTEEN, Rule::Standard);
    for x in 0..6 {
        position.set_up(Point::new(x, 3).unwrap(), Colour::Black).unwrap();
    }
    let board = Board::<tengen_core::rule::Standard>::from_position(&position);
    assert_eq!((position.winner(), board.winner()), (None, None));
}

fn played<R: RuleType>(size: Size, picks: &[u16]) -> Board<R> {
    let mut board = Board::<R>::new(size);
    for pick in picks {
        let pool: Vec<Point> = board.candidates().iter().collect();
        if pool.is_empty() {
            break;
        }
        board.play(pool[usize::from(*pick) % pool.len()]);
    }
    board
}

fn image_of<R: RuleType>(board: &Board<R>, symmetry: Symmetry, swap: bool) -> Board<R> {
    let mut image = Board::<R>::new(symmetry.size(board.size()));
    for colour in Colour::BOTH {
        for p in board.stones(colour) {
            image.put(symmetry.apply(p, board.size()), if swap { colour.opponent() } else { colour });
        }
    }
    image
}

fn classes_turn_with_the_board<R: RuleType>(picks: &[u16]) {
    let board = played::<R>(Size::new(9, 11).unwrap(), picks);
    for symmetry in Symmetry::ALL {
        let image = image_of(&board, symmetry, false);
        for p in board.empties() {
            for side in Colour::BOTH {
                assert_eq!(board.class(p, side), image.class(symmetry.apply(p, board.size()), side));
            }
        }
    }
    if R::RULE.is_colour_blind() {
        let image = image_of(&board, Symmetry::IDENTITY, true);
        for p in board.empties() {
            for side in Colour::BOTH {
                assert_eq!(board.class(p, side), image.class(p, side.opponent()));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_eight_symmetries_and_the_colour_swap_keep_every_class(
        rule in prop::sample::select(Rule::ALL.to_vec()),
        picks in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        with_rule!(rule, R => classes_turn_with_the_board::<R>(&picks));
    }

    #[test]
    fn undo_after_play_is_the_identity(
        rule in prop::sample::select(Rule::ALL.to_vec()),
        picks in prop::collection::vec(any::<u16>(), 1..50),
    ) {
        with_rule!(rule, R => {
            let mut board = played::<R>(Size::FIFTEEN, &picks);
            let before = board.clone();
            for p in before.candidates() {
                board.play(p);
                board.undo();
                prop_assert!(board == before);
            }
        });
    }
}
