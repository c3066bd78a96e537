//! What is left of a match: its games as SGF, its summary as JSON and as text.

use crate::output;
use anyhow::Context as _;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_core::{Rule, Size};
use tengen_lab::line::GameLine;
use tengen_lab::runner::{Event, Match};
use tengen_lab::sgf;
use tengen_lab::stats::{Sprt, Verdict};
use tengen_lab::summary::{Conduct, Summary, Tally};

/// How often the files that can be made again from the journal are written.
const CHECKPOINT: Duration = Duration::from_mins(5);

/// Writes `games.sgf` and `summary.json`, whole each time.
pub(super) struct Keeper {
    folder: Option<PathBuf>,
    rule: Rule,
    size: Size,
    sprt: Option<Sprt>,
    sgf: Vec<u8>,
    written: Instant,
}

impl Keeper {
    pub(super) fn new(plan: &Match) -> Self {
        Self {
            folder: plan.folder.clone(),
            rule: plan.rule,
            size: plan.size,
            sprt: plan.sprt,
            sgf: Vec::new(),
            written: Instant::now(),
        }
    }

    pub(super) fn hear(&mut self, event: &Event<'_>, tally: &Tally) -> anyhow::Result<()> {
        if self.folder.is_none() {
            return Ok(());
        }
        match event {
            Event::Resumed(games) => games.iter().try_for_each(|game| self.add(game))?,
            Event::Game(game) => self.add(game)?,
        }
        if self.written.elapsed() >= CHECKPOINT {
            self.finish(&tally.summary(self.sprt.as_ref()))?;
        }
        Ok(())
    }

    fn add(&mut self, game: &GameLine) -> anyhow::Result<()> {
        self.sgf.extend(sgf::write(game, self.rule, self.size).context("games.sgf")?);
        Ok(())
    }

    pub(super) fn finish(&mut self, summary: &Summary) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        output::deliver(&folder.join("games.sgf"), &self.sgf)?;
        let mut text = serde_json::to_vec_pretty(summary)?;
        text.push(b'\n');
        output::deliver(&folder.join("summary.json"), &text)?;
        self.written = Instant::now();
        Ok(())
    }
}

/// The summary for people.
pub(super) fn text(summary: &Summary) -> String {
    let Summary { games, wins, draws, losses, score, elo, elo_low, elo_high, los, penta, .. } = summary;
    let mut text = format!("{} - {}\n", summary.a.name, summary.b.name);
    // Writing to a string does not fail.
    let _ = writeln!(text, "games  {games}: +{wins} ={draws} -{losses} ({:.1} %)", score * 100.0);
    let _ = writeln!(
        text,
        "Elo    {elo:+.1}, 95 % between {elo_low:+.1} and {elo_high:+.1}; stronger with {:.1} %",
        los * 100.0
    );
    let [ll, ld, even, wd, ww] = penta.0;
    let _ = writeln!(text, "pairs  0: {ll}, 1/2: {ld}, 1: {even}, 1 1/2: {wd}, 2: {ww}");
    if let Some(sprt) = &summary.sprt {
        let llr = summary.llr;
        let verdict = match sprt.verdict {
            Verdict::Open => "not decided",
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
        };
        let _ = writeln!(
            text,
            "SPRT   [{}, {}]: {verdict}, LLR {llr:+.2} in [{:.2}, {:.2}]",
            sprt.elo0, sprt.elo1, sprt.lower, sprt.upper
        );
    }
    for (letter, engine) in [("A", &summary.a), ("B", &summary.b)] {
        let Conduct { crashes, late, illegal, errors, margin } = engine.conduct;
        if engine.conduct.failures() > 0 {
            let _ = writeln!(
                text,
                "{letter}      lost by crash {crashes}, time {late}, illegal move {illegal}, error {errors}"
            );
        }
        if margin.over > 0 {
            let _ = writeln!(
                text,
                "{letter}      answered {} times later than its limit, at most by {:.1} ms",
                margin.over, margin.worst_ms
            );
        }
    }
    text
}
