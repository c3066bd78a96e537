//! Wins by force.
//!
//! Today one method: [`vcf`], the victory by continuous fours. The search asks it at its leaves and elsewhere through
//! [`vcf::Vcf::find`], which gives a [`Claim`]: sound, fast, without a certificate.
//!
//! Reading order: [`claim`] (what is answered), [`vcf`] (the method), [`memory`] (what it remembers), [`words`] (where that and
//! every other large table is kept).

pub mod bmm;
pub mod claim;
pub mod memory;
pub mod mnk;
pub mod pns;
pub mod threats;
pub mod vcf;
pub mod words;

pub use bmm::Bmm;
pub use claim::Claim;
pub use memory::Memory;
pub use mnk::{Mnk, MnkAnswer, MnkError, MnkValue};
pub use pns::Pns;
pub use threats::{EndgameAnswer, EndgameLimits, EndgameOutcome, ThreatSet};
pub use vcf::{Vcf, VcfLimits};
pub use words::Words;
