//! Games that end before their five: a player announces a win, and our solver proves it.
//!
//! The one idea: nobody is believed. An announced win counts when the solver finds it, too, and the checker accepts the certificate; else the
//! game goes on. The win of a player who does not see it is not given to it.

use tengen_core::Position;
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
}
