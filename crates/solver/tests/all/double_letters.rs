//! Dependency-based search on the Double Letter Puzzle (Allis 1994, chapter 3; seed 002 tested with it too).
//!
//! A word over a ring of five letters. Two equal neighbours may be replaced by one letter: the next in the ring or the one
//! before. Can the word be brought down to one letter?
//!
//! An attribute is a letter together with the part of the first word that it stands for, so that replacing neighbours here has
//! nothing to do with replacing neighbours there.

use std::collections::HashSet;
use std::ops::ControlFlow;
use tengen_solver::db::framework::{End, Limits, Space, Summary, search};
use tengen_solver::db::tree::{Attribute, Operator, State};

const LETTERS: u8 = 5;
/// Longer words are not asked about.
const PLACES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    from: usize,
    to: usize,
    letter: u8,
}

impl Part {
    fn attribute(self) -> Attribute {
        ((self.from * (PLACES + 1) + self.to) * usize::from(LETTERS) + usize::from(self.letter)) as Attribute
    }
}

struct Puzzle {
    word: Vec<u8>,
}

impl Puzzle {
    fn parts(&self, state: &State) -> Vec<Part> {
        let mut parts = Vec::new();
        for from in 0..self.word.len() {
            for to in from + 1..=self.word.len() {
                let part = |letter| Part { from, to, letter };
                parts.extend((0..LETTERS).map(part).filter(|part| state.contains(part.attribute())));
            }
        }
        parts
    }
}

impl Space for Puzzle {
    /// What is made.
    type Name = Part;

    fn root(&self) -> State {
        let part = |(from, letter): (usize, &u8)| Part { from, to: from + 1, letter: *letter }.attribute();
        self.word.iter().enumerate().map(part).collect()
    }

    fn enabled(&self, state: &State, last: &[&Operator<Part>], found: &mut Vec<Operator<Part>>) {
        let parts = self.parts(state);
        for one in &parts {
            for two in parts.iter().filter(|two| two.from == one.to && two.letter == one.letter) {
                for step in [1, LETTERS - 1] {
                    let made = Part { from: one.from, to: two.to, letter: (one.letter + step) % LETTERS };
                    let needed = vec![one.attribute(), two.attribute()];
                    found.push(Operator::new(made, needed.clone(), vec![made.attribute()], needed));
                }
            }
        }
        found.retain(|operator| last.iter().all(|last| operator.depends_on(last)));
    }

    fn may_meet(&self, one: (&Operator<Part>, &State), other: (&Operator<Part>, &State)) -> bool {
        let (a, b) = (one.0.name, other.0.name);
        a.letter == b.letter && (a.to == b.from || b.to == a.from)
    }

    fn most_partners(&self) -> usize {
        2
    }

    fn is_final(&self, operator: &Operator<Part>) -> bool {
        (operator.name.from, operator.name.to) == (0, self.word.len())
    }
}

/// The words that a word comes to in all ways, by brute force.
fn can_be_one_letter(word: &[u8], seen: &mut HashSet<Vec<u8>>) -> bool {
    if word.len() == 1 {
        return true;
    }
    if !seen.insert(word.to_vec()) {
        return false;
    }
    (1..word.len()).filter(|at| word[at - 1] == word[*at]).any(|at| {
        [1, LETTERS - 1].into_iter().any(|step| {
            let mut next = word.to_vec();
            next[at - 1] = (word[at] + step) % LETTERS;
            next.remove(at);
            can_be_one_letter(&next, seen)
        })
    })
}

/// Solves a word of more than one letter; if it can be, also plays the solution.
fn solve(word: &[u8]) -> (bool, Summary) {
    let puzzle = Puzzle { word: word.to_vec() };
    let mut is_solved = false;
    let (summary, _) = search(&puzzle, Limits::NONE, &mut |tree, id| {
        let Some(last) = tree.last_operator_id(id) else { return ControlFlow::Continue(()) };
        if !puzzle.is_final(tree.operator(last)) {
            return ControlFlow::Continue(());
        }
        is_solved = true;
        let order = tree.order(&tree.node(id).path, |_| ()).expect("a path has an order");
        assert_eq!(order.len(), word.len() - 1);
        let mut parts: Vec<Part> = puzzle.parts(&puzzle.root());
        for number in order {
            let made = tree.operator(number).name;
            let at = parts.iter().position(|part| part.from == made.from).expect("the left letter is there");
            let (one, two) = (parts[at], parts[at + 1]);
            assert!(one.letter == two.letter && two.to == made.to);
            assert!([1, LETTERS - 1].contains(&((LETTERS + made.letter - one.letter) % LETTERS)));
            parts.splice(at..=at + 1, [made]);
        }
        assert_eq!(parts.len(), 1);
        ControlFlow::Break(())
    });
    (is_solved, summary)
}

