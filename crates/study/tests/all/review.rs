//! Reviews of whole games: laws that every review keeps, and what is said of games with known mistakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord, Move, Position, Rule, Size, Status, Symmetry};
use tengen_study::review::judge::judge;
use tengen_study::review::{
    Grade, Options, Review, ReviewError, ReviewedMove, Sink, review, review_position,
};

/// A short game with mistakes of both sides, which White wins.
const GAME: &str = "h8h9i8i9j8k8g8f8g7g9f6j9h7k9";

fn position(moves: &str, rule: Rule) -> Position {
    let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
    Position::from_moves(Size::FIFTEEN, rule, moves).unwrap()
}

fn small() -> Options {
    Options { nodes: Some(800), memory: 48 << 20, prove_nodes: 1500, ..Options::default() }
}

fn reviewed(position: &Position) -> Review {
    review_position(position, &small(), &Arc::default(), &mut ())
}

/// What holds for every review of a position's moves.
fn keeps_the_laws(review: &Review, position: &Position) {
    let total = position.moves().len();
    assert!(review.complete);
    assert_eq!((review.moves.len(), review.graph.len()), (total, total));
    assert!(review.start.is_some_and(|rate| (0.0..=1.0).contains(&rate)));
    for (index, one) in review.moves.iter().enumerate() {
        assert_eq!(one.ply, index + 1);
        let black = review.graph[index].unwrap();
        let after = if one.side == "black" { one.winrate_after } else { 1.0 - one.winrate_after };
        assert!((black - after).abs() < 1e-9 && (0.0..=1.0).contains(&black), "{one:?}");
        assert!((0.0..=1.0).contains(&one.loss) && (0.0..=1.0).contains(&one.winrate_before), "{one:?}");
        assert!(one.winrate_before >= one.winrate_after, "{one:?}");
        assert!((one.winrate_before - one.winrate_after - one.loss).abs() < 2e-4, "{one:?}");
        assert_eq!(one.grade, Grade::of(one.loss));
        assert_eq!(one.played_line[0], one.action);
        assert_eq!(one.best_line.first(), one.best.as_ref());
        assert!(one.missed.is_none() || one.winrate_before > 0.999, "{one:?}");
        assert!(one.lost.is_none() || one.winrate_after < 0.001, "{one:?}");
    }
    let counted: u32 =
        [review.counts.black, review.counts.white].iter().flat_map(|c| Grade::ALL.map(|g| c.of(g))).sum();
    assert_eq!(counted as usize, total);
    for accuracy in [review.accuracy.black, review.accuracy.white].into_iter().flatten() {
        assert!((0.0..=100.0).contains(&accuracy));
    }
    let turning = review.turning_point.map(|ply| &review.moves[ply - 1]);
    assert!(turning.is_none_or(|one| Some(&one.side) != review.winner.as_ref()), "the loser gave it away");
}

#[test]
fn a_review_is_the_same_on_every_run_and_keeps_the_laws() {
    let position = position(GAME, Rule::Freestyle);
    let first = reviewed(&position);
    keeps_the_laws(&first, &position);
    assert_eq!(first, reviewed(&position));
    // What is written is read back.
    let json = serde_json::to_string(&first).unwrap();
    assert_eq!(serde_json::from_str::<Review>(&json).unwrap(), first);
}

#[test]
fn a_missed_win_and_the_turning_point_are_proven() {
    // Black has an open three and plays elsewhere (move 7); White lets it be (move 8); Black wins.
    let position = position("h8a1i8a15j8o1c3o15k8d4l8", Rule::Freestyle);
    assert_eq!(position.status(), Status::Won { winner: Colour::Black, foul: None });
    let review = reviewed(&position);
    keeps_the_laws(&review, &position);
    let missed = review.moves[6].missed.as_ref().expect("k8 or g8 would have won");
    assert!(missed.proven && missed.line.len() == 3 && missed.names.last().unwrap() == "five", "{missed:?}");
    assert!(review.moves[6].winrate_before > 0.999);
    let lost = review.moves[7].lost.as_ref().expect("White had to stop the three");
    assert!(lost.proven && lost.kind == "vcf" && lost.plies == lost.line.len(), "{lost:?}");
    assert!(review.moves[7].grade >= Grade::Inaccuracy, "{:?}", review.moves[7]);
    assert_eq!((review.turning_point, review.turning_point_proven), (Some(8), true));
    assert_eq!(review.winner.as_deref(), Some("black"));
    // The last move but one could not hold any more, and the last one was not forced.
    assert_eq!(review.moves[9].grade, Grade::Best);
    assert_eq!(review.moves[10].mate, Some(0));
}

