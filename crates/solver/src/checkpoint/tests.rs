//! What is written is read back, sharing and all; what is not whole is refused, whatever it is.

use super::*;
use crate::numbers::{INFINITE, Numbers};
use crate::order::ByShape;
use crate::query::{Method, Reason, Verdict};
use crate::{Limits, Solver};
use std::collections::HashSet;
use tengen_core::Board;
use tengen_core::rule::Freestyle;

const SIZE: Size = Size::FIFTEEN;

fn point(random: &mut fastrand::Rng) -> Point {
    Point::new(random.u8(0..SIZE.width()), random.u8(0..SIZE.height())).unwrap()
}

fn points(random: &mut fastrand::Rng) -> Vec<Point> {
    (0..random.usize(0..6)).map(|_| point(random)).collect()
}

fn one<T>(random: &mut fastrand::Rng, of: &[Arc<T>]) -> Arc<T> {
    Arc::clone(&of[random.usize(0..of.len())])
}

fn answers(random: &mut fastrand::Rng, attacks: &[Arc<Attack>]) -> Answers {
    (0..random.usize(0..4)).map(|_| (point(random), one(random, attacks))).collect()
}

/// Trees that share their parts: each is made of earlier ones.
fn random_state(random: &mut fastrand::Rng) -> State {
    let mut attacks = vec![Arc::new(Attack::Line(points(random)))];
    let mut defences = vec![Arc::new(Defence::Two)];
    for _ in 0..random.usize(0..10) {
        attacks.push(Arc::new(match random.u8(0..3) {
            0 => Attack::Line(points(random)),
            _ => Attack::Move(point(random), one(random, &defences)),
        }));
        defences.push(Arc::new(match random.u8(0..5) {
            0 => Defence::Two,
            1 => Defence::Forced(one(random, &attacks)),
            2 => Defence::Default { line: points(random), answers: answers(random, &attacks) },
            3 => Defence::Tree { tree: one(random, &attacks), answers: answers(random, &attacks) },
            _ => Defence::All(answers(random, &attacks)),
        }));
    }
    let known = |random: &mut fastrand::Rng| {
        let numbers = match random.u8(0..3) {
            0 => Numbers::WON,
            1 => Numbers::LOST,
            _ => Numbers { proof: random.u32(1..INFINITE), disproof: random.u32(1..INFINITE) },
        };
        Known { numbers, best: random.bool().then(|| point(random)), plies: random.u16(0..400) }
    };
    State {
        numbers: (0..random.usize(0..20)).map(|_| (random.u64(..), known(random), random.u32(..))).collect(),
        trees: (0..random.usize(0..5))
            .map(|_| (points(random).into_iter().collect(), one(random, &attacks)))
            .collect(),
        variants: (0..random.usize(0..5))
            .map(|_| ((points(random).into_iter().collect(), point(random)), one(random, &attacks)))
            .collect(),
        successes: (0..random.usize(0..5)).map(|_| (point(random), random.u32(0..9))).collect(),
        attacks: attacks.into_iter().map(|attack| (random.u64(..), attack)).collect(),
        defences: defences.into_iter().map(|defence| (random.u64(..), defence)).collect(),
    }
}

fn random_checkpoint(random: &mut fastrand::Rng) -> Checkpoint {
    let mut position = Position::new(SIZE, Rule::ALL[random.usize(0..Rule::ALL.len())]);
    for _ in 0..random.usize(0..4) {
        let _ = position.play(point(random).into());
    }
    let attacker = Colour::BOTH[random.usize(0..2)];
    let question = Question::new(&Query { attacker, ..Query::new(position) });
    Checkpoint { question, state: random_state(random) }
}

