//! Games to learn from, as a file: whole games with what the search thought of every position.
//!
//! ```text
//! TENGEN-GAMES 1\n
//! {"rule":"freestyle","size":[15,15],...}\n     the head: one line of JSON
//! length checksum game                        again and again; both are 32 bits, the least byte first
//! ```
//!
//! A game is its number (64 bits), how it ended (a byte), the number of stones of its opening (a byte) and the stones, the number of moves (16
//! bits) and the moves. A stone is 16 bits, row times width plus column; a move is a stone, a score (16 bits) and flags (a byte). A
//! torn end, as after a crash, is seen by its checksum and left out.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use tengen_core::{Colour, Point, Position, Rule, Size};

const MAGIC: &[u8] = b"TENGEN-GAMES 1\n";
/// Bytes of the longest game: the largest board, full.
const LONGEST: usize = 16 + 7 * 22 * 22;

/// What all games of a file have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The rule's name.
    pub rule: String,
    /// Columns and rows.
    pub size: [u8; 2],
    /// The version of the program that played, and of the way in which it plays such games.
    pub generator: String,
    /// A checksum of the tables that it played with.
    pub tables: String,
    /// Nodes a move, about.
    pub nodes: u64,
    /// What the lots were drawn with.
    pub seed: u64,
}

impl Head {
    /// The rule and the board.
    ///
    /// # Errors
    /// If they are unknown.
    pub fn ground(&self) -> Result<(Rule, Size), GamesError> {
        let rule = self.rule.parse().map_err(|_| GamesError::Head(format!("unknown rule {}", self.rule)))?;
        let [width, height] = self.size.map(usize::from);
        let size =
            Size::new(width, height).map_err(|_| GamesError::Head("the board has no such size".into()))?;
        Ok((rule, size))
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Who won.
    Won(Colour),
    /// Nobody.
    Draw,
}

/// Why it ended there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Five in a row, or no empty point.
    Played,
    /// The search had found how it goes on.
    Seen,
    /// Nothing happened for long.
    Quiet,
    /// It is no game but a position of a search's tree, all its stones an opening, with the one move that a search of its own chose. It
    /// stands before its game, so that where a file is torn both are played again.
    Tree,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Where.
    pub point: Point,
    /// What the search thought of the position before it, for the side to move.
    pub score: i16,
    /// Whether it was drawn by lot, not chosen.
    pub is_lot: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run that it comes from.
    pub number: u64,
    /// The first stones, Black first.
    pub opening: Vec<Point>,
    /// What was played from there.
    pub moves: Vec<Played>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub end: End,
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The file system.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another run is writing there.
    #[error("{}: another run is writing to it; wait for its end or name another file", .0.display())]
    Busy(PathBuf),
    /// Another kind of file.
    #[error("this is no file of games: it does not begin with TENGEN-GAMES 1")]
    Magic,
    /// A head that cannot be read.
    #[error("the head of the file cannot be used: {0}")]
    Head(String),
    /// A file of other games.
    #[error(
        "the file holds other games: its head is {old}, not {new}; name another file, or the same settings to go on"
    )]
    Different {
        /// There.
        old: String,
        /// Here.
        new: String,
    },
    /// A game that cannot have been played.
    #[error("game {0} cannot have been played: {1}")]
    Game(u64, String),
}

/// A file of games, read whole.
#[derive(Clone, Debug)]
pub struct Games {
    /// What they have in common.
    pub head: Head,
    /// In the order of the file.
    pub list: Vec<Game>,
    /// Bytes at the end that are no whole game.
    pub torn: usize,
    /// Bytes to the end of the last game, without positions of trees whose game is missing.
    whole: usize,
}

impl Games {
    /// Games that are in no file yet.
    pub fn of(head: Head, list: Vec<Game>) -> Self {
        Self { head, list, torn: 0, whole: 0 }
    }

