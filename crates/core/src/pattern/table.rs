//! The pattern table of a rule: the class of a potential line for both colours from one look-up.
//!
//! A line key has two bits a square ([`EMPTY`], [`BLACK`], [`WHITE`], [`WALL`]); the index is the key of
//! the squares within the rule's reach around an empty centre, without the centre: 16 bits for
//! five-or-more (reach 4), 20 bits for the rules that look one square further (reach 5). An entry has
//! the class for a black stone in the low four bits and for a white stone in the high four; of a generic line, its
//! room ([`LineClass::ROOM`]).
//!
//! The table is filled from the slow classifier with a memory, only for the keys that can occur
//! (walls lie outside: no wall has a playing square behind it): 14,641 for reach 4, 132,496 for reach 5.

use super::class::{LineClass, PointClass};
use super::classify::{WIDEST, Window, classify_with};
use crate::colour::Colour;
use crate::rule::{Rule, WinCondition};
use std::sync::OnceLock;

/// An empty square in a line key.
pub const EMPTY: u64 = 0;
/// A black stone in a line key.
pub const BLACK: u64 = 1;
/// A white stone in a line key.
pub const WHITE: u64 = 2;
/// A square outside the board in a line key.
pub const WALL: u64 = 3;

/// Entries of a line table, whatever the reach. A reach of 4 uses the first 2^16 and never touches the rest.
pub(crate) const LINE_ENTRIES: usize = 1 << (4 * WIDEST);
/// Entries of a point table: four line classes of four bits.
pub(crate) const POINT_ENTRIES: usize = 1 << 16;

/// The line and point tables of one rule.
pub struct Tables {
    reach: usize,
    conditions: [WinCondition; 2],
    pub(crate) line: Box<[u8; LINE_ENTRIES]>,
    pub(crate) point: [&'static [u8; POINT_ENTRIES]; 2],
}

impl Tables {
    /// The tables of a rule, built on first use.
    pub fn of(rule: Rule) -> &'static Self {
        static CACHE: [OnceLock<Tables>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        let slot = Rule::ALL.iter().position(|r| *r == rule).unwrap_or(0);
        CACHE[slot].get_or_init(|| Self::build(rule))
    }

    /// Builds the tables of a rule afresh (for measuring; [`Tables::of`] builds once).
    pub fn build(rule: Rule) -> Self {
        let conditions = Colour::BOTH.map(|side| rule.condition(side));
        let reach = if rule == Rule::Freestyle { 4 } else { WIDEST };
        let mut memories: Vec<Memory> = Vec::new();
        for condition in conditions {
            if memories.iter().all(|memory| memory.condition != condition) {
                memories.push(Memory::new(condition));
            }
        }
        let views = conditions.map(|c| memories.iter().position(|memory| memory.condition == c).unwrap_or(0));
        let mut line = boxed::<LINE_ENTRIES>(vec![0; LINE_ENTRIES]);
        for key in reachable_keys(reach) {
            let [black, white] = Colour::BOTH.map(|side| {
                let window = window_of_key(key, reach, side);
                match memories[views[side.index()]].class(window) {
                    LineClass::Generic => LineClass::ROOM[window.room(conditions[side.index()])],
                    class => class.code(),
                }
            });
            line[key] = black | white << 4;
        }
        Self { reach, conditions, line, point: conditions.map(point_table) }
    }

    /// How many squares to each side of the centre the key holds.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// The class of a potential line if `side` puts a stone in its centre.
    pub fn line_class(&self, key: usize, side: Colour) -> LineClass {
        let entry = self.line[key % LINE_ENTRIES];
        LineClass::from_code(if side == Colour::Black { entry & 15 } else { entry >> 4 })
    }

    /// The class of a point for `side` from the classes of its four lines.
    pub fn point_class(&self, lines: [LineClass; 4], side: Colour) -> PointClass {
        let index = lines.iter().rev().fold(0, |index, line| index << 4 | line.code() as usize);
        PointClass::from_code(self.point[side.index()][index])
    }

    /// What `side` needs for a win.
    pub fn condition(&self, side: Colour) -> WinCondition {
        self.conditions[side.index()]
    }

    /// Bytes of the table entries in use: the line table, and the point table of each kind.
    pub fn bytes(&self) -> (usize, usize) {
        let kinds = if std::ptr::eq(self.point[0], self.point[1]) { 1 } else { 2 };
        (1 << (4 * self.reach), kinds * POINT_ENTRIES)
    }
}

/// A vector as a boxed array, without a copy on the stack. Fresh zeroes stay untouched pages.
fn boxed<const N: usize>(entries: Vec<u8>) -> Box<[u8; N]> {
    match entries.into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("a table is built with its own length"),
    }
}

/// The keys of potential lines that can occur on a board.
pub fn reachable_keys(reach: usize) -> impl Iterator<Item = usize> {
    // From the centre outwards a side is any squares, then only walls.
    let half = move || {
        (0..1_usize << (2 * reach)).filter(move |side| {
            let square = |i: usize| side >> (2 * i) & 3;
            (1..reach).all(|i| square(i - 1) != WALL as usize || square(i) == WALL as usize)
        })
    };
    half().flat_map(move |left| {
        // The left half runs from the centre to lower squares: turn it round.
        let turned = (0..reach).fold(0, |key, i| key | (left >> (2 * i) & 3) << (2 * (reach - 1 - i)));
        half().map(move |right| turned | right << (2 * reach))
    })
}

