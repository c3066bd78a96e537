//! The (m,n,k) games: the values of the literature, and every tiny game against plain minimax.

use std::collections::HashMap;
use tengen_solver::{Mnk, MnkError, MnkValue};

fn value(columns: u8, rows: u8, row: u8) -> Option<MnkValue> {
    Mnk::new(columns, rows, row).unwrap().solve(u64::MAX).value
}

#[test]
fn the_values_of_the_literature_come_out() {
    use MnkValue::{Draw, FirstWins};
    let games = [
        (3, 3, 3, Draw),
        (4, 3, 3, FirstWins),
        (4, 4, 4, Draw),
        (5, 5, 4, Draw),
        (6, 5, 4, FirstWins),
        (5, 6, 4, FirstWins),
        (5, 5, 5, Draw),
        (6, 6, 5, Draw),
    ];
    for (columns, rows, row, expected) in games {
        assert_eq!(value(columns, rows, row), Some(expected), "({columns},{rows},{row})");
    }
}

/// Plain minimax over all moves.
struct Plain {
    columns: usize,
    rows: usize,
    row: usize,
    known: HashMap<Vec<u8>, i8>,
}

impl Plain {
    fn has_row(&self, cells: &[u8], player: u8) -> bool {
        let own = |x: i32, y: i32| {
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
            x < self.columns && y < self.rows && cells[y * self.columns + x] == player
        };
        (0..cells.len()).any(|square| {
            let (x, y) = ((square % self.columns) as i32, (square / self.columns) as i32);
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .any(|(dx, dy)| (0..self.row as i32).all(|i| own(x + i * dx, y + i * dy)))
        })
    }

    /// 1 if the player to move wins, -1 if it loses, 0 for a draw.
    fn value(&mut self, cells: &mut Vec<u8>, player: u8) -> i8 {
        if self.has_row(cells, 3 - player) {
            return -1;
        }
        if let Some(known) = self.known.get(cells) {
            return *known;
        }
        let empties: Vec<usize> = (0..cells.len()).filter(|square| cells[*square] == 0).collect();
        let best = empties.into_iter().map(|square| {
            cells[square] = player;
            let value = -self.value(cells, 3 - player);
            cells[square] = 0;
            value
        });
        let value = best.max().unwrap_or(0);
        self.known.insert(cells.clone(), value);
        value
    }
}

#[test]
fn every_tiny_game_has_the_value_of_plain_minimax() {
    let mut wins = 0;
    for columns in 1..=4 {
        for rows in 1..=3 {
            for row in 2..=4 {
                let (width, height) = (usize::from(columns), usize::from(rows));
                let mut plain =
                    Plain { columns: width, rows: height, row: usize::from(row), known: HashMap::new() };
                let first_wins = match plain.value(&mut vec![0; width * height], 1) {
                    1 => true,
                    0 => false,
                    _ => panic!("the second player cannot win"),
                };
                let expected = if first_wins { MnkValue::FirstWins } else { MnkValue::Draw };
                assert_eq!(value(columns, rows, row), Some(expected), "({columns},{rows},{row})");
                wins += usize::from(first_wins);
            }
        }
    }
    assert!((5..30).contains(&wins), "{wins}");
}

#[test]
fn a_limit_leaves_the_value_open_and_impossible_games_are_refused() {
    let game = Mnk::new(6, 5, 4).unwrap();
    let cut = game.solve(100);
    assert_eq!((cut.value, cut.nodes), (None, 100));
    assert_eq!(Mnk::new(0, 5, 3), Err(MnkError::Board { columns: 0, rows: 5 }));
    assert_eq!(Mnk::new(9, 8, 5), Err(MnkError::Board { columns: 9, rows: 8 }));
    assert_eq!(Mnk::new(5, 5, 1), Err(MnkError::Row { row: 1 }));
    assert!(Mnk::new(5, 5, 17).unwrap_err().to_string().contains("2 to 16"));
}
