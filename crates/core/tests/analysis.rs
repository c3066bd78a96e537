//! The board analysis against brute force, and the drawn positions of the paper.

mod brute;

use brute::{Brute, drawn, foul_position, marked, random_position, sizes};
use std::collections::BTreeMap;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::{Caro, Freestyle, Renju, Rule, RuleType, Standard};
use tengen_core::{Board, Colour, Point, Position, Size, with_rule};

/// What a random position turned out to be, for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Win(Case),
    Hold(Case),
    Lost(Case),
    Open,
    /// A hold by a counter-four that stops nothing.
    Delay,
    /// A four of ours that their answer refutes.
    RefutedFour,
    /// A win by a single four that the opponent is forbidden to answer.
    FourAnsweredByFoul,
    /// A double four that is forbidden, and nothing else to win with.
    ForbiddenDoubleFour,
    /// A hold that leaves the attack's lines alone and makes it forbidden, or allows the answer to it.
    HoldByFoul,
}

/// The analysis by definition: which case, and the moves that win or hold.
fn by_brute_force(position: &Position) -> (Option<Case>, Option<PointSet>) {
    let mut brute = Brute::new(position.grid(), position.rule());
    let us = position.to_move();
    let them = us.opponent();
    let (ours, theirs) = (brute.fives(us), brute.fives(them));
    if !ours.is_empty() {
        return (Some(Case::OurFive), Some(ours));
    }
    let legal = brute.legal(us);
    if !theirs.is_empty() {
        let holds = |q: &&_| brute.with(**q, us, |brute| brute.fives(them).is_empty());
        let case = if theirs.len() == 1 { Case::TheirFive } else { Case::TheirFives };
        return (Some(case), Some(legal.iter().filter(holds).copied().collect()));
    }
    let ours = brute.winning_fours(us);
    if !ours.is_empty() {
        return (Some(Case::OurFour), Some(ours));
    }
    if !brute.winning_fours(them).is_empty() {
        let holds = legal.into_iter().filter(|q| brute.holds(*q, us)).collect();
        return (Some(Case::TheirFour), Some(holds));
    }
    (None, None)
}

fn check<R: RuleType>(position: &Position, seen: &mut BTreeMap<Seen, usize>) {
    let mut board = Board::<R>::from_position(position);
    let before = board.clone();
    let analysis = analyse(&mut board);
    assert!(board == before, "the analysis changed the board\n{position:?}");
    let (case, moves) = by_brute_force(position);
    assert_eq!(analysis.case(), case, "{position:?}");
    assert_eq!(analysis.moves(), moves, "{case:?} {analysis:?}\n{position:?}");

    let mut see = |what| *seen.entry(what).or_default() += 1;
    see_fouls(&board, &analysis, &mut see);
    match analysis {
        Analysis::Win { case, .. } => see(Seen::Win(case)),
        Analysis::Lost { case, .. } => see(Seen::Lost(case)),
        Analysis::Open => see(Seen::Open),
        Analysis::Hold { case, defences, counter_fours, attacks } => {
            see(Seen::Hold(case));
            if !(counter_fours - defences).is_empty() {
                see(Seen::Delay);
            }
            assert!(!attacks.is_empty());
            check_defences(position, case, defences);
        }
    }
    if let Some(Case::TheirFour) = analysis.case() {
        let us = position.to_move();
        let mut brute = Brute::new(position.grid(), position.rule());
        let makes_four = |q: &_| !brute.new_fives(*q, us).is_empty() && brute.is_legal(*q, us);
        let fours: PointSet = position.grid().empties().filter(makes_four).collect();
        if !(fours - analysis.moves().unwrap()).is_empty() {
            see(Seen::RefutedFour);
        }
    }
}

/// What only happens where there are fouls.
fn see_fouls<R: RuleType>(board: &Board<R>, analysis: &Analysis, see: &mut impl FnMut(Seen)) {
    let us = board.to_move();
    let is_double = |p: Point, side| board.class(p, side).is_double_four();
    match analysis {
        Analysis::Win { case: Case::OurFour, moves } if moves.iter().any(|p| !is_double(p, us)) => {
            see(Seen::FourAnsweredByFoul);
        }
        Analysis::Hold { case: Case::TheirFour, defences, attacks, .. } => {
            let them = us.opponent();
            let touches = |q: Point, u: Point| !is_double(u, them) || defences_of(board, u, them).contains(q);
            if defences.iter().any(|q| attacks.iter().any(|u| !touches(q, u))) {
                see(Seen::HoldByFoul);
            }
        }
        Analysis::Open if board.count(us, PointClass::DoubleFour) > 0 => {
            see(Seen::ForbiddenDoubleFour);
        }
        _ => {}
    }
}

