// A walk through a certificate as plain data: the moves so far, how far one has stepped back, and what is drawn. The
// attacker's moves are the server's answers, the defender's are the reader's.
import type { ProofInfo, ProofWalk, Side } from '../api/types';
import type { Layer } from '../board/layers';
import type { Move, Point } from '../game/notation';
import { sideAt, type Stones } from '../game/position';

/** Where a walk stands. */
export interface WalkState {
  /** All moves walked; those after `shown` were stepped back over and come again with a step forward. */
  moves: readonly Move[];
  shown: number;
}

export const START: WalkState = { moves: [], shown: 0 };

/** The moves on the board. */
export function shownMoves(state: WalkState): readonly Move[] {
  return state.moves.slice(0, state.shown);
}

/** After more moves; what was stepped back over is kept when the moves are the same, else forgotten. */
export function advance(state: WalkState, more: readonly Move[]): WalkState {
  const shown = state.shown + more.length;
  const isKnown = more.every((move, i) => state.moves[state.shown + i] === move);
  return { moves: isKnown ? state.moves : [...shownMoves(state), ...more], shown };
}

/** The last place before `state.shown` at which the defender is to move, or the start. */
export function stepBack(state: WalkState, info: Pick<ProofInfo, 'to_move' | 'attacker'>): WalkState {
  for (let shown = state.shown - 1; shown > 0; shown--) {
    if (sideAt(info.to_move, shown) !== info.attacker) return { ...state, shown };
  }
  return { ...state, shown: 0 };
}

/** The next defender's turn (or the end) of the moves that were stepped back over. */
export function stepForward(state: WalkState, info: Pick<ProofInfo, 'to_move' | 'attacker'>): WalkState {
  for (let shown = state.shown + 1; shown < state.moves.length; shown++) {
    if (sideAt(info.to_move, shown) !== info.attacker) return { ...state, shown };
  }
  return { ...state, shown: state.moves.length };
}

/** The stones of the certificate's position with the walk's moves on it. */
export function walkStones(info: ProofInfo, moves: readonly Move[]): Stones {
  const stones = new Map<Point, Side>();
  for (const p of info.black) stones.set(p, 'black');
  for (const p of info.white) stones.set(p, 'white');
  moves.forEach((move, i) => stones.set(move, sideAt(info.to_move, i)));
  return stones;
}

/** Five or more in a row through a point, longest first; only to draw what the server called a win. */
export function rowThrough(stones: Stones, point: Point): Point[] {
  const side = stones.get(point);
  const [x, y] = [point.charCodeAt(0), Number(point.slice(1))];
  const name = (dx: number, dy: number, k: number): Point => `${String.fromCharCode(x + dx * k)}${y + dy * k}`;
  let longest: Point[] = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
    let from = 0;
    while (stones.get(name(dx, dy, from - 1)) === side) from--;
    const row: Point[] = [];
    for (let k = from; stones.get(name(dx, dy, k)) === side; k++) row.push(name(dx, dy, k));
    if (row.length > longest.length) longest = row;
  }
  return longest.length >= 5 ? longest : [];
}

/** What is drawn of a walk: numbers, the last stone, the win, replies with a branch of their own. */
export function walkLayers(info: ProofInfo, moves: readonly Move[], here: ProofWalk | null, branchWord: string): Layer[] {
  const layers: Layer[] = [{ kind: 'numbers', items: moves.map((point, i) => ({ point, text: String(i + 1) })) }];
  const last = moves.at(-1);
  if (last) layers.push({ kind: 'last', point: last });
  if (here?.is_won && last) layers.push({ kind: 'win', points: rowThrough(walkStones(info, moves), last) });
  if (here && !here.is_won) {
    layers.push({
      kind: 'marks',
      items: here.children.map((point) => ({ point, shape: 'circle' as const, tone: 'accent' as const, title: branchWord })),
    });
    layers.push({
      kind: 'ghost',
      stones: here.line.slice(0, 1).map((point) => ({ point, side: here.to_move, text: String(moves.length + 1) })),
    });
  }
  return layers;
}
