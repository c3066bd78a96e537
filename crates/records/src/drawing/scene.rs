//! What is to be seen on a board: stones, numbers, marks, shades. No colours of paint, no pixels.
//!
//! Points that are not on the scene's board are not taken in, so the renderers need not check.

use std::collections::BTreeMap;
use tengen_core::notation::{Origin, point_name};
use tengen_core::position::PositionError;
use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord, Move, Point, Position, Rule, Size, Status};

/// A stone to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Whose it is.
    pub colour: Colour,
    /// The number of the move that put it, from 1; `None` for a free stone.
    pub ply: Option<usize>,
}

/// The shape of a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A diagonal cross: a forbidden point.
    Cross,
    /// A ring.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A small filled disc.
    Dot,
    /// A short text; up to about three letters fit well.
    Text(String),
}

/// The colour of a mark or shade by meaning-free name; the theme chooses the tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Ink {
    /// Whatever reads well on the ground: dark on wood and white stones, light on black stones.
    #[default]
    Plain,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Violet.
    Violet,
    /// Grey.
    Grey,
}

/// A sign on a point, over the stone if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its shape.
    pub sign: Sign,
    /// Its colour.
    pub ink: Ink,
}

/// What is to be seen. See the module's page.
///
/// ```
/// use tengen_core::{Position, Rule, Size, notation::{Origin, parse_moves}};
/// use tengen_records::drawing::{Scene, TerminalStyle, terminal};
///
/// let size = Size::square(5)?;
/// let position = Position::from_moves(size, Rule::Freestyle, parse_moves("c3d4", size, Origin::Bottom)?)?;
/// let scene = Scene::from_position(&position);
/// assert!(terminal(&scene, &TerminalStyle::PLAIN).starts_with(" 5 ┌─┬─┬─┬─┐\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    size: Size,
    title: String,
    description: String,
    origin: Origin,
    has_coordinates: bool,
    numbers_from: Option<usize>,
    stones: BTreeMap<Point, Stone>,
    last: Option<Point>,
    winning_row: Vec<Point>,
    marks: BTreeMap<Point, Mark>,
    shades: BTreeMap<Point, (Ink, u8)>,
}

