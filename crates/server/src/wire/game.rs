//! A game with its variations as a flat list of nodes: lines are deeper than readers of JSON nest.
//!
//! Node 0 is the root and is not listed; node `k` is `nodes[k - 1]`, and its parent has a smaller number.

use super::position::{Names, OpeningText, Side, SizeText, parse_rule};
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use tengen_core::record::{Evaluation, GameResult, NodeId};
use tengen_core::{Colour, GameRecord, Move, Point, Symmetry};

/// A game as it is sent.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    /// The board.
    pub(crate) size: SizeText,
    /// The rule's name.
    #[serde(default = "freestyle")]
    pub(crate) rule: String,
    /// Where the first stones had to go.
    #[serde(default)]
    pub(crate) opening: OpeningText,
    /// What it is called in lists.
    #[serde(default)]
    pub(crate) title: String,
    /// Who plays Black.
    #[serde(default)]
    pub(crate) black: String,
    /// Who plays White.
    #[serde(default)]
    pub(crate) white: String,
    /// Where it was played.
    #[serde(default)]
    pub(crate) event: String,
    /// When it was played.
    #[serde(default)]
    pub(crate) date: String,
    /// Who won.
    #[serde(default)]
    pub(crate) result: Option<Outcome>,
    /// Stones before the first move.
    #[serde(default)]
    pub(crate) setup: Setup,
    /// Who plays the first move.
    #[serde(default)]
    pub(crate) first: Side,
    /// What is said of the start.
    #[serde(default)]
    pub(crate) comment: String,
    /// Texts on points at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) texts: Vec<(String, String)>,
    /// The moves.
    #[serde(default)]
    pub(crate) nodes: Vec<Node>,
}

fn freestyle() -> String {
    "freestyle".to_owned()
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

/// Free stones.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    /// Of Black.
    #[serde(default)]
    pub(crate) black: Vec<String>,
    /// Of White.
    #[serde(default)]
    pub(crate) white: Vec<String>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Node {
    /// The number of the node before.
    pub(crate) parent: u32,
    /// The point, or `--`.
    #[serde(rename = "move")]
    pub(crate) action: String,
    /// Free text.
    #[serde(default)]
    pub(crate) comment: String,
    /// A short text on the stone.
    #[serde(default)]
    pub(crate) label: String,
    /// Whether the move carries a mark.
    #[serde(default)]
    pub(crate) marked: bool,
    /// Time spent on it.
    #[serde(default)]
    pub(crate) time_ms: Option<u64>,
    /// What it was thought to be worth to its mover.
    #[serde(default)]
    pub(crate) score: Option<Worth>,
    /// Short texts on other points.
    #[serde(default)]
    pub(crate) texts: Vec<(String, String)>,
}

/// An opinion of a position: a number, or a word for a decided game.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(crate) enum Worth {
    /// In the engine's unit.
    Score(i32),
    /// `win 5`, `loss 4` or `draw`; a win or loss in 0 plies is one of unknown length.
    Word(String),
}

impl Worth {
    fn of(evaluation: &Evaluation) -> Self {
        match evaluation {
            Evaluation::Score(score) => Self::Score(*score),
            Evaluation::Win(plies) => Self::Word(format!("win {plies}")),
            Evaluation::Loss(plies) => Self::Word(format!("loss {plies}")),
            Evaluation::Draw => Self::Word("draw".to_owned()),
        }
    }

    fn evaluation(&self) -> Result<Evaluation, ApiError> {
        let text = match self {
            Self::Score(score) => return Ok(Evaluation::Score(*score)),
            Self::Word(text) => text,
        };
        let plies = |text: &str| text.trim().parse().ok();
        let read = match text.split_once(' ') {
            Some(("win", rest)) => plies(rest).map(Evaluation::Win),
            Some(("loss", rest)) => plies(rest).map(Evaluation::Loss),
            None if text == "draw" => Some(Evaluation::Draw),
            _ => None,
        };
        read.ok_or_else(|| ApiError::bad_request("`score` is a number, `win 5`, `loss 4` or `draw`"))
    }
}

