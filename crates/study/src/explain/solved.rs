//! What the solver answers, as JSON: the same for `tengen solve --json` and for the socket.

use super::words::name_line;
use serde::Serialize;
use tengen_core::notation::{Origin, point_name};
use tengen_core::{Point, Size};
use tengen_solver::{Answer, Method, Proof, Query, Scope, Verdict};

/// The verdict in one word.
const fn verdict_word(verdict: &Verdict) -> &'static str {
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

/// What is said of every position.
#[derive(Debug, Serialize)]
pub struct SolvedFacts {
    /// proven, disproven or unknown.
    pub verdict: &'static str,
    scope: Option<&'static str>,
    /// The attacker's first move.
    pub first: Option<String>,
    line: Vec<String>,
    plies: Option<usize>,
    /// Only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Whether the checker accepted a certificate.
    pub checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl SolvedFacts {
    /// The facts of an answer.
    pub fn new(answer: &Answer, query: &Query, origin: Origin) -> Self {
        let name = |p: Point| point_name(p, query.position.size(), origin);
        let proof = proof_of(&answer.verdict);
        Self {
            verdict: verdict_word(&answer.verdict),
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
#[derive(Debug, Serialize)]
pub struct Solved {
    rule: String,
    size: [u8; 2],
    to_move: String,
    attacker: String,
    goal: &'static str,
    #[serde(flatten)]
    facts: SolvedFacts,
    method: Option<&'static str>,
    /// What each move of the line is.
    names: Vec<&'static str>,
    records: Option<u32>,
    certificate: Option<CertificateSize>,
}

/// How large a certificate is.
#[derive(Debug, Serialize)]
struct CertificateSize {
    records: u32,
    text_bytes: usize,
    binary_bytes: usize,
}

impl Solved {
    /// All that is known of an answer.
    pub fn new(answer: &Answer, query: &Query, origin: Origin) -> Self {
        let position = &query.position;
        let proof = proof_of(&answer.verdict);
        let size = |size: Size| [size.width(), size.height()];
        Self {
            rule: position.rule().to_string(),
            size: size(position.size()),
            to_move: position.to_move().to_string(),
            attacker: query.attacker.to_string(),
            goal: query.goal.name(),
            facts: SolvedFacts::new(answer, query, origin),
            method: proof.map(|proof| proof.method.name()),
            names: proof.map_or_else(Vec::new, |proof| names(query, proof)),
            records: proof.map(|proof| proof.certificate.count()),
            certificate: proof.map(|proof| CertificateSize {
                records: proof.certificate.count(),
                text_bytes: tengen_proof::text::to_string(&proof.certificate).len(),
                binary_bytes: tengen_proof::binary::to_bytes(&proof.certificate).len(),
            }),
        }
    }
}

fn names(query: &Query, proof: &Proof) -> Vec<&'static str> {
    name_line(&query.position, query.attacker, &proof.line).into_iter().map(|named| named.name).collect()
}

/// The proof of a verdict, if there is one.
pub const fn proof_of(verdict: &Verdict) -> Option<&Proof> {
    match verdict {
        Verdict::Proven(proof) => Some(proof),
        _ => None,
    }
}
