//! Any commands in any order.

use super::*;
use proptest::prelude::*;

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
        prop::collection::vec((0..15i32, 0..15i32, 0..4i32), 0..8).prop_map(|stones| {
            let stones: Vec<String> = stones.iter().map(|(x, y, f)| format!(" {x},{y},{f}")).collect();
            stones.concat()
        })
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
        let is_end = |line: &str| line.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("END"));
        for line in lines.iter().filter(|line| !is_end(line)) {
            let written = table.send(line);
            prop_assert!(written.is_empty() || written.split('|').all(is_an_answer), "{line}: {written}");
        }
        table.log.borrow_mut().waits = false;
        // Whatever block or file name was left open is closed by the first line.
        table.script(&["ABOUT", "STOP", "INFO rule 0", "INFO suggest 0", "INFO show_detail 0", "INFO coord_mode xy"]);
        table.script(&["YXBLOCKRESET", "YXBLOCKPATHRESET"]);
        prop_assert_eq!(table.send("START 15"), "OK");
        prop_assert_eq!(table.send("BEGIN"), "0,0");
        prop_assert_eq!(table.flow, Flow::Open);
    }
}
