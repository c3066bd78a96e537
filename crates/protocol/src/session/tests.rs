//! Sessions fed by hand, with a player that answers what it is told to, when it is told to.

use super::*;
use crate::lines::Line;
use crate::player::{Handle, Listener};
use proptest::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use tengen_core::Position;
use tengen_engine::{Answer, Limits, Options, Report, Request, RootEvent, Score, Sink as _};

/// What the player was asked and told.
#[derive(Default)]
struct Log {
    requests: Vec<Request>,
    options: Vec<Options>,
    forgotten: usize,
    ponder_hits: usize,
    /// Answers to come; without one the first empty point is played.
    answers: VecDeque<Option<Answer>>,
    /// Whether searches wait to be stopped.
    waits: bool,
    /// The ears of searches that are not over.
    running: Vec<(usize, Listener)>,
}

#[derive(Clone, Default)]
struct Puppet(Rc<RefCell<Log>>);

struct Strings {
    log: Rc<RefCell<Log>>,
    number: usize,
    answer: Option<Answer>,
}

impl Player for Puppet {
    type Handle = Strings;

    fn think(&mut self, request: Request, listener: Listener) -> Strings {
        let mut log = self.0.borrow_mut();
        let first = request.position.grid().empties().find(|p| !request.without.contains(p));
        let answer = log
            .answers
            .pop_front()
            .unwrap_or_else(|| Some(answer(&first.into_iter().collect::<Vec<_>>(), 0)));
        let number = log.requests.len();
        log.requests.push(request);
        if log.waits {
            log.running.push((number, listener));
        }
        Strings { log: Rc::clone(&self.0), number, answer }
    }

    fn configure(&mut self, options: Options) {
        self.0.borrow_mut().options.push(options);
    }

    fn forget(&mut self) {
        self.0.borrow_mut().forgotten += 1;
    }

    fn table_usage(&self) -> f64 {
        0.125
    }
}

impl Handle for Strings {
    fn stop(&self) {
        self.log.borrow_mut().running.retain(|(number, _)| *number != self.number);
    }

    fn ponder_hit(&self) {
        self.log.borrow_mut().ponder_hits += 1;
    }

    fn wait(self) -> Option<Answer> {
        self.answer.clone()
    }
}

impl Drop for Strings {
    fn drop(&mut self) {
        self.stop();
    }
}

/// An answer whose line goes on after the first move with what is expected.
fn answer(moves: &[Point], score: i32) -> Answer {
    let report = Report {
        depth: 3,
        seldepth: 5,
        line: 1,
        lines: 1,
        nodes: 10,
        elapsed: Duration::from_millis(40),
        score: Score::of(score),
        pv: moves.to_vec(),
    };
    let (score, elapsed) = (report.score, report.elapsed);
    Answer { moves: moves.to_vec(), score, lines: vec![report], nodes: 10, elapsed }
}

/// As [`answer`], with one move to play and the rest expected.
fn expecting(line: &[Point]) -> Answer {
    Answer { moves: line[..1].to_vec(), ..answer(line, 0) }
}

fn at(x: i32, y: i32) -> Point {
    Size::FIFTEEN.point(x, y).unwrap()
}

#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session with everything that it talks to.
struct Table {
    session: Session<Puppet, Paper>,
    heard: Receiver<Event>,
    paper: Paper,
    log: Rc<RefCell<Log>>,
    flow: Flow,
}

impl Table {
    fn new() -> Self {
        let (events, heard) = channel();
        let (puppet, paper) = (Puppet::default(), Paper::default());
        let log = Rc::clone(&puppet.0);
        let mut session = Session::new(puppet, paper.clone(), events, 7);
        session.root_from = Duration::ZERO;
        // A tournament, so that nothing is written about the search unless it is asked for.
        session.settings.set("game_type", "2");
        Self { session, heard, paper, log, flow: Flow::Open }
    }

    /// A board of 15, started, with searches that end at once.
    fn started() -> Self {
        let mut table = Self::new();
        assert_eq!(table.send("START 15"), "OK");
        table
    }

    /// As [`Table::started`], with searches that wait to be stopped.
    fn waiting() -> Self {
        let table = Self::started();
        table.log.borrow_mut().waits = true;
        table
    }

