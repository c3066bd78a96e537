//! The main search function: principal variation search with its steps numbered. Each step that has a switch names
//! it ([`Features`]); its worth in Elo, with its 95 % interval, stands in brackets: 160 to 300 games of 30,000 nodes a move with the step on
//! against off, all others on (`docs/search.md`). That is what a step adds to the others, not what it would be worth alone.

use crate::features::Features;
use crate::score::Score;
use crate::search::picker::{Hints, Pick, Picker};
use crate::search::sight::{Sight, answers, look};
use crate::search::worker::{MOST_PLIES, Worker};
use crate::search::{ONE, reductions};
use crate::table::{Bound, Entry};
use tengen_core::board::PointSet;
use tengen_core::pattern::PointClass;
use tengen_core::rule::RuleType;
use tengen_core::threat::has_four;
use tengen_core::{Colour, Point};
use tengen_eval::Sum;

/// The window and depth of a node.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// In parts of a ply.
    pub(crate) depth: i32,
}

/// A bound that is further away than this says nothing of the value.
const MUCH: i32 = 400;

/// The next greater score.
fn just_above(score: Score) -> Score {
    Score::raw(score.value() + 1)
}

impl<R: RuleType> Worker<'_, R> {
    /// Takes back the last stone, with the evaluation as it was.
    #[inline]
    pub(crate) fn unplay(&mut self, sum: Sum) {
        self.board.undo();
        self.eval.restore(sum);
        self.empties += 1;
    }

    /// What the position is worth to the side to move. `PV`: on the principal variation, with an open window. `is_cut`: a
    /// sibling's window says that this should fail high.
    #[expect(
        clippy::too_many_lines,
        reason = "one function, its steps numbered, is easier to follow than twenty"
    )]
    pub(crate) fn search<const PV: bool>(&mut self, window: Window, ply: usize, is_cut: bool) -> Score {
        let Window { mut alpha, mut beta, mut depth } = window;
        self.lines[ply].clear();
        if depth <= 0 {
            return self.leaf(alpha, beta, ply);
        }
        // Step 1. The end of the search, of the board, of the line.
        self.seldepth = self.seldepth.max(ply);
        if self.should_stop() || self.empties == 0 {
            return Score::EVEN;
        }
        if ply >= MOST_PLIES {
            return self.value();
        }

        // Step 2 (0, -3 to 3). Mate distance: no win is shorter than the next stone, no loss sooner than the one after it. It cuts
        // only what cannot matter.
        if self.has(Features::MATE_DISTANCE) {
            alpha = alpha.max(Score::loss_in(ply + 2));
            beta = beta.min(Score::win_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // One win is as good as another until there is one at the root: to look everywhere for the shortest costs more than to find one
        // (-1, -22 to 19).
        alpha = alpha.max(-self.good_win);
        beta = beta.min(self.good_win);
        if alpha >= beta {
            return alpha;
        }

        // Step 3 (far sight: 22, -20 to 64). What is decided at sight.
        let mut hold: Option<PointSet> = None;
        let mut danger: Option<PointSet> = None;
        let sees_far = self.has(Features::STATIC_WINS);
        let sight = look(&mut self.board, sees_far);
        match sight {
            Sight::Won(plies, first) => {
                self.lines[ply].push(first);
                return Score::win_in(ply + plies);
            }
            Sight::Lost(plies) => return Score::loss_in(ply + plies),
            Sight::Forced(answer) => {
                return self.forced::<PV>(Window { alpha, beta, depth }, ply, answer, is_cut);
            }
            Sight::Hold(points) => hold = Some(points),
            Sight::Danger(attacks) => danger = Some(attacks),
            Sight::Open => {}
        }

        // Step 4. The table.
        let excluded = self.frames[ply].excluded;
        let hash = self.board.hash();
        let known = self.shared.memory.table.get(hash, ply).filter(|_| excluded.is_none());
        if let Some(entry) = known
            && (entry.score.is_decided() || !PV && entry.depth >= depth)
            && entry.decides(alpha, beta)
        {
            self.lines[ply].extend(entry.best);
            return entry.score;
        }
        if let Some(attacks) = danger {
            hold = answers(&mut self.board, attacks);
            if hold.is_none() {
                return Score::loss_in(ply + 4);
            }
        }
        let is_open = hold.is_none();
        let table_move = known.and_then(|entry| entry.best);
        let was_pv = PV || known.is_some_and(|entry| entry.is_pv);

        // Step 5. Fours to their end, where nothing is known yet.
        let (us, them) = (self.board.to_move(), self.board.to_move().opponent());
        let plies = Self::plies(depth);
        if known.is_none()
            && excluded.is_none()
            && self.has(Features::FORCING_LEAVES)
            && self.params.node_nodes > 0
            && has_four(&self.board, us)
            && let Some(win) = self.forced_win(ply, self.params.node_nodes * (1 + plies))
        {
            return win;
        }

        // Step 6. The value, and whether it grows.
        if known.is_none() {
            self.glean(ply);
        }
        let plain = known.map_or_else(|| self.value(), |entry| entry.eval);
        let eval = self.corrected(plain, ply);
        self.frames[ply].eval = Some(eval);
        let is_improving = ply >= 2 && self.frames[ply - 2].eval.is_none_or(|before| eval > before);
        // What the table knows is a better guess, if it points that way (-11, -56 to 34).
        let guess = match known {
            Some(entry) if !entry.score.is_decided() && entry.points_beyond(eval) => {
                eval.value() + (entry.score.value() - eval.value()) * self.params.table_trust / 100
            }
            _ => eval.value(),
        };

        if !PV && excluded.is_none() {
            // Step 7 (70, 21 to 122). Razoring: near the leaves a bad position without a win by fours stays bad.
            if self.has(Features::RAZORING)
                && plies <= self.params.razor_depth
                && guess + self.params.razor_margin * (plies + 1) < alpha.value()
            {
                return self.leaf(alpha, beta, ply);
            }
            // Step 8 (96, 42 to 154). Futility: near the leaves a position that is good enough stays so.
            let far = (plies + i32::from(!is_improving)).max(1);
            let margin = self.params.futility_margin * far + self.params.futility_square * far * far / 16;
            if self.has(Features::FUTILITY)
                && is_open
                && !beta.is_loss()
                && plies <= self.params.futility_depth
                && guess - margin >= beta.value()
            {
                return Score::of(i32::midpoint(guess, beta.value().max(guess - MUCH)));
            }
            // Step 9 (3, -25 to 32). Null move: if passing is good enough, moving is. Not if the opponent has a threat sequence.
            if self.has(Features::NULL_MOVE)
                && is_open
                && plies >= self.params.null_depth
                && !beta.is_loss()
                && eval.value() >= beta.value() + self.params.null_margin
                && ply > 0
                && self.frames[ply - 1].played.is_some()
                && let Some(score) = self.null_move(beta, depth, ply, is_cut)
            {
                return score;
            }
        }

        // Step 10 (17, -11 to 46). Internal iterative reduction: without a move from the table the node was not important.
        if self.has(Features::INTERNAL_REDUCTION)
            && table_move.is_none()
            && plies >= self.params.internal_depth
            && (PV || is_cut)
        {
            depth -= ONE;
        }
        // A node that should fail high and looks as if it will is searched less deep (26, -22 to 75).
        let high = beta.value() + self.params.high_margin + self.params.high_slope * plies;
        let high_reduction = if !PV && is_cut && guess >= high { self.params.high_reduction } else { 0 };
        let last = self.last_stones(ply);
        let last_class = if ply >= 2 { self.frames[ply - 2].class } else { PointClass::Generic };
        let is_near = ply < 2 * self.root_plies;
        let hold_extension = if is_near && !is_open { self.params.hold_extension } else { 0 };

        // Step 11. The moves, one by one.
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            before: last[0],
            nearness: self.eval.tables().nearness(us, last),
            features: self.features,
            stages: [self.params.four_stage, self.params.three_stage],
            killer_bonus: self.params.killer_bonus,
            counter_bonus: self.params.counter_bonus,
            history_divisor: self.params.history_divisor.max(1),
        };
        self.frames[ply + 1].killers = [None; 2];
        let mut picker = Picker::new(us, hints);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried: arrayvec::ArrayVec<Point, 64> = arrayvec::ArrayVec::new();
        let mut count = 0;
        let first_alpha = alpha;
        while let Some(Pick { point, gap }) =
            picker.next(&self.board, self.eval.tables(), &self.history, hold.as_ref())
        {
            if excluded == Some(point) {
                continue;
            }
            count += 1;
            let class = self.board.class(point, us);
            let is_forcing = class >= PointClass::WeakThree;
            let stops_much = self.board.class(point, them) >= PointClass::CrossThreesWeak;

            // Step 12 (by number 231, 180 to 292). Late and unpromising moves are left out.
            let plies = Self::plies(depth);
            let is_sharp = is_forcing || stops_much;
            if is_open && !best.is_loss() && count > 1 && !is_sharp {
                if self.has(Features::MOVE_COUNT) && count > self.most_moves(plies, is_improving, PV) {
                    break;
                }
                if self.has(Features::POLICY)
                    && plies <= self.params.policy_depth
                    && gap > self.params.policy_gap * (plies + 1)
                {
                    continue;
                }
            }

            // Step 13 (-8, -39 to 23). Singular extension: a table move that is much better than all others is searched deeper.
            let mut extension = 0;
            if self.has(Features::SINGULAR)
                && table_move == Some(point)
                && excluded.is_none()
                && plies >= self.params.singular_depth
                && is_near
                && let Some(entry) = known
                && entry.bound != Bound::Upper
                && !entry.score.is_decided()
                && entry.depth + 3 * ONE >= depth
            {
                let lower = Score::of(entry.score.value() - self.params.singular_margin * plies);
                self.frames[ply].excluded = Some(point);
                let half =
                    Window { alpha: Score::raw(lower.value() - 1), beta: lower, depth: (depth - ONE) / 2 };
                let score = self.search::<false>(half, ply, is_cut);
                self.frames[ply].excluded = None;
                if self.is_stopped {
                    return Score::EVEN;
                }
                if score < lower {
                    extension = ONE;
                } else if !PV && lower >= beta {
                    // Several moves are good enough.
                    return lower;
                } else if entry.score >= beta {
                    extension = -ONE;
                }
            }

            // Step 14 (55, 13 to 98; point scores here and in step 12: 41, -7 to 91). Late moves are first searched less deep; what the table
            // knows of a move needs no stone.
            let is_beside = |stone: Option<Point>| stone.is_some_and(|stone| point.steps_to(stone) <= 4);
            let is_far = !is_beside(last[0]) && !is_beside(last[1]);
            if class < PointClass::SimpleFour {
                extension -= high_reduction;
            }
            let deep = depth - ONE + extension + hold_extension;
            let mut reduction = 0;
            if count > 1 && self.has(Features::REDUCTIONS) && depth >= 2 * ONE {
                let params = &self.params;
                reduction = reductions::of(depth, count, params.reduction_slope);
                if self.has(Features::POLICY) {
                    reduction += (gap * ONE / params.reduction_gap).min(2 * ONE);
                }
                reduction -= (self.history.of(us, point) * ONE / params.reduction_history).clamp(-ONE, ONE);
                reduction += if is_cut { params.reduction_cut } else { 0 };
                reduction -= if was_pv { params.reduction_pv } else { 0 };
                reduction += if is_improving { 0 } else { params.reduction_falling };
                reduction -= if is_sharp { params.reduction_sharp } else { 0 };
                reduction += if is_far { params.reduction_far } else { 0 };
                let is_attack = is_forcing || class >= PointClass::CrossTwos && is_beside(last[1]);
                let goes_on = last_class >= PointClass::WeakThree && is_attack;
                reduction -= if goes_on { params.reduction_attack } else { 0 };
                reduction -= if is_open { 0 } else { params.reduction_hold };
                reduction = reduction.clamp(0, (deep - 1).max(0));
            }
            let narrow = Window { alpha: -just_above(alpha), beta: -alpha, depth: deep - reduction };
            if (count > 1 || !PV)
                && narrow.depth > 0
                && let Some(score) = self.known_after(point, narrow, ply + 1)
                && -score <= alpha
            {
                best = best.max(-score);
                let _ = tried.try_push(point);
                continue;
            }
            let sum = self.eval.sum();
            self.play(point, ply);
            let mut score = Score::EVEN;
            let mut is_full_search = count == 1;
            if count > 1 {
                score = -self.search::<false>(narrow, ply + 1, true);
                if score > alpha && reduction > 0 {
                    let whole = Window { depth: deep, ..narrow };
                    score = -self.search::<false>(whole, ply + 1, !is_cut);
                }
                is_full_search = PV && score > alpha && score < beta;
            }
            if is_full_search {
                let whole = Window { alpha: -beta, beta: -alpha, depth: deep };
                score = if PV {
                    -self.search::<true>(whole, ply + 1, false)
                } else {
                    -self.search::<false>(whole, ply + 1, !is_cut)
                };
            }
            self.unplay(sum);
            if self.is_stopped {
                return Score::EVEN;
            }

            // Step 15. A better move, or one that is too good.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if PV {
                        self.extend_line(point, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                    // The others are likely to be worse.
                    if depth > 2 * ONE && depth < 12 * ONE {
                        depth -= self.params.reduction_found;
                    }
                }
            }
            let _ = tried.try_push(point);
        }

        // Step 16. Nothing could be played: the threat cannot be stopped, or nothing near is legal.
        if count == 0 {
            return match (excluded, is_open) {
                (Some(_), _) => alpha,
                (None, true) => eval,
                (None, false) => Score::loss_in(ply + 4),
            };
        }

        // Step 17 (history -7, -39 to 25; killers -3, -33 to 26; counter-moves 8, -24 to 40; mended values 11, -33 to 55). What was learned.
        if let Some(point) = best_move
            && best >= beta
        {
            self.learn(us, point, last[0], &tried, Self::plies(depth), ply);
        }
        let is_news = if best > eval { best_move.is_some() } else { best < beta };
        if excluded.is_none() && is_open && is_news && !best.is_decided() {
            self.correct(best.value() - eval.value(), depth, ply);
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry { best: best_move, score: best, eval: plain, depth, bound, is_pv: was_pv };
            self.shared.memory.table.put(hash, ply, entry);
        }
        best
    }

    /// What the table says of the position after a move, if that decides a search of this depth in this window.
    #[inline]
    fn known_after(&self, point: Point, window: Window, ply: usize) -> Option<Score> {
        let Window { alpha, beta, depth } = window;
        let entry = self.shared.memory.table.get(self.board.hash_after(point), ply)?;
        let is_sure = entry.depth >= depth || entry.score.is_decided();
        (is_sure && entry.decides(alpha, beta)).then_some(entry.score)
    }

    /// Searches the one move that stops a five. It costs no depth, since nothing is chosen.
    fn forced<const PV: bool>(&mut self, window: Window, ply: usize, answer: Point, is_cut: bool) -> Score {
        self.frames[ply].eval = None;
        self.frames[ply + 1].killers = [None; 2];
        let is_extended = self.has(Features::FOUR_EXTENSION) && ply < 2 * self.root_plies + 8;
        let depth = window.depth - ONE + if is_extended { self.params.four_extension } else { 0 };
        let sum = self.eval.sum();
        self.play(answer, ply);
        let below = Window { alpha: -window.beta, beta: -window.alpha, depth };
        let score = -self.search::<PV>(below, ply + 1, !is_cut && !PV);
        self.unplay(sum);
        if PV && score > window.alpha && score < window.beta {
            self.extend_line(answer, ply);
        }
        score
    }

    /// Whether passing keeps the score above the window: the score, if so.
    fn null_move(&mut self, beta: Score, depth: i32, ply: usize, is_cut: bool) -> Option<Score> {
        self.frames[ply].played = None;
        self.frames[ply + 1].killers = [None; 2];
        self.board.pass();
        let them = self.board.to_move();
        let is_safe =
            !has_four(&self.board, them) || self.forced_win(ply + 1, self.params.leaf_nodes).is_none();
        let mut score = -Score::INFINITE;
        if is_safe {
            let reduction = self.params.null_reduction * ONE + depth / self.params.null_divisor.max(1);
            let below =
                Window { alpha: -beta, beta: -Score::raw(beta.value() - 1), depth: depth - reduction };
            score = -self.search::<false>(below, ply + 1, !is_cut);
        }
        self.board.undo();
        // A win after a pass is no proof of a win.
        (score >= beta && !self.is_stopped).then(|| if score.is_decided() { beta } else { score })
    }

    /// How many moves are tried at most.
    fn most_moves(&self, plies: i32, is_improving: bool, is_pv: bool) -> i32 {
        let all = self.params.count_base * 100
            + self.params.count_slope * plies
            + self.params.count_square * plies * plies;
        let most = all / if is_improving { 100 } else { self.params.count_falling.max(1) };
        if is_pv { most * 2 } else { most }
    }

    /// The line from this ply is the move and the line below it.
    fn extend_line(&mut self, point: Point, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&below[0]);
    }

    /// A move was too good: remember it, and forget about those tried before.
    fn learn(
        &mut self,
        us: Colour,
        point: Point,
        before: Option<Point>,
        tried: &[Point],
        plies: i32,
        ply: usize,
    ) {
        let bonus = (plies * plies * 24 + 64).min(1600);
        self.history.teach(us, point, bonus);
        for other in tried.iter().filter(|other| **other != point) {
            self.history.teach(us, *other, -bonus / 2);
        }
        self.history.set_counter(us, before, point);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
    }
}
