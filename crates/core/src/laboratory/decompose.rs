//! The attacks that a victory is made of (Lemma 6).
//!
//! Named attacks are tried first, strongest first, so that the paper's decompositions come out as the paper draws
//! them. What the names do not settle is carved out of the victory itself: squares are taken away as long as what is
//! left still wins against every square of the first attack's defence.

use super::blocks::{Mask, singles};
use super::class::{Bench, Class, Kind};
use super::game::{Game, Shape, SolveError};
use super::names::{self, Found, Name};
use super::pattern::Pattern;

/// One attack inside a victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The attack as a subset of the victory.
    pub pattern: Pattern,
    /// What it is when it stands alone.
    pub class: Class,
    /// The names that its strength earns, strongest first.
    pub names: Vec<Name>,
}

/// Two attacks with disjoint defences inside a victory of at least one step, neither slower than the victory.
///
/// Empty for a pattern that is not such a victory, and for a victory in which none were found.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn decompose(pattern: &Pattern) -> Result<Vec<Part>, SolveError> {
    let (mut bench, shape) = Bench::of(pattern)?;
    let Kind::Victory { steps } = bench.kind(shape)? else {
        return Ok(Vec::new());
    };
    let found = names::find(&mut bench, shape)?;
    parts_of(&mut bench, pattern, shape, steps, &found)
}

/// The parts of a victory of `steps` in which `found` is all that has a name.
pub(super) fn parts_of(
    bench: &mut Bench,
    pattern: &Pattern,
    shape: Shape,
    steps: u8,
    found: &[Found],
) -> Result<Vec<Part>, SolveError> {
    if steps == 0 {
        return Ok(Vec::new());
    }
    let Some((one, two)) = split(bench, shape, steps, found)? else {
        return Ok(Vec::new());
    };
    [one, two].into_iter().map(|squares| part(bench, pattern, shape, squares)).collect()
}

fn part(bench: &mut Bench, pattern: &Pattern, shape: Shape, squares: Mask) -> Result<Part, SolveError> {
    let alone = shape.without(!squares);
    let class = bench.outline(alone)?.with_coordinates(&bench.game);
    let names = names::find(bench, alone)?
        .iter()
        .map(|found| found.name)
        .filter(|name| name.fits(class.strength))
        .collect();
    let kept = bench.game.squares_in(squares);
    Ok(Part {
        pattern: pattern.restricted_to(|square| kept.contains(&square)),
        class,
        names: without_repeats(names),
    })
}

/// The same names, each once.
pub(super) fn without_repeats(mut names: Vec<Name>) -> Vec<Name> {
    names.sort_unstable();
    names.dedup();
    names
}

/// The squares of the two attacks.
fn split(
    bench: &mut Bench,
    shape: Shape,
    steps: u8,
    found: &[Found],
) -> Result<Option<(Mask, Mask)>, SolveError> {
    let attacks: Vec<Found> = found
        .iter()
        .filter(|found| match found.name.strength().kind() {
            Kind::Attack { steps: attack } => attack <= steps,
            _ => false,
        })
        .copied()
        .collect();
    if let Some(pair) = named_pair(shape, &attacks) {
        return Ok(Some(pair));
    }
    for attack in &attacks {
        if let Some(other) = carve(bench, shape, steps, attack.defence)? {
            return Ok(Some((other, attack.squares)));
        }
    }
    for square in singles(bench.game.empties(shape)) {
        let Some(first) = carve(bench, shape, steps, square)? else {
            continue;
        };
        let defence = bench.attack_defence(shape.without(!first))?;
        if let Some(second) = carve(bench, shape, steps, defence)? {
            return Ok(Some((first, second)));
        }
    }
    Ok(None)
}

/// The strongest two named attacks with disjoint defences; of equals those with a common stone, then the smallest.
fn named_pair(shape: Shape, attacks: &[Found]) -> Option<(Mask, Mask)> {
    let mut best = None;
    for (index, one) in attacks.iter().enumerate() {
        for two in &attacks[index + 1..] {
            if one.defence & two.defence != 0 {
                continue;
            }
            let are_strangers = one.squares & two.squares & shape.us == 0;
            let size = (one.squares | two.squares).count_ones();
            let rank = (are_strangers, one.name, two.name, size);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, (one.squares, two.squares)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// The squares of an attack of at most `steps` steps that survives every square of `defence`, if carving finds one.
fn carve(bench: &mut Bench, shape: Shape, steps: u8, defence: Mask) -> Result<Option<Mask>, SolveError> {
    let mut left = shape;
    if !survives(&mut bench.game, left, steps, defence)? {
        return Ok(None);
    }
    for square in singles(bench.game.present(shape)) {
        let smaller = left.without(square);
        if survives(&mut bench.game, smaller, steps, defence)? {
            left = smaller;
        }
    }
    let is_attack = matches!(bench.kind(left)?, Kind::Attack { .. });
    Ok(is_attack.then(|| bench.game.present(left)))
}

fn survives(game: &mut Game, shape: Shape, steps: u8, defence: Mask) -> Result<bool, SolveError> {
    for square in singles(defence) {
        let wins = game.wins_first(shape.without(square))?;
        if wins.is_none_or(|stones| stones == 0 || stones > steps) {
            return Ok(false);
        }
    }
    Ok(true)
}
