//! Gomoku as a space for dependency-based search: a threat and all its defences are one operator.
//!
//! The one idea, the *all-defences trick* (Allis): let the defender answer a threat with all its defences at once. What is won
//! against that is won against any single one of them, and a game for two becomes a puzzle for one.
//!
//! Three attributes a square: it is empty, it is the attacker's, it is *not* the attacker's. The last is only kept under rules by which
//! six in a row do not win: there the squares beside a five must not be the attacker's. A defender's stone needs no attribute of its own, it is
//! none of the first two.
//!
//! The threats, with the gain `g`, the costs `c` (defences, put at once) and the rest `r` (must be empty, but stays so):
//!
//! ```text
//!   five    X X X X g           a window of which only one square is left
//!   four    X X X g c           a window with three stones: two such operators, one for each order of g and c
//!   three   c X X g c c . O     one trigger with a five on either side of it: every square of the two windows defends
//!           r c X X g c r       two triggers: only what stops both defends; the rest decides what must be played earlier
//! ```
//!
//! That a rest square is empty is part of the precondition and not deleted. So the order of the operators on a path
//! ([`super::tree::Tree::order`]) puts an open three before whatever fills its rest squares: no special case is left of
//! the topological sorting of seed 001.

use super::framework::Space;
use super::tree::{Attribute, Operator, State};
use super::windows::{Square, Window, Windows};
use crate::threats::ThreatSet;
use arrayvec::ArrayVec;
use tengen_core::board::PointSet;
use tengen_core::rule::{RuleType, WinCondition};
use tengen_core::{Board, Colour, Direction};

/// How fast a threat is: how many more stones it needs to win, if it is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Wins at once.
    Five,
    /// Five next.
    Four,
    /// A four with two fives next.
    Three,
}

/// A threat as an operator's name: all there is to know of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) kind: Kind,
    pub(crate) gain: Square,
    /// The defences, all of which are put.
    pub(crate) costs: ArrayVec<Square, 4>,
    /// Other squares that must be empty.
    pub(crate) rest: Vec<Square>,
    /// Squares where a stone of the attacker would make six.
    pub(crate) flanks: Vec<Square>,
}

pub(crate) type Threat = Operator<Move>;

/// A position as a space.
pub(crate) struct Gomoku<'a> {
    pub(crate) windows: &'a Windows,
    pub(crate) ours: PointSet,
    pub(crate) theirs: PointSet,
    pub(crate) set: ThreatSet,
    /// Whether six in a row do not win.
    pub(crate) is_exact: bool,
}

/// A window as the attacker sees it.
struct View {
    ours: ArrayVec<Square, 5>,
    empty: ArrayVec<Square, 5>,
}

/// Two windows that one more stone, on the trigger, fills up to one square each.
struct Pair {
    stops: [Square; 3],
    stones: Vec<Square>,
    flanks: Vec<Square>,
}

const KINDS: Attribute = 3;

fn empty(square: Square) -> Attribute {
    KINDS * Attribute::from(square)
}
fn ours(square: Square) -> Attribute {
    KINDS * Attribute::from(square) + 1
}
fn not_ours(square: Square) -> Attribute {
    KINDS * Attribute::from(square) + 2
}

/// Whether a side's six or more in a row do not win; `None` for conditions that windows cannot tell: fouls, blocked ends.
fn exactness(condition: WinCondition) -> Option<bool> {
    match condition {
        WinCondition::FiveOrMore => Some(false),
        WinCondition::ExactlyFive => Some(true),
        WinCondition::ExactlyFiveWithFouls | WinCondition::Caro | WinCondition::CaroStandard => None,
    }
}

impl<'a> Gomoku<'a> {
    /// The position for the side to move; `None` under renju and caro, whose wins are not told by windows.
    pub(crate) fn new<R: RuleType>(board: &Board<R>, windows: &'a Windows, set: ThreatSet) -> Option<Self> {
        let us = board.to_move();
        let is_told = Colour::BOTH.into_iter().all(|side| exactness(R::RULE.condition(side)).is_some());
        let is_exact = exactness(R::RULE.condition(us)).filter(|_| is_told)?;
        let (ours, theirs) = (*board.stones(us), *board.stones(us.opponent()));
        Some(Self { windows, ours, theirs, set, is_exact })
    }

    /// The window, unless it is lost to the attacker.
    fn view(&self, state: &State, window: &Window) -> Option<View> {
        let mut view = View { ours: ArrayVec::new(), empty: ArrayVec::new() };
        for square in window.squares {
            if state.contains(ours(square)) {
                view.ours.push(square);
            } else if state.contains(empty(square)) {
                view.empty.push(square);
            } else {
                return None;
            }
        }
        let is_clear = |flank: &Square| state.contains(not_ours(*flank));
        (!self.is_exact || window.flanks.iter().flatten().all(is_clear)).then_some(view)
    }

