// A game with all its variations. Nodes live in one flat list and know parent and children; node 0 is the root.
// Every change gives a new tree that shares what did not change, so a tree can be kept and compared by reference.
// Each node remembers which child was walked last (`chosen`), so that going back and forth follows one's own way.
import type { Game, GameNode, Opening, Result, Rule, Side } from '../api/types';
import { MAX_SIZE, MIN_SIZE, PASS, placeOf, type Move, type Point } from './notation';
import type { Position, Setup } from './position';

/** A node's number in its tree. */
export type NodeId = number;
export const ROOT: NodeId = 0;

export interface TreeNode {
  parent: NodeId;
  move: Move;
  children: readonly NodeId[];
  chosen: NodeId | null;
  comment: string;
  label: string;
  marked: boolean;
  time_ms: number | null;
  score: number | string | null;
  texts: readonly [Point, string][];
}

/** What is written about a game. */
export interface Header {
  title: string;
  black: string;
  white: string;
  event: string;
  date: string;
  result: Result;
}

export interface Tree {
  size: number;
  rule: Rule;
  opening: Opening;
  setup: Setup;
  first: Side;
  header: Header;
  /** A hole is a node that was cut off; numbers of others stay. */
  nodes: readonly (TreeNode | undefined)[];
}

/** A tree and a place in it. */
export interface Spot {
  tree: Tree;
  at: NodeId;
}

const EMPTY_HEADER: Header = { title: '', black: '', white: '', event: '', date: '', result: null };

function bareNode(parent: NodeId, move: Move): TreeNode {
  return {
    parent, move, children: [], chosen: null, comment: '', label: '', marked: false, time_ms: null, score: null,
    texts: [],
  };
}

/** An empty game. */
export function newTree(size: number, rule: Rule, setup: Setup = { black: [], white: [] }, first: Side = 'black'): Tree {
  return { size, rule, opening: 'free', setup, first, header: EMPTY_HEADER, nodes: [bareNode(ROOT, PASS)] };
}

/** The node with this number. Throws on a number that is none: that is a fault of the page, never of a user. */
export function nodeOf(tree: Tree, id: NodeId): TreeNode {
  const node = tree.nodes[id];
  if (!node) throw new Error(`the tree has no node ${id}`);
  return node;
}

function withNode(tree: Tree, id: NodeId, change: Partial<TreeNode>): Tree {
  const nodes = tree.nodes.slice();
  nodes[id] = { ...nodeOf(tree, id), ...change };
  return { ...tree, nodes };
}

/** The numbers of the nodes from the first move to `at`; the root is left out. */
export function pathTo(tree: Tree, at: NodeId): NodeId[] {
  const path: NodeId[] = [];
  for (let id = at; id !== ROOT; id = nodeOf(tree, id).parent) path.push(id);
  return path.reverse();
}

/** The moves from the start to `at`. */
export function movesTo(tree: Tree, at: NodeId): Move[] {
  return pathTo(tree, at).map((id) => nodeOf(tree, id).move);
}

/** The position at `at`. */
export function positionAt(tree: Tree, at: NodeId): Position {
  const { size, rule, opening, setup, first } = tree;
  return { size, rule, opening, setup, first, moves: movesTo(tree, at) };
}

/** The child with this move, if there is one. */
export function childWith(tree: Tree, at: NodeId, move: Move): NodeId | null {
  return nodeOf(tree, at).children.find((id) => nodeOf(tree, id).move === move) ?? null;
}

/** Plays a move: walks into the branch that has it, or makes a new one. */
export function play({ tree, at }: Spot, move: Move): Spot {
  const known = childWith(tree, at, move);
  if (known !== null) return go({ tree, at }, known);
  const id = tree.nodes.length;
  const nodes = tree.nodes.slice();
  const node = nodeOf(tree, at);
  nodes[at] = { ...node, children: [...node.children, id], chosen: id };
  nodes.push(bareNode(at, move));
  return { tree: { ...tree, nodes }, at: id };
}

/** Goes to a node, and remembers the way to it. */
export function go({ tree }: Spot, to: NodeId): Spot {
  const nodes = tree.nodes.slice();
  let hasChanged = false;
  for (let id = to; id !== ROOT; ) {
    const parent = nodeOf(tree, id).parent;
    const node = nodes[parent]!;
    if (node.chosen !== id) {
      nodes[parent] = { ...node, chosen: id };
      hasChanged = true;
    }
    id = parent;
  }
  return { tree: hasChanged ? { ...tree, nodes } : tree, at: to };
}

/** One move back; the branch stays. */
export function back({ tree, at }: Spot): Spot {
  return { tree, at: at === ROOT ? ROOT : nodeOf(tree, at).parent };
}

/** The child that `forward` would go to. */
export function nextOf(tree: Tree, at: NodeId): NodeId | null {
  const node = nodeOf(tree, at);
  return node.chosen ?? node.children[0] ?? null;
}

/** One move forward on the way that was walked last, else on the main line. */
export function forward({ tree, at }: Spot): Spot {
  return { tree, at: nextOf(tree, at) ?? at };
}

