//! A second referee for renju's fouls, to hold the first to account: no runs and no completing stones, only
//! templates laid along the lines, and the recursion for threes. The recursion can be cut short, which
//! shows how deeply a position is nested.

use tengen_core::{Colour, Direction, Foul, Grid, Point};

const REACH: usize = 5;
const SQUARES: usize = 2 * REACH + 1;

/// `X` a black stone, `.` an empty square, `-` anything but a black stone.
const FIVE: &str = "-XXXXX-";
const SIX: &str = "XXXXXX";
const FOURS: [&str; 5] = ["-.XXXX-", "-X.XXX-", "-XX.XX-", "-XXX.X-", "-XXXX.-"];
/// The inner hole is where a stone makes a straight four.
const THREES: [&str; 4] = ["-..XXX.-", "-.X.XX.-", "-.XX.X.-", "-.XXX..-"];

/// How often a three's point may be asked whether it is forbidden itself.
#[derive(Clone, Copy)]
pub(crate) enum Questions {
    AsManyAsItTakes,
    AtMost(usize),
}

impl Questions {
    /// What is left after one more, or `None` if there is none to ask.
    fn ask(self) -> Option<Self> {
        match self {
            Self::AsManyAsItTakes => Some(self),
            Self::AtMost(count) => count.checked_sub(1).map(Self::AtMost),
        }
    }
}

/// Why Black may not play on the empty point.
pub(crate) fn foul(grid: &Grid, p: Point, questions: Questions) -> Option<Foul> {
    let lines = Direction::ALL.map(|direction| Line::through(grid, p, direction));
    if lines.iter().any(|line| line.has(FIVE)) {
        return None;
    }
    if lines.iter().any(|line| line.has(SIX)) {
        return Some(Foul::Overline);
    }
    if lines.iter().map(Line::fours).sum::<usize>() >= 2 {
        return Some(Foul::DoubleFour);
    }
    let mut next = grid.clone();
    next.set(p, Some(Colour::Black));
    let is_playable = |u: Point| {
        let makes_five = Direction::ALL.into_iter().any(|d| Line::through(&next, u, d).has(FIVE));
        !makes_five && questions.ask().is_none_or(|rest| foul(&next, u, rest).is_none())
    };
    let threes = lines.iter().filter(|line| line.straight_fours().any(is_playable)).count();
    (threes >= 2).then_some(Foul::DoubleThree)
}

/// The squares around a point, as if Black had played there.
struct Line {
    squares: [u8; SQUARES],
    points: [Option<Point>; SQUARES],
}

impl Line {
    fn through(grid: &Grid, p: Point, direction: Direction) -> Self {
        let points: [Option<Point>; SQUARES] =
            std::array::from_fn(|i| p.step(direction, i as i32 - REACH as i32, grid.size()));
        let mut squares = points.map(|point| match point.map(|q| grid.get(q)) {
            None => b'#',
            Some(None) => b'.',
            Some(Some(Colour::Black)) => b'X',
            Some(Some(Colour::White)) => b'O',
        });
        squares[REACH] = b'X';
        Self { squares, points }
    }

    /// Where the template fits with one of its stones on the point.
    fn fits(&self, template: &'static str) -> impl Iterator<Item = usize> {
        (0..=SQUARES - template.len()).filter(move |start| {
            let fits = |(square, sign): (&u8, u8)| match sign {
                b'-' => *square != b'X',
                _ => *square == sign,
            };
            let holds_point =
                REACH.checked_sub(*start).and_then(|i| template.as_bytes().get(i)) == Some(&b'X');
            holds_point && self.squares[*start..].iter().zip(template.bytes()).all(fits)
        })
    }

    fn has(&self, template: &'static str) -> bool {
        self.fits(template).next().is_some()
    }

    /// Number of fours: different sets of four stones.
    fn fours(&self) -> usize {
        let mut fours: Vec<Vec<usize>> = Vec::new();
        for template in FOURS {
            let stones = template.bytes().enumerate().filter(|(_, sign)| *sign == b'X').map(|(i, _)| i);
            fours.extend(self.fits(template).map(|start| stones.clone().map(|i| start + i).collect()));
        }
        fours.sort();
        fours.dedup();
        fours.len()
    }

    /// The points that make a straight four of a three.
    fn straight_fours(&self) -> impl Iterator<Item = Point> {
        THREES.into_iter().flat_map(move |template| {
            let hole = 2 + template[2..6].find('.').expect("every template has an inner hole");
            self.fits(template).filter_map(move |start| self.points[start + hole])
        })
    }
}
