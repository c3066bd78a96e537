//! Patterns as values: a set of squares with their contents, and the operations of section 2.1 of the paper.
//!
//! Nothing here knows how a pattern is played. Coordinates are absolute, so that two patterns can be compared,
//! joined and intersected; [`Pattern::shifted`] moves one to where it is wanted.

use std::collections::BTreeMap;

/// One of the two players. In the paper PX and PY; a drawing shows the stones of PY as `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player of the `X` stones.
    X,
    /// The player of the `O` stones.
    O,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// The letter of the player's stones in a drawing.
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

/// What a square of a pattern holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No stone yet: both players may play here in the restricted game.
    Empty,
    /// A stone.
    Stone(Player),
}

/// A place of the drawing, counted from zero at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Rows below the first one.
    pub row: u8,
    /// Columns right of the first one.
    pub column: u8,
}

impl Square {
    /// The square in this row and column.
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// The square `rows` below and `columns` to the right, if the drawing reaches that far.
    pub fn shifted(self, rows: i16, columns: i16) -> Option<Self> {
        let within = |value: i16| u8::try_from(value).ok();
        Some(Self {
            row: within(i16::from(self.row) + rows)?,
            column: within(i16::from(self.column) + columns)?,
        })
    }
}

/// A subset of the board's squares with the contents of each (Definition 2).
///
/// Squares that are not in the pattern do not exist for the restricted game: nobody plays there and lines stop there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern {
    cells: BTreeMap<Square, Cell>,
}

impl Pattern {
    /// The number of squares, the paper's *size*.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The contents of a square, or nothing if it is not part of the pattern.
    pub fn cell(&self, square: Square) -> Option<Cell> {
        self.cells.get(&square).copied()
    }

    /// Squares and contents, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Square, Cell)> + '_ {
        self.cells.iter().map(|(&square, &cell)| (square, cell))
    }

    /// The empty squares, row by row.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares_holding(Cell::Empty)
    }

    /// The squares with a stone of `player`, row by row.
    pub fn stones(&self, player: Player) -> impl Iterator<Item = Square> + '_ {
        self.squares_holding(Cell::Stone(player))
    }

    fn squares_holding(&self, wanted: Cell) -> impl Iterator<Item = Square> + '_ {
        self.cells().filter(move |&(_, cell)| cell == wanted).map(|(square, _)| square)
    }

    /// Is this a pattern of `player` alone, without a stone of the opponent (the paper's *PX pattern*)?
    pub fn belongs_to(&self, player: Player) -> bool {
        self.stones(player.other()).next().is_none()
    }

    /// The player whose pattern this is: O when all its stones are O's, otherwise X.
    pub fn owner(&self) -> Player {
        let has_stones = |player| self.stones(player).next().is_some();
        if has_stones(Player::O) && !has_stones(Player::X) { Player::O } else { Player::X }
    }

    /// The pattern without this square. Nothing if the square was not there.
    pub fn removing(&self, square: Square) -> Option<Self> {
        let mut smaller = self.clone();
        smaller.cells.remove(&square)?;
        Some(smaller)
    }

    /// The pattern with the stone on this square taken off. Nothing if there was no stone.
    pub fn emptying(&self, square: Square) -> Option<Self> {
        match self.cell(square)? {
            Cell::Empty => None,
            Cell::Stone(_) => Some(self.with(square, Cell::Empty)),
        }
    }

    /// The pattern with a stone of `player` on this empty square. Nothing if the square is not an empty one.
    pub fn filling(&self, square: Square, player: Player) -> Option<Self> {
        match self.cell(square)? {
            Cell::Empty => Some(self.with(square, Cell::Stone(player))),
            Cell::Stone(_) => None,
        }
    }

    fn with(&self, square: Square, cell: Cell) -> Self {
        let mut changed = self.clone();
        changed.cells.insert(square, cell);
        changed
    }

    /// Can both patterns be on the board at once: do they agree on every common square?
    pub fn is_compatible(&self, other: &Self) -> bool {
        self.cells().all(|(square, cell)| other.cell(square).is_none_or(|there| there == cell))
    }

    /// All squares of both patterns. Nothing if they are not compatible.
    pub fn union(&self, other: &Self) -> Option<Self> {
        self.is_compatible(other).then(|| self.cells().chain(other.cells()).collect())
    }

    /// The common squares of both patterns. Nothing if they are not compatible.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.is_compatible(other).then(|| self.restricted_to(|square| other.cell(square).is_some()))
    }

    /// Is `smaller` a subset of this pattern, squares and contents?
    pub fn contains(&self, smaller: &Self) -> bool {
        smaller.cells().all(|(square, cell)| self.cell(square) == Some(cell))
    }

    /// The subset of the squares that are wanted.
    #[must_use]
    pub fn restricted_to(&self, wanted: impl Fn(Square) -> bool) -> Self {
        self.cells().filter(|&(square, _)| wanted(square)).collect()
    }

    /// The same shape `rows` further down and `columns` further right. Nothing if it would leave the drawing.
    pub fn shifted(&self, rows: i16, columns: i16) -> Option<Self> {
        self.cells().map(|(square, cell)| Some((square.shifted(rows, columns)?, cell))).collect()
    }

    /// The same pattern with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        self.cells().map(|(square, cell)| (Square::new(square.column, square.row), cell)).collect()
    }

    /// The same pattern with the stones of the two players exchanged.
    #[must_use]
    pub fn with_players_exchanged(&self) -> Self {
        let exchanged = |cell| match cell {
            Cell::Empty => Cell::Empty,
            Cell::Stone(player) => Cell::Stone(player.other()),
        };
        self.cells().map(|(square, cell)| (square, exchanged(cell))).collect()
    }
}

