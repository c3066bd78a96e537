//! New patterns from old ones: both constructions of section 2.5.
//!
//! By the lemmas: each function checks what its lemma asks for, builds the pattern and says both what the lemma
//! promises and what the restricted game makes of it. By threat sequences: the moves with which the owner wins when
//! he moves first, each with the answers that stop what it threatens.

use super::blocks::{Mask, singles};
use super::class::{Class, Kind, Strength, classify};
use super::decompose::decompose;
use super::game::{Game, Shape, SolveError};
use super::pattern::{Cell, Pattern, Square};
use std::fmt::{self, Display, Formatter};

/// A pattern made by a lemma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construction {
    /// The new pattern.
    pub pattern: Pattern,
    /// What the lemma promises, "or stronger".
    pub promised: Kind,
    /// The defence that the lemma promises an attack to have; empty where it says nothing.
    pub promised_defence: Vec<Square>,
    /// What the new pattern is.
    pub class: Class,
}

impl Construction {
    fn new(
        pattern: Pattern,
        promised: Kind,
        mut promised_defence: Vec<Square>,
    ) -> Result<Self, ConstructionError> {
        promised_defence.sort_unstable();
        promised_defence.dedup();
        let class = classify(&pattern)?;
        Ok(Self { pattern, promised, promised_defence, class })
    }

    /// Is the pattern of the promised type and speed, or stronger?
    pub fn keeps_promise(&self) -> bool {
        let loosest = |kind| Strength::new(kind, usize::MAX);
        loosest(self.class.kind) >= loosest(self.promised)
    }
}

/// Why a lemma does not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstructionError {
    /// The lemma starts from another kind of pattern.
    WrongKind {
        /// What it starts from.
        wanted: &'static str,
        /// What was given.
        found: Kind,
    },
    /// There is no stone of the owner on this square to empty.
    NoStone(Square),
    /// The two patterns disagree on a common square, or belong to different players.
    NotCompatible,
    /// The defences are not disjoint.
    DefencesMeet(Vec<Square>),
    /// The defences are disjoint: the union is a victory, not an attack.
    DefencesDoNotMeet,
    /// The square does not trigger both threats.
    NotACommonTrigger(Square),
    /// The owner cannot play there, or no longer wins if he does.
    NotAWinningMove(Square),
    /// A restricted game could not be solved.
    Unsolved(SolveError),
}

