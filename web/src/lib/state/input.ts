// One door for every way of pointing at a point: mouse, touch, cursor keys, typed names.
import { i18n } from '../i18n';
import type { Move } from '../game/notation';
import { board, type PointEvent } from './board.svelte';
import { game } from './game.svelte';
import { clack } from './sound';
import { ui } from './ui.svelte';

/** The view's own meaning of the point, else a move of the game. */
export function usePoint(event: PointEvent): void {
  if (board.mode.onpoint?.(event)) return;
  playMove(event.point);
}

/** Plays in the game, and says why not. */
export function playMove(move: Move): boolean {
  const refusal = game.play(move);
  if (refusal) ui.say(i18n.t.refusal[refusal]);
  else clack();
  return refusal === null;
}
