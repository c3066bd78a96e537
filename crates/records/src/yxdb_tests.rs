//! Databases byte by byte, written from the description of the format.

use super::*;

/// A database of these keys and data.
fn file(records: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut bytes = (records.len() as u32).to_le_bytes().to_vec();
    for (key, data) in records {
        write_block(&mut bytes, key).unwrap();
        write_block(&mut bytes, data).unwrap();
    }
    bytes
}

fn open(bytes: &[u8]) -> Result<Vec<DatabaseEntry>, String> {
    Database::read(bytes, &ReadOptions::default()).map(|d| d.records).map_err(|e| e.to_string())
}

fn points(pairs: &[(u8, u8)]) -> Vec<Point> {
    pairs.iter().map(|(x, y)| Point::new(*x, *y).unwrap()).collect()
}

const UTF8: (&[u8], &[u8]) = (&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"");

#[test]
fn the_first_half_of_the_stones_is_black() {
    let entries = open(&file(&[
        (&[2, 15, 15, 7, 7, 8, 8, 6, 6], b""),
        (&[0, 20, 15, 7, 7, 6, 6], b""),
        (&[1, 15, 15], b""),
    ]))
    .unwrap();
    assert_eq!((entries[0].rule, entries[0].to_move), (Rule::Renju, Colour::White));
    assert_eq!((&entries[0].black, &entries[0].white), (&points(&[(7, 7), (8, 8)]), &points(&[(6, 6)])));
    assert_eq!((entries[1].size, entries[1].to_move), (Size::new(20, 15).unwrap(), Colour::Black));
    assert_eq!((entries[2].rule, entries[2].label), (Rule::Standard, Label::Null));
}

#[test]
fn a_pass_behind_a_colour_fixes_the_side_to_move() {
    let entries = open(&file(&[
        // One stone each, and White to move: Black's pass.
        (&[0, 15, 15, 7, 7, 0xff, 0xff, 6, 6], b""),
        // Two against one, and Black to move: White's pass.
        (&[0, 15, 15, 7, 7, 8, 8, 6, 6, 0xff, 0xff], b""),
    ]))
    .unwrap();
    assert_eq!((entries[0].black.len(), entries[0].white.len(), entries[0].to_move), (1, 1, Colour::White));
    assert_eq!((entries[1].black.len(), entries[1].white.len(), entries[1].to_move), (2, 1, Colour::Black));
}

#[test]
fn labels_are_about_the_mover_and_values_about_the_side_to_move() {
    let key: &[u8] = &[0, 15, 15, 7, 7];
    let record = |label: u8, value: i16, bound: i16| {
        let mut data = vec![label];
        data.extend(value.to_le_bytes());
        data.extend((12 << 2 | bound).to_le_bytes());
        let entries = open(&file(&[(key, &data)])).unwrap();
        assert_eq!(entries[0].depth, 12);
        let record = entries[0].to_record();
        assert_eq!(record.first, Colour::White);
        record.node(NodeId::ROOT).evaluation.clone()
    };
    // White to move is mated in six plies: Black, who moved here, wins.
    assert_eq!(record(b'w', -29_994, 3), Some(Evaluation::Win(6)));
    assert_eq!(record(b'l', 29_993, 3), Some(Evaluation::Loss(7)));
    assert_eq!(record(b'w', -29_500, 3), Some(Evaluation::Win(0)));
    assert_eq!(record(b'w', 120, 3), Some(Evaluation::Win(0)));
    assert_eq!(record(b'd', 0, 3), Some(Evaluation::Draw));
    assert_eq!(record(0xff, 120, 3), Some(Evaluation::Score(-120)));
    assert_eq!(record(0xff, -29_990, 3), Some(Evaluation::Win(10)));
    assert_eq!(record(0xff, i16::MIN, 3), Some(Evaluation::Score(32_768)));
    assert_eq!(record(0xff, 120, 2), None, "a bound is no value");
}

#[test]
fn texts_are_board_texts_and_a_comment() {
    let text = "\u{77}\0\0\0\0@BTXT@7Aone\nL0off the board\n\u{8}first\u{8}second\0";
    let entries = open(&file(&[UTF8, (&[0, 15, 15], text.as_bytes())])).unwrap();
    assert_eq!(entries.len(), 1, "the metadata is no position");
    assert_eq!(entries[0].board_texts, [(Point::new(7, 10).unwrap(), "one".to_owned())]);
    assert_eq!(entries[0].comment, "first\nsecond");
    assert_eq!(entries[0].to_record().node(NodeId::ROOT).label, "w");
}

