// The review at hand: what runs, what is known, and which game it is about. It outlives a change of tab and a visit.
import { api } from '../api/http';
import type { Game, JobEvent, Review, ReviewedMove } from '../api/types';
import { mainLine, nodeOf, type NodeId, type Tree } from '../game/tree';
import { game } from '../state/game.svelte';
import { load, store } from '../state/storage';
import { Task } from '../state/task.svelte';
import { saveBlob } from './save';
import { withMove } from './curve';
import { isReview } from './check';

/** A text that is the same for games with the same main line. */
export function lineKey(tree: Tree): string {
  const moves = mainLine(tree).map((id) => nodeOf(tree, id).move);
  return `${tree.size}${tree.rule}${tree.first}|${tree.setup.black.join('')}|${tree.setup.white.join('')}|${moves.join('')}`;
}

class ReviewStore extends Task {
  done = $state(0);
  total = $state(0);
  /** Seconds a move. */
  seconds = $state(1);
  prove = $state(true);
  /** Moves judged so far, in the order of the game. */
  moves: readonly ReviewedMove[] = $state.raw([]);
  review: Review | null = $state.raw(null);
  /** The game that is or was reviewed. */
  game: Game | null = $state.raw(null);
  key = $state('');

  constructor() {
    super();
    const kept = load('review') as { game?: Game; key?: string; review?: unknown } | null;
    if (!kept || typeof kept.key !== 'string' || !kept.game || !isReview(kept.review)) return;
    this.game = kept.game;
    this.key = kept.key;
    this.review = kept.review;
    this.moves = kept.review.moves;
    this.phase = 'done';
  }

  /** Whether this review is about the main line of a game. */
  isAbout(tree: Tree): boolean {
    return this.key !== '' && this.key === lineKey(tree);
  }

  /** The nodes of the reviewed line in the open game, if it is that game. */
  nodes(tree: Tree): readonly NodeId[] {
    return this.isAbout(tree) ? mainLine(tree) : [];
  }

  start(): void {
    this.game = game.toGame();
    this.key = lineKey(game.tree);
    this.moves = [];
    this.review = null;
    this.done = 0;
    this.total = mainLine(game.tree).length;
    this.run(
      { do: 'review', game: this.game, time_ms: Math.round(this.seconds * 1000), threads: 1, prove: this.prove },
      (event) => this.#hear(event),
      () => (this.review ? 'done' : 'stopped'),
    );
  }

  forget(): void {
    this.drop();
    this.moves = [];
    this.review = null;
    this.game = null;
    this.key = '';
    store('review', null);
  }

  #hear(event: JobEvent): void {
    switch (event.event) {
      case 'progress':
        this.done = event.done ?? this.done;
        this.total = event.total ?? this.total;
        break;
      case 'reviewed_move': {
        // Only the fields of the move: what is kept here goes back to the server with a report.
        const { event: _, ...move } = event as ReviewedMove & { event: string; id?: number };
        delete (move as { id?: number }).id;
        this.moves = withMove(this.moves, move);
        break;
      }
      case 'review': {
        const { event: _, ...review } = event as Review & { event: string; id?: number };
        delete (review as { id?: number }).id;
        this.review = review;
        this.moves = review.moves;
        store('review', { game: this.game, key: this.key, review });
        break;
      }
    }
  }

  /** Saves a report of the review. */
  async save(format: 'html' | 'csv' | 'sgf'): Promise<void> {
    if (!this.review || !this.game) return;
    const file = await api.report(this.review, this.game, format);
    saveBlob(file.blob, file.name);
  }
}

export const review = new ReviewStore();
