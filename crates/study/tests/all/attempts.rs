//! Puzzles of the project's collection played out: by the book, beside the book, and wrong.

use tengen_core::Position;
use tengen_core::notation::{Origin, parse_moves, point_name};
use tengen_study::puzzles::{AttemptError, Collection, Hint, Kind, Puzzle, Status};

fn some(kind: Kind, step: usize) -> impl Iterator<Item = &'static Puzzle> {
    Collection::embedded().puzzles().iter().filter(move |puzzle| puzzle.goal == kind).step_by(step)
}

/// Plays the shown solution against the given replies, and counts the solver's moves.
fn play_out(puzzle: &Puzzle) -> usize {
    let mut moves = String::new();
    for number in 1..200 {
        let next = puzzle.attempt(&moves).unwrap().solution().unwrap();
        moves.push_str(&next.line[0]);
        let tried = puzzle.attempt(&moves).unwrap().judge().unwrap();
        match tried.status {
            Status::Solved => {
                assert_eq!((tried.reply, next.line.len()), (None, 1), "{}", puzzle.id);
                return number;
            }
            Status::Right => {
                let reply = tried.reply.expect("a right move has a reply");
                assert_eq!(next.line[1], reply, "{}: the line and the reply are the same", puzzle.id);
                moves.push_str(&reply);
            }
            Status::Wrong => panic!("{}: {moves}", puzzle.id),
        }
    }
    panic!("{} has no end", puzzle.id);
}

#[test]
fn following_the_certificate_solves_the_puzzle_and_the_lines_end_with_a_five() {
    for puzzle in some(Kind::Vcf, 7).chain(some(Kind::Vct, 17)) {
        let solution = puzzle.attempt("").unwrap().solution().unwrap();
        assert_eq!(solution.line[0], puzzle.first, "{}", puzzle.id);
        assert_eq!(solution.names.len(), solution.line.len());
        assert_eq!(solution.names.last(), Some(&"five"), "{}", puzzle.id);
        let moves = solution.line.concat();
        assert_eq!(puzzle.attempt(&moves).unwrap().judge().unwrap().status, Status::Solved, "{}", puzzle.id);
        assert_eq!(2 * play_out(puzzle) - 1, solution.line.len(), "{}", puzzle.id);
        assert!(solution.line.len() <= usize::from(puzzle.plies), "{}", puzzle.id);
        // A line of fours leaves no choice, so it is as long as it is said to be.
        assert!(
            puzzle.goal == Kind::Vct || solution.line.len() == usize::from(puzzle.plies),
            "{}",
            puzzle.id
        );
    }
}

/// There is one first move: every other one is wrong.
#[test]
fn another_first_move_is_wrong() {
    let mut refuted = 0;
    for (place, puzzle) in some(Kind::Vcf, 40).chain(some(Kind::Vct, 60)).enumerate() {
        let position = puzzle.position().unwrap();
        let name = |p| point_name(p, position.size(), Origin::Bottom);
        let others: Vec<String> =
            position.grid().empties().map(name).filter(|name| *name != puzzle.first).collect();
        for other in others.iter().skip(place).step_by(37) {
            let tried = puzzle.attempt(other).unwrap().judge().unwrap();
            assert_eq!((tried.status, tried.reply), (Status::Wrong, None), "{} {other}", puzzle.id);
            refuted += usize::from(!tried.refutation.is_empty());
            // What follows a wrong move stays wrong, and there is nothing to hint at.
            let attempt = puzzle.attempt(&format!("{other}--")).unwrap();
            assert_eq!(attempt.hint(1), Err(AttemptError::Gone(1)));
        }
    }
    assert!(refuted > 20, "{refuted}");
}

/// The second move of the attacker is exchanged for another threat; often that wins as well.
#[test]
fn a_move_beside_the_certificate_that_still_wins_is_right() {
    let mut beside = 0;
    for puzzle in some(Kind::Vcf, 4).chain(some(Kind::Vct, 40)) {
        let solution = puzzle.attempt("").unwrap().solution().unwrap();
        let opening: String = solution.line[..2].concat();
        let position = after(puzzle, &opening);
        let threats = tengen_study::explain::threats(&position);
        let other =
            threats.iter().find(|threat| threat.side == puzzle.to_move && threat.point != solution.line[2]);
        let Some(other) = other else { continue };
        let moves = format!("{opening}{}", other.point);
        let tried = puzzle.attempt(&moves).unwrap().judge().unwrap();
        if tried.status != Status::Right {
            continue;
        }
        beside += 1;
        // The new way leads to the five, too.
        let with_reply = format!("{moves}{}", tried.reply.unwrap());
        let rest = puzzle.attempt(&with_reply).unwrap().solution().unwrap();
        let all = format!("{with_reply}{}", rest.line.concat());
        assert_eq!(
            puzzle.attempt(&all).unwrap().judge().unwrap().status,
            Status::Solved,
            "{} {all}",
            puzzle.id
        );
    }
    assert!(beside >= 3, "{beside}");
}

fn after(puzzle: &Puzzle, moves: &str) -> Position {
    let mut position = puzzle.position().unwrap();
    for m in parse_moves(moves, position.size(), Origin::Bottom).unwrap() {
        position.play(m).unwrap();
    }
    position
}

#[test]
fn hints_come_nearer_step_by_step() {
    for puzzle in some(Kind::Vcf, 60).chain(some(Kind::Vct, 60)) {
        let attempt = puzzle.attempt("").unwrap();
        let named = attempt.solution().unwrap().names[0];
        assert_eq!(attempt.hint(1), Ok(Hint::Kind(named.to_owned())), "{}", puzzle.id);
        let Ok(Hint::Area(area)) = attempt.hint(2) else { panic!("{}", puzzle.id) };
        assert!(area.contains(&puzzle.first) && area.len() <= 25, "{}: {area:?}", puzzle.id);
        assert_eq!(attempt.hint(3), Ok(Hint::Point(puzzle.first.clone())), "{}", puzzle.id);
        assert_eq!(attempt.hint(4), Err(AttemptError::Step(4)));
        // After a move it is the defender's turn.
        let right = puzzle.attempt(&puzzle.first).unwrap();
        assert_eq!(right.hint(1), Err(AttemptError::NotToMove));
        assert_eq!(right.solution().unwrap_err(), AttemptError::NotToMove);
    }
    let hint = serde_json::to_string(&Hint::Area(vec!["h8".to_owned()])).unwrap();
    assert_eq!(hint, r#"{"area":["h8"]}"#);
}

#[test]
fn moves_that_make_no_sense_are_errors() {
    let puzzle = &Collection::embedded().puzzles()[0];
    let taken = puzzle.black[0].as_str();
    assert!(matches!(puzzle.attempt("z99"), Err(AttemptError::Moves(_))));
    assert!(matches!(puzzle.attempt(taken), Err(AttemptError::Illegal { number: 1, .. })));
    assert_eq!(puzzle.attempt("").unwrap().judge(), Err(AttemptError::ReplyLast));
    // A pass is a wrong move, and any reply is allowed.
    assert_eq!(puzzle.attempt("--").unwrap().judge().unwrap().status, Status::Wrong);
    let broken = Puzzle { certificate: "nonsense".to_owned(), ..puzzle.clone() };
    assert!(matches!(broken.attempt(""), Err(AttemptError::Puzzle(_))));
    // A certificate of another puzzle leads nowhere.
    let other =
        Puzzle { certificate: Collection::embedded().puzzles()[1].certificate.clone(), ..puzzle.clone() };
    assert!(matches!(other.attempt(""), Err(AttemptError::Puzzle(_))));
}
