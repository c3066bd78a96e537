// The numbers behind the review's drawings, and the list of learn mode.
import { expect, test } from 'vitest';
import type { Grade, ReviewedMove, Side } from '../src/lib/api/types';
import { corners, GRADES, isFault, SIGNS } from '../src/lib/review/grades';
import { isReview } from '../src/lib/review/check';
import { curve, faults, missedWins, provenStretches, stretchEnds, withMove } from '../src/lib/review/curve';
import * as learn from '../src/lib/review/learn';
import { ghosts } from '../src/lib/review/layers';
import { wholePercent } from '../src/lib/review/text';
import { placeOf } from '../src/lib/game/notation';
import { dice } from './random';

function move(ply: number, more: Partial<ReviewedMove> = {}): ReviewedMove {
  return {
    ply, side: ply % 2 ? 'black' : 'white', move: 'h8', best: 'i9', winrate_before: 0.5, winrate_after: 0.5, loss: 0,
    grade: 'good', best_line: [], played_line: [], missed: null, lost: null, only_move: false, forced: false, ...more,
  };
}
const win = (first = 'j10'): NonNullable<ReviewedMove['missed']> => ({ kind: 'vcf', first, line: [first, 'a1', 'k11'], names: [], plies: 3 });

test('the curve is Black’s, whoever moved, and knows the start', () => {
  const moves = [move(1, { winrate_before: 0.6, winrate_after: 0.7 }), move(2, { winrate_after: 0.2 })];
  expect(curve(3, moves, null)).toEqual([0.6, 0.7, 0.8, null]);
  expect(curve(3, moves, { start: 0.4, graph: [0.1, null, 0.3] })).toEqual([0.4, 0.1, 0.8, 0.3]);
  expect(curve(3, moves, { start: null, graph: [] })).toEqual([0.6, 0.7, 0.8, null]);
  expect(curve(1, [move(5)], { start: null, graph: [2, 9] })).toEqual([null, 1]);
  expect(curve(0, [], null)).toEqual([null]);
});

test('proven stretches are joined, and never overlap', () => {
  const moves = [move(3, { lost: win() }), move(4, { missed: win() }), move(5, { lost: win() }), move(9, { missed: win() })];
  // After 3 White wins, before 4 too (the same position), after 5 White again: White missed it at 4.
  expect(provenStretches(moves)).toEqual([
    { side: 'white', from: 3, to: 3 }, { side: 'white', from: 5, to: 5 }, { side: 'black', from: 8, to: 8 },
  ]);
  // White's mistakes at 2 and 4; Black's certain move between them keeps the win in hand, an uncertain one would not.
  const held = (rate: number): ReviewedMove[] => [move(2, { lost: win() }), move(3, { winrate_after: rate }), move(4, { lost: win() })];
  expect(provenStretches(held(1))).toEqual([{ side: 'black', from: 2, to: 4 }]);
  expect(provenStretches(held(0.98))).toHaveLength(2);
  const roll = dice(7);
  for (let i = 0; i < 200; i++) {
    const random = Array.from({ length: 30 }, (_, k) => move(k + 1, { lost: roll(3) ? null : win(), missed: roll(3) ? null : win() }));
    const stretches = provenStretches(random);
    stretches.forEach((stretch, k) => {
      expect(stretch.to).toBeGreaterThanOrEqual(stretch.from);
      const next = stretches[k + 1];
      if (next) expect(next.from > stretch.to + (next.side === stretch.side ? 1 : 0)).toBe(true);
      const [from, to] = stretchEnds(stretch, 30);
      expect(from >= 0 && to <= 30 && from <= to).toBe(true);
    });
  }
});

test('moves come in any order and are kept in the order of the game, the newest word last', () => {
  const roll = dice(3);
  for (let i = 0; i < 100; i++) {
    const plies = Array.from({ length: 20 }, () => 1 + roll(12));
    let moves: readonly ReviewedMove[] = [];
    for (const [n, ply] of plies.entries()) moves = withMove(moves, move(ply, { loss: n }));
    expect(moves.map(({ ply }) => ply)).toEqual([...new Set(plies)].sort((a, b) => a - b));
    for (const { ply, loss } of moves) expect(loss).toBe(plies.lastIndexOf(ply));
  }
});

test('faults are inaccuracies and worse', () => {
  const moves = GRADES.map((grade, i) => move(5 - i, { grade }));
  expect(faults(moves).map(({ grade }) => grade)).toEqual(['blunder', 'mistake', 'inaccuracy']);
  expect(missedWins({ moves: [move(4), move(3, { missed: win() }), move(1, { missed: win() })] }).map(({ ply }) => ply)).toEqual([1, 3]);
});

