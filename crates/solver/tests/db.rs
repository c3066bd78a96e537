//! Dependency-based search and threat-space search against a slow search, and by name the holes that other programs fell into.

mod oracle;

use oracle::{Oracle, random_position};
use tengen_core::board::PointSet;
use tengen_core::notation::{Origin, parse_point};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, threat, with_rule};
use tengen_solver::db::{self, DbAnswer, DbLimits, Kind, Member, Outcome, Sequence, ThreatSet};

const RULES: [Rule; 4] = [
    Rule::Freestyle,
    Rule::Standard,
    Rule::Mixed { attacker: Colour::Black },
    Rule::Mixed { attacker: Colour::White },
];

fn limits() -> DbLimits {
    DbLimits { states: 2000, combinations: 20_000, ..DbLimits::default() }
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
            assert!((threat.defences - defences).is_empty(), "{member:?} {threat:?}");
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
        for round in 0..1500 {
            let side = 7 + round % 3;
            let size = Size::square(side).unwrap();
            let stones = random.usize(side..3 * side);
            let Some(position) = random_position(size, rule, stones, &mut random) else { continue };
            let answer = search(&position);
            refuted += answer.refuted;
            let Outcome::Won(sequence) = &answer.outcome else { continue };
            members_are_what_they_say(&position, sequence);
            match is_confirmed(&mut Oracle::new(&position, 20_000), sequence) {
                Some(is_won) => assert!(is_won, "{sequence:?} {position:?}"),
                None => {
                    unsettled += 1;
                    continue;
                }
            }
            wins += 1;
            with_threes += usize::from(sequence.members.iter().any(|member| member.kind == Kind::Three));
            long += usize::from(sequence.members.len() >= 4);
        }
        println!("{rule}: {wins} {with_threes} {long} {unsettled} {refuted}");
        assert!(wins > 100 && with_threes > 30 && long > 20 && refuted > 30 && unsettled * 20 < wins);
    }
}

#[test]
fn a_stone_outside_the_potential_defences_changes_nothing() {
    for rule in RULES {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut outside, mut inside, mut helped) = (0, 0, 0);
        for _ in 0..300 {
            let size = Size::square(9).unwrap();
            let Some(position) = random_position(size, rule, random.usize(10..24), &mut random) else { continue };
            let answer = search(&position);
            let Outcome::Won(sequence) = &answer.outcome else { continue };
            if sequence.members.len() < 3 {
                continue;
            }
            let them = position.to_move().opponent();
            let mut oracle = Oracle::new(&position, 20_000);
            for p in oracle.empties() {
                let is_potential = answer.potential_defences.contains(p);
                if is_potential && random.u8(..10) > 0 {
                    continue;
                }
                let mut oracle = Oracle::new(&position, 5_000);
                oracle.put(p, Some(them));
                let wins = if oracle.fives(them).is_empty() { is_confirmed(&mut oracle, sequence) } else { Some(false) };
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
            oracle.budget = 0;
        }
        println!("{rule}: {outside} {inside} {helped}");
        assert!(outside > 100 && inside > 20 && helped > 5);
    }
}
