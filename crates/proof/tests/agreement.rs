//! The fast checker against the brute-force checker: on proofs, and on proofs with one thing changed.

mod common;

use common::{corpus, sample};
use std::collections::{BTreeMap, HashSet};
use tengen_proof::{Limit, Verdict, brute, fast, mutate, text};

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

#[test]
fn both_give_the_same_verdict_on_ten_thousand_mutants() {
    let (mut seen, mut accepted) = (HashSet::new(), 0);
    let mut by_kind: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for proof in corpus() {
        for mutation in sample(&proof) {
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
    assert_eq!(by_kind.len(), 13, "{by_kind:?}");
    assert!(by_kind.values().all(|[rejected, _]| *rejected > 0), "{by_kind:?}");
    assert!(seen.len() >= 10_000, "{} mutants", seen.len());
    assert!(
        seen.len() - accepted >= 9_000 && accepted * 10 <= seen.len(),
        "{accepted} of {} accepted",
        seen.len()
    );
}
