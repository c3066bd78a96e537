//! Games of the engine against itself, to learn from.
//!
//! A game depends on its number and the recipe alone, so any worker can play it, and a run that was stopped goes on. Openings are a few
//! stones by lot, close together, that a quick search finds undecided; the first moves are drawn among the good ones, so that no two games are
//! alike; the rest is the engine's choice with few nodes, but for a stray move now and then: a search looks at many positions that good players never
//! reach, and their value has to be learned, too. A game ends where the search sees its end; that position is its last.

use super::games::{End, Game, Outcome, Played};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::pattern::PointClass;
use tengen_core::threat::winning_fours;
use tengen_core::{Board, Colour, Move, Point, Position, Rule, Size, Status, with_rule};
use tengen_engine::{Answer, Engine, Limits, Options, Request, Score, Silent};
use tengen_eval::Tables;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Nodes a move after which no iteration is begun, in the mean; each move has up to 30 % more or less.
    pub nodes: u64,
    /// Positions of each search's tree that are looked at by a search of their own, with a quarter of the nodes.
    pub tree: usize,
    /// For all lots.
    pub seed: u64,
    /// What the engine plays with; `None` is what the program carries.
    pub tables: Option<&'static Tables>,
}

/// Raised when games are played in another way, so that no file holds games of two ways.
pub(super) const WAY: u32 = 4;
/// Bytes of the engine's table: a game at a few thousand nodes needs no more.
const MEMORY: u64 = 24 << 20;
/// Part of the nodes that a search of a position from a tree has.
const TREE_SHARE: u64 = 4;
/// How many times these nodes an iteration may take to its end.
const HARD: u64 = 8;
/// Stones of an opening.
const STONES: std::ops::RangeInclusive<usize> = 2..=9;
/// Sides of the square that they lie in.
const SQUARE: std::ops::RangeInclusive<i32> = 4..=7;
/// Nodes of the quick search, and how far from even it may find an opening.
const QUICK: u64 = 1000;
const EVEN: f64 = 0.22;
/// Openings that are tried before the evenest of them is taken.
const ATTEMPTS: usize = 24;
/// Moves that are drawn by lot, among how many, and how much worse than the best they may be.
const LOTS: usize = 6;
const CHOICES: usize = 4;
const WORSE: f64 = 0.04;
/// One move in so many is a stray one, drawn among so many points that look best at sight.
const STRAY_EVERY: u32 = 8;
const STRAY_CHOICES: usize = 10;
/// A game in which nobody has an edge for so many plies after so many stones is a draw.
const QUIET_PLIES: usize = 10;
const QUIET_EDGE: f64 = 0.02;
const QUIET_SHARE: f64 = 0.45;

/// One who plays games by number.
pub struct SelfPlayer {
    recipe: Recipe,
    engine: Engine,
    call_off: Arc<AtomicBool>,
}

impl SelfPlayer {
    /// A player with a table of its own; `call_off` ends a game before its end.
    pub fn new(recipe: Recipe, call_off: Arc<AtomicBool>) -> Self {
        let options = Options { memory: MEMORY, tables: recipe.tables, ..Options::default() };
        Self { recipe, engine: Engine::new(options), call_off }
    }

