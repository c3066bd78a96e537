//! The mistakes that other solvers made, one test each.
//!
//! Where a mistake is one of searching, the test makes it on purpose, shows that it changes answers on the sampled
//! positions, and that the solvers give the right one there.

use super::oracle::{Moves, Oracle, Value, positions, random_position, value};
use std::collections::HashMap;
use tengen_core::analysis::{Analysis, analyse};
use tengen_core::board::Dilation;
use tengen_core::notation::parse_diagram;
use tengen_core::rule::{Freestyle, RuleType};
use tengen_core::{Board, Colour, Move, Point, Position, Rule, Size, Status, with_rule};
use tengen_solver::threats::{Standing, attack, defend};
use tengen_solver::{Bmm, Claim, EndgameLimits, EndgameOutcome, Memory, Pns, ThreatSet, Vcf, VcfLimits};

const BOTH: ThreatSet = ThreatSet::FoursAndThrees;
const NONE: EndgameLimits = EndgameLimits::NONE;
/// Positions that the oracle may look at for one answer.
const EFFORT: u64 = 5_000;

/// What every solver says.
fn claims<R: RuleType>(board: &mut Board<R>) -> Vec<Claim> {
    let mut claims = vec![Vcf::new(&Memory::new(1 << 14)).find(board, VcfLimits::NONE)];
    for set in ThreatSet::ALL {
        claims.push(Bmm::new().search(board, set, NONE).claim());
        claims.push(Pns::new().search(board, set, NONE).claim());
    }
    claims
}

/// What both solvers of fours and threes, who must agree, say of a freestyle position.
fn wins_by_threats(position: &Position) -> bool {
    let mut board = Board::<Freestyle>::from_position(position);
    let bmm = Bmm::new().search(&mut board, BOTH, NONE).claim().is_win();
    assert_eq!(bmm, Pns::new().search(&mut board, BOTH, NONE).claim().is_win(), "{position:?}");
    bmm
}

/// A way to search wrongly.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// The defender's fours are left out of the replies to a three.
    CounterFoursIgnored,
    /// A counter-four counts as a refutation.
    CounterFoursRefute,
    /// Replies are only looked for within two steps of the attacker's last stone.
    NearbyReplies,
}

/// What a search with a flaw takes for won, by hash.
type Seen = HashMap<u64, bool>;

/// Whether the side to move seems to win by fours and threes to a search with a flaw.
fn seems_won(board: &mut Board<Freestyle>, flaw: Flaw, seen: &mut Seen) -> bool {
    if let Some(seems) = seen.get(&board.hash()) {
        return *seems;
    }
    let moves = match attack(board, BOTH) {
        Standing::Victory { .. } => return true,
        Standing::Bad => return false,
        Standing::Good { moves } => moves,
    };
    let seems = moves.into_iter().any(|p| {
        board.play(p);
        let seems = seems_unstoppable(board, flaw, p, seen);
        board.undo();
        seems
    });
    seen.insert(board.hash(), seems);
    seems
}

fn seems_unstoppable(board: &mut Board<Freestyle>, flaw: Flaw, last: Point, seen: &mut Seen) -> bool {
    let mut replies = match defend(board) {
        Standing::Victory { .. } => return true,
        Standing::Bad => return false,
        Standing::Good { moves } => moves,
    };
    let Analysis::Hold { defences, counter_fours, .. } = analyse(board) else { return false };
    match flaw {
        Flaw::CounterFoursRefute if !counter_fours.is_empty() => return false,
        Flaw::CounterFoursRefute => {}
        Flaw::CounterFoursIgnored => replies.retain(|q| defences.contains(*q)),
        Flaw::NearbyReplies => {
            replies.retain(|q| q.x().abs_diff(last.x()) <= 2 && q.y().abs_diff(last.y()) <= 2);
        }
    }
    replies.into_iter().all(|q| {
        board.play(q);
        let seems = seems_won(board, flaw, seen);
        board.undo();
        seems
    })
}

/// What a flaw does to an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    FalseWin,
    MissedWin,
}

/// Looks for positions where the flaw leads to the mistake until there are some, and fails if there are none. The solvers
/// must be right about each of them, by an exhaustive search.
fn check_mistakes(flaw: Flaw, mistake: Mistake, seed: u64) {
    const ENOUGH: usize = 3;
    let mut found = 0;
    for position in positions(Rule::Freestyle, seed, 4000, 12..24) {
        let seems = seems_won(&mut Board::from_position(&position), flaw, &mut Seen::new());
        let wins = wins_by_threats(&position);
        if seems == wins || wins != (mistake == Mistake::MissedWin) {
            continue;
        }
        if let Some(exact) = Oracle::forces(&position, position.to_move(), Moves::FoursAndThrees, EFFORT) {
            assert_eq!(exact, wins, "{position:?}");
            found += 1;
        }
        if found == ENOUGH {
            return;
        }
    }
    panic!("only {found} mistakes of {ENOUGH}");
}

