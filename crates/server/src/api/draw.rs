//! `POST draw`: a position as a picture, a game as a moving one.

use super::body::Body;
use super::files::attachment;
use super::heavy;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::PositionText;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tengen_core::rule::Renju;
use tengen_core::{Board, Position, Rule, Status};
use tengen_records::drawing::{Film, Scene, Theme, gif, png, svg};

/// Pixels between two lines of a moving picture at most; it has one picture a move.
const MOST_MOVING: u32 = 48;

/// What to draw.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawAsk {
    /// How.
    format: Picture,
    /// The position.
    position: PositionText,
    /// What it looks like.
    #[serde(default)]
    options: DrawOptions,
}

/// A kind of picture.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Picture {
    /// Lines, for pages and print.
    Svg,
    /// Pixels.
    Png,
    /// The moves one after another.
    Gif,
}

/// What a picture looks like.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawOptions {
    /// Numbers on the stones.
    #[serde(default)]
    numbers: bool,
    /// Letters and numbers at the edge; usually there.
    coordinates: Option<bool>,
    /// wood, paper or night.
    theme: Option<String>,
    /// The first move that is numbered; in a moving picture, the first that is put.
    from_ply: Option<usize>,
    /// Time between two moves of a moving picture.
    delay_ms: Option<u64>,
    /// Pixels between two lines.
    pixels: Option<u32>,
}

/// A picture of a position, or of the moves that lead to it.
#[utoipa::path(post, path = "/api/v1/draw", request_body = DrawAsk, responses((status = 200, content_type = "image/png"), (status = 400, description = "bad_position")))]
pub(crate) async fn draw(
    Shared(state): Shared<Arc<State>>,
    Body(ask): Body<DrawAsk>,
) -> Result<Response, ApiError> {
    let position = ask.position.position()?;
    let theme = match &ask.options.theme {
        None => Theme::default(),
        Some(name) => Theme::ALL
            .into_iter()
            .find(|theme| theme.name == name)
            .ok_or_else(|| ApiError::bad_request("`theme` is wood, paper or night"))?,
    };
    let pixels = ask.options.pixels.unwrap_or(32);
    if !tengen_records::drawing::png::PIXELS_PER_POINT.contains(&pixels) {
        return Err(ApiError::bad_request("`pixels` is from 8 to 128"));
    }
    heavy(&state, move || {
        let options = &ask.options;
        match ask.format {
            Picture::Svg => {
                let text = svg(&scene(&position, options), &theme);
                (attachment("image/svg+xml", "board.svg"), text).into_response()
            }
            Picture::Png => {
                (attachment("image/png", "board.png"), png(&scene(&position, options), &theme, pixels))
                    .into_response()
            }
            Picture::Gif => {
                let film = Film {
                    from: options.from_ply.unwrap_or(1).saturating_sub(1),
                    delay: Duration::from_millis(options.delay_ms.unwrap_or(800)),
                    pixels_per_point: pixels.min(MOST_MOVING),
                };
                let bytes = gif(&position, &film, &theme, |scene| looked(scene, options));
                (attachment("image/gif", "game.gif"), bytes).into_response()
            }
        }
    })
    .await
}

/// The position with its forbidden points.
fn scene(position: &Position, options: &DrawOptions) -> Scene {
    let mut scene = Scene::from_position(position);
    if position.rule() == Rule::Renju && position.status() == Status::Open {
        scene.forbid(Board::<Renju>::from_position(position).forbidden_points().iter());
    }
    looked(scene, options)
}

/// The scene with or without numbers and coordinates.
fn looked(mut scene: Scene, options: &DrawOptions) -> Scene {
    if options.numbers {
        scene = scene.numbered_from(options.from_ply.unwrap_or(1).max(1));
    }
    if options.coordinates.unwrap_or(true) { scene } else { scene.without_coordinates() }
}