    /// Feeds an event and all that follows from it; gives what was written, its lines joined by `|`.
    fn feed(&mut self, event: Event) -> String {
        let mut next = Some(event);
        while let Some(event) = next {
            self.flow = self.session.event(event).unwrap();
            next = self.heard.try_recv().ok();
        }
        let text = String::from_utf8(std::mem::take(&mut *self.paper.0.borrow_mut())).unwrap();
        text.trim_end().replace('\n', "|")
    }

    fn send(&mut self, line: &str) -> String {
        self.feed(Event::Line(Line::Text(line.to_owned())))
    }

    /// Sends lines, and gives what was written for each.
    fn script(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| self.send(line)).collect()
    }

    fn prepare(&mut self, answers: &[Answer]) {
        self.log.borrow_mut().answers.extend(answers.iter().cloned().map(Some));
    }

    fn request(&self) -> Request {
        self.log.borrow().requests.last().expect("something was asked").clone()
    }

    fn asked(&self) -> usize {
        self.log.borrow().requests.len()
    }

    fn position(&self) -> &Position {
        &self.session.game.as_ref().unwrap().position
    }
}

#[test]
fn a_game_is_played_move_by_move() {
    let mut table = Table::new();
    table.prepare(&[answer(&[at(7, 7)], 0), answer(&[at(8, 8)], 0)]);
    let answers = table.script(&["INFO rule 1", "START 15", "INFO time_left 1000", "BEGIN", "TURN 6,7"]);
    assert_eq!(answers, ["", "OK", "", "7,7", "8,8"]);
    assert_eq!(table.position().rule(), Rule::Standard);
    assert_eq!(table.script(&["TAKEBACK 8,8", "TAKEBACK 6,7", "TAKEBACK 0,0"])[..2], ["OK", "OK"]);
    assert_eq!(table.position().stone_count(), 1);
    assert_eq!(table.script(&["RESTART", "ABOUT", "END"]), ["OK", ABOUT, ""]);
    assert_eq!(table.flow, Flow::Over);
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let mut table = Table::new();
    for command in [
        "BEGIN",
        "TURN 1,1",
        "RESTART",
        "TAKEBACK 1,1",
        "PLAY 1,1",
        "YXNBEST 2",
        "BOARD DONE",
        "YXBLOCK 1,1 DONE",
    ] {
        assert_eq!(table.send(command), "ERROR no game has been started: send START first", "{command}");
    }
    assert_eq!(table.send("START 4"), "ERROR a 4x4 board is not supported: each side must be 5 to 22");
    assert_eq!(table.send("START -3"), "ERROR a 0x0 board is not supported: each side must be 5 to 22");
    assert_eq!(
        table.send("RECTSTART 23,10"),
        "ERROR a 23x10 board is not supported: each side must be 5 to 22"
    );
    table.script(&["RECTSTART 20,10", "YXBOARD 7,7,1 8,8,2 DONE"]);
    let before = table.position().clone();
    assert_eq!(
        table.send("BEGIN"),
        "ERROR the board is not empty: BEGIN is for the first move, use TURN or BOARD"
    );
    assert_eq!(table.send("TURN 7,7"), "ERROR 7,7 is taken");
    assert_eq!(table.send("TURN 7,10"), "ERROR 7,10 is outside the 20x10 board");
    assert_eq!(table.send("BOARD 1,1,1 1,1,2 DONE"), "ERROR 1,1 is taken");
    assert_eq!(table.send("BOARD 1,1,1 2,2 DONE"), "ERROR BOARD wants lines x,y,field, found `1,1,1 2,2`");
    assert_eq!(table.send("SWAP2BOARD 1,1 DONE"), "ERROR SWAP2BOARD wants 0, 3 or 5 stones, found 1");
    assert_eq!(table.position(), &before);
    assert_eq!(table.asked(), 0);
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut table = Table::started();
    let won = "1,1,1 1,2,2 2,1,1 2,2,2 3,1,1 3,2,2 4,1,1 4,2,2 5,1,1 0,0,2 DONE";
    let over = "ERROR the game is over: no move can follow";
    assert_eq!(table.send(&format!("BOARD {won}")), over);
    assert_eq!(table.send(&format!("YXBOARD {won}")), "");
    assert_eq!(table.script(&["TURN 9,9", "YXNBEST 1", "YXBALANCEONE"]), [over; 3]);
    // The opponent's fifth stone: there is nothing to answer, and the stone is not kept.
    table.send("YXBOARD 1,1,2 1,2,1 2,1,2 2,2,1 3,1,2 3,2,1 4,1,2 4,2,1 DONE");
    table.send("PLAY 9,9");
    assert_eq!(table.position().stone_count(), 9);
}

