// Clocks of a game. Pure: times come in, a new state goes out; the caller owns the ticking.
import type { ClockRequest, Side } from '../api/types';

/** How a game is timed. */
export type Timing =
  | { kind: 'none' }
  | { kind: 'turn'; turn_ms: number }
  | { kind: 'game'; main_ms: number; increment_ms: number };

/** What is left to both, and since when the side to move thinks. */
export interface Clocks {
  timing: Timing;
  left: Record<Side, number>;
  running: Side | null;
  since: number;
}

/** Clocks before the first move; nobody's runs. */
export function newClocks(timing: Timing): Clocks {
  const full = timing.kind === 'turn' ? timing.turn_ms : timing.kind === 'game' ? timing.main_ms : 0;
  return { timing, left: { black: full, white: full }, running: null, since: 0 };
}

/** What a side has left now. */
export function leftAt(clocks: Clocks, side: Side, now: number): number {
  const spent = clocks.running === side ? now - clocks.since : 0;
  return clocks.left[side] - spent;
}

/** Stops whoever thinks; the time is charged, and an increment is given when the move was made. */
export function press(clocks: Clocks, now: number, hasMoved: boolean): Clocks {
  const side = clocks.running;
  if (!side) return clocks;
  let left = leftAt(clocks, side, now);
  if (hasMoved && clocks.timing.kind === 'game') left += clocks.timing.increment_ms;
  if (clocks.timing.kind === 'turn' && hasMoved) left = clocks.timing.turn_ms;
  return { ...clocks, left: { ...clocks.left, [side]: left }, running: null };
}

/** Lets a side's clock run. */
export function run(clocks: Clocks, side: Side, now: number): Clocks {
  return { ...clocks, running: side, since: now };
}

/** The side whose time is over, if any. */
export function flagged(clocks: Clocks, now: number): Side | null {
  if (clocks.timing.kind === 'none' || !clocks.running) return null;
  return leftAt(clocks, clocks.running, now) <= 0 ? clocks.running : null;
}

/** Time an engine without a clock may take for a move. */
const UNTIMED_TURN = 2000;

/** The clock as the server takes it, for the side to move. */
export function clockRequest(clocks: Clocks, side: Side, now: number): ClockRequest {
  const { timing } = clocks;
  if (timing.kind === 'none') return { turn_ms: UNTIMED_TURN };
  const left = Math.max(1, Math.round(leftAt(clocks, side, now)));
  if (timing.kind === 'turn') return { turn_ms: left };
  return { game_ms: timing.main_ms, left_ms: left, increment_ms: timing.increment_ms };
}
