//! The compact binary form: the same tree, a byte a square on boards up to 16 lines.
//!
//! There is one way to write every certificate, so reading and writing again gives the same bytes. The layout is in
//! `docs/proof-format.md`.

use crate::build::{Builder, Expected, ShapeError};
use crate::certificate::{Certificate, Record};
use crate::header::{Colour, Header, HeaderError, Root, Rule};
use crate::square::{Square, Symmetry};
use std::io::{self, Write};

/// The first bytes of a certificate; the last of them is the version.
pub const MAGIC: [u8; 9] = *b"TENGENPF\x01";

/// Why bytes are no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {problem}")]
pub struct BinaryError {
    /// How many bytes were read before.
    pub offset: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Another kind of file, or another version.
    #[error("a binary certificate begins with \"TENGENPF\" and version 1")]
    NotACertificate,
    /// The bytes end too early.
    #[error("the file is cut off")]
    Cut,
    /// Bytes after the end.
    #[error("there are bytes after the last record")]
    Trailing,
    /// A value that means nothing.
    #[error("{value} is no {what}")]
    Value {
        /// What was expected.
        what: &'static str,
        /// What was found.
        value: u32,
    },
    /// A number that is too large or not written in the shortest way.
    #[error("a number is too large or not written in the shortest way")]
    Number,
    /// The generator is not UTF-8.
    #[error("the generator's name is not UTF-8")]
    Text,
    /// The first position.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The record does not fit into the tree.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Whether bytes look like a binary certificate of any version.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..8])
}

/// Writes a certificate.
///
/// # Errors
/// Only what `out` says.
pub fn write(certificate: &Certificate, out: &mut impl Write) -> io::Result<()> {
    let header = certificate.header();
    out.write_all(&MAGIC)?;
    let sides = [header.attacker(), header.to_move()].map(|side| u8::from(side == Colour::White));
    let rule = Rule::ALL.iter().position(|&rule| rule == header.rule()).unwrap_or_default() as u8;
    out.write_all(&[rule, header.size(), sides[0], sides[1]])?;
    let mut out = Writer { out, size: header.size() };
    match header.root() {
        Root::Moves(moves) => {
            out.byte(0)?;
            out.list(moves)?;
        }
        Root::Stones { black, white } => {
            out.byte(1)?;
            out.list(black)?;
            out.list(white)?;
        }
    }
    let generator = header.generator().unwrap_or_default();
    out.number(generator.len() as u32)?;
    out.out.write_all(generator.as_bytes())?;
    out.number(certificate.count())?;
    for number in 1..=certificate.count() {
        if let Some(reply) = certificate.reply(number) {
            out.square(reply)?;
        }
        out.record(number, &certificate.record(number))?;
    }
    Ok(())
}

struct Writer<'a, W> {
    out: &'a mut W,
    size: u8,
}

impl<W: Write> Writer<'_, W> {
    fn byte(&mut self, byte: u8) -> io::Result<()> {
        self.out.write_all(&[byte])
    }

    /// Seven bits a byte, the lowest first; all but the last have the high bit.
    fn number(&mut self, mut number: u32) -> io::Result<()> {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80)?;
            number >>= 7;
        }
        self.byte(number as u8)
    }

    fn square(&mut self, square: Square) -> io::Result<()> {
        let index = square.index(self.size) as u16;
        if self.size <= 16 { self.byte(index as u8) } else { self.out.write_all(&index.to_le_bytes()) }
    }

    fn list(&mut self, squares: &[Square]) -> io::Result<()> {
        self.number(squares.len() as u32)?;
        squares.iter().try_for_each(|&square| self.square(square))
    }

    fn record(&mut self, number: u32, record: &Record<'_>) -> io::Result<()> {
        match *record {
            Record::Line(line) => self.byte(0).and_then(|()| self.list(line)),
            Record::Play(square) => self.byte(1).and_then(|()| self.square(square)),
            Record::Same { record, symmetry } => {
                self.byte(2)?;
                self.number(number - record)?;
                self.byte(symmetry.number())
            }
            Record::Reuse(record) => self.byte(3).and_then(|()| self.number(number - record)),
            Record::Two => self.byte(4),
            Record::Forced => self.byte(5),
            Record::Default { line, children } => {
                self.byte(6)?;
                self.number(children)?;
                self.list(line)
            }
            Record::Tree { children } => self.byte(7).and_then(|()| self.number(children)),
            Record::All { children } => self.byte(8).and_then(|()| self.number(children)),
        }
    }
}

/// The certificate as bytes.
pub fn to_bytes(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A vector takes every write.
    let _ = write(certificate, &mut bytes);
    bytes
}

