// A question to the solver and its answer, with the place in the winning line that is looked at.
import type { Goal, Side, SolveProgress, Solved } from '../api/types';
import { request, type Position } from '../game/position';
import { Task } from '../state/task.svelte';

const LIMIT = { time_ms: 20000 };

export class SolveState extends Task {
  /** Who shall win, and whether the other side passes first. */
  asked: { attacker: Side; pass: boolean; goal: Goal } | null = $state.raw(null);
  progress: SolveProgress | null = $state.raw(null);
  result: Solved | null = $state.raw(null);
  /** How many moves of the line are on the board. */
  shown = $state(0);

  ask(position: Position, attacker: Side, pass: boolean, goal: Goal, shortest: boolean): void {
    this.clear();
    this.asked = { attacker, pass, goal };
    this.run(
      { do: 'solve', position: request(position), attacker, pass, goal, limits: LIMIT, shortest },
      (event) => {
        if (event.event === 'progress') this.progress = event;
        if (event.event === 'solved') {
          this.result = event;
          this.shown = event.line.length;
        }
      },
      () => 'done',
    );
  }

  clear(): void {
    this.drop();
    this.asked = null;
    this.progress = null;
    this.result = null;
    this.shown = 0;
  }

  /** Goes through the line; false when there is none. */
  step(step: 'first' | 'back' | 'next' | 'last'): boolean {
    const length = this.result?.line.length ?? 0;
    if (length === 0) return false;
    const to = { first: 1, back: Math.max(0, this.shown - 1), next: Math.min(length, this.shown + 1), last: length };
    this.shown = to[step];
    return true;
  }
}
