//! What was played: taking back, playing again, resigning, and the record of the game.

use super::game::{Effect, Game, title};
use super::settings::Seat;
use super::swap2::Stage;
use tengen_core::{Colour, GameRecord};

impl Game {
    /// The fewest moves that taking back leaves.
    fn floor(&self) -> usize {
        match self.stage {
            None => self.opening,
            Some(Stage::Three) => 0,
            Some(Stage::Two) => 3,
            Some(_) => usize::MAX,
        }
    }

    /// Whether a person is to move when so many moves are played.
    fn is_persons_turn_at(&self, moves: usize) -> bool {
        if self.stage.is_some() || !self.seats.contains(&Seat::Person) {
            return true;
        }
        // Games here begin with Black on an empty board.
        self.seats[moves % 2] == Seat::Person
    }

    /// Takes back until a person is to move again.
    pub(super) fn undo(&mut self) -> Vec<Effect> {
        let is_engines_stage =
            self.stage.is_some_and(|stage| self.settings.seat(stage.side()) == Seat::Engine);
        let target = (self.floor()..self.position.moves().len()).rev().find(|n| self.is_persons_turn_at(*n));
        let Some(target) = target.filter(|_| !is_engines_stage) else {
            self.say("There is nothing to take back.");
            return Vec::new();
        };
        let effects = self.forget();
        while self.position.moves().len() > target {
            self.redo.extend(self.position.undo());
        }
        (self.resigned, self.hint, self.report) = (None, None, None);
        self.say(format!("Back to move {}.", target + 1));
        effects
    }

    /// Plays again what was taken back, until a person is to move.
    pub(super) fn redo(&mut self) -> Vec<Effect> {
        if self.redo.is_empty() || self.stage.is_some() {
            self.say("There is nothing to play again.");
            return Vec::new();
        }
        let mut effects = self.forget();
        while let Some(m) = self.redo.pop() {
            if self.position.play(m).is_err() || self.is_persons_turn_at(self.position.moves().len()) {
                break;
            }
        }
        self.hint = None;
        self.say(format!("Move {} again.", self.position.moves().len()));
        effects.extend(self.proceed());
        effects
    }

    /// The side to move resigns, or the person if the engine is to move.
    pub(super) fn resign(&mut self) -> Vec<Effect> {
        let to_move = self.position.to_move();
        let person = Colour::BOTH.into_iter().find(|side| self.seats[side.index()] == Seat::Person);
        let is_person = self.seats[to_move.index()] == Seat::Person;
        let side = if is_person { to_move } else { person.unwrap_or(to_move) };
        let effects = self.forget();
        self.resigned = Some(side);
        self.say(format!("{} resigns: {} wins.", title(side), title(side.opponent())));
        effects
    }

    /// The game as a record.
    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord::from_position(&self.position);
        record.players = Colour::BOTH.map(|side| self.player(side));
        record.result = self.result();
        if self.resigned.is_some() {
            "resign".clone_into(&mut record.termination);
        }
        record
    }

    /// The name of a player.
    pub(super) fn player(&self, side: Colour) -> String {
        match self.seats[side.index()] {
            Seat::Person => "You".to_owned(),
            Seat::Engine => format!("Tengen, level {}", self.settings.level.number()),
        }
    }
}
