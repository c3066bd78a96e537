//! Boards as pictures: Unicode for a terminal, SVG for a page, PNG for everything else, GIF for a game move by move.
//!
//! The one idea: a [`Scene`] says *what* is to be seen and knows no colours and no pixels; a [`Theme`]
//! or a [`TerminalStyle`] says how it looks. SVG and PNG are two hands that draw the same list of
//! shapes (`picture`), so they cannot disagree about what is on the board.
//!
//! The same scene always gives the same bytes. Nothing here reads fonts, files or the environment.
//!
//! Reading order: [`scene`], [`theme`], [`terminal`](mod@terminal), `picture` (scene to shapes), [`svg`](mod@svg), [`png`](mod@png),
//! `font` (the letters of the PNG), [`gif`](mod@gif) with `palette` and `lzw`.

mod font;
pub mod gif;
#[cfg(test)]
mod laws;
mod lzw;
mod palette;
mod picture;
pub mod png;
pub mod scene;
pub mod svg;
pub mod terminal;
pub mod theme;

pub use gif::{Film, gif};
pub use png::png;
pub use scene::{Ink, Mark, Scene, Sign, Stone};
pub use svg::svg;
pub use terminal::{Characters, Colours, TerminalStyle, terminal};
pub use theme::{Rgb, Theme};
