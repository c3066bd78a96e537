//! Threats against brute force: every answer is tried by the wording of the rules, on small boards under every rule.

use std::collections::BTreeSet;
use tengen_core::notation::{Origin, parse_point, point_name};
use tengen_core::referee::Outcome;
use tengen_core::{Colour, Grid, Point, Position, Rule, Size, Status};
use tengen_study::explain::{ThreatKind, case, forbidden, foul_name, threats};

/// A position of random stones, near each other, in which nobody has won.
fn random(random: &mut fastrand::Rng, size: Size, rule: Rule) -> Option<Position> {
    let points: Vec<Point> = size.points().collect();
    let stones = random.usize(8..=14);
    let chosen = random.choose_multiple(points.iter(), stones);
    let mut position = Position::new(size, rule);
    for (i, p) in chosen.into_iter().enumerate() {
        // More stones of one colour make more threats.
        let side = if i % 3 == 0 { Colour::White } else { Colour::Black };
        position.set_up(*p, side).ok()?;
    }
    position.set_first(if random.bool() { Colour::Black } else { Colour::White }).ok()?;
    (position.status() == Status::Open).then_some(position)
}

fn with(grid: &Grid, p: Point, side: Colour) -> Grid {
    let mut after = grid.clone();
    after.set(p, Some(side));
    after
}

fn is_legal(grid: &Grid, p: Point, side: Colour, rule: Rule) -> bool {
    !matches!(grid.outcome(p, side, rule), Outcome::Foul(_))
}

fn has_five(grid: &Grid, side: Colour, rule: Rule) -> bool {
    grid.empties().any(|p| grid.outcome(p, side, rule) == Outcome::Win)
}

/// The points where `side` makes a four that no legal answer stops.
fn winning_fours(grid: &Grid, side: Colour, rule: Rule) -> BTreeSet<usize> {
    let wins = |p: &Point| {
        if !is_legal(grid, *p, side, rule) {
            return false;
        }
        let after = with(grid, *p, side);
        let holds = |q: Point| {
            is_legal(&after, q, side.opponent(), rule)
                && !has_five(&with(&after, q, side.opponent()), side, rule)
        };
        has_five(&after, side, rule) && !after.empties().any(holds)
    };
    grid.empties().filter(wins).map(Point::index).collect()
}

/// The answers to a stone of `side` on `p` after which nothing is left of what it threatens.
fn answers(grid: &Grid, p: Point, side: Colour, rule: Rule, kind: ThreatKind) -> BTreeSet<usize> {
    let before = winning_fours(grid, side, rule);
    let after = with(grid, p, side);
    let them = side.opponent();
    let holds = |q: &Point| {
        let then = with(&after, *q, them);
        let is_stopped = match kind {
            ThreatKind::Three => winning_fours(&then, side, rule).is_subset(&before),
            _ => !has_five(&then, side, rule),
        };
        is_legal(&after, *q, them, rule) && is_stopped
    };
    after.empties().filter(holds).map(Point::index).collect()
}

#[test]
fn defences_are_complete_and_no_stone_is_foreign() {
    let mut lot = fastrand::Rng::with_seed(7);
    // Small, since every answer to every threat is answered by every four.
    let size = Size::square(6).unwrap();
    let mut seen = [0; 4];
    for round in 0..120 {
        let rule = Rule::ALL[round % Rule::ALL.len()];
        let Some(position) = random(&mut lot, size, rule) else { continue };
        for threat in threats(&position).into_iter().take(3) {
            let point = |name: &String| parse_point(name, size, Origin::Bottom).unwrap();
            let side = if threat.side == "black" { Colour::Black } else { Colour::White };
            let p = point(&threat.point);
            seen[threat.kind as usize] += 1;
            assert!(!threat.stones.is_empty(), "{position:?} {threat:?}");
            assert!(threat.stones.iter().all(|name| position.stone(point(name)) == Some(side)));
            let given: BTreeSet<usize> = threat.defences.iter().map(|name| point(name).index()).collect();
            let expected = if threat.kind == ThreatKind::Five {
                let stops = |q: &Point| {
                    let them = side.opponent();
                    is_legal(position.grid(), *q, them, rule)
                        && (*q == p || with(position.grid(), *q, them).outcome(p, side, rule) != Outcome::Win)
                };
                position.grid().empties().filter(stops).map(Point::index).collect()
            } else {
                answers(position.grid(), p, side, rule, threat.kind)
            };
            assert_eq!(given, expected, "{position:?} {threat:?}");
        }
    }
    assert!(seen.iter().all(|count| *count >= 5), "five, winning four, four, three: {seen:?}");
}

#[test]
fn forbidden_points_are_those_of_the_referee() {
    let mut lot = fastrand::Rng::with_seed(11);
    let size = Size::square(9).unwrap();
    let mut seen = 0;
    for _ in 0..800 {
        let Some(position) = random(&mut lot, size, Rule::Renju) else { continue };
        let expected: Vec<(String, &str)> = position
            .grid()
            .empties()
            .filter_map(|p| {
                let Outcome::Foul(foul) = position.grid().outcome(p, Colour::Black, Rule::Renju) else {
                    return None;
                };
                Some((point_name(p, size, Origin::Bottom), foul_name(foul)))
            })
            .collect();
        let given: Vec<(String, &str)> =
            forbidden(&position).into_iter().map(|one| (one.point, one.reason)).collect();
        seen += given.len();
        assert_eq!(given, expected, "{position:?}");
    }
    assert!(seen > 15, "{seen}");
}

/// What the case promises: the winning moves win at once or by a winning four; in a lost or held game every move that is
/// left out lets the other side win.
#[test]
fn cases_keep_their_promise() {
    let mut lot = fastrand::Rng::with_seed(3);
    let size = Size::square(7).unwrap();
    let mut decided = 0;
    for round in 0..300 {
        let rule = Rule::ALL[round % Rule::ALL.len()];
        let Some(position) = random(&mut lot, size, rule) else { continue };
        let (us, grid) = (position.to_move(), position.grid());
        let case = case(&position).unwrap();
        let named = |points: BTreeSet<usize>| -> Vec<String> {
            let inside = size.points().filter(|p| points.contains(&p.index()));
            inside.map(|p| point_name(p, size, Origin::Bottom)).collect()
        };
        decided += usize::from(case.number.is_some());
        let fives = |side: Colour| -> BTreeSet<usize> {
            grid.empties()
                .filter(|p| grid.outcome(*p, side, rule) == Outcome::Win)
                .map(Point::index)
                .collect()
        };
        match case.number {
            Some(1) => assert_eq!(case.moves, named(fives(us))),
            Some(2 | 3) => assert_eq!(case.attacks, named(fives(us.opponent()))),
            Some(4) => assert_eq!(case.moves, named(winning_fours(grid, us, rule))),
            Some(_) => assert_eq!(case.attacks, named(winning_fours(grid, us.opponent(), rule))),
            None => assert!(fives(us).is_empty() && winning_fours(grid, us.opponent(), rule).is_empty()),
        }
    }
    assert!(decided > 30, "{decided}");
}
