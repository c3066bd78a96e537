//! The (m,n,k) games on small boards, solved exactly: two players put stones in turn on m columns and n rows, and the first
//! row of k or more wins.
//!
//! The second player cannot win with best play (strategy stealing: an extra stone never hurts), so the only question is
//! whether the first player forces a row. It is answered by a depth-first search with a table that knows the symmetries of
//! the board; forced moves are played at once, and points on no row that can still be made are left out, since a stone there
//! is a pass.
//!
//! What ends most branches is the potential of Erdős and Selfridge (1973). A row without second stones that lacks `e`
//! stones weighs 2^-e. A first stone doubles the weight of the rows through it, a second stone takes theirs away, and a
//! finished row weighs 1. If the second player is to move and all rows weigh less than 1 together, taking the heaviest point
//! each time keeps it so for ever: the first player does not win. With the first player to move it is enough that no
//! stone lifts the sum to 1.

use std::collections::HashMap;
use thiserror::Error;

/// Points of the largest board: one bit each.
pub const MOST_POINTS: u8 = 64;

/// Why there is no such game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MnkError {
    /// The board is empty or too large.
    #[error("a board of {columns}x{rows} cannot be solved: it must have 1 to 64 points")]
    Board {
        /// Columns asked for.
        columns: u8,
        /// Rows asked for.
        rows: u8,
    },
    /// The row is too short or too long.
    #[error("{row} in a row cannot be played for: choose 2 to 16")]
    Row {
        /// Stones in a row asked for.
        row: u8,
    },
}

/// A game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    columns: u8,
    rows: u8,
    row: u8,
}

/// What a game comes to with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MnkValue {
    /// The first player makes a row.
    FirstWins,
    /// Nobody does.
    Draw,
}

/// The answer to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MnkAnswer {
    /// Its value; `None` if the limit was met before it was known.
    pub value: Option<MnkValue>,
    /// Positions searched.
    pub nodes: u64,
}

impl Mnk {
    /// The game of `row` in a row on so many columns and rows.
    ///
    /// # Errors
    /// When the board is empty or has more than [`MOST_POINTS`] points, or the row is not 2 to 16 long.
    pub fn new(columns: u8, rows: u8, row: u8) -> Result<Self, MnkError> {
        if columns == 0 || rows == 0 || u16::from(columns) * u16::from(rows) > u16::from(MOST_POINTS) {
            return Err(MnkError::Board { columns, rows });
        }
        if !(2..=16).contains(&row) {
            return Err(MnkError::Row { row });
        }
        Ok(Self { columns, rows, row })
    }

    /// The value of the game from the empty board, by searching at most `most_nodes` positions.
    pub fn solve(self, most_nodes: u64) -> MnkAnswer {
        let mut search = Search::new(self, most_nodes);
        let wins = search.wins(Stones::default());
        let value = wins.map(|wins| if wins { MnkValue::FirstWins } else { MnkValue::Draw });
        MnkAnswer { value, nodes: search.nodes }
    }

    fn bit(self, x: i32, y: i32) -> Option<u64> {
        let is_on = (0..i32::from(self.columns)).contains(&x) && (0..i32::from(self.rows)).contains(&y);
        is_on.then(|| 1 << (y * i32::from(self.columns) + x))
    }

    fn points(self) -> impl Iterator<Item = (i32, i32)> + Clone {
        let columns = i32::from(self.columns);
        (0..i32::from(self.rows)).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    }

    /// Every row, as the set of its points.
    fn lines(self) -> Vec<u64> {
        let line = |(x, y): (i32, i32), (dx, dy): (i32, i32)| {
            (0..i32::from(self.row)).try_fold(0, |line, i| Some(line | self.bit(x + i * dx, y + i * dy)?))
        };
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        self.points().flat_map(|p| steps.into_iter().filter_map(move |step| line(p, step))).collect()
    }

    /// For every symmetry of the board, where it takes each point.
    fn symmetries(self) -> Vec<Vec<u32>> {
        let (right, bottom) = (i32::from(self.columns) - 1, i32::from(self.rows) - 1);
        let image = |number: u32, (x, y): (i32, i32)| {
            let x = if number & 1 == 0 { x } else { right - x };
            let y = if number & 2 == 0 { y } else { bottom - y };
            let (x, y) = if number & 4 == 0 { (x, y) } else { (y, x) };
            self.bit(x, y).map_or(0, u64::trailing_zeros)
        };
        let count = if self.columns == self.rows { 8 } else { 4 };
        (0..count).map(|number| self.points().map(|p| image(number, p)).collect()).collect()
    }
}

