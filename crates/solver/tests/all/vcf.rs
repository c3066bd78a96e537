//! Victory by continuous fours against a slow search on the referee's grid, for every rule.

use tengen_core::notation::{Origin, parse_moves};
use tengen_core::referee::{Grid, Outcome};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, with_rule};
use tengen_solver::{Claim, Memory, Vcf, VcfLimits};

/// Where `side` could make five now.
fn fives(grid: &Grid, side: Colour, rule: Rule) -> Vec<Point> {
    grid.empties().filter(|p| grid.outcome(*p, side, rule) == Outcome::Win).collect()
}

/// Whether `us`, to move, wins within so many plies by stones that each threaten a five: every stone and every answer is
/// tried, by the wording of the rules.
fn wins_by_fours(grid: &mut Grid, us: Colour, rule: Rule, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    if !fives(grid, us, rule).is_empty() {
        return true;
    }
    let empties: Vec<Point> = grid.empties().collect();
    plies >= 3
        && empties.iter().any(|p| {
            if matches!(grid.outcome(*p, us, rule), Outcome::Foul(_)) {
                return false;
            }
            grid.set(*p, Some(us));
            let wins = !fives(grid, us, rule).is_empty() && all_answers_lose(grid, us, rule, plies - 1);
            grid.set(*p, None);
            wins
        })
}

fn all_answers_lose(grid: &mut Grid, us: Colour, rule: Rule, plies: usize) -> bool {
    let them = us.opponent();
    if !fives(grid, them, rule).is_empty() {
        return false;
    }
    let answers: Vec<Point> = grid.empties().collect();
    answers.iter().all(|answer| {
        if matches!(grid.outcome(*answer, them, rule), Outcome::Foul(_)) {
            return true;
        }
        grid.set(*answer, Some(them));
        let loses = wins_by_fours(grid, us, rule, plies - 1);
        grid.set(*answer, None);
        loses
    })
}

/// A random open position in which fours are likely.
fn random_position(rule: Rule, random: &mut fastrand::Rng) -> Option<Position> {
    let size = Size::new(8, 7).unwrap();
    let mut position = Position::new(size, rule);
    for _ in 0..random.usize(14..32) {
        let p = Point::new(random.u8(..8), random.u8(..7)).unwrap();
        let _ = position.play(p.into());
    }
    let is_open = position.status() == tengen_core::Status::Open;
    is_open.then_some(position)
}

#[test]
fn vcf_finds_a_win_exactly_where_the_slow_search_does() {
    const PLIES: usize = 7;
    for rule in Rule::ALL {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut wins, mut long_wins, mut none) = (0, 0, 0);
        for _ in 0..500 {
            let Some(position) = random_position(rule, &mut random) else { continue };
            let us = position.to_move();
            let slow = wins_by_fours(&mut position.grid().clone(), us, rule, PLIES);
            let claim = with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&position);
                let memory = Memory::new(1 << 20);
                let claim = Vcf::new(&memory).find(&mut board, VcfLimits { plies: PLIES as u16, ..VcfLimits::NONE });
                assert!(board == Board::<R>::from_position(&position), "the board was left changed");
                claim
            });
            assert_eq!(claim.is_win(), slow, "{claim:?} {position:?}");
            match claim {
                Claim::Win { plies, first } => {
                    wins += 1;
                    long_wins += usize::from(plies >= 5);
                    let mut grid = position.grid().clone();
                    assert!(!matches!(grid.outcome(first, us, rule), Outcome::Foul(_)));
                    grid.set(first, Some(us));
                    let is_five = fives(position.grid(), us, rule).contains(&first);
                    assert_eq!(is_five, plies == 1);
                    assert!(is_five || all_answers_lose(&mut grid, us, rule, usize::from(plies) - 1));
                }
                Claim::None | Claim::Unknown => none += 1,
            }
        }
        assert!(wins > 20 && long_wins > 4 && none > 20, "{rule}: {wins} {long_wins} {none}");
    }
}

fn board(moves: &str, rule: Rule) -> Position {
    Position::from_moves(Size::FIFTEEN, rule, parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap())
        .unwrap()
}

#[test]
fn the_line_of_a_win_ends_with_five() {
    // Three, a gap, and a crossing three: a four, its answer, a double four, its answer, five.
    let position = board("h8a1i8a3j8k8h9a5h10a7", Rule::Freestyle);
    let mut board = Board::<tengen_core::rule::Freestyle>::from_position(&position);
    let memory = Memory::new(1 << 16);
    let mut vcf = Vcf::new(&memory);
    let line = vcf.line(&mut board, VcfLimits::NONE);
    let mut end = position.clone();
    for p in &line {
        end.play((*p).into()).unwrap();
    }
    assert_eq!(end.winner(), Some(Colour::Black), "{line:?}");
    assert!(line.len() >= 3);
}

#[test]
fn a_limit_is_kept_and_cut_searches_are_not_remembered() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut cut = 0;
    for _ in 0..3000 {
        let Some(position) = random_position(Rule::Freestyle, &mut random) else { continue };
        let mut board = Board::<tengen_core::rule::Freestyle>::from_position(&position);
        let memory = Memory::new(1 << 16);
        let mut vcf = Vcf::new(&memory);
        let short = vcf.find(&mut board, VcfLimits { nodes: 3, ..VcfLimits::NONE });
        assert!(vcf.nodes() <= 4, "a four and its answer go together");
        let whole = vcf.find(&mut board, VcfLimits::NONE);
        assert_ne!(whole, Claim::Unknown);
        assert_eq!(whole, Vcf::new(&Memory::new(1 << 16)).find(&mut board, VcfLimits::NONE));
        cut += usize::from(short == Claim::Unknown && whole.is_win());
    }
    assert!(cut > 5, "{cut}");
}
