//! What is on the board, in words and as data: threats and what stops them, the case of the board analysis, forbidden
//! points, lines of moves with a name for each move, answers of the solver, drawn patterns.
//!
//! Nothing is searched here but the small look for a hidden line of fours that [`name_line`] takes; everything else is read
//! off the board of `tengen-core`, and points have their names (`h8`, row 1 at the bottom).

mod facts;
mod pattern;
mod solved;
mod threats;
mod words;

pub use facts::{CaseFacts, Facts, ForbiddenPoint, Stones, case, facts, forbidden, foul_name};
pub use pattern::pattern_json;
pub use solved::{Solved, SolvedFacts, proof_of};
pub use threats::{Threat, ThreatKind, threats};
pub use words::{Named, name_line, paragraph};

use tengen_core::notation::{Origin, point_name};
use tengen_core::{Point, Size};

/// The names of points, in their order.
pub(crate) fn names(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<String> {
    points.into_iter().map(|p| point_name(p, size, Origin::Bottom)).collect()
}
