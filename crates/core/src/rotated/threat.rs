//! Threats as pairs `(severity, ways)`: seed 001's sixteen types, the slow function that finds the type of
//! a line at its centre, and the table of all 65,536 lines.
//!
//! The one idea: with a stone on the centre, look at the windows of five that hold no blocked square. The
//! severity `a` is the largest number of own stones in one of them. A *way* is the set of `5 - a` empty squares
//! of such a window; two ways are neighbours when they differ in one square, as when the window slides
//! on. The number of ways `b` is the longest chain of neighbours.
//!
//! ```text
//!   +X*X+    b = 1: {0, 4}            a simple three, (3, 1)
//!   +XX*++   b = 2: {0, 4}, {4, 5}    a broken three, (3, 2): the shared square makes two fours at once
//!   XX++*++XX    two ways that share nothing are not a broken three: still (3, 1)
//! ```
//!
//! The chain is what the names of the seed ask for: (3, 2) and (3, 3) are forcing because "any two consecutive"
//! of three or four empty squares make a five. Counting all ways alike would call the last line forcing.
//! Ways around the centre are runs of consecutive empty squares, hence `1 <= b <= 6 - a`.

use std::fmt;
use std::sync::OnceLock;

/// What a stone on the centre of a line makes of it; a larger one is more severe, then has more ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Threat(u8);

impl Threat {
    /// No five can ever come of the line.
    pub const NONE: Self = Self(0);
    /// Two ways to five: no single stone stops it.
    pub const OPEN_FOUR: Self = Self::new(4, 2);
    /// One way to five.
    pub const SIMPLE_FOUR: Self = Self::new(4, 1);
    /// Five in a row.
    pub const FIVE: Self = Self::new(5, 1);

    /// Numbers of the first type of each severity: 5, 4, 3, 2 and 1 types follow them.
    const FIRST: [u8; 6] = [0, 1, 6, 10, 13, 15];

    /// The type of severity `1..=5` with `1..=6 - severity` ways.
    pub const fn new(severity: u8, ways: u8) -> Self {
        assert!(severity >= 1 && severity <= 5 && ways >= 1 && ways <= 6 - severity);
        Self(Self::FIRST[severity as usize] + ways - 1)
    }

    /// The number of the type, 0 for none to 15 for five.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Own stones out of five, 0 to 5.
    pub const fn severity(self) -> u8 {
        let mut severity = 0;
        while severity < 5 && Self::FIRST[severity as usize + 1] <= self.0 {
            severity += 1;
        }
        severity
    }

    /// Ways to five, 0 for none.
    pub const fn ways(self) -> u8 {
        match self.severity() {
            0 => 0,
            severity => self.0 - Self::FIRST[severity as usize] + 1,
        }
    }

    /// Whether the opponent has to answer: fours, open and broken threes.
    pub const fn is_forcing(self) -> bool {
        self.0 >= Self::new(3, 2).0
    }

    /// The type as the slow function finds it.
    pub fn classify(key: LineKey) -> Self {
        const CENTRE: u16 = 1 << 4;
        let widen = |bits: u16| bits & 0x0F | (bits & 0xF0) << 1;
        let blocked = widen(key.blocked().into());
        let own = widen(key.own().into()) & !blocked | CENTRE;
        let open = || (0..5).map(|start| 0x1F << start).filter(|window: &u16| window & blocked == 0);

        let Some(severity) = open().map(|window| (window & own).count_ones()).max() else {
            return Self::NONE;
        };
        let mut ways: Vec<u16> =
            open().filter(|w| (w & own).count_ones() == severity).map(|w| w & !own).collect();
        // Windows come from one end to the other, so equal ways lie together and neighbours follow each other.
        ways.dedup();
        let is_neighbour = |a: &u16, b: &u16| (a ^ b).count_ones() == 2;
        let longest = ways.chunk_by(is_neighbour).map(<[u16]>::len).max().unwrap_or(1);
        Self::new(severity as u8, longest as u8)
    }
}

impl fmt::Debug for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.severity(), self.ways())
    }
}

