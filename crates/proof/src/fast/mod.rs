//! The fast checker: the same verdicts as [`brute`](crate::brute), without trying what two lemmas settle.
//!
//! Lemma 1 says which replies can spoil a default line (a *zone*, found by replaying the line with the defender having
//! passed); lemma 2 says on which positions an accepted tree is accepted again ([`footprint`]). Both are proved in
//! `docs/proof-format.md`. What no lemma settles is tried as the brute-force checker tries it.

mod board;
mod footprint;

use crate::certificate::{Certificate, Record};
use crate::square::{Square, Symmetry};
use crate::verdict::{Limit, Reason, Report, Statistics, Stop, reject};
use board::{Board, Side, SquareSet};
use footprint::{Accepted, Footprint, levels};
use std::collections::HashMap;

/// Judges a certificate, leaving out what the lemmas settle.
pub fn check(certificate: &Certificate, limit: Limit) -> Report {
    let mut checker = Checker::new(certificate, limit);
    let outcome = checker.root();
    Report::new(outcome, checker.statistics, limit)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    InPlace,
    Elsewhere,
}
use Place::{Elsewhere, InPlace};

struct Checker<'a> {
    proof: &'a Certificate,
    board: Board,
    levels: Vec<u8>,
    /// The targets of `U`, with what they used in place.
    reused: HashMap<u32, Option<Accepted>>,
    /// The targets of `R`, with their stones in place.
    named: HashMap<u32, Option<[SquareSet; 2]>>,
    /// Footprints that are being taken, the innermost last.
    open: Vec<Footprint>,
    spare: Vec<Footprint>,
    /// Stones put by replays.
    trail: Vec<(u16, Side)>,
    statistics: Statistics,
    limit: Limit,
}

impl<'a> Checker<'a> {
    fn new(proof: &'a Certificate, limit: Limit) -> Self {
        let (mut reused, mut named) = (HashMap::new(), HashMap::new());
        for number in 1..=proof.count() {
            match proof.record(number) {
                Record::Reuse(record) => drop(reused.insert(record, None)),
                Record::Same { record, .. } => drop(named.insert(record, None)),
                _ => {}
            }
        }
        Self {
            proof,
            board: Board::new(proof.header()),
            levels: levels(proof),
            reused,
            named,
            open: Vec::new(),
            spare: Vec::new(),
            trail: Vec::new(),
            statistics: Statistics::default(),
            limit,
        }
    }

    fn root(&mut self) -> Result<(), Stop> {
        if self.board.has_five() {
            return reject(1, Reason::FiveOnBoard);
        }
        if self.proof.attacker_begins() { self.attack(1, InPlace) } else { self.defend(1, InPlace) }
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.statistics.steps += 1;
        if self.statistics.steps > self.limit.steps { Err(Stop::Limit) } else { Ok(()) }
    }

    fn level(&self, number: u32) -> u8 {
        self.levels[number as usize - 1]
    }

    /// The attacker is to move.
    fn attack(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        if place == Elsewhere {
            return self.attack_here(number, place);
        }
        let is_reused = self.reused.contains_key(&number);
        if is_reused {
            self.open_footprint(self.level(number));
        }
        let outcome = self.attack_here(number, place);
        if is_reused && let Some(footprint) = self.open.pop() {
            if let Some(outer) = self.open.last_mut() {
                outer.include(&footprint, 0);
            }
            let accepted = outcome.is_ok().then(|| Accepted::new(&self.board, footprint));
            self.reused.insert(number, accepted);
        }
        if let Some(stones) = self.named.get_mut(&number).filter(|_| outcome.is_ok()) {
            *stones = Some([Side::Attacker, Side::Defender].map(|side| *self.board.stones(side)));
        }
        outcome
    }

    fn attack_here(&mut self, mut number: u32, mut place: Place) -> Result<(), Stop> {
        loop {
            self.statistics.records += 1;
            self.step()?;
            return match self.proof.record(number) {
                Record::Line(line) if self.replay(line, 0, None)? => Ok(()),
                Record::Play(square) => self.play(number, square, place),
                Record::Same { record, symmetry } => self.same(number, record, symmetry),
                Record::Reuse(record) => {
                    if self.is_accepted_here(record) {
                        return Ok(());
                    }
                    (number, place) = (record, Elsewhere);
                    continue;
                }
                _ => reject(number, Reason::LineFails),
            };
        }
    }

