//! The text form: a header, an empty line, one record or reply a line.
//!
//! Reading is strict: one way to write everything, single spaces, every line known, lines ended by a line feed. An
//! error names its line.

use crate::build::{Builder, ShapeError};
use crate::certificate::{Certificate, Record};
use crate::header::{Colour, Header, HeaderError, Root, Rule, RuleError};
use crate::square::{Square, SquareError, Symmetry};
use std::io::{self, Write};

/// The first line of a certificate.
pub const MAGIC: &str = "TENGEN-PROOF 1";

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Another kind of file, or another version.
    #[error("a certificate begins with \"{MAGIC}\"")]
    NotACertificate,
    /// Another header line belongs here.
    #[error("expected the line \"{0} ...\"")]
    Missing(&'static str),
    /// A header line that cannot be read.
    #[error("\"{0}\" is no value for this line")]
    Value(String),
    /// The rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The first position.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A record that cannot be read.
    #[error("\"{0}\" is no record")]
    Record(String),
    /// The record does not fit into the tree.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The last line is cut off.
    #[error("the last line does not end with a line feed")]
    Cut,
}

/// Lines with their numbers; each must end with a line feed.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<Option<&'a str>, TextError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.error(Problem::Cut))?;
        self.rest = rest;
        Ok(Some(line))
    }

    fn error(&self, problem: impl Into<Problem>) -> TextError {
        TextError { line: self.number, problem: problem.into() }
    }

    /// The value of the header line that must come now.
    fn field(&mut self, name: &'static str) -> Result<&'a str, TextError> {
        let line = self.next()?;
        line.and_then(|line| value(line, name)).ok_or_else(|| TextError {
            line: self.number + usize::from(line.is_none()),
            problem: Problem::Missing(name),
        })
    }
}

/// What follows the name of a header line.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(name)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ').filter(|rest| !rest.is_empty()) }
}

fn squares(text: &str) -> Result<Vec<Square>, Problem> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(' ').map(|word| Ok(word.parse::<Square>()?)).collect()
}

fn colour(text: &str) -> Result<Colour, Problem> {
    match text {
        "black" => Ok(Colour::Black),
        "white" => Ok(Colour::White),
        _ => Err(Problem::Value(text.to_owned())),
    }
}

