//! Boards drawn as text, with a mark on the point that the test asks about.

use tengen_core::notation::parse_diagram;
use tengen_core::{Grid, Point};

/// The board of a diagram, and the point marked `*`, which is empty.
pub(crate) fn drawn(diagram: &str) -> (Grid, Point) {
    let grid = parse_diagram(diagram).expect("a drawn board");
    let squares = diagram.chars().filter(|sign| !sign.is_whitespace());
    let marked: Vec<Point> =
        grid.size().points().zip(squares).filter(|(_, sign)| *sign == '*').map(|(p, _)| p).collect();
    assert_eq!(marked.len(), 1, "one point is marked in\n{diagram}");
    (grid, marked[0])
}
