//! The trees that a search with quiet moves keeps, within so many bytes.
//!
//! The one idea: trees share parts, so what they take is only known by walking through them. Between two such weighings it is
//! estimated from above, by counting shared parts every time; when the estimate is too much they are weighed, and if
//! they do take too much all are forgotten: they can be found again.

use crate::tree::{Answers, Attack, Defence};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tengen_core::Point;
use tengen_core::board::PointSet;

/// Bytes of a record of a tree at most, its share of lists and what the allocator adds included.
const RECORD: usize = 150;
/// Bytes of a place in a table at most; half of them may be empty.
const ENTRY: usize = 2 * size_of::<((PointSet, Point), Arc<Attack>)>();
/// Bytes that the allocator adds to a piece.
const PIECE: usize = 16;

/// The trees.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// The last tree for a set of the attacker's stones, with the attacker to move.
    pub(crate) trees: HashMap<PointSet, Arc<Attack>>,
    /// The same after a reply that had to be mended.
    pub(crate) variants: HashMap<(PointSet, Point), Arc<Attack>>,
    /// What is known to win by threats, by position.
    pub(crate) attacks: HashMap<u64, Arc<Attack>>,
    pub(crate) defences: HashMap<u64, Arc<Defence>>,
    /// What wins with quiet moves, as far as it has been extracted. Apart, since no zone of such a tree is known.
    pub(crate) quiet: HashMap<u64, Arc<Attack>>,
    /// What all may take.
    limit: usize,
    /// What they take at most.
    bytes: usize,
}

impl Store {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Whether there is room for so many records without forgetting any.
    pub(crate) fn has_room(&self, records: usize) -> bool {
        self.bytes + records * RECORD + ENTRY <= self.limit
    }

    pub(crate) fn keep_attack(&mut self, position: u64, tree: &Arc<Attack>) {
        self.grow(tree.size());
        self.attacks.insert(position, Arc::clone(tree));
    }

    pub(crate) fn keep_tree(&mut self, stones: PointSet, tree: Arc<Attack>) {
        self.grow(tree.size());
        self.trees.insert(stones, tree);
    }

    pub(crate) fn keep_variant(&mut self, stones: PointSet, reply: Point, tree: &Arc<Attack>) {
        self.grow(tree.size());
        self.variants.insert((stones, reply), Arc::clone(tree));
    }

    pub(crate) fn keep_defence(&mut self, position: u64, defence: &Arc<Defence>) {
        self.grow(defence.size());
        self.defences.insert(position, Arc::clone(defence));
    }

    pub(crate) fn keep_quiet(&mut self, position: u64, tree: &Arc<Attack>) {
        self.grow(1);
        self.quiet.insert(position, Arc::clone(tree));
    }

    /// Makes room for a tree of so many records.
    fn grow(&mut self, records: usize) {
        self.bytes += records * RECORD + ENTRY;
        if self.bytes <= self.limit {
            return;
        }
        self.bytes = self.weigh();
        // Not when it is just too much: to weigh them again soon would take all the time.
        if self.bytes > self.limit / 4 * 3 {
            self.forget();
            self.bytes = self.weigh();
        }
    }

    /// Forgets everything but what was extracted.
    fn forget(&mut self) {
        self.attacks = HashMap::new();
        self.defences = HashMap::new();
        self.trees = HashMap::new();
        self.variants = HashMap::new();
    }

    /// The bytes of everything.
    fn weigh(&self) -> usize {
        let mut scale = Scale::default();
        let attacks = self.attacks.values().chain(self.quiet.values());
        attacks.chain(self.trees.values()).chain(self.variants.values()).for_each(|tree| scale.attack(tree));
        self.defences.values().for_each(|defence| scale.defence(defence));
        scale.bytes
            + map_bytes(&self.attacks)
            + map_bytes(&self.quiet)
            + map_bytes(&self.trees)
            + map_bytes(&self.variants)
            + map_bytes(&self.defences)
    }
}

