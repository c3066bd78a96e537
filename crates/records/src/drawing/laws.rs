//! Laws that every drawing keeps, on random scenes with wild texts.

use super::{Characters, Colours, Ink, Mark, Scene, Sign, Stone, TerminalStyle, Theme, png, svg, terminal};
use proptest::prelude::*;
use tengen_core::notation::Origin;
use tengen_core::{Colour, Point, Size};

fn sign() -> impl Strategy<Value = Sign> {
    prop_oneof![
        Just(Sign::Cross),
        Just(Sign::Circle),
        Just(Sign::Square),
        Just(Sign::Triangle),
        Just(Sign::Dot),
        any::<String>().prop_map(Sign::Text),
        "[a-z0-9]{0,5}".prop_map(Sign::Text),
    ]
}

fn ink() -> impl Strategy<Value = Ink> {
    let inks = [Ink::Plain, Ink::Red, Ink::Orange, Ink::Green, Ink::Blue, Ink::Violet, Ink::Grey];
    prop::sample::select(inks.to_vec())
}

prop_compose! {
    fn scene()(
        width in 5_usize..=22,
        height in 5_usize..=22,
        title in any::<String>(),
        stones in prop::collection::vec((0_u8..22, 0_u8..22, any::<bool>(), prop::option::of(1_usize..2000)), 0..30),
        marks in prop::collection::vec((0_u8..22, 0_u8..22, sign(), ink()), 0..10),
        shades in prop::collection::vec((0_u8..22, 0_u8..22, ink(), any::<u8>()), 0..10),
        is_top in any::<bool>(),
        has_coordinates in any::<bool>(),
        numbers_from in prop::option::of(0_usize..2000),
    ) -> Scene {
        let mut scene = Scene::new(Size::new(width, height).unwrap()).titled(title);
        for (x, y, is_black, ply) in stones {
            let colour = if is_black { Colour::Black } else { Colour::White };
            scene.put(Point::new(x, y).unwrap(), Stone { colour, ply });
        }
        for (x, y, sign, ink) in marks {
            scene.mark(Point::new(x, y).unwrap(), Mark { sign, ink });
        }
        for (x, y, ink, percent) in shades {
            scene.shade(Point::new(x, y).unwrap(), ink, percent);
        }
        if is_top {
            scene = scene.with_origin(Origin::Top);
        }
        if !has_coordinates {
            scene = scene.without_coordinates();
        }
        match numbers_from {
            Some(ply) => scene.numbered_from(ply),
            None => scene,
        }
    }
}

/// The text without the colour codes that the pen writes.
fn without_codes(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let (code, rest) = piece.split_once('m').expect("a code ends with m");
        assert!(
            code.starts_with('[') && code[1..].bytes().all(|b| b.is_ascii_digit() || b == b';'),
            "{code:?}"
        );
        text + rest
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn text_has_a_line_a_row_and_no_codes_but_its_own(scene in scene()) {
        let extra = usize::from(!scene.title().is_empty()) + usize::from(scene.has_coordinates());
        let rows = usize::from(scene.size().height()) + extra;
        for characters in [Characters::Unicode, Characters::Ascii] {
            for colours in [Colours::None, Colours::Ansi] {
                let text = terminal(&scene, &TerminalStyle { characters, colours });
                prop_assert_eq!(text.matches('\n').count(), rows);
                let plain = if colours == Colours::Ansi { without_codes(&text) } else { text };
                prop_assert!(plain.chars().all(|c| c == '\n' || !c.is_control()));
                prop_assert!(characters == Characters::Unicode || plain.is_ascii());
            }
        }
    }

    #[test]
    fn ascii_rows_of_a_coloured_board_are_equally_wide(scene in scene()) {
        let style = TerminalStyle { characters: Characters::Ascii, colours: Colours::Ansi };
        let text = without_codes(&terminal(&scene, &style));
        let skipped = usize::from(!scene.title().is_empty())
            + usize::from(scene.has_coordinates() && scene.origin() == Origin::Top);
        let rows = text.lines().skip(skipped).take(scene.size().height().into());
        let widths: std::collections::BTreeSet<usize> = rows.map(str::len).collect();
        prop_assert_eq!(widths.len(), 1, "{}", text);
    }

    #[test]
    fn svg_is_well_formed(scene in scene()) {
        for theme in Theme::ALL {
            let text = svg(&scene, &theme);
            prop_assert!(roxmltree::Document::parse(&text).is_ok(), "{}", text);
        }
    }

    #[test]
    fn png_decodes_to_the_size_of_the_board(scene in scene()) {
        let pixels = tiny_skia::Pixmap::decode_png(&png(&scene, &Theme::NIGHT, 8)).unwrap();
        let margin = if scene.has_coordinates() { 8 } else { 4 };
        prop_assert_eq!(pixels.width(), u32::from(scene.size().width()) * 8 + margin);
        prop_assert_eq!(pixels.height(), u32::from(scene.size().height()) * 8 + margin);
    }
}
