//! A board from scratch: every entry looked up, every point classed, every set and counter filled. Slow
//! and plain; what the incremental board is compared with.

use super::{
    BORDER, Board, CLASSES, Changes, Cpu, Dilation, Frames, Planes, PointSet, candidates, update, zobrist,
};
use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, Size};
use crate::pattern::Tables;
use crate::pattern::table::WALL;
use crate::rule::RuleType;
use std::marker::PhantomData;

/// The board with these stones.
pub(super) fn scanned<R: RuleType>(
    size: Size,
    dilation: Dilation,
    stones: [PointSet; 2],
    to_move: Colour,
) -> Board<R> {
    let playable = PointSet::full(size);
    let mut board = Board {
        tables: Tables::of(R::RULE),
        cpu: Cpu::detect(),
        size,
        dilation,
        to_move,
        winner: None,
        hash: zobrist::empty_board(R::RULE, size),
        keys: line_keys(&playable, &stones),
        lines: [0; BORDER + FRAME + BORDER],
        classes: [0; FRAME],
        counts: [[0; CLASSES]; 2],
        planes: Planes::EMPTY,
        stones,
        playable,
        near: PointSet::EMPTY,
        stencil: dilation.stencil_ref(),
        changes: Changes::new(),
        frames: Frames::new(),
        rule: PhantomData,
    };
    if to_move == Colour::White {
        board.hash ^= zobrist::WHITE_TO_MOVE;
    }
    for colour in Colour::BOTH {
        for p in stones[colour.index()] {
            board.hash ^= zobrist::stone(colour, p.index());
            for side in Colour::BOTH {
                board.counts[side.index()][0] += 1;
            }
            candidates::stamp(&mut board.near, board.stencil, p.index());
        }
    }
    for p in board.empties() {
        for direction in Direction::ALL {
            let entry = board.tables.line[board.line_key(p, direction)];
            board.lines[BORDER + p.index()] |= u32::from(entry) << (8 * direction as u32);
        }
        for side in Colour::BOTH {
            let class = board.tables.point_class(board.lines(p, side), side);
            board.classes[p.index()] |= u16::from(class.code()) << (8 * side.index());
            board.counts[side.index()][class as usize] += 1;
        }
        board.planes.shift(p.index(), board.classes[p.index()]);
    }
    board
}

fn line_keys(playable: &PointSet, stones: &[PointSet; 2]) -> [[u64; 64]; 4] {
    // All wall at first.
    let mut keys = [[u64::MAX; 64]; 4];
    for p in playable {
        let code = u64::from(stones[0].contains(p)) + 2 * u64::from(stones[1].contains(p));
        for (key, (line, square)) in keys.iter_mut().zip(update::places(p.index())) {
            key[line] ^= (code ^ WALL) << (2 * square);
        }
    }
    keys
}