#[test]
fn without_the_mark_texts_may_be_gbk() {
    let gbk: &[u8] = b"w\0\0\0\0\xba\xda\xca\xa4";
    let entries = open(&file(&[(&[0, 15, 15], gbk)])).unwrap();
    assert_eq!(entries[0].comment, "黑胜");
    let entries = open(&file(&[UTF8, (&[0, 15, 15], gbk)])).unwrap();
    assert_eq!(entries[0].comment, "\u{fffd}\u{fffd}ʤ", "the mark is believed");
}

#[test]
fn packed_databases_are_unpacked_up_to_the_limit() {
    let entry = open(&file(&[(&[0, 15, 15, 7, 7], b"w\0\0\0\0text")])).unwrap().remove(0);
    let database = Database { records: vec![entry; 50] };
    let packed = database.write(Packing::Lz4).unwrap();
    assert!(packed.starts_with(&LZ4_MAGIC));
    assert_eq!(Database::read(&packed, &ReadOptions::default()).unwrap(), database);
    let tight = ReadOptions { unpacked_limit: 100, ..ReadOptions::default() };
    let error = Database::read(&packed, &tight).unwrap_err();
    assert_eq!(error.to_string(), "yxdb, byte 0: more than 100 bytes when unpacked");
    for length in 4..packed.len() {
        // Without the end mark alone the data is still whole.
        let cut = Database::read(&packed[..length], &ReadOptions::default());
        assert!(cut.is_err() || cut.as_ref() == Ok(&database), "cut to {length}");
    }
    let mut damaged = packed.clone();
    damaged.push(0);
    let error = Database::read(&damaged, &ReadOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("yxdb, byte {}: the LZ4 packing is damaged: there are bytes behind its end", packed.len())
    );
    let mut damaged = packed.clone();
    damaged[6] ^= 0xff;
    let error = Database::read(&damaged, &ReadOptions::default()).unwrap_err();
    assert!(matches!(error.kind, ReadErrorKind::Packing(_)), "{error}");
}

#[test]
fn a_bad_database_is_refused_with_its_byte() {
    let at = |bytes: &[u8]| open(bytes).unwrap_err();
    assert_eq!(at(&[1, 0]), "yxdb, byte 2: the file ends where the number of records was expected");
    assert_eq!(
        at(&[0xff, 0xff, 0xff, 0xff]),
        "yxdb, byte 4: the file ends where the key of a record was expected"
    );
    assert_eq!(at(&[0, 0, 0, 0, 7]), "yxdb, byte 4: `07` is not the end of the file");
    assert_eq!(at(&file(&[(&[9, 15, 15], b"")])), "yxdb, byte 6: `9` is not a rule from 0 to 2");
    assert_eq!(
        at(&file(&[(&[0, 3, 15], b"")])),
        "yxdb, byte 7: a 3x15 board is not supported: each side must be 5 to 22"
    );
    assert_eq!(
        at(&file(&[(&[0, 15], b"")])),
        "yxdb, byte 6: `a key of 2 bytes` is not a key of 3 bytes or more"
    );
    assert_eq!(
        at(&file(&[(&[0, 15, 15, 7], b"")])),
        "yxdb, byte 9: `1 bytes` is not pairs of coordinates, one a stone"
    );
    let expected = "is not an empty point of the board, or a pass behind the stones";
    assert_eq!(at(&file(&[(&[0, 15, 15, 7, 15], b"")])), format!("yxdb, byte 9: `7,15` {expected}"));
    assert_eq!(at(&file(&[(&[0, 15, 15, 7, 7, 7, 7], b"")])), format!("yxdb, byte 11: `7,7` {expected}"));
    assert_eq!(
        at(&file(&[(&[0, 15, 15, 0xff, 0xff, 7, 7, 8, 8], b"")])),
        format!("yxdb, byte 9: `-1,-1` {expected}")
    );
}

#[test]
fn a_position_without_a_key_is_not_written() {
    let mut entry = open(&file(&[(&[0, 15, 15, 7, 7], b"")])).unwrap().remove(0);
    entry.black.extend(points(&[(1, 1), (2, 2)]));
    let write = |entry: &DatabaseEntry| Database { records: vec![entry.clone()] }.write(Packing::Plain);
    assert!(matches!(write(&entry), Err(WriteError::Unsupported { .. })));
    entry.black.truncate(1);
    entry.rule = Rule::Caro;
    assert!(matches!(write(&entry), Err(WriteError::Unsupported { .. })));
    entry.rule = Rule::Renju;
    entry.comment = "x".repeat(70_000);
    assert!(matches!(write(&entry), Err(WriteError::TooLong { limit: 65_535, .. })));
}
