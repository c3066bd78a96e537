//! What a line is worth at its centre: the 16-bit status word of seed 004 (section III.E, Table II), the slow
//! function that defines it, and the table of all 65,536 words.
//!
//! The one idea: a line is nine squares whose centre is empty, and the word says what each side
//! makes of the line by putting a stone there. The attacker is the colour in the high byte of the key.
//!
//! ```text
//!   bit     15 14   13 12    11 10   9 8     7 6     5 4     3-0
//!   side     A  D    A  D     A  D   A D     A D     A D
//!   class   Multi   Single   Live3   Dead3   Live2   Dead2   sliding window accumulation
//! ```
//!
//! One class a side is set, the strongest, so a larger word is the better point. Three things the
//! paper leaves open are settled here. A stone that completes five has no class of its own; since no
//! defence is left it counts as Multi, and the Single bit of the same side is set with it, a pair nothing
//! else uses. Formula (3) adds, for each window of five that a side can still fill, its stones and one
//! more, which is what the paper's example adds up to. And the sum, which can reach 25, stops at 15.

use std::fmt;
use std::sync::OnceLock;

/// What a stone on the centre makes of the line (section III.A, definitions 1 to 6), weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Two more stones make it Single.
    Dead2 = 0,
    /// Two more stones make it Multi.
    Live2 = 1,
    /// One more stone makes it Single.
    Dead3 = 2,
    /// One more stone makes it Multi.
    Live3 = 3,
    /// Wins next move unless one stone stops it.
    Single = 4,
    /// Wins next move unless more than one stone stops it.
    Multi = 5,
    /// Five in a row.
    Five = 6,
}

/// Whose half of the status word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// The colour in the high byte of the key; its bits are the odd ones, 15 to 5.
    Attacker = 1,
    /// The other colour; its bits are the even ones, 14 to 4.
    Defender = 0,
}

/// The status word of Table II.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineStatus(u16);

impl LineStatus {
    /// No class for either side and no window: nothing can come of the line.
    pub const DEAD: Self = Self(0);

    const ACCUMULATION: u16 = 0x000F;
    const ATTACKER: u16 = 0xAAA0;
    const DEFENDER: u16 = 0x5550;

    const fn new(attacker: SideValue, defender: SideValue) -> Self {
        let sum = attacker.accumulation + defender.accumulation;
        let sum = if sum > 15 { 15 } else { sum };
        let attacker = Self::class_bits(attacker.threat, Role::Attacker);
        Self(attacker | Self::class_bits(defender.threat, Role::Defender) | sum as u16)
    }

    const fn class_bits(threat: Option<Threat>, role: Role) -> u16 {
        match threat {
            None => 0,
            Some(Threat::Five) => Self::bit(Threat::Multi, role) | Self::bit(Threat::Single, role),
            Some(threat) => Self::bit(threat, role),
        }
    }

    /// The bit of Table II.
    const fn bit(threat: Threat, role: Role) -> u16 {
        1 << (4 + 2 * threat as u16 + role as u16)
    }

    /// The word as the slow function finds it: the definitions, square by square.
    pub fn classify(key: LineKey) -> Self {
        Self::new(SideValue::of(key), SideValue::of(key.exchanged()))
    }

    /// The sixteen bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the bit of this class is set.
    #[inline]
    pub const fn has(self, threat: Threat, role: Role) -> bool {
        let bits = Self::class_bits(Some(threat), role);
        self.0 & bits == bits
    }

    /// What `role` makes of the line by playing on its centre.
    pub const fn threat(self, role: Role) -> Option<Threat> {
        const WEAKEST_FIRST: [Threat; 6] =
            [Threat::Dead2, Threat::Live2, Threat::Dead3, Threat::Live3, Threat::Single, Threat::Multi];
        if self.has(Threat::Five, role) {
            return Some(Threat::Five);
        }
        let bits = self.0 & if matches!(role, Role::Attacker) { Self::ATTACKER } else { Self::DEFENDER };
        // Only one bit of a side is set below five.
        if bits == 0 { None } else { Some(WEAKEST_FIRST[(bits.trailing_zeros() as usize - 4) / 2]) }
    }

    /// Bits 3 to 0: how densely both sides can still fill the line, 0 to 15.
    #[inline]
    pub const fn accumulation(self) -> u8 {
        (self.0 & Self::ACCUMULATION) as u8
    }

    /// The same line with attacker and defender exchanged.
    #[must_use]
    #[inline]
    pub const fn exchanged(self) -> Self {
        Self((self.0 & Self::ATTACKER) >> 1 | (self.0 & Self::DEFENDER) << 1 | self.0 & Self::ACCUMULATION)
    }
}

impl fmt::Debug for LineStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (attacker, defender) = (self.threat(Role::Attacker), self.threat(Role::Defender));
        write!(f, "{:#06x} ({attacker:?}, {defender:?}, {})", self.0, self.accumulation())
    }
}

