// Drawn patterns as text and as a grid. The text is that of `tengen pattern`: `+` empty, `X` and `O` stones, `.` or a
// space no square, `/` or a new line the next row.

export type Cell = '+' | 'X' | 'O' | '.';
/** Rows of equal length; at least one row and one column. */
export type Grid = readonly (readonly Cell[])[];

/** The server's limit for either side of a drawing. */
export const MAX_SIDE = 64;
/** The squares that the laboratory solves at most. */
export const MAX_SQUARES = 64;

export type CodecProblem = { kind: 'character'; text: string; at: number } | { kind: 'large' } | { kind: 'empty' };
export type Parsed = { ok: true; grid: Grid } | { ok: false; problem: CodecProblem };

const CELLS: Record<string, Cell> = { '+': '+', X: 'X', x: 'X', O: 'O', o: 'O', '0': 'O', '.': '.', ' ': '.' };

/** Reads a drawing; short rows are filled with what is outside. */
export function parsePattern(text: string): Parsed {
  const rows: Cell[][] = [[]];
  const body = text.replace(/\r\n?/g, '\n').replace(/[\n/]+$/, '');
  for (const [i, character] of [...body].entries()) {
    if (character === '/' || character === '\n') {
      rows.push([]);
      continue;
    }
    const cell = Object.hasOwn(CELLS, character) ? CELLS[character] : undefined;
    if (!cell) return { ok: false, problem: { kind: 'character', text: character, at: i + 1 } };
    rows.at(-1)!.push(cell);
  }
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length > MAX_SIDE || width > MAX_SIDE) return { ok: false, problem: { kind: 'large' } };
  if (!rows.some((row) => row.some((cell) => cell !== '.'))) return { ok: false, problem: { kind: 'empty' } };
  return { ok: true, grid: rows.map((row) => [...row, ...Array<Cell>(width - row.length).fill('.')]) };
}

/** Writes a grid; what is outside at the end of a row is left out, and rows at the end that are wholly outside too. */
export function formatPattern(grid: Grid): string {
  const rows = grid.map((row) => row.join('').replace(/\.+$/, ''));
  return rows.join('/').replace(/\/+$/, '');
}

/** A grid of empty squares. */
export function emptyGrid(rows: number, columns: number): Grid {
  return Array.from({ length: rows }, () => Array<Cell>(columns).fill('+'));
}

/** The grid with one square changed. */
export function withCell(grid: Grid, row: number, column: number, cell: Cell): Grid {
  return grid.map((cells, r) => (r === row ? cells.map((old, c) => (c === column ? cell : old)) : cells));
}

/** The grid in another size: cut, or filled with empty squares, at the bottom and at the right. */
export function resized(grid: Grid, rows: number, columns: number): Grid {
  const clamp = (n: number): number => Math.min(MAX_SIDE, Math.max(1, n));
  return Array.from({ length: clamp(rows) }, (_, r) => Array.from({ length: clamp(columns) }, (_, c) => grid[r]?.[c] ?? '+'));
}

/** The colours exchanged. */
export function exchanged(grid: Grid): Grid {
  return grid.map((row) => row.map((cell) => (cell === 'X' ? 'O' : cell === 'O' ? 'X' : cell)));
}

const NEXT: Record<Cell, Cell> = { '+': 'X', X: 'O', O: '.', '.': '+' };

/** What a click makes of a square. */
export function nextCell(cell: Cell): Cell {
  return NEXT[cell];
}

/** How many squares a pattern has. */
export function squareCount(grid: Grid): number {
  return grid.flat().filter((cell) => cell !== '.').length;
}
