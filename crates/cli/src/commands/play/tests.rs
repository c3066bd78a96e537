//! The game without a terminal: whole games, every command, and the screen as text.

use super::board::Look;
use super::game::{Dialogue, Effect, Event, Game, Task};
use super::settings::{People, Seat, Settings, Start};
use super::swap2::Stage;
use super::{json_of, screen, view};
use crate::commands::play::brain::Brain;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use std::time::Duration;
use tengen_core::notation::{Origin, moves_to_string, parse_point};
use tengen_core::record::GameResult;
use tengen_core::{Colour, Point, Rule, Size, Status};
use tengen_engine::{Answer, Engine, Goal, Level, Limits, Options, Report, Request, Score, Silent};
use tengen_records::{Format, ReadOptions};

fn settings() -> Settings {
    Settings {
        people: People::Black,
        level: Level::new(1).unwrap(),
        rule: Rule::Freestyle,
        size: Size::FIFTEEN,
        time: Duration::from_secs(5),
        start: Start::Free,
    }
}

/// A game with everything that it asked for so far.
struct Play {
    game: Game,
    asked: Vec<Effect>,
}

impl Play {
    fn new(settings: Settings) -> Self {
        let (game, asked) = Game::new(settings, 7);
        Self { game, asked }
    }

    fn update(&mut self, event: Event) {
        self.asked.extend(self.game.update(event));
    }

