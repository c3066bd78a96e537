//! The rules as data: who wins with what, and where the first stones may go.
//!
//! [`Rule`] is the enum at the edge (files, protocols, arguments). Inside, a rule is a type
//! ([`RuleType`]) so that the board is compiled once a rule; [`with_rule!`](crate::with_rule) is the
//! one place where the enum becomes the type.

use crate::colour::Colour;
use crate::geometry::{Point, Size};
use std::fmt;
use std::str::FromStr;

/// What one side needs for a win, and what it must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinCondition {
    /// Five or more in a row.
    FiveOrMore,
    /// Exactly five in a row; six or more is nothing.
    ExactlyFive,
    /// Exactly five; an overline, two fours or two threes with one stone are fouls (renju's Black).
    ExactlyFiveWithFouls,
    /// Six or more, or five of which at most one end is blocked by an opponent's stone (the edge does not block).
    Caro,
    /// Exactly five of which at most one end is blocked by an opponent's stone.
    CaroStandard,
}

/// The rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// Five or more wins, for both.
    #[default]
    Freestyle,
    /// Exactly five wins, for both.
    Standard,
    /// Black needs exactly five and has forbidden points; White needs five or more.
    Renju,
    /// Gomocup rule 8.
    Caro,
    /// Gomocup rule 9.
    CaroStandard,
    /// The attacker needs exactly five, the defender five or more. A win of the attacker holds under
    /// freestyle and standard alike, which is why proofs use it.
    Mixed {
        /// Who needs exactly five.
        attacker: Colour,
    },
}

impl Rule {
    /// Every rule, `Mixed` with both attackers.
    pub const ALL: [Self; 7] = [
        Self::Freestyle,
        Self::Standard,
        Self::Renju,
        Self::Caro,
        Self::CaroStandard,
        Self::Mixed { attacker: Colour::Black },
        Self::Mixed { attacker: Colour::White },
    ];

    /// What this side needs for a win.
    pub const fn condition(self, side: Colour) -> WinCondition {
        match self {
            Self::Freestyle => WinCondition::FiveOrMore,
            Self::Standard => WinCondition::ExactlyFive,
            Self::Renju => match side {
                Colour::Black => WinCondition::ExactlyFiveWithFouls,
                Colour::White => WinCondition::FiveOrMore,
            },
            Self::Caro => WinCondition::Caro,
            Self::CaroStandard => WinCondition::CaroStandard,
            Self::Mixed { attacker } => {
                if attacker as u8 == side as u8 {
                    WinCondition::ExactlyFive
                } else {
                    WinCondition::FiveOrMore
                }
            }
        }
    }

    /// Whether a five does not win with both ends blocked, so that it can be stopped from beside it, and one stone may stop
    /// two.
    pub const fn has_blocked_ends(self) -> bool {
        matches!(self, Self::Caro | Self::CaroStandard)
    }

    /// Whether both sides play under the same condition, so that colours can be exchanged.
    pub const fn is_colour_blind(self) -> bool {
        !matches!(self, Self::Renju | Self::Mixed { .. })
    }

    /// The name that [`Rule::from_str`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroStandard => "caro-standard",
            Self::Mixed { attacker: Colour::Black } => "mixed",
            Self::Mixed { attacker: Colour::White } => "mixed-white",
        }
    }

    /// The number of `INFO rule` in the Gomocup protocol; `mixed` has none.
    pub const fn gomocup_number(self) -> Option<u8> {
        match self {
            Self::Freestyle => Some(0),
            Self::Standard => Some(1),
            Self::Renju => Some(4),
            Self::Caro => Some(8),
            Self::CaroStandard => Some(9),
            Self::Mixed { .. } => None,
        }
    }

    /// The rule of a Gomocup number. Both 4 (Gomocup) and 2 (Yixin) mean renju, since nobody plays
    /// the continuous game that Gomocup's bit 2 once meant.
    pub const fn from_gomocup_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Freestyle),
            1 => Some(Self::Standard),
            2 | 4 => Some(Self::Renju),
            8 => Some(Self::Caro),
            9 => Some(Self::CaroStandard),
            _ => None,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule name that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown rule `{}`: use freestyle, standard, renju, caro, caro-standard, mixed, mixed-white, or a Gomocup number (0, 1, 4, 8, 9)",
            self.0
        )
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        let wanted = text.trim().to_ascii_lowercase();
        let wanted = if wanted == "mixed-black" { "mixed" } else { &wanted };
        let named = Self::ALL.into_iter().find(|rule| rule.name() == wanted);
        let numbered = || wanted.parse().ok().and_then(Self::from_gomocup_number);
        named.or_else(numbered).ok_or_else(|| UnknownRule(text.to_owned()))
    }
}

