//! Files in and out: `POST read`, `POST write`, `POST transform`.

use super::body::{Body, Raw};
use super::heavy;
use crate::error::ApiError;
use crate::state::State;
use crate::wire::position::parse_rule;
use crate::wire::{Game, SizeText};
use axum::Json;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tengen_core::{GameRecord, Symmetry};
use tengen_records::{Format, ReadOptions, WriteOptions, losses};

/// The largest file.
pub(crate) const LARGEST: usize = 16 << 20;
/// Moves that a page can hold.
const MOST_NODES: usize = 200_000;
/// Games of one file that are sent.
const MOST_GAMES: usize = 1000;
/// Bytes that a packed database may unpack to.
const UNPACKED: u64 = 256 << 20;

/// What is known of the file.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReadQuery {
    /// The file's name, whose ending tells the format.
    #[serde(default)]
    name: String,
    /// The side of the board where the file does not say.
    size: Option<u32>,
    /// The rule where the file does not say.
    rule: Option<String>,
}

/// The games of a file.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ReadAnswer {
    /// The format's name.
    format: &'static str,
    /// The games.
    games: Vec<Game>,
    /// What was left out.
    notes: Vec<String>,
}

/// Reads a game file, or a plain move string.
#[utoipa::path(post, path = "/api/v1/read", params(ReadQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ReadAnswer), (status = 400, description = "bad_file")))]
pub(crate) async fn read(
    Shared(state): Shared<Arc<State>>,
    query: Result<Query<ReadQuery>, axum::extract::rejection::QueryRejection>,
    Raw(bytes): Raw,
) -> Result<Json<ReadAnswer>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::bad_request(error.body_text()))?;
    let size = query.size.map(|side| SizeText::Square(side).size()).transpose()?;
    let rule = query.rule.as_deref().map(parse_rule).transpose()?;
    let options = ReadOptions { size, rule, unpacked_limit: UNPACKED, ..ReadOptions::default() };
    heavy(&state, move || read_file(&query.name, &bytes, &options)).await?.map(Json)
}

fn bad_file(message: String) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "bad_file", message)
}

fn read_file(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<ReadAnswer, ApiError> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = Format::detect(extension, bytes).ok_or_else(|| {
        bad_file(
            "the file is in no known format: give it its usual ending, or send moves such as h8i9".to_owned(),
        )
    })?;
    let records =
        tengen_records::read(format, bytes, options).map_err(|error| bad_file(error.to_string()))?;
    if records.is_empty() {
        return Err(bad_file("the file holds no game".to_owned()));
    }
    let (mut games, mut notes, mut nodes) = (Vec::new(), Vec::new(), 0);
    for record in records.iter().take(MOST_GAMES) {
        nodes += record.node_count();
        if nodes > MOST_NODES {
            break;
        }
        games.push(Game::of(record));
    }
    if games.is_empty() {
        let text = format!(
            "the game has {nodes} moves with its variations; a page holds {MOST_NODES}: cut it first"
        );
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", text));
    }
    if games.len() < records.len() {
        notes.push(format!("only the first {} of {} games were read", games.len(), records.len()));
    }
    if records.iter().take(games.len()).any(|record| record.rule.is_none()) {
        notes.push("the file does not say its rule: it was read as freestyle".to_owned());
    }
    Ok(ReadAnswer { format: format.name(), games, notes })
}

/// A game and the format that it is wanted in.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteAsk {
    /// The format's name or ending.
    format: String,
    /// The game.
    game: Game,
}

/// Writes a game as a file; the header `X-Tengen-Losses` counts what the format cannot hold.
#[utoipa::path(post, path = "/api/v1/write", request_body = WriteAsk,
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, description = "bad_position, cannot_write")))]
pub(crate) async fn write(Body(ask): Body<WriteAsk>) -> Result<Response, ApiError> {
    let format: Format = ask
        .format
        .parse()
        .map_err(|error: tengen_records::format::UnknownFormat| ApiError::bad_request(error.to_string()))?;
    let record = ask.game.record()?;
    let bytes = write_record(format, &record)?;
    let lost = losses(format, &record).len();
    let name = file_name(&ask.game.title, format.extensions()[0]);
    let mut headers = attachment(content_type(format), &name);
    headers.insert(HeaderName::from_static("x-tengen-losses"), HeaderValue::from(lost));
    Ok((headers, bytes).into_response())
}

/// The bytes of a record.
pub(crate) fn write_record(format: Format, record: &GameRecord) -> Result<Vec<u8>, ApiError> {
    tengen_records::write(format, std::slice::from_ref(record), &WriteOptions::default())
        .map_err(|error| ApiError::new(StatusCode::BAD_REQUEST, "cannot_write", error.to_string()))
}

fn content_type(format: Format) -> &'static str {
    match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::RenLib | Format::Pos | Format::Yxdb => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    }
}

/// A file name of plain letters, from a title.
pub(crate) fn file_name(title: &str, extension: &str) -> String {
    let plain: String =
        title.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect();
    let stem = plain.trim_matches('_');
    format!("{}.{extension}", if stem.is_empty() { "game" } else { stem })
}

/// The headers of a file to save.
pub(crate) fn attachment(content_type: &'static str, name: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    headers
}

/// A game and how to turn it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TransformAsk {
    /// The game.
    game: Game,
    /// Which of the eight symmetries: 1 left to right, 2 top to bottom, 4 rows to columns, added up.
    #[serde(default)]
    symmetry: usize,
    /// Columns to the right and rows upwards, after turning.
    #[serde(default)]
    shift: [i32; 2],
}

/// Turns, mirrors and moves a game.
#[utoipa::path(post, path = "/api/v1/transform", request_body = TransformAsk, responses((status = 200, body = Game), (status = 400, description = "bad_position")))]
pub(crate) async fn transform(Body(ask): Body<TransformAsk>) -> Result<Json<Game>, ApiError> {
    let symmetry = Symmetry::ALL.get(ask.symmetry).copied();
    let symmetry = symmetry.ok_or_else(|| ApiError::bad_request("`symmetry` is from 0 to 7"))?;
    ask.game.transformed(symmetry, ask.shift).map(Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_plain() {
        assert_eq!(file_name("", "sgf"), "game.sgf");
        assert_eq!(file_name("../../etc/passwd", "sgf"), "etc_passwd.sgf");
        assert_eq!(file_name("天元 \"x\"\r\n", "psq"), "x.psq");
        assert!(file_name(&"a".repeat(1000), "lib").len() < 70);
    }
}
