//! The managers, each with its own order of commands, its own coordinates and its own patience. A referee checks every
//! move; the managers' moves are drawn by lot.

use crate::process::Process;
use tengen_core::notation::{Origin, parse_moves};
use tengen_core::{Colour, Move, Point, Position, Rule, Size, Status};

/// A game as the manager sees it.
struct Game {
    position: Position,
    lot: u64,
}

impl Game {
    fn new(side: usize, rule: Rule) -> Self {
        Self { position: Position::new(Size::square(side).unwrap(), rule), lot: 1 }
    }

    fn is_open(&self) -> bool {
        self.position.status() == Status::Open
    }

    /// Plays and gives a move of the manager: any empty point that is no foul.
    fn own_move(&mut self) -> Point {
        let grid = self.position.grid();
        let is_foul = |p: &Point| {
            let is_renju_black =
                self.position.rule() == Rule::Renju && self.position.to_move() == Colour::Black;
            is_renju_black && grid.foul(*p).is_some()
        };
        let free: Vec<Point> = grid.empties().filter(|p| !is_foul(p)).collect();
        self.lot = self.lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let p = free[(self.lot >> 33) as usize % free.len()];
        self.position.play(Move::Place(p)).unwrap();
        p
    }

    /// Takes the engine's answer, which must be exactly `a,b`, legal, and no foul.
    fn engine_move(&mut self, answer: &str, is_row_first: bool) {
        let (a, b) = answer.split_once(',').unwrap_or_else(|| panic!("`{answer}` is no move"));
        let number = |text: &str| text.parse::<i32>().unwrap_or_else(|_| panic!("`{answer}` is no move"));
        let (x, y) = if is_row_first { (number(b), number(a)) } else { (number(a), number(b)) };
        let p = self.position.size().point(x, y).unwrap_or_else(|| panic!("`{answer}` is outside"));
        self.position.play(Move::Place(p)).unwrap_or_else(|error| panic!("`{answer}`: {error}"));
        let has_fouled = matches!(self.position.status(), Status::Won { foul: Some(_), .. });
        assert!(!has_fouled, "`{answer}` is forbidden: {:?}", self.position);
    }

    /// The stones as `BOARD` lists them for the side to move, in order.
    fn stones(&self, is_row_first: bool) -> Vec<String> {
        let count = self.position.moves().len();
        let points = self.position.moves().iter().filter_map(|m| m.point());
        let line = |(i, p): (usize, Point)| {
            let field = if (count - i).is_multiple_of(2) { 1 } else { 2 };
            let (a, b) = if is_row_first { (p.y(), p.x()) } else { (p.x(), p.y()) };
            format!("{a},{b},{field}")
        };
        points.enumerate().map(line).collect()
    }
}

const RULES: [(u32, Rule); 5] =
    [(0, Rule::Freestyle), (1, Rule::Standard), (4, Rule::Renju), (8, Rule::Caro), (9, Rule::CaroStandard)];

/// Piskvork waits for OK before its settings, ends lines with CR LF, and takes any answer to TURN that is no move for the
/// death of the engine.
#[test]
fn piskvork_plays_a_game_of_every_rule_and_takes_moves_back() {
    let mut engine = Process::start();
    let send = |engine: &mut Process, line: &str| engine.write(format!("{line}\r\n").as_bytes());
    for (number, rule) in RULES {
        let mut game = Game::new(20, rule);
        send(&mut engine, "START 20");
        assert_eq!(engine.line().unwrap(), "OK");
        for line in ["max_memory 83886080", "timeout_match 60000", "timeout_turn 20", "game_type 2"] {
            send(&mut engine, &format!("INFO {line}"));
        }
        send(&mut engine, &format!("INFO rule {number}"));
        send(&mut engine, "INFO time_left 60000");
        send(&mut engine, "INFO folder C:\\Users\\All Users\\piskvork");
        send(&mut engine, "BEGIN");
        // In a tournament nothing but the move is written, so the next line is the move.
        game.engine_move(&engine.line().unwrap(), false);
        for _ in 0..8 {
            let p = game.own_move();
            send(&mut engine, "INFO time_left 59000");
            send(&mut engine, &format!("TURN {},{}", p.x(), p.y()));
            game.engine_move(&engine.line().unwrap(), false);
            if !game.is_open() {
                break;
            }
        }
        for _ in 0..2 {
            let p = game.position.undo().and_then(Move::point).unwrap();
            send(&mut engine, &format!("TAKEBACK {},{}", p.x(), p.y()));
            assert_eq!(engine.line().unwrap(), "OK");
        }
        let p = game.own_move();
        send(&mut engine, &format!("TURN {},{}", p.x(), p.y()));
        game.engine_move(&engine.line().unwrap(), false);
        send(&mut engine, "RESTART");
        assert_eq!(engine.line().unwrap(), "OK");
    }
    send(&mut engine, "END");
    assert!(engine.rest().is_empty());
}

