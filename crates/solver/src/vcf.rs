//! Victory by continuous fours: the attacker plays fours only, each of which has to be answered, until one cannot be.
//!
//! The one idea: a four leaves the defender no choice, so the attacker searches alone, as deep as the fours go. A
//! position searched to its end in vain is remembered as such; one that a limit cut short is only remembered as tried
//! with so much effort, and tried again with more.
//!
//! Most fours have nothing to do with each other, so the same positions are reached in many orders. A search that is to
//! go to its end asks what is known of a position before it puts the two stones that lead there; where only a few stones
//! are put, that is not worth it.

use crate::claim::Claim;
use crate::limits::Stop;
use crate::line;
use crate::memory::{Known, Memory};
use arrayvec::ArrayVec;
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::{Board, Colour, Point, threat};

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VcfLimits {
    /// Stones to put at most.
    pub nodes: u64,
    /// Plies of the longest win looked for.
    pub plies: u16,
}

impl VcfLimits {
    /// To the end.
    pub const NONE: Self = Self { nodes: u64::MAX, plies: u16::MAX };
}

/// Room for the fours of one position. More would be left out, and the search then counts as cut short.
const MOST_FOURS: usize = 64;
/// Stones between two looks at what may end the search.
const LOOK_EVERY: u64 = 4096;

/// The forcing search.
pub struct Vcf<'a> {
    memory: &'a Memory,
    /// Ends a search, if there is somebody to do so.
    stop: Option<&'a Stop>,
    /// Stones put so far.
    nodes: u64,
    /// How many there may be.
    last_node: u64,
    /// How many there may be before the next look at `stop`.
    next_look: u64,
}

/// What a position of the attacker came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Win { first: Point, plies: u16 },
    NoWin,
    Cut,
}

impl<'a> Vcf<'a> {
    /// A search that remembers in `memory`, which must be used with one size of board and one rule only, or with hashes
    /// that tell them apart, as the board's do.
    pub fn new(memory: &'a Memory) -> Self {
        Self { memory, stop: None, nodes: 0, last_node: 0, next_look: 0 }
    }

    /// The same, ended by `stop`: a search that may go far, and so looks ahead.
    pub fn with_stop(memory: &'a Memory, stop: &'a Stop) -> Self {
        Self { stop: Some(stop), ..Self::new(memory) }
    }

    /// Stones put since this was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours. The game must be open. The board is unchanged on return.
    pub fn find<R: RuleType>(&mut self, board: &mut Board<R>, limits: VcfLimits) -> Claim {
        self.last_node = self.nodes.saturating_add(limits.nodes);
        self.next_look = self.until_next_look();
        let effort = limits.nodes.max(1).ilog2() as u8;
        // The same effort would be in vain again.
        if limits.plies == u16::MAX
            && let Some(Known::Tried { effort: before }) = self.memory.get(board.hash())
            && before >= effort
        {
            return Claim::Unknown;
        }
        match self.attack(board, limits.plies, None) {
            Found::Win { first, plies } => Claim::Win { first, plies },
            Found::NoWin => Claim::None,
            Found::Cut => {
                if limits.plies == u16::MAX && self.nodes >= self.last_node {
                    self.memory.put(board.hash(), Known::Tried { effort });
                }
                Claim::Unknown
            }
        }
    }

    /// The moves of a win that [`Vcf::find`] finds within the limits, the last of them the five; empty if it finds none.
    pub fn line<R: RuleType>(&mut self, board: &mut Board<R>, mut limits: VcfLimits) -> Vec<Point> {
        let mut line = Vec::new();
        while let Claim::Win { first, plies } = self.find(board, limits) {
            line.push(first);
            board.play(first);
            if plies == 1 {
                break;
            }
            let answers = threat::answers_to_fives(board, board.to_move().opponent());
            // Without an answer the defender may play anything: stop one five of perhaps several.
            let five = || board.first_point(board.to_move().opponent(), PointClass::Five);
            let Some(answer) = answers.first().or_else(five) else { break };
            line.push(answer);
            board.play(answer);
            if limits.plies < u16::MAX {
                limits.plies = limits.plies.saturating_sub(2).max(1);
            }
        }
        for _ in &line {
            board.undo();
        }
        line
    }

    /// The attacker's moves of such a win, without what is not needed to win: see [`crate::line`].
    pub fn attack_line<R: RuleType>(&mut self, board: &mut Board<R>, limits: VcfLimits) -> Vec<Point> {
        let moves: Vec<Point> = self.line(board, limits).into_iter().step_by(2).collect();
        line::trimmed(board, &moves)
    }

    /// Whether it asks before it puts stones: if it may go far.
    const fn looks_ahead(&self) -> bool {
        self.stop.is_some()
    }

    fn until_next_look(&self) -> u64 {
        self.stop.map_or(self.last_node, |_| self.last_node.min(self.nodes + LOOK_EVERY))
    }

    /// Whether a limit is met; if not, when to look again.
    #[cold]
    fn is_over(&mut self) -> bool {
        let is_over = self.nodes >= self.last_node || self.stop.is_none_or(Stop::is_up_now);
        if !is_over {
            self.next_look = self.until_next_look();
        }
        is_over
    }