    /// The operator of a threat that needs these stones.
    fn operator(&self, threat: Move, stones: &[Square]) -> Threat {
        let gain = threat.gain;
        let mut precondition: Vec<Attribute> = stones.iter().copied().map(ours).collect();
        precondition.push(empty(gain));
        precondition.extend(threat.costs.iter().chain(&threat.rest).copied().map(empty));
        let mut delete: Vec<Attribute> = threat.costs.iter().copied().map(empty).collect();
        delete.push(empty(gain));
        if self.is_exact {
            precondition.extend(threat.flanks.iter().copied().map(not_ours));
            delete.push(not_ours(gain));
        }
        Operator::new(threat, precondition, vec![ours(gain)], delete)
    }

    fn flanks(&self, window: &Window) -> Vec<Square> {
        if self.is_exact { window.flanks.iter().flatten().copied().collect() } else { Vec::new() }
    }

    /// The five or the fours of a window.
    fn line_threats(&self, window: &Window, view: &View, found: &mut Vec<Threat>) {
        let (kind, costs): (Kind, &[Square]) = match view.ours.len() {
            4 => (Kind::Five, &[]),
            3 => (Kind::Four, &view.empty),
            _ => return,
        };
        for gain in &view.empty {
            let costs = costs.iter().copied().filter(|cost| cost != gain).collect();
            let flanks = self.flanks(window);
            let threat = Move { kind, gain: *gain, costs, rest: Vec::new(), flanks };
            found.push(self.operator(threat, &view.ours));
        }
    }

    /// The three that a stone on `gain` makes in one line, with all its triggers; it must depend on each of `last`.
    fn three(&self, state: &State, direction: Direction, gain: Square, last: &[Square]) -> Option<Threat> {
        let pairs = self.pairs(state, direction, gain)?;
        let costs = costs_of(pairs.iter())?;
        for stone in last {
            let needs = |pair: &&Pair| pair.stones.contains(stone);
            // With no fewer defences than without the stone, the threat does not depend on it.
            if costs_of(pairs.iter().filter(|pair| !needs(pair))).as_ref() == Some(&costs)
                || !pairs.iter().any(|pair| needs(&pair))
            {
                return None;
            }
        }
        let mut rest: Vec<Square> = pairs.iter().flat_map(|pair| pair.stops).collect();
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|square| !costs.contains(square));
        let mut flanks: Vec<Square> = pairs.iter().flat_map(|pair| pair.flanks.iter().copied()).collect();
        flanks.sort_unstable();
        flanks.dedup();
        let stones: Vec<Square> = pairs.iter().flat_map(|pair| pair.stones.iter().copied()).collect();
        Some(self.operator(Move { kind: Kind::Three, gain, costs, rest, flanks }, &stones))
    }

    /// The pairs of windows in which a stone on `gain` prepares a double four; `None` if it makes a four.
    fn pairs(&self, state: &State, direction: Direction, gain: Square) -> Option<Vec<Pair>> {
        let in_line = |window: &&Window| window.direction == direction;
        let mut threes: ArrayVec<(Window, View), 16> = ArrayVec::new();
        for window in self.windows.through(gain).filter(in_line) {
            let Some(view) = self.view(state, window) else { continue };
            match view.ours.len() {
                3.. => return None,
                2 => threes.push((*window, view)),
                _ => {}
            }
        }
        let with_gain = threes.len();
        for at in 0..with_gain {
            for trigger in threes[at].1.empty.clone().into_iter().filter(|square| *square != gain) {
                for window in self.windows.through(trigger).filter(in_line) {
                    // Three stones without the gain; six with it, where that counts.
                    let is_beside = window.squares.contains(&gain)
                        || self.is_exact && window.flanks.contains(&Some(gain))
                        || threes.iter().any(|(known, _)| known.squares == window.squares);
                    let view = if is_beside { None } else { self.view(state, window) };
                    if let Some(view) = view.filter(|view| view.ours.len() == 3) {
                        // Room enough: a line through the gain has few windows that live.
                        let _ = threes.try_push((*window, view));
                    }
                }
            }
        }
        let mut pairs = Vec::new();
        for (at, one) in threes[..with_gain].iter().enumerate() {
            pairs.extend(threes[at + 1..].iter().filter_map(|other| self.pair(one, other, gain)));
        }
        Some(pairs)
    }

    /// Two windows as a pair, if they share one empty square besides the gain and no more.
    fn pair(&self, one: &(Window, View), other: &(Window, View), gain: Square) -> Option<Pair> {
        let left = |view: &View| -> ArrayVec<Square, 5> {
            view.empty.iter().copied().filter(|square| *square != gain).collect()
        };
        let (a, b) = (left(&one.1), left(&other.1));
        let shared: ArrayVec<Square, 5> = a.iter().copied().filter(|square| b.contains(square)).collect();
        let [trigger] = shared[..] else { return None };
        let end = |ends: &[Square]| ends.iter().copied().find(|square| *square != trigger);
        let stops = [trigger, end(&a)?, end(&b)?];
        let mut stones: Vec<Square> = one.1.ours.to_vec();
        stones.extend(other.1.ours.iter().copied().filter(|square| *square != gain));
        let mut flanks = self.flanks(&one.0);
        flanks.extend(self.flanks(&other.0));
        // The ends and the trigger are asked to be empty anyway, and may be beside the other window.
        flanks.retain(|square| !stops.contains(square));
        Some(Pair { stops, stones, flanks })
    }

    /// The gains of threes that a window of two or three stones can have a part in.
    fn gains(&self, window: &Window, view: &View) -> Vec<(Direction, Square)> {
        let mut gains: Vec<Square> = match view.ours.len() {
            2 => view.empty.to_vec(),
            3 => {
                let in_line = |other: &&Window| other.direction == window.direction;
                let near = |trigger: &Square| self.windows.through(*trigger).filter(in_line);
                view.empty.iter().flat_map(near).flat_map(|other| other.squares).collect()
            }
            _ => Vec::new(),
        };
        gains.sort_unstable();
        gains.dedup();
        gains.into_iter().map(|gain| (window.direction, gain)).collect()
    }

    /// The window's threats, and the gains of threes around it.
    fn look_at(
        &self,
        state: &State,
        window: &Window,
        found: &mut Vec<Threat>,
        gains: &mut Vec<(Direction, Square)>,
    ) {
        if let Some(view) = self.view(state, window) {
            self.line_threats(window, &view, found);
            if self.set == ThreatSet::FoursAndThrees {
                gains.extend(self.gains(window, &view));
            }
        }
    }
}

