//! What a command does: the state of one conversation, and its one writer.
//!
//! The one idea: a session takes [`Event`]s one at a time and never waits for anything but a search that was told to
//! stop. While a search runs, `STOP`, `END` and `INFO` act at once; everything else waits in a queue, in order, until
//! the answer is written. Nothing is ever dropped, and there is no moment in which it could be. An answer that is due is
//! written without waiting for the search.
//!
//! Rooms: `game` (stones and moves), `blocks` (moves not to play), `think` (searches and pondering), `swap2` (the
//! opening), `voice` (what is written while thinking).

mod blocks;
mod game;
mod swap2;
#[cfg(test)]
mod tests;
mod think;
mod voice;

pub use game::GameError;

use crate::command::{Command, Stone};
use crate::coordinates::{Coordinates, Pair};
use crate::info::{LARGEST_HASH, MOST_THREADS, Settings};
use crate::player::{Event, Player, SearchId};
use crate::reader::{Outcome, Reader};
use blocks::Blocks;
use game::Game;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::Duration;
use tengen_core::{Colour, Point, Rule, Size};
use tengen_engine::Goal;
use think::{Purpose, Search};
use voice::Hand;

/// What `ABOUT` answers.
pub const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"The Tengen authors\", country=\"-\", www=\"-\", email=\"-\""
);

/// When the moves at the root begin to be told, after the start of a search.
const ROOT_FROM: Duration = Duration::from_millis(200);

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Open,
    /// It is over: `END`, or the end of the input.
    Over,
}

/// One conversation with a manager.
pub struct Session<P: Player, W: Write> {
    player: P,
    output: W,
    /// Where searches send what they have to say: the queue that [`Session::event`] is fed from.
    events: Sender<Event>,
    reader: Reader,
    settings: Settings,
    /// The last `START` had two numbers, as only Yixin-Board's has.
    has_two_sides: bool,
    game: Option<Game>,
    blocks: Blocks,
    /// The search that an answer is owed for.
    search: Option<Search<P::Handle>>,
    /// The search on the opponent's time.
    ponder: Option<Search<P::Handle>>,
    last_search: SearchId,
    /// What came while a search was running.
    queue: VecDeque<Outcome>,
    /// Thought since the manager last said how much time is left.
    spent: Duration,
    /// Board and rule of what the engine remembers.
    remembered: Option<(Size, Rule)>,
    seed: u64,
    root_from: Duration,
    is_closing: bool,
    flow: Flow,
}

impl<P: Player, W: Write> Session<P, W> {
    /// A conversation that begins. `events` is the sending end of the queue that [`Session::event`] is fed from;
    /// `seed` decides what is drawn by lot (openings, weak levels).
    pub fn new(player: P, output: W, events: Sender<Event>, seed: u64) -> Self {
        Self {
            player,
            output,
            events,
            reader: Reader::new(),
            settings: Settings::default(),
            has_two_sides: false,
            game: None,
            blocks: Blocks::default(),
            search: None,
            ponder: None,
            last_search: 0,
            queue: VecDeque::new(),
            spent: Duration::ZERO,
            remembered: None,
            seed,
            root_from: ROOT_FROM,
            is_closing: false,
            flow: Flow::Open,
        }
    }

