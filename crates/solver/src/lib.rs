//! Wins by force.
//!
//! Today one method: [`vcf`], the victory by continuous fours. The search asks it at its leaves and elsewhere through
//! [`vcf::Vcf::find`], which gives a [`Claim`]: sound, fast, without a certificate.
//!
//! Reading order: [`claim`] (what is answered), [`vcf`] (the method), [`memory`] (what it remembers), [`words`] (where that and
//! every other large table is kept).

pub mod certify;
pub mod claim;
mod dfpn;
mod fit;
mod guide;
pub mod limits;
pub mod line;
pub mod memory;
mod numbers;
pub mod order;
pub mod prove;
pub mod query;
pub mod tree;
pub mod vcf;
pub mod vct;
pub mod words;
pub mod zones;

pub use claim::Claim;
pub use limits::{Limit, Limits, Stop};
pub use memory::Memory;
pub use prove::{Answer, Progress, Sink, Solver, prove};
pub use query::{Goal, Method, Proof, Query, Reason, Scope, Verdict};
pub use vcf::{Vcf, VcfLimits};
pub use vct::{Vct, VctLimits, VctSettings, VctTables};
pub use words::Words;