    fn play(&mut self, number: u32, square: Square, place: Place) -> Result<(), Stop> {
        let at = self.board.index(square);
        if !self.board.is_empty(at) {
            return reject(number, Reason::Occupied(square));
        }
        self.use_square(at);
        if self.board.fives(Side::Attacker).contains(at) {
            return match place {
                InPlace => reject(number, Reason::FiveAsMove(square)),
                Elsewhere => Ok(()),
            };
        }
        self.board.put(at, Side::Attacker);
        let outcome = self.defend(number + 1, place);
        self.board.take(at, Side::Attacker);
        outcome
    }

    fn same(&mut self, number: u32, record: u32, symmetry: Symmetry) -> Result<(), Stop> {
        self.set_rigid();
        let here = [Side::Attacker, Side::Defender];
        let here = here.map(|side| self.board.mapped(self.board.stones(side), symmetry));
        let there = self.named.get(&record).copied().flatten();
        if there == Some(here) { Ok(()) } else { reject(number, Reason::NotSame(record)) }
    }

    /// Whether lemma 2 says that the tree of an earlier record is accepted here.
    fn is_accepted_here(&mut self, record: u32) -> bool {
        let accepted = self.reused.get(&record).and_then(Option::as_ref);
        let Some(accepted) = accepted.filter(|accepted| accepted.holds_on(&self.board)) else {
            return false;
        };
        if let Some(outer) = self.open.last_mut() {
            accepted.include_in(outer, &self.board);
        }
        true
    }

    /// The defender is to move.
    fn defend(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        self.statistics.records += 1;
        self.step()?;
        if !self.board.fives(Side::Defender).is_empty() {
            return reject(number, Reason::DefenderWins);
        }
        let fives = self.board.fives(Side::Attacker);
        self.use_squares(&fives);
        let record = self.proof.record(number);
        match record {
            Record::Two if fives.len() >= 2 => return Ok(()),
            Record::Two => return reject(number, Reason::NotTwo),
            Record::Forced if fives.len() == 1 => {
                let forced = fives.iter().next().unwrap_or_default();
                return self.reply(forced, self.level(number + 1), |this| this.attack(number + 1, place));
            }
            Record::Forced => return reject(number, Reason::NotForced),
            Record::All { .. } => {}
            _ if !fives.is_empty() => return reject(number, Reason::FiveSquare),
            _ => {}
        }
        if self.board.empty().is_empty() {
            return reject(number, Reason::Draw);
        }
        match record {
            Record::Default { line, .. } => self.default(number, line, place),
            Record::Tree { .. } => self.tree(number, place),
            _ => self.all(number, place),
        }
    }

    /// Puts a reply of the defender, asks, takes it back.
    fn reply<T>(&mut self, square: u16, free: u8, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.board.put(square, Side::Defender);
        self.press(square, free);
        let answer = ask(self);
        self.board.take(square, Side::Defender);
        answer
    }

    /// In place, every child is looked at, needed or not.
    fn children(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        if place == Elsewhere {
            return Ok(());
        }
        for (square, child) in self.proof.children(number) {
            let at = self.board.index(square);
            if !self.board.is_empty(at) {
                return reject(child, Reason::Occupied(square));
            }
            self.use_square(at);
            self.reply(at, self.level(child), |this| this.attack(child, InPlace))?;
        }
        Ok(())
    }

    fn default(&mut self, number: u32, line: &[Square], place: Place) -> Result<(), Stop> {
        let mut zone = SquareSet::default();
        let has_zone = self.replay(line, 1, Some(&mut zone))?;
        if !has_zone {
            self.set_rigid();
        }
        self.children(number, place)?;
        for at in self.board.empty().iter() {
            if has_zone && !zone.contains(at) {
                continue;
            }
            let child = self.proof.child(number, self.board.square(at));
            if place == InPlace && child.is_some() {
                continue;
            }
            self.use_square(at);
            if self.reply(at, 0, |this| this.replay(line, 0, None))? {
                continue;
            }
            self.answer(number, at, child)?;
        }
        Ok(())
    }

