//! Whatever the solver calls won is written down and checked by the independent checkers, on random positions and on some
//! that were chosen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::pattern::PointClass;
use tengen_core::rule::{Freestyle, RuleType};
use tengen_core::{Board, Colour, Point, Position, Rule, Size, Status, with_rule};
use tengen_proof::Limit as CheckLimit;
use tengen_solver::order::ByShape;
use tengen_solver::tree::Tree;
use tengen_solver::{
    Claim, Goal, Limit, Limits, Memory, Method, Query, Reason, Scope, Stop, Vcf, VcfLimits, Vct, VctLimits,
    VctSettings, Verdict, certify, defence, fours, prove,
};

const PLAIN: [&str; 4] = ["freestyle", "standard", "mixed", "mixed-white"];

fn position(moves: &str, rule: &str) -> Position {
    let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
    Position::from_moves(Size::FIFTEEN, rule.parse().unwrap(), moves).unwrap()
}

/// A game of random moves near each other, still open.
fn random_position(random: &mut fastrand::Rng, side: u8, rule: Rule) -> Option<Position> {
    let mut position = Position::new(Size::square(side.into()).unwrap(), rule);
    let (low, high) = (side / 2 - 2, side / 2 + 3);
    for _ in 0..random.usize(8..24) {
        let _ = position.play(Point::new(random.u8(low..high), random.u8(low..high)).unwrap().into());
    }
    (position.status() == Status::Open).then_some(position)
}

#[test]
fn trees_of_threats_are_accepted_by_both_checkers() {
    let memory = Memory::new(1 << 20);
    let mut vct = Vct::new(&memory, 1 << 20, VctSettings::default());
    let stop = Stop::never();
    let limits = VctLimits { nodes: 500, stop: &stop };
    let mut random = fastrand::Rng::with_seed(11);
    for name in PLAIN {
        let rule: Rule = name.parse().unwrap();
        let (mut lines, mut deep, mut for_defender) = (0, 0, 0);
        for _ in 0..300 {
            let Some(position) = random_position(&mut random, 9, rule) else { continue };
            for attacker in Colour::BOTH {
                let tree = with_rule!(rule, R => {
                    vct.tree(&mut Board::<R>::from_position(&position), attacker, limits)
                });
                let Some(tree) = tree else { continue };
                match &tree {
                    Tree::Attack(attack) if attack.size() == 1 => lines += 1,
                    Tree::Attack(_) => deep += 1,
                    Tree::Defence(_) => for_defender += 1,
                }
                // Lines of fours are plentiful; a few are enough.
                if tree.size() == 1 && lines > 15 {
                    continue;
                }
                let certificate = certify::certify(&position, attacker, &tree).unwrap();
                let fast = tengen_proof::fast::check(&certificate, CheckLimit::NONE);
                assert!(fast.is_valid(), "{:?} {position:?}", fast.verdict);
                let brute = tengen_proof::brute::check(&certificate, CheckLimit::NONE);
                assert!(brute.is_valid(), "{:?} {position:?}", brute.verdict);
            }
        }
        assert!(lines > 15 && deep > 5 && for_defender > 5, "{name}: {lines} {deep} {for_defender}");
    }
}

#[test]
fn a_three_is_no_threat_to_a_side_that_makes_a_four_of_its_own_three() {
    // White has an open three: Black's three does not win, since White answers with a straight four.
    let position = position("h8h10g7j10g8i10", "mixed");
    let memory = Memory::new(1 << 20);
    let mut vct = Vct::new(&memory, 4 << 20, VctSettings::default());
    let stop = Stop::never();
    let tree = with_rule!(position.rule(), R => {
        vct.tree(&mut Board::<R>::from_position(&position), Colour::Black, VctLimits { nodes: 300_000, stop: &stop })
    });
    // There is a win all the same, and it is a real one.
    let certificate = certify::certify(&position, Colour::Black, &tree.unwrap()).unwrap();
    assert!(tengen_proof::fast::check(&certificate, CheckLimit::NONE).is_valid());
}

#[test]
fn a_quiet_move_is_found_and_certified() {
    let query = Query { method: Method::Zones, ..Query::new(position("h8o15g9a1", "mixed")) };
    let answer = prove(&query, &Limits::default(), &ByShape, &mut ());
    let Verdict::Proven(proof) = answer.verdict else { panic!("{:?}", answer.verdict) };
    assert_eq!(proof.method, Method::Zones);
    assert!(proof.certificate.count() > 100 && proof.plies >= 9);
    let text = tengen_proof::text::to_string(&proof.certificate);
    assert!(text.contains("\nT "), "a hidden threat is a tree against a pass");
    assert_eq!(tengen_proof::text::read(&text).unwrap(), proof.certificate);
}