    /// Takes what happened.
    ///
    /// # Errors
    /// When an answer cannot be written: nobody listens any more.
    pub fn event(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(line) => {
                for outcome in self.reader.line(&line) {
                    self.take(outcome)?;
                }
            }
            Event::Closed => {
                self.is_closing = true;
                if let Some(outcome) = self.reader.finish() {
                    self.take(outcome)?;
                }
            }
            Event::Report(id, report) => self.report(id, &report)?,
            Event::Root(id, event) => self.root(id, event)?,
            Event::Finished(id) => self.finished(id)?,
            Event::Due => self.answer_in_time()?,
        }
        self.drain()?;
        Ok(self.flow)
    }

    /// A command or an error, in the order of arrival.
    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        match outcome {
            _ if self.flow == Flow::Over => {}
            Ok(Command::End) => {
                self.flow = Flow::Over;
                (self.search, self.ponder) = (None, None);
            }
            Ok(Command::Stop) if self.search.is_some() => {
                self.stop();
                // What waits was asked for before the stop, so the stop is for it too.
                if !self.queue.is_empty() {
                    self.queue.push_back(Ok(Command::Stop));
                }
            }
            Ok(Command::Info { key, value }) if self.queue.is_empty() => self.info(&key, &value),
            outcome if self.search.is_some() => self.queue.push_back(outcome),
            outcome => self.handle(outcome)?,
        }
        Ok(())
    }

    /// Handles what waits, as far as it can be.
    fn drain(&mut self) -> io::Result<()> {
        while self.flow == Flow::Open {
            let acts_at_once = matches!(self.queue.front(), Some(Ok(Command::Stop | Command::Info { .. })));
            if self.search.is_some() && !acts_at_once {
                // A stop that waits was sent after this search was asked for.
                if self.is_closing || self.queue.contains(&Ok(Command::Stop)) {
                    self.stop();
                }
                break;
            }
            let Some(outcome) = self.queue.pop_front() else {
                if self.is_closing {
                    self.flow = Flow::Over;
                }
                break;
            };
            self.handle(outcome)?;
        }
        Ok(())
    }

    /// Obeys a command now.
    fn handle(&mut self, outcome: Outcome) -> io::Result<()> {
        let command = match outcome {
            Ok(command) => command,
            Err(error) => return self.say(&error.answer()),
        };
        if ends_pondering(&command) {
            self.ponder = None;
        }
        if depends_on_settings(&command)
            && let Some(refusal) = self.settings.refusal()
        {
            let refusal = format!("ERROR {refusal}");
            return self.say(&refusal);
        }
        if let Some(game) = &mut self.game {
            game.change_rule(self.settings.rule);
        }
        match self.obey(command)? {
            Ok(()) => Ok(()),
            Err(error) => self.say(&format!("ERROR {error}")),
        }
    }

    /// The outer result is about writing, the inner one about the game.
    fn obey(&mut self, command: Command) -> io::Result<Result<(), GameError>> {
        Ok(match command {
            Command::Start { width, height } => {
                self.has_two_sides = height.is_some();
                return self.start(width, height.unwrap_or(width));
            }
            Command::RectStart { width, height } => return self.start(width, height),
            Command::Restart => match &self.game {
                Some(game) => {
                    let size = game.position.size();
                    return self.start(size.width().into(), size.height().into());
                }
                None => Err(GameError::NotStarted),
            },
            Command::Begin => self.begin(),
            Command::Turn(pair) => return self.turn(pair),
            Command::Play(pair) => return self.play(pair),
            Command::TakeBack(pair) => match self.take_back(pair) {
                Ok(()) => return self.say("OK").map(Ok),
                Err(error) => Err(error),
            },
            Command::Board(stones) => self.set_board(&stones, true),
            Command::YxBoard(stones) => self.set_board(&stones, false),
            Command::Swap2Board(pairs) => self.swap2(&pairs),
            Command::NBest(lines) => self.analyse(Goal::Best, lines),
            Command::SearchDefend => self.analyse(Goal::Best, usize::MAX),
            Command::BalanceOne(bias) => self.analyse(Goal::BalanceOne { bias }, 1),
            Command::BalanceTwo(bias) => self.analyse(Goal::BalanceTwo { bias }, 1),
            Command::Block(pairs) => self.points(&pairs).map(|points| self.blocks.add(&points)),
            Command::BlockUndo(pairs) => self.points(&pairs).map(|points| self.blocks.remove(&points)),
            Command::BlockPath(pairs) => self.path(&pairs, Blocks::add_path),
            Command::BlockPathUndo(pairs) => self.path(&pairs, |blocks, path| blocks.remove_path(&path)),
            other => return self.obey_plain(&other).map(Ok),
        })
    }

    /// The commands that cannot fail.
    fn obey_plain(&mut self, command: &Command) -> io::Result<()> {
        match command {
            Command::Info { key, value } => self.info(key, value),
            Command::Stop => self.stop(),
            Command::About => self.say(ABOUT)?,
            Command::ShowInfo => self.show_info()?,
            Command::ShowForbid => self.show_forbid()?,
            Command::HashClear => {
                self.player.forget();
                self.say("MESSAGE hash cleared")?;
            }
            Command::HashUsage => {
                let percent = self.player.table_usage() * 100.0;
                self.say(&format!("MESSAGE hash usage {percent:.1}%"))?;
            }
            Command::BlockReset => self.blocks.reset(),
            Command::BlockPathReset => self.blocks.reset_paths(),
            // END acts on arrival; the others are obeyed above.
            _ => {}
        }
        Ok(())
    }

    fn info(&mut self, key: &str, value: &str) {
        self.settings.set(key, value);
        if key == "time_left" {
            self.spent = Duration::ZERO;
        }
    }

    fn start(&mut self, width: i32, height: i32) -> io::Result<Result<(), GameError>> {
        let side = |n: i32| usize::try_from(n).unwrap_or(0);
        let size = match Size::new(side(width), side(height)) {
            Ok(size) => size,
            Err(error) => return Ok(Err(error.into())),
        };
        if self.game.as_ref().is_some_and(|game| game.position.size() != size) {
            self.blocks = Blocks::default();
        }
        self.game = Some(Game::new(size, self.settings.rule));
        self.spent = Duration::ZERO;
        self.say("OK").map(Ok)
    }

    fn begin(&mut self) -> Result<(), GameError> {
        let game = self.game.as_ref().ok_or(GameError::NotStarted)?;
        if game.position.stone_count() > 0 {
            return Err(GameError::NotEmpty);
        }
        self.answer_move()
    }

    fn turn(&mut self, pair: Pair) -> io::Result<Result<(), GameError>> {
        let coordinates = self.coordinates();
        let Some(game) = &mut self.game else { return Ok(Err(GameError::NotStarted)) };
        if game.is_suggested {
            return Ok(Err(GameError::Suggested));
        }
        let mut next = game.clone();
        if let Err(error) = next.play(pair, coordinates).and_then(|_| next.check_open()) {
            return Ok(Err(error));
        }
        *game = next;
        self.answer_turn()
    }

    fn play(&mut self, pair: Pair) -> io::Result<Result<(), GameError>> {
        let coordinates = self.coordinates();
        let Some(game) = &mut self.game else { return Ok(Err(GameError::NotStarted)) };
        match game.play(pair, coordinates) {
            Ok(_) => self.say(&pair.to_string()).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    fn take_back(&mut self, pair: Pair) -> Result<(), GameError> {
        let coordinates = self.coordinates();
        self.game.as_mut().ok_or(GameError::NotStarted)?.take_back(pair, coordinates)
    }

    fn set_board(&mut self, stones: &[Stone], answers: bool) -> Result<(), GameError> {
        let size = self.size()?;
        let game = Game::from_stones(stones, size, self.settings.rule, self.coordinates())?;
        if answers {
            game.check_open()?;
        }
        self.game = Some(game);
        if answers { self.answer_move() } else { Ok(()) }
    }

    fn show_info(&mut self) -> io::Result<()> {
        self.settings.has_gui = true;
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {threads}\nMESSAGE INFO MAX_HASH_SIZE {LARGEST_HASH}"))
    }

    /// The points that Black may not take, if Black is to move; without a game there are none.
    fn show_forbid(&mut self) -> io::Result<()> {
        let mut line = "FORBID ".to_owned();
        if let Some(game) = &self.game {
            let position = &game.position;
            let hand = self.hand(position.size());
            if position.rule() == Rule::Renju
                && position.to_move() == Colour::Black
                && game.check_open().is_ok()
            {
                let grid = position.grid();
                line.extend(grid.empties().filter(|p| grid.foul(*p).is_some()).map(|p| hand.digits(p)));
            }
        }
        line.push('.');
        self.say(&line)
    }

    fn analyse(&mut self, goal: Goal, lines: usize) -> Result<(), GameError> {
        let game = self.game.as_ref().ok_or(GameError::NotStarted)?;
        game.check_open()?;
        let position = game.position.clone();
        let lines = lines.min(position.size().area() - position.stone_count());
        let limits = self.settings.limits(self.spent);
        self.think(position, goal, lines, limits, Purpose::Analyse);
        Ok(())
    }

    fn path(
        &mut self,
        pairs: &[Pair],
        change: impl FnOnce(&mut Blocks, Vec<Point>),
    ) -> Result<(), GameError> {
        let (size, coordinates) = (self.size()?, self.coordinates());
        // Yixin-Board counts through the squares of its largest board: a path that leaves this one is never played.
        let path: Option<Vec<Point>> = pairs.iter().map(|pair| coordinates.point(*pair, size)).collect();
        if let Some(path) = path {
            change(&mut self.blocks, path);
        }
        Ok(())
    }

    fn points(&self, pairs: &[Pair]) -> Result<Vec<Point>, GameError> {
        let (size, coordinates) = (self.size()?, self.coordinates());
        let point =
            |pair: &Pair| coordinates.point(*pair, size).ok_or(GameError::Outside { pair: *pair, size });
        pairs.iter().map(point).collect()
    }

    fn size(&self) -> Result<Size, GameError> {
        self.game.as_ref().map(|game| game.position.size()).ok_or(GameError::NotStarted)
    }

    /// What pairs mean: as told, else row and column for Yixin-Board, which is known by `YXSHOWINFO` and a `START` with
    /// two numbers, else column and row.
    fn coordinates(&self) -> Coordinates {
        let is_yixin_board = self.settings.has_gui && self.has_two_sides;
        let usual = if is_yixin_board { Coordinates::RowColumn } else { Coordinates::ColumnRow };
        self.settings.coordinates.unwrap_or(usual)
    }

    fn hand(&self, size: Size) -> Hand {
        Hand { coordinates: self.coordinates(), size }
    }

    /// Writes one answer (one line, or lines that belong together) in one piece.
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(format!("{text}\n").as_bytes())?;
        self.output.flush()
    }
}

/// Whether a command leaves no use for what is thought on the opponent's time. A `TURN` decides for itself.
fn ends_pondering(command: &Command) -> bool {
    let is_question =
        matches!(command, Command::About | Command::ShowInfo | Command::ShowForbid | Command::HashUsage);
    !is_question && !matches!(command, Command::Turn(_) | Command::Info { .. })
}

/// Whether a command needs settings that can be met.
fn depends_on_settings(command: &Command) -> bool {
    matches!(
        command,
        Command::Start { .. }
            | Command::RectStart { .. }
            | Command::Restart
            | Command::Begin
            | Command::Turn(_)
            | Command::Board(_)
            | Command::YxBoard(_)
            | Command::Swap2Board(_)
            | Command::NBest(_)
            | Command::SearchDefend
            | Command::BalanceOne(_)
            | Command::BalanceTwo(_)
    )
}
