//! The Gomocup commands: games, errors, and what may come while the engine thinks.

use super::*;
use std::time::Instant;

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

#[test]
fn an_answer_that_is_due_does_not_wait_for_the_search() {
    let mut table = Table::waiting();
    assert_eq!(table.session.due(), None);
    table.script(&["INFO timeout_turn 100", "INFO timeout_match 0"]);
    let before = Instant::now();
    assert_eq!(table.send("BEGIN"), "");
    let due = table.session.due().expect("a clock runs");
    assert!(due > before + Duration::from_millis(64) && due < Instant::now() + Duration::from_millis(100));
    assert_eq!(table.feed(Event::Due), "", "nothing to answer with yet");
    assert!(table.session.due().is_some());
    table.log.borrow_mut().running[0].1.root(RootEvent::Best(at(3, 4)));
    assert_eq!(table.feed(Event::Due), "3,4");
    assert!(table.log.borrow().running.is_empty(), "the search was stopped");
    assert_eq!((table.position().stone_count(), table.session.due()), (1, None));
    assert_eq!(table.send("TURN 7,7"), "", "the game goes on");
    assert_eq!(table.send("STOP"), "0,0");
}

#[test]
fn an_analysis_is_never_due_and_pondering_is_from_the_opponents_move_on() {
    let mut table = Table::waiting();
    table.prepare(&[expecting(&[at(7, 7), at(6, 6)])]);
    table.script(&["INFO timeout_turn 100", "INFO timeout_match 0", "INFO pondering 1", "BEGIN"]);
    assert_eq!(table.send("STOP"), "7,7");
    assert_eq!(table.session.due(), None);
    table.send("TURN 6,6");
    assert!(table.session.due().is_some() && table.log.borrow().ponder_hits == 1);
    table.send("STOP");
    table.send("YXNBEST 2");
    assert_eq!(table.session.due(), None);
}
