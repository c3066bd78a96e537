//! Balanced openings: a few stones by lot, more that are drawn among good moves, and a search that finds nobody ahead.
//!
//! The one idea: what comes of number `n` depends on the recipe and `n` alone, and openings are taken in the order of their numbers. So the
//! list does not depend on how many threads made it, and a run that was stopped goes on with the next number.

use super::{Opening, canonical, lot};
use crate::learn::play::drawn;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use tengen_core::notation::{Origin, moves_to_string, parse_moves};
use tengen_core::{Move, Point, Position, Rule, Size, Status};
use tengen_engine::{Answer, Engine, Limits, Options, Request, Silent};

/// What openings are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// How many stones.
    pub stones: RangeInclusive<usize>,
    /// How far the win rate may lie from a half.
    pub edge: f64,
    /// Nodes of the search that judges.
    pub nodes: u64,
    /// For all lots.
    pub seed: u64,
}

/// Stones by lot, before the others are drawn among good moves.
const LOTS: RangeInclusive<usize> = 2..=4;
/// A move is drawn by a search of so many nodes, among so many lines, that are worse by so much win rate at most.
const DRAW_NODES: u64 = 2000;
const CHOICES: usize = 5;
const WORSE: f64 = 0.08;
/// A first look has one node in so many, and may see so many times the edge.
const FIRST_SHARE: u64 = 10;
const FIRST_EDGE: f64 = 2.0;
/// Bytes of an engine's table.
const MEMORY: u64 = 24 << 20;
/// How many numbers a thread may be ahead of those that were taken.
const AHEAD: usize = 64;

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, size, stones, edge, nodes, seed } = self;
        let (least, most) = (stones.start(), stones.end());
        write!(
            f,
            "{rule} {size}, {least} to {most} stones, within {edge} of even at {nodes} nodes, seed {seed}"
        )
    }
}

/// Openings so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// In the order of their numbers.
    pub openings: Vec<Opening>,
    /// The number to go on with.
    pub next: u64,
}

/// Why a file cannot be gone on with.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// Something else is in it.
    #[error("it was not made by `tengen openings generate`: name another file")]
    Other,
    /// Other openings are in it.
    #[error("it holds other openings ({0}): name another file, or give the same options to go on")]
    Different(String),
    /// A line that is none.
    #[error("line {0} is no opening: remove the file to begin anew")]
    Damaged(usize),
}

const HEAD: &str = "# tengen openings generate: ";
const NEXT: &str = "# next number: ";

