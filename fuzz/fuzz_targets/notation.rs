//! Any text in plain notation: refused, or printed and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_core::Size;
use tengen_core::notation::{self, Origin};
use tengen_records::Format;

fuzz_target!(|input: (u8, u8, bool, &str)| {
    let (width, height, is_top, text) = input;
    let side = |byte: u8| 5 + usize::from(byte) % 18;
    let size = Size::new(side(width), side(height)).expect("5 to 22");
    let origin = if is_top { Origin::Top } else { Origin::Bottom };
    if let Ok(moves) = notation::parse_moves(text, size, origin) {
        let printed = notation::moves_to_string(&moves, size, origin);
        assert_eq!(notation::parse_moves(&printed, size, origin), Ok(moves));
    }
    if let Ok(p) = notation::parse_point(text, size, origin) {
        assert_eq!(notation::parse_point(&notation::point_name(p, size, origin), size, origin), Ok(p));
    }
    if let Ok(p) = notation::parse_pair(text, size) {
        assert_eq!(notation::parse_pair(&notation::pair_name(p), size), Ok(p));
    }
    if let Ok(p) = notation::parse_codecup(text, size) {
        assert_eq!(notation::parse_codecup(&notation::codecup_name(p), size), Ok(p));
    }
    if let Ok(grid) = notation::parse_diagram(text) {
        assert_eq!(notation::parse_diagram(&notation::diagram(&grid)), Ok(grid));
    }
    let _ = Format::detect(None, text.as_bytes());
});