/** The end of the way that was walked last. */
export function end({ tree, at }: Spot): Spot {
  let id = at;
  for (let next = nextOf(tree, id); next !== null; next = nextOf(tree, id)) id = next;
  return { tree, at: id };
}

/** The nodes of the main line, root left out. */
export function mainLine(tree: Tree): NodeId[] {
  const line: NodeId[] = [];
  for (let id = nodeOf(tree, ROOT).children[0]; id !== undefined; id = nodeOf(tree, id).children[0]) line.push(id);
  return line;
}

/** Cuts a branch off; the place moves to its parent if it was inside. */
export function cut({ tree, at }: Spot, branch: NodeId): Spot {
  if (branch === ROOT) return { tree, at };
  const parent = nodeOf(tree, branch).parent;
  const nodes = tree.nodes.slice();
  const isInside = pathTo(tree, at).includes(branch);
  const stack = [branch];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    stack.push(...nodeOf(tree, id).children);
    nodes[id] = undefined;
  }
  const node = nodeOf(tree, parent);
  const children = node.children.filter((id) => id !== branch);
  nodes[parent] = { ...node, children, chosen: node.chosen === branch ? null : node.chosen };
  return { tree: { ...tree, nodes }, at: isInside ? parent : at };
}

/** Makes the way to `at` the main line. */
export function promote({ tree, at }: Spot): Spot {
  const nodes = tree.nodes.slice();
  for (let id = at; id !== ROOT; ) {
    const parent = nodeOf(tree, id).parent;
    const node = nodes[parent]!;
    nodes[parent] = { ...node, children: [id, ...node.children.filter((child) => child !== id)] };
    id = parent;
  }
  return { tree: { ...tree, nodes }, at };
}

/** Writes about a node: comment, label, mark, texts on points. */
export function annotate(
  { tree, at }: Spot,
  note: Partial<Pick<TreeNode, 'comment' | 'label' | 'marked' | 'texts' | 'time_ms' | 'score'>>,
): Spot {
  return { tree: withNode(tree, at, note), at };
}

/** Writes about the game. */
export function describe(tree: Tree, header: Partial<Header>): Tree {
  return { ...tree, header: { ...tree.header, ...header } };
}

/** Node numbers in the order parent, then each child's branch; this is also the order of the flat form. */
export function preorder(tree: Tree): NodeId[] {
  const order: NodeId[] = [];
  const stack: NodeId[] = [ROOT];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    order.push(id);
    const { children } = nodeOf(tree, id);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
  return order;
}

/** How many moves the tree holds. */
export function countMoves(tree: Tree): number {
  return tree.nodes.reduce((n, node) => n + (node ? 1 : 0), -1);
}

/** The tree as the server takes it. */
export function toGame(tree: Tree): Game {
  const order = preorder(tree);
  const number = new Map(order.map((id, i) => [id, i]));
  const nodes: GameNode[] = order.slice(1).map((id) => {
    const { parent, move, comment, label, marked, time_ms, score, texts } = nodeOf(tree, id);
    return {
      parent: number.get(parent)!, move, comment, label, marked, time_ms, score,
      texts: texts.map(([p, text]): [Point, string] => [p, text]),
    };
  });
  return {
    size: tree.size,
    rule: tree.rule,
    opening: tree.opening,
    ...tree.header,
    comment: nodeOf(tree, ROOT).comment,
    texts: nodeOf(tree, ROOT).texts.map(([p, text]): [Point, string] => [p, text]),
    setup: { black: [...tree.setup.black], white: [...tree.setup.white] },
    first: tree.first,
    nodes,
  };
}

/** The tree of a game. Throws a sentence when the flat form is broken (a file of another program). */
export function fromGame(game: Game): Tree {
  if (!Number.isInteger(game.size) || game.size < MIN_SIZE || game.size > MAX_SIZE) {
    throw new Error('The page shows square boards from 5 to 22 lines only.');
  }
  const base = newTree(game.size, game.rule, game.setup, game.first ?? 'black');
  const nodes: TreeNode[] = [{ ...nodeOf(base, ROOT), comment: game.comment ?? '', texts: game.texts ?? [] }];
  const children: NodeId[][] = [[]];
  for (const [i, node] of game.nodes.entries()) {
    const id = i + 1;
    if (!Number.isInteger(node.parent) || node.parent < 0 || node.parent >= id) {
      throw new Error(`node ${id} names ${node.parent} as its parent`);
    }
    if (node.move !== PASS && !placeOf(node.move, game.size)) {
      throw new Error(`node ${id}: ${node.move} is no point of a board of size ${game.size}`);
    }
    nodes.push({
      ...bareNode(node.parent, node.move),
      comment: node.comment ?? '',
      label: node.label ?? '',
      marked: node.marked ?? false,
      time_ms: node.time_ms ?? null,
      score: node.score ?? null,
      texts: node.texts ?? [],
    });
    children.push([]);
    children[node.parent]!.push(id);
  }
  const header: Header = {
    title: game.title ?? '',
    black: game.black ?? '',
    white: game.white ?? '',
    event: game.event ?? '',
    date: game.date ?? '',
    result: game.result ?? null,
  };
  return { ...base, opening: game.opening ?? 'free', header, nodes: nodes.map((node, id) => ({ ...node, children: children[id]! })) };
}
