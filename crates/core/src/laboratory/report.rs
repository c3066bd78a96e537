//! Everything the laboratory can say of one pattern.
//!
//! Beside the class this is where the trivial patterns of section 2.2 are told apart: not minimal, impossible,
//! irrational.

use super::blocks::{Mask, singles};
use super::class::{Bench, Kind, Strength, TriggerDefence};
use super::decompose::{Part, parts_of, without_repeats};
use super::game::{Game, Shape, SolveError};
use super::names::{self, Name};
use super::pattern::{Pattern, Player, Square};
use std::collections::HashSet;

/// What is known of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The player whose pattern it is.
    pub owner: Player,
    /// Number of squares.
    pub size: usize,
    /// Type and steps.
    pub kind: Kind,
    /// The squares whose filling makes a victory (of an attack) or an attack (of a threat).
    pub triggers: Vec<Square>,
    /// Those of the triggers that the number of steps comes from.
    pub fastest_triggers: Vec<Square>,
    /// The squares whose removal ends an attack; empty for the other kinds.
    pub defence: Vec<Square>,
    /// For a threat, the defence of each trigger; empty for the other kinds.
    pub defences: Vec<TriggerDefence>,
    /// Type, steps and defence size as one ordered value.
    pub strength: Strength,
    /// Is it weaker without any one of its squares?
    pub is_minimal: bool,
    /// Can it not appear in a game?
    pub is_impossible: bool,
    /// Does it contain two attacks without a common stone (Definition 6)?
    pub is_irrational: bool,
    /// The attacks that a victory is made of (Lemma 6); empty for the other kinds.
    pub parts: Vec<Part>,
    /// The names whose strength is the pattern's own: what it is, or if it is not minimal, what makes it strong.
    pub names: Vec<Name>,
    /// Every name found anywhere in it, strongest first.
    pub contained_names: Vec<Name>,
    /// How many open blocks of the owner hold one, two, ... five stones (the paper's B1 to B5).
    pub degrees: [usize; 5],
}

/// Examines a pattern for its owner.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn examine(pattern: &Pattern) -> Result<Report, SolveError> {
    let (mut bench, shape) = Bench::of(pattern)?;
    let class = bench.outline(shape)?.with_coordinates(&bench.game);
    let found = names::find(&mut bench, shape)?;
    let mut contained_names = without_repeats(found.iter().map(|each| each.name).collect());
    contained_names.extend(two_names(&mut bench, shape, class.strength, &class.defences)?);
    let names = contained_names.iter().copied().filter(|name| name.fits(class.strength)).collect();
    let parts = match class.kind {
        Kind::Victory { steps } => parts_of(&mut bench, pattern, shape, steps, &found)?,
        _ => Vec::new(),
    };
    Ok(Report {
        owner: pattern.owner(),
        size: pattern.size(),
        kind: class.kind,
        triggers: class.triggers,
        fastest_triggers: class.fastest_triggers,
        defence: class.defence,
        defences: class.defences,
        strength: class.strength,
        is_minimal: bench.is_minimal(shape)?,
        is_impossible: is_impossible(&bench.game, shape),
        is_irrational: is_irrational(&mut bench.game, shape)?,
        parts,
        names,
        contained_names,
        degrees: names::degrees(&bench, shape),
    })
}

/// D2 or W2 (section 4.2), if a trigger of a threat of three steps makes a D3 or a W3.
fn two_names(
    bench: &mut Bench,
    shape: Shape,
    strength: Strength,
    defences: &[TriggerDefence],
) -> Result<Option<Name>, SolveError> {
    let (two, three) = match strength {
        same if same == Name::D2.strength() => (Name::D2, Name::D3),
        same if same == Name::W2.strength() => (Name::W2, Name::W3),
        _ => return Ok(None),
    };
    for each in defences {
        let Some(trigger) = bench.game.mask_of(each.trigger) else {
            continue;
        };
        let found = names::find(bench, shape.with_us(trigger))?;
        if found.iter().any(|found| found.name == three) {
            return Ok(Some(two));
        }
    }
    Ok(None)
}

/// Fives of both players, or a five that no single last stone can have made.
fn is_impossible(game: &Game, shape: Shape) -> bool {
    let no_last_stone =
        |stones: Mask| game.has_five(stones) && singles(stones).all(|last| game.has_five(stones & !last));
    no_last_stone(shape.us)
        || no_last_stone(shape.them)
        || (game.has_five(shape.us) && game.has_five(shape.them))
}

/// Are there two disjoint sets of the owner's stones that each, without the other stones, contain an attack?
fn is_irrational(game: &mut Game, shape: Shape) -> Result<bool, SolveError> {
    two_disjoint(game, shape, (shape.us, shape.us), &mut HashSet::new())
}

/// Is there an attack on stones of the first set and one on stones of the second without a common stone?
///
/// Takes a smallest set of each; a stone that both need must be denied to one of them, and both denials are tried.
fn two_disjoint(
    game: &mut Game,
    shape: Shape,
    (ours, rest): (Mask, Mask),
    failed: &mut HashSet<(Mask, Mask)>,
) -> Result<bool, SolveError> {
    let question = (ours.min(rest), ours.max(rest));
    if failed.contains(&question) {
        return Ok(false);
    }
    let Some(one) = attacking_stones(game, shape, ours)? else {
        return Ok(false);
    };
    if attacking_stones(game, shape, rest & !one)?.is_some() {
        return Ok(true);
    }
    let Some(two) = attacking_stones(game, shape, rest)? else {
        return Ok(false);
    };
    // The two meet, or the search above would have found the second one.
    for contested in singles(one & two).take(1) {
        if two_disjoint(game, shape, (ours & !contested, rest), failed)?
            || two_disjoint(game, shape, (ours, rest & !contested), failed)?
        {
            return Ok(true);
        }
    }
    failed.insert(question);
    Ok(false)
}

/// Stones of the set, none of them idle, that alone contain an attack.
fn attacking_stones(game: &mut Game, shape: Shape, stones: Mask) -> Result<Option<Mask>, SolveError> {
    if !contains_attack(game, shape, stones)? {
        return Ok(None);
    }
    let mut needed = stones;
    for stone in singles(stones) {
        if contains_attack(game, shape, needed & !stone)? {
            needed &= !stone;
        }
    }
    Ok(Some(needed))
}

/// Do these stones of the owner, with all empty squares and without his other stones, contain an attack?
///
/// A five is no attack, but it may hold one: then one of its stones is idle.
fn contains_attack(game: &mut Game, shape: Shape, stones: Mask) -> Result<bool, SolveError> {
    game.count_node()?;
    let alone = shape.without(shape.us & !stones);
    if !game.has_five(stones) {
        return Ok(game.wins_first(alone)?.is_some());
    }
    let five = game.blocks().iter().map(|block| block.squares).find(|squares| squares & !stones == 0);
    for stone in singles(five.unwrap_or(0)) {
        if contains_attack(game, shape, stones & !stone)? {
            return Ok(true);
        }
    }
    Ok(false)
}