/// The window that a key describes when `side` puts a stone in its centre.
pub fn window_of_key(key: usize, reach: usize, side: Colour) -> Window {
    // The squares of a mask of even bits, spread around the centre.
    let around = |bits: usize| {
        let bits = bits & 0x55555;
        let bits = (bits | bits >> 1) & 0x33333;
        let bits = (bits | bits >> 2) & 0xF0F0F;
        let bits = (bits | bits >> 4) & 0xF00FF;
        let packed = (bits | bits >> 8) & 0x3FF;
        let before = packed & ((1 << reach) - 1);
        let behind = packed >> reach;
        ((before | behind << (reach + 1)) << (WIDEST - reach)) as u16
    };
    // Black is 01 and White is 10, so each colour has a bit of its own, and a wall has both.
    let (black, white) = (key, key >> 1);
    let inside = ((1 << (4 * reach)) - 1) & 0x55555;
    let (own, foe) = match side {
        Colour::Black => (black & !white, white & !black),
        Colour::White => (white & !black, black & !white),
    };
    Window {
        own: around(own & inside) | 1 << WIDEST,
        empty: around(!(black | white) & inside),
        foe: around(foe & inside),
    }
}

const _: () = assert!(EMPTY == 0 && BLACK == 1 && WHITE == 2 && WALL == 3);

/// The classes found so far for one win condition.
struct Memory {
    condition: WinCondition,
    classes: Vec<u8>,
}

impl Memory {
    fn new(condition: WinCondition) -> Self {
        Self { condition, classes: vec![0; 1 << (4 * WIDEST)] }
    }

    fn class(&mut self, window: Window) -> LineClass {
        let window = window.canonical(self.condition).least_image();
        // Own and empty tell all, except where foreign stones and walls differ (caro): two bits a square tell those
        // too. The centre is always an own stone and is left out.
        let without_centre = |mask: u16| usize::from(mask & 0x1F | mask >> 1 & 0x3E0);
        let index = without_centre(window.own | window.foe) << (2 * WIDEST)
            | without_centre(window.empty | window.foe);
        // Zero is "not yet known", so that fresh memory needs no filling.
        if self.classes[index] == 0 {
            let class = classify_with(window, self.condition, &mut |next| self.class(next));
            self.classes[index] = class.code() + 1;
        }
        LineClass::from_code(self.classes[index] - 1)
    }
}

/// The table from four line classes to the point class.
fn point_table(condition: WinCondition) -> &'static [u8; POINT_ENTRIES] {
    static CACHE: [OnceLock<Box<[u8; POINT_ENTRIES]>>; 2] = [const { OnceLock::new() }; 2];
    let has_fouls = condition == WinCondition::ExactlyFiveWithFouls;
    CACHE[usize::from(has_fouls)].get_or_init(|| {
        let class = |index: usize| {
            let lines = [0, 4, 8, 12].map(|shift| LineClass::from_code((index >> shift & 15) as u8));
            PointClass::of_lines(lines, has_fouls).code()
        };
        boxed((0..POINT_ENTRIES).map(class).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::super::classify::classify;
    use super::*;
    use crate::board::PotentialLine;

    #[test]
    fn the_table_equals_the_classifier_on_every_key_of_every_rule() {
        for rule in Rule::ALL {
            let tables = Tables::of(rule);
            let mut keys = 0;
            for key in reachable_keys(tables.reach()) {
                keys += 1;
                for side in Colour::BOTH {
                    let window = window_of_key(key, tables.reach(), side);
                    let expected = classify(window, rule.condition(side));
                    assert_eq!(tables.line_class(key, side), expected, "{rule} {side} {window:?}");
                    let entry = PotentialLine(tables.line[key]).shape(side);
                    let room = LineClass::ROOM[window.room(rule.condition(side))];
                    let shape = if expected == LineClass::Generic { room } else { expected.code() };
                    assert_eq!(entry, shape, "{rule} {side} {window:?}");
                }
            }
            assert_eq!(keys, if tables.reach() == 4 { 121 * 121 } else { 364 * 364 });
            assert_eq!(with_reach(rule), tables.reach());
        }
    }

    fn with_reach(rule: Rule) -> usize {
        crate::with_rule!(rule, R => <R as crate::rule::RuleType>::REACH)
    }

    #[test]
    fn walls_lie_outside_in_every_reachable_key() {
        assert!(reachable_keys(4).all(|key| key < 1 << 16));
        let with_inner_wall = WALL as usize; // the outermost left square only: fine
        assert!(reachable_keys(4).any(|key| key == with_inner_wall));
        let inner = (WALL as usize) << 2; // a wall with a square behind it
        assert!(reachable_keys(4).all(|key| key != inner));
    }

    #[test]
    fn the_point_table_equals_the_definition() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let tables = Tables::of(rule);
            for a in LineClass::ALL {
                for b in LineClass::ALL {
                    for c in LineClass::ALL {
                        for side in Colour::BOTH {
                            let lines = [a, LineClass::Generic, c, b];
                            let has_fouls = rule == Rule::Renju && side == Colour::Black;
                            assert_eq!(
                                tables.point_class(lines, side),
                                PointClass::of_lines(lines, has_fouls)
                            );
                        }
                    }
                }
            }
        }
    }
}
