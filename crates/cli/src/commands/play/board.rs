//! The board in cells: which cell is which point, and what is drawn there.
//!
//! Each point has two columns, a line and a sign; the cursor is a pair of brackets on the lines beside its sign. A mouse
//! click finds its point by the same arithmetic.
//!
//! ```text
//! 15 ┌─┬─┬      ● ○ stones         5 4 3 a five, four, open three of Black
//! 14 ├─┼[●]     ◉ ◎ last move      ⑤ ④ ③ the same of White
//! 13 ├─┼─┼      × forbidden        ★ hint
//! ```

use super::game::Game;
use crate::commands::show::forbidden;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::collections::BTreeMap;
use tengen_core::board::Board;
use tengen_core::notation::{Origin, point_name};
use tengen_core::threat::{Kind, threats};
use tengen_core::{Colour, Point, Position, Size, Status, with_rule};
use tengen_records::drawing::Scene;
use tengen_records::drawing::scene::star_points;

/// Columns before the first line: the row numbers and a space.
const MARGIN: u16 = 3;

/// Columns of a board.
pub(super) fn columns(size: Size) -> u16 {
    MARGIN + 2 * u16::from(size.width()) + 1
}

/// Rows of a board, the letters included.
pub(super) fn rows(size: Size) -> u16 {
    u16::from(size.height()) + 1
}

/// The cell of a point's sign.
fn cell(area: Rect, p: Point) -> (u16, u16) {
    (area.x + MARGIN + 1 + 2 * u16::from(p.x()), area.y + u16::from(p.y()))
}

/// The point whose sign, or line before it, is in this cell.
pub(super) fn point_at(area: Rect, size: Size, column: u16, row: u16) -> Option<Point> {
    let x = i32::from(column) - i32::from(area.x + MARGIN);
    let y = i32::from(row) - i32::from(area.y);
    if x < 0 {
        return None;
    }
    size.point(x / 2, y)
}

/// The colours, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) has_colours: bool,
}

impl Look {
    fn tone(self, letters: u8) -> Style {
        if self.has_colours {
            Style::new().fg(Color::Indexed(letters)).bg(Color::Indexed(179))
        } else {
            Style::new()
        }
    }

    fn lines(self) -> Style {
        self.tone(94)
    }

    fn stone(self, side: Colour) -> Style {
        self.tone(if side == Colour::Black { 16 } else { 231 }).add_modifier(Modifier::BOLD)
    }

    fn mark(self, letters: u8) -> Style {
        self.tone(letters).add_modifier(Modifier::BOLD)
    }

    fn number(self, side: Colour) -> Style {
        let [letters, ground] = if side == Colour::Black { [231, 16] } else { [16, 231] };
        if self.has_colours {
            return Style::new().fg(Color::Indexed(letters)).bg(Color::Indexed(ground));
        }
        // Without colours Black's numbers are the bold ones.
        if side == Colour::Black { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() }
    }

