//! `play`: the next move of a game, or the next step of a swap2 opening.

use super::analyze::{hash, options, worth};
use super::external::{Question, USUAL};
use super::{Finish, Halt, Job, LONGEST, engine_named, rounded};
use crate::config::External;
use crate::error::ApiError;
use crate::queue::Lane;
use crate::state::{State, random};
use crate::wire::{Names, PositionText};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tengen_core::{Colour, Move, Point, Position};
use tengen_engine::{Answer, Clock, Goal, Level, Limits, Options, Request, Silent, swap2};

/// How long the strongest level thinks when there is no clock.
const UNTIMED: Duration = Duration::from_secs(5);
/// A move that may take longer than this stands in the line of the long jobs.
const SHORT: Duration = Duration::from_secs(10);

/// The fields of the request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fields {
    position: PositionText,
    level: Option<u8>,
    engine: Option<String>,
    #[serde(default)]
    clock: ClockFields,
    threads: Option<usize>,
    hash_mb: Option<u64>,
    opening: Option<String>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockFields {
    #[serde(rename = "turn_ms")]
    turn: Option<u64>,
    #[serde(rename = "game_ms")]
    game: Option<u64>,
    #[serde(rename = "left_ms")]
    left: Option<u64>,
    #[serde(rename = "increment_ms")]
    increment: Option<u64>,
}

impl ClockFields {
    fn clock(self) -> Clock {
        let time = |milliseconds: Option<u64>| milliseconds.map(|ms| Duration::from_millis(ms.min(LONGEST)));
        Clock {
            turn: time(self.turn),
            game: time(self.game),
            left: time(self.left),
            increment: time(self.increment).unwrap_or_default(),
        }
    }
}

/// The request, checked.
pub(crate) struct Play {
    position: Position,
    level: Option<u8>,
    external: Option<(String, External)>,
    clock: Clock,
    options: Options,
    hash: u64,
    is_swap2: bool,
}

impl Play {
    pub(crate) fn check(fields: &Fields, state: &State) -> Result<Self, ApiError> {
        let position = fields.position.open()?;
        if fields.level.is_some_and(|level| Level::new(level).is_none()) {
            return Err(ApiError::bad_request("`level` is from 1 to 20"));
        }
        let external = match fields.engine.as_deref() {
            None | Some("tengen") => None,
            Some(id) => Some((id.to_owned(), engine_named(id, state)?.clone())),
        };
        if external.is_some() && fields.level.is_some() {
            return Err(ApiError::bad_request("`level` is for the engine tengen: leave out one of the two"));
        }
        let is_swap2 = match fields.opening.as_deref() {
            None | Some("free") => false,
            Some("swap2") => true,
            Some(_) => return Err(ApiError::bad_request("`opening` is swap2 or left out")),
        };
        let stones = position.stone_count();
        if is_swap2 && !(matches!(stones, 0 | 3 | 5) && position.setup().is_empty()) {
            let text = "swap2 is decided with 0, 3 or 5 stones on the board: leave out `opening` afterwards";
            return Err(ApiError::bad_request(text));
        }
        if is_swap2 && external.is_some() {
            return Err(ApiError::bad_request("only the engine tengen plays the swap2 opening here"));
        }
        let mut clock = fields.clock.clock();
        let is_untimed = clock.turn.or(clock.game).or(clock.left).is_none();
        let limit = if external.is_some() { USUAL } else { UNTIMED };
        if is_untimed {
            clock.turn = Some(limit);
        }
        let options = options(fields.threads, None, state)?;
        Ok(Self {
            position,
            level: fields.level,
            external,
            clock,
            options,
            hash: hash(fields.hash_mb),
            is_swap2,
        })
    }

    /// Moves are wanted soon, unless the clock says otherwise.
    fn lane(&self) -> Lane {
        let most = [self.clock.turn, self.clock.left.or(self.clock.game)].into_iter().flatten().min();
        if most.is_none_or(|most| most > SHORT) { Lane::Long } else { Lane::Short }
    }

    pub(crate) fn run(&self, job: &Job) -> Result<Finish, Halt> {
        let names = Names(self.position.size());
        if let Some((id, engine)) = &self.external {
            let reply = self.ask(job, id, engine)?;
            job.events.send(
                "move",
                json!({
                    "move": names.name(reply.point),
                    "winrate": null,
                    "score": null,
                    "seconds": rounded(reply.elapsed.as_secs_f64(), 1e3),
                    "engine": id,
                }),
            );
            return Ok(Finish::Finished);
        }
        let mut seat = job.state.pool.take(job.session, self.hash, self.options)?;
        let said = self.think_and_say(job, &mut seat.engine, names);
        job.state.pool.put_back(job.session, seat);
        said.map(|()| Finish::Finished)
    }

