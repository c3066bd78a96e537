//! What the line-based formats share: numbered lines, integers with their columns, errors with their place.

use crate::error::{Location, ReadError, ReadErrorKind};
use crate::format::Format;
use tengen_core::notation::NotationError;

/// A line of a text file without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

/// The lines of a text. An end of line at the very end does not start another line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let none = body.is_empty() && body.len() == text.len();
    body.split('\n')
        .take(if none { 0 } else { usize::MAX })
        .enumerate()
        .map(|(i, line)| Line { number: i + 1, text: line.strip_suffix('\r').unwrap_or(line) })
}

impl<'a> Line<'a> {
    /// An error at a byte offset of the line, showing the piece from there to the next blank.
    pub(crate) fn error(&self, format: Format, offset: usize, expected: impl Into<String>) -> ReadError {
        let rest = &self.text[offset.min(self.text.len())..];
        let found = rest.split_whitespace().next().unwrap_or("end of line");
        self.error_kind(format, offset, ReadErrorKind::unexpected(found, expected))
    }

    /// An error of any kind at a byte offset of the line.
    pub(crate) fn error_kind(&self, format: Format, offset: usize, kind: ReadErrorKind) -> ReadError {
        let Location::Line { column, .. } = Location::in_text(self.text, offset) else { unreachable!() };
        ReadError { format, at: Location::Line { line: self.number, column }, kind }
    }

    /// An error of the plain notation that starts at `base` of the line.
    pub(crate) fn notation_error(&self, format: Format, base: usize, error: NotationError) -> ReadError {
        let NotationError { offset, found, expected } = error;
        let found = if found.is_empty() { "end of line" } else { &found };
        self.error_kind(format, base + offset, ReadErrorKind::unexpected(found, expected))
    }

    /// The pieces between separators, each with its offset; empty pieces are left out.
    pub(crate) fn pieces(
        &self,
        is_separator: fn(char) -> bool,
    ) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let text = self.text;
        let offset_of = move |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
        text.split(is_separator).filter(|piece| !piece.is_empty()).map(move |piece| (offset_of(piece), piece))
    }

    /// The integers of the line, between separators.
    pub(crate) fn integers(
        &self,
        format: Format,
        is_separator: fn(char) -> bool,
    ) -> Result<Vec<(usize, i64)>, ReadError> {
        self.pieces(is_separator)
            .map(|(offset, piece)| match piece.parse() {
                Ok(number) => Ok((offset, number)),
                Err(_) => Err(self.error(format, offset, "a whole number")),
            })
            .collect()
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// An error at the end of a text file.
pub(crate) fn ended(format: Format, text: &str, expected: impl Into<String>) -> ReadError {
    let at = Location::in_text(text, text.len());
    ReadError { format, at, kind: ReadErrorKind::Ended { expected: expected.into() } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_keep_blank_ones() {
        let texts: Vec<(usize, &str)> = lines("a\r\n\nb\n").map(|l| (l.number, l.text)).collect();
        assert_eq!(texts, [(1, "a"), (2, ""), (3, "b")]);
        assert_eq!(lines("").count(), 0);
        assert_eq!(lines("\n").count(), 1);
    }

    #[test]
    fn integers_come_with_their_columns() {
        let line = Line { number: 7, text: "1, -2,x" };
        let error = line.integers(Format::Offsets, |c| c == ',' || c == ' ').unwrap_err();
        assert_eq!(error.to_string(), "offsets, line 7, column 7: `x` is not a whole number");
    }
}
