//! The classes of lines and points, weakest first.

use std::fmt;

/// What a stone makes of one line through it. The order is the order of strength, except that
/// [`LineClass::Overline`] and [`LineClass::TwinFour`] stand behind the others: they are worth what the
/// rule makes of them (nothing, or a foul).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// Nothing: at most one stone in any block of five that can still become a five.
    Generic = 0,
    /// S2, `00+XX++00`: one more stone makes a simple three.
    SimpleTwo = 1,
    /// W2, `+0++XX++0`: one more stone makes a weak three.
    WeakTwo = 2,
    /// D2, `++++XX++0`: one more stone makes a double three.
    DoubleTwo = 3,
    /// S3, `+0+XXX+00`: one more stone makes a simple four.
    SimpleThree = 4,
    /// W3, `+0+XXX++0`: one more stone makes a double four; three defences.
    WeakThree = 5,
    /// D3, `+++XXX++0`: one more stone makes a double four; at most two defences.
    DoubleThree = 6,
    /// S4, `+0+XXXX00`: five next, one defence.
    SimpleFour = 7,
    /// D4, `+0+XXXX+0`: five next, no defence. For renju's Black only the straight four.
    DoubleFour = 8,
    /// S5: the game is won.
    Five = 9,
    /// Six or more where that does not win: nothing under standard, a foul for renju's Black.
    Overline = 10,
    /// Two fours in one line, as `X+XXX+X`, where that is a foul (renju's Black).
    TwinFour = 11,
}

impl LineClass {
    /// Every class, in order.
    pub const ALL: [Self; 12] = [
        Self::Generic,
        Self::SimpleTwo,
        Self::WeakTwo,
        Self::DoubleTwo,
        Self::SimpleThree,
        Self::WeakThree,
        Self::DoubleThree,
        Self::SimpleFour,
        Self::DoubleFour,
        Self::Five,
        Self::Overline,
        Self::TwinFour,
    ];

    /// Table entries tell generic lines apart by their room, the blocks of five that a stone can still become a five in: by
    /// the number of those blocks, none to five. Nothing but the evaluation looks at that.
    pub const ROOM: [u8; 6] = [0, 12, 12, 13, 14, 15];

    /// The class of a table entry; those of generic lines with room ([`LineClass::ROOM`]) read as [`LineClass::Generic`].
    #[inline]
    pub const fn from_code(code: u8) -> Self {
        if (code as usize) < Self::ALL.len() { Self::ALL[code as usize] } else { Self::Generic }
    }

    /// The table entry, below 16.
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The symbol of the literature: `S2`, `W3`, `D4`, ...
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Generic => "-",
            Self::SimpleTwo => "S2",
            Self::WeakTwo => "W2",
            Self::DoubleTwo => "D2",
            Self::SimpleThree => "S3",
            Self::WeakThree => "W3",
            Self::DoubleThree => "D3",
            Self::SimpleFour => "S4",
            Self::DoubleFour => "D4",
            Self::Five => "S5",
            Self::Overline => "OL",
            Self::TwinFour => "T4",
        }
    }

    /// Whether the line is a weak or double three: an attack that a double four follows.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::WeakThree | Self::DoubleThree)
    }

    /// Whether the line is a weak or double two.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(self, Self::WeakTwo | Self::DoubleTwo)
    }

    /// Whether the line threatens a five: a simple, double or twin four.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::SimpleFour | Self::DoubleFour | Self::TwinFour)
    }
}

impl fmt::Display for LineClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// What a stone makes of its point: the strongest line, or the strongest pair where two lines cross
/// (seed: section 4.4). Weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PointClass {
    /// Nothing.
    Generic = 1,
    /// S2.
    SimpleTwo = 2,
    /// W2.
    WeakTwo = 3,
    /// D2.
    DoubleTwo = 4,
    /// S3.
    SimpleThree = 5,
    /// C22: two open twos cross.
    CrossTwos = 6,
    /// W3.
    WeakThree = 7,
    /// D3.
    DoubleThree = 8,
    /// C32: an open three and an open two cross.
    CrossThreeTwo = 9,
    /// C3w3w: two weak threes cross.
    CrossThreesWeak = 10,
    /// C3w3d: a weak and a double three cross.
    CrossThreesMixed = 11,
    /// C3d3d: two double threes cross.
    CrossThreesDouble = 12,
    /// S4.
    SimpleFour = 13,
    /// C42: a four and an open two cross.
    CrossFourTwo = 14,
    /// C43w: a four and a weak three cross.
    CrossFourThreeWeak = 15,
    /// C43d: a four and a double three cross.
    CrossFourThreeDouble = 16,
    /// C44: two fours cross.
    CrossFours = 17,
    /// D4.
    DoubleFour = 18,
    /// S5: a stone here wins.
    Five = 19,
    /// Two fours or an overline for renju's Black, and no five: a foul whatever else is there.
    Foul = 20,
}

