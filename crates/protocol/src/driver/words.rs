//! What stands in the lines that an engine says.

use super::DriverError;
use tengen_core::{Point, Position, Size};

/// What follows the first word, if that is `word` in either case.
pub(super) fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

/// What an ERROR or UNKNOWN says about a question.
pub(super) fn complaint(line: &str, question: &str) -> Option<DriverError> {
    let question = question.to_owned();
    if let Some(text) = after_word(line, "ERROR") {
        return Some(DriverError::Refused { question, text: text.to_owned() });
    }
    let text = after_word(line, "UNKNOWN")?.to_owned();
    Some(DriverError::Unknown { question, text })
}

/// The two numbers of `x,y`.
pub(super) fn pair_in(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The point of a pair, if it is on the board and empty.
pub(super) fn checked((x, y): (i64, i64), position: &Position, size: Size) -> Result<Point, DriverError> {
    let on_board = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| size.point(x, y));
    let point = on_board.ok_or(DriverError::Outside { x, y, size })?;
    if position.stone(point).is_some() { Err(DriverError::Occupied { point }) } else { Ok(point) }
}

/// The name in an answer to ABOUT: `name="..", version="..", ...`.
pub(super) fn name_in(line: &str) -> Option<String> {
    let rest = line.split_once("name")?.1.trim_start().strip_prefix('=')?.trim_start();
    let name = rest.strip_prefix('"')?.split('"').next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_answers_to_about() {
        let name = |line| name_in(line).unwrap_or_default();
        assert_eq!(name(r#"name="Wine", version="2.0", author="x""#), "Wine");
        assert_eq!(name(r#"version="1", name = "A B" "#), "A B");
        assert_eq!(name_in("name=Wine"), None);
        assert_eq!(name_in(r#"name="""#), None);
    }

    #[test]
    fn only_two_numbers_are_a_move() {
        assert_eq!(pair_in("7,7"), Some((7, 7)));
        assert_eq!(pair_in(" 7 , -1"), Some((7, -1)));
        for bad in ["", "7", "7 7", "7,7,1", "7,7 8,8", "h8", "OK", "7,"] {
            assert_eq!(pair_in(bad), None, "{bad}");
        }
    }

    #[test]
    fn words_are_told_in_either_case() {
        assert_eq!(after_word("MESSAGE depth 1", "MESSAGE"), Some("depth 1"));
        assert_eq!(after_word("error", "ERROR"), Some(""));
        assert_eq!(after_word("MESSAGES 1", "MESSAGE"), None);
    }
}
