//! Whole matches: built-in engines, and a scripted one that misbehaves in every way.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Position, Rule, Size, Status};
use tengen_lab::line::{GameLine, Reason, Side, Winner};
use tengen_lab::openings::{Opening, by_lot};
use tengen_lab::runner::{Event, Match, MatchError};
use tengen_lab::spec::{Allowance, EngineSpec};
use tengen_lab::stats::{Sprt, Verdict};
use tengen_lab::summary::Summary;
use tengen_records::{Format, ReadOptions};

fn spec(text: &str) -> EngineSpec {
    EngineSpec::parse(text, "", &Allowance { nodes: Some(50), ..Allowance::default() }).unwrap()
}

/// The scripted engine with a manner, and options.
fn brain(manner: &str, options: &str) -> EngineSpec {
    let text = format!("cmd:'{}' {manner}", env!("CARGO_BIN_EXE_lab-scripted-brain"));
    EngineSpec::parse(
        &text,
        options,
        &Allowance { turn: Some(Duration::from_mins(1)), ..Allowance::default() },
    )
    .unwrap()
}

fn plan(a: EngineSpec, b: EngineSpec, pairs: usize) -> Match {
    Match {
        rule: Rule::Freestyle,
        size: Size::FIFTEEN,
        engines: [a, b],
        pairs,
        concurrency: 1,
        seed: 3,
        tolerance: Duration::from_secs(1),
        max_moves: 225,
        adjudicates: false,
        draw: None,
        openings: by_lot(pairs, Size::FIFTEEN, 3),
        openings_source: "by lot".to_owned(),
        sprt: None,
        folder: None,
        builds: ["test".to_owned(), "test".to_owned()],
    }
}

/// The games in the order of their numbers, and the summary.
fn played(plan: &Match) -> (Vec<GameLine>, Summary) {
    let mut games = Vec::new();
    let summary = plan
        .run(&Arc::default(), |event, _| {
            if let Event::Game(line) = event {
                games.push((*line).clone());
            }
        })
        .unwrap();
    games.sort_by_key(|game| game.game);
    (games, summary)
}

/// What a game is apart from its times.
fn course(games: &[GameLine]) -> Vec<(u64, Side, Winner, String)> {
    games.iter().map(|game| (game.game, game.black, game.winner, game.moves.clone())).collect()
}

#[test]
fn pairs_share_an_opening_with_colours_swapped_and_the_referee_agrees() {
    let plan = plan(spec("tengen"), spec("random"), 4);
    let (games, summary) = played(&plan);
    assert_eq!(games.len(), 8);
    for pair in games.chunks(2) {
        assert_eq!((pair[0].black, pair[1].black), (Side::A, Side::B));
        let opening = &plan.openings[pair[0].pair() as usize].0;
        for game in pair {
            let moves = parse_moves(&game.moves, plan.size, Origin::Bottom).unwrap();
            assert!(opening.iter().zip(&moves).all(|(p, m)| m.point() == Some(*p)));
            assert_eq!((game.opening, game.plies.len()), (opening.len(), moves.len() - opening.len()));
            let position = Position::from_moves(plan.size, plan.rule, moves).unwrap();
            let black_won = position.winner() == Some(tengen_core::Colour::Black);
            assert!(matches!(position.status(), Status::Won { .. }));
            assert_eq!(game.winner, if black_won { game.black } else { game.black.other() }.into());
        }
    }
    let Summary { wins, draws, losses, penta, .. } = summary;
    assert_eq!((wins + draws + losses, penta.pairs()), (8, 4));
    assert!(summary.complete && wins > losses);
}

#[test]
fn an_announced_win_that_is_proven_ends_the_game_as_it_would_have_ended() {
    let to_the_end = plan(spec("tengen"), spec("random"), 4);
    let adjudicated = Match { adjudicates: true, ..to_the_end.clone() };
    assert_ne!(to_the_end.head(), adjudicated.head(), "their games are not of one match");
    let (whole, cut) = (played(&to_the_end).0, played(&adjudicated).0);
    let mut proven = 0;
    for (whole, cut) in whole.iter().zip(&cut) {
        assert!(
            whole.moves.starts_with(&cut.moves) && whole.winner == cut.winner,
            "{} {}",
            whole.moves,
            cut.moves
        );
        if cut.reason == Reason::Proven {
            assert!(cut.moves.len() < whole.moves.len() && cut.detail.starts_with("+M"), "{cut:?}");
            proven += 1;
        }
    }
    assert!(proven > 4, "{proven}");
}

