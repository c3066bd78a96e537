//! What a game is played with: who sits where, how strong the engine is, rule, board, time, opening. The menu of a new
//! game changes a copy of these, one field at a time.

use clap::ValueEnum;
use std::time::Duration;
use tengen_core::{Rule, Size};
use tengen_engine::Level;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// The engine.
    Engine,
}

/// Which sides people play. Under swap2 Black is who puts the first stones, White who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum People {
    /// You play Black
    Black,
    /// You play White
    White,
    /// Two people play
    Both,
    /// The engine plays against itself
    None,
}

/// How the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Start {
    /// Black puts the first stone anywhere
    Free,
    /// Three stones, then a choice of colours
    Swap2,
}

/// What a game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) people: People,
    pub(super) level: Level,
    pub(super) rule: Rule,
    pub(super) size: Size,
    /// For a move of the engine.
    pub(super) time: Duration,
    pub(super) start: Start,
}

impl Settings {
    /// Who sits at the first side (0) and at the second (1).
    pub(super) fn seat(&self, side: usize) -> Seat {
        let is_person = match self.people {
            People::Black => side == 0,
            People::White => side == 1,
            People::Both => true,
            People::None => false,
        };
        if is_person { Seat::Person } else { Seat::Engine }
    }

    /// The level one higher or lower, if there is one.
    pub(super) fn step_level(&mut self, step: i8) {
        if let Some(level) = self.level.number().checked_add_signed(step).and_then(Level::new) {
            self.level = level;
        }
    }
}

/// Seconds a move that the menu offers.
const SECONDS: [u64; 9] = [1, 2, 3, 5, 10, 20, 30, 60, 120];

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    People,
    Level,
    Rule,
    Size,
    Time,
    Start,
}

impl Field {
    pub(super) const ALL: [Self; 6] =
        [Self::People, Self::Level, Self::Rule, Self::Size, Self::Time, Self::Start];

    /// What the line is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::People => "You play",
            Self::Level => "Level",
            Self::Rule => "Rule",
            Self::Size => "Board",
            Self::Time => "Time a move",
            Self::Start => "Opening",
        }
    }

    /// What it says.
    pub(super) fn value(self, settings: &Settings) -> String {
        match self {
            Self::People => match settings.people {
                People::Black => "Black, first".to_owned(),
                People::White => "White, second".to_owned(),
                People::Both => "both sides".to_owned(),
                People::None => "neither side".to_owned(),
            },
            Self::Level => format!("{} of {}", settings.level.number(), Level::HIGHEST.number()),
            Self::Rule => settings.rule.name().to_owned(),
            Self::Size => settings.size.to_string(),
            Self::Time => format!("{} s", settings.time.as_secs_f64()),
            Self::Start => match settings.start {
                Start::Free => "free".to_owned(),
                Start::Swap2 => "swap2".to_owned(),
            },
        }
    }

    /// Changes it to the next or the previous value.
    pub(super) fn turn(self, settings: &mut Settings, step: isize) {
        match self {
            Self::People => settings.people = turned(People::value_variants(), &settings.people, step),
            Self::Level => settings.step_level(step.signum() as i8),
            Self::Rule => settings.rule = turned(&Rule::ALL, &settings.rule, step),
            Self::Size => {
                let side = usize::from(settings.size.width()).saturating_add_signed(step.signum());
                settings.size = Size::square(side).unwrap_or(settings.size);
            }
            Self::Time => {
                let now = settings.time;
                let steps = SECONDS.map(Duration::from_secs);
                let next = if step > 0 {
                    steps.into_iter().find(|time| *time > now)
                } else {
                    steps.into_iter().rev().find(|time| *time < now)
                };
                settings.time = next.unwrap_or(now);
            }
            Self::Start => settings.start = turned(Start::value_variants(), &settings.start, step),
        }
    }
}

/// The value `step` places behind this one, round and round.
fn turned<T: Copy + PartialEq>(all: &[T], now: &T, step: isize) -> T {
    let place = all.iter().position(|value| value == now).unwrap_or(0);
    all[(place as isize + step).rem_euclid(all.len() as isize) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_can_be_turned_both_ways_and_back() {
        let settings = Settings {
            people: People::Black,
            level: Level::new(5).unwrap(),
            rule: Rule::Freestyle,
            size: Size::FIFTEEN,
            time: Duration::from_secs(5),
            start: Start::Free,
        };
        for field in Field::ALL {
            let mut turned = settings;
            field.turn(&mut turned, 1);
            assert_ne!(turned, settings, "{field:?}");
            assert_ne!(field.value(&turned), field.value(&settings), "{field:?}");
            field.turn(&mut turned, -1);
            assert_eq!(turned, settings, "{field:?}");
            for _ in 0..50 {
                field.turn(&mut turned, 1);
            }
            for _ in 0..100 {
                field.turn(&mut turned, -1);
            }
            assert!(turned.level >= Level::LOWEST && turned.time >= Duration::from_secs(1));
        }
    }
}
