//! What is said when something is refused: a stable code for programs, a sentence for people.
//!
//! The one idea: every refusal, over HTTP or over a socket, is an [`ApiError`]; nothing else leaves the server.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    at: Option<usize>,
}

impl ApiError {
    /// A refusal with its HTTP status and its code.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), at: None }
    }

    /// The request cannot be understood.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// The position or game is not one.
    pub(crate) fn bad_position(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_position", message)
    }

    /// There is no such thing.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The server has no room for it now.
    pub(crate) fn busy(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    /// It is the server's fault.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// Says where the trouble is: the number of a move, of a node or of an entry, from 1.
    pub(crate) fn at(mut self, place: usize) -> Self {
        self.at = Some(place);
        self
    }

    /// What a body of JSON that cannot be read is answered with.
    pub(crate) fn of_json(error: &serde_json::Error) -> Self {
        Self::bad_request(format!("the request is not as the API wants it: {error}"))
    }

    /// The code for programs.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Code, message and place, as they are sent.
    pub(crate) fn to_json(&self) -> Value {
        let mut object = json!({ "code": self.code, "message": self.message });
        if let Some(at) = self.at {
            object["at"] = at.into();
        }
        object
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.to_json() }))).into_response()
    }
}
