//! What goes out: files whole or not at all, results on standard output, notes on standard error.

use anyhow::Context as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// Whether the path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file, or standard output for `-`.
pub(crate) fn deliver(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if is_standard(path) {
        return print(bytes);
    }
    write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes to standard output. A reader that has seen enough and closed the pipe is no failure.
pub(crate) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    print_while_read(bytes).map(|_| ())
}

/// As [`print()`], and says whether somebody still reads: long work for nobody can stop.
pub(crate) fn print_while_read(bytes: &[u8]) -> anyhow::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true).context("cannot write to standard output"),
    }
}

/// Writes a value as one line of JSON to standard output.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    print(&line)
}

/// A line on standard error. Nobody is left to tell if that is closed.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether standard output is a terminal that wants colours (<https://no-color.org>).
pub(crate) fn wants_colours() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// Writes a file by way of a temporary file beside it, so that no reader and no crash ever sees half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if let Some(old) = old.as_ref().filter(|old| !old.is_file()) {
        // A device or a pipe cannot be replaced by a file.
        let kind = if old.is_dir() { ErrorKind::IsADirectory } else { return fs::write(&target, bytes) };
        return Err(kind.into());
    }
    let (mut file, temporary) = temporary_beside(&target)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| old.map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file in the folder of `target`.
fn temporary_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
    let mut attempt = 0;
    loop {
        let temporary = target.with_file_name(format!(".{name}.{}.{attempt}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 16 => attempt += 1,
            result => return result.map(|file| (file, temporary)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.svg");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_that_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(folder.path(), b"text").is_err());
        assert!(write_whole(&folder.path().join("no/such/file"), b"text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
