//! The specification against the paper's examples and against the paper's own procedure.

use super::*;
use LineClass::{
    DoubleFour, DoubleThree, DoubleTwo, Five, Generic, Overline, SimpleFour, SimpleThree, SimpleTwo,
    TwinFour, WeakThree, WeakTwo,
};
use WinCondition::{Caro, CaroStandard, ExactlyFive, ExactlyFiveWithFouls, FiveOrMore};

fn class(text: &str, condition: WinCondition) -> LineClass {
    classify(Window::parse(text).expect("a drawn line"), condition)
}

#[test]
fn the_lines_of_section_4_1_have_their_classes() {
    let examples = [
        ("+0XXXXX00", Five),
        ("+0XXXXXX+", Five),
        ("+0+XXXX+0", DoubleFour),
        ("XXX+X+XXX", DoubleFour),
        ("+0+XXXX00", SimpleFour),
        ("XXXOX+XXX", SimpleFour),
        ("+++XXX++0", DoubleThree),
        ("++XXX+++0", DoubleThree),
        ("+0+XXX++0", WeakThree),
        ("0+XXX+++0", WeakThree),
        ("+0+XXX+00", SimpleThree),
        ("00XXX+++0", SimpleThree),
        ("++++XX++0", DoubleTwo),
        ("0++XX+++0", DoubleTwo),
        ("+0++XX++0", WeakTwo),
        ("0++XX++00", WeakTwo),
        ("+0++XX+00", SimpleTwo),
        ("00+XX++00", SimpleTwo),
        ("++++X++++", Generic),
    ];
    for (line, expected) in examples {
        assert_eq!(class(line, FiveOrMore), expected, "{line}");
    }
}

#[test]
fn the_lines_of_section_4_2_have_their_classes() {
    let examples = [
        ("0+XXX++00", WeakThree),
        ("++XXX++++", DoubleThree),
        ("0+XXXX+00", DoubleFour),
        ("00XXX+XX0", SimpleFour),
        ("X+XXXX+XX", DoubleFour),
        ("0XXX+XXX0", Five),
        ("0++XXX+00", WeakThree),
        ("XX++X++XX", SimpleThree),
        ("0+0XXX++X", SimpleThree),
        ("0++XXX++X", DoubleThree),
    ];
    for (line, expected) in examples {
        // The paper draws `0XXX+XXX0` with an empty centre; as a potential line its centre is a stone.
        assert_eq!(class(line, FiveOrMore), expected, "{line}");
    }
}

#[test]
fn exactly_five_is_not_six() {
    assert_eq!(class("#+XXXXXX+##", ExactlyFive), Overline);
    assert_eq!(class("#+XXXXXX+##", FiveOrMore), Five);
    // One end of the open four would make six: a simple four is left.
    assert_eq!(class("#X+XXXX+###", ExactlyFive), SimpleFour);
    assert_eq!(class("#X+XXXX+###", FiveOrMore), DoubleFour);
    // The gap makes six and nothing else: no four at all.
    assert_eq!(class("###XXX+XX##", ExactlyFive), Generic);
    assert_eq!(class("#OXXXXX+O##", ExactlyFive), Five);
}

#[test]
fn a_pseudo_line_looks_stronger_than_it_is() {
    let is = |text: &str, condition| is_pseudo(Window::parse(text).unwrap(), condition);
    assert!(is("###XXX+XX##", ExactlyFive));
    assert!(!is("##XXXX+####", ExactlyFive));
    // A three for freestyle; for renju's Black the stone between makes two fours, not a straight four.
    assert!(is("#X+X+X+X###", ExactlyFiveWithFouls));
    assert!(!is("#X+X+X+X###", ExactlyFive));
    assert!(is("##OXXXX+O##", Caro));
    assert!(!is("##OXXXX+O##", FiveOrMore));
}

#[test]
fn renju_tells_the_straight_four_from_two_fours_in_a_line() {
    assert_eq!(class("##+XXXX+###", ExactlyFiveWithFouls), DoubleFour);
    assert_eq!(class("##X+XXX+X##", ExactlyFiveWithFouls), TwinFour);
    assert_eq!(class("#XXX+X+XXX#", ExactlyFiveWithFouls), TwinFour);
    assert_eq!(class("##XX+XX+XX#", ExactlyFiveWithFouls), TwinFour);
    assert_eq!(class("##XX+XX+XX#", FiveOrMore), DoubleFour);
    // A stone between makes two fours, not a straight four: no three.
    assert_eq!(class("#X+X+X+X###", ExactlyFiveWithFouls), SimpleThree);
    assert_eq!(class("#X+X+X+X###", FiveOrMore), WeakThree);
    assert_eq!(class("#XXXXXX####", ExactlyFiveWithFouls), Overline);
}

#[test]
fn caro_counts_blocked_ends_but_not_the_edge() {
    assert_eq!(class("##OXXXXXO##", Caro), Generic);
    assert_eq!(class("##OXXXXX+##", Caro), Five);
    assert_eq!(class("###XXXXXO##", Caro), Five);
    assert_eq!(class("#OXXXXXXO##", Caro), Five);
    assert_eq!(class("#OXXXXXX+##", CaroStandard), Overline);
    assert_eq!(class("##OXXXXXO##", CaroStandard), Generic);
    // One answer at the open end kills both fives.
    assert_eq!(class("#O+XXXX+O##", Caro), SimpleFour);
    assert_eq!(class("##+XXXX+###", Caro), DoubleFour);
    assert_eq!(class("#O+XXXX++##", Caro), SimpleFour);
    assert_eq!(class("#++XXXX++##", Caro), DoubleFour);
}

