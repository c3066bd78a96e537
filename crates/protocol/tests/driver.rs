//! The driver against an engine that behaves, and misbehaves, on request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen_core::{Colour, Point, Position, Rule, Size};
use tengen_protocol::driver::{Driver, DriverError, GameSettings, Launch, Reply};

/// Long enough for any answer on a busy machine.
const LONG: Duration = Duration::from_mins(1);
/// Shorter than the slowest answer of the scripted engine.
const SHORT: Duration = Duration::from_millis(50);

fn launch(manner: &str) -> Launch {
    let program = env!("CARGO_BIN_EXE_scripted-brain").into();
    let arguments = manner.split_whitespace().map(str::to_owned).collect();
    Launch { program, arguments, folder: None, log: None }
}

fn started(manner: &str) -> Driver {
    let mut driver = Driver::start(&launch(manner)).unwrap();
    driver.new_game(&settings(), LONG).unwrap();
    driver
}

fn settings() -> GameSettings {
    GameSettings::new(Size::FIFTEEN, Rule::Freestyle)
}

fn point(x: u8, y: u8) -> Point {
    Point::new(x, y).unwrap()
}

/// One black stone on the board, White to move.
fn one_stone() -> Position {
    Position::from_moves(Size::FIFTEEN, Rule::Freestyle, [point(0, 0)]).unwrap()
}

/// The answer to one stone of an engine with this manner.
fn answer(manner: &str, wait: Duration) -> Result<Reply, DriverError> {
    started(manner).ask(&one_stone(), None, wait)
}

#[test]
fn a_game_goes_by_begin_turn_and_board() {
    let mut driver = started("");
    assert_eq!(driver.name(), Some("Scripted"));
    let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
    // BEGIN, then TURN: the engine knows its own stones and plays the next point each time.
    for x in [0, 2, 4] {
        let reply = driver.ask(&position, None, LONG).unwrap();
        assert_eq!(reply.point, point(x, 0));
        position.play(reply.point.into()).unwrap();
        position.play(point(x + 1, 0).into()).unwrap();
    }
    // Another position, which TURN could not say.
    let other = Position::from_moves(Size::FIFTEEN, Rule::Freestyle, [point(1, 0), point(0, 0)]).unwrap();
    assert_eq!(driver.ask(&other, Some(Duration::from_secs(9)), LONG).unwrap().point, point(2, 0));
    // START clears the board.
    driver.new_game(&settings(), LONG).unwrap();
    let begin = Position::new(Size::FIFTEEN, Rule::Freestyle);
    assert_eq!(driver.ask(&begin, None, LONG).unwrap().point, point(0, 0));
    assert!(driver.is_good());
}

#[test]
fn a_board_that_is_not_square_and_free_stones_are_told() {
    let size = Size::new(6, 5).unwrap();
    let mut driver = Driver::start(&launch("")).unwrap();
    driver.new_game(&GameSettings::new(size, Rule::Renju), LONG).unwrap();
    let mut position = Position::new(size, Rule::Renju);
    for x in 0..6 {
        position.set_up(point(x, 0), if x % 2 == 0 { Colour::Black } else { Colour::White }).unwrap();
    }
    assert_eq!(driver.ask(&position, None, LONG).unwrap().point, point(0, 1));
}

#[test]
fn chatter_is_passed_over_and_the_last_message_kept() {
    let reply = answer("chatty", LONG).unwrap();
    assert_eq!(reply.point, point(1, 0));
    assert_eq!(reply.message.as_deref(), Some("depth 3 ev 12"));
    assert_eq!(answer("banner", LONG).unwrap().point, point(1, 0));
}

#[test]
fn a_suggestion_is_played() {
    assert_eq!(answer("suggest", LONG).unwrap().point, point(1, 0));
}

#[test]
fn an_engine_without_a_name_plays() {
    let mut driver = started("nameless");
    assert_eq!(driver.name(), None);
    assert!(driver.is_good());
    assert!(driver.ask(&one_stone(), None, LONG).is_ok());
}

#[test]
fn a_complaint_about_a_key_outside_the_protocol_is_forgiven() {
    let mut driver = Driver::start(&launch("strict")).unwrap();
    let settings = GameSettings { threads: Some(2), nodes: Some(100), ..settings() };
    driver.new_game(&settings, LONG).unwrap();
    assert!(driver.ask(&one_stone(), None, LONG).is_ok());
}

