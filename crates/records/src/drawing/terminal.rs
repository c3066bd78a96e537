//! A board as text: box-drawing lines with `●` and `○`, in 256 colours or none, or plain ASCII.
//!
//! The one idea: each point is a field of one or more columns, followed by one column of line. A field
//! is one column wide unless numbers or labels need more. A `Pen` writes pieces of text in tones and
//! leaves the escape codes out where no colours are wanted.
//!
//! ```text
//!  with colours         without                  ASCII
//!  ● dark, ● light      ● Black, ○ White         X Black, O White
//!  ◉ last move          ◉ ◎ last move            (X) last move
//!  red ground = row     ◆ ◇ the winning row      # @ the winning row
//! ```
//!
//! Texts from files are cleaned: a control character, which could drive the terminal, becomes `?`.

use super::scene::{Ink, Mark, Scene, Sign, star_points};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tengen_core::notation::Origin;
use tengen_core::{Colour, Point};

/// Which characters may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// Box-drawing lines and round stones.
    Unicode,
    /// Bytes below 128 only.
    Ascii,
}

/// Whether colours may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// No escape codes at all.
    None,
    /// The 256-colour palette that every current terminal has.
    Ansi,
}

/// How a board looks in a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Which characters may be used.
    pub characters: Characters,
    /// Whether colours may be used.
    pub colours: Colours,
}

impl TerminalStyle {
    /// Unicode in colours.
    pub const COLOUR: Self = Self { characters: Characters::Unicode, colours: Colours::Ansi };
    /// Unicode without colours.
    pub const PLAIN: Self = Self { characters: Characters::Unicode, colours: Colours::None };
    /// ASCII without colours.
    pub const ASCII: Self = Self { characters: Characters::Ascii, colours: Colours::None };
}

/// The longest label that is shown whole.
const LABEL_COLUMNS: usize = 4;

/// Numbers of the 256-colour palette.
mod palette {
    pub(super) const WOOD: u8 = 179;
    pub(super) const LINE: u8 = 94;
    pub(super) const BLACK: u8 = 16;
    pub(super) const WHITE: u8 = 231;
    pub(super) const LAST: u8 = 203;
    pub(super) const ROW: u8 = 167;
    pub(super) const BLACK_ROW: u8 = 88;
    pub(super) const WHITE_ROW: u8 = 217;
    pub(super) const COORDINATE: u8 = 245;
    /// Inks as letters, from `Ink::Plain` on.
    pub(super) const INKS: [u8; 7] = [16, 124, 130, 22, 19, 54, 240];
    /// Inks as ground, from `Ink::Plain` on.
    pub(super) const SHADES: [u8; 7] = [137, 174, 215, 107, 110, 140, 145];
}

/// The colours of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tone {
    letters: u8,
    ground: Option<u8>,
}

impl Tone {
    const LINE: Self = Self { letters: palette::LINE, ground: Some(palette::WOOD) };
    const COORDINATE: Self = Self { letters: palette::COORDINATE, ground: None };
}

/// Writes pieces of text in tones.
struct Pen {
    text: String,
    colours: Colours,
    tone: Option<Tone>,
}

impl Pen {
    fn write(&mut self, piece: &str, tone: Tone) {
        if self.colours == Colours::Ansi && self.tone != Some(tone) && !piece.is_empty() {
            let _ = match tone.ground {
                Some(ground) => write!(self.text, "\x1b[38;5;{};48;5;{ground}m", tone.letters),
                None => write!(self.text, "\x1b[0;38;5;{}m", tone.letters),
            };
            self.tone = Some(tone);
        }
        self.text.push_str(piece);
    }

    /// Ends the line: colours back to normal, no spaces at the end of plain lines.
    fn end_line(&mut self) {
        if self.tone.take().is_some() {
            self.text.push_str("\x1b[0m");
        }
        let length = self.text.trim_end_matches(' ').len();
        self.text.truncate(length);
        self.text.push('\n');
    }
}

