//! The engine through its doors: what it answers, and that every limit holds.

use std::sync::mpsc;
use std::time::Duration;
use tengen_core::notation::{Origin, parse_moves, point_name};
use tengen_core::pattern::PointClass;
use tengen_core::rule::{Freestyle, RuleType};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, Status, with_rule};
use tengen_engine::{
    Answer, Clock, Engine, Features, Goal, Limits, Options, Report, Request, RootEvent, Score, Silent, Sink,
};
use tengen_solver::{Stop, Vct, VctLimits, VctSettings};

fn position(moves: &str, rule: Rule) -> Position {
    let size = Size::FIFTEEN;
    Position::from_moves(size, rule, parse_moves(moves, size, Origin::Bottom).unwrap()).unwrap()
}

fn small() -> Options {
    Options { memory: 40 << 20, ..Options::default() }
}

fn with_nodes(position: Position, nodes: u64) -> Request {
    Request { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Request::new(position) }
}

fn ask(request: Request) -> Answer {
    Engine::new(small()).think(request, Silent).wait()
}

fn name(p: Option<Point>) -> String {
    p.map_or_else(|| "none".to_owned(), |p| point_name(p, Size::FIFTEEN, Origin::Bottom))
}

/// A random position that is still open.
fn random_position(size: Size, rule: Rule, stones: usize, random: &mut fastrand::Rng) -> Option<Position> {
    let mut position = Position::new(size, rule);
    for _ in 0..stones {
        let _ =
            position.play(Point::new(random.u8(..size.width()), random.u8(..size.height())).unwrap().into());
    }
    (position.status() == Status::Open).then_some(position)
}

#[test]
fn a_five_is_made_and_a_five_is_stopped() {
    let five = ask(with_nodes(position("h8h9i8i9j8j9k8k9", Rule::Freestyle), 1000));
    assert!(["g8", "l8"].contains(&name(five.best()).as_str()));
    assert_eq!(five.score, Score::win_in(1));
    let stop = ask(with_nodes(position("h8g8i8a1j8a2k8", Rule::Freestyle), 1000));
    assert_eq!(name(stop.best()), "l8");
}

#[test]
fn a_win_by_fours_is_played_and_shown_to_its_end() {
    // A four, its answer, a double four, its answer, five.
    let position = position("h8a1i8a3j8k8h9a5h10a7", Rule::Freestyle);
    let answer = ask(with_nodes(position.clone(), 50_000));
    assert!(answer.score.is_win(), "{}", answer.score);
    let mut end = position;
    for p in &answer.lines[0].pv {
        end.play((*p).into()).unwrap();
    }
    assert_eq!(end.winner(), Some(Colour::Black));
    assert_eq!(answer.score.mate(), Some(answer.lines[0].pv.len() as i32));
}

/// A position of `data/puzzles/vct.jsonl` (vct-1-2-16): whoever has the stones of the first list wins by threats with h12 if it is to move.
fn threatened(to_move: Colour) -> Position {
    let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
    let lists = [("f11g11i11j11j10j9j8k6", Colour::Black), ("j12h11g10h9i8j7k7i6", Colour::White)];
    for (moves, colour) in lists {
        for p in parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap() {
            position.set_up(p.point().unwrap(), colour).unwrap();
        }
    }
    position.set_first(to_move).unwrap();
    position
}

#[test]
fn a_win_by_threats_is_seen_before_the_first_iteration() {
    let limits = Limits { nodes: Some(400_000), depth: Some(2), ..Limits::default() };
    let ask_with = |features: Features| {
        let request = Request { limits, ..Request::new(threatened(Colour::Black)) };
        Engine::new(Options { features, ..small() }).think(request, Silent).wait()
    };
    let answer = ask_with(Features::ALL);
    assert!(answer.score.is_win(), "{}", answer.score);
    assert_eq!(name(answer.best()), "h12");
    assert!(!ask_with(Features::ALL.without(Features::THREATS)).score.is_win());
}

