//! One file a command: its arguments and what it prints.

pub(crate) mod pattern;
