//! Character sets of old files. Text comes in as bytes of some code page and leaves as UTF-8.
//!
//! The one idea: the choice is made once a file, never once a text, because a short GBK text can look like
//! UTF-8 by accident while a whole file hardly can.

use crate::error::WriteError;
use encoding_rs::{Encoding, GBK, UTF_8};
use std::borrow::Cow;

/// Which bytes stand for which characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Charset {
    /// Reading: UTF-8 if every text of the file is valid UTF-8, else GBK. Writing: whichever of ASCII, GBK and
    /// UTF-8 comes first that holds the text and is read back correctly.
    #[default]
    Auto,
    /// This one.
    Fixed(&'static Encoding),
}

impl Charset {
    /// The character set of a label such as `gbk`, `shift_jis`, `euc-kr`, `windows-1252` or `utf-8`, or `auto`.
    pub fn from_label(label: &str) -> Option<Self> {
        if label.trim().eq_ignore_ascii_case("auto") {
            return Some(Self::Auto);
        }
        Encoding::for_label_no_replacement(label.as_bytes()).map(Self::Fixed)
    }

    /// The encoding for reading these texts of one file.
    pub(crate) fn for_reading<'a>(self, mut texts: impl Iterator<Item = &'a [u8]>) -> &'static Encoding {
        match self {
            Self::Fixed(encoding) => encoding,
            Self::Auto if texts.all(|t| std::str::from_utf8(t).is_ok()) => UTF_8,
            Self::Auto => GBK,
        }
    }

    /// The encoding for writing these texts into one file so that [`Charset::for_reading`] finds it again.
    pub(crate) fn for_writing<'a>(self, texts: impl Iterator<Item = &'a str>) -> &'static Encoding {
        match self {
            Self::Fixed(encoding) => encoding.output_encoding(),
            Self::Auto => {
                let encoded: Option<Vec<Cow<'_, [u8]>>> = texts
                    .map(|t| {
                        let (bytes, _, unmappable) = GBK.encode(t);
                        (!unmappable && decode(GBK, &bytes) == t).then_some(bytes)
                    })
                    .collect();
                let is_recognised =
                    |texts: &Vec<Cow<'_, [u8]>>| texts.iter().any(|t| std::str::from_utf8(t).is_err());
                if encoded.is_some_and(|texts| is_recognised(&texts)) { GBK } else { UTF_8 }
            }
        }
    }
}

/// The text of some bytes; what is no character becomes U+FFFD.
pub(crate) fn decode(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The bytes of a text.
pub(crate) fn encode(encoding: &'static Encoding, text: &str) -> Result<Vec<u8>, WriteError> {
    match encoding.encode(text) {
        (bytes, _, false) => Ok(bytes.into_owned()),
        (_, _, true) => {
            Err(WriteError::Charset { text: text.chars().take(40).collect(), charset: encoding.name() })
        }
    }
}

/// The text of a whole text file: a byte order mark decides, then the option, then [`Charset::Auto`].
pub(crate) fn decode_file(bytes: &[u8], charset: Charset) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode(encoding, &bytes[length..]);
    }
    decode(charset.for_reading(std::iter::once(bytes)), bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gbk_is_read_when_the_bytes_are_no_utf8() {
        let bytes = [0xba, 0xda, 0xca, 0xa4];
        assert_eq!(decode_file(&bytes, Charset::Auto), "黑胜");
        assert_eq!(decode_file("黑胜".as_bytes(), Charset::Auto), "黑胜");
        assert_eq!(decode_file(b"\xef\xbb\xbfh8", Charset::Auto), "h8");
        assert_eq!(decode_file(b"\xff\xfeh\08\0", Charset::Auto), "h8");
    }

    #[test]
    fn gbk_is_not_written_where_it_would_be_taken_for_utf8() {
        // The GBK bytes of the second sign are the UTF-8 bytes of another.
        assert_eq!(decode(UTF_8, &GBK.encode("胜").0), "ʤ");
        assert_eq!(Charset::Auto.for_writing(["胜"].into_iter()), UTF_8);
        assert_eq!(Charset::Auto.for_writing(["黑", "胜"].into_iter()), GBK);
        assert_eq!(Charset::Auto.for_writing(["plain"].into_iter()), UTF_8);
        assert_eq!(Charset::Auto.for_writing(["黑胜 ☃\u{1f600}\u{e5e5}"].into_iter()), UTF_8);
    }

    #[test]
    fn a_text_outside_the_character_set_is_refused() {
        let latin = Charset::from_label("windows-1252").unwrap();
        let Charset::Fixed(encoding) = latin else { panic!("a fixed charset") };
        assert!(matches!(encode(encoding, "黑"), Err(WriteError::Charset { charset: "windows-1252", .. })));
        assert_eq!(Charset::from_label("no such thing"), None);
    }
}
