//! Lines become commands; the lines of a block become one.
//!
//! No handler ever reads input: a block (`BOARD` and its like) is gathered here until `DONE`. A block with a bad line is
//! read to its end and refused as a whole; a command that comes before `DONE` ends the block with an error and is
//! obeyed, so that a manager that lost its way is found again.

use crate::command::{Block, Command, CommandError, Parsed, Stone, entries, malformed, parse};
use crate::lines::Line;

/// More entries than this in one block are refused: twice the points of the largest board.
const MOST_ENTRIES: usize = 2 * 22 * 22;

/// What came out of a line: a command, or an error to answer with.
pub type Outcome = Result<Command, CommandError>;

/// Gathers lines into commands.
#[derive(Debug, Default)]
pub struct Reader {
    open: Option<Open>,
    /// The next line is a file name, after which this is the answer.
    path: Option<CommandError>,
}

/// A block that waits for its `DONE`.
#[derive(Debug)]
struct Open {
    block: Block,
    entries: Vec<Stone>,
    error: Option<CommandError>,
}

impl Reader {
    /// A reader at the start of its input.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a line; gives none, one or (an open block and what interrupts it) two outcomes.
    pub fn line(&mut self, line: &Line) -> Vec<Outcome> {
        let text = match line {
            Line::Text(text) => text.trim(),
            Line::TooLong => return self.too_long(),
        };
        if text.is_empty() {
            return Vec::new();
        }
        if let Some(answer) = self.path.take() {
            // Yixin-Board sends the name on a line of its own. END is nobody's file.
            let mut outcomes = vec![Err(answer)];
            if text.eq_ignore_ascii_case("END") {
                outcomes.push(Ok(Command::End));
            }
            return outcomes;
        }
        match self.open.take() {
            Some(open) => self.within(open, text),
            None => self.outside(text),
        }
    }

    /// The input is over: a block that is still open is an error.
    pub fn finish(&mut self) -> Option<Outcome> {
        let open = self.open.take().map(|open| CommandError::Unfinished(open.block.name()));
        open.or(self.path.take()).map(Err)
    }

    fn too_long(&mut self) -> Vec<Outcome> {
        match &mut self.open {
            Some(open) => {
                open.error.get_or_insert(CommandError::TooLong);
                Vec::new()
            }
            None => vec![Err(self.path.take().unwrap_or(CommandError::TooLong))],
        }
    }

    fn outside(&mut self, text: &str) -> Vec<Outcome> {
        match parse(text) {
            Ok(Parsed::Whole(command)) => vec![Ok(command)],
            Ok(Parsed::Opens(block, rest)) => {
                self.within(Open { block, entries: Vec::new(), error: None }, rest)
            }
            Ok(Parsed::WantsPath(answer)) => {
                self.path = Some(answer);
                Vec::new()
            }
            Err(error) => vec![Err(error)],
        }
    }

    fn within(&mut self, mut open: Open, text: &str) -> Vec<Outcome> {
        let (body, is_done) = split_done(text);
        let is_word = body.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_word && !matches!(parse(body), Err(CommandError::Unknown(_))) {
            let mut outcomes = vec![Err(CommandError::Unfinished(open.block.name()))];
            outcomes.extend(self.outside(text));
            return outcomes;
        }
        open.add(body);
        if is_done {
            return vec![open.finish()];
        }
        self.open = Some(open);
        Vec::new()
    }
}

impl Open {
    fn add(&mut self, body: &str) {
        let block = self.block;
        if matches!(block, Block::Elsewhere(_)) {
            return;
        }
        let Some(more) = entries(body, block.arity()) else {
            self.error.get_or_insert_with(|| malformed(block.name(), block.wanted(), body));
            return;
        };
        if self.entries.len() + more.len() > MOST_ENTRIES {
            self.error.get_or_insert(CommandError::TooMany(block.name()));
            return;
        }
        self.entries.extend(more);
    }

    fn finish(self) -> Outcome {
        self.error.map_or_else(|| self.block.command(&self.entries), Err)
    }
}

