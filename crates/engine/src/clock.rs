//! How long to think: a pure function of what the clock says.
//!
//! Two limits: at the *soft* one no new iteration is begun, and it moves with how sure the search is; at the *hard* one the
//! search ends wherever it is. The hard limit leaves room for the machine: a busy neighbour delays a thread by
//! some milliseconds, and the answer has to be written and read. When half of that room is gone, the answer is *due*: the
//! thread that searches is held up, and whoever waits for it answers with the best move so far.

use crate::request::Clock;
use std::time::Duration;

/// The limits, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Past this no iteration is begun.
    pub soft: Duration,
    /// Past this the search ends, unless the best move has begun to lose.
    pub firm: Duration,
    /// Past this the search ends.
    pub hard: Duration,
    /// Past this the search is not waited for.
    pub due: Duration,
}

/// Kept back from every limit, whatever its length.
const LAG: Duration = Duration::from_millis(20);
/// Kept back besides, as a share of the limit.
const LAG_SHARE: u32 = 32;
/// The game clock is planned for this many moves more.
const MOVES_TO_GO: u32 = 25;
/// The most of the game clock that one move may take.
const PANIC_SHARE: u32 = 5;

impl Budget {
    /// The limits of a move; `None` if time is not limited.
    pub fn of(clock: &Clock) -> Option<Self> {
        let game = clock.left.or(clock.game);
        let limit = clock.turn.into_iter().chain(game).min()?;
        let most = usable(limit);
        let (soft, hard) = match game.map(usable) {
            None => (most, most),
            Some(left) => {
                let hard = most.min(left / PANIC_SHARE + clock.increment / 2);
                ((left / MOVES_TO_GO + clock.increment * 3 / 4).min(hard), hard)
            }
        };
        Some(Self { soft, firm: (soft * 2).min(hard), hard, due: hard + limit.saturating_sub(most) / 2 })
    }
}

/// What is left of a limit after the room for the machine: at short limits at least a third.
fn usable(limit: Duration) -> Duration {
    limit.saturating_sub(LAG + limit / LAG_SHARE).max(limit / 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(turn: u64, game: u64, left: u64) -> Clock {
        let some = |n: u64| (n > 0).then_some(ms(n));
        Clock { turn: some(turn), game: some(game), left: some(left), increment: Duration::ZERO }
    }

    #[test]
    fn no_limit_is_no_budget() {
        assert_eq!(Budget::of(&Clock::default()), None);
    }

    #[test]
    fn a_turn_limit_alone_is_used_up() {
        let budget = Budget::of(&clock(800, 0, 0)).unwrap();
        assert_eq!(
            budget,
            Budget { soft: ms(755), firm: ms(755), hard: ms(755), due: Duration::from_micros(777_500) }
        );
        assert_eq!(Budget::of(&clock(160, 0, 0)).unwrap().hard, ms(135));
        assert_eq!(Budget::of(&clock(9, 0, 0)).unwrap().hard, ms(3));
        let zero = Clock { turn: Some(Duration::ZERO), ..Clock::default() };
        assert_eq!(Budget::of(&zero).unwrap().hard, Duration::ZERO);
    }

    #[test]
    fn the_limits_are_ordered_and_never_beyond_what_is_left() {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..100_000 {
            let clock = Clock {
                turn: random.bool().then(|| ms(random.u64(..400_000))),
                game: random.bool().then(|| ms(random.u64(..1_000_000))),
                left: random.bool().then(|| ms(random.u64(..1_000_000))),
                increment: ms(random.u64(..5_000)),
            };
            let Some(budget) = Budget::of(&clock) else { continue };
            let Budget { soft, firm, hard, due } = budget;
            assert!(soft <= firm && firm <= hard && hard <= due, "{clock:?} {budget:?}");
            for limit in [clock.turn, clock.left.or(clock.game)].into_iter().flatten() {
                assert!(due <= limit, "{clock:?} {budget:?}");
                assert!(hard + ms(20) <= limit || limit <= ms(40) || hard * 3 <= limit + ms(3));
            }
        }
    }

    #[test]
    fn a_game_clock_lasts_for_many_moves() {
        let mut left = ms(180_000);
        for _ in 0..60 {
            let budget =
                Budget::of(&Clock { turn: Some(ms(30_000)), left: Some(left), ..Clock::default() }).unwrap();
            left -= budget.soft;
        }
        assert!(left > ms(5_000), "{left:?}");
    }
}
