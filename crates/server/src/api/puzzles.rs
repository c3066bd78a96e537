//! The calls of puzzles: a list, one without its solution, and attempts at it.

use super::body::Body;
use super::heavy;
use crate::error::ApiError;
use crate::state::State;
use axum::Json;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tengen_study::puzzles::{
    Attempt, AttemptError, Collection, Hint, Puzzle, Setting, Solution, Summary, Tried,
};

/// The longest attempt that is looked at.
const LONGEST: usize = 2000;

/// The moves of an attempt.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttemptAsk {
    /// The moves of both sides so far.
    #[serde(default)]
    moves: String,
}

/// A hint that is wanted.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintAsk {
    /// The moves of both sides so far.
    #[serde(default)]
    moves: String,
    /// 1 what the move makes, 2 where about, 3 the point.
    step: u8,
}

fn find(id: &str) -> Result<&'static Puzzle, ApiError> {
    Collection::embedded()
        .get(id)
        .ok_or_else(|| ApiError::not_found("there is no such puzzle: see GET /api/v1/puzzles"))
}

fn refused(error: &AttemptError) -> ApiError {
    let message = error.to_string();
    match error {
        AttemptError::Puzzle(_) => ApiError::internal(message),
        AttemptError::Illegal { number, .. } => ApiError::bad_position(message).at(*number),
        AttemptError::Moves(_) => ApiError::bad_position(message),
        _ => ApiError::new(StatusCode::BAD_REQUEST, "bad_attempt", message),
    }
}

/// Plays the moves on a puzzle and asks something about it, on a thread of its own: the solver may have to look.
async fn on_attempt<T: Send + 'static>(
    state: &Arc<State>,
    id: &str,
    moves: String,
    ask: impl FnOnce(&mut Attempt) -> Result<T, AttemptError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    let puzzle = find(id)?;
    if moves.len() > LONGEST {
        return Err(ApiError::bad_request("`moves` is longer than any attempt"));
    }
    heavy(state, move || puzzle.attempt(&moves).and_then(|mut attempt| ask(&mut attempt)))
        .await?
        .map(Json)
        .map_err(|error| refused(&error))
}

/// All puzzles.
#[utoipa::path(get, path = "/api/v1/puzzles", responses((status = 200, body = Vec<Object>)))]
pub(crate) async fn list() -> Json<Vec<Summary>> {
    Json(Collection::embedded().puzzles().iter().map(Puzzle::summary).collect())
}

/// A puzzle without its solution.
#[utoipa::path(get, path = "/api/v1/puzzles/{id}", params(("id" = String, Path)), responses((status = 200, body = Object), (status = 404, description = "not_found")))]
pub(crate) async fn get(Path(id): Path<String>) -> Result<Json<Setting>, ApiError> {
    find(&id).map(|puzzle| Json(puzzle.setting()))
}

/// Judges the last of the moves.
#[utoipa::path(post, path = "/api/v1/puzzles/{id}/try", params(("id" = String, Path)), request_body = AttemptAsk,
    responses((status = 200, body = Object), (status = 400, description = "bad_position, bad_attempt"), (status = 404, description = "not_found")))]
pub(crate) async fn attempt(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Body(ask): Body<AttemptAsk>,
) -> Result<Json<Tried>, ApiError> {
    on_attempt(&state, &id, ask.moves, Attempt::judge).await
}

/// A hint for the next move.
#[utoipa::path(post, path = "/api/v1/puzzles/{id}/hint", params(("id" = String, Path)), request_body = HintAsk,
    responses((status = 200, body = Object), (status = 400, description = "bad_position, bad_attempt"), (status = 404, description = "not_found")))]
pub(crate) async fn hint(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Body(ask): Body<HintAsk>,
) -> Result<Json<Hint>, ApiError> {
    on_attempt(&state, &id, ask.moves, move |attempt| attempt.hint(ask.step)).await
}

/// The rest of the solution.
#[utoipa::path(post, path = "/api/v1/puzzles/{id}/solution", params(("id" = String, Path)), request_body = AttemptAsk,
    responses((status = 200, body = Object), (status = 400, description = "bad_position, bad_attempt"), (status = 404, description = "not_found")))]
pub(crate) async fn solution(
    Shared(state): Shared<Arc<State>>,
    Path(id): Path<String>,
    Body(ask): Body<AttemptAsk>,
) -> Result<Json<Solution>, ApiError> {
    on_attempt(&state, &id, ask.moves, |attempt| attempt.solution()).await
}
