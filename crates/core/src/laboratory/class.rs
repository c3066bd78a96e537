//! What a pattern is: victory, attack, threat or generic, with triggers, defences and strength (section 2.2).
//!
//! The paper defines these for patterns without a stone of the opponent. Here the opponent's stones, if any, simply
//! take part in the restricted game, which changes nothing for the paper's patterns.

use super::blocks::{Mask, singles};
use super::game::{Game, Shape, SolveError};
use super::pattern::{Pattern, Square};
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// The type of a pattern and its number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The owner wins the restricted game even if he moves second (Definition 3).
    Victory {
        /// Stones that he places when he moves second; 0 for a five.
        steps: u8,
    },
    /// Not a victory, but one stone makes it one (Definition 4).
    Attack {
        /// Stones that he places when he moves first, at least 1.
        steps: u8,
    },
    /// Neither, but one stone makes it an attack (Definition 5).
    Threat {
        /// One more than the fastest of these attacks, at least 2.
        steps: u8,
    },
    /// None of the three.
    Generic,
}

impl Kind {
    /// The number of steps, if the kind has one.
    pub const fn steps(self) -> Option<u8> {
        match self {
            Self::Victory { steps } | Self::Attack { steps } | Self::Threat { steps } => Some(steps),
            Self::Generic => None,
        }
    }

    /// Does the owner win the restricted game if he moves first?
    pub const fn wins_moving_first(self) -> bool {
        matches!(self, Self::Victory { .. } | Self::Attack { .. })
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Generic => 0,
            Self::Threat { .. } => 1,
            Self::Attack { .. } => 2,
            Self::Victory { .. } => 3,
        }
    }
}

/// The paper's symbol: `V1`, `A2`, `T3`, or `generic`.
impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Victory { steps } => write!(f, "V{steps}"),
            Self::Attack { steps } => write!(f, "A{steps}"),
            Self::Threat { steps } => write!(f, "T{steps}"),
            Self::Generic => f.write_str("generic"),
        }
    }
}

/// How strong a pattern is. Greater is stronger: first by type (victory over attack over threat over generic), then
/// by fewer steps, then by a smaller defence. All generic patterns are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strength {
    kind: Kind,
    defence_size: usize,
}

impl Strength {
    /// The strength of a pattern of this kind. The defence of victories and generic patterns has no size.
    pub const fn new(kind: Kind, defence_size: usize) -> Self {
        let defence_size = match kind {
            Kind::Attack { .. } | Kind::Threat { .. } => defence_size,
            Kind::Victory { .. } | Kind::Generic => 0,
        };
        Self { kind, defence_size }
    }

    /// Type and steps.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The size of the defence: zero for a victory; for a threat, the smallest among its fastest triggers.
    pub const fn defence_size(self) -> usize {
        self.defence_size
    }

    fn key(self) -> (u8, Reverse<Option<u8>>, Reverse<usize>) {
        (self.kind.rank(), Reverse(self.kind.steps()), Reverse(self.defence_size))
    }
}

impl Ord for Strength {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Strength {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The attack that one trigger of a threat makes, and what stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggerDefence {
    /// Where the owner plays.
    pub trigger: Square,
    /// The steps of the attack that this makes.
    pub attack_steps: u8,
    /// The defence of that attack.
    pub squares: Vec<Square>,
}

/// The class of a pattern, with its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
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
}

/// The class of a pattern, for its owner.
///
/// # Errors
/// The pattern is too large or too hard to solve.
pub fn classify(pattern: &Pattern) -> Result<Class, SolveError> {
    let (mut bench, shape) = Bench::of(pattern)?;
    Ok(bench.outline(shape)?.with_coordinates(&bench.game))
}

/// A [`Class`] whose squares are sets of the game's indices.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) kind: Kind,
    triggers: Mask,
    fastest_triggers: Mask,
    pub(super) defence: Mask,
    defences: Vec<TriggerOutline>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TriggerOutline {
    trigger: Mask,
    attack_steps: u8,
    defence: Mask,
}

impl Outline {
    fn of(kind: Kind) -> Self {
        Self { kind, triggers: 0, fastest_triggers: 0, defence: 0, defences: Vec::new() }
    }

    pub(super) fn strength(&self) -> Strength {
        let fastest = self.defences.iter().map(|each| each.attack_steps).min();
        let smallest = self
            .defences
            .iter()
            .filter(|each| Some(each.attack_steps) == fastest)
            .map(|each| each.defence.count_ones())
            .min();
        let size = smallest.unwrap_or(self.defence.count_ones());
        Strength::new(self.kind, size as usize)
    }