impl Display for ConstructionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongKind { wanted, found } => write!(f, "the lemma needs {wanted}, not {found}"),
            Self::NoStone(square) => {
                write!(f, "no stone of the owner at row {}, column {}", square.row, square.column)
            }
            Self::NotCompatible => f.write_str("the two patterns are not compatible"),
            Self::DefencesMeet(common) => {
                write!(f, "the defences have {} common squares", common.len())
            }
            Self::DefencesDoNotMeet => f.write_str("the defences have no common square"),
            Self::NotACommonTrigger(square) => {
                write!(f, "row {}, column {} is not a trigger of both threats", square.row, square.column)
            }
            Self::NotAWinningMove(square) => write!(
                f,
                "row {}, column {} is not a move that wins the restricted game",
                square.row, square.column
            ),
            Self::Unsolved(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConstructionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unsolved(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SolveError> for ConstructionError {
    fn from(error: SolveError) -> Self {
        Self::Unsolved(error)
    }
}

/// Lemma 1: emptying a stone of a victory of `n` steps gives an attack of `n + 1` steps or stronger.
///
/// # Errors
/// The pattern is not a victory, has no stone there, or cannot be solved.
pub fn simple_attack(victory: &Pattern, square: Square) -> Result<Construction, ConstructionError> {
    let Kind::Victory { steps } = classify(victory)?.kind else {
        return wrong_kind("a victory", victory);
    };
    let promised = Kind::Attack { steps: steps + 1 };
    Construction::new(emptied(victory, square)?, promised, Vec::new())
}

/// Lemma 2: emptying a stone of an attack of `n` steps gives a threat of `n + 1` steps or stronger.
///
/// # Errors
/// The pattern is not an attack, has no stone there, or cannot be solved.
pub fn simple_threat(attack: &Pattern, square: Square) -> Result<Construction, ConstructionError> {
    let (steps, _) = attack_of(attack)?;
    let promised = Kind::Threat { steps: steps + 1 };
    Construction::new(emptied(attack, square)?, promised, Vec::new())
}

/// Lemma 3: two attacks with disjoint defences make a victory, not slower than the slower attack.
///
/// # Errors
/// One is not an attack, they are not compatible, their defences meet, or a pattern cannot be solved.
pub fn combination_victory(one: &Pattern, two: &Pattern) -> Result<Construction, ConstructionError> {
    let (one_steps, one_defence) = attack_of(one)?;
    let (two_steps, two_defence) = attack_of(two)?;
    let union = joined(one, two)?;
    let common = common_squares(&one_defence, &two_defence);
    if !common.is_empty() {
        return Err(ConstructionError::DefencesMeet(common));
    }
    let promised = Kind::Victory { steps: one_steps.max(two_steps) };
    Construction::new(union, promised, Vec::new())
}

/// Lemma 4: two attacks whose defences meet make an attack with only the common squares as defence.
///
/// # Errors
/// One is not an attack, they are not compatible, their defences are disjoint, or a pattern cannot be solved.
pub fn intersection_attack(one: &Pattern, two: &Pattern) -> Result<Construction, ConstructionError> {
    let (one_steps, one_defence) = attack_of(one)?;
    let (two_steps, two_defence) = attack_of(two)?;
    let union = joined(one, two)?;
    let common = common_squares(&one_defence, &two_defence);
    if common.is_empty() {
        return Err(ConstructionError::DefencesDoNotMeet);
    }
    let promised = Kind::Attack { steps: one_steps.min(two_steps) };
    Construction::new(union, promised, common)
}

/// Lemma 5: two threats with a common trigger, whose defences for it are disjoint, make an attack.
///
/// # Errors
/// One is not a threat, they are not compatible, the trigger is not common, the defences meet, or a pattern cannot
/// be solved.
pub fn combination_attack(
    one: &Pattern,
    two: &Pattern,
    trigger: Square,
) -> Result<Construction, ConstructionError> {
    let (one_steps, one_defence) = triggered(one, trigger)?;
    let (two_steps, two_defence) = triggered(two, trigger)?;
    let union = joined(one, two)?;
    let common = common_squares(&one_defence, &two_defence);
    if !common.is_empty() {
        return Err(ConstructionError::DefencesMeet(common));
    }
    let promised = Kind::Attack { steps: 1 + one_steps.max(two_steps) };
    let defence = [vec![trigger], one_defence, two_defence].concat();
    Construction::new(union, promised, defence)
}

/// The stones that both attacks of a victory share.
///
/// Emptying one of these gives a new attack; emptying any other stone leaves one of the two attacks standing.
///
/// # Errors
/// The pattern is not a victory or cannot be solved.
pub fn intersection_squares(victory: &Pattern) -> Result<Vec<Square>, ConstructionError> {
    let parts = decompose(victory)?;
    let [one, two] = parts.as_slice() else {
        return wrong_kind("a victory of at least one step", victory);
    };
    let owner = Cell::Stone(victory.owner());
    Ok(one
        .pattern
        .cells()
        .filter(|&(square, cell)| cell == owner && two.pattern.cell(square).is_some())
        .map(|(square, _)| square)
        .collect())
}

fn wrong_kind<T>(wanted: &'static str, pattern: &Pattern) -> Result<T, ConstructionError> {
    let found = classify(pattern)?.kind;
    Err(ConstructionError::WrongKind { wanted, found })
}

fn attack_of(pattern: &Pattern) -> Result<(u8, Vec<Square>), ConstructionError> {
    let class = classify(pattern)?;
    match class.kind {
        Kind::Attack { steps } => Ok((steps, class.defence)),
        found => Err(ConstructionError::WrongKind { wanted: "an attack", found }),
    }
}

fn triggered(pattern: &Pattern, trigger: Square) -> Result<(u8, Vec<Square>), ConstructionError> {
    let class = classify(pattern)?;
    if !matches!(class.kind, Kind::Threat { .. }) {
        return Err(ConstructionError::WrongKind { wanted: "a threat", found: class.kind });
    }
    class
        .defences
        .into_iter()
        .find(|each| each.trigger == trigger)
        .map(|each| (each.attack_steps, each.squares))
        .ok_or(ConstructionError::NotACommonTrigger(trigger))
}

fn emptied(pattern: &Pattern, square: Square) -> Result<Pattern, ConstructionError> {
    match pattern.cell(square) {
        Some(Cell::Stone(player)) if player == pattern.owner() => pattern.emptying(square),
        _ => None,
    }
    .ok_or(ConstructionError::NoStone(square))
}

fn joined(one: &Pattern, two: &Pattern) -> Result<Pattern, ConstructionError> {
    if one.owner() != two.owner() {
        return Err(ConstructionError::NotCompatible);
    }
    one.union(two).ok_or(ConstructionError::NotCompatible)
}

fn common_squares(one: &[Square], two: &[Square]) -> Vec<Square> {
    one.iter().filter(|square| two.contains(square)).copied().collect()
}

/// One move of a threat sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatStep {
    /// Where the owner plays.
    pub play: Square,
    /// How many stones he would then need if he were not answered; 0 if the move is the five itself.
    pub threatens: u8,
    /// The answers that stop this. None: the move has placed a victory as fast as what it threatens.
    pub answers: Vec<Square>,
    /// The answer that holds out longest, the first of them row by row; none after the five.
    pub reply: Option<Square>,
    /// The pattern after the move and the reply.
    pub after: Pattern,
}

/// The sequence with which the owner wins the restricted game when he moves first, from the first move to the five.
///
/// Of equally fast moves the one that threatens fastest is played, then the one with the fewest answers. Empty if
/// the pattern is neither an attack nor a victory, or is a five already.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn threat_sequence(pattern: &Pattern) -> Result<Vec<ThreatStep>, SolveError> {
    let (game, shape) = Game::of(pattern, pattern.owner())?;
    let mut study = Study { game, shape, board: pattern.clone(), sequence: Vec::new() };
    study.play_out()?;
    Ok(study.sequence)
}

