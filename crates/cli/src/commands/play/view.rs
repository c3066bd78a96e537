//! A game as a screen: the board on the left, what is to know on the right, three lines below, a dialogue over it.

use super::board::{self, Look};
use super::game::{Dialogue, Game, Task, title};
use super::settings::{Field, Settings};
use crate::commands::analyze::short;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use tengen_core::notation::{Origin, moves_to_string};
use tengen_core::{Colour, Point, Size};

/// Columns of the panel beside the board.
const PANEL_COLUMNS: u16 = 31;
/// Rows of the panel.
const PANEL_ROWS: u16 = 16;
/// Lines below the board: what the engine thinks, what happened, what is typed.
const FOOT_ROWS: u16 = 3;

const KEYS: [&str; 5] = [
    "arrows, mouse or h8 Enter: play",
    "U undo    Y redo     H hint",
    "T threats M numbers  S stop",
    "N new     W save     R resign",
    "+ - level ? help     Q quit",
];

const HELP: [&str; 17] = [
    "Arrows, then Enter or space    put a stone under the cursor",
    "h8 then Enter                  put a stone on h8",
    "Click                          put a stone there",
    "U / Y                          take back / play again",
    "H                              a hint: the move is marked with a star",
    "T                              show threats: 5 five, 4 four, 3 open three",
    "                               (circled digits are White's)",
    "M                              show move numbers",
    "S                              make Tengen answer now",
    "+ / -                          level up or down",
    "N                              new game: side, level, rule, board, opening",
    "W                              save; the name tells the format (game.sgf)",
    "R                              resign",
    "Q or Ctrl-C                    leave",
    "",
    "A small letter that names a column starts a point on your turn;",
    "all other letters, and capitals, are commands.",
];

/// Columns and rows that a board of this size needs.
pub(super) fn needed(size: Size) -> (u16, u16) {
    (board::columns(size) + 1 + PANEL_COLUMNS, board::rows(size).max(PANEL_ROWS) + FOOT_ROWS)
}

fn board_area(screen: Rect, size: Size) -> Rect {
    Rect { width: board::columns(size), height: board::rows(size), ..screen }
}

fn is_large_enough(screen: Rect, size: Size) -> bool {
    let (columns, rows) = needed(size);
    screen.width >= columns && screen.height >= rows
}

/// The point under a click.
pub(super) fn point_at(screen: Rect, size: Size, column: u16, row: u16) -> Option<Point> {
    if !is_large_enough(screen, size) {
        return None;
    }
    board::point_at(board_area(screen, size), size, column, row)
}

/// Draws everything.
pub(super) fn draw(game: &Game, frame: &mut Frame, look: Look) {
    let screen = frame.area();
    let size = game.settings.size;
    if is_large_enough(screen, size) {
        let area = board_area(screen, size);
        board::draw(game, area, frame.buffer_mut(), look);
        let body = board::rows(size).max(PANEL_ROWS);
        let panel = Rect { x: area.width + 1, width: screen.width - area.width - 1, height: body, ..screen };
        frame.render_widget(Paragraph::new(panel_lines(game, panel, look)), panel);
        let foot = Rect { y: body, height: FOOT_ROWS, ..screen };
        frame.render_widget(Paragraph::new(foot_lines(game)), foot);
    } else {
        let (columns, rows) = needed(size);
        let text = format!(
            "A {size} board needs a window of {columns} columns and {rows} rows; this one has {} and {}. \
             Make it larger, or press N for a smaller board, Q to leave.",
            screen.width, screen.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), screen);
    }
    if let Some((heading, lines)) = dialogue(game) {
        over(frame, heading, lines);
    }
}

/// What is to know about the game, and the keys at the end.
fn panel_lines(game: &Game, panel: Rect, look: Look) -> Vec<Line<'static>> {
    let white = if look.has_colours { "●" } else { "○" };
    let strong = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![
        Line::styled(format!("Tengen: {} {}", game.settings.rule, game.settings.size), strong),
        Line::raw(format!("● Black: {}", game.player(Colour::Black))),
        Line::raw(format!("{white} White: {}", game.player(Colour::White))),
        Line::styled(turn(game), strong),
        Line::raw(""),
    ];
    let last_column = char::from(b'a' + game.settings.size.width() - 1);
    let typing = format!("Shift+letter: a-{last_column} type a point");
    let keys: Vec<String> = KEYS.map(str::to_owned).into_iter().chain([typing]).collect();
    let room = usize::from(panel.height).saturating_sub(lines.len() + keys.len() + 1);
    lines.extend(last_moves(game, room, usize::from(panel.width)).into_iter().map(Line::raw));
    let blank = usize::from(panel.height).saturating_sub(lines.len() + keys.len());
    lines.extend(std::iter::repeat_n(Line::raw(""), blank));
    let faint = Style::new().add_modifier(Modifier::DIM);
    lines.extend(keys.into_iter().map(|keys| Line::styled(keys, faint)));
    lines
}