    /// The game of a number, and before it the positions from the trees of its searches; `None` if it was called off.
    pub fn game(&mut self, number: u64) -> Option<Vec<Game>> {
        let Recipe { rule, size, nodes, seed, .. } = self.recipe;
        let mut of_trees = Vec::new();
        let mut lots = fastrand::Rng::with_seed(
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03),
        );
        self.engine.forget();
        let opening = self.opening(&mut lots)?;
        let mut position = Position::new(size, rule);
        for p in &opening {
            position.play(Move::Place(*p)).ok()?;
        }
        let mut moves: Vec<Played> = Vec::new();
        let mut quiet = 0;
        let (outcome, end) = loop {
            match position.status() {
                Status::Won { winner, .. } => break (Outcome::Won(winner), End::Played),
                Status::Draw => break (Outcome::Draw, End::Played),
                Status::Open => {}
            }
            let is_lot = moves.len() < LOTS;
            let jittered = nodes * lots.u64(70..=130) / 100;
            // Several times as many positions of the tree as are wanted, to draw from.
            let valued = (nodes / 8).checked_div(self.recipe.tree as u64);
            let answer = self.ask(&position, jittered, if is_lot { CHOICES } else { 1 }, valued)?;
            of_trees.extend(self.of_tree(number, &position, &answer, &mut lots)?);
            let us = position.to_move();
            let Some(best) = answer.best() else { break (Outcome::Draw, End::Played) };
            let score = answer.score.value().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            if answer.score.is_decided() {
                let winner = if answer.score.is_win() { us } else { us.opponent() };
                moves.push(Played { point: best, score, is_lot: false });
                break (Outcome::Won(winner), End::Seen);
            }
            let is_even = (answer.score.win_rate() - 0.5).abs() < QUIET_EDGE;
            let is_late = position.stone_count() as f64 > QUIET_SHARE * size.area() as f64;
            quiet = if is_even && is_late { quiet + 1 } else { 0 };
            if quiet >= QUIET_PLIES {
                break (Outcome::Draw, End::Quiet);
            }
            let point = if is_lot {
                drawn(&answer, WORSE, &mut lots).unwrap_or(best)
            } else if lots.u32(..STRAY_EVERY) == 0 {
                self.stray(&position, &mut lots).unwrap_or(best)
            } else {
                best
            };
            moves.push(Played { point, score, is_lot: point != best });
            position.play(Move::Place(point)).ok()?;
        };
        of_trees.push(Game { number, opening, moves, outcome, end });
        Some(of_trees)
    }

    /// Some positions that a search valued, each with what a search of its own says; `None` if that was called off.
    fn of_tree(
        &mut self,
        number: u64,
        root: &Position,
        answer: &Answer,
        lots: &mut fastrand::Rng,
    ) -> Option<Vec<Game>> {
        let mut games = Vec::new();
        for line in lots.choose_multiple(&answer.valued, self.recipe.tree) {
            let mut position = root.clone();
            let is_played = line.iter().all(|p| position.play(Move::Place(*p)).is_ok());
            // The file counts the stones of an opening in a byte.
            let fits = u8::try_from(position.stone_count()).is_ok();
            if !is_played || !fits || position.status() != Status::Open {
                continue;
            }
            let found = self.think(&position, self.recipe.nodes / TREE_SHARE, 1)?;
            let Some(point) = found.best() else { continue };
            let score = found.score.value().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let opening = position.moves().iter().filter_map(|m| m.point()).collect();
            let moves = vec![Played { point, score, is_lot: false }];
            games.push(Game { number, opening, moves, outcome: Outcome::Draw, end: End::Tree });
        }
        Some(games)
    }

    /// One of the points that look best at sight; none where a four or five leaves no choice.
    fn stray(&self, position: &Position, lots: &mut fastrand::Rng) -> Option<Point> {
        let tables = self.recipe.tables.unwrap_or_else(|| Tables::embedded(position.rule()));
        with_rule!(position.rule(), R => {
            let mut board = Board::<R>::from_position(position);
            let us = board.to_move();
            for side in [us, us.opponent()] {
                if board.count(side, PointClass::Five) > 0 || !winning_fours(&mut board, side).is_empty() {
                    return None;
                }
            }
            let mut points: Vec<Point> = board.candidates().iter().filter(|p| board.is_legal(*p, us)).collect();
            points.sort_by_key(|p| -tables.point_score(&board, *p, us));
            points.truncate(STRAY_CHOICES);
            lots.choice(points)
        })
    }

    fn think(&mut self, position: &Position, nodes: u64, lines: usize) -> Option<Answer> {
        self.ask(position, nodes, lines, None)
    }

    fn ask(&mut self, position: &Position, nodes: u64, lines: usize, valued: Option<u64>) -> Option<Answer> {
        if self.call_off.load(Ordering::Relaxed) {
            return None;
        }
        let limits = Limits { nodes: Some(HARD * nodes), enough: Some(nodes), ..Limits::default() };
        let request = Request { limits, lines, valued, ..Request::new(position.clone()) };
        Some(self.engine.think(request, Silent).wait())
    }

    /// Some stones close together, undecided as far as a quick search sees.
    fn opening(&mut self, lots: &mut fastrand::Rng) -> Option<Vec<Point>> {
        let Recipe { rule, size, .. } = self.recipe;
        let mut evenest: Option<(f64, Vec<Point>)> = None;
        for _ in 0..ATTEMPTS {
            let stones = stones(lots, size);
            let mut position = Position::new(size, rule);
            let is_legal = stones.iter().all(|p| position.play(Move::Place(*p)).is_ok());
            if !is_legal || position.status() != Status::Open {
                continue;
            }
            let edge = (self.think(&position, QUICK, 1)?.score.win_rate() - 0.5).abs();
            if edge <= EVEN {
                return Some(stones);
            }
            if evenest.as_ref().is_none_or(|(least, _)| edge < *least) {
                evenest = Some((edge, stones));
            }
        }
        evenest.map(|(_, stones)| stones)
    }
}

/// Stones by lot in a small square anywhere on the board.
fn stones(lots: &mut fastrand::Rng, size: Size) -> Vec<Point> {
    let count = lots.usize(STONES);
    let [width, height] = [size.width(), size.height()].map(i32::from);
    let side = lots.i32(SQUARE).min(width).min(height);
    let (left, top) = (lots.i32(0..=width - side), lots.i32(0..=height - side));
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        let p = size.point(left + lots.i32(0..side), top + lots.i32(0..side));
        points.extend(p.filter(|p| !points.contains(p)));
    }
    points
}

