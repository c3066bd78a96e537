// Random games for the law tests, from a seed so that a failure can be seen again.
import type { Opening, Rule } from '../src/lib/api/types';
import { allPoints, PASS } from '../src/lib/game/notation';
import { back, movesTo, newTree, play, preorder, ROOT, type Spot } from '../src/lib/game/tree';

/** Whole numbers below `n`, always the same for a seed. */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** A tree with branches, passes and perhaps free stones, and a place somewhere in it. */
export function randomSpot(seed: number): Spot {
  const roll = dice(seed * 7919 + 1);
  const size = 5 + roll(18);
  const rule = (['freestyle', 'standard', 'renju', 'caro', 'caro-standard', 'mixed', 'mixed-white'] as Rule[])[roll(7)]!;
  const points = allPoints(size);
  const setup = roll(3) === 0 ? { black: [points[0]!, points[7]!], white: [points[3]!] } : { black: [], white: [] };
  const opening = (['free', 'outer-open', 'pro', 'long-pro'] as Opening[])[roll(4)]!;
  let spot: Spot = { tree: { ...newTree(size, rule, setup, roll(4) === 0 ? 'white' : 'black'), opening }, at: ROOT };
  for (let i = 0; i < 40; i++) {
    const jump = roll(6);
    if (jump === 0) for (let k = roll(5); k > 0; k--) spot = back(spot);
    const taken = new Set([...setup.black, ...setup.white, ...movesTo(spot.tree, spot.at)]);
    const move = roll(20) === 0 ? PASS : points[roll(points.length)]!;
    if (move === PASS || !taken.has(move)) spot = play(spot, move);
  }
  const order = preorder(spot.tree);
  return { tree: spot.tree, at: order[roll(order.length)]! };
}
