//! The match: pairs of games handed out to workers, results counted, kept and told as they come.
//!
//! The one idea: everything that decides how game `n` goes follows from the conditions and `n` alone (opening, colours,
//! seeds), so games can be played in any order, by any number of workers, today or after a crash.

use crate::game::{self, Abort, Plan};
use crate::journal::{Head, Journal, JournalError};
use crate::judge::{DrawRule, Judge};
use crate::line::{GameLine, Side};
use crate::openings::Opening;
use crate::player;
use crate::spec::EngineSpec;
use crate::stats::{Sprt, Verdict};
use crate::summary::{Summary, Tally};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use tengen_core::{Rule, Size};

/// How often a call to end the match is looked for.
const SLICE: Duration = Duration::from_millis(20);

/// Everything about a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// A and B.
    pub engines: [EngineSpec; 2],
    /// How many pairs at most.
    pub pairs: usize,
    /// How many pairs at a time.
    pub concurrency: usize,
    /// For everything that is drawn by lot.
    pub seed: u64,
    /// How much later than its limit an answer still counts.
    pub tolerance: Duration,
    /// After this many stones a game is a draw.
    pub max_moves: usize,
    /// Whether an announced win that the solver proves ends a game.
    pub adjudicates: bool,
    /// When a game is a draw because nobody sees an edge.
    pub draw: Option<DrawRule>,
    /// Pair `n` plays opening `n`; when they are used up they start again.
    pub openings: Vec<Opening>,
    /// Where the openings come from, in a few words.
    pub openings_source: String,
    /// The sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The folder of the journal; `None` keeps nothing.
    pub folder: Option<PathBuf>,
    /// Which builds of the engines play, so that results of two builds are never mixed.
    pub builds: [String; 2],
}

/// Why a match could not go on. What was played is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is nothing to play.
    #[error("the match has no openings")]
    NoOpenings,
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game that could not be played.
    #[error(transparent)]
    Game(#[from] Abort),
}