#[test]
fn verdicts_name_their_scope_and_their_reason() {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let ask = |moves: &str, rule: &str, goal: Goal| {
        let query = Query { goal, ..Query::new(position(moves, rule)) };
        prove(&query, &limits, &ByShape, &mut ()).verdict
    };
    // Four in a row: five next.
    let four = "h8a1i8a3j8a5k8a7";
    let Verdict::Proven(proof) = ask(four, "freestyle", Goal::Vcf) else { panic!() };
    assert_eq!((proof.method, proof.line.len()), (Method::Vcf, 1));
    assert!(matches!(ask(four, "renju", Goal::Vcf), Verdict::Unknown(Reason::NotCertified(Rule::Renju))));
    assert!(matches!(ask(four, "caro", Goal::Win), Verdict::Unknown(Reason::NotCertified(Rule::Caro))));
    assert!(matches!(ask("h8", "freestyle", Goal::Vcf), Verdict::Disproven(Scope::Vcf)));
    assert!(matches!(ask("h8", "renju", Goal::Vct), Verdict::Disproven(Scope::Vct)));
    // An open three of the side to move.
    let three = "h8a1i8a3j8a5";
    let Verdict::Proven(proof) = ask(three, "standard", Goal::Win) else { panic!() };
    assert_eq!(proof.line.len(), 3);
    let over = "h8a1i8a3j8a5k8a7l8";
    assert!(matches!(ask(over, "freestyle", Goal::Win), Verdict::Disproven(Scope::Lost)));
}

#[test]
fn what_any_method_finds_becomes_a_checked_tree() {
    let limits = Limits { nodes: 200_000, memory: 16 << 20, ..Limits::default() };
    // Black has an open three and a split one that cross: fours and threes win in several ways.
    let won = position("h8a1h9b3h10c1i7o1j6o3", "freestyle");
    for method in [Method::Vcf, Method::Vct, Method::Db, Method::Tss, Method::Bmm, Method::Pns, Method::Auto]
    {
        let query = Query { method, goal: Goal::Vct, ..Query::new(won.clone()) };
        let verdict = prove(&query, &limits, &ByShape, &mut ()).verdict;
        let Verdict::Proven(proof) = verdict else { panic!("{method}: {verdict:?}") };
        assert!(proof.method == method || method == Method::Auto);
        let brute = tengen_proof::brute::check(&proof.certificate, CheckLimit::NONE);
        assert!(brute.is_valid(), "{method}: {:?}", brute.verdict);
    }
    // Nothing to attack with: only the complete methods may say so.
    for (method, is_complete) in [
        (Method::Vct, true),
        (Method::Bmm, true),
        (Method::Pns, true),
        (Method::Db, false),
        (Method::Tss, false),
    ] {
        let query = Query { method, goal: Goal::Vct, ..Query::new(position("h8i9", "freestyle")) };
        let verdict = prove(&query, &limits, &ByShape, &mut ()).verdict;
        assert_eq!(matches!(verdict, Verdict::Disproven(_)), is_complete, "{method}: {verdict:?}");
    }
}

#[test]
fn limits_hold_and_what_was_cut_short_is_unknown() {
    let hard = Query { goal: Goal::Vct, ..Query::new(position("h8h9g9g8f7f6e7d7i7j6e8e9", "mixed")) };
    let few = Limits { nodes: 50, memory: 16 << 20, ..Limits::default() };
    let answer = prove(&hard, &few, &ByShape, &mut ());
    assert!(matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Nodes))), "{:?}", answer.verdict);
    let open =
        Query { attacker: Colour::Black, method: Method::Zones, ..Query::new(position("h8i9g9", "mixed")) };
    let short =
        Limits { nodes: u64::MAX, time: Some(Duration::from_millis(50)), memory: 16 << 20, ..few.clone() };
    let started = Instant::now();
    let answer = prove(&open, &short, &ByShape, &mut ());
    assert!(matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Time))), "{:?}", answer.verdict);
    assert!(started.elapsed() < Duration::from_secs(20));
    let cancel = Arc::new(AtomicBool::new(true));
    let cancelled = Limits { nodes: u64::MAX, time: None, cancel, ..few };
    let answer = prove(&open, &cancelled, &ByShape, &mut ());
    assert!(
        matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Cancelled))),
        "{:?}",
        answer.verdict
    );
}

#[test]
fn no_method_looks_at_more_positions_than_it_may() {
    let open = Query { attacker: Colour::Black, ..Query::new(position("h8h10g7j10g8i10", "mixed")) };
    for (&method, nodes) in Method::ALL.iter().flat_map(|method| [1, 30, 300, 5_000].map(|n| (method, n))) {
        for threads in [1, 2] {
            let limits = Limits { nodes, threads, memory: 16 << 20, ..Limits::default() };
            let query = Query { method, ..open.clone() };
            let answer = prove(&query, &limits, &ByShape, &mut ());
            // Each thread may be about to look at one.
            let most = nodes + threads as u64;
            assert!(answer.nodes <= most, "{method} with {threads} threads: {} of {nodes}", answer.nodes);
        }
    }
}

