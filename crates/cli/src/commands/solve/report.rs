//! What the solver answers: in words, as JSON and as an exit code.

use crate::commands::proof::in_groups;
use serde::Serialize;
use serde_json::Value;
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Colour, Point, Size};
use tengen_solver::{Answer, Method, Proof, Query, Scope, Verdict};
use tengen_study::explain::{Named, name_line, paragraph};

/// The verdict as an exit code: 0 proven, 1 disproven in its scope, 2 unknown.
pub(crate) const fn exit_code(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Proven(_) => 0,
        Verdict::Disproven(_) => 1,
        Verdict::Unknown(_) => 2,
    }
}

/// The verdict in one word.
pub(super) const fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proven(_) => "proven",
        Verdict::Disproven(_) => "disproven",
        Verdict::Unknown(_) => "unknown",
    }
}

/// What kind of win there is, or is not.
const fn scope(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Proven(proof) => Some(match proof.method {
            Method::Vcf => "vcf",
            Method::Auto | Method::Zones => "win",
            // The methods of the literature play threats too.
            _ => "vct",
        }),
        Verdict::Disproven(Scope::Lost) => Some("lost"),
        Verdict::Disproven(Scope::Vcf) => Some("vcf"),
        Verdict::Disproven(Scope::Vct) => Some("vct"),
        Verdict::Disproven(Scope::Threats) => Some("threats"),
        Verdict::Unknown(_) => None,
    }
}

/// One answered position of a batch.
#[derive(Serialize)]
pub(super) struct Line {
    pub(super) id: Value,
    #[serde(flatten)]
    pub(super) facts: Facts,
}

impl Line {
    pub(super) fn new(id: Value, answer: &Answer, query: &Query, origin: Origin) -> Self {
        Self { id, facts: Facts::new(answer, query, origin) }
    }
}

/// What is said of every position.
#[derive(Serialize)]
pub(crate) struct Facts {
    pub(super) verdict: &'static str,
    scope: Option<&'static str>,
    pub(super) first: Option<String>,
    line: Vec<String>,
    plies: Option<usize>,
    /// Only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Facts {
    fn new(answer: &Answer, query: &Query, origin: Origin) -> Self {
        let name = |p: Point| point_name(p, query.position.size(), origin);
        let proof = proof_of(&answer.verdict);
        Self {
            verdict: word(&answer.verdict),
            scope: scope(&answer.verdict),
            first: proof.and_then(|proof| proof.first).map(name),
            line: proof.map(|proof| proof.line.iter().copied().map(name).collect()).unwrap_or_default(),
            plies: proof.map(|proof| proof.plies),
            shortest: proof.filter(|_| query.shortest).map(|proof| proof.is_shortest),
            nodes: answer.nodes,
            seconds: (answer.elapsed.as_secs_f64() * 1e6).round() / 1e6,
            // The solver calls nothing proven that the checker has not accepted.
            checked: proof.is_some(),
            reason: match &answer.verdict {
                Verdict::Unknown(reason) => Some(reason.to_string()),
                _ => None,
            },
        }
    }
}

/// A position with all that is known.
#[derive(Serialize)]
pub(crate) struct Whole {
    rule: String,
    size: [u8; 2],
    to_move: String,
    attacker: String,
    goal: &'static str,
    #[serde(flatten)]
    facts: Facts,
    method: Option<&'static str>,
    /// What each move of the line is.
    names: Vec<&'static str>,
    records: Option<u32>,
    certificate: Option<CertificateSize>,
}

/// How large a certificate is.
#[derive(Serialize)]
struct CertificateSize {
    records: u32,
    text_bytes: usize,
    binary_bytes: usize,
}

impl Whole {
    pub(crate) fn new(answer: &Answer, query: &Query, origin: Origin) -> Self {
        let position = &query.position;
        let proof = proof_of(&answer.verdict);
        let size = |size: Size| [size.width(), size.height()];
        Self {
            rule: position.rule().to_string(),
            size: size(position.size()),
            to_move: position.to_move().to_string(),
            attacker: query.attacker.to_string(),
            goal: query.goal.name(),
            facts: Facts::new(answer, query, origin),
            method: proof.map(|proof| proof.method.name()),
            names: names(query, proof).into_iter().map(|named| named.name).collect(),
            records: proof.map(|proof| proof.certificate.count()),
            certificate: proof.map(|proof| CertificateSize {
                records: proof.certificate.count(),
                text_bytes: tengen_proof::text::to_string(&proof.certificate).len(),
                binary_bytes: tengen_proof::binary::to_bytes(&proof.certificate).len(),
            }),
        }
    }
}

fn proof_of(verdict: &Verdict) -> Option<&Proof> {
    match verdict {
        Verdict::Proven(proof) => Some(proof),
        _ => None,
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