/// The first move of one of the lines that are at most this much `worse` than the best in win rate, better ones more often.
pub(crate) fn drawn(answer: &Answer, worse: f64, lots: &mut fastrand::Rng) -> Option<Point> {
    let best = answer.lines.first()?.score.win_rate();
    let good: Vec<(Point, f64)> = answer
        .lines
        .iter()
        .filter(|line| !line.score.is_loss())
        .filter_map(|line| Some((*line.pv.first()?, best - line.score.win_rate())))
        .filter(|(_, less)| *less <= worse)
        .map(|(p, less)| (p, (-2.0 * less / worse).exp()))
        .collect();
    let mut lot = lots.f64() * good.iter().map(|(_, weight)| weight).sum::<f64>();
    let chosen = good.iter().find(|(_, weight)| {
        lot -= weight;
        lot <= 0.0
    });
    chosen.map(|(p, _)| *p)
}

/// The result for a side: 1, a half or 0.
pub fn result_for(outcome: Outcome, side: Colour) -> f64 {
    match outcome {
        Outcome::Won(winner) if winner == side => 1.0,
        Outcome::Won(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// The win rate that a score of a game stands for.
pub fn rate_of(score: i16) -> f64 {
    Score::of(score.into()).win_rate()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{Games, Head, Writer};

    fn recipe() -> Recipe {
        Recipe { rule: Rule::Freestyle, size: Size::FIFTEEN, nodes: 150, tree: 2, seed: 3, tables: None }
    }

    #[test]
    fn a_game_depends_on_its_number_alone_and_can_be_played_again() {
        let mut player = SelfPlayer::new(recipe(), Arc::default());
        let games: Vec<Game> = (0..3).filter_map(|number| player.game(number)).flatten().collect();
        let mut other = SelfPlayer::new(recipe(), Arc::default());
        let last: Vec<Game> = games.iter().filter(|game| game.number == 2).cloned().collect();
        assert_eq!(other.game(2), Some(last));
        assert_ne!(games[0].opening, games[1].opening);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let head = Head {
            rule: "freestyle".into(),
            size: [15, 15],
            generator: "test".into(),
            tables: "none".into(),
            nodes: 150,
            seed: 3,
        };
        let (mut writer, _) = Writer::open(&path, &head).unwrap();
        for game in &games {
            writer.add(game).unwrap();
        }
        let read = Games::read(&path).unwrap();
        assert_eq!(read.list, games);
        read.verify().unwrap();
        let mut wrong = read.clone();
        wrong.list[0].moves[0].point = wrong.list[0].opening[0];
        assert!(wrong.verify().is_err());
    }

    #[test]
    fn games_stray_and_end_with_what_was_seen() {
        let mut player = SelfPlayer::new(recipe(), Arc::default());
        let games: Vec<Game> = (0..12).filter_map(|number| player.game(number)).flatten().collect();
        let strays = games.iter().flat_map(|game| game.moves.iter().skip(LOTS)).filter(|m| m.is_lot);
        assert!(strays.count() > 0);
        let seen: Vec<&Game> = games.iter().filter(|game| game.end == End::Seen).collect();
        assert!(!seen.is_empty());
        for game in seen {
            let (last, before) = game.moves.split_last().unwrap();
            assert!(before.iter().all(|m| m.score.abs() < 20_000) && last.score.abs() > 20_000);
        }
    }

    #[test]
    fn positions_of_trees_go_on_from_their_game_and_have_a_score_of_their_own() {
        let mut player = SelfPlayer::new(recipe(), Arc::default());
        let games = player.game(5).unwrap();
        let (game, trees) = games.split_last().unwrap();
        assert!(game.end != End::Tree && trees.len() > game.moves.len(), "{}", trees.len());
        let stones: Vec<Point> =
            game.opening.iter().copied().chain(game.moves.iter().map(|m| m.point)).collect();
        for tree in trees {
            assert_eq!((tree.end, tree.number, tree.moves.len()), (End::Tree, 5, 1));
            let shared = stones.iter().zip(&tree.opening).take_while(|(a, b)| a == b).count();
            assert!(shared >= game.opening.len());
        }
        assert!(trees.iter().any(|tree| !stones.starts_with(&tree.opening)), "they leave the game");
        let without = Recipe { tree: 0, ..recipe() };
        assert_eq!(SelfPlayer::new(without, Arc::default()).game(5).unwrap().len(), 1);
    }

    #[test]
    fn a_game_that_is_called_off_is_no_game() {
        let mut player = SelfPlayer::new(recipe(), Arc::new(AtomicBool::new(true)));
        assert_eq!(player.game(0), None);
    }
}
