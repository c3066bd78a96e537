//! Victory by continuous threats: fours and threes, each of which has to be answered.
//!
//! The one idea: depth-first proof-number search (Nagai 2002) on the shared board. Every position has a
//! proof and a disproof number, how much is left to show that it is won or not; the search goes where least is
//! left, and keeps to it while its numbers stay below two thresholds. Numbers of siblings are joined as greatest
//! plus count (weak proof numbers, Ueda et al. 2008), since transpositions would be counted twice by a sum; thresholds
//! leave a margin of a quarter (1 + epsilon, Pawlewicz and Lew 2006). A first guess comes from the number of answers,
//! and fours are held back by a penalty. Times are heavy-tailed in that penalty, so a few settings take turns with
//! growing shares of the nodes.
//!
//! Reading order: this file, [`expand`] (which moves, which answers), [`table`], [`extract`] (the tree of a win).

mod expand;
mod extract;
mod table;

use crate::claim::Claim;
use crate::memory::Memory;
use crate::vcf::Vcf;
use expand::Look;
use std::sync::atomic::{AtomicBool, Ordering};
use table::{INFINITE, Known, Numbers, Table};
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point};

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub struct VctLimits<'a> {
    /// Positions to look at, at most.
    pub nodes: u64,
    /// Ends the search when set.
    pub cancel: Option<&'a AtomicBool>,
}

impl VctLimits<'_> {
    /// So many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, cancel: None }
    }
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VctSettings {
    /// First guesses of the proof number of a four, in the order in which they take turns.
    pub four_penalties: [u32; 4],
    /// Stones that one search for fours may put.
    pub vcf_nodes: u64,
    /// Positions that the first setting may look at before the others get their turn.
    pub first_share: u64,
}

impl Default for VctSettings {
    fn default() -> Self {
        Self { four_penalties: [14, 3, 8, 6], vcf_nodes: 200, first_share: 30_000 }
    }
}

/// A move to try, and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Child {
    point: Point,
    class: PointClass,
    numbers: Numbers,
    plies: u16,
}

impl Child {
    fn new(point: Point, class: PointClass) -> Self {
        Self { point, class, numbers: Numbers { proof: 1, disproof: 1 }, plies: 0 }
    }
}

/// The search.
pub struct Vct<'a> {
    vcf: Vcf<'a>,
    settings: VctSettings,
    table: Table,
    /// The moves of all positions on the path, one after the other.
    pool: Vec<Child>,
    attacker: Colour,
    penalty: u32,
    /// Mixed into every key, so that what another search left is not found.
    salt: u64,
    searches: u64,
    nodes: u64,
    last_node: u64,
    is_stopped: bool,
    /// A long threat was not searched to its end, so that a disproof proves nothing.
    is_incomplete: bool,
}

impl<'a> Vct<'a> {
    /// A search with a table of about so many bytes, which remembers fours in `memory`.
    pub fn new(memory: &'a Memory, bytes: usize, settings: VctSettings) -> Self {
        Self {
            vcf: Vcf::new(memory),
            settings,
            table: Table::new(bytes),
            pool: Vec::new(),
            attacker: Colour::Black,
            penalty: 0,
            salt: 0,
            searches: 0,
            nodes: 0,
            last_node: 0,
            is_stopped: false,
            is_incomplete: false,
        }
    }

    /// Positions looked at since this was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stones put in searches for fours since this was made.
    pub fn vcf_nodes(&self) -> u64 {
        self.vcf.nodes()
    }

