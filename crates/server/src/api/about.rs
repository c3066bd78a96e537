//! `GET about`: what this server can do.

use crate::state::State;
use axum::Json;
use axum::extract::State as Shared;
use serde_json::{Value, json};
use std::sync::Arc;
use tengen_core::geometry::{MAX_SIDE, MIN_SIDE};
use tengen_core::{Opening, Rule};
use tengen_records::Format;
use tengen_study::puzzles::Collection;

/// What this server can do.
#[utoipa::path(get, path = "/api/v1/about", responses((status = 200, body = Object)))]
pub(crate) async fn about(Shared(state): Shared<Arc<State>>) -> Json<Value> {
    let mut engines = vec![json!({ "id": "tengen", "name": "Tengen", "kind": "builtin" })];
    engines.extend(state.config.engines.iter().enumerate().map(
        |(index, engine)| json!({ "id": format!("x{}", index + 1), "name": engine.name, "kind": "external" }),
    ));
    let openings: Vec<&str> = Opening::ALL.iter().map(|opening| opening.name()).chain(["swap2"]).collect();
    let read: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    let write: Vec<&str> =
        Format::ALL.iter().filter(|format| format.is_written()).map(|format| format.name()).collect();
    let megabytes = state.memory.whole() >> 20;
    Json(json!({
        "name": "Tengen",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": Rule::ALL.map(Rule::name),
        "sizes": [MIN_SIDE, MAX_SIDE],
        "engines": engines,
        "levels": [1, 20],
        "threads": { "max": state.queue.threads(), "default": 1 },
        "hash_mb": { "max": (megabytes / 2).max(16), "default": 64.min(megabytes / 2).max(16) },
        "openings": openings,
        "puzzles": Collection::embedded().len(),
        "formats": { "read": read, "write": write },
    }))
}
