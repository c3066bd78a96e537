// Laws of the variation tree, on random trees.
import { describe as group, expect, test } from 'vitest';
import { decode, encode } from '../src/lib/game/hash';
import {
  annotate, back, childWith, countMoves, cut, describe, end, forward, fromGame, go, mainLine, movesTo, newTree, nodeOf,
  pathTo, play, positionAt, preorder, promote, ROOT, toGame, type Spot,
} from '../src/lib/game/tree';
import { randomSpot } from './random';

const SEEDS = Array.from({ length: 120 }, (_, i) => i);
const line = (spot: Spot): string => movesTo(spot.tree, spot.at).join('');
const start = (): Spot => ({ tree: newTree(15, 'freestyle'), at: ROOT });

group('walking', () => {
  test('back undoes play, forward redoes it, and the tree keeps the branch', () => {
    for (const seed of SEEDS) {
      const spot = randomSpot(seed);
      const played = play(spot, 'c3');
      expect(back(played).at).toBe(spot.at);
      expect(forward(back(played)).at).toBe(played.at);
      expect(forward(back(played)).tree).toBe(played.tree);
    }
  });

  test('playing a known move walks into its branch and adds nothing', () => {
    for (const seed of SEEDS) {
      const { tree, at } = randomSpot(seed);
      for (const child of nodeOf(tree, at).children) {
        const again = play({ tree, at }, nodeOf(tree, child).move);
        expect(again.at).toBe(child);
        expect(countMoves(again.tree)).toBe(countMoves(tree));
      }
    }
  });

  test('forward follows the way walked last, not the main line', () => {
    let spot = play(play(start(), 'h8'), 'i9');
    spot = play(back(spot), 'j10');
    spot = { tree: spot.tree, at: ROOT };
    expect(line(end(spot))).toBe('h8j10');
    const other = childWith(spot.tree, childWith(spot.tree, ROOT, 'h8')!, 'i9')!;
    expect(line(end({ ...go(spot, other), at: ROOT }))).toBe('h8i9');
    expect(mainLine(spot.tree).map((id) => nodeOf(spot.tree, id).move)).toEqual(['h8', 'i9']);
  });

  test('changes leave the old tree as it was', () => {
    const spot = randomSpot(5);
    const before = JSON.stringify(spot.tree);
    annotate(promote(cut(play(spot, 'a1'), spot.at)), { comment: 'x' });
    expect(JSON.stringify(spot.tree)).toBe(before);
  });
});

group('editing', () => {
  test('cutting takes exactly the branch away and steps out of it', () => {
    for (const seed of SEEDS) {
      const { tree, at } = randomSpot(seed);
      if (at === ROOT) continue;
      const below = preorder(tree).filter((id) => pathTo(tree, id).includes(at)).length;
      const after = cut({ tree, at: preorder(tree).at(-1)! }, at);
      expect(countMoves(after.tree)).toBe(countMoves(tree) - below);
      expect(after.tree.nodes[after.at]).toBeDefined();
      expect(preorder(after.tree).length).toBe(countMoves(after.tree) + 1);
    }
  });

  test('promoting makes the way to a node the start of the main line', () => {
    for (const seed of SEEDS) {
      const spot = randomSpot(seed);
      const after = promote(spot);
      expect(mainLine(after.tree).slice(0, pathTo(spot.tree, spot.at).length)).toEqual(pathTo(spot.tree, spot.at));
      expect(countMoves(after.tree)).toBe(countMoves(spot.tree));
    }
  });
});

group('flat form', () => {
  test('game to tree and back is the identity, and parents come first', () => {
    for (const seed of SEEDS) {
      const spot = randomSpot(seed);
      let tree = annotate(cut(spot, spot.at), { comment: `c${seed}`, marked: true, texts: [['a1', 'A']] }).tree;
      tree = describe(tree, { title: 'T', result: 'black' });
      const flat = toGame(tree);
      flat.nodes.forEach((node, i) => expect(node.parent).toBeLessThan(i + 1));
      expect(toGame(fromGame(flat))).toEqual(flat);
      expect(fromGame(JSON.parse(JSON.stringify(flat)))).toEqual(fromGame(flat));
    }
  });

  test('a game of 5000 moves deep is no trouble', () => {
    let spot = start();
    for (let i = 0; i < 5000; i++) spot = play(spot, '--');
    expect(fromGame(toGame(spot.tree)).nodes.length).toBe(5001);
  });

  test('a broken flat form is refused in words', () => {
    const game = { size: 15, rule: 'freestyle' as const, nodes: [{ parent: 1, move: 'h8' }] };
    expect(() => fromGame(game)).toThrow('names 1 as its parent');
    expect(() => fromGame({ ...game, nodes: [{ parent: 0, move: 'z8' }] })).toThrow('no point');
  });
});

group('address', () => {
  test('a plain game is its move string', () => {
    let spot = start();
    for (const move of ['h8', 'i9', 'g9']) spot = play(spot, move);
    expect(encode(spot)).toBe('15f:h8i9g9');
    expect(encode(play(back(back(spot)), 'j8'))).toBe('15f:h8i9g9~2j8@4');
  });

  test('random trees come back whole, with the place', () => {
    for (const seed of SEEDS) {
      const spot = randomSpot(seed);
      const read = decode(encode(spot))!;
      expect(toGame(read.tree)).toEqual(toGame(spot.tree));
      expect(positionAt(read.tree, read.at)).toEqual(positionAt(spot.tree, spot.at));
      expect(encode(read)).toBe(encode(spot));
    }
  });

  test('a huge tree keeps at least the line to the place', () => {
    let spot = start();
    for (let i = 0; i < 4000; i++) {
      const name = `${String.fromCharCode(97 + (i % 15))}${1 + (Math.floor(i / 15) % 15)}`;
      spot = i % 20 === 0 ? play({ tree: spot.tree, at: ROOT }, name) : play(spot, name);
    }
    const read = decode(encode(spot))!;
    expect(line(read)).toBe(line(spot));
  });

  test('what is no address of a game gives null, never an exception', () => {
    const texts = ['', '15', '15f', '15x:h8', '4f:a1', '23f:a1', '15f:h8h8', '15f:h8~3i9', '15f:z9', '15f:h8@7', '15f!b=a1!w=a1:', '15f!b=a1:a1', '15f:h8)', '99f:'];
    for (const text of texts) expect(decode(text), text).toBeNull();
    expect(decode('15f:')).not.toBeNull();
  });
});
