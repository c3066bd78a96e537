// The small pure modules: typing, clocks, drawing, layout, numbers in words, storage.
import { describe, expect, test } from 'vitest';
import { analysisLayers, candidateText } from '../src/lib/analyse/drawing';
import type { InfoEvent, Threat } from '../src/lib/api/types';
import { ghostLine, layersOf, wordsAt } from '../src/lib/board/layers';
import { stars } from '../src/lib/board/geometry';
import { clockRequest, flagged, leftAt, newClocks, press, run } from '../src/lib/game/clock';
import { allPoints } from '../src/lib/game/notation';
import { preorder } from '../src/lib/game/tree';
import { typedPoint, typeKey } from '../src/lib/game/typing';
import { layout } from '../src/lib/library/layout';
import { merged } from '../src/lib/state/storage';
import { rowsOf, threatLayers } from '../src/lib/threats/drawing';
import { clock, moves, percent, score, short } from '../src/lib/ui/format';
import { randomSpot } from './random';

/** Types a text key by key; ends a wait with Enter. */
function typeAll(text: string, size: number): string | null {
  let buffer = '';
  for (const key of text) {
    const typed = typeKey(buffer, key, size);
    if (!typed) return null;
    buffer = typed.text;
    if (typed.point) return typed.point;
  }
  return typedPoint(buffer, size);
}

describe('typing', () => {
  test('every point of every size can be typed', () => {
    for (let size = 5; size <= 22; size++) for (const point of allPoints(size)) expect(typeAll(point, size)).toBe(point);
  });

  test('a row that cannot grow plays at once, one that can waits', () => {
    expect(typeKey('h', '8', 15)).toEqual({ text: '', point: 'h8' });
    expect(typeKey('h', '1', 15)).toEqual({ text: 'h1', point: null });
    expect(typeKey('h1', '2', 15)).toEqual({ text: '', point: 'h12' });
    expect(typeKey('h', '2', 22)).toEqual({ text: 'h2', point: null });
  });

  test('keys that are no part of a point are left to others, and a new letter starts again', () => {
    for (const key of ['x', 'Enter', ' ', '?', 'p']) expect(typeKey('', key, 15)).toBeNull();
    expect(typeKey('', '5', 15)).toBeNull();
    expect(typeKey('h1', 'c', 15)).toEqual({ text: 'c', point: null });
    expect(typeKey('h1', '9', 15)).toEqual({ text: '', point: null });
  });
});

describe('clocks', () => {
  test('time runs for the side to move only, and the increment comes with the move', () => {
    let clocks = run(newClocks({ kind: 'game', main_ms: 60000, increment_ms: 2000 }), 'black', 1000);
    expect(leftAt(clocks, 'black', 5000)).toBe(56000);
    expect(leftAt(clocks, 'white', 5000)).toBe(60000);
    clocks = run(press(clocks, 5000, true), 'white', 5000);
    expect(leftAt(clocks, 'black', 9000)).toBe(58000);
    expect(leftAt(clocks, 'white', 9000)).toBe(56000);
    expect(clockRequest(clocks, 'white', 9000)).toEqual({ game_ms: 60000, left_ms: 56000, increment_ms: 2000 });
  });

  test('a time a move is whole again after each move', () => {
    let clocks = run(newClocks({ kind: 'turn', turn_ms: 5000 }), 'black', 0);
    clocks = press(clocks, 4000, true);
    expect(leftAt(clocks, 'black', 9999)).toBe(5000);
    expect(clockRequest(run(clocks, 'white', 0), 'white', 1000)).toEqual({ turn_ms: 4000 });
  });

  test('the flag falls at zero, and never without a clock', () => {
    const clocks = run(newClocks({ kind: 'turn', turn_ms: 5000 }), 'white', 0);
    expect(flagged(clocks, 4999)).toBeNull();
    expect(flagged(clocks, 5000)).toBe('white');
    expect(flagged(press(clocks, 6000, false), 9000)).toBeNull();
    expect(flagged(run(newClocks({ kind: 'none' }), 'black', 0), 1e9)).toBeNull();
  });

  test('a pause without a move charges the time and gives nothing', () => {
    const clocks = press(run(newClocks({ kind: 'game', main_ms: 9000, increment_ms: 500 }), 'black', 0), 1000, false);
    expect(leftAt(clocks, 'black', 50000)).toBe(8000);
  });
});

