// The walk through a certificate as data, the thinned progress, and bytes kept as text.
import { expect, test } from 'vitest';
import type { ProofInfo, ProofWalk } from '../src/lib/api/types';
import { fromBase64, toBase64 } from '../src/lib/prove/bytes';
import { addSample, columns, onLogScale, type Sample } from '../src/lib/prove/samples';
import { advance, rowThrough, shownMoves, START, stepBack, stepForward, walkLayers, walkStones, type WalkState } from '../src/lib/prove/walk';
import { dice } from './random';

const INFO: ProofInfo = {
  id: '1', rule: 'freestyle', size: 15, attacker: 'black', to_move: 'black', black: ['h8'], white: ['a1'], root: null,
  records: 3, bytes: 40, valid: true, verdict: 'valid', reason: null,
};
const HERE: ProofWalk = { to_move: 'white', is_won: false, kind: 'D', answer: null, children: ['g7'], line: ['c3', 'd4'] };

test('steps stop where the defender is to move, and forward undoes back', () => {
  let state: WalkState = START;
  for (const [answer, reply] of [['b1', 'b2'], ['c1', 'c2'], ['d1', 'd2']]) state = advance(state, [answer!, reply!]);
  state = advance(state, ['e1']);
  expect(state.shown).toBe(7);
  const places: number[] = [];
  for (let s = stepBack(state, INFO); places.at(-1) !== 0; s = stepBack(s, INFO)) {
    places.push(s.shown);
    if (s.shown > 0) expect(stepForward(stepBack(s, INFO), INFO).shown).toBe(s.shown);
  }
  expect(places).toEqual([5, 3, 1, 0]);
  expect(stepForward({ ...state, shown: 5 }, INFO)).toEqual(state);
  expect(stepForward(state, INFO)).toEqual(state);
  // The defender is to move at the root.
  expect(stepBack({ ...state, shown: 3 }, { ...INFO, to_move: 'white' }).shown).toBe(2);
});

test('the same moves again keep what was stepped back over, others forget it', () => {
  const state = { moves: ['a1', 'b2', 'c3', 'd4'], shown: 1 };
  expect(advance(state, ['b2', 'c3'])).toEqual({ moves: ['a1', 'b2', 'c3', 'd4'], shown: 3 });
  expect(advance(state, ['e5'])).toEqual({ moves: ['a1', 'e5'], shown: 2 });
  expect(shownMoves(state)).toEqual(['a1']);
});

test('layers: numbers on all moves, rings on own branches, the next forced reply as a ghost', () => {
  const layers = walkLayers(INFO, ['b2'], HERE, 'own');
  expect(layers.find(({ kind }) => kind === 'numbers')).toEqual({ kind: 'numbers', items: [{ point: 'b2', text: '1' }] });
  expect(layers.find(({ kind }) => kind === 'marks')).toMatchObject({ items: [{ point: 'g7', title: 'own' }] });
  expect(layers.find(({ kind }) => kind === 'ghost')).toMatchObject({ stones: [{ point: 'c3', side: 'white', text: '2' }] });
  const won = walkLayers({ ...INFO, black: ['a5', 'b5', 'c5', 'd5'] }, ['e5'], { ...HERE, is_won: true }, 'own');
  expect(won.find(({ kind }) => kind === 'win')).toEqual({ kind: 'win', points: ['a5', 'b5', 'c5', 'd5', 'e5'] });
  expect(won.some(({ kind }) => kind === 'marks')).toBe(false);
});

test('rows are found in all four directions and at the edge', () => {
  const stones = (points: string[]): ReturnType<typeof walkStones> => walkStones({ ...INFO, black: points, white: [] }, []);
  for (const row of [['a1', 'b1', 'c1', 'd1', 'e1'], ['o11', 'o12', 'o13', 'o14', 'o15'], ['a1', 'b2', 'c3', 'd4', 'e5'], ['a15', 'b14', 'c13', 'd12', 'e11', 'f10']]) {
    for (const point of row) expect(rowThrough(stones(row), point)).toEqual(row);
  }
  expect(rowThrough(stones(['a1', 'b1', 'c1', 'd1']), 'a1')).toEqual([]);
});

test('samples stay few, in order, with the first and the newest', () => {
  const roll = dice(5);
  let samples: readonly Sample[] = [];
  let seconds = 0;
  for (let i = 0; i < 5000; i++) {
    seconds += roll(3) * 0.1;
    samples = addSample(samples, { seconds, nodes: i, proof: roll(100), disproof: 1 }, 50);
    expect(samples.length).toBeLessThanOrEqual(50);
    expect(samples.at(-1)!.nodes).toBe(i);
  }
  expect(samples[0]!.seconds).toBe(0);
  samples.slice(1).forEach((sample, i) => expect(sample.seconds).toBeGreaterThan(samples[i]!.seconds));
  expect(addSample(samples, { seconds: 0, nodes: 1, proof: 1, disproof: 1 })).toBe(samples);
});

test('proof numbers fit a log scale, whatever they are', () => {
  expect([0, 1, 7, Infinity, NaN, null, undefined, 1e12].map(onLogScale)).toEqual([1, 1, 7, 1e9, 1e9, 1e9, 1e9, 1e9]);
  expect(columns([{ seconds: 2, nodes: 1, proof: 0, disproof: 5 }])).toEqual([[2], [1], [5]]);
});

test('bytes survive as text; other text is refused', () => {
  const roll = dice(9);
  for (const length of [0, 1, 2, 3, 8191, 8192, 20000]) {
    const bytes = Uint8Array.from({ length }, () => roll(256));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
  expect(fromBase64('§')).toBeNull();
});