#[test]
fn commands_wait_for_the_answer_in_order() {
    let mut table = Table::waiting();
    assert_eq!(table.script(&["BEGIN", "TURN 5,5", "FOO", "YXSHOWHASHUSAGE"]), [""; 4]);
    table.log.borrow_mut().waits = false;
    assert_eq!(table.send("STOP"), "0,0|1,0|UNKNOWN command `FOO`|MESSAGE hash usage 12.5%");
}

#[test]
fn a_stop_is_for_everything_asked_before_it() {
    let mut table = Table::waiting();
    assert_eq!(table.script(&["BEGIN", "TURN 5,5", "TURN 6,6"]), [""; 3]);
    assert_eq!(table.send("YXSTOP"), "0,0|1,0|2,0");
    assert_eq!(table.script(&["STOP", "TURN 7,7"]), ["", ""], "a stop of nothing is not kept for later");
    assert_eq!(table.send("STOP"), "3,0");
}

#[test]
fn info_counts_at_once_while_thinking_and_in_its_place_while_commands_wait() {
    let mut table = Table::waiting();
    table.script(&["BEGIN", "INFO timeout_turn 111"]);
    assert_eq!(table.session.settings.turn, Some(111));
    table.script(&["TURN 5,5", "INFO timeout_turn 222"]);
    assert_eq!(table.session.settings.turn, Some(111), "the turn that waits was sent before");
    table.send("STOP");
    let limits = |n: usize| table.log.borrow().requests[n].limits.clock.unwrap().turn.unwrap().as_millis();
    assert_eq!((limits(0), limits(1)), (5000, 111));
    assert_eq!(table.session.settings.turn, Some(222));
}

#[test]
fn end_does_not_wait_for_an_answer() {
    let mut table = Table::waiting();
    assert_eq!(table.script(&["BEGIN", "TURN 5,5", "END"]), ["", "", ""]);
    assert_eq!(table.flow, Flow::Over);
    assert!(table.log.borrow().running.is_empty());
}

#[test]
fn the_end_of_the_input_stops_thinking_answers_and_ends() {
    let mut table = Table::waiting();
    table.script(&["BEGIN", "TURN 5,5", "YXBOARD 1,1,1"]);
    assert_eq!(table.feed(Event::Closed), "0,0|1,0|ERROR YXBOARD was not ended by DONE: nothing was changed");
    assert_eq!(table.flow, Flow::Over);
    let mut idle = Table::new();
    assert_eq!((idle.feed(Event::Closed), idle.flow), (String::new(), Flow::Over));
}

#[test]
fn a_start_between_games_resets_the_board_and_keeps_the_settings() {
    let mut table = Table::started();
    table.script(&["INFO rule 4", "INFO timeout_turn 50", "BOARD 7,7,2 DONE", "START 20", "BEGIN"]);
    let request = table.request();
    assert_eq!((request.position.size().width(), request.position.stone_count()), (20, 0));
    assert_eq!(request.position.rule(), Rule::Renju);
    assert_eq!(request.limits.clock.unwrap().turn, Some(Duration::from_millis(50)));
}

#[test]
fn a_rule_may_come_after_the_start_and_a_bad_one_is_told_when_it_matters() {
    let mut table = Table::started();
    assert_eq!(table.script(&["INFO rule 8", "BEGIN"])[1], "0,0");
    assert_eq!(table.request().position.rule(), Rule::Caro);
    assert_eq!(table.log.borrow().forgotten, 0);
    assert_eq!(table.send("INFO rule 3"), "");
    for command in ["TURN 1,1", "START 15", "BOARD DONE"] {
        assert!(table.send(command).starts_with("ERROR INFO rule 3 is not supported"), "{command}");
    }
    assert_eq!(table.send("ABOUT"), ABOUT);
    table.script(&["INFO rule 0", "TURN 5,5"]);
    let request = table.request();
    assert_eq!((request.position.rule(), request.position.stone_count()), (Rule::Freestyle, 2));
    assert_eq!(table.log.borrow().forgotten, 1, "what was found under caro is not true here");
}