    fn press(&mut self, code: KeyCode) {
        self.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn write(&mut self, text: &str) {
        for sign in text.chars() {
            self.press(KeyCode::Char(sign));
        }
    }

    fn point(&self, name: &str) -> Point {
        parse_point(name, self.game.settings.size, Origin::Bottom).unwrap()
    }

    /// Types points, with Enter after each.
    fn put(&mut self, names: &str) {
        for name in names.split(' ') {
            self.write(name);
            self.press(KeyCode::Enter);
        }
    }

    /// The last search asked for.
    fn request(&self) -> (u64, &Request) {
        let think = self.asked.iter().rev().find_map(|effect| match effect {
            Effect::Think { ticket, request } => Some((*ticket, &**request)),
            _ => None,
        });
        think.expect("a search was asked for")
    }

    /// The engine answers the last search with these moves.
    fn answer(&mut self, names: &str, score: Score) {
        let moves = names.split_whitespace().map(|name| self.point(name)).collect();
        let elapsed = Duration::ZERO;
        let answer = Answer { moves, score, lines: Vec::new(), nodes: 1, elapsed, valued: Vec::new() };
        let (ticket, _) = self.request();
        self.update(Event::Answered { ticket, answer });
    }

    fn moves(&self) -> String {
        moves_to_string(self.game.position.moves(), self.game.settings.size, Origin::Bottom)
    }

    fn screen(&self, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let look = Look { has_colours: false };
        terminal.draw(|frame| view::draw(&self.game, frame, look)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |y| {
            let cells: String = (0..columns).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", cells.trim_end())
        };
        (0..rows).map(row).collect()
    }

    fn has_asked(&self, is_meant: fn(&Effect) -> bool) -> bool {
        self.asked.iter().any(is_meant)
    }
}

/// What the engine really answers, in few nodes.
fn real_answer(request: &Request) -> Answer {
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let options = Options { memory: 16 << 20, ..Options::default() };
    Engine::new(options).think(Request { limits, ..request.clone() }, Silent).wait()
}

#[test]
fn a_whole_game_against_level_one_comes_to_an_end() {
    for people in [People::Black, People::White, People::None] {
        let mut play = Play::new(Settings { people, size: Size::square(9).unwrap(), ..settings() });
        for turn in 0..=81 {
            if play.game.is_over() {
                break;
            }
            if let Some((ticket, Task::Move)) = play.game.task {
                let (asked, request) = play.request();
                assert_eq!((asked, request.level), (ticket, Some(1)));
                let answer = real_answer(request);
                play.update(Event::Answered { ticket, answer });
                continue;
            }
            let free: Vec<Point> = play.game.position.grid().empties().collect();
            let p = free[turn * 31 % free.len()];
            let before = play.game.position.moves().len();
            play.update(Event::Click(p));
            assert_eq!(play.game.position.moves().len(), before + 1);
        }
        assert!(play.game.is_over(), "{}", play.moves());
        assert!(play.game.result().is_some());
        assert_eq!(play.game.task, None);
    }
}

#[test]
fn points_are_typed_chosen_with_arrows_or_clicked() {
    let mut play = Play::new(Settings { people: People::Both, ..settings() });
    play.put("h8 i9");
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Up, KeyCode::Char(' ')] {
        play.press(code);
    }
    play.update(Event::Click(play.point("a1")));
    play.write("o1");
    assert_eq!(play.game.cursor, play.point("o1"));
    play.press(KeyCode::Char('5'));
    assert_eq!(play.game.cursor, play.point("o15"));
    play.press(KeyCode::Backspace);
    play.press(KeyCode::Enter);
    assert_eq!(play.moves(), "h8i9g10a1o1");
    // A taken point, and one that is not on the board.
    play.put("h8 a99");
    assert_eq!(play.moves(), "h8i9g10a1o1");
    assert!(play.game.message.contains("a99"), "{}", play.game.message);
    // The cursor stays on the board.
    play.write("o1");
    for code in [KeyCode::Down, KeyCode::Right] {
        play.press(code);
    }
    assert_eq!(play.game.cursor, play.point("o1"));
}

#[test]
fn small_letters_type_points_on_your_turn_and_are_commands_otherwise() {
    let mut play = Play::new(settings());
    play.write("m");
    assert_eq!((play.game.typed.as_str(), play.game.shows_numbers), ("m", false));
    play.write("M");
    assert!(play.game.shows_numbers);
    // No column of this board.
    play.write("t");
    assert!(play.game.shows_threats);
    play.put("h8");
    assert!(play.game.task.is_some());
    play.write("m");
    assert!(!play.game.shows_numbers, "while Tengen thinks nothing is typed");
    play.write("s");
    assert!(play.has_asked(|effect| matches!(effect, Effect::Stop)));
}

#[test]
fn taking_back_gives_the_turn_to_the_person_and_can_be_undone() {
    let mut play = Play::new(settings());
    play.put("h8");
    play.answer("i9", Score::EVEN);
    play.put("g7");
    play.answer("f6", Score::EVEN);
    assert_eq!(play.moves(), "h8i9g7f6");
    play.write("U");
    assert_eq!(play.moves(), "h8i9");
    play.write("U");
    assert_eq!(play.moves(), "");
    play.write("U");
    assert!(play.game.message.contains("nothing to take back"));
    play.write("YY");
    assert_eq!(play.moves(), "h8i9g7f6");
    assert_eq!(play.game.task, None);
    // While the engine thinks only one's own stone comes back, and the answer is not heard.
    play.put("a1");
    play.write("U");
    assert_eq!(play.moves(), "h8i9g7f6");
    assert!(play.has_asked(|effect| matches!(effect, Effect::Forget)));
    play.answer("b1", Score::EVEN);
    assert_eq!(play.moves(), "h8i9g7f6");
    // A new move drops what was taken back.
    play.put("o1");
    assert!(play.game.redo.is_empty());
}

#[test]
fn a_person_who_plays_white_takes_back_only_own_moves() {
    let mut play = Play::new(Settings { people: People::White, ..settings() });
    play.answer("h8", Score::EVEN);
    play.write("U");
    assert_eq!(play.moves(), "h8");
    play.put("i9");
    play.answer("g7", Score::EVEN);
    play.write("U");
    assert_eq!(play.moves(), "h8");
}

#[test]
fn a_hint_is_marked_and_a_move_ends_it() {
    let mut play = Play::new(settings());
    play.write("H");
    let (ticket, request) = play.request();
    assert_eq!((request.level, play.game.task), (None, Some((ticket, Task::Hint))));
    play.answer("h8", Score::EVEN);
    assert_eq!(play.game.hint, Some(play.point("h8")));
    assert!(play.game.message.contains("h8") && play.game.message.contains("50%"), "{}", play.game.message);
    assert!(play.screen(80, 24).contains('★'));
    // A stone before the hint is there ends the search.
    play.write("H");
    play.put("a1");
    assert_eq!(play.game.hint, None);
    assert!(matches!(play.game.task, Some((_, Task::Move))));
}

#[test]
fn resigning_asks_first_and_is_written_down() {
    let mut play = Play::new(settings());
    play.put("h8");
    play.answer("i9", Score::EVEN);
    play.write("r");
    assert_eq!(play.game.dialogue, Some(Dialogue::Resign));
    play.write("n");
    assert!(!play.game.is_over());
    play.write("ry");
    assert_eq!(play.game.result(), Some(GameResult::Win(Colour::White)));
    let record = play.game.record();
    assert_eq!((record.result, record.termination.as_str()), (play.game.result(), "resign"));
    let json = json_of(&play.game).unwrap();
    assert_eq!((&json["result"], &json["resigned"]), (&"white".into(), &true.into()));
    assert_eq!((&json["moves"], &json["black"]), (&"h8i9".into(), &"You".into()));
    play.put("a1");
    assert_eq!(play.moves(), "h8i9");
    // A finished game is left without a question.
    play.write("q");
    assert!(play.has_asked(|effect| matches!(effect, Effect::Quit)));
}

#[test]
fn leaving_a_game_asks_first_but_ctrl_c_does_not() {
    let mut play = Play::new(settings());
    play.put("h8");
    play.write("q");
    assert_eq!(play.game.dialogue, Some(Dialogue::Quit));
    play.press(KeyCode::Esc);
    assert!(!play.has_asked(|effect| matches!(effect, Effect::Quit)));
    play.update(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(play.has_asked(|effect| matches!(effect, Effect::Quit)));
}

#[test]
fn a_game_is_saved_whole_and_nothing_is_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    let mut play = Play::new(settings());
    let mut brain = Brain::new(Options { memory: 16 << 20, ..Options::default() });
    play.put("h8");
    play.answer("i9", Score::EVEN);
    let mut save = |play: &mut Play, name: &str| {
        play.asked.clear();
        play.write("w");
        for _ in 0.."game.sgf".len() {
            play.press(KeyCode::Backspace);
        }
        play.write(name);
        play.press(KeyCode::Enter);
        let asked = std::mem::take(&mut play.asked);
        assert!(screen::perform(&mut play.game, &mut brain, asked));
    };
    save(&mut play, path.to_str().unwrap());
    assert!(play.game.message.starts_with("Saved as"), "{}", play.game.message);
    let bytes = std::fs::read(&path).unwrap();
    let games = tengen_records::read(Format::Sgf, &bytes, &ReadOptions::default()).unwrap();
    assert_eq!(games[0].main_moves().len(), 2);
    assert_eq!(games[0].players, ["You", "Tengen, level 1"]);

    play.put("g7");
    save(&mut play, path.to_str().unwrap());
    assert_eq!(play.game.dialogue, Some(Dialogue::Overwrite(path.clone())));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    play.write("n");
    assert_eq!(play.game.dialogue, None);
    save(&mut play, path.to_str().unwrap());
    play.write("y");
    let asked = std::mem::take(&mut play.asked);
    assert!(matches!(asked[..], [Effect::Save { replaces: true, .. }]));

    save(&mut play, "game.unknown");
    assert!(play.game.message.contains("tells no format"), "{}", play.game.message);
    save(&mut play, folder.path().join("no/such/folder/a.sgf").to_str().unwrap());
    assert!(play.game.message.starts_with("Not saved: cannot write"), "{}", play.game.message);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn forbidden_points_are_marked_and_refused() {
    let mut play = Play::new(Settings { people: People::Both, rule: Rule::Renju, ..settings() });
    play.put("h9 a1 h10 a15 i8 o1 j8 o15");
    assert!(play.screen(80, 24).contains('×'));
    play.put("h8");
    assert_eq!(play.game.position.status(), Status::Open);
    assert!(play.game.message.contains("h8 is forbidden for Black (3x3)"), "{}", play.game.message);
}

#[test]
fn threats_of_both_sides_are_marked() {
    let mut play = Play::new(Settings { people: People::Both, ..settings() });
    play.put("h8 a1 i8 b1 j8 c1 a15 d1");
    assert!(!play.screen(80, 24).contains('⑤'));
    play.write("t");
    let screen = play.screen(80, 24);
    // White makes five on e1; Black makes a four on g8 and k8.
    let row = |number: &str| screen.lines().find(|line| line.starts_with(number)).unwrap().to_owned();
    assert!(row(" 1 ").contains('⑤'), "{screen}");
    assert!(row(" 8 ").matches('4').count() >= 2, "{screen}");
}

#[test]
fn the_menu_starts_another_game_and_old_answers_are_not_heard() {
    let mut play = Play::new(settings());
    play.put("h8");
    let (old, _) = play.request();
    play.write("n");
    for code in [KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Enter]
    {
        play.press(code);
    }
    let Settings { people, level, rule, .. } = play.game.settings;
    assert_eq!((people, level.number(), rule), (People::White, 2, Rule::ALL[1]));
    let (new, request) = play.request();
    assert!(new > old && request.level == Some(2));
    let (moves, elapsed) = (vec![play.point("a1")], Duration::ZERO);
    let answer =
        Answer { moves, score: Score::EVEN, lines: Vec::new(), nodes: 1, elapsed, valued: Vec::new() };
    play.update(Event::Answered { ticket: old, answer });
    assert_eq!(play.moves(), "");
    play.answer("h8", Score::EVEN);
    assert_eq!(play.moves(), "h8");
}

#[test]
fn swap2_with_a_person_who_opens() {
    let mut play = Play::new(Settings { start: Start::Swap2, ..settings() });
    play.put("h8 i9");
    play.write("U");
    assert_eq!(play.moves(), "h8");
    play.put("i9 j7");
    // Tengen, who is second, looks at the position and finds it even: two more stones.
    assert_eq!((play.request().1.goal, play.game.stage), (Goal::Best, Some(Stage::ChooseAfterThree)));
    play.answer("a1", Score::EVEN);
    assert_eq!((play.request().1.goal, play.game.stage), (Goal::BalanceTwo { bias: 0 }, Some(Stage::Two)));
    play.answer("k10 l11", Score::EVEN);
    assert_eq!(play.game.stage, Some(Stage::ChooseAfterFive));
    assert!(play.screen(80, 24).contains("Swap2: choose"));
    // There are only two things to choose now.
    play.write("3");
    assert_eq!(play.game.stage, Some(Stage::ChooseAfterFive));
    play.write("2");
    assert_eq!((play.game.seats, play.game.stage), ([Seat::Person, Seat::Engine], None));
    assert!(matches!(play.game.task, Some((_, Task::Move))));
    play.answer("c3", Score::EVEN);
    assert_eq!(play.moves(), "h8i9j7k10l11c3");
    // The opening is not taken back.
    play.put("d4");
    play.answer("e5", Score::EVEN);
    play.write("UU");
    assert_eq!(play.moves(), "h8i9j7k10l11c3");
}

#[test]
fn swap2_with_a_person_who_answers() {
    let swap2 = Settings { start: Start::Swap2, people: People::White, ..settings() };
    let opened = || {
        let mut play = Play::new(swap2);
        // One stone by lot, then a pair that keeps the balance.
        assert_eq!(play.game.position.moves().len(), 1);
        assert_eq!(play.request().1.goal, Goal::BalanceTwo { bias: 0 });
        // A search that finds only one of them is asked again.
        play.answer("a1", Score::EVEN);
        assert_eq!(play.request().1.goal, Goal::BalanceOne { bias: 0 });
        play.answer("b2", Score::EVEN);
        assert_eq!(play.game.stage, Some(Stage::ChooseAfterThree));
        play
    };
    let mut white = opened();
    white.press(KeyCode::Enter);
    assert_eq!(white.game.position.moves().len(), 3, "a choice comes before a stone");
    white.write("1");
    assert_eq!((white.game.seats, white.game.task), ([Seat::Engine, Seat::Person], None));
    let mut black = opened();
    black.write("2");
    assert_eq!(black.game.seats, [Seat::Person, Seat::Engine]);
    assert!(matches!(black.game.task, Some((_, Task::Move))));
    let mut two = opened();
    two.write("3");
    two.put("c3 d4");
    assert_eq!(two.game.stage, Some(Stage::ChooseAfterFive));
    two.answer("e5", Score::of(-50));
    // Tengen takes Black, so White, who moves, is the person.
    assert_eq!((two.game.seats, two.game.task), ([Seat::Engine, Seat::Person], None));
}

#[test]
fn swap2_of_the_engine_with_itself_comes_to_an_end() {
    let mut play = Play::new(Settings { start: Start::Swap2, people: People::None, ..settings() });
    for _ in 0..8 {
        if play.game.stage.is_none() {
            break;
        }
        let (ticket, request) = play.request();
        let answer = real_answer(request);
        play.update(Event::Answered { ticket, answer });
    }
    assert_eq!(play.game.stage, None);
    assert!([3, 5].contains(&play.game.position.moves().len()), "{}", play.moves());
}

#[test]
fn an_engine_without_a_move_resigns() {
    let mut play = Play::new(settings());
    play.put("h8");
    play.answer("", Score::EVEN);
    assert_eq!(play.game.result(), Some(GameResult::Win(Colour::Black)));
}

#[test]
fn what_the_engine_thinks_is_shown_while_it_thinks() {
    let mut play = Play::new(settings());
    play.put("h8");
    let (ticket, _) = play.request();
    let pv = vec![play.point("i9"), play.point("g7")];
    let elapsed = Duration::from_secs(1);
    let report =
        Report { depth: 9, seldepth: 12, line: 1, lines: 1, nodes: 12_345, elapsed, score: Score::EVEN, pv };
    play.update(Event::Heard { ticket: ticket + 1, report: report.clone() });
    assert!(!play.screen(80, 24).contains("depth 9"));
    play.update(Event::Heard { ticket, report });
    let screen = play.screen(80, 24);
    assert!(
        screen.contains("thinking ... White 50% (0), depth 9-12, 12.3k nodes, 12.3k/s: i9 g7"),
        "{screen}"
    );
}

#[test]
fn a_click_finds_its_point_on_the_screen() {
    let screen = Rect::new(0, 0, 80, 24);
    let play = Play::new(settings());
    let text = play.screen(80, 24);
    // The cursor's brackets stand around the centre.
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains('[')).unwrap();
    let column = line.chars().position(|sign| sign == '[').unwrap() as u16 + 1;
    assert_eq!(view::point_at(screen, Size::FIFTEEN, column, row as u16), Some(play.point("h8")));
    assert_eq!(view::point_at(screen, Size::FIFTEEN, 79, 5), None);
    assert_eq!(view::point_at(Rect::new(0, 0, 20, 10), Size::FIFTEEN, 9, 7), None);
}

#[test]
fn boards_up_to_twenty_fit_in_80_by_24_and_a_small_window_says_what_is_needed() {
    for side in 5..=20 {
        let (columns, rows) = view::needed(Size::square(side).unwrap());
        assert!(columns <= 80 && rows <= 24, "{side}: {columns}x{rows}");
    }
    let play = Play::new(Settings { size: Size::square(22).unwrap(), ..settings() });
    let text = play.screen(80, 24).replace('\n', " ");
    assert!(text.contains("22x22 board needs a window of 80 columns and 26 rows"), "{text}");
    // No size of window is too small to draw on, with or without a dialogue.
    let mut play = Play::new(settings());
    for columns in [1, 2, 5, 30, 66, 67, 200] {
        for rows in [1, 2, 5, 18, 19, 60] {
            play.screen(columns, rows);
            play.game.dialogue = Some(Dialogue::Help);
            play.screen(columns, rows);
            play.game.dialogue = None;
        }
    }
}

/// Compares a screen with the kept one. With `UPDATE_SCREENS=1` in the environment it is kept anew, for review as a
/// difference.
fn assert_screen(play: &Play, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands/play/snapshots");
    let path = format!("{folder}/{name}.txt");
    let screen = play.screen(80, 24);
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::write(&path, &screen).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(screen == kept, "{name} has changed:\n{screen}\nkept:\n{kept}");
}

#[test]
fn screens_look_as_they_were_kept() {
    let mut play = Play::new(settings());
    for (person, engine) in [("h8", "i9"), ("g9", "g7"), ("i7", "f10")] {
        play.put(person);
        play.answer(engine, Score::EVEN);
    }
    assert_screen(&play, "game");
    play.write("M");
    assert_screen(&play, "numbers");
    play.write("?");
    assert_screen(&play, "help");
    play.press(KeyCode::Esc);
    play.write("N");
    assert_screen(&play, "menu");

    let size = Size::square(20).unwrap();
    let mut large = Play::new(Settings { people: People::Both, start: Start::Swap2, size, ..settings() });
    large.put("k10 l11 m9");
    assert_screen(&large, "swap2");
    large.write("1");
    large.put("a1 t20 j1");
    large.write("W");
    assert_screen(&large, "save");
}

#[test]
fn a_won_game_says_so_and_shows_its_row() {
    let mut play = Play::new(Settings { people: People::Both, ..settings() });
    play.put("h8 a1 i8 a2 j8 a3 k8 a4 g8");
    assert!(play.screen(80, 24).contains("Black has won."));
    assert!(play.game.message.contains("Black wins with g8"));
    play.write("U");
    assert!(!play.game.is_over());
}

#[test]
fn no_key_whatsoever_makes_a_game_panic() {
    let codes: Vec<KeyCode> = (' '..='~')
        .map(KeyCode::Char)
        .chain([KeyCode::Enter, KeyCode::Esc, KeyCode::Backspace, KeyCode::Left, KeyCode::Up, KeyCode::Tab])
        .collect();
    let mut lot = 1_u64;
    for start in [Start::Free, Start::Swap2] {
        for people in [People::Black, People::White, People::Both, People::None] {
            let mut play = Play::new(Settings { people, start, ..settings() });
            for _ in 0..3000 {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                play.press(codes[(lot >> 33) as usize % codes.len()]);
                if play.game.task.is_some() && lot.is_multiple_of(7) {
                    let free = play.game.position.grid().empties().nth((lot >> 40) as usize % 50);
                    let name = free.map(|p| play.game.name(p)).unwrap_or_default();
                    play.answer(&name, Score::of((lot >> 50) as i32 - 8000));
                }
            }
            play.screen(80, 24);
        }
    }
}