#[test]
fn a_forced_reply_is_marked_and_costs_nothing() {
    let position = position("h8g8i8a1j8a15k8l8", Rule::Freestyle);
    let review = reviewed(&position);
    let last = review.moves.last().unwrap();
    assert!(last.forced && last.grade == Grade::Best, "{last:?}");
    assert!(!review.moves[0].forced);
}

#[test]
fn every_rule_and_odd_game_is_reviewed() {
    for rule in Rule::ALL {
        let game = position("h8h9i8i9j8k8g8--g7", rule);
        let review = reviewed(&game);
        keeps_the_laws(&review, &game);
        assert_eq!(review.certified, tengen_solver::certify::rule_of(rule).is_ok(), "{rule}");
        assert_eq!(review.moves[7].action, "--");
    }
    // Where there are no certificates, a win that was found is the solver's word.
    let renju = position("h8a1i8a15j8o1c3", Rule::Renju);
    let missed = reviewed(&renju).moves[6].missed.clone().expect("a double four");
    assert!(!missed.proven && missed.kind == "vcf" && !missed.line.is_empty(), "{missed:?}");
    // No moves, free stones alone, a game that was over before it began.
    let nothing = Position::new(Size::square(5).unwrap(), Rule::Standard);
    let empty = reviewed(&nothing);
    assert!(empty.moves.is_empty() && empty.complete && empty.accuracy.black.is_none());
    assert_eq!((empty.turning_point, empty.winner), (None, None));
    let mut over = Position::new(Size::new(9, 6).unwrap(), Rule::Freestyle);
    for x in 0..5 {
        over.set_up(over.size().point(x, 0).unwrap(), Colour::White).unwrap();
    }
    let review = reviewed(&over);
    assert_eq!((review.winner.as_deref(), review.start, review.certified), (Some("white"), Some(0.0), false));
    // White moves first after free stones.
    let mut setup = Position::new(Size::square(7).unwrap(), Rule::Freestyle);
    setup.set_up(setup.size().centre(), Colour::Black).unwrap();
    setup.set_first(Colour::White).unwrap();
    setup.play(Move::Place(setup.size().point(2, 2).unwrap())).unwrap();
    let review = reviewed(&setup);
    keeps_the_laws(&review, &setup);
    assert_eq!(review.moves[0].side, "white");
}

/// What is proven or counted off the board does not depend on where the board is looked at from, nor on the colours.
#[test]
fn images_of_a_game_have_the_same_wins_and_forced_moves() {
    let moves = "h8h9i8i9j8a1c3d4";
    let game = position(moves, Rule::Freestyle);
    let facts = |review: &Review| -> Vec<(bool, bool, bool)> {
        review.moves.iter().map(|m| (m.forced, m.missed.is_some(), m.lost.is_some())).collect()
    };
    let expected = facts(&reviewed(&game));
    assert!(expected.iter().any(|(_, missed, _)| *missed) && expected.iter().any(|(_, _, lost)| *lost));
    for symmetry in [Symmetry::ALL[1], Symmetry::ALL[6]] {
        assert_eq!(facts(&reviewed(&game.transformed(symmetry))), expected, "{symmetry:?}");
    }
    let mut exchanged = Position::new(Size::FIFTEEN, Rule::Freestyle);
    exchanged.set_first(Colour::White).unwrap();
    for m in game.moves() {
        exchanged.play(*m).unwrap();
    }
    let review = reviewed(&exchanged);
    assert_eq!(facts(&review), expected);
    assert_eq!(review.moves[0].side, "white");
}

struct Order(Vec<usize>, usize);

impl Sink for Order {
    fn reviewed(&mut self, reviewed: &ReviewedMove, done: usize, total: usize) {
        self.0.push(reviewed.ply);
        assert_eq!((done, total), (self.0.len(), self.1));
    }
}