impl PointClass {
    /// Every class, in order.
    pub const ALL: [Self; 20] = [
        Self::Generic,
        Self::SimpleTwo,
        Self::WeakTwo,
        Self::DoubleTwo,
        Self::SimpleThree,
        Self::CrossTwos,
        Self::WeakThree,
        Self::DoubleThree,
        Self::CrossThreeTwo,
        Self::CrossThreesWeak,
        Self::CrossThreesMixed,
        Self::CrossThreesDouble,
        Self::SimpleFour,
        Self::CrossFourTwo,
        Self::CrossFourThreeWeak,
        Self::CrossFourThreeDouble,
        Self::CrossFours,
        Self::DoubleFour,
        Self::Five,
        Self::Foul,
    ];

    /// The class of a code; other numbers read as [`PointClass::Generic`].
    #[inline]
    pub const fn from_code(code: u8) -> Self {
        if code >= 1 && (code as usize) <= Self::ALL.len() {
            Self::ALL[code as usize - 1]
        } else {
            Self::Generic
        }
    }

    /// A number from 1 to 31; 0 is left for "no empty point".
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The symbol of the literature: `D4`, `C43w`, ...
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Generic => "-",
            Self::SimpleTwo => "S2",
            Self::WeakTwo => "W2",
            Self::DoubleTwo => "D2",
            Self::SimpleThree => "S3",
            Self::CrossTwos => "C22",
            Self::WeakThree => "W3",
            Self::DoubleThree => "D3",
            Self::CrossThreeTwo => "C32",
            Self::CrossThreesWeak => "C3w3w",
            Self::CrossThreesMixed => "C3w3d",
            Self::CrossThreesDouble => "C3d3d",
            Self::SimpleFour => "S4",
            Self::CrossFourTwo => "C42",
            Self::CrossFourThreeWeak => "C43w",
            Self::CrossFourThreeDouble => "C43d",
            Self::CrossFours => "C44",
            Self::DoubleFour => "D4",
            Self::Five => "S5",
            Self::Foul => "foul",
        }
    }

    /// The name in words: `double four`, `cross four three (weak)`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::SimpleTwo => "simple two",
            Self::WeakTwo => "weak two",
            Self::DoubleTwo => "double two",
            Self::SimpleThree => "simple three",
            Self::CrossTwos => "cross two",
            Self::WeakThree => "weak three",
            Self::DoubleThree => "double three",
            Self::CrossThreeTwo => "cross three two",
            Self::CrossThreesWeak => "cross three (weak, weak)",
            Self::CrossThreesMixed => "cross three (weak, double)",
            Self::CrossThreesDouble => "cross three (double, double)",
            Self::SimpleFour => "simple four",
            Self::CrossFourTwo => "cross four two",
            Self::CrossFourThreeWeak => "cross four three (weak)",
            Self::CrossFourThreeDouble => "cross four three (double)",
            Self::CrossFours => "cross four",
            Self::DoubleFour => "double four",
            Self::Five => "five",
            Self::Foul => "foul",
        }
    }

    /// Whether a stone here leaves two ways to five that one answer cannot stop (D4 or C44).
    #[inline]
    pub const fn is_double_four(self) -> bool {
        matches!(self, Self::DoubleFour | Self::CrossFours)
    }

    /// Whether a stone here threatens a five, and does not make one.
    #[inline]
    pub const fn is_four(self) -> bool {
        (self as u8) >= Self::SimpleFour as u8 && (self as u8) <= Self::DoubleFour as u8
    }

    /// The class of a point from the classes of its four lines, in any order. `has_fouls` is for
    /// renju's Black. Where three or more lines count, the strongest pair decides.
    pub fn of_lines(lines: [LineClass; 4], has_fouls: bool) -> Self {
        let count = |wanted: fn(LineClass) -> bool| lines.iter().filter(|line| wanted(**line)).count();
        let has = |class: LineClass| lines.contains(&class);
        if has(LineClass::Five) {
            return Self::Five;
        }
        let fours = count(LineClass::is_four);
        let is_foul = fours >= 2 || has(LineClass::TwinFour) || has(LineClass::Overline);
        if has_fouls && is_foul {
            return Self::Foul;
        }
        if has(LineClass::DoubleFour) {
            return Self::DoubleFour;
        }
        let double_threes = count(|line| line == LineClass::DoubleThree);
        let threes = count(LineClass::is_open_three);
        let twos = count(LineClass::is_open_two);
        match (fours, threes, twos) {
            (2.., _, _) => Self::CrossFours,
            (1, 1.., _) if double_threes > 0 => Self::CrossFourThreeDouble,
            (1, 1.., _) => Self::CrossFourThreeWeak,
            (1, 0, 1..) => Self::CrossFourTwo,
            (1, 0, 0) => Self::SimpleFour,
            (0, 2.., _) => match double_threes {
                0 => Self::CrossThreesWeak,
                1 => Self::CrossThreesMixed,
                _ => Self::CrossThreesDouble,
            },
            (0, 1, 1..) => Self::CrossThreeTwo,
            (0, 1, 0) if double_threes > 0 => Self::DoubleThree,
            (0, 1, 0) => Self::WeakThree,
            (0, 0, 2..) => Self::CrossTwos,
            (0, 0, _) if has(LineClass::SimpleThree) => Self::SimpleThree,
            (0, 0, 1) if has(LineClass::DoubleTwo) => Self::DoubleTwo,
            (0, 0, 1) => Self::WeakTwo,
            (0, 0, 0) if has(LineClass::SimpleTwo) => Self::SimpleTwo,
            (0, 0, 0) => Self::Generic,
        }
    }
}

