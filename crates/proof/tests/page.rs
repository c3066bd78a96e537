//! The example of `docs/proof-format.md` is a proof, and the sentence about it is true.

use tengen_proof::{Limit, Reason, Verdict, brute, fast, text};

fn example() -> String {
    let page = include_str!("../../../docs/proof-format.md");
    let (_, rest) = page.split_once("```tengen-proof\n").expect("the page has an example");
    rest.split_once("```").expect("the example ends").0.to_owned()
}

#[test]
fn the_example_of_the_page_is_a_proof() {
    let proof = text::read(&example()).unwrap();
    assert_eq!(proof.count(), 5);
    assert_eq!(brute::check(&proof, Limit::NONE).verdict, Verdict::Valid);
    assert_eq!(fast::check(&proof, Limit::NONE).verdict, Verdict::Valid);
    assert_eq!(text::to_string(&proof), example());
}

#[test]
fn the_example_without_its_last_child_is_none() {
    let cut = example().replace("y d7\nU 2\n", "").replace("D 3", "D 2");
    let proof = text::read(&cut).unwrap();
    let reason = Reason::Unanswered("d7".parse().unwrap());
    for check in [brute::check, fast::check] {
        assert_eq!(check(&proof, Limit::NONE).verdict, Verdict::Invalid { record: 1, reason });
    }
}
