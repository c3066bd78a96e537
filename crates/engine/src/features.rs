//! The steps of the search that can be switched off, so that the worth of each can be measured.

use std::fmt;
use std::str::FromStr;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $text:literal;)*) => {
        /// A set of search steps that are on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Features(u32);

        impl Features {
            $($(#[$doc])* pub const $name: Self = Self(1 << $bit);)*
            /// All of them.
            pub const ALL: Self = Self($(1 << $bit |)* 0);
            /// Their names, one by one.
            pub const NAMES: &[(&'static str, Self)] = &[$(($text, Self::$name)),*];
        }
    };
}

features! {
    /// Narrow windows around the last score.
    ASPIRATION = 0, "aspiration";
    /// Bounds from the shortest win still possible.
    MATE_DISTANCE = 1, "mate-distance";
    /// Won and lost games seen at sight: five, double four, C44, C43, C33.
    STATIC_WINS = 2, "static-wins";
    /// Near the leaves a bad position is only searched for fours.
    RAZORING = 3, "razoring";
    /// Near the leaves a good position is good enough.
    FUTILITY = 4, "futility";
    /// Late moves are left out.
    MOVE_COUNT = 5, "move-count";
    /// Passing is good enough.
    NULL_MOVE = 6, "null-move";
    /// Late moves are searched less deep.
    REDUCTIONS = 7, "reductions";
    /// The one good move is searched deeper.
    SINGULAR = 8, "singular";
    /// Answers to fours cost no depth.
    FOUR_EXTENSION = 9, "four-extension";
    /// Without a move from the table the search is less deep.
    INTERNAL_REDUCTION = 10, "internal-reduction";
    /// At the leaves fours are searched to their end.
    FORCING_LEAVES = 11, "forcing-leaves";
    /// Moves that answered well before come earlier.
    HISTORY = 12, "history";
    /// Moves that refuted a sibling come earlier.
    KILLERS = 13, "killers";
    /// Moves that refuted the same move before come earlier.
    COUNTER_MOVES = 14, "counter-moves";
    /// Moves with a low point score are left out or searched less deep.
    POLICY = 15, "policy";
    /// The time that a falling score asks for.
    PANIC = 16, "panic";
    /// Winning threats of both sides are looked for before the first iteration, and those along the best line between iterations.
    THREATS = 17, "threats";
    /// One win is as good as another until there is one.
    WINS_ALIKE = 18, "wins-alike";
}

impl Features {
    /// No step that has a switch.
    pub const NONE: Self = Self(0);

    /// Whether all of these are on.
    #[inline]
    pub const fn has(self, wanted: Self) -> bool {
        self.0 & wanted.0 == wanted.0
    }

    /// With these on.
    #[must_use]
    pub const fn with(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// With these off.
    #[must_use]
    pub const fn without(self, less: Self) -> Self {
        Self(self.0 & !less.0)
    }
}

impl Default for Features {
    fn default() -> Self {
        Self::ALL
    }
}

/// A step that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFeature(pub String);

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Features::NAMES.iter().map(|(name, _)| *name).collect();
        write!(f, "unknown search step `{}`: use {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownFeature {}

impl FromStr for Features {
    type Err = UnknownFeature;

    /// `all`, `none`, or names with `+` before what is added and `-` before what is taken from all: `-null-move`,
    /// `none+history+killers`.
    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        let mut features = Self::ALL;
        let mut rest = text.trim();
        for (name, start) in [("all", Self::ALL), ("none", Self::NONE)] {
            if let Some(behind) = rest.strip_prefix(name) {
                (features, rest) = (start, behind);
                break;
            }
        }
        while !rest.is_empty() {
            let is_more = rest.starts_with('+');
            let sign_is_known = is_more || rest.starts_with('-');
            // The longest name that fits, since names hold hyphens themselves.
            let named = Self::NAMES
                .iter()
                .filter(|(name, _)| rest.get(1..).is_some_and(|behind| behind.starts_with(name)))
                .max_by_key(|(name, _)| name.len());
            let Some((name, feature)) = named.filter(|_| sign_is_known) else {
                return Err(UnknownFeature(rest.to_owned()));
            };
            features = if is_more { features.with(*feature) } else { features.without(*feature) };
            rest = &rest[1 + name.len()..];
        }
        Ok(features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_from_text() {
        assert_eq!("all".parse(), Ok(Features::ALL));
        assert_eq!("".parse(), Ok(Features::ALL));
        assert_eq!("-null-move".parse(), Ok(Features::ALL.without(Features::NULL_MOVE)));
        let two = Features::NONE.with(Features::HISTORY).with(Features::MOVE_COUNT);
        assert_eq!("none+history+move-count".parse(), Ok(two));
        assert!("fast".parse::<Features>().is_err());
        assert!("-fast".parse::<Features>().is_err());
    }
}
