//! The fast checker against the brute-force checker: on proofs, and on proofs with one thing changed.

mod common;

use common::corpus;
use std::collections::{BTreeMap, HashSet};
use tengen_proof::mutate::{self, Mutation};
use tengen_proof::{Certificate, Limit, Verdict, brute, fast, text};

#[test]
fn the_corpus_is_accepted_by_both() {
    let mut letters = BTreeMap::new();
    for proof in corpus() {
        assert_eq!(brute::check(&proof, Limit::NONE).verdict, Verdict::Valid);
        assert_eq!(fast::check(&proof, Limit::NONE).verdict, Verdict::Valid);
        for number in 1..=proof.count() {
            *letters.entry(proof.record(number).letter()).or_insert(0) += 1;
        }
    }
    assert_eq!(letters.keys().collect::<String>(), "ADFMRTUVW", "every kind of record is there: {letters:?}");
}

/// Changes to try: every kind that names no square, and a sample of the others.
fn sample(proof: &Certificate, random: &mut fastrand::Rng) -> Vec<Mutation> {
    let mut all: Vec<_> = mutate::all(proof).collect();
    random.shuffle(&mut all);
    // The brute-force checker needs a hundred times as long on the full board.
    let scale = if proof.header().size() > 9 { 4 } else { 1 };
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    all.retain(|mutation| {
        let count = taken.entry(mutation.kind()).or_default();
        *count += 1;
        let most = match mutation {
            Mutation::ChangeReference { .. } | Mutation::DropStone(_) | Mutation::ShiftTree { .. } => 8,
            Mutation::ChangeRule(_) | Mutation::ShiftAll { .. } => 3,
            _ => 48,
        };
        *count <= most / scale
    });
    all
}

#[test]
fn both_give_the_same_verdict_on_ten_thousand_mutants() {
    let mut random = fastrand::Rng::with_seed(2);
    let (mut seen, mut accepted) = (HashSet::new(), 0);
    let mut by_kind: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for proof in corpus() {
        for mutation in sample(&proof, &mut random) {
            let Ok(mutant) = mutate::apply(&proof, mutation) else { continue };
            if !seen.insert(text::to_string(&mutant)) {
                continue;
            }
            let (slow, quick) = (brute::check(&mutant, Limit::NONE), fast::check(&mutant, Limit::NONE));
            assert_eq!(
                slow.verdict,
                quick.verdict,
                "{mutation}: {slow:?} {quick:?}\n{}",
                text::to_string(&mutant)
            );
            by_kind.entry(mutation.kind()).or_default()[usize::from(slow.is_valid())] += 1;
            if slow.is_valid() {
                accepted += 1;
                let why = mutate::why_still_a_proof(&proof, mutation);
                assert!(why.is_some(), "{mutation} is accepted for no reason\n{}", text::to_string(&proof));
            }
        }
    }
    println!("{} mutants, {accepted} accepted: {by_kind:?}", seen.len());
    assert!(seen.len() >= 10_000, "{} mutants", seen.len());
    assert!(
        seen.len() - accepted >= 9_000 && accepted * 10 <= seen.len(),
        "{accepted} of {} accepted",
        seen.len()
    );
}
