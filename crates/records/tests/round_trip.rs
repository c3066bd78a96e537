//! The law of every format: what is written is read back, but for what `losses` announces.

mod common;

use common::{games, kept, reading, trees};
use proptest::prelude::*;
use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord, Move, Point, Rule, Size};
use tengen_records::yxdb::{Bound, Database, DatabaseEntry, Label, Packing};
use tengen_records::{Feature, Format, ReadOptions, Transposition, WriteError, WriteOptions};
use tengen_records::{losses, read, write};

/// Writes and reads one record.
fn there_and_back(format: Format, record: &GameRecord) -> GameRecord {
    let bytes = write(format, std::slice::from_ref(record), &WriteOptions::default()).unwrap();
    let mut records = read(format, &bytes, &reading(record)).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn on_board(mut record: GameRecord, size: Size) -> GameRecord {
    if record.size != size {
        record = GameRecord::new(size);
        let centre = record.append(NodeId::ROOT, Move::Place(size.centre()));
        record.node_mut(centre).time_ms = Some(1);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sgf_keeps_everything(record in trees()) {
        prop_assert_eq!(there_and_back(Format::Sgf, &record), record.clone());
        prop_assert!(losses(Format::Sgf, &record).is_empty());
    }

    #[test]
    fn sgf_keeps_several_games(first in trees(), second in trees()) {
        let records = [first, second];
        let bytes = write(Format::Sgf, &records, &WriteOptions::default()).unwrap();
        prop_assert_eq!(read(Format::Sgf, &bytes, &ReadOptions::default()).unwrap(), records);
    }

    #[test]
    fn lib_keeps_its_part(mut record in trees()) {
        record.setup.clear();
        record.first = Colour::Black;
        let record = on_board(record, Size::FIFTEEN);
        prop_assert_eq!(there_and_back(Format::RenLib, &record), kept(&record, Format::RenLib));
    }

    #[test]
    fn games_keep_their_moves_in_every_format(record in games()) {
        for format in [Format::Moves, Format::Pairs, Format::Offsets, Format::CodeCup, Format::Rec, Format::Sav] {
            prop_assert_eq!(there_and_back(format, &record), kept_by(format, &record), "{}", format);
        }
        let record = on_board(record, Size::FIFTEEN);
        prop_assert_eq!(there_and_back(Format::Pos, &record), kept_by(Format::Pos, &record));
    }

    #[test]
    fn psq_keeps_names_times_and_end(record in games()) {
        match write(Format::Psq, std::slice::from_ref(&record), &WriteOptions::default()) {
            Err(WriteError::Name { name }) => prop_assert!(name.trim_start().starts_with(|c: char| c.is_ascii_digit())),
            Err(other) => prop_assert!(false, "{}", other),
            Ok(_) => prop_assert_eq!(there_and_back(Format::Psq, &record), kept_by(Format::Psq, &record)),
        }
    }

    #[test]
    fn lists_keep_several_games(first in games(), second in games()) {
        let second = on_board(second, first.size);
        for format in [Format::Moves, Format::Pairs, Format::Offsets, Format::CodeCup] {
            let records = [first.clone(), second.clone()];
            let bytes = write(format, &records, &WriteOptions::default()).unwrap();
            let expected = records.map(|record| kept_by(format, &record));
            prop_assert_eq!(read(format, &bytes, &reading(&first)).unwrap(), expected, "{}", format);
        }
    }

    #[test]
    fn diagrams_keep_the_stones_and_the_side_to_move(record in trees()) {
        let back = there_and_back(Format::Diagram, &record);
        let end = record.main_line().last().copied().unwrap_or(NodeId::ROOT);
        let expected_side = record.mover(end).opponent();
        prop_assert_eq!((back.size, back.first), (record.size, expected_side));
        let stones = record.setup.len() + record.main_moves().iter().filter(|m| m.point().is_some()).count();
        prop_assert_eq!(back.setup.len(), stones);
        prop_assert_eq!(there_and_back(Format::Diagram, &back), back);
    }

    #[test]
    fn both_origins_and_both_transpositions_read_back(record in games()) {
        let record = on_board(record, Size::FIFTEEN);
        let origin = tengen_core::notation::Origin::Top;
        let transposition = Transposition::ColumnsFirst;
        let bytes = write(Format::Moves, std::slice::from_ref(&record), &WriteOptions { origin, ..WriteOptions::default() }).unwrap();
        let back = read(Format::Moves, &bytes, &ReadOptions { origin, ..reading(&record) }).unwrap();
        prop_assert_eq!(back[0].main_moves(), record.main_moves());
        let options = WriteOptions { transposition, ..WriteOptions::default() };
        let bytes = write(Format::Pos, std::slice::from_ref(&record), &options).unwrap();
        let back = read(Format::Pos, &bytes, &ReadOptions { transposition, ..reading(&record) }).unwrap();
        prop_assert_eq!(back[0].main_moves(), record.main_moves());
    }

    #[test]
    fn losses_name_exactly_what_is_not_kept(record in trees()) {
        for format in Format::ALL.into_iter().filter(|f| f.holds(Feature::MoveOrder)) {
            let remaining = losses(format, &kept(&record, format));
            let serious = remaining.iter().filter(|l| !matches!(l.feature, Feature::Size | Feature::Termination));
            prop_assert_eq!(serious.count(), 0, "{}", format);
        }
    }

    #[test]
    fn yxdb_reads_back_plain_and_packed(entries in proptest::collection::vec(entries(), 0..20)) {
        let database = Database { records: entries };
        for packing in [Packing::Plain, Packing::Lz4] {
            let bytes = database.write(packing).unwrap();
            prop_assert_eq!(&Database::read(&bytes, &ReadOptions::default()).unwrap(), &database);
        }
    }
}

/// As [`kept`], with the words for the end that the codes of psq and rec stand for.
fn kept_by(format: Format, record: &GameRecord) -> GameRecord {
    let mut kept = kept(record, format);
    if matches!(format, Format::Psq | Format::Rec) {
        let is_known = ["timeout", "error 3"].contains(&record.termination.as_str());
        let usual = if record.result.is_some() { "normal end" } else { "" };
        kept.termination = if is_known { record.termination.clone() } else { usual.to_owned() };
    }
    kept
}

fn entries() -> impl Strategy<Value = DatabaseEntry> {
    let stones = (0..40usize, any::<u64>(), any::<bool>());
    let values = (any::<i8>(), any::<i16>(), -8192..8192i16, 0..4usize);
    let texts = ("[ -~黑胜\n]{0,12}", proptest::option::of((any::<u16>(), "[ -~黑]{1,4}")));
    let board = (0..3usize, 5..=22usize, 5..=22usize);
    (board, stones, values, texts).prop_map(
        |((rule, width, height), (count, seed, is_turned), values, texts)| {
            let size = Size::new(width, height).unwrap();
            let mut points: Vec<Point> = size.points().collect();
            fastrand::Rng::with_seed(seed).shuffle(&mut points);
            let stones = &points[..count.min(size.area() - 1)];
            let (black, white) = stones.split_at(stones.len().div_ceil(2));
            let usual = if stones.len().is_multiple_of(2) { Colour::Black } else { Colour::White };
            let (label, value, depth, bound) = values;
            let board_texts = texts.1.map(|(at, text)| (points[usize::from(at) % points.len()], text));
            DatabaseEntry {
                rule: [Rule::Freestyle, Rule::Standard, Rule::Renju][rule],
                size,
                black: black.to_vec(),
                white: white.to_vec(),
                to_move: if is_turned { usual.opponent() } else { usual },
                label: label_of(label),
                value,
                depth,
                bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][bound],
                board_texts: board_texts.into_iter().collect(),
                comment: texts.0,
            }
        },
    )
}

fn label_of(byte: i8) -> Label {
    let named =
        [Label::Null, Label::None, Label::Win, Label::Loss, Label::Draw, Label::Blocked, Label::Forced];
    let signs = [0, -1, b'w' as i8, b'l' as i8, b'd' as i8, b'x' as i8, b'!' as i8];
    let fresh = if signs.contains(&byte) { Label::None } else { Label::Other(byte) };
    named.get(usize::from(byte.unsigned_abs()) % 20).copied().unwrap_or(fresh)
}

#[test]
fn what_would_become_another_game_is_refused() {
    let mut record = GameRecord::new(Size::square(20).unwrap());
    record.append(NodeId::ROOT, Move::Place(record.size.centre()));
    let refusal = |format, records: &[GameRecord]| {
        write(format, records, &WriteOptions::default()).unwrap_err().to_string()
    };
    let one = std::slice::from_ref(&record);
    assert_eq!(refusal(Format::RenLib, one), "a lib file holds 15x15 games, not 20x20: use sgf or psq");
    assert_eq!(refusal(Format::Yxdb, one), "yxdb files are only read: write sgf or lib instead");
    assert_eq!(refusal(Format::Sgf, &[]), "there is no game to write");
    assert_eq!(
        refusal(Format::Sav, &[record.clone(), record.clone()]),
        "a sav file holds one game, not 2: write each to a file of its own, or all to one sgf"
    );
    let mut passed = record.clone();
    passed.append(passed.main_line()[0], Move::Pass);
    assert_eq!(refusal(Format::Psq, &[passed]), "psq cannot hold a pass (move 2): use sgf or lib");
    let mut set_up = record.clone();
    set_up.setup.push((Point::new(0, 0).unwrap(), Colour::White));
    assert_eq!(refusal(Format::Psq, &[set_up]), "psq cannot hold a set-up position: use sgf or diagram");
    let empty = GameRecord::new(Size::FIFTEEN);
    assert_eq!(refusal(Format::Moves, &[empty]), "moves cannot hold a game without moves: use sgf");
    let mut outside = GameRecord::new(Size::FIFTEEN);
    outside.append(NodeId::ROOT, Move::Place(Point::new(20, 0).unwrap()));
    assert_eq!(
        refusal(Format::Sgf, &[outside]),
        "the record is damaged: Place((20, 0)) is outside its 15x15 board"
    );
}

#[test]
fn a_written_file_is_recognised_by_its_extension_and_its_look() {
    let mut record = GameRecord::new(Size::FIFTEEN);
    let first = record.append(NodeId::ROOT, Move::Place(Point::new(7, 7).unwrap()));
    record.append(first, Move::Place(Point::new(0, 14).unwrap()));
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let bytes = write(format, std::slice::from_ref(&record), &WriteOptions::default()).unwrap();
        for extension in format.extensions() {
            assert_eq!(Format::detect(Some(extension), &bytes), Some(format));
        }
        if !matches!(format, Format::Rec | Format::Pos | Format::Sav) {
            assert_eq!(Format::detect(Some("txt"), &bytes), Some(format), "without its extension");
        }
    }
}

#[test]
fn losses_are_said_in_words() {
    let mut record = GameRecord::new(Size::square(20).unwrap());
    let first = record.append(NodeId::ROOT, Move::Place(record.size.centre()));
    record.node_mut(first).comment = "good".to_owned();
    record.rule = Some(Rule::Renju);
    let words: Vec<String> = losses(Format::Moves, &record).iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "moves files do not keep the board size (say it when the file is read)",
            "moves files do not keep the rule",
            "moves files do not keep comments",
        ]
    );
}
