//! placeholder
pub mod laboratory;
