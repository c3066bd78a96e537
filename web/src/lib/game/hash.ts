// A game in the address: `#g=15f:h8i9g9`. Variations are written in one walk through the tree: `~2` goes two moves
// back and on from there, so `h8i9g9~2j8` is h8 with the replies i9 (then g9) and j8. Free stones stand before the
// colon (`15f!b=h8!w=i9!t=w:`), as does an opening (`15f!o=p:`), the place after it (`@3`, counted along the walk; without it the end of the main line).
// Comments are not carried: an address is for positions and lines.
import type { Opening, Rule, Side } from '../api/types';
import { joinMoves, MAX_SIZE, MIN_SIZE, parseMoves, PASS, placeOf, type Move } from './notation';
import { end, newTree, nodeOf, pathTo, play, preorder, ROOT, type NodeId, type Spot } from './tree';

const LETTERS: Record<Rule, string> = {
  freestyle: 'f', standard: 's', renju: 'r', caro: 'c', 'caro-standard': 'k', mixed: 'm', 'mixed-white': 'w',
};
const RULES = new Map(Object.entries(LETTERS).map(([rule, letter]) => [letter, rule as Rule]));

const OPENINGS = new Map<string, Opening>([['o', 'outer-open'], ['p', 'pro'], ['l', 'long-pro']]);

/** Addresses longer than this are cut by some programs; then only the line to the place is written. */
const LONGEST = 6000;

function head({ tree }: Spot): string {
  const { size, rule, opening, setup, first } = tree;
  let text = `${size}${LETTERS[rule]}`;
  if (setup.black.length) text += `!b=${joinMoves(setup.black)}`;
  if (setup.white.length) text += `!w=${joinMoves(setup.white)}`;
  if (first === 'white') text += '!t=w';
  for (const [letter, name] of OPENINGS) if (name === opening) text += `!o=${letter}`;
  return `${text}:`;
}

/** The game as text for an address. */
export function encode(spot: Spot): string {
  const { tree, at } = spot;
  const order = preorder(tree);
  const depth = new Map<NodeId, number>([[ROOT, 0]]);
  let body = '';
  let last = 0;
  for (const id of order.slice(1)) {
    const node = nodeOf(tree, id);
    const here = depth.get(node.parent)! + 1;
    depth.set(id, here);
    if (here <= last) body += `~${last - here + 1}`;
    body += node.move;
    last = here;
  }
  if (body.length > LONGEST) {
    return head(spot) + joinMoves(pathTo(tree, at).map((id) => nodeOf(tree, id).move));
  }
  const mainEnd = followFirst(spot);
  return head(spot) + body + (at === mainEnd ? '' : `@${order.indexOf(at)}`);
}

function followFirst({ tree }: Spot): NodeId {
  let id = ROOT;
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; next = nodeOf(tree, id).children[0]) id = next;
  return id;
}

/** Whether a move may be put down here: the point is on the board and empty on this way. */
function isFree({ tree, at }: Spot, move: Move): boolean {
  if (move === PASS) return true;
  if (!placeOf(move, tree.size)) return false;
  if (tree.setup.black.includes(move) || tree.setup.white.includes(move)) return false;
  return pathTo(tree, at).every((id) => nodeOf(tree, id).move !== move);
}

/** Reads what `encode` wrote; null when the text is none of it. */
export function decode(text: string): Spot | null {
  const match = /^(\d{1,2})([fsrckmw])((?:![bwto]=[a-w0-9]+)*):([a-v0-9~-]*)(?:@(\d+))?$/.exec(text);
  if (!match) return null;
  const size = Number(match[1]);
  if (size < MIN_SIZE || size > MAX_SIZE) return null;
  const setup: { black: string[]; white: string[] } = { black: [], white: [] };
  let first: Side = 'black';
  let opening: Opening = 'free';
  for (const [, key, value] of match[3]!.matchAll(/!([bwto])=([a-w0-9]+)/g)) {
    if (key === 'o') {
      opening = OPENINGS.get(value!) ?? 'free';
      continue;
    }
    if (key === 't') {
      first = value === 'w' ? 'white' : 'black';
      continue;
    }
    const points = parseMoves(value!, size);
    if (!points) return null;
    (key === 'b' ? setup.black : setup.white).push(...points);
  }
  const stones = [...setup.black, ...setup.white];
  if (new Set(stones).size !== stones.length) return null;
  const tree = { ...newTree(size, RULES.get(match[2]!)!, setup, first), opening };
  return walk({ tree, at: ROOT }, match[4]!, match[5]);
}

function walk(start: Spot, body: string, place: string | undefined): Spot | null {
  let spot = start;
  for (const piece of body.split(/(~\d+)/)) {
    if (piece === '') continue;
    if (piece.startsWith('~')) {
      const path = pathTo(spot.tree, spot.at);
      const keep = path.length - Number(piece.slice(1));
      if (keep < 0) return null;
      spot = { tree: spot.tree, at: keep === 0 ? ROOT : path[keep - 1]! };
      continue;
    }
    const moves = parseMoves(piece, start.tree.size);
    if (!moves) return null;
    for (const move of moves) {
      if (!isFree(spot, move)) return null;
      spot = play(spot, move);
    }
  }
  // Reading walked every branch; nothing was chosen by a person yet.
  const tree = { ...spot.tree, nodes: spot.tree.nodes.map((node) => node && { ...node, chosen: null }) };
  if (place === undefined) return end({ tree, at: ROOT });
  const id = preorder(tree)[Number(place)];
  return id === undefined ? null : { tree, at: id };
}
