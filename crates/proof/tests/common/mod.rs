//! The certificates that the tests read: proofs written by `examples/corpus`.

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