impl Game {
    /// The game of a record.
    pub(crate) fn of(record: &GameRecord) -> Self {
        let names = Names(record.size);
        let stones = |side: Colour| {
            names.names(record.setup.iter().filter(|(_, colour)| *colour == side).map(|(p, _)| *p))
        };
        let texts = |id: NodeId| -> Vec<(String, String)> {
            record.node(id).board_texts.iter().map(|(p, text)| (names.name(*p), text.clone())).collect()
        };
        // A record numbers its nodes in the order of insertion, the root first: the same numbers as here.
        let numbers: std::collections::HashMap<NodeId, u32> = record.node_ids().zip(0..).collect();
        let node = |id: NodeId| {
            let node = record.node(id);
            Node {
                parent: node.parent().and_then(|id| numbers.get(&id).copied()).unwrap_or(0),
                action: names.action(node.action.unwrap_or(Move::Pass)),
                comment: node.comment.clone(),
                label: node.label.clone(),
                marked: node.is_marked,
                time_ms: node.time_ms,
                score: node.evaluation.as_ref().map(Worth::of),
                texts: texts(id),
            }
        };
        let [black, white] = record.players.clone();
        Self {
            size: record.size.into(),
            rule: record.rule.unwrap_or_default().name().to_owned(),
            opening: record.opening.into(),
            title: title(record),
            black,
            white,
            event: record.event.clone(),
            date: record.date.clone(),
            result: record.result.map(|result| match result {
                GameResult::Win(Colour::Black) => Outcome::Black,
                GameResult::Win(Colour::White) => Outcome::White,
                GameResult::Draw => Outcome::Draw,
            }),
            setup: Setup { black: stones(Colour::Black), white: stones(Colour::White) },
            first: record.first.into(),
            comment: record.node(NodeId::ROOT).comment.clone(),
            texts: texts(NodeId::ROOT),
            nodes: record.node_ids().skip(1).map(node).collect(),
        }
    }

    /// The record of a game; every point and every parent is checked. A title that would be given anyway is not kept.
    pub(crate) fn record(&self) -> Result<GameRecord, ApiError> {
        let size = self.size.size()?;
        let names = Names(size);
        let mut record = GameRecord::new(size);
        record.rule = Some(parse_rule(&self.rule)?);
        record.opening = self.opening.into();
        record.players = [self.black.clone(), self.white.clone()];
        record.event.clone_from(&self.event);
        if self.title != title(&record) {
            record.title.clone_from(&self.title);
        }
        record.date.clone_from(&self.date);
        record.result = self.result.map(|result| match result {
            Outcome::Black => GameResult::Win(Colour::Black),
            Outcome::White => GameResult::Win(Colour::White),
            Outcome::Draw => GameResult::Draw,
        });
        record.first = self.first.into();
        for (list, colour) in [(&self.setup.black, Colour::Black), (&self.setup.white, Colour::White)] {
            for p in names.parse_all(list)? {
                if record.setup.iter().any(|(other, _)| *other == p) {
                    return Err(ApiError::bad_position(format!("{} is set up twice", names.name(p))));
                }
                record.setup.push((p, colour));
            }
        }
        let root = record.node_mut(NodeId::ROOT);
        root.comment.clone_from(&self.comment);
        root.board_texts = board_texts(&self.texts, names)?;
        let mut ids = vec![NodeId::ROOT];
        for (index, node) in self.nodes.iter().enumerate() {
            let number = index + 1;
            let add = |record: &mut GameRecord| {
                let parent = ids.get(node.parent as usize).copied().ok_or_else(|| {
                    ApiError::bad_request(format!(
                        "node {number} has the parent {}, which is not listed before it",
                        node.parent
                    ))
                })?;
                node.add(record, parent, names)
            };
            ids.push(add(&mut record).map_err(|error| error.at(number))?);
        }
        Ok(record)
    }