#[test]
fn failures_have_their_kind() {
    let error = |manner| answer(manner, LONG).unwrap_err();
    assert!(matches!(error("occupied"), DriverError::Occupied { point } if point == self::point(0, 0)));
    assert!(matches!(error("outside"), DriverError::Outside { x: 15, y: 0, .. }));
    assert!(matches!(error("garbage"), DriverError::NoMove { line, .. } if line == "I would rather not"));
    assert!(matches!(error("error"), DriverError::Refused { text, .. } if text == "no memory"));
    assert!(matches!(error("unknown"), DriverError::Unknown { text, .. } if text == "command"));
    let quit = error("quit");
    assert!(matches!(&quit, DriverError::Closed { status: Some(status), .. } if status.code() == Some(3)));
    assert_eq!(quit.to_string(), "the engine quit with exit code 3 when asked `BOARD`");
    assert!(matches!(error("crash"), DriverError::Closed { status: Some(status), .. } if !status.success()));
}

#[test]
fn a_late_answer_is_a_failure_and_a_timely_one_is_measured() {
    let mut driver = started("late");
    let error = driver.ask(&one_stone(), None, SHORT).unwrap_err();
    assert!(matches!(error, DriverError::Late { waited, .. } if waited == SHORT));
    assert!(!driver.is_good());
    assert!(answer("late", LONG).unwrap().elapsed >= Duration::from_millis(300));
}

#[test]
fn an_engine_that_refuses_or_does_not_answer_start_is_no_partner() {
    let start =
        |manner| Driver::start(&launch(manner)).unwrap().new_game(&settings(), Duration::from_secs(5));
    assert!(matches!(start("refuse").unwrap_err(), DriverError::Refused { .. }));
    let mut mute = Driver::start(&launch("mute")).unwrap();
    assert!(matches!(mute.new_game(&settings(), SHORT).unwrap_err(), DriverError::Late { .. }));
    let mut flood = Driver::start(&launch("flood")).unwrap();
    assert!(matches!(flood.new_game(&settings(), SHORT).unwrap_err(), DriverError::Late { .. }));
    let mixed = GameSettings::new(Size::FIFTEEN, Rule::Mixed { attacker: Colour::Black });
    let refused = Driver::start(&launch("")).unwrap().new_game(&mixed, LONG);
    assert!(matches!(refused.unwrap_err(), DriverError::Rule { .. }));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let nothing = Launch::from_command_line("./no-such-engine --x").unwrap();
    let error = Driver::start(&nothing).err().unwrap().to_string();
    assert!(error.starts_with("cannot start `./no-such-engine`: "), "{error}");
}

#[test]
fn a_wait_can_be_called_off() {
    let flag = Arc::new(AtomicBool::new(false));
    let mut driver = started("hang");
    driver.call_off_by(Arc::clone(&flag));
    let caller = std::thread::spawn(move || {
        std::thread::sleep(SHORT);
        flag.store(true, Ordering::Relaxed);
    });
    let from = Instant::now();
    assert!(matches!(driver.ask(&one_stone(), None, LONG), Err(DriverError::CalledOff)));
    assert!(from.elapsed() < LONG);
    caller.join().unwrap();
}

/// Whether a process is there and is no zombie.
#[cfg(target_os = "linux")]
fn runs(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_an_engine_is_left_behind() {
    for manner in ["", "stubborn", "hang", "late"] {
        let mut driver = started(manner);
        let process = driver.process_id();
        if manner != "stubborn" {
            let _ = driver.ask(&one_stone(), None, SHORT);
        }
        drop(driver);
        // Not even a zombie: it has been waited for.
        assert!(!std::path::Path::new(&format!("/proc/{process}")).exists(), "{manner}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let brain = env!("CARGO_BIN_EXE_scripted-brain");
    let script = format!("sleep 600 & echo $! > pid.tmp; mv pid.tmp pid; exec {brain}");
    let mut launch = Launch::from_command_line("sh -c").unwrap();
    launch.arguments.push(script);
    launch.folder = Some(folder.path().to_owned());
    let mut driver = Driver::start(&launch).unwrap();
    driver.new_game(&settings(), LONG).unwrap();
    let child: u32 = std::fs::read_to_string(note).unwrap().trim().parse().unwrap();
    assert!(runs(child));
    drop(driver);
    let from = Instant::now();
    while runs(child) && from.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!runs(child));
}

#[test]
fn standard_error_goes_to_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut launch = Launch::from_command_line("sh -c").unwrap();
    launch.arguments.push(format!("echo oops >&2; exec {}", env!("CARGO_BIN_EXE_scripted-brain")));
    launch.log = Some(log.clone());
    Driver::start(&launch).unwrap().new_game(&settings(), LONG).unwrap();
    assert_eq!(std::fs::read_to_string(log).unwrap(), "oops\n");
}
