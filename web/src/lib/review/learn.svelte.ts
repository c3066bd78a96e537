// Learn mode at work: which position is on the board, what was tried and what the judge said.
import type { Job } from '../api/socket';
import type { Game, Judged, Review, ReviewedMove, Side } from '../api/types';
import { fromGame, mainLine, positionAt, ROOT } from '../game/tree';
import { request, type Position } from '../game/position';
import type { Move } from '../game/notation';
import { link } from '../state/link.svelte';
import * as lessons from './learn';
import type { Lesson } from './learn';

/** What the board and the panel show of the present position. */
export type Answer =
  | { kind: 'asking' }
  | { kind: 'same'; move: Move }
  | { kind: 'judging'; move: Move }
  | { kind: 'right'; move: Move; isBest: boolean }
  | { kind: 'wrong'; move: Move; judged: Judged }
  | { kind: 'shown' }
  | { kind: 'failed'; message: string };

const JUDGE_MS = 1500;

class Learn {
  lesson: Lesson | null = $state.raw(null);
  answer: Answer = $state.raw({ kind: 'asking' });
  /** 0 none, 1 the area, 2 the point. */
  hint = $state(0);
  #positions: Position[] = [];
  #job: Job | null = null;

  /** The move of the game that is asked about, or null at the end. */
  get item(): ReviewedMove | null {
    return this.lesson?.items[this.lesson.at] ?? null;
  }

  /** The position before that move. */
  get position(): Position | null {
    return this.item ? (this.#positions[this.item.ply - 1] ?? null) : null;
  }

  start(game: Game, review: Review, side: Side | 'both'): void {
    const tree = fromGame(game);
    this.#positions = [ROOT, ...mainLine(tree)].map((id) => positionAt(tree, id));
    this.lesson = lessons.begin(lessons.lessonMoves(review, side));
    this.#ask();
  }

  stop(): void {
    this.#job?.stop();
    this.#job = null;
    this.lesson = null;
  }

  #ask(): void {
    this.#job?.stop();
    this.#job = null;
    this.answer = { kind: 'asking' };
    this.hint = 0;
  }

  #mark(result: 'found' | 'shown'): void {
    if (this.lesson) this.lesson = lessons.mark(this.lesson, result);
  }

  go(by: number): void {
    if (!this.lesson) return;
    this.lesson = lessons.move(this.lesson, by);
    this.#ask();
  }

  repeat(): void {
    if (!this.lesson) return;
    this.lesson = lessons.repeat(this.lesson);
    this.#ask();
  }

  retry(): void {
    this.#ask();
  }

  giveHint(): void {
    this.hint = Math.min(2, this.hint + 1);
    // A move that was named is not found.
    if (this.hint === 2) this.#mark('shown');
  }

  show(): void {
    this.#job?.stop();
    this.#job = null;
    this.answer = { kind: 'shown' };
    this.#mark('shown');
  }

  /** A move is tried: known answers at once, everything else is judged by the engine. */
  attempt(move: Move): void {
    const { item, position } = this;
    if (!item || !position || this.answer.kind === 'judging') return;
    if (move === item.move) this.answer = { kind: 'same', move };
    else if (move === lessons.solutionOf(item) || move === item.best) this.#accept(move, true);
    else this.#judge(position, move);
  }

  #accept(move: Move, isBest: boolean): void {
    this.answer = { kind: 'right', move, isBest };
    this.#mark('found');
  }

  #judge(position: Position, move: Move): void {
    this.answer = { kind: 'judging', move };
    const job = link.run({ do: 'judge', position: request(position), move, time_ms: JUDGE_MS }, (event) => {
      if (this.#job !== job || event.event !== 'judged') return;
      if (event.grade === 'best' || event.grade === 'good') this.#accept(move, event.grade === 'best');
      else this.answer = { kind: 'wrong', move, judged: event };
    });
    this.#job = job;
    void job.done.then((outcome) => {
      if (this.#job !== job) return;
      this.#job = null;
      if (!outcome.ok) this.answer = { kind: 'failed', message: outcome.message };
      else if (this.answer.kind === 'judging') this.answer = { kind: 'asking' };
    });
  }
}

export const learn = new Learn();
