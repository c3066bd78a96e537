//! One line of text becomes a [`Command`], the opening of a block of lines, or a typed error.
//!
//! Leniently read: upper or lower case, blanks anywhere between words and numbers, blanks or commas between numbers.
//! Nothing here knows the board, so nothing here judges a move.

use crate::coordinates::Pair;
use thiserror::Error;

/// A stone of a `BOARD`: where, and whose (1 own, 2 the opponent's, 3 a dead point).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where.
    pub pair: Pair,
    /// The third number, as it was sent.
    pub field: i32,
}

/// What a manager asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, or Yixin-Board's `START w h`.
    Start {
        /// Columns.
        width: i32,
        /// Rows, if a second number was sent.
        height: Option<i32>,
    },
    /// `RECTSTART w,h`.
    RectStart {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
    },
    /// `RESTART`.
    Restart,
    /// `BEGIN`.
    Begin,
    /// `TURN x,y`.
    Turn(Pair),
    /// `PLAY x,y`.
    Play(Pair),
    /// `TAKEBACK x,y`.
    TakeBack(Pair),
    /// `BOARD` with its stones.
    Board(Vec<Stone>),
    /// `YXBOARD` with its stones: as `BOARD`, without an answer.
    YxBoard(Vec<Stone>),
    /// `SWAP2BOARD` with its stones.
    Swap2Board(Vec<Pair>),
    /// `INFO key value`.
    Info {
        /// In lower case.
        key: String,
        /// The rest of the line.
        value: String,
    },
    /// `ABOUT`.
    About,
    /// `END`.
    End,
    /// `STOP` or `YXSTOP`.
    Stop,
    /// `YXSHOWINFO`: a GUI listens.
    ShowInfo,
    /// `YXNBEST n`.
    NBest(usize),
    /// `YXSHOWFORBID`.
    ShowForbid,
    /// `YXHASHCLEAR`.
    HashClear,
    /// `YXSHOWHASHUSAGE`.
    HashUsage,
    /// `YXBLOCK` with points that are not to be played.
    Block(Vec<Pair>),
    /// `YXBLOCKUNDO` with points that may be played again.
    BlockUndo(Vec<Pair>),
    /// `YXBLOCKRESET`.
    BlockReset,
    /// `YXBLOCKPATH` with a line of moves that is not to be played.
    BlockPath(Vec<Pair>),
    /// `YXBLOCKPATHUNDO` with a line of moves that may be played again.
    BlockPathUndo(Vec<Pair>),
    /// `YXBLOCKPATHRESET`.
    BlockPathReset,
    /// `YXBALANCEONE [bias]`.
    BalanceOne(i32),
    /// `YXBALANCETWO [bias]`.
    BalanceTwo(i32),
    /// `YXSEARCHDEFEND`.
    SearchDefend,
}