/// `GomocupJudge` writes START and every setting at once and never waits for OK; it asks with BOARD at first and TURN
/// after, and takes the first line that is two numbers.
#[test]
fn the_judge_does_not_wait() {
    for (number, rule) in RULES {
        let mut engine = Process::start();
        let mut game = Game::new(15, rule);
        // The opening b2e2e3 of the acceptance test.
        let opening = parse_moves("b2e2e3", game.position.size(), Origin::Top).unwrap();
        for m in opening {
            game.position.play(m).unwrap();
        }
        engine.write(
            format!(
                "START 15\nINFO timeout_turn 20\nINFO timeout_match 100000\nINFO max_memory 367001600\n\
                 INFO game_type 1\nINFO rule {number}\nINFO folder /tmp\nINFO time_left 100000\nBOARD\n{}\nDONE\n",
                game.stones(false).join("\n")
            )
            .as_bytes(),
        );
        for _ in 0..8 {
            let is_move =
                |line: &str| line.split(',').filter(|part| part.trim().parse::<i32>().is_ok()).count() == 2;
            let mut lines = std::iter::from_fn(|| engine.line());
            let answer = lines.find(|line| is_move(line)).expect("a move");
            game.engine_move(&answer, false);
            if !game.is_open() {
                break;
            }
            let p = game.own_move();
            if !game.is_open() {
                break;
            }
            engine.send("INFO time_left 90000");
            engine.send(&format!("TURN {},{}", p.x(), p.y()));
        }
        engine.send("END");
        engine.rest();
    }
}

/// The positions of `GomocupJudge`'s acceptance test: rule, moves (rows from the top), and what must or must not be
/// played.
#[test]
fn the_judges_rule_probes_are_answered() {
    let five = "h8h9i8i9j8j9k8k9";
    let probes = [
        (0, five, &["g8", "l8"][..], true),
        (1, five, &["g8", "l8"], true),
        (4, five, &["g8", "l8"], true),
        (8, five, &["g8", "l8"], true),
        (1, "h8h9i8h10g8h11j13h12g14h14i15", &["f8", "j8"], true),
        (4, "h8h9i7i9h10i6i11i12", &["g9"], false),
        (8, "h8f8g8f9i8f7j8l8", &["f5", "f6", "f10", "f11"], true),
    ];
    for (number, moves, points, is_wanted) in probes {
        let rule = Rule::from_gomocup_number(number).unwrap();
        let mut game = Game::new(15, rule);
        let size = game.position.size();
        parse_moves(moves, size, Origin::Top).unwrap().iter().for_each(|m| game.position.play(*m).unwrap());
        let mut engine = Process::start();
        engine.send(&format!("START 15\nINFO timeout_turn 500\nINFO game_type 1\nINFO rule {number}\nBOARD"));
        engine.send(&format!("{}\nDONE", game.stones(false).join("\n")));
        assert_eq!(engine.answer(), "OK");
        let answer = engine.answer();
        game.engine_move(&answer, false);
        let played = game.position.moves().last().copied().unwrap();
        let named: Vec<Move> =
            points.iter().map(|name| parse_moves(name, size, Origin::Top).unwrap()[0]).collect();
        assert_eq!(named.contains(&played), is_wanted, "rule {number} {moves}: {answer}");
        engine.send("END");
        engine.rest();
    }
}

