//! The named patterns of section 2.4, found by their structure.
//!
//! Everything is built from blocks upwards, as in the paper: a block with three stones is an S3, two S3 with one
//! common empty square make a W3, two W3 with two common empty squares a D3, and so on. The restricted game is asked
//! only whether a composition is minimal and of the promised kind.

use super::blocks::{Block, Mask};
use super::class::{Bench, Kind, Strength};
use super::game::{Shape, SolveError};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// A name of the paper (sections 2.4 and 4.2). The order is the order of strength, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// Simple five: five stones in a row.
    S5,
    /// Double four: two S4 with different empty squares.
    D4,
    /// Cross four: a D4 whose S4 lie on different lines.
    C44,
    /// Cross four three, the three a D3.
    C43d,
    /// Cross four three, the three a W3.
    C43w,
    /// Cross four three: an S4 and a three on different lines, with disjoint defences.
    C43,
    /// Cross three of two D3.
    C3d3d,
    /// Cross three of a W3 and a D3.
    C3w3d,
    /// Cross three of two W3.
    C3w3w,
    /// Cross three: two threes on different lines, with disjoint defences.
    C33,
    /// Simple four: a block of degree four.
    S4,
    /// Double three: two W3 with two common empty squares.
    D3,
    /// Weak three: two S3 with one common empty square.
    W3,
    /// Simple three: a block of degree three.
    S3,
    /// Double two: one stone makes a D3.
    D2,
    /// Weak two: one stone makes a W3, none a D3.
    W2,
}

impl Name {
    /// The strength of a minimal pattern of this name.
    pub const fn strength(self) -> Strength {
        let (kind, defence_size) = match self {
            Self::S5 => (Kind::Victory { steps: 0 }, 0),
            Self::D4 | Self::C44 => (Kind::Victory { steps: 1 }, 0),
            Self::C43d | Self::C43w | Self::C43 | Self::C3d3d | Self::C3w3d | Self::C3w3w | Self::C33 => {
                (Kind::Victory { steps: 2 }, 0)
            }
            Self::S4 => (Kind::Attack { steps: 1 }, 1),
            Self::D3 => (Kind::Attack { steps: 2 }, 2),
            Self::W3 => (Kind::Attack { steps: 2 }, 3),
            Self::S3 => (Kind::Threat { steps: 2 }, 1),
            Self::D2 => (Kind::Threat { steps: 3 }, 2),
            Self::W2 => (Kind::Threat { steps: 3 }, 3),
        };
        Strength::new(kind, defence_size)
    }

    /// Is a pattern of this strength one of this name, if it contains one?
    ///
    /// Type and steps must be the name's own. The size of the defence only tells names of the same type and steps
    /// apart: every attack of one step is an S4 and every threat of two an S3.
    pub fn fits(self, strength: Strength) -> bool {
        match self {
            Self::S4 | Self::S3 => self.strength().kind() == strength.kind(),
            _ => self.strength() == strength,
        }
    }

    /// The name in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::S5 => "simple five",
            Self::D4 => "double four",
            Self::C44 => "cross four",
            Self::C43d => "cross four and double three",
            Self::C43w => "cross four and weak three",
            Self::C43 => "cross four three",
            Self::C3d3d => "cross of two double threes",
            Self::C3w3d => "cross of a weak and a double three",
            Self::C3w3w => "cross of two weak threes",
            Self::C33 => "cross three",
            Self::S4 => "simple four",
            Self::D3 => "double three",
            Self::W3 => "weak three",
            Self::S3 => "simple three",
            Self::D2 => "double two",
            Self::W2 => "weak two",
        }
    }
}

/// The paper's symbol.
impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// One occurrence of a named pattern inside a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) name: Name,
    pub(super) squares: Mask,
    pub(super) defence: Mask,
    /// The line it lies on, if one line holds it all.
    line: Option<(u8, i16)>,
}

impl Found {
    fn of_block(name: Name, block: Block, empties: Mask) -> Self {
        Self { name, squares: block.squares, defence: block.squares & empties, line: Some(block.line) }
    }

    fn joined(self, other: Self, name: Name, defence: Mask) -> Self {
        Self {
            name,
            squares: self.squares | other.squares,
            defence,
            line: self.line.filter(|_| self.line == other.line),
        }
    }
}

/// Every occurrence of a named pattern in a shape, strongest names first.
pub(super) fn find(bench: &mut Bench, shape: Shape) -> Result<Vec<Found>, SolveError> {
    let fives = simple(bench, shape, Name::S5, 5);
    let fours = simple(bench, shape, Name::S4, 4);
    let threes = simple(bench, shape, Name::S3, 3);
    let weak = weak_threes(bench, shape, &threes)?;
    let double = double_threes(bench, shape, &weak)?;
    let mut found = fives;
    found.extend(double_fours(bench, shape, &fours)?);
    let three: Vec<Found> = double.iter().chain(&weak).copied().collect();
    found.extend(crosses(bench, shape, &fours, &three)?);
    found.extend(crosses(bench, shape, &three, &three)?);
    found.extend(fours.into_iter().chain(three).chain(threes));
    found.sort_by_key(|each| (each.name, each.squares));
    found.dedup();
    Ok(found)
}

