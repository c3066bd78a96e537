//! A player that is another program, by way of the protocol's driver.

use crate::player::{Choice, Failure, Player, Start, TurnClock};
use crate::spec::{Allowance, EngineSpec};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::Position;
use tengen_core::geometry::MAX_SIDE;
use tengen_engine::Score;
use tengen_protocol::driver::{Driver, DriverError, GameSettings, Launch};

/// How long an engine has to get ready for a game: some read large files first.
const START_WAIT: Duration = Duration::from_secs(30);

/// Another program. Its process is kept from game to game while nothing goes wrong, and started anew after a failure.
pub struct External {
    name: String,
    /// Whether a user named it; else its own name is used as soon as it says one.
    is_named: bool,
    launch: Launch,
    allowance: Allowance,
    call_off: Arc<AtomicBool>,
    driver: Option<Driver>,
}

impl External {
    /// The engine as the user named it; its process starts with the first game.
    pub fn new(spec: &EngineSpec, launch: Launch, call_off: Arc<AtomicBool>) -> Self {
        let (name, is_named) = (spec.name(), spec.name.is_some());
        Self { name, is_named, launch, allowance: spec.allowance, call_off, driver: None }
    }

    fn settings(&self, start: &Start) -> GameSettings {
        let Allowance { turn, game, increment, nodes, depth, memory, threads } = self.allowance;
        GameSettings {
            turn,
            game,
            increment,
            memory: Some(memory),
            threads,
            nodes,
            depth,
            ..GameSettings::new(start.size, start.rule)
        }
    }

    fn start(&self, settings: &GameSettings) -> Result<Driver, DriverError> {
        let mut driver = Driver::start(&self.launch)?;
        driver.call_off_by(Arc::clone(&self.call_off));
        driver.new_game(settings, START_WAIT)?;
        Ok(driver)
    }
}

impl Player for External {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, start: &Start) -> Result<(), Failure> {
        let settings = self.settings(start);
        let mut kept = self.driver.take().filter(Driver::is_good);
        let is_ready = kept.as_mut().is_some_and(|driver| driver.new_game(&settings, START_WAIT).is_ok());
        let driver = match kept.filter(|_| is_ready) {
            Some(driver) => driver,
            None => self.start(&settings).map_err(|error| match error {
                DriverError::CalledOff => Failure::CalledOff,
                other => Failure::Unfit(other.to_string()),
            })?,
        };
        if let Some(name) = driver.name().filter(|_| !self.is_named) {
            name.clone_into(&mut self.name);
        }
        self.driver = Some(driver);
        Ok(())
    }

    fn choose(&mut self, position: &Position, clock: &TurnClock) -> Result<Choice, Failure> {
        let Some(driver) = &mut self.driver else {
            return Err(Failure::Unfit("the engine was asked before its game was started".to_owned()));
        };
        let reply = driver.ask(position, clock.left, clock.wait()).map_err(|error| {
            let text = error.to_string();
            match error {
                DriverError::CalledOff => Failure::CalledOff,
                DriverError::Late { .. } => Failure::Late(text),
                DriverError::Closed { .. } => Failure::Crash(text),
                DriverError::Refused { .. } | DriverError::Unknown { .. } => Failure::Refused(text),
                DriverError::NoMove { .. } | DriverError::Outside { .. } | DriverError::Occupied { .. } => {
                    Failure::Illegal(text)
                }
                DriverError::Start { .. } | DriverError::Rule { .. } => Failure::Unfit(text),
            }
        });
        if reply.is_err() {
            // Whatever it still says belongs to this game: no next game with this process.
            self.driver = None;
        }
        let reply = reply?;
        let said = reply.message.as_deref().map(Said::read).unwrap_or_default();
        Ok(Choice {
            point: reply.point,
            elapsed: reply.elapsed,
            score: said.score,
            depth: said.depth,
            nodes: said.nodes,
            message: reply.message,
        })
    }
}

/// What a program says of its search in the MESSAGE before its move: `Depth 12-25 | Eval +M9 | Node 50`, `depth 12-25 ev -31 n 50`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Said {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Said {
    fn read(message: &str) -> Self {
        let mut said = Self::default();
        let words: Vec<&str> =
            message.split([' ', '|', ':', '=', ',']).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            match pair[0].to_ascii_lowercase().as_str() {
                "ev" | "eval" => said.score = said.score.or_else(|| score(pair[1])),
                "depth" => {
                    let plies = pair[1].split('-').next().and_then(|plies| plies.parse().ok());
                    said.depth = said.depth.or(plies);
                }
                "n" | "node" | "nodes" => said.nodes = said.nodes.or_else(|| count(pair[1])),
                _ => {}
            }
        }
        said
    }
}

/// A number, or the plies to a win or loss as `+M9`, `-M8`.
fn score(word: &str) -> Option<Score> {
    // No game is longer than the largest board is large.
    let most = usize::from(MAX_SIDE).pow(2);
    let mate = |plies: &str| plies.parse().ok().filter(|plies| *plies <= most);
    if let Some(plies) = word.strip_prefix("+M") {
        mate(plies).map(Score::win_in)
    } else if let Some(plies) = word.strip_prefix("-M") {
        mate(plies).map(Score::loss_in)
    } else {
        word.parse().ok().map(Score::of)
    }
}

/// A number, or one in thousands or millions as `512K`, `3M`.
fn count(word: &str) -> Option<u64> {
    let (number, unit) = match word.as_bytes().last()? {
        b'K' | b'k' => (&word[..word.len() - 1], 1000),
        b'M' => (&word[..word.len() - 1], 1_000_000),
        _ => (word, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_programs_say_of_their_search_is_understood() {
        let said = |message: &str| {
            let Said { score, depth, nodes } = Said::read(message);
            (score.map(|score| score.to_string()), depth, nodes)
        };
        let win = Some("+M9".to_owned());
        assert_eq!(
            said("Speed 50000 | Depth 26-2 | Eval +M9 | Node 512K | Time 0ms"),
            (win.clone(), Some(26), Some(512_000))
        );
        assert_eq!(
            said("depth 7-15 ev -31 n 1234 n/ms 0 tm 2 pv h9"),
            (Some("-31".into()), Some(7), Some(1234))
        );
        assert_eq!(said("ev -M8"), (Some("-M8".into()), None, None));
        assert_eq!(said("ready: to play, Eval | Depth"), (None, None, None));
        // A number that stands for a win by its size alone is no announcement.
        assert!(!Said::read("ev 30000").score.unwrap().is_win());
    }

    proptest! {
        #[test]
        fn no_message_panics(message in "((ev|Eval|depth|n|node) ?|[+-]?M?[0-9]{0,30}|.){0,12}") {
            let _ = Said::read(&message);
        }
    }
}