/// Reads a certificate.
///
/// # Errors
/// If the bytes are not exactly one certificate of this version; the error names the place.
pub fn read(bytes: &[u8]) -> Result<Certificate, BinaryError> {
    let mut reader = Reader { bytes, offset: 0, size: 0 };
    match reader.certificate() {
        Ok(certificate) => Ok(certificate),
        Err(problem) => Err(BinaryError { offset: reader.offset, problem }),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    size: u8,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Problem> {
        let end = self.offset.checked_add(count).ok_or(Problem::Cut)?;
        let taken = self.bytes.get(self.offset..end).ok_or(Problem::Cut)?;
        self.offset = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Problem> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<u32, Problem> {
        let mut number = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            let part = u32::from(byte & 0x7f);
            if (part << shift) >> shift != part || (byte == 0 && shift > 0) {
                return Err(Problem::Number);
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Problem::Number)
    }

    fn square(&mut self) -> Result<Square, Problem> {
        let index = if self.size <= 16 {
            u16::from(self.byte()?)
        } else {
            let bytes = self.take(2)?;
            u16::from_le_bytes([bytes[0], bytes[1]])
        };
        let square = Square::from_index(index.into(), self.size);
        square.ok_or(Problem::Value { what: "square", value: index.into() })
    }

    fn list(&mut self) -> Result<Vec<Square>, Problem> {
        let count = self.number()?;
        if count > u32::from(self.size).pow(2) {
            return Err(ShapeError::TooMany(count as usize).into());
        }
        (0..count).map(|_| self.square()).collect()
    }

    fn colour(&mut self) -> Result<Colour, Problem> {
        match self.byte()? {
            0 => Ok(Colour::Black),
            1 => Ok(Colour::White),
            value => Err(Problem::Value { what: "side", value: value.into() }),
        }
    }

    fn header(&mut self) -> Result<Header, Problem> {
        if self.bytes.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(Problem::NotACertificate);
        }
        self.offset = MAGIC.len();
        let rule = self.byte()?;
        let rule =
            Rule::ALL.get(usize::from(rule)).ok_or(Problem::Value { what: "rule", value: rule.into() })?;
        self.size = self.byte()?;
        // Squares are read by the size, so it must be a good one before they are.
        if !(crate::square::SMALLEST..=crate::square::LARGEST).contains(&self.size) {
            return Err(HeaderError::Size(self.size).into());
        }
        let (attacker, to_move) = (self.colour()?, self.colour()?);
        let root = match self.byte()? {
            0 => Root::Moves(self.list()?),
            1 => Root::Stones { black: self.list()?, white: self.list()? },
            value => return Err(Problem::Value { what: "form of a first position", value: value.into() }),
        };
        let header = Header::new(*rule, self.size, attacker, root, to_move)?;
        let length = self.number()? as usize;
        let generator = str::from_utf8(self.take(length)?).map_err(|_| Problem::Text)?;
        if generator.is_empty() { Ok(header) } else { Ok(header.with_generator(generator)?) }
    }

    fn certificate(&mut self) -> Result<Certificate, Problem> {
        let mut builder = Builder::new(self.header()?);
        let count = self.number()?;
        loop {
            match builder.expected() {
                Expected::End => break,
                Expected::Reply => builder.reply(self.square()?),
                Expected::Attack | Expected::Defence => self.record(&mut builder)?,
            }
            if let Some(error) = builder.error() {
                return Err(error.clone().into());
            }
        }
        if builder.next_number() - 1 != count {
            return Err(Problem::Value { what: "number of records of this tree", value: count });
        }
        if self.offset != self.bytes.len() {
            return Err(Problem::Trailing);
        }
        Ok(builder.finish()?)
    }

    fn record(&mut self, builder: &mut Builder) -> Result<(), Problem> {
        let own = builder.next_number();
        // No record has the number 0, so a distance that is too large is refused as a reference.
        let target = |distance: u32| own.saturating_sub(distance);
        match self.byte()? {
            0 => drop(builder.line(&self.list()?)),
            1 => drop(builder.play(self.square()?)),
            2 => {
                let record = target(self.number()?);
                let symmetry = self.byte()?;
                let wrong = Problem::Value { what: "symmetry", value: symmetry.into() };
                builder.same(record, Symmetry::new(symmetry).ok_or(wrong)?);
            }
            3 => drop(builder.reuse(target(self.number()?))),
            4 => drop(builder.two()),
            5 => drop(builder.forced()),
            6 => {
                let children = self.number()? as usize;
                builder.default(&self.list()?, children);
            }
            7 => drop(builder.tree(self.number()? as usize)),
            8 => drop(builder.all(self.number()? as usize)),
            value => return Err(Problem::Value { what: "record", value: value.into() }),
        }
        Ok(())
    }
}
