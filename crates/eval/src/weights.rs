//! The numbers of the evaluation as data: a text file that people can read, with a checksum.
//!
//! ```text
//! tengen-weights 5
//! side both                      or `black` and `white`, each with its own tables (renju)
//! line 16 16                     value of a line through an empty point, in 64ths: a row for each shape it would have
//! 0 -1 -3 ...                    for the side to move, a column for each shape for the other side
//! class 21 21                    value of the point, by class codes (row and column 0 are never used)
//! crossing 2 1365                value of the classes of the four lines that cross there ([`crossing_rows`]): own ones, then the other side's
//! threat 1 512                   value of the threats that stand, see `tables::threats`
//! policy-line 16 16              the same for the score of a point as a move
//! policy-class 21 21
//! policy-near 2 28              by where it lies from the last stone of the other side, and from the last own one
//! checksum 0123456789abcdef      of all bytes before this line (FNV-1a, 64 bits)
//! ```

use std::fmt::Write as _;
use std::sync::OnceLock;
use tengen_core::board::{Crossing, PotentialLine};
use tengen_core::pattern::{LineClass, PointClass};
use tengen_core::{Point, Rule};

/// Shapes of lines: classes, and generic ones by their room.
pub const LINES: usize = PotentialLine::SHAPES;
/// Codes of point classes; code 0 is an occupied point.
pub const CLASSES: usize = PointClass::ALL.len() + 1;
/// Ways in which four lines can cross, whatever their order.
pub const CROSSINGS: usize = crossing_row([LineClass::ALL.len() - 1; 4]) + 1;
/// Sets of threats that the threat term tells apart.
pub const THREATS: usize = 512;

const HEADER: &str = "tengen-weights 5";

/// The number of four classes from the greatest to the least among all such, in the order of a dictionary. Four generic lines are 0.
const fn crossing_row([a, b, c, d]: [usize; 4]) -> usize {
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The row of every [`Crossing::code`]; 0, which is worth nothing, for four generic lines and for what is no code of four classes.
pub fn crossing_rows() -> &'static [u16] {
    static ROWS: OnceLock<Vec<u16>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |code: usize| {
            let mut classes = [0, 4, 8, 12].map(|shift| code >> shift & 15);
            classes.sort_unstable_by(|a, b| b.cmp(a));
            if classes[0] < LineClass::ALL.len() { crossing_row(classes) as u16 } else { 0 }
        };
        (0..Crossing::CODES).map(row).collect()
    })
}

/// Where a point lies from a stone, whichever way the board is turned: the longer and the shorter way along the axes. Code 0 is far.
pub const PLACES: usize = place_code(NEAR, NEAR) + 1;
/// Further than so many steps is far.
const NEAR: usize = 6;
// The table of differences is made on a board of fifteen.
const _: () = assert!(NEAR < 7);

const fn place_code(longer: usize, shorter: usize) -> usize {
    longer * (longer + 1) / 2 + shorter
}

/// The code of where `p` lies from a stone.
pub fn place(p: Point, stone: Point) -> usize {
    let (across, along) = (p.x().abs_diff(stone.x()).into(), p.y().abs_diff(stone.y()).into());
    let longer = usize::max(across, along);
    if longer > NEAR { 0 } else { place_code(longer, usize::min(across, along)) }
}

/// The numbers for one side to move. `[own][other]`, from the side to move's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Value of a line through an empty point, by the shapes that it would have for the side to move and for the other. All
    /// values are in parts of a point ([`crate::FRACTION`]).
    pub line: [[i16; LINES]; LINES],
    /// Value of an empty point, by its class codes.
    pub class: [[i16; CLASSES]; CLASSES],
    /// Value of the lines that cross in an empty point, by [`crossing_rows`]: own ones, and the other side's. Row 0 is 0.
    pub crossing: [[i16; CROSSINGS]; 2],
    /// Value of the threats that stand on the board, by [`crate::tables::threats`].
    pub threat: [i16; THREATS],
    /// As `line`, for the score of the point as a move.
    pub policy_line: [[i16; LINES]; LINES],
    /// As `class`, for the score of the point as a move.
    pub policy_class: [[i16; CLASSES]; CLASSES],
    /// More for the score of the point as a move, by where it lies ([`place`]) from the last stone of the other side, and from the last own one.
    pub policy_near: [[i16; PLACES]; 2],
}

impl Side {
    /// Nothing is worth anything.
    pub const ZERO: Self = Self {
        line: [[0; LINES]; LINES],
        class: [[0; CLASSES]; CLASSES],
        crossing: [[0; CROSSINGS]; 2],
        threat: [0; THREATS],
        policy_line: [[0; LINES]; LINES],
        policy_class: [[0; CLASSES]; CLASSES],
        policy_near: [[0; PLACES]; 2],
    };