impl List {
    /// The file: two remarks, then a line of moves an opening.
    pub fn to_text(&self, recipe: &Recipe) -> String {
        let mut text = format!("{HEAD}{recipe}\n{NEXT}{}\n", self.next);
        for opening in &self.openings {
            let moves: Vec<Move> = opening.0.iter().copied().map(Move::Place).collect();
            text.push_str(&moves_to_string(&moves, recipe.size, Origin::Bottom));
            text.push('\n');
        }
        text
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// When it is none, or one of another recipe.
    pub fn from_text(text: &str, recipe: &Recipe) -> Result<Self, ListError> {
        let mut lines = text.lines().enumerate();
        let mut head = |start| lines.next().and_then(|(_, line)| line.strip_prefix(start));
        let of = head(HEAD).ok_or(ListError::Other)?;
        if of != recipe.to_string() {
            return Err(ListError::Different(of.to_owned()));
        }
        let next = head(NEXT).and_then(|number| number.parse().ok()).ok_or(ListError::Other)?;
        let read = |(i, line): (usize, &str)| {
            let moves = parse_moves(line, recipe.size, Origin::Bottom).ok();
            let points = moves.and_then(|moves| moves.iter().map(|m| m.point()).collect());
            points.map(Opening).ok_or(ListError::Damaged(i + 1))
        };
        Ok(Self { openings: lines.map(read).collect::<Result<_, _>>()?, next })
    }

    /// Adds openings until there are `count`, no two alike under the symmetries of the board. `tell` hears of every number that was tried;
    /// `call_off` ends it, and the list is good for going on.
    pub fn fill(
        &mut self,
        recipe: &Recipe,
        count: usize,
        threads: usize,
        call_off: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(&Self),
    ) {
        let mut seen: HashSet<_> =
            self.openings.iter().map(|opening| canonical(opening, recipe.size)).collect();
        if self.openings.len() >= count {
            return;
        }
        // Apart from the caller's flag: that the list is full is no call from outside.
        let stop = Arc::new(AtomicBool::new(false));
        let next = AtomicU64::new(self.next);
        let (sender, tried) = sync_channel(AHEAD);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, stop, next) = (sender.clone(), Arc::clone(&stop), &next);
                scope.spawn(move || {
                    let mut maker = Maker::new(recipe, Arc::clone(&stop));
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Ok(found) = maker.opening(number) else { return };
                        if sender.send((number, found)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for (number, found) in tried {
                waiting.insert(number, found);
                while !stop.load(Ordering::Relaxed)
                    && let Some(found) = waiting.remove(&self.next)
                {
                    self.next += 1;
                    let new = found.filter(|opening| seen.insert(canonical(opening, recipe.size)));
                    self.openings.extend(new);
                    tell(self);
                    if self.openings.len() >= count || call_off.load(Ordering::Relaxed) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
    }
}

/// The run was called off.
struct CalledOff;

/// One who makes openings by number.
struct Maker<'a> {
    recipe: &'a Recipe,
    engine: Engine,
    call_off: Arc<AtomicBool>,
}

impl<'a> Maker<'a> {
    fn new(recipe: &'a Recipe, call_off: Arc<AtomicBool>) -> Self {
        Self { recipe, engine: Engine::new(Options { memory: MEMORY, ..Options::default() }), call_off }
    }

    /// What comes of a number, if it is balanced.
    fn opening(&mut self, number: u64) -> Result<Option<Opening>, CalledOff> {
        let Recipe { rule, size, ref stones, edge, nodes, seed } = *self.recipe;
        let mut lots = fastrand::Rng::with_seed(
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03),
        );
        self.engine.forget();
        let count = lots.usize(stones.clone());
        let aside = i32::from(size.width().min(size.height())) / 5;
        let few = *LOTS.start().min(&count)..=*LOTS.end().min(&count);
        let first = lot(&mut lots, size, few, aside);
        let mut position = Position::new(size, rule);
        let is_legal = first.0.iter().all(|p| position.play(Move::Place(*p)).is_ok());
        if !is_legal {
            return Ok(None);
        }
        while position.stone_count() < count {
            let answer = self.think(&position, DRAW_NODES, CHOICES)?;
            let Some(point) = drawn(&answer, WORSE, &mut lots) else { return Ok(None) };
            if position.play(Move::Place(point)).is_err() || position.status() != Status::Open {
                return Ok(None);
            }
        }
        for (nodes, edge) in [(nodes / FIRST_SHARE, FIRST_EDGE * edge), (nodes, edge)] {
            let score = self.think(&position, nodes.max(1), 1)?.score;
            if score.is_decided() || (score.win_rate() - 0.5).abs() > edge {
                return Ok(None);
            }
        }
        let points: Option<Vec<Point>> = position.moves().iter().map(|m| m.point()).collect();
        Ok(points.map(Opening))
    }

    fn think(&mut self, position: &Position, nodes: u64, lines: usize) -> Result<Answer, CalledOff> {
        if self.call_off.load(Ordering::Relaxed) {
            return Err(CalledOff);
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { limits, lines, ..Request::new(position.clone()) };
        Ok(self.engine.think(request, Silent).wait())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(rule: Rule) -> Recipe {
        Recipe { rule, size: Size::FIFTEEN, stones: 3..=6, edge: 0.1, nodes: 400, seed: 5 }
    }

    fn made(recipe: &Recipe, count: usize, threads: usize) -> List {
        let mut list = List::default();
        list.fill(recipe, count, threads, &Arc::default(), &mut |_| {});
        list
    }

    #[test]
    fn openings_are_balanced_and_different_whoever_makes_them() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let recipe = recipe(rule);
            let list = made(&recipe, 12, 1);
            assert_eq!(list, made(&recipe, 12, 3));
            let different: HashSet<_> = list.openings.iter().map(|o| canonical(o, recipe.size)).collect();
            assert_eq!((list.openings.len(), different.len()), (12, 12));
            assert!(list.next > 12, "some are not balanced");
            let mut judge = Maker::new(&recipe, Arc::default());
            for opening in &list.openings {
                assert!(recipe.stones.contains(&opening.0.len()));
                let position = Position::from_moves(recipe.size, rule, opening.0.iter().copied()).unwrap();
                assert_eq!(position.status(), Status::Open);
                // The table held other things when it was judged, so the bound is a little wider.
                judge.engine.forget();
                let rate = judge.think(&position, recipe.nodes, 1).ok().unwrap().score.win_rate();
                assert!((rate - 0.5).abs() < 0.2, "{rate}");
            }
        }
    }

    #[test]
    fn a_list_that_was_stopped_goes_on_as_if_it_had_not_been() {
        let recipe = recipe(Rule::Freestyle);
        let call_off = Arc::new(AtomicBool::new(false));
        let mut list = List::default();
        list.fill(&recipe, 10, 2, &call_off, &mut |list| {
            call_off.store(list.openings.len() >= 4, Ordering::Relaxed);
        });
        assert_eq!(list.openings.len(), 4);
        let mut again = List::from_text(&list.to_text(&recipe), &recipe).unwrap();
        assert_eq!(again, list);
        again.fill(&recipe, 10, 2, &Arc::default(), &mut |_| {});
        assert_eq!(again, made(&recipe, 10, 1));
    }

    #[test]
    fn the_lists_that_are_carried_can_be_played_and_hold_no_two_alike() {
        for (side, text) in [
            (15, include_str!("../../../../data/openings/freestyle-15.txt")),
            (20, include_str!("../../../../data/openings/freestyle-20.txt")),
        ] {
            let (size, rule) = (Size::square(side).unwrap(), Rule::Freestyle);
            let recipe = Recipe { rule, size, stones: 4..=8, edge: 0.1, nodes: 100_000, seed: side as u64 };
            let list = List::from_text(text, &recipe).unwrap();
            let different: HashSet<_> = list.openings.iter().map(|o| canonical(o, size)).collect();
            assert_eq!((list.openings.len(), different.len()), (2000, 2000));
            for opening in &list.openings {
                assert!(recipe.stones.contains(&opening.0.len()));
                let position = Position::from_moves(size, rule, opening.0.iter().copied()).unwrap();
                assert_eq!(position.status(), Status::Open);
            }
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let recipe = recipe(Rule::Freestyle);
        assert_eq!(List::from_text("h8i9\n", &recipe), Err(ListError::Other));
        let text = made(&recipe, 1, 1).to_text(&recipe);
        let other = Recipe { seed: 6, ..recipe.clone() };
        assert!(matches!(List::from_text(&text, &other), Err(ListError::Different(_))));
        assert_eq!(List::from_text(&format!("{text}h8?\n"), &recipe), Err(ListError::Damaged(4)));
    }
}
