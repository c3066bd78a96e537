//! `POST position`: what the rules say of a position, before anything is searched.

use super::body::Body;
use crate::error::ApiError;
use crate::wire::{Names, PositionText};
use axum::Json;
use serde::{Deserialize, Serialize};
use tengen_core::{Position, Status};
use tengen_records::opening_names::opening_name;
use tengen_study::explain::{Facts, facts};

/// A position.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionAsk {
    /// The position.
    position: PositionText,
}

/// What is known of a position.
#[derive(Serialize)]
pub(crate) struct PositionAnswer {
    #[serde(flatten)]
    facts: Facts,
    opening: Option<OpeningFacts>,
    /// The points that the opening leaves to the next stone, where it does not leave all.
    allowed: Option<Vec<String>>,
}

/// What players call the first three stones.
#[derive(Serialize)]
struct OpeningFacts {
    code: &'static str,
    name: &'static str,
    english: &'static str,
    japanese: &'static str,
    chinese: &'static str,
}

/// What the rules say of a position: stones, status, forbidden points, classes of points, threats, the case of the board analysis, the
/// opening.
#[utoipa::path(post, path = "/api/v1/position", request_body = PositionAsk, responses((status = 200, body = Object), (status = 400, description = "bad_position")))]
pub(crate) async fn position(Body(ask): Body<PositionAsk>) -> Result<Json<PositionAnswer>, ApiError> {
    let position = ask.position.position()?;
    let opening = opening_name(&position).map(|one| OpeningFacts {
        code: one.code,
        name: one.name,
        english: one.english,
        japanese: one.japanese,
        chinese: one.chinese,
    });
    let allowed = allowed(&position);
    Ok(Json(PositionAnswer { facts: facts(&position), opening, allowed }))
}

fn allowed(position: &Position) -> Option<Vec<String>> {
    let (stones, size) = (position.stone_count(), position.size());
    let region = position.opening().region(stones).filter(|_| position.status() == Status::Open)?;
    Some(Names(size).names(position.grid().empties().filter(|p| region.contains(*p, size))))
}
