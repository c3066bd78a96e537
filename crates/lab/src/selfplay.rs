//! Games of the engine against itself, from openings by lot: what puzzles are looked for in.
//!
//! A game depends on its number and the seed alone, so any worker can play it.

use crate::game::{Abort, Plan, play};
use crate::line::Side;
use crate::openings;
use crate::player::make as player;
use crate::spec::{Allowance, EngineSpec, SpecError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Rule, Size};
use tengen_study::puzzles::make::{Game, Games, Source, SourceError};

/// Megabytes of the playing engine.
const ENGINE_MEMORY: &str = "64";

/// As many games as are asked for.
pub struct SelfPlay {
    rule: Rule,
    size: Size,
    seed: u64,
    spec: EngineSpec,
    call_off: Arc<AtomicBool>,
}

impl SelfPlay {
    /// Games under a rule between players of a level from 1 to 20; `seed` is for their openings and moves, and `call_off` ends a
    /// game before its end.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn new(
        rule: Rule,
        size: Size,
        level: u8,
        seed: u64,
        call_off: Arc<AtomicBool>,
    ) -> Result<Self, SpecError> {
        let settings = format!("level={level},memory={ENGINE_MEMORY}");
        let spec = EngineSpec::parse("tengen", &settings, &Allowance::default())?;
        Ok(Self { rule, size, seed, spec, call_off })
    }
}

impl Source for SelfPlay {
    fn games(&self) -> Games<'_> {
        let mut players = [player(&self.spec, &self.call_off), player(&self.spec, &self.call_off)];
        let Self { rule, size, seed, .. } = *self;
        Box::new(move |number| {
            let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03);
            let opening = openings::by_lot(1, size, seed).pop().unwrap_or(openings::Opening(Vec::new()));
            let plan = Plan {
                game: number,
                rule,
                size,
                opening: &opening,
                black: Side::A,
                allowances: [self.spec.allowance; 2],
                tolerance: Duration::from_mins(10),
                max_moves: size.area(),
                draw: None,
                seed,
            };
            let line = play(&plan, &mut players, None).map_err(|abort| match abort {
                Abort::CalledOff => SourceError::CalledOff,
                failed => SourceError::Failed(failed.into()),
            })?;
            // What was written a moment ago can be read.
            let moves = parse_moves(&line.moves, size, Origin::Bottom).unwrap_or_default();
            Ok(Some(Game { file: None, moves }))
        })
    }
}
