//! Whether a position is a puzzle: complete searches, nothing else.
//!
//! Every search here has tables of its own, so that the answer and the effort depend on the position alone.

use super::{Band, HARD_PLIES, Kind};
use std::sync::Arc;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, Position, Status, threat, with_rule};
use tengen_proof::{Certificate, Limit, fast};
use tengen_solver::certify::certify;
use tengen_solver::tree::{Attack, Tree};
use tengen_solver::{Claim, Memory, Stop, Vcf, VcfLimits, Vct, VctLimits, VctSettings};

/// Stones that one search for fours may put. What is not decided then is no puzzle.
const FOUR_NODES: u64 = 20_000;
/// Positions that one search for threats may look at.
const THREAT_NODES: u64 = 6_000;
/// Stones of a search for fours within it: enough that hardly any is cut short, which would leave a first move undecided.
const INNER_NODES: u64 = 2_000;
/// Bytes of the tables.
const MEMORY: usize = 2 << 20;
const TABLE: usize = 4 << 20;
/// Plies of the shortest puzzle: less is no riddle.
const LEAST_PLIES: u16 = 5;
/// Records of the largest certificate that is kept.
const MOST_RECORDS: u32 = 600;

/// A puzzle in a position.
#[derive(Clone, Debug)]
pub struct Found {
    /// By what it is won.
    pub kind: Kind,
    /// The only first move.
    pub first: Point,
    /// Plies to the five.
    pub plies: u16,
    /// Effort of the solver.
    pub nodes: u64,
    /// How hard that is.
    pub band: Band,
    /// The proof.
    pub certificate: Certificate,
}

/// The puzzle that a position is for its side to move, if it is one of the wanted kinds. The game must be open, and the
/// rule one with certificates.
pub fn decide(position: &Position, kinds: &[Kind]) -> Option<Found> {
    if position.status() != Status::Open {
        return None;
    }
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let memory = Memory::new(MEMORY);
        let limits = VcfLimits { nodes: FOUR_NODES, plies: u16::MAX };
        match Vcf::new(&memory).find(&mut board, limits) {
            Claim::Win { plies, .. } if plies >= LEAST_PLIES && kinds.contains(&Kind::Vcf) => {
                by_fours(position, &mut board)
            }
            Claim::None if kinds.contains(&Kind::Vct) => by_threats(position, &mut board),
            _ => None,
        }
    })
}

/// The proof of a win, if the checker takes it and it is not too large.
fn proven(position: &Position, tree: &Tree) -> Option<Certificate> {
    let certificate = certify(position, position.to_move(), tree).ok()?;
    let is_good = certificate.count() <= MOST_RECORDS && fast::check(&certificate, Limit::NONE).is_valid();
    is_good.then_some(certificate)
}

fn found(kind: Kind, first: Point, plies: u16, nodes: u64, certificate: Certificate) -> Option<Found> {
    let band = Band::of(kind, nodes);
    let is_long = plies >= LEAST_PLIES && (band < Band::Hard || plies >= HARD_PLIES);
    is_long.then_some(Found { kind, first, plies, nodes, band, certificate })
}

/// A win by fours is known: the shortest one, if no other four wins.
fn by_fours<R: RuleType>(position: &Position, board: &mut Board<R>) -> Option<Found> {
    let memory = Memory::new(MEMORY);
    let mut vcf = Vcf::new(&memory);
    // Deeper and deeper, so that the first win is the shortest.
    let mut limits = VcfLimits { nodes: FOUR_NODES, plies: LEAST_PLIES };
    let first = loop {
        let before = vcf.nodes();
        match vcf.find(board, limits) {
            Claim::Win { first, .. } => break first,
            Claim::None => return None,
            Claim::Unknown if vcf.nodes() - before >= FOUR_NODES => return None,
            Claim::Unknown => limits.plies += 2,
        }
    };
    let nodes = vcf.nodes();
    let line = vcf.attack_line(board, limits);
    let us = board.to_move();
    let others = board.points_between(us, threat::SINGLE_FOURS);
    let is_only = others.into_iter().filter(|p| *p != first).all(|p| four_fails(board, p));
    if !is_only {
        return None;
    }
    let certificate = proven(position, &Tree::Attack(Arc::new(Attack::Line(line))))?;
    found(Kind::Vcf, first, limits.plies, nodes, certificate)
}

/// Whether there is no win by fours that begins with this one: all of them were tried.
fn four_fails<R: RuleType>(board: &mut Board<R>, four: Point) -> bool {
    let (us, them) = (board.to_move(), board.to_move().opponent());
    let memory = Memory::new(MEMORY);
    board.play(four);
    // A five of theirs that the four leaves standing is played at once.
    let answer = board.first_point(us, PointClass::Five).filter(|_| board.count(them, PointClass::Five) == 0);
    let fails = answer.is_none_or(|answer| {
        board.play(answer);
        let limits = VcfLimits { nodes: FOUR_NODES, plies: u16::MAX };
        let fails = Vcf::new(&memory).find(board, limits) == Claim::None;
        board.undo();
        fails
    });
    board.undo();
    fails
}

/// There is no win by fours: one by threats, if every other first move is refuted.
fn by_threats<R: RuleType>(position: &Position, board: &mut Board<R>) -> Option<Found> {
    let us = board.to_move();
    let settings = VctSettings { vcf_nodes: INNER_NODES, ..VctSettings::default() };
    let stop = Stop::never();
    let limits = VctLimits { nodes: THREAT_NODES, stop: &stop };
    let memory = Memory::new(MEMORY);
    let mut vct = Vct::new(&memory, TABLE, settings);
    if !vct.find(board, us, limits).is_win() {
        return None;
    }
    let nodes = vct.nodes() + vct.vcf_nodes();
    let tree = vct.tree(board, us, limits)?;
    let Tree::Attack(attack) = &tree else { return None };
    let (first, plies) = (attack.first()?, u16::try_from(tree.plies()).ok()?);
    // Threats first: if another move wins it is one of them.
    let threats = threat::candidates(board, us);
    let rest = board.empties() - threats;
    for p in threats.into_iter().chain(rest).filter(|p| *p != first) {
        board.play(p);
        let claim = vct.find(board, us, limits);
        board.undo();
        if claim != Claim::None {
            return None;
        }
    }
    let certificate = proven(position, &tree)?;
    found(Kind::Vct, first, plies, nodes, certificate)
}