fn defences_of<R: RuleType>(board: &Board<R>, u: Point, side: Colour) -> PointSet {
    tengen_core::threat::defences(board, u, side, PointClass::is_double_four)
}

/// Every defence leaves the opponent nothing of what he threatened, even if we never make a four.
fn check_defences(position: &Position, case: Case, defences: PointSet) {
    let mut brute = Brute::new(position.grid(), position.rule());
    let us = position.to_move();
    let them = us.opponent();
    for q in defences {
        brute.with(q, us, |brute| {
            assert!(brute.fives(them).is_empty());
            if case == Case::TheirFour {
                assert!(brute.winning_fours(them).is_empty(), "{q:?}\n{position:?}");
            }
        });
    }
}

fn check_random_positions(rule: Rule, rounds: u64) -> BTreeMap<Seen, usize> {
    let mut seen = BTreeMap::new();
    for size in sizes() {
        for seed in 0..rounds {
            let mut random = fastrand::Rng::with_seed(seed);
            let position = random_position(rule, size, &mut random);
            with_rule!(rule, R => check::<R>(&position, &mut seen));
        }
    }
    seen
}

#[test]
fn the_analysis_equals_brute_force_on_random_positions_of_every_rule() {
    use Case::{OurFive, OurFour, TheirFive, TheirFives, TheirFour};
    for rule in Rule::ALL {
        let seen = check_random_positions(rule, 300);
        for (what, least) in [
            (Seen::Win(OurFive), 400),
            (Seen::Hold(TheirFive), 150),
            (Seen::Lost(TheirFives), 70),
            (Seen::Win(OurFour), 150),
            (Seen::Hold(TheirFour), 100),
            (Seen::Lost(TheirFour), 5),
            (Seen::Delay, 50),
            (Seen::RefutedFour, 5),
            (Seen::Open, 500),
        ] {
            let count = seen.get(&what).copied().unwrap_or(0);
            assert!(count >= least, "{rule}: {what:?} was seen only {count} times");
        }
        // One stone can stop two fives only where the ends of a five count.
        let is_caro = matches!(rule, Rule::Caro | Rule::CaroStandard);
        assert_eq!(seen.contains_key(&Seen::Hold(TheirFives)), is_caro, "{rule}");
        if rule != Rule::Renju {
            let has_fouls = |what: &Seen| *what >= Seen::FourAnsweredByFoul;
            assert!(!seen.keys().any(has_fouls), "{rule} {seen:?}");
        }
    }
}

/// Whether a double four of Black crosses what may be two threes.
fn may_be_forbidden_by_white(board: &Board<Renju>) -> bool {
    let threes = |p| board.lines(p, Colour::Black).iter().filter(|line| line.is_open_three()).count();
    board.points(Colour::Black, PointClass::DoubleFour).iter().any(|p| threes(p) >= 2)
}

#[test]
fn the_analysis_equals_brute_force_where_renju_has_fouls() {
    let mut seen = BTreeMap::new();
    for seed in 0..20_000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = Size::new(random.usize(7..=11), random.usize(7..=11)).unwrap();
        let position = foul_position(size, &mut random);
        if seed < 2000 || may_be_forbidden_by_white(&Board::from_position(&position)) {
            check::<Renju>(&position, &mut seen);
        }
    }
    for (what, least) in [
        (Seen::FourAnsweredByFoul, 10),
        (Seen::ForbiddenDoubleFour, 10),
        (Seen::HoldByFoul, 1),
        (Seen::Lost(Case::TheirFive), 1),
    ] {
        let count = seen.get(&what).copied().unwrap_or(0);
        assert!(count >= least, "{what:?} was seen only {count} times in {seen:?}");
    }
}

/// Plain minimax over every legal move, with no short cut at all: whether the side to move wins within so many
/// plies. A player without a legal move passes.
fn wins_within(brute: &mut Brute, side: Colour, plies: u8) -> bool {
    let legal = brute.legal(side);
    legal.iter().any(|p| brute.wins(*p, side))
        || plies >= 3 && legal.iter().any(|p| wins_with(brute, *p, side, plies))
}

