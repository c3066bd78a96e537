//! The engine: which move to play, and what it is worth.
//!
//! ```
//! use tengen_core::{Position, Rule, Size};
//! use tengen_engine::{Engine, Limits, Options, Request, Silent};
//!
//! let mut engine = Engine::new(Options::default());
//! let position = Position::new(Size::square(15).unwrap(), Rule::Freestyle);
//! let request = Request { limits: Limits { nodes: Some(1000), ..Limits::default() }, ..Request::new(position) };
//! let answer = engine.think(request, Silent).wait();
//! assert!(answer.best().is_some());
//! ```

pub mod bench;
pub mod clock;
pub mod engine;
pub mod features;
pub mod level;
pub mod params;
pub mod report;
pub mod request;
pub mod score;
mod search;
pub mod swap2;
mod table;

pub use engine::{Engine, Stopper, Thinking};
pub use features::Features;
pub use level::Level;
pub use params::Params;
pub use report::{Answer, Report, RootEvent, Silent, Sink};
pub use request::{Clock, Goal, Limits, Options, Request};
pub use score::Score;
