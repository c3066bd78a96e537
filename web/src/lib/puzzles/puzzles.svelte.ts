// The puzzle on the board: the moves of both sides, what the server says of the last one, hints, and the progress.
import { api } from '../api/http';
import type { Puzzle, PuzzleEntry, PuzzleHint, PuzzleSolution } from '../api/types';
import { joinMoves, type Move, type Point } from '../game/notation';
import { load, store } from '../state/storage';
import { sayError } from '../state/ui.svelte';
import * as progress from './progress';
import type { Filter, Progress } from './progress';

/** What the board and the panel show of the last move. */
export type Word =
  | { kind: 'ask' }
  | { kind: 'thinking'; move: Move }
  | { kind: 'right'; reply: Point }
  | { kind: 'wrong'; move: Move; refutation: readonly Point[] }
  | { kind: 'solved'; isClean: boolean };

class Puzzles {
  entries: readonly PuzzleEntry[] = $state.raw([]);
  problem = $state('');
  isLoading = $state(false);
  filter: Filter = $state({ kind: 'all', band: 'all', onlyUnsolved: false });
  progress: Progress = $state.raw(progress.readProgress(load('puzzles')));
  puzzle: Puzzle | null = $state.raw(null);
  /** Moves of both sides since the puzzle's position. */
  moves: readonly Move[] = $state.raw([]);
  word: Word = $state.raw({ kind: 'ask' });
  hint: PuzzleHint | null = $state.raw(null);
  hintStep = $state(0);
  solution: PuzzleSolution | null = $state.raw(null);
  /** How many moves of the solution are shown. */
  solutionShown = $state(0);
  #question = 0;

  readonly chosen: readonly PuzzleEntry[] = $derived(progress.chosen(this.entries, this.progress, this.filter));

  #keep(next: Progress): void {
    this.progress = next;
    store('puzzles', next);
  }

  /** Brings the list, once. */
  async load(): Promise<void> {
    if (this.entries.length > 0 || this.isLoading) return;
    this.isLoading = true;
    this.problem = '';
    try {
      this.entries = await api.puzzles();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.isLoading = false;
    }
  }

  async open(id: string): Promise<void> {
    const question = ++this.#question;
    try {
      const puzzle = await api.puzzle(id);
      if (question !== this.#question) return;
      this.puzzle = puzzle;
      this.restart();
    } catch (error) {
      sayError(error);
    }
  }

  close(): void {
    this.#question++;
    this.puzzle = null;
  }

  restart(): void {
    this.#question++;
    this.moves = [];
    this.word = { kind: 'ask' };
    this.#clearHelp();
  }

  #clearHelp(): void {
    this.hint = null;
    this.hintStep = 0;
    this.solution = null;
    this.solutionShown = 0;
  }

  /** The next unsolved puzzle of the choice, or a random one. */
  async another(how: 'next' | 'random'): Promise<void> {
    const id = this.puzzle?.id ?? null;
    const entry = how === 'next'
      ? progress.nextUnsolved(this.chosen, this.progress, id)
      : progress.randomUnsolved(this.chosen, this.progress, id, Math.random());
    if (entry) await this.open(entry.id);
  }

  /** Whether there is another one. */
  get hasNext(): boolean {
    return progress.nextUnsolved(this.chosen, this.progress, this.puzzle?.id ?? null) !== null;
  }

  /** The solver's move. */
  async play(point: Point): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.word.kind === 'thinking' || this.word.kind === 'solved') return;
    const question = ++this.#question;
    const moves = [...this.moves, point];
    this.word = { kind: 'thinking', move: point };
    try {
      const answer = await api.puzzleTry(puzzle.id, joinMoves(moves));
      if (question !== this.#question) return;
      this.#clearHelp();
      if (answer.status === 'wrong') {
        this.word = { kind: 'wrong', move: point, refutation: answer.refutation };
        this.#keep(progress.afterWrong(this.progress, puzzle.id));
      } else if (answer.status === 'solved' || answer.reply === null) {
        this.moves = moves;
        this.word = { kind: 'solved', isClean: progress.isClean(this.progress, puzzle.id) };
        this.#keep(progress.afterSolved(this.progress, puzzle.id));
      } else {
        this.moves = [...moves, answer.reply];
        this.word = { kind: 'right', reply: answer.reply };
      }
    } catch (error) {
      if (question !== this.#question) return;
      this.word = { kind: 'ask' };
      sayError(error);
    }
  }

  /** The next of three hints. */
  async giveHint(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.hintStep >= 3) return;
    const question = this.#question;
    const step = (this.hintStep + 1) as 1 | 2 | 3;
    try {
      const hint = await api.puzzleHint(puzzle.id, joinMoves(this.moves), step);
      if (question !== this.#question) return;
      this.hint = hint;
      this.hintStep = step;
      this.word = { kind: 'ask' };
      this.#keep(progress.afterHint(this.progress, puzzle.id, step));
    } catch (error) {
      sayError(error);
    }
  }

  /** The rest of the solution. */
  async show(): Promise<void> {
    const { puzzle } = this;
    if (!puzzle) return;
    const question = this.#question;
    try {
      const solution = await api.puzzleSolution(puzzle.id, joinMoves(this.moves));
      if (question !== this.#question) return;
      this.#clearHelp();
      this.solution = solution;
      this.solutionShown = solution.line.length;
      this.word = { kind: 'ask' };
      this.#keep(progress.afterShown(this.progress, puzzle.id));
    } catch (error) {
      sayError(error);
    }
  }

  /** Back or forward through the solution, or one pair of moves back in the attempt. */
  step(by: number): void {
    if (this.solution) {
      this.solutionShown = Math.min(this.solution.line.length, Math.max(0, this.solutionShown + by));
    } else if (by < 0 && this.moves.length >= 2 && this.word.kind !== 'thinking') {
      this.#question++;
      // The solver is to move after an even number.
      this.moves = this.moves.slice(0, (Math.ceil(this.moves.length / 2) - 1) * 2);
      this.word = { kind: 'ask' };
      this.#clearHelp();
    }
  }

  forget(): void {
    this.#keep(progress.NO_PROGRESS);
  }
}

export const puzzles = new Puzzles();