#[test]
fn a_known_win_is_one_of_several_lines() {
    for nodes in [2000, 40_000, 200_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = ask(Request { limits, lines: 3, ..Request::new(threatened(Colour::Black)) });
        let mut firsts: Vec<Point> = answer.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!(firsts.first().copied(), answer.best());
        assert!(answer.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{nodes}");
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{nodes}");
    }
}

#[test]
fn winning_threats_of_the_other_side_are_stopped() {
    let limits = Limits { nodes: Some(400_000), depth: Some(1), ..Limits::default() };
    let position = threatened(Colour::White);
    let answer = ask(Request { limits, ..Request::new(position.clone()) });
    let best = answer.best().unwrap();
    let mut board = Board::<Freestyle>::from_position(&position);
    let memory = tengen_solver::Memory::new(1 << 20);
    let mut vct = Vct::new(&memory, 1 << 22, VctSettings::default());
    let stop = Stop::never();
    let mut loses = |p: Point| {
        board.play(p);
        let claim = vct.find(&mut board, Colour::Black, VctLimits { nodes: 20_000, stop: &stop });
        board.undo();
        claim.is_win()
    };
    assert!(!loses(best), "{}", name(Some(best)));
    // Others do lose.
    let near = Board::<Freestyle>::from_position(&position).candidates();
    assert!(near.iter().filter(|p| loses(*p)).count() > 5);
}

#[test]
fn every_answer_is_a_legal_move_under_every_rule_and_size() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut engine = Engine::new(small());
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (6, 22), (15, 15), (20, 20)] {
            let size = Size::new(width, height).unwrap();
            for stones in [0, 1, 2, 5, 12, 24, 60, 200] {
                let Some(mut position) = random_position(size, rule, stones, &mut random) else { continue };
                // Even three moves on end.
                for _ in 0..3 {
                    if position.status() != Status::Open {
                        break;
                    }
                    let answer = engine.think(with_nodes(position.clone(), 400), Silent).wait();
                    let us = position.to_move();
                    let Some(p) = answer.best() else {
                        // Only a Black who may play nowhere has no move.
                        let has_legal = with_rule!(rule, R => {
                            let board = Board::<R>::from_position(&position);
                            board.empties().iter().any(|p| board.is_legal(p, us))
                        });
                        assert!(!has_legal, "no answer to {position:?}");
                        break;
                    };
                    position.play(p.into()).unwrap();
                    assert_ne!(position.winner(), Some(us.opponent()), "lost by its own stone {position:?}");
                }
            }
        }
    }
}

#[test]
fn one_thread_and_a_node_limit_give_the_same_answer_each_time() {
    for (moves, rule) in
        [("h8i9g9", Rule::Freestyle), ("h8h9i10g7", Rule::Renju), ("h8i9j10", Rule::Standard)]
    {
        let first = ask(with_nodes(position(moves, rule), 60_000));
        let second = ask(with_nodes(position(moves, rule), 60_000));
        assert_eq!(first.nodes, second.nodes);
        assert_eq!((first.moves, first.score), (second.moves, second.score));
        let lines =
            |lines: &[Report]| lines.iter().map(|l| (l.depth, l.score, l.pv.clone())).collect::<Vec<_>>();
        assert_eq!(lines(&first.lines), lines(&second.lines));
    }
}

#[test]
fn node_and_depth_limits_hold() {
    for nodes in [1, 100, 5_000, 40_000] {
        let answer = ask(with_nodes(position("h8i9g9", Rule::Freestyle), nodes));
        assert!(answer.best().is_some());
        assert!(answer.nodes <= nodes + 1024, "{} of {nodes}", answer.nodes);
    }
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let answer = ask(Request { limits, ..Request::new(position("h8i9g9", Rule::Freestyle)) });
    assert_eq!(answer.lines[0].depth, 4);
}

