//! The certificates that the tests read, proofs written by `examples/corpus`, and what is changed in them.
#![allow(dead_code, reason = "each user needs another part")]

use std::collections::BTreeMap;
use tengen_proof::mutate::{self, Mutation};
use tengen_proof::{Certificate, text};

/// The certificates of `tests/data/corpus.txt`, one after the other.
pub(crate) fn corpus() -> Vec<Certificate> {
    let all = include_str!("../data/corpus.txt");
    let starts: Vec<_> = all.match_indices(text::MAGIC).map(|(start, _)| start).chain([all.len()]).collect();
    starts
        .windows(2)
        .map(|pair| text::read(&all[pair[0]..pair[1]]).expect("the corpus can be read"))
        .collect()
}

/// Changes to try: some of each kind, the same every time.
pub(crate) fn sample(proof: &Certificate) -> Vec<Mutation> {
    let mut all: Vec<_> = mutate::all(proof).collect();
    fastrand::Rng::with_seed(proof.count().into()).shuffle(&mut all);
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
