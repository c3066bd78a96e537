//! Bodies of JSON, with refusals that say what is wrong.

use crate::error::ApiError;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| ApiError::of_json(&error))
    }
}

/// A body as it is.
pub(crate) struct Raw(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        Bytes::from_request(request, state).await.map(Self).map_err(|error| {
            if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                let text = "the body is too large: 1 MB for JSON, 16 MB for files";
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text)
            } else {
                ApiError::bad_request("the body ended early: send it again")
            }
        })
    }
}
