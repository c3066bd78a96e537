//! The calls over HTTP: one file a subject.

pub(crate) mod about;
pub(crate) mod body;
pub(crate) mod position;