    fn ask(&self, job: &Job, id: &str, engine: &External) -> Result<tengen_protocol::driver::Reply, Halt> {
        let left = self.clock.left.or(self.clock.game);
        // With a game clock alone: what a player would take of it for one move.
        let turn = self.clock.turn.or_else(|| left.map(|left| left / 20)).unwrap_or(USUAL);
        let question = Question {
            id: id.to_owned(),
            engine,
            position: &self.position,
            turn: turn.min(left.unwrap_or(turn)),
            left,
            nodes: None,
            depth: None,
            threads: 1,
            memory: self.hash,
        };
        question.ask(job, self.lane())
    }

    fn think_and_say(&self, job: &Job, engine: &mut tengen_engine::Engine, names: Names) -> Result<(), Halt> {
        let _turn = job.turn(self.lane(), self.options.threads)?;
        let started = Instant::now();
        if self.is_swap2 {
            let choice = self.swap2(job, engine)?;
            let moves = names.names(choice.moves);
            job.events.send("choice", json!({ "choice": choice.name, "moves": moves, "seconds": rounded(started.elapsed().as_secs_f64(), 1e3) }));
            return Ok(());
        }
        let answer = self.think(job, engine, self.position.clone(), Goal::Best, self.clock)?;
        let best = answer.best().ok_or_else(|| {
            let text = "there is no legal move: every empty point is forbidden";
            ApiError::new(axum::http::StatusCode::BAD_REQUEST, "no_move", text)
        })?;
        let Value::Object(mut object) = worth(answer.score) else { return Ok(()) };
        object.insert("move".to_owned(), names.name(best).into());
        object.insert("seconds".to_owned(), rounded(started.elapsed().as_secs_f64(), 1e3));
        job.events.send("move", Value::Object(object));
        Ok(())
    }

    fn think(
        &self,
        job: &Job,
        engine: &mut tengen_engine::Engine,
        position: Position,
        goal: Goal,
        clock: Clock,
    ) -> Result<Answer, Halt> {
        let nodes = self.level.and_then(Level::new).and_then(Level::nodes).filter(|_| goal != Goal::Best);
        let limits = Limits { clock: Some(clock), nodes, ..Limits::default() };
        let request = Request { goal, limits, level: self.level, seed: random(), ..Request::new(position) };
        let thinking = engine.think(request, Silent);
        let stopper = thinking.stopper();
        let _hooked = job.signal().hook(move || stopper.stop());
        let answer = thinking.wait();
        if job.control.ended().is_some() { Err(Halt::Ended) } else { Ok(answer) }
    }

    /// One step of the opening, as the engine judges it.
    fn swap2(&self, job: &Job, engine: &mut tengen_engine::Engine) -> Result<Choice, Halt> {
        let pair = Goal::BalanceTwo { bias: 0 };
        let half = Clock { turn: self.clock.turn.map(|turn| turn / 2), ..self.clock };
        let position = &self.position;
        if position.stone_count() == 0 {
            let first = swap2::first_stone(position.size(), random());
            let mut after = position.clone();
            after.play(Move::Place(first)).map_err(|error| Names(position.size()).refused(error))?;
            let two = self.two(job, engine, after, pair, self.clock)?;
            return Ok(Choice { name: "put_three", moves: [vec![first], two].concat() });
        }
        let clock = if position.stone_count() == 3 { half } else { self.clock };
        let answer = self.think(job, engine, position.clone(), Goal::Best, clock)?;
        if position.stone_count() == 3 && swap2::is_fair(answer.score) {
            let two = self.two(job, engine, position.clone(), pair, half)?;
            return Ok(Choice { name: "put_two", moves: two });
        }
        Ok(match swap2::better_colour(answer.score) {
            Colour::Black => Choice { name: "black", moves: Vec::new() },
            Colour::White => Choice { name: "white", moves: answer.best().into_iter().collect() },
        })
    }

    /// The pair of stones that balances best; any two if the search found none.
    fn two(
        &self,
        job: &Job,
        engine: &mut tengen_engine::Engine,
        position: Position,
        goal: Goal,
        clock: Clock,
    ) -> Result<Vec<Point>, Halt> {
        let empties: Vec<Point> = position.grid().empties().collect();
        let answer = self.think(job, engine, position, goal, clock)?;
        if answer.moves.len() == 2 {
            return Ok(answer.moves);
        }
        Ok(empties.first().into_iter().chain(empties.last()).copied().collect())
    }
}

/// What is done in a step of the opening.
struct Choice {
    name: &'static str,
    moves: Vec<Point>,
}