/// Yixin-Board speaks in lower case, counts rows first, sends START with two numbers before every position, and takes
/// every line that it does not know for a move.
#[test]
fn yixin_board_counts_rows_first() {
    let mut engine = Process::start();
    let mut game = Game::new(15, Rule::Renju);
    for line in ["info show_detail 1", "yxshowinfo", "START 15 15"] {
        engine.send(line);
    }
    let hello = [engine.line().unwrap(), engine.line().unwrap(), engine.line().unwrap()];
    assert!(hello[0].starts_with("MESSAGE INFO MAX_THREAD_NUM "), "{hello:?}");
    assert!(hello[1].starts_with("MESSAGE INFO MAX_HASH_SIZE "), "{hello:?}");
    assert_eq!(hello[2], "OK");
    for line in [
        "timeout_turn 20",
        "timeout_match 100000",
        "time_left 100000",
        "max_node -1",
        "max_depth 225",
        "time_increment 0",
        "caution_factor 1",
        "thread_num 1",
        "thread_split_depth 8",
        "hash_size 32768",
        "pondering 1",
        "vcthread 0",
        "rule 2",
    ] {
        engine.send(&format!("INFO {line}"));
    }
    // What the GUI takes for a move: a line that begins with none of the words that it knows.
    let is_known = |line: &str| {
        ["OK", "MESSAGE", "DETAIL", "DEBUG", "ERROR", "UNKNOWN", "FORBID"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    let answer = move |engine: &mut Process| loop {
        let line = engine.line().unwrap();
        assert!(!line.starts_with("ERROR"), "{line}");
        if !is_known(&line) {
            return line;
        }
    };
    for turn in 0..8 {
        game.own_move();
        if !game.is_open() {
            break;
        }
        engine.send("INFO time_left 99000");
        // A new board every other time, single moves between.
        if turn % 2 == 0 {
            engine.send("start 15 15");
            engine.send(if turn % 4 == 0 { "board" } else { "yxboard" });
            game.stones(true).iter().for_each(|line| engine.send(line));
            engine.send("done");
            if turn % 4 == 2 {
                engine.send("yxnbest 3");
            }
        } else {
            let p = game.position.moves().last().and_then(|m| m.point()).unwrap();
            engine.send(&format!("turn {},{}", p.y(), p.x()));
        }
        let line = answer(&mut engine);
        game.engine_move(&line, true);
        engine.send("yxblockreset");
        engine.send("yxshowforbid");
        let forbid = loop {
            let line = engine.line().unwrap();
            if line.starts_with("FORBID") {
                break line;
            }
        };
        let digits = forbid.strip_prefix("FORBID ").and_then(|rest| rest.strip_suffix('.')).unwrap();
        assert!(
            digits.len().is_multiple_of(4) && digits.bytes().all(|byte| byte.is_ascii_digit()),
            "{forbid}"
        );
        if !game.is_open() {
            break;
        }
    }
    engine.close_input();
    engine.rest();
}

/// gomocalc sends whole boards on one line, asks for several lines, and stops when it has seen enough.
#[test]
fn gomocalc_asks_and_stops() {
    let mut engine = Process::start();
    let mut game = Game::new(15, Rule::Freestyle);
    for line in [
        "RULE 0",
        "THREAD_NUM 1",
        "CAUTION_FACTOR 4",
        "STRENGTH 100",
        "TIMEOUT_TURN -1",
        "TIMEOUT_MATCH 0",
        "MAX_DEPTH 0",
        "MAX_NODE 0",
        "SHOW_DETAIL 3",
        "PONDERING 0",
        "SWAPABLE 1",
        "HASH_SIZE 32768",
    ] {
        engine.send(&format!("INFO {line}"));
    }
    engine.send("START 15");
    assert_eq!(engine.line().unwrap(), "OK");
    for lines in 1..=6 {
        game.own_move();
        if !game.is_open() {
            break;
        }
        engine.send("INFO TIME_LEFT 2147483647");
        engine.send(&format!("YXBOARD {} DONE", game.stones(false).join(" ")));
        engine.send(&format!("YXNBEST {lines}"));
        // It thinks without a limit: the first block comes while it does.
        while engine.line().unwrap() != "INFO PV DONE" {}
        engine.send("YXSTOP");
        game.engine_move(&engine.answer(), false);
        if !game.is_open() {
            break;
        }
    }
    engine.send("END");
    engine.rest();
}

/// c-gomoku-cli uses one process for many games: START comes again and again, and ABOUT must be answered.
#[test]
fn one_process_plays_many_games() {
    let mut engine = Process::start();
    engine.send("ABOUT");
    assert!(engine.line().unwrap().starts_with("name=\"Tengen\""));
    for (number, rule) in RULES {
        let mut game = Game::new(15, rule);
        engine.send("START 15");
        engine.send(&format!(
            "INFO rule {number}\nINFO timeout_turn 0\nINFO timeout_match 0\nINFO time_left 2147483647"
        ));
        assert_eq!(engine.answer(), "OK");
        game.own_move();
        engine.send(&format!("BOARD\n{}\nDONE", game.stones(false).join("\n")));
        game.engine_move(&engine.answer(), false);
        for _ in 0..3 {
            let p = game.own_move();
            engine.send(&format!("TURN {},{}", p.x(), p.y()));
            game.engine_move(&engine.answer(), false);
        }
    }
    engine.send("END");
    engine.rest();
}

/// A manager may write all it has to say in one piece, or answer within microseconds: every command is answered, in
/// order.
#[test]
fn nothing_is_dropped() {
    let mut engine = Process::start();
    let rounds = 300;
    let piece = "RESTART\nBEGIN\nABOUT\nSWIM\n".repeat(rounds);
    engine.send("INFO game_type 2\nINFO timeout_turn 0\nSTART 15");
    assert_eq!(engine.line().unwrap(), "OK");
    for part in piece.as_bytes().chunks(1000) {
        engine.write(part);
    }
    for _ in 0..rounds {
        assert_eq!(engine.line().unwrap(), "OK");
        Game::new(15, Rule::Freestyle).engine_move(&engine.line().unwrap(), false);
        assert!(engine.line().unwrap().starts_with("name="));
        assert_eq!(engine.line().unwrap(), "UNKNOWN command `SWIM`");
    }
    engine.send("END");
    assert!(engine.rest().is_empty());
}

/// `tengen engine` is the same engine.
#[test]
fn the_command_engine_is_the_same() {
    let run = |arguments: &[&str], input: &str| {
        let mut command = assert_cmd::Command::cargo_bin("tengen").unwrap();
        let assert =
            command.args(arguments).write_stdin(input).timeout(crate::process::PATIENCE).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let game = run(&["engine"], "START 15\nINFO timeout_turn 0\nINFO game_type 2\nBEGIN\n");
    let (ok, answer) = game.trim_end().split_once('\n').unwrap();
    assert_eq!(ok, "OK");
    Game::new(15, Rule::Freestyle).engine_move(answer, false);
    let about: serde_json::Value = serde_json::from_str(&run(&["engine", "--json"], "")).unwrap();
    assert_eq!((&about["name"], &about["rules"]["renju"]), (&"Tengen".into(), &4.into()));
}

/// Bytes of no sense at all: the engine lives, and plays when it is asked.
#[test]
fn noise_does_not_hurt() {
    let mut engine = Process::start();
    let mut lot = 7u64;
    let noise: Vec<u8> = (0..20_000)
        .map(|_| {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (lot >> 56) as u8
        })
        .collect();
    engine.write(&noise);
    engine.write("x".repeat(40_000).as_bytes());
    engine.send("\nINFO rule 0\nSTART 15\nINFO timeout_turn 0\nBEGIN");
    while engine.line().unwrap() != "OK" {}
    Game::new(15, Rule::Freestyle).engine_move(&engine.answer(), false);
    engine.send("END");
    engine.rest();
}
