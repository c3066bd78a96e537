//! Lemmas 1 to 7 as laws over random patterns of X.
//!
//! Lemmas 1, 2, 6 and 7 hold as the paper states them. Lemmas 3, 4 and 5 need conditions that the paper leaves out;
//! each law states its condition, and `findings` holds a drawn counterexample for each. Two ideas recur:
//! * *survivors*: what is left of an attack when a square outside its defence is gone. The paper takes them to be as
//!   fast as the attack, but they may be slower and may have a larger defence.
//! * *immunity*: an opponent without stones needs four of them before he can force anything, so wins of up to four
//!   stones cannot be disturbed by his own fives. Longer ones can.

use super::drawings::{check_law, compatible_pairs, crosses, scattered, steps};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tengen_core::laboratory::{Class, Kind, Name, Pattern, Player, Square};
use tengen_core::laboratory::{classify, decompose, examine, simple_attack, simple_threat};
use tengen_core::laboratory::{wins_moving_first, wins_moving_second};

/// The slowest win that the opponent's own stones cannot disturb.
const IMMUNE: u8 = 4;

fn class_of(pattern: &Pattern) -> Class {
    classify(pattern).expect("a small pattern")
}

fn set(squares: &[Square]) -> BTreeSet<Square> {
    squares.iter().copied().collect()
}

fn are_disjoint(one: &[Square], two: &[Square]) -> bool {
    set(one).is_disjoint(&set(two))
}

/// The steps of the slowest survivor of an attack, itself included.
fn slowest_survivor(attack: &Pattern, class: &Class) -> u8 {
    attack
        .empty_squares()
        .filter(|square| !class.defence.contains(square))
        .filter_map(|square| attack.removing(square))
        .filter_map(|survivor| wins_moving_first(&survivor, Player::X).expect("small"))
        .fold(steps(class.kind), u8::max)
}

#[test]
fn lemma_1_emptying_a_victory_gives_an_attack_one_step_slower_or_stronger() {
    check_law(3_000, 200, &crosses(), |victory| {
        if !matches!(class_of(&victory).kind, Kind::Victory { .. }) {
            return Ok(false);
        }
        for stone in victory.stones(Player::X) {
            let made = simple_attack(&victory, stone).expect("a victory");
            prop_assert!(made.keeps_promise(), "{}\ngives {}", victory, made.class.kind);
        }
        Ok(true)
    });
}

#[test]
fn lemma_2_emptying_an_attack_gives_a_threat_one_step_slower_or_stronger() {
    check_law(3_000, 500, &crosses(), |attack| {
        if !matches!(class_of(&attack).kind, Kind::Attack { .. }) {
            return Ok(false);
        }
        for stone in attack.stones(Player::X) {
            let made = simple_threat(&attack, stone).expect("an attack");
            prop_assert!(made.keeps_promise(), "{}\ngives {}", attack, made.class.kind);
        }
        Ok(true)
    });
}

#[test]
fn lemma_3_attacks_with_disjoint_defences_make_a_victory_as_slow_as_their_slowest_survivor() {
    check_law(20_000, 50, &compatible_pairs(), |(one, two)| {
        let (first, second) = (class_of(&one), class_of(&two));
        let are_attacks = [first.kind, second.kind].iter().all(|kind| matches!(kind, Kind::Attack { .. }));
        if !are_attacks || !are_disjoint(&first.defence, &second.defence) {
            return Ok(false);
        }
        let slowest = slowest_survivor(&one, &first).max(slowest_survivor(&two, &second));
        if slowest > IMMUNE {
            return Ok(false);
        }
        let union = one.union(&two).expect("compatible");
        let made = class_of(&union).kind;
        let is_victory = matches!(made, Kind::Victory { steps } if steps <= slowest);
        prop_assert!(is_victory, "{}\nis {}, not a victory of {} steps", union, made, slowest);
        Ok(true)
    });
}

#[test]
fn lemma_4_attacks_with_common_defences_make_an_attack_with_no_other_defence_or_a_victory() {
    check_law(10_000, 300, &compatible_pairs(), |(one, two)| {
        let (first, second) = (class_of(&one), class_of(&two));
        let (Kind::Attack { steps: n1 }, Kind::Attack { steps: n2 }) = (first.kind, second.kind) else {
            return Ok(false);
        };
        let common =
            set(&first.defence).intersection(&set(&second.defence)).copied().collect::<BTreeSet<_>>();
        let slowest = slowest_survivor(&one, &first).max(slowest_survivor(&two, &second));
        if common.is_empty() || slowest > IMMUNE {
            return Ok(false);
        }
        let union = one.union(&two).expect("compatible");
        let made = class_of(&union);
        match made.kind {
            Kind::Victory { .. } => {}
            Kind::Attack { steps } => {
                prop_assert!(steps <= n1.min(n2), "{}", union);
                prop_assert!(set(&made.defence).is_subset(&common), "{}", union);
            }
            weaker => prop_assert!(false, "{}\nis {}", union, weaker),
        }
        Ok(true)
    });
}

