// Names of points, and strings of moves.
import { expect, test } from 'vitest';
import { allPoints, joinMoves, parseMoves, parsePoint, placeOf, pointName } from '../src/lib/game/notation';
import { keyOf, request, stonesOf, toMove, type Position } from '../src/lib/game/position';

test('row 1 is at the bottom and no column letter is skipped', () => {
  expect(pointName(0, 14, 15)).toBe('a1');
  expect(pointName(8, 0, 15)).toBe('i15');
  expect(placeOf('v22', 22)).toEqual({ x: 21, y: 0 });
});

test('every point of every size reads back', () => {
  for (let size = 5; size <= 22; size++) {
    const points = allPoints(size);
    expect(new Set(points).size).toBe(size * size);
    for (const [i, point] of points.entries()) {
      expect(placeOf(point, size)).toEqual({ x: i % size, y: Math.floor(i / size) });
    }
  }
});

test('what is no point of the board is refused', () => {
  for (const text of ['', 'h', '8h', 'p8', 'h0', 'h16', 'h08', 'hh', 'h8x', 'w1']) expect(parsePoint(text, 15)).toBeNull();
  expect(parsePoint(' H8 ', 15)).toBe('h8');
});

test('move strings are read with numbers, spaces, commas and passes', () => {
  expect(parseMoves('h8i9--g10', 15)).toEqual(['h8', 'i9', '--', 'g10']);
  expect(parseMoves('1. H8 i9, 2. g9', 15)).toEqual(['h8', 'i9', 'g9']);
  expect(parseMoves('', 15)).toEqual([]);
  expect(parseMoves('h8z9', 15)).toBeNull();
  expect(parseMoves('h8 h99', 15)).toBeNull();
  expect(joinMoves(['h8', '--', 'a1'])).toBe('h8--a1');
});

test('sides alternate from the first side, also over a pass', () => {
  const position: Position = {
    size: 15, rule: 'renju', opening: 'free', setup: { black: ['a1'], white: [] }, first: 'white', moves: ['h8', '--', 'i9'],
  };
  expect([...stonesOf(position)]).toEqual([['a1', 'black'], ['h8', 'white'], ['i9', 'white']]);
  expect(toMove(position)).toBe('black');
  expect(request(position)).toEqual({ size: 15, rule: 'renju', black: ['a1'], white: [], first: 'white', moves: 'h8--i9' });
});

test('a plain game is asked in the short form and keys tell positions apart', () => {
  const plain: Position = { size: 15, rule: 'freestyle', opening: 'free', setup: { black: [], white: [] }, first: 'black', moves: ['h8'] };
  expect(request(plain)).toEqual({ size: 15, rule: 'freestyle', moves: 'h8' });
  expect(keyOf(plain)).not.toBe(keyOf({ ...plain, rule: 'renju' }));
  expect(keyOf(plain)).not.toBe(keyOf({ ...plain, first: 'white' }));
});