/// A rule as a type: the board and everything above it is compiled once a rule.
pub trait RuleType: Copy + Send + Sync + 'static {
    /// The rule at the edge.
    const RULE: Rule;
    /// How many squares to each side of a stone can change what the stone makes of its line.
    /// Five-or-more looks at five blocks of five squares (4 each way); exactness and Caro's blocked
    /// ends look one square further.
    const REACH: usize;
    /// Whether Black has forbidden points.
    const HAS_FOULS: bool;
}

macro_rules! rule_types {
    ($($(#[$doc:meta])* $name:ident = $rule:expr, $reach:literal, $fouls:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl RuleType for $name {
            const RULE: Rule = $rule;
            const REACH: usize = $reach;
            const HAS_FOULS: bool = $fouls;
        }
    )*};
}

rule_types! {
    /// [`Rule::Freestyle`] as a type.
    Freestyle = Rule::Freestyle, 4, false;
    /// [`Rule::Standard`] as a type.
    Standard = Rule::Standard, 5, false;
    /// [`Rule::Renju`] as a type.
    Renju = Rule::Renju, 5, true;
    /// [`Rule::Caro`] as a type.
    Caro = Rule::Caro, 5, false;
    /// [`Rule::CaroStandard`] as a type.
    CaroStandard = Rule::CaroStandard, 5, false;
    /// [`Rule::Mixed`] with Black as the attacker.
    MixedBlack = Rule::Mixed { attacker: Colour::Black }, 5, false;
    /// [`Rule::Mixed`] with White as the attacker.
    MixedWhite = Rule::Mixed { attacker: Colour::White }, 5, false;
}

/// The one dispatch from the enum to the type: `with_rule!(rule, R => body)` runs `body` with `R`
/// bound to the [`RuleType`] of `rule`.
#[macro_export]
macro_rules! with_rule {
    ($rule:expr, $name:ident => $body:expr) => {
        match $rule {
            $crate::rule::Rule::Freestyle => {
                type $name = $crate::rule::Freestyle;
                $body
            }
            $crate::rule::Rule::Standard => {
                type $name = $crate::rule::Standard;
                $body
            }
            $crate::rule::Rule::Renju => {
                type $name = $crate::rule::Renju;
                $body
            }
            $crate::rule::Rule::Caro => {
                type $name = $crate::rule::Caro;
                $body
            }
            $crate::rule::Rule::CaroStandard => {
                type $name = $crate::rule::CaroStandard;
                $body
            }
            $crate::rule::Rule::Mixed { attacker: $crate::colour::Colour::Black } => {
                type $name = $crate::rule::MixedBlack;
                $body
            }
            $crate::rule::Rule::Mixed { attacker: $crate::colour::Colour::White } => {
                type $name = $crate::rule::MixedWhite;
                $body
            }
        }
    };
}

/// Part of a board, for first-move restrictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The centre point alone.
    Centre,
    /// Outside the square of this odd side around the centre.
    OutsideCentral(u8),
    /// On one of this many outermost lines.
    OuterLines(u8),
}

