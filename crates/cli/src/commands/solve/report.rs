//! What the solver answers: in words, as JSON and as an exit code.

use crate::commands::proof::in_groups;
use serde::Serialize;
use serde_json::Value;
use tengen_core::Colour;
use tengen_core::notation::{Origin, point_name};
use tengen_solver::{Answer, Method, Proof, Query, Scope, Verdict};
use tengen_study::explain::{Named, SolvedFacts, name_line, paragraph, proof_of};

/// The verdict as an exit code: 0 proven, 1 disproven in its scope, 2 unknown.
pub(crate) const fn exit_code(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Proven(_) => 0,
        Verdict::Disproven(_) => 1,
        Verdict::Unknown(_) => 2,
    }
}

/// One answered position of a batch.
#[derive(Serialize)]
pub(super) struct Line {
    pub(super) id: Value,
    #[serde(flatten)]
    pub(super) facts: SolvedFacts,
}

impl Line {
    pub(super) fn new(id: Value, answer: &Answer, query: &Query, origin: Origin) -> Self {
        Self { id, facts: SolvedFacts::new(answer, query, origin) }
    }
}

fn names(query: &Query, proof: Option<&Proof>) -> Vec<Named> {
    proof.map(|proof| name_line(&query.position, query.attacker, &proof.line)).unwrap_or_default()
}

const fn capital(side: Colour) -> &'static str {
    match side {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// The verdict as a sentence.
pub(crate) fn sentence(answer: &Answer, query: &Query, origin: Origin) -> String {
    let attacker = capital(query.attacker);
    match &answer.verdict {
        Verdict::Proven(proof) => {
            let how = match proof.first {
                Some(first) => format!("with {}", point_name(first, query.position.size(), origin)),
                None => format!("whatever {} plays", capital(query.attacker.opponent())),
            };
            let by = match proof.method {
                Method::Vcf => "by continuous fours",
                Method::Auto | Method::Zones => "with quiet moves",
                _ => "by continuous threats",
            };
            let shortest = match (query.shortest, proof.is_shortest) {
                (true, true) => ", and not sooner that way",
                (true, false) => "; there may be a shorter way",
                (false, _) => "",
            };
            format!("Proven: {attacker} wins {how}, {by}, in {} plies at most{shortest}.", proof.plies)
        }
        Verdict::Disproven(Scope::Lost) => format!("Disproven: {}.", Scope::Lost),
        Verdict::Disproven(scope) => format!("Disproven: {attacker} has {scope}."),
        Verdict::Unknown(reason) => format!("Unknown whether {attacker} wins: {reason}."),
    }
}

/// All that is to say, below the board.
pub(super) fn text(answer: &Answer, query: &Query, origin: Origin) -> String {
    let said = sentence(answer, query, origin);
    let proof = proof_of(&answer.verdict).map_or_else(String::new, |proof| {
        let line = paragraph(&names(query, Some(proof)), &query.position, origin);
        let count = proof.certificate.count();
        let plural = if count == 1 { "" } else { "s" };
        let records = in_groups(count.into());
        format!("{line}\nCertificate of {records} record{plural}, accepted by the checker. ")
    });
    let nodes = in_groups(answer.nodes);
    format!("{said}\n{proof}{nodes} nodes in {:.2} s.\n", answer.elapsed.as_secs_f64())
}