/// The addresses of all records, each once.
fn distinct(state: &State) -> usize {
    fn attack(attack: &Arc<Attack>, seen: &mut HashSet<usize>) {
        if seen.insert(Arc::as_ptr(attack) as usize)
            && let Attack::Move(_, after) = &**attack
        {
            defence(after, seen);
        }
    }
    fn defence(defence: &Arc<Defence>, seen: &mut HashSet<usize>) {
        if !seen.insert(Arc::as_ptr(defence) as usize) {
            return;
        }
        let answers: &[(Point, Arc<Attack>)] = match &**defence {
            Defence::Two => &[],
            Defence::Forced(after) => return attack(after, seen),
            Defence::Default { answers, .. } | Defence::All(answers) => answers,
            Defence::Tree { tree, answers } => {
                attack(tree, seen);
                answers
            }
        };
        for (_, after) in answers {
            attack(after, seen);
        }
    }
    let mut seen = HashSet::new();
    state.attacks.iter().for_each(|(_, tree)| attack(tree, &mut seen));
    state.defences.iter().for_each(|(_, tree)| defence(tree, &mut seen));
    state.trees.iter().for_each(|(_, tree)| attack(tree, &mut seen));
    state.variants.iter().for_each(|(_, tree)| attack(tree, &mut seen));
    seen.len()
}

/// Bytes with the checksum that belongs to them.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&body);
    body.extend(sum.to_le_bytes());
    body
}

struct Nobody;

impl Keeper for Nobody {
    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _: Checkpoint) {}
}

#[test]
fn what_is_written_is_read_back_with_its_shared_parts() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        let checkpoint = random_checkpoint(&mut random);
        let bytes = checkpoint.to_bytes();
        let read = Checkpoint::from_bytes(&bytes).unwrap();
        let (before, after) = (&checkpoint.state, &read.state);
        assert_eq!(read.question, checkpoint.question);
        assert_eq!(after.numbers, before.numbers);
        assert_eq!(after.attacks, before.attacks);
        assert_eq!(after.defences, before.defences);
        assert_eq!(after.trees, before.trees);
        assert_eq!(after.variants, before.variants);
        assert_eq!(after.successes, before.successes);
        assert_eq!(distinct(after), distinct(before));
        assert_eq!(read.to_bytes(), bytes);
    }
}

#[test]
fn every_cut_and_every_flipped_bit_is_refused() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..3 {
        let bytes = random_checkpoint(&mut random).to_bytes();
        for length in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for bit in 0..8 * bytes.len() {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(Checkpoint::from_bytes(&other).is_err(), "{bit}");
        }
    }
}

#[test]
fn wrong_bytes_with_a_right_checksum_are_refused_or_harmless() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..4000 {
        let bytes = random_checkpoint(&mut random).to_bytes();
        let mut body = bytes[..bytes.len() - 8].to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(MAGIC.len()..body.len());
            body[at] = random.u8(..);
        }
        if random.bool() {
            body.truncate(random.usize(MAGIC.len()..=body.len()));
        }
        match Checkpoint::from_bytes(&sealed(body)) {
            Ok(checkpoint) => {
                read += 1;
                // What was read can be walked and written.
                assert!(Checkpoint::from_bytes(&checkpoint.to_bytes()).is_ok());
                assert!(checkpoint.state.numbers.iter().all(|(_, known, _)| known.is_sound()));
            }
            Err(error) => {
                refused += 1;
                assert_eq!(error, CheckpointError::Damaged);
            }
        }
        let noise: Vec<u8> = (0..random.usize(0..200)).map(|_| random.u8(..)).collect();
        assert_eq!(Checkpoint::from_bytes(&noise).unwrap_err(), CheckpointError::NotOne);
        let _ = Checkpoint::from_bytes(&sealed([MAGIC, &noise].concat())).unwrap_err();
    }
    assert!(refused > 1000 && read > 100, "{refused} {read}");
}

#[test]
fn lengths_that_the_bytes_cannot_fill_are_refused() {
    let question = Question::new(&Query::new(Position::new(SIZE, Rule::Freestyle)));
    let empty = Checkpoint { question, state: State::default() }.to_bytes();
    // Behind the question stand seven empty lists, then the checksum.
    let lists = empty.len() - 8 - 7 * 4;
    for list in 0..7 {
        let mut body = empty[..empty.len() - 8].to_vec();
        body[lists + 4 * list..][..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Checkpoint::from_bytes(&sealed(body)).unwrap_err(), CheckpointError::Damaged);
    }
}

