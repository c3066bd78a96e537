// What was solved, tried and hinted, as plain data that survives in localStorage. Functions give new values; nothing
// here reads a clock or a die, so that every rule can be tested.
import type { PuzzleBand, PuzzleEntry, PuzzleKind } from '../api/types';

/** The record of one puzzle. */
export interface Attempt {
  /** Wrong moves over all attempts. */
  wrong: number;
  /** The most hints used in one attempt (0..3). */
  hints: number;
  /** Whether the solution was looked at before it was solved. */
  shown: boolean;
  solved: boolean;
}

export interface Progress {
  puzzles: Readonly<Record<string, Attempt>>;
  /** Puzzles solved in a row at the first try without help, now and at most. */
  streak: number;
  best: number;
}

export type State = 'new' | 'tried' | 'solved' | 'helped';

export const NO_PROGRESS: Progress = { puzzles: {}, streak: 0, best: 0 };
const FRESH: Attempt = { wrong: 0, hints: 0, shown: false, solved: false };

const count = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0);

/** Reads what was kept; anything that is not understood is left out. */
export function readProgress(value: unknown): Progress {
  if (typeof value !== 'object' || value === null) return NO_PROGRESS;
  const { puzzles, streak, best } = value as Record<string, unknown>;
  const known: Record<string, Attempt> = {};
  if (typeof puzzles === 'object' && puzzles !== null && !Array.isArray(puzzles)) {
    for (const [id, item] of Object.entries(puzzles)) {
      if (typeof item !== 'object' || item === null) continue;
      const { wrong, hints, shown, solved } = item as Record<string, unknown>;
      known[id] = { wrong: count(wrong), hints: Math.min(3, count(hints)), shown: shown === true, solved: solved === true };
    }
  }
  return { puzzles: known, streak: count(streak), best: Math.max(count(best), count(streak)) };
}

/** The record of a puzzle. */
export function attemptOf(progress: Progress, id: string): Attempt {
  return Object.hasOwn(progress.puzzles, id) ? progress.puzzles[id]! : FRESH;
}

function change(progress: Progress, id: string, attempt: Partial<Attempt>, streak: number = progress.streak): Progress {
  const puzzles = { ...progress.puzzles, [id]: { ...attemptOf(progress, id), ...attempt } };
  return { puzzles, streak, best: Math.max(progress.best, streak) };
}

/** After a wrong move. On a puzzle that is solved already practice costs nothing. */
export function afterWrong(progress: Progress, id: string): Progress {
  const { wrong, solved } = attemptOf(progress, id);
  return solved ? progress : change(progress, id, { wrong: wrong + 1 }, 0);
}

/** After a hint of this step. */
export function afterHint(progress: Progress, id: string, step: number): Progress {
  const { hints, solved } = attemptOf(progress, id);
  return solved ? progress : change(progress, id, { hints: Math.max(hints, Math.min(3, step)) }, 0);
}

/** After a look at the solution. */
export function afterShown(progress: Progress, id: string): Progress {
  return attemptOf(progress, id).solved ? progress : change(progress, id, { shown: true }, 0);
}

/** Whether a puzzle was (or would now be) solved at the first try and without help. */
export function isClean(progress: Progress, id: string): boolean {
  const { wrong, hints, shown } = attemptOf(progress, id);
  return wrong === 0 && hints === 0 && !shown;
}

/** After the five. */
export function afterSolved(progress: Progress, id: string): Progress {
  if (attemptOf(progress, id).solved) return progress;
  return change(progress, id, { solved: true }, isClean(progress, id) ? progress.streak + 1 : 0);
}

/** How a puzzle stands. */
export function stateOf(progress: Progress, id: string): State {
  const { wrong, hints, shown, solved } = attemptOf(progress, id);
  if (solved) return hints > 0 || shown ? 'helped' : 'solved';
  return wrong > 0 || hints > 0 || shown ? 'tried' : 'new';
}

/** Which puzzles are looked at. */
export interface Filter {
  kind: PuzzleKind | 'all';
  band: PuzzleBand | 'all';
  onlyUnsolved: boolean;
}

/** The puzzles of a choice, in their order. */
export function chosen(entries: readonly PuzzleEntry[], progress: Progress, filter: Filter): PuzzleEntry[] {
  return entries.filter(
    ({ id, kind, band }) =>
      (filter.kind === 'all' || kind === filter.kind) && (filter.band === 'all' || band === filter.band) &&
      !(filter.onlyUnsolved && attemptOf(progress, id).solved),
  );
}

/** How many of some puzzles are solved. */
export function solvedCount(entries: readonly PuzzleEntry[], progress: Progress): number {
  return entries.filter(({ id }) => attemptOf(progress, id).solved).length;
}

/** The next unsolved puzzle after the present one, round the list; null when all are solved. */
export function nextUnsolved(entries: readonly PuzzleEntry[], progress: Progress, current: string | null): PuzzleEntry | null {
  const from = entries.findIndex(({ id }) => id === current) + 1;
  const round = [...entries.slice(from), ...entries.slice(0, from)];
  return round.find(({ id }) => id !== current && !attemptOf(progress, id).solved) ?? null;
}

/** Some unsolved puzzle other than the present one; `die` gives 0 <= die < 1. */
export function randomUnsolved(
  entries: readonly PuzzleEntry[], progress: Progress, current: string | null, die: number,
): PuzzleEntry | null {
  const open = entries.filter(({ id }) => id !== current && !attemptOf(progress, id).solved);
  return open[Math.min(open.length - 1, Math.floor(die * open.length))] ?? null;
}
