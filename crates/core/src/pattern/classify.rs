//! The slow line classifier: the specification of the pattern table, written from the definitions.
//!
//! A [`Window`] is a line of squares around a centre that holds an own stone. It has five *blocks* of
//! five squares, all through the centre. A block is *alive* if it can still become a win: no foreign
//! stone and no wall in it, and its two ends as the rule wants them (exactly five: no own stone at an
//! end; caro: not both ends foreign). `G` is the greatest number of own stones in a living block.
//!
//! Everything follows from what one foreign stone can kill:
//! - `G = 5`: a five.
//! - `G = 4`: if one square kills every block of degree 4, a simple four with that defence, else a
//!   double four.
//! - `G = 3`: if some square turns the line into a double four (a *trigger*), an attack; its defence
//!   is the set of squares that leave no trigger. At most two of them: double three, else weak three.
//!   Without a trigger: simple three.
//! - `G = 2`: double, weak or simple two by the best three that one more stone makes.
//!
//! The paper's procedure with tracker vectors (section 4.2) is the same thing said for five-or-more;
//! the tests hold both side by side on every line.

use super::class::LineClass;
use crate::rule::WinCondition;

/// Squares on each side of the centre of the widest window.
pub const WIDEST: usize = 5;
/// Squares of a window; those beyond the rule's reach are walls.
pub const SQUARES: usize = 2 * WIDEST + 1;
const CENTRE: u16 = 1 << WIDEST;

/// Squares around an own stone, from one side's view. Bit `i` of a mask is square `i`, the centre is
/// square 5. A square in none of the masks is a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// Own stones; the centre is one.
    pub own: u16,
    /// Empty squares.
    pub empty: u16,
    /// Stones of the other side.
    pub foe: u16,
}

impl Window {
    /// Reads a window such as `00+XX++00`: `X` own, `0`/`O` foreign, `+` empty, `#` wall. The text has an
    /// odd length up to 11, and its middle is the centre, which is taken as an own stone.
    pub fn parse(text: &str) -> Option<Self> {
        let squares: Vec<char> = text.chars().collect();
        if squares.len().is_multiple_of(2) || squares.len() > SQUARES {
            return None;
        }
        let first = WIDEST - squares.len() / 2;
        let mut window = Self { own: 0, empty: 0, foe: 0 };
        for (i, square) in squares.into_iter().enumerate() {
            let bit = 1 << (first + i);
            match square {
                'X' | 'x' => window.own |= bit,
                '0' | 'O' | 'o' => window.foe |= bit,
                '+' | '.' | '*' => window.empty |= bit,
                '#' => {}
                _ => return None,
            }
        }
        Some(window.with_own(CENTRE))
    }

    /// The window with an own stone on the squares of `bit`.
    #[must_use]
    pub const fn with_own(self, bit: u16) -> Self {
        Self { own: self.own | bit, empty: self.empty & !bit, foe: self.foe & !bit }
    }

    /// The window with a foreign stone on the squares of `bit`.
    #[must_use]
    pub const fn with_foe(self, bit: u16) -> Self {
        Self { own: self.own & !bit, empty: self.empty & !bit, foe: self.foe | bit }
    }

    /// The window with all that this rule cannot tell apart made the same, so that equal windows have
    /// equal classes.
    #[must_use]
    pub const fn canonical(self, condition: WinCondition) -> Self {
        const ENDS: u16 = 1 | 1 << (SQUARES - 1);
        match condition {
            // Only the nine inner squares count, and a wall blocks as a stone does.
            WinCondition::FiveOrMore => {
                let (own, empty) = (self.own & !ENDS, self.empty & !ENDS);
                Self { own, empty, foe: 0 }
            }
            // At the ends it only matters whether there is an own stone.
            WinCondition::ExactlyFive | WinCondition::ExactlyFiveWithFouls => {
                Self { own: self.own, empty: self.empty & !ENDS, foe: 0 }
            }
            WinCondition::Caro | WinCondition::CaroStandard => self,
        }
    }

    /// The window or its mirror image, which has the same class: whichever comes first.
    #[must_use]
    pub(super) const fn least_image(self) -> Self {
        const SPARE: u32 = u16::BITS - SQUARES as u32;
        let image = Self {
            own: self.own.reverse_bits() >> SPARE,
            empty: self.empty.reverse_bits() >> SPARE,
            foe: self.foe.reverse_bits() >> SPARE,
        };
        let is_less = image.own < self.own
            || image.own == self.own && image.empty < self.empty
            || image.own == self.own && image.empty == self.empty && image.foe < self.foe;
        if is_less { image } else { self }
    }

    /// The living blocks: squares of the block, and the squares where a foreign stone would kill it.
    fn blocks(self, condition: WinCondition) -> impl Iterator<Item = Block> + Clone {
        (1..=WIDEST).filter_map(move |start| self.block(start, condition))
    }

    /// How many living blocks there are.
    pub fn room(self, condition: WinCondition) -> usize {
        self.blocks(condition).count()
    }

    fn block(self, start: usize, condition: WinCondition) -> Option<Block> {
        let squares = 0b11111u16 << start;
        let ends = [1u16 << (start - 1), 1u16 << (start + 5)];
        let has_own_end = ends.iter().any(|end| self.own & end != 0);
        let foreign_ends = ends.iter().filter(|end| self.foe & **end != 0).count();
        let is_alive = match condition {
            WinCondition::FiveOrMore => true,
            WinCondition::ExactlyFive | WinCondition::ExactlyFiveWithFouls => !has_own_end,
            WinCondition::Caro => foreign_ends < 2,
            WinCondition::CaroStandard => !has_own_end && foreign_ends < 2,
        };
        if !is_alive || (self.own | self.empty) & squares != squares {
            return None;
        }
        let blocks_ends = matches!(condition, WinCondition::Caro | WinCondition::CaroStandard);
        let last_end = if blocks_ends && foreign_ends == 1 { (ends[0] | ends[1]) & self.empty } else { 0 };
        Some(Block { own: self.own & squares, empty: self.empty & squares, last_end })
    }