    /// The file of these games.
    ///
    /// # Errors
    /// If the head has no such board or rule.
    pub fn to_bytes(&self) -> Result<Vec<u8>, GamesError> {
        let (_, size) = self.head.ground()?;
        let mut bytes = start(&self.head);
        bytes.extend(self.list.iter().flat_map(|game| pack(game, size)));
        Ok(bytes)
    }

    /// Reads a file's bytes. What is damaged ends the list; [`Games::torn`] says how much was left out.
    ///
    /// # Errors
    /// If it is no file of games.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, GamesError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(GamesError::Magic)?;
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or(GamesError::Magic)?;
        let head: Head =
            serde_json::from_slice(&rest[..end]).map_err(|error| GamesError::Head(error.to_string()))?;
        let (_, size) = head.ground()?;
        let mut list = Vec::new();
        let (mut at, mut whole) = (MAGIC.len() + end + 1, MAGIC.len() + end + 1);
        while let Some((game, length)) =
            frame(&bytes[at..]).and_then(|frame| Some((unpack(frame, size)?, frame.len())))
        {
            at += 8 + length;
            if game.end != End::Tree {
                whole = at;
            }
            list.push(game);
        }
        Ok(Self { head, list, torn: bytes.len() - at, whole })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no file of games.
    pub fn read(path: &Path) -> Result<Self, GamesError> {
        let bytes = std::fs::read(path).map_err(|source| GamesError::Io { path: path.to_owned(), source })?;
        Self::from_bytes(&bytes)
    }

    /// Plays every game again.
    ///
    /// # Errors
    /// If one is not legal, or ends otherwise than it says.
    pub fn verify(&self) -> Result<(), GamesError> {
        let (rule, size) = self.head.ground()?;
        self.list
            .iter()
            .try_for_each(|game| game.verify(rule, size).map_err(|text| GamesError::Game(game.number, text)))
    }
}

impl Game {
    fn verify(&self, rule: Rule, size: Size) -> Result<(), String> {
        let mut position = Position::new(size, rule);
        for p in self.opening.iter().copied().chain(self.moves.iter().map(|played| played.point)) {
            position.play(tengen_core::Move::Place(p)).map_err(|error| error.to_string())?;
        }
        let winner = position.winner();
        match (winner, self.outcome) {
            (Some(winner), Outcome::Won(side)) if winner == side => Ok(()),
            (Some(_), _) => Err("the five is of the other side".to_owned()),
            (None, Outcome::Won(_)) if self.end == End::Played => Err("there is no five".to_owned()),
            (None, _) => Ok(()),
        }
    }
}

/// The next game's bytes, if they are whole.
fn frame(bytes: &[u8]) -> Option<&[u8]> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let (length, checksum) = (number(0)? as usize, number(4)?);
    let frame = bytes.get(8..).filter(|_| length <= LONGEST)?.get(..length)?;
    (crc32fast::hash(frame) == checksum).then_some(frame)
}

fn stone(p: Point, size: Size) -> u16 {
    u16::from(p.y()) * u16::from(size.width()) + u16::from(p.x())
}

/// A game as it stands in a file, with its length and checksum.
fn pack(game: &Game, size: Size) -> Vec<u8> {
    let mut bytes = game.number.to_le_bytes().to_vec();
    let outcome = match game.outcome {
        Outcome::Won(Colour::Black) => 0,
        Outcome::Won(Colour::White) => 1,
        Outcome::Draw => 2,
    };
    let end = match game.end {
        End::Played => 0,
        End::Seen => 1,
        End::Quiet => 2,
        End::Tree => 3,
    };
    bytes.extend([outcome | end << 4, game.opening.len() as u8]);
    bytes.extend(game.opening.iter().flat_map(|p| stone(*p, size).to_le_bytes()));
    bytes.extend((game.moves.len() as u16).to_le_bytes());
    for Played { point, score, is_lot } in &game.moves {
        bytes.extend(stone(*point, size).to_le_bytes());
        bytes.extend(score.to_le_bytes());
        bytes.push(u8::from(*is_lot));
    }
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend(crc32fast::hash(&bytes).to_le_bytes());
    frame.extend(bytes);
    frame
}

