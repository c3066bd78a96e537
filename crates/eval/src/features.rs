//! What the tables see of a position, as numbers of rows: what a fit works with.
//!
//! The value is linear in these counts, so whoever has them and the weights has the value, without the incremental sum.

use crate::tables::threats;
use crate::weights::{CLASSES, CROSSINGS, LINES, crossing_rows};
use tengen_core::board::{Board, PointClasses, PotentialLine};
use tengen_core::rule::RuleType;
use tengen_core::{Colour, Point};

/// Rows of a table of lines.
pub const LINE_ROWS: usize = LINES * LINES;
/// Rows of a table of points.
pub const CLASS_ROWS: usize = CLASSES * CLASSES;
/// Rows of a table of crossings: the own ones, then the other side's.
pub const CROSSING_ROWS: usize = 2 * CROSSINGS;

/// The row of a line through an empty point, from one side's view.
#[inline]
pub fn line_row(line: PotentialLine, side: Colour) -> usize {
    usize::from(line.shape(side)) * LINES + usize::from(line.shape(side.opponent()))
}

/// The row of an empty point, from one side's view.
#[inline]
pub fn class_row(classes: PointClasses, side: Colour) -> usize {
    let codes = classes.codes().map(usize::from);
    codes[side.index()] * CLASSES + codes[side.opponent().index()]
}

/// The rows of an empty point: its lines and itself.
#[inline]
pub fn point_rows<R: RuleType>(board: &Board<R>, p: Point, side: Colour) -> ([usize; 4], usize) {
    (board.potentials(p).map(|line| line_row(line, side)), class_row(board.classes(p), side))
}

/// How often each row is seen, from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// By [`line_row`].
    pub lines: [u16; LINE_ROWS],
    /// By [`class_row`].
    pub classes: [u16; CLASS_ROWS],
    /// The rows of what crosses in points, each as often as it is seen; the other side's come after all own ones.
    pub crossings: Vec<usize>,
    /// The set of threats: [`threats`].
    pub threats: usize,
}

impl Counts {
    /// What is seen of a board.
    pub fn of<R: RuleType>(board: &Board<R>) -> Self {
        let mut counts = Self {
            lines: [0; LINE_ROWS],
            classes: [0; CLASS_ROWS],
            crossings: Vec::new(),
            threats: threats(board),
        };
        let us = board.to_move();
        for p in board.empties() {
            let (lines, class) = point_rows(board, p, us);
            for line in lines {
                counts.lines[line] += 1;
            }
            counts.classes[class] += 1;
            let crossings = board.crossings(p);
            for (first, side) in [(0, us), (CROSSINGS, us.opponent())] {
                let row = usize::from(crossing_rows()[usize::from(crossings[side.index()].code())]);
                if row > 0 {
                    counts.crossings.push(first + row);
                }
            }
        }
        counts
    }
}
