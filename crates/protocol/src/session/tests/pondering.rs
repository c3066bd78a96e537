//! Thinking on the opponent's time, and whose time is counted.

use super::*;

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
        &["INFO strength 50", "TURN 6,6"],
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
fn a_search_in_vain_has_ended_before_the_next_begins() {
    for line in ["TURN 5,5", "YXHASHCLEAR", "YXNBEST 2", "SWAP2BOARD DONE"] {
        let mut table = Table::waiting();
        table.prepare(&[expecting(&[at(7, 7), at(6, 6)])]);
        table.script(&["INFO pondering 1", "BEGIN", "STOP"]);
        assert_eq!(table.log.borrow().running.len(), 1, "it ponders");
        table.send(line);
        assert!(table.log.borrow().running.iter().all(|(number, _)| *number == 2), "{line}");
    }
}
