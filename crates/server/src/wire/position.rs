//! A position as a request names it: board, rule, free stones, moves.

use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use tengen_core::notation::{NotationError, Origin, moves_to_string, parse_moves, parse_point, point_name};
use tengen_core::position::PositionError;
use tengen_core::{Colour, Move, Opening, Point, Position, Rule, Size, Status};

/// A board: a side, or columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(crate) enum SizeText {
    /// A square board.
    Square(u32),
    /// Columns and rows.
    Rectangle([u32; 2]),
}

impl SizeText {
    /// The board.
    pub(crate) fn size(self) -> Result<Size, ApiError> {
        let [width, height] = match self {
            Self::Square(side) => [side, side],
            Self::Rectangle(sides) => sides,
        };
        let wrong = || ApiError::bad_position("the sides of a board are from 5 to 22: change `size`");
        Size::new(width as usize, height as usize).map_err(|_| wrong())
    }
}

impl From<Size> for SizeText {
    fn from(size: Size) -> Self {
        if size.is_square() {
            Self::Square(size.width().into())
        } else {
            Self::Rectangle([size.width().into(), size.height().into()])
        }
    }
}

/// A side, as JSON says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// The side that begins a usual game.
    #[default]
    Black,
    /// The other.
    White,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

/// A position of a request.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionText {
    /// The board.
    pub(crate) size: SizeText,
    /// Its rule.
    pub(crate) rule: String,
    /// Where the first stones must go: free, outer-open, pro or long-pro.
    #[serde(default)]
    pub(crate) opening: OpeningText,
    /// Free stones of Black.
    #[serde(default)]
    pub(crate) black: Vec<String>,
    /// Free stones of White.
    #[serde(default)]
    pub(crate) white: Vec<String>,
    /// Who plays the first of the moves.
    #[serde(default)]
    pub(crate) first: Side,
    /// The moves as one string.
    #[serde(default)]
    pub(crate) moves: String,
}

/// The most characters of a move string that are looked at: more than the largest board has moves.
const LONGEST: usize = 8192;

impl PositionText {
    /// The position, checked stone by stone.
    pub(crate) fn position(&self) -> Result<Position, ApiError> {
        let size = self.size.size()?;
        let names = Names(size);
        let mut position = Position::with_opening(size, parse_rule(&self.rule)?, self.opening.into());
        let free = [(&self.black, Colour::Black), (&self.white, Colour::White)];
        for (number, (text, colour)) in free
            .into_iter()
            .flat_map(|(list, colour)| list.iter().map(move |text| (text, colour)))
            .enumerate()
        {
            let p = names.parse(text).map_err(|error| error.at(number + 1))?;
            position.set_up(p, colour).map_err(|error| names.refused(error).at(number + 1))?;
        }
        position.set_first(self.first.into()).map_err(|error| names.refused(error))?;
        for (number, m) in names.moves(&self.moves)?.into_iter().enumerate() {
            position.play(m).map_err(|error| names.refused(error).at(number + 1))?;
        }
        Ok(position)
    }

    /// The position, which has to be open: there is something to play.
    pub(crate) fn open(&self) -> Result<Position, ApiError> {
        let position = self.position()?;
        if position.status() == Status::Open {
            Ok(position)
        } else {
            Err(ApiError::new(
                axum::http::StatusCode::BAD_REQUEST,
                "game_over",
                "the game is over here: take back a move",
            ))
        }
    }
}

/// Where the first stones must go, as JSON says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpeningText {
    /// Anywhere.
    #[default]
    Free,
    /// The first stone on the two outer lines.
    OuterOpen,
    /// The first stone in the centre, the third outside the central 5x5.
    Pro,
    /// The same with 7x7.
    LongPro,
}

impl From<OpeningText> for Opening {
    fn from(text: OpeningText) -> Self {
        match text {
            OpeningText::Free => Self::Free,
            OpeningText::OuterOpen => Self::OuterOpen,
            OpeningText::Pro => Self::Pro,
            OpeningText::LongPro => Self::LongPro,
        }
    }
}

impl From<Opening> for OpeningText {
    fn from(opening: Opening) -> Self {
        match opening {
            Opening::Free => Self::Free,
            Opening::OuterOpen => Self::OuterOpen,
            Opening::Pro => Self::Pro,
            Opening::LongPro => Self::LongPro,
        }
    }
}

/// Reads the name of a rule.
pub(crate) fn parse_rule(text: &str) -> Result<Rule, ApiError> {
    text.parse().map_err(|error: tengen_core::rule::UnknownRule| ApiError::bad_position(error.to_string()))
}

/// The names of the points of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names(pub(crate) Size);

impl Names {
    /// The name of a point.
    pub(crate) fn name(self, p: Point) -> String {
        point_name(p, self.0, Origin::Bottom)
    }

    /// The names of several points.
    pub(crate) fn names(self, points: impl IntoIterator<Item = Point>) -> Vec<String> {
        points.into_iter().map(|p| self.name(p)).collect()
    }

    /// The name of a move.
    pub(crate) fn action(self, m: Move) -> String {
        moves_to_string(&[m], self.0, Origin::Bottom)
    }

    /// Reads the name of a point.
    pub(crate) fn parse(self, text: &str) -> Result<Point, ApiError> {
        parse_point(text, self.0, Origin::Bottom).map_err(|error| self.unreadable(&error))
    }

    /// Reads the names of several points; a wrong one is told by its number.
    pub(crate) fn parse_all(self, texts: &[String]) -> Result<Vec<Point>, ApiError> {
        let read = |(number, text): (usize, &String)| self.parse(text).map_err(|error| error.at(number + 1));
        texts.iter().enumerate().map(read).collect()
    }

    /// Reads a move string.
    pub(crate) fn moves(self, text: &str) -> Result<Vec<Move>, ApiError> {
        if text.len() > LONGEST {
            return Err(ApiError::bad_position(
                "`moves` is longer than any game: send the moves of one game",
            ));
        }
        parse_moves(text, self.0, Origin::Bottom).map_err(|error| {
            let before = text.get(..error.offset).unwrap_or_default();
            let read = parse_moves(before, self.0, Origin::Bottom).map_or(0, |moves| moves.len());
            self.unreadable(&error).at(read + 1)
        })
    }

    fn unreadable(self, error: &NotationError) -> ApiError {
        let last = self.0.point(self.0.width() as i32 - 1, 0).map(|p| self.name(p)).unwrap_or_default();
        ApiError::bad_position(format!("{error}; this board has the points a1 to {last}"))
    }

    /// Why a stone cannot be put, with names for points.
    pub(crate) fn refused(self, error: PositionError) -> ApiError {
        let text = match error {
            PositionError::Occupied { point } => {
                format!("{} already has a stone: choose another point", self.name(point))
            }
            PositionError::GameOver => "the game is over before this move: leave out what follows".to_owned(),
            other => other.to_string(),
        };
        ApiError::bad_position(text)
    }
}