#[test]
fn moves_are_told_once_each_from_the_last_to_the_first() {
    let game = position("h8h9i8i9j8", Rule::Freestyle);
    let mut order = Order(Vec::new(), 5);
    review_position(&game, &small(), &Arc::default(), &mut order);
    assert_eq!(order.0, [5, 4, 3, 2, 1]);
}

struct Stop(Arc<AtomicBool>);

impl Sink for Stop {
    fn reviewed(&mut self, _: &ReviewedMove, done: usize, _: usize) {
        self.0.store(done == 2, Ordering::Relaxed);
    }
}

#[test]
fn a_cancelled_review_holds_what_is_known() {
    let game = position("h8h9i8i9j8k8g8", Rule::Freestyle);
    let cancel = Arc::new(AtomicBool::new(false));
    let review = review_position(&game, &small(), &cancel, &mut Stop(Arc::clone(&cancel)));
    assert!(!review.complete);
    let plies: Vec<usize> = review.moves.iter().map(|one| one.ply).collect();
    assert!(plies.ends_with(&[6, 7]) && plies.len() <= 3, "{plies:?}");
    assert_eq!(review.graph.iter().filter(|rate| rate.is_some()).count(), plies.len());
    assert_eq!((review.start, review.turning_point), (None, None));
    let already = Arc::new(AtomicBool::new(true));
    assert!(review_position(&game, &small(), &already, &mut ()).moves.is_empty());
}

#[test]
fn the_main_line_of_a_record_is_reviewed_and_an_illegal_move_is_named() {
    let game = position("h8h9i8", Rule::Freestyle);
    let mut record = GameRecord::from_position(&game);
    // A variation is no part of the game.
    record.append(NodeId::ROOT, Move::Place(Size::FIFTEEN.centre()));
    let review_of = |record: &GameRecord| review(record, &small(), &Arc::default(), &mut ());
    assert_eq!(review_of(&record).unwrap(), reviewed(&game));
    let end = *record.main_line().last().unwrap();
    record.append(end, Move::Place(Size::FIFTEEN.centre()));
    assert!(matches!(review_of(&record), Err(ReviewError::Illegal { number: 4, .. })));
}

#[test]
fn one_move_is_judged_as_in_a_review() {
    let before = position("h8h9i8i9j8", Rule::Freestyle);
    let at = |name: &str| parse_moves(name, Size::FIFTEEN, Origin::Bottom).unwrap()[0];
    let judged = |name| judge(&before, at(name), &small(), &Arc::default()).unwrap().unwrap();
    let bad = judged("o1");
    assert_eq!((bad.grade, bad.proven), (Grade::Blunder, true));
    assert_eq!((bad.refutation_names[0], bad.refutation_names.last()), ("double four", Some(&"five")));
    assert_eq!(bad.refutation.len(), bad.refutation_names.len());
    let best = bad.best.unwrap();
    let good = judged(&best);
    assert_eq!((good.grade, good.loss, good.refutation.len()), (Grade::Best, 0.0, 0));
    assert!(judge(&before, at("h8"), &small(), &Arc::default()).is_err());
    assert_eq!(judge(&before, at("o1"), &small(), &Arc::new(AtomicBool::new(true))), Ok(None));
}

#[test]
fn where_all_is_lost_the_longest_resistance_is_the_best() {
    // Black has two open threes; White can only put off the end, with the four on d1.
    let before = position("h8a1g8b1i8c1h9a15h10o15o1", Rule::Freestyle);
    let at = |name: &str| parse_moves(name, Size::FIFTEEN, Origin::Bottom).unwrap()[0];
    let judged = |name| judge(&before, at(name), &small(), &Arc::default()).unwrap().unwrap();
    let sooner = judged("a8");
    assert_eq!((sooner.grade, sooner.loss), (Grade::Good, 0.0));
    let best = sooner.best.unwrap();
    assert_ne!(best, "a8");
    assert_eq!(sooner.best_line.first(), Some(&best));
    let longest = judged(&best);
    assert_eq!((longest.grade, longest.best.as_ref()), (Grade::Best, Some(&best)));
}
