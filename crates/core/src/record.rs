//! A game on record: who played, under which rule, the moves with their variations, times,
//! evaluations and comments. Files of every format are read into this and written from it.
//!
//! The moves form a tree in one vector; node 0 is the root (the set-up, before any move), and the
//! first child of each node is the main line.

use crate::colour::Colour;
use crate::geometry::{Point, Size};
use crate::position::{Move, Position, PositionError};
use crate::rule::{Opening, Rule};

/// An engine's or author's opinion of a position, for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// Centi-points or whatever unit the engine uses, positive = good for the mover.
    Score(i32),
    /// The mover wins in this many plies (0 = number unknown).
    Win(u32),
    /// The mover loses in this many plies (0 = number unknown).
    Loss(u32),
    /// A dead draw.
    Draw,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Win(Colour),
    /// Nobody won.
    Draw,
}

/// A node's place in the tree of a [`GameRecord`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before any move.
    pub const ROOT: Self = Self(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// One move of a record with everything said about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The move that leads here; `None` at the root.
    pub action: Option<Move>,
    /// Free text.
    pub comment: String,
    /// Milliseconds spent on the move.
    pub time_ms: Option<u64>,
    /// What the move was thought to be worth.
    pub evaluation: Option<Evaluation>,
    /// A short text printed on the board at this move (`RenLib`'s board text, a database label).
    pub label: String,
    /// Short texts printed on other points of the board at this node.
    pub board_texts: Vec<(Point, String)>,
    /// Whether the move carries a mark.
    pub is_marked: bool,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl Node {
    /// The node before this one; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The continuations; the first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// A game with variations. See the module's page.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Width and height.
    pub size: Size,
    /// The rule, where the source says so.
    pub rule: Option<Rule>,
    /// The first-move restriction.
    pub opening: Opening,
    /// Names of Black and White; empty = unknown.
    pub players: [String; 2],
    /// What the game is called.
    pub title: String,
    /// Where it was played: a tournament, a match.
    pub event: String,
    /// Round.
    pub round: String,
    /// Date as written in the source.
    pub date: String,
    /// Result, where the source says so.
    pub result: Option<GameResult>,
    /// How the game ended, in words (`timeout`, `foul`).
    pub termination: String,
    /// Free stones before the first move.
    pub setup: Vec<(Point, Colour)>,
    /// Who plays the first move.
    pub first: Colour,
    nodes: Vec<Node>,
}

impl GameRecord {
    /// A record without moves.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            opening: Opening::Free,
            players: [String::new(), String::new()],
            title: String::new(),
            event: String::new(),
            round: String::new(),
            date: String::new(),
            result: None,
            termination: String::new(),
            setup: Vec::new(),
            first: Colour::Black,
            nodes: vec![Node::default()],
        }
    }

    /// A record of a position: its free stones, its first player, its moves as the main line.
    pub fn from_position(position: &Position) -> Self {
        let mut record = Self::new(position.size());
        record.rule = Some(position.rule());
        record.opening = position.opening();
        record.setup = position.setup().to_vec();
        record.first = position.first();
        let mut at = NodeId::ROOT;
        for m in position.moves() {
            at = record.append(at, *m);
        }
        record
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to change what is said about it.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Every node in the order of insertion; a parent stands before its children.
    pub fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Adds a continuation behind the ones that `parent` has. Legality is not checked here: a file may
    /// hold moves that a rule forbids; [`GameRecord::position`] checks a line.
    pub fn append(&mut self, parent: NodeId, action: Move) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { action: Some(action), parent: Some(parent), ..Node::default() });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The main line: the first child again and again, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = NodeId::ROOT;
        while let Some(next) = self.node(at).children.first() {
            line.push(*next);
            at = *next;
        }
        line
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.main_line().iter().filter_map(|id| self.node(*id).action).collect()
    }

    /// The moves from the root to a node.
    pub fn path(&self, id: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = Some(id);
        while let Some(here) = at {
            moves.extend(self.node(here).action);
            at = self.node(here).parent;
        }
        moves.reverse();
        moves
    }

    /// Who makes the move that leads to a node (the root counts as the first player's opponent).
    pub fn mover(&self, id: NodeId) -> Colour {
        if self.path(id).len().is_multiple_of(2) { self.first.opponent() } else { self.first }
    }

    /// The position at a node under `rule`, checked move by move.
    ///
    /// # Errors
    /// With the number of the move (from 1; 0 = a free stone) that is not legal.
    pub fn position_at(&self, id: NodeId, rule: Rule) -> Result<Position, (usize, PositionError)> {
        let mut position = Position::with_opening(self.size, rule, self.opening);
        for (p, colour) in &self.setup {
            position.set_up(*p, *colour).map_err(|e| (0, e))?;
        }
        position.set_first(self.first).map_err(|e| (0, e))?;
        for (i, m) in self.path(id).into_iter().enumerate() {
            position.play(m).map_err(|e| (i + 1, e))?;
        }
        Ok(position)
    }

    /// The position at the end of the main line, under the record's rule or freestyle.
    ///
    /// # Errors
    /// As [`GameRecord::position_at`].
    pub fn position(&self) -> Result<Position, (usize, PositionError)> {
        let end = self.main_line().last().copied().unwrap_or(NodeId::ROOT);
        self.position_at(end, self.rule.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_child_is_the_main_line_and_paths_lead_back() {
        let p = |x, y| Move::Place(Point::new(x, y).unwrap());
        let mut record = GameRecord::new(Size::FIFTEEN);
        let a = record.append(NodeId::ROOT, p(7, 7));
        let b = record.append(a, p(7, 8));
        let c = record.append(a, p(8, 8));
        assert_eq!(record.main_moves(), [p(7, 7), p(7, 8)]);
        assert_eq!(record.path(c), [p(7, 7), p(8, 8)]);
        assert_eq!(record.mover(a), Colour::Black);
        assert_eq!(record.mover(b), Colour::White);
        assert_eq!(record.position().unwrap().moves(), [p(7, 7), p(7, 8)]);
        let double = record.append(b, p(7, 7));
        assert_eq!(
            record.position_at(double, Rule::Freestyle).unwrap_err(),
            (3, PositionError::Occupied { point: Point::new(7, 7).unwrap() })
        );
    }
}
