//! Searches: how one is started, what is done with its answer, and thinking on the opponent's time.

use super::game::GameError;
use super::swap2::Step;
use super::{Session, voice};
use crate::player::{BestSoFar, Handle, Hearing, Listener, Player, SearchId};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use tengen_core::{Colour, Move, Point, Position, Rule, Size, Status};
use tengen_engine::clock::Budget;
use tengen_engine::{Answer, Goal, Limits, Options, Report, Request, RootEvent, Score};

/// Between two looks at a search that is late and has no move yet.
const MOMENT: Duration = Duration::from_millis(1);

/// What an answer is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// A move of the game: it is played (or suggested), and pondering may follow.
    Play,
    /// Moves that somebody wanted to know: they are played, as other engines do, and nothing follows.
    Analyse,
    /// A step of the swap2 opening: the board stays as it is.
    Swap2(Step),
}

/// A search that is running, or over and not yet asked for its answer.
pub(super) struct Search<H> {
    pub(super) id: SearchId,
    handle: H,
    purpose: Purpose,
    /// What was asked.
    pub(super) question: Question,
    started: Instant,
    is_finished: bool,
    pub(super) is_stopped: bool,
    /// A line about it has been written.
    is_told: bool,
    /// When the opponent played what it had been thinking about.
    hit: Option<Instant>,
    best: BestSoFar,
    /// When the answer is due.
    due: Option<Instant>,
}

/// All that decides what a search is good for.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) position: Position,
    limits: Limits,
    pub(super) without: Vec<Point>,
    options: Options,
    level: Option<u8>,
}

impl Question {
    /// When an answer to it that is asked for now is due.
    fn due(&self) -> Option<Instant> {
        let budget = self.limits.clock.as_ref().and_then(Budget::of)?;
        Instant::now().checked_add(budget.due)
    }

    /// Whether a search for this question answers that one too. A clock may say a little less than was foreseen: the
    /// manager measures the way to us and back.
    fn answers(&self, asked: &Self) -> bool {
        let is_same = self.position == asked.position
            && self.without == asked.without
            && (self.options, self.level) == (asked.options, asked.level)
            && (self.limits.nodes, self.limits.depth) == (asked.limits.nodes, asked.limits.depth);
        is_same
            && match (self.limits.clock, asked.limits.clock) {
                (None, None) => true,
                (Some(foreseen), Some(real)) => {
                    let has_time = match (foreseen.left, real.left) {
                        (None, None) => true,
                        (Some(foreseen), Some(real)) => real + real / 20 >= foreseen,
                        _ => false,
                    };
                    has_time
                        && (foreseen.turn, foreseen.game, foreseen.increment)
                            == (real.turn, real.game, real.increment)
                }
                _ => false,
            }
    }
}

impl<P: Player, W: Write> Session<P, W> {
    /// Thinks about the move of the game.
    pub(super) fn answer_move(&mut self) -> Result<(), GameError> {
        let game = self.game.as_ref().ok_or(GameError::NotStarted)?;
        game.check_open()?;
        let position = game.position.clone();
        let limits = self.settings.limits(self.spent);
        self.think(position, Goal::Best, 1, limits, Purpose::Play);
        Ok(())
    }

    /// Thinks about the answer to the opponent's move, which is on the board; if that was foreseen, the thinking has
    /// long begun.
    pub(super) fn answer_turn(&mut self) -> io::Result<Result<(), GameError>> {
        let Some(game) = &self.game else { return Ok(Err(GameError::NotStarted)) };
        let asked = self.question(game.position.clone(), self.settings.limits(self.spent));
        // A search in vain ends here, before the next begins.
        let foreseen = self.ponder.take().filter(|ponder| ponder.question.answers(&asked));
        let Some(mut ponder) = foreseen else { return Ok(self.answer_move()) };
        ponder.hit = Some(Instant::now());
        ponder.due = ponder.question.due();
        ponder.handle.ponder_hit();
        let (id, is_finished) = (ponder.id, ponder.is_finished);
        self.search = Some(ponder);
        if is_finished { self.finished(id).map(Ok) } else { Ok(Ok(())) }
    }