/// The eight squares around the centre in inverse bits, attacker in the high byte, defender in the low:
/// 00 is a wall, 01 an attacker's stone, 10 a defender's, 11 empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineKey(u16);

impl LineKey {
    /// The key with these bits; all 65,536 are lines.
    #[inline]
    pub const fn new(bits: u16) -> Self {
        Self(bits)
    }

    /// The sixteen bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The same line seen by the other side.
    #[must_use]
    #[inline]
    pub const fn exchanged(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The attacker's view with every blocked square written as a wall: 6,561 keys remain.
    const fn canonical(self) -> Self {
        Self(self.0 & (self.0 << 8 | 0x00FF))
    }
}

/// One side's share of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideValue {
    threat: Option<Threat>,
    accumulation: u8,
}

impl SideValue {
    /// The attacker's share.
    fn of(key: LineKey) -> Self {
        let line = SideLine::of(key);
        Self { threat: line.with(SideLine::CENTRE).threat(), accumulation: line.accumulation() }
    }
}

/// A line as one side sees it, nine bits each: own stones, and squares it can still take.
#[derive(Clone, Copy)]
struct SideLine {
    own: u16,
    empty: u16,
}

impl SideLine {
    const CENTRE: u16 = 1 << 4;

    fn of(key: LineKey) -> Self {
        let widen = |bits: u16| bits & 0x0F | (bits & 0xF0) << 1;
        let (mine, theirs) = (key.bits() >> 8, key.bits() & 0xFF);
        Self { own: widen(!mine & theirs), empty: widen(mine & theirs) | Self::CENTRE }
    }

    /// The five windows of five squares; each holds the centre.
    fn windows() -> impl Iterator<Item = u16> {
        (0..5).map(|start| 0x1F << start)
    }

    /// The line with one more stone on an empty square.
    fn with(self, square: u16) -> Self {
        Self { own: self.own | square, empty: self.empty & !square }
    }

    /// Definitions 1 to 6.
    fn threat(self) -> Option<Threat> {
        self.immediate().or_else(|| match self.best_after(1) {
            Some(Threat::Single) => Some(Threat::Dead3),
            Some(_) => Some(Threat::Live3),
            None => match self.best_after(2) {
                Some(Threat::Single) => Some(Threat::Dead2),
                Some(_) => Some(Threat::Live2),
                None => None,
            },
        })
    }

    /// A five, or a four by the number of squares that complete it: the defender must take all of them.
    fn immediate(self) -> Option<Threat> {
        let mut completing = 0;
        for window in Self::windows() {
            let missing = window & !self.own;
            if missing == 0 {
                return Some(Threat::Five);
            }
            if missing & self.empty == missing && missing.is_power_of_two() {
                completing |= missing;
            }
        }
        match completing.count_ones() {
            0 => None,
            1 => Some(Threat::Single),
            _ => Some(Threat::Multi),
        }
    }

    /// The best that `stones` more stones of this side can make at once.
    fn best_after(self, stones: u32) -> Option<Threat> {
        if stones == 0 {
            return self.immediate();
        }
        let squares = (0..9).map(|at| 1 << at).filter(|square| self.empty & square != 0);
        squares.filter_map(|square| self.with(square).best_after(stones - 1)).max()
    }

    /// Formulas (1) to (3) for one side, the centre still empty.
    fn accumulation(self) -> u8 {
        let open = Self::windows().filter(|window| window & !(self.own | self.empty) == 0);
        open.map(|window| (window & self.own).count_ones() as u8 + 1).sum()
    }
}

/// 65,536 words of two bytes: 128 KB.
type Words = [LineStatus; 1 << 16];

const _: () = assert!(size_of::<Words>() == 128 * 1024);

/// The word of every key.
#[derive(Clone, Copy)]
pub struct LineTable(&'static Words);

impl LineTable {
    /// The one table of the program, built at first use.
    pub fn shared() -> Self {
        static WORDS: OnceLock<Box<Words>> = OnceLock::new();
        Self(WORDS.get_or_init(words))
    }

    /// The word of a line.
    #[inline(always)]
    pub const fn status(self, key: LineKey) -> LineStatus {
        self.0[key.bits() as usize]
    }
}

impl fmt::Debug for LineTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LineTable")
    }
}

