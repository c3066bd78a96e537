//! The state of a long proof as bytes, so that it can go on another day.
//!
//! What is kept is what the search with quiet moves ([`crate::zones`]) learnt: proof numbers, the trees it found, and which
//! quiet moves won. All of it is a hint: what is called proven on the strength of it still has to pass the checker, so a
//! wrong file can waste time and nothing else. This room knows bytes, not files; a [`Keeper`] puts them somewhere.
//!
//! # Layout
//!
//! Numbers are little-endian, `u8` to `u64`. A point is a `u16`, its index in the frame of `tengen_core::geometry`; 0 is no
//! point. A list is its length and its elements.
//!
//! | part | bytes |
//! |---|---|
//! | magic | `TENGEN-CHECKPOINT 1` and a line feed |
//! | question | rule (length `u8`, name), columns `u8`, rows `u8`, attacker `u8` (0 Black, 1 White), side to move `u8`, Black's stones and White's (each length `u16`, points) |
//! | proof numbers | length `u32`; each key `u64`, proof `u32`, disproof `u32`, best point, plies `u16`, work `u32` |
//! | records of trees | length `u32`; each a kind `u8` and what belongs to it, see below |
//! | won, attacker to move | length `u32`; each hash of the position `u64`, record `u32` |
//! | won, defender to move | the same |
//! | trees by stones | length `u32`; each the attacker's stones (length `u16`, points), record `u32` |
//! | mended trees | length `u32`; each the attacker's stones, the reply, record `u32` |
//! | quiet moves that won | length `u32`; each point, how often `u32` |
//! | checksum | `u64`, FNV-1a of all bytes before it |
//!
//! A record names other records by their number, from 0, and only earlier ones; what several trees share is written
//! once. A line is length `u16` and points, answers are length `u16` and for each a point and a record `u32`.
//!
//! | kind | record |
//! |---|---|
//! | 0 | attack: a line |
//! | 1 | attack: point, defence `u32` |
//! | 2 | defence: two fives |
//! | 3 | defence: forced, attack `u32` |
//! | 4 | defence: default line, answers |
//! | 5 | defence: tree against a pass, attack `u32`, answers |
//! | 6 | defence: answers to all |
//!
//! The number in the magic goes up when the layout changes, or when the search changes so that old numbers mislead it.

mod read;
#[cfg(test)]
mod tests;

pub(crate) use read::MOST_SUCCESSES;

use crate::numbers::Known;
use crate::query::Query;
use crate::tree::{Answers, Attack, Defence};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use tengen_core::board::PointSet;
use tengen_core::{Colour, Point, Position, Rule, Size};

/// How a checkpoint of any version begins.
const FAMILY: &[u8] = b"TENGEN-CHECKPOINT ";
/// How one of this version does.
const MAGIC: &[u8] = b"TENGEN-CHECKPOINT 1\n";

/// Why bytes are no checkpoint of this question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// Something else.
    #[error("it is no checkpoint")]
    NotOne,
    /// Another program wrote it.
    #[error("it is a checkpoint of another version of this program")]
    Version,
    /// The checksum is wrong, or what it says makes no sense.
    #[error("it is damaged")]
    Damaged,
    /// It belongs to something else.
    #[error("it belongs to another question ({kept}), and this one is {asked}")]
    OtherQuestion {
        /// What it belongs to.
        kept: Box<Question>,
        /// What was asked.
        asked: Box<Question>,
    },
}

/// What a checkpoint belongs to. Orders of moves that lead to the same position make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    rule: Rule,
    size: Size,
    attacker: Colour,
    to_move: Colour,
    /// The stones of either colour, row by row.
    stones: [Vec<Point>; 2],
}

impl Question {
    /// The question that a query asks.
    pub fn new(query: &Query) -> Self {
        let position = &query.position;
        let stones = Colour::BOTH.map(|colour| stones(position, colour));
        let (rule, size, to_move) = (position.rule(), position.size(), position.to_move());
        Self { rule, size, attacker: query.attacker, to_move, stones }
    }
}

