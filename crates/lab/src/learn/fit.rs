//! The fit: logistic regression for the value, a softmax over moves for the policy, both on sparse rows.
//!
//! The value learns what the search thought, or a mixture of that and how the game ended; the policy learns the move that the search chose. Positions
//! that a search never values as they stand (a five or a winning four is there) and forced moves are left out. Rows are counts of lines and
//! points wherever they are, so the eight images of a position are one.
//!
//! Threads take fixed shares of a batch and their sums are added in order: the same settings give the same weights.

use super::games::{End, Game, Games, Head};
use super::model::{MOVE_ROWS, Model, Part};
use super::play::result_for;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, Rule, Size, with_rule};
use tengen_eval::Weights;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Times that every game is seen.
    pub epochs: usize,
    /// Positions between two steps, about.
    pub batch: usize,
    /// Size of the first steps; the last are a twentieth of it.
    pub rate: f64,
    /// Share of the search's opinion in what the value learns; the rest is the result.
    pub trust: f64,
    /// How strongly numbers are held to where they started.
    pub hold: f64,
    /// Threads.
    pub threads: usize,
    /// For the order of games.
    pub seed: u64,
    /// What is learned; the other part stays as it was. `None`: both.
    pub only: Option<Part>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 12, batch: 2048, rate: 0.02, trust: 1.0, hold: 1e-5, threads: 1, seed: 1, only: None }
    }
}

/// One game in so many is never learned from, to measure with.
const HELD_OUT: u64 = 20;
/// No win rate beyond this is learned: the game is over for practical purposes.
const DECIDED: f64 = 0.975;

/// Mean losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Losses {
    /// Cross-entropy of the value.
    pub value: f64,
    /// Cross-entropy of the policy.
    pub policy: f64,
    /// How often the first move of the policy is the search's.
    pub first: f64,
    /// Positions of the value.
    pub positions: u64,
    /// Positions of the policy.
    pub moves: u64,
}

/// After each time through the games.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Epoch {
    /// From 0, which is before anything is learned.
    pub number: usize,
    /// On what was learned from, while learning.
    pub seen: Losses,
    /// On the games that are held out.
    pub held_out: Losses,
}

/// What came of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights after the last epoch.
    pub weights: Weights,
    /// The losses from epoch to epoch.
    pub epochs: Vec<Epoch>,
    /// Points of the search's score for one logit of the result.
    pub score_scale: f64,
}

/// Fits weights to games, beginning with some. `tell` hears of every epoch, and may end it by saying no.
pub fn fit(
    games: &[Games],
    start: &Weights,
    settings: &Settings,
    tell: &mut dyn FnMut(&Epoch) -> bool,
) -> Option<Fitted> {
    let (rule, _) = games.first()?.head.ground().ok()?;
    let mut learned: Vec<(&Game, Size)> = Vec::new();
    let mut held_out: Vec<(&Game, Size)> = Vec::new();
    for file in games {
        let (_, size) = file.head.ground().ok()?;
        for game in in_order(file) {
            let list = if is_held_out(game, &file.head) { &mut held_out } else { &mut learned };
            list.push((game, size));
        }
    }
    let target = Target { trust: settings.trust, score_scale: score_scale(games) };
    let first = Model::of(start, rule != Rule::Renju);
    let mut model = first.clone();
    let mut adam = Adam::new(model.numbers.len());
    let mut lots = fastrand::Rng::with_seed(settings.seed);
    let steps = settings.epochs * batches(&learned, settings.batch).len();
    let mut step = 0;
    let mut epochs = Vec::new();
    let measure = |model: &Model| losses(rule, &held_out, model, target, settings.threads).losses();
    let epoch = Epoch { number: 0, seen: Losses::default(), held_out: measure(&model) };
    epochs.push(epoch);
    let mut goes_on = tell(&epoch);
    for number in 1..=settings.epochs {
        if !goes_on {
            break;
        }
        lots.shuffle(&mut learned);
        let mut seen = Sums::new(0);
        for batch in batches(&learned, settings.batch) {
            let mut sums = losses(rule, batch, &model, target, settings.threads);
            sums.average(&model, &first, settings.hold);
            let progress = step as f64 / steps.max(1) as f64;
            let rate = settings.rate * (0.05 + 0.95 * 0.5 * (1.0 + (std::f64::consts::PI * progress).cos()));
            adam.step(&mut model.numbers, &sums.gradient, rate);
            step += 1;
            seen.add_losses(&sums);
        }
        let epoch = Epoch { number, seen: seen.losses(), held_out: measure(&model) };
        epochs.push(epoch);
        goes_on = tell(&epoch);
    }
    if let Some(part) = settings.only {
        model.restore_all_but(part, &first);
    }
    // The margins of the search are in points: values stay as large as they were.
    let (before, after) = (spread(rule, &held_out, &first), spread(rule, &held_out, &model));
    if before > 0.0 && after > 0.0 {
        model.scale_value(before / after);
    }
    Some(Fitted { weights: model.weights(), epochs, score_scale: target.score_scale })
}

