//! The library: games that people keep, one SGF file each.
//!
//! The one idea: a name never comes from outside. An id is 16 hexadecimal digits made here; what a request sends is parsed to a number, and the
//! file's name is made from the number. A file is written beside its place, flushed to the disk and renamed, so that a crash leaves the old
//! one or the new one.

use crate::api::files::write_record;
use crate::error::ApiError;
use crate::state::random;
use axum::http::StatusCode;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;
use tengen_core::GameRecord;
use tengen_records::{Format, ReadOptions};

/// The largest game that is kept, and the most of them.
const LARGEST: u64 = 16 << 20;
const MOST: usize = 10_000;

/// A game's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(u64);

impl Id {
    /// Reads 16 hexadecimal digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_hex =
            text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if is_hex { u64::from_str_radix(text, 16).ok().map(Self) } else { None }
    }

    /// The number itself.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    fn random() -> Self {
        Self(random())
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A game of the library.
pub(crate) struct Kept {
    pub(crate) id: Id,
    pub(crate) record: GameRecord,
    /// When it was changed: milliseconds since 1970.
    pub(crate) changed: u64,
}

/// The games of a folder.
pub(crate) struct Library {
    folder: Option<PathBuf>,
    /// One writer at a time, so that `if_changed` means something.
    writing: Mutex<()>,
}

impl Library {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder: folder.map(|folder| folder.join("library")), writing: Mutex::new(()) }
    }

    fn folder(&self) -> Result<&Path, ApiError> {
        let none = "this server keeps no library: start it with --data";
        self.folder.as_deref().ok_or_else(|| ApiError::busy("no_library", none))
    }

    fn path(&self, id: Id) -> Result<PathBuf, ApiError> {
        Ok(self.folder()?.join(format!("{id}.sgf")))
    }

    /// All games that can be read, the newest first.
    pub(crate) fn list(&self) -> Result<Vec<Kept>, ApiError> {
        let mut games: Vec<Kept> = self.ids()?.into_iter().filter_map(|id| self.get(id).ok()).collect();
        games.sort_by_key(|kept| std::cmp::Reverse(kept.changed));
        Ok(games)
    }

    fn ids(&self) -> Result<Vec<Id>, ApiError> {
        let entries = match fs::read_dir(self.folder()?) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed("read", &error)),
        };
        let id = |entry: io::Result<fs::DirEntry>| {
            let name = entry.ok()?.file_name();
            Id::parse(name.to_str()?.strip_suffix(".sgf")?)
        };
        Ok(entries.filter_map(id).take(MOST).collect())
    }

    /// One game.
    pub(crate) fn get(&self, id: Id) -> Result<Kept, ApiError> {
        let path = self.path(id)?;
        let (bytes, changed) = read_whole(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => missing(),
            _ => failed("read", &error),
        })?;
        let records = tengen_records::read(Format::Sgf, &bytes, &ReadOptions::default());
        let record = records.ok().and_then(|records| records.into_iter().next());
        let record = record.ok_or_else(|| {
            ApiError::internal(format!(
                "{} in the library is no game any more: look at the file",
                path.display()
            ))
        })?;
        Ok(Kept { id, record, changed })
    }

    /// Keeps a new game.
    pub(crate) fn add(&self, record: &GameRecord) -> Result<Id, ApiError> {
        let bytes = write_record(Format::Sgf, record)?;
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.ids()?.len() >= MOST {
            return Err(ApiError::busy(
                "library_full",
                format!("the library holds {MOST} games: delete some first"),
            ));
        }
        let mut id = Id::random();
        while self.path(id)?.exists() {
            id = Id::random();
        }
        self.put(id, &bytes)?;
        Ok(id)
    }

    /// Changes a game; with `if_changed` only if nobody else has since.
    pub(crate) fn change(
        &self,
        id: Id,
        record: &GameRecord,
        if_changed: Option<u64>,
    ) -> Result<u64, ApiError> {
        let bytes = write_record(Format::Sgf, record)?;
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path(id)?;
        let known = changed(&fs::metadata(&path).map_err(|_| missing())?);
        if if_changed.is_some_and(|wanted| wanted != known) {
            let text = "the game was changed meanwhile: read it again, or keep yours as a new one";
            return Err(ApiError::new(StatusCode::CONFLICT, "changed", text));
        }
        self.put(id, &bytes)?;
        fs::metadata(&path).map(|data| changed(&data)).map_err(|error| failed("read", &error))
    }

    /// Deletes a game.
    pub(crate) fn delete(&self, id: Id) -> Result<(), ApiError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        fs::remove_file(self.path(id)?).map_err(|error| match error.kind() {
            ErrorKind::NotFound => missing(),
            _ => failed("delete", &error),
        })
    }

    fn put(&self, id: Id, bytes: &[u8]) -> Result<(), ApiError> {
        if bytes.len() as u64 > LARGEST {
            return Err(ApiError::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "the game is too large to keep",
            ));
        }
        let folder = self.folder()?;
        let write = || {
            fs::create_dir_all(folder)?;
            write_whole(folder, &format!("{id}.sgf"), bytes)
        };
        write().map_err(|error| failed("write", &error))
    }
}