    /// The tables by name, each as its rows.
    fn tables(&self) -> [(&'static str, Vec<&[i16]>); 7] {
        [
            ("line", self.line.iter().map(<[i16; LINES]>::as_slice).collect()),
            ("class", self.class.iter().map(<[i16; CLASSES]>::as_slice).collect()),
            ("crossing", self.crossing.iter().map(<[i16; CROSSINGS]>::as_slice).collect()),
            ("threat", vec![self.threat.as_slice()]),
            ("policy-line", self.policy_line.iter().map(<[i16; LINES]>::as_slice).collect()),
            ("policy-class", self.policy_class.iter().map(<[i16; CLASSES]>::as_slice).collect()),
            ("policy-near", self.policy_near.iter().map(<[i16; PLACES]>::as_slice).collect()),
        ]
    }

    /// As [`Side::tables`], to be written.
    fn tables_mut(&mut self) -> [(&'static str, Vec<&mut [i16]>); 7] {
        [
            ("line", self.line.iter_mut().map(<[i16; LINES]>::as_mut_slice).collect()),
            ("class", self.class.iter_mut().map(<[i16; CLASSES]>::as_mut_slice).collect()),
            ("crossing", self.crossing.iter_mut().map(<[i16; CROSSINGS]>::as_mut_slice).collect()),
            ("threat", vec![self.threat.as_mut_slice()]),
            ("policy-line", self.policy_line.iter_mut().map(<[i16; LINES]>::as_mut_slice).collect()),
            ("policy-class", self.policy_class.iter_mut().map(<[i16; CLASSES]>::as_mut_slice).collect()),
            ("policy-near", self.policy_near.iter_mut().map(<[i16; PLACES]>::as_mut_slice).collect()),
        ]
    }
}

/// The numbers for both sides to move, Black's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By the colour to move.
    pub sides: [Box<Side>; 2],
}

/// Why bytes are not weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Not a text.
    #[error("weights are a text file; byte {0} is not UTF-8")]
    NotText(usize),
    /// Another kind of file, or another version.
    #[error("the first line is `{0}`, not `{HEADER}`")]
    Header(String),
    /// The file was changed or cut.
    #[error("the checksum does not fit: the file says {said}, its content has {found}; get the file again")]
    Checksum {
        /// What the last line says.
        said: String,
        /// What the bytes before it have.
        found: String,
    },
    /// A line that does not belong there.
    #[error("line {number}: expected {expected}, found `{found}`")]
    Line {
        /// Counted from 1.
        number: usize,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{hash:016x}")
}

impl Weights {
    /// The numbers that the program carries for a rule: learned from games under it, or under the rule that is most like it.
    pub fn embedded(rule: Rule) -> Self {
        let file: &[u8] = match rule {
            Rule::Freestyle | Rule::Mixed { .. } | Rule::Caro => include_bytes!("../weights/freestyle.txt"),
            Rule::Standard | Rule::CaroStandard => include_bytes!("../weights/standard.txt"),
            Rule::Renju => include_bytes!("../weights/renju.txt"),
        };
        match Self::from_bytes(file) {
            Ok(weights) => weights,
            Err(error) => unreachable!("the embedded weights are read by a test: {error}"),
        }
    }

    /// The same numbers for both sides to move.
    pub fn both(side: Box<Side>) -> Self {
        Self { sides: [side.clone(), side] }
    }

    /// The checksum that the file ends with.
    pub fn checksum(&self) -> String {
        checksum(self.content().as_bytes())
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let content = self.content();
        let sum = checksum(content.as_bytes());
        format!("{content}checksum {sum}\n")
    }

    /// All but the last line.
    fn content(&self) -> String {
        let mut text = format!("{HEADER}\n");
        if self.sides[0] == self.sides[1] {
            write_side(&mut text, "both", &self.sides[0]);
        } else {
            write_side(&mut text, "black", &self.sides[0]);
            write_side(&mut text, "white", &self.sides[1]);
        }
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a weights file, was changed, or is not complete.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let text = std::str::from_utf8(bytes).map_err(|error| WeightsError::NotText(error.valid_up_to()))?;
        let header = text.lines().next().unwrap_or("");
        if header != HEADER {
            return Err(WeightsError::Header(header.chars().take(40).collect()));
        }
        let (content, last) = text.trim_end().rsplit_once('\n').unwrap_or((text, ""));
        let found = checksum(format!("{content}\n").as_bytes());
        let said = last.strip_prefix("checksum ").unwrap_or("nothing").to_owned();
        if said != found {
            return Err(WeightsError::Checksum { said, found });
        }
        let mut reader = Reader { lines: content.lines(), number: 1 };
        reader.lines.next();
        match reader.next_line("side both, black or white")? {
            "side both" => Ok(Self::both(reader.side()?)),
            "side black" => {
                let black = reader.side()?;
                reader.expect("side white")?;
                Ok(Self { sides: [black, reader.side()?] })
            }
            other => Err(reader.error("`side both` or `side black`", other)),
        }
    }
}

fn write_side(text: &mut String, name: &str, side: &Side) {
    let _ = writeln!(text, "side {name}");
    for (name, rows) in side.tables() {
        let _ = writeln!(text, "{name} {} {}", rows.len(), rows[0].len());
        for row in rows {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}", numbers.join(" "));
        }
    }
}