/// A number as it is written: digits without a leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// Reads a certificate.
///
/// # Errors
/// If the text is not exactly one certificate of this version; the error names the line.
pub fn read(text: &str) -> Result<Certificate, TextError> {
    let mut lines = Lines { rest: text, number: 0 };
    if lines.next().map_err(|cut| TextError { problem: Problem::NotACertificate, ..cut })? != Some(MAGIC) {
        return Err(TextError { line: 1, problem: Problem::NotACertificate });
    }
    let header = read_header(&mut lines)?;
    let mut builder = Builder::new(header);
    while let Some(line) = lines.next()? {
        add(&mut builder, line).map_err(|problem| lines.error(problem))?;
    }
    lines.number += 1;
    builder.finish().map_err(|error| lines.error(error))
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, TextError> {
    let text = lines.field("rule")?;
    let rule: Rule = text.parse().map_err(|error: RuleError| lines.error(error))?;
    let text = lines.field("size")?;
    let size = number(text).and_then(|size| u8::try_from(size).ok());
    let size = size.ok_or_else(|| lines.error(Problem::Value(text.to_owned())))?;
    let text = lines.field("attacker")?;
    let attacker = colour(text).map_err(|problem| lines.error(problem))?;
    let root = read_root(lines)?;
    let at_root = lines.number;
    let text = lines.field("to-move")?;
    let to_move = colour(text).map_err(|problem| lines.error(problem))?;
    let header = Header::new(rule, size, attacker, root, to_move).map_err(|error| {
        let line = match error {
            HeaderError::ToMove(_) => lines.number,
            HeaderError::Size(_) => 3,
            _ => at_root,
        };
        TextError { line, problem: error.into() }
    })?;
    match lines.next()? {
        Some("") => Ok(header),
        Some(line) => {
            let generator =
                value(line, "generator").ok_or_else(|| lines.error(Problem::Missing("generator")))?;
            let header = header.with_generator(generator).map_err(|error| lines.error(error))?;
            if lines.next()? == Some("") {
                Ok(header)
            } else {
                Err(lines.error(Problem::Value("no empty line".into())))
            }
        }
        None => Err(TextError { line: lines.number + 1, problem: Problem::Missing("generator") }),
    }
}

fn read_root(lines: &mut Lines<'_>) -> Result<Root, TextError> {
    let before = (lines.rest, lines.number);
    if let Ok(moves) = lines.field("root") {
        return Ok(Root::Moves(squares(moves).map_err(|problem| lines.error(problem))?));
    }
    (lines.rest, lines.number) = before;
    let missing = |error: TextError| match error.problem {
        Problem::Missing("black") => TextError { problem: Problem::Missing("root"), ..error },
        _ => error,
    };
    let black = lines.field("black").map_err(missing)?;
    let black = squares(black).map_err(|problem| lines.error(problem))?;
    let white = lines.field("white")?;
    let white = squares(white).map_err(|problem| lines.error(problem))?;
    Ok(Root::Stones { black, white })
}

/// Reads one line of the tree.
fn add(builder: &mut Builder, line: &str) -> Result<(), Problem> {
    let wrong = || Problem::Record(line.to_owned());
    let (letter, rest) = match line.split_once(' ') {
        Some((letter, rest)) if !rest.is_empty() => (letter, rest),
        Some(_) => return Err(wrong()),
        None => (line, ""),
    };
    let count = |text: &str| number(text).map(|count| count as usize).ok_or_else(wrong);
    let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
    match letter {
        "V" => drop(builder.line(&squares(rest)?)),
        "M" => drop(builder.play(rest.parse()?)),
        "R" => {
            let record = number(first).ok_or_else(wrong)?;
            let symmetry = number(others).and_then(|symmetry| Symmetry::new(u8::try_from(symmetry).ok()?));
            builder.same(record, symmetry.ok_or_else(wrong)?);
        }
        "U" => drop(builder.reuse(number(rest).ok_or_else(wrong)?)),
        "W" if rest.is_empty() => drop(builder.two()),
        "F" if rest.is_empty() => drop(builder.forced()),
        "D" => {
            if rest.ends_with(' ') {
                return Err(wrong());
            }
            builder.default(&squares(others)?, count(first)?);
        }
        "T" => drop(builder.tree(count(rest)?)),
        "A" => drop(builder.all(count(rest)?)),
        "y" => builder.reply(rest.parse()?),
        _ => return Err(wrong()),
    }
    builder.error().map_or(Ok(()), |error| Err(error.clone().into()))
}

/// Writes a certificate.
///
/// # Errors
/// Only what `out` says.
pub fn write(certificate: &Certificate, out: &mut impl Write) -> io::Result<()> {
    let header = certificate.header();
    writeln!(out, "{MAGIC}\nrule {}\nsize {}\nattacker {}", header.rule(), header.size(), header.attacker())?;
    match header.root() {
        Root::Moves(moves) => write_list(out, "root", moves)?,
        Root::Stones { black, white } => {
            write_list(out, "black", black)?;
            write_list(out, "white", white)?;
        }
    }
    writeln!(out, "to-move {}", header.to_move())?;
    if let Some(generator) = header.generator() {
        writeln!(out, "generator {generator}")?;
    }
    writeln!(out)?;
    for number in 1..=certificate.count() {
        if let Some(reply) = certificate.reply(number) {
            writeln!(out, "y {reply}")?;
        }
        match certificate.record(number) {
            Record::Line(line) => write_list(out, "V", line)?,
            Record::Play(square) => writeln!(out, "M {square}")?,
            Record::Same { record, symmetry } => writeln!(out, "R {record} {}", symmetry.number())?,
            Record::Reuse(record) => writeln!(out, "U {record}")?,
            Record::Two => writeln!(out, "W")?,
            Record::Forced => writeln!(out, "F")?,
            Record::Default { line, children } => write_list(out, &format!("D {children}"), line)?,
            Record::Tree { children } => writeln!(out, "T {children}")?,
            Record::All { children } => writeln!(out, "A {children}")?,
        }
    }
    Ok(())
}

fn write_list(out: &mut impl Write, name: &str, list: &[Square]) -> io::Result<()> {
    write!(out, "{name}")?;
    for square in list {
        write!(out, " {square}")?;
    }
    writeln!(out)
}

/// The certificate as a text.
pub fn to_string(certificate: &Certificate) -> String {
    let mut bytes = Vec::new();
    // A vector takes every write, and every byte written is ASCII or comes from the generator's string.
    let _ = write(certificate, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}