#[test]
fn counter_fours_of_the_defence_are_not_ignored() {
    check_mistakes(Flaw::CounterFoursIgnored, Mistake::FalseWin, 21);
}

#[test]
fn a_counter_four_is_not_taken_for_a_refutation() {
    check_mistakes(Flaw::CounterFoursRefute, Mistake::MissedWin, 22);
}

#[test]
fn replies_are_not_limited_to_a_neighbourhood() {
    check_mistakes(Flaw::NearbyReplies, Mistake::FalseWin, 23);
}

#[test]
fn the_candidate_area_of_the_board_changes_no_answer() {
    for position in positions(Rule::Freestyle, 24, 60, 10..36) {
        let with = |dilation| {
            let mut board = Board::<Freestyle>::with_dilation(position.size(), dilation);
            for (p, colour) in position.setup() {
                board.put(*p, *colour);
            }
            if position.to_move() == Colour::White {
                board.pass();
            }
            claims(&mut board)
        };
        let answers = with(Dilation::Full);
        assert!(Dilation::ALL.into_iter().all(|dilation| with(dilation) == answers), "{position:?}");
    }
}

#[test]
fn a_set_up_move_that_forces_nothing_is_not_played_as_if_it_did() {
    let mut tempting = 0;
    for position in positions(Rule::Freestyle, 25, 300, 10..20) {
        let mut board = Board::<Freestyle>::from_position(&position);
        // A stone that leaves no five and no winning four, but fours that win if the defender passes.
        let mut tempts = |p: &Point| {
            board.play(*p);
            let is_quiet = analyse(&mut board) == Analysis::Open;
            board.pass();
            let wins = is_quiet && Vcf::new(&Memory::new(1 << 12)).find(&mut board, VcfLimits::NONE).is_win();
            board.undo();
            board.undo();
            wins
        };
        if !position.grid().empties().any(|p| tempts(&p)) {
            continue;
        }
        let exact = value(&position, EFFORT);
        if exact.is_some_and(|value| value != Value::Win) {
            tempting += 1;
            assert!(claims(&mut board).iter().all(|claim| *claim == Claim::None), "{position:?}");
        }
    }
    assert!(tempting > 1, "{tempting}");
}

/// A drawn board with free stones only, Black to move.
fn drawn(diagram: &str) -> Position {
    let grid = parse_diagram(diagram).expect("a drawn board");
    let mut position = Position::new(grid.size(), Rule::Freestyle);
    for (p, colour) in grid.stones() {
        position.set_up(p, colour).expect("an empty point");
    }
    position
}

#[test]
fn a_four_that_has_stood_for_long_must_be_answered() {
    // Black's open three would win if only the surroundings of a last stone were looked at.
    let four = drawn(
        ". . . . . . . . .
         O O O O . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . X X X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    // Here the answer makes a double four.
    let answer_wins = drawn(
        ". . . . . . . . .
         O O O O . . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let answer = Point::new(4, 1).unwrap();
    // With a history, without any, and after two passes, which leave no last stone.
    for history in 0..3 {
        let board = |position: &Position| {
            let mut board = Board::<Freestyle>::from_position(position);
            match history {
                0 => board,
                1 => board.rescanned(),
                _ => {
                    board.pass();
                    board.pass();
                    assert_eq!(board.last(), Some(Move::Pass));
                    board
                }
            }
        };
        let claims_of_four = claims(&mut board(&four));
        assert_eq!(claims_of_four[0], Claim::None);
        for claim in claims_of_four {
            assert!(!matches!(claim, Claim::Win { first, .. } if first != answer), "{claim:?}");
        }
        let win = Claim::Win { first: answer, plies: 3 };
        assert_eq!(claims(&mut board(&answer_wins)), [win; 5]);
    }
}

#[test]
fn a_nearly_full_board_is_a_draw_unless_there_is_room_for_the_five() {
    let mut draws_with_threats = 0;
    for rule in Rule::ALL {
        let mut random = fastrand::Rng::with_seed(26);
        for _ in 0..400 {
            let size = Size::new(6, 5).expect("a board");
            let Some(position) = random_position(size, rule, random.usize(1..6), &mut random) else {
                continue;
            };
            let exact = value(&position, u64::MAX).expect("no limit");
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&position);
                let claims = claims(&mut board);
                assert!(claims.iter().all(|claim| *claim != Claim::Unknown));
                assert!(exact == Value::Win || claims.iter().all(|claim| !claim.is_win()), "{position:?}");
                let has_threats = matches!(attack(&mut board, BOTH), Standing::Good { .. });
                draws_with_threats += usize::from(exact == Value::Draw && has_threats);
            });
        }
    }
    assert!(draws_with_threats > 50, "{draws_with_threats}");
    // The last stone makes a four and fills the board.
    let full = drawn(
        "X X X . O
         O O X X X
         X X O O O
         O O X X X
         X X O O O",
    );
    let mut board = Board::<Freestyle>::from_position(&full);
    assert_eq!(claims(&mut board), [Claim::None; 5]);
    assert_eq!(full.status(), Status::Open);
}

