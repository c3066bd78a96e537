//! Any bytes as a certificate, in both forms: refused, or written again as they were; and both checkers say the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_proof::{Limit, Verdict, binary, brute, fast, text};

fuzz_target!(|bytes: &[u8]| {
    let from_text = str::from_utf8(bytes).ok().and_then(|text| text::read(text).ok());
    if let Some(proof) = &from_text {
        assert_eq!(text::to_string(proof).as_bytes(), bytes);
    }
    let from_bytes = binary::read(bytes).ok();
    if let Some(proof) = &from_bytes {
        assert_eq!(binary::to_bytes(proof), bytes);
    }
    for proof in from_text.iter().chain(&from_bytes) {
        let limit = Limit::steps(100_000);
        let verdicts = [brute::check(proof, limit).verdict, fast::check(proof, limit).verdict];
        // A limit reached by one of them says nothing about the other.
        if !verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown(_))) {
            assert_eq!(verdicts[0], verdicts[1]);
        }
    }
});
