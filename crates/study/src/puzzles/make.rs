//! Where puzzles come from: games, played for it or given.
//!
//! Who plays the games is not known here: they come through [`Source`]. A game is played and looked through by one worker; the games are put together in the order of their numbers. So the same seed
//! gives the same puzzles, with any number of threads, and a collection can go on where it stopped.

use super::decide::{Found, decide};
use super::{Band, Key, Kind, Origination, Puzzle, PuzzleError, key};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Colour, Move, Point, Position, Rule, Size};
use tengen_proof::text;

/// Stack of a worker: a line of fours may be as long as the board is large.
const STACK: usize = tengen_solver::prove::STACK;
/// No puzzle before this many stones.
const FROM_PLY: usize = 8;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The rule, one with certificates.
    pub rule: Rule,
    /// The board, a square one.
    pub size: Size,
    /// Of which kinds.
    pub kinds: Vec<Kind>,
    /// How many of each kind; the bands share them evenly.
    pub count: usize,
    /// The seed of games that are played for it; `None` if the games are given.
    pub seed: Option<u64>,
    /// Games at a time.
    pub threads: usize,
}

/// A game to look through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The file that it comes from, if it was given.
    pub file: Option<String>,
    /// The moves from an empty board.
    pub moves: Vec<Move>,
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It was called off.
    #[error("it was called off")]
    CalledOff,
    /// The game could not be played.
    #[error(transparent)]
    Failed(#[from] Box<dyn std::error::Error + Send + Sync>),
}

/// Gives the games of one worker: game number so and so, `None` after the last one.
pub type Games<'a> = Box<dyn FnMut(u64) -> Result<Option<Game>, SourceError> + 'a>;

/// Where games come from.
pub trait Source: Sync {
    /// The games for one worker. Every worker gets the same game for a number.
    fn games(&self) -> Games<'_>;
}

/// Given games: the name of the file and the moves from an empty board.
#[derive(Clone, Debug)]
pub struct Given(pub Vec<(String, Vec<Move>)>);

impl Source for Given {
    fn games(&self) -> Games<'_> {
        let nth = |number: u64| usize::try_from(number).ok().and_then(|number| self.0.get(number));
        Box::new(move |number| {
            Ok(nth(number).map(|(file, moves)| Game { file: Some(file.clone()), moves: moves.clone() }))
        })
    }
}

/// Why no puzzles were made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// A game failed.
    #[error(transparent)]
    Game(#[from] SourceError),
    /// No thread.
    #[error("the system gives no thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// What happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// The puzzles of a game that were taken; whoever keeps them keeps all of a game at once.
    Taken(&'a [Puzzle]),
    /// A game was looked through.
    Game {
        /// Its number, from 0.
        number: u64,
    },
}

/// Which puzzles there are, and which are still wanted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    seen: HashSet<Key>,
    counts: HashMap<(Kind, Band), usize>,
    /// The last game of each seed that gave a puzzle.
    last_games: HashMap<u64, u64>,
}

impl Tally {
    /// Counts a puzzle that is there already.
    ///
    /// # Errors
    /// If it is none.
    pub fn add(&mut self, puzzle: &Puzzle) -> Result<(), PuzzleError> {
        let position = puzzle.position()?;
        self.seen.insert(key(&position));
        *self.counts.entry((puzzle.goal, puzzle.band)).or_default() += 1;
        if let Some(seed) = puzzle.source.seed {
            let last = self.last_games.entry(seed).or_default();
            *last = puzzle.source.game.max(*last);
        }
        Ok(())
    }

    /// How many there are of a kind and band.
    pub fn count(&self, kind: Kind, band: Band) -> usize {
        self.counts.get(&(kind, band)).copied().unwrap_or(0)
    }