/// The scene as text; each line ends with a line feed.
pub fn terminal(scene: &Scene, style: &TerminalStyle) -> String {
    let mut sheet = Sheet {
        scene,
        style: *style,
        field: field_columns(scene, *style),
        stars: star_points(scene.size()).into_iter().collect(),
        pen: Pen { text: String::new(), colours: style.colours, tone: None },
    };
    if !scene.title().is_empty() {
        sheet.pen.text.push_str(&clean(scene.title(), style.characters));
        sheet.pen.end_line();
    }
    if scene.origin() == Origin::Top {
        sheet.column_letters();
    }
    for y in 0..scene.size().height() {
        sheet.row(y);
    }
    if scene.origin() == Origin::Bottom {
        sheet.column_letters();
    }
    sheet.pen.text
}

/// One board being written.
struct Sheet<'a> {
    scene: &'a Scene,
    style: TerminalStyle,
    /// Columns of each point's field.
    field: usize,
    stars: BTreeSet<Point>,
    pen: Pen,
}

impl Sheet<'_> {
    fn column_letters(&mut self) {
        if !self.scene.has_coordinates() {
            return;
        }
        let lead = (self.field - 1) / 2;
        let width = self.field + 1;
        // Three columns of row number; with colours one more for the rim of the board.
        let indent = lead + if self.style.colours == Colours::Ansi { 4 } else { 3 };
        let mut line = " ".repeat(indent);
        for x in 0..self.scene.size().width() {
            let _ = write!(line, "{:<width$}", Scene::column_name(x));
        }
        self.pen.write(&line, Tone::COORDINATE);
        self.pen.end_line();
    }

    fn row(&mut self, y: u8) {
        if self.scene.has_coordinates() {
            self.pen.write(&format!("{:>2}", self.scene.row_name(y)), Tone::COORDINATE);
            if self.style.colours == Colours::Ansi {
                self.pen.write(" ", Tone::COORDINATE);
            }
        }
        let points: Vec<Point> = (0..self.scene.size().width()).filter_map(|x| Point::new(x, y)).collect();
        let is_rimmed = self.scene.has_coordinates() || self.style != TerminalStyle::PLAIN;
        let mut before: Option<Point> = None;
        for p in points {
            if before.is_some() || is_rimmed {
                self.line_between(before, Some(p));
            }
            self.point(p);
            before = Some(p);
        }
        if is_rimmed {
            self.line_between(before, None);
        }
        self.pen.end_line();
    }

    /// The column between two points, or between a point and the rim.
    fn line_between(&mut self, left: Option<Point>, right: Option<Point>) {
        let is_last = |p: Option<Point>| p.is_some() && p == self.scene.last();
        let is_ascii = self.style.characters == Characters::Ascii;
        let in_row = |p: Option<Point>| p.is_some_and(|p| self.scene.winning_row().contains(&p));
        let piece = match (is_last(left), is_last(right)) {
            (true, _) if is_ascii => ")",
            (_, true) if is_ascii => "(",
            _ if is_ascii || left.is_none() || right.is_none() => " ",
            _ => "─",
        };
        let is_numbered = |p: Option<Point>| p.is_some_and(|p| self.scene.number(p).is_some());
        let tone = if in_row(left) && in_row(right) && !is_numbered(left) {
            Tone { ground: Some(palette::ROW), ..Tone::LINE }
        } else {
            Tone::LINE
        };
        self.pen.write(piece, tone);
    }

    /// The field of one point.
    fn point(&mut self, p: Point) {
        let ground = self.ground(p);
        let mark = self.scene.mark_on(p);
        let (sign, tone) = match (self.scene.stone(p), self.scene.number(p)) {
            (Some(stone), Some(number)) => return self.number(p, stone.colour, number),
            (Some(stone), None) => self.stone(p, stone.colour, mark, ground),
            (None, _) => match mark {
                Some(mark) => {
                    let letters = palette::INKS[mark.ink as usize];
                    (self.mark(mark), Tone { letters, ground: Some(ground) })
                }
                None => (self.crossing(p).to_string(), Tone { letters: palette::LINE, ground: Some(ground) }),
            },
        };
        let free = self.field.saturating_sub(columns(&sign));
        let lead = free / 2;
        let (left, right) = self.arms(p);
        self.pen.write(&left.repeat(lead), Tone::LINE);
        self.pen.write(&sign, tone);
        self.pen.write(&right.repeat(free - lead), Tone::LINE);
    }

    /// The colour under a point.
    fn ground(&self, p: Point) -> u8 {
        if self.scene.winning_row().contains(&p) {
            return palette::ROW;
        }
        match self.scene.shade_on(p) {
            Some((ink, percent)) if percent > 0 => palette::SHADES[ink as usize],
            _ => palette::WOOD,
        }
    }

    /// A stone that shows its number.
    fn number(&mut self, p: Point, colour: Colour, number: usize) {
        let field = self.field;
        if self.style.colours == Colours::None {
            let text = format!("{}{number}", self.stone_sign(p, colour));
            let (_, right) = self.arms(p);
            let free = field.saturating_sub(columns(&text));
            return self.pen.write(&(text + &right.repeat(free)), Tone::LINE);
        }
        let in_row = self.scene.winning_row().contains(&p);
        let (letters, ground) = match (colour, in_row) {
            (Colour::Black, false) => (palette::WHITE, palette::BLACK),
            (Colour::Black, true) => (palette::WHITE, palette::BLACK_ROW),
            (Colour::White, false) => (palette::BLACK, palette::WHITE),
            (Colour::White, true) => (palette::BLACK, palette::WHITE_ROW),
        };
        let letters = if self.scene.last() == Some(p) && !in_row { palette::LAST } else { letters };
        self.pen.write(&format!("{number:>field$}"), Tone { letters, ground: Some(ground) });
    }

    /// A stone without a number, perhaps with a mark on it; without colours the stone hides the mark.
    fn stone(&self, p: Point, colour: Colour, mark: Option<&Mark>, ground: u8) -> (String, Tone) {
        let paint = match colour {
            Colour::Black => palette::BLACK,
            Colour::White => palette::WHITE,
        };
        match mark {
            Some(mark) if self.style.colours == Colours::Ansi => {
                let letters = match (mark.ink, colour) {
                    (Ink::Plain, Colour::Black) => palette::WHITE,
                    (ink, Colour::Black) => palette::SHADES[ink as usize],
                    (ink, Colour::White) => palette::INKS[ink as usize],
                };
                (self.mark(mark), Tone { letters, ground: Some(paint) })
            }
            _ => (self.stone_sign(p, colour).to_string(), Tone { letters: paint, ground: Some(ground) }),
        }
    }

    fn stone_sign(&self, p: Point, colour: Colour) -> char {
        let is_black = colour == Colour::Black;
        let in_row = self.scene.winning_row().contains(&p);
        let is_last = self.scene.last() == Some(p);
        match (self.style.characters, self.style.colours) {
            (Characters::Ascii, Colours::None) if in_row => {
                if is_black {
                    '#'
                } else {
                    '@'
                }
            }
            (Characters::Ascii, _) => colour.letter(),
            (Characters::Unicode, Colours::Ansi) => {
                if is_last {
                    '◉'
                } else {
                    '●'
                }
            }
            (Characters::Unicode, Colours::None) => match (is_black, is_last, in_row) {
                (true, true, _) => '◉',
                (false, true, _) => '◎',
                (true, _, true) => '◆',
                (false, _, true) => '◇',
                (true, ..) => '●',
                (false, ..) => '○',
            },
        }
    }

    /// A mark as text of at most the field's columns.
    fn mark(&self, mark: &Mark) -> String {
        let is_ascii = self.style.characters == Characters::Ascii;
        let sign = |unicode: char, ascii: char| if is_ascii { ascii } else { unicode }.to_string();
        match &mark.sign {
            Sign::Cross => sign('×', '!'),
            Sign::Circle => sign('◌', '%'),
            Sign::Square => sign('□', '='),
            Sign::Triangle => sign('△', '^'),
            Sign::Dot => sign('•', ':'),
            Sign::Text(text) => label(text, self.style.characters),
        }
    }

    /// The lines to the left and right of a point, inside its field.
    fn arms(&self, p: Point) -> (&'static str, &'static str) {
        let line = if self.style.characters == Characters::Ascii { " " } else { "─" };
        let left = if p.x() == 0 { " " } else { line };
        let right = if p.x() + 1 == self.scene.size().width() { " " } else { line };
        (left, right)
    }

    /// The empty point: a crossing, a side, a corner or a star.
    fn crossing(&self, p: Point) -> char {
        if self.style.characters == Characters::Ascii {
            return if self.stars.contains(&p) { '+' } else { '.' };
        }
        let size = self.scene.size();
        let place = |at: u8, length: u8| match at {
            0 => 0,
            at if at + 1 == length => 2,
            _ => 1,
        };
        let rows = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
        if self.stars.contains(&p) {
            '╋'
        } else {
            rows[place(p.y(), size.height())][place(p.x(), size.width())]
        }
    }
}

