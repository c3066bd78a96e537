//! The terminal: taken over at the start, given back at every end, and the loop between keys, engine and drawing.

use super::board::Look;
use super::brain::Brain;
use super::game::{Effect, Event, Game};
use super::view;
use crate::{interrupt, output};
use anyhow::Context as _;
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as TerminalEvent, MouseButton, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use std::io::{self, IsTerminal as _, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long to wait for a key before looking after the engine.
const PATIENCE: Duration = Duration::from_millis(40);

/// Where the screen is drawn: standard output, or standard error if that goes elsewhere.
fn canvas() -> Box<dyn Write> {
    if io::stdout().is_terminal() { Box::new(io::stdout()) } else { Box::new(io::stderr()) }
}

/// Whether somebody sits at a terminal; with `--json` the game's record may go elsewhere.
pub(super) fn is_there(output_may_go_elsewhere: bool) -> bool {
    let is_seen = io::stdout().is_terminal() || output_may_go_elsewhere && io::stderr().is_terminal();
    io::stdin().is_terminal() && is_seen
}

/// The terminal as it was before comes back when this goes.
struct Guard;

impl Guard {
    fn take() -> io::Result<Self> {
        enable_raw_mode()?;
        let guard = Self;
        // Not `Terminal::clear`, which asks the terminal for its cursor by way of standard output.
        execute!(canvas(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Nobody is left to tell if this fails.
fn give_back() {
    let _ = execute!(canvas(), DisableMouseCapture, LeaveAlternateScreen, crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

/// Plays until somebody leaves.
pub(super) fn run(game: &mut Game, first: Vec<Effect>, brain: &mut Brain) -> anyhow::Result<()> {
    let is_ended = Arc::new(AtomicBool::new(false));
    let its_ended = Arc::clone(&is_ended);
    interrupt::at_interrupt(move || its_ended.store(true, Ordering::Relaxed))?;
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // First the terminal, or nobody could read what went wrong.
        give_back();
        usual(info);
    }));
    let _guard = Guard::take().context("cannot take over the terminal")?;
    let mut terminal = Terminal::new(CrosstermBackend::new(canvas())).context("cannot draw")?;
    let look = Look { has_colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) };
    let mut goes_on = perform(game, brain, first);
    while goes_on && !is_ended.load(Ordering::Relaxed) {
        let area = terminal.draw(|frame| view::draw(game, frame, look)).context("cannot draw")?.area;
        let mut events = brain.poll();
        // All keys that are there, then one drawing.
        let mut patience = if events.is_empty() { PATIENCE } else { Duration::ZERO };
        while event::poll(patience).context("cannot read keys")? {
            events.extend(translate(&event::read().context("cannot read keys")?, game, area));
            patience = Duration::ZERO;
        }
        for event in events {
            let effects = game.update(event);
            goes_on &= perform(game, brain, effects);
        }
    }
    brain.forget();
    Ok(())
}

/// What an event of the terminal means to the game.
fn translate(event: &TerminalEvent, game: &Game, area: Rect) -> Option<Event> {
    match event {
        TerminalEvent::Key(key) => Some(Event::Key(*key)),
        TerminalEvent::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            view::point_at(area, game.settings.size, mouse.column, mouse.row).map(Event::Click)
        }
        _ => None,
    }
}

/// Does what the game asks for. False when it is to end.
pub(super) fn perform(game: &mut Game, brain: &mut Brain, effects: Vec<Effect>) -> bool {
    let mut effects = effects;
    while !effects.is_empty() {
        let mut more = Vec::new();
        for effect in effects {
            match effect {
                Effect::Think { ticket, request } => brain.think(ticket, *request),
                Effect::Stop => brain.stop(),
                Effect::Forget => brain.forget(),
                Effect::Quit => return false,
                Effect::Save { path, replaces: false, .. } if path.exists() => {
                    more.extend(game.update(Event::Exists { path }));
                }
                Effect::Save { path, bytes, .. } => {
                    let event = match output::deliver(&path, &bytes) {
                        Ok(()) => Event::Saved { path },
                        Err(error) => Event::NotSaved { reason: format!("{error:#}") },
                    };
                    more.extend(game.update(event));
                }
            }
        }
        effects = more;
    }
    true
}
