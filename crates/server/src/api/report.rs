//! `POST report`: a review as a file.

use super::body::Body;
use super::files::{attachment, file_name};
use super::heavy;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::Game;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use tengen_study::report::{csv, html, matched, sgf};
use tengen_study::review::Review;

/// A review with its game.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportAsk {
    /// As the event `review` gave it.
    #[schema(value_type = Object)]
    review: Review,
    /// The game that was reviewed.
    game: Game,
    /// The kind of file.
    format: Kind,
}

/// A kind of report.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// One page that needs nothing else.
    Html,
    /// A line a move.
    Csv,
    /// The game with remarks.
    Sgf,
}

/// A review as a file.
#[utoipa::path(post, path = "/api/v1/report", request_body = ReportAsk, responses((status = 200, content_type = "text/html"), (status = 400, description = "bad_review")))]
pub(crate) async fn report(
    Shared(state): Shared<Arc<State>>,
    Body(ask): Body<ReportAsk>,
) -> Result<Response, ApiError> {
    heavy(&state, move || {
        let ReportAsk { review, game, format } = ask;
        let record = game.record()?;
        let wrong = |error: tengen_study::report::ReportError| {
            ApiError::new(StatusCode::BAD_REQUEST, "bad_review", error.to_string())
        };
        matched(&review, &record).map_err(wrong)?;
        let name = |extension: &str| file_name(&game.title, extension);
        Ok(match format {
            Kind::Html => {
                let page = html(&review, &record).map_err(wrong)?;
                (attachment("text/html; charset=utf-8", &name("html")), page).into_response()
            }
            Kind::Csv => (attachment("text/csv; charset=utf-8", &name("csv")), csv(&review)).into_response(),
            Kind::Sgf => {
                let bytes = sgf(&review, &record).map_err(wrong)?;
                (attachment("application/x-go-sgf; charset=utf-8", &name("sgf")), bytes).into_response()
            }
        })
    })
    .await?
}