    fn tree(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        self.open_footprint(self.level(number + 1));
        let outcome = self.attack(number + 1, place);
        let Some(footprint) = self.open.pop() else { return outcome };
        let rest = outcome.and_then(|()| self.tree_replies(number, place, &footprint));
        if let Some(outer) = self.open.last_mut() {
            outer.include(&footprint, 1);
        }
        self.spare.push(footprint);
        rest
    }

    fn tree_replies(&mut self, number: u32, place: Place, footprint: &Footprint) -> Result<(), Stop> {
        self.children(number, place)?;
        for at in self.board.empty().iter() {
            if footprint.tolerates_stone(&self.board, at) {
                continue;
            }
            let child = self.proof.child(number, self.board.square(at));
            if place == InPlace && child.is_some() {
                continue;
            }
            self.use_square(at);
            let free = self.level(number + 1);
            match self.reply(at, free, |this| this.attack(number + 1, Elsewhere)) {
                Err(Stop::Rejected { .. }) => self.answer(number, at, child)?,
                done => done?,
            }
        }
        Ok(())
    }

    fn all(&mut self, number: u32, place: Place) -> Result<(), Stop> {
        self.set_rigid();
        self.children(number, place)?;
        for at in self.board.empty().iter() {
            let child = self.proof.child(number, self.board.square(at));
            if place == Elsewhere || child.is_none() {
                self.answer(number, at, child)?;
            }
        }
        Ok(())
    }

    /// The default does not beat this reply; its child must.
    fn answer(&mut self, number: u32, at: u16, child: Option<u32>) -> Result<(), Stop> {
        match child {
            Some(child) => self.reply(at, self.level(child), |this| this.attack(child, Elsewhere)),
            None => reject(number, Reason::Unanswered(self.board.square(at))),
        }
    }

    /// Do these fours win, against the replies that they force here? On a win the zone holds every square where one more
    /// stone of the defender could spoil it (lemma 1).
    fn replay(&mut self, line: &[Square], free: u8, mut zone: Option<&mut SquareSet>) -> Result<bool, Stop> {
        self.statistics.replays += 1;
        let height = self.trail.len();
        if let Some(zone) = zone.as_deref_mut() {
            (0..self.board.window_count() as u16).for_each(|window| self.board.add_danger(window, zone));
        }
        let won = self.play_out(line, free, zone);
        while self.trail.len() > height {
            if let Some((square, side)) = self.trail.pop() {
                self.board.take(square, side);
            }
        }
        won
    }

    fn play_out(
        &mut self,
        line: &[Square],
        free: u8,
        mut zone: Option<&mut SquareSet>,
    ) -> Result<bool, Stop> {
        let mut moves = line.iter();
        loop {
            self.step()?;
            let fives = self.board.fives(Side::Attacker);
            if !fives.is_empty() {
                self.use_squares(&fives);
                return Ok(true);
            }
            let Some(&four) = moves.next() else { return Ok(false) };
            let four = self.board.index(four);
            let threats = self.board.fives(Side::Defender);
            let is_free = threats.is_empty() || (threats.len() == 1 && threats.contains(four));
            if !is_free || !self.board.is_empty(four) {
                return Ok(false);
            }
            self.put_in_replay(four, Side::Attacker);
            self.use_square(four);
            let fives = self.board.fives(Side::Attacker);
            self.use_squares(&fives);
            if let Some(zone) = zone.as_deref_mut() {
                zone.insert(four);
                zone.extend(&fives);
            }
            if fives.len() >= 2 {
                // The defender's only five square, if he had one, is now taken.
                return Ok(true);
            }
            let Some(forced) = fives.iter().next() else { return Ok(false) };
            self.put_in_replay(forced, Side::Defender);
            self.press(forced, free);
            if let Some(zone) = zone.as_deref_mut() {
                self.board.windows_of(forced).iter().for_each(|&window| self.board.add_danger(window, zone));
            }
        }
    }

    fn put_in_replay(&mut self, square: u16, side: Side) {
        self.board.put(square, side);
        self.trail.push((square, side));
    }

    fn open_footprint(&mut self, level: u8) {
        let windows = self.board.window_count();
        let footprint = match self.spare.pop() {
            Some(mut spare) => {
                spare.reset(level);
                spare
            }
            None => Footprint::new(windows, level),
        };
        self.open.push(footprint);
    }

