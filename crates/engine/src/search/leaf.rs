//! Where the main search ends: fours are searched to their end, then the value is taken.

use crate::features::Features;
use crate::score::Score;
use crate::search::sight::{Sight, answers, look, may_be_lost};
use crate::search::worker::{MOST_PLIES, Worker};
use tengen_core::rule::RuleType;
use tengen_core::threat::has_four;

impl<R: RuleType> Worker<'_, R> {
    /// What a position is worth when no depth is left.
    pub(crate) fn leaf(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        self.seldepth = self.seldepth.max(ply);
        if self.should_stop() || self.empties == 0 {
            return Score::EVEN;
        }
        let sees_far = self.has(Features::STATIC_WINS);
        match look(&mut self.board, sees_far) {
            Sight::Won(plies, _) => return Score::win_in(ply + plies),
            Sight::Lost(plies) => return Score::loss_in(ply + plies),
            // A four has to be answered before anything can be said.
            Sight::Forced(answer) if ply < MOST_PLIES => return self.after_forced(answer, alpha, beta, ply),
            Sight::Danger(attacks)
                if may_be_lost(&self.board) && answers(&mut self.board, attacks).is_none() =>
            {
                return Score::loss_in(ply + 4);
            }
            Sight::Forced(_) | Sight::Hold(_) | Sight::Danger(_) | Sight::Open => {}
        }
        self.glean(ply);
        let value = self.corrected(self.value(), ply);
        // Good enough without a win.
        if value >= beta {
            return value;
        }
        let us = self.board.to_move();
        if self.has(Features::FORCING_LEAVES)
            && has_four(&self.board, us)
            && let Some(win) = self.forced_win(ply, self.params.leaf_nodes)
        {
            return win;
        }
        value
    }

    fn after_forced(&mut self, answer: tengen_core::Point, alpha: Score, beta: Score, ply: usize) -> Score {
        let sum = self.eval.sum();
        self.play(answer, ply);
        let score = -self.leaf(-beta, -alpha, ply + 1);
        self.unplay(sum);
        score
    }
}
