//! No method ever claims a win that an exhaustive search denies, and what is complete finds every win of its kind.
//!
//! A further method is one line in [`METHODS`]. Beside this harness are the [`oracle`], the mistakes of other solvers
//! ([`known_bugs`]), and what the endgame solvers owe each other ([`agreement`]).

mod agreement;
mod known_bugs;
mod oracle;

use oracle::{Moves, Oracle, is_won, positions};
use std::collections::BTreeMap;
use tengen_core::{Board, Point, Position, Rule, Status, with_rule};
use tengen_solver::db::{self, DbLimits, Outcome};
use tengen_solver::tss::{self, TssLimits};
use tengen_solver::{
    Bmm, Claim, EndgameLimits, Memory, Pns, Stop, ThreatSet, Vcf, VcfLimits, Vct, VctLimits, VctSettings,
};

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

fn claim_of(outcome: &Outcome) -> Claim {
    match outcome {
        Outcome::Won(sequence) => Claim::Win { first: sequence.members[0].point, plies: 0 },
        Outcome::NoSequence | Outcome::Cut | Outcome::Unsupported => Claim::Unknown,
    }
}

const METHODS: [Method; 9] = [
    method!("VCF", |board| Vcf::new(&Memory::new(1 << 14)).find(board, VcfLimits::NONE)),
    method!("VCF to the end", |board| {
        Vcf::with_stop(&Memory::new(1 << 14), &Stop::never()).find(board, VcfLimits::NONE)
    }),
    method!("VCT", |board| {
        let memory = Memory::new(1 << 14);
        let limits = VctLimits { nodes: 20_000, stop: &Stop::never() };
        Vct::new(&memory, 1 << 18, VctSettings::default()).find(board, board.to_move(), limits)
    }),
    method!("db-search", |board| claim_of(&db::search(board, DbLimits::default()).outcome)),
    method!("TSS", |board| {
        claim_of(&tss::search(board, ThreatSet::FoursAndThrees, TssLimits::default()).outcome)
    }),
    method!("BMM T2", |board| Bmm::new().search(board, ThreatSet::Fours, LIMITS).claim()),
    method!("BMM T2+T3", |board| Bmm::new().search(board, ThreatSet::FoursAndThrees, LIMITS).claim()),
    method!("PNS T2", |board| Pns::new().search(board, ThreatSet::Fours, LIMITS).claim()),
    method!("PNS T2+T3", |board| Pns::new().search(board, ThreatSet::FoursAndThrees, LIMITS).claim()),
];

fn ask(name: &str, position: &Position) -> Claim {
    let method = METHODS.iter().find(|method| method.name == name).expect("a method of the list");
    (method.ask)(position)
}

/// Threats with so little effort that most searches are cut short somewhere, and the settings take many turns: what was cut
/// short must not be taken for a failure in any of them.
fn hasty_vct(position: &Position) -> Claim {
    let memory = Memory::new(1 << 14);
    let limits = VctLimits { nodes: 20_000, stop: &Stop::never() };
    let settings = VctSettings { vcf_nodes: 2, first_share: 4, ..VctSettings::default() };
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        Vct::new(&memory, 1 << 18, settings).find(&mut board, position.to_move(), limits)
    })
}

/// Positions that the oracle may look at for one answer.
const EFFORT: u64 = 100_000;

/// Whether the oracle confirms that the side to move wins with this stone. A claim that is too hard for it fails, too.
fn wins_with(position: &Position, first: Point) -> bool {
    let mut after = position.clone();
    after.play(first.into()).expect("a move of the board");
    match after.status() {
        Status::Open => is_won(&after, position.to_move(), EFFORT) == Some(true),
        Status::Won { winner, .. } => winner == position.to_move(),
        Status::Draw => false,
    }
}

#[test]
fn the_oracle_sees_fives_as_the_referee_does() {
    for rule in Rule::ALL {
        for position in positions(rule, 3, 50, 4..30) {
            oracle::check_fives(&position);
        }
    }
}

#[test]
fn no_method_claims_a_win_that_the_oracle_denies() {
    for rule in Rule::ALL {
        let mut claims: BTreeMap<&str, usize> = BTreeMap::new();
        for position in positions(rule, 5, 150, 12..27) {
            let mut confirmed: BTreeMap<Point, bool> = BTreeMap::new();
            for Method { name, ask } in &METHODS {
                let Claim::Win { first, .. } = ask(&position) else { continue };
                *claims.entry(name).or_default() += 1;
                let is_won = *confirmed.entry(first).or_insert_with(|| wins_with(&position, first));
                assert!(is_won, "{name} claims a win with {first:?}\n{position:?}");
            }
        }
        let [by_fours, by_threats] = ["VCF", "BMM T2+T3"].map(|name| claims.get(name).copied().unwrap_or(0));
        assert!(by_fours > 8 && by_threats > by_fours + 1, "{rule}: {claims:?}");
        let by_proof_numbers = claims.get("VCT").copied().unwrap_or(0);
        assert!(by_proof_numbers >= by_threats, "{rule}: {claims:?}");
    }
}

#[test]
fn an_attack_by_fours_is_found_exactly_where_an_exhaustive_search_finds_one() {
    for rule in Rule::ALL {
        let (mut wins, mut long) = (0, 0);
        for position in positions(rule, 6, 250, 8..28) {
            let slow =
                Oracle::forces(&position, position.to_move(), Moves::Fours, u64::MAX).expect("no limit");
            for name in ["VCF", "VCF to the end", "BMM T2", "PNS T2"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            wins += usize::from(slow);
            long += usize::from(matches!(ask("VCF", &position), Claim::Win { plies: 7.., .. }));
        }
        assert!(wins > 10 && long > 3, "{rule}: {wins} {long}");
    }
}

#[test]
fn an_attack_by_fours_and_threes_is_found_exactly_where_an_exhaustive_search_finds_one() {
    let mut all_by_threes = 0;
    for rule in Rule::ALL {
        let (mut wins, mut by_threes, mut left_out) = (0, 0, 0);
        let (mut denials, mut hasty_denials) = (0, 0);
        for position in positions(rule, 7, 100, 8..24) {
            let us = position.to_move();
            let Some(slow) = Oracle::forces(&position, us, Moves::FoursAndThrees, 2_000) else {
                left_out += 1;
                continue;
            };
            for name in ["BMM T2+T3", "PNS T2+T3"] {
                let claim = ask(name, &position);
                assert!(claim != Claim::Unknown && claim.is_win() == slow, "{name}: {claim:?}\n{position:?}");
            }
            let claims = [ask("VCT", &position), hasty_vct(&position)];
            for claim in claims {
                assert!(claim != Claim::None || !slow, "VCT: {claim:?}\n{position:?}");
            }
            denials += usize::from(claims[0] == Claim::None);
            hasty_denials += usize::from(claims[1] == Claim::None);
            wins += usize::from(slow);
            by_threes += usize::from(slow && !ask("VCF", &position).is_win());
        }
        assert!(wins > 5 && left_out < 20, "{rule}: {wins} {by_threes} {left_out}");
        assert!(denials > 20 && hasty_denials > 10, "{rule}: {denials} {hasty_denials}");
        all_by_threes += by_threes;
    }
    assert!(all_by_threes > 3, "{all_by_threes}");
}
