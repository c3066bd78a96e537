//! What a tree leaned on when it was accepted, and which other positions must accept it too.
//!
//! This is lemma 2 of `docs/proof-format.md`: a tree that was accepted on one position is accepted on every
//! position with the same stones of the attacker, if the defender's stones differ only on squares that the tree never
//! used, and no window through such a square can come near a five. It saves `T` most replies and `U` most of its work.

use super::board::{Board, Side, SquareSet};
use crate::certificate::{Certificate, Record};

/// A window with more stones than this, free stones counted, may become a five of the defender.
const HARMLESS: u8 = 3;

/// What a tree used on the position where it was accepted.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    /// Every square that was played or was a five square of the attacker.
    used: SquareSet,
    /// For each window, the most stones of the defender that it held right after one was put into it while it held none
    /// of the attacker's, and the free stones that the proof allowed on top.
    pressure: Vec<u8>,
    /// The free stones that the proof allows at any time: see `levels`.
    level: u8,
    /// Whether something looked at the whole board.
    is_rigid: bool,
}

impl Footprint {
    pub(super) fn new(windows: usize, level: u8) -> Self {
        Self { used: SquareSet::default(), pressure: vec![0; windows], level, is_rigid: false }
    }

    /// As new, without asking for memory.
    pub(super) fn reset(&mut self, level: u8) {
        self.used = SquareSet::default();
        self.pressure.fill(0);
        (self.level, self.is_rigid) = (level, false);
    }

    pub(super) const fn set_rigid(&mut self) {
        self.is_rigid = true;
    }

    pub(super) const fn use_square(&mut self, square: u16) {
        self.used.insert(square);
    }

    pub(super) fn use_squares(&mut self, squares: &SquareSet) {
        self.used.extend(squares);
    }

    /// Notes the windows through a stone that the defender has just put.
    pub(super) fn press(&mut self, board: &Board, square: u16, free: u8) {
        for &window in board.windows_of(square) {
            if board.count(window, Side::Attacker) == 0 {
                let pressure = &mut self.pressure[usize::from(window)];
                *pressure = (*pressure).max(board.count(window, Side::Defender).saturating_add(free));
            }
        }
    }

    /// Takes in what a part of the tree used, below `free` more free stones.
    pub(super) fn include(&mut self, part: &Self, free: u8) {
        self.used.extend(&part.used);
        self.is_rigid |= part.is_rigid;
        for (pressure, &more) in self.pressure.iter_mut().zip(&part.pressure) {
            if more > 0 {
                *pressure = (*pressure).max(more.saturating_add(free));
            }
        }
    }

    /// Raises the pressure of the windows through squares where the defender has more stones than when this was taken.
    fn raise(&mut self, board: &Board, added: &SquareSet) {
        for square in added.iter() {
            for &window in board.windows_of(square) {
                let pressure = &mut self.pressure[usize::from(window)];
                *pressure = pressure.saturating_add(u8::from(*pressure > 0));
            }
        }
    }

    /// Whether the tree is accepted on `board` with one more stone of the defender, if it is accepted on `board`.
    pub(super) fn tolerates_stone(&self, board: &Board, square: u16) -> bool {
        !self.is_rigid
            && !self.used.contains(square)
            && board.windows_of(square).iter().all(|&window| {
                let now = board.count(window, Side::Defender) + 1;
                board.count(window, Side::Attacker) > 0 || self.is_harmless(window, now, 1)
            })
    }

    fn is_harmless(&self, window: u16, now: u8, added: u8) -> bool {
        let pressure = self.pressure[usize::from(window)];
        let moved = if pressure == 0 { 0 } else { pressure.saturating_add(added) };
        now.saturating_add(self.level).max(moved) <= HARMLESS
    }
}

/// A tree that was accepted, with the position where it was.
#[derive(Debug)]
pub(super) struct Accepted {
    attacker: SquareSet,
    defender: SquareSet,
    footprint: Footprint,
}

impl Accepted {
    pub(super) fn new(board: &Board, footprint: Footprint) -> Self {
        let (attacker, defender) = (*board.stones(Side::Attacker), *board.stones(Side::Defender));
        Self { attacker, defender, footprint }
    }

    /// Whether lemma 2 says that the tree is accepted on this board.
    pub(super) fn holds_on(&self, board: &Board) -> bool {
        let (added, removed) = self.differences(board);
        let is_same = added.is_empty() && removed.is_empty();
        self.attacker == *board.stones(Side::Attacker) && (is_same || self.tolerates(board, &added, &removed))
    }

    /// Takes what the tree uses on this board, where it holds, into a footprint around it.
    pub(super) fn include_in(&self, outer: &mut Footprint, board: &Board) {
        let mut here = self.footprint.clone();
        here.raise(board, &self.differences(board).0);
        outer.include(&here, 0);
    }

    /// Where the defender has more stones than when the tree was accepted, and where fewer.
    fn differences(&self, board: &Board) -> (SquareSet, SquareSet) {
        let now = board.stones(Side::Defender);
        (now.without(&self.defender), self.defender.without(now))
    }

    fn tolerates(&self, board: &Board, added: &SquareSet, removed: &SquareSet) -> bool {
        let footprint = &self.footprint;
        if footprint.is_rigid || footprint.used.meets(added) || footprint.used.meets(removed) {
            return false;
        }
        let is_harmless = |&window: &u16| {
            let fresh = board.squares_in(window).into_iter().filter(|&at| added.contains(at)).count() as u8;
            board.count(window, Side::Attacker) > 0
                || footprint.is_harmless(window, board.count(window, Side::Defender), fresh)
        };
        // The attacker must not get a five square where the defender's stone is gone.
        let stays_shut = |&window: &u16| {
            let may_hold = |&at: &u16| self.attacker.contains(at) || footprint.used.contains(at);
            board.squares_in(window).iter().filter(|at| may_hold(at)).count() <= 3
        };
        added.iter().all(|square| board.windows_of(square).iter().all(is_harmless))
            && removed.iter().all(|square| {
                let around = board.windows_of(square);
                // Under exact five a stone that is gone may turn six into five.
                let beside: &[u16] =
                    if board.is_exact(Side::Defender) { board.windows_beside(square) } else { &[] };
                around.iter().chain(beside).all(is_harmless) && around.iter().all(stays_shut)
            })
    }
}

/// For each record (by index), how many stones of the defender its proof leaves free at one time: 1 for a default line,
/// one more for a default tree.
pub(super) fn levels(proof: &Certificate) -> Vec<u8> {
    let mut levels = vec![0_u8; proof.count() as usize];
    let mut open: Vec<u32> = Vec::new();
    let close = |levels: &mut Vec<u8>, open: &mut Vec<u32>| {
        if let (Some(child), Some(&parent)) = (open.pop(), open.last()) {
            let is_tree = child == parent + 1 && matches!(proof.record(parent), Record::Tree { .. });
            let level = levels[child as usize - 1].saturating_add(u8::from(is_tree));
            let parent = &mut levels[parent as usize - 1];
            *parent = level.max(*parent);
        }
    };
    for number in 1..=proof.count() {
        while open.last().is_some_and(|&last| proof.end(last) <= number) {
            close(&mut levels, &mut open);
        }
        levels[number as usize - 1] = match proof.record(number) {
            Record::Default { .. } => 1,
            // It lies before this one and is closed, so its level is known.
            Record::Reuse(record) => levels[record as usize - 1],
            _ => 0,
        };
        open.push(number);
    }
    while !open.is_empty() {
        close(&mut levels, &mut open);
    }
    levels
}
