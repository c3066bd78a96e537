//! Wins by force.
//!
//! Today one method: [`vcf`], the victory by continuous fours. The search asks it at its leaves and elsewhere through
//! [`vcf::Vcf::find`], which gives a [`Claim`]: sound, fast, without a certificate.
//!
//! Reading order: [`claim`] (what is answered), [`vcf`] (the method), [`memory`] (what it remembers), [`words`] (where that and
//! every other large table is kept).

pub mod claim;
pub mod db;
pub mod memory;
pub mod tss;
pub mod vcf;
pub mod words;

pub use claim::Claim;
pub use memory::Memory;
pub use vcf::{Vcf, VcfLimits};
pub use words::Words;
