//! What the keys do to a game.
//!
//! Points are typed as they are written, so a small letter that names a column of the board starts a point when it
//! is a person's turn; every other letter, and every capital, is a command.

use super::game::{Dialogue, Effect, Game, Task};
use crate::input::format_of_name;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::path::{Path, PathBuf};
use tengen_core::notation::{Origin, parse_point};
use tengen_records::{Format, WriteOptions};

/// The longest file name that can be typed.
const LONGEST_NAME: usize = 200;

impl Game {
    /// Takes in a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'q') => vec![Effect::Quit],
                _ => Vec::new(),
            };
        }
        match self.dialogue.take() {
            Some(dialogue) => self.key_in_dialogue(dialogue, key.code),
            None => self.key_on_board(key.code),
        }
    }

    fn key_on_board(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.put_typed(),
            KeyCode::Esc => {
                self.typed.clear();
                self.hint = None;
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.follow_typed();
            }
            KeyCode::F(1) => self.dialogue = Some(Dialogue::Help),
            KeyCode::Char(sign) => return self.sign(sign),
            _ => {}
        }
        Vec::new()
    }

    fn step(&mut self, x: i32, y: i32) {
        self.typed.clear();
        let (column, row) = (i32::from(self.cursor.x()) + x, i32::from(self.cursor.y()) + y);
        self.cursor = self.settings.size.point(column, row).unwrap_or(self.cursor);
    }

    /// A letter, digit or other sign.
    fn sign(&mut self, sign: char) -> Vec<Effect> {
        if let (Some(stage), Some(digit)) = (self.persons_choice(), sign.to_digit(10)) {
            let choice = (digit as usize).checked_sub(1).and_then(|place| stage.choices().get(place));
            return choice.map_or_else(Vec::new, |choice| self.choose(*choice));
        }
        let last_column = char::from(b'a' + self.settings.size.width() - 1);
        let is_column = ('a'..=last_column).contains(&sign) && self.is_persons_stone();
        if is_column || sign.is_ascii_digit() && !self.typed.is_empty() {
            if is_column {
                self.typed.clear();
            }
            if self.typed.len() < 3 {
                self.typed.push(sign);
            }
            self.follow_typed();
            return Vec::new();
        }
        self.command(sign.to_ascii_lowercase())
    }

    fn command(&mut self, sign: char) -> Vec<Effect> {
        match sign {
            'u' => return self.undo(),
            'y' => return self.redo(),
            'h' => return self.ask_hint(),
            's' => return self.stop(),
            't' => self.shows_threats = !self.shows_threats,
            'm' => self.shows_numbers = !self.shows_numbers,
            'n' => self.dialogue = Some(Dialogue::Menu { draft: self.settings, line: 0 }),
            'w' => self.dialogue = Some(Dialogue::Save("game.sgf".to_owned())),
            'r' if self.is_over() => self.say("The game is over already."),
            'r' if self.stage.is_some() => self.say("There is nothing to resign yet."),
            'r' => self.dialogue = Some(Dialogue::Resign),
            'q' if self.is_over() || self.position.moves().is_empty() => return vec![Effect::Quit],
            'q' => self.dialogue = Some(Dialogue::Quit),
            '?' => self.dialogue = Some(Dialogue::Help),
            '+' | '=' => self.step_level(1),
            '-' => self.step_level(-1),
            _ => {}
        }
        Vec::new()
    }

    fn step_level(&mut self, step: i8) {
        self.settings.step_level(step);
        self.say(format!("Level {} from the next move on.", self.settings.level.number()));
    }

    /// Makes the engine answer now.
    fn stop(&mut self) -> Vec<Effect> {
        let Some((_, task)) = self.task else {
            self.say("Tengen is not thinking.");
            // Unless it should: a game of the engine against itself stands still after taking back.
            return self.proceed();
        };
        let what = if task == Task::Hint { "The hint so far ..." } else { "Tengen plays now ..." };
        self.say(what);
        vec![Effect::Stop]
    }

    /// Shows the cursor where the typed point is.
    fn follow_typed(&mut self) {
        if let Ok(p) = parse_point(&self.typed, self.settings.size, Origin::Bottom) {
            self.cursor = p;
        }
    }

    /// Puts a stone on the typed point, or under the cursor.
    fn put_typed(&mut self) -> Vec<Effect> {
        if self.typed.is_empty() {
            return self.put(self.cursor);
        }
        let typed = std::mem::take(&mut self.typed);
        match parse_point(&typed, self.settings.size, Origin::Bottom) {
            Ok(p) => self.put(p),
            Err(error) => {
                self.say(format!("{error}."));
                Vec::new()
            }
        }
    }

    fn key_in_dialogue(&mut self, dialogue: Dialogue, code: KeyCode) -> Vec<Effect> {
        let is_yes = matches!(code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        match dialogue {
            Dialogue::Resign if is_yes => self.resign(),
            Dialogue::Quit if is_yes => vec![Effect::Quit],
            Dialogue::Overwrite(path) if is_yes => self.save(path, true),
            Dialogue::Help | Dialogue::Resign | Dialogue::Quit => Vec::new(),
            Dialogue::Overwrite(_) => {
                self.say("Not saved.");
                Vec::new()
            }
            Dialogue::Save(name) => self.key_in_name(name, code),
            Dialogue::Menu { draft, line } => self.key_in_menu(draft, line, code),
        }
    }

    fn key_in_name(&mut self, mut name: String, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::Enter if !name.trim().is_empty() => return self.save(PathBuf::from(name.trim()), false),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Char(sign) if !sign.is_control() && name.len() < LONGEST_NAME => name.push(sign),
            _ => {}
        }
        self.dialogue = Some(Dialogue::Save(name));
        Vec::new()
    }

    fn key_in_menu(
        &mut self,
        mut draft: super::settings::Settings,
        line: usize,
        code: KeyCode,
    ) -> Vec<Effect> {
        let lines = super::settings::Field::ALL.len();
        let mut at = line;
        match code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::Enter => return self.restart(draft),
            KeyCode::Up => at = (line + lines - 1) % lines,
            KeyCode::Down | KeyCode::Tab => at = (line + 1) % lines,
            KeyCode::Left | KeyCode::Char('-') => Dialogue::field(line).turn(&mut draft, -1),
            KeyCode::Right | KeyCode::Char('+' | ' ') => Dialogue::field(line).turn(&mut draft, 1),
            _ => {}
        }
        self.dialogue = Some(Dialogue::Menu { draft, line: at });
        Vec::new()
    }

    /// The game as a file, in the format that its name tells.
    fn save(&mut self, path: PathBuf, replaces: bool) -> Vec<Effect> {
        match bytes_of(self, &path) {
            Ok(bytes) => vec![Effect::Save { path, bytes, replaces }],
            Err(reason) => {
                self.say(format!("Not saved: {reason}"));
                Vec::new()
            }
        }
    }
}

fn bytes_of(game: &Game, path: &Path) -> Result<Vec<u8>, String> {
    let format: Format = format_of_name(path)
        .ok_or_else(|| format!("`{}` tells no format, use a name such as game.sgf", path.display()))?;
    tengen_records::write(format, &[game.record()], &WriteOptions::default())
        .map_err(|error| error.to_string())
}
