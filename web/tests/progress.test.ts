// Laws of the puzzle progress: streaks, states, what comes next, and reading what was kept.
import { expect, test } from 'vitest';
import type { PuzzleEntry } from '../src/lib/api/types';
import {
  afterHint, afterShown, afterSolved, afterWrong, attemptOf, chosen, isClean, nextUnsolved, NO_PROGRESS, randomUnsolved,
  readProgress, solvedCount, stateOf, type Progress,
} from '../src/lib/puzzles/progress';
import { dice } from './random';

const ENTRIES: PuzzleEntry[] = Array.from({ length: 12 }, (_, i) => ({
  id: `p${i}`, kind: i % 2 ? 'vct' : 'vcf', band: (['easy', 'medium', 'hard'] as const)[i % 3]!, plies: 5 + i,
  rule: 'freestyle', size: 15, to_move: 'black',
}));

/** Random things that happen to random puzzles. */
function randomProgress(seed: number, steps = 40): { progress: Progress; cleanRun: number } {
  const roll = dice(seed);
  let progress = NO_PROGRESS;
  let cleanRun = 0;
  for (let i = 0; i < steps; i++) {
    const id = `p${roll(12)}`;
    const wasSolved = attemptOf(progress, id).solved;
    const wasClean = isClean(progress, id);
    const what = roll(4);
    if (what === 0) progress = afterWrong(progress, id);
    if (what === 1) progress = afterHint(progress, id, 1 + roll(3));
    if (what === 2) progress = afterShown(progress, id);
    if (what === 3) progress = afterSolved(progress, id);
    // The specification of a streak, told another way.
    if (!wasSolved) cleanRun = what === 3 && wasClean ? cleanRun + 1 : 0;
  }
  return { progress, cleanRun };
}

test('a streak counts puzzles solved in a row at the first try without help', () => {
  for (let seed = 0; seed < 300; seed++) {
    const { progress, cleanRun } = randomProgress(seed);
    expect(progress.streak).toBe(cleanRun);
    expect(progress.best).toBeGreaterThanOrEqual(progress.streak);
  }
});

test('practice on a solved puzzle changes nothing', () => {
  const solved = afterSolved(NO_PROGRESS, 'p1');
  expect(solved).toMatchObject({ streak: 1, best: 1 });
  for (const change of [afterWrong, afterShown, afterSolved]) expect(change(solved, 'p1')).toBe(solved);
  expect(afterHint(solved, 'p1', 2)).toBe(solved);
});

test('states: new, tried, solved, solved with help', () => {
  expect(stateOf(NO_PROGRESS, 'p0')).toBe('new');
  const wrong = afterWrong(NO_PROGRESS, 'p0');
  expect(stateOf(wrong, 'p0')).toBe('tried');
  expect(stateOf(afterSolved(wrong, 'p0'), 'p0')).toBe('solved');
  expect(afterSolved(wrong, 'p0').streak).toBe(0);
  expect(stateOf(afterSolved(afterHint(wrong, 'p0', 1), 'p0'), 'p0')).toBe('helped');
  expect(stateOf(afterSolved(afterShown(NO_PROGRESS, 'p0'), 'p0'), 'p0')).toBe('helped');
  expect(attemptOf(afterHint(afterHint(NO_PROGRESS, 'p0', 3), 'p0', 1), 'p0').hints).toBe(3);
});

test('what was kept comes back the same; rubbish comes back as nothing', () => {
  for (let seed = 0; seed < 50; seed++) {
    const { progress } = randomProgress(seed);
    expect(readProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress);
  }
  for (const rubbish of [null, 3, 'x', [], { puzzles: 7 }, { puzzles: { a: 1, b: null } }, { streak: -2, best: NaN }]) {
    expect(readProgress(rubbish)).toEqual(NO_PROGRESS);
  }
  expect(readProgress({ puzzles: { a: { wrong: 'x', hints: 99, shown: 1, solved: true } }, streak: 4, best: 2 })).toEqual({
    puzzles: { a: { wrong: 0, hints: 3, shown: false, solved: true } }, streak: 4, best: 4,
  });
});

test('a puzzle with the name of a property is a puzzle like any other', () => {
  expect(attemptOf(NO_PROGRESS, 'constructor').solved).toBe(false);
  expect(stateOf(afterSolved(NO_PROGRESS, 'toString'), 'toString')).toBe('solved');
});

test('next goes round the list over unsolved puzzles and never stays', () => {
  for (let seed = 0; seed < 100; seed++) {
    const { progress } = randomProgress(seed);
    const open = ENTRIES.filter(({ id }) => !attemptOf(progress, id).solved).map(({ id }) => id);
    const seen: string[] = [];
    let at: string | null = null;
    for (let i = 0; i < open.length; i++) {
      at = nextUnsolved(ENTRIES, progress, at)?.id ?? null;
      if (at) seen.push(at);
    }
    expect(seen).toEqual(open);
    if (open.length === 1) expect(nextUnsolved(ENTRIES, progress, open[0]!)).toBeNull();
  }
});

test('random gives every open puzzle for some roll and none else', () => {
  const progress = ['p0', 'p3', 'p4'].reduce(afterSolved, NO_PROGRESS);
  const found = new Set(Array.from({ length: 100 }, (_, i) => randomUnsolved(ENTRIES, progress, 'p1', i / 100)?.id));
  expect([...found].sort()).toEqual(['p10', 'p11', 'p2', 'p5', 'p6', 'p7', 'p8', 'p9']);
  expect(randomUnsolved(ENTRIES.slice(0, 1), NO_PROGRESS, 'p0', 0.5)).toBeNull();
  expect(randomUnsolved([], NO_PROGRESS, null, 0)).toBeNull();
});

test('a choice is by kind, band and state, in the order of the list', () => {
  const progress = afterSolved(NO_PROGRESS, 'p0');
  const ids = (kind: 'vcf' | 'vct' | 'all', band: 'easy' | 'all', onlyUnsolved: boolean): string[] =>
    chosen(ENTRIES, progress, { kind, band, onlyUnsolved }).map(({ id }) => id);
  expect(ids('all', 'all', false)).toHaveLength(12);
  expect(ids('vcf', 'easy', false)).toEqual(['p0', 'p6']);
  expect(ids('vcf', 'easy', true)).toEqual(['p6']);
  expect(solvedCount(ENTRIES, progress)).toBe(1);
});