    /// Whether the run of own stones through the centre is longer than five.
    fn has_overline(self) -> bool {
        let after = (self.own >> WIDEST).trailing_ones();
        let before = (self.own << (u16::BITS as usize - 1 - WIDEST)).leading_ones();
        after + before - 1 > 5
    }
}

/// A block of five squares that can still become a win.
#[derive(Clone, Copy)]
struct Block {
    own: u16,
    empty: u16,
    /// The open end, where a stone would be the second blocked end (caro only).
    last_end: u16,
}

impl Block {
    fn degree(self) -> u32 {
        self.own.count_ones()
    }

    /// Where one foreign stone stops this block.
    fn kill(self) -> u16 {
        self.empty | self.last_end
    }
}

fn bits(mask: u16) -> impl Iterator<Item = u16> {
    (0..SQUARES).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}

/// The class of a line. See the module's page for the definitions.
pub fn classify(window: Window, condition: WinCondition) -> LineClass {
    classify_with(window, condition, &mut |next| classify(next, condition))
}

/// As [`classify`], asking `class_of` for the lines that one or two more stones make: itself for the
/// specification, a memory for the table.
pub(super) fn classify_with(
    window: Window,
    condition: WinCondition,
    class_of: &mut dyn FnMut(Window) -> LineClass,
) -> LineClass {
    let blocks = || window.blocks(condition);
    let degree = blocks().map(Block::degree).max().unwrap_or(0);
    match degree {
        5 => LineClass::Five,
        4 => classify_fours(window, condition),
        3 => {
            let size = three_defence(window, class_of).count_ones();
            match size {
                0 => LineClass::SimpleThree,
                1 | 2 => LineClass::DoubleThree,
                _ => LineClass::WeakThree,
            }
        }
        2 => {
            let best = bits(window.empty)
                .map(|bit| class_of(window.with_own(bit)))
                .filter(|c| c.is_open_three())
                .max();
            match best {
                Some(LineClass::DoubleThree) => LineClass::DoubleTwo,
                Some(_) => LineClass::WeakTwo,
                None => LineClass::SimpleTwo,
            }
        }
        _ if condition_has_overline(condition) && window.has_overline() => LineClass::Overline,
        _ => LineClass::Generic,
    }
}

const fn condition_has_overline(condition: WinCondition) -> bool {
    !matches!(condition, WinCondition::FiveOrMore | WinCondition::Caro)
}

/// A line whose best living blocks have four stones.
fn classify_fours(window: Window, condition: WinCondition) -> LineClass {
    let fours = || window.blocks(condition).filter(|block| block.degree() == 4);
    let stones = fours().next().map_or(0, |block| block.own);
    if condition == WinCondition::ExactlyFiveWithFouls && fours().any(|block| block.own != stones) {
        return LineClass::TwinFour;
    }
    let defence = fours().fold(u16::MAX, |common, block| common & block.kill());
    if defence == 0 { LineClass::DoubleFour } else { LineClass::SimpleFour }
}

/// The defence of a line that is an attack by threes: the empty squares where a foreign stone leaves no
/// trigger. Empty if there is no trigger to begin with.
fn three_defence(window: Window, class_of: &mut dyn FnMut(Window) -> LineClass) -> u16 {
    let has_trigger = |line: Window, class_of: &mut dyn FnMut(Window) -> LineClass| {
        bits(line.empty).any(|bit| class_of(line.with_own(bit)) == LineClass::DoubleFour)
    };
    if !has_trigger(window, class_of) {
        return 0;
    }
    bits(window.empty)
        .filter(|bit| !has_trigger(window.with_foe(*bit), class_of))
        .fold(0, |all, bit| all | bit)
}

/// Severity and ways of the line (Czajka, *Tournament-winning gomoku AI*): `a` stones of five are there
/// already, and there are `b` ways to complete them, from `(5, 1)` for a five over `(3, 3)` for an open
/// three to `(1, 1)`; `(0, 0)` if the line can never become five. Ways that follow each other, differing in one
/// square, are counted, as [`crate::rotated`] explains.
pub fn severity_and_ways(window: Window, condition: WinCondition) -> (u8, u8) {
    let degree = window.blocks(condition).map(Block::degree).max().unwrap_or(0);
    if degree == 0 {
        return (0, 0);
    }
    let mut ways: Vec<u16> =
        window.blocks(condition).filter(|block| block.degree() == degree).map(|block| block.empty).collect();
    ways.dedup();
    let follows = |a: &u16, b: &u16| (a ^ b).count_ones() == 2;
    let longest = ways.chunk_by(follows).map(<[u16]>::len).max().unwrap_or(1);
    (degree as u8, longest as u8)
}

/// Whether the line looks stronger than it is: a four, or an open three, by its stones, and none under its rule
/// (`XXX+XX` where exactly five wins: the gap makes six).
pub fn is_pseudo(window: Window, condition: WinCondition) -> bool {
    let (shape, class) = (classify(window, WinCondition::FiveOrMore), classify(window, condition));
    let rank = |line: LineClass| match line {
        LineClass::Five => 3,
        _ if line.is_four() => 2,
        _ if line.is_open_three() => 1,
        _ => 0,
    };
    shape != LineClass::Five && rank(shape) > rank(class)
}

#[cfg(test)]
mod tests;
