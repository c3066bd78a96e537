//! The calls of the library.

use super::body::Body;
use super::heavy;
use crate::error::ApiError;
use crate::library::Id;
use crate::state::State;
use crate::wire::{Game, SizeText};
use axum::Json;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game in the list.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Entry {
    /// 16 hexadecimal digits.
    id: String,
    /// What it is called.
    title: String,
    /// The board.
    size: SizeText,
    /// The rule.
    rule: String,
    /// Moves of its main line.
    moves: usize,
    /// Milliseconds since 1970.
    changed: u64,
}

/// A game with all its moves.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Whole {
    /// 16 hexadecimal digits.
    id: String,
    /// The game.
    game: Game,
    /// Milliseconds since 1970.
    changed: u64,
}

/// A game to keep.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keep {
    /// The game.
    game: Game,
}

/// A game to keep in the place of another.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// The game.
    game: Game,
    /// Only if this is still when it was changed last.
    if_changed: Option<u64>,
}

/// What was kept.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Done {
    /// 16 hexadecimal digits.
    id: String,
    /// Milliseconds since 1970.
    changed: u64,
}

fn id(text: &str) -> Result<Id, ApiError> {
    Id::parse(text).ok_or_else(|| ApiError::not_found("there is no such game in the library"))
}

/// The games that are kept, the newest first.
#[utoipa::path(get, path = "/api/v1/library", responses((status = 200, body = Vec<Entry>)))]
pub(crate) async fn list(Shared(state): Shared<Arc<State>>) -> Result<Json<Vec<Entry>>, ApiError> {
    let its = Arc::clone(&state);
    let games = heavy(&state, move || its.library.list()).await??;
    let entry = |kept: &crate::library::Kept| {
        let record = &kept.record;
        Entry {
            id: kept.id.to_string(),
            title: crate::wire::game::title(record),
            size: record.size.into(),
            rule: record.rule.unwrap_or_default().name().to_owned(),
            moves: record.main_line().len(),
            changed: kept.changed,
        }
    };
    Ok(Json(games.iter().map(entry).collect()))
}

/// A game that is kept.
#[utoipa::path(get, path = "/api/v1/library/{id}", params(("id" = String, Path)), responses((status = 200, body = Whole), (status = 404, description = "not_found")))]
pub(crate) async fn get(
    Shared(state): Shared<Arc<State>>,
    Path(text): Path<String>,
) -> Result<Json<Whole>, ApiError> {
    let id = id(&text)?;
    let its = Arc::clone(&state);
    let kept = heavy(&state, move || its.library.get(id)).await??;
    Ok(Json(Whole { id: id.to_string(), game: Game::of(&kept.record), changed: kept.changed }))
}

/// Keeps a game.
#[utoipa::path(post, path = "/api/v1/library", request_body = Keep, responses((status = 200, body = Done), (status = 400, description = "bad_position")))]
pub(crate) async fn add(
    Shared(state): Shared<Arc<State>>,
    Body(keep): Body<Keep>,
) -> Result<Json<Done>, ApiError> {
    let its = Arc::clone(&state);
    let (id, changed) = heavy(&state, move || {
        let id = its.library.add(&keep.game.record()?)?;
        its.library.get(id).map(|kept| (id, kept.changed))
    })
    .await??;
    Ok(Json(Done { id: id.to_string(), changed }))
}

/// Keeps a game in the place of another.
#[utoipa::path(put, path = "/api/v1/library/{id}", params(("id" = String, Path)), request_body = Change,
    responses((status = 200, body = Done), (status = 404, description = "not_found"), (status = 409, description = "changed")))]
pub(crate) async fn change(
    Shared(state): Shared<Arc<State>>,
    Path(text): Path<String>,
    Body(change): Body<Change>,
) -> Result<Json<Done>, ApiError> {
    let id = id(&text)?;
    let its = Arc::clone(&state);
    let changed =
        heavy(&state, move || its.library.change(id, &change.game.record()?, change.if_changed)).await??;
    Ok(Json(Done { id: id.to_string(), changed }))
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/v1/library/{id}", params(("id" = String, Path)), responses((status = 204), (status = 404, description = "not_found")))]
pub(crate) async fn delete(
    Shared(state): Shared<Arc<State>>,
    Path(text): Path<String>,
) -> Result<StatusCode, ApiError> {
    let id = id(&text)?;
    let its = Arc::clone(&state);
    heavy(&state, move || its.library.delete(id)).await??;
    Ok(StatusCode::NO_CONTENT)
}
