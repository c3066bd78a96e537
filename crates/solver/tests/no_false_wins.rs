//! No method ever claims a win that an exhaustive search denies, and what is complete finds every win of its kind.
//!
//! A further method is one line in [`METHODS`].

mod common;

use common::{Moves, Oracle, Value, random_position, value};
use std::collections::BTreeMap;
use tengen_core::{Board, Position, Rule, Size, with_rule};
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

/// Random positions of a rule on 6x6 and 7x7.
fn positions(rule: Rule, seed: u64, count: usize, empties: std::ops::Range<usize>) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut drawn = || {
        let size = Size::square(random.usize(6..8)).expect("a board");
        random_position(size, rule, random.usize(empties.clone()), &mut random)
    };
    std::iter::repeat_with(|| drawn()).flatten().take(count).collect()
}

#[test]
fn no_method_claims_a_win_that_the_oracle_denies() {
    for rule in Rule::ALL {
        let mut claims: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut values, mut left_out) = (BTreeMap::<Value, usize>::new(), 0);
        for position in positions(rule, 5, 400, 6..16) {
            let Some(exact) = value(&position, 20_000) else {
                left_out += 1;
                continue;
            };
            *values.entry(exact).or_default() += 1;
            for Method { name, ask } in &METHODS {
                let Claim::Win { first, .. } = ask(&position) else { continue };
                *claims.entry(name).or_default() += 1;
                assert_eq!(exact, Value::Win, "{name} claims a win with {first:?}\n{position:?}");
                let mut after = position.clone();
                after.play(first.into()).expect("a move of the board");
                let holds = after.winner() == Some(position.to_move())
                    || after.winner().is_none() && value(&after, 20_000).is_none_or(|value| value == Value::Loss);
                assert!(holds, "{name} gives the win away with {first:?}\n{position:?}");
            }
        }
        println!("{rule}: {values:?}, {left_out} left out, {claims:?}");
    }
}

#[test]
fn an_attack_by_fours_is_found_exactly_where_an_exhaustive_search_finds_one() {
    for rule in Rule::ALL {
        let (mut wins, mut long) = (0, 0);
        for position in positions(rule, 6, 400, 6..18) {
            let slow = Oracle::forces(&position, position.to_move(), Moves::Fours, u64::MAX).expect("no limit");
            for name in ["VCF", "BMM T2", "PNS T2"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            wins += usize::from(slow);
            long += usize::from(matches!(ask("VCF", &position), Claim::Win { plies: 5.., .. }));
        }
        println!("{rule}: {wins} {long}");
    }
}

#[test]
fn an_attack_by_fours_and_threes_is_found_exactly_where_an_exhaustive_search_finds_one() {
    for rule in Rule::ALL {
        let (mut wins, mut by_threes) = (0, 0);
        for position in positions(rule, 7, 400, 6..14) {
            let us = position.to_move();
            let slow = Oracle::forces(&position, us, Moves::FoursAndThrees, u64::MAX).expect("no limit");
            for name in ["BMM T2+T3", "PNS T2+T3"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            wins += usize::from(slow);
            by_threes += usize::from(slow && !ask("VCF", &position).is_win());
        }
        println!("{rule}: {wins} {by_threes}");
    }
}