fn stones(position: &Position, colour: Colour) -> Vec<Point> {
    position.grid().stones().filter(|(_, stone)| *stone == colour).map(|(p, _)| p).collect()
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use tengen_core::notation::{Origin, point_name};
        write!(f, "{} {}, attacker {}, {} to move", self.rule, self.size, self.attacker, self.to_move)?;
        for (colour, stones) in Colour::BOTH.into_iter().zip(&self.stones) {
            let names: Vec<String> =
                stones.iter().map(|p| point_name(*p, self.size, Origin::Bottom)).collect();
            write!(f, ", {colour} {}", if names.is_empty() { "-".to_owned() } else { names.join(" ") })?;
        }
        Ok(())
    }
}

/// The state of a search with quiet moves, and the question that it belongs to.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    question: Question,
    state: State,
}

/// What the search learnt.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Key, what is known, and the work it took.
    pub(crate) numbers: Vec<(u64, Known, u32)>,
    /// By hash of the position.
    pub(crate) attacks: Vec<(u64, Arc<Attack>)>,
    pub(crate) defences: Vec<(u64, Arc<Defence>)>,
    /// By the attacker's stones.
    pub(crate) trees: Vec<(PointSet, Arc<Attack>)>,
    /// The same after a reply.
    pub(crate) variants: Vec<((PointSet, Point), Arc<Attack>)>,
    pub(crate) successes: Vec<(Point, u32)>,
}

/// Where the state of a search goes. Asked on the thread that searches, so it may take its time now and then only.
pub trait Keeper: Send {
    /// Whether the state should be kept now. Asked often.
    fn is_due(&mut self) -> bool;
    /// Keeps it: because it was due, or because a limit has ended the search.
    fn keep(&mut self, checkpoint: Checkpoint);
}

/// Who keeps the state of a search, and where it goes on from.
pub struct Kept<'a> {
    pub(crate) keeper: &'a mut dyn Keeper,
    pub(crate) question: Question,
    pub(crate) from: Option<State>,
}

impl<'a> Kept<'a> {
    /// A search that begins, or goes on from a checkpoint.
    ///
    /// # Errors
    /// If the checkpoint belongs to another question.
    pub fn new(
        query: &Query,
        keeper: &'a mut dyn Keeper,
        from: Option<Checkpoint>,
    ) -> Result<Self, CheckpointError> {
        let question = Question::new(query);
        match from {
            Some(from) if from.question != question => Err(CheckpointError::OtherQuestion {
                kept: Box::new(from.question),
                asked: Box::new(question),
            }),
            from => Ok(Self { keeper, question, from: from.map(|from| from.state) }),
        }
    }

    /// Whether there is a state to go on from.
    pub(crate) fn is_resumed(&self) -> bool {
        self.from.is_some()
    }

    /// Keeps the state.
    pub(crate) fn keep(&mut self, state: State) {
        self.keeper.keep(Checkpoint { question: self.question.clone(), state });
    }
}

