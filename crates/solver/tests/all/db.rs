//! Dependency-based search and threat-space search against a slow search, and by name the holes that other programs fell into.

use crate::oracle::{Oracle, random_position};
use tengen_core::notation::{Origin, parse_point};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, threat, with_rule};
use tengen_solver::db::{self, DbAnswer, DbLimits, Kind, Member, Outcome, Sequence, ThreatSet};
use tengen_solver::tss::{self, TssLimits};

const RULES: [Rule; 4] = [
    Rule::Freestyle,
    Rule::Standard,
    Rule::Mixed { attacker: Colour::Black },
    Rule::Mixed { attacker: Colour::White },
];

fn limits() -> DbLimits<'static> {
    DbLimits { states: 500, combinations: 5_000, ..DbLimits::default() }
}

fn search(position: &Position) -> DbAnswer {
    with_rule!(position.rule(), R => db::search(&Board::<R>::from_position(position), limits()))
}

/// Asks the oracle whether a sequence wins: as long as it is, and with time for counter-fours.
fn is_confirmed(oracle: &mut Oracle, sequence: &Sequence) -> Option<bool> {
    let plan: Vec<Point> = sequence.members.iter().map(|member| member.point).collect();
    oracle.wins(2 * plan.len() + 8, &plan)
}

/// Plays a sequence with all defences at once and asks the board of every member.
fn members_are_what_they_say(position: &Position, sequence: &Sequence) {
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let us = board.to_move();
        for (at, member) in sequence.members.iter().enumerate() {
            let Member { point, kind, defences, rest } = *member;
            assert!(board.is_empty(point) && (defences | rest).iter().all(|p| board.is_empty(p)), "{position:?} {sequence:?}");
            let threat = threat::threat_at(&mut board, point, us).expect("a forcing move");
            let fits = match threat.kind {
                threat::Kind::Five => kind == Kind::Five,
                threat::Kind::WinningFour | threat::Kind::Four => kind == Kind::Four,
                threat::Kind::Three => kind == Kind::Three,
            };
            // A move that makes more than was asked of it is as good.
            assert!(fits || kind == Kind::Three && threat.kind != threat::Kind::Five, "{kind:?} {threat:?} {position:?} {sequence:?}");
            assert!(!fits || (threat.defences - defences).is_empty(), "{member:?} {threat:?}");
            assert_eq!(kind == Kind::Five, at + 1 == sequence.members.len());
            board.put(point, us);
            defences.iter().for_each(|p| board.put(p, us.opponent()));
        }
        assert_eq!(board.winner(), Some(us));
    });
}

#[test]
fn whatever_is_won_is_won_against_every_answer() {
    for rule in RULES {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut wins, mut with_threes, mut long, mut unsettled, mut refuted) = (0, 0, 0, 0, 0);
        for round in 0..300 {
            let side = 7 + round % 3;
            let size = Size::square(side).unwrap();
            let stones = random.usize(side..3 * side);
            let Some(position) = random_position(size, rule, stones, &mut random) else { continue };
            let answer = search(&position);
            refuted += answer.refuted;
            let Outcome::Won(sequence) = &answer.outcome else { continue };
            members_are_what_they_say(&position, sequence);
            let Some(is_won) = is_confirmed(&mut Oracle::new(&position, 2_000), sequence) else {
                unsettled += 1;
                continue;
            };
            assert!(is_won, "{sequence:?} {position:?}");
            wins += 1;
            with_threes += usize::from(sequence.members.iter().any(|member| member.kind == Kind::Three));
            long += usize::from(sequence.members.len() >= 4);
        }
        assert!(
            wins > 40 && with_threes > 10 && long > 10 && refuted > 100 && unsettled * 10 < wins,
            "{rule}: {wins} {with_threes} {long} {refuted} {unsettled}"
        );
    }
}

#[test]
fn a_stone_outside_the_potential_defences_changes_nothing() {
    for rule in RULES {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut outside, mut inside, mut helped) = (0, 0, 0);
        for _ in 0..100 {
            let size = Size::square(9).unwrap();
            let Some(position) = random_position(size, rule, random.usize(10..24), &mut random) else {
                continue;
            };
            let answer = search(&position);
            let Outcome::Won(sequence) = &answer.outcome else { continue };
            if sequence.members.len() < 3 {
                continue;
            }
            let them = position.to_move().opponent();
            for p in Oracle::new(&position, 0).empties() {
                let is_potential = answer.potential_defences.contains(p);
                if random.u8(..if is_potential { 10 } else { 4 }) > 0 {
                    continue;
                }
                let mut oracle = Oracle::new(&position, 500);
                oracle.put(p, Some(them));
                let wins = if oracle.fives(them).is_empty() {
                    is_confirmed(&mut oracle, sequence)
                } else {
                    Some(false)
                };
                match (is_potential, wins) {
                    (false, Some(wins)) => {
                        assert!(wins, "{p:?} {sequence:?} {position:?}");
                        outside += 1;
                    }
                    (true, Some(wins)) => {
                        inside += 1;
                        helped += usize::from(!wins);
                    }
                    (_, None) => {}
                }
            }
        }
        assert!(outside > 20 && inside > 10 && helped > 3, "{rule}: {outside} {inside} {helped}");
    }
}

/// A position on fifteen by fifteen with Black to move.
fn position(rule: Rule, black: &[&str], white: &[&str]) -> Position {
    let mut position = Position::new(Size::FIFTEEN, rule);
    for (points, colour) in [(black, Colour::Black), (white, Colour::White)] {
        for name in points.iter().flat_map(|names| names.split(' ')).filter(|name| !name.is_empty()) {
            position.set_up(parse_point(name, Size::FIFTEEN, Origin::Bottom).unwrap(), colour).unwrap();
        }
    }
    position.set_first(Colour::Black).unwrap();
    position
}

