//! No method ever claims a win that an exhaustive search denies, and what is complete finds every win of its kind.
//!
//! A further method is one line in [`METHODS`].

mod common;

use common::{Moves, Oracle, is_won, positions};
use std::collections::BTreeMap;
use tengen_core::{Board, Position, Rule, Status, with_rule};
use tengen_solver::{Bmm, Claim, EndgameLimits, Memory, Pns, ThreatSet, Vcf, VcfLimits};

/// A way to claim wins.
struct Method {
    name: &'static str,
    ask: fn(&Position) -> Claim,
}

/// A method from an expression that asks a board of any rule, and must leave it as it was.
macro_rules! method {
    ($name:literal, |$board:ident| $claim:expr) => {
        Method {
            name: $name,
            ask: |position| {
                with_rule!(position.rule(), R => {
                    let mut fresh = Board::<R>::from_position(position);
                    let $board = &mut fresh;
                    let claim = $claim;
                    assert!(fresh == Board::<R>::from_position(position), "{} left the board changed", $name);
                    claim
                })
            },
        }
    };
}

const LIMITS: EndgameLimits = EndgameLimits::NONE;

const METHODS: [Method; 5] = [
    method!("VCF", |board| Vcf::new(&Memory::new(1 << 14)).find(board, VcfLimits::NONE)),
    method!("BMM T2", |board| Bmm::new().search(board, ThreatSet::Fours, LIMITS).claim()),
    method!("BMM T2+T3", |board| Bmm::new().search(board, ThreatSet::FoursAndThrees, LIMITS).claim()),
    method!("PNS T2", |board| Pns::new().search(board, ThreatSet::Fours, LIMITS).claim()),
    method!("PNS T2+T3", |board| Pns::new().search(board, ThreatSet::FoursAndThrees, LIMITS).claim()),
];

fn ask(name: &str, position: &Position) -> Claim {
    let method = METHODS.iter().find(|method| method.name == name).expect("a method of the list");
    (method.ask)(position)
}

/// Positions that the oracle may look at for one answer.
const EFFORT: u64 = 100_000;

#[test]
fn the_oracle_sees_fives_as_the_referee_does() {
    for rule in Rule::ALL {
        for position in common::positions(rule, 3, 50, 4..30) {
            common::check_fives(&position);
        }
    }
}

#[test]
fn no_method_claims_a_win_that_the_oracle_denies() {
    for rule in Rule::ALL {
        let mut claims: BTreeMap<&str, usize> = BTreeMap::new();
        for position in positions(rule, 5, 500, 12..28) {
            for Method { name, ask } in &METHODS {
                let Claim::Win { first, plies } = ask(&position) else { continue };
                *claims.entry(name).or_default() += 1;
                let mut after = position.clone();
                after.play(first.into()).expect("a move of the board");
                let is_won = match after.status() {
                    Status::Open => is_won(&after, position.to_move(), EFFORT) == Some(true),
                    Status::Won { winner, .. } => winner == position.to_move() && plies == 1,
                    Status::Draw => false,
                };
                assert!(is_won, "{name} claims a win with {first:?}\n{position:?}");
            }
        }
        println!("{rule}: {claims:?}");
    }
}

#[test]
fn an_attack_by_fours_is_found_exactly_where_an_exhaustive_search_finds_one() {
    for rule in Rule::ALL {
        let (mut wins, mut long) = (0, 0);
        for position in positions(rule, 6, 400, 8..28) {
            let slow = Oracle::forces(&position, position.to_move(), Moves::Fours, u64::MAX).expect("no limit");
            for name in ["VCF", "BMM T2", "PNS T2"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            wins += usize::from(slow);
            long += usize::from(matches!(ask("VCF", &position), Claim::Win { plies: 7.., .. }));
        }
        println!("{rule}: {wins} {long}");
    }
}

#[test]
fn an_attack_by_fours_and_threes_is_found_exactly_where_an_exhaustive_search_finds_one() {
    for rule in Rule::ALL {
        let (mut wins, mut by_threes, mut left_out) = (0, 0, 0);
        for position in positions(rule, 7, 150, 8..26) {
            let us = position.to_move();
            let Some(slow) = Oracle::forces(&position, us, Moves::FoursAndThrees, 3000) else {
                left_out += 1;
                continue;
            };
            for name in ["BMM T2+T3", "PNS T2+T3"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            wins += usize::from(slow);
            by_threes += usize::from(slow && !ask("VCF", &position).is_win());
        }
        println!("{rule}: {wins} {by_threes} {left_out}");
    }
}