/// The slow function runs once for each of the 6,561 lines one side can see; two of them make a word.
fn words() -> Box<Words> {
    let keys = || (0..=u16::MAX).map(LineKey::new);
    let mut sides = vec![SideValue { threat: None, accumulation: 0 }; 1 << 16];
    for key in keys().filter(|key| *key == key.canonical()) {
        sides[key.bits() as usize] = SideValue::of(key);
    }
    let side = |key: LineKey| sides[key.canonical().bits() as usize];
    let words: Box<[LineStatus]> =
        keys().map(|key| LineStatus::new(side(key), side(key.exchanged()))).collect();
    words.try_into().expect("one word a key")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a drawn line, `*` the centre, `#` a wall, attacker `X`; the first square is bit 7.
    fn key(line: &str) -> LineKey {
        let mut bits = 0;
        assert_eq!(line.len(), 9);
        assert_eq!(line.as_bytes()[4], b'*');
        for square in line.bytes().filter(|square| *square != b'*') {
            let (attacker, defender) = match square {
                b'X' => (0, 1),
                b'O' => (1, 0),
                b'+' => (1, 1),
                _ => (0, 0),
            };
            bits = bits << 1 | attacker << 8 | defender;
        }
        LineKey::new(bits)
    }

    fn threats(line: &str) -> (Option<Threat>, Option<Threat>) {
        let status = LineStatus::classify(key(line));
        (status.threat(Role::Attacker), status.threat(Role::Defender))
    }

    #[test]
    fn the_example_of_the_paper_has_index_f0be_and_status_2019() {
        let key = key("+O++*XXX#");
        assert_eq!(key.bits(), 0b1111_0000_1011_1110);
        let status = LineStatus::classify(key);
        assert_eq!(status.bits(), 0x2019);
        assert_eq!(LineTable::shared().status(key), status);
        assert!(status.has(Threat::Single, Role::Attacker));
        assert!(status.has(Threat::Dead2, Role::Defender));
        assert_eq!(status.accumulation(), 9);
    }

    #[test]
    fn the_table_is_the_slow_function_on_all_keys() {
        let table = LineTable::shared();
        for key in (0..=u16::MAX).map(LineKey::new) {
            assert_eq!(table.status(key), LineStatus::classify(key), "{key:?}");
        }
    }

    #[test]
    fn exchanging_the_sides_and_turning_the_line_around_keep_the_word() {
        let table = LineTable::shared();
        for key in (0..=u16::MAX).map(LineKey::new) {
            let status = table.status(key);
            assert_eq!(table.status(key.exchanged()), status.exchanged());
            let turned = LineKey::new(key.bits().reverse_bits().swap_bytes());
            assert_eq!(table.status(turned), status);
        }
    }

    #[test]
    fn each_class_is_what_its_definition_draws() {
        use Threat::{Dead2, Dead3, Five, Live2, Live3, Multi, Single};
        let drawn = [
            ("##XX*XX##", Some(Five)),
            ("XXXX*XXXX", Some(Five)),
            ("O+XX*X+##", Some(Multi)),
            ("XXX+*+XXX", Some(Multi)),
            ("OX+X*X+XO", Some(Multi)),
            ("#OXX*X+O#", Some(Single)),
            ("OXXX*+X##", Some(Single)),
            ("OX+X*XO++", Some(Single)),
            ("O++X*X++O", Some(Live3)),
            ("O+X+*X+O#", Some(Live3)),
            ("X+X+*+X+X", Some(Live3)),
            ("O+XX*++OO", Some(Live3)),
            ("OXX+*++OO", Some(Dead3)),
            ("XX++*++XX", Some(Dead3)),
            ("O+XX*+O++", Some(Dead3)),
            ("O++X*+++O", Some(Live2)),
            ("#O+X*+++#", Some(Live2)),
            ("#O+X*++O#", Some(Dead2)),
            ("X+++*++++", Some(Dead2)),
            ("++++*++++", None),
            ("XX+O*+O++", None),
        ];
        for (line, class) in drawn {
            assert_eq!(threats(line).0, class, "{line}");
        }
        assert_eq!(threats("+O++*XX++"), (Some(Live3), Some(Dead2)));
    }

    #[test]
    fn accumulation_is_ten_on_an_empty_line_and_stops_at_fifteen() {
        assert_eq!(LineStatus::classify(key("++++*++++")).accumulation(), 10);
        assert_eq!(LineStatus::classify(key("++++*XXX+")).accumulation(), 15);
        assert_eq!(LineStatus::classify(key("++++*XXXX")).accumulation(), 15);
        assert_eq!(LineStatus::classify(key("XXXX*XXXX")).accumulation(), 15);
        assert_eq!(LineStatus::classify(key("#+++*+###")).accumulation(), 2);
        assert_eq!(LineStatus::classify(key("####*####")), LineStatus::DEAD);
    }

    #[test]
    fn a_larger_word_is_a_stronger_attack() {
        let words =
            ["XXXX*++++", "+XXX*++++", "OXXX*++++", "++XX*++++", "OXX+*++OO", "+++X*++++", "X+++*++++"]
                .map(|line| LineStatus::classify(key(line)));
        assert!(words.is_sorted_by(|a, b| a > b), "{words:?}");
    }
}
