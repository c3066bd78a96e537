//! Writes the certificates that the tests break: small proofs of random positions, with every kind of record.
//!
//! `cargo run --release -p tengen-proof --example corpus > crates/proof/tests/data/corpus.txt`
#![allow(clippy::print_stdout, reason = "a program prints")]

mod prover;

use prover::{Share, Taste, prove, write};
use tengen_proof::{Certificate, Colour, Header, Limit, Root, Rule, Square, Symmetry, brute, text};

fn main() {
    for proof in certificates(100, 1) {
        print!("{}", text::to_string(&proof));
    }
}

/// A random position in which the attacker has stones near each other and the defender a few anywhere.
fn random_header(random: &mut fastrand::Rng, size: u8, symmetric: bool) -> Header {
    let rule = Rule::ALL[random.usize(0..4)];
    let attacker = if random.bool() { Colour::Black } else { Colour::White };
    let to_move = attacker.opponent();
    let (mut ours, mut theirs): (Vec<Square>, Vec<Square>) = (Vec::new(), Vec::new());
    let middle = size / 2;
    // Half of the stones lie in one row in a third of the positions: there a sixth stone matters.
    let in_row = random.u8(0..3) == 0;
    let near = |random: &mut fastrand::Rng| {
        let is_in_row = in_row && random.bool();
        let column = if is_in_row { random.u8(0..7) } else { random.u8(middle - 2..=middle + 2) };
        let row = if is_in_row { middle } else { random.u8(middle - 2..=middle + 2) };
        Square::new(column.min(size - 1), row).expect("inside")
    };
    let (wanted, against) = (random.usize(4..=7), random.usize(1..=6));
    while ours.len() < wanted {
        let square = near(random);
        let image = if symmetric { Symmetry::new(4).expect("four").apply(square, size) } else { square };
        for at in [square, image] {
            if !ours.contains(&at) {
                ours.push(at);
            }
        }
    }
    for _ in 0..against {
        let square = Square::new(random.u8(0..size), random.u8(0..size)).expect("inside");
        let image = if symmetric { Symmetry::new(4).expect("four").apply(square, size) } else { square };
        for at in [square, image] {
            if !ours.contains(&at) && !theirs.contains(&at) {
                theirs.push(at);
            }
        }
    }
    let (black, white) = if attacker == Colour::Black { (ours, theirs) } else { (theirs, ours) };
    Header::new(rule, size, attacker, Root::Stones { black, white }, to_move).expect("distinct stones")
}

/// Certificates of all kinds from random positions, the same every time.
fn certificates(count: usize, seed: u64) -> Vec<Certificate> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut proofs = Vec::new();
    for attempt in 0.. {
        if proofs.len() == count {
            break;
        }
        let taste = [Taste::Lines, Taste::Trees, Taste::Lines, Taste::Children][attempt % 4];
        // One child for each reply is a lot of work on a larger board.
        let size = if taste == Taste::Children { 6 } else { [7, 8, 9, 7, 15][attempt / 2 % 5] };
        let share = [Share::Trees, Share::Nothing, Share::Positions][attempt / 4 % 3];
        let header = random_header(&mut random, size, share == Share::Positions);
        let Some(tree) = prove(&header, 2, taste, attempt % 5 == 0) else { continue };
        let is_attackers = |&(_, colour): &(Square, Colour)| colour == header.attacker();
        let last = header.stones().find(is_attackers).map(|(at, _)| at).filter(|_| random.bool());
        let proof = write(&header, tree, last, share);
        let is_proof = brute::check(&proof, Limit::steps(1_000_000)).is_valid();
        // Small ones are soon seen through; large ones take the tests too long.
        if is_proof && (6..60).contains(&proof.count()) {
            proofs.push(proof);
        }
    }
    proofs
}
