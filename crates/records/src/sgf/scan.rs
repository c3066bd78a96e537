//! The grammar of SGF: brackets, nodes, properties and their texts, without their meaning.

use crate::error::{Location, ReadError, ReadErrorKind};
use crate::format::Format;

/// A piece of a collection.
pub(super) enum Token<'a> {
    /// `(`, the start of a game or variation.
    Open,
    /// `)`, its end.
    Close,
    /// `;` with the properties behind it.
    Node(Vec<Property<'a>>),
}

/// A property of a node with its values.
pub(super) struct Property<'a> {
    /// Capital letters and digits.
    pub(super) name: String,
    /// At least one.
    pub(super) values: Vec<Value<'a>>,
}

/// A value between square brackets, as written.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    /// Escapes are still in it.
    pub(super) raw: &'a str,
    /// Where it starts in the file.
    pub(super) at: usize,
}

/// Walks through a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// The error at an offset.
    pub(super) fn error(&self, at: usize, expected: impl Into<String>) -> ReadError {
        let rest = &self.text[at..];
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ']' | '[')).unwrap_or(rest.len());
        let first = rest.chars().next().map_or(0, char::len_utf8);
        self.error_kind(at, ReadErrorKind::unexpected(&rest[..end.max(first)], expected))
    }

    pub(super) fn error_kind(&self, at: usize, kind: ReadErrorKind) -> ReadError {
        ReadError { format: Format::Sgf, at: Location::in_text(self.text, at), kind }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.byte().is_some_and(|b| b.is_ascii_whitespace() || b == 0x0b) {
            self.at += 1;
        }
    }

    /// The next piece; `None` after the last game. What stands between games is skipped.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, ReadError> {
        if self.depth == 0 && !self.skip_to_game() {
            return Ok(None);
        }
        self.skip_blanks();
        match self.byte() {
            Some(b'(') => {
                self.at += 1;
                self.depth += 1;
                Ok(Some(Token::Open))
            }
            Some(b')') => {
                self.at += 1;
                self.depth -= 1;
                Ok(Some(Token::Close))
            }
            Some(b';') => {
                self.at += 1;
                Ok(Some(Token::Node(self.properties()?)))
            }
            _ => Err(self.error(self.at, "`;`, `(` or `)`")),
        }
    }

    /// Goes to the next `(` that a `;` follows.
    fn skip_to_game(&mut self) -> bool {
        while let Some(found) = self.text[self.at..].find('(') {
            self.at += found;
            if self.text[self.at + 1..].trim_start().starts_with(';') {
                return true;
            }
            self.at += 1;
        }
        false
    }

    fn properties(&mut self) -> Result<Vec<Property<'a>>, ReadError> {
        let mut properties = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            while self.byte().is_some_and(|b| b.is_ascii_alphanumeric()) {
                self.at += 1;
            }
            if self.at == start {
                return Ok(properties);
            }
            // Older files write long names such as `White`, of which the capitals count.
            let name = self.text[start..self.at].chars().filter(|c| !c.is_ascii_lowercase()).collect();
            let mut values = Vec::new();
            self.skip_blanks();
            while self.byte() == Some(b'[') {
                values.push(self.value()?);
                self.skip_blanks();
            }
            if values.is_empty() {
                return Err(self.error(self.at, "`[`, the start of a value"));
            }
            properties.push(Property { name, values });
        }
    }

    fn value(&mut self) -> Result<Value<'a>, ReadError> {
        let start = self.at + 1;
        let mut is_escaped = false;
        for (i, byte) in self.text.as_bytes()[start..].iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b']' => {
                    self.at = start + i + 1;
                    return Ok(Value { raw: &self.text[start..start + i], at: start });
                }
                _ => {}
            }
        }
        Err(self.error(self.text.len(), "`]`, the end of a value"))
    }
}

impl Value<'_> {
    /// The value as text: escapes are taken out, every kind of line end is `\n`, other blanks are spaces.
    pub(super) fn text(self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut rest = self.raw.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                '\\' => {
                    let escaped = rest.next();
                    match escaped {
                        // An escaped line end is no line end.
                        Some(end @ ('\r' | '\n')) => {
                            rest.next_if(|next| is_second_half(end, *next));
                        }
                        Some(c) => text.push(plain(c)),
                        None => {}
                    }
                }
                end @ ('\r' | '\n') => {
                    rest.next_if(|next| is_second_half(end, *next));
                    text.push('\n');
                }
                c => text.push(plain(c)),
            }
        }
        text
    }

    /// The value as a line of text.
    pub(super) fn line(self) -> String {
        self.text().replace('\n', " ")
    }

    /// The two halves of a composed value, cut at the first `:` that is not escaped.
    pub(super) fn halves(self) -> Option<(Self, Self)> {
        let mut is_escaped = false;
        let cut = self.raw.bytes().position(|byte| {
            let is_cut = byte == b':' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_cut
        })?;
        let second = Self { raw: &self.raw[cut + 1..], at: self.at + cut + 1 };
        Some((Self { raw: &self.raw[..cut], at: self.at }, second))
    }
}

/// Blanks inside a line are spaces.
fn plain(c: char) -> char {
    if matches!(c, '\t' | '\u{b}' | '\u{c}') { ' ' } else { c }
}

/// Whether two characters make one line end together.
fn is_second_half(first: char, second: char) -> bool {
    matches!((first, second), ('\r', '\n') | ('\n', '\r'))
}

/// A text as a value: what would end or cut it is escaped.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(raw: &str) -> Value<'_> {
        Value { raw, at: 0 }
    }

    #[test]
    fn escapes_and_line_ends_follow_the_standard() {
        assert_eq!(value("a\\]b\\\\c\\:d").text(), "a]b\\c:d");
        assert_eq!(value("one\r\ntwo\n\rthree\rfour").text(), "one\ntwo\nthree\nfour");
        assert_eq!(value("soft\\\r\nbreak\ttab").text(), "softbreak tab");
        assert_eq!(value("one\ntwo").line(), "one two");
        let (point, text) = value("hh:a\\:b").halves().unwrap();
        assert_eq!((point.raw, text.text().as_str()), ("hh", "a:b"));
        assert_eq!(escape("]\\:"), "\\]\\\\\\:");
    }

    #[test]
    fn what_stands_outside_of_games_is_skipped() {
        let mut scanner = Scanner::new("mail (sic) header\n( ;GM[4]) rest");
        assert!(matches!(scanner.next(), Ok(Some(Token::Open))));
        assert!(matches!(scanner.next(), Ok(Some(Token::Node(_)))));
        assert!(matches!(scanner.next(), Ok(Some(Token::Close))));
        assert!(matches!(scanner.next(), Ok(None)));
    }
}
