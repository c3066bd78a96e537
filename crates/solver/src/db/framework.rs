//! Dependency-based search for any space of states that can be written as sets of attributes (L. V. Allis, *Searching for
//! Solutions in Games and Artificial Intelligence*, 1994, chapter 3).
//!
//! The one idea: an operator is tried only where it needs what the operator just before it added. Operators that have
//! nothing to do with each other are then never put in all their orders; they meet only in a *combination*, and only for
//! the sake of an operator that needs all of them.
//!
//! ```text
//!   dependency stage    root -> a -> b        a and c could be played in two orders, but neither needs the other:
//!                       root -> c             no node holds both, until
//!   combination stage   {b, c} -> d           d turns up, which needs something of b and something of c
//! ```
//!
//! One dependency stage and one combination stage make a *level*; levels follow each other until nothing is new.
//!
//! Nothing here knows the game. It is asked of a space that on one path no attribute is added twice, nor added again after it was
//! deleted: then a state depends on the set of operators that led to it and not on their order.

use super::tree::{Node, NodeId, Operator, Origin, State, Tree};
use crate::limits::Stop;
use std::collections::VecDeque;
use std::hash::Hash;
use std::ops::ControlFlow;

/// What is searched.
pub trait Space {
    /// What tells operators apart to the space itself.
    type Name: Clone + Eq + Hash;

    /// The attributes at the start.
    fn root(&self) -> State;

    /// Pushes the operators that can be applied in `state` and that depend on each of `last`: without what that operator
    /// added, the new one could not be applied. If `last` is empty, all that can be applied.
    fn enabled(&self, state: &State, last: &[&Operator<Self::Name>], found: &mut Vec<Operator<Self::Name>>);

    /// Whether some operator could depend on both of two operators, each with the state behind its path: a quick look that spares
    /// combinations. What it denies is not looked for.
    fn may_meet(&self, one: (&Operator<Self::Name>, &State), other: (&Operator<Self::Name>, &State)) -> bool;

    /// The most paths that one operator can depend on.
    fn most_partners(&self) -> usize;

    /// Whether the paths behind an operator are of no more use, because it ends the search there.
    fn is_final(&self, operator: &Operator<Self::Name>) -> bool;
}

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Nodes at most, the root and combinations included.
    pub nodes: usize,
    /// Operators on a path at most.
    pub length: usize,
    /// Combinations looked at, at most.
    pub combinations: usize,
    /// Ends the search.
    pub stop: Option<&'a Stop>,
}

impl Limits<'_> {
    /// To the end.
    pub const NONE: Self =
        Self { nodes: usize::MAX, length: usize::MAX, combinations: usize::MAX, stop: None };
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is left to try.
    Exhausted,
    /// Whoever looked on had seen enough.
    Stopped,
    /// A limit was met.
    Cut,
}

/// What a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How it ended.
    pub end: End,
    /// Levels begun.
    pub levels: u32,
    /// Nodes made, the root included.
    pub nodes: usize,
    /// Combinations among them.
    pub combinations: usize,
    /// Groups of paths that were looked at for a combination.
    pub groups: usize,
    /// Operators on the longest path.
    pub longest: usize,
}

/// Searches a space. `look` sees the tree each time an operator was added to it, and may stop the search.
pub fn search<S: Space>(
    space: &S,
    limits: Limits<'_>,
    look: &mut impl FnMut(&Tree<S::Name>, NodeId) -> ControlFlow<()>,
) -> (Summary, Tree<S::Name>) {
    let mut search = Search {
        space,
        limits,
        look,
        tree: Tree::new(space.root()),
        is_cut: false,
        groups: 0,
        level: 1,
        steps: 0,
    };
    let stopped = search.run().is_break();
    let end = match (stopped, search.is_cut) {
        (true, false) => End::Stopped,
        (_, true) => End::Cut,
        (false, false) => End::Exhausted,
    };
    let tree = search.tree;
    let is_combination = |node: &&Node| matches!(node.origin, Origin::Combination { .. });
    let summary = Summary {
        end,
        levels: search.level,
        nodes: tree.nodes().len(),
        combinations: tree.nodes().iter().filter(is_combination).count(),
        groups: search.groups,
        longest: tree.nodes().iter().map(|node| node.path.len()).max().unwrap_or(0),
    };
    (summary, tree)
}

struct Search<'a, S: Space, L> {
    space: &'a S,
    limits: Limits<'a>,
    look: &'a mut L,
    tree: Tree<S::Name>,
    /// Whether a limit left something out.
    is_cut: bool,
    groups: usize,
    level: u32,
    /// Operators and groups looked at so far.
    steps: u64,
}

/// Paths that may be combined, and what they come to together, should they not be in conflict.
struct Group {
    partners: Vec<NodeId>,
    path: Vec<u32>,
    state: State,
}