/// Whether `side` wins within so many plies, of which the stone on `p` is the first.
fn wins_with(brute: &mut Brute, p: Point, side: Colour, plies: u8) -> bool {
    brute.wins(p, side)
        || plies >= 3 && brute.with(p, side, |brute| loses_within(brute, side.opponent(), plies - 1))
}

fn loses_within(brute: &mut Brute, side: Colour, plies: u8) -> bool {
    let legal = brute.legal(side);
    if legal.is_empty() {
        return wins_within(brute, side.opponent(), plies - 1);
    }
    legal.iter().all(|p| loses_with(brute, *p, side, plies))
}

fn loses_with(brute: &mut Brute, p: Point, side: Colour, plies: u8) -> bool {
    !brute.wins(p, side) && brute.with(p, side, |brute| wins_within(brute, side.opponent(), plies - 1))
}

#[test]
fn the_named_moves_and_no_others_win_or_hold_within_the_named_plies() {
    let mut seen = BTreeMap::new();
    for rule in Rule::ALL {
        for seed in 0..400 {
            let mut random = fastrand::Rng::with_seed(seed);
            let size = Size::new(random.usize(5..=7), random.usize(5..=7)).unwrap();
            let position = random_position(rule, size, &mut random);
            if position.grid().empties().count() > 20 {
                continue;
            }
            let us = position.to_move();
            let mut brute = Brute::new(position.grid(), rule);
            let analysis = with_rule!(rule, R => analyse(&mut Board::<R>::from_position(&position)));
            let (moves, plies) = (analysis.moves().unwrap_or_default(), analysis.plies().unwrap_or(4));
            for p in brute.legal(us) {
                let is_named = moves.contains(p);
                match analysis {
                    Analysis::Win { .. } => assert_eq!(wins_with(&mut brute, p, us, plies), is_named),
                    Analysis::Hold { .. } | Analysis::Lost { .. } => {
                        assert_eq!(loses_with(&mut brute, p, us, plies), !is_named, "{p:?}\n{position:?}");
                    }
                    Analysis::Open => {
                        assert!(!wins_with(&mut brute, p, us, 3) && !loses_with(&mut brute, p, us, 4));
                    }
                }
            }
            *seen.entry(analysis.case()).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 6 && seen.values().all(|count| *count >= 10), "{seen:?}");
}

/// In the drawings below `*` is where the opponent would win, if that is also a defence; `a` is the same if it is
/// none; `d` are the other defences, `c` counter-fours, `b` both, `n` fours that are no good.
fn expect_hold<R: RuleType>(case: Case, drawing: &str, to_move: Colour) {
    let attacks = marked(drawing, "*a");
    let defences = marked(drawing, "*db");
    let counter_fours = marked(drawing, "cb");
    let expected = Analysis::Hold { case, attacks, defences, counter_fours };
    assert_eq!(analyse(&mut drawn::<R>(drawing, to_move)), expected, "{drawing}");
}

fn expect_lost<R: RuleType>(case: Case, drawing: &str, to_move: Colour) {
    let expected = Analysis::Lost { case, attacks: marked(drawing, "a") };
    assert_eq!(analyse(&mut drawn::<R>(drawing, to_move)), expected, "{drawing}");
}

fn expect_win<R: RuleType>(case: Case, drawing: &str, to_move: Colour) {
    let expected = Analysis::Win { case, moves: marked(drawing, "w") };
    assert_eq!(analyse(&mut drawn::<R>(drawing, to_move)), expected, "{drawing}");
}

#[test]
fn a_weak_three_has_three_defences() {
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O d X X X * d . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect_hold::<Freestyle>(Case::TheirFour, drawing, Colour::White);
}

#[test]
fn a_double_three_has_two_defences() {
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . * X X X * . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect_hold::<Standard>(Case::TheirFour, drawing, Colour::White);
}

#[test]
fn a_cross_four_is_stopped_where_the_lines_cross_and_at_their_far_ends() {
    let drawing = "
        . . . . . . .
        . . . . O . .
        d X X X * O .
        . . . . X . .
        . . . . X . .
        . . . . X . .
        . . . . d . .";
    expect_hold::<Freestyle>(Case::TheirFour, drawing, Colour::White);
}

#[test]
fn the_crossing_fours_are_forbidden_for_black_under_renju() {
    let drawing = "
        . . . . . . .
        . . . . O . .
        . X X X . O .
        . . . . X . .
        . . . . X . .
        . . . . X . .
        . . . . . . .";
    assert_eq!(analyse(&mut drawn::<Renju>(drawing, Colour::White)), Analysis::Open);
    assert_eq!(analyse(&mut drawn::<Renju>(drawing, Colour::Black)), Analysis::Open);
}

#[test]
fn a_four_puts_the_attack_off() {
    let drawing = "
        X O O O c c . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . * X X X * . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    expect_hold::<Freestyle>(Case::TheirFour, drawing, Colour::White);
}

#[test]
fn a_four_whose_answer_completes_the_attack_is_no_good() {
    // White on n must be answered on the upper b, and that is Black's double four.
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . X . . .
        . . . * X X X b . . .
        . . . . . . . O . . .
        . . . . . . . O . . .
        . . . . . . . O . . .
        . . . . . . . n . . .
        . . . . . . . X . . .
        . . . . . . . . . . .";
    let mut board = drawn::<Freestyle>(drawing, Colour::White);
    let analysis = analyse(&mut board);
    assert_eq!(analysis.moves(), Some(marked(drawing, "*b")));
    assert!(marked(drawing, "n").iter().all(|p| board.class(p, Colour::White).is_four()));
    let Analysis::Hold { counter_fours, attacks, .. } = analysis else { panic!("{analysis:?}") };
    assert_eq!((counter_fours, attacks), (marked(drawing, "b"), marked(drawing, "*b")));
}

#[test]
fn attacks_without_a_common_defence_win() {
    let drawing = "
        . . . . . . . . . . .
        . . . a X X X a . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . a X X X a . . .
        . . . . . . . . . . .";
    expect_lost::<Freestyle>(Case::TheirFour, drawing, Colour::White);
}

#[test]
fn one_four_is_stopped_and_an_open_four_is_lost() {
    let simple = "
        . . . . . . . . .
        . . . . . . . . .
        O X X X * X . . .
        . . . . . . . . .
        . . . . . . . . .";
    expect_hold::<Freestyle>(Case::TheirFive, simple, Colour::White);
    expect_win::<Freestyle>(Case::OurFive, &simple.replace('*', "w"), Colour::Black);
    let open = "
        . . . . . . . . .
        . . . . . . . . .
        . a X X X X a . .
        . . . . . . . . .
        . . . . . . . . .";
    expect_lost::<Standard>(Case::TheirFives, open, Colour::White);
}

#[test]
fn caro_also_stops_a_four_at_the_open_end() {
    let drawing = "
        . . . . . . . . .
        . . . . . . . . .
        O X X X X * d . .
        . . . . . . . . .
        . . . . . . . . .";
    expect_hold::<Caro>(Case::TheirFive, drawing, Colour::White);
}

#[test]
fn a_double_four_of_ours_wins_before_theirs() {
    let drawing = "
        . . . . . . . . . . .
        . . . w O O O w . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X X X . . . .
        . . . . . . . . . . .";
    expect_win::<Freestyle>(Case::OurFour, drawing, Colour::White);
}

#[test]
fn black_cannot_stop_a_five_on_a_forbidden_point() {
    // Two threes meet on a.
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . X . . . .
        . . . X . . . . . . .
        . . . . X . . . . . .
        . O O a O O . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        . . . . . . . . . . .";
    expect_lost::<Renju>(Case::TheirFive, drawing, Colour::Black);
    expect_hold::<Standard>(Case::TheirFive, &drawing.replace('a', "*"), Colour::Black);
}

#[test]
fn white_wins_with_a_single_four_that_black_may_not_answer() {
    let drawing = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . X . . . .
        . . . X . . . . . . .
        . . . . X . . . . . .
        X O O . O w . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        . . . . . . . . . . .";
    expect_win::<Renju>(Case::OurFour, drawing, Colour::White);
}

#[test]
fn white_stops_a_double_four_by_making_it_forbidden() {
    // Black's point * also looks like two threes, but stays allowed until a white stone on f takes the foul away from
    // what would extend one of them.
    let drawing = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . . X . . . . . .
        . X f O . d . . . .
        . f . X X f . . . .
        . . X * . X . . . .
        . . X . X . . . . .
        . X f . . . . . . .
        d . . . . . . . . .";
    let expected = Analysis::Hold {
        case: Case::TheirFour,
        attacks: marked(drawing, "*"),
        defences: marked(drawing, "*df"),
        counter_fours: PointSet::EMPTY,
    };
    assert_eq!(analyse(&mut drawn::<Renju>(drawing, Colour::White)), expected);
}