#[test]
fn what_was_cut_short_is_not_remembered_as_a_failure() {
    let (mut cut, mut wins) = (0, 0);
    for position in positions(Rule::Standard, 27, 300, 14..30) {
        let mut board = Board::<tengen_core::rule::Standard>::from_position(&position);
        for set in ThreatSet::ALL {
            let whole = Bmm::new().search(&mut board, set, NONE);
            let mut bmm = Bmm::new();
            for nodes in (0..whole.nodes).step_by(7) {
                let short = bmm.search(&mut board, set, EndgameLimits { nodes, stop: None });
                assert!(short.nodes <= nodes);
                // What is remembered may shorten the way, but may not lead elsewhere.
                let is_same = short.claim().is_win() == whole.claim().is_win();
                assert!(short.outcome == EndgameOutcome::Cut || is_same, "{position:?}");
                cut += usize::from(short.outcome == EndgameOutcome::Cut);
                wins += usize::from(short.outcome == EndgameOutcome::Cut && whole.claim().is_win());
            }
            let after = bmm.search(&mut board, set, NONE);
            assert_eq!(after.claim().is_win(), whole.claim().is_win(), "{position:?}");
            let pns =
                Pns::new().search(&mut board, set, EndgameLimits { nodes: whole.nodes / 2, stop: None });
            assert!(pns.nodes <= whole.nodes / 2);
            assert!(pns.outcome == EndgameOutcome::Cut || pns.claim().is_win() == whole.claim().is_win());
        }
    }
    assert!(cut > 100 && wins > 10, "{cut} {wins}");
}

#[test]
fn side_to_move_rule_and_set_are_told_apart_in_the_table() {
    let mut bmm = Bmm::new();
    let mut different = 0;
    for position in positions(Rule::Freestyle, 28, 200, 14..28) {
        let mut answers = Vec::new();
        for rule in Rule::ALL {
            let mut other = Position::new(position.size(), rule);
            for (p, colour) in position.setup() {
                other.set_up(*p, *colour).expect("an empty point");
            }
            if other.status() != Status::Open {
                continue;
            }
            with_rule!(rule, R => {
                let mut board = Board::<R>::from_position(&other);
                for _ in Colour::BOTH {
                    for set in ThreatSet::ALL {
                        let shared = bmm.search(&mut board, set, NONE).outcome;
                        assert_eq!(shared, Bmm::new().search(&mut board, set, NONE).outcome, "{board:?}");
                        answers.push(matches!(shared, EndgameOutcome::Won { .. }));
                    }
                    board.pass();
                }
            });
        }
        different += usize::from(answers.contains(&true) && answers.contains(&false));
    }
    assert!(different > 20, "{different}");
}

#[test]
fn only_the_whole_tree_is_a_proof_not_one_line_of_it() {
    // Every claimed first move is answered by every reply, and each time the attacker still wins.
    let mut replies = 0;
    for position in positions(Rule::Freestyle, 29, 300, 12..24) {
        let mut board = Board::<Freestyle>::from_position(&position);
        let EndgameOutcome::Won { first, .. } = Bmm::new().search(&mut board, BOTH, NONE).outcome else {
            continue;
        };
        let mut after = position.clone();
        after.play(first.into()).expect("a move of the board");
        for reply in after.grid().empties().collect::<Vec<_>>() {
            let mut answered = after.clone();
            answered.play(reply.into()).expect("a move of the board");
            assert_eq!(answered.winner(), None, "{position:?}");
            assert!(wins_by_threats(&answered), "{first:?} {reply:?}\n{position:?}");
            replies += 1;
        }
    }
    assert!(replies > 200, "{replies}");
}
