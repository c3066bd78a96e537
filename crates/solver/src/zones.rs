//! Wins with quiet moves: depth-first proof-number search over all moves, with relevance zones.
//!
//! The attacker may play a *hidden threat* (Allis): a quiet move after which, if the defender passed, the attacker would
//! win by threats. The tree of that win says where the defender has to play: on a square of its zone
//! ([`crate::tree::zone`]), or the tree wins unchanged. Most replies in the zone lose to the same tree with a branch
//! mended (`fit.rs`); only the rest is searched. Trees are kept by the attacker's stones, since far stones of the
//! defender seldom matter. (Wu and Lin 2010, relevance-zone-oriented proof search.)
//!
//! Before the first hidden threat there is nothing to hold replies to; for the first plies all of them may be tried.

use crate::checkpoint::{Kept, MOST_SUCCESSES, State};
use crate::dfpn::{Child, DfPn, Look, Rules, Visit};
use crate::fit::Fit;
use crate::grow::Fives;
use crate::limits::Stop;
use crate::line;
use crate::numbers::{Numbers, Table};
use crate::order::{MoveOrder, Offer};
use crate::query::Method;
use crate::store::Store;
use crate::tree::{self, Answers, Attack, Defence, Tree};
use crate::vcf::VcfLimits;
use crate::vct::{Vct, VctLimits};
use std::collections::HashMap;
use std::sync::Arc;
use tengen_core::analysis::{Analysis, analyse};
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::threat::winning_fours;
use tengen_core::{Board, Colour, Move, Point};

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneSettings {
    /// Positions that one search for threats may look at.
    pub vct_nodes: u64,
    /// The same for mending a tree.
    pub repair_nodes: u64,
    /// Quiet moves tried in a position.
    pub quiet_moves: usize,
    /// Plies from the root within which every reply to a move that threatens nothing may be tried.
    pub open_plies: usize,
    /// Bytes of the trees that are kept.
    pub tree_bytes: usize,
}

impl Default for ZoneSettings {
    fn default() -> Self {
        Self { vct_nodes: 20_000, repair_nodes: 3_000, quiet_moves: 12, open_plies: 1, tree_bytes: 512 << 20 }
    }
}

/// What the search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZoneStatistics {
    /// Positions of the upper search.
    pub nodes: u64,
    /// Positions looked at in searches for threats.
    pub vct_nodes: u64,
    /// Hidden threats looked at.
    pub quiet: u64,
    /// Replies in their zones, and empty points in all.
    pub zone: u64,
    /// See `zone`.
    pub empties: u64,
    /// Replies that the tree beats unchanged.
    pub simulated: u64,
    /// Replies that a mended tree beats.
    pub mended: u64,
}

/// What a search with quiet moves came to.
#[derive(Clone, Debug)]
pub enum ZoneOutcome {
    /// The attacker wins.
    Won(Tree),
    /// The moves that were to be tried do not win. Others may.
    NothingFound,
    /// A limit was met.
    Cut,
}

/// Searches for a win of `attacker` with quiet moves, and gives its tree. Somebody may keep its state, and have one from
/// where an earlier search ended. The board is unchanged on return.
pub fn search<R: RuleType>(
    board: &mut Board<R>,
    attacker: Colour,
    vct: &mut Vct<'_>,
    order: &dyn MoveOrder,
    settings: ZoneSettings,
    stop: &Stop,
    mut keeping: Option<&mut Kept<'_>>,
) -> (ZoneOutcome, ZoneStatistics) {
    if !line::is_plain::<R>() {
        return (ZoneOutcome::NothingFound, ZoneStatistics::default());
    }
    let before = vct.nodes();
    let from = keeping.as_mut().and_then(|keeping| keeping.from.take());
    let mut rules = AllMoves {
        vct,
        order,
        attacker,
        stop,
        settings,
        root: board.ply(),
        store: Store::new(settings.tree_bytes),
        successes: HashMap::new(),
        statistics: ZoneStatistics::default(),
        keeping,
    };
    let mut table = Table::new((settings.tree_bytes / 4).min(TABLE));
    if let Some(from) = from {
        rules.restore(from, &mut table);
    }
    let mut search = DfPn::new(rules, &mut table, attacker, 0, stop);
    let known = search.solve(board);
    let tree = match known.numbers.proof {
        0 if board.to_move() == attacker => extract_attack(&mut search, board).map(Tree::Attack),
        0 => extract_defence(&mut search, board).map(Tree::Defence),
        _ => None,
    };
    let outcome = match tree {
        Some(tree) => ZoneOutcome::Won(tree),
        None if known.numbers.disproof == 0 => ZoneOutcome::NothingFound,
        None => ZoneOutcome::Cut,
    };
    if matches!(outcome, ZoneOutcome::Cut) {
        search.rules.keep_state(search.table);
    }
    let mut statistics = search.rules.statistics;
    statistics.nodes = search.nodes;
    statistics.vct_nodes = search.rules.vct.nodes() - before;
    (outcome, statistics)
}