    pub(super) fn with_coordinates(&self, game: &Game) -> Class {
        let squares = |mask| game.squares_in(mask);
        Class {
            kind: self.kind,
            triggers: squares(self.triggers),
            fastest_triggers: squares(self.fastest_triggers),
            defence: squares(self.defence),
            defences: self
                .defences
                .iter()
                .flat_map(|each| {
                    squares(each.trigger).into_iter().map(|trigger| TriggerDefence {
                        trigger,
                        attack_steps: each.attack_steps,
                        squares: squares(each.defence),
                    })
                })
                .collect(),
            strength: self.strength(),
        }
    }
}

/// The work bench of one pattern: its game, and the outlines already found for its sub-patterns.
pub(super) struct Bench {
    pub(super) game: Game,
    outlines: HashMap<Shape, Outline>,
}

impl Bench {
    /// The bench of a pattern for its owner, and the pattern's own shape.
    pub(super) fn of(pattern: &Pattern) -> Result<(Self, Shape), SolveError> {
        let (game, shape) = Game::of(pattern, pattern.owner())?;
        Ok((Self { game, outlines: HashMap::new() }, shape))
    }

    /// The class of a shape.
    pub(super) fn outline(&mut self, shape: Shape) -> Result<Outline, SolveError> {
        if let Some(outline) = self.outlines.get(&shape) {
            return Ok(outline.clone());
        }
        let outline = self.work_out(shape)?;
        self.outlines.insert(shape, outline.clone());
        Ok(outline)
    }

    /// Victory, attack, threat or generic, without the squares.
    pub(super) fn kind(&mut self, shape: Shape) -> Result<Kind, SolveError> {
        if let Some(steps) = self.game.wins_second(shape)? {
            return Ok(Kind::Victory { steps });
        }
        if let Some(steps) = self.game.wins_first(shape)? {
            return Ok(Kind::Attack { steps });
        }
        let mut fastest = None;
        for square in singles(self.game.empties(shape)) {
            let attack = self.game.wins_first(shape.with_us(square))?;
            fastest = fastest.into_iter().chain(attack).min();
        }
        Ok(fastest.map_or(Kind::Generic, |attack| Kind::Threat { steps: attack + 1 }))
    }

    fn work_out(&mut self, shape: Shape) -> Result<Outline, SolveError> {
        let mut outline = Outline::of(self.kind(shape)?);
        let empties = self.game.empties(shape);
        match outline.kind {
            Kind::Victory { .. } | Kind::Generic => {}
            Kind::Attack { steps } => {
                for square in singles(empties) {
                    if let Some(victory_steps) = self.game.wins_second(shape.with_us(square))? {
                        outline.triggers |= square;
                        if victory_steps + 1 == steps {
                            outline.fastest_triggers |= square;
                        }
                    }
                }
                outline.defence = self.attack_defence(shape)?;
            }
            Kind::Threat { steps } => {
                for square in singles(empties) {
                    let filled = shape.with_us(square);
                    if let Some(attack_steps) = self.game.wins_first(filled)? {
                        outline.triggers |= square;
                        if attack_steps + 1 == steps {
                            outline.fastest_triggers |= square;
                        }
                        outline.defences.push(TriggerOutline {
                            trigger: square,
                            attack_steps,
                            defence: self.attack_defence(filled)?,
                        });
                    }
                }
            }
        }
        Ok(outline)
    }

    /// The empty squares whose removal leaves neither attack nor victory.
    pub(super) fn attack_defence(&mut self, shape: Shape) -> Result<Mask, SolveError> {
        let mut defence = 0;
        for square in singles(self.game.empties(shape)) {
            if self.game.wins_first(shape.without(square))?.is_none() {
                defence |= square;
            }
        }
        Ok(defence)
    }

    /// Is the shape weaker without any one of its squares?
    pub(super) fn is_minimal(&mut self, shape: Shape) -> Result<bool, SolveError> {
        let whole = self.outline(shape)?.strength();
        if whole.kind() == Kind::Generic {
            return Ok(false);
        }
        for square in singles(self.game.present(shape)) {
            let smaller = shape.without(square);
            // The kind alone often decides; defences are counted only on a tie.
            let kind = self.kind(smaller)?;
            let loosest = Strength::new(kind, usize::MAX);
            if loosest < Strength::new(whole.kind(), usize::MAX) {
                continue;
            }
            if self.outline(smaller)?.strength() >= whole {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_orders_by_type_then_steps_then_defence() {
        let ordered = [
            Strength::new(Kind::Generic, 0),
            Strength::new(Kind::Threat { steps: 3 }, 3),
            Strength::new(Kind::Threat { steps: 3 }, 2),
            Strength::new(Kind::Threat { steps: 2 }, 1),
            Strength::new(Kind::Attack { steps: 4 }, 1),
            Strength::new(Kind::Attack { steps: 2 }, 3),
            Strength::new(Kind::Attack { steps: 2 }, 2),
            Strength::new(Kind::Attack { steps: 1 }, 1),
            Strength::new(Kind::Victory { steps: 9 }, 0),
            Strength::new(Kind::Victory { steps: 0 }, 0),
        ];
        assert!(ordered.is_sorted());
        for (weaker, stronger) in ordered.iter().zip(&ordered[1..]) {
            assert!(weaker < stronger, "{weaker:?} is weaker than {stronger:?}");
        }
    }

    #[test]
    fn victories_and_generic_patterns_have_no_defence_to_compare() {
        let victory = Kind::Victory { steps: 1 };
        assert_eq!(Strength::new(victory, 5), Strength::new(victory, 0));
    }
}
