//! Binary minimax and proof-number search: they agree with each other, their lines are games, their limits are kept.

use tengen_core::analysis::{Analysis, analyse};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, Position, Rule, Size, Status, with_rule};
use tengen_solver::{Bmm, EndgameAnswer, EndgameLimits, EndgameOutcome, Pns, ThreatSet};

/// A random open position of neighbouring stones, as games have them.
fn random_game(rule: Rule, random: &mut fastrand::Rng) -> Option<Position> {
    let size = Size::FIFTEEN;
    let mut position = Position::new(size, rule);
    let near = |random: &mut fastrand::Rng| Point::new(random.u8(4..11), random.u8(4..11));
    for _ in 0..random.usize(10..24) {
        let _ = position.play(near(random)?.into());
    }
    (position.status() == Status::Open).then_some(position)
}

/// The line of a win: a game of legal moves that the attacker ends with five in time, each of its stones a threat.
fn check_line<R: RuleType>(position: &Position, answer: &EndgameAnswer) {
    let EndgameOutcome::Won { first, plies } = answer.outcome else {
        assert!(answer.line.is_empty());
        return;
    };
    assert_eq!(answer.line.first(), Some(&first));
    assert!(answer.line.len() <= usize::from(plies), "{plies} {:?}\n{position:?}", answer.line);
    let us = position.to_move();
    let mut game = position.clone();
    for p in &answer.line {
        game.play((*p).into()).expect("a legal move");
        if game.status() == Status::Open && game.to_move() != us {
            let analysis = analyse(&mut Board::<R>::from_position(&game));
            let is_threat = matches!(analysis, Analysis::Hold { .. } | Analysis::Lost { .. });
            assert!(is_threat, "{p:?} forces nothing\n{game:?}");
        }
    }
    assert_eq!(game.status(), Status::Won { winner: us, foul: None }, "{:?}\n{position:?}", answer.line);
}

#[test]
fn both_solvers_agree_and_their_lines_are_games() {
    let limits = EndgameLimits { nodes: 2_000, stop: None };
    for rule in Rule::ALL {
        let mut random = fastrand::Rng::with_seed(31);
        let mut bmm = Bmm::new();
        let (mut wins, mut by_threes, mut failures, mut cut) = (0, 0, 0, 0);
        for _ in 0..130 {
            let Some(position) = random_game(rule, &mut random) else { continue };
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&position);
                let mut won_by_fours = false;
                for set in ThreatSet::ALL {
                    let answers =
                        [bmm.search(&mut board, set, limits), Pns::new().search(&mut board, set, limits)];
                    assert!(board == Board::<R>::from_position(&position), "the board was left changed");
                    for answer in &answers {
                        assert!(answer.nodes <= limits.nodes);
                        check_line::<R>(&position, answer);
                    }
                    if answers.iter().any(|answer| answer.outcome == EndgameOutcome::Cut) {
                        cut += 1;
                        continue;
                    }
                    let [bmm, pns] = answers.map(|answer| answer.claim().is_win());
                    assert_eq!(bmm, pns, "{set:?}\n{position:?}");
                    assert!(bmm || !won_by_fours, "more threats cannot win less\n{position:?}");
                    wins += usize::from(bmm);
                    by_threes += usize::from(bmm && !won_by_fours && set == ThreatSet::FoursAndThrees);
                    failures += usize::from(!bmm);
                    won_by_fours = bmm;
                }
            });
        }
        assert!(wins > 40 && by_threes > 3 && failures > 40, "{rule}: {wins} {by_threes} {failures} {cut}");
    }
}

#[test]
fn a_finished_game_is_not_won_again() {
    let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
    for x in 3..8 {
        position.set_up(Point::new(x, 7).unwrap(), Colour::Black).unwrap();
    }
    let mut board = Board::<tengen_core::rule::Freestyle>::from_position(&position);
    for set in ThreatSet::ALL {
        assert_eq!(Bmm::new().search(&mut board, set, EndgameLimits::NONE).outcome, EndgameOutcome::NoWin);
        assert_eq!(Pns::new().search(&mut board, set, EndgameLimits::NONE).outcome, EndgameOutcome::NoWin);
    }
}
