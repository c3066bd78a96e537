// A pattern in the middle of the big board, as long as it fits.
import type { Side } from '../api/types';
import type { Layer, Mark } from '../board/layers';
import { placeOf, pointName, type Point } from '../game/notation';
import type { Shown } from '../state/board.svelte';
import type { Grid } from './codec';
import type { Role, Square } from './report';

const SMALLEST = 15;
const LARGEST = 22;

/** The board for a grid and the place of its first square, or null when the grid is too large for any board. */
function placing(grid: Grid): { size: number; left: number; top: number } | null {
  const [rows, columns] = [grid.length, grid[0]?.length ?? 0];
  const size = Math.max(SMALLEST, rows, columns);
  if (size > LARGEST) return null;
  return { size, left: Math.floor((size - columns) / 2), top: Math.floor((size - rows) / 2) };
}

/** The square of the grid under a point of the board. */
export function squareAt(grid: Grid, point: Point): Square | null {
  const where = placing(grid);
  const place = where && placeOf(point, where.size);
  if (!where || !place) return null;
  const [row, column] = [place.y - where.top, place.x - where.left];
  return grid[row]?.[column] === undefined ? null : [row, column];
}

/** The pattern on the board, its triggers as circles and its defences as squares. */
export function boardShown(
  grid: Grid, roles: ReadonlyMap<string, ReadonlySet<Role>>, words: { trigger: string; defence: string },
): Shown | null {
  const where = placing(grid);
  if (!where) return null;
  const stones = new Map<Point, Side>();
  const squares: Point[] = [];
  const marks: Mark[] = [];
  grid.forEach((cells, row) => cells.forEach((cell, column) => {
    const point = pointName(where.left + column, where.top + row, where.size);
    if (cell === '.') return;
    squares.push(point);
    if (cell !== '+') stones.set(point, cell === 'X' ? 'black' : 'white');
    const has = roles.get(`${row},${column}`);
    if (has?.has('trigger') || has?.has('fastest')) marks.push({ point, shape: 'circle', tone: 'accent', title: words.trigger });
    if (has?.has('defence')) marks.push({ point, shape: 'square', tone: 'bad', title: words.defence });
  }));
  const layers: Layer[] = [{ kind: 'area', points: squares, tone: 'muted' }, { kind: 'marks', items: marks }];
  return { size: where.size, stones, toMove: 'black', layers };
}
