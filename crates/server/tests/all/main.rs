//! All tests of a running server in one program.

mod api;
mod guard;
mod socket;
mod support;
mod turns;
