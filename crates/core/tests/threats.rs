//! The forcing moves and their complete defences against brute force, and drawn examples.

mod brute;

use brute::{Brute, drawn, foul_position, marked, random_position, sizes};
use std::collections::BTreeMap;
use tengen_core::board::PointSet;
use tengen_core::geometry::Point;
use tengen_core::pattern::LineClass;
use tengen_core::rule::{Caro, Freestyle, Renju, Rule, RuleType};
use tengen_core::threat::{Kind, SINGLE_FOURS, Threat, five_after, threat_at, threats};
use tengen_core::{Board, Colour, Position, Size, with_rule};

/// The threat by definition: what is new after the stone, and which answers leave nothing of it. `fives` and
/// `known` are the five points and winning fours before.
fn by_brute_force(
    brute: &mut Brute,
    t: Point,
    side: Colour,
    fives: PointSet,
    known: PointSet,
) -> Option<Threat> {
    let none = PointSet::EMPTY;
    if !fives.is_empty() {
        let five = Threat { point: t, kind: Kind::Five, triggers: none, defences: none, rest: none };
        return brute.wins(t, side).then_some(five);
    }
    brute.with(t, side, |brute| {
        let is_four = !brute.fives(side).is_empty();
        let ways =
            |brute: &mut Brute| if is_four { brute.fives(side) } else { brute.winning_fours(side) - known };
        let triggers = ways(brute);
        if triggers.is_empty() {
            return None;
        }
        let (mut defences, mut spoilers) = (none, none);
        for q in brute.empties() {
            let left = brute.with(q, side.opponent(), ways);
            if left.is_empty() && brute.is_legal(q, side.opponent()) {
                defences.insert(q);
            }
            if !(triggers - left).is_empty() {
                spoilers.insert(q);
            }
        }
        let kind = match is_four {
            true if defences.is_empty() => Kind::WinningFour,
            true => Kind::Four,
            false => Kind::Three,
        };
        Some(Threat { point: t, kind, triggers, defences, rest: spoilers - defences })
    })
}

fn check<R: RuleType>(position: &Position, seen: &mut BTreeMap<(Kind, usize), usize>) {
    let mut board = Board::<R>::from_position(position);
    let unchanged = board.clone();
    for side in Colour::BOTH {
        let found = threats(&mut board, side);
        assert!(board == unchanged, "the threats changed the board\n{position:?}");
        let mut brute = Brute::new(position.grid(), position.rule());
        let (fives, known) = (brute.fives(side), brute.winning_fours(side));
        let legal = brute.legal(side);
        let expected: Vec<Threat> =
            legal.into_iter().filter_map(|t| by_brute_force(&mut brute, t, side, fives, known)).collect();
        let points = |threats: &[Threat]| threats.iter().map(|t| t.point).collect::<PointSet>();
        assert_eq!(points(&found), points(&expected), "{side}\n{position:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{side}\n{position:?}");
            let is_single =
                found.kind == Kind::Four && SINGLE_FOURS.contains(&board.class(found.point, side));
            if is_single && !R::HAS_FOULS && !R::RULE.has_blocked_ends() {
                let five = five_after(&board, found.point, side);
                assert_eq!(five, found.triggers.first(), "{:?} {side}\n{position:?}", found.point);
            }
            *seen.entry((found.kind, found.defences.len().min(4))).or_default() += 1;
        }
    }
}

fn check_random_positions(rule: Rule, rounds: u64) -> BTreeMap<(Kind, usize), usize> {
    let mut seen = BTreeMap::new();
    for size in sizes() {
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed ^ 0x7E47);
            let position = random_position(rule, size, &mut random);
            with_rule!(rule, R => check::<R>(&position, &mut seen));
        }
    }
    seen
}

#[test]
fn threats_equal_brute_force_on_random_positions_of_every_rule() {
    for rule in Rule::ALL {
        let seen = check_random_positions(rule, 15);
        let is_caro = matches!(rule, Rule::Caro | Rule::CaroStandard);
        for (kind, defences, least) in [
            (Kind::Five, 0, 60),
            (Kind::WinningFour, 0, 25),
            (Kind::Four, 1, 150),
            (Kind::Four, 2, if is_caro { 20 } else { 0 }),
            (Kind::Three, 0, 5),
            (Kind::Three, 1, 2),
            (Kind::Three, 2, 10),
            (Kind::Three, 3, 80),
            (Kind::Three, 4, if is_caro { 100 } else { 0 }),
        ] {
            let count = seen.get(&(kind, defences)).copied().unwrap_or(0);
            assert!(count >= least, "{rule}: {kind:?} with {defences} defences was seen only {count} times");
        }
        // Elsewhere a four is stopped on one square and a three on three at most.
        if !is_caro && rule != Rule::Renju {
            assert!(!seen.contains_key(&(Kind::Four, 2)) && !seen.contains_key(&(Kind::Three, 4)), "{rule}");
        }
    }
}