/// Bytes of the table at most: a position here is a search of its own, so there are few.
const TABLE: usize = 16 << 20;
/// Stones that a search for a line of fours may put.
const VCF_NODES: u64 = 20_000;

struct AllMoves<'a, 'b, 'k> {
    vct: &'a mut Vct<'b>,
    order: &'a dyn MoveOrder,
    attacker: Colour,
    stop: &'a Stop,
    settings: ZoneSettings,
    /// The ply of the root.
    root: usize,
    store: Store,
    /// How often a quiet move was one that wins.
    successes: HashMap<Point, i32>,
    statistics: ZoneStatistics,
    /// Who keeps the state.
    keeping: Option<&'a mut Kept<'k>>,
}

impl Rules for AllMoves<'_, '_, '_> {
    const METHOD: Method = Method::Zones;

    fn pause(&mut self, table: &Table) {
        if self.keeping.as_mut().is_some_and(|keeping| keeping.keeper.is_due()) {
            self.keep_state(table);
        }
    }

    fn look_for_attack<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        pool: &mut Vec<Child>,
        _: Visit,
    ) -> Look {
        let open = |moves: usize| Look::Open(Numbers { proof: 3, disproof: 1 + moves as u32 / 4 });
        let start = pool.len();
        if self.win_by_threats(board).is_some() {
            return Look::Won { first: None, plies: 0 };
        }
        match analyse(board) {
            Analysis::Open => {}
            Analysis::Lost { .. } => return Look::Lost,
            held => {
                pool.extend(held.moves().unwrap_or(PointSet::EMPTY).into_iter().map(Child::new));
                return open(pool.len() - start);
            }
        }
        pool.extend(self.moves(board).into_iter().map(Child::new));
        if pool.len() == start { Look::Lost } else { open(pool.len() - start) }
    }

    fn look_for_defence<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Look {
        let start = pool.len();
        let Some(answers) = self.replies(board, pool) else { return Look::Lost };
        if pool.len() > start {
            let moves = (pool.len() - start) as u32;
            return Look::Open(Numbers { proof: 1 + 2 * moves, disproof: 1 });
        }
        self.store.keep_defence(board.hash(), &Arc::new(answers));
        if let Some(Move::Place(p)) = board.last() {
            *self.successes.entry(p).or_default() += 1;
        }
        Look::Won { first: None, plies: 0 }
    }
}

