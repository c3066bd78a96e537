//! Wins by force, and their proofs.
//!
//! Two doors. A search asks [`Vcf::find`] or [`Vct::find`] on its board, or [`find()`] of a position, and gets a [`Claim`]: sound, fast, without a
//! certificate. A person asks [`prove()`] and gets a [`Verdict`]: proven means that the independent checker of `tengen-proof` accepted the
//! certificate.
//!
//! Reading order: [`claim`], [`query`] and [`limits`] (what is asked and answered); [`vcf`], [`memory`] and [`fours`] (fours
//! alone), [`line`](mod@line) (a line of fours, its replay and its zone); [`vct`] (threats, by proof numbers), [`tree`] (a won
//! attack) and [`certify`] (the same as a certificate); [`zones`] (quiet moves), [`order`] (which of them first) and [`checkpoint`] (how a
//! long search goes on another day);
//! [`defence`] (what stops an attack); [`find`](mod@find) (claims about positions); [`prove`](mod@prove) (all of it together). [`db`] is dependency-based search and [`tss`] threat-space
//! search; [`threats`], [`bmm`] and [`pns`] are the endgame solvers of the literature, kept to compare; [`mnk`] solves other boards exactly. [`words`] is where large tables are kept, [`extent`] how much of them is in use.

pub mod bmm;
pub mod certify;
pub mod checkpoint;
pub mod claim;
pub mod db;
pub mod defence;
mod dfpn;
pub mod extent;
pub mod find;
mod fit;
pub mod fours;
mod grow;
mod guide;
pub mod limits;
pub mod line;
pub mod memory;
mod methods;
pub mod mnk;
mod numbers;
pub mod order;
pub mod pns;
pub mod prove;
pub mod query;
mod store;
pub mod threats;
pub mod tree;
pub mod tss;
pub mod vcf;
pub mod vct;
pub mod words;
pub mod zones;

pub use bmm::Bmm;
pub use checkpoint::{Checkpoint, CheckpointError, Keeper};
pub use claim::Claim;
pub use extent::{Extent, Split};
pub use find::find;
pub use limits::{Limit, Limits, Stop};
pub use memory::Memory;
pub use mnk::{Mnk, MnkAnswer, MnkError, MnkValue};
pub use pns::Pns;
pub use prove::{Answer, Progress, Sink, Solver, prove};
pub use query::{Goal, Method, Proof, Query, Reason, Scope, Verdict};
pub use threats::{EndgameAnswer, EndgameLimits, EndgameOutcome, ThreatSet};
pub use vcf::{Vcf, VcfLimits};
pub use vct::{Vct, VctLimits, VctSettings, VctTables};
pub use words::Words;
