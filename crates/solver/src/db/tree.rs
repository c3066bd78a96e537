//! What a dependency-based search builds: operators, states as sets of attributes, and the nodes that lead from one to the
//! next. See [`super::framework`].
//!
//! The one idea: a node is the *set* of operators on its path. Any order in which each operator finds what it needs is as good as
//! any other ([`Tree::order`]); where there is none, the operators are in conflict.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Something that holds in a state or does not, by number. A space should keep its numbers small.
pub type Attribute = u32;

/// The number of a node in its tree.
pub type NodeId = usize;

/// A set of attributes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    words: Vec<u64>,
}

impl State {
    /// Whether the attribute holds.
    #[inline]
    pub fn contains(&self, attribute: Attribute) -> bool {
        self.words.get(attribute as usize / 64).is_some_and(|word| word >> (attribute % 64) & 1 != 0)
    }

    /// Adds an attribute.
    pub fn insert(&mut self, attribute: Attribute) {
        let index = attribute as usize / 64;
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= 1 << (attribute % 64);
    }

    /// Deletes an attribute.
    pub fn remove(&mut self, attribute: Attribute) {
        if let Some(word) = self.words.get_mut(attribute as usize / 64) {
            *word &= !(1 << (attribute % 64));
        }
    }

    /// What would hold behind two paths together, if no operator of one deletes what only the other added: all that either
    /// has, except what was there at the root and is not with both. Cheap, and never too little.
    pub(super) fn merged(&self, other: &Self, root: &Self) -> Self {
        let word = |state: &Self, at: usize| state.words.get(at).copied().unwrap_or(0);
        let length = self.words.len().max(other.words.len());
        let merge = |at: usize| {
            let (one, other) = (word(self, at), word(other, at));
            one & other | (one | other) & !word(root, at)
        };
        Self { words: (0..length).map(merge).collect() }
    }

    /// How many attributes of the root hold in neither.
    fn lost_by_both(&self, other: &Self, root: &Self) -> usize {
        let word = |state: &Self, at: usize| state.words.get(at).copied().unwrap_or(0);
        let lost = |at: usize| (word(root, at) & !word(self, at) & !word(other, at)).count_ones() as usize;
        (0..root.words.len()).map(lost).sum()
    }

    /// Applies an operator: deletes, then adds.
    pub(crate) fn apply<N>(&mut self, operator: &Operator<N>) {
        operator.delete.iter().for_each(|attribute| self.remove(*attribute));
        operator.add.iter().for_each(|attribute| self.insert(*attribute));
    }
}

impl FromIterator<Attribute> for State {
    fn from_iter<I: IntoIterator<Item = Attribute>>(attributes: I) -> Self {
        let mut state = Self::default();
        attributes.into_iter().for_each(|attribute| state.insert(attribute));
        state
    }
}

/// A step from state to state. The attributes stand in ascending order, each once; [`Operator::new`] sees to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operator<N> {
    /// What the space knows it by.
    pub name: N,
    /// What must hold.
    pub precondition: Vec<Attribute>,
    /// What it adds.
    pub add: Vec<Attribute>,
    /// What it deletes.
    pub delete: Vec<Attribute>,
}

impl<N> Operator<N> {
    /// An operator with these sets, in any order.
    pub fn new(
        name: N,
        mut precondition: Vec<Attribute>,
        mut add: Vec<Attribute>,
        mut delete: Vec<Attribute>,
    ) -> Self {
        for set in [&mut precondition, &mut add, &mut delete] {
            set.sort_unstable();
            set.dedup();
        }
        Self { name, precondition, add, delete }
    }

    /// Whether it needs something that the other adds.
    pub fn depends_on(&self, other: &Self) -> bool {
        meet(&self.precondition, &other.add)
    }

    /// Whether all it needs holds.
    pub fn is_applicable(&self, state: &State) -> bool {
        self.precondition.iter().all(|attribute| state.contains(*attribute))
    }

    /// Whether it has to come before the other where both are on one path: the other needs what it adds, or deletes what it
    /// needs.
    fn precedes(&self, other: &Self) -> bool {
        other.depends_on(self) || meet(&self.precondition, &other.delete)
    }
}