impl AllMoves<'_, '_, '_> {
    /// Hands the state to whoever keeps it, in an order that depends on nothing else.
    fn keep_state(&mut self, table: &Table) {
        let Some(keeping) = self.keeping.as_mut() else { return };
        let mut state = State {
            numbers: table.entries().filter(|(_, known, _)| known.is_sound()).collect(),
            attacks: self
                .store
                .attacks
                .iter()
                .map(|(position, tree)| (*position, Arc::clone(tree)))
                .collect(),
            defences: self
                .store
                .defences
                .iter()
                .map(|(position, tree)| (*position, Arc::clone(tree)))
                .collect(),
            trees: self.store.trees.iter().map(|(stones, tree)| (*stones, Arc::clone(tree))).collect(),
            variants: self.store.variants.iter().map(|(at, tree)| (*at, Arc::clone(tree))).collect(),
            successes: Vec::new(),
        };
        for (p, count) in &self.successes {
            state.successes.push((*p, count.unsigned_abs().min(MOST_SUCCESSES)));
        }
        state.attacks.sort_unstable_by_key(|(position, _)| *position);
        state.defences.sort_unstable_by_key(|(position, _)| *position);
        state.trees.sort_unstable_by(|(a, _), (b, _)| a.iter().cmp(b.iter()));
        state.variants.sort_unstable_by(|((a, p), _), ((b, q), _)| a.iter().cmp(b.iter()).then(p.cmp(q)));
        state.successes.sort_unstable();
        keeping.keep(state);
    }

    /// Goes on from an earlier state. Trees that there is no room for are left out: they can be found again.
    fn restore(&mut self, state: State, table: &mut Table) {
        for (key, known, work) in state.numbers {
            table.put(key, known, work.into());
        }
        let store = &mut self.store;
        for (position, tree) in state.attacks {
            if store.has_room(tree.size()) {
                store.keep_attack(position, &tree);
            }
        }
        for (position, defence) in state.defences {
            if store.has_room(defence.size()) {
                store.keep_defence(position, &defence);
            }
        }
        for (stones, tree) in state.trees {
            if store.has_room(tree.size()) {
                store.keep_tree(stones, tree);
            }
        }
        for ((stones, reply), tree) in state.variants {
            if store.has_room(tree.size()) {
                store.keep_variant(stones, reply, &tree);
            }
        }
        self.successes.extend(state.successes.into_iter().map(|(p, count)| (p, count as i32)));
    }

    /// The tree of a win by threats for the attacker, who is to move.
    fn win_by_threats<R: RuleType>(&mut self, board: &mut Board<R>) -> Option<Arc<Attack>> {
        if let Some(known) = self.store.attacks.get(&board.hash()) {
            return Some(Arc::clone(known));
        }
        let stones = *board.stones(self.attacker);
        let held = self.store.trees.get(&stones).cloned().and_then(|tree| self.fit(board, &tree, 0));
        let limits = VctLimits { nodes: self.settings.vct_nodes, stop: self.stop };
        let won = held.or_else(|| self.vct.attack(board, limits))?;
        self.store.keep_attack(board.hash(), &won);
        Some(won)
    }

    fn fit<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        tree: &Arc<Attack>,
        nodes: u64,
    ) -> Option<Arc<Attack>> {
        Fit { vct: self.vct, stop: self.stop, nodes, is_exact: false }.attack(board, tree)
    }

    /// Quiet moves, the most promising first, then threats.
    fn moves<R: RuleType>(&self, board: &Board<R>) -> Vec<Point> {
        let us = board.to_move();
        let threats = board.points_between(us, PointClass::WeakThree..=PointClass::CrossFourThreeDouble);
        let mut quiet: Vec<(i32, Point)> = (board.candidates() - threats)
            .iter()
            .map(|p| {
                let successes = self.successes.get(&p).copied().unwrap_or(0);
                (self.order.promise(&Offer::of(board, p)) + 1000 * successes.min(1) + successes, p)
            })
            .collect();
        quiet.sort_by_key(|(promise, p)| (-promise, *p));
        quiet.truncate(self.settings.quiet_moves);
        quiet.into_iter().map(|(_, p)| p).chain(threats).collect()
    }

    /// What answers the defender's replies, with those that nothing answers yet in the pool; `None` if the attack is over.
    fn replies<R: RuleType>(&mut self, board: &mut Board<R>, pool: &mut Vec<Child>) -> Option<Defence> {
        match Fives::of(board) {
            Fives::Theirs => return None,
            Fives::Two => return Some(Defence::Two),
            Fives::One(answer) => {
                if let Some(attack) = self.attack_after(board, answer) {
                    return Some(Defence::Forced(attack));
                }
                // Put in its place when the reply is solved.
                pool.push(Child::new(answer));
                return Some(Defence::Two);
            }
            Fives::None => {}
        }
        if let Some(defence) = self.replies_to_fours(board, pool) {
            return Some(defence);
        }
        if !winning_fours(board, board.to_move()).is_empty() {
            return None;
        }
        if let Some(defence) = self.replies_to_threats(board, pool) {
            return Some(defence);
        }
        if board.ply() - self.root >= self.settings.open_plies {
            return None;
        }
        let mut answers = Answers::new();
        for reply in &board.empties() {
            match self.attack_after(board, reply) {
                Some(attack) => answers.push((reply, attack)),
                None => pool.push(Child::new(reply)),
            }
        }
        Some(Defence::All(answers))
    }

    /// The attack after a reply, where it is known or quickly found.
    fn attack_after<R: RuleType>(&mut self, board: &mut Board<R>, reply: Point) -> Option<Arc<Attack>> {
        board.play(reply);
        let attack = self.win_by_threats(board);
        board.undo();
        attack
    }

    /// If the defender passed, would fours win?
    fn replies_to_fours<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        pool: &mut Vec<Child>,
    ) -> Option<Defence> {
        board.pass();
        let limits = VcfLimits { nodes: VCF_NODES, plies: u16::MAX };
        let line = self.vct.fours(board, limits);
        board.undo();
        let line = line?;
        let mut answers = Answers::new();
        for reply in line::breakers(board, &line) {
            match self.attack_after(board, reply) {
                Some(attack) => answers.push((reply, attack)),
                None => pool.push(Child::new(reply)),
            }
        }
        Some(Defence::Default { line, answers })
    }

    /// If the defender passed, would threats win?
    fn replies_to_threats<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        pool: &mut Vec<Child>,
    ) -> Option<Defence> {
        let stones = *board.stones(self.attacker);
        board.pass();
        let repair = self.settings.repair_nodes;
        let tree = self
            .store
            .trees
            .get(&stones)
            .cloned()
            .and_then(|tree| self.fit(board, &tree, repair))
            .or_else(|| self.win_by_threats(board));
        // A certificate holds no answer that is not needed against a pass, so none may be counted on against a reply.
        let exact = tree.as_ref().and_then(|tree| {
            Fit { vct: self.vct, stop: self.stop, nodes: 0, is_exact: true }.attack(board, tree)
        });
        let zone = exact.as_ref().map(|tree| tree::zone(board, tree));
        board.undo();
        self.store.keep_tree(stones, tree?);
        let (tree, zone) = (exact?, zone?);
        self.statistics.quiet += 1;
        self.statistics.empties += board.empties().len() as u64;
        self.statistics.zone += zone.len() as u64;
        let mut answers = Answers::new();
        for reply in &zone {
            board.play(reply);
            let answer = self.fit_variant(board, stones, reply, &tree);
            board.undo();
            match answer {
                Some(answer) if Arc::ptr_eq(&answer, &tree) => self.statistics.simulated += 1,
                Some(answer) => answers.push((reply, answer)),
                None => pool.push(Child::new(reply)),
            }
        }
        Some(Defence::Tree { tree, answers })
    }

    /// The tree fitted to the position after a reply: as it is, as it was mended before, or mended now.
    fn fit_variant<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        stones: PointSet,
        reply: Point,
        tree: &Arc<Attack>,
    ) -> Option<Arc<Attack>> {
        if let Some(same) = self.fit(board, tree, 0) {
            return Some(same);
        }
        let variant = self.store.variants.get(&(stones, reply)).cloned();
        if let Some(same) = variant.and_then(|variant| self.fit(board, &variant, 0)) {
            return Some(same);
        }
        let mended = self.fit(board, tree, self.settings.repair_nodes)?;
        self.statistics.mended += 1;
        self.store.keep_variant(stones, reply, &mended);
        Some(mended)
    }
}