    fn cursor(self) -> Style {
        if self.has_colours {
            Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(226)).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    fn row(self, style: Style) -> Style {
        if self.has_colours { style.bg(Color::Indexed(167)) } else { style.add_modifier(Modifier::REVERSED) }
    }
}

/// Draws the board.
pub(super) fn draw(game: &Game, area: Rect, buffer: &mut Buffer, look: Look) {
    let size = game.settings.size;
    let scene = Scene::from_position(&game.position);
    let marks = marks(game);
    let stars = star_points(size);
    for p in size.points() {
        let (x, y) = cell(area, p);
        if p.x() == 0 {
            let name = point_name(p, size, Origin::Bottom);
            buffer.set_string(area.x, y, format!("{:>2}", &name[1..]), Style::new().fg(Color::DarkGray));
            buffer.set_string(x - 1, y, " ", look.lines());
        } else {
            buffer.set_string(x - 1, y, "─", look.lines());
        }
        let (sign, mut style) = match game.position.stone(p) {
            Some(side) => stone_sign(game, &scene, p, side, look),
            None => match marks.get(&p) {
                Some((sign, letters)) => ((*sign).to_owned(), look.mark(*letters)),
                None => (crossing(p, size, stars.contains(&p)).to_owned(), look.lines()),
            },
        };
        if scene.winning_row().contains(&p) {
            style = look.row(style);
        }
        // A number of two digits takes the column of the line before it.
        let width = sign.chars().count() as u16;
        buffer.set_string(x + 1 - width, y, sign, style);
        if p.x() + 1 == size.width() {
            buffer.set_string(x + 1, y, " ", look.lines());
        }
    }
    for x in 0..size.width() {
        let letter = char::from(b'a' + x).to_string();
        let column = area.x + MARGIN + 1 + 2 * u16::from(x);
        buffer.set_string(column, area.y + rows(size) - 1, letter, Style::new().fg(Color::DarkGray));
    }
    let (x, y) = cell(area, game.cursor);
    for (column, bracket) in [(x - 1, "["), (x + 1, "]")] {
        let cell = &mut buffer[(column, y)];
        // The first digit of a number stays to be read.
        if !cell.symbol().starts_with(|sign: char| sign.is_ascii_digit()) {
            cell.set_symbol(bracket);
        }
        cell.set_style(look.cursor());
    }
}

/// The sign of a stone: its number, or a disc, with a ring on the last one.
fn stone_sign(game: &Game, scene: &Scene, p: Point, side: Colour, look: Look) -> (String, Style) {
    let ply = scene.stone(p).and_then(|stone| stone.ply).filter(|_| game.shows_numbers);
    if let Some(ply) = ply {
        // Two columns: of long games the last two digits.
        return (format!("{:>2}", ply % 100), look.number(side));
    }
    let sign = match (side, scene.last() == Some(p), look.has_colours) {
        (Colour::Black, false, _) | (Colour::White, false, true) => "●",
        (Colour::Black, true, _) | (Colour::White, true, true) => "◉",
        (Colour::White, false, false) => "○",
        (Colour::White, true, false) => "◎",
    };
    (sign.to_owned(), look.stone(side))
}

/// The lines that cross on an empty point.
fn crossing(p: Point, size: Size, is_star: bool) -> &'static str {
    let (left, right) = (p.x() == 0, p.x() + 1 == size.width());
    let (top, bottom) = (p.y() == 0, p.y() + 1 == size.height());
    match (left, right, top, bottom) {
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (_, _, _, true) => "┴",
        _ if is_star => "╋",
        _ => "┼",
    }
}

/// What is marked on empty points, with its colour: threats, then forbidden points, then the hint.
fn marks(game: &Game) -> BTreeMap<Point, (&'static str, u8)> {
    let mut marks = BTreeMap::new();
    if game.position.status() != Status::Open {
        return marks;
    }
    if game.shows_threats {
        for (p, (side, strength)) in strongest(&game.position) {
            let signs = if side == Colour::Black { ["5", "4", "3"] } else { ["⑤", "④", "③"] };
            marks.insert(p, (signs[strength], if side == Colour::Black { 16 } else { 231 }));
        }
    }
    for (p, _) in forbidden(&game.position) {
        marks.insert(p, ("×", 124));
    }
    if let Some(p) = game.hint {
        marks.insert(p, ("★", 22));
    }
    marks
}

/// The strongest threat on each point: whose, and 0 for a five, 1 for a four, 2 for an open three. Of equal ones that of
/// the side to move.
fn strongest(position: &Position) -> BTreeMap<Point, (Colour, usize)> {
    with_rule!(position.rule(), R => {
        let mut board = Board::<R>::from_position(position);
        let us = board.to_move();
        let mut found = BTreeMap::new();
        for side in [us, us.opponent()] {
            for threat in threats(&mut board, side) {
                let strength = match threat.kind {
                    Kind::Five => 0,
                    Kind::WinningFour | Kind::Four => 1,
                    Kind::Three => 2,
                };
                let entry = found.entry(threat.point).or_insert((side, strength));
                if strength < entry.1 {
                    *entry = (side, strength);
                }
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_on_the_sign_of_a_point_finds_it() {
        let area = Rect::new(2, 1, 60, 30);
        for size in [Size::FIFTEEN, Size::new(22, 5).unwrap()] {
            for p in size.points() {
                let (x, y) = cell(area, p);
                assert_eq!(point_at(area, size, x, y), Some(p));
            }
            assert_eq!(point_at(area, size, area.x + columns(size), area.y), None);
            assert_eq!(point_at(area, size, 0, 3), None);
            assert_eq!(point_at(area, size, area.x + 4, area.y + rows(size) - 1), None);
        }
    }
}
