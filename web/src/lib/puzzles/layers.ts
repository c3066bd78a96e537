// What a puzzle draws on the board: its stones, the numbered moves, hints, refutations and the solution.
import type { Puzzle, PuzzleHint, PuzzleSolution, Side } from '../api/types';
import type { Layer } from '../board/layers';
import type { Move, Point } from '../game/notation';
import { other, sideAt } from '../game/position';
import { rowThrough } from '../prove/walk';
import { ghosts } from '../review/layers';
import type { Shown } from '../state/board.svelte';
import type { Word } from './puzzles.svelte';

export interface PuzzleView {
  puzzle: Puzzle;
  moves: readonly Move[];
  word: Word;
  hint: PuzzleHint | null;
  solution: PuzzleSolution | null;
  solutionShown: number;
}

/** The puzzle as the board shows it. */
export function puzzleShown({ puzzle, moves, word, hint, solution, solutionShown }: PuzzleView): Shown {
  const stones = new Map<Point, Side>();
  for (const p of puzzle.black) stones.set(p, 'black');
  for (const p of puzzle.white) stones.set(p, 'white');
  moves.forEach((move, i) => stones.set(move, sideAt(puzzle.to_move, i)));
  const layers: Layer[] = [{ kind: 'numbers', items: moves.map((point, i) => ({ point, text: String(i + 1) })) }];
  const last = moves.at(-1);
  const line = (points: readonly Point[]): Layer => ghosts(points, puzzle.to_move, moves.length + 1, (p) => stones.has(p));
  if (last) layers.push({ kind: 'last', point: last });
  if (word.kind === 'solved' && last) layers.push({ kind: 'win', points: rowThrough(stones, last) });
  if (word.kind === 'thinking') layers.push(line([word.move]));
  if (word.kind === 'wrong') {
    layers.push(line([word.move, ...word.refutation]));
    layers.push({ kind: 'marks', items: [{ point: word.move, shape: 'cross', tone: 'bad' }] });
  }
  if (hint?.area) layers.push({ kind: 'area', points: hint.area, tone: 'info' });
  if (hint?.point) layers.push({ kind: 'marks', items: [{ point: hint.point, shape: 'circle', tone: 'good' }] });
  if (solution) layers.push(line(solution.line.slice(0, solutionShown)));
  return { size: puzzle.size, stones, toMove: moves.length % 2 === 0 ? puzzle.to_move : other(puzzle.to_move), layers };
}