/// Whether two ascending lists have something in common.
fn meet(one: &[Attribute], other: &[Attribute]) -> bool {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => one.next(),
            std::cmp::Ordering::Greater => other.next(),
        };
    }
    false
}

/// Where a node comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start.
    Root,
    /// One more operator behind a node.
    Dependency {
        /// That node.
        parent: NodeId,
        /// The operator's number.
        operator: u32,
    },
    /// Several paths at once.
    Combination {
        /// Where they end.
        partners: Box<[NodeId]>,
    },
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it comes from.
    pub origin: Origin,
    /// The level in which it was made, from 1; the root has 0.
    pub level: u32,
    /// The operators that lead to it, by number, ascending.
    pub path: Box<[u32]>,
    /// What holds in it.
    pub state: State,
}

/// The nodes and operators of a search.
#[derive(Clone, Debug)]
pub struct Tree<N> {
    operators: Vec<Operator<N>>,
    numbers: HashMap<Operator<N>, u32>,
    nodes: Vec<Node>,
    /// Last operators and paths that have a node.
    seen: HashSet<(u32, Box<[u32]>)>,
}

impl<N: Clone + Eq + Hash> Tree<N> {
    /// The first node.
    pub const ROOT: NodeId = 0;

    pub(super) fn new(root: State) -> Self {
        let root = Node { origin: Origin::Root, level: 0, path: Box::default(), state: root };
        Self { operators: Vec::new(), numbers: HashMap::new(), nodes: vec![root], seen: HashSet::new() }
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node by its number, which must be of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// An operator by its number, which must be of this tree.
    pub fn operator(&self, number: u32) -> &Operator<N> {
        &self.operators[number as usize]
    }

    /// The operators that what follows a node must depend on: its own, those of the partners of a combination, none at the
    /// root.
    pub fn last_operators(&self, id: NodeId) -> Vec<&Operator<N>> {
        match &self.nodes[id].origin {
            Origin::Root => Vec::new(),
            Origin::Dependency { operator, .. } => vec![self.operator(*operator)],
            Origin::Combination { partners } => {
                let last = |partner: &NodeId| self.last_operator_id(*partner);
                partners.iter().filter_map(last).map(|number| self.operator(number)).collect()
            }
        }
    }

    /// The operator that a dependency node adds to its parent.
    pub fn last_operator_id(&self, id: NodeId) -> Option<u32> {
        match self.nodes[id].origin {
            Origin::Dependency { operator, .. } => Some(operator),
            Origin::Root | Origin::Combination { .. } => None,
        }
    }

    /// An order in which the operators can be applied one after the other, from the root. Among those that could be next, the
    /// one with the smallest `rank` is. `None` if they are in conflict.
    pub fn order<K: Ord>(&self, path: &[u32], rank: impl Fn(&Operator<N>) -> K) -> Option<Vec<u32>> {
        let mut left: Vec<u32> = path.to_vec();
        // The sort is stable: equal ranks come as they were found.
        left.sort_by_key(|number| rank(self.operator(*number)));
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let is_free = |number: &u32| {
                let operator = self.operator(*number);
                left.iter().all(|other| other == number || !self.operator(*other).precedes(operator))
            };
            let next = left.iter().position(is_free)?;
            order.push(left.remove(next));
        }
        Some(order)
    }

    /// Whether no attribute of the root is deleted by an operator of one path and by another of the other: a quick look
    /// before [`Tree::order`] is asked.
    pub(super) fn may_unite(&self, one: (&[u32], &State), other: (&[u32], &State)) -> bool {
        let root = &self.nodes[Self::ROOT].state;
        let is_lost = |attribute: &&Attribute| root.contains(**attribute);
        let deletes = |number: &u32| self.operator(*number).delete.iter().filter(is_lost).count();
        let shared = one.0.iter().filter(|number| other.0.binary_search(number).is_ok());
        one.1.lost_by_both(other.1, root) == shared.map(deletes).sum::<usize>()
    }