#[test]
fn moves_are_suggested_and_then_played() {
    let mut table = Table::started();
    table.prepare(&[answer(&[at(7, 7)], 0), answer(&[at(8, 8)], 0)]);
    assert_eq!(table.script(&["INFO suggest 1", "BEGIN"])[1], "SUGGEST 7,7");
    assert_eq!(table.position().stone_count(), 0);
    assert_eq!(table.send("TURN 1,1"), "ERROR the suggested move has not been played: send PLAY first");
    assert_eq!(table.script(&["PLAY 6,6", "TURN 1,1", "PLAY 8,8"]), ["6,6", "SUGGEST 8,8", "8,8"]);
    assert_eq!(table.position().stone_count(), 3);
    let analysis = Table::started().script(&["INFO analysis_mode 1", "BEGIN"]).pop();
    assert_eq!(analysis.unwrap(), "SUGGEST 0,0");
}

/// A table at which the engine has played 7,7 and ponders on 6,6.
fn pondering() -> Table {
    let mut table = Table::started();
    table.prepare(&[expecting(&[at(7, 7), at(6, 6)]), expecting(&[at(8, 8)])]);
    table.script(&["INFO pondering 1", "INFO timeout_match 10000", "INFO time_left 5000"]);
    assert_eq!(table.send("BEGIN"), "7,7");
    let request = table.request();
    assert!(request.ponder && request.position.stone_count() == 2, "{request:?}");
    // The 40 ms of the first answer are gone.
    assert_eq!(request.limits.clock.unwrap().left, Some(Duration::from_millis(4960)));
    table
}

#[test]
fn a_move_that_was_foreseen_is_answered_by_the_search_that_runs() {
    let mut table = pondering();
    table.script(&["INFO time_left 4955", "ABOUT", "YXSHOWFORBID"]);
    assert_eq!(table.send("TURN 6,6"), "8,8");
    assert_eq!((table.log.borrow().ponder_hits, table.asked()), (1, 2));
}

#[test]
fn a_search_on_the_opponents_time_is_quiet_until_it_is_hit() {
    let mut table = Table::waiting();
    table.prepare(&[expecting(&[at(7, 7), at(6, 6)]), expecting(&[at(8, 8), at(1, 1)])]);
    table.script(&["INFO pondering 1", "INFO game_type 0", "BEGIN"]);
    let first = "MESSAGE depth 3-5 ev 0 n 10 n/ms 0 tm 40 pv h8 g9";
    assert_eq!(
        table.send("STOP"),
        format!("{first}|7,7"),
        "an answer that nothing was heard of is told with its end"
    );
    let report = answer(&[at(8, 8)], 0).lines.remove(0);
    let ears =
        |table: &Table| table.log.borrow_mut().running.iter_mut().for_each(|(_, ear)| ear.report(&report));
    ears(&table);
    assert_eq!(table.send("ABOUT"), ABOUT);
    assert_eq!(table.send("TURN 6,6"), "");
    ears(&table);
    assert_eq!(table.send("STOP"), "MESSAGE depth 3-5 ev 0 n 10 n/ms 0 tm 40 pv i7|8,8");
}

#[test]
fn another_move_another_clock_or_another_board_starts_anew() {
    for lines in [
        &["TURN 6,5"][..],
        &["INFO time_left 300", "TURN 6,6"],
        &["INFO thread_num 2", "TURN 6,6"],
        &["YXBLOCK 1,1 DONE", "TURN 6,6"],
    ] {
        let mut table = pondering();
        assert!(!table.script(lines).pop().unwrap().is_empty(), "{lines:?}");
        assert_eq!((table.log.borrow().ponder_hits, table.asked()), (0, 3), "{lines:?}");
        assert!(!table.request().ponder);
    }
    for line in ["STOP", "TAKEBACK 7,7", "START 15", "YXHASHCLEAR"] {
        let mut table = pondering();
        table.send(line);
        assert!(table.session.ponder.is_none(), "{line}");
    }
}

#[test]
fn time_that_was_used_is_not_given_twice() {
    let mut table = Table::started();
    let left = |table: &Table| table.request().limits.clock.unwrap().left.unwrap().as_millis();
    table.script(&["INFO timeout_match 1000", "BEGIN"]);
    assert_eq!(left(&table), 1000);
    table.send("TURN 9,9");
    assert_eq!(left(&table), 960);
    table.script(&["INFO time_left 900", "TURN 9,8"]);
    assert_eq!(left(&table), 900);
    table.script(&["START 15", "BEGIN"]);
    assert_eq!(left(&table), 900);
}