/// The eight squares around the centre of a line: own stones in the high byte, blocked squares in the low.
/// A square that is both is a wall, and blocked.
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

    /// Own stones.
    pub const fn own(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Opponent's stones and walls.
    pub const fn blocked(self) -> u8 {
        self.0 as u8
    }

    /// The same line seen by the opponent.
    #[must_use]
    #[inline]
    pub const fn exchanged(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The line with walls written as opponent's stones: 6,561 keys remain.
    const fn canonical(self) -> Self {
        Self(self.0 & !(self.0 << 8))
    }
}

/// What both players make of an empty point along one line, by colour.
pub type Pair = [Threat; 2];

/// 65,536 pairs: 128 KB.
type Pairs = [Pair; 1 << 16];

const _: () = assert!(size_of::<Pairs>() == 128 * 1024);

/// The pair of every key.
#[derive(Clone, Copy)]
pub struct ThreatTable(&'static Pairs);

impl ThreatTable {
    /// The one table of the program, built at first use.
    pub fn shared() -> Self {
        static PAIRS: OnceLock<Box<Pairs>> = OnceLock::new();
        Self(PAIRS.get_or_init(pairs))
    }

    /// First what the player of the key's high byte makes of the line, then the opponent.
    #[inline(always)]
    pub const fn pair(self, key: LineKey) -> Pair {
        self.0[key.bits() as usize]
    }
}

impl fmt::Debug for ThreatTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ThreatTable")
    }
}

/// The slow function runs once for each of the 6,561 lines one player can see.
fn pairs() -> Box<Pairs> {
    let keys = || (0..=u16::MAX).map(LineKey::new);
    let mut threats = vec![Threat::NONE; 1 << 16];
    for key in keys().filter(|key| *key == key.canonical()) {
        threats[key.bits() as usize] = Threat::classify(key);
    }
    let threat = |key: LineKey| threats[key.canonical().bits() as usize];
    let pairs: Box<[Pair]> = keys().map(|key| [threat(key), threat(key.exchanged())]).collect();
    pairs.try_into().expect("one pair a key")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a drawn line, `*` the centre, `#` a wall, own stones `X`.
    fn key(line: &str) -> LineKey {
        assert_eq!((line.len(), line.as_bytes()[4]), (9, b'*'));
        line.bytes().filter(|square| *square != b'*').fold(LineKey::new(0), |key, square| {
            let bits = match square {
                b'X' => 0x100,
                b'O' => 0x001,
                b'#' => 0x101,
                _ => 0,
            };
            LineKey::new(key.bits() << 1 | bits)
        })
    }

    #[test]
    fn the_table_is_the_slow_function_on_all_keys() {
        let table = ThreatTable::shared();
        for key in (0..=u16::MAX).map(LineKey::new) {
            let pair = [Threat::classify(key), Threat::classify(key.exchanged())];
            assert_eq!(table.pair(key), pair, "{key:?}");
        }
    }

    #[test]
    fn there_are_sixteen_types_and_each_occurs() {
        let mut seen = [false; 16];
        for key in (0..=u16::MAX).map(LineKey::new) {
            let threat = Threat::classify(key);
            seen[threat.number() as usize] = true;
            if threat != Threat::NONE {
                assert_eq!(Threat::new(threat.severity(), threat.ways()), threat);
            }
        }
        assert_eq!(seen, [true; 16]);
        assert_eq!(Threat::FIVE.number(), 15);
    }

    #[test]
    fn drawn_lines_have_the_types_of_the_page() {
        let drawn = [
            ("XXXX*++++", (5, 1)),
            ("O+XX*X+OO", (4, 2)),
            ("#X+X*X+X#", (4, 2)),
            ("XXX+*+XXX", (4, 2)),
            ("#OXX*X+##", (4, 1)),
            ("OXXX*+X##", (4, 1)),
            ("O++X*X++O", (3, 3)),
            ("X+X+*+X+X", (3, 3)),
            ("O+XX*++OO", (3, 2)),
            ("O+X+*X+O#", (3, 2)),
            ("OXX+*++OO", (3, 1)),
            ("XX++*++XX", (3, 1)),
            ("+++X*++++", (2, 4)),
            ("#O+X*+++#", (2, 2)),
            ("X+++*++++", (2, 1)),
            ("++++*++++", (1, 5)),
            ("O+++*+###", (1, 1)),
        ];
        for (line, (severity, ways)) in drawn {
            assert_eq!(Threat::classify(key(line)), Threat::new(severity, ways), "{line}");
        }
        assert_eq!(Threat::classify(key("XX+O*+O++")), Threat::NONE);
    }
}
