//! The swap2 opening: one side puts three stones (black, white, black); the other takes a colour or puts two more (white,
//! black) and leaves the choice of colours to the first. White moves next, after three stones as after five.

use tengen_core::{Colour, Position};
use tengen_engine::{Goal, Score, swap2};

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The first side puts three stones.
    Three,
    /// The second side takes a colour or puts two more.
    ChooseAfterThree,
    /// The second side puts two more.
    Two,
    /// The first side takes a colour.
    ChooseAfterFive,
}

/// What a side answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// To play this colour from now on.
    Take(Colour),
    /// To put two more stones.
    PutTwo,
}

impl Stage {
    /// Whose turn it is: the first side (0) or the second (1).
    pub(super) fn side(self) -> usize {
        match self {
            Self::Three | Self::ChooseAfterFive => 0,
            Self::ChooseAfterThree | Self::Two => 1,
        }
    }

    /// How many stones there are when the stage of putting stones is over; `None` in a stage of choosing.
    pub(super) fn stones(self) -> Option<usize> {
        match self {
            Self::Three => Some(3),
            Self::Two => Some(5),
            Self::ChooseAfterThree | Self::ChooseAfterFive => None,
        }
    }

    /// The stage to go on with, given what stands on the board.
    pub(super) fn after_stone(self, position: &Position) -> Self {
        match (self, self.stones()) {
            (Self::Three, Some(stones)) if position.stone_count() >= stones => Self::ChooseAfterThree,
            (Self::Two, Some(stones)) if position.stone_count() >= stones => Self::ChooseAfterFive,
            _ => self,
        }
    }

    /// What may be chosen, in the order of the keys 1, 2, 3.
    pub(super) fn choices(self) -> &'static [Choice] {
        const ALL: [Choice; 3] = [Choice::Take(Colour::White), Choice::Take(Colour::Black), Choice::PutTwo];
        match self {
            Self::ChooseAfterThree => &ALL,
            Self::ChooseAfterFive => &ALL[..2],
            Self::Three | Self::Two => &[],
        }
    }

    /// What the engine's search is for.
    pub(super) fn goal(self, position: &Position) -> Goal {
        match self.stones().map(|stones| stones.saturating_sub(position.stone_count())) {
            None => Goal::Best,
            Some(0 | 1) => Goal::BalanceOne { bias: 0 },
            Some(_) => Goal::BalanceTwo { bias: 0 },
        }
    }

    /// What the engine chooses when White, who is to move, has this score.
    pub(super) fn choose(self, score: Score) -> Choice {
        if self == Self::ChooseAfterThree && swap2::is_fair(score) {
            return Choice::PutTwo;
        }
        Choice::Take(swap2::better_colour(score))
    }
}

impl Choice {
    /// What the dialogue calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Take(Colour::White) => "play White, who moves next",
            Self::Take(Colour::Black) => "play Black",
            Self::PutTwo => "put two more stones and let the other side choose",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_takes_the_better_colour_and_puts_two_where_it_is_even() {
        let choose = |value| Stage::ChooseAfterThree.choose(Score::of(value));
        assert_eq!(choose(0), Choice::PutTwo);
        assert_eq!(choose(300), Choice::Take(Colour::White));
        assert_eq!(choose(-300), Choice::Take(Colour::Black));
        assert_eq!(Stage::ChooseAfterFive.choose(Score::of(1)), Choice::Take(Colour::White));
        assert_eq!(Stage::ChooseAfterFive.choose(Score::of(-1)), Choice::Take(Colour::Black));
    }

    #[test]
    fn every_choice_of_the_engine_is_one_that_may_be_made() {
        for stage in [Stage::ChooseAfterThree, Stage::ChooseAfterFive] {
            for value in -1000..1000 {
                assert!(stage.choices().contains(&stage.choose(Score::of(value))));
            }
        }
    }
}
