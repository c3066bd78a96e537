//! Matches between engines, and what they prove.
//!
//! Reading order: [`spec`] (how engines are named), [`player`] (whoever can play; [`builtin`] and [`external`] are the
//! two kinds), [`openings`] and [`game`] (one game under a referee; [`judge`] proves announced wins), [`mod@line`] (a finished game), [`journal`] (games on
//! the disk), [`stats`] and [`summary`] (what they prove), [`runner`] (the match), [`sgf`] (games to look at),
//! [`selfplay`] (games that puzzles are looked for in), [`learn`] (games to learn from, and the fit of the tables), [`tune`] (the numbers of the search).
//!
//! Nothing here prints: a match tells what happens through a closure.

pub mod builtin;
pub mod external;
pub mod game;
pub mod journal;
pub mod judge;
pub mod learn;
pub mod line;
pub mod openings;
pub mod player;
mod plot;
pub mod runner;
pub mod selfplay;
pub mod sgf;
pub mod spec;
pub mod stats;
pub mod summary;
pub mod tune;
