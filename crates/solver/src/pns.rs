//! Proof-number search (Allis 1994) over the attacker's threats and the defender's replies.
//!
//! The one idea: every position has a *proof number*, how many undecided positions at least must still be won to win it,
//! and a *disproof number*, how many must still be shown bad. The search always develops a position that counts for both
//! at the root, so it goes where the opponent has fewest replies. The whole tree is in memory, without
//! transpositions; what is cut short is therefore never remembered.

use crate::limits::Stop;
use crate::threats::{EndgameAnswer, EndgameLimits, EndgameOutcome, Standing, ThreatSet, attack, defend};
use std::ops::Range;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Positions that the tree holds at most, whatever the limit: some 400 MB.
const MOST_NODES: usize = 1 << 24;
/// The number of what cannot be done.
const NEVER: u32 = u32::MAX;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A position of the tree.
#[derive(Clone, Copy)]
struct Node {
    /// The move that led here; none at the root.
    point: Option<Point>,
    parent: u32,
    /// Where its children are; empty before it is developed.
    first_child: u32,
    children: u16,
    /// Plies to the five where the position is won without children.
    plies: u16,
    proof: u32,
    disproof: u32,
}

const _: () = assert!(size_of::<Node>() == 24);

impl Node {
    fn new(point: Option<Point>, parent: u32, standing: &Standing) -> Self {
        let (proof, disproof, plies) = match standing {
            Standing::Victory { plies } => (0, NEVER, *plies),
            Standing::Bad => (NEVER, 0, 0),
            Standing::Good { .. } => (1, 1, 0),
        };
        Self { point, parent, first_child: 0, children: 0, plies, proof, disproof }
    }

    const fn is_solved(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    const fn child_range(&self) -> Range<usize> {
        self.first_child as usize..self.first_child as usize + self.children as usize
    }
}

/// The solver. It keeps the room of its tree from one search to the next, and nothing else.
#[derive(Default)]
pub struct Pns {
    tree: Vec<Node>,
}

impl Pns {
    /// A solver.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the side to move wins by moves of the set. The board is unchanged on return.
    pub fn search<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        set: ThreatSet,
        limits: EndgameLimits<'_>,
    ) -> EndgameAnswer {
        if board.winner().is_some() {
            return EndgameAnswer::without(EndgameOutcome::NoWin, 0);
        }
        self.tree.clear();
        self.tree.push(Node::new(None, 0, &attack(board, set)));
        let is_solved = self.solve(board, set, limits);
        // The root is no stone.
        let nodes = self.tree.len() as u64 - 1;
        if self.tree[0].proof == 0 {
            let plies = self.plies(0, Side::Attacker);
            let line = self.line();
            return EndgameAnswer::won(board, line, plies, nodes);
        }
        let outcome = if is_solved { EndgameOutcome::NoWin } else { EndgameOutcome::Cut };
        EndgameAnswer::without(outcome, nodes)
    }

    /// Develops the tree until the root is solved; `false` if a limit is met before that.
    fn solve<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        set: ThreatSet,
        limits: EndgameLimits<'_>,
    ) -> bool {
        let most_nodes = usize::try_from(limits.nodes).unwrap_or(MOST_NODES).min(MOST_NODES);
        let (mut at, mut side, mut depth) = (0, Side::Attacker, 0);
        let (mut has_room, mut rounds) = (true, 0);
        while has_room && !self.tree[0].is_solved() && !Stop::is_up_for(limits.stop, rounds) {
            rounds += 1;
            while let Some(child) = self.most_proving(at, side) {
                if let Some(p) = self.tree[child].point {
                    board.play(p);
                }
                (at, side, depth) = (child, side.other(), depth + 1);
            }
            has_room = self.develop(board, at, side, set, most_nodes);
            // Up to where nothing changes: the next position to develop is below that one, too.
            while self.update(at, side) && at != 0 {
                board.undo();
                (at, side, depth) = (self.tree[at].parent as usize, side.other(), depth - 1);
            }
        }
        for _ in 0..depth {
            board.undo();
        }
        self.tree[0].is_solved()
    }

    /// The child that decides the number which the side to move wants small; none before the position is developed.
    fn most_proving(&self, at: usize, side: Side) -> Option<usize> {
        let node = &self.tree[at];
        node.child_range().find(|child| match side {
            Side::Attacker => self.tree[*child].proof == node.proof,
            Side::Defender => self.tree[*child].disproof == node.disproof,
        })
    }

    /// Adds the children of a position that has none; `false` if there is no room for them.
    fn develop<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        at: usize,
        side: Side,
        set: ThreatSet,
        most_nodes: usize,
    ) -> bool {
        let standing = match side {
            Side::Attacker => attack(board, set),
            Side::Defender => defend(board),
        };
        let Standing::Good { moves } = standing else { return false };
        // The root takes no room of the limit.
        let first_child = self.tree.len();
        if first_child - 1 + moves.len() > most_nodes {
            return false;
        }
        for p in &moves {
            board.play(*p);
            let standing = match side {
                Side::Attacker => defend(board),
                Side::Defender => attack(board, set),
            };
            board.undo();
            self.tree.push(Node::new(Some(*p), at as u32, &standing));
        }
        (self.tree[at].first_child, self.tree[at].children) = (first_child as u32, moves.len() as u16);
        true
    }

    /// Takes the numbers of a developed position from its children, and tells whether they changed.
    fn update(&mut self, at: usize, side: Side) -> bool {
        let node = self.tree[at];
        let children = &self.tree[node.child_range()];
        if children.is_empty() {
            return false;
        }
        let least = |numbers: &dyn Fn(&Node) -> u32| children.iter().map(numbers).min().unwrap_or(NEVER);
        let sum = |numbers: &dyn Fn(&Node) -> u32| children.iter().map(numbers).fold(0, added);
        let (proof, disproof) = match side {
            Side::Attacker => (least(&|child| child.proof), sum(&|child| child.disproof)),
            Side::Defender => (sum(&|child| child.proof), least(&|child| child.disproof)),
        };
        (self.tree[at].proof, self.tree[at].disproof) = (proof, disproof);
        (proof, disproof) != (node.proof, node.disproof)
    }

    /// The child that a proven position goes on with: the attacker's quickest proof, the defender's longest way.
    fn continuation(&self, at: usize, side: Side) -> Option<(u16, usize)> {
        let children = self.tree[at].child_range();
        let proven = children.filter(|child| self.tree[*child].proof == 0);
        let with_plies = proven.map(|child| (self.plies(child, side.other()), child));
        match side {
            Side::Attacker => with_plies.min(),
            Side::Defender => with_plies.max(),
        }
    }

    /// Within how many plies a proven position is won.
    fn plies(&self, at: usize, side: Side) -> u16 {
        self.continuation(at, side).map_or(self.tree[at].plies, |(plies, _)| plies + 1)
    }

    /// The moves of the proof of the root, up to where the board analysis knows the rest.
    fn line(&self) -> Vec<Point> {
        let (mut at, mut side, mut line) = (0, Side::Attacker, Vec::new());
        while let Some((_, child)) = self.continuation(at, side) {
            line.extend(self.tree[child].point);
            (at, side) = (child, side.other());
        }
        line
    }
}

/// A sum that is [`NEVER`] only if a part of it is.
fn added(sum: u32, number: u32) -> u32 {
    if sum == NEVER || number == NEVER { NEVER } else { sum.saturating_add(number).min(NEVER - 1) }
}
