//! Writes the seed corpora: one small game with everything each format can say, made by our own writers.

use std::path::Path;
use std::{fs, io};
use tengen_core::record::{Evaluation, GameResult, NodeId};
use tengen_core::{Colour, GameRecord, Move, Point, Rule, Size};
use tengen_records::yxdb::{Database, Packing};
use tengen_records::{Format, ReadOptions, WriteOptions, write};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for format in Format::ALL {
        let folder = corpus.join(format.name());
        fs::create_dir_all(&folder)?;
        for (name, record) in [("plain", game(false)), ("rich", game(true))] {
            if let Ok(bytes) = write(format, &[record], &WriteOptions::default()) {
                fs::write(folder.join(name), bytes)?;
            }
        }
    }
    let database = Database::read(&database(), &ReadOptions::default()).map_err(io::Error::other)?;
    for (name, packing) in [("plain", Packing::Plain), ("packed", Packing::Lz4)] {
        fs::write(corpus.join("yxdb").join(name), database.write(packing).map_err(io::Error::other)?)?;
    }
    fs::create_dir_all(corpus.join("notation"))?;
    fs::write(corpus.join("notation/moves"), b"1.h8, I9 -- a1")?;
    fs::write(
        corpus.join("notation/diagram"),
        b" 5 . . X . .\n 4 . . O . .\n 3 + + + + +\n 2 .....\n 1 . . . . .\n",
    )?;
    fs::create_dir_all(corpus.join("protocol"))?;
    fs::write(corpus.join("protocol/game"), b"START 15\r\nINFO rule 4\r\nBOARD\r\n7,7,2\r\nDONE\r\nTURN 8,8\r\n")?;
    fs::write(
        corpus.join("protocol/yixin"),
        b"yxshowinfo\nstart 15 15\nyxboard 7,7,1 8,8,2 done\nyxblock 3,3 done\nyxnbest 2\nswap2board done\n",
    )?;
    Ok(())
}

/// A short game; the rich one has variations, remarks and a pass.
fn game(is_rich: bool) -> GameRecord {
    let mut record = GameRecord::new(Size::FIFTEEN);
    let place = |x, y| Point::new(x, y).map_or(Move::Pass, Move::Place);
    let first = record.append(NodeId::ROOT, place(7, 7));
    let second = record.append(first, place(8, 6));
    let third = record.append(second, place(0, 14));
    record.node_mut(third).time_ms = Some(1500);
    if is_rich {
        record.rule = Some(Rule::Renju);
        record.players = ["black".to_owned(), "白".to_owned()];
        record.result = Some(GameResult::Win(Colour::Black));
        let side = record.append(first, Move::Pass);
        let deep = record.append(side, place(1, 1));
        let node = record.node_mut(deep);
        node.comment = "first line\n黑胜 ]\\:".to_owned();
        node.label = "A".to_owned();
        node.is_marked = true;
        node.evaluation = Some(Evaluation::Win(7));
        node.board_texts = Point::new(2, 2).map(|p| (p, "b".to_owned())).into_iter().collect();
        record.node_mut(side).evaluation = Some(Evaluation::Score(-12));
    }
    record
}

/// A database with every kind of record, byte by byte.
fn database() -> Vec<u8> {
    let records: [(&[u8], &[u8]); 3] = [
        (&[2, 15, 15, 7, 7, 8, 8, 6, 6], b"w\x10\x27\x33\x00@BTXT@77one\n\x08comment"),
        (&[0, 15, 15, 7, 7, 255, 255, 6, 6], b""),
        (&[1, 20, 15], &[255, 1, 2, 3, 0]),
    ];
    let mut bytes = (records.len() as u32).to_le_bytes().to_vec();
    for block in records.into_iter().flat_map(|(key, data)| [key, data]) {
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend(block);
    }
    bytes
}