/// What stops every one of the pairs; `None` if there is no pair.
fn costs_of<'p>(pairs: impl Iterator<Item = &'p Pair>) -> Option<ArrayVec<Square, 4>> {
    let mut pairs = pairs;
    let mut costs: ArrayVec<Square, 4> = pairs.next()?.stops.into_iter().collect();
    costs.sort_unstable();
    pairs.for_each(|pair| costs.retain(|square| pair.stops.contains(square)));
    Some(costs)
}

impl Space for Gomoku<'_> {
    type Name = Move;

    fn root(&self) -> State {
        let mut state = State::default();
        for p in self.windows.size().points() {
            let square = self.windows.square(p);
            if self.ours.contains(p) {
                state.insert(ours(square));
                continue;
            }
            if !self.theirs.contains(p) {
                state.insert(empty(square));
            }
            if self.is_exact {
                state.insert(not_ours(square));
            }
        }
        state
    }

    fn enabled(&self, state: &State, last: &[&Threat], found: &mut Vec<Threat>) {
        let mut gains: Vec<(Direction, Square)> = Vec::new();
        match last.first() {
            None => self.windows.all().for_each(|window| self.look_at(state, window, found, &mut gains)),
            Some(first) => {
                let through = self.windows.through(first.name.gain);
                through.for_each(|window| self.look_at(state, window, found, &mut gains));
            }
        }
        found.retain(|threat| last.iter().all(|last| threat.depends_on(last)));
        gains.sort_unstable();
        gains.dedup();
        let last_gains: ArrayVec<Square, 8> = last.iter().map(|last| last.name.gain).take(8).collect();
        let is_empty = |gain: &(Direction, Square)| state.contains(empty(gain.1));
        let three = |(direction, gain)| self.three(state, direction, gain, &last_gains);
        found.extend(gains.into_iter().filter(is_empty).filter_map(three));
        found.sort_by_key(|threat| threat.name.kind);
    }

    /// On one line, in a window that neither path has lost. A three of two windows could need stones that are farther apart;
    /// those are not combined.
    fn may_meet(&self, one: (&Threat, &State), other: (&Threat, &State)) -> bool {
        let (a, b) = (one.0.name.gain, other.0.name.gain);
        let is_alive = |square: &Square| {
            let has = |attribute| (one.1.contains(attribute), other.1.contains(attribute));
            has(empty(*square)) == (true, true) || has(ours(*square)) != (false, false)
        };
        let holds = |window: &Window| window.squares.contains(&b) && window.squares.iter().all(is_alive);
        a != b && self.windows.through(a).any(holds)
    }

    /// A five needs four stones.
    fn most_partners(&self) -> usize {
        4
    }

    fn is_final(&self, operator: &Threat) -> bool {
        operator.name.kind == Kind::Five
    }
}