/// A position: the stones of either player. Whose turn it is follows from their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stones {
    first: u64,
    second: u64,
}

impl Stones {
    const fn first_to_move(self) -> bool {
        self.first.count_ones() == self.second.count_ones()
    }

    const fn with(self, bit: u64) -> Self {
        if self.first_to_move() {
            Self { first: self.first | bit, ..self }
        } else {
            Self { second: self.second | bit, ..self }
        }
    }
}

/// What the rows say of a position.
struct Survey {
    /// Points where the player finishes a row: the first, the second.
    finishes: [u64; 2],
    /// What all rows of the first player weigh, in units of 2^-k.
    weight: u64,
    /// What those through each point weigh, and what the second player's weigh.
    through: [[u64; 2]; MOST_POINTS as usize],
}

struct Search {
    row: u32,
    lines: Vec<u64>,
    symmetries: Vec<Vec<u32>>,
    known: HashMap<Stones, bool>,
    nodes: u64,
    most_nodes: u64,
}

impl Search {
    fn new(game: Mnk, most_nodes: u64) -> Self {
        let (lines, symmetries) = (game.lines(), game.symmetries());
        Self { row: game.row.into(), lines, symmetries, known: HashMap::new(), nodes: 0, most_nodes }
    }

    /// Whether the first player forces a row; `None` if the limit is met.
    fn wins(&mut self, stones: Stones) -> Option<bool> {
        let first_to_move = stones.first_to_move();
        let survey = self.survey(stones);
        let [mine, theirs] = match survey.finishes {
            finishes if first_to_move => finishes,
            [first, second] => [second, first],
        };
        if mine != 0 {
            return Some(first_to_move);
        }
        if theirs.count_ones() > 1 {
            return Some(!first_to_move);
        }
        if theirs != 0 {
            return self.wins(stones.with(theirs));
        }
        let lift =
            if first_to_move { survey.through.iter().map(|[first, _]| *first).max().unwrap_or(0) } else { 0 };
        if survey.weight + lift < 1 << self.row {
            return Some(false);
        }
        let key = self.canonical(stones);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.nodes >= self.most_nodes {
            return None;
        }
        self.nodes += 1;
        let mut wins = !first_to_move;
        for bit in ordered(&survey) {
            if self.wins(stones.with(bit))? == first_to_move {
                wins = first_to_move;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    fn survey(&self, Stones { first, second }: Stones) -> Survey {
        let mut survey = Survey { finishes: [0; 2], weight: 0, through: [[0; 2]; MOST_POINTS as usize] };
        for line in &self.lines {
            for (player, (own, other)) in [(first, second), (second, first)].into_iter().enumerate() {
                if line & other != 0 {
                    continue;
                }
                let mut empty = line & !own;
                if empty.is_power_of_two() {
                    survey.finishes[player] |= empty;
                }
                let weight = 1 << (self.row - empty.count_ones());
                if player == 0 {
                    survey.weight += weight;
                }
                while empty != 0 {
                    survey.through[empty.trailing_zeros() as usize][player] += weight;
                    empty &= empty - 1;
                }
            }
        }
        survey
    }

    /// The least image of the position under the symmetries of the board.
    fn canonical(&self, stones: Stones) -> Stones {
        let image = |mut set: u64, symmetry: &[u32]| {
            let mut image = 0;
            while set != 0 {
                image |= 1 << symmetry[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            image
        };
        let images = self.symmetries.iter().map(|symmetry| Stones {
            first: image(stones.first, symmetry),
            second: image(stones.second, symmetry),
        });
        images.min().unwrap_or(stones)
    }
}

/// The points of rows that can still be made, the heaviest first.
fn ordered(survey: &Survey) -> impl Iterator<Item = u64> + use<> {
    let mut points: Vec<(u64, u64)> = survey
        .through
        .iter()
        .enumerate()
        .map(|(point, [first, second])| (first + second, 1 << point))
        .filter(|(weight, _)| *weight > 0)
        .collect();
    points.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    points.into_iter().map(|(_, bit)| bit)
}
