// What the review draws on the board: lines that could have been played, and the positions of learn mode.
import type { ReviewedMove, Side } from '../api/types';
import type { Layer } from '../board/layers';
import { PASS, type Move } from '../game/notation';
import { other, stonesOf, toMove, type Position } from '../game/position';
import type { Shown } from '../state/board.svelte';
import type { Answer } from './learn.svelte';
import { hintArea, solutionLine, solutionOf } from './learn';

/** How many stones of a line are shown; more is a crowd. */
const LONGEST = 24;

/** A line as ghost stones, numbered from `from`; points that are taken end it. */
export function ghosts(line: readonly Move[], first: Side, from: number, taken: (move: Move) => boolean): Layer {
  const stones: { point: Move; side: Side; text: string }[] = [];
  let side = first;
  for (const [i, point] of line.slice(0, LONGEST).entries()) {
    if (point !== PASS) {
      if (taken(point) || stones.some((stone) => stone.point === point)) break;
      stones.push({ point, side, text: String(from + i) });
    }
    side = other(side);
  }
  return { kind: 'ghost', stones };
}

/** The position before a reviewed move with the line that would have been better. */
export function bestLineShown(position: Position, move: ReviewedMove): Shown {
  const stones = stonesOf(position);
  const side = toMove(position);
  const layers: Layer[] = [ghosts(solutionLine(move), side, 1, (p) => stones.has(p))];
  if (move.move !== PASS) layers.push({ kind: 'marks', items: [{ point: move.move, shape: 'cross', tone: 'bad' }] });
  return { size: position.size, stones, toMove: side, layers };
}

/** The position of a lesson with what was answered. */
export function lessonShown(position: Position, item: ReviewedMove, answer: Answer, hint: number): Shown {
  const stones = new Map(stonesOf(position));
  const side = toMove(position);
  const last = position.moves.at(-1);
  const layers: Layer[] = [];
  const isTaken = (move: Move): boolean => stones.has(move);
  if (last && last !== PASS) layers.push({ kind: 'last', point: last });
  if (answer.kind === 'shown') layers.push(ghosts(solutionLine(item), side, 1, isTaken));
  if (answer.kind === 'wrong') {
    layers.push({ kind: 'marks', items: [{ point: answer.move, shape: 'cross', tone: 'bad' }] });
    layers.push(ghosts([answer.move, ...answer.judged.refutation], side, 1, isTaken));
  }
  if (answer.kind === 'right') {
    layers.push({ kind: 'last', point: answer.move });
    stones.set(answer.move, side);
  }
  if (answer.kind === 'judging') layers.push(ghosts([answer.move], side, 1, isTaken));
  if ((answer.kind === 'asking' || answer.kind === 'same') && item.move !== PASS) {
    layers.push({ kind: 'marks', items: [{ point: item.move, shape: 'triangle', tone: 'bad' }] });
  }
  if (hint === 1) layers.push({ kind: 'area', points: hintArea(solutionOf(item), position.size).filter((p) => !stones.has(p)), tone: 'info' });
  if (hint === 2 && answer.kind !== 'shown') layers.push({ kind: 'marks', items: [{ point: solutionOf(item), shape: 'circle', tone: 'good' }] });
  return { size: position.size, stones, toMove: side, layers };
}
