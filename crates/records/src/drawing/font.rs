//! The letters of the PNG: a small face of single strokes, drawn for this program, so that a picture
//! needs no font file and looks the same on every machine.
//!
//! A glyph is a path in a box whose capital letters reach from 0 (top) to 10 (base line); small letters
//! start at 3.2 and may hang down to 13. The paths use the letters of SVG: `M` move, `L` line, `C` cubic
//! curve, `Z` close, each with absolute numbers.

/// One step of an outline, in units of the height of a capital letter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Lift the pen and go there.
    Move([f32; 2]),
    /// A straight stroke.
    Line([f32; 2]),
    /// A cubic curve: two control points and the end.
    Curve([f32; 6]),
    /// Back to where the pen was put down.
    Close,
}

/// The width of the pen, in units of the height of a capital letter.
pub(super) const PEN: f32 = 0.135;
/// The width of the pen of bold letters.
pub(super) const BOLD_PEN: f32 = 0.165;

const CAPITAL: f32 = 10.0;
const GAP: f32 = 2.3;

/// A character, its width and its strokes.
type Glyph = (char, f32, &'static str);

/// What stands for a character that the face does not have.
const MISSING: Glyph = ('\u{fffd}', 5.0, "M0 0L5 0L5 10L0 10Z");

#[rustfmt::skip]
const GLYPHS: &[Glyph] = &[
    (' ', 2.0, ""),
    ('0', 6.0, "M3 0C5 0 6 2.1 6 5C6 7.9 5 10 3 10C1 10 0 7.9 0 5C0 2.1 1 0 3 0Z"),
    ('1', 2.8, "M0 2.2L2.8 0L2.8 10"),
    ('2', 6.0, "M0.2 2.8C0.2 1.1 1.4 0 3 0C4.7 0 5.8 1.1 5.8 2.7C5.8 4.1 5 5.1 3.6 6.4L0 10L6 10"),
    ('3', 6.0, "M0.4 1.8C0.8 0.6 1.8 0 3 0C4.6 0 5.6 1 5.6 2.4C5.6 3.8 4.6 4.7 3 4.7L2.2 4.7M3 4.7C4.8 4.7 6 5.7 6 7.3C6 8.9 4.8 10 3 10C1.5 10 0.4 9.3 0 8"),
    ('4', 6.4, "M4.8 10L4.8 0L0 7.1L6.4 7.1"),
    ('5', 6.0, "M5.5 0L1 0L0.5 4.7C1.1 4 2 3.7 3 3.7C4.8 3.7 6 4.9 6 6.8C6 8.7 4.8 10 2.9 10C1.5 10 0.5 9.3 0 8.1"),
    ('6', 6.0, "M5.3 1.3C4.8 0.4 4.1 0 3.2 0C1.2 0 0 2 0 5.4C0 8.4 1.2 10 3 10C4.8 10 6 8.7 6 6.8C6 4.9 4.8 3.8 3.1 3.8C1.4 3.8 0.1 5 0 6.6"),
    ('7', 5.8, "M0 0L5.8 0C3.9 2.6 2.5 6 2.1 10"),
    ('8', 6.0, "M3 4.6C1.5 4.6 0.5 3.7 0.5 2.3C0.5 0.9 1.5 0 3 0C4.5 0 5.5 0.9 5.5 2.3C5.5 3.7 4.5 4.6 3 4.6C1.2 4.6 0 5.7 0 7.3C0 8.9 1.2 10 3 10C4.8 10 6 8.9 6 7.3C6 5.7 4.8 4.6 3 4.6Z"),
    ('9', 6.0, "M0.7 8.7C1.2 9.6 1.9 10 2.8 10C4.8 10 6 8 6 4.6C6 1.6 4.8 0 3 0C1.2 0 0 1.3 0 3.2C0 5.1 1.2 6.2 2.9 6.2C4.6 6.2 5.9 5 6 3.4"),
    ('A', 7.2, "M0 10L3.6 0L7.2 10M1.3 6.7L5.9 6.7"),
    ('B', 6.0, "M0 4.7L0 0L3 0C4.6 0 5.5 0.8 5.5 2.3C5.5 3.8 4.6 4.7 3 4.7L0 4.7L0 10L3.2 10C5 10 6 9 6 7.3C6 5.6 5 4.7 3.2 4.7"),
    ('C', 6.6, "M6.6 2.6C6 1 4.9 0 3.5 0C1.3 0 0 2 0 5C0 8 1.3 10 3.5 10C4.9 10 6 9 6.6 7.4"),
    ('D', 6.4, "M0 0L0 10L2.6 10C5 10 6.4 8.2 6.4 5C6.4 1.8 5 0 2.6 0Z"),
    ('E', 5.4, "M5.4 0L0 0L0 10L5.4 10M0 4.8L4.8 4.8"),
    ('F', 5.2, "M5.2 0L0 0L0 10M0 4.9L4.6 4.9"),
    ('G', 6.8, "M6.6 2.5C6 1 4.9 0 3.5 0C1.3 0 0 2 0 5C0 8 1.3 10 3.5 10C5.5 10 6.8 8.6 6.8 6.4L6.8 5.6L3.9 5.6"),
    ('H', 6.4, "M0 0L0 10M6.4 0L6.4 10M0 4.8L6.4 4.8"),
    ('I', 0.0, "M0 0L0 10"),
    ('J', 4.6, "M4.6 0L4.6 7C4.6 9 3.8 10 2.3 10C0.9 10 0 9.1 0 7.4"),
    ('K', 6.2, "M0 0L0 10M6 0L0 6.2M2.2 4.2L6.2 10"),
    ('L', 5.0, "M0 0L0 10L5 10"),
    ('M', 7.6, "M0 10L0 0L3.8 7L7.6 0L7.6 10"),
    ('N', 6.4, "M0 10L0 0L6.4 10L6.4 0"),
    ('O', 7.2, "M3.6 0C5.9 0 7.2 2 7.2 5C7.2 8 5.9 10 3.6 10C1.3 10 0 8 0 5C0 2 1.3 0 3.6 0Z"),
    ('P', 5.8, "M0 10L0 0L3 0C4.8 0 5.8 1.1 5.8 2.9C5.8 4.7 4.8 5.7 3 5.7L0 5.7"),
    ('Q', 7.2, "M3.6 0C5.9 0 7.2 2 7.2 5C7.2 8 5.9 10 3.6 10C1.3 10 0 8 0 5C0 2 1.3 0 3.6 0ZM4.4 7.4L7.2 10.6"),
    ('R', 6.0, "M0 10L0 0L3 0C4.8 0 5.8 1.1 5.8 2.8C5.8 4.5 4.8 5.5 3 5.5L0 5.5M3 5.5L6 10"),
    ('S', 5.8, "M5.5 2C5.1 0.7 4.2 0 2.9 0C1.3 0 0.3 1 0.3 2.5C0.3 4 1.4 4.5 2.9 4.9C4.6 5.3 5.8 5.9 5.8 7.4C5.8 9 4.7 10 2.9 10C1.3 10 0.3 9.2 0 7.8"),
    ('T', 6.0, "M0 0L6 0M3 0L3 10"),
    ('U', 6.2, "M0 0L0 6.6C0 8.9 1.1 10 3.1 10C5.1 10 6.2 8.9 6.2 6.6L6.2 0"),
    ('V', 6.6, "M0 0L3.3 10L6.6 0"),
    ('W', 9.0, "M0 0L2.2 10L4.5 1.5L6.8 10L9 0"),
    ('X', 6.2, "M0 0L6.2 10M6.2 0L0 10"),
    ('Y', 6.2, "M0 0L3.1 5L6.2 0M3.1 5L3.1 10"),
    ('Z', 5.8, "M0 0L5.8 0L0 10L5.8 10"),
    ('a', 4.8, "M4.8 3.2L4.8 10M4.8 5C4.3 3.8 3.5 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.5 10C3.5 10 4.3 9.4 4.8 8.2"),
    ('b', 4.8, "M0 0L0 10M0 5C0.5 3.8 1.3 3.2 2.3 3.2C3.8 3.2 4.8 4.6 4.8 6.6C4.8 8.6 3.8 10 2.3 10C1.3 10 0.5 9.4 0 8.2"),
    ('c', 4.5, "M4.5 4.8C4.1 3.8 3.4 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.5 10C3.4 10 4.1 9.4 4.5 8.4"),
    ('d', 4.8, "M4.8 0L4.8 10M4.8 5C4.3 3.8 3.5 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.5 10C3.5 10 4.3 9.4 4.8 8.2"),
    ('e', 4.8, "M0.1 6.4L4.8 6.4C4.8 4.4 3.9 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.6 10C3.5 10 4.2 9.6 4.6 8.7"),
    ('f', 3.4, "M3.4 0.2C2.1 -0.2 1.3 0.4 1.3 2L1.3 10M0 3.4L3 3.4"),
    ('g', 4.8, "M4.8 5C4.3 3.8 3.5 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.5 10C3.5 10 4.3 9.4 4.8 8.2M4.8 3.2L4.8 10.4C4.8 12.2 4 13 2.5 13C1.5 13 0.7 12.7 0.2 12"),
    ('h', 4.6, "M0 0L0 10M0 5.4C0.5 4 1.3 3.2 2.5 3.2C3.9 3.2 4.6 4.1 4.6 5.8L4.6 10"),
    ('i', 0.0, "M0 3.2L0 10M0 0.6L0 0.7"),
    ('j', 1.4, "M1.4 3.2L1.4 11.2C1.4 12.5 1 13 0 13M1.4 0.6L1.4 0.7"),
    ('k', 4.6, "M0 0L0 10M4.4 3.2L0 7.2M1.7 5.8L4.6 10"),
    ('l', 0.0, "M0 0L0 10"),
    ('m', 7.6, "M0 3.2L0 10M0 5.2C0.4 3.9 1.1 3.2 2.1 3.2C3.3 3.2 3.8 4 3.8 5.6L3.8 10M3.8 5.2C4.2 3.9 4.9 3.2 5.9 3.2C7.1 3.2 7.6 4 7.6 5.6L7.6 10"),
    ('n', 4.6, "M0 3.2L0 10M0 5.4C0.5 4 1.3 3.2 2.5 3.2C3.9 3.2 4.6 4.1 4.6 5.8L4.6 10"),
    ('o', 5.0, "M2.5 3.2C4 3.2 5 4.6 5 6.6C5 8.6 4 10 2.5 10C1 10 0 8.6 0 6.6C0 4.6 1 3.2 2.5 3.2Z"),
    ('p', 4.8, "M0 3.2L0 13M0 5C0.5 3.8 1.3 3.2 2.3 3.2C3.8 3.2 4.8 4.6 4.8 6.6C4.8 8.6 3.8 10 2.3 10C1.3 10 0.5 9.4 0 8.2"),
    ('q', 4.8, "M4.8 3.2L4.8 13M4.8 5C4.3 3.8 3.5 3.2 2.5 3.2C1 3.2 0 4.6 0 6.6C0 8.6 1 10 2.5 10C3.5 10 4.3 9.4 4.8 8.2"),
    ('r', 2.8, "M0 3.2L0 10M0 5.6C0.4 4 1.4 3.2 2.8 3.3"),
    ('s', 4.2, "M4 4.6C3.7 3.7 3 3.2 2.1 3.2C1 3.2 0.3 3.8 0.3 4.8C0.3 5.8 1 6.2 2.1 6.5C3.4 6.8 4.2 7.2 4.2 8.2C4.2 9.3 3.4 10 2.1 10C1 10 0.3 9.5 0 8.6"),
    ('t', 3.2, "M1.3 1L1.3 8.2C1.3 9.6 2 10.2 3.2 9.9M0 3.4L3 3.4"),
    ('u', 4.6, "M0 3.2L0 7.4C0 9.1 0.7 10 2.1 10C3.3 10 4.1 9.2 4.6 7.8M4.6 3.2L4.6 10"),
    ('v', 4.8, "M0 3.2L2.4 10L4.8 3.2"),
    ('w', 7.0, "M0 3.2L1.8 10L3.5 4L5.2 10L7 3.2"),
    ('x', 4.6, "M0 3.2L4.6 10M4.6 3.2L0 10"),
    ('y', 4.8, "M0 3.2L2.4 10M4.8 3.2L2.4 10C1.8 12 1.2 13 0 13"),
    ('z', 4.4, "M0 3.2L4.4 3.2L0 10L4.4 10"),
    ('+', 5.6, "M2.8 2.6L2.8 8.2M0 5.4L5.6 5.4"),
    ('-', 4.4, "M0 5.6L4.4 5.6"),
    ('=', 5.4, "M0 4L5.4 4M0 7L5.4 7"),
    ('.', 0.1, "M0 9.9L0.1 9.9"),
    (',', 0.6, "M0.6 9.6L0 11.6"),
    (':', 0.1, "M0 4.2L0.1 4.2M0 9.6L0.1 9.6"),
    ('!', 0.1, "M0 0L0 6.8M0 9.9L0.1 9.9"),
    ('?', 5.0, "M0 2.2C0.3 0.8 1.2 0 2.6 0C4.1 0 5 0.9 5 2.3C5 4.4 2.5 4.6 2.5 7M2.5 9.9L2.6 9.9"),
    ('/', 4.4, "M0 11L4.4 -1"),
    ('*', 4.6, "M2.3 0.4L2.3 5.4M0 1.6L4.6 4.2M4.6 1.6L0 4.2"),
    ('%', 8.0, "M1.8 0C3 0 3.6 1 3.6 2.4C3.6 3.8 3 4.8 1.8 4.8C0.6 4.8 0 3.8 0 2.4C0 1 0.6 0 1.8 0ZM6.2 5.2C7.4 5.2 8 6.2 8 7.6C8 9 7.4 10 6.2 10C5 10 4.4 9 4.4 7.6C4.4 6.2 5 5.2 6.2 5.2ZM6.8 0L1.2 10"),
    ('#', 6.6, "M2.4 0L1.2 10M5.4 0L4.2 10M0.4 3.2L6.6 3.2M0 6.8L6.2 6.8"),
    ('<', 5.0, "M5 2.6L0 5.6L5 8.6"),
    ('>', 5.0, "M0 2.6L5 5.6L0 8.6"),
    ('(', 2.0, "M2 -1C0.6 1 0 3 0 5C0 7 0.6 9 2 11"),
    (')', 2.0, "M0 -1C1.4 1 2 3 2 5C2 7 1.4 9 0 11"),
    ('×', 4.4, "M0 3.4L4.4 7.8M4.4 3.4L0 7.8"),
];

/// The strokes of a text whose box of capital letters is centred on (0, 0) and 1 high.
pub(super) fn strokes(text: &str) -> Vec<Step> {
    let glyphs: Vec<Glyph> = text.chars().map(glyph).collect();
    let width = glyphs.iter().map(|g| g.1 + GAP).sum::<f32>() - GAP;
    let mut left = -width / 2.0;
    let mut steps = Vec::new();
    for (_, advance, path) in glyphs {
        let place = |x: f32, y: f32| [(left + x) / CAPITAL, (y - CAPITAL / 2.0) / CAPITAL];
        steps.extend(path_steps(path, place));
        left += advance + GAP;
    }
    steps
}

fn glyph(c: char) -> Glyph {
    GLYPHS.iter().find(|g| g.0 == c).copied().unwrap_or(MISSING)
}

/// Reads a path of `M`, `L`, `C` and `Z`. The paths are constants of this file; a test reads them all.
fn path_steps(path: &'static str, place: impl Fn(f32, f32) -> [f32; 2]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path;
    while let Some(letter) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_uppercase()).map_or(rest.len(), |at| at + 1);
        let numbers: Vec<f32> =
            rest[1..end].split_ascii_whitespace().filter_map(|n| n.parse().ok()).collect();
        match (letter, numbers.as_slice()) {
            ('M', [x, y]) => steps.push(Step::Move(place(*x, *y))),
            ('L', [x, y]) => steps.push(Step::Line(place(*x, *y))),
            ('C', [a, b, c, d, x, y]) => {
                let ([a, b], [c, d], [x, y]) = (place(*a, *b), place(*c, *d), place(*x, *y));
                steps.push(Step::Curve([a, b, c, d, x, y]));
            }
            _ => steps.push(Step::Close),
        }
        rest = &rest[end..];
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_a_well_formed_path_inside_its_box() {
        for (c, width, path) in GLYPHS.iter().chain([&MISSING]) {
            let commands = path.chars().filter(char::is_ascii_uppercase).count();
            let closes = path.matches('Z').count();
            let steps = path_steps(path, |x, y| [x, y]);
            assert_eq!(steps.len(), commands, "{c}");
            assert_eq!(steps.iter().filter(|s| **s == Step::Close).count(), closes, "{c}");
            assert!(path.is_empty() || matches!(steps[0], Step::Move(_)), "{c}");
            for step in steps {
                let ([x, y], strokes) = match step {
                    Step::Move(to) | Step::Line(to) => (to, true),
                    Step::Curve([.., x, y]) => ([x, y], true),
                    Step::Close => ([0.0; 2], false),
                };
                assert!(!strokes || (0.0..=*width).contains(&x) && (-1.0..=13.0).contains(&y), "{c} {x} {y}");
            }
        }
    }

    #[test]
    fn no_character_is_drawn_twice_and_the_common_ones_are_there() {
        let characters: std::collections::HashSet<char> = GLYPHS.iter().map(|g| g.0).collect();
        assert_eq!(characters.len(), GLYPHS.len());
        for c in ('0'..='9').chain('A'..='Z').chain('a'..='z') {
            assert!(characters.contains(&c), "{c}");
        }
    }

    #[test]
    fn a_text_is_centred_and_unknown_characters_become_boxes() {
        let ends = |text: &str| -> Vec<f32> {
            let x = |s: &Step| match s {
                Step::Move([x, _]) | Step::Line([x, _]) => Some(*x),
                _ => None,
            };
            strokes(text).iter().filter_map(x).collect()
        };
        let extent = ends("HH");
        let (low, high) = extent.iter().fold((0.0_f32, 0.0_f32), |(l, h), x| (l.min(*x), h.max(*x)));
        assert!((low + high).abs() < 1e-6 && high > 0.5);
        assert_eq!(strokes("天"), strokes("\u{fffd}"));
        assert!(strokes("").is_empty());
    }
}