#[test]
fn analyses_ask_for_lines_and_balance() {
    let mut table = Table::started();
    let goals = |table: &Table| (table.request().goal, table.request().lines);
    table.prepare(&[answer(&[at(7, 7)], 0), answer(&[at(8, 8)], 0), answer(&[at(1, 1), at(2, 2)], 0)]);
    assert_eq!(table.script(&["YXBOARD 6,6,2 DONE", "YXNBEST 3"]), ["", "7,7"]);
    assert_eq!(goals(&table), (Goal::Best, 3));
    assert_eq!(table.send("YXBALANCEONE -5"), "8,8");
    assert_eq!(goals(&table), (Goal::BalanceOne { bias: -5 }, 1));
    assert_eq!(table.send("YXBALANCETWO 9"), "1,1 2,2");
    assert_eq!(goals(&table), (Goal::BalanceTwo { bias: 9 }, 1));
    assert_eq!(table.position().stone_count(), 5, "the moves of an analysis are played");
    table.send("YXSEARCHDEFEND");
    assert_eq!(goals(&table), (Goal::Best, 220));
}

#[test]
fn strength_is_for_moves_and_not_for_analyses() {
    let mut table = Table::started();
    table.script(&["INFO strength 0", "BEGIN"]);
    assert_eq!(table.request().level, Some(1));
    table.send("YXNBEST 2");
    assert_eq!(table.request().level, None);
}

#[test]
fn blocked_points_are_not_asked_for_until_they_are_free_again() {
    let mut table = Table::started();
    table.script(&["YXBLOCK", "0,0", "1,0", "DONE", "YXBLOCKPATH 2,0 DONE"]);
    assert_eq!(table.script(&["START 15", "BEGIN"])[1], "3,0", "Yixin-Board sends START before every search");
    assert_eq!(table.request().without, [at(0, 0), at(1, 0), at(2, 0)]);
    assert_eq!(
        table.script(&["RESTART", "YXBLOCKUNDO 0,0 DONE", "YXBLOCKPATHUNDO 2,0 DONE", "BEGIN"])[3],
        "0,0"
    );
    assert_eq!(table.request().without, [at(1, 0)]);
    assert_eq!(table.script(&["YXBLOCKRESET", "YXBLOCKPATHRESET", "TURN 1,1"])[2], "1,0");
    assert_eq!(table.send("YXBLOCK 15,0 DONE"), "ERROR 15,0 is outside the 15x15 board");
    assert_eq!(table.send("YXBLOCKPATH 21,21 DONE"), "", "Yixin-Board counts through its largest board");
    table.script(&["YXBLOCK 0,0 DONE", "START 20", "BEGIN"]);
    assert!(table.request().without.is_empty(), "another board has other points");
}

#[test]
fn when_nothing_may_be_played_that_is_the_answer() {
    let mut table = Table::new();
    table.script(&["START 5", "YXBLOCK"]);
    for x in 0..5 {
        table.send(&format!("{x},0 {x},1 {x},2 {x},3 {x},4"));
    }
    assert_eq!(
        table.script(&["DONE", "BEGIN"])[1],
        "ERROR there is no move that may be played: take back a YXBLOCK"
    );
    assert_eq!(table.script(&["YXBLOCKUNDO 2,2 DONE", "BEGIN"])[1], "2,2");
}

#[test]
fn a_search_that_fails_or_cheats_does_not_lose_the_game() {
    let mut table = Table::started();
    table.log.borrow_mut().answers.extend([None, Some(answer(&[at(7, 7)], 0))]);
    assert_eq!(table.send("BEGIN"), "DEBUG the search failed: any legal move is played|7,7");
    assert_eq!(table.send("TURN 7,8"), "6,6", "7,7 is taken");
}

#[test]
fn yixin_board_counts_rows_first_and_others_do_not() {
    let mut table = Table::new();
    table.prepare(&[answer(&[at(12, 1)], 0), answer(&[at(12, 2)], 0), answer(&[at(12, 3)], 0)]);
    let hello = table.script(&[
        "info show_detail 0",
        "yxshowinfo",
        "START 15 15",
        "yxboard 3,11,2 done",
        "yxnbest 1",
    ]);
    assert!(hello[1].starts_with("MESSAGE INFO MAX_THREAD_NUM "), "{hello:?}");
    assert!(hello[1].ends_with("|MESSAGE INFO MAX_HASH_SIZE 24"), "{hello:?}");
    assert_eq!(hello[4], "1,12");
    assert_eq!(table.position().stone(at(11, 3)), Some(Colour::Black));
    // gomocalc and Rapfi's clients say START with one number.
    assert_eq!(table.script(&["START 15", "YXBOARD 3,11,2 DONE", "YXNBEST 1"])[2], "12,2");
    assert_eq!(table.position().stone(at(3, 11)), Some(Colour::Black));
    assert_eq!(table.script(&["INFO coord_mode flipy_x", "START 15", "BEGIN"])[2], "11,12");
}

