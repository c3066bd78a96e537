//! Sessions fed by hand.
