//! The journal of a match: `games.jsonl`, a head line that says which match it is, then a line a finished game.
//!
//! The one idea: a line is written whole, with one call, and is on the disk before the game counts. So after a crash the
//! file holds every game that counted, and at most its last line is torn; that line is dropped when the match goes on.

use crate::line::GameLine;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The file in the folder of a match.
pub const FILE: &str = "games.jsonl";

/// Which match a journal belongs to. Two matches with the same conditions can share one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The version of this format.
    pub journal: u32,
    /// Everything that decides how games go, item by item.
    pub conditions: Vec<(String, String)>,
}

impl Head {
    /// The format that is written.
    pub const VERSION: u32 = 1;

    /// A head of the newest format.
    pub fn new(conditions: Vec<(String, String)>) -> Self {
        Self { journal: Self::VERSION, conditions }
    }

    /// The first item in which another match differs.
    fn difference(&self, old: &Self) -> Option<(String, String, String)> {
        let missing = || "(not there)".to_owned();
        let value = |head: &Self, key: &str| {
            head.conditions.iter().find(|(k, _)| k == key).map_or_else(missing, |(_, value)| value.clone())
        };
        let keys = self.conditions.iter().chain(&old.conditions).map(|(key, _)| key);
        let mut different = keys.filter(|key| value(self, key) != value(old, key));
        different.next().map(|key| (key.clone(), value(old, key), value(self, key)))
    }
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file or its folder.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another match is being written there.
    #[error("{}: another match is writing to it; wait for its end or name another folder", path.display())]
    Busy {
        /// The journal.
        path: PathBuf,
    },
    /// The folder holds another match.
    #[error(
        "{} holds another match: its {key} is `{old}`, not `{new}`; name another folder, or use the same conditions to \
         go on",
        path.display()
    )]
    Different {
        /// The journal.
        path: PathBuf,
        /// What differs.
        key: String,
        /// There.
        old: String,
        /// Here.
        new: String,
    },
    /// A line that is no game of this match.
    #[error("{}, line {line}: {text}; mend or remove the file", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
}

/// An open journal. Nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Where the next line starts.
    end: u64,
}

impl Journal {
    /// Opens the journal of a folder, made if it is not there, and reads the games that it holds.
    ///
    /// # Errors
    /// When it belongs to another match, is being written by somebody else, or cannot be read.
    pub fn open(folder: &Path, head: &Head) -> Result<(Self, Vec<GameLine>), JournalError> {
        let path = folder.join(FILE);
        let failed = |source| JournalError::Io { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: path.clone() }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let games = read(&bytes[..whole], head, &path)?;
        file.set_len(whole as u64).map_err(failed)?;
        let mut journal = Self { file, path: path.clone(), end: whole as u64 };
        if whole == 0 {
            journal.append(head)?;
            // The name of a new file is on the disk only when its folder is.
            #[cfg(unix)]
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        }
        Ok((journal, games))
    }

    /// Adds a game. When this returns, the game is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &GameLine) -> Result<(), JournalError> {
        self.append(game)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_vec(line).map_err(io::Error::from).and_then(|mut text| {
            text.push(b'\n');
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&text)?;
            self.file.sync_data()?;
            self.end += text.len() as u64;
            Ok(())
        });
        written.map_err(|source| {
            // Half a line in the middle would be damage. If this fails too, the next reader drops the torn end.
            let _ = self.file.set_len(self.end);
            JournalError::Io { path: self.path.clone(), source }
        })
    }
}

/// The games of a journal without its torn end.
fn read(bytes: &[u8], head: &Head, path: &Path) -> Result<Vec<GameLine>, JournalError> {
    let damaged = |line: usize, text: String| JournalError::Damaged { path: path.to_owned(), line, text };
    let mut lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty()).enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let old: Head =
        serde_json::from_slice(first).map_err(|error| damaged(1, format!("no head of a match: {error}")))?;
    if old.journal != head.journal {
        return Err(damaged(1, format!("version {} of the format, not {}", old.journal, head.journal)));
    }
    if let Some((key, old, new)) = head.difference(&old) {
        return Err(JournalError::Different { path: path.to_owned(), key, old, new });
    }
    let mut seen = HashSet::new();
    let mut games = Vec::new();
    for (i, line) in lines {
        let game: GameLine =
            serde_json::from_slice(line).map_err(|error| damaged(i + 1, format!("no game: {error}")))?;
        if !seen.insert(game.game) {
            return Err(damaged(i + 1, format!("game {} is there twice", game.game)));
        }
        games.push(game);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Margin, Reason, Side, Winner};

    fn head(rule: &str) -> Head {
        Head::new(vec![("rule".to_owned(), rule.to_owned()), ("seed".to_owned(), "1".to_owned())])
    }

    fn game(number: u64) -> GameLine {
        GameLine {
            game: number,
            black: Side::A,
            winner: Winner::Draw,
            reason: Reason::FullBoard,
            detail: String::new(),
            names: ["x \"y\"\n".to_owned(), "é".to_owned()],
            opening: 1,
            moves: "h8i9".to_owned(),
            plies: vec![crate::line::Ply { ms: 0.1, score: Some("+M5".to_owned()), ..Default::default() }],
            margins: [Margin::default(); 2],
        }
    }

    #[test]
    fn games_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("new/folder");
        let (mut journal, games) = Journal::open(&folder, &head("renju")).unwrap();
        assert!(games.is_empty());
        journal.add(&game(1)).unwrap();
        journal.add(&game(0)).unwrap();
        assert!(matches!(Journal::open(&folder, &head("renju")).unwrap_err(), JournalError::Busy { .. }));
        drop(journal);
        assert_eq!(Journal::open(&folder, &head("renju")).unwrap().1, [game(1), game(0)]);
    }

    #[test]
    fn a_torn_end_is_dropped_wherever_it_tore() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &head("renju")).unwrap();
        journal.add(&game(0)).unwrap();
        journal.add(&game(1)).unwrap();
        drop(journal);
        let path = folder.path().join(FILE);
        let bytes = fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i] == b'\n').collect();
        for length in 0..=bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let (mut journal, games) = Journal::open(folder.path(), &head("renju")).unwrap();
            let whole = ends.iter().filter(|end| **end < length).count();
            assert_eq!(games.len(), whole.saturating_sub(1), "{length}");
            journal.add(&game(7)).unwrap();
            drop(journal);
            let games = Journal::open(folder.path(), &head("renju")).unwrap().1;
            assert_eq!((games.len(), games.last().unwrap().game), (whole.saturating_sub(1) + 1, 7));
        }
    }

    #[test]
    fn another_match_and_damaged_lines_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        drop(Journal::open(folder.path(), &head("renju")).unwrap());
        let message = Journal::open(folder.path(), &head("caro")).unwrap_err().to_string();
        assert!(message.contains("holds another match: its rule is `renju`, not `caro`"), "{message}");
        let path = folder.path().join(FILE);
        let start = fs::read_to_string(&path).unwrap();
        let line = serde_json::to_string(&game(3)).unwrap();
        for (more, wrong) in
            [("{}\n".to_owned(), "line 2: no game"), (format!("{line}\n{line}\n"), "line 3: game 3")]
        {
            fs::write(&path, format!("{start}{more}")).unwrap();
            let message = Journal::open(folder.path(), &head("renju")).unwrap_err().to_string();
            assert!(message.contains(wrong), "{message}");
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{start}{more}"), "nothing is changed");
        }
    }
}
