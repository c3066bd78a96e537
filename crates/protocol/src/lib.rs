//! The Gomocup protocol. [`driver`] is the manager's side: it starts an engine and plays with it.

pub mod driver;
