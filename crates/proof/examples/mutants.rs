//! Lists the changed proofs that are still proofs, each with the reason: the table of `docs/proof-mutants.md`.
//!
//! `cargo run --release -p tengen-proof --example mutants > docs/proof-mutants.md`
#![allow(clippy::print_stdout, reason = "a program prints")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use tengen_proof::{Limit, Verdict, brute, fast, mutate};

fn main() {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut reasons: BTreeMap<mutate::Why, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    let mut differences = 0;
    for (index, proof) in common::corpus().iter().enumerate() {
        for mutation in common::sample(proof) {
            let Ok(mutant) = mutate::apply(proof, mutation) else { continue };
            let verdicts = [brute::check, fast::check].map(|check| check(&mutant, Limit::NONE).verdict);
            differences += usize::from(verdicts[0] != verdicts[1]);
            let is_proof = verdicts[0] == Verdict::Valid;
            counts.entry(mutation.kind()).or_default()[usize::from(is_proof)] += 1;
            if is_proof {
                let why = mutate::why_still_a_proof(proof, mutation);
                let reason = why.map_or_else(|| "**unexplained**".to_owned(), |why| why.to_string());
                why.into_iter().for_each(|why| *reasons.entry(why).or_default() += 1);
                rows.push(format!("| {} | {mutation} | {reason} |", index + 1));
            }
        }
    }
    let total: usize = counts.values().flatten().sum();
    println!("# Mutants that are still proofs\n");
    println!(
        "One thing was changed in each of the proofs of `crates/proof/tests/data/corpus.txt`: {total} mutants."
    );
    println!("Both checkers rejected {} of them and accepted {};", total - rows.len(), rows.len());
    println!("their verdicts (accepted, or record and reason of the rejection) differed on {differences}.");
    println!("The reasons were found by code (`mutate::why_still_a_proof`). Made by");
    println!("`cargo run --release -p tengen-proof --example mutants > docs/proof-mutants.md`.\n");
    println!("| change | rejected | still proofs |\n|---|---|---|");
    for (kind, [rejected, accepted]) in counts {
        println!("| {kind} | {rejected} | {accepted} |");
    }
    println!("\n| reason | mutants |\n|---|---|");
    for (why, count) in reasons {
        println!("| {why} | {count} |");
    }
    println!(
        "\nEvery mutant that is still a proof; the first column is the number of the proof in the corpus.\n"
    );
    println!("| proof | change | why it is still a proof |\n|---|---|---|");
    for row in rows {
        println!("{row}");
    }
}