    /// The game turned by one of the eight symmetries and moved, if no stone falls off.
    pub(crate) fn transformed(&self, symmetry: Symmetry, shift: [i32; 2]) -> Result<Self, ApiError> {
        let size = self.size.size()?;
        let (old, image) = (Names(size), symmetry.size(size));
        let new = Names(image);
        let turn = |p: Point| {
            let q = symmetry.apply(p, size);
            let [dx, dy] = shift;
            // Rows are counted from the top inside, from the bottom by people.
            let moved = i32::from(q.x())
                .checked_add(dx)
                .zip(i32::from(q.y()).checked_sub(dy))
                .and_then(|(x, y)| image.point(x, y));
            moved.ok_or_else(|| {
                ApiError::bad_position(format!("{} would fall off the board: shift less", old.name(p)))
            })
        };
        let point = |text: &String| turn(old.parse(text)?).map(|p| new.name(p));
        let points = |list: &[String]| list.iter().map(point).collect::<Result<Vec<_>, _>>();
        let texts = |list: &[(String, String)]| {
            list.iter().map(|(p, text)| Ok((point(p)?, text.clone()))).collect::<Result<Vec<_>, ApiError>>()
        };
        let mut game = self.clone();
        game.size = image.into();
        if shift != [0, 0] {
            // The first stones may not stand where they had to.
            game.opening = OpeningText::Free;
        }
        game.setup = Setup { black: points(&self.setup.black)?, white: points(&self.setup.white)? };
        game.texts = texts(&self.texts)?;
        for (number, node) in game.nodes.iter_mut().enumerate() {
            let turned = |node: &Node| -> Result<(String, Vec<(String, String)>), ApiError> {
                let action = match one_move(old, &node.action)? {
                    Move::Pass => node.action.clone(),
                    Move::Place(p) => new.name(turn(p)?),
                };
                Ok((action, texts(&node.texts)?))
            };
            (node.action, node.texts) = turned(node).map_err(|error| error.at(number + 1))?;
        }
        Ok(game)
    }
}

impl Node {
    fn add(&self, record: &mut GameRecord, parent: NodeId, names: Names) -> Result<NodeId, ApiError> {
        let action = one_move(names, &self.action)?;
        let texts = board_texts(&self.texts, names)?;
        let evaluation = self.score.as_ref().map(Worth::evaluation).transpose()?;
        let id = record.append(parent, action);
        let node = record.node_mut(id);
        node.comment.clone_from(&self.comment);
        node.label.clone_from(&self.label);
        node.is_marked = self.marked;
        node.time_ms = self.time_ms;
        node.evaluation = evaluation;
        node.board_texts = texts;
        Ok(id)
    }
}

fn one_move(names: Names, text: &str) -> Result<Move, ApiError> {
    match names.moves(text)?.as_slice() {
        [m] => Ok(*m),
        _ => Err(ApiError::bad_position(format!(
            "`{}` is not one move",
            text.chars().take(20).collect::<String>()
        ))),
    }
}

fn board_texts(texts: &[(String, String)], names: Names) -> Result<Vec<(Point, String)>, ApiError> {
    texts.iter().map(|(p, text)| Ok((names.parse(p)?, text.clone()))).collect()
}

/// What a record is called in a list: by its title, its event, or who played.
pub(crate) fn title(record: &GameRecord) -> String {
    let [black, white] = &record.players;
    if !record.title.is_empty() {
        return record.title.clone();
    }
    match (record.event.is_empty(), black.is_empty() && white.is_empty()) {
        (false, _) => record.event.clone(),
        (true, false) => format!("{} - {}", or_unknown(black), or_unknown(white)),
        (true, true) => String::new(),
    }
}

fn or_unknown(name: &str) -> &str {
    if name.is_empty() { "?" } else { name }
}