impl fmt::Display for PointClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LineClass::{
        DoubleFour, DoubleThree, Five, Generic, Overline, SimpleFour, SimpleTwo, TwinFour, WeakThree, WeakTwo,
    };

    fn class(a: LineClass, b: LineClass) -> PointClass {
        let of = |lines| PointClass::of_lines(lines, false);
        assert_eq!(of([a, b, Generic, Generic]), of([Generic, b, SimpleTwo, a]));
        of([a, b, Generic, Generic])
    }

    #[test]
    fn crossing_lines_make_the_cross_patterns() {
        assert_eq!(class(SimpleFour, SimpleFour).symbol(), "C44");
        assert_eq!(class(SimpleFour, WeakThree).symbol(), "C43w");
        assert_eq!(class(SimpleFour, DoubleThree).symbol(), "C43d");
        assert_eq!(class(SimpleFour, WeakTwo).symbol(), "C42");
        assert_eq!(class(WeakThree, WeakThree).symbol(), "C3w3w");
        assert_eq!(class(WeakThree, DoubleThree).symbol(), "C3w3d");
        assert_eq!(class(DoubleThree, DoubleThree).symbol(), "C3d3d");
        assert_eq!(class(DoubleFour, SimpleFour).symbol(), "D4");
        assert_eq!(class(Five, DoubleFour).symbol(), "S5");
    }

    #[test]
    fn the_strongest_pair_decides_where_three_lines_cross() {
        let lines = [SimpleFour, WeakThree, SimpleFour, SimpleTwo];
        assert_eq!(PointClass::of_lines(lines, false), PointClass::CrossFours);
    }

    #[test]
    fn fouls_are_fouls_only_where_there_are_fouls_and_no_five() {
        let of = |a, b, fouls| PointClass::of_lines([a, b, Generic, Generic], fouls);
        for (a, b) in [(SimpleFour, DoubleFour), (TwinFour, Generic), (Overline, Generic)] {
            assert_eq!(of(a, b, true), PointClass::Foul);
        }
        assert_eq!(of(Five, Overline, true), PointClass::Five);
        assert_eq!(of(SimpleFour, SimpleFour, false), PointClass::CrossFours);
        assert_eq!(of(Overline, Generic, false), PointClass::Generic);
    }

    #[test]
    fn codes_read_back_in_order_of_strength() {
        for (i, class) in PointClass::ALL.into_iter().enumerate() {
            assert_eq!((class.code() as usize, PointClass::from_code(class.code())), (i + 1, class));
        }
        for (i, class) in LineClass::ALL.into_iter().enumerate() {
            assert_eq!((class.code() as usize, LineClass::from_code(class.code())), (i, class));
        }
    }
}
