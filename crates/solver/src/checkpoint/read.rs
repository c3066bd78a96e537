//! Bytes back to a checkpoint. Whatever the bytes are, the search must not fall over them: every length is checked against
//! the bytes left, every point against the board, every number against what a search can hold, and the depth of trees
//! against the board, so that walking them needs a bounded stack.

use super::{Checkpoint, CheckpointError, FAMILY, MAGIC, Question, State, checksum};
use crate::numbers::{Known, Numbers};
use crate::tree::{Answers, Attack, Defence};
use std::sync::Arc;
use tengen_core::board::PointSet;
use tengen_core::geometry::FRAME;
use tengen_core::{Colour, Point, Rule, Size};

/// Records below each other at most: each move of an attack puts a stone, and a defence follows it.
const MOST_DEPTH: u16 = 2 * FRAME as u16;
/// Records of a tree at most, shared ones counted every time. The search walks through all of them, and shared parts can
/// make a small file a tree that takes for ever; a larger one is left out, since it can be found again.
const MOST_SIZE: u64 = 1 << 26;
/// How often a quiet move may have won, so that sums stay small.
pub(crate) const MOST_SUCCESSES: u32 = 1 << 20;

type Read<T> = Result<T, CheckpointError>;

pub(super) fn checkpoint(bytes: &[u8]) -> Read<Checkpoint> {
    if !bytes.starts_with(FAMILY) {
        return Err(CheckpointError::NotOne);
    }
    let Some((body, sum)) = bytes.split_last_chunk::<8>() else { return Err(CheckpointError::Damaged) };
    if checksum(body) != u64::from_le_bytes(*sum) {
        // Another version may have another checksum; its magic line says whether it is one.
        let line = bytes.split_inclusive(|byte| *byte == b'\n').next().unwrap_or(bytes);
        return Err(if is_version(line) { CheckpointError::Version } else { CheckpointError::Damaged });
    }
    let left = body.strip_prefix(MAGIC).ok_or(CheckpointError::Version)?;
    let mut reader = Reader { left, size: Size::FIFTEEN, records: Vec::new() };
    let question = reader.question()?;
    let state = reader.state()?;
    if !reader.left.is_empty() {
        return Err(CheckpointError::Damaged);
    }
    Ok(Checkpoint { question, state })
}

