//! Strength levels for people: 1 is a beginner, 20 is all the engine can.
//!
//! The one idea: a weaker player looks at fewer positions and is less exact about which of several good moves is the
//! best. So a level is a node limit, a number of lines to look at, and a *half-life*: how much win rate a move may lose
//! before it is half as likely to be played. Every player makes its own five ([`Level::must_move`]); the lowest levels are
//! careless now and then and overlook the rest, the others stop every five that can be stopped.
//!
//! The numbers were chosen so that the levels are about equally far apart, by matches of neighbours (`docs/play.md`).
//!
//! Lots are drawn with whole numbers from a seed, so that the same lines and seed give the same move.

use crate::report::Report;
use tengen_core::analysis::{Analysis, Case, analyse};
use tengen_core::board::Board;
use tengen_core::{Point, Position, Status, with_rule};

/// A strength from 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Nodes of level 1, 2, ... The last level has no limit of its own.
const NODES: [u64; 19] = [
    100, 180, 320, 500, 800, 1_770, 2_880, 4_200, 6_700, 8_800, 15_000, 21_000, 32_600, 44_000, 68_000,
    100_000, 148_000, 220_000, 330_000,
];

/// Half-life of level 1, 2, ... in thousandths of win rate. The last level always plays the best move.
const HALF_LIVES: [u32; 19] = [120, 100, 80, 60, 40, 31, 26, 23, 20, 18, 16, 14, 12, 11, 9, 7, 6, 4, 3];

/// Of so many moves of level 1, 2, ... one is careless; the levels above never are.
const CARELESS: [u64; 4] = [2, 3, 5, 9];

/// A move that is certain to be likely.
const ONE: u64 = 1 << 40;

impl Level {
    /// A beginner.
    pub const LOWEST: Self = Self(1);
    /// All the engine can.
    pub const HIGHEST: Self = Self(20);

    /// The level with this number, from 1 to 20.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many nodes it may search; `None` at the highest level, which has no limit of its own.
    pub const fn nodes(self) -> Option<u64> {
        if self.0 == Self::HIGHEST.0 { None } else { Some(NODES[self.0 as usize - 1]) }
    }

    /// How many lines to search, of which [`Level::choose`] plays one.
    pub const fn lines(self) -> usize {
        // Ten at the lowest; from level 18 on the half-life leaves no room for a second one.
        let lines = 10 - self.0 as usize / 2;
        if lines > 1 { lines } else { 1 }
    }

    /// Of how many moves one is careless; `None` for levels that never are.
    fn careless_one_in(self) -> Option<u64> {
        CARELESS.get(usize::from(self.0) - 1).copied()
    }

    /// The moves that a player of this level does not miss: the fives of the side to move, else, at levels that are
    /// never careless, the legal moves that stop a five of the opponent (all of them if that can be done, else one).
    /// `None` if nothing of the kind is on the board, and if the game is over.
    pub fn must_move(self, position: &Position) -> Option<Vec<Point>> {
        if position.status() != Status::Open {
            return None;
        }
        let is_attentive = self.careless_one_in().is_none();
        with_rule!(position.rule(), R => {
            let mut board = Board::<R>::from_position(position);
            let moves = match analyse(&mut board) {
                Analysis::Win { case: Case::OurFive, moves } => moves,
                Analysis::Hold { case: Case::TheirFive | Case::TheirFives, defences, .. } if is_attentive => defences,
                Analysis::Lost { case: Case::TheirFive | Case::TheirFives, attacks } if is_attentive => attacks,
                _ => return None,
            };
            let us = board.to_move();
            let legal: Vec<Point> = moves.iter().filter(|p| board.is_legal(*p, us)).collect();
            (!legal.is_empty()).then_some(legal)
        })
    }