/// A place of a table may be empty; each has a byte of its own.
fn map_bytes<K, V>(map: &HashMap<K, V>) -> usize {
    map.capacity() / 7 * 8 * (size_of::<(K, V)>() + 1)
}

/// Adds up what trees take, shared parts once.
#[derive(Default)]
struct Scale {
    seen: HashSet<*const ()>,
    bytes: usize,
}

impl Scale {
    /// Puts on the piece behind a pointer, unless it lies there already.
    fn put<T>(&mut self, piece: &Arc<T>) -> bool {
        let is_new = self.seen.insert(Arc::as_ptr(piece).cast());
        if is_new {
            // The two counters of a shared piece.
            self.bytes += size_of::<T>() + 2 * size_of::<usize>() + PIECE;
        }
        is_new
    }

    fn list<T>(&mut self, list: &Vec<T>) {
        self.bytes += if list.capacity() == 0 { 0 } else { list.capacity() * size_of::<T>() + PIECE };
    }

    fn attack(&mut self, attack: &Arc<Attack>) {
        if self.put(attack) {
            match &**attack {
                Attack::Line(line) => self.list(line),
                Attack::Move(_, defence) => self.defence(defence),
            }
        }
    }

    fn defence(&mut self, defence: &Arc<Defence>) {
        if !self.put(defence) {
            return;
        }
        match &**defence {
            Defence::Two => {}
            Defence::Forced(attack) => self.attack(attack),
            Defence::Default { line, answers } => {
                self.list(line);
                self.answers(answers);
            }
            Defence::Tree { tree, answers } => {
                self.attack(tree);
                self.answers(answers);
            }
            Defence::All(answers) => self.answers(answers),
        }
    }

    fn answers(&mut self, answers: &Answers) {
        self.list(answers);
        for (_, attack) in answers {
            self.attack(attack);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: usize) -> Arc<Attack> {
        Arc::new(Attack::Line(vec![Point::new(3, 3).unwrap(); length]))
    }

    /// A move with a reply for each of these answers.
    fn answered(answers: &[Arc<Attack>]) -> Arc<Attack> {
        let reply = |(x, answer)| (Point::new(x, 0).unwrap(), Arc::clone(answer));
        let answers: Answers = (0..).zip(answers).map(reply).collect();
        Arc::new(Attack::Move(Point::new(7, 7).unwrap(), Arc::new(Defence::All(answers))))
    }

    /// A move with so many replies, all answered by the same tree.
    fn shared(answer: &Arc<Attack>, replies: usize) -> Arc<Attack> {
        answered(&vec![Arc::clone(answer); replies])
    }

    fn weight(tree: &Arc<Attack>) -> usize {
        let mut scale = Scale::default();
        scale.attack(tree);
        scale.bytes
    }

    #[test]
    fn what_is_shared_is_weighed_once() {
        let apart: Vec<_> = (0..10).map(|_| line(4)).collect();
        let once = weight(&shared(&apart[0], 10));
        assert_eq!(weight(&answered(&apart)), once + 9 * weight(&apart[0]));
    }

    #[test]
    fn the_estimate_is_never_below_the_weight() {
        for (length, replies) in [(1, 1), (9, 1), (4, 3), (20, 15)] {
            let tree = shared(&line(length), replies);
            assert!(weight(&tree) <= tree.size() * RECORD, "{} of {}", weight(&tree), tree.size());
        }
    }

    #[test]
    fn trees_stay_while_there_is_room_and_all_go_when_there_is_none() {
        // As estimated this is far too much, but it is one tree under many names.
        let tree = shared(&line(5), 12);
        let mut store = Store::new(60_000);
        (0..200).for_each(|position| store.keep_attack(position, &tree));
        assert_eq!(store.attacks.len(), 200);
        // These are different trees.
        (0..400).for_each(|position| store.keep_attack(1000 + position, &line(5)));
        assert!(store.attacks.len() < 600 && store.weigh() <= 60_000);
        assert!(store.attacks.contains_key(&1399), "the newest is kept");
    }
}