impl Region {
    /// Whether the point of a board of this size belongs to the region.
    pub fn contains(self, p: Point, size: Size) -> bool {
        match self {
            Self::Centre => p == size.centre(),
            Self::OutsideCentral(side) => {
                let centre = size.centre();
                p.steps_to(centre) > usize::from(side / 2)
            }
            Self::OuterLines(lines) => {
                let to_edge = |at: u8, length: u8| at.min(length - 1 - at);
                to_edge(p.x(), size.width()).min(to_edge(p.y(), size.height())) < lines
            }
        }
    }
}

/// Where the first stones may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Opening {
    /// Anywhere.
    #[default]
    Free,
    /// Lin's rule: the first stone on the two outer lines (104 points on 15x15).
    OuterOpen,
    /// First stone in the centre, third outside the central 5x5.
    Pro,
    /// First stone in the centre, third outside the central 7x7.
    LongPro,
}

impl Opening {
    /// Every restriction.
    pub const ALL: [Self; 4] = [Self::Free, Self::OuterOpen, Self::Pro, Self::LongPro];

    /// The restrictions as data: stone number from 0, and where that stone must go.
    pub const fn restrictions(self) -> &'static [(usize, Region)] {
        match self {
            Self::Free => &[],
            Self::OuterOpen => &[(0, Region::OuterLines(2))],
            Self::Pro => &[(0, Region::Centre), (2, Region::OutsideCentral(5))],
            Self::LongPro => &[(0, Region::Centre), (2, Region::OutsideCentral(7))],
        }
    }

    /// Where stone number `stone` (from 0) must go, or `None` for anywhere.
    pub fn region(self, stone: usize) -> Option<Region> {
        self.restrictions().iter().find(|(number, _)| *number == stone).map(|(_, region)| *region)
    }

    /// Whether stone number `stone` (from 0) may be put on `p`.
    pub fn allows(self, stone: usize, p: Point, size: Size) -> bool {
        self.region(stone).is_none_or(|region| region.contains(p, size))
    }

    /// The name that [`Opening::from_str`] reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::OuterOpen => "outer-open",
            Self::Pro => "pro",
            Self::LongPro => "long-pro",
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name of a first-move restriction that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOpening(pub String);

impl fmt::Display for UnknownOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown first-move restriction `{}`: use free, outer-open, pro or long-pro", self.0)
    }
}

impl std::error::Error for UnknownOpening {}

impl FromStr for Opening {
    type Err = UnknownOpening;

    fn from_str(text: &str) -> Result<Self, UnknownOpening> {
        let wanted = text.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(|o| o.name() == wanted).ok_or_else(|| UnknownOpening(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_read_back() {
        for rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            if let Some(number) = rule.gomocup_number() {
                assert_eq!(Rule::from_gomocup_number(number.into()), Some(rule));
                assert_eq!(number.to_string().parse(), Ok(rule));
            }
            assert_eq!(with_rule!(rule, R => R::RULE), rule);
        }
        for opening in Opening::ALL {
            assert_eq!(opening.name().parse(), Ok(opening));
        }
        assert!("go".parse::<Rule>().is_err());
        assert!("3".parse::<Rule>().is_err());
    }

    #[test]
    fn outer_open_allows_104_first_points_on_fifteen() {
        let allowed = |stone| {
            Size::FIFTEEN.points().filter(|p| Opening::OuterOpen.allows(stone, *p, Size::FIFTEEN)).count()
        };
        assert_eq!(allowed(0), 104);
        assert_eq!(allowed(1), 225);
    }

    #[test]
    fn pro_wants_the_centre_and_then_distance() {
        let count = |opening: Opening, stone| {
            Size::FIFTEEN.points().filter(|p| opening.allows(stone, *p, Size::FIFTEEN)).count()
        };
        assert_eq!([count(Opening::Pro, 0), count(Opening::Pro, 1), count(Opening::Pro, 2)], [1, 225, 200]);
        assert_eq!([count(Opening::LongPro, 0), count(Opening::LongPro, 2)], [1, 176]);
    }
}