#[test]
fn with_a_soft_limit_the_last_iteration_is_whole() {
    let start = position("h8i9j8h10g9", Rule::Freestyle);
    let ask = |limits: Limits| ask(Request { limits, ..Request::new(start.clone()) });
    let soft = ask(Limits { enough: Some(3000), ..Limits::default() });
    let depth = soft.lines[0].depth;
    assert!(soft.nodes >= 3000 && depth > 2, "{} nodes", soft.nodes);
    let whole = ask(Limits { enough: Some(3000), depth: Some(depth), ..Limits::default() });
    assert_eq!((whole.moves, whole.score, whole.nodes), (soft.moves, soft.score, soft.nodes));
    // Without it more would have been begun.
    assert!(ask(Limits { nodes: Some(8 * soft.nodes), ..Limits::default() }).lines[0].depth > depth);
}

#[test]
fn positions_of_the_tree_are_told_if_they_are_asked_for_and_change_nothing() {
    let start = position("h8i9j8h10g9", Rule::Freestyle);
    let plain = ask(with_nodes(start.clone(), 5000));
    assert!(plain.valued.is_empty());
    let told = ask(Request { valued: Some(20), ..with_nodes(start.clone(), 5000) });
    assert_eq!((told.best(), told.score, told.nodes), (plain.best(), plain.score, plain.nodes));
    assert!((40..400).contains(&told.valued.len()), "{}", told.valued.len());
    let mut plies = std::collections::HashSet::new();
    for line in &told.valued {
        let mut position = start.clone();
        for p in line {
            position.play((*p).into()).unwrap();
        }
        assert_eq!(position.status(), Status::Open);
        plies.insert(line.len());
    }
    assert!(plies.len() > 4, "they lie at many plies: {plies:?}");
}

#[test]
fn only_and_without_are_kept() {
    let points = |text: &str| -> Vec<Point> {
        parse_moves(text, Size::FIFTEEN, Origin::Bottom).unwrap().iter().filter_map(|m| m.point()).collect()
    };
    let asked = with_nodes(position("h8h9i8i9j8j9k8k9", Rule::Freestyle), 2000);
    let only = ask(Request { only: Some(points("a1b1")), ..asked.clone() });
    assert!(["a1", "b1"].contains(&name(only.best()).as_str()));
    let without = ask(Request { without: points("g8l8"), ..asked.clone() });
    assert!(!["g8", "l8"].contains(&name(without.best()).as_str()));
    let nothing = ask(Request { only: Some(Vec::new()), ..asked });
    assert_eq!(nothing.best(), None);
}

#[test]
fn several_lines_are_different_moves_best_first() {
    let answer = ask(Request { lines: 5, ..with_nodes(position("h8i9g9", Rule::Freestyle), 100_000) });
    assert_eq!(answer.lines.len(), 5);
    let firsts: std::collections::HashSet<Point> = answer.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(firsts.len(), 5);
    assert!(answer.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert!(answer.lines.iter().enumerate().all(|(i, line)| line.line == i + 1 && line.lines == 5));
    assert_eq!(answer.best(), Some(answer.lines[0].pv[0]));
}

/// Whether the side to move makes five within so many plies whatever is answered: every stone is tried.
fn wins<R: RuleType>(board: &mut Board<R>, plies: usize) -> bool {
    let us = board.to_move();
    if board.count(us, PointClass::Five) > 0 {
        return true;
    }
    let fives = board.count(us.opponent(), PointClass::Five);
    plies >= 3
        && board.empties().iter().any(|p| {
            // A stone that leaves a five to the other side loses.
            let is_useful =
                fives == 0 || board.class(p, us.opponent()) == PointClass::Five || is_caro(R::RULE);
            is_useful && board.is_legal(p, us) && then_loses(board, p, plies - 1)
        })
}

fn is_caro(rule: Rule) -> bool {
    matches!(rule, Rule::Caro | Rule::CaroStandard)
}

fn then_loses<R: RuleType>(board: &mut Board<R>, p: Point, plies: usize) -> bool {
    board.play(p);
    let them = board.to_move();
    let loses = board.count(them, PointClass::Five) == 0
        && board.empties().iter().all(|q| {
            if !board.is_legal(q, them) {
                return true;
            }
            board.play(q);
            let wins = wins(board, plies - 1);
            board.undo();
            wins
        });
    board.undo();
    loses
}

#[test]
fn no_win_or_loss_is_claimed_that_is_not_there() {
    let size = Size::new(7, 6).unwrap();
    let (mut won, mut lost) = (0, 0);
    for rule in Rule::ALL {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..300 {
            let stones = random.usize(8..26);
            let Some(position) = random_position(size, rule, stones, &mut random) else { continue };
            let answer = ask(with_nodes(position.clone(), 3_000));
            let empties = size.area() - position.stone_count();
            let Some(plies) = answer.score.mate() else { continue };
            assert!(plies.unsigned_abs() as usize <= empties, "{plies} plies with {empties} empty points");
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&position);
                if (3..=5).contains(&plies) {
                    won += 1;
                    let first = answer.best().unwrap();
                    assert!(then_loses(&mut board, first, plies as usize - 1), "{rule} {plies} {first:?} {position:?}");
                } else if (-4..=-2).contains(&plies) {
                    lost += 1;
                    let us = board.to_move();
                    let all = board.empties().iter().all(|p| {
                        if !board.is_legal(p, us) {
                            return true;
                        }
                        board.play(p);
                        let wins = wins(&mut board, plies.unsigned_abs() as usize - 1);
                        board.undo();
                        wins
                    });
                    assert!(all, "{rule} {plies} {position:?}");
                }
            });
        }
    }
    assert!(won > 60 && lost > 6, "{won} {lost}");
}

