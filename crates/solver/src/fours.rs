//! More about wins by fours: every first move, the shortest line, and every defence.

use crate::claim::Claim;
use crate::line;
use crate::vcf::{Vcf, VcfLimits};
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point, threat};

/// Points that have a property, and whether the answer is known for every point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The points.
    pub points: PointSet,
    /// Whether no limit was met, so that the other points do not have it.
    pub is_complete: bool,
}

/// Every first stone of a win by fours of the side to move. The limits are for each stone.
pub fn winning_moves<R: RuleType>(vcf: &mut Vcf<'_>, board: &mut Board<R>, limits: VcfLimits) -> Found {
    let us = board.to_move();
    let mut found = Found { points: PointSet::EMPTY, is_complete: true };
    let fives = board.points(us, PointClass::Five);
    if !fives.is_empty() {
        return Found { points: fives, is_complete: true };
    }
    for p in &board.points_between(us, *threat::SINGLE_FOURS.start()..=PointClass::DoubleFour) {
        if board.is_legal(p, us) {
            match wins_with(vcf, board, p, limits) {
                Claim::Win { .. } => found.points.insert(p),
                Claim::None => {}
                Claim::Unknown => found.is_complete = false,
            }
        }
    }
    found
}

/// Whether a four on `p` is the beginning of a win by fours.
fn wins_with<R: RuleType>(vcf: &mut Vcf<'_>, board: &mut Board<R>, p: Point, limits: VcfLimits) -> Claim {
    let them = board.to_move().opponent();
    board.play(p);
    let mut all = Claim::Win { first: p, plies: 3 };
    // A four has to answer a five of the other side, or that one is played.
    if board.count(them, PointClass::Five) > 0 {
        all = Claim::None;
    } else {
        for answer in &threat::answers_to_fives(board, them.opponent()) {
            board.play(answer);
            let claim = vcf.find(board, limits);
            board.undo();
            if claim == Claim::None || claim == Claim::Unknown && all.is_win() {
                all = claim;
            }
        }
    }
    board.undo();
    all
}

/// The shortest win by fours of the side to move, with the defender's answers: lengths are tried one after the other.
///
/// # Errors
/// If a limit was met before the end.
pub fn shortest<R: RuleType>(
    vcf: &mut Vcf<'_>,
    board: &mut Board<R>,
    limits: VcfLimits,
) -> Result<Option<Vec<Point>>, LimitMet> {
    match vcf.find(board, limits) {
        Claim::None => return Ok(None),
        Claim::Unknown => return Err(LimitMet),
        Claim::Win { .. } => {}
    }
    let most = board.empties().len() as u16;
    for plies in (1..=most).step_by(2) {
        let before = vcf.nodes();
        let within = VcfLimits { plies, ..limits };
        match vcf.find(board, within) {
            Claim::Win { .. } => return Ok(Some(vcf.line(board, within))),
            _ if vcf.nodes() - before >= limits.nodes => return Err(LimitMet),
            _ => {}
        }
    }
    Err(LimitMet)
}

/// A limit was met before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a limit was met before the end")]
pub struct LimitMet;

/// Every move of the side to move after which the other side has no win by fours. The limits are for each move.
///
/// A win that would follow a pass tells where to look: a stone outside its zone does not stop it. Where fouls or blocked
/// ends make zones unsound, every point is tried.
pub fn defences<R: RuleType>(vcf: &mut Vcf<'_>, board: &mut Board<R>, limits: VcfLimits) -> Found {
    board.pass();
    let claim = vcf.find(board, limits);
    let zone = match claim {
        Claim::Win { .. } if line::is_plain::<R>() => {
            let line = vcf.attack_line(board, limits);
            line::zone(board, &line)
        }
        _ => board.empties(),
    };
    board.undo();
    stopping(board, &zone, |board| vcf.find(board, limits))
}

/// Those of some points of the side to move after which the other side, as `attack` claims, does not win.
pub(crate) fn stopping<R: RuleType>(
    board: &mut Board<R>,
    points: &PointSet,
    mut attack: impl FnMut(&mut Board<R>) -> Claim,
) -> Found {
    let us = board.to_move();
    let mut found = Found { points: PointSet::EMPTY, is_complete: true };
    for p in points {
        if !board.is_legal(p, us) {
            continue;
        }
        board.play(p);
        let claim = if board.winner().is_some() { Claim::None } else { attack(board) };
        board.undo();
        match claim {
            Claim::None => found.points.insert(p),
            Claim::Win { .. } => {}
            Claim::Unknown => found.is_complete = false,
        }
    }
    found
}
