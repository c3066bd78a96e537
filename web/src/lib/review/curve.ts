// What the evaluation graph draws, as plain numbers: Black's win rate after each ply, marks of faults, and stretches
// in which a win is proven.
import type { Review, ReviewedMove, Side } from '../api/types';
import { other } from '../game/position';
import { isFault } from './grades';

/** The curve: index 0 is the start, index n after ply n; null where nothing is known yet. */
export function curve(
  plies: number, moves: readonly ReviewedMove[], whole: Pick<Review, 'start' | 'graph'> | null,
): (number | null)[] {
  const values: (number | null)[] = Array.from({ length: plies + 1 }, () => null);
  for (const move of moves) {
    if (move.ply < 1 || move.ply > plies) continue;
    const black = (rate: number): number => (move.side === 'black' ? rate : 1 - rate);
    values[move.ply] = black(move.winrate_after);
    if (move.ply === 1) values[0] = black(move.winrate_before);
  }
  [whole?.start, ...(whole?.graph ?? [])].forEach((value, i) => {
    if (i <= plies && typeof value === 'number') values[i] = value;
  });
  return values.map((value) => (value === null ? null : Math.min(1, Math.max(0, value))));
}

/** Plies whose move was an inaccuracy or worse. */
export function faults(moves: readonly ReviewedMove[]): ReviewedMove[] {
  return moves.filter((move) => isFault(move.grade)).sort((a, b) => a.ply - b.ply);
}

/** A stretch of plies, both ends included, in which a side's win is proven. */
export interface Stretch {
  side: Side;
  from: number;
  to: number;
}

/**
 * The proven stretches. Before a move with `missed` its side had a proven win: that counts for the position before it.
 * After a move with `lost` the other side has one. So has the mover after a move that is certain to win and is met by a
 * move that loses by proof too: the win was never out of hand. Neighbouring positions with the same winner are one stretch.
 */
export function provenStretches(moves: readonly ReviewedMove[]): Stretch[] {
  const proven = new Map<number, Side>();
  for (const move of moves) {
    if (move.missed) proven.set(move.ply - 1, move.side);
    if (move.lost) proven.set(move.ply, other(move.side));
  }
  for (const { ply, side, winrate_after } of moves) {
    const isHeld = proven.get(ply - 1) === side && proven.get(ply + 1) === side;
    if (isHeld && winrate_after >= 1 && !proven.has(ply)) proven.set(ply, side);
  }
  const stretches: Stretch[] = [];
  for (const [ply, side] of [...proven].sort(([a], [b]) => a - b)) {
    const last = stretches.at(-1);
    if (last && last.side === side && last.to === ply - 1) last.to = ply;
    else stretches.push({ side, from: ply, to: ply });
  }
  return stretches;
}

/** Where a drawn stretch begins and ends: half a ply on either side, inside the graph. */
export function stretchEnds(stretch: Stretch, plies: number): [number, number] {
  return [Math.max(0, stretch.from - 0.5), Math.min(plies, stretch.to + 0.5)];
}

/** The moves of a review in the order of the game; a later word about a ply replaces an earlier one. */
export function withMove(moves: readonly ReviewedMove[], move: ReviewedMove): readonly ReviewedMove[] {
  return [...moves.filter((it) => it.ply !== move.ply), move].sort((a, b) => a.ply - b.ply);
}

/** Missed and allowed wins worth telling, in the order of the game. */
export function missedWins(review: Pick<Review, 'moves'>): ReviewedMove[] {
  return review.moves.filter((move) => move.missed !== null).sort((a, b) => a.ply - b.ply);
}
