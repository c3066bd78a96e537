//! Walking the tree of a record without recursion: a line of a million moves must not overflow the stack.

use tengen_core::record::NodeId;
use tengen_core::{Colour, GameRecord};

/// One node of the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) id: NodeId,
    /// Moves from the root to here.
    pub(crate) ply: usize,
    /// Whether another child of the same parent follows.
    pub(crate) has_sibling: bool,
}

/// Every node from the root, each before its children, children in order.
pub(crate) fn preorder(record: &GameRecord) -> Vec<Visit> {
    let mut visits = Vec::with_capacity(record.node_count());
    let mut pending = vec![Visit { id: NodeId::ROOT, ply: 0, has_sibling: false }];
    while let Some(visit) = pending.pop() {
        visits.push(visit);
        let children = record.node(visit.id).children();
        for (i, id) in children.iter().enumerate().rev() {
            pending.push(Visit { id: *id, ply: visit.ply + 1, has_sibling: i + 1 < children.len() });
        }
    }
    visits
}

/// Who makes the move with this number (from 1; 0 = the root) when `first` makes move 1.
pub(crate) fn mover(first: Colour, ply: usize) -> Colour {
    if ply.is_multiple_of(2) { first.opponent() } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::{Move, Size};

    #[test]
    fn the_walk_is_parent_first_and_in_order() {
        let mut record = GameRecord::new(Size::FIFTEEN);
        let a = record.append(NodeId::ROOT, Move::Pass);
        let b = record.append(NodeId::ROOT, Move::Pass);
        let a1 = record.append(a, Move::Pass);
        let visits = preorder(&record);
        assert_eq!(visits.iter().map(|v| v.id).collect::<Vec<_>>(), [NodeId::ROOT, a, a1, b]);
        assert_eq!(visits.iter().map(|v| v.ply).collect::<Vec<_>>(), [0, 1, 2, 1]);
        assert!(visits[1].has_sibling && !visits[3].has_sibling);
    }
}