fn unpack(bytes: &[u8], size: Size) -> Option<Game> {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at_checked(count)?;
        rest = left;
        Some(taken)
    };
    let point = |bytes: &[u8]| {
        let stone = u16::from_le_bytes(bytes.try_into().ok()?);
        let width = u16::from(size.width());
        size.point(i32::from(stone % width), i32::from(stone / width))
    };
    let number = u64::from_le_bytes(take(8)?.try_into().ok()?);
    let [how, stones] = take(2)?.try_into().ok()?;
    let outcome = match how & 15 {
        0 => Outcome::Won(Colour::Black),
        1 => Outcome::Won(Colour::White),
        2 => Outcome::Draw,
        _ => return None,
    };
    let end = match how >> 4 {
        0 => End::Played,
        1 => End::Seen,
        2 => End::Quiet,
        3 => End::Tree,
        _ => return None,
    };
    let opening = take(2 * usize::from(stones))?.chunks_exact(2).map(point).collect::<Option<Vec<_>>>()?;
    let count = u16::from_le_bytes(take(2)?.try_into().ok()?);
    let moves = take(5 * usize::from(count))?
        .chunks_exact(5)
        .map(|bytes| {
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            Some(Played { point: point(&bytes[..2])?, score, is_lot: bytes[4] & 1 != 0 })
        })
        .collect::<Option<Vec<_>>>()?;
    rest.is_empty().then_some(Game { number, opening, moves, outcome, end })
}

/// Writes games to a file, one after the other, each whole.
pub struct Writer {
    file: File,
    path: PathBuf,
    size: Size,
}

impl Writer {
    /// A file to go on with, or a new one, and the numbers of the games that it holds. A torn end is cut off.
    ///
    /// # Errors
    /// If the file holds other games, or cannot be used.
    pub fn open(path: &Path, head: &Head) -> Result<(Self, HashSet<u64>), GamesError> {
        let io = |source| GamesError::Io { path: path.to_owned(), source };
        let (_, size) = head.ground()?;
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(GamesError::Busy(path.to_owned())),
            locked => locked.map_err(|error| io(error.into()))?,
        }
        let mut numbers = HashSet::new();
        if file.metadata().map_err(io)?.len() == 0 {
            file.write_all(&start(head)).map_err(io)?;
        } else {
            let games = Games::read(path)?;
            if games.head != *head {
                return Err(GamesError::Different { old: json(&games.head), new: json(head) });
            }
            file.set_len(games.whole as u64).map_err(io)?;
            let played = games.list.iter().filter(|game| game.end != End::Tree);
            numbers.extend(played.map(|game| game.number));
        }
        Ok((Self { file, path: path.to_owned(), size }, numbers))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<(), GamesError> {
        let io = |source| GamesError::Io { path: self.path.clone(), source };
        self.file.write_all(&pack(game, self.size)).map_err(io)
    }
}

/// What a file begins with.
fn start(head: &Head) -> Vec<u8> {
    [MAGIC, json(head).as_bytes(), b"\n"].concat()
}

