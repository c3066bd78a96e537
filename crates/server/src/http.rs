//! The routes, the limits of bodies, and how connections are served.
//!
//! The one idea: a connection is served by hand (not by `axum::serve`), so that a client that sends its headers drop by drop is cut off.

use crate::error::ApiError;
use crate::guard::{Peer, guard};
use crate::state::State;
use crate::{api, page, session};
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, State as Shared};
use axum::http::{Request, StatusCode};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt as _;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// The largest body of JSON.
pub(crate) const BODY: usize = 1 << 20;
/// How long the headers of a request may take, and a connection may rest.
const HEADERS: Duration = Duration::from_secs(15);
/// How long a client may pause in the middle of a body.
const PAUSE: Duration = Duration::from_secs(15);
/// How long a request may take from its headers to its answer; sockets are answered when they are opened.
const WHOLE: Duration = Duration::from_mins(2);
/// Connections beside those of sessions.
const CONNECTIONS: usize = 256;

/// Everything that is served.
pub(crate) fn router(state: Arc<State>) -> Router {
    let api = Router::new()
        .route("/about", get(api::about::about))
        .route("/position", post(api::position::position))
        .route("/transform", post(api::files::transform))
        .route("/read", post(api::files::read).layer(DefaultBodyLimit::max(api::files::LARGEST)))
        .route("/write", post(api::files::write))
        .route("/draw", post(api::draw::draw))
        .route("/pattern", post(api::pattern::pattern))
        .route("/library", get(api::library::list).post(api::library::add))
        .route("/library/{id}", get(api::library::get).put(api::library::change).delete(api::library::delete))
        .route("/puzzles", get(api::puzzles::list))
        .route("/puzzles/{id}", get(api::puzzles::get))
        .route("/puzzles/{id}/try", post(api::puzzles::attempt))
        .route("/puzzles/{id}/hint", post(api::puzzles::hint))
        .route("/puzzles/{id}/solution", post(api::puzzles::solution))
        .route("/report", post(api::report::report))
        .route("/openapi.json", get(api::openapi::openapi))
        .route("/proofs", post(api::proofs::import).layer(DefaultBodyLimit::max(api::files::LARGEST)))
        .route("/proofs/{id}", get(api::proofs::export))
        .route("/proofs/{id}/walk", post(api::proofs::walk))
        .route("/socket", any(socket))
        .fallback(async || ApiError::not_found("there is no such call: see /api/v1/openapi.json"))
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong_method",
                "this call has another method: see /api/v1/openapi.json",
            )
        });
    Router::new()
        .route("/health", get(async || "ok"))
        .nest("/api/v1", api)
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(RequestBodyTimeoutLayer::new(PAUSE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, WHOLE))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}

async fn socket(Shared(state): Shared<Arc<State>>, upgrade: WebSocketUpgrade) -> Result<Response, ApiError> {
    let entered = state.enter().ok_or_else(|| {
        ApiError::busy(
            "too_many_sessions",
            "the server has as many sessions as it takes: close a tab, or try later",
        )
    })?;
    let upgrade = upgrade.max_message_size(session::LARGEST).max_frame_size(session::LARGEST);
    Ok(upgrade.on_upgrade(move |socket| session::serve(socket, state, entered)))
}

/// Accepts connections until the server ends.
pub(crate) async fn accept(listener: TcpListener, state: Arc<State>) {
    let router = router(Arc::clone(&state));
    let places = Arc::new(Semaphore::new(CONNECTIONS + state.config.max_sessions));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = state.ended() => return,
        };
        let Ok((stream, peer)) = accepted else {
            // Out of descriptors, most likely: wait until some are closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Without a place the connection is closed at once.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let (router, state) = (router.clone(), Arc::clone(&state));
        tokio::spawn(async move {
            let service = service_fn(move |request: Request<Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(Peer(peer.ip()));
                router.clone().oneshot(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            tokio::pin!(connection);
            tokio::select! {
                // A client that went away is no news.
                _ = connection.as_mut() => {}
                () = state.ended() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(Duration::from_secs(1), connection).await;
                }
            }
            drop(place);
        });
    }
}