#[test]
fn every_method_keeps_the_time() {
    // Twelve threes with one end stopped, far from each other: fours in half a million ways, and none of them wins.
    let mut hard = Position::new(Size::square(20).unwrap(), Rule::Freestyle);
    for (x, y) in [0, 7, 14].into_iter().flat_map(|x| [0, 6, 12, 18].map(|y| (x, y))) {
        hard.set_up(Point::new(x, y).unwrap(), Colour::White).unwrap();
        for dx in 1..4 {
            hard.set_up(Point::new(x + dx, y).unwrap(), Colour::Black).unwrap();
        }
    }
    let time = Duration::from_millis(50);
    let limits = Limits { nodes: u64::MAX, time: Some(time), memory: 32 << 20, ..Limits::default() };
    let mut in_time = 0;
    for method in Method::ALL {
        let query = Query { method: *method, ..Query::new(hard.clone()) };
        let answer = prove(&query, &limits, &ByShape, &mut ());
        // One search for threats, or the check of a proof, may still come to its end.
        assert!(answer.elapsed < 20 * time, "{method:?}: {:?} {:?}", answer.elapsed, answer.verdict);
        in_time += usize::from(matches!(answer.verdict, Verdict::Unknown(Reason::Limit(Limit::Time))));
    }
    assert!(in_time >= 4, "{in_time}");
}

#[test]
fn fours_that_were_stopped_are_tried_again() {
    let position = position("h8h9g9g8f7f6e7d7i7j6e8e9", "freestyle");
    let board = Board::<Freestyle>::from_position(&position);
    let memory = Memory::new(1 << 16);
    let cancel = Limits { cancel: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    let stopped = Stop::new(&cancel);
    let limits = VcfLimits { nodes: 1 << 40, plies: u16::MAX };
    let _ = Vcf::with_stop(&memory, &stopped).find(&mut board.clone(), limits);
    let claim = Vcf::new(&memory).find(&mut board.clone(), limits);
    assert_ne!(claim, Claim::Unknown);
    assert_eq!(claim, Vcf::new(&Memory::new(1 << 16)).find(&mut board.clone(), limits));
}

#[test]
fn two_threads_prove_what_one_does() {
    let query = Query { goal: Goal::Vct, ..Query::new(position("h8h10g7j10g8i10", "mixed")) };
    let limits = Limits { threads: 2, memory: 32 << 20, ..Limits::default() };
    let answer = prove(&query, &limits, &ByShape, &mut ());
    assert!(matches!(answer.verdict, Verdict::Proven(_)), "{:?}", answer.verdict);
}

#[test]
fn first_moves_shortest_lines_and_defences_are_what_trying_all_gives() {
    let memory = Memory::new(4 << 20);
    let mut vcf = Vcf::new(&memory);
    let mut random = fastrand::Rng::with_seed(5);
    for rule in Rule::ALL {
        let (mut won, mut held) = (0, 0);
        for _ in 0..150 {
            let Some(position) = random_position(&mut random, 9, rule) else { continue };
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&position);
                let us = board.to_move();
                let all = fours::winning_moves(&mut vcf, &mut board, VcfLimits::NONE);
                let line = fours::shortest(&mut vcf, &mut board, VcfLimits::NONE).unwrap();
                assert!(all.is_complete);
                assert_eq!(all.points.is_empty(), line.is_none(), "{position:?}");
                if let Some(line) = line {
                    won += 1;
                    assert!(all.points.contains(line[0]), "{position:?}");
                    let shorter = VcfLimits { plies: line.len() as u16 - 1, ..VcfLimits::NONE };
                    let fresh = Memory::new(1 << 16);
                    let is_shorter = line.len() > 1 && Vcf::new(&fresh).find(&mut board, shorter).is_win();
                    assert!(!is_shorter, "{position:?} {line:?}");
                }
                let found = fours::defences(&mut vcf, &mut board, VcfLimits::NONE);
                assert!(found.is_complete);
                let threatened = { board.pass(); let claim = vcf.find(&mut board, VcfLimits::NONE); board.undo(); claim };
                held += usize::from(threatened.is_win() && !found.points.is_empty());
                for p in &board.empties() {
                    if !board.is_legal(p, us) { continue; }
                    board.play(p);
                    let holds = board.winner().is_some() || vcf.find(&mut board, VcfLimits::NONE) == Claim::None;
                    board.undo();
                    assert_eq!(found.points.contains(p), holds, "{position:?} {p:?}");
                }
            });
        }
        assert!(won > 20 && held > 10, "{rule}: {won} {held}");
    }
}

