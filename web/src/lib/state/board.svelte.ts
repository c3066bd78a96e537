// The bridge between the views and the one board. A view says what to draw and what a click means by calling
// `useBoard` while it is created; without a view's word the board shows the game and a click plays.
import { onDestroy } from 'svelte';
import type { Layer } from '../board/layers';
import type { Point } from '../game/notation';
import type { Stones } from '../game/position';
import type { Side } from '../api/types';
import type { Step } from './game.svelte';

/** A position to show instead of the game's. */
export interface Shown {
  size: number;
  stones: Stones;
  toMove: Side;
  /** What is said under the board; who is to move unless told otherwise. */
  status?: string;
  /** Layers that go with it: numbers, last move, win line. */
  layers: readonly Layer[];
}

/** What was done to a point, with the keys that were down. */
export interface PointEvent {
  point: Point;
  alt: boolean;
  shift: boolean;
}

/** What a view wants of the board. Getters are read reactively. */
export interface BoardMode {
  /** Drawn over the position. */
  layers?: () => readonly Layer[];
  /** Another position than the game's, or null for the game. */
  shown?: () => Shown | null;
  /** A click; true when it was dealt with, else the move is played in the game. */
  onpoint?: (event: PointEvent) => boolean;
  onhover?: (point: Point | null) => void;
  /** Arrow keys and the buttons under the board; true when dealt with. */
  onstep?: (step: Step) => boolean;
  /** Whether numbers and last-move mark of the game are left out while this view draws its own. */
  hidesNumbers?: () => boolean;
  /** Whether this mode stays on top of modes that come later (an editor over a view). */
  isTop?: boolean;
  /** Whether a stone is shown under the pointer (default: yes). */
  hasGhost?: () => boolean;
}

class BoardState {
  /** The point under the pointer. */
  hovered: Point | null = $state(null);
  /**
   * Modes on the board; the newest counts, unless one stays on top. A plain list with a signal beside it: what a component reads
   * while it is torn down is the state of before, so a reactive list would forget the view that has just come.
   */
  readonly #modes: BoardMode[] = [];
  #changed: object = $state.raw({});

  get mode(): BoardMode {
    void this.#changed;
    return this.#modes.findLast((mode) => mode.isTop) ?? this.#modes.at(-1) ?? {};
  }

  /** Puts a mode on the board. */
  add(mode: BoardMode): void {
    this.#modes.push(mode);
    this.#changed = {};
  }

  /** Takes a mode off the board. */
  remove(mode: BoardMode): void {
    const index = this.#modes.indexOf(mode);
    if (index >= 0) this.#modes.splice(index, 1);
    this.#changed = {};
  }
}

export const board = new BoardState();

/** Puts a mode on the board as long as the calling component lives. */
export function useBoard(mode: BoardMode): void {
  board.add(mode);
  onDestroy(() => board.remove(mode));
}