describe('drawing', () => {
  const info: InfoEvent = {
    event: 'info', engine: 'tengen', depth: 9, seldepth: 14, nodes: 12345, nps: 1, seconds: 1, hash: 0,
    lines: [
      { rank: 1, score: 50, winrate: 0.62, mate: null, pv: ['h8', 'i9'] },
      { rank: 2, score: -9999, winrate: 0, mate: -4, pv: ['a1'] },
      { rank: 3, score: 0, winrate: 0.5, mate: null, pv: [] },
    ],
    root: { best: 'h8', searching: 'c3', searched: ['h8', 'b2', 'c3'], lost: ['b2', 'd4'] },
  };
  const engines = [{ id: 'tengen', info, best: null, says: '' }];
  const all = { showCandidates: true, showHeat: true, showDots: true };

  test('lines become candidates with values, a line without moves none', () => {
    const [layer] = layersOf(analysisLayers(engines, [], all), 'candidates');
    expect(layer!.items.map(({ point, text, isBest }) => [point, text, isBest])).toEqual([['h8', '62', true], ['a1', 'L2', false]]);
    expect(layer!.items.every((item) => item.weight >= 0 && item.weight <= 1)).toBe(true);
    expect(candidateText(1, 9)).toBe('W5');
    expect(candidateText(0.9999, null)).toBe('99');
  });

  test('dots tell lost from searched, the newest from both, and leave candidates alone', () => {
    const [layer] = layersOf(analysisLayers(engines, [], all), 'dots');
    const tones = Object.fromEntries(layer!.items.map((dot) => [dot.point, dot.tone]));
    expect(tones).toEqual({ b2: 'bad', c3: 'good', d4: 'bad' });
  });

  test('heat is scaled to its top and switches are obeyed', () => {
    const heat = layersOf(analysisLayers([], [['h8', 0.4], ['i9', 0.1], ['a1', 0.001]], all), 'heat');
    expect(heat[0]!.items).toEqual([['h8', 1], ['i9', 0.25]]);
    expect(analysisLayers(engines, [['h8', 1]], { showCandidates: false, showHeat: false, showDots: false })).toEqual([]);
  });

  test('a ghost line alternates from the side to move, is cut to a count and skips passes', () => {
    const position = { size: 15, rule: 'freestyle', opening: 'free', setup: { black: [], white: [] }, first: 'black', moves: ['a1'] } as const;
    expect(ghostLine(position, ['h8', '--', 'i9', 'j10'], 3)).toEqual({
      kind: 'ghost', stones: [{ point: 'h8', side: 'white', text: '1' }, { point: 'i9', side: 'white', text: '3' }],
    });
  });

  test('words for screen readers are gathered from all layers', () => {
    const words = wordsAt([
      { kind: 'forbidden', items: [{ point: 'h8', title: 'forbidden' }] },
      { kind: 'marks', items: [{ point: 'h8', shape: 'text', text: 'A', tone: 'info' }] },
      { kind: 'dots', items: [{ point: 'a1', tone: 'bad' }] },
    ]);
    expect([...words]).toEqual([['h8', ['forbidden', 'A']]]);
  });

  test('a threat of two rows is drawn as two rows through its point', () => {
    const rows = rowsOf({ point: 'h8', stones: ['h9', 'h10', 'i9', 'j10', 'c4'] }, 15);
    expect(rows).toEqual([['h8', 'h9', 'h10'], ['h8', 'i9', 'j10']]);
    expect(rowsOf({ point: 'h8', stones: ['g9', 'i7'] }, 15)).toEqual([['h8', 'g9', 'i7']]);
  });

  test('the strongest sign wins where both sides meet, and both are named', () => {
    const threat = (side: 'black' | 'white', kind: Threat['kind']): Threat => ({ side, kind, point: 'h8', class: kind, stones: [], defences: [] });
    const layers = threatLayers([threat('black', 'three'), threat('white', 'five')], ['black', 'white'], 15, (t) => t.side);
    expect(layersOf(layers, 'marks')[0]!.items).toMatchObject([{ point: 'h8', text: '5', title: 'black; white' }]);
    expect(layersOf(threatLayers([threat('black', 'three')], ['white'], 15, String), 'marks')[0]!.items).toEqual([]);
  });

  test('star points are on the board', () => {
    for (let size = 5; size <= 22; size++) {
      for (const [x, y] of stars(size)) expect(Math.min(x, y) >= 2 && Math.max(x, y) <= size - 3 && Number.isInteger(x)).toBe(true);
    }
  });
});

describe('layout of variations', () => {
  test('every move is written exactly once, and a variation starts after the move it replaces', () => {
    for (let seed = 0; seed < 60; seed++) {
      const { tree, at } = randomSpot(seed);
      const written = layout(tree, at).flatMap((row) => row.ids);
      expect(written.slice().sort((a, b) => a - b)).toEqual(preorder(tree).slice(1).sort((a, b) => a - b));
    }
  });

  test('a large tree is cut to the way to the present place and its neighbours', () => {
    const { tree, at } = randomSpot(3);
    const written = layout(tree, at, 1).flatMap((row) => row.ids);
    expect(new Set(written).size).toBe(written.length);
    expect(at === 0 || written.includes(at)).toBe(true);
  });
});

describe('numbers in words', () => {
  test('large numbers are short and never lie about their unit', () => {
    expect([0, 999, 1000, 12345, 999999, 1e6, 4.56e6, 2e9, 5e12].map(short)).toEqual(
      ['0', '999', '1.00k', '12.3k', '1000k', '1.00M', '4.56M', '2.00G', '5000G'],
    );
  });

  test('what is not proven is never shown as certain', () => {
    expect([percent(1), percent(0), percent(0.5)]).toEqual(['99.9', '0.1', '50.0']);
  });

  test('distances are counted in moves of the winner', () => {
    expect([moves(1), moves(9), moves(-4)]).toEqual([1, 5, -2]);
    expect([score(120, null), score(-5, null), score(9, 9), score(9, -4)]).toEqual(['+120', '−5', 'W5', 'L2']);
  });

  test('a clock shows tenths near the end and never goes below zero', () => {
    expect([clock(-5), clock(4321), clock(59001), clock(600000), clock(3723000)]).toEqual(['0:00.0', '0:04.3', '1:00', '10:00', '1:02:03']);
  });
});

test('stored settings of another shape are dropped, field by field', () => {
  const defaults = { a: 1, b: 'x', c: [1], d: true };
  expect(merged(defaults, { a: 2, b: 3, c: {}, d: false, e: 1 })).toEqual({ a: 2, b: 'x', c: [1], d: false });
  expect(merged(defaults, null)).toEqual(defaults);
  expect(merged(defaults, 'rubbish')).toEqual(defaults);
});