#[test]
fn forbidden_points_are_listed_for_black_under_renju() {
    let mut table = Table::started();
    let stones = "7,6,1 0,14,2 7,5,1 0,0,2 8,7,1 14,14,2 9,7,1 14,0,2";
    assert_eq!(table.send("YXSHOWFORBID"), "FORBID .");
    table.send(&format!("YXBOARD {stones} DONE"));
    assert_eq!(table.send("YXSHOWFORBID"), "FORBID .");
    assert_eq!(table.script(&["INFO rule 2", "YXSHOWFORBID"])[1], "FORBID 0707.");
    table.send(&format!("YXBOARD {stones} 3,3,1 DONE"));
    assert_eq!(table.script(&["PLAY 3,4", "YXSHOWFORBID"]), ["3,4", "FORBID ."], "White may play anywhere");
}

#[test]
fn the_swap2_choice_follows_the_score() {
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE";
    let five = "SWAP2BOARD 7,7 8,8 9,9 6,6 5,6 DONE";
    for (command, score, expected) in
        [(three, 21, "4,4"), (three, -21, "SWAP"), (five, 1, "4,4"), (five, 0, "4,4"), (five, -1, "SWAP")]
    {
        let mut table = Table::started();
        table.prepare(&[answer(&[at(4, 4)], score)]);
        assert_eq!(table.send(command), expected, "{command} {score}");
        assert_eq!(table.request().position.to_move(), Colour::White);
        assert_eq!(table.position().stone_count(), 0, "the stones come again with BOARD");
    }
}

#[test]
fn a_close_swap2_choice_is_given_to_the_opponent() {
    let three = "SWAP2BOARD 7,7 8,8 9,9 DONE";
    for (score, pair, expected) in
        [(20, &[at(3, 3), at(2, 2)][..], "3,3 2,2"), (-20, &[at(3, 3)], "SWAP"), (0, &[], "4,4")]
    {
        let mut table = Table::started();
        table.prepare(&[answer(&[at(4, 4)], score), answer(pair, 0)]);
        assert_eq!(table.send(three), expected, "{score}");
        assert_eq!(table.request().goal, Goal::BalanceTwo { bias: 0 });
    }
    // Somebody who says STOP wants no second search.
    let mut table = Table::waiting();
    table.prepare(&[answer(&[at(4, 4)], 0)]);
    assert_eq!(table.script(&[three, "STOP"]), ["", "4,4"]);
}

#[test]
fn a_swap2_opening_is_three_stones_on_every_board() {
    for side in 5..=22 {
        let mut table = Table::new();
        let written = table.script(&[&format!("START {side}"), "SWAP2BOARD", "DONE"]).pop().unwrap();
        let points: Vec<Point> = written
            .split(' ')
            .filter_map(|pair| {
                let (x, y) = pair.split_once(',')?;
                Size::square(side).unwrap().point(x.parse().ok()?, y.parse().ok()?)
            })
            .collect();
        assert_eq!(points.len(), 3, "{written}");
        let size = Size::square(side).unwrap();
        assert!(Position::from_moves(size, Rule::Freestyle, points).is_ok(), "{written}");
    }
}

#[test]
fn what_happens_at_the_root_is_told_to_those_who_want_it() {
    let mut table = Table::waiting();
    table.script(&["INFO show_detail 1", "BEGIN"]);
    let event = RootEvent::Searching(at(3, 4));
    table.log.borrow_mut().running[0].1.root(event);
    let written = table.send("STOP");
    assert!(
        written.starts_with("MESSAGE REALTIME POS 3,4|MESSAGE REALTIME REFRESH|")
            && written.ends_with("|0,0")
    );
    table.script(&["INFO show_detail 0", "TURN 9,9"]);
    table.log.borrow_mut().running[0].1.root(event);
    assert_eq!(table.send("STOP"), "1,0");
}