#[test]
fn the_same_match_goes_the_same_way_however_many_play_at_a_time() {
    let one = plan(spec("tengen"), spec("random"), 6);
    let three = Match { concurrency: 3, ..one.clone() };
    let first = played(&one).0;
    assert_eq!(course(&first), course(&played(&one).0));
    assert_eq!(course(&first), course(&played(&three).0));
    let other = Match { seed: 4, ..one };
    assert_ne!(course(&first), course(&played(&other).0));
}

#[test]
fn an_engine_that_misbehaves_loses_for_the_right_reason_and_plays_the_next_game() {
    let cases = [
        ("crash 2", Reason::Crash),
        ("quit", Reason::Crash),
        ("occupied", Reason::Illegal),
        ("outside 2", Reason::Illegal),
        ("garbage", Reason::Illegal),
        ("error", Reason::Error),
        ("unknown", Reason::Error),
    ];
    for (manner, reason) in cases {
        let (games, summary) = played(&plan(spec("random"), brain(manner, ""), 1));
        let seen: Vec<_> = games.iter().map(|game| (game.winner, game.reason)).collect();
        assert_eq!(seen, [(Winner::A, reason); 2], "{manner}");
        assert!(games.iter().all(|game| !game.detail.is_empty()), "{manner}");
        assert_eq!(summary.b.conduct.failures(), 2, "{manner}");
        assert_eq!((summary.a.conduct.failures(), summary.b.name.as_str()), (0, "Scripted"), "{manner}");
    }
}

#[test]
fn an_answer_beyond_the_tolerance_loses_and_one_within_it_is_counted() {
    let mut late = plan(spec("random"), brain("late", "time=0.05"), 1);
    late.tolerance = Duration::from_millis(50);
    let (games, summary) = played(&late);
    assert!(games.iter().all(|game| game.reason == Reason::Time && game.winner == Winner::A));
    assert_eq!((summary.b.conduct.late, summary.b.conduct.margin.over), (2, 0));
    // Few moves, so that the game is short.
    let mut within = plan(spec("random"), brain("late 1", "time=0.05"), 1);
    (within.tolerance, within.max_moves) = (Duration::from_mins(1), 8);
    let (games, summary) = played(&within);
    assert!(games.iter().all(|game| game.reason != Reason::Time));
    let margin = summary.b.conduct.margin;
    assert!(margin.over >= 1 && margin.worst_ms >= 200.0, "{margin:?}");
}

#[test]
fn the_time_of_a_game_runs_out() {
    // Each answer takes 0.3 s, and a game has 0.5 s: the second answer at the latest is too late.
    let mut plan = plan(spec("random"), brain("late", "game=0.5,time=60"), 1);
    plan.tolerance = Duration::ZERO;
    let (games, _) = played(&plan);
    assert!(games.iter().all(|game| game.reason == Reason::Time && game.winner == Winner::A));
}

#[test]
fn polite_and_chatty_engines_play_to_the_end() {
    let (games, summary) = played(&plan(brain("chatty", "name=X"), brain("stubborn", ""), 2));
    assert!(games.iter().all(|game| game.reason == Reason::Five));
    assert_eq!((summary.a.name.as_str(), summary.a.conduct.failures()), ("X", 0));
    let theirs = games[0].plies.iter().filter(|ply| ply.message.as_deref() == Some("depth 3 ev 12")).count();
    assert!(theirs > 0);
}

#[test]
fn an_engine_that_cannot_play_at_all_ends_the_match_with_an_error() {
    for engine in [brain("refuse", ""), spec("cmd:./no-such-engine")] {
        let error = plan(spec("random"), engine, 2).run(&Arc::default(), |_, _| {}).unwrap_err();
        assert!(matches!(&error, MatchError::Game(_)), "{error}");
        assert!(error.to_string().starts_with("engine B cannot play: "), "{error}");
    }
}

#[test]
fn a_full_board_and_too_many_moves_are_draws() {
    let mut small = plan(spec("random"), spec("random:seed=9"), 3);
    small.size = Size::square(5).unwrap();
    small.openings = by_lot(3, small.size, 1);
    small.rule = Rule::Standard;
    let (games, summary) = played(&small);
    assert!(games.iter().any(|game| game.reason == Reason::FullBoard && game.winner == Winner::Draw));
    assert!(summary.draws > 0);
    let mut short = plan(spec("random"), spec("random"), 1);
    short.max_moves = 9;
    let (games, _) = played(&short);
    assert!(games.iter().all(|game| game.reason == Reason::MaxMoves && game.winner == Winner::Draw));
}