#[test]
fn lemma_5_threats_with_a_common_trigger_and_disjoint_defences_make_an_attack_or_a_victory() {
    check_law(20_000, 50, &compatible_pairs(), |(one, two)| {
        let (first, second) = (class_of(&one), class_of(&two));
        let are_threats = [first.kind, second.kind].iter().all(|kind| matches!(kind, Kind::Threat { .. }));
        if !are_threats {
            return Ok(false);
        }
        let union = one.union(&two).expect("compatible");
        let made = class_of(&union);
        let mut applied = false;
        for a in &first.defences {
            for b in second.defences.iter().filter(|b| b.trigger == a.trigger) {
                if are_disjoint(&a.squares, &b.squares) {
                    applied |= lemma_5(&one, &two, &union, &made, a.trigger)?;
                }
            }
        }
        Ok(applied)
    });
}

/// The claims of Lemma 5 for one trigger; false if the attacks that it makes are too slow to be immune.
fn lemma_5(
    one: &Pattern,
    two: &Pattern,
    union: &Pattern,
    made: &Class,
    trigger: Square,
) -> Result<bool, TestCaseError> {
    let fill = |pattern: &Pattern| pattern.filling(trigger, Player::X).expect("a trigger is empty");
    let (one, two) = (fill(one), fill(two));
    let (first, second) = (class_of(&one), class_of(&two));
    let slowest = slowest_survivor(&one, &first).max(slowest_survivor(&two, &second));
    if slowest > IMMUNE {
        return Ok(false);
    }
    let Kind::Attack { steps } = made.kind else {
        prop_assert!(matches!(made.kind, Kind::Victory { .. }), "{}\nis {}", union, made.kind);
        return Ok(true);
    };
    prop_assert!(made.triggers.contains(&trigger), "{}", union);
    prop_assert!(steps <= 1 + slowest, "{}", union);
    let promised: BTreeSet<Square> =
        first.defence.iter().chain(&second.defence).chain([&trigger]).copied().collect();
    for &extra in set(&made.defence).difference(&promised) {
        // The paper's defence is complete unless a survivor's larger defence meets the other one's.
        let defence =
            |pattern: &Pattern| class_of(&pattern.removing(extra).unwrap_or_else(|| pattern.clone())).defence;
        prop_assert!(!are_disjoint(&defence(&one), &defence(&two)), "{}\nat {:?}", union, extra);
    }
    Ok(true)
}

#[test]
fn lemma_6_a_victory_contains_two_minimal_attacks_with_disjoint_defences() {
    check_law(6_000, 300, &crosses(), |victory| lemma_6(&victory));
    check_law(1_000, 30, &scattered(), |victory| lemma_6(&victory));
}

fn lemma_6(victory: &Pattern) -> Result<bool, TestCaseError> {
    let Kind::Victory { steps: slowest @ 1.. } = class_of(victory).kind else {
        return Ok(false);
    };
    let parts = decompose(victory).expect("a small pattern");
    prop_assert_eq!(parts.len(), 2, "{}", victory);
    for part in &parts {
        prop_assert!(victory.contains(&part.pattern), "{}", victory);
        prop_assert_eq!(&class_of(&part.pattern), &part.class);
        let is_attack = matches!(part.class.kind, Kind::Attack { steps } if steps <= slowest);
        prop_assert!(is_attack, "{}\nhas a part {}", victory, part.class.kind);
        let is_minimal = examine(&part.pattern).expect("small").is_minimal;
        prop_assert!(is_minimal, "{}\nhas the part\n{}", victory, part.pattern);
    }
    let disjoint = are_disjoint(&parts[0].class.defence, &parts[1].class.defence);
    prop_assert!(disjoint, "{}", victory);
    Ok(true)
}

#[test]
fn lemma_7_one_and_two_step_attacks_contain_an_s4_and_a_w3() {
    check_law(6_000, 1_000, &crosses(), |attack| lemma_7(&attack));
    check_law(1_000, 100, &scattered(), |attack| lemma_7(&attack));
}

