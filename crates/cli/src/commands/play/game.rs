//! A game on the screen as pure data: events in ([`Game::update`]), effects out. It knows no terminal, no clock and no
//! engine thread, so a test can play a whole game.
//!
//! The one idea: whatever changes the game ends in [`Game::proceed`], which looks whose turn it is and asks for a search
//! if it is the engine's. A search is known by its ticket; answers to old tickets are not heard.

use super::settings::{Field, Seat, Settings, Start};
use super::swap2::{Choice, Stage};
use crate::commands::show::forbidden;
use crossterm::event::KeyEvent;
use std::path::PathBuf;
use std::time::Duration;
use tengen_core::notation::{Origin, point_name};
use tengen_core::record::GameResult;
use tengen_core::{Colour, Move, Point, Position, Status};
use tengen_engine::{Answer, Clock, Goal, Limits, Report, Request};

/// The longest that a hint takes.
const HINT_TIME: Duration = Duration::from_secs(2);

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A key.
    Key(KeyEvent),
    /// A click on a point of the board.
    Click(Point),
    /// The engine tells on the way.
    Heard {
        /// Of which search.
        ticket: u64,
        /// What.
        report: Report,
    },
    /// The engine answers.
    Answered {
        /// Which search.
        ticket: u64,
        /// What.
        answer: Answer,
    },
    /// A file was written.
    Saved {
        /// Its name.
        path: PathBuf,
    },
    /// A file was not written since there is one already.
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// A file could not be written.
    NotSaved {
        /// Why.
        reason: String,
    },
}

/// Something to do.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// Search; whatever was searched before is no longer wanted.
    Think {
        /// Comes back with what the search says.
        ticket: u64,
        /// What to search.
        request: Box<Request>,
    },
    /// End the search with what it has.
    Stop,
    /// End the search; nobody wants its answer.
    Forget,
    /// Write a file.
    Save {
        /// Its name.
        path: PathBuf,
        /// What is in it.
        bytes: Vec<u8>,
        /// Whether it may replace another one.
        replaces: bool,
    },
    /// Leave.
    Quit,
}

/// What the engine searches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Its move.
    Move,
    /// A hint for the person.
    Hint,
    /// Stones or a choice of the opening.
    Opening(Stage),
}

/// What stands over the board and takes the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dialogue {
    /// What the keys do.
    Help,
    /// A new game.
    Menu {
        /// What it will be played with.
        draft: Settings,
        /// The chosen line.
        line: usize,
    },
    /// A file name.
    Save(String),
    /// A file is in the way.
    Overwrite(PathBuf),
    /// Really resign?
    Resign,
    /// Really leave?
    Quit,
}

impl Dialogue {
    /// The chosen field of a menu.
    pub(super) fn field(line: usize) -> Field {
        Field::ALL[line % Field::ALL.len()]
    }
}

/// See the module's page.
pub(super) struct Game {
    pub(super) settings: Settings,
    pub(super) position: Position,
    /// Who plays Black and White.
    pub(super) seats: [Seat; 2],
    /// What is left of the opening.
    pub(super) stage: Option<Stage>,
    pub(super) cursor: Point,
    /// A point that is being typed.
    pub(super) typed: String,
    pub(super) dialogue: Option<Dialogue>,
    pub(super) shows_threats: bool,
    pub(super) shows_numbers: bool,
    pub(super) hint: Option<Point>,
    /// What the engine thinks about, with its ticket.
    pub(super) task: Option<(u64, Task)>,
    /// What it said last, and for whom.
    pub(super) report: Option<(Colour, Report)>,
    pub(super) resigned: Option<Colour>,
    pub(super) message: String,
    pub(super) redo: Vec<Move>,
    /// Stones of the opening, which are not taken back.
    pub(super) opening: usize,
    tickets: u64,
    seed: u64,
}

impl Game {
    /// A new game, and what to do first.
    pub(super) fn new(settings: Settings, seed: u64) -> (Self, Vec<Effect>) {
        let mut game = Self {
            settings,
            position: Position::new(settings.size, settings.rule),
            seats: [settings.seat(0), settings.seat(1)],
            stage: (settings.start == Start::Swap2).then_some(Stage::Three),
            cursor: settings.size.centre(),
            typed: String::new(),
            dialogue: None,
            shows_threats: false,
            shows_numbers: false,
            hint: None,
            task: None,
            report: None,
            resigned: None,
            message: "Press ? for help.".to_owned(),
            redo: Vec::new(),
            opening: 0,
            tickets: 0,
            seed,
        };
        let effects = game.proceed();
        (game, effects)
    }

