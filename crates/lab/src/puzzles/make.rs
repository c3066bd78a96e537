//! Where puzzles come from: games of the engine against itself, or given ones.
//!
//! A game is played and looked through by one worker; the games are put together in the order of their numbers. So the same seed
//! gives the same puzzles, with any number of threads, and a collection can go on where it stopped.

use super::decide::{Found, decide};
use super::{Band, Key, Kind, Origination, Puzzle, PuzzleError, key};
use crate::game::{Abort, Plan, play};
use crate::line::Side;
use crate::openings;
use crate::player::{Player, make as player};
use crate::spec::{Allowance, EngineSpec, SpecError};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use tengen_core::notation::{Origin, parse_moves, point_name};
use tengen_core::{Colour, Move, Point, Position, Rule, Size};
use tengen_proof::text;

/// Stack of a worker: a line of fours may be as long as the board is large.
const STACK: usize = tengen_solver::prove::STACK;
/// No puzzle before this many stones.
const FROM_PLY: usize = 8;
/// Megabytes of the playing engine.
const ENGINE_MEMORY: &str = "64";

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
    /// For openings and the moves of the players.
    pub seed: u64,
    /// How well the players play.
    pub level: u8,
    /// Games at a time.
    pub threads: usize,
}

/// Games to look through.
#[derive(Clone, Debug)]
pub enum Source {
    /// As many as are needed, played for it.
    SelfPlay,
    /// These: the name of the file and the moves from an empty board.
    Games(Vec<(String, Vec<Move>)>),
}

/// Why no puzzles were made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// The players cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A game failed.
    #[error(transparent)]
    Game(#[from] Abort),
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
pub struct Collection {
    seen: HashSet<Key>,
    counts: HashMap<(Kind, Band), usize>,
    /// The last game of each seed that gave a puzzle.
    last_games: HashMap<u64, u64>,
}

impl Collection {
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
    source: &Source,
    collection: &mut Collection,
    call_off: &Arc<AtomicBool>,
    mut hear: impl FnMut(&Event<'_>, &Collection),
) -> Result<(), MakeError> {
    // The last game may have been written in part: it is looked through again.
    let first = match source {
        Source::SelfPlay => collection.last_games.get(&recipe.seed).copied().unwrap_or(0),
        Source::Games(_) => 0,
    };
    let next = AtomicU64::new(first);
    let is_over = AtomicBool::new(collection.is_full(recipe));
    let spec = EngineSpec::parse(
        "tengen",
        &format!("level={},memory={ENGINE_MEMORY}", recipe.level),
        &Allowance::default(),
    )?;
    std::thread::scope(|scope| {
        let (sender, games) = channel();
        for _ in 0..recipe.threads.max(1) {
            let worker = Worker { recipe, source, next: &next, is_over: &is_over, call_off, spec: &spec };
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
                    Err(Abort::CalledOff) => {}
                    Err(error) => outcome = Err(error.into()),
                    Ok(puzzles) if !is_over.load(Ordering::Relaxed) => {
                        let taken: Vec<Puzzle> =
                            puzzles.into_iter().filter(|puzzle| collection.take(recipe, puzzle)).collect();
                        hear(&Event::Taken(&taken), collection);
                        hear(&Event::Game { number }, collection);
                    }
                    Ok(_) => {}
                }
                let is_called_off = call_off.load(Ordering::Relaxed);
                if collection.is_full(recipe) || outcome.is_err() || is_called_off {
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
    source: &'a Source,
    next: &'a AtomicU64,
    is_over: &'a AtomicBool,
    call_off: &'a Arc<AtomicBool>,
    spec: &'a EngineSpec,
}

impl Worker<'_> {
    fn work(&self, sender: &Sender<(u64, Result<Vec<Puzzle>, Abort>)>) {
        let mut players = [player(self.spec, self.call_off), player(self.spec, self.call_off)];
        while !self.is_over.load(Ordering::Relaxed) && !self.call_off.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let puzzles = match self.source {
                Source::SelfPlay => self.play(number, &mut players).map(|moves| (moves, None)),
                Source::Games(games) => match games.get(number as usize) {
                    Some((file, moves)) => Ok((moves.clone(), Some(file.clone()))),
                    None => return,
                },
            };
            let puzzles =
                puzzles.and_then(|(moves, file)| self.look_through(&moves, number, file.as_deref()));
            if sender.send((number, puzzles)).is_err() {
                return;
            }
        }
    }

    /// A game of the engine against itself.
    fn play(&self, number: u64, players: &mut [Box<dyn Player>; 2]) -> Result<Vec<Move>, Abort> {
        let Recipe { rule, size, seed, .. } = *self.recipe;
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03);
        let opening = openings::by_lot(1, size, seed).pop().unwrap_or(openings::Opening(Vec::new()));
        let plan = Plan {
            game: number,
            rule,
            size,
            opening: &opening,
            black: Side::A,
            allowances: [self.spec.allowance; 2],
            tolerance: Duration::from_mins(10),
            max_moves: size.area(),
            seed,
        };
        let line = play(&plan, players)?;
        // What was written a moment ago can be read.
        Ok(parse_moves(&line.moves, size, Origin::Bottom).unwrap_or_default())
    }

    /// The puzzles of a game: at most one of each kind and side, the earliest.
    fn look_through(&self, moves: &[Move], number: u64, file: Option<&str>) -> Result<Vec<Puzzle>, Abort> {
        let Recipe { rule, size, ref kinds, .. } = *self.recipe;
        let mut position = Position::new(size, rule);
        let mut puzzles = Vec::new();
        let mut had: HashSet<(Kind, Colour)> = HashSet::new();
        for ply in 0..=moves.len() {
            if self.call_off.load(Ordering::Relaxed) {
                return Err(Abort::CalledOff);
            }
            let side = position.to_move();
            let wanted: Vec<Kind> =
                kinds.iter().copied().filter(|kind| !had.contains(&(*kind, side))).collect();
            if ply >= FROM_PLY && !wanted.is_empty() {
                let puzzle = free(&position).and_then(|free| Some((decide(&free, &wanted)?, free)));
                if let Some((found, free)) = puzzle {
                    had.insert((found.kind, side));
                    let seed = file.is_none().then_some(self.recipe.seed);
                    let source = Origination { file: file.map(str::to_owned), seed, game: number, ply };
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