/// Reads line by line, and knows where it is.
struct Reader<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Reader<'a> {
    fn next_line(&mut self, expected: &str) -> Result<&'a str, WeightsError> {
        self.number += 1;
        self.lines.next().ok_or_else(|| self.error(expected, "the end"))
    }

    fn error(&self, expected: &str, found: &str) -> WeightsError {
        let found = found.chars().take(40).collect();
        WeightsError::Line { number: self.number, expected: expected.to_owned(), found }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), WeightsError> {
        let line = self.next_line(wanted)?;
        if line == wanted { Ok(()) } else { Err(self.error(&format!("`{wanted}`"), line)) }
    }

    fn side(&mut self) -> Result<Box<Side>, WeightsError> {
        let mut side = Box::new(Side::ZERO);
        for (name, rows) in side.tables_mut() {
            self.expect(&format!("{name} {} {}", rows.len(), rows[0].len()))?;
            for row in rows {
                let expected = format!("{} numbers from -32768 to 32767", row.len());
                let line = self.next_line(&expected)?;
                let numbers: Option<Vec<i16>> = line.split(' ').map(|word| word.parse().ok()).collect();
                match numbers.filter(|numbers| numbers.len() == row.len()) {
                    Some(numbers) => row.copy_from_slice(&numbers),
                    None => return Err(self.error(&expected, line)),
                }
            }
        }
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random() -> Weights {
        let mut random = fastrand::Rng::with_seed(1);
        let mut side = || {
            let mut side = Box::new(Side::ZERO);
            for (_, rows) in side.tables_mut() {
                for row in rows {
                    row.fill_with(|| random.i16(..));
                }
            }
            side
        };
        Weights { sides: [side(), side()] }
    }

    #[test]
    fn a_file_gives_back_what_was_written() {
        let weights = random();
        assert_eq!(Weights::from_bytes(weights.to_text().as_bytes()), Ok(weights.clone()));
        let both = Weights::both(weights.sides[0].clone());
        assert_eq!(Weights::from_bytes(both.to_text().as_bytes()), Ok(both));
    }

    #[test]
    fn a_row_of_crossings_is_four_classes_in_any_order() {
        let count = LineClass::ALL.len() as u16;
        let mut rows = std::collections::BTreeMap::new();
        for code in 0..=u16::MAX {
            let mut classes = [0, 4, 8, 12].map(|shift| code >> shift & 15);
            let row = crossing_rows()[usize::from(code)];
            if classes.iter().all(|class| *class < count) {
                classes.sort_unstable();
                assert_eq!(*rows.entry(classes).or_insert(row), row, "{classes:?}");
            } else {
                assert_eq!(row, 0);
            }
        }
        // Each set has a row of its own, and none is left over.
        let taken: std::collections::BTreeSet<u16> = rows.values().copied().collect();
        assert!(taken.len() == rows.len() && taken.into_iter().eq(0..CROSSINGS as u16));
        assert_eq!(rows[&[0; 4]], 0);
    }

    #[test]
    fn a_changed_byte_anywhere_is_noticed() {
        let text = random().to_text();
        for place in (0..text.len()).step_by(97) {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            assert!(Weights::from_bytes(&bytes).is_err(), "byte {place}");
        }
        assert!(matches!(Weights::from_bytes(&text.as_bytes()[..900]), Err(WeightsError::Checksum { .. })));
        assert!(matches!(Weights::from_bytes(b"GIF89a"), Err(WeightsError::Header(_))));
        assert!(matches!(Weights::from_bytes(&[b't', 0xFF]), Err(WeightsError::NotText(1))));
    }

    #[test]
    fn a_wrong_line_is_named_even_if_the_checksum_fits() {
        let signed = |text: &str| format!("{text}checksum {}\n", checksum(text.as_bytes()));
        let wrong = signed("tengen-weights 5\nside both\nline 16 16\n1 2 3\n");
        let Err(WeightsError::Line { number, .. }) = Weights::from_bytes(wrong.as_bytes()) else {
            panic!("a short row was read");
        };
        assert_eq!(number, 4);
        let cut = signed("tengen-weights 5\nside both\n");
        assert!(matches!(Weights::from_bytes(cut.as_bytes()), Err(WeightsError::Line { number: 3, .. })));
    }
}