#[test]
fn severity_and_ways_are_those_of_the_threat_table() {
    let of = |text: &str| severity_and_ways(Window::parse(text).unwrap(), FiveOrMore);
    assert_eq!(of("++XXXXX++"), (5, 1));
    assert_eq!(of("0++XXXX+0"), (4, 2));
    assert_eq!(of("00+XXXX00"), (4, 1));
    assert_eq!(of("00XXX+X00"), (4, 1));
    assert_eq!(of("0++XXX++0"), (3, 3));
    assert_eq!(of("0+XXX++00"), (3, 2));
    assert_eq!(of("00XXX++00"), (3, 1));
    assert_eq!(of("++++XX+++"), (2, 4));
    assert_eq!(of("00++XX+00"), (2, 1));
    assert_eq!(of("++++X++++"), (1, 5));
    assert_eq!(of("0+++X+000"), (1, 1));
    assert_eq!(of("00++X+000"), (0, 0));
}

/// Section 4.2 word for word: G, N and the tracker vectors of the pairs of blocks of degree G.
fn by_trackers(window: Window) -> LineClass {
    let blocks: Vec<Block> = window.blocks(FiveOrMore).collect();
    let g = blocks.iter().map(|b| b.degree()).max().unwrap_or(0);
    let best: Vec<Block> = blocks.into_iter().filter(|b| b.degree() == g).collect();
    let mut pairs = Vec::new();
    for (i, a) in best.iter().enumerate() {
        pairs.extend(best[i + 1..].iter().map(|b| (a.empty & b.empty, a.empty ^ b.empty)));
    }
    match g {
        5 => Five,
        4 if pairs.iter().any(|(_, ones)| ones.count_ones() == 2) => DoubleFour,
        4 => SimpleFour,
        3 => {
            let attacks =
                pairs.iter().filter(|(twos, ones)| (twos.count_ones(), ones.count_ones()) == (1, 2));
            match attacks.map(|(twos, ones)| twos | ones).reduce(|a, b| a & b) {
                None => SimpleThree,
                Some(defence) if defence.count_ones() == 3 => WeakThree,
                Some(defence) => {
                    assert_ne!(defence, 0, "a line of threes that is a victory: {window:?}");
                    DoubleThree
                }
            }
        }
        2 if best.len() == 1 => SimpleTwo,
        2 => {
            let filled: Vec<LineClass> =
                bits(window.empty).map(|bit| by_trackers(window.with_own(bit))).collect();
            if filled.contains(&DoubleThree) {
                DoubleTwo
            } else if filled.contains(&WeakThree) {
                WeakTwo
            } else {
                SimpleTwo
            }
        }
        _ => Generic,
    }
}

/// Every line of nine squares with an own stone in the centre.
fn for_every_nine_squares(mut check: impl FnMut(Window)) {
    let inner: Vec<u16> = (1..=9).filter(|i| *i != WIDEST).map(|i| 1 << i).collect();
    for code in 0..3_u32.pow(8) {
        let mut window = Window { own: CENTRE, empty: 0, foe: 0 };
        let mut rest = code;
        for bit in &inner {
            match rest % 3 {
                0 => window.empty |= bit,
                1 => window.own |= bit,
                _ => window.foe |= bit,
            }
            rest /= 3;
        }
        check(window);
    }
}

#[test]
fn the_definitions_agree_with_the_tracker_vectors_on_every_line() {
    for_every_nine_squares(|window| {
        assert_eq!(classify(window, FiveOrMore), by_trackers(window), "{window:?}");
    });
}

#[test]
fn severity_and_ways_follow_from_the_class_and_equal_the_rotated_board() {
    for_every_nine_squares(|window| {
        let (severity, ways) = severity_and_ways(window, FiveOrMore);
        let expected: &[(u8, u8)] = match classify(window, FiveOrMore) {
            Five => &[(5, 1)],
            DoubleFour => &[(4, 2)],
            SimpleFour => &[(4, 1)],
            DoubleThree => &[(3, 3), (3, 2)],
            WeakThree => &[(3, 2)],
            SimpleThree => &[(3, 1)],
            DoubleTwo => &[(2, 4), (2, 3), (2, 2)],
            WeakTwo => &[(2, 3), (2, 2)],
            SimpleTwo => &[(2, 1), (2, 2), (2, 3)],
            _ => &[(0, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5)],
        };
        assert!(expected.contains(&(severity, ways)), "{window:?} {severity} {ways}");
        let around = |mask: u16| (mask >> 1 & 0xF) | (mask >> 6 & 0xF) << 4;
        let key = around(window.own) << 8 | around(window.foe);
        let threat = crate::rotated::Threat::classify(crate::rotated::LineKey::new(key));
        assert_eq!((threat.severity(), threat.ways()), (severity, ways), "{window:?}");
    });
}
