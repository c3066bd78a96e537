//! Depth-first proof-number search (Nagai 2002), for any game that a [`Rules`] describes.
//!
//! Every position has a proof and a disproof number: how much is left to show that it is won for the attacker, or is not.
//! The search goes where least is left, and keeps to it while its numbers stay below two thresholds. Numbers of siblings
//! are joined as greatest plus count (weak proof numbers, Ueda et al. 2008), since a sum would count
//! transpositions twice; thresholds leave a margin of an eighth (1 + epsilon, Pawlewicz and Lew 2006).

use crate::limits::Stop;
use crate::numbers::{INFINITE, Known, Numbers, Table};
use crate::query::Method;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};

/// What a look at a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The attacker wins, within so many plies, with this stone first if it is to move.
    Won { first: Option<Point>, plies: u16 },
    /// The attack is over.
    Lost,
    /// The moves in the pool are to be tried; the numbers are a first guess.
    Open(Numbers),
}

impl Look {
    /// What is known now.
    const fn known(self) -> Known {
        match self {
            Self::Won { first, plies } => Known { numbers: Numbers::WON, best: first, plies },
            Self::Lost => Known { numbers: Numbers::LOST, ..Known::NOTHING },
            Self::Open(numbers) => Known { numbers, ..Known::NOTHING },
        }
    }

    /// What to remember of a position that is decided.
    const fn decided(self) -> Option<Known> {
        match self {
            Self::Won { .. } | Self::Lost => Some(self.known()),
            Self::Open(_) => None,
        }
    }
}

/// A move to try, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) point: Point,
    numbers: Numbers,
    plies: u16,
}

impl Child {
    pub(crate) const fn new(point: Point) -> Self {
        Self { point, numbers: Numbers::FRESH, plies: 0 }
    }
}

/// Whether a position is looked at from the one before it, or to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Only its numbers are wanted.
    First,
    /// Its moves are.
    Search,
}

/// Which moves there are, and when it is over.
pub(crate) trait Rules {
    /// Whose numbers these are.
    const METHOD: Method;
    /// The attacker to move: the end, or moves pushed to the pool, the most promising first.
    fn look_for_attack<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        pool: &mut Vec<Child>,
        visit: Visit,
    ) -> Look;
    /// The defender to move: the end, or every reply that is not answered yet pushed to the pool.
    fn look_for_defence<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look;
    /// What a look after a move of the attacker would guess, where that is clear without one.
    fn guess_after<R: RuleType>(&self, board: &Board<R>, p: Point) -> Option<Numbers> {
        let _ = (board, p);
        None
    }
    /// Called before every look, with all that is known: a moment to keep it.
    fn pause(&mut self, table: &Table) {
        let _ = table;
    }
    /// A move of the attacker has turned out to win.
    fn has_won(&mut self, p: Point) {
        let _ = p;
    }
}

/// One search.
pub(crate) struct DfPn<'a, G> {
    pub(crate) rules: G,
    pub(crate) table: &'a mut Table,
    attacker: Colour,
    /// Mixed into every key, so that what another search left is not found.
    salt: u64,
    /// The moves of all positions on the path, one after the other.
    pool: Vec<Child>,
    /// Positions looked at.
    pub(crate) nodes: u64,
    pub(crate) last_node: u64,
    stop: &'a Stop,
    is_stopped: bool,
}

impl<'a, G: Rules> DfPn<'a, G> {
    pub(crate) fn new(rules: G, table: &'a mut Table, attacker: Colour, salt: u64, stop: &'a Stop) -> Self {
        let salt = salt.wrapping_add(1).wrapping_mul(0xA076_1D64_78BD_642F).rotate_left(29);
        let pool = Vec::new();
        Self { rules, table, attacker, salt, pool, nodes: 0, last_node: u64::MAX, stop, is_stopped: false }
    }

    /// Searches a position until it is solved or a limit is met. The board is unchanged on return.
    pub(crate) fn solve<R: RuleType>(&mut self, board: &mut Board<R>) -> Known {
        self.is_stopped = false;
        self.pool.clear();
        let whole = Numbers { proof: INFINITE, disproof: INFINITE };
        self.mid(board, whole);
        self.known(board).unwrap_or(Known::NOTHING)
    }

    /// What the table says of a position.
    pub(crate) fn known<R: RuleType>(&self, board: &Board<R>) -> Option<Known> {
        self.table.get(board.hash() ^ self.salt)
    }

    fn look<R: RuleType>(&mut self, board: &mut Board<R>, visit: Visit) -> Look {
        self.rules.pause(self.table);
        if board.to_move() == self.attacker {
            self.rules.look_for_attack(board, &mut self.pool, visit)
        } else {
            self.rules.look_for_defence(board, &mut self.pool)
        }
    }

    /// Whether somebody has ended the search, so that the last look may have been cut short.
    fn is_cut(&self) -> bool {
        // Not a moment to look at the clock: whoever cut the look short has done so.
        self.stop.is_up(1)
    }

