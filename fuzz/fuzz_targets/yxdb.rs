//! Any bytes as a database: refused or settled, never fatal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_records::ReadOptions;
use tengen_records::yxdb::{Database, Packing};

fuzz_target!(|bytes: &[u8]| {
    // A tight limit keeps the fuzzer from spending its memory on unpacking zeros.
    let options = ReadOptions { unpacked_limit: 1 << 20, ..ReadOptions::default() };
    let Ok(database) = Database::read(bytes, &options) else { return };
    database.to_records();
    // Texts may grow beyond the format's limit when GBK becomes UTF-8.
    if let Ok(written) = database.write(Packing::Plain) {
        assert_eq!(
            Database::read(&written, &ReadOptions::default()).expect("what was written is read"),
            database
        );
    }
});