    /// The attacker to move; `last` is its stone before.
    fn attack<R: RuleType>(&mut self, board: &mut Board<R>, plies: u16, last: Option<Point>) -> Found {
        let (us, them) = (board.to_move(), board.to_move().opponent());
        if let Some(first) = board.first_point(us, PointClass::Five) {
            return Found::Win { first, plies: 1 };
        }
        let their_fives = board.count(them, PointClass::Five);
        if their_fives > 1 && !R::RULE.has_blocked_ends() {
            return Found::NoWin;
        }
        let must = (their_fives > 0).then(|| threat::answers_to_fives(board, them));
        let allowed = |points: PointSet| must.map_or(points, |must| points & must);
        if let Some(first) = allowed(threat::winning_fours(board, us)).first() {
            return if plies >= 3 { Found::Win { first, plies: 3 } } else { Found::Cut };
        }
        if !threat::has_four(board, us) {
            if self.looks_ahead() {
                self.memory.put(board.hash(), Known::NoWin);
            }
            return Found::NoWin;
        }
        match self.memory.get(board.hash()) {
            Some(Known::NoWin) => return Found::NoWin,
            Some(Known::Win { first, plies: known }) if known <= plies && board.is_legal(first, us) => {
                return Found::Win { first, plies: known };
            }
            _ => {}
        }
        if plies < 5 {
            return Found::Cut;
        }
        let fours = allowed(board.points_between(us, threat::SINGLE_FOURS));
        let found = self.try_fours(board, &ordered(board, &fours, us, last), plies);
        match found {
            Found::Win { first, plies } => self.memory.put(board.hash(), Known::Win { first, plies }),
            Found::NoWin => self.memory.put(board.hash(), Known::NoWin),
            Found::Cut => {}
        }
        found
    }

    /// Tries the fours one by one.
    fn try_fours<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        fours: &ArrayVec<(i32, Point), MOST_FOURS>,
        plies: u16,
    ) -> Found {
        let us = board.to_move();
        let mut is_cut = fours.is_full();
        let after = self.hashes_after(board, fours);
        for (at, (_, four)) in fours.iter().enumerate() {
            if R::HAS_FOULS && !board.is_legal(*four, us) {
                continue;
            }
            match after.get(at).and_then(|hash| self.memory.get((*hash)?)) {
                Some(Known::NoWin) => continue,
                Some(Known::Win { plies: known, .. }) if known + 2 <= plies => {
                    return Found::Win { first: *four, plies: known + 2 };
                }
                _ => {}
            }
            if self.nodes >= self.next_look && self.is_over() {
                return Found::Cut;
            }
            self.nodes += 1;
            board.play(*four);
            let after = self.answer(board, plies - 1, *four);
            board.undo();
            match after {
                Found::Win { plies, .. } => return Found::Win { first: *four, plies: plies + 1 },
                Found::Cut => is_cut = true,
                Found::NoWin => {}
            }
        }
        if is_cut { Found::Cut } else { Found::NoWin }
    }

    /// The hashes after each four and its answer, where they will be asked for: none, or as many as fours.
    #[inline]
    fn hashes_after<R: RuleType>(
        &self,
        board: &Board<R>,
        fours: &ArrayVec<(i32, Point), MOST_FOURS>,
    ) -> ArrayVec<Option<u64>, MOST_FOURS> {
        let mut hashes = ArrayVec::new();
        if self.looks_ahead() && line::is_plain::<R>() {
            for (_, four) in fours {
                let answer = threat::five_after(board, *four, board.to_move());
                let hash = answer.map(|answer| board.hash_after_both(*four, answer));
                hash.inspect(|hash| self.memory.expect(*hash));
                hashes.push(hash);
            }
        }
        hashes
    }

    /// The defender to move, with a four to answer: all answers must lose.
    fn answer<R: RuleType>(&mut self, board: &mut Board<R>, plies: u16, four: Point) -> Found {
        let us = board.to_move().opponent();
        if !R::RULE.has_blocked_ends() {
            // A single four has one five point, and only a stone there stops it.
            let Some(five) = board.first_point(us, PointClass::Five) else { return Found::NoWin };
            // Nor does the answer ever give the attacker a four.
            if !R::HAS_FOULS && !threat::has_four(board, us) {
                if self.looks_ahead() {
                    self.memory.put(board.hash_after(five), Known::NoWin);
                }
                return Found::NoWin;
            }
            return self.after_answer(board, plies, four, five);
        }
        let mut worst = Found::Win { first: four, plies: 2 };
        for answer in &threat::answers_to_fives(board, us) {
            let after = self.after_answer(board, plies, four, answer);
            match (after, worst) {
                (Found::Win { plies, .. }, Found::Win { plies: longest, .. }) if plies <= longest => {}
                (Found::Win { .. }, _) => worst = after,
                _ => return after,
            }
        }
        worst
    }

    fn after_answer<R: RuleType>(
        &mut self,
        board: &mut Board<R>,
        plies: u16,
        four: Point,
        answer: Point,
    ) -> Found {
        self.nodes += 1;
        self.memory.expect(board.hash_after(answer));
        board.play(answer);
        let found =
            if board.winner().is_some() { Found::NoWin } else { self.attack(board, plies - 1, Some(four)) };
        board.undo();
        match found {
            Found::Win { plies, .. } => Found::Win { first: answer, plies: plies + 1 },
            other => other,
        }
    }
}

/// The fours, the most promising first: those that make more than a four, then those beside the last stone.
fn ordered<R: RuleType>(
    board: &Board<R>,
    fours: &PointSet,
    us: Colour,
    last: Option<Point>,
) -> ArrayVec<(i32, Point), MOST_FOURS> {
    let mut list: ArrayVec<(i32, Point), MOST_FOURS> = ArrayVec::new();
    for p in fours {
        let far = last.map_or(0, |last| p.steps_to(last).min(5) as i32);
        if list.try_push((i32::from(board.class(p, us).code()) * 8 - far, p)).is_err() {
            break;
        }
    }
    // Stable, so that the order does not depend on the sorting.
    list.sort_by_key(|(promise, _)| -promise);
    list
}
