//! A player that is another program, by way of the protocol's driver.

use crate::player::{Choice, Failure, Player, Start, TurnClock};
use crate::spec::{Allowance, EngineSpec};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_core::Position;
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
        Ok(Choice {
            point: reply.point,
            elapsed: reply.elapsed,
            score: None,
            depth: None,
            nodes: None,
            message: reply.message,
        })
    }
}
