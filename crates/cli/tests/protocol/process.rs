//! `pbrain-tengen` as a manager holds it: lines in, lines out, never waiting for ever.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take: not a measure of the engine, only the end of a test that hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program is built before its tests");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    /// Writes bytes as they are, in one piece.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Writes a line that ends with LF.
    pub(crate) fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The next line, or `None` if the engine has closed its output.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("no line within {PATIENCE:?}"),
        }
    }

    /// The next line that is not for the log.
    pub(crate) fn answer(&mut self) -> String {
        loop {
            let line = self.line().expect("the engine is alive");
            if !["MESSAGE", "DEBUG", "INFO"].iter().any(|word| line.starts_with(word)) {
                return line;
            }
        }
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// What is written until the engine ends, which it must do by itself and well.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let rest = std::iter::from_fn(|| self.line()).collect();
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                assert!(status.success(), "{status}");
                return rest;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine has not ended");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Only a test that failed leaves it alive.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
