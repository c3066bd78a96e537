//! Binary minimax: a depth-first search of the attacker's threats and the defender's replies, which can only come out as
//! a victory or a bad board (Piazza, Scarpiniti and Baccarelli 2021, section 3.3).
//!
//! The one idea is the failure table: a position with the attacker to move that was searched *to its end* in vain is never
//! searched again. With threes depth grows step by step, because a sequence of threats that leads nowhere can be very long;
//! fours alone, which leave the defender no choice, are searched as deep as they go. A search that the depth cut short is
//! remembered with its depth, as nothing more than that, and one that the node limit cut short is not remembered at all.

use crate::limits::Stop;
use crate::threats::{EndgameAnswer, EndgameLimits, EndgameOutcome, Standing, ThreatSet, attack, defend};
use std::collections::HashMap;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Point};

/// Positions that the table holds at most, if nobody says otherwise; more are searched without being remembered.
const MOST_KNOWN: usize = 1 << 20;
/// Plies of the first search with threes, and by how many each further one looks deeper.
const FIRST_PLIES: u16 = 7;
const MORE_PLIES: u16 = 4;
/// Plies of the only search with fours alone: more than any game has.
const ALL_PLIES: u16 = u16::MAX;

/// A position with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// Of stones, side to move, rule and size.
    hash: u64,
    set: ThreatSet,
}

/// What a position came to.
#[derive(Clone, Debug)]
enum Found {
    /// Won in so many plies at most. The moves, the last one first, up to where the board analysis knows the rest.
    Won { plies: u16, line: Vec<Point> },
    /// Searched to the end, and not won.
    Failed,
    /// Not won within so many plies.
    Shallow { plies: u16 },
    /// A limit was met.
    Cut,
}

/// The solver, with what it remembers from one search to the next. It may be asked about any board, rule and set.
pub struct Bmm {
    known: HashMap<Key, Found>,
    most_known: usize,
}

impl Default for Bmm {
    fn default() -> Self {
        Self::with_room(MOST_KNOWN)
    }
}

impl Bmm {
    /// A solver that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with room for so many positions.
    pub fn with_room(positions: usize) -> Self {
        Self { known: HashMap::new(), most_known: positions }
    }

    /// Whether the side to move wins by moves of the set. The board is unchanged on return.
    pub fn search<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        set: ThreatSet,
        limits: EndgameLimits<'_>,
    ) -> EndgameAnswer {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        if board.winner().is_some() {
            return EndgameAnswer::without(EndgameOutcome::NoWin, 0);
        }
        let mut plies = match set {
            ThreatSet::Fours => ALL_PLIES,
            ThreatSet::FoursAndThrees => FIRST_PLIES,
        };
        let mut search =
            Search { known: &mut self.known, most_known: self.most_known, set, limits, nodes: 0 };
        loop {
            match search.attack(board, plies) {
                Found::Won { plies, mut line } => {
                    line.reverse();
                    return EndgameAnswer::won(board, line, plies, search.nodes);
                }
                Found::Failed => return EndgameAnswer::without(EndgameOutcome::NoWin, search.nodes),
                Found::Cut => return EndgameAnswer::without(EndgameOutcome::Cut, search.nodes),
                Found::Shallow { .. } => plies = plies.saturating_add(MORE_PLIES),
            }
        }
    }
}

/// One search.
struct Search<'a> {
    known: &'a mut HashMap<Key, Found>,
    most_known: usize,
    set: ThreatSet,
    limits: EndgameLimits<'a>,
    nodes: u64,
}

impl Search<'_> {
    /// Puts a stone, unless the limit is met.
    fn play<R: RuleType>(&mut self, board: &mut Board<R>, p: Point) -> bool {
        let may = self.nodes < self.limits.nodes && !Stop::is_up_for(self.limits.stop, self.nodes);
        if may {
            self.nodes += 1;
            board.play(p);
        }
        may
    }

    /// The attacker to move: one threat must win.
    fn attack<R: RuleType>(&mut self, board: &mut Board<R>, plies: u16) -> Found {
        let moves = match attack(board, self.set) {
            Standing::Victory { plies } => return Found::Won { plies, line: Vec::new() },
            Standing::Bad => return Found::Failed,
            Standing::Good { moves } => moves,
        };
        let key = Key { hash: board.hash(), set: self.set };
        match self.known.get(&key) {
            Some(Found::Shallow { plies: tried }) if *tried < plies => {}
            Some(found) => return found.clone(),
            None => {}
        }
        // A stone, a reply and a five at least.
        let found = if plies < 3 { Found::Shallow { plies } } else { self.try_threats(board, &moves, plies) };
        let has_room = self.known.len() < self.most_known || self.known.contains_key(&key);
        if has_room && !matches!(found, Found::Cut) {
            self.known.insert(key, found.clone());
        }
        found
    }

    fn try_threats<R: RuleType>(&mut self, board: &mut Board<R>, moves: &[Point], plies: u16) -> Found {
        let mut is_shallow = false;
        for p in moves {
            if !self.play(board, *p) {
                return Found::Cut;
            }
            let found = self.defend(board, plies - 1);
            board.undo();
            match found {
                Found::Won { plies, mut line } => {
                    line.push(*p);
                    return Found::Won { plies: plies + 1, line };
                }
                Found::Cut => return Found::Cut,
                Found::Shallow { .. } => is_shallow = true,
                Found::Failed => {}
            }
        }
        if is_shallow { Found::Shallow { plies } } else { Found::Failed }
    }

    /// The defender to move: every reply must lose.
    fn defend<R: RuleType>(&mut self, board: &mut Board<R>, plies: u16) -> Found {
        let replies = match defend(board) {
            Standing::Victory { plies } => return Found::Won { plies, line: Vec::new() },
            Standing::Bad => return Found::Failed,
            Standing::Good { moves } => moves,
        };
        let (mut longest, mut longest_line) = (0, Vec::new());
        for reply in replies {
            if !self.play(board, reply) {
                return Found::Cut;
            }
            let found = self.attack(board, plies - 1);
            board.undo();
            let Found::Won { plies, mut line } = found else { return found };
            if plies >= longest {
                line.push(reply);
                (longest, longest_line) = (plies, line);
            }
        }
        Found::Won { plies: longest + 1, line: longest_line }
    }
}
