//! All tests of the solver in one program, so that the searches are compiled once for them.

mod db;
mod double_letters;
mod mnk;
mod no_false_wins;
mod oracle;
mod proofs;
mod resume;
mod vcf;