impl Checkpoint {
    /// The question that it belongs to.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer { bytes: MAGIC.to_vec(), ..Writer::default() };
        writer.question(&self.question);
        writer.state(&self.state);
        let sum = checksum(&writer.bytes);
        writer.bytes.extend(sum.to_le_bytes());
        writer.bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not what [`Checkpoint::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        read::checkpoint(bytes)
    }
}

/// FNV-1a (Fowler, Noll, Vo): one changed byte always changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// The records written so far: they are put in front of what names them.
    records: Vec<u8>,
    count: u32,
    attacks: HashMap<*const Attack, u32>,
    defences: HashMap<*const Defence, u32>,
}

fn put_point(bytes: &mut Vec<u8>, p: Option<Point>) {
    bytes.extend((p.map_or(0, Point::index) as u16).to_le_bytes());
}

fn put_points(bytes: &mut Vec<u8>, points: impl ExactSizeIterator<Item = Point>) {
    bytes.extend((points.len() as u16).to_le_bytes());
    points.for_each(|p| put_point(bytes, Some(p)));
}

fn put_set(bytes: &mut Vec<u8>, set: &PointSet) {
    bytes.extend((set.len() as u16).to_le_bytes());
    set.iter().for_each(|p| put_point(bytes, Some(p)));
}

fn put_length<T>(bytes: &mut Vec<u8>, list: &[T]) {
    bytes.extend((list.len() as u32).to_le_bytes());
}

impl Writer {
    fn question(&mut self, question: &Question) {
        let Question { rule, size, attacker, to_move, stones } = question;
        let name = rule.name().as_bytes();
        self.bytes.push(name.len() as u8);
        self.bytes.extend(name);
        self.bytes.extend([size.width(), size.height(), attacker.index() as u8, to_move.index() as u8]);
        for points in stones {
            put_points(&mut self.bytes, points.iter().copied());
        }
    }

    fn state(&mut self, state: &State) {
        put_length(&mut self.bytes, &state.numbers);
        for (key, known, work) in &state.numbers {
            self.bytes.extend(key.to_le_bytes());
            self.bytes.extend(known.numbers.proof.to_le_bytes());
            self.bytes.extend(known.numbers.disproof.to_le_bytes());
            put_point(&mut self.bytes, known.best);
            self.bytes.extend(known.plies.to_le_bytes());
            self.bytes.extend(work.to_le_bytes());
        }
        let mut names = Vec::new();
        put_length(&mut names, &state.attacks);
        for (position, attack) in &state.attacks {
            names.extend(position.to_le_bytes());
            names.extend(self.attack(attack).to_le_bytes());
        }
        put_length(&mut names, &state.defences);
        for (position, defence) in &state.defences {
            names.extend(position.to_le_bytes());
            names.extend(self.defence(defence).to_le_bytes());
        }
        put_length(&mut names, &state.trees);
        for (stones, attack) in &state.trees {
            put_set(&mut names, stones);
            names.extend(self.attack(attack).to_le_bytes());
        }
        put_length(&mut names, &state.variants);
        for ((stones, reply), attack) in &state.variants {
            put_set(&mut names, stones);
            put_point(&mut names, Some(*reply));
            names.extend(self.attack(attack).to_le_bytes());
        }
        put_length(&mut names, &state.successes);
        for (p, count) in &state.successes {
            put_point(&mut names, Some(*p));
            names.extend(count.to_le_bytes());
        }
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.append(&mut self.records);
        self.bytes.append(&mut names);
    }

    /// Adds a record; its number.
    fn record(&mut self, kind: u8, write: impl FnOnce(&mut Vec<u8>)) -> u32 {
        self.records.push(kind);
        write(&mut self.records);
        self.count += 1;
        self.count - 1
    }

    /// Writes a tree, the records below first; the number of its record. No deeper than the board has points.
    fn attack(&mut self, attack: &Arc<Attack>) -> u32 {
        if let Some(number) = self.attacks.get(&Arc::as_ptr(attack)) {
            return *number;
        }
        let number = match &**attack {
            Attack::Line(line) => self.record(0, |bytes| put_points(bytes, line.iter().copied())),
            Attack::Move(p, defence) => {
                let defence = self.defence(defence);
                self.record(1, |bytes| {
                    put_point(bytes, Some(*p));
                    bytes.extend(defence.to_le_bytes());
                })
            }
        };
        self.attacks.insert(Arc::as_ptr(attack), number);
        number
    }

    fn defence(&mut self, defence: &Arc<Defence>) -> u32 {
        if let Some(number) = self.defences.get(&Arc::as_ptr(defence)) {
            return *number;
        }
        let number = match &**defence {
            Defence::Two => self.record(2, |_| {}),
            Defence::Forced(attack) => {
                let attack = self.attack(attack);
                self.record(3, |bytes| bytes.extend(attack.to_le_bytes()))
            }
            Defence::Default { line, answers } => {
                let answers = self.answers(answers);
                self.record(4, |bytes| {
                    put_points(bytes, line.iter().copied());
                    bytes.extend(answers);
                })
            }
            Defence::Tree { tree, answers } => {
                let (tree, answers) = (self.attack(tree), self.answers(answers));
                self.record(5, |bytes| {
                    bytes.extend(tree.to_le_bytes());
                    bytes.extend(answers);
                })
            }
            Defence::All(answers) => {
                let answers = self.answers(answers);
                self.record(6, |bytes| bytes.extend(answers))
            }
        };
        self.defences.insert(Arc::as_ptr(defence), number);
        number
    }

    fn answers(&mut self, answers: &Answers) -> Vec<u8> {
        let mut bytes = (answers.len() as u16).to_le_bytes().to_vec();
        for (reply, attack) in answers {
            put_point(&mut bytes, Some(*reply));
            bytes.extend(self.attack(attack).to_le_bytes());
        }
        bytes
    }
}
