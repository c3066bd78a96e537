//! The pattern laboratory: what a drawn pattern is worth, by the theory of Piazza, Scarpiniti and Baccarelli,
//! "Gomoku: analysis of the game and of the player Wine" (2021), section 2.
//!
//! This room answers exactly and slowly. It knows nothing of boards, rules other than freestyle, or search for play:
//! a pattern is a handful of squares, and the only game played here is the game restricted to them.
//! It is the reference against which fast pattern tables can be judged.
//!
//! Reading order:
//! 1. [`pattern`](Pattern): squares, contents and the operations of section 2.1;
//! 2. `text`: how a pattern is typed and drawn;
//! 3. `blocks` and `game`: five squares in a row, and the restricted game, solved exactly;
//! 4. `class`: victory, attack, threat or generic, triggers, defences, strength (section 2.2);
//! 5. `names`: blocks and the named patterns (section 2.4);
//! 6. `decompose`: the attacks a victory is made of (Lemma 6);
//! 7. `report`: everything about one pattern, with minimal, impossible and irrational;
//! 8. `construct`: new patterns from old ones, by the lemmas and by threat sequences (section 2.5).
//!
//! ```
//! use tengen_core::laboratory::{Kind, Pattern, Square, examine};
//!
//! let weak_three: Pattern = "++XXX+".parse()?;
//! let report = examine(&weak_three)?;
//! assert_eq!(report.kind, Kind::Attack { steps: 2 });
//! assert_eq!(report.triggers, [Square::new(0, 1)]);
//! assert_eq!(report.defence, [Square::new(0, 0), Square::new(0, 1), Square::new(0, 5)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod class;
mod construct;
mod decompose;
mod game;
mod names;
mod pattern;
mod report;
mod text;

pub use class::{Class, Kind, Strength, TriggerDefence, classify};
pub use construct::{
    Construction, ConstructionError, ThreatStep, combination_attack, combination_victory,
    intersection_attack, intersection_squares, simple_attack, simple_threat, threat_sequence,
    threat_sequence_through,
};
pub use decompose::{Part, decompose};
pub use game::{MAX_SQUARES, NODE_LIMIT, SolveError, wins_moving_first, wins_moving_second};
pub use names::Name;
pub use pattern::{Cell, Pattern, Player, Square};
pub use report::{Report, examine};
pub use text::{MAX_SIDE, ParseError};
