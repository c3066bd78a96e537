//! How an engine is started: a command line cut into words, a working directory, and where its standard error goes.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A program with its arguments and surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name to look up.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory it starts in; `None` is ours.
    pub folder: Option<PathBuf>,
    /// The file to which its standard error is added; `None` throws it away.
    pub log: Option<PathBuf>,
}

/// A command line that cannot be cut into words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// Nothing but blanks.
    #[error("the command line is empty: name the engine's program")]
    Empty,
    /// A quotation mark without its partner.
    #[error("the command line has a {0} without its partner")]
    OpenQuote(char),
}

impl Launch {
    /// Cuts a command line into words at blanks. Single and double quotation marks keep blanks; a backslash before a
    /// blank, a quotation mark or a backslash keeps that sign, and is an ordinary sign elsewhere.
    ///
    /// # Errors
    /// When there is no word, or a quotation mark is left open.
    pub fn from_command_line(text: &str) -> Result<Self, CommandLineError> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '\'' | '"' if quote == Some(sign) => quote = None,
                '\'' | '"' if quote.is_none() => {
                    quote = Some(sign);
                    word.get_or_insert_default();
                }
                '\\' if quote != Some('\'') => {
                    let kept = signs.next_if(|next| matches!(next, ' ' | '\'' | '"' | '\\'));
                    word.get_or_insert_default().push(kept.unwrap_or('\\'));
                }
                _ if sign.is_whitespace() && quote.is_none() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(sign),
            }
        }
        if let Some(open) = quote {
            return Err(CommandLineError::OpenQuote(open));
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(CommandLineError::Empty)?;
        Ok(Self { program: program.into(), arguments: words.collect(), folder: None, log: None })
    }

    /// Starts the program with pipes to and from it, in a process group of its own, so that Ctrl-C in the terminal
    /// does not reach it before its manager has decided what to do.
    pub(super) fn spawn(&self) -> io::Result<Child> {
        let errors = match &self.log {
            Some(path) => Stdio::from(File::options().create(true).append(true).open(path)?),
            None => Stdio::null(),
        };
        let mut command = Command::new(self.absolute_program());
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        if let Some(folder) = &self.folder {
            if !folder.is_dir() {
                // The system would say the same as for a missing program.
                let text = format!("the folder {} is not there", folder.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, text));
            }
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// A path with a folder in it counts from our directory, whichever directory the engine starts in.
    fn absolute_program(&self) -> PathBuf {
        if self.program.components().count() < 2 {
            return self.program.clone();
        }
        std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Result<Vec<String>, CommandLineError> {
        let launch = Launch::from_command_line(text)?;
        let program = launch.program.to_string_lossy().into_owned();
        Ok([vec![program], launch.arguments].concat())
    }

    #[test]
    fn a_command_line_is_cut_at_blanks_outside_quotation_marks() {
        assert_eq!(words("  ./pbrain-x  -a b ").unwrap(), ["./pbrain-x", "-a", "b"]);
        assert_eq!(
            words(r#""/my engines/x" 'a "b' "" c\ d"#).unwrap(),
            ["/my engines/x", "a \"b", "", "c d"]
        );
        assert_eq!(words(r"C:\engines\x.exe").unwrap(), [r"C:\engines\x.exe"]);
        assert_eq!(words(r#"x 'a\'b "c\"d""#).unwrap(), ["x", "a\\b", "c\"d"]);
    }

    #[test]
    fn a_command_line_without_a_program_is_refused() {
        assert_eq!(words("   "), Err(CommandLineError::Empty));
        assert_eq!(words("'' x"), Err(CommandLineError::Empty));
        assert_eq!(words("x 'y"), Err(CommandLineError::OpenQuote('\'')));
    }

    proptest! {
        #[test]
        fn quoted_words_are_read_back(words in proptest::collection::vec("[a-z '\"\\\\é]{1,8}", 1..5)) {
            let quote = |word: &String| {
                let kept = word.replace('\\', "\\\\").replace('"', "\\\"");
                format!("\"{kept}\"")
            };
            let line = words.iter().map(quote).collect::<Vec<_>>().join("  ");
            prop_assert_eq!(super::tests::words(&line), Ok(words));
        }

        #[test]
        fn no_command_line_panics(line in ".{0,40}") {
            let _ = Launch::from_command_line(&line);
        }
    }
}
