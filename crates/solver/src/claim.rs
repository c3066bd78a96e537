//! What a forcing search answers to a search that asks.

use tengen_core::Point;

/// An answer without a certificate: sound, but not for a person to be shown as proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The side to move wins by force.
    Win {
        /// With this stone first.
        first: Point,
        /// By its stone this many plies from now at most: 1 is the first stone.
        plies: u16,
    },
    /// The side to move has no win of this kind: all of them were tried.
    None,
    /// A limit was met before the end.
    Unknown,
}

impl Claim {
    /// Whether it is a win.
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Win { .. })
    }
}