#[test]
fn a_foul_loses_under_renju() {
    // The scripted engine plays the first empty point in reading order: e15, which makes six from b15 to g15.
    let moves = parse_moves("b15a15c15a3d15a5f15a7g15a9", Size::FIFTEEN, Origin::Bottom).unwrap();
    let mut plan = plan(brain("", ""), spec("random"), 1);
    plan.openings = vec![Opening(moves.iter().filter_map(|m| m.point()).collect())];
    plan.rule = Rule::Renju;
    let game = &played(&plan).0[0];
    assert_eq!((game.winner, game.reason, game.detail.as_str()), (Winner::B, Reason::Foul, "overline"));
}

#[test]
fn a_sequential_test_ends_the_match_when_it_is_decided() {
    let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let plan = Match { sprt: Some(sprt), concurrency: 2, ..plan(spec("tengen"), spec("random"), 200) };
    let (games, summary) = played(&plan);
    assert_eq!(summary.sprt.unwrap().verdict, Verdict::Accepted);
    assert!(summary.complete && games.len() < 100 && summary.games == games.len() as u64);
}

fn numbers(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut numbers: Vec<u64> =
        text.lines().skip(1).map(|line| serde_json::from_str::<GameLine>(line).unwrap().game).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_match_that_was_called_off_goes_on_without_losing_or_repeating_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(spec("tengen"), spec("random"), 8);
    plan.folder = Some(folder.path().to_owned());
    plan.concurrency = 2;
    let call_off = Arc::new(AtomicBool::new(false));
    let summary = plan
        .run(&call_off, |event, tally| {
            let has_enough = matches!(event, Event::Game(_)) && tally.games() >= 5;
            call_off.store(has_enough, Ordering::Relaxed);
        })
        .unwrap();
    assert!(!summary.complete && (5..16).contains(&summary.games), "{summary:?}");
    assert_eq!(numbers(folder.path()).len() as u64, summary.games);
    let mut resumed = 0;
    let whole = plan
        .run(&Arc::default(), |event, _| {
            if let Event::Resumed(games) = event {
                resumed = games.len() as u64;
            }
        })
        .unwrap();
    assert_eq!((resumed, whole.games, whole.complete), (summary.games, 16, true));
    assert_eq!(numbers(folder.path()), (0..16).collect::<Vec<_>>());
    // The same as a match that was never ended.
    plan.folder = None;
    assert_eq!(played(&plan).1, whole);
    // More games of the same match are welcome, another match is not.
    plan.folder = Some(folder.path().to_owned());
    (plan.pairs, plan.openings) = (10, by_lot(10, plan.size, 3));
    assert_eq!(played(&plan).1.games, 20);
    plan.seed = 4;
    assert!(
        plan.run(&Arc::default(), |_, _| {})
            .unwrap_err()
            .to_string()
            .contains("holds another match: its seed")
    );
}

#[test]
fn calling_off_does_not_wait_for_a_game_to_end() {
    let call_off = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&call_off);
    let plan = plan(spec("random"), brain("hang", ""), 1);
    let caller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let from = Instant::now();
    let summary = plan.run(&call_off, |_, _| {}).unwrap();
    assert_eq!(summary.a.name, "random");
    assert!(!summary.complete && summary.games == 0 && from.elapsed() < Duration::from_secs(50));
    caller.join().unwrap();
}

#[test]
fn games_as_sgf_hold_moves_times_and_scores() {
    let plan = plan(spec("tengen"), brain("chatty", ""), 1);
    let (games, _) = played(&plan);
    for game in &games {
        let text = tengen_lab::sgf::write(game, plan.rule, plan.size).unwrap();
        let records = tengen_records::read(Format::Sgf, &text, &ReadOptions::default()).unwrap();
        let [record] = records.as_slice() else { panic!("one game") };
        let moves = parse_moves(&game.moves, plan.size, Origin::Bottom).unwrap();
        assert_eq!((record.main_moves(), record.rule), (moves, Some(plan.rule)));
        assert_eq!(record.players[usize::from(game.black == Side::A)], "Scripted");
        let behind = record.main_line()[game.opening..].to_vec();
        let comments: Vec<&str> = behind.iter().map(|id| record.node(*id).comment.as_str()).collect();
        assert!(comments.iter().all(|comment| comment.contains(" ms")));
        assert!(comments.iter().any(|comment| comment.starts_with("score ") && comment.contains(" nodes, ")));
        assert!(comments.iter().any(|comment| comment.ends_with("\ndepth 3 ev 12")));
        assert!(behind.iter().all(|id| record.node(*id).time_ms.is_some()));
    }
}
