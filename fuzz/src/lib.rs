//! The law that all file targets share.

use tengen_core::GameRecord;
use tengen_core::record::NodeId;
use tengen_records::{Format, ReadOptions, WriteOptions, read, write};

/// Reads bytes; what is accepted must settle: written (if it can be) and read again it is the same.
pub fn settle(format: Format, bytes: &[u8]) {
    let Ok(records) = read(format, bytes, &ReadOptions::default()) else { return };
    let Ok(written) = write(format, &records, &WriteOptions::default()) else { return };
    let back = read(format, &written, &ReadOptions::default()).expect("what was written is read");
    let expected: Vec<GameRecord> = records.into_iter().map(|record| usual(format, record)).collect();
    assert_eq!(back, expected);
}

/// What is said in two ways, said in the writer's way.
fn usual(format: Format, mut record: GameRecord) -> GameRecord {
    // Numbers are all that psq and rec know: no time is 0.
    if matches!(format, Format::Psq | Format::Rec) {
        for id in record.node_ids().filter(|id| *id != NodeId::ROOT).collect::<Vec<_>>() {
            let node = record.node_mut(id);
            node.time_ms = node.time_ms.or(Some(0));
        }
    }
    record
}
