//! The reader of drawings against texts that nobody would draw.

use super::drawings::crosses;
use proptest::prelude::*;
use tengen_core::laboratory::{MAX_SIDE, ParseError, Pattern, SolveError, Square, examine};

proptest! {
    #[test]
    fn any_text_is_read_or_refused_with_the_place_of_its_first_fault(text in "[+XO./ \\n#é]{0,40}") {
        let fault = text.chars().find(|found| !"+XO./ \n".contains(*found));
        match text.parse::<Pattern>() {
            Ok(pattern) => {
                prop_assert_eq!(fault, None);
                prop_assert_eq!(pattern.size(), text.matches(['+', 'X', 'O']).count());
            }
            Err(ParseError::UnknownCharacter { found, row, column, text: line }) => {
                prop_assert_eq!(Some(found), fault);
                prop_assert_eq!(text.split(['/', '\n']).nth(row), Some(line.as_str()));
                prop_assert_eq!(line.chars().nth(column), Some(found));
            }
            Err(ParseError::NoSquares { .. }) => {
                prop_assert!(!text.contains(['+', 'X', 'O']));
            }
            Err(ParseError::TooLarge { row, column }) => {
                prop_assert!(row >= MAX_SIDE || column >= MAX_SIDE);
            }
        }
    }

    #[test]
    fn a_drawing_read_again_is_the_same_pattern(pattern in crosses()) {
        prop_assert_eq!(pattern.to_string().parse(), Ok(pattern));
    }
}

#[test]
fn the_farthest_square_can_be_drawn() {
    let far: Pattern = [(Square::new(255, 255), tengen_core::laboratory::Cell::Empty)].into_iter().collect();
    assert_eq!(far.to_string().len(), 255 + 255 + 1);
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_limit() {
    let long = "+".repeat(64);
    let wide: Pattern = format!("{long}/{long}").parse().expect("128 squares");
    assert_eq!(examine(&wide), Err(SolveError::TooManySquares { size: 128 }));
    let open: Pattern = ["++++++++"; 8].join("/").parse().expect("64 squares");
    assert_eq!(examine(&open), Err(SolveError::TooHard));
}