    fn set_rigid(&mut self) {
        self.open.last_mut().into_iter().for_each(Footprint::set_rigid);
    }

    fn use_square(&mut self, square: u16) {
        self.open.last_mut().into_iter().for_each(|footprint| footprint.use_square(square));
    }

    fn use_squares(&mut self, squares: &SquareSet) {
        self.open.last_mut().into_iter().for_each(|footprint| footprint.use_squares(squares));
    }

    fn press(&mut self, square: u16, free: u8) {
        if let Some(footprint) = self.open.last_mut() {
            footprint.press(&self.board, square, free);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{Header, Root};
    use crate::{Colour, brute, text};

    /// Proofs with the attacker to move, on boards where trying everything is quick.
    fn small_corpus() -> Vec<Certificate> {
        let all = include_str!("../../tests/data/corpus.txt");
        let starts: Vec<_> = all.match_indices(text::MAGIC).map(|(at, _)| at).chain([all.len()]).collect();
        let all = starts.windows(2).map(|pair| text::read(&all[pair[0]..pair[1]]).unwrap());
        all.filter(|proof| proof.attacker_begins() && proof.header().size() <= 9).collect()
    }

    /// The footprint of the whole tree on its first position.
    fn footprint(checker: &mut Checker<'_>) -> Footprint {
        checker.open_footprint(checker.level(1));
        assert_eq!(checker.attack(1, InPlace), Ok(()));
        checker.open.pop().unwrap()
    }

    /// The claim with other stones of the defender.
    fn moved(header: &Header, added: &[Square], removed: &[Square]) -> Header {
        let defender = header.attacker().opponent();
        let stones = |colour: Colour| {
            let old = header.stones().filter(|(at, stone)| *stone == colour && !removed.contains(at));
            let new = added.iter().filter(|_| colour == defender);
            old.map(|(at, _)| at).chain(new.copied()).collect()
        };
        let root = Root::Stones { black: stones(Colour::Black), white: stones(Colour::White) };
        Header::new(header.rule(), header.size(), header.attacker(), root, header.to_move()).unwrap()
    }

    #[test]
    fn a_tree_that_tolerates_a_stone_wins_against_it() {
        let (mut tolerated, mut tried) = (0, 0);
        for proof in small_corpus() {
            let mut checker = Checker::new(&proof, Limit::NONE);
            let footprint = footprint(&mut checker);
            for at in checker.board.empty().iter() {
                tried += 1;
                if footprint.tolerates_stone(&checker.board, at) {
                    tolerated += 1;
                    let header = moved(proof.header(), &[checker.board.square(at)], &[]);
                    assert!(brute::holds_on(&proof, 1, &crate::board::Board::new(&header)), "{at}");
                }
            }
        }
        assert!(tolerated > 100 && tolerated < tried, "{tolerated} of {tried}");
    }

    #[test]
    fn a_tree_that_is_accepted_elsewhere_by_its_footprint_wins_there() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut accepted, mut tried) = (0, 0);
        for proof in small_corpus() {
            let mut checker = Checker::new(&proof, Limit::NONE);
            let footprint = footprint(&mut checker);
            let accepted_tree = Accepted::new(&checker.board, footprint);
            let empty: Vec<_> = checker.board.empty().iter().map(|at| checker.board.square(at)).collect();
            let defenders: Vec<_> = checker.board.stones(Side::Defender).iter().collect();
            for _ in 0..40 {
                let added = random.choose_multiple(empty.iter().copied(), random.clone().usize(0..=2));
                let removed = random.choose_multiple(defenders.iter().copied(), random.clone().usize(0..=2));
                let removed: Vec<_> = removed.into_iter().map(|at| checker.board.square(at)).collect();
                let header = moved(proof.header(), &added, &removed);
                let board = Board::new(&header);
                tried += 1;
                if accepted_tree.holds_on(&board) {
                    accepted += 1;
                    let plain = crate::board::Board::new(&header);
                    assert!(
                        brute::holds_on(&proof, 1, &plain),
                        "{added:?} {removed:?}\n{}",
                        text::to_string(&proof)
                    );
                }
            }
        }
        assert!(accepted > 100 && accepted < tried, "{accepted} of {tried}");
    }
}