    /// Starts the search that an answer is owed for.
    pub(super) fn think(
        &mut self,
        position: Position,
        goal: Goal,
        lines: usize,
        limits: Limits,
        purpose: Purpose,
    ) {
        self.ponder = None;
        let question = self.question(position, limits);
        let level = question.level.filter(|_| lines == 1 && goal == Goal::Best);
        let request = Request { goal, lines: lines.max(1), level, ..Request::new(question.position.clone()) };
        self.search = Some(self.launch(request, question, purpose));
    }

    fn question(&self, position: Position, limits: Limits) -> Question {
        let mut without = self.blocks.without(&position);
        without.extend(self.game.iter().flat_map(|game| &game.dead));
        let (options, level) = (self.settings.options(), self.settings.level());
        Question { position, limits, without, options, level }
    }

    fn launch(&mut self, request: Request, question: Question, purpose: Purpose) -> Search<P::Handle> {
        self.player.configure(question.options);
        // What was found under another rule or on another board is not true here.
        let here = (question.position.size(), question.position.rule());
        if self.remembered.replace(here).is_some_and(|before| before != here) {
            self.player.forget();
        }
        self.last_search += 1;
        let id = self.last_search;
        let seed = self.seed.wrapping_add(id);
        let detail = self.settings.detail;
        let hearing = Hearing {
            reports: self.settings.wants_text() || detail.has_blocks() || detail.has_realtime(),
            root_from: detail.has_realtime().then_some(self.root_from),
        };
        let without = question.without.clone();
        let request = Request { limits: question.limits, without, seed, ..request };
        let due = question.due().filter(|_| matches!(purpose, Purpose::Play) && !request.ponder);
        let listener = Listener::new(self.events.clone(), id, hearing);
        let best = listener.best_so_far();
        let handle = self.player.think(request, listener);
        Search {
            id,
            handle,
            purpose,
            question,
            started: Instant::now(),
            is_finished: false,
            is_stopped: false,
            is_told: false,
            hit: None,
            best,
            due,
        }
    }