#[test]
fn options_reach_the_player_before_the_question() {
    let mut table = Table::started();
    table.script(&[
        "INFO max_memory 83886080",
        "INFO thread_num 2",
        "INFO max_depth 9",
        "INFO timeout_turn -1",
        "BEGIN",
    ]);
    let options = *table.log.borrow().options.last().unwrap();
    assert_eq!((options.memory, options.threads), (80 << 20, 2));
    assert_eq!(table.request().limits, Limits { depth: Some(9), ..Limits::default() });
}

/// Whether a line is one that managers know.
fn is_an_answer(line: &str) -> bool {
    let is_pair = |word: &str| {
        word.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
    };
    let starts = [
        "OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "SUGGEST ", "FORBID ", "name=", "INFO ", "SWAP",
        "-1,-1",
    ];
    starts.iter().any(|start| line.starts_with(start)) || line.split(' ').all(is_pair)
}

fn soup() -> impl Strategy<Value = Vec<String>> {
    let pair = || (-2..17i32, -2..17i32).prop_map(|(x, y)| format!("{x},{y}"));
    let stones = || {
        prop::collection::vec((0..15i32, 0..15i32, 0..4i32), 0..8)
            .prop_map(|stones| stones.iter().map(|(x, y, f)| format!(" {x},{y},{f}")).collect::<String>())
    };
    let command = prop_oneof![
        pair().prop_map(|pair| format!("TURN {pair}")),
        pair().prop_map(|pair| format!("PLAY {pair}")),
        pair().prop_map(|pair| format!("TAKEBACK {pair}")),
        stones().prop_map(|stones| format!("BOARD{stones} DONE")),
        stones().prop_map(|stones| format!("yxboard{stones} done")),
        stones().prop_map(|stones| format!("SWAP2BOARD{stones} DONE")),
        (3..25i32).prop_map(|side| format!("START {side}")),
        (0..10i32).prop_map(|rule| format!("INFO rule {rule}")),
        (0..4i32).prop_map(|detail| format!("INFO show_detail {detail}")),
        pair().prop_map(|pair| format!("YXBLOCK {pair} DONE")),
        pair().prop_map(|pair| format!("YXBLOCKPATH {pair} DONE")),
        prop::sample::select(vec![
            "BEGIN",
            "RESTART",
            "START 15 15",
            "RECTSTART 9,12",
            "ABOUT",
            "STOP",
            "YXSTOP",
            "YXSHOWINFO",
            "YXNBEST 3",
            "YXSHOWFORBID",
            "YXHASHCLEAR",
            "YXSHOWHASHUSAGE",
            "YXBLOCKRESET",
            "YXBALANCEONE 3",
            "YXBALANCETWO",
            "YXSEARCHDEFEND",
            "INFO suggest 1",
            "INFO suggest 0",
            "INFO pondering 1",
            "INFO coord_mode yx",
            "BOARD",
            "DONE",
            "7,7,1",
            "YXHASHLOAD",
            "YXQUERYDATABASEALL",
            "-1,-1",
            "INFO time_left -3",
            "\u{0}\u{7}",
        ])
        .prop_map(str::to_owned),
        "[ -{}~]{0,20}",
    ];
    prop::collection::vec(command, 0..40)
}

proptest! {
    /// No order of commands breaks a session: it answers in lines that managers know, and a new game can be played.
    #[test]
    fn no_soup_of_commands_breaks_a_session(lines in soup(), waits in any::<bool>()) {
        let mut table = Table::new();
        table.log.borrow_mut().waits = waits;
        for line in lines.iter().filter(|line| !line.trim().eq_ignore_ascii_case("END")) {
            let written = table.send(line);
            prop_assert!(written.is_empty() || written.split('|').all(is_an_answer), "{line}: {written}");
        }
        table.log.borrow_mut().waits = false;
        table.script(&["STOP", "INFO rule 0", "INFO suggest 0", "INFO show_detail 0", "INFO coord_mode xy", "YXBLOCKRESET", "YXBLOCKPATHRESET"]);
        // Whatever block or file name was left open is closed by now.
        prop_assert_eq!(table.script(&["START 15", "START 15"]).pop().unwrap(), "OK");
        prop_assert_eq!(table.send("BEGIN"), "0,0");
        prop_assert_eq!(table.flow, Flow::Open);
    }
}
