//! Renju's forbidden points on the board.

use super::Board;
use crate::colour::Colour;
use crate::geometry::Point;
use crate::referee::Foul;
use crate::rule::RuleType;

impl<R: RuleType> Board<R> {
    /// Why Black may not play on the empty point, or `None` if Black may. Always `None` under rules without
    /// fouls.
    pub fn foul(&self, p: Point) -> Option<Foul> {
        if R::HAS_FOULS { self.grid().foul(p) } else { None }
    }

    /// Whether `side` may put a stone on the point: it is empty, and not forbidden.
    pub fn is_legal(&self, p: Point, side: Colour) -> bool {
        self.is_empty(p) && (side == Colour::White || self.foul(p).is_none())
    }
}