/// Whether a first line is the magic of another version.
fn is_version(line: &[u8]) -> bool {
    let number = line.strip_prefix(FAMILY).and_then(|rest| rest.strip_suffix(b"\n"));
    line != MAGIC && number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// A record that was read.
struct Record {
    tree: Kind,
    /// Records below each other, this one included.
    depth: u16,
    /// Records in all, shared ones counted every time.
    size: u64,
}

enum Kind {
    Attack(Arc<Attack>),
    Defence(Arc<Defence>),
}

/// What lies below a record.
#[derive(Default)]
struct Below {
    depth: u16,
    size: u64,
}

struct Reader<'a> {
    left: &'a [u8],
    size: Size,
    records: Vec<Record>,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Read<[u8; N]> {
        let (first, rest) = self.left.split_first_chunk::<N>().ok_or(CheckpointError::Damaged)?;
        self.left = rest;
        Ok(*first)
    }

    fn u8(&mut self) -> Read<u8> {
        Ok(u8::from_le_bytes(self.take()?))
    }

    fn u16(&mut self) -> Read<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn u32(&mut self) -> Read<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Read<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    /// So many elements of at least so many bytes each. Nothing is set aside that the bytes cannot fill.
    fn list<T>(&mut self, length: usize, least: usize, read: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if length > self.left.len() / least {
            return Err(CheckpointError::Damaged);
        }
        (0..length).map(|_| read(self)).collect()
    }

    fn long_list<T>(&mut self, least: usize, read: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length = self.u32()? as usize;
        self.list(length, least, read)
    }

    /// A list of points or answers: no more than the board has points.
    fn short_list<T>(&mut self, least: usize, read: impl Fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length = usize::from(self.u16()?);
        if length > self.size.area() {
            return Err(CheckpointError::Damaged);
        }
        self.list(length, least, read)
    }

    fn colour(&mut self) -> Read<Colour> {
        Colour::BOTH.get(usize::from(self.u8()?)).copied().ok_or(CheckpointError::Damaged)
    }

    fn maybe_point(&mut self) -> Read<Option<Point>> {
        match self.u16()? {
            0 => Ok(None),
            index => Point::from_index(usize::from(index))
                .filter(|p| self.size.contains(*p))
                .map(Some)
                .ok_or(CheckpointError::Damaged),
        }
    }

    fn point(&mut self) -> Read<Point> {
        self.maybe_point()?.ok_or(CheckpointError::Damaged)
    }

    fn points(&mut self) -> Read<Vec<Point>> {
        self.short_list(2, Self::point)
    }

    fn set(&mut self) -> Read<PointSet> {
        Ok(self.points()?.into_iter().collect())
    }

    fn question(&mut self) -> Read<Question> {
        let length = usize::from(self.u8()?);
        let (name, rest) = self.left.split_at_checked(length).ok_or(CheckpointError::Damaged)?;
        self.left = rest;
        let rule = Rule::ALL.into_iter().find(|rule| rule.name().as_bytes() == name);
        let rule = rule.ok_or(CheckpointError::Damaged)?;
        let (width, height) = (self.u8()?, self.u8()?);
        self.size = Size::new(width.into(), height.into()).map_err(|_| CheckpointError::Damaged)?;
        let (attacker, to_move) = (self.colour()?, self.colour()?);
        let stones = [self.points()?, self.points()?];
        Ok(Question { rule, size: self.size, attacker, to_move, stones })
    }

    fn state(&mut self) -> Read<State> {
        let numbers = self.long_list(24, Self::numbers)?;
        for _ in 0..self.u32()? {
            let record = self.record()?;
            self.records.push(record);
        }
        Ok(State {
            numbers,
            attacks: self.trees(12, Self::u64, Self::attack)?,
            defences: self.trees(12, Self::u64, Self::defence)?,
            trees: self.trees(6, Self::set, Self::attack)?,
            variants: self.trees(8, |this| Ok((this.set()?, this.point()?)), Self::attack)?,
            successes: self.long_list(6, |this| Ok((this.point()?, this.successes()?)))?,
        })
    }

    /// Trees by what they are found by.
    fn trees<K, T>(
        &mut self,
        least: usize,
        key: impl Fn(&mut Self) -> Read<K>,
        tree: impl Fn(&mut Self, &mut Below) -> Read<T>,
    ) -> Read<Vec<(K, T)>> {
        let named = self.long_list(least, |this| {
            let mut below = Below::default();
            let named = (key(this)?, tree(this, &mut below)?);
            Ok((below.size <= MOST_SIZE).then_some(named))
        })?;
        Ok(named.into_iter().flatten().collect())
    }

    fn numbers(&mut self) -> Read<(u64, Known, u32)> {
        let key = self.u64()?;
        let numbers = Numbers { proof: self.u32()?, disproof: self.u32()? };
        let (best, plies, work) = (self.maybe_point()?, self.u16()?, self.u32()?);
        let known = Known { numbers, best, plies };
        if known.is_sound() { Ok((key, known, work)) } else { Err(CheckpointError::Damaged) }
    }

    fn successes(&mut self) -> Read<u32> {
        let count = self.u32()?;
        if count > MOST_SUCCESSES { Err(CheckpointError::Damaged) } else { Ok(count) }
    }

    /// An earlier record by its number; what lies below its user grows by it.
    fn earlier(&mut self, below: &mut Below) -> Read<&Kind> {
        let number = self.u32()? as usize;
        let record = self.records.get(number).ok_or(CheckpointError::Damaged)?;
        below.depth = below.depth.max(record.depth);
        below.size = below.size.saturating_add(record.size);
        Ok(&record.tree)
    }

    fn attack(&mut self, below: &mut Below) -> Read<Arc<Attack>> {
        match self.earlier(below)? {
            Kind::Attack(attack) => Ok(Arc::clone(attack)),
            Kind::Defence(_) => Err(CheckpointError::Damaged),
        }
    }

    fn defence(&mut self, below: &mut Below) -> Read<Arc<Defence>> {
        match self.earlier(below)? {
            Kind::Defence(defence) => Ok(Arc::clone(defence)),
            Kind::Attack(_) => Err(CheckpointError::Damaged),
        }
    }

    fn answers(&mut self, below: &mut Below) -> Read<Answers> {
        let length = usize::from(self.u16()?);
        if length > self.size.area() {
            return Err(CheckpointError::Damaged);
        }
        (0..length).map(|_| Ok((self.point()?, self.attack(below)?))).collect()
    }

    fn record(&mut self) -> Read<Record> {
        let mut below = Below::default();
        let attack = |attack| Kind::Attack(Arc::new(attack));
        let defence = |defence| Kind::Defence(Arc::new(defence));
        let tree = match self.u8()? {
            0 => attack(Attack::Line(self.points()?)),
            1 => attack(Attack::Move(self.point()?, self.defence(&mut below)?)),
            2 => defence(Defence::Two),
            3 => defence(Defence::Forced(self.attack(&mut below)?)),
            4 => defence(Defence::Default { line: self.points()?, answers: self.answers(&mut below)? }),
            5 => {
                let tree = self.attack(&mut below)?;
                defence(Defence::Tree { tree, answers: self.answers(&mut below)? })
            }
            6 => defence(Defence::All(self.answers(&mut below)?)),
            _ => return Err(CheckpointError::Damaged),
        };
        let (depth, size) = (below.depth + 1, below.size.saturating_add(1));
        if depth > MOST_DEPTH {
            return Err(CheckpointError::Damaged);
        }
        Ok(Record { tree, depth, size })
    }
}