/// A line, or a block, that is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nobody knows that name.
    #[error("command `{0}`")]
    Unknown(String),
    /// A command that another engine has, and this one does not.
    #[error("command {0}: this engine has no database and no opening steps of that kind")]
    Elsewhere(&'static str),
    /// A command that this engine understands and cannot do.
    #[error("{0} is not supported: the table lives in memory only")]
    Unsupported(&'static str),
    /// The numbers after a name are not what the command takes.
    #[error("{name} wants {wanted}, found `{found}`")]
    Malformed {
        /// The command.
        name: &'static str,
        /// What it takes.
        wanted: &'static str,
        /// What was sent.
        found: String,
    },
    /// A block was left open when the next command came.
    #[error("{0} was not ended by DONE: nothing was changed")]
    Unfinished(&'static str),
    /// More stones than any board has points.
    #[error("{0} has more points than the largest board")]
    TooMany(&'static str),
    /// A line longer than [`crate::lines::LONGEST`].
    #[error("the line is longer than {} bytes", crate::lines::LONGEST)]
    TooLong,
}

impl CommandError {
    /// The line that is answered: `UNKNOWN ...` for what is not known, else `ERROR ...`.
    pub fn answer(&self) -> String {
        match self {
            Self::Unknown(_) | Self::Elsewhere(_) => format!("UNKNOWN {self}"),
            _ => format!("ERROR {self}"),
        }
    }
}

/// A command whose points follow, on the same line or on the next ones, until `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Board,
    YxBoard,
    Swap2Board,
    Points,
    PointsUndo,
    Path,
    PathUndo,
    /// Of another engine: read to its end, so that its lines are not taken for commands.
    Elsewhere(&'static str),
}

impl Block {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::YxBoard => "YXBOARD",
            Self::Swap2Board => "SWAP2BOARD",
            Self::Points => "YXBLOCK",
            Self::PointsUndo => "YXBLOCKUNDO",
            Self::Path => "YXBLOCKPATH",
            Self::PathUndo => "YXBLOCKPATHUNDO",
            Self::Elsewhere(name) => name,
        }
    }

    /// Numbers that make one entry.
    pub(crate) fn arity(self) -> usize {
        if matches!(self, Self::Board | Self::YxBoard) { 3 } else { 2 }
    }

    pub(crate) fn wanted(self) -> &'static str {
        if self.arity() == 3 { "lines x,y,field" } else { "lines x,y" }
    }

    /// The command of a block that is ended.
    pub(crate) fn command(self, entries: &[Stone]) -> Result<Command, CommandError> {
        let pairs = || entries.iter().map(|stone| stone.pair).collect();
        match self {
            Self::Board => Ok(Command::Board(entries.to_vec())),
            Self::YxBoard => Ok(Command::YxBoard(entries.to_vec())),
            Self::Swap2Board => Ok(Command::Swap2Board(pairs())),
            Self::Points => Ok(Command::Block(pairs())),
            Self::PointsUndo => Ok(Command::BlockUndo(pairs())),
            Self::Path => Ok(Command::BlockPath(pairs())),
            Self::PathUndo => Ok(Command::BlockPathUndo(pairs())),
            Self::Elsewhere(name) => Err(CommandError::Elsewhere(name)),
        }
    }
}

/// What a line is, if it is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parsed<'a> {
    Whole(Command),
    /// A block opens; the rest of the line belongs to it.
    Opens(Block, &'a str),
    /// The next line is a file name; then this is the answer.
    WantsPath(CommandError),
}

/// Reads one line outside of a block. The line must not be blank.
pub(crate) fn parse(line: &str) -> Result<Parsed<'_>, CommandError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    if let Some(block) = block(&name.to_ascii_uppercase()) {
        return Ok(Parsed::Opens(block, rest));
    }
    if let Some(error) = file_command(&name.to_ascii_uppercase()) {
        return if rest.is_empty() { Ok(Parsed::WantsPath(error)) } else { Err(error) };
    }
    let pair = |name| pair(name, rest);
    let whole = match name.to_ascii_uppercase().as_str() {
        "START" => start(rest)?,
        "RECTSTART" => {
            let [width, height] = exactly("RECTSTART", "w,h", rest)?;
            Command::RectStart { width, height }
        }
        "TURN" => Command::Turn(pair("TURN")?),
        "PLAY" => Command::Play(pair("PLAY")?),
        "TAKEBACK" => Command::TakeBack(pair("TAKEBACK")?),
        "INFO" => info(rest)?,
        "YXNBEST" => {
            let [lines] = exactly("YXNBEST", "a number of lines", rest)?;
            Command::NBest(usize::try_from(lines).unwrap_or(0).max(1))
        }
        "YXBALANCEONE" => Command::BalanceOne(bias("YXBALANCEONE", rest)?),
        "YXBALANCETWO" => Command::BalanceTwo(bias("YXBALANCETWO", rest)?),
        "RESTART" => Command::Restart,
        "BEGIN" => Command::Begin,
        "ABOUT" => Command::About,
        "END" => Command::End,
        "STOP" | "YXSTOP" => Command::Stop,
        "YXSHOWINFO" => Command::ShowInfo,
        "YXSHOWFORBID" => Command::ShowForbid,
        "YXHASHCLEAR" => Command::HashClear,
        "YXSHOWHASHUSAGE" => Command::HashUsage,
        "YXBLOCKRESET" => Command::BlockReset,
        "YXBLOCKPATHRESET" => Command::BlockPathReset,
        "YXSEARCHDEFEND" => Command::SearchDefend,
        _ => return Err(CommandError::Unknown(quoted(name))),
    };
    Ok(Parsed::Whole(whole))
}