    /// Which of these lines, best first, to play: their place in the list. A win that the lines show is played; a
    /// loss that they show is not, unless there is nothing else or the player is careless this time. Of the others a
    /// move is the more likely the less win rate it gives away. The same seed gives the same choice; without lines it
    /// is 0.
    pub fn choose(self, lines: &[Report], seed: u64) -> usize {
        let mut lots = Lots(seed ^ u64::from(self.0) << 56);
        let weights = self.weights(lines, self.is_careless(&mut lots));
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return 0;
        }
        let mut lot = lots.next() % total;
        for (place, weight) in weights.iter().enumerate() {
            if lot < *weight {
                return place;
            }
            lot -= weight;
        }
        0
    }

    /// Whether this draw overlooks what is forced.
    fn is_careless(self, lots: &mut Lots) -> bool {
        self.careless_one_in().is_some_and(|one_in| lots.next().is_multiple_of(one_in))
    }

    /// How likely each line is.
    fn weights(self, lines: &[Report], is_careless: bool) -> Vec<u64> {
        if is_careless {
            return vec![1; lines.len()];
        }
        let wins = lines.iter().any(|line| line.score.is_win());
        let is_all_lost = lines.iter().all(|line| line.score.is_loss());
        let best = lines.iter().map(|line| line.score).max();
        let best_rate = best.map_or(0, |score| thousandths(score.win_rate()));
        let weight = |line: &Report| {
            let score = line.score;
            // In a decided game only the distance is left to judge by.
            if wins || is_all_lost {
                return u64::from(Some(score) == best);
            }
            if score.is_loss() { 0 } else { self.weight(best_rate - thousandths(score.win_rate())) }
        };
        lines.iter().map(weight).collect()
    }

    /// How likely a move is that gives away this many thousandths of win rate: halved each half-life, on a straight
    /// line in between.
    fn weight(self, given_away: u32) -> u64 {
        let Some(half_life) = HALF_LIVES.get(usize::from(self.0) - 1) else {
            return u64::from(given_away == 0);
        };
        let (halvings, rest) = (given_away / half_life, given_away % half_life);
        let whole = ONE.checked_shr(halvings).unwrap_or(0);
        whole - whole / u64::from(2 * half_life) * u64::from(rest)
    }
}