impl Scene {
    /// An empty board with coordinates, row 1 at the bottom.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            title: String::new(),
            description: String::new(),
            origin: Origin::Bottom,
            has_coordinates: true,
            numbers_from: None,
            stones: BTreeMap::new(),
            last: None,
            winning_row: Vec::new(),
            marks: BTreeMap::new(),
            shades: BTreeMap::new(),
        }
    }

    /// The stones of a position, its last move and its winning row.
    pub fn from_position(position: &Position) -> Self {
        let mut scene = Self::new(position.size());
        for (p, colour) in position.setup() {
            scene.put(*p, Stone { colour: *colour, ply: None });
        }
        let sides = [position.first(), position.first().opponent()];
        for (i, m) in position.moves().iter().enumerate() {
            if let Move::Place(p) = m {
                scene.put(*p, Stone { colour: sides[i % 2], ply: Some(i + 1) });
            }
        }
        scene.last = position.moves().last().and_then(|m| m.point());
        scene.winning_row = winning_row(position);
        scene
    }

    /// The position at a node of a record under `rule`, with the texts and the mark that the node carries.
    ///
    /// # Errors
    /// As [`GameRecord::position_at`].
    pub fn from_record(record: &GameRecord, at: NodeId, rule: Rule) -> Result<Self, (usize, PositionError)> {
        let mut scene = Self::from_position(&record.position_at(at, rule)?);
        scene.title = record_title(record);
        let node = record.node(at);
        for (p, text) in &node.board_texts {
            scene.mark(*p, Mark { sign: Sign::Text(text.clone()), ink: Ink::Plain });
        }
        if let Some(p) = scene.last {
            if !node.label.is_empty() {
                scene.mark(p, Mark { sign: Sign::Text(node.label.clone()), ink: Ink::Plain });
            } else if node.is_marked {
                scene.mark(p, Mark { sign: Sign::Triangle, ink: Ink::Plain });
            }
        }
        Ok(scene)
    }

    /// With a title: a heading in a terminal, the accessible name of an SVG. Pictures do not show it.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// With a sentence about the position, which the SVG carries for those who cannot see it.
    #[must_use]
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// With row 1 at the other place.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// Without letters and numbers along the edges.
    #[must_use]
    pub fn without_coordinates(mut self) -> Self {
        self.has_coordinates = false;
        self
    }

    /// With the move numbers on the stones.
    #[must_use]
    pub fn numbered(self) -> Self {
        self.numbered_from(1)
    }

    /// With numbers on the stones from this move on (from 1), which is called 1: "next is 1".
    #[must_use]
    pub fn numbered_from(mut self, ply: usize) -> Self {
        self.numbers_from = Some(ply.max(1));
        self
    }

    /// Puts a stone, in place of any stone that is there.
    pub fn put(&mut self, p: Point, stone: Stone) {
        if self.size.contains(p) {
            self.stones.insert(p, stone);
        }
    }

    /// Puts a mark, in place of any mark that is there.
    pub fn mark(&mut self, p: Point, mark: Mark) {
        if self.size.contains(p) {
            self.marks.insert(p, mark);
        }
    }

    /// Marks points as forbidden for Black: a red cross on each.
    pub fn forbid(&mut self, points: impl IntoIterator<Item = Point>) {
        for p in points {
            self.mark(p, Mark { sign: Sign::Cross, ink: Ink::Red });
        }
    }

    /// Shades a point with `percent` (0 to 100) of an ink, for heat maps and classes of points.
    pub fn shade(&mut self, p: Point, ink: Ink, percent: u8) {
        if self.size.contains(p) {
            self.shades.insert(p, (ink, percent.min(100)));
        }
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The title, or nothing.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The sentence about the position, or nothing.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Where row 1 is.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether letters and numbers stand along the edges.
    pub fn has_coordinates(&self) -> bool {
        self.has_coordinates
    }

    /// The stones, row by row from the upper left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> + '_ {
        self.stones.iter().map(|(p, stone)| (*p, *stone))
    }

    /// The stone on a point.
    pub fn stone(&self, p: Point) -> Option<Stone> {
        self.stones.get(&p).copied()
    }

    /// The number to be shown on the stone of a point.
    pub fn number(&self, p: Point) -> Option<usize> {
        let ply = self.stones.get(&p)?.ply?;
        (ply + 1).checked_sub(self.numbers_from?).filter(|number| *number > 0)
    }

    /// Where the last move was.
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// The row that won the game, in order along the line; empty if there is none.
    pub fn winning_row(&self) -> &[Point] {
        &self.winning_row
    }

    /// The marks, row by row.
    pub fn marks(&self) -> impl Iterator<Item = (Point, &Mark)> {
        self.marks.iter().map(|(p, mark)| (*p, mark))
    }

    /// The mark on a point.
    pub fn mark_on(&self, p: Point) -> Option<&Mark> {
        self.marks.get(&p)
    }

    /// The shades with their percentages, row by row.
    pub fn shades(&self) -> impl Iterator<Item = (Point, Ink, u8)> + '_ {
        self.shades.iter().map(|(p, (ink, percent))| (*p, *ink, *percent))
    }

    /// The shade of a point with its percentage.
    pub fn shade_on(&self, p: Point) -> Option<(Ink, u8)> {
        self.shades.get(&p).copied()
    }

    /// The letter of column `x` (from 0).
    pub(super) fn column_name(x: u8) -> char {
        char::from(b'a' + x)
    }

    /// The number of row `y` (from 0, from the top).
    pub(super) fn row_name(&self, y: u8) -> String {
        Point::new(0, y).map_or_else(String::new, |p| point_name(p, self.size, self.origin)[1..].to_owned())
    }
}

/// The row of a won position through its last stone, or through any stone of the winner if the
/// stones were set up; empty after a foul and in an open game.
fn winning_row(position: &Position) -> Vec<Point> {
    let Status::Won { winner, foul: None } = position.status() else { return Vec::new() };
    let last = position.moves().last().and_then(|m| m.point());
    let others = position.grid().stones().filter(|(_, colour)| *colour == winner).map(|(p, _)| p);
    let row = |p| position.grid().winning_row(p, position.rule());
    last.into_iter().chain(others).find_map(row).unwrap_or_default()
}