/// The block that a name in upper case opens.
fn block(name: &str) -> Option<Block> {
    const ELSEWHERE: [&str; 15] = [
        "YXQUERYDATABASEALL",
        "YXQUERYDATABASEONE",
        "YXEDITTVDDATABASE",
        "YXEDITLABELDATABASE",
        "YXSETBESTMOVEDATABASE",
        "YXCLEARBESTMOVEDATABASE",
        "YXDELETEDATABASEONE",
        "YXDELETEDATABASEALL",
        "YXSOOSORVSTEP2",
        "YXSOOSORVSTEP3",
        "YXSOOSORVSTEP4",
        "YXSOOSORVSTEP5",
        "YXSOOSORVSTEP6",
        "YXQUERYDATABASETEXT",
        "YXQUERYDATABASEALLT",
    ];
    Some(match name {
        "BOARD" => Block::Board,
        "YXBOARD" => Block::YxBoard,
        "SWAP2BOARD" => Block::Swap2Board,
        "YXBLOCK" => Block::Points,
        "YXBLOCKUNDO" => Block::PointsUndo,
        "YXBLOCKPATH" => Block::Path,
        "YXBLOCKPATHUNDO" => Block::PathUndo,
        _ => Block::Elsewhere(ELSEWHERE.into_iter().find(|known| *known == name)?),
    })
}

/// The answer to a command that names a file, on its own line or on the next.
fn file_command(name: &str) -> Option<CommandError> {
    Some(match name {
        "YXHASHDUMP" => CommandError::Unsupported("YXHASHDUMP"),
        "YXHASHLOAD" => CommandError::Unsupported("YXHASHLOAD"),
        "YXSETDATABASE" => CommandError::Elsewhere("YXSETDATABASE"),
        "YXDBTOTXT" => CommandError::Elsewhere("YXDBTOTXT"),
        "YXTXTTODB" => CommandError::Elsewhere("YXTXTTODB"),
        "YXLIBTODB" => CommandError::Elsewhere("YXLIBTODB"),
        "YXDBTOLIB" => CommandError::Elsewhere("YXDBTOLIB"),
        _ => return None,
    })
}

fn start(rest: &str) -> Result<Command, CommandError> {
    match numbers(rest).as_deref() {
        Some([side]) => Ok(Command::Start { width: *side, height: None }),
        Some([width, height]) => Ok(Command::Start { width: *width, height: Some(*height) }),
        _ => Err(malformed("START", "a board size", rest)),
    }
}

fn info(rest: &str) -> Result<Command, CommandError> {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if key.is_empty() {
        return Err(malformed("INFO", "a key and a value", rest));
    }
    Ok(Command::Info { key: key.to_ascii_lowercase(), value: value.trim().to_owned() })
}

fn pair(name: &'static str, rest: &str) -> Result<Pair, CommandError> {
    exactly(name, "x,y", rest).map(|[a, b]| Pair(a, b))
}

fn bias(name: &'static str, rest: &str) -> Result<i32, CommandError> {
    if rest.is_empty() {
        return Ok(0);
    }
    exactly(name, "a bias", rest).map(|[bias]| bias)
}

fn exactly<const N: usize>(
    name: &'static str,
    wanted: &'static str,
    rest: &str,
) -> Result<[i32; N], CommandError> {
    numbers(rest).and_then(|all| all.try_into().ok()).ok_or_else(|| malformed(name, wanted, rest))
}

/// Whole numbers between blanks and commas; `None` if there is anything else.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

/// The entries on one line of a block. A line is `x,y,f x,y,f` or one entry with blanks in it; a block of pairs takes
/// a field after them and forgets it.
pub(crate) fn entries(text: &str, arity: usize) -> Option<Vec<Stone>> {
    let stone = |all: &[i32]| Stone { pair: Pair(all[0], all[1]), field: all.get(2).copied().unwrap_or(0) };
    let words: Option<Vec<Vec<i32>>> = text.split_whitespace().map(numbers).collect();
    if let Some(words) = words
        && words.iter().all(|word| word.len() == arity || word.len() == 3)
    {
        return Some(words.iter().map(|word| stone(word)).collect());
    }
    let all = numbers(text)?;
    all.len().is_multiple_of(arity).then(|| all.chunks_exact(arity).map(stone).collect())
}

pub(crate) fn malformed(name: &'static str, wanted: &'static str, found: &str) -> CommandError {
    CommandError::Malformed { name, wanted, found: quoted(found) }
}

