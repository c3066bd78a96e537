//! How far a search has come: one line on standard error, rewritten in place. Only in a terminal.

use crate::commands::analyze::short;
use std::io::{self, IsTerminal as _, Write as _};
use tengen_solver::{Method, Progress, Sink};

/// The line.
pub(crate) struct ProgressLine {
    is_terminal: bool,
    is_shown: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), is_shown: false }
    }

    /// Shows a text in place of the one before.
    pub(crate) fn show(&mut self, text: &str) {
        if self.is_terminal {
            self.is_shown = true;
            let mut err = io::stderr();
            // Nobody is left to tell if standard error is closed.
            let _ = write!(err, "\r\x1b[K{text}").and_then(|()| err.flush());
        }
    }

    /// Takes the line away.
    pub(crate) fn end(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Sink for ProgressLine {
    fn progress(&mut self, progress: &Progress) {
        self.show(&text(progress));
    }
}

fn text(progress: &Progress) -> String {
    let Progress { method, nodes, proof, disproof, elapsed } = *progress;
    let numbers = match method {
        Method::Vct | Method::Zones => format!("  proof {proof}  disproof {disproof}"),
        _ => String::new(),
    };
    format!("{method}  {} nodes{numbers}  {:.1} s", short(nodes as f64), elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_line_says_method_nodes_numbers_and_time() {
        let elapsed = Duration::from_millis(2340);
        let progress = Progress { method: Method::Vct, nodes: 12_345, proof: 7, disproof: 31, elapsed };
        assert_eq!(text(&progress), "vct  12.3k nodes  proof 7  disproof 31  2.3 s");
        assert_eq!(text(&Progress { method: Method::Vcf, ..progress }), "vcf  12.3k nodes  2.3 s");
    }
}
