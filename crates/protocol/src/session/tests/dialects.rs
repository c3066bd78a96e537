//! The commands of Yixin's and Rapfi's clients.

use super::*;

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
