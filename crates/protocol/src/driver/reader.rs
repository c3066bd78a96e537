//! The thread that reads what an engine says: lines with the moment at which each was complete.

use std::io::Read;
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

/// Lines that wait to be looked at. An engine that floods its output has to wait, and fills no memory.
const QUEUE: usize = 1024;
/// Longer lines are cut.
const LONGEST: usize = 1 << 16;

/// A line as it came.
pub(super) struct Line {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// Reads until the pipe is closed or nobody listens. The receiver is disconnected then.
pub(super) fn start(output: ChildStdout) -> Receiver<Line> {
    let (sender, lines) = sync_channel(QUEUE);
    // Not joined: a grandchild may hold the pipe open for as long as it likes.
    std::thread::spawn(move || read(output, &sender));
    lines
}

fn read(mut output: impl Read, lines: &SyncSender<Line>) {
    let mut line: Vec<u8> = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let length = match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for byte in &chunk[..length] {
            // Engines end lines with LF, CR or both; empty lines mean nothing.
            if !matches!(byte, b'\n' | b'\r') {
                if line.len() < LONGEST {
                    line.push(*byte);
                }
            } else if !line.is_empty() {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if !text.is_empty() && lines.send(Line { at, text }).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let (sender, lines) = sync_channel(QUEUE);
        read(bytes, &sender);
        drop(sender);
        lines.iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_end_with_lf_cr_or_both_and_blank_ones_are_left_out() {
        assert_eq!(lines(b"OK\r\n7,7\r8,8\n\n  \n 9,9 \nlost"), ["OK", "7,7", "8,8", "9,9"]);
    }

    #[test]
    fn long_lines_are_cut_and_foreign_bytes_are_replaced() {
        let mut bytes = vec![b'x'; LONGEST + 10];
        bytes.extend(b"\n\xff\n");
        let lines = lines(&bytes);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST, "\u{fffd}"));
    }
}
