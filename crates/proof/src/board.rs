//! The plain board of the brute-force checker: stones, rows counted square by square, lines of fours played out.
//!
//! It looks at everything anew every time. What it says of rows and lines is what the words of the format mean.

use crate::header::{Colour, Header};
use crate::square::{Square, Symmetry};

/// The stones of a position.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    header: &'a Header,
    stones: Vec<Option<Colour>>,
}

/// Where a stone of a side wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fives {
    /// Nowhere.
    None,
    /// On one square.
    One(Square),
    /// On two or more.
    Many,
}

/// How a line of fours went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Whether the attacker wins.
    pub won: bool,
    /// How many moves of the line were played.
    pub moves: usize,
}

impl<'a> Board<'a> {
    /// The first position of a claim.
    pub fn new(header: &'a Header) -> Self {
        let mut board = Self { header, stones: vec![None; usize::from(header.size()).pow(2)] };
        header.stones().for_each(|(square, colour)| board.put(square, colour));
        board
    }

    /// Puts a stone, whatever was there.
    pub fn put(&mut self, square: Square, colour: Colour) {
        self.stones[square.index(self.header.size())] = Some(colour);
    }

    /// Takes a stone away.
    pub fn clear(&mut self, square: Square) {
        self.stones[square.index(self.header.size())] = None;
    }

    /// The stone on a square.
    pub fn at(&self, square: Square) -> Option<Colour> {
        self.stones[square.index(self.header.size())]
    }

    /// All squares, row by row from the bottom.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.header.size())
    }

    /// Whether a stone of this colour on this square makes a row that wins.
    pub fn wins(&self, square: Square, colour: Colour) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(columns, rows)| {
            let row = self.run(square, colour, columns, rows) + 1 + self.run(square, colour, -columns, -rows);
            if self.header.rule().is_exact(colour) { row == 5 } else { row >= 5 }
        })
    }

    /// How many stones of a colour follow one another from a square on, itself left out.
    fn run(&self, square: Square, colour: Colour, columns: isize, rows: isize) -> usize {
        let size = self.header.size() as isize;
        let (mut column, mut row) = (square.column() as isize + columns, square.row() as isize + rows);
        let mut length = 0;
        while (0..size).contains(&column)
            && (0..size).contains(&row)
            && self.stones[(row * size + column) as usize] == Some(colour)
        {
            length += 1;
            column += columns;
            row += rows;
        }
        length
    }

    /// The empty squares where this side wins at once.
    pub fn fives(&self, colour: Colour) -> Fives {
        let mut found = self.squares().filter(|&at| self.at(at).is_none() && self.wins(at, colour));
        match (found.next(), found.next()) {
            (None, _) => Fives::None,
            (Some(square), None) => Fives::One(square),
            _ => Fives::Many,
        }
    }

    /// Whether a row on the board wins.
    pub fn has_five(&self) -> bool {
        self.squares().any(|square| self.at(square).is_some_and(|colour| self.wins(square, colour)))
    }

    /// Whether no square is empty.
    pub fn is_full(&self) -> bool {
        self.stones.iter().all(Option::is_some)
    }

    /// Whether a symmetry carries these stones exactly onto the others.
    pub fn maps_to(&self, symmetry: Symmetry, other: &Self) -> bool {
        let size = self.header.size();
        self.squares().all(|square| self.at(square) == other.at(symmetry.apply(square, size)))
    }

    /// Plays a line of fours against the replies that they force here. The board is as before afterwards.
    pub fn replay(&mut self, attacker: Colour, line: &[Square]) -> Replay {
        let mut played = Vec::new();
        let won = self.play_out(attacker, line, &mut played);
        for &square in &played {
            self.clear(square);
        }
        Replay { won, moves: played.len().div_ceil(2) }
    }

    fn play_out(&mut self, attacker: Colour, line: &[Square], played: &mut Vec<Square>) -> bool {
        let mut moves = line.iter();
        loop {
            if self.fives(attacker) != Fives::None {
                return true;
            }
            let Some(&four) = moves.next() else { return false };
            match self.fives(attacker.opponent()) {
                Fives::None => {}
                Fives::One(square) if square == four => {}
                _ => return false,
            }
            if self.at(four).is_some() {
                return false;
            }
            self.put(four, attacker);
            played.push(four);
            match self.fives(attacker) {
                Fives::None => return false,
                Fives::One(forced) => {
                    self.put(forced, attacker.opponent());
                    played.push(forced);
                }
                Fives::Many => return self.fives(attacker.opponent()) == Fives::None,
            }
        }
    }
}