#[test]
fn threats_equal_brute_force_where_renju_has_fouls() {
    let (mut seen, mut uncovered) = (BTreeMap::new(), 0);
    for seed in 0..900 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = Size::new(random.usize(7..=10), random.usize(7..=10)).unwrap();
        let position = foul_position(size, &mut random);
        let mut board = Board::<Renju>::from_position(&position);
        let weak = Colour::BOTH.map(|side| weak_threats(&mut board, side)).iter().sum::<usize>();
        if seed < 60 || weak > 0 {
            check::<Renju>(&position, &mut seen);
            uncovered += weak;
        }
    }
    assert!(uncovered >= 10, "only {uncovered} threats were made by uncovering a four");
}

/// Number of threats by stones that make no three or four on their own lines.
fn weak_threats(board: &mut Board<Renju>, side: Colour) -> usize {
    let makes_three = |line: &LineClass| *line >= LineClass::SimpleThree && *line <= LineClass::Five;
    let found = threats(board, side);
    found.iter().filter(|t| !board.lines(t.point, side).iter().any(makes_three)).count()
}

/// In the drawings below the stone goes to `t`; `*` are triggers that are also defences, `a` triggers that are none,
/// `d` other defences, `r` rest squares.
fn expect<R: RuleType>(kind: Kind, drawing: &str, side: Colour) {
    let point = marked(drawing, "t").first().unwrap();
    let expected = Threat {
        point,
        kind,
        triggers: marked(drawing, "*a"),
        defences: marked(drawing, "*d"),
        rest: marked(drawing, "ra") - marked(drawing, "*d"),
    };
    let mut board = drawn::<R>(drawing, side);
    assert_eq!(threat_at(&mut board, point, side), Some(expected), "{drawing}");
    assert!(threats(&mut board, side).contains(&expected), "{drawing}");
}

#[test]
fn a_double_three_leaves_two_defences_and_two_squares_that_must_stay_empty() {
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . r * X t X * r . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect::<Freestyle>(Kind::Three, drawing, Colour::Black);
}

#[test]
fn a_weak_three_can_be_stopped_on_all_its_squares() {
    let blocked = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . X d O t O * d . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect::<Freestyle>(Kind::Three, blocked, Colour::White);
    let broken = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . d X X * t d . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect::<Freestyle>(Kind::Three, broken, Colour::Black);
}

#[test]
fn a_simple_three_whose_four_crosses_another_is_a_threat() {
    let drawing = "
        . . . . O . . .
        . . . . X . . .
        . . . . X . . .
        . . . . X . . .
        O X X t * d . .
        . . . . d . . .
        . . . . . . . .";
    expect::<Freestyle>(Kind::Three, drawing, Colour::Black);
}

#[test]
fn a_four_has_one_defence_except_under_caro() {
    let drawing = "
        . . . . . . . . .
        . . . . . . . . .
        O X X X t * . . .
        . . . . . . . . .
        . . . . . . . . .";
    expect::<Freestyle>(Kind::Four, drawing, Colour::Black);
    expect::<Caro>(Kind::Four, &drawing.replace("* .", "* d"), Colour::Black);
}

#[test]
fn an_open_four_and_a_four_that_black_may_not_answer_have_no_defence() {
    let open = "
        . . . . . . . . .
        . . . . . . . . .
        . . a X X t X a .
        . . . . . . . . .
        . . . . . . . . .";
    expect::<Freestyle>(Kind::WinningFour, open, Colour::Black);
    let foul = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . X . . . .
        . . . X . . . . . . .
        . . . . X . . . . . .
        X O O a O t . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        . . . . . . . . . . .";
    expect::<Renju>(Kind::WinningFour, foul, Colour::White);
}

#[test]
fn a_square_that_leaves_a_four_black_may_not_answer_is_no_defence() {
    // Black on e would stop one end of the open four on *, and may not play on the other one, r.
    let drawing = "
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . X . . X . . . .
        . . . . . . X . . . . . . .
        . . . . . . . X . . . . . .
        . e O t * O r . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        . . . . . . X . . . . . . .
        . . . . . . . . . . . . . .";
    expect::<Renju>(Kind::Three, drawing, Colour::White);
    expect::<Freestyle>(Kind::Three, &drawing.replace(['e', 'r'], "d"), Colour::White);
}

#[test]
fn a_forbidden_point_is_no_threat_for_black() {
    let drawing = "
        . . . . . . .
        . . . O . . .
        . . . X . . .
        . . . X . . .
        . . . X . . .
        O X X t X . .
        . . . . . . .";
    let t = marked(drawing, "t").first().unwrap();
    assert_eq!(
        threat_at(&mut drawn::<Freestyle>(drawing, Colour::Black), t, Colour::Black).map(|t| t.kind),
        Some(Kind::WinningFour)
    );
    assert_eq!(threat_at(&mut drawn::<Renju>(drawing, Colour::Black), t, Colour::Black), None);
}
