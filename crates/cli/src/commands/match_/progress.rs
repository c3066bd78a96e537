//! What is seen while a match runs: one line on standard error, rewritten in a terminal, now and then elsewhere.

use crate::output;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};
use tengen_lab::line::Reason;
use tengen_lab::runner::{Event, Match};
use tengen_lab::stats::Sprt;
use tengen_lab::summary::{Summary, Tally};

/// How often a line is written where it cannot be rewritten.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// The line and its surroundings.
pub(super) struct Progress {
    started: Instant,
    last: Option<Instant>,
    resumed: u64,
    total: usize,
    sprt: Option<Sprt>,
    is_terminal: bool,
    pending: Option<String>,
}

impl Progress {
    pub(super) fn new(plan: &Match) -> Self {
        Self {
            started: Instant::now(),
            last: None,
            resumed: 0,
            total: plan.pairs * 2,
            sprt: plan.sprt,
            is_terminal: io::stderr().is_terminal(),
            pending: None,
        }
    }

    pub(super) fn hear(&mut self, event: &Event<'_>, tally: &Tally) {
        match event {
            Event::Resumed(games) => {
                self.resumed = games.len() as u64;
                self.remark(&format!("{} games of this match are there already: it goes on", games.len()));
            }
            Event::Game(line) => {
                let is_failure =
                    matches!(line.reason, Reason::Crash | Reason::Time | Reason::Illegal | Reason::Error);
                if is_failure {
                    let loser = usize::from(line.winner == tengen_lab::line::Winner::A);
                    let (name, reason) = (&line.names[loser], line.reason.name());
                    self.remark(&format!("game {}: {name} lost by {reason}: {}", line.game + 1, line.detail));
                }
            }
        }
        self.show(self.line(&tally.summary(self.sprt.as_ref())));
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        if let Some(line) = self.pending.take() {
            output::note(&line);
        } else if self.is_terminal && self.last.is_some() {
            output::note("");
        }
    }

    /// A line of its own above the one that is rewritten.
    fn remark(&self, text: &str) {
        let clear = if self.is_terminal { "\r\x1b[K" } else { "" };
        output::note(&format!("{clear}{text}"));
    }

    fn show(&mut self, line: String) {
        if self.is_terminal {
            self.last = Some(Instant::now());
            let mut err = io::stderr();
            // Nobody is left to tell if standard error is closed.
            let _ = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
        } else if self.last.is_none_or(|last| last.elapsed() >= PLAIN_EVERY) {
            self.last = Some(Instant::now());
            self.pending = None;
            output::note(&line);
        } else {
            self.pending = Some(line);
        }
    }

    fn line(&self, summary: &Summary) -> String {
        let Summary { games, wins, draws, losses, score, elo, elo_low, elo_high, .. } = summary;
        let mut parts = vec![
            format!("{games}/{}", self.total),
            format!("+{wins} ={draws} -{losses}"),
            format!("{:.1}%", score * 100.0),
            format!("Elo {elo:+.1} [{elo_low:+.1}, {elo_high:+.1}]"),
        ];
        if let Some(sprt) = &summary.sprt {
            let llr = summary.llr;
            parts.push(format!("LLR {llr:+.2} [{:.2}, {:.2}]", sprt.lower, sprt.upper));
        }
        let hours = self.started.elapsed().as_secs_f64() / 3600.0;
        let played = games.saturating_sub(self.resumed);
        if played > 0 && hours > 0.0 {
            parts.push(format!("{:.0} games/h", played as f64 / hours));
        }
        for (letter, engine) in [("A", &summary.a), ("B", &summary.b)] {
            let failures = engine.conduct.failures();
            if failures > 0 {
                parts.push(format!("{letter} failed {failures} ({} late)", engine.conduct.late));
            }
        }
        parts.join("  ")
    }
}
