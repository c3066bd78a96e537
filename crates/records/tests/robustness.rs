//! Bad files are refused, never fatal: truncations and changed bytes of good files, and plain noise.
//! What is still accepted must settle: written and read again it is the same.

mod common;

use common::{games, kept, reading, trees};
use proptest::prelude::*;
use tengen_core::{Colour, GameRecord, Size};
use tengen_records::yxdb::{Database, Packing};
use tengen_records::{Feature, Format, ReadOptions, WriteOptions, read, write};

/// Reads bytes; what is accepted is written and read again.
fn shake(format: Format, bytes: &[u8], options: &ReadOptions) {
    let Ok(records) = read(format, bytes, options) else { return };
    let again = ReadOptions { size: records.first().map(|r| r.size), ..*options };
    if let Ok(written) = write(format, &records, &WriteOptions::default()) {
        let back = read(format, &written, &again).expect("what was written is read");
        let expected: Vec<GameRecord> = records.iter().map(|record| kept(record, format)).collect();
        assert!(
            back == expected,
            "{format}: {} was not kept as {}",
            bytes.escape_ascii(),
            written.escape_ascii()
        );
    }
}

/// Shakes every truncation of a file, and the file with single bytes changed.
fn shake_all(format: Format, bytes: &[u8], options: &ReadOptions, changes: &[(u16, u8)]) {
    for length in 0..=bytes.len() {
        shake(format, &bytes[..length], options);
    }
    let mut changed = bytes.to_vec();
    for (at, value) in changes.iter().filter(|_| !bytes.is_empty()) {
        let at = usize::from(*at) % bytes.len();
        let old = std::mem::replace(&mut changed[at], *value);
        shake(format, &changed, options);
        changed[at] = old;
    }
}

fn changes() -> impl Strategy<Value = Vec<(u16, u8)>> {
    proptest::collection::vec((any::<u16>(), any::<u8>()), 100)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_trees_never_panic(mut record in trees(), changes in changes()) {
        let options = WriteOptions::default();
        let bytes = write(Format::Sgf, std::slice::from_ref(&record), &options).unwrap();
        shake_all(Format::Sgf, &bytes, &ReadOptions::default(), &changes);
        let bytes = write(Format::Diagram, std::slice::from_ref(&record), &options).unwrap();
        shake_all(Format::Diagram, &bytes, &ReadOptions::default(), &changes);
        record.setup.clear();
        record.first = Colour::Black;
        if record.size == Size::FIFTEEN {
            let bytes = write(Format::RenLib, std::slice::from_ref(&record), &options).unwrap();
            shake_all(Format::RenLib, &bytes, &ReadOptions::default(), &changes);
        }
    }

    #[test]
    fn damaged_games_never_panic(record in games(), changes in changes()) {
        for format in Format::ALL.into_iter().filter(|f| f.holds(Feature::MoveOrder)) {
            if let Ok(bytes) = write(format, std::slice::from_ref(&record), &WriteOptions::default()) {
                shake_all(format, &bytes, &reading(&record), &changes);
            }
        }
    }

    #[test]
    fn noise_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for format in Format::ALL {
            shake(format, &bytes, &ReadOptions::default());
        }
        let _ = Format::detect(None, &bytes);
        shake(Format::RenLib, &[b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", &bytes[..]].concat(), &ReadOptions::default());
    }

    #[test]
    fn damaged_databases_never_panic(record in games(), changes in changes()) {
        let _ = record;
        let bytes = database();
        for (at, value) in changes {
            for packing in [Packing::Plain, Packing::Lz4] {
                let mut file = bytes.write(packing).unwrap();
                let at = usize::from(at) % file.len();
                file[at] = value;
                let Ok(database) = Database::read(&file, &ReadOptions::default()) else { continue };
                let written = database.write(Packing::Plain).unwrap();
                prop_assert_eq!(Database::read(&written, &ReadOptions::default()).unwrap(), database);
            }
        }
    }
}

/// A small database with every kind of record.
fn database() -> Database {
    let key = |pairs: &[u8]| [&[2, 15, 15], pairs].concat();
    let data = [b"w\x10\x27\x33\x00".as_slice(), "@BTXT@77one\n\u{8}a\u{8}黑".as_bytes()].concat();
    let records = [
        (vec![0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"".to_vec()),
        (key(&[7, 7, 8, 8, 6, 6]), data),
        (key(&[7, 7, 255, 255, 6, 6]), vec![]),
        (key(&[]), vec![255, 1, 2]),
    ];
    let mut bytes = (records.len() as u32).to_le_bytes().to_vec();
    for block in records.into_iter().flat_map(|(key, data)| [key, data]) {
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend(block);
    }
    let database = Database::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(database.records.len(), 3);
    database
}