fn thousandths(rate: f64) -> u32 {
    (rate * 1000.0).round() as u32
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use std::time::Duration;
    use tengen_core::{Colour, Move, Rule, Size};

    fn levels() -> impl Iterator<Item = Level> {
        (1..=20).filter_map(Level::new)
    }

    fn line(score: Score) -> Report {
        let elapsed = Duration::ZERO;
        Report { depth: 1, seldepth: 1, line: 1, lines: 1, nodes: 1, elapsed, score, pv: Vec::new() }
    }

    /// How often each line is played in a thousand draws.
    fn counts(level: Level, scores: &[Score]) -> Vec<usize> {
        let lines: Vec<Report> = scores.iter().copied().map(line).collect();
        let mut counts = vec![0; lines.len()];
        for seed in 0..1000 {
            counts[level.choose(&lines, seed)] += 1;
        }
        counts
    }

    #[test]
    fn there_are_twenty_levels_and_each_sees_more_than_the_one_below() {
        assert_eq!((Level::new(0), Level::new(21), levels().count()), (None, None, 20));
        for (lower, higher) in levels().zip(levels().skip(1)) {
            let nodes = |level: Level| level.nodes().unwrap_or(u64::MAX);
            assert!(nodes(lower) < nodes(higher) && lower.lines() >= higher.lines());
            if let Some(limit) = higher.nodes() {
                let growth = limit as f64 / nodes(lower) as f64;
                assert!((1.3..2.3).contains(&growth), "level {}: {growth}", higher.number());
            }
        }
        assert_eq!((Level::HIGHEST.nodes(), Level::HIGHEST.lines()), (None, 1));
    }

    #[test]
    fn higher_levels_play_the_best_line_more_often() {
        let scores = [100, 80, 40, -50].map(Score::of);
        let best: Vec<usize> = levels().map(|level| counts(level, &scores)[0]).collect();
        assert!(best[0] < 500 && best[9] > best[0] && best[18] > best[9], "{best:?}");
        assert_eq!(best[19], 1000);
        let worst: Vec<usize> = levels().map(|level| counts(level, &scores)[3]).collect();
        assert!(worst[0] > 0 && worst[18] == 0, "{worst:?}");
    }

    #[test]
    fn equal_lines_are_equally_likely() {
        for level in levels() {
            let counts = counts(level, &[Score::EVEN; 4]);
            assert!(counts.iter().all(|count| (150..350).contains(count)), "{level:?} {counts:?}");
        }
    }

    #[test]
    fn a_line_that_loses_is_not_played_when_another_does_not() {
        let scores = [Score::of(-800), Score::loss_in(2), Score::loss_in(10)];
        for level in levels() {
            let counts = counts(level, &scores);
            // A careless move is any of the three.
            let expected = level.careless_one_in().map_or(0, |one_in| 2000 / 3 / one_in as usize);
            let missed = counts[1] + counts[2];
            assert!(missed.abs_diff(expected) <= expected / 4, "{level:?} {counts:?}");
        }
    }

    #[test]
    fn the_shortest_win_and_the_longest_loss_are_played() {
        for level in levels().filter(|level| level.careless_one_in().is_none()) {
            assert_eq!(counts(level, &[Score::win_in(1), Score::win_in(3), Score::of(900)]), [1000, 0, 0]);
            assert_eq!(counts(level, &[Score::loss_in(4), Score::loss_in(2)]), [1000, 0]);
        }
    }

    #[test]
    fn the_choice_is_one_of_the_lines_whatever_they_are() {
        let mut lots = Lots(1);
        for seed in 0..2000 {
            let lines: Vec<Report> = (0..lots.next() % 12)
                .map(|_| match lots.next() % 4 {
                    0 => line(Score::win_in(lots.next() as usize % 400)),
                    1 => line(Score::loss_in(lots.next() as usize % 400)),
                    _ => line(Score::of(lots.next() as i32 % 40_000)),
                })
                .collect();
            for level in levels() {
                let place = level.choose(&lines, seed);
                assert!(place < lines.len().max(1));
                assert_eq!(place, level.choose(&lines, seed));
            }
        }
    }

    /// What the referee says the side to move must do: its fives, else the stones after which the opponent has no five.
    fn forced(position: &Position) -> Option<Vec<Point>> {
        let (grid, rule, us) = (position.grid(), position.rule(), position.to_move());
        let fives = |grid: &tengen_core::Grid, side: Colour| -> Vec<Point> {
            grid.empties().filter(|p| grid.wins(*p, side, rule)).collect()
        };
        let own = fives(grid, us);
        if !own.is_empty() {
            return Some(own);
        }
        let theirs = fives(grid, us.opponent());
        if theirs.is_empty() {
            return None;
        }
        let is_legal = |p: &Point| rule != Rule::Renju || us == Colour::White || grid.foul(*p).is_none();
        let stops = |p: &Point| {
            let mut after = grid.clone();
            after.set(*p, Some(us));
            fives(&after, us.opponent()).is_empty()
        };
        let legal: Vec<Point> = grid.empties().filter(is_legal).collect();
        let mut holding: Vec<Point> = legal.iter().copied().filter(stops).collect();
        if holding.is_empty() {
            holding = theirs.into_iter().filter(|p| legal.contains(p)).collect();
        }
        (!holding.is_empty()).then_some(holding)
    }

    #[test]
    fn no_own_five_is_missed_and_by_attentive_levels_none_of_the_opponent() {
        let mut lots = Lots(7);
        let (mut pressed, mut quiet) = (0, 0);
        for game in 0..240 {
            let rule = Rule::ALL[game % Rule::ALL.len()];
            // Small boards, so that rows come about by chance.
            let size = Size::square(7).unwrap();
            let mut position = Position::new(size, rule);
            while position.status() == Status::Open {
                let expected = forced(&position);
                let us = position.to_move();
                let own = expected.clone().filter(|moves| position.grid().wins(moves[0], us, rule));
                for level in [Level(1), Level(4)] {
                    assert_eq!(level.must_move(&position), own, "{position:?}");
                }
                for level in [Level(5), Level(11), Level(20)] {
                    assert_eq!(level.must_move(&position), expected, "{position:?}");
                }
                match expected {
                    Some(_) => pressed += 1,
                    None => quiet += 1,
                }
                let empties: Vec<Point> = position.grid().empties().collect();
                let p = empties[lots.next() as usize % empties.len()];
                position.play(Move::Place(p)).unwrap();
            }
            assert_eq!(Level(20).must_move(&position), None, "the game is over");
        }
        assert!(pressed > 300 && quiet > 300, "the boards must show both: {pressed} {quiet}");
    }
}