#[test]
fn defences_to_threats_are_what_trying_all_gives() {
    let memory = Memory::new(4 << 20);
    let mut vct = Vct::new(&memory, 4 << 20, VctSettings::default());
    let stop = Stop::never();
    let limits = VctLimits { nodes: 2_000, stop: &stop };
    let mut random = fastrand::Rng::with_seed(6);
    let rule: Rule = "mixed".parse().unwrap();
    let mut threatened = 0;
    for _ in 0..60 {
        let Some(position) = random_position(&mut random, 9, rule) else { continue };
        with_rule!(rule, R => {
            let mut board = Board::<R>::from_position(&position);
            let them = board.to_move().opponent();
            let found = defence::defences(&mut vct, &mut board, limits);
            for p in &board.empties() {
                board.play(p);
                let claim = if board.winner().is_some() { Claim::None } else { vct.find(&mut board, them, limits) };
                board.undo();
                match claim {
                    Claim::None => assert!(found.points.contains(p) || !found.is_complete, "{position:?} {p:?}"),
                    Claim::Win { .. } => assert!(!found.points.contains(p), "{position:?} {p:?}"),
                    Claim::Unknown => {}
                }
            }
            if found.points.is_empty() && found.is_complete {
                let line = defence::resistance(&mut vct, &mut board, limits);
                assert!(line.len().is_multiple_of(2) && !line.is_empty(), "{position:?}");
                threatened += 1;
            }
        });
    }
    assert!(threatened > 3, "{threatened}");
}

/// Whether the side to move has five on the board within so many plies, whatever the other side plays: every move is tried.
fn wins_within<R: RuleType>(board: &mut Board<R>, plies: usize) -> bool {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    if board.count(us, PointClass::Five) > 0 {
        return true;
    }
    if plies < 3 {
        return false;
    }
    let holds = |board: &mut Board<R>, reply: Point| {
        board.play(reply);
        let holds = board.winner().is_some() || !wins_within(board, plies - 2);
        board.undo();
        holds
    };
    board.empties().iter().any(|p| {
        board.play(p);
        // A five of theirs is played, and an answer that holds is mostly near.
        let is_lost = board.count(them, PointClass::Five) > 0
            || board.candidates().iter().any(|reply| holds(board, reply))
            || (board.empties() - board.candidates()).iter().any(|reply| holds(board, reply));
        board.undo();
        !is_lost
    })
}

#[test]
fn the_shortest_win_is_as_long_as_trying_all_says() {
    let memory = Memory::new(1 << 20);
    let mut vct = Vct::new(&memory, 1 << 20, VctSettings { vcf_nodes: 1_000, ..VctSettings::default() });
    let stop = Stop::never();
    let limits = VctLimits { nodes: 20_000, stop: &stop };
    let mut random = fastrand::Rng::with_seed(23);
    let mut lengths = [0; 12];
    for _ in 0..400 {
        let Some(position) = random_position(&mut random, 7, Rule::Freestyle) else { continue };
        let mut board = Board::<Freestyle>::from_position(&position);
        let us = board.to_move();
        let (claim, tree, is_shortest) = vct.shortest(&mut board, us, limits);
        let found = tree.map(|tree| tree.plies());
        assert_eq!(claim.is_win(), found.is_some());
        for plies in [1, 3, 5] {
            let is_found = found.is_some_and(|found| found <= plies);
            // What was found is a win; what was tried to the end is all there is.
            let is_all = is_shortest || claim == Claim::None || found == Some(1);
            if is_found || is_all {
                assert_eq!(is_found, wins_within(&mut board, plies), "{plies} {found:?}\n{position:?}");
            }
        }
        lengths[found.unwrap_or(0).min(11)] += usize::from(is_shortest || found.is_none());
    }
    assert!(lengths[0] > 20 && lengths[3] > 20 && lengths[5] > 10 && lengths[7] > 3, "{lengths:?}");
}

#[test]
fn a_shorter_win_is_found_on_request() {
    let query = Query { goal: Goal::Vct, ..Query::new(position("h8h10g7j10g8i10", "mixed")) };
    let limits = Limits { nodes: 3_000_000, memory: 64 << 20, ..Limits::default() };
    let plies = |query: &Query| match prove(query, &limits, &ByShape, &mut ()).verdict {
        Verdict::Proven(proof) => (proof.plies, proof.is_shortest),
        other => panic!("{other:?}"),
    };
    let (any, _) = plies(&query);
    let (shortest, _) = plies(&Query { shortest: true, ..query });
    assert!(shortest < any, "{shortest} {any}");
}