/// What is told while a match runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// This many games were found in the journal.
    Resumed(&'a [GameLine]),
    /// A game has ended.
    Game(&'a GameLine),
}

/// What a worker sends.
enum News {
    Game(Box<GameLine>),
    Stopped(Abort),
}

impl Match {
    /// The head of its journal: what has to be the same for games to be of one match.
    pub fn head(&self) -> Head {
        let [a, b] = &self.engines;
        let items = [
            ("rule", self.rule.to_string()),
            ("size", self.size.to_string()),
            ("engine A", a.to_string()),
            ("engine B", b.to_string()),
            ("build of A", self.builds[0].clone()),
            ("build of B", self.builds[1].clone()),
            ("openings", self.openings_source.clone()),
            ("seed", self.seed.to_string()),
            ("tolerance", format!("{} ms", self.tolerance.as_millis())),
            ("max-moves", self.max_moves.to_string()),
        ];
        let adjudication = self.adjudicates.then(|| ("adjudication", "proven".to_owned()));
        let draw = self.draw.map(|rule| ("draw", rule.to_string()));
        let items = items.into_iter().chain(adjudication).chain(draw);
        Head::new(items.map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Game `2 n` has A with the black stones, game `2 n + 1` has B.
    fn plan(&self, game: u64) -> Plan<'_> {
        let pair = game / 2;
        Plan {
            game,
            rule: self.rule,
            size: self.size,
            opening: &self.openings[pair as usize % self.openings.len()],
            black: if game.is_multiple_of(2) { Side::A } else { Side::B },
            allowances: [self.engines[0].allowance, self.engines[1].allowance],
            tolerance: self.tolerance,
            max_moves: self.max_moves,
            draw: self.draw,
            seed: mixed(self.seed, game),
        }
    }

    /// Plays the match, or what is missing of it. `call_off` ends it early and cleanly.
    ///
    /// # Errors
    /// When the journal or an engine cannot be used; games that were finished are in the journal.
    pub fn run(
        &self,
        call_off: &Arc<AtomicBool>,
        mut tell: impl FnMut(&Event<'_>, &Tally),
    ) -> Result<Summary, MatchError> {
        if self.openings.is_empty() {
            return Err(MatchError::NoOpenings);
        }
        let mut tally = Tally::new(self.engines.each_ref().map(EngineSpec::name));
        let (mut journal, old) = match &self.folder {
            Some(folder) => Journal::open(folder, &self.head()).map(|(journal, old)| (Some(journal), old))?,
            None => (None, Vec::new()),
        };
        for line in &old {
            tally.add(line);
        }
        if !old.is_empty() {
            tell(&Event::Resumed(&old), &tally);
        }
        let done: HashSet<u64> = old.iter().map(|line| line.game).collect();
        drop(old);
        let missing: Vec<u64> = (0..self.pairs as u64 * 2).filter(|game| !done.contains(game)).collect();
        let mut left = missing.len();
        if tally.verdict(self.sprt.as_ref()) == Verdict::Open {
            self.play(&missing, call_off, &mut |line| {
                if let Some(journal) = &mut journal {
                    journal.add(line)?;
                }
                left -= 1;
                tally.add(line);
                tell(&Event::Game(line), &tally);
                Ok(tally.verdict(self.sprt.as_ref()) == Verdict::Open)
            })?;
        }
        let mut summary = tally.summary(self.sprt.as_ref());
        summary.complete = left == 0 || tally.verdict(self.sprt.as_ref()) != Verdict::Open;
        Ok(summary)
    }

    /// Plays the missing games; `take` gets every line and says whether to go on.
    fn play(
        &self,
        missing: &[u64],
        call_off: &Arc<AtomicBool>,
        take: &mut dyn FnMut(&GameLine) -> Result<bool, MatchError>,
    ) -> Result<(), MatchError> {
        // Apart from the caller's flag, so that the end of the match does not look like a call from outside.
        let stop = Arc::new(AtomicBool::new(false));
        let pairs: Vec<&[u64]> = missing.chunk_by(|a, b| a / 2 == b / 2).collect();
        let next = AtomicUsize::new(0);
        // Without a queue: a worker goes on when its game has been taken, so no finished game waits to be kept.
        let (sender, news) = sync_channel(0);
        std::thread::scope(|scope| {
            let workers = self.concurrency.max(1).min(pairs.len());
            for _ in 0..workers {
                let (sender, stop, pairs, next) = (sender.clone(), Arc::clone(&stop), &pairs, &next);
                scope.spawn(move || self.work(pairs, next, &stop, &sender));
            }
            drop(sender);
            let (mut outcome, mut is_decided) = (Ok(()), false);
            loop {
                match news.recv_timeout(SLICE) {
                    // A game that ended while the match was called off still counts; one behind a verdict does not.
                    Ok(News::Game(line)) if outcome.is_ok() && !is_decided => match take(&line) {
                        Ok(goes_on) => is_decided = !goes_on,
                        Err(error) => outcome = Err(error),
                    },
                    Ok(News::Stopped(abort)) if abort != Abort::CalledOff && outcome.is_ok() => {
                        outcome = Err(abort.into());
                    }
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if is_decided || outcome.is_err() || call_off.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            outcome
        })
    }

    /// A worker: its own two players, one pair after the other.
    fn work(&self, pairs: &[&[u64]], next: &AtomicUsize, stop: &Arc<AtomicBool>, sender: &SyncSender<News>) {
        let mut players = [player::make(&self.engines[0], stop), player::make(&self.engines[1], stop)];
        let mut judge = self.adjudicates.then(Judge::default);
        while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            for game in *pair {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let news = match game::play(&self.plan(*game), &mut players, judge.as_mut()) {
                    Ok(line) => News::Game(Box::new(line)),
                    Err(abort) => News::Stopped(abort),
                };
                let is_stopped = matches!(news, News::Stopped(_));
                if sender.send(news).is_err() || is_stopped {
                    return;
                }
            }
        }
    }
}

/// A seed from two numbers, by one round of splitmix64.
fn mixed(seed: u64, game: u64) -> u64 {
    let mut z = seed.wrapping_add(game.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
