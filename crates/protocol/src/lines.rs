//! Bytes become lines: ended by LF, CR or both, never longer than [`LONGEST`], never failing on what they hold.

use std::io::{self, Read};

/// Bytes of the longest line that is taken: every stone of the largest board on one line fits four times.
pub const LONGEST: usize = 16 << 10;

/// One line as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the end of line; what is no UTF-8 is replaced.
    Text(String),
    /// It was longer than [`LONGEST`] and was thrown away.
    TooLong,
}

/// The lines of an input.
pub struct Lines<R> {
    input: R,
    chunk: Vec<u8>,
    /// What of the chunk has been looked at.
    at: usize,
    line: Vec<u8>,
    is_too_long: bool,
    is_over: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, chunk: Vec::new(), at: 0, line: Vec::new(), is_too_long: false, is_over: false }
    }

    /// Reads on; an input that fails is an input that ends.
    fn refill(&mut self) {
        self.chunk.resize(4096, 0);
        self.at = 0;
        let count = loop {
            match self.input.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break 0,
                Ok(count) => break count,
            }
        };
        self.chunk.truncate(count);
        self.is_over = count == 0;
    }

    /// What has been gathered, unless it is nothing.
    fn take(&mut self) -> Option<Line> {
        let bytes = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.is_too_long) {
            return Some(Line::TooLong);
        }
        (!bytes.is_empty()).then(|| Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            while let Some(&byte) = self.chunk.get(self.at) {
                self.at += 1;
                if byte == b'\n' || byte == b'\r' {
                    if let Some(line) = self.take() {
                        return Some(line);
                    }
                } else if self.line.len() < LONGEST {
                    self.line.push(byte);
                } else {
                    self.is_too_long = true;
                }
            }
            if self.is_over {
                return self.take();
            }
            self.refill();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        Lines::new(input).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_end_with_any_mixture_of_cr_and_lf() {
        let expected = [text("START 15"), text("BEGIN"), text(" END")];
        assert_eq!(lines(b"START 15\r\n\r\n\nBEGIN\r END"), expected);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\r\n\n\r"), []);
    }

    #[test]
    fn a_line_too_long_is_told_and_the_next_is_read() {
        let mut input = vec![b'x'; LONGEST];
        input.extend_from_slice(b"\n");
        assert_eq!(lines(&input), [text(&"x".repeat(LONGEST))]);
        input.insert(0, b'x');
        input.extend_from_slice(b"BEGIN\n");
        assert_eq!(lines(&input), [Line::TooLong, text("BEGIN")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_read() {
        assert_eq!(lines(b"AB\xff\x00C\n"), [text("AB\u{fffd}\0C")]);
    }
}
