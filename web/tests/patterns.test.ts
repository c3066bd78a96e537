// The pattern codec against random grids, and what is drawn of a report.
import { expect, test } from 'vitest';
import {
  emptyGrid, exchanged, formatPattern, MAX_SIDE, nextCell, parsePattern, resized, squareCount, withCell, type Cell, type Grid,
} from '../src/lib/patterns/codec';
import { boardShown, squareAt } from '../src/lib/patterns/layers';
import { PRESETS } from '../src/lib/patterns/presets';
import { roles, spokenNames, type PatternReport } from '../src/lib/patterns/report';
import { dice } from './random';

const CELLS: Cell[] = ['+', 'X', 'O', '.'];

function randomGrid(seed: number): Grid {
  const roll = dice(seed);
  const [rows, columns] = [1 + roll(8), 1 + roll(10)];
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => CELLS[roll(4)]!));
}

/** The squares that are inside, by place: what a drawing means. */
function meaning(grid: Grid): string {
  return grid.flatMap((row, r) => row.map((cell, c) => (cell === '.' ? '' : `${r},${c}${cell} `))).join('');
}

function read(text: string): Grid {
  const parsed = parsePattern(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return parsed.grid;
}

test('text to grid and back keeps every square at its place', () => {
  for (let seed = 0; seed < 500; seed++) {
    const grid = randomGrid(seed);
    if (squareCount(grid) === 0) continue;
    const again = read(formatPattern(grid));
    expect(meaning(again)).toBe(meaning(grid));
    expect(formatPattern(again)).toBe(formatPattern(grid));
    expect(new Set(again.map((row) => row.length)).size).toBe(1);
  }
});

test('all spellings of the command are read', () => {
  expect(read('x0o+. X\r\n+')).toEqual([['X', 'O', 'O', '+', '.', '.', 'X'], ['+', '.', '.', '.', '.', '.', '.']]);
  expect(formatPattern(read('++XXX++'))).toBe('++XXX++');
  expect(formatPattern(read('./+X/'))).toBe('/+X');
  for (const { text } of PRESETS) expect(formatPattern(read(text))).toBe(text);
});

test('what is no drawing is refused with its place', () => {
  expect(parsePattern('++a')).toEqual({ ok: false, problem: { kind: 'character', text: 'a', at: 3 } });
  expect(parsePattern('+\u{1F600}')).toMatchObject({ problem: { kind: 'character', at: 2 } });
  for (const text of ['', '...', ' / / ']) expect(parsePattern(text)).toEqual({ ok: false, problem: { kind: 'empty' } });
  for (const text of ['+'.repeat(MAX_SIDE + 1), '+/'.repeat(MAX_SIDE) + '+']) expect(parsePattern(text)).toEqual({ ok: false, problem: { kind: 'large' } });
  expect(parsePattern('+'.repeat(MAX_SIDE)).ok).toBe(true);
  expect(parsePattern('toString')).toMatchObject({ ok: false });
});

test('editing: cycle of four, one square at a time, sizes within bounds, colours exchanged twice are the same', () => {
  for (const cell of CELLS) expect(nextCell(nextCell(nextCell(nextCell(cell))))).toBe(cell);
  expect(new Set(CELLS.map(nextCell)).size).toBe(4);
  for (let seed = 0; seed < 100; seed++) {
    const grid = randomGrid(seed);
    expect(exchanged(exchanged(grid))).toEqual(grid);
    const changed = withCell(grid, 0, 0, nextCell(grid[0]![0]!));
    expect(changed.flat().filter((cell, i) => cell !== grid.flat()[i])).toHaveLength(1);
    expect(resized(resized(grid, grid.length + 2, grid[0]!.length + 3), grid.length, grid[0]!.length)).toEqual(grid);
  }
  expect(resized(emptyGrid(1, 1), 0, 999)).toEqual(emptyGrid(1, MAX_SIDE));
});

const REPORT: PatternReport = {
  kind: 'threat', steps: 2, triggers: [[0, 0], [0, 4]], defence: [], defences: [{ trigger: [0, 0], squares: [[0, 4]], steps: 1 }],
  names: ['S3'], minimal: true, irrational: false, impossible: false, owner: 'X', size: 5, fastest_triggers: [[0, 0]],
  symbol: 'T2', defence_size: 1, contains: ['S3'], blocks: [0, 0, 1, 0, 0], decomposition: [],
};

test('roles: all triggers, or one trigger with its own defence', () => {
  expect(roles(null, null).size).toBe(0);
  const all = roles(REPORT, null);
  expect([...all.get('0,0')!].sort()).toEqual(['fastest', 'trigger']);
  expect([...all.get('0,4')!]).toEqual(['trigger']);
  const one = roles(REPORT, [0, 0]);
  expect([...one.get('0,4')!]).toEqual(['defence']);
  expect(roles(REPORT, [0, 4])).toEqual(all);
});

test('of several crosses only the strongest is said', () => {
  expect(spokenNames(['C43d', 'C43', 'S4'])).toEqual(['C43d', 'S4']);
  expect(spokenNames(['D4', 'C44'])).toEqual(['D4', 'C44']);
});

test('on the big board each square of a pattern is where a click finds it', () => {
  for (let seed = 0; seed < 100; seed++) {
    const grid = randomGrid(seed);
    const shown = boardShown(grid, new Map(), { trigger: 't', defence: 'd' })!;
    const area = shown.layers.find((layer) => layer.kind === 'area');
    const points = area?.kind === 'area' ? area.points : [];
    expect(points).toHaveLength(squareCount(grid));
    for (const point of points) {
      const [row, column] = squareAt(grid, point)!;
      const cell = grid[row]![column];
      expect(shown.stones.get(point)).toBe(cell === 'X' ? 'black' : cell === 'O' ? 'white' : undefined);
      expect(cell).not.toBe('.');
    }
  }
  expect(boardShown(emptyGrid(1, 23), new Map(), { trigger: '', defence: '' })).toBeNull();
  expect(squareAt(emptyGrid(1, 23), 'a1')).toBeNull();
  expect(squareAt(emptyGrid(1, 5), 'a1')).toBeNull();
});