    /// Stops the search; its answer comes with its end.
    pub(super) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_stopped = true;
            search.handle.stop();
        }
    }

    /// When the answer that is owed has to be written, wherever the search is.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.search.as_ref().and_then(|search| search.due)
    }

    /// The search is held up, by its machine or its neighbours: the best move so far is the answer.
    pub(super) fn answer_in_time(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        let Some(best) = search.best.get() else {
            // It has not even begun: a moment more.
            search.due = Instant::now().checked_add(MOMENT);
            return Ok(());
        };
        let Some(search) = self.search.take() else { return Ok(()) };
        search.handle.stop();
        let elapsed = search.hit.unwrap_or(search.started).elapsed();
        self.spent += elapsed;
        let (moves, score) = (vec![best], Score::EVEN);
        let answer = Answer { moves, score, lines: Vec::new(), nodes: 0, elapsed, valued: Vec::new() };
        // The search is waited for when it is dropped: after the answer.
        self.conclude(&search.question, Some(&answer), true)
    }

    pub(super) fn report(&mut self, id: SearchId, report: &Report) -> io::Result<()> {
        let Some(search) = self.search.as_mut().filter(|search| search.id == id) else { return Ok(()) };
        search.is_told = true;
        let size = search.question.position.size();
        self.tell(report, size)
    }

    fn tell(&mut self, report: &Report, size: Size) -> io::Result<()> {
        let lines = voice::report(report, &self.settings, self.hand(size));
        if lines.is_empty() { Ok(()) } else { self.say(&lines.join("\n")) }
    }

    pub(super) fn root(&mut self, id: SearchId, event: RootEvent) -> io::Result<()> {
        let Some(search) = self.search.as_ref().filter(|search| search.id == id) else { return Ok(()) };
        let line = voice::root(event, self.hand(search.question.position.size()));
        line.map_or(Ok(()), |line| self.say(&line))
    }

    /// A search is over: its answer is written, or kept if nobody has asked yet.
    pub(super) fn finished(&mut self, id: SearchId) -> io::Result<()> {
        if let Some(ponder) = self.ponder.as_mut().filter(|ponder| ponder.id == id) {
            ponder.is_finished = true;
            return Ok(());
        }
        let Some(search) = self.search.take_if(|search| search.id == id) else { return Ok(()) };
        let Search { handle, purpose, question, is_stopped, is_told, hit, .. } = search;
        let answer = handle.wait();
        if answer.is_none() {
            self.say("DEBUG the search failed: any legal move is played")?;
        }
        if let Some(answer) = &answer {
            // The opponent's time is not ours.
            self.spent += hit.map_or(answer.elapsed, |hit| hit.elapsed().min(answer.elapsed));
            // A move found at sight, or on the opponent's time, has not been told of: a GUI waits for its value.
            for line in answer.lines.iter().filter(|_| !is_told) {
                self.tell(line, question.position.size())?;
            }
        }
        match purpose {
            Purpose::Play => self.conclude(&question, answer.as_ref(), true),
            Purpose::Analyse => self.conclude(&question, answer.as_ref(), false),
            Purpose::Swap2(step) => self.swap2_answer(step, &question, answer.as_ref(), is_stopped),
        }
    }

    /// Writes the moves of an answer and plays them.
    fn conclude(&mut self, question: &Question, answer: Option<&Answer>, is_game: bool) -> io::Result<()> {
        let hand = self.hand(question.position.size());
        let moves = legal_moves(question, answer);
        if moves.is_empty() {
            let why = if question.without.is_empty() { "" } else { ": take back a YXBLOCK" };
            return self.say(&format!("ERROR {}", GameError::NoMove(why)));
        }
        let suggests = is_game && self.settings.suggests;
        if let Some(game) = &mut self.game {
            game.is_suggested = suggests;
            if !suggests {
                for p in &moves {
                    // They have just been tried on a copy.
                    let _ = game.position.play(Move::Place(*p));
                }
            }
        }
        let verb = if suggests { "SUGGEST " } else { "" };
        self.say(&format!("{verb}{}", hand.pairs(&moves)))?;
        if is_game && !suggests && self.settings.ponders {
            self.start_pondering(answer.and_then(Answer::expected));
        }
        Ok(())
    }

    /// Thinks on, on the opponent's time, about the answer to the move that is expected.
    fn start_pondering(&mut self, expected: Option<Point>) {
        let (Some(game), Some(expected)) = (&self.game, expected) else { return };
        let mut position = game.position.clone();
        if position.play(Move::Place(expected)).is_err() || position.status() != Status::Open {
            return;
        }
        let question = self.question(position, self.settings.limits(self.spent));
        let request =
            Request { ponder: true, level: question.level, ..Request::new(question.position.clone()) };
        self.ponder = Some(self.launch(request, question, Purpose::Play));
    }
}

/// The moves of an answer as far as they can be played one after the other; if none can, any that can.
fn legal_moves(question: &Question, answer: Option<&Answer>) -> Vec<Point> {
    let mut position = question.position.clone();
    let mut is_played = |p: &Point| !question.without.contains(p) && position.play(Move::Place(*p)).is_ok();
    let moves = answer.map_or(&[][..], |answer| &answer.moves);
    let moves: Vec<Point> = moves.iter().copied().take_while(|p| is_played(p)).collect();
    if moves.is_empty() { any_move(question).into_iter().collect() } else { moves }
}

/// The empty point nearest to the centre that may be played.
pub(super) fn any_move(question: &Question) -> Option<Point> {
    let position = &question.position;
    let (size, grid) = (position.size(), position.grid());
    let centre = size.centre();
    let distance = |p: &Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y()));
    let is_foul = |p: Point| {
        position.rule() == Rule::Renju && position.to_move() == Colour::Black && grid.foul(p).is_some()
    };
    let free = grid.empties().filter(|p| !question.without.contains(p) && !is_foul(*p));
    free.min_by_key(distance)
}
