//! The calls of proofs: certificates come in, are checked, and can be walked through.

use super::body::{Body, Raw};
use super::files::attachment;
use super::heavy;
use crate::error::ApiError;
use crate::library::Id;
use crate::state::State;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_proof::walk::Walk;
use tengen_proof::{Certificate, Colour, Limit, Root, Square, Verdict, binary, fast, text};

/// Steps that a check may take: some seconds.
const STEPS: u64 = 20_000_000;

/// A certificate that has come in.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Imported {
    /// 16 hexadecimal digits.
    id: String,
    /// The rule it is proven under.
    rule: String,
    /// The side of the board.
    size: u8,
    /// Who wins.
    attacker: String,
    /// Who is to move.
    to_move: String,
    /// Black's stones.
    black: Vec<String>,
    /// White's stones.
    white: Vec<String>,
    /// The moves that lead there as one string; null if the stones have no order.
    root: Option<String>,
    /// Records of the certificate.
    records: u32,
    /// Bytes of its binary form.
    bytes: usize,
    /// Whether the checker accepted it.
    valid: bool,
    /// valid, invalid or unfinished.
    verdict: &'static str,
    /// Why it is no proof.
    reason: Option<String>,
}

/// Reads and checks a certificate, in its text form or its binary form.
#[utoipa::path(post, path = "/api/v1/proofs", request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Imported), (status = 400, description = "bad_proof")))]
pub(crate) async fn import(
    Shared(state): Shared<Arc<State>>,
    Raw(bytes): Raw,
) -> Result<Json<Imported>, ApiError> {
    let its = Arc::clone(&state);
    heavy(&state, move || {
        let proof = Arc::new(read(&bytes)?);
        let report = fast::check(&proof, Limit::steps(STEPS));
        let size = binary::to_bytes(&proof).len();
        let id = keep(&its, &proof, size)?;
        Ok(Json(imported(id, &proof, size, &report.verdict)))
    })
    .await?
}

/// Puts a certificate into the store.
pub(crate) fn keep(state: &State, proof: &Arc<Certificate>, bytes: usize) -> Result<u64, ApiError> {
    state.proofs.add(Arc::clone(proof), bytes).ok_or_else(|| {
        let text = "the certificate is larger than the server's store: check it with `tengen verify`";
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text)
    })
}

fn read(bytes: &[u8]) -> Result<Certificate, ApiError> {
    let wrong = |message: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_proof", message);
    if binary::is_binary(bytes) {
        return binary::read(bytes).map_err(|error| wrong(error.to_string()));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        wrong("this is neither the text form nor the binary form of a certificate".to_owned())
    })?;
    text::read(text).map_err(|error| wrong(error.to_string()))
}

fn imported(id: u64, proof: &Certificate, bytes: usize, verdict: &Verdict) -> Imported {
    let header = proof.header();
    let stones = |side: Colour| {
        header.stones().filter(|(_, colour)| *colour == side).map(|(square, _)| square.to_string()).collect()
    };
    let (name, reason) = match verdict {
        Verdict::Valid => ("valid", None),
        Verdict::Invalid { record, reason } => ("invalid", Some(format!("record {record}: {reason}"))),
        Verdict::Unknown(_) => {
            ("unfinished", Some("it is too large to check here: use `tengen verify`".to_owned()))
        }
    };
    Imported {
        id: format!("{id:016x}"),
        rule: header.rule().to_string(),
        size: header.size(),
        attacker: header.attacker().to_string(),
        to_move: header.to_move().to_string(),
        black: stones(Colour::Black),
        white: stones(Colour::White),
        root: match header.root() {
            Root::Moves(moves) => Some(moves.iter().map(Square::to_string).collect()),
            Root::Stones { .. } => None,
        },
        records: proof.count(),
        bytes,
        valid: name == "valid",
        verdict: name,
        reason,
    }
}

fn find(state: &State, id: &str) -> Result<Arc<Certificate>, ApiError> {
    let id = Id::parse(id).map(Id::number);
    id.and_then(|id| state.proofs.get(id)).ok_or_else(|| {
        let text = "the server has no such proof any more: send the certificate again";
        ApiError::new(StatusCode::NOT_FOUND, "gone", text)
    })
}

