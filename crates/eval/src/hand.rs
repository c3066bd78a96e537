//! The numbers set by hand, as formulas: where learning starts from.
//!
//! A line through an empty point is worth more the more it would become; the side to move gets more for its own than
//! it loses for the other's, since it moves first. Points where two lines cross are worth more than their
//! lines. `cargo run -p tengen-eval --example hand_set` prints the file that `weights/hand.txt` holds.

use crate::FRACTION;
use crate::weights::{CLASSES, LINES, Side, THREATS, Weights};
use tengen_core::pattern::{LineClass, PointClass};

/// What a line is worth to its owner by what it would become: value, and score as a move.
fn line_worth(class: LineClass) -> (i16, i16) {
    match class {
        LineClass::Generic | LineClass::Overline => (0, 0),
        LineClass::SimpleTwo => (1, 4),
        LineClass::WeakTwo => (3, 12),
        LineClass::DoubleTwo => (4, 16),
        LineClass::SimpleThree => (4, 14),
        LineClass::WeakThree => (11, 34),
        LineClass::DoubleThree => (14, 42),
        LineClass::SimpleFour | LineClass::TwinFour => (12, 32),
        LineClass::DoubleFour => (40, 300),
        LineClass::Five => (100, 1000),
    }
}

/// What a point is worth to its owner beyond its lines: value, and score as a move.
fn point_worth(class: PointClass) -> (i16, i16) {
    match class {
        PointClass::CrossTwos => (4, 16),
        PointClass::CrossThreeTwo => (8, 40),
        PointClass::CrossThreesWeak => (22, 120),
        PointClass::CrossThreesMixed => (26, 130),
        PointClass::CrossThreesDouble => (30, 140),
        PointClass::CrossFourTwo => (10, 40),
        PointClass::CrossFourThreeWeak => (40, 200),
        PointClass::CrossFourThreeDouble => (46, 220),
        PointClass::CrossFours => (60, 300),
        PointClass::DoubleFour => (40, 300),
        PointClass::Five => (100, 1000),
        // Nobody may play there: what the lines promise is not to be had.
        PointClass::Foul => (-20, -40),
        _ => (0, 0),
    }
}

/// The threat term, from the bits of [`crate::tables::threats`].
fn threat_worth(threats: usize) -> i16 {
    // Ours: an open three, two of them, a four, a four and a three; theirs: the same, and a double four.
    const WORTH: [i16; 9] = [8, 50, 12, 120, -4, -25, -8, -55, -60];
    let stands = |bit: &usize| threats >> bit & 1 != 0;
    (0..WORTH.len()).filter(stands).map(|bit| WORTH[bit]).sum::<i16>() + TEMPO
}

/// What it is worth to be to move.
const TEMPO: i16 = 20;

/// How much of a value counts for the side to move, and how much for the other, in percent.
const SHARES: (i32, i32) = (110, 90);
/// The same for the scores of points as moves.
const POLICY_SHARES: (i32, i32) = (100, 85);

/// The weights set by hand, for every rule.
pub fn weights() -> Weights {
    let share = |worth: i16, percent: i32| (i32::from(worth) * percent / 100) as i16;
    let mut side = Box::new(Side::ZERO);
    for (own, other) in pairs(LINES) {
        let (ours, theirs) =
            (line_worth(LineClass::from_code(own as u8)), line_worth(LineClass::from_code(other as u8)));
        side.line[own][other] = FRACTION as i16 * (share(ours.0, SHARES.0) - share(theirs.0, SHARES.1));
        side.policy_line[own][other] = share(ours.1, POLICY_SHARES.0) + share(theirs.1, POLICY_SHARES.1);
    }
    for (own, other) in pairs(CLASSES).filter(|(own, other)| *own > 0 && *other > 0) {
        let (ours, theirs) =
            (point_worth(PointClass::from_code(own as u8)), point_worth(PointClass::from_code(other as u8)));
        side.class[own][other] = FRACTION as i16 * (share(ours.0, SHARES.0) - share(theirs.0, SHARES.1));
        side.policy_class[own][other] = share(ours.1, POLICY_SHARES.0) + share(theirs.1, POLICY_SHARES.1);
    }
    for threats in 0..THREATS {
        side.threat[threats] = FRACTION as i16 * threat_worth(threats);
    }
    Weights::both(side)
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |own| (0..count).map(move |other| (own, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_file_is_what_the_formulas_give() {
        let file = include_str!("../weights/hand.txt");
        assert!(file == weights().to_text(), "run: cargo run -p tengen-eval --example hand_set");
    }
}
