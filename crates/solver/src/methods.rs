//! The methods of the literature behind one door: what each finds for the side to move, as a claim and the attacker's moves.

use crate::bmm::Bmm;
use crate::claim::Claim;
use crate::db::{self, DbLimits, Outcome};
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

/// Asks one of [`Method::Db`], [`Method::Tss`], [`Method::Bmm`] and [`Method::Pns`]; `None` for any other.
pub(crate) fn ask<R: RuleType>(method: Method, goal: Goal, board: &mut Board<R>, nodes: u64) -> Option<Hit> {
    let set = if goal == Goal::Vcf { ThreatSet::Fours } else { ThreatSet::FoursAndThrees };
    let states = usize::try_from(nodes).unwrap_or(usize::MAX);
    match method {
        Method::Bmm => Some(endgame(&Bmm::new().search(board, set, EndgameLimits { nodes }))),
        Method::Pns => Some(endgame(&Pns::new().search(board, set, EndgameLimits { nodes }))),
        Method::Db => {
            let answer = db::search_with(board, set, DbLimits { states, ..DbLimits::default() });
            Some(sequence(answer.outcome, answer.states as u64))
        }
        Method::Tss => {
            let answer = tss::search(board, set, TssLimits { nodes: states, ..TssLimits::default() });
            Some(sequence(answer.outcome, answer.nodes as u64))
        }
        Method::Auto | Method::Vcf | Method::Vct | Method::Zones => None,
    }
}

fn endgame(answer: &EndgameAnswer) -> Hit {
    let moves = answer.line.iter().copied().step_by(2).collect();
    Hit { claim: answer.claim(), moves, nodes: answer.nodes }
}

fn sequence(outcome: Outcome, nodes: u64) -> Hit {
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