    /// Starts again with other settings. Tickets go on, so that answers to the old game are not heard.
    pub(super) fn restart(&mut self, settings: Settings) -> Vec<Effect> {
        let (mut game, _) = Self::new(settings, self.seed.wrapping_add(1));
        game.tickets = self.tickets + 1;
        game.task = None;
        (game.shows_threats, game.shows_numbers) = (self.shows_threats, self.shows_numbers);
        *self = game;
        let mut effects = vec![Effect::Forget];
        effects.extend(self.proceed());
        effects
    }

    /// Takes in an event, and says what is to be done.
    pub(super) fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => self.key(key),
            Event::Click(_) if self.dialogue.is_some() => Vec::new(),
            Event::Click(p) => {
                self.cursor = p;
                self.typed.clear();
                self.put(p)
            }
            Event::Heard { ticket, report } => {
                // Only the best line is shown; of an old search nothing.
                if self.is_current(ticket) && report.line == 1 {
                    self.report = Some((self.position.to_move(), report));
                }
                Vec::new()
            }
            Event::Answered { ticket, answer } => {
                let Some((_, task)) = self.task.take_if(|(current, _)| *current == ticket) else {
                    return Vec::new();
                };
                self.answered(task, &answer)
            }
            Event::Saved { path } => {
                self.say(format!("Saved as {}.", path.display()));
                Vec::new()
            }
            Event::Exists { path } => {
                self.dialogue = Some(Dialogue::Overwrite(path));
                Vec::new()
            }
            Event::NotSaved { reason } => {
                self.say(format!("Not saved: {reason}"));
                Vec::new()
            }
        }
    }

    fn is_current(&self, ticket: u64) -> bool {
        self.task.is_some_and(|(current, _)| current == ticket)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.position.status() != Status::Open
    }

    /// How it ended.
    pub(super) fn result(&self) -> Option<GameResult> {
        match (self.resigned, self.position.status()) {
            (Some(side), _) => Some(GameResult::Win(side.opponent())),
            (None, Status::Won { winner, .. }) => Some(GameResult::Win(winner)),
            (None, Status::Draw) => Some(GameResult::Draw),
            (None, Status::Open) => None,
        }
    }

    /// Whether a person is to put a stone.
    pub(super) fn is_persons_stone(&self) -> bool {
        let seat = match self.stage {
            Some(stage) if stage.stones().is_none() => return false,
            Some(stage) => self.settings.seat(stage.side()),
            None => self.seats[self.position.to_move().index()],
        };
        !self.is_over() && seat == Seat::Person
    }

    /// The stage in which a person is to choose, if that is so.
    pub(super) fn persons_choice(&self) -> Option<Stage> {
        self.stage
            .filter(|stage| stage.stones().is_none() && self.settings.seat(stage.side()) == Seat::Person)
    }

    /// The name of a point.
    pub(super) fn name(&self, p: Point) -> String {
        point_name(p, self.settings.size, Origin::Bottom)
    }

    /// Tells the person something.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.message = text.into();
    }

    /// Goes on with the game: if it is the engine's turn, it thinks.
    pub(super) fn proceed(&mut self) -> Vec<Effect> {
        if self.is_over() || self.task.is_some() {
            return Vec::new();
        }
        let Some(stage) = self.stage else {
            if self.seats[self.position.to_move().index()] == Seat::Person {
                return Vec::new();
            }
            let level = Some(self.settings.level.number());
            return self.think(Task::Move, Goal::Best, self.settings.time, level);
        };
        if self.settings.seat(stage.side()) == Seat::Person {
            return Vec::new();
        }
        if stage == Stage::Three && self.position.moves().is_empty() {
            let first = tengen_engine::swap2::first_stone(self.settings.size, self.seed);
            // The board is empty, so every point of it is free.
            let _ = self.position.play(Move::Place(first));
        }
        self.think(Task::Opening(stage), stage.goal(&self.position), self.settings.time, None)
    }

    fn think(&mut self, task: Task, goal: Goal, time: Duration, level: Option<u8>) -> Vec<Effect> {
        self.tickets += 1;
        self.task = Some((self.tickets, task));
        self.report = None;
        let mut request = Request::new(self.position.clone());
        let clock = Clock { turn: Some(time), ..Clock::default() };
        request.limits = Limits { clock: Some(clock), ..Limits::default() };
        (request.goal, request.level) = (goal, level);
        request.seed = self.seed.wrapping_add(self.position.moves().len() as u64);
        vec![Effect::Think { ticket: self.tickets, request: Box::new(request) }]
    }

    fn answered(&mut self, task: Task, answer: &Answer) -> Vec<Effect> {
        match task {
            Task::Hint => {
                self.hint = answer.best();
                let rate = answer.score.win_rate() * 100.0;
                let named = self.hint.map(|p| format!("Hint: {} (win rate {rate:.0}%).", self.name(p)));
                self.say(named.unwrap_or_else(|| "There is no legal move to hint at.".to_owned()));
                Vec::new()
            }
            Task::Move => {
                let side = self.position.to_move();
                let best = answer.best().filter(|p| self.position.play(Move::Place(*p)).is_ok());
                if let Some(p) = best {
                    self.moved(p);
                } else {
                    self.resigned = Some(side);
                    self.say("Tengen has no legal move and resigns.");
                }
                self.proceed()
            }
            Task::Opening(stage) if stage.stones().is_none() => self.choose(stage.choose(answer.score)),
            Task::Opening(stage) => {
                self.put_opening_stones(stage, answer);
                self.proceed()
            }
        }
    }

    /// The engine puts stones of the opening, as many as are wanted; one at least, so that it comes to an end.
    fn put_opening_stones(&mut self, stage: Stage, answer: &Answer) {
        let before = self.position.moves().len();
        let wanted = stage.stones().unwrap_or(0).saturating_sub(self.position.stone_count());
        for p in answer.moves.iter().take(wanted) {
            let _ = self.position.play(Move::Place(*p));
        }
        if self.position.moves().len() == before {
            let free = self.position.grid().empties().next();
            let _ = free.map(|p| self.position.play(Move::Place(p)));
        }
        self.stage = Some(stage.after_stone(&self.position));
        self.say("Tengen puts stones of the opening.");
    }

    /// After a stone of either side.
    fn moved(&mut self, p: Point) {
        self.hint = None;
        self.typed.clear();
        self.redo.clear();
        self.stage = self.stage.map(|stage| stage.after_stone(&self.position));
        self.message = match self.position.status() {
            Status::Won { winner, .. } => format!("{} wins with {}.", title(winner), self.name(p)),
            Status::Draw => "The board is full: a draw.".to_owned(),
            Status::Open => format!("{} played {}.", title(self.position.to_move().opponent()), self.name(p)),
        };
    }

    /// Somebody chooses in the opening.
    pub(super) fn choose(&mut self, choice: Choice) -> Vec<Effect> {
        let Some(stage) = self.stage.filter(|stage| stage.choices().contains(&choice)) else {
            return Vec::new();
        };
        let seat = self.settings.seat(stage.side());
        let who = if seat == Seat::Engine { "Tengen chooses" } else { "You choose" };
        self.say(format!("{who} to {}.", choice.name()));
        match choice {
            Choice::PutTwo => self.stage = Some(Stage::Two),
            Choice::Take(colour) => {
                self.stage = None;
                self.opening = self.position.moves().len();
                self.seats[colour.index()] = seat;
                self.seats[colour.opponent().index()] = self.settings.seat(1 - stage.side());
            }
        }
        self.proceed()
    }

    /// A person puts a stone.
    pub(super) fn put(&mut self, p: Point) -> Vec<Effect> {
        if !self.is_persons_stone() {
            self.say(if self.is_over() {
                "The game is over: N for a new one, U to take back."
            } else if self.persons_choice().is_some() {
                "Choose first: press the number of your choice."
            } else {
                "Tengen is thinking: S makes it play now."
            });
            return Vec::new();
        }
        let fouls =
            if self.position.to_move() == Colour::Black { forbidden(&self.position) } else { Vec::new() };
        if let Some((_, foul)) = fouls.into_iter().find(|(q, _)| *q == p) {
            self.say(format!("{} is forbidden for Black ({foul}).", self.name(p)));
            return Vec::new();
        }
        if self.position.play(Move::Place(p)).is_err() {
            self.say(format!("{} has a stone already.", self.name(p)));
            return Vec::new();
        }
        let mut effects = self.forget();
        self.moved(p);
        effects.extend(self.proceed());
        effects
    }

    /// Whatever the engine thinks about is no longer wanted.
    pub(super) fn forget(&mut self) -> Vec<Effect> {
        if self.task.take().is_some() { vec![Effect::Forget] } else { Vec::new() }
    }

    /// Asks for a hint.
    pub(super) fn ask_hint(&mut self) -> Vec<Effect> {
        if !self.is_persons_stone() || self.stage.is_some() || self.task.is_some() {
            self.say("A hint is for your own move.");
            return Vec::new();
        }
        self.say("Looking for a hint ...");
        self.think(Task::Hint, Goal::Best, HINT_TIME.min(self.settings.time), None)
    }
}

/// A side at the start of a sentence.
pub(super) fn title(side: Colour) -> &'static str {
    match side {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}