test('every grade has a sign, a shape and a symbol of its own', () => {
  for (const key of ['symbol', 'shape'] as const) {
    expect(new Set(GRADES.map((grade) => SIGNS[grade][key])).size).toBe(GRADES.length);
  }
  for (const grade of GRADES.filter(isFault)) {
    const points = corners(SIGNS[grade].shape, 10);
    expect(points.length).toBeGreaterThanOrEqual(3);
    for (const [x, y] of points) expect(Math.hypot(x, y)).toBeLessThanOrEqual(12);
  }
  expect(corners('circle', 5)).toEqual([]);
  expect(corners('star', 5)).toHaveLength(10);
});

test('shares in whole percent keep 0 and 100 for what is certain', () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(wholePercent)).toEqual([0, 1, 50, 99, 100]);
});

test('a lesson asks mistakes, blunders and missed wins of the chosen side, if there is something better', () => {
  const grades: Grade[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];
  const moves = grades.flatMap((grade, i) => [move(2 * i + 1, { grade }), move(2 * i + 2, { grade })]);
  moves.push(move(11, { grade: 'good', missed: win() }), move(13, { grade: 'blunder', best: 'h8' }), move(15, { missed: win('h8') }), move(17, { grade: 'blunder', best: null }), move(19, { grade: 'blunder', best: '--' }));
  const plies = (side: Side | 'both'): number[] => learn.lessonMoves({ moves }, side).map(({ ply }) => ply);
  expect(plies('both')).toEqual([7, 8, 9, 10, 11]);
  expect(plies('black')).toEqual([7, 9, 11]);
  expect(plies('white')).toEqual([8, 10]);
});

test('the solution is the missed win before the engine’s best move', () => {
  expect(learn.solutionOf(move(1))).toBe('i9');
  expect(learn.solutionLine(move(1))).toEqual(['i9']);
  expect(learn.solutionLine(move(1, { best_line: ['i9', 'a1'] }))).toEqual(['i9', 'a1']);
  expect(learn.solutionOf(move(1, { missed: win() }))).toBe('j10');
  expect(learn.solutionLine(move(1, { missed: win() }))).toEqual(['j10', 'a1', 'k11']);
});

test('a lesson walks from the first to the end, and what was shown is never found', () => {
  let lesson = learn.begin([move(1), move(3), move(5)]);
  lesson = learn.mark(lesson, 'found');
  lesson = learn.move(lesson, 1);
  lesson = learn.mark(learn.mark(lesson, 'shown'), 'found');
  lesson = learn.move(lesson, 1);
  expect(learn.isOver(lesson)).toBe(false);
  lesson = learn.move(lesson, 1);
  expect(lesson.results).toEqual(['found', 'shown', 'open']);
  expect([learn.isOver(lesson), learn.foundCount(lesson)]).toEqual([true, 1]);
  expect(learn.move(lesson, 5).at).toBe(3);
  expect(learn.move(lesson, -9).at).toBe(0);
  expect(learn.repeat(lesson).items.map(({ ply }) => ply)).toEqual([3, 5]);
  expect(learn.isOver(learn.begin([]))).toBe(true);
});

test('the hint’s area holds the move, lies on the board and is not centred on it', () => {
  for (const size of [5, 6, 9, 15, 22]) {
    const offsets = new Set<string>();
    for (let x = 0; x < size; x++) {
      for (let y = 1; y <= size; y++) {
        const point = `${String.fromCharCode(97 + x)}${y}`;
        const area = learn.hintArea(point, size);
        expect(area).toContain(point);
        expect(area).toHaveLength(25);
        expect(area.every((p) => placeOf(p, size) !== null)).toBe(true);
        offsets.add(String(area.indexOf(point)));
      }
    }
    expect(offsets.size).toBe(25);
  }
  expect(learn.hintArea('z9', 15)).toEqual([]);
});

test('ghost lines alternate, stop at taken points and skip passes', () => {
  const layer = ghosts(['a1', '--', 'b2', 'c3', 'd4'], 'white', 3, (p) => p === 'c3');
  expect(layer).toEqual({
    kind: 'ghost', stones: [{ point: 'a1', side: 'white', text: '3' }, { point: 'b2', side: 'white', text: '5' }],
  });
  expect(ghosts(['a1', 'b2', 'a1'], 'black', 1, () => false)).toMatchObject({ stones: [{ point: 'a1' }, { point: 'b2' }] });
});

test('a kept review is taken only if it is whole', () => {
  const counts = Object.fromEntries(GRADES.map((grade) => [grade, 0]));
  const good = {
    rule: 'freestyle', size: [15, 15], moves: [move(1)], accuracy: { black: 90, white: null }, counts: { black: counts, white: counts },
    graph: [0.5], turning_point: null,
  };
  expect(isReview(JSON.parse(JSON.stringify(good)))).toBe(true);
  for (const broken of [null, 1, {}, { ...good, moves: [{}] }, { ...good, accuracy: {} }, { ...good, counts: null }, { ...good, graph: 1 }, { ...good, moves: [{ ...move(1), grade: 'odd' }] }]) {
    expect(isReview(broken)).toBe(false);
  }
});