/// Whose turn it is, or how the game ended.
fn turn(game: &Game) -> String {
    let number = game.position.moves().len() + 1;
    match (game.result(), game.stage) {
        (Some(tengen_core::record::GameResult::Win(side)), _) => format!("{} has won.", title(side)),
        (Some(tengen_core::record::GameResult::Draw), _) => "A draw.".to_owned(),
        (None, Some(stage)) => {
            let side = if stage.side() == 0 { "first" } else { "second" };
            let what = if stage.stones().is_some() { "puts stones" } else { "chooses" };
            format!("Swap2: the {side} side {what}")
        }
        (None, None) => format!("Move {number}: {} to move", title(game.position.to_move())),
    }
}

/// The last moves in rows of this width, as many rows as there is room for.
fn last_moves(game: &Game, room: usize, columns: usize) -> Vec<String> {
    let numbered = |(index, m): (usize, &tengen_core::Move)| {
        format!("{}.{}", index + 1, moves_to_string(&[*m], game.settings.size, Origin::Bottom))
    };
    let mut rows: Vec<String> = Vec::new();
    for text in game.position.moves().iter().enumerate().map(numbered) {
        match rows.last_mut() {
            Some(row) if row.len() + 1 + text.len() <= columns => {
                row.push(' ');
                row.push_str(&text);
            }
            _ => rows.push(text),
        }
    }
    rows.split_off(rows.len().saturating_sub(room))
}

/// What the engine thinks, what happened, and what is typed.
fn foot_lines(game: &Game) -> Vec<Line<'static>> {
    let thinking = match game.task {
        Some((_, Task::Hint)) => "looking for a hint ... ",
        Some(_) => "thinking ... ",
        None => "",
    };
    let evaluation = game.report.as_ref().map_or_else(String::new, |(side, report)| {
        let moves: Vec<String> = report.pv.iter().take(8).map(|p| game.name(*p)).collect();
        format!(
            "{} {:.0}% ({}), depth {}-{}, {} nodes, {}/s: {}",
            title(*side),
            report.score.win_rate() * 100.0,
            report.score,
            report.depth,
            report.seldepth,
            short(report.nodes as f64),
            short(report.speed()),
            moves.join(" ")
        )
    });
    let typed =
        if game.typed.is_empty() { String::new() } else { format!("> {}_  (Enter plays it)", game.typed) };
    vec![Line::raw(format!("{thinking}{evaluation}")), Line::raw(game.message.clone()), Line::raw(typed)]
}

/// The heading and the lines of what stands over the board.
fn dialogue(game: &Game) -> Option<(&'static str, Vec<String>)> {
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<String>>();
    Some(match &game.dialogue {
        Some(Dialogue::Help) => (" Keys (any key closes) ", owned(&HELP)),
        Some(Dialogue::Menu { draft, line }) => (" New game ", menu(draft, *line)),
        Some(Dialogue::Save(name)) => {
            (" Save as ", vec![format!("{name}_"), String::new(), "Enter saves, Esc does not".to_owned()])
        }
        Some(Dialogue::Overwrite(path)) => (
            " Save as ",
            vec![format!("{} is there already.", path.display()), "Replace it? y / n".to_owned()],
        ),
        Some(Dialogue::Resign) => (" Resign ", owned(&["Give up this game? y / n"])),
        Some(Dialogue::Quit) => (" Leave ", owned(&["Leave this game? y / n  (W saves it first)"])),
        None => {
            let stage = game.persons_choice()?;
            let choices = stage.choices().iter().enumerate();
            (" Swap2: choose ", choices.map(|(i, choice)| format!("{}  {}", i + 1, choice.name())).collect())
        }
    })
}

fn menu(draft: &Settings, chosen: usize) -> Vec<String> {
    let row = |(i, field): (usize, Field)| {
        let arrow = if i == chosen { ">" } else { " " };
        format!("{arrow} {:<12} < {:<14} >", field.name(), field.value(draft))
    };
    let mut lines: Vec<String> = Field::ALL.into_iter().enumerate().map(row).collect();
    lines.push(String::new());
    lines.push("up, down: line   left, right: change".to_owned());
    lines.push("Enter: start     Esc: go on playing".to_owned());
    lines
}

/// A box in the middle of the screen; at its lower end for a choice, so that the board can be seen.
fn over(frame: &mut Frame, heading: &'static str, lines: Vec<String>) {
    let screen = frame.area();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(heading.len());
    let width = (widest as u16 + 4).min(screen.width);
    let height = (lines.len() as u16 + 2).min(screen.height);
    let place = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + if lines.len() <= 3 { screen.height - height } else { (screen.height - height) / 2 },
        width,
        height,
    };
    frame.render_widget(Clear, place);
    let text: Vec<Line> = lines.into_iter().map(|line| Line::raw(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(text).block(Block::bordered().title(heading)), place);
}