/// Which form is wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormQuery {
    /// `text` (usual) or `binary`.
    form: Option<Form>,
}

/// A form of certificates.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// Lines.
    Text,
    /// Bytes.
    Binary,
}

/// A certificate as a file.
#[utoipa::path(get, path = "/api/v1/proofs/{id}", params(("id" = String, Path), FormQuery),
    responses((status = 200, content_type = "text/plain"), (status = 404, description = "gone")))]
pub(crate) async fn export(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    query: Result<Query<FormQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let proof = find(&state, &id)?;
    heavy(&state, move || match query.form.unwrap_or(Form::Text) {
        Form::Text => {
            (attachment("text/plain; charset=utf-8", "win.proof"), text::to_string(&proof)).into_response()
        }
        Form::Binary => {
            (attachment("application/octet-stream", "win.bin"), binary::to_bytes(&proof)).into_response()
        }
    })
    .await
}

/// The moves that were played from the first position of a proof, both sides'.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WalkAsk {
    /// Points in order.
    moves: Vec<String>,
}

/// Where a walk through a proof has come to, and what the proof answers there.
#[utoipa::path(post, path = "/api/v1/proofs/{id}/walk", params(("id" = String, Path)), request_body = WalkAsk,
    responses((status = 200, body = Object), (status = 400, description = "bad_move"), (status = 404, description = "gone")))]
pub(crate) async fn walk(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Body(ask): Body<WalkAsk>,
) -> Result<Json<Value>, ApiError> {
    let proof = find(&state, &id)?;
    heavy(&state, move || walked(&proof, &ask.moves).map(Json)).await?
}

fn walked(proof: &Certificate, moves: &[String]) -> Result<Value, ApiError> {
    let wrong =
        |number: usize, text: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_move", text).at(number + 1);
    let mut walk = Walk::new(proof, 1);
    for (number, name) in moves.iter().enumerate() {
        let square: Square = name
            .parse()
            .map_err(|error: tengen_proof::square::SquareError| wrong(number, error.to_string()))?;
        if walk.is_won() {
            return Err(wrong(number, "the game is over before this move: leave it out".to_owned()));
        }
        if walk.is_attackers_turn() {
            match walk.answer() {
                Some(answer) if answer == square => {
                    walk.play();
                }
                answer => {
                    let plays = answer.map_or_else(|| "nothing".to_owned(), |square| square.to_string());
                    let text = format!("the proof plays {plays} here, and says nothing about {square}");
                    return Err(wrong(number, text));
                }
            }
        } else {
            walk.reply(square).map_err(|error| wrong(number, error.to_string()))?;
        }
    }
    let header = proof.header();
    let to_move = if walk.is_attackers_turn() { header.attacker() } else { proof.defender() };
    Ok(json!({
        "to_move": to_move.to_string(),
        "is_won": walk.is_won(),
        "kind": proof.record(walk.record()).letter().to_string(),
        "record": walk.record(),
        "answer": walk.answer().map(|square| square.to_string()),
        "children": walk.children().iter().map(Square::to_string).collect::<Vec<_>>(),
        "line": forced_line(proof, walk).iter().map(Square::to_string).collect::<Vec<_>>(),
    }))
}

/// What follows by force: the proof's moves, and the defender's as long as there is a five to stop, if only one of two.
fn forced_line(proof: &Certificate, mut walk: Walk<'_>) -> Vec<Square> {
    let mut line = Vec::new();
    while !walk.is_won() {
        if walk.is_attackers_turn() {
            let Some(square) = walk.play() else { break };
            line.push(square);
        } else {
            let (board, attacker) = (walk.board(), proof.header().attacker());
            let mut fives =
                board.squares().filter(|square| board.at(*square).is_none() && board.wins(*square, attacker));
            let Some(square) = fives.next() else { break };
            if walk.reply(square).is_err() {
                break;
            }
            line.push(square);
        }
    }
    line
}