fn lemma_7(attack: &Pattern) -> Result<bool, TestCaseError> {
    let wanted = match class_of(attack).kind {
        Kind::Attack { steps: 1 } => Name::S4,
        Kind::Attack { steps: 2 } => Name::W3,
        _ => return Ok(false),
    };
    let found = examine(attack).expect("a small pattern").contained_names;
    prop_assert!(found.contains(&wanted), "{}\nhas {:?}", attack, found);
    Ok(true)
}

#[test]
fn playing_in_the_defence_stops_an_attack_and_playing_elsewhere_does_not() {
    check_law(6_000, 1_000, &crosses(), |attack| {
        let class = class_of(&attack);
        let is_attack = matches!(class.kind, Kind::Attack { .. });
        if !is_attack || slowest_survivor(&attack, &class) > IMMUNE {
            return Ok(false);
        }
        prop_assert!(!class.defence.is_empty(), "{}", attack);
        for square in attack.empty_squares() {
            let answered = attack.filling(square, Player::O).expect("an empty square");
            let wins = wins_moving_first(&answered, Player::X).expect("small").is_some();
            prop_assert_eq!(wins, !class.defence.contains(&square), "{}\n{:?}", attack, square);
        }
        Ok(true)
    });
}

#[test]
fn every_trigger_makes_what_its_pattern_promises_and_no_other_square_does() {
    check_law(3_000, 1_000, &crosses(), |pattern| {
        let class = class_of(&pattern);
        for square in pattern.empty_squares() {
            let filled = pattern.filling(square, Player::X).expect("an empty square");
            let is_trigger = match class.kind {
                Kind::Attack { .. } => wins_moving_second(&filled, Player::X).expect("small").is_some(),
                Kind::Threat { .. } => wins_moving_first(&filled, Player::X).expect("small").is_some(),
                Kind::Victory { .. } | Kind::Generic => return Ok(false),
            };
            prop_assert_eq!(is_trigger, class.triggers.contains(&square), "{}", pattern);
        }
        Ok(true)
    });
}

#[test]
fn a_minimal_pattern_is_weaker_without_any_one_square() {
    check_law(1_500, 30, &crosses(), |pattern| {
        let whole = class_of(&pattern);
        let is_needed = |square| {
            let smaller = pattern.removing(square).expect("a square of the pattern");
            class_of(&smaller).strength < whole.strength
        };
        let all_needed = pattern.cells().all(|(square, _)| is_needed(square));
        let expected = whole.kind != Kind::Generic && all_needed;
        prop_assert_eq!(examine(&pattern).expect("small").is_minimal, expected, "{}", pattern);
        Ok(expected)
    });
}

#[test]
fn an_irrational_pattern_splits_its_stones_into_two_attacks() {
    check_law(1_500, 30, &crosses(), |pattern| {
        let stones: Vec<Square> = pattern.stones(Player::X).collect();
        let has_five = wins_moving_first(&pattern, Player::X).expect("small") == Some(0);
        if has_five || stones.len() > 9 {
            return Ok(false);
        }
        let attacks_with = |kept: u32| {
            let dropped = |square| {
                let index = stones.iter().position(|&stone| stone == square);
                index.is_some_and(|index| kept & (1 << index) == 0)
            };
            let alone = pattern.restricted_to(|square| !dropped(square));
            wins_moving_first(&alone, Player::X).expect("small").is_some()
        };
        let all = (1u32 << stones.len()) - 1;
        let splits = (0..=all).any(|kept| attacks_with(kept) && attacks_with(all & !kept));
        prop_assert_eq!(examine(&pattern).expect("small").is_irrational, splits, "{}", pattern);
        Ok(splits)
    });
}

#[test]
fn the_class_does_not_depend_on_direction_place_or_colour() {
    check_law(2_000, 1_000, &crosses(), |pattern| {
        let class = class_of(&pattern);
        let shifted = pattern.shifted(3, 2).expect("room to move");
        prop_assert_eq!(class_of(&shifted).strength, class.strength);
        prop_assert_eq!(class_of(&pattern.transposed()).strength, class.strength);
        if pattern.stones(Player::X).next().is_some() {
            let exchanged = pattern.with_players_exchanged();
            prop_assert_eq!(exchanged.owner(), Player::O);
            prop_assert_eq!(class_of(&exchanged), class.clone());
        }
        Ok(class.kind != Kind::Generic)
    });
}
