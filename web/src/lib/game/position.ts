// Stones on a board as the page needs them: who stands where and who is to move. Rules (wins, forbidden points)
// are the server's; nothing here judges a move.
import type { Opening, PositionRequest, Rule, Side } from '../api/types';
import { joinMoves, PASS, type Move, type Point } from './notation';

/** Stones by point. */
export type Stones = ReadonlyMap<Point, Side>;

/** Free stones that stand before the first move. */
export interface Setup {
  black: readonly Point[];
  white: readonly Point[];
}

/** Everything that makes a position. */
export interface Position {
  size: number;
  rule: Rule;
  opening: Opening;
  setup: Setup;
  first: Side;
  moves: readonly Move[];
}

/** The other side. */
export function other(side: Side): Side {
  return side === 'black' ? 'white' : 'black';
}

/** Who plays the move with this index (0 is the first). */
export function sideAt(first: Side, index: number): Side {
  return index % 2 === 0 ? first : other(first);
}

/** The stones after all moves. */
export function stonesOf(position: Position): Stones {
  const stones = new Map<Point, Side>();
  for (const p of position.setup.black) stones.set(p, 'black');
  for (const p of position.setup.white) stones.set(p, 'white');
  position.moves.forEach((move, i) => {
    if (move !== PASS) stones.set(move, sideAt(position.first, i));
  });
  return stones;
}

/** Who is to move. */
export function toMove(position: Position): Side {
  return sideAt(position.first, position.moves.length);
}

/** The position as the server takes it; the short form where there are no free stones. */
export function request(position: Position): PositionRequest {
  const { size, rule, opening, setup, first } = position;
  const moves = joinMoves(position.moves);
  const head = opening === 'free' ? { size, rule } : { size, rule, opening };
  if (setup.black.length === 0 && setup.white.length === 0 && first === 'black') return { ...head, moves };
  return { ...head, black: [...setup.black], white: [...setup.white], first, moves };
}

/** The position with more moves played. */
export function extend(position: Position, moves: readonly Move[]): Position {
  return { ...position, moves: [...position.moves, ...moves] };
}

/** A text that is the same for equal positions reached by the same moves. */
export function keyOf(position: Position): string {
  const { size, rule, opening, setup, first } = position;
  return `${size}${rule}${opening}|${setup.black.join('')}|${setup.white.join('')}|${first}|${joinMoves(position.moves)}`;
}