/// Collects squares into a pattern; of two contents for one square the later one stays.
impl FromIterator<(Square, Cell)> for Pattern {
    fn from_iter<I: IntoIterator<Item = (Square, Cell)>>(cells: I) -> Self {
        Self { cells: cells.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Pattern {
        text.parse().expect("a test drawing")
    }

    #[test]
    fn removing_emptying_and_filling_change_one_square() {
        let four = drawn("XXXX+");
        let last = Square::new(0, 4);
        assert_eq!(four.removing(last), Some(drawn("XXXX")));
        assert_eq!(four.filling(last, Player::X), Some(drawn("XXXXX")));
        assert_eq!(four.emptying(Square::new(0, 0)), Some(drawn("+XXX+")));
        assert_eq!(four.size(), 5);
    }

    #[test]
    fn operations_refuse_squares_they_do_not_apply_to() {
        let four = drawn("XXXX+");
        assert_eq!(four.removing(Square::new(1, 0)), None);
        assert_eq!(four.emptying(Square::new(0, 4)), None);
        assert_eq!(four.filling(Square::new(0, 0), Player::X), None);
        assert_eq!(four.filling(Square::new(0, 5), Player::X), None);
    }

    #[test]
    fn union_and_intersection_need_compatible_patterns() {
        let left = drawn("XXXX+");
        let right = drawn(".XXXX+");
        assert_eq!(left.union(&right), None, "square 4 is empty in one, filled in the other");
        assert_eq!(left.intersection(&right), None);

        let right = drawn("+XXXX");
        let left = left.shifted(0, 1).expect("room to the right");
        assert_eq!(left.union(&right), Some(drawn("+XXXX+")));
        assert_eq!(left.intersection(&right), Some(drawn(".XXXX")));
    }

    #[test]
    fn a_pattern_contains_its_subsets_only() {
        let open = drawn("+XXXX+");
        assert!(open.contains(&drawn("+XXXX")));
        assert!(!open.contains(&drawn("XXXX+")));
        assert!(!drawn("+XXXX").contains(&open));
    }

    #[test]
    fn the_owner_is_x_unless_only_o_has_stones() {
        assert_eq!(drawn("+XXX+").owner(), Player::X);
        assert_eq!(drawn("+OOO+").owner(), Player::O);
        assert_eq!(drawn("XO+").owner(), Player::X);
        assert_eq!(drawn("+++").owner(), Player::X);
        assert!(!drawn("XO+").belongs_to(Player::X));
    }

    #[test]
    fn shifting_stops_at_the_edge_of_the_drawing() {
        assert_eq!(drawn("X").shifted(0, -1), None);
        assert_eq!(drawn(".X").shifted(0, -1), Some(drawn("X")));
    }
}