    /// Searches a position until it is solved or one of its numbers reaches the thresholds.
    fn mid<R: RuleType>(&mut self, board: &mut Board<R>, thresholds: Numbers) {
        let is_attack = board.to_move() == self.attacker;
        let key = board.hash() ^ self.salt;
        let start = self.pool.len();
        let before = self.nodes;
        // What was open at first may be known to be won by now.
        if let Some(known) = self.look(board, Visit::Search).decided() {
            self.pool.truncate(start);
            if known.numbers.proof == 0 || !self.is_cut() {
                self.table.put(key, known, 1);
            }
            return;
        }
        self.meet_children(board, start, is_attack);
        loop {
            let join = join(&self.pool[start..], is_attack);
            let Join { numbers, best, second, .. } = join;
            self.is_stopped |= self.nodes >= self.last_node || self.stop.is_up(self.nodes);
            if start == 0 {
                self.stop.numbers(G::METHOD, numbers.proof, numbers.disproof);
            }
            let is_over = numbers.is_solved()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.is_stopped;
            if is_over {
                let best = self.pool[start + best].point;
                if is_attack && numbers.proof == 0 {
                    self.rules.has_won(best);
                }
                // Guesses for what was cut short are not worth what the table knew before.
                if numbers.is_solved() || !(self.is_stopped && self.is_cut()) {
                    let known = Known { numbers, best: Some(best), plies: join.plies };
                    self.table.put(key, known, self.nodes - before);
                }
                self.pool.truncate(start);
                return;
            }
            let child = self.pool[start + best];
            let below = narrowed(thresholds, numbers, child.numbers, second, is_attack);
            board.play(child.point);
            self.mid(board, below);
            let known = self.known(board);
            board.undo();
            if let Some(known) = known {
                let child = &mut self.pool[start + best];
                child.numbers = known.numbers;
                child.plies = known.plies;
            }
        }
    }

    /// Gives every child its numbers: known ones, or a first guess after a look. A child that decides ends it.
    fn meet_children<R: RuleType>(&mut self, board: &mut Board<R>, start: usize, is_attack: bool) {
        for at in start..self.pool.len() {
            let point = self.pool[at].point;
            let key = board.hash_after(point) ^ self.salt;
            let known = self.table.get(key).unwrap_or_else(|| {
                let guess = if is_attack { self.rules.guess_after(board, point) } else { None };
                if let Some(numbers) = guess {
                    return Known { numbers, ..Known::NOTHING };
                }
                if self.is_cut() {
                    return Known::NOTHING;
                }
                board.play(point);
                let known = self.first_look(board);
                board.undo();
                // A look that was cut short says nothing of what it did not find.
                if known.numbers.disproof == 0 && self.is_cut() {
                    return Known::NOTHING;
                }
                self.table.put(key, known, 1);
                known
            });
            self.pool[at].numbers = known.numbers;
            self.pool[at].plies = known.plies;
            let decides = if is_attack { known.numbers.proof == 0 } else { known.numbers.disproof == 0 };
            if decides {
                self.pool.swap(start, at);
                self.pool.truncate(start + 1);
                return;
            }
        }
    }

    fn first_look<R: RuleType>(&mut self, board: &mut Board<R>) -> Known {
        self.nodes += 1;
        self.stop.count(1);
        let start = self.pool.len();
        let look = self.look(board, Visit::First);
        self.pool.truncate(start);
        look.known()
    }
}

/// The numbers of a position from those of its moves.
struct Join {
    numbers: Numbers,
    /// Which move to go on with, among them.
    best: usize,
    /// The second smallest of the numbers that are minimised.
    second: u32,
    /// Plies to the end if won.
    plies: u16,
}

fn join(children: &[Child], is_attack: bool) -> Join {
    // The mover needs one good move: the number that is minimised. The other number is joined.
    let of = |child: &Child| {
        let Numbers { proof, disproof } = child.numbers;
        if is_attack { (proof, disproof) } else { (disproof, proof) }
    };
    let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
    let (mut greatest, mut unsolved) = (0, 0);
    for (at, child) in children.iter().enumerate() {
        let (own, other) = of(child);
        if own < least {
            (least, second, best) = (own, least, at);
        } else if own < second {
            second = own;
        }
        if other > 0 {
            unsolved += 1;
            greatest = greatest.max(other);
        }
    }
    let joined = match (least, unsolved) {
        (0, _) => INFINITE,
        (_, 0) => 0,
        _ => (greatest + unsolved - 1).min(INFINITE),
    };
    let numbers = if is_attack {
        Numbers { proof: least, disproof: joined }
    } else {
        Numbers { proof: joined, disproof: least }
    };
    let plies = match is_attack {
        _ if numbers.proof != 0 => 0,
        true => children.get(best).map_or(0, |child| child.plies) + 1,
        // A reply that is not among the moves loses to a four and a five.
        false => children.iter().map(|child| child.plies).max().unwrap_or(0).max(3) + 1,
    };
    Join { numbers, best, second, plies }
}

/// The thresholds for the chosen move.
fn narrowed(thresholds: Numbers, numbers: Numbers, child: Numbers, second: u32, is_attack: bool) -> Numbers {
    let lead = second.saturating_add(second / 8).saturating_add(1).min(INFINITE);
    let rest = |threshold: u32, joined: u32, own: u32| {
        threshold.saturating_sub(joined).saturating_add(own).clamp(own + 1, INFINITE)
    };
    if is_attack {
        Numbers {
            proof: thresholds.proof.min(lead),
            disproof: rest(thresholds.disproof, numbers.disproof, child.disproof),
        }
    } else {
        Numbers {
            proof: rest(thresholds.proof, numbers.proof, child.proof),
            disproof: thresholds.disproof.min(lead),
        }
    }
}