fn json(head: &Head) -> String {
    // Numbers and texts always can be written.
    serde_json::to_string(head).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn head() -> Head {
        Head {
            rule: "freestyle".into(),
            size: [15, 15],
            generator: "test".into(),
            tables: "none".into(),
            nodes: 100,
            seed: 1,
        }
    }

    fn games() -> impl Strategy<Value = Vec<Game>> {
        let point = (0_u8..15, 0_u8..15).prop_map(|(x, y)| Point::new(x, y).unwrap());
        let played = (point.clone(), any::<i16>(), any::<bool>()).prop_map(|(point, score, is_lot)| Played {
            point,
            score,
            is_lot,
        });
        let outcome = prop_oneof![
            Just(Outcome::Draw),
            Just(Outcome::Won(Colour::Black)),
            Just(Outcome::Won(Colour::White))
        ];
        let end = prop_oneof![Just(End::Played), Just(End::Seen), Just(End::Quiet)];
        let game = (
            any::<u64>(),
            proptest::collection::vec(point, 0..10),
            proptest::collection::vec(played, 0..60),
            outcome,
            end,
        )
            .prop_map(|(number, opening, moves, outcome, end)| Game {
                number,
                opening,
                moves,
                outcome,
                end,
            });
        proptest::collection::vec(game, 1..6)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_and_a_torn_end_is_left_out(list in games(), cut in any::<prop::sample::Index>()) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games");
            let (mut writer, known) = Writer::open(&path, &head()).unwrap();
            prop_assert!(known.is_empty());
            for game in &list {
                writer.add(game).unwrap();
            }
            prop_assert!(matches!(Writer::open(&path, &head()), Err(GamesError::Busy(_))));
            drop(writer);
            let bytes = std::fs::read(&path).unwrap();
            prop_assert_eq!(Games::of(head(), list.clone()).to_bytes().unwrap(), bytes.clone());
            let back = Games::from_bytes(&bytes).unwrap();
            prop_assert_eq!(&back.list, &list);
            prop_assert_eq!(back.torn, 0);
            // Cut anywhere: whole games before the cut are read, and writing goes on behind them.
            let start = bytes.len() - list.iter().map(|game| pack(game, Size::FIFTEEN).len()).sum::<usize>();
            let at = start + cut.index(bytes.len() - start);
            std::fs::write(&path, &bytes[..at]).unwrap();
            let torn = Games::read(&path).unwrap();
            prop_assert!(list.starts_with(&torn.list) && torn.list.len() < list.len());
            let (mut writer, known) = Writer::open(&path, &head()).unwrap();
            prop_assert_eq!(known.len(), torn.list.iter().map(|game| game.number).collect::<HashSet<_>>().len());
            for game in &list[torn.list.len()..] {
                writer.add(game).unwrap();
            }
            prop_assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }

        #[test]
        fn a_changed_byte_is_noticed_and_nothing_panics(list in games(), at in any::<prop::sample::Index>(), change in 1_u8..) {
            let start = start(&head()).len();
            let mut bytes = Games::of(head(), list.clone()).to_bytes().unwrap();
            let at = start + at.index(bytes.len() - start);
            bytes[at] ^= change;
            let read = Games::from_bytes(&bytes).unwrap();
            prop_assert!(list.starts_with(&read.list) && read.list.len() < list.len() && read.torn > 0);
        }

        #[test]
        fn noise_is_no_file_of_games(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Games::from_bytes(&bytes).is_err());
        }
    }

    #[test]
    fn positions_of_trees_without_their_game_are_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let game = |number: u64, end: End| Game {
            number,
            opening: vec![Point::new(7, 7).unwrap()],
            moves: Vec::new(),
            outcome: Outcome::Draw,
            end,
        };
        let list = [game(0, End::Tree), game(0, End::Quiet), game(1, End::Tree), game(1, End::Seen)];
        let (mut writer, _) = Writer::open(&path, &head()).unwrap();
        let mut lengths = Vec::new();
        for game in &list {
            writer.add(game).unwrap();
            lengths.push(std::fs::metadata(&path).unwrap().len());
        }
        drop(writer);
        assert_eq!(Games::read(&path).unwrap().list, list);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(lengths[3] - 1).unwrap();
        assert_eq!(Games::read(&path).unwrap().list, list[..3]);
        let (_, known) = Writer::open(&path, &head()).unwrap();
        assert_eq!(known, HashSet::from([0]));
        assert_eq!(std::fs::metadata(&path).unwrap().len(), lengths[1]);
    }

    #[test]
    fn a_file_of_other_games_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        Writer::open(&path, &head()).unwrap();
        let before = std::fs::read(&path).unwrap();
        let other = Head { seed: 2, ..head() };
        assert!(matches!(Writer::open(&path, &other), Err(GamesError::Different { .. })));
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::write(&path, "something else").unwrap();
        assert!(matches!(Writer::open(&path, &head()), Err(GamesError::Magic)));
    }
}
