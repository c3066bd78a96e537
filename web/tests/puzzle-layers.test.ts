// What a puzzle draws in each of its states.
import { expect, test } from 'vitest';
import type { Puzzle } from '../src/lib/api/types';
import { puzzleShown, type PuzzleView } from '../src/lib/puzzles/layers';

const PUZZLE: Puzzle = {
  id: 'p', kind: 'vcf', band: 'easy', plies: 5, rule: 'freestyle', size: 15, to_move: 'white', black: ['a1'], white: ['h8', 'i8', 'j8', 'k8'],
};
const VIEW: PuzzleView = { puzzle: PUZZLE, moves: [], word: { kind: 'ask' }, hint: null, solution: null, solutionShown: 0 };

test('moves of both sides stand on the board with their numbers, the solver to move', () => {
  const shown = puzzleShown({ ...VIEW, moves: ['b2', 'c3'] });
  expect([shown.stones.get('b2'), shown.stones.get('c3'), shown.toMove]).toEqual(['white', 'black', 'white']);
  expect(shown.layers).toContainEqual({ kind: 'numbers', items: [{ point: 'b2', text: '1' }, { point: 'c3', text: '2' }] });
  expect(shown.layers).toContainEqual({ kind: 'last', point: 'c3' });
});

test('a wrong move is taken back: only a ghost, crossed out, with its refutation', () => {
  const shown = puzzleShown({ ...VIEW, word: { kind: 'wrong', move: 'b2', refutation: ['c3', 'd4'] } });
  expect(shown.stones.has('b2')).toBe(false);
  expect(shown.layers).toContainEqual({
    kind: 'ghost',
    stones: [{ point: 'b2', side: 'white', text: '1' }, { point: 'c3', side: 'black', text: '2' }, { point: 'd4', side: 'white', text: '3' }],
  });
  expect(shown.layers).toContainEqual({ kind: 'marks', items: [{ point: 'b2', shape: 'cross', tone: 'bad' }] });
});

test('the five is drawn when it is solved; hints and solutions as far as they are shown', () => {
  const solved = puzzleShown({ ...VIEW, moves: ['l8'], word: { kind: 'solved', isClean: true } });
  expect(solved.layers).toContainEqual({ kind: 'win', points: ['h8', 'i8', 'j8', 'k8', 'l8'] });
  expect(puzzleShown({ ...VIEW, hint: { area: ['l8'] } }).layers).toContainEqual({ kind: 'area', points: ['l8'], tone: 'info' });
  const solution = { line: ['l8', 'c3', 'g8'], names: [] };
  const two = puzzleShown({ ...VIEW, solution, solutionShown: 2 }).layers.find(({ kind }) => kind === 'ghost');
  expect(two?.kind === 'ghost' && two.stones.map(({ point, text }) => point + text)).toEqual(['l81', 'c32']);
});