/// How many columns each point needs for its number or label.
fn field_columns(scene: &Scene, style: TerminalStyle) -> usize {
    // Without colours a number needs the sign of its stone before it.
    let sign = usize::from(style.colours == Colours::None);
    let numbers = scene.stones().filter_map(|(p, _)| scene.number(p)).map(|n| n.to_string().len() + sign);
    let labels = scene.marks().filter(|(p, _)| sign == 0 || scene.stone(*p).is_none());
    let labels = labels.filter_map(|(_, mark)| match &mark.sign {
        Sign::Text(text) => Some(columns(&label(text, style.characters))),
        _ => None,
    });
    numbers.chain(labels).max().unwrap_or(1).max(1)
}

/// A label cut to what fits, never empty.
fn label(text: &str, characters: Characters) -> String {
    let mut short = String::new();
    for c in clean(text, characters).chars() {
        if columns(&short) + character_columns(c) > LABEL_COLUMNS {
            break;
        }
        short.push(c);
    }
    if short.is_empty() { "?".to_owned() } else { short }
}

/// The text without anything that could drive a terminal.
fn clean(text: &str, characters: Characters) -> String {
    let is_safe = |c: char| match characters {
        Characters::Unicode => !c.is_control() && !is_invisible(c),
        Characters::Ascii => c.is_ascii() && !c.is_control(),
    };
    text.chars().map(|c| if is_safe(c) { c } else { '?' }).collect()
}

