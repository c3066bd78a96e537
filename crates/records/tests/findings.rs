//! Inputs that once broke the law "what is accepted settles", each as short as it was found to be. They come
//! from the random tests and from reading the parsers with the law in mind; fuzzing has added none so far.

use tengen_core::record::NodeId;
use tengen_records::yxdb::{Database, Packing};
use tengen_records::{Format, GameRecord, ReadOptions, WriteOptions, read, write};

/// Reads, writes and reads again; gives the record if both readings agree.
fn settled(format: Format, bytes: &[u8]) -> GameRecord {
    let records = read(format, bytes, &ReadOptions::default()).unwrap();
    let written = write(format, &records, &WriteOptions::default()).unwrap();
    assert_eq!(read(format, &written, &ReadOptions::default()).unwrap(), records);
    records.into_iter().next().unwrap()
}

fn library(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend(nodes);
    bytes
}

#[test]
fn an_old_renlib_comment_may_hold_zeros() {
    let record = settled(Format::RenLib, &library(&[0x78, 0x60, 0, 0, 0, b'l' | 0x80]));
    assert_eq!(record.node(record.main_line()[0]).comment, "l");
}

#[test]
fn a_renlib_comment_may_hold_stray_line_ends_and_dividers() {
    let record = settled(Format::RenLib, &library(b"\x00\x08a\x08b\x08c\r\r\nd\r\0\0"));
    assert_eq!(record.node(NodeId::ROOT).comment, "a\nb\nc\n\nd\n");
}

#[test]
fn a_renlib_leaf_with_a_sibling_flag_at_the_end_is_cut_off() {
    let error = read(Format::RenLib, &library(&[0x78, 0xc0]), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "lib, byte 22: the file ends where another variation was expected");
}

#[test]
fn an_escaped_blank_in_sgf_is_a_space() {
    let record = settled(Format::Sgf, b"(;C[a\\\tb\\\x0bc])");
    assert_eq!(record.node(NodeId::ROOT).comment, "a b c");
}

#[test]
fn sgf_free_stones_have_no_order_and_white_may_come_first() {
    let record = settled(Format::Sgf, b"(;AW[bb]AB[cc][aa]AW[ab])");
    assert_eq!(record.setup.len(), 4);
}

#[test]
fn a_name_may_start_with_a_byte_order_mark() {
    let record = settled(Format::Rec, "\u{feff}\u{feff}a\nb\rc\n7,7,0\n".as_bytes());
    assert_eq!(record.players, [" a", "b c"]);
}

#[test]
fn a_database_comment_may_look_like_board_texts() {
    let text = b"w\0\0\0\0@BTXT@\x08@BTXT@77x";
    let mut bytes = vec![1, 0, 0, 0, 3, 0, 0, 15, 15, text.len() as u8, 0];
    bytes.extend(text);
    let database = Database::read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!(database.records[0].comment, "@BTXT@77x");
    let written = database.write(Packing::Plain).unwrap();
    assert_eq!(Database::read(&written, &ReadOptions::default()).unwrap(), database);
}