/// How many open blocks of the owner have each degree, from one to five stones.
pub(super) fn degrees(bench: &Bench, shape: Shape) -> [usize; 5] {
    let mut counts = [0; 5];
    for block in bench.game.blocks() {
        let stones = (block.squares & shape.us).count_ones() as usize;
        let is_open = block.squares & (shape.them | shape.gone) == 0;
        if let Some(index) = stones.checked_sub(1).filter(|_| is_open) {
            counts[index] += 1;
        }
    }
    counts
}

/// The open blocks with this many stones.
fn simple(bench: &Bench, shape: Shape, name: Name, degree: u32) -> Vec<Found> {
    let empties = bench.game.empties(shape);
    bench
        .game
        .blocks()
        .iter()
        .filter(|block| {
            block.squares & (shape.them | shape.gone) == 0
                && (block.squares & shape.us).count_ones() == degree
        })
        .map(|&block| Found::of_block(name, block, empties))
        .collect()
}

/// Two S4 with different empty squares, minimal, without a five.
fn double_fours(bench: &mut Bench, shape: Shape, fours: &[Found]) -> Result<Vec<Found>, SolveError> {
    let mut found = Vec::new();
    for (one, two) in pairs(fours) {
        let joined = one.joined(two, Name::D4, 0);
        if one.defence == two.defence || !is_minimal_as(bench, shape, joined)? {
            continue;
        }
        found.push(joined);
        if one.line != two.line {
            found.push(Found { name: Name::C44, ..joined });
        }
    }
    Ok(found)
}

/// Two S3 that meet in exactly one empty square, minimal, without a four or a five.
fn weak_threes(bench: &mut Bench, shape: Shape, threes: &[Found]) -> Result<Vec<Found>, SolveError> {
    let mut found = BTreeMap::new();
    for (one, two) in pairs(threes) {
        let joined = one.joined(two, Name::W3, one.defence | two.defence);
        let meet = (one.defence & two.defence).is_power_of_two();
        if meet && !found.contains_key(&joined.squares) && is_minimal_as(bench, shape, joined)? {
            found.insert(joined.squares, joined);
        }
    }
    Ok(found.into_values().collect())
}

/// Two W3 that meet in exactly two empty squares, minimal, without a four or a five.
fn double_threes(bench: &mut Bench, shape: Shape, weak: &[Found]) -> Result<Vec<Found>, SolveError> {
    let empties = bench.game.empties(shape);
    let mut found = BTreeMap::new();
    for (one, two) in pairs(weak) {
        let joined = one.joined(two, Name::D3, one.defence & two.defence);
        let meet = (one.squares & two.squares & empties).count_ones() == 2;
        if meet && !found.contains_key(&joined.squares) && is_minimal_as(bench, shape, joined)? {
            found.insert(joined.squares, joined);
        }
    }
    Ok(found.into_values().collect())
}

/// A four or three of `firsts` with a three of `seconds`, on different lines, with a common stone and disjoint
/// defences, if together they are a victory of two steps.
fn crosses(
    bench: &mut Bench,
    shape: Shape,
    firsts: &[Found],
    seconds: &[Found],
) -> Result<Vec<Found>, SolveError> {
    let mut found = Vec::new();
    for one in firsts {
        for two in seconds {
            let Some((exact, family)) = cross_names(one.name, two.name) else {
                continue;
            };
            let is_cross = one.line.is_some() && two.line.is_some() && one.line != two.line;
            let have_common_stone = one.squares & two.squares & shape.us != 0;
            if !is_cross || !have_common_stone || one.defence & two.defence != 0 {
                continue;
            }
            let joined = one.joined(*two, exact, 0);
            let alone = shape.without(!joined.squares);
            if bench.kind(alone)? == family.strength().kind() {
                found.push(joined);
                found.push(Found { name: family, ..joined });
            }
        }
    }
    Ok(found)
}

/// The name of a cross, and of its family. Of two threes the order counts, so that each pair is named once.
const fn cross_names(one: Name, two: Name) -> Option<(Name, Name)> {
    match (one, two) {
        (Name::S4, Name::D3) => Some((Name::C43d, Name::C43)),
        (Name::S4, Name::W3) => Some((Name::C43w, Name::C43)),
        (Name::D3, Name::D3) => Some((Name::C3d3d, Name::C33)),
        (Name::W3, Name::D3) => Some((Name::C3w3d, Name::C33)),
        (Name::W3, Name::W3) => Some((Name::C3w3w, Name::C33)),
        _ => None,
    }
}

/// Are these squares alone a minimal pattern of the strength that the name promises?
fn is_minimal_as(bench: &mut Bench, shape: Shape, found: Found) -> Result<bool, SolveError> {
    let alone = shape.without(!found.squares);
    let promised = found.name.strength();
    Ok(bench.kind(alone)? == promised.kind()
        && bench.outline(alone)?.strength() == promised
        && bench.is_minimal(alone)?)
}

fn pairs(found: &[Found]) -> impl Iterator<Item = (Found, Found)> + '_ {
    found.iter().enumerate().flat_map(|(index, one)| found[index + 1..].iter().map(|two| (*one, *two)))
}