#[test]
fn the_shortest_win_and_the_longest_defence_are_found() {
    // Black has an open three and could also win the long way round.
    let answer = ask(with_nodes(position("h8a1i8a3j8a5", Rule::Freestyle), 20_000));
    assert_eq!(answer.score, Score::win_in(3));
    // White to move against an open four: both answers lose in two, but a four of White's own puts it off.
    let lost = ask(with_nodes(position("h8a1i8a2j8a3k8", Rule::Freestyle), 20_000));
    assert_eq!(lost.score, Score::loss_in(2));
    let fours = ask(with_nodes(position("h8a1i8a2j8a3c15a4k8", Rule::Freestyle), 20_000));
    assert_eq!(fours.score, Score::win_in(1));
}

#[test]
fn each_step_can_be_switched_off() {
    let asked = with_nodes(position("h8a1i8a3j8k8h9a5h10a7", Rule::Freestyle), 40_000);
    let mut nodes = std::collections::HashSet::new();
    for (name, feature) in Features::NAMES {
        let options = Options { features: Features::ALL.without(*feature), ..small() };
        let answer = Engine::new(options).think(asked.clone(), Silent).wait();
        assert!(answer.score.is_win(), "without {name}: {}", answer.score);
        let quiet = with_nodes(position("h8i9g9", Rule::Freestyle), 30_000);
        let depth = Limits { depth: Some(8), ..Limits::default() };
        let answer = Engine::new(options).think(Request { limits: depth, ..quiet }, Silent).wait();
        nodes.insert(answer.nodes);
    }
    assert!(nodes.len() > 8, "most switches change the tree: {nodes:?}");
    let bare = Options { features: Features::NONE, ..small() };
    assert!(Engine::new(bare).think(asked, Silent).wait().score.is_win());
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped() {
    struct Deep(mpsc::Sender<u32>);
    impl Sink for Deep {
        fn report(&mut self, report: &Report) {
            let _ = self.0.send(report.depth);
        }
    }
    for threads in [1, 3] {
        let (says, hears) = mpsc::channel();
        let mut engine = Engine::new(Options { threads, ..small() });
        let thinking = engine.think(Request::new(position("h8i9g9", Rule::Freestyle)), Deep(says));
        while hears.recv_timeout(Duration::from_mins(1)).unwrap() < 4 {}
        assert!(!thinking.is_finished());
        thinking.stop();
        assert!(thinking.wait().best().is_some());
    }
}

#[test]
fn pondering_does_not_use_the_clock_and_answers_after_the_hit() {
    let clock = Clock { turn: Some(Duration::from_millis(30)), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let request = Request { ponder: true, limits, ..Request::new(position("h8i9g9", Rule::Freestyle)) };
    let mut engine = Engine::new(small());
    let thinking = engine.think(request, Silent);
    std::thread::sleep(Duration::from_millis(120));
    assert!(!thinking.is_finished(), "the clock counted while pondering");
    thinking.ponder_hit();
    let answer = thinking.wait();
    assert!(answer.best().is_some() && answer.elapsed >= Duration::from_millis(120));
}

#[test]
fn a_dropped_search_ends() {
    let mut engine = Engine::new(small());
    drop(engine.think(Request::new(position("h8i9g9", Rule::Freestyle)), Silent));
    assert!(engine.think(with_nodes(position("h8", Rule::Freestyle), 500), Silent).wait().best().is_some());
}

#[test]
fn the_root_is_heard() {
    struct Ear(mpsc::Sender<RootEvent>);
    impl Sink for Ear {
        fn root(&mut self, event: RootEvent) {
            let _ = self.0.send(event);
        }
    }
    let (says, hears) = mpsc::channel();
    let answer =
        Engine::new(small()).think(with_nodes(position("h8i9g9", Rule::Freestyle), 5000), Ear(says)).wait();
    let events: Vec<RootEvent> = hears.iter().collect();
    assert!(events.contains(&RootEvent::NewDepth(1)));
    assert!(events.contains(&RootEvent::Best(answer.best().unwrap())));
    let searching = |e: &&RootEvent| matches!(e, RootEvent::Searching(_));
    assert!(events.iter().filter(searching).count() > 20);
}

#[test]
fn balance_finds_moves_that_leave_the_game_even() {
    let base = with_nodes(position("h8", Rule::Freestyle), 60_000);
    // Who wastes a move gives away the first player's advantage, so among all moves there is an even one.
    let ahead = with_nodes(position("h8i9", Rule::Freestyle), 60_000);
    let one = ask(Request { goal: Goal::BalanceOne { bias: 0 }, ..ahead });
    assert_eq!(one.moves.len(), 1);
    assert!(one.score.value().abs() < 30, "{}", one.score);
    // Black's first stone is worth more than any answer: the most even one is about as good as the best.
    let behind = ask(Request { goal: Goal::BalanceOne { bias: 0 }, ..base.clone() });
    assert!((behind.score.value() - ask(base.clone()).score.value()).abs() < 50, "{}", behind.score);
    let two = ask(Request { goal: Goal::BalanceTwo { bias: 0 }, ..base.clone() });
    assert_eq!(two.moves.len(), 2);
    assert!(two.score.value().abs() < 30, "{}", two.score);
    let mut end = base.position.clone();
    for p in &two.moves {
        end.play((*p).into()).unwrap();
    }
    // A wish for an advantage is met as far as it goes: more is wanted, more is got.
    let bias = ask(Request { goal: Goal::BalanceTwo { bias: 150 }, ..base });
    assert!(bias.score.value() > two.score.value() + 10, "{} {}", bias.score, two.score);
}

#[test]
fn levels_play_legal_moves_and_from_three_up_see_fives() {
    let five = position("h8h9i8i9j8j9k8k9", Rule::Freestyle);
    let stop = position("h8g8i8a1j8a2k8", Rule::Freestyle);
    for level in 1..=19 {
        for seed in 0..4 {
            let at = |position: &Position| {
                let request = Request { level: Some(level), seed, ..Request::new(position.clone()) };
                ask(Request { limits: Limits { nodes: Some(2000), ..Limits::default() }, ..request }).best()
            };
            let (made, stopped) = (name(at(&five)), name(at(&stop)));
            if level >= 3 {
                assert!(["g8", "l8"].contains(&made.as_str()), "level {level}: {made}");
                assert_eq!(stopped, "l8", "level {level}");
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = position("h8h9i8i9j8j9k8k9l8", Rule::Freestyle);
    assert_eq!(ask(with_nodes(over, 100)).best(), None);
}