    /// Whether `attacker` wins by threats, whoever is to move. The game must be open. The board is unchanged on return.
    pub fn find<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        attacker: Colour,
        limits: VctLimits<'_>,
    ) -> Claim {
        self.attacker = attacker;
        self.searches += 1;
        self.is_incomplete = false;
        let end = self.nodes.saturating_add(limits.nodes);
        let mut share = (limits.nodes / 64).max(self.settings.first_share);
        while self.nodes < end {
            for (number, penalty) in self.settings.four_penalties.into_iter().enumerate() {
                self.penalty = penalty;
                self.salt = salt(self.searches, number as u64);
                self.last_node = self.nodes.saturating_add(share).min(end);
                self.is_stopped = false;
                let known = self.solve_root(board, limits.cancel);
                match known.numbers {
                    Numbers { proof: 0, .. } => {
                        let first = known.best.unwrap_or_else(|| board.size().centre());
                        return Claim::Win { first, plies: known.plies };
                    }
                    Numbers { disproof: 0, .. } => {
                        return if self.is_incomplete { Claim::Unknown } else { Claim::None };
                    }
                    _ => {}
                }
                if limits.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                    return Claim::Unknown;
                }
            }
            share = share.saturating_mul(4);
        }
        Claim::Unknown
    }

    fn solve_root<R: RuleType>(&mut self, board: &mut Board<R>, cancel: Option<&AtomicBool>) -> Known {
        self.pool.clear();
        let start = self.pool.len();
        let look = self.look(board);
        self.pool.truncate(start);
        look.decided().unwrap_or_else(|| {
            self.mid(board, Numbers { proof: INFINITE, disproof: INFINITE }, cancel);
            self.table.get(board.hash() ^ self.salt).unwrap_or(Known::NOTHING)
        })
    }

    fn look<R: RuleType>(&mut self, board: &mut Board<R>) -> Look {
        if board.to_move() == self.attacker {
            self.look_for_attack(board)
        } else {
            self.look_for_defence(board)
        }
    }

    /// Searches an open position until it is solved or one of its numbers reaches the thresholds.
    fn mid<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        thresholds: Numbers,
        cancel: Option<&AtomicBool>,
    ) -> Numbers {
        let is_attack = board.to_move() == self.attacker;
        let key = board.hash() ^ self.salt;
        let start = self.pool.len();
        let before = self.nodes;
        // What was open at first may be known to be won by now.
        if let Some(known) = self.look(board).decided() {
            self.pool.truncate(start);
            self.table.put(key, known, 1);
            return known.numbers;
        }
        self.meet_children(board, start, is_attack);
        loop {
            let join = join(&self.pool[start..], is_attack);
            let Join { numbers, best, second, .. } = join;
            self.is_stopped |=
                self.nodes >= self.last_node || cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
            let is_over = numbers.is_solved()
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.is_stopped;
            if is_over {
                let known = Known { numbers, best: Some(self.pool[start + best].point), plies: join.plies };
                self.table.put(key, known, self.nodes - before);
                self.pool.truncate(start);
                return numbers;
            }
            let child = self.pool[start + best];
            let below = narrowed(thresholds, numbers, child.numbers, second, is_attack);
            board.play(child.point);
            self.mid(board, below, cancel);
            let known = self.table.get(board.hash() ^ self.salt);
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
                board.play(point);
                let known = self.first_guess(board);
                board.undo();
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

    /// A look at a new position.
    fn first_guess<R: RuleType>(&mut self, board: &mut Board<R>) -> Known {
        self.nodes += 1;
        let start = self.pool.len();
        let is_attack = board.to_move() == self.attacker;
        let look = self.look(board);
        let moves = (self.pool.len() - start) as u32;
        self.pool.truncate(start);
        look.decided().unwrap_or_else(|| {
            let numbers = if is_attack {
                Numbers { proof: 1, disproof: 1 + moves / 4 }
            } else if moves == 1 {
                Numbers { proof: self.penalty, disproof: 1 }
            } else {
                Numbers { proof: moves, disproof: 1 }
            };
            Known { numbers, ..Known::NOTHING }
        })
    }
}

/// A number for a search and its setting that no position's hash is likely to undo.
fn salt(search: u64, setting: u64) -> u64 {
    (search << 3 | setting).wrapping_mul(0xA076_1D64_78BD_642F).rotate_left(29)
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
        if is_attack {
            (child.numbers.proof, child.numbers.disproof)
        } else {
            (child.numbers.disproof, child.numbers.proof)
        }
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
    let joined = if least == 0 {
        INFINITE
    } else if unsolved == 0 {
        0
    } else {
        (greatest + unsolved - 1).min(INFINITE)
    };
    let numbers = if is_attack {
        Numbers { proof: least, disproof: joined }
    } else {
        Numbers { proof: joined, disproof: least }
    };
    let plies = match is_attack {
        _ if numbers.proof != 0 => 0,
        true => children[best].plies + 1,
        // An answer that is not among the moves loses to a four and a five.
        false => children.iter().map(|child| child.plies).max().unwrap_or(0).max(3) + 1,
    };
    Join { numbers, best, second, plies }
}

/// The thresholds for the chosen move.
fn narrowed(thresholds: Numbers, numbers: Numbers, child: Numbers, second: u32, is_attack: bool) -> Numbers {
    let lead = second.saturating_add(second / 4).saturating_add(1).min(INFINITE);
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