/// The games in parts of at least so many positions, but for the last.
fn batches<'a>(mut games: &'a [(&'a Game, Size)], positions: usize) -> Vec<&'a [(&'a Game, Size)]> {
    let mut parts = Vec::new();
    while !games.is_empty() {
        let mut count = 0;
        let end = games.iter().position(|(game, _)| {
            count += game.moves.len();
            count >= positions
        });
        let (part, rest) = games.split_at(end.map_or(games.len(), |end| end + 1));
        parts.push(part);
        games = rest;
    }
    parts
}

/// Whether a game is one to measure with.
fn is_held_out(game: &Game, head: &Head) -> bool {
    let lot = (game.number ^ head.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    lot.is_multiple_of(HELD_OUT)
}

/// The games by number: in a file they stand as they ended, which is another order every time.
fn in_order(file: &Games) -> Vec<&Game> {
    let mut list: Vec<&Game> = file.list.iter().collect();
    list.sort_by_key(|game| game.number);
    list
}

/// What the value learns.
#[derive(Clone, Copy, Debug)]
struct Target {
    trust: f64,
    score_scale: f64,
}

/// How large values are over all positions of games: the root of their mean square.
fn spread(rule: Rule, games: &[(&Game, Size)], model: &Model) -> f64 {
    with_rule!(rule, R => {
        let (mut squares, mut count, mut rows) = (0.0, 0.0, Vec::new());
        for (game, size) in games {
            let mut board = Board::<R>::new(*size);
            for p in game.opening.iter().copied().chain(game.moves.iter().map(|played| played.point)) {
                board.play(p);
                squares += model.value(&board, &mut rows).powi(2);
                count += 1.0;
            }
        }
        (squares / f64::max(count, 1.0)).sqrt()
    })
}

fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

fn cross_entropy(target: f64, rate: f64) -> f64 {
    let rate = rate.clamp(1e-9, 1.0 - 1e-9);
    -(target * rate.ln() + (1.0 - target) * (1.0 - rate).ln())
}

/// The scale at which scores say best how games end.
fn score_scale(games: &[Games]) -> f64 {
    let known: Vec<(f64, f64)> = games
        .iter()
        .flat_map(in_order)
        .filter(|game| game.end != End::Tree)
        .flat_map(|game| {
            game.moves
                .iter()
                .enumerate()
                .map(|(ply, played)| (f64::from(played.score), result_for(game.outcome, side_at(game, ply))))
        })
        .step_by(7)
        .collect();
    let loss = |scale: f64| -> f64 {
        known.iter().map(|(score, result)| cross_entropy(*result, sigmoid(score / scale))).sum()
    };
    let candidates = (0..40).map(|n| 60.0 * 1.07_f64.powi(n));
    candidates.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(200.0)
}

/// Who plays a move of a game.
fn side_at(game: &Game, ply: usize) -> Colour {
    if (game.opening.len() + ply).is_multiple_of(2) { Colour::Black } else { Colour::White }
}

/// Sums over positions.
struct Sums {
    gradient: Vec<f64>,
    value: f64,
    policy: f64,
    first: f64,
    positions: u64,
    moves: u64,
}

impl Sums {
    fn new(count: usize) -> Self {
        Self { gradient: vec![0.0; count], value: 0.0, policy: 0.0, first: 0.0, positions: 0, moves: 0 }
    }

    fn add_losses(&mut self, other: &Self) {
        self.value += other.value;
        self.policy += other.policy;
        self.first += other.first;
        self.positions += other.positions;
        self.moves += other.moves;
    }

    fn add(&mut self, other: &Self) {
        self.add_losses(other);
        for (sum, more) in self.gradient.iter_mut().zip(&other.gradient) {
            *sum += more;
        }
    }

    /// The gradient of the mean loss, with the pull to where the numbers started.
    fn average(&mut self, model: &Model, first: &Model, hold: f64) {
        let count = self.positions.max(1) as f64;
        for ((slope, now), was) in self.gradient.iter_mut().zip(&model.numbers).zip(&first.numbers) {
            *slope = *slope / count + hold * (now - was);
        }
    }

    fn losses(&self) -> Losses {
        let (positions, moves) = (self.positions.max(1) as f64, self.moves.max(1) as f64);
        Losses {
            value: self.value / positions,
            policy: self.policy / moves,
            first: self.first / moves,
            positions: self.positions,
            moves: self.moves,
        }
    }
}

/// Losses and gradients of games, by several threads.
fn losses(rule: Rule, games: &[(&Game, Size)], model: &Model, target: Target, threads: usize) -> Sums {
    let share = games.len().div_ceil(threads.max(1)).max(1);
    let of = |games: &[(&Game, Size)]| with_rule!(rule, R => losses_of::<R>(games, model, target));
    let parts: Vec<Sums> = if threads <= 1 {
        vec![of(games)]
    } else {
        std::thread::scope(|scope| {
            let of = &of;
            let parts: Vec<_> = games.chunks(share).map(|part| scope.spawn(move || of(part))).collect();
            parts.into_iter().filter_map(|part| part.join().ok()).collect()
        })
    };
    let mut sums = Sums::new(model.numbers.len());
    for part in &parts {
        sums.add(part);
    }
    sums
}

fn losses_of<R: RuleType>(games: &[(&Game, Size)], model: &Model, target: Target) -> Sums {
    let mut sums = Sums::new(model.numbers.len());
    let mut work = Work::default();
    for (game, size) in games {
        let mut board = Board::<R>::new(*size);
        for p in &game.opening {
            board.play(*p);
        }
        let mut stones = game.opening.iter().rev().copied();
        let mut last = [stones.next(), stones.next()];
        for (ply, played) in game.moves.iter().enumerate() {
            let (us, them) = (board.to_move(), board.to_move().opponent());
            let has = |side: Colour, class: PointClass| board.count(side, class) > 0;
            let is_quiet = !has(us, PointClass::Five)
                && !has(them, PointClass::Five)
                && !has(us, PointClass::DoubleFour)
                && !has(us, PointClass::CrossFours);
            if is_quiet {
                let thought = sigmoid(f64::from(played.score) / target.score_scale);
                let result = result_for(game.outcome, side_at(game, ply));
                let thought = thought.clamp(1.0 - DECIDED, DECIDED);
                // What came of a position of a tree is not known.
                let trust = if game.end == End::Tree { 1.0 } else { target.trust };
                let wanted = trust * thought + (1.0 - trust) * result;
                learn_value(model, &board, wanted, &mut work, &mut sums);
                let is_free = !has(them, PointClass::DoubleFour) && !has(them, PointClass::CrossFours);
                if is_free && !played.is_lot {
                    learn_policy(model, &board, played.point, last, &mut work, &mut sums);
                }
            }
            board.play(played.point);
            last = [Some(played.point), last[0]];
        }
    }
    sums
}

/// Lists that are used again.
#[derive(Default)]
struct Work {
    rows: Vec<(usize, f64)>,
    moves: Vec<(f64, [usize; MOVE_ROWS])>,
}

fn learn_value<R: RuleType>(model: &Model, board: &Board<R>, wanted: f64, work: &mut Work, sums: &mut Sums) {
    let rate = sigmoid(model.value(board, &mut work.rows));
    sums.value += cross_entropy(wanted, rate);
    sums.positions += 1;
    for (row, count) in &work.rows {
        sums.gradient[*row] += (rate - wanted) * count;
    }
}

fn learn_policy<R: RuleType>(
    model: &Model,
    board: &Board<R>,
    played: Point,
    last: [Option<Point>; 2],
    work: &mut Work,
    sums: &mut Sums,
) {
    let us = board.to_move();
    let mut chosen = None;
    work.moves.clear();
    for p in board.candidates() {
        if R::HAS_FOULS && !board.is_legal(p, us) {
            continue;
        }
        if p == played {
            chosen = Some(work.moves.len());
        }
        work.moves.push(model.policy(board, p, last));
    }
    let Some(chosen) = chosen else { return };
    let most = work.moves.iter().map(|(logit, _)| *logit).fold(f64::NEG_INFINITY, f64::max);
    let whole: f64 = work.moves.iter().map(|(logit, _)| (logit - most).exp()).sum();
    sums.policy += whole.ln() - (work.moves[chosen].0 - most);
    sums.first += f64::from(u8::from(work.moves[chosen].0 >= most));
    sums.moves += 1;
    for (at, (logit, rows)) in work.moves.iter().enumerate() {
        let slope = (logit - most).exp() / whole - f64::from(u8::from(at == chosen));
        for row in rows {
            sums.gradient[*row] += slope;
        }
    }
}

/// Adam (Kingma and Ba 2015).
struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    fn step(&mut self, numbers: &mut [f64], gradient: &[f64], rate: f64) {
        const KEEP: (f64, f64) = (0.9, 0.999);
        self.steps += 1;
        let (first, second) = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        for (at, slope) in gradient.iter().enumerate() {
            self.mean[at] = KEEP.0 * self.mean[at] + (1.0 - KEEP.0) * slope;
            self.square[at] = KEEP.1 * self.square[at] + (1.0 - KEEP.1) * slope * slope;
            numbers[at] -=
                rate * Model::pace(at) * (self.mean[at] / first) / ((self.square[at] / second).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::Head;
    use crate::learn::play::{Recipe, SelfPlayer};
    use std::sync::Arc;

    fn games(count: u64) -> Games {
        let recipe =
            Recipe { rule: Rule::Freestyle, size: Size::FIFTEEN, nodes: 100, tree: 1, seed: 5, tables: None };
        let mut player = SelfPlayer::new(recipe, Arc::default());
        let list = (0..count).filter_map(|number| player.game(number)).flatten().collect();
        let head = Head {
            rule: "freestyle".into(),
            size: [15, 15],
            generator: "test".into(),
            tables: "none".into(),
            nodes: 100,
            seed: 5,
        };
        Games::of(head, list)
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let file = games(4);
        let list: Vec<(&Game, Size)> = file.list.iter().map(|game| (game, Size::FIFTEEN)).collect();
        let target = Target { trust: 0.6, score_scale: 180.0 };
        for is_shared in [true, false] {
            let mut model = Model::of(&tengen_eval::hand::weights(), is_shared);
            let sums = losses(Rule::Freestyle, &list, &model, target, 1);
            let whole = |model: &Model| {
                let sums = losses(Rule::Freestyle, &list, model, target, 1);
                sums.value + sums.policy
            };
            let mut lots = fastrand::Rng::with_seed(1);
            let seen: Vec<usize> = (0..sums.gradient.len()).filter(|at| sums.gradient[*at] != 0.0).collect();
            assert!(seen.len() > 100);
            for _ in 0..60 {
                let at = seen[lots.usize(..seen.len())];
                let (old, step) = (model.numbers[at], 1e-5);
                model.numbers[at] = old + step;
                let above = whole(&model);
                model.numbers[at] = old - step;
                let below = whole(&model);
                model.numbers[at] = old;
                let slope = (above - below) / (2.0 * step);
                let error = (slope - sums.gradient[at]).abs() / slope.abs().max(1e-2);
                assert!(error < 1e-3, "row {at}: {slope} and {}", sums.gradient[at]);
            }
        }
    }

    #[test]
    fn a_fit_lowers_the_loss_and_is_the_same_every_time() {
        let file = games(60);
        let start = Weights::both(Box::new(tengen_eval::weights::Side::ZERO));
        let settings = Settings { epochs: 4, batch: 160, ..Settings::default() };
        let run = |threads: usize| {
            fit(std::slice::from_ref(&file), &start, &Settings { threads, ..settings }, &mut |_| true)
                .unwrap()
        };
        let one = run(1);
        let (before, after) = (one.epochs[0].held_out, one.epochs.last().unwrap().held_out);
        assert!(after.value < before.value && after.policy < before.policy, "{before:?} {after:?}");
        assert_eq!(one.weights, run(1).weights);
        assert_eq!(run(2).weights, run(2).weights);
        // Nor does it depend on which game ended first.
        let mut other = file.clone();
        other.list.sort_by_key(|game| std::cmp::Reverse(game.number));
        assert_ne!(other.list, file.list);
        assert_eq!(fit(&[other], &start, &settings, &mut |_| true).unwrap().weights, one.weights);
        // Values that were there stay as large as they were, but for rounding.
        let hand = tengen_eval::hand::weights();
        let next = Settings { seed: 2, trust: 0.0, ..settings };
        let again = fit(std::slice::from_ref(&file), &hand, &next, &mut |_| true).unwrap();
        let all: Vec<(&Game, Size)> = file.list.iter().map(|game| (game, Size::FIFTEEN)).collect();
        let held_out: Vec<(&Game, Size)> =
            all.into_iter().filter(|(game, _)| is_held_out(game, &file.head)).collect();
        let of = |weights: &Weights| spread(Rule::Freestyle, &held_out, &Model::of(weights, true));
        assert_ne!(hand, again.weights);
        let (was, is) = (of(&hand), of(&again.weights));
        assert!((is / was - 1.0).abs() < 0.02, "{was} {is}");
        // One part alone is the same as that part of both.
        let policy = Settings { only: Some(Part::Policy), ..next };
        let policy = fit(std::slice::from_ref(&file), &hand, &policy, &mut |_| true).unwrap().weights;
        let (alone, both, before) = (&policy.sides[0], &again.weights.sides[0], &hand.sides[0]);
        assert_eq!((&alone.line, &alone.class, &alone.threat), (&before.line, &before.class, &before.threat));
        assert_eq!(
            (&alone.policy_line, &alone.policy_class, &alone.policy_near),
            (&both.policy_line, &both.policy_class, &both.policy_near)
        );
        assert_ne!(both.policy_near, before.policy_near);
        // Somebody may end it.
        let ended =
            fit(std::slice::from_ref(&file), &start, &settings, &mut |epoch| epoch.number < 1).unwrap();
        assert_eq!(ended.epochs.len(), 2);
    }
}