    /// How many there are in all.
    pub fn len(&self) -> usize {
        self.counts.values().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn wants(&self, recipe: &Recipe, kind: Kind, band: Band) -> bool {
        self.count(kind, band) < recipe.share(band)
    }

    /// Whether nothing is wanted any more.
    pub fn is_full(&self, recipe: &Recipe) -> bool {
        let mut all = recipe.kinds.iter().flat_map(|kind| Band::ALL.map(|band| (*kind, band)));
        all.all(|(kind, band)| !self.wants(recipe, kind, band))
    }

    /// Takes a puzzle if it is wanted and new.
    fn take(&mut self, recipe: &Recipe, puzzle: &Puzzle) -> bool {
        let Ok(position) = puzzle.position() else { return false };
        let is_taken = self.wants(recipe, puzzle.goal, puzzle.band) && self.seen.insert(key(&position));
        if is_taken {
            *self.counts.entry((puzzle.goal, puzzle.band)).or_default() += 1;
        }
        is_taken
    }
}

impl Recipe {
    /// How many of a kind belong to a band: a third, the easier ones get what is left over.
    fn share(&self, band: Band) -> usize {
        self.count / 3 + usize::from(self.count % 3 > band as usize)
    }
}

/// Makes puzzles until the collection is full, the games are through or it is called off.
///
/// # Errors
/// If games cannot be played.
pub fn make(
    recipe: &Recipe,
    source: &dyn Source,
    tally: &mut Tally,
    call_off: &Arc<AtomicBool>,
    mut hear: impl FnMut(&Event<'_>, &Tally),
) -> Result<(), MakeError> {
    // The last game may have been written in part: it is looked through again.
    let first = recipe.seed.and_then(|seed| tally.last_games.get(&seed).copied()).unwrap_or(0);
    let next = AtomicU64::new(first);
    let is_over = AtomicBool::new(tally.is_full(recipe));
    std::thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..recipe.threads.max(1) {
            let worker = Worker { recipe, source, next: &next, is_over: &is_over, call_off };
            let sender = sender.clone();
            let builder = std::thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || worker.work(&sender))?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut number = first;
        let mut outcome = Ok(());
        for (game, puzzles) in games {
            early.insert(game, puzzles);
            while let Some(puzzles) = early.remove(&number) {
                match puzzles {
                    Err(SourceError::CalledOff) => {}
                    Err(error) => outcome = Err(error.into()),
                    Ok(puzzles) if !is_over.load(Ordering::Relaxed) => {
                        let taken: Vec<Puzzle> =
                            puzzles.into_iter().filter(|puzzle| tally.take(recipe, puzzle)).collect();
                        hear(&Event::Taken(&taken), tally);
                        hear(&Event::Game { number }, tally);
                    }
                    Ok(_) => {}
                }
                let is_called_off = call_off.load(Ordering::Relaxed);
                if tally.is_full(recipe) || outcome.is_err() || is_called_off {
                    is_over.store(true, Ordering::Relaxed);
                }
                number += 1;
            }
        }
        outcome
    })
}

struct Worker<'a> {
    recipe: &'a Recipe,
    source: &'a dyn Source,
    next: &'a AtomicU64,
    is_over: &'a AtomicBool,
    call_off: &'a Arc<AtomicBool>,
}

impl Worker<'_> {
    fn work(&self, sender: &Sender<(u64, Result<Vec<Puzzle>, SourceError>)>) {
        let mut games = self.source.games();
        while !self.is_over.load(Ordering::Relaxed) && !self.call_off.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let puzzles = match games(number) {
                Ok(Some(game)) => self.look_through(&game, number),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send((number, puzzles)).is_err() {
                return;
            }
        }
    }

    /// The puzzles of a game: at most one of each kind and side, the earliest.
    fn look_through(&self, game: &Game, number: u64) -> Result<Vec<Puzzle>, SourceError> {
        let Recipe { rule, size, ref kinds, .. } = *self.recipe;
        let Game { file, moves } = game;
        let mut position = Position::new(size, rule);
        let mut puzzles = Vec::new();
        let mut had: HashSet<(Kind, Colour)> = HashSet::new();
        for ply in 0..=moves.len() {
            if self.call_off.load(Ordering::Relaxed) {
                return Err(SourceError::CalledOff);
            }
            let side = position.to_move();
            let wanted: Vec<Kind> =
                kinds.iter().copied().filter(|kind| !had.contains(&(*kind, side))).collect();
            if ply >= FROM_PLY && !wanted.is_empty() {
                let puzzle = free(&position).and_then(|free| Some((decide(&free, &wanted)?, free)));
                if let Some((found, free)) = puzzle {
                    had.insert((found.kind, side));
                    let seed = self.recipe.seed.filter(|_| file.is_none());
                    let source = Origination { file: file.clone(), seed, game: number, ply };
                    puzzles.push(puzzle_of(&free, &found, source));
                }
            }
            // A given game may hold moves that are not legal under this rule.
            if moves.get(ply).is_none_or(|m| position.play(*m).is_err()) {
                break;
            }
        }
        Ok(puzzles)
    }
}

/// The same stones in no order: what a puzzle is about.
fn free(position: &Position) -> Option<Position> {
    let mut free = Position::new(position.size(), position.rule());
    for (p, stone) in position.grid().stones() {
        free.set_up(p, stone).ok()?;
    }
    free.set_first(position.to_move()).ok()?;
    Some(free)
}

fn puzzle_of(position: &Position, found: &Found, source: Origination) -> Puzzle {
    let size = position.size();
    let name = |p: Point| point_name(p, size, Origin::Bottom);
    let stones = |side: Colour| -> Vec<String> {
        position.grid().stones().filter(|(_, stone)| *stone == side).map(|(p, _)| name(p)).collect()
    };
    let Origination { game, ply, .. } = source;
    let place = source.seed.map_or_else(String::new, |seed| format!("{seed}-"));
    Puzzle {
        id: format!("{}-{place}{game}-{ply}", found.kind.name()),
        goal: found.kind,
        band: found.band,
        rule: position.rule().to_string(),
        size: size.height(),
        to_move: position.to_move().to_string(),
        black: stones(Colour::Black),
        white: stones(Colour::White),
        first: name(found.first),
        plies: found.plies,
        nodes: found.nodes,
        source,
        certificate: text::to_string(&found.certificate),
    }
}