    /// The state behind a path; `None` if its operators are in conflict (Allis' predicate `NotInConflict` and
    /// meta-operator `Combine` in one).
    pub(super) fn state_behind(&self, path: &[u32]) -> Option<State> {
        let mut state = self.nodes[Self::ROOT].state.clone();
        for number in self.order(path, |_| ())? {
            let operator = self.operator(number);
            if !operator.is_applicable(&state) {
                return None;
            }
            state.apply(operator);
        }
        Some(state)
    }

    /// One more operator behind a node; `None` if the same operators with the same last one are a node already.
    pub(super) fn add_operator(
        &mut self,
        parent: NodeId,
        operator: Operator<N>,
        level: u32,
    ) -> Option<NodeId> {
        let mut state = self.nodes[parent].state.clone();
        state.apply(&operator);
        let number = self.number(operator);
        let mut path = self.nodes[parent].path.to_vec();
        let place = path.binary_search(&number).err()?;
        path.insert(place, number);
        self.add(Origin::Dependency { parent, operator: number }, path.into_boxed_slice(), state, level)
    }

    pub(super) fn add_combination(
        &mut self,
        partners: Box<[NodeId]>,
        path: Box<[u32]>,
        state: State,
        level: u32,
    ) -> Option<NodeId> {
        self.add(Origin::Combination { partners }, path, state, level)
    }

    fn add(&mut self, origin: Origin, path: Box<[u32]>, state: State, level: u32) -> Option<NodeId> {
        // Combinations of one path with different ends wait for different operators, so only dependency nodes are
        // compared.
        if let Origin::Dependency { operator, .. } = origin
            && !self.seen.insert((operator, path.clone()))
        {
            return None;
        }
        self.nodes.push(Node { origin, level, path, state });
        Some(self.nodes.len() - 1)
    }

    fn number(&mut self, operator: Operator<N>) -> u32 {
        if let Some(number) = self.numbers.get(&operator) {
            return *number;
        }
        let number = self.operators.len() as u32;
        self.numbers.insert(operator.clone(), number);
        self.operators.push(operator);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operator(name: char, precondition: &[u32], add: &[u32], delete: &[u32]) -> Operator<char> {
        Operator::new(name, precondition.to_vec(), add.to_vec(), delete.to_vec())
    }

    fn ordered(operators: Vec<Operator<char>>) -> Option<String> {
        let mut tree = Tree::new((0..10).collect());
        let mut path: Vec<u32> = operators.into_iter().map(|operator| tree.number(operator)).collect();
        path.sort_unstable();
        let order = tree.order(&path, |operator| operator.name)?;
        assert_eq!(tree.state_behind(&path).is_some(), order.len() == path.len());
        Some(order.into_iter().map(|number| tree.operator(number).name).collect())
    }

    #[test]
    fn what_must_stay_empty_comes_before_what_fills_it() {
        // `z` is an open three: it needs 2 and leaves it; `a` fills 2.
        let three = operator('z', &[1, 2], &[11], &[1]);
        let filler = operator('a', &[2, 3], &[12], &[2, 3]);
        assert_eq!(ordered(vec![filler.clone(), three.clone()]).as_deref(), Some("za"));
        // `b` needs what `a` adds and fills what `z` needs, and `z` needs what `b` adds: no order is left.
        let circle = [operator('z', &[2, 13], &[11], &[]), operator('b', &[12], &[13], &[])];
        assert_eq!(ordered([vec![filler], circle.to_vec()].concat()), None);
        // Two that both use up the same are in conflict.
        assert_eq!(ordered(vec![three, operator('y', &[1], &[14], &[1])]), None);
    }

    #[test]
    fn independent_operators_come_by_rank_and_dependent_ones_behind_what_they_need() {
        let path = [
            operator('a', &[11], &[12], &[]),
            operator('c', &[1], &[11], &[1]),
            operator('b', &[2], &[13], &[2]),
        ];
        assert_eq!(ordered(path.to_vec()).as_deref(), Some("bca"));
    }

    #[test]
    fn states_hold_what_was_inserted() {
        let mut state: State = [1, 64, 200].into_iter().collect();
        state.remove(64);
        state.remove(5000);
        assert!(state.contains(1) && state.contains(200) && !state.contains(64) && !state.contains(5000));
    }
}