/// Characters without width, some of which turn the direction of the text around.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

fn columns(text: &str) -> usize {
    text.chars().map(character_columns).sum()
}

/// Two for the characters of East Asia and emoji, one for the rest.
fn character_columns(c: char) -> usize {
    match c {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Stone;
    use tengen_core::notation::{parse_diagram, parse_moves};
    use tengen_core::{Position, Rule, Size};

    fn scene(side: usize, moves: &str) -> Scene {
        let size = Size::square(side).unwrap();
        let moves = parse_moves(moves, size, Origin::Bottom).unwrap();
        Scene::from_position(&Position::from_moves(size, Rule::Freestyle, moves).unwrap())
    }

    fn text(c: &str) -> Mark {
        Mark { sign: Sign::Text(c.to_owned()), ink: Ink::Plain }
    }

    fn point(x: u8, y: u8) -> Point {
        Point::new(x, y).unwrap()
    }

    #[test]
    fn an_empty_board_has_edges_corners_and_stars() {
        let expected = "
 9 ┌─┬─┬─┬─┬─┬─┬─┬─┐
 8 ├─┼─┼─┼─┼─┼─┼─┼─┤
 7 ├─┼─╋─┼─┼─┼─╋─┼─┤
 6 ├─┼─┼─┼─┼─┼─┼─┼─┤
 5 ├─┼─┼─┼─╋─┼─┼─┼─┤
 4 ├─┼─┼─┼─┼─┼─┼─┼─┤
 3 ├─┼─╋─┼─┼─┼─╋─┼─┤
 2 ├─┼─┼─┼─┼─┼─┼─┼─┤
 1 └─┴─┴─┴─┴─┴─┴─┴─┘
   a b c d e f g h i
";
        assert_eq!(terminal(&scene(9, ""), &TerminalStyle::PLAIN), expected[1..]);
    }

    #[test]
    fn stones_last_move_and_title_are_shown_without_colours() {
        let mut scene = scene(5, "c3d4b1").titled("A game");
        scene.forbid([point(4, 4)]);
        let expected = "
A game
 5 ┌─┬─┬─┬─┐
 4 ├─┼─┼─○─┤
 3 ├─┼─●─┼─┤
 2 ├─┼─┼─┼─┤
 1 └─◉─┴─┴─×
   a b c d e
";
        assert_eq!(terminal(&scene, &TerminalStyle::PLAIN), expected[1..]);
        let expected = "
A game
 5 . . . . .
 4 . . . O .
 3 . . X . .
 2 . . . . .
 1 .(X). . !
   a b c d e
";
        assert_eq!(terminal(&scene, &TerminalStyle::ASCII), expected[1..]);
    }

    #[test]
    fn the_winning_row_is_told_from_other_stones() {
        let scene = scene(5, "a1a2b1b2c1c2d1d2e1");
        let expected = "
┌─┬─┬─┬─┐
├─┼─┼─┼─┤
├─┼─╋─┼─┤
○─○─○─○─┤
◆─◆─◆─◆─◉
";
        assert_eq!(terminal(&scene.clone().without_coordinates(), &TerminalStyle::PLAIN), expected[1..]);
        assert!(terminal(&scene, &TerminalStyle::ASCII).contains("1 # # # #(#)\n"));
    }

    #[test]
    fn numbers_widen_every_field_alike() {
        let scene = scene(5, "c3d4b1e5e1").numbered();
        let expected = "
 5 ┌──┬──┬──┬──○4
 4 ├──┼──┼──○2─┤
 3 ├──┼──●1─┼──┤
 2 ├──┼──┼──┼──┤
 1 └──●3─┴──┴──◉5
   a  b  c  d  e
";
        assert_eq!(terminal(&scene, &TerminalStyle::PLAIN), expected[1..]);
    }

    #[test]
    fn labels_take_the_place_of_the_crossing() {
        let mut scene = scene(5, "c3");
        scene.mark(point(0, 0), text("A"));
        scene.mark(point(3, 1), text("ab\u{1b}"));
        scene.mark(point(3, 3), text("天元の星"));
        let expected = "
 5  A────┬────┬────┬────┐
 4  ├────┼────┼───ab?───┤
 3  ├────┼────◉────┼────┤
 2  ├────┼────┼───天元──┤
 1  └────┴────┴────┴────┘
    a    b    c    d    e
";
        assert_eq!(terminal(&scene, &TerminalStyle::PLAIN), expected[1..]);
    }

    #[test]
    fn row_one_can_be_at_the_top() {
        let text = terminal(&scene(5, "").with_origin(Origin::Top), &TerminalStyle::ASCII);
        assert_eq!(
            text,
            "   a b c d e\n 1 . . . . .\n 2 . . . . .\n 3 . . + . .\n 4 . . . . .\n 5 . . . . .\n"
        );
    }

    #[test]
    fn colours_add_escape_codes_and_nothing_else() {
        let scene = scene(5, "c3d4b1");
        let coloured = terminal(&scene, &TerminalStyle::COLOUR);
        let row = coloured.lines().nth(2).unwrap();
        assert_eq!(
            row,
            "\x1b[0;38;5;245m 3 \x1b[38;5;94;48;5;179m ├─┼─\x1b[38;5;16;48;5;179m●\x1b[38;5;94;48;5;179m─┼─┤ \x1b[0m"
        );
        for line in coloured.lines() {
            assert!(line.ends_with("\x1b[0m"), "{line:?}");
        }
        // White's stone is the same disc in another colour.
        assert!(coloured.contains("\x1b[38;5;231;48;5;179m●"));
        let numbered = terminal(&scene.numbered(), &TerminalStyle::COLOUR);
        assert!(numbered.contains("\x1b[38;5;231;48;5;16m1"));
        assert!(numbered.contains("\x1b[38;5;16;48;5;231m2"));
    }

    #[test]
    fn texts_of_files_cannot_drive_the_terminal() {
        let mut scene = scene(5, "").titled("a\x1b]0;x\x07b\u{202e}c\nd");
        scene.mark(point(0, 0), text("\x1b[2J"));
        scene.mark(point(1, 0), text(""));
        for style in [TerminalStyle::PLAIN, TerminalStyle::ASCII] {
            let text = terminal(&scene, &style);
            assert!(text.starts_with("a?]0;x?b?c?d\n"), "{text}");
            assert!(!text.contains('\x1b'));
        }
    }

    #[test]
    fn the_ascii_board_is_a_diagram_that_reads_back() {
        let mut scene = Scene::new(Size::new(7, 12).unwrap());
        scene.put(point(0, 0), Stone { colour: Colour::Black, ply: None });
        scene.put(point(6, 11), Stone { colour: Colour::White, ply: None });
        let grid = parse_diagram(&terminal(&scene, &TerminalStyle::ASCII)).unwrap();
        let stones: Vec<(Point, Colour)> = grid.stones().collect();
        assert_eq!(stones, [(point(0, 0), Colour::Black), (point(6, 11), Colour::White)]);
    }
}
