//! The methods of the literature behind one door: what each finds for the side to move, as a claim and the attacker's moves.

use crate::bmm::Bmm;
use crate::claim::Claim;
use crate::db::{self, DbLimits, Outcome};
use crate::limits::Stop;
use crate::pns::Pns;
use crate::query::{Goal, Method};
use crate::threats::{EndgameAnswer, EndgameLimits, ThreatSet};
use crate::tss::{self, TssLimits};
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// What a method found.
pub(crate) struct Hit {
    pub(crate) claim: Claim,
    /// The attacker's moves of a win, in their order.
    pub(crate) moves: Vec<Point>,
    pub(crate) nodes: u64,
}

/// How far to go.
pub(crate) struct Room<'a> {
    pub(crate) nodes: u64,
    /// For what is kept of the nodes.
    pub(crate) bytes: usize,
    pub(crate) stop: &'a Stop,
}

/// Bytes of a position of [`Pns`], of [`Bmm`] with its line, of a state of [`db`] and of a path of [`tss`]: about, and rather
/// too many.
const PNS_BYTES: usize = 24;
const BMM_BYTES: usize = 256;
const STATE_BYTES: usize = 2048;

/// Asks one of [`Method::Db`], [`Method::Tss`], [`Method::Bmm`] and [`Method::Pns`]; `None` for any other.
pub(crate) fn ask<R: RuleType>(
    method: Method,
    goal: Goal,
    board: &mut Board<R>,
    room: &Room<'_>,
) -> Option<Hit> {
    let set = if goal == Goal::Vcf { ThreatSet::Fours } else { ThreatSet::FoursAndThrees };
    let stop = Some(room.stop);
    let states = usize::try_from(room.nodes).unwrap_or(usize::MAX).min(room.bytes / STATE_BYTES);
    let endgame = |nodes: u64| EndgameLimits { nodes: room.nodes.min(nodes), stop };
    match method {
        Method::Bmm => {
            let mut bmm = Bmm::with_room(room.bytes / BMM_BYTES);
            Some(of_endgame(&bmm.search(board, set, endgame(u64::MAX))))
        }
        Method::Pns => {
            let most = (room.bytes / PNS_BYTES) as u64;
            Some(of_endgame(&Pns::new().search(board, set, endgame(most))))
        }
        Method::Db => {
            let answer = db::search_with(board, set, DbLimits { states, stop, ..DbLimits::default() });
            Some(of_sequence(answer.outcome, answer.states as u64))
        }
        Method::Tss => {
            let answer = tss::search(board, set, TssLimits { nodes: states, stop, ..TssLimits::default() });
            Some(of_sequence(answer.outcome, answer.nodes as u64))
        }
        Method::Auto | Method::Vcf | Method::Vct | Method::Zones => None,
    }
}

fn of_endgame(answer: &EndgameAnswer) -> Hit {
    let moves = answer.line.iter().copied().step_by(2).collect();
    Hit { claim: answer.claim(), moves, nodes: answer.nodes }
}

fn of_sequence(outcome: Outcome, nodes: u64) -> Hit {
    match outcome {
        Outcome::Won(sequence) => {
            let moves: Vec<Point> = sequence.members.iter().map(|member| member.point).collect();
            let plies = 2 * moves.len() as u16;
            let claim = moves.first().map_or(Claim::Unknown, |first| Claim::Win { first: *first, plies });
            Hit { claim, moves, nodes }
        }
        // That no sequence was found disproves nothing.
        Outcome::NoSequence | Outcome::Cut | Outcome::Unsupported => {
            Hit { claim: Claim::Unknown, moves: Vec::new(), nodes }
        }
    }
}
