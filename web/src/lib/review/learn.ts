// Learning from mistakes as plain data: which positions are asked, what was tried, what comes next.
import type { Review, ReviewedMove, Side } from '../api/types';
import type { Move, Point } from '../game/notation';
import { PASS, placeOf, pointName } from '../game/notation';

/** How a position of the lesson stands. */
export type Result = 'open' | 'found' | 'shown';

export interface Lesson {
  /** The moves of the game that are asked, in order. */
  items: readonly ReviewedMove[];
  results: readonly Result[];
  at: number;
}

/** Whether a move is worth asking: a mistake, a blunder, or a proven win that was not taken. */
export function isLesson(move: ReviewedMove): boolean {
  return move.grade === 'mistake' || move.grade === 'blunder' || (move.missed !== null && move.missed.first !== move.move);
}

/** The positions to ask for a side or for both; those with a better move to find. */
export function lessonMoves(review: Pick<Review, 'moves'>, side: Side | 'both'): ReviewedMove[] {
  return review.moves
    .filter((move) => (side === 'both' || move.side === side) && isLesson(move) && isBetter(move))
    .sort((a, b) => a.ply - b.ply);
}

/** Whether there is another move to find. */
function isBetter(move: ReviewedMove): boolean {
  const solution = solutionOf(move);
  return solution !== move.move && solution !== PASS;
}

/** The move to find: the start of the missed win if there is one, else the best move, else the move itself. */
export function solutionOf(move: ReviewedMove): Move {
  return move.missed?.first ?? move.best ?? move.move;
}

/** How the solution goes on, the move itself first. */
export function solutionLine(move: ReviewedMove): readonly Move[] {
  if (move.missed) return move.missed.line;
  return move.best_line.length > 0 ? move.best_line : [solutionOf(move)];
}

/** A lesson at its first position. */
export function begin(items: readonly ReviewedMove[]): Lesson {
  return { items, results: items.map(() => 'open'), at: 0 };
}

/** Marks the present position; what was shown before does not count as found. */
export function mark(lesson: Lesson, result: Result): Lesson {
  const results = lesson.results.map((old, i) => (i === lesson.at && old === 'open' ? result : old));
  return { ...lesson, results };
}

/** Goes to the next or an earlier position; one past the last is the end. */
export function move(lesson: Lesson, by: number): Lesson {
  return { ...lesson, at: Math.min(lesson.items.length, Math.max(0, lesson.at + by)) };
}

export function isOver(lesson: Lesson): boolean {
  return lesson.at >= lesson.items.length;
}

export function foundCount(lesson: Lesson): number {
  return lesson.results.filter((result) => result === 'found').length;
}

/** The positions that were not found, as a new lesson. */
export function repeat(lesson: Lesson): Lesson {
  return begin(lesson.items.filter((_, i) => lesson.results[i] !== 'found'));
}

/** Points of the part of the board that holds a move; the parts lie side by side, so the move is not always in the middle. */
export function hintArea(point: Point, size: number, part = 5): Point[] {
  const place = placeOf(point, size);
  if (!place) return [];
  const start = (at: number): number => Math.max(0, Math.min(Math.floor(at / part) * part, size - part));
  const [left, top] = [start(place.x), start(place.y)];
  const side = Math.min(part, size);
  return Array.from({ length: side * side }, (_, i) => pointName(left + (i % side), top + Math.floor(i / side), size));
}