/// The text before a last word `DONE`, and whether there is one.
fn split_done(text: &str) -> (&str, bool) {
    let text = text.trim();
    let at = text.rfind(char::is_whitespace).map_or(0, |blank| {
        let width = text[blank..].chars().next().map_or(0, char::len_utf8);
        blank + width
    });
    let (body, last) = text.split_at(at);
    if last.eq_ignore_ascii_case("DONE") { (body.trim(), true) } else { (text, false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::Pair;
    use proptest::prelude::*;

    fn read(lines: &[&str]) -> Vec<Outcome> {
        let mut reader = Reader::new();
        lines.iter().flat_map(|line| reader.line(&Line::Text((*line).to_owned()))).collect()
    }

    fn stone(x: i32, y: i32, field: i32) -> Stone {
        Stone { pair: Pair(x, y), field }
    }

    #[test]
    fn a_block_is_one_command_however_its_lines_are_cut() {
        let expected = [Ok(Command::YxBoard(vec![stone(7, 7, 1), stone(8, 8, 2)])), Ok(Command::NBest(2))];
        for lines in [
            &["YXBOARD", "7,7,1", "8,8,2", "DONE", "YXNBEST 2"][..],
            &["yxboard 7,7,1 8,8,2 done", "yxnbest 2"],
            &["YXBOARD 7,7,1", "", "8, 8, 2 DONE", "YXNBEST 2"],
        ] {
            assert_eq!(read(lines), expected, "{lines:?}");
        }
        assert_eq!(read(&["BOARD DONE"]), [Ok(Command::Board(vec![]))]);
        assert_eq!(read(&["SWAP2BOARD", "done"]), [Ok(Command::Swap2Board(vec![]))]);
        assert_eq!(read(&["DONE"]).len(), 1);
    }

    #[test]
    fn a_bad_line_refuses_the_whole_block_and_nothing_else() {
        let outcomes = read(&["BOARD", "7,7,1", "7;8;2", "what", "DONE", "BEGIN"]);
        assert_eq!(outcomes, [Err(malformed("BOARD", "lines x,y,field", "7;8;2")), Ok(Command::Begin)]);
    }

    #[test]
    fn a_command_before_done_is_obeyed() {
        let unfinished = Err(CommandError::Unfinished("BOARD"));
        assert_eq!(read(&["BOARD", "7,7,1", "END"]), [unfinished.clone(), Ok(Command::End)]);
        let outcomes = read(&["BOARD", "7,7,1", "yxboard 1,1,1 done"]);
        assert_eq!(outcomes, [unfinished, Ok(Command::YxBoard(vec![stone(1, 1, 1)]))]);
    }

    #[test]
    fn a_file_name_is_never_a_command() {
        let unsupported = Err(CommandError::Unsupported("YXHASHLOAD"));
        assert_eq!(
            read(&["yxhashload", "begin the.hash", "ABOUT"]),
            [unsupported.clone(), Ok(Command::About)]
        );
        assert_eq!(read(&["yxhashload the.hash", "ABOUT"]), [unsupported.clone(), Ok(Command::About)]);
        assert_eq!(read(&["yxhashload", "END"]), [unsupported, Ok(Command::End)]);
    }

    #[test]
    fn blocks_of_other_engines_are_one_unknown() {
        let outcomes = read(&["yxquerydatabaseall", "7,7", "8,8", "done", "ABOUT"]);
        assert_eq!(outcomes, [Err(CommandError::Elsewhere("YXQUERYDATABASEALL")), Ok(Command::About)]);
    }

    #[test]
    fn an_open_block_at_the_end_is_told() {
        let mut reader = Reader::new();
        assert!(reader.line(&Line::Text("BOARD 1,1,1".to_owned())).is_empty());
        assert_eq!(reader.finish(), Some(Err(CommandError::Unfinished("BOARD"))));
        assert_eq!(reader.finish(), None);
    }

    #[test]
    fn a_block_without_end_is_refused_and_takes_no_memory() {
        let mut reader = Reader::new();
        let mut outcomes = reader.line(&Line::Text("YXBLOCK".to_owned()));
        for _ in 0..10 * MOST_ENTRIES {
            outcomes.extend(reader.line(&Line::Text("1,1".to_owned())));
        }
        outcomes.extend(reader.line(&Line::Text("DONE".to_owned())));
        assert_eq!(outcomes, [Err(CommandError::TooMany("YXBLOCK"))]);
    }

    proptest! {
        /// After any text whatever, a command is still understood.
        #[test]
        fn no_text_breaks_the_reader(lines in prop::collection::vec("\\PC{0,40}|[A-Z0-9, ]{0,30}|YXBOARD.{0,20}", 0..30)) {
            let mut reader = Reader::new();
            for line in lines {
                for error in reader.line(&Line::Text(line)).into_iter().filter_map(Result::err) {
                    prop_assert!(!error.answer().contains(['\n', '\r']));
                }
            }
            prop_assert_eq!(reader.line(&Line::Text("END".to_owned())).pop(), Some(Ok(Command::End)));
        }
    }
}
