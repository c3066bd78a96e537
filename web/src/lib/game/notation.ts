// Names of points and strings of moves. A point is its name everywhere in the page (`h8`: column letter from the
// left with none skipped, row 1 at the bottom); only the board turns names into places.

/** A point by name, e.g. `h8`. */
export type Point = string;
/** A point or a pass (`--`). */
export type Move = string;

/** How a pass is written. */
export const PASS: Move = '--';
/** The smallest and the largest board. */
export const MIN_SIZE = 5;
export const MAX_SIZE = 22;

/** Column from the left and row from the top, both from 0. */
export interface Place {
  x: number;
  y: number;
}

/** The letter of a column, counted from 0. */
export function columnName(x: number): string {
  return String.fromCharCode(97 + x);
}

/** The name of the point at column `x` from the left and row `y` from the top. */
export function pointName(x: number, y: number, size: number): Point {
  return `${columnName(x)}${size - y}`;
}

/** Where a point is, or null when the text is no point of a board of this size. */
export function placeOf(text: string, size: number): Place | null {
  const match = /^([a-v])([1-9]\d?)$/i.exec(text);
  if (!match) return null;
  const x = match[1]!.toLowerCase().charCodeAt(0) - 97;
  const y = size - Number(match[2]);
  return x < size && y >= 0 && y < size ? { x, y } : null;
}

/** The point's name in its one spelling, or null. */
export function parsePoint(text: string, size: number): Point | null {
  const place = placeOf(text.trim(), size);
  return place && pointName(place.x, place.y, size);
}

/** All points of a board, row by row from the top. */
export function allPoints(size: number): Point[] {
  return Array.from({ length: size * size }, (_, i) => pointName(i % size, Math.floor(i / size), size));
}

/** The moves as one string, e.g. `h8i9--`. */
export function joinMoves(moves: readonly Move[]): string {
  return moves.join('');
}

/**
 * Reads a string of moves: names in any case, with spaces, commas or move numbers (`1.`) between them; `--` is a
 * pass. Gives null when anything else is in it.
 */
export function parseMoves(text: string, size: number): Move[] | null {
  const moves: Move[] = [];
  const token = /\s*(?:\d+\.\s*)?(?:(--)|([a-v][1-9]\d?))[\s,]*/iy;
  const body = text.trim();
  while (token.lastIndex < body.length) {
    const match = token.exec(body);
    if (!match) return null;
    const move = match[1] ?? parsePoint(match[2]!, size);
    if (move === null) return null;
    moves.push(move);
  }
  return moves;
}