fn missing() -> ApiError {
    ApiError::not_found("there is no such game in the library")
}

/// Paths are for the log of the machine, not for the browser; the kind of trouble is for both.
fn failed(what: &str, error: &io::Error) -> ApiError {
    ApiError::internal(format!("cannot {what} the library's folder: {error}; look at the folder of --data"))
}

fn changed(data: &fs::Metadata) -> u64 {
    let since = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_millis() as u64)
}

fn read_whole(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let file = File::open(path)?;
    let changed = changed(&file.metadata()?);
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "a game of the library is too large"));
    }
    Ok((bytes, changed))
}

/// Writes a file beside its place, flushes it, renames it, and flushes the folder.
fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let temporary = folder.join(format!(".{name}.{:016x}.tmp", random()));
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, folder.join(name))?;
        // The name itself has to reach the disk too; not every system lets a folder be flushed.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::record::NodeId;
    use tengen_core::{Move, Size};

    fn record(moves: usize) -> GameRecord {
        let mut record = GameRecord::new(Size::FIFTEEN);
        let mut at = NodeId::ROOT;
        for p in Size::FIFTEEN.points().take(moves) {
            at = record.append(at, Move::Place(p));
        }
        record
    }

    #[test]
    fn ids_are_sixteen_hexadecimal_digits_and_nothing_else() {
        assert_eq!(Id::parse("00000000000000ff"), Some(Id(255)));
        for bad in [
            "",
            "ff",
            "../x",
            "00000000000000FF",
            "+0000000000000ff",
            "00000000000000ff.sgf",
            "0000000000000/ff",
            "…0000000000000",
        ] {
            assert_eq!(Id::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn games_are_kept_changed_and_deleted_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Some(folder.path().join("not/yet")));
        assert!(library.list().unwrap().is_empty());
        let id = library.add(&record(3)).unwrap();
        let changed = library.get(id).unwrap().changed;
        assert_eq!(library.get(id).unwrap().record.main_moves().len(), 3);
        let newer = library.change(id, &record(5), Some(changed)).unwrap();
        assert_eq!(library.change(id, &record(7), Some(newer + 1)).unwrap_err().code(), "changed");
        assert_eq!(library.list().unwrap()[0].record.main_moves().len(), 5);
        let again = Library::new(Some(folder.path().join("not/yet")));
        assert_eq!(again.list().unwrap().len(), 1);
        again.delete(id).unwrap();
        assert_eq!(library.get(id).err().unwrap().code(), "not_found");
        assert_eq!(fs::read_dir(folder.path().join("not/yet/library")).unwrap().count(), 0);
    }

    #[test]
    fn what_a_crash_leaves_is_no_game_and_damages_none() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::new(Some(folder.path().to_owned()));
        let id = library.add(&record(3)).unwrap();
        let inside = folder.path().join("library");
        fs::write(inside.join(".0123456789abcdef.sgf.1.tmp"), "(;GM[4]").unwrap();
        fs::write(inside.join("0123456789abcdef.sgf"), "(;GM[4]SZ[15];B[h").unwrap();
        fs::write(inside.join("readme.txt"), "hello").unwrap();
        let listed: Vec<Id> = library.list().unwrap().iter().map(|kept| kept.id).collect();
        assert_eq!(listed, [id]);
        assert!(library.get(Id::parse("0123456789abcdef").unwrap()).is_err());
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "in the way").unwrap();
        let library = Library::new(Some(file.clone()));
        assert_eq!(library.add(&record(1)).unwrap_err().code(), "internal");
        assert_eq!(fs::read(&file).unwrap(), b"in the way");
        assert_eq!(Library::new(None).add(&record(1)).unwrap_err().code(), "no_library");
    }
}
