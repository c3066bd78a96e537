//! Libraries byte by byte, written from the description of the format.

use super::*;
use crate::Charset;

fn place(x: u8, y: u8) -> Move {
    Move::Place(Point::new(x, y).unwrap())
}

fn library(nodes: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    bytes.extend(nodes);
    bytes
}

fn open(bytes: &[u8]) -> Result<GameRecord, String> {
    read(bytes, &ReadOptions::default()).map_err(|e| e.to_string())
}

#[test]
fn a_tree_is_read_in_the_order_parent_child_sibling() {
    // root; h8; then i9 (with a sibling) - j10 (leaf); sibling h9 (leaf).
    let bytes = library(&[0, 0, 0x78, 0, 0x69, 0x80, 0x5a, 0x40, 0x68, 0x40]);
    let record = open(&bytes).unwrap();
    assert_eq!(record.main_moves(), [place(7, 7), place(8, 6), place(9, 5)]);
    let h8 = record.main_line()[0];
    let children = record.node(h8).children();
    assert_eq!(record.node(children[1]).action, Some(place(7, 6)));
    assert_eq!(write(&record, &WriteOptions::default()).unwrap(), bytes);
}

#[test]
fn an_old_file_has_no_head_and_no_root() {
    let record = open(&[0x78, 0x80, 0x79, 0x40, 0x88, 0x50]).unwrap();
    let children = record.node(NodeId::ROOT).children();
    assert_eq!(children.len(), 2);
    assert_eq!(record.main_moves(), [place(7, 7), place(8, 7)]);
    assert!(record.node(children[1]).is_marked);
}

#[test]
fn comments_and_board_texts_follow_their_node() {
    let nodes = [
        &[0x00, 0x08][..],
        b"root\0\0",
        &[0x78, 0x09, 0x00, 0x01],
        b"one\x08two\r\n3\0\0",
        b"A1\0\0",
        // No move at a1 with a text: a text on that point of the board after h8.
        &[0xe1, 0xc3, 0x00, 0x01],
        b"W7\0\0",
        &[0x00, 0x50],
    ]
    .concat();
    let record = open(&library(&nodes)).unwrap();
    assert_eq!(record.node(NodeId::ROOT).comment, "root");
    let h8 = record.node(record.main_line()[0]);
    assert_eq!((h8.comment.as_str(), h8.label.as_str()), ("one\ntwo\n3", "A1"));
    assert_eq!(h8.board_texts, [(Point::new(0, 14).unwrap(), "W7".to_owned())]);
    let pass = record.node(record.main_line()[1]);
    assert_eq!((pass.action, pass.is_marked), (Some(Move::Pass), true));
    assert_eq!(write(&record, &WriteOptions::default()).unwrap(), library(&nodes));
}

#[test]
fn an_old_comment_ends_with_a_set_top_bit_and_speaks_swedish() {
    let record = open(&library(&[0, 0, 0x78, 0x60, b'b', b'}' | 0x80])).unwrap();
    assert_eq!(record.node(record.main_line()[0]).comment, "bå");
    let record = open(&library(&[0, 0, 0x78, 0x60, b'x', b'[', b'y' | 0x80, 0])).unwrap();
    assert_eq!(record.node(record.main_line()[0]).comment, "xÄy");
}

#[test]
fn comments_are_utf8_if_the_whole_file_is_else_gbk() {
    let gbk = library(&[0, 8, 0xba, 0xda, 0xca, 0xa4, 0, 0, 0x78, 0x40]);
    assert_eq!(open(&gbk).unwrap().node(NodeId::ROOT).comment, "黑胜");
    let latin = ReadOptions { charset: Charset::from_label("latin1").unwrap(), ..ReadOptions::default() };
    assert_eq!(read(&gbk, &latin).unwrap().node(NodeId::ROOT).comment, "ºÚÊ¤");
    let record = open(&gbk).unwrap();
    assert_eq!(write(&record, &WriteOptions::default()).unwrap(), gbk);
    let utf8 = WriteOptions { charset: Charset::from_label("utf-8").unwrap(), ..WriteOptions::default() };
    let bytes = write(&record, &utf8).unwrap();
    assert_eq!(&bytes[22..28], "黑胜".as_bytes());
    assert_eq!(open(&bytes).unwrap(), record);
}

#[test]
fn a_bad_library_is_refused_with_its_byte() {
    let at = |bytes: &[u8]| open(bytes).unwrap_err();
    assert_eq!(at(&[]), "lib, byte 0: the file ends where the head of a RenLib file was expected");
    assert_eq!(at(&[0x11, 0]), "lib, byte 0: `11` is not the head of a RenLib file, or 78 for h8");
    assert_eq!(at(b"\xffRenLib\xff\x04\x00"), "lib, byte 8: `4.0` is not a version up to 3.4");
    assert_eq!(
        at(b"\xffRenLib\xff\x03\x04\xff"),
        "lib, byte 11: the file ends where a head of 20 bytes was expected"
    );
    assert_eq!(at(&library(&[0, 0, 0x10, 0x40])), "lib, byte 22: `10` is not a point of the 15x15 board");
    assert_eq!(at(&library(&[0, 0, 0xf1, 0x40])), "lib, byte 22: `f1` is not a point of the 15x15 board");
    assert_eq!(
        at(&library(&[0, 0, 0x78])),
        "lib, byte 23: the file ends where the flags of a node was expected"
    );
    assert_eq!(
        at(&library(&[0, 0, 0x78, 0xc0])),
        "lib, byte 24: the file ends where another variation was expected"
    );
    assert_eq!(
        at(&library(&[0, 0, 0x78, 0x40, 0x79, 0x40])),
        "lib, byte 24: `79` is not the end of the file: the tree is complete"
    );
    assert_eq!(
        at(&library(&[0, 8, b'a', b'b'])),
        "lib, byte 24: the file ends where the end of a comment was expected"
    );
}
