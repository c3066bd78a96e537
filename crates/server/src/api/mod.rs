//! The calls over HTTP: one file a subject.

pub(crate) mod about;
pub(crate) mod body;
pub(crate) mod draw;
pub(crate) mod files;
pub(crate) mod library;
pub(crate) mod openapi;
pub(crate) mod pattern;
pub(crate) mod position;
pub(crate) mod proofs;
pub(crate) mod puzzles;
pub(crate) mod report;

use crate::error::ApiError;
use crate::state::State;
use std::sync::Arc;

/// Does heavy work on a thread of its own, a few at a time.
pub(crate) async fn heavy<T: Send + 'static>(
    state: &Arc<State>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let busy = || ApiError::busy("busy", "the server ends, or has too much to do: try again in a moment");
    let state = Arc::clone(state);
    let _turn = state.heavy.acquire().await.map_err(|_| busy())?;
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| ApiError::internal("the request has failed by a fault of the server: please report it"))
}