/// What a heading says of a game: `title, Black - White, event, date`, as far as known.
fn record_title(record: &GameRecord) -> String {
    let [black, white] = &record.players;
    let name = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let players = match (black.is_empty(), white.is_empty()) {
        (true, true) => String::new(),
        _ => format!("{} - {}", name(black), name(white)),
    };
    let parts = [record.title.clone(), players, record.event.clone(), record.date.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The points that a board of this size marks with a dot, row by row. They help the eye and mean nothing.
///
/// The third line from the edge on small boards, the fourth from a side of 12 on; the centre where
/// there is one; the middle of long sides (17 and more) as on a Go board.
///
/// ```text
///  9x9      15x15           19x19
///  *   *    *         *     *     *     *
///    *           *          *     *     *
///  *   *    *         *     *     *     *
/// ```
pub fn star_points(size: Size) -> Vec<Point> {
    let corners = |side: u8| match side {
        0..9 => [None; 2],
        9..12 => [Some(2), Some(side - 3)],
        _ => [Some(3), Some(side - 4)],
    };
    let middle = |side: u8| (side % 2 == 1).then_some(side / 2);
    let long_middle = |side: u8| middle(side).filter(|_| side >= 17);
    let is_star = |p: &Point| {
        let (x, y) = (Some(p.x()), Some(p.y()));
        let (width, height) = (size.width(), size.height());
        let (on_column, on_row) = (corners(width).contains(&x), corners(height).contains(&y));
        on_column && on_row
            || x == middle(width) && y == middle(height)
            || x == long_middle(width) && on_row
            || y == long_middle(height) && on_column
    };
    size.points().filter(is_star).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{moves_to_string, parse_moves};

    fn position(moves: &str, rule: Rule) -> Position {
        let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
        Position::from_moves(Size::FIFTEEN, rule, moves).unwrap()
    }

    fn names(points: &[Point], size: Size) -> String {
        let moves: Vec<Move> = points.iter().map(|p| Move::Place(*p)).collect();
        moves_to_string(&moves, size, Origin::Bottom)
    }

    #[test]
    fn star_points_are_where_boards_have_them() {
        let stars = |w, h| {
            let size = Size::new(w, h).unwrap();
            names(&star_points(size), size)
        };
        assert_eq!(stars(15, 15), "d12l12h8d4l4");
        assert_eq!(stars(19, 19), "d16j16p16d10j10p10d4j4p4");
        assert_eq!(stars(9, 9), "c7g7e5c3g3");
        assert_eq!(stars(5, 5), "c3");
        assert_eq!(stars(6, 6), "");
        assert_eq!(stars(20, 20), "d17q17d4q4");
        assert_eq!(stars(7, 15), "d8");
    }

    #[test]
    fn a_won_position_shows_its_row_and_its_last_move() {
        let scene = Scene::from_position(&position("h8a1i8a2j8a3k8a4g8", Rule::Freestyle));
        assert_eq!(names(scene.winning_row(), Size::FIFTEEN), "g8h8i8j8k8");
        assert_eq!(names(&[scene.last().unwrap()], Size::FIFTEEN), "g8");
    }

    #[test]
    fn a_foul_has_no_winning_row() {
        // Two threes cross on h8.
        let position = position("h9a1h10a15i8o1j8o15h8", Rule::Renju);
        assert_eq!(position.winner(), Some(Colour::White));
        assert!(Scene::from_position(&position).winning_row().is_empty());
    }

    #[test]
    fn a_row_among_free_stones_is_found_without_a_last_move() {
        let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
        for x in 3..8 {
            position.set_up(Point::new(x, 2).unwrap(), Colour::White).unwrap();
        }
        let scene = Scene::from_position(&position);
        assert_eq!((scene.winning_row().len(), scene.last()), (5, None));
    }

    #[test]
    fn numbers_can_start_at_any_move_and_skip_free_stones_and_passes() {
        let mut position = Position::new(Size::FIFTEEN, Rule::Freestyle);
        let [free, first, third] = [(0, 0), (7, 7), (8, 8)].map(|(x, y)| Point::new(x, y).unwrap());
        position.set_up(free, Colour::White).unwrap();
        for m in [Move::Place(first), Move::Pass, Move::Place(third)] {
            position.play(m).unwrap();
        }
        let scene = Scene::from_position(&position);
        assert_eq!([free, first, third].map(|p| scene.number(p)), [None; 3]);
        let scene = scene.numbered();
        assert_eq!([free, first, third].map(|p| scene.number(p)), [None, Some(1), Some(3)]);
        let scene = scene.numbered_from(3);
        assert_eq!([free, first, third].map(|p| scene.number(p)), [None, None, Some(1)]);
        assert_eq!(scene.stone(third).unwrap().colour, Colour::Black);
    }

    #[test]
    fn points_of_larger_boards_are_not_taken_in() {
        let mut scene = Scene::new(Size::square(5).unwrap());
        let outside = Point::new(5, 0).unwrap();
        scene.put(outside, Stone { colour: Colour::Black, ply: None });
        scene.forbid([outside]);
        scene.shade(outside, Ink::Red, 50);
        assert_eq!(scene, Scene::new(Size::square(5).unwrap()));
    }

    #[test]
    fn a_record_gives_its_heading_texts_and_mark() {
        let mut record = GameRecord::new(Size::FIFTEEN);
        record.players = ["Nara".to_owned(), String::new()];
        record.date = "2026-11-01".to_owned();
        let [a, b] = [(7, 7), (8, 7)].map(|(x, y)| Point::new(x, y).unwrap());
        let first = record.append(NodeId::ROOT, Move::Place(a));
        record.node_mut(first).board_texts.push((b, "A".to_owned()));
        record.node_mut(first).is_marked = true;
        let scene = Scene::from_record(&record, first, Rule::Renju).unwrap();
        assert_eq!(scene.title(), "Nara - ?, 2026-11-01");
        assert_eq!(scene.mark_on(b).unwrap().sign, Sign::Text("A".to_owned()));
        assert_eq!(scene.mark_on(a).unwrap().sign, Sign::Triangle);
        let again = record.append(first, Move::Place(a));
        assert_eq!(Scene::from_record(&record, again, Rule::Renju).unwrap_err().0, 2);
    }
}
