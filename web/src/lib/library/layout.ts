// How a variation tree is laid out as text: rows of moves; a variation is a row of its own, one step further in, right
// after the move it replaces. Very large trees show the way to the present place and its neighbours only.
import { countMoves, nextOf, nodeOf, pathTo, ROOT, type NodeId, type Tree } from '../game/tree';

export interface Row {
  depth: number;
  ids: NodeId[];
}

const DEEPEST = 24;

/** The whole tree in rows, or the neighbourhood of `at` when it has more than `limit` moves. */
export function layout(tree: Tree, at: NodeId, limit = 1200): Row[] {
  return countMoves(tree) <= limit ? whole(tree) : near(tree, at, limit);
}

function whole(tree: Tree): Row[] {
  const rows: Row[] = [];
  const walk = (start: NodeId, depth: number, isVariation: boolean): void => {
    let ids: NodeId[] = [];
    for (let id: NodeId | undefined = start; id !== undefined; id = nodeOf(tree, id).children[0]) {
      ids.push(id);
      const others = nodeOf(tree, nodeOf(tree, id).parent).children.slice(1);
      // The first move of a variation has the same siblings as the move it replaces; those are written once.
      if (others.length === 0 || (isVariation && id === start)) continue;
      rows.push({ depth, ids });
      ids = [];
      for (const other of others) walk(other, Math.min(depth + 1, DEEPEST), true);
    }
    if (ids.length) rows.push({ depth, ids });
  };
  const first = nodeOf(tree, ROOT).children[0];
  if (first !== undefined) walk(first, 0, false);
  return rows;
}

function near(tree: Tree, at: NodeId, limit: number): Row[] {
  const line = pathTo(tree, at);
  for (let id = nextOf(tree, at); id !== null && line.length < limit; id = nextOf(tree, id)) line.push(id);
  const rows: Row[] = [];
  let ids: NodeId[] = [];
  for (const id of line) {
    ids.push(id);
    const others = nodeOf(tree, nodeOf(tree, id).parent).children.filter((child) => child !== id);
    if (others.length) {
      rows.push({ depth: 0, ids });
      ids = [];
      rows.push(...others.slice(0, 40).map((other) => ({ depth: 1, ids: [other] })));
    }
  }
  if (ids.length) rows.push({ depth: 0, ids });
  return rows;
}