#[test]
fn trees_deeper_than_any_game_are_refused_and_too_large_ones_left_out() {
    let question = Question::new(&Query::new(Position::new(SIZE, Rule::Freestyle)));
    let p = SIZE.centre();
    let tower = |height: usize, width: usize| {
        let mut attack = Arc::new(Attack::Line(vec![p]));
        for _ in 0..height {
            let answers = vec![(p, attack); width];
            attack = Arc::new(Attack::Move(p, Arc::new(Defence::All(answers))));
        }
        let state = State { attacks: vec![(1, attack)], ..State::default() };
        Checkpoint::from_bytes(&Checkpoint { question: question.clone(), state }.to_bytes())
    };
    let count = |checkpoint: Checkpoint| checkpoint.state.attacks.len();
    assert_eq!(tower(484, 1).map(count), Ok(1));
    assert_eq!(tower(1100, 1).unwrap_err(), CheckpointError::Damaged);
    // Shared parts make a small file a tree that nobody could walk through.
    assert_eq!(tower(10, 2).map(count), Ok(1));
    assert_eq!(tower(300, 2).map(count), Ok(0));
}

#[test]
fn other_files_versions_and_questions_are_told_apart() {
    assert_eq!(Checkpoint::from_bytes(b"").unwrap_err(), CheckpointError::NotOne);
    assert_eq!(Checkpoint::from_bytes(b"TENGEN-PROOF 1\n").unwrap_err(), CheckpointError::NotOne);
    assert_eq!(Checkpoint::from_bytes(b"TENGEN-CHECKPOINT ").unwrap_err(), CheckpointError::Damaged);
    let other = b"TENGEN-CHECKPOINT 2\nwhatever comes then";
    assert_eq!(Checkpoint::from_bytes(other).unwrap_err(), CheckpointError::Version);
    let centre = Position::from_moves(SIZE, Rule::Freestyle, [SIZE.centre()]).unwrap();
    let asked = Query::new(centre.clone());
    let others = [
        Query { attacker: Colour::Black, ..asked.clone() },
        Query::new(Position::from_moves(SIZE, Rule::Standard, [SIZE.centre()]).unwrap()),
        Query::new(
            Position::from_moves(Size::square(16).unwrap(), Rule::Freestyle, [SIZE.centre()]).unwrap(),
        ),
        Query::new(Position::from_moves(SIZE, Rule::Freestyle, [Point::new(1, 1).unwrap()]).unwrap()),
    ];
    let of = |query: &Query| Some(Checkpoint { question: Question::new(query), state: State::default() });
    assert!(Kept::new(&asked, &mut Nobody, of(&asked)).is_ok_and(|kept| kept.is_resumed()));
    for other in others {
        let Err(error) = Kept::new(&asked, &mut Nobody, of(&other)) else { panic!("{other:?}") };
        let words = error.to_string();
        assert!(words.contains("this one is freestyle 15x15, attacker white, white to move"), "{words}");
        assert!(words.contains("black h8"), "{words}");
    }
}

#[test]
fn wrong_trees_neither_prove_anything_nor_end_the_program() {
    let mut random = fastrand::Rng::with_seed(4);
    let stones = [(7, 7), (0, 0), (6, 6), (14, 14)].map(|(x, y)| Point::new(x, y).unwrap());
    let position = Position::from_moves(SIZE, Rule::Freestyle, stones).unwrap();
    let board = Board::<Freestyle>::from_position(&position);
    let query = Query { method: Method::Zones, ..Query::new(position) };
    let limits = Limits { nodes: 2_000, memory: 1 << 20, ..Limits::default() };
    let mut solver = Solver::new(limits.memory, 1);
    let mut rejected = 0;
    for _ in 0..200 {
        let mut state = random_state(&mut random);
        // The wrong tree is found at the root.
        state.attacks.reverse();
        state.attacks[0].0 = board.hash();
        let from = Checkpoint { question: Question::new(&query), state };
        let answer =
            solver.prove_kept(&query, &limits, (&ByShape, &mut ()), &mut Nobody, Some(from)).unwrap();
        match answer.verdict {
            Verdict::Proven(proof) => {
                let brute = tengen_proof::brute::check(&proof.certificate, tengen_proof::Limit::NONE);
                assert!(brute.is_valid());
            }
            Verdict::Unknown(Reason::Rejected) => rejected += 1,
            Verdict::Disproven(scope) => panic!("{scope}"),
            Verdict::Unknown(_) => {}
        }
    }
    assert!(rejected > 50, "{rejected}");
}
