//! `GET openapi.json`: the calls as a document, made from the types that read and write them.

use super::{about, draw, files, library, pattern, position, proofs, puzzles, report};
use axum::Json;
use utoipa::OpenApi;

/// The document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tengen",
        description = "The analysis board: positions, files, pictures, patterns, puzzles, proofs and the library over HTTP. Searches run over the WebSocket at /api/v1/socket (docs/server.md). Points are names such as h8, row 1 at the bottom; unknown fields are refused; errors are {\"error\": {\"code\", \"message\", \"at\"?}}.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        about::about,
        position::position,
        files::read,
        files::write,
        files::transform,
        draw::draw,
        pattern::pattern,
        puzzles::list,
        puzzles::get,
        puzzles::attempt,
        puzzles::hint,
        puzzles::solution,
        library::list,
        library::get,
        library::add,
        library::change,
        library::delete,
        proofs::import,
        proofs::export,
        proofs::walk,
        report::report,
        openapi,
    )
)]
pub(crate) struct Document;

/// The calls as an `OpenAPI` document.
#[utoipa::path(get, path = "/api/v1/openapi.json", responses((status = 200, body = Object)))]
pub(crate) async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