/// The same, but the owner begins with these moves, which need not be the fastest.
///
/// # Errors
/// One of the moves is not on an empty square or gives the win away, or the pattern cannot be solved.
pub fn threat_sequence_through(
    pattern: &Pattern,
    plays: &[Square],
) -> Result<Vec<ThreatStep>, ConstructionError> {
    let (game, shape) = Game::of(pattern, pattern.owner())?;
    let mut study = Study { game, shape, board: pattern.clone(), sequence: Vec::new() };
    for &play in plays {
        let lost = ConstructionError::NotAWinningMove(play);
        let empties = study.game.empties(study.shape);
        let square = study.game.mask_of(play).unwrap_or(0) & empties;
        let placed = study.shape.with_us(square);
        if square == 0 || study.game.wins_second(placed)?.is_none() {
            return Err(lost);
        }
        let turn = turn_after(&mut study.game, placed, square)?;
        study.take(&turn);
    }
    study.play_out()?;
    Ok(study.sequence)
}

/// A restricted game on its way to the five.
struct Study {
    game: Game,
    shape: Shape,
    board: Pattern,
    sequence: Vec<ThreatStep>,
}

impl Study {
    /// Plays the most forcing of the fastest moves until the five is there or there is no win.
    fn play_out(&mut self) -> Result<(), SolveError> {
        while let Some(stones) = self.game.wins_first(self.shape)?.filter(|&stones| stones > 0) {
            let Some(turn) = best_turn(&mut self.game, self.shape, stones)? else {
                break;
            };
            self.take(&turn);
        }
        Ok(())
    }

    fn take(&mut self, turn: &Turn) {
        let owner = self.board.owner();
        self.shape = self.shape.with_us(turn.play).with_them(turn.reply);
        let reply = self.game.squares_in(turn.reply).first().copied();
        for play in self.game.squares_in(turn.play) {
            let moves = [(Some(play), owner), (reply, owner.other())];
            for (square, player) in moves {
                if let Some(next) = square.and_then(|square| self.board.filling(square, player)) {
                    self.board = next;
                }
            }
            self.sequence.push(ThreatStep {
                play,
                threatens: turn.threatens,
                answers: self.game.squares_in(turn.answers),
                reply,
                after: self.board.clone(),
            });
        }
    }
}

/// A move with its consequences, as sets of squares.
struct Turn {
    play: Mask,
    threatens: u8,
    answers: Mask,
    reply: Mask,
}

/// The most forcing of the moves that win within `stones`.
fn best_turn(game: &mut Game, shape: Shape, stones: u8) -> Result<Option<Turn>, SolveError> {
    let mut best: Option<Turn> = None;
    for play in singles(game.empties(shape)) {
        let placed = shape.with_us(play);
        if game.wins_second(placed)?.is_none_or(|more| more >= stones) {
            continue;
        }
        let turn = turn_after(game, placed, play)?;
        let rank = |turn: &Turn| (turn.threatens, turn.answers.count_ones());
        if best.as_ref().is_none_or(|other| rank(&turn) < rank(other)) {
            best = Some(turn);
        }
    }
    Ok(best)
}

fn turn_after(game: &mut Game, placed: Shape, play: Mask) -> Result<Turn, SolveError> {
    let threatens = game.wins_first(placed)?.unwrap_or(0);
    let mut turn = Turn { play, threatens, answers: 0, reply: 0 };
    if threatens == 0 {
        return Ok(turn);
    }
    let mut longest = 0;
    for answer in singles(game.empties(placed)) {
        let stones = game.wins_first(placed.with_them(answer))?.unwrap_or(u8::MAX);
        if stones > threatens {
            turn.answers |= answer;
        }
        if stones > longest {
            longest = stones;
            turn.reply = answer;
        }
    }
    Ok(turn)
}
