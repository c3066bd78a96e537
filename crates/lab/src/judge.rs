//! Games that end before their five: a player announces a win, and our solver proves it; or nobody sees an edge any more.
//!
//! The one idea: nobody is believed. An announced win counts when the solver finds it, too, and the checker accepts the certificate; else the
//! game goes on. The win of a player who does not see it is not given to it. A draw needs both players' word, for a while and late in the game.

use std::fmt;
use std::str::FromStr;
use tengen_core::Position;
use tengen_engine::Score;
use tengen_solver::order::ByShape;
use tengen_solver::{Goal, Limits, Query, Solver, Verdict};

/// Positions that the solver may look at for one announcement.
const NODES: u64 = 60_000;
/// Bytes of its tables.
const MEMORY: usize = 32 << 20;

/// Proves announced wins. One for every worker; its tables are made when they are needed.
#[derive(Default)]
pub struct Judge {
    solver: Option<Solver>,
}

impl Judge {
    /// Whether the side to move wins by fours and threes, with a certificate that the checker accepted.
    pub fn proves(&mut self, position: &Position) -> bool {
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEMORY, 1));
        let query = Query { goal: Goal::Vct, ..Query::new(position.clone()) };
        let limits = Limits { nodes: NODES, ..Limits::default() };
        matches!(solver.prove(&query, &limits, &ByShape, &mut ()).verdict, Verdict::Proven(_))
    }
}

/// When a game is a draw because nobody sees an edge: `STONES,PLIES,SCORE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before there are so many stones.
    pub stones: usize,
    /// So many moves in a row.
    pub plies: usize,
    /// Whose players saw no more than this, for either side.
    pub score: i32,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.stones, self.plies, self.score)
    }
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u16>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some([stones, plies, score]) if *plies > 0 => {
                Ok(Self { stones: (*stones).into(), plies: (*plies).into(), score: (*score).into() })
            }
            _ => Err(format!("`{text}` is not STONES,PLIES,SCORE such as 120,10,100")),
        }
    }
}

/// How many moves in a row nobody saw an edge.
pub(crate) struct Quiet {
    rule: Option<DrawRule>,
    plies: usize,
}

impl Quiet {
    pub(crate) fn new(rule: Option<DrawRule>) -> Self {
        Self { rule, plies: 0 }
    }

    /// Whether the game is a draw after a move whose player saw this score. A player that says nothing sees no draw.
    pub(crate) fn hear(&mut self, score: Option<Score>, stones: usize) -> bool {
        let Some(rule) = self.rule else { return false };
        let is_even = score.is_some_and(|score| score.value().abs() <= rule.score);
        self.plies = if is_even { self.plies + 1 } else { 0 };
        self.plies >= rule.plies && stones >= rule.stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::notation::{Origin, parse_moves};
    use tengen_core::{Rule, Size};

    #[test]
    fn a_win_is_proven_and_what_is_none_is_not() {
        let mut judge = Judge::default();
        let position = |moves: &str| {
            let moves = parse_moves(moves, Size::FIFTEEN, Origin::Bottom).unwrap();
            Position::from_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap()
        };
        assert!(judge.proves(&position("h8a1i8a3j8a5")));
        assert!(!judge.proves(&position("h8h9")));
        // White has the open three, and Black is to move.
        assert!(!judge.proves(&position("a1h8a3i8a5j8")));
    }

    #[test]
    fn a_draw_needs_the_word_of_both_for_a_while_and_late() {
        let rule: DrawRule = "20,3,50".parse().unwrap();
        assert_eq!(rule.to_string().parse(), Ok(rule));
        let ends = |scores: &[Option<i32>], stones: usize| {
            let mut quiet = Quiet::new(Some(rule));
            scores.iter().map(|score| quiet.hear(score.map(Score::of), stones)).collect::<Vec<_>>()
        };
        assert_eq!(ends(&[Some(50), Some(-50), Some(0)], 20), [false, false, true]);
        assert_eq!(ends(&[Some(50), Some(-50), Some(0)], 19), [false; 3]);
        assert_eq!(
            ends(&[Some(9), Some(51), Some(9), Some(9), Some(9)], 30),
            [false, false, false, false, true]
        );
        assert_eq!(ends(&[Some(9), None, Some(9), Some(9)], 30), [false; 4]);
        assert!(!Quiet::new(None).hear(Some(Score::EVEN), 200));
        for wrong in ["", "1,2", "1,0,3", "1,2,3,4", "a,b,c", "-1,2,3"] {
            assert!(wrong.parse::<DrawRule>().is_err(), "{wrong}");
        }
    }
}
