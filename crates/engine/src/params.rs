//! The tuned numbers of the search, declared once. Depths are in plies, margins in points of value.

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        /// The tuned numbers. See the module's page.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// As tuned.
            pub const TUNED: Self = Self { $($name: $value,)* };
            /// The names, in order.
            pub const NAMES: &[&'static str] = &[$(stringify!($name)),*];

            /// A number by its name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Changes a number by its name; whether there is one of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// Half the first aspiration window.
    aspiration = 20;
    /// Up to this depth a bad position is only searched for fours.
    razor_depth = 1;
    /// By how much the value must be below the window, per ply and one more.
    razor_margin = 24;
    /// Up to this depth a good position is good enough.
    futility_depth = 7;
    /// By how much the value must be above the window, per ply.
    futility_margin = 13;
    /// More of it for each ply squared, in sixteenths.
    futility_square = 6;
    /// From this depth on passing is tried.
    null_depth = 4;
    /// By how much the value must be above the window to try passing.
    null_margin = 69;
    /// Plies that passing costs, besides one for each `null_divisor` plies of depth.
    null_reduction = 3;
    /// See `null_reduction`.
    null_divisor = 4;
    /// From this depth on a node without a table move is searched less deep.
    internal_depth = 4;
    /// Moves tried at depth 0 before late ones are left out.
    count_base = 3;
    /// More of them for each ply, in hundredths.
    count_slope = 131;
    /// More of them for each ply squared, in hundredths.
    count_square = 20;
    /// Hundredths of that number by which it is divided where the value does not grow.
    count_falling = 157;
    /// Percent of the way from the value to the table's score that is believed when a node is judged.
    table_trust = 52;
    /// How far the value must be above the window for a node that should fail high to be searched less deep, and more for each ply.
    high_margin = 39;
    /// See `high_margin`.
    high_slope = 15;
    /// Eighths of a ply that it then loses.
    high_reduction = 3;
    /// Point score below the best one, per ply of depth, from which quiet moves are left out.
    policy_gap = 157;
    /// Depth up to which they are.
    policy_depth = 4;
    /// Reduction of late moves: hundredths of a ply for each doubling of depth times each doubling of the move's number.
    reduction_slope = 28;
    /// Point score below the best one that is worth a ply of reduction.
    reduction_gap = 71;
    /// History that is worth a ply of reduction.
    reduction_history = 4458;
    /// Eighths of a ply that a late move is reduced more where the node should fail high.
    reduction_cut = 4;
    /// Less of them on what was once a principal variation.
    reduction_pv = 7;
    /// More of them where the value does not grow.
    reduction_falling = 1;
    /// Less of them for threats and for points that the other side would like.
    reduction_sharp = 2;
    /// Less of them where a winning four has to be stopped.
    reduction_hold = 3;
    /// More of them far from the last stones of both sides.
    reduction_far = 12;
    /// Less of them for a threat that follows a threat.
    reduction_attack = 7;
    /// Eighths of a ply that all other moves lose once one has raised the bound.
    reduction_found = 5;
    /// Eighths of a ply that the answer to a four gives back.
    four_extension = 9;
    /// Eighths of a ply that a stone which stops a winning four gives back.
    hold_extension = 4;
    /// What a move that refuted a sibling is worth in the order of moves.
    killer_bonus = 36;
    /// What a move that refuted the same move before is worth.
    counter_bonus = 82;
    /// History that is worth a point in the order of moves.
    history_divisor = 172;
    /// What an own four is worth in the order of moves, besides its point score.
    four_stage = 36;
    /// The same for an open three.
    three_stage = 6;
    /// From this depth on the table move is checked for being the only good one.
    singular_depth = 6;
    /// By how much the others must be worse, per ply.
    singular_margin = 4;
    /// Most stones of the forcing search at a leaf.
    leaf_nodes = 11;
    /// The same at an inner node, and more of them for each ply of depth; none as tuned: they cost more than they gave.
    node_nodes = 0;
    /// As `reduction_slope`, for the moves of the root.
    root_slope = 13;
    /// Percent of the history that is kept from one search to the next.
    history_kept = 52;
    /// Percent of the error that values had in positions like this one by which a value is mended.
    correction = 66;
    /// Percent of the time for winning threats of both sides, before the first iteration.
    threat_share = 10;
    /// Percent of the time for winning threats along the best line, between iterations.
    check_share = 10;
}

impl Default for Params {
    fn default() -> Self {
        Self::TUNED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_and_changed_by_name() {
        let mut params = Params::TUNED;
        for name in Params::NAMES {
            let old = params.get(name).unwrap();
            assert!(params.set(name, old + 1));
            assert_eq!(params.get(name), Some(old + 1));
        }
        assert!(!params.set("luck", 1));
        assert_eq!(params.get("luck"), None);
    }
}
