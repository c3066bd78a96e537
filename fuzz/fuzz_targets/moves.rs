//! Any bytes as a moves file: refused or settled, never fatal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_records::Format;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::settle(Format::Moves, bytes));
