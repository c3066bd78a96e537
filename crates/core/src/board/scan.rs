//! A board from scratch: every entry looked up, every point classed, every set and counter filled. Slow
//! and plain; what the incremental board is compared with.

use super::{
    BORDER, Board, CLASSES, Changes, Cpu, Dilation, Frames, Planes, PointSet, candidates, update, zobrist,
};
use crate::colour::Colour;
use crate::geometry::{Direction, FRAME, STRIDE, Size};
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
    let mut board = Board {
        tables: Tables::of(R::RULE),
        cpu: Cpu::detect(),
        size,
        dilation,
        to_move,
        winner: None,
        hash: zobrist::empty_board(R::RULE, size),
        keys: line_keys(size, &stones),
        lines: [0; BORDER + FRAME + BORDER],
        classes: [0; FRAME],
        counts: [[0; CLASSES]; 2],
        planes: Planes::EMPTY,
        stones,
        playable: PointSet::full(size),
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

fn line_keys(size: Size, stones: &[PointSet; 2]) -> [[u64; 64]; 4] {
    let mut keys = [[0; 64]; 4];
    let playable = PointSet::full(size);
    for index in 0..FRAME {
        let is_in = |set: &PointSet| set.rows[index / STRIDE] >> (index % STRIDE) & 1 != 0;
        let code = if is_in(&playable) {
            u64::from(is_in(&stones[0])) + 2 * u64::from(is_in(&stones[1]))
        } else {
            WALL
        };
        for (direction, (line, square)) in update::places(index).into_iter().enumerate() {
            keys[direction][line] |= code << (2 * square);
        }
    }
    keys
}