impl<S: Space, L: FnMut(&Tree<S::Name>, NodeId) -> ControlFlow<()>> Search<'_, S, L> {
    fn run(&mut self) -> ControlFlow<()> {
        let mut begin = vec![Tree::<S::Name>::ROOT];
        loop {
            let first_new = self.tree.nodes().len();
            self.dependency_stage(&begin)?;
            if self.tree.nodes().len() == first_new {
                // An empty last level is none.
                self.level = (self.level - 1).max(1);
                return ControlFlow::Continue(());
            }
            begin = self.combination_stage(first_new)?;
            if begin.is_empty() {
                return ControlFlow::Continue(());
            }
            self.level += 1;
        }
    }

    /// Goes on if there is room and nobody says stop.
    fn step(&mut self, has_room: bool) -> ControlFlow<()> {
        self.steps += 1;
        let is_over = !has_room || Stop::is_up_for(self.limits.stop, self.steps);
        self.is_cut |= is_over;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Follows every dependency from the nodes in `begin`, the shortest paths first.
    fn dependency_stage(&mut self, begin: &[NodeId]) -> ControlFlow<()> {
        let mut waiting: VecDeque<NodeId> = begin.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(parent) = waiting.pop_front() {
            let node = self.tree.node(parent);
            if node.path.len() >= self.limits.length {
                self.is_cut = true;
                continue;
            }
            let last = self.tree.last_operators(parent);
            found.clear();
            self.space.enabled(&node.state, &last, &mut found);
            for operator in found.drain(..) {
                self.step(self.tree.nodes().len() < self.limits.nodes)?;
                let is_final = self.space.is_final(&operator);
                let Some(child) = self.tree.add_operator(parent, operator, self.level) else { continue };
                (self.look)(&self.tree, child)?;
                if !is_final {
                    waiting.push_back(child);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Combines the paths that end since `first_new` with each other and with older ones, wherever an operator depends on
    /// all of them. Gives the combinations.
    fn combination_stage(&mut self, first_new: NodeId) -> ControlFlow<(), Vec<NodeId>> {
        let mut combinations = Vec::new();
        let ends: Vec<NodeId> = (0..self.tree.nodes().len()).filter(|id| self.can_be_partner(*id)).collect();
        for (at, newest) in ends.iter().enumerate().filter(|(_, id)| **id >= first_new) {
            let node = self.tree.node(*newest);
            let group =
                Group { partners: vec![*newest], path: node.path.to_vec(), state: node.state.clone() };
            self.extend(&group, &ends[..at], &mut combinations)?;
        }
        ControlFlow::Continue(combinations)
    }

    fn can_be_partner(&self, id: NodeId) -> bool {
        match self.tree.node(id).origin {
            Origin::Dependency { operator, .. } => !self.space.is_final(self.tree.operator(operator)),
            Origin::Root | Origin::Combination { .. } => false,
        }
    }

    /// Adds to a group each of the older ends that fits, makes a node of it if an operator depends on all, and goes on
    /// with still older ends.
    fn extend(&mut self, group: &Group, older: &[NodeId], combinations: &mut Vec<NodeId>) -> ControlFlow<()> {
        for (at, id) in older.iter().enumerate() {
            if !self.fits(group, *id) {
                continue;
            }
            self.step(self.groups < self.limits.combinations)?;
            self.groups += 1;
            let group = self.joined(group, *id);
            self.combine(&group, combinations)?;
            if group.partners.len() < self.space.most_partners() {
                self.extend(&group, &older[..at], combinations)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn joined(&self, group: &Group, id: NodeId) -> Group {
        let node = self.tree.node(id);
        let mut partners = group.partners.clone();
        partners.push(id);
        let is_new = |number: &&u32| group.path.binary_search(number).is_err();
        let mut path = group.path.clone();
        path.extend(node.path.iter().filter(is_new));
        path.sort_unstable();
        let root = &self.tree.node(Tree::<S::Name>::ROOT).state;
        Group { partners, path, state: group.state.merged(&node.state, root) }
    }

    /// Whether the end of a path adds something to a group that an operator could need together with all the rest.
    fn fits(&self, group: &Group, id: NodeId) -> bool {
        let Some(last) = self.tree.last_operator_id(id) else { return false };
        if group.path.binary_search(&last).is_ok() {
            return false;
        }
        let node = self.tree.node(id);
        let is_apart = |partner: &NodeId| {
            let other = self.tree.node(*partner);
            self.tree.last_operator_id(*partner).is_some_and(|other_last| {
                let (one, two) = (self.tree.operator(last), self.tree.operator(other_last));
                node.path.binary_search(&other_last).is_err()
                    && self.space.may_meet((one, &node.state), (two, &other.state))
            })
        };
        group.partners.iter().all(is_apart)
            && self.tree.may_unite((&group.path, &group.state), (&node.path, &node.state))
    }

    /// Makes a node of a group if some operator depends on all its partners and they are not in conflict.
    fn combine(&mut self, group: &Group, combinations: &mut Vec<NodeId>) -> ControlFlow<()> {
        let mut found = Vec::new();
        let last: Vec<_> = group.partners.iter().flat_map(|id| self.tree.last_operators(*id)).collect();
        self.space.enabled(&group.state, &last, &mut found);
        if found.is_empty() {
            return ControlFlow::Continue(());
        }
        let Some(state) = self.tree.state_behind(&group.path) else { return ControlFlow::Continue(()) };
        self.step(self.tree.nodes().len() < self.limits.nodes)?;
        let partners = group.partners.clone().into_boxed_slice();
        let path = group.path.clone().into_boxed_slice();
        if let Some(id) = self.tree.add_combination(partners, path, state, self.level) {
            combinations.push(id);
        }
        ControlFlow::Continue(())
    }
}