/// Foreign text made fit for an answer: one short line.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(line: &str) -> Command {
        match parse(line) {
            Ok(Parsed::Whole(command)) => command,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn answer(line: &str) -> String {
        parse(line).expect_err(line).answer()
    }

    #[test]
    fn case_and_blanks_do_not_matter() {
        for line in ["TURN 7,8", "turn 7,8", "  Turn\t7 , 8 ", "TURN 7 8", "TURN 7,8,", "turn +7,08"] {
            assert_eq!(whole(line), Command::Turn(Pair(7, 8)), "{line}");
        }
        assert_eq!(whole("begin"), Command::Begin);
        assert_eq!(whole("stop"), Command::Stop);
        assert_eq!(whole("YXstop "), Command::Stop);
    }

    #[test]
    fn a_start_takes_one_number_or_two() {
        assert_eq!(whole("START 20"), Command::Start { width: 20, height: None });
        assert_eq!(whole("START 15 12"), Command::Start { width: 15, height: Some(12) });
        assert_eq!(whole("RECTSTART 10,20"), Command::RectStart { width: 10, height: 20 });
        assert_eq!(answer("START"), "ERROR START wants a board size, found ``");
        assert_eq!(answer("START x"), "ERROR START wants a board size, found `x`");
        assert_eq!(answer("RECTSTART 10"), "ERROR RECTSTART wants w,h, found `10`");
    }

    #[test]
    fn the_value_of_an_info_is_the_rest_of_the_line() {
        let info = |key: &str, value: &str| Command::Info { key: key.to_owned(), value: value.to_owned() };
        assert_eq!(whole("INFO Folder  C:\\My Data\\x "), info("folder", "C:\\My Data\\x"));
        assert_eq!(whole("info rule"), info("rule", ""));
        assert!(answer("INFO").starts_with("ERROR INFO wants"));
    }

    #[test]
    fn numbers_out_of_bounds_are_errors_and_not_panics() {
        assert_eq!(whole("TURN -1,-1"), Command::Turn(Pair::PASS));
        assert_eq!(answer("TURN 99999999999,1"), "ERROR TURN wants x,y, found `99999999999,1`");
        assert_eq!(answer("TURN 1"), "ERROR TURN wants x,y, found `1`");
        assert_eq!(answer("PLAY a,b"), "ERROR PLAY wants x,y, found `a,b`");
        assert_eq!(whole("YXNBEST -3"), Command::NBest(1));
        assert_eq!(whole("yxbalancetwo"), Command::BalanceTwo(0));
        assert_eq!(whole("yxbalanceone -30"), Command::BalanceOne(-30));
    }

    #[test]
    fn what_is_not_known_is_unknown_and_what_cannot_be_done_is_an_error() {
        assert_eq!(answer("SWIM 3"), "UNKNOWN command `SWIM`");
        assert!(answer("YXHASHDUMP file").starts_with("ERROR YXHASHDUMP is not supported"));
        assert!(answer("YXSETDATABASE file").starts_with("UNKNOWN command YXSETDATABASE"));
        assert_eq!(answer(&"x\u{7}".repeat(30)), format!("UNKNOWN command `{}...`", "x?".repeat(20)));
    }

    #[test]
    fn entries_stand_one_a_line_or_many() {
        let stones =
            |text| entries(text, 3).map(|all| all.iter().map(|s| (s.pair.0, s.pair.1, s.field)).collect());
        let expected: Vec<(i32, i32, i32)> = vec![(7, 7, 1), (8, 9, 2)];
        for text in ["7,7,1 8,9,2", "7,7,1,8,9,2", "7 7 1 8 9 2", " 7, 7, 1  8, 9, 2"] {
            assert_eq!(stones(text), Some(expected.clone()), "{text}");
        }
        assert_eq!(stones(""), Some(vec![]));
        for text in ["7,7", "7,7,a", "7,7,1 8", "x"] {
            assert_eq!(stones(text), None::<Vec<_>>, "{text}");
        }
        let pairs = |text| entries(text, 2).map(|all| all.iter().map(|s| s.pair).collect::<Vec<_>>());
        assert_eq!(pairs("1,2 3,4,1"), Some(vec![Pair(1, 2), Pair(3, 4)]));
        assert_eq!(pairs("1 2 3 4"), Some(vec![Pair(1, 2), Pair(3, 4)]));
    }
}