type Search<'a, 'b, 'k> = DfPn<'a, AllMoves<'a, 'b, 'k>>;

/// The tree of a solved position, the attacker to move.
fn extract_attack<R: RuleType>(search: &mut Search<'_, '_, '_>, board: &mut Board<R>) -> Option<Arc<Attack>> {
    if let Some(known) = search.rules.store.quiet.get(&board.hash()) {
        return Some(Arc::clone(known));
    }
    if let Some(won) = search.rules.win_by_threats(board) {
        return Some(won);
    }
    let known = search.known(board).filter(|known| known.numbers.proof == 0);
    let known = known.unwrap_or_else(|| search.solve(board));
    let first = known.best.filter(|p| known.numbers.proof == 0 && board.is_empty(*p))?;
    board.play(first);
    let defence = extract_defence(search, board);
    board.undo();
    let attack = Arc::new(Attack::Move(first, defence?));
    search.rules.store.keep_quiet(board.hash(), &attack);
    Some(attack)
}

/// The same, the defender to move.
fn extract_defence<R: RuleType>(
    search: &mut Search<'_, '_, '_>,
    board: &mut Board<R>,
) -> Option<Arc<Defence>> {
    if let Some(known) = search.rules.store.defences.get(&board.hash()) {
        return Some(Arc::clone(known));
    }
    let mut pool = Vec::new();
    let mut defence = search.rules.replies(board, &mut pool)?;
    for child in pool {
        board.play(child.point);
        let attack = extract_attack(search, board);
        board.undo();
        let attack = attack?;
        match &mut defence {
            Defence::Default { answers, .. } | Defence::Tree { answers, .. } | Defence::All(answers) => {
                answers.push((child.point, attack));
            }
            // A forced reply that was open.
            forced => *forced = Defence::Forced(attack),
        }
    }
    let defence = Arc::new(defence);
    search.rules.store.keep_defence(board.hash(), &defence);
    Some(defence)
}