fn is_won(position: &Position) -> bool {
    search(position).outcome.sequence().is_some()
}

/// A double three of Black on m4, and nothing of White's near it.
const DOUBLE_THREE: &str = "k4 l4 m5 m6";

#[test]
fn a_four_on_the_board_is_seen_before_the_first_move() {
    let four = "c9 c10 c11 c12";
    assert!(is_won(&position(Rule::Freestyle, &[DOUBLE_THREE], &["a1 a9 h15 o15"])));
    assert!(!is_won(&position(Rule::Freestyle, &[DOUBLE_THREE, "c8"], &[four])));
    // With three stones on its row the only square that stops the four makes a double four.
    let stops_with_four = position(Rule::Freestyle, &["d13 e13 f13", "c8"], &[four]);
    let answer = search(&stops_with_four);
    let first = answer.outcome.sequence().map(|sequence| sequence.members[0].point);
    assert_eq!(first, parse_point("c13", Size::FIFTEEN, Origin::Bottom).ok());
}

#[test]
fn a_counter_four_is_not_ignored() {
    // An open three of White's: against a three it becomes a double four.
    assert!(!is_won(&position(Rule::Freestyle, &[DOUBLE_THREE], &["c9 c10 c11 a1"])));
    // Blocked on one side it is a simple three: its four is answered, and all goes on.
    assert!(is_won(&position(Rule::Freestyle, &[DOUBLE_THREE, "c8"], &["c9 c10 c11 a1 o15"])));
    // Unless the four stands where the sequence goes: on m3 it stops one three with tempo, and then there is time for the other.
    assert!(!is_won(&position(Rule::Freestyle, &[DOUBLE_THREE, "h3"], &["i3 j3 k3 a1 a9"])));
}

/// Three columns of White's, each a simple three whose four can stand on row 8: all three of them together make an open three
/// there.
const COLUMNS: [(&str, &str); 3] = [("d9 d10 d11", "d12"), ("e5 e6 e7", "e4"), ("f9 f10 f11", "f12")];

#[test]
fn counter_fours_that_only_work_three_together_are_found() {
    let with = |columns: &[(&str, &str)]| {
        let white: Vec<&str> = columns.iter().map(|column| column.0).collect();
        let black: Vec<&str> = columns.iter().map(|column| column.1).chain([DOUBLE_THREE]).collect();
        is_won(&position(Rule::Freestyle, &black, &white))
    };
    assert!(!with(&COLUMNS));
    for left_out in 0..3 {
        let two: Vec<_> = (0..3).filter(|at| *at != left_out).map(|at| COLUMNS[at]).collect();
        assert!(with(&two), "{two:?}");
    }
}

#[test]
fn loose_fours_cost_a_state_each() {
    let rows = ["a1 b1 c1", "m1 n1 o1", "a15 b15 c15", "m15 n15 o15", "g7 h7 i7"];
    let position = position(Rule::Freestyle, &rows, &["f7 g8 h6"]);
    let answer = search(&position);
    assert_eq!(answer.outcome, Outcome::NoSequence);
    assert!(answer.states < 60, "{answer:?}");
}

#[test]
fn rules_that_windows_cannot_tell_are_refused() {
    for rule in [Rule::Renju, Rule::Caro, Rule::CaroStandard] {
        let position = position(rule, &[DOUBLE_THREE], &["a1 a3"]);
        assert_eq!(search(&position).outcome, Outcome::Unsupported);
    }
}

#[test]
fn six_in_a_row_is_no_win_where_it_does_not_count() {
    // A row of Black's in which every four would be stopped by leaving six: g8 is Black's.
    let black = "c8 d8 e8 g8 h8";
    let white = "b8 a1 a3 a5";
    assert!(is_won(&position(Rule::Freestyle, &[black], &[white])));
    assert!(!is_won(&position(Rule::Standard, &[black, "i8"], &[white, "j8"])));
}

#[test]
fn a_limit_is_kept_and_said() {
    let position = position(Rule::Freestyle, &["h8 i9 h10 j8 g7"], &["a1 a9 h15 o15"]);
    let board = Board::<tengen_core::rule::Freestyle>::from_position(&position);
    let answer =
        db::search_with(&board, ThreatSet::FoursAndThrees, DbLimits { states: 3, ..DbLimits::default() });
    assert!(answer.states <= 3);
    assert_eq!(answer.outcome, Outcome::Cut);
    let answer =
        tss::search(&board, ThreatSet::FoursAndThrees, TssLimits { nodes: 2, ..TssLimits::default() });
    assert_eq!((answer.outcome, answer.nodes), (Outcome::Cut, 2));
}

#[test]
fn threat_space_search_wins_are_wins() {
    let mut random = fastrand::Rng::with_seed(21);
    let (mut wins, mut db_too) = (0, 0);
    for _ in 0..150 {
        let size = Size::square(9).unwrap();
        let Some(position) = random_position(size, Rule::Standard, random.usize(10..26), &mut random) else {
            continue;
        };
        let board = Board::<tengen_core::rule::Standard>::from_position(&position);
        for set in [ThreatSet::Fours, ThreatSet::FoursAndThrees] {
            let answer = tss::search(&board, set, TssLimits { nodes: 300, ..TssLimits::default() });
            let Outcome::Won(sequence) = answer.outcome else { continue };
            members_are_what_they_say(&position, &sequence);
            assert_ne!(
                is_confirmed(&mut Oracle::new(&position, 2_000), &sequence),
                Some(false),
                "{position:?}"
            );
            wins += 1;
            db_too += usize::from(is_won(&position));
        }
    }
    assert!(wins > 20 && db_too * 10 >= wins * 9, "{wins} {db_too}");
}