#[test]
fn every_word_is_solved_exactly_if_brute_force_solves_it() {
    let (mut solved, mut unsolved, mut combined) = (0, 0, 0);
    for length in 2..=7_u32 {
        // The ring looks the same from every letter, so the first may be the letter 0.
        for number in 0..u32::from(LETTERS).pow(length - 1) {
            let digit = |at: u32| (number / u32::from(LETTERS).pow(at) % u32::from(LETTERS)) as u8;
            let word: Vec<u8> = std::iter::once(0).chain((0..length - 1).map(digit)).collect();
            let (is_solved, summary) = solve(&word);
            assert_eq!(is_solved, can_be_one_letter(&word, &mut HashSet::new()), "{word:?}");
            assert_eq!(summary.end, if is_solved { End::Stopped } else { End::Exhausted });
            solved += usize::from(is_solved);
            unsolved += usize::from(!is_solved);
            combined += usize::from(is_solved && summary.combinations > 0);
        }
    }
    assert!(solved > 300 && unsolved > 10_000 && combined > 100, "{solved} {unsolved} {combined}");
}

#[test]
fn independent_operators_are_not_put_in_every_order() {
    // Three pairs whose letters never become equal to a neighbour: two operators each, one node each, where a search over states
    // would see 3 * 3 * 3 of them.
    let (is_solved, summary) = solve(&[0, 0, 2, 0, 0, 2, 0, 0]);
    assert!(!is_solved);
    assert_eq!((summary.nodes, summary.combinations, summary.levels), (7, 0, 1));
}

#[test]
fn limits_are_kept_and_said() {
    let puzzle = Puzzle { word: vec![0; 7] };
    let mut look = |_: &tengen_solver::db::tree::Tree<Part>, _| ControlFlow::Continue(());
    for nodes in [1, 2, 10, 50] {
        let (summary, tree) = search(&puzzle, Limits { nodes, ..Limits::NONE }, &mut look);
        assert_eq!((summary.end, summary.nodes, tree.nodes().len()), (End::Cut, nodes, nodes));
    }
    let (summary, _) = search(&puzzle, Limits { length: 2, ..Limits::NONE }, &mut look);
    assert!(summary.end == End::Cut && summary.longest == 2);
    let (summary, _) = search(&puzzle, Limits { combinations: 1, ..Limits::NONE }, &mut look);
    assert!(summary.end == End::Cut && summary.groups == 1);
}

/// As many operators as asked for, of which none needs another, and one that needs them all.
struct Meeting {
    paths: Attribute,
    partners: usize,
}

impl Space for Meeting {
    type Name = Attribute;

    fn root(&self) -> State {
        (0..self.paths).collect()
    }

    fn enabled(&self, state: &State, last: &[&Operator<u32>], found: &mut Vec<Operator<u32>>) {
        let single = |at| Operator::new(at, vec![at], vec![100 + at], vec![at]);
        found.extend((0..self.paths).map(single));
        found.push(Operator::new(self.paths, (100..100 + self.paths).collect(), vec![200], vec![]));
        found.retain(|operator| {
            operator.is_applicable(state) && last.iter().all(|last| operator.depends_on(last))
        });
    }

    fn may_meet(&self, _: (&Operator<u32>, &State), _: (&Operator<u32>, &State)) -> bool {
        true
    }

    fn most_partners(&self) -> usize {
        self.partners
    }

    fn is_final(&self, operator: &Operator<u32>) -> bool {
        operator.name == self.paths
    }
}

#[test]
fn three_and_four_paths_are_combined_where_fewer_give_nothing() {
    for paths in 2..=4 {
        for partners in 2..=4 {
            let space = Meeting { paths, partners };
            let mut met = false;
            let (summary, _) = search(&space, Limits::NONE, &mut |tree, id| {
                met |= tree.last_operator_id(id).is_some_and(|last| space.is_final(tree.operator(last)));
                ControlFlow::Continue(())
            });
            assert_eq!(met, paths as usize <= partners);
            // The root, the single operators, and one combination with the operator that needs it.
            assert_eq!(summary.nodes, 1 + paths as usize + 2 * usize::from(met));
            assert_eq!((summary.end, summary.levels), (End::Exhausted, 1 + u32::from(met)));
        }
    }
}
