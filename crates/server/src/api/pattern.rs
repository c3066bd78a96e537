//! `POST pattern`: the pattern laboratory.

use super::body::Body;
use super::heavy;
use crate::error::ApiError;
use crate::state::State;
use axum::Json;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use tengen_core::laboratory::{Pattern, examine};
use tengen_study::explain::pattern_json;

/// A drawn pattern.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternAsk {
    /// `+` empty, `X` and `O` stones, `.` no square; rows are separated by `/` or new lines.
    rows: String,
}

/// What a drawn pattern is worth.
#[utoipa::path(post, path = "/api/v1/pattern", request_body = PatternAsk, responses((status = 200, body = Object), (status = 400, description = "bad_pattern")))]
pub(crate) async fn pattern(
    Shared(state): Shared<Arc<State>>,
    Body(ask): Body<PatternAsk>,
) -> Result<Json<Value>, ApiError> {
    let wrong = |text: String| ApiError::new(StatusCode::BAD_REQUEST, "bad_pattern", text);
    heavy(&state, move || {
        let pattern: Pattern = ask
            .rows
            .parse()
            .map_err(|error: tengen_core::laboratory::ParseError| wrong(error.to_string()))?;
        examine(&pattern).map(|report| Json(pattern_json(&report))).map_err(|error| wrong(error.to_string()))
    })
    .await?
}
