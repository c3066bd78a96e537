// What can be drawn on the board besides its stones. A view gives a list of layers; the board draws them in order
// of their kind, so that views need not know each other.
import type { Side } from '../api/types';
import { PASS, type Move, type Point } from '../game/notation';
import { sideAt, toMove, type Position } from '../game/position';

/** Colours by meaning; the themes give them their values. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'accent' | 'muted' | 'black' | 'white';

export type Layer =
  /** Numbers or letters on stones. */
  | { kind: 'numbers'; items: readonly { point: Point; text: string }[] }
  /** A small mark on the last stone. */
  | { kind: 'last'; point: Point }
  /** The five that won. */
  | { kind: 'win'; points: readonly Point[] }
  /** Points the side to move may not play, with the reason in words. */
  | { kind: 'forbidden'; items: readonly { point: Point; title: string }[] }
  /** Stones that are not there: a line that could be played. */
  | { kind: 'ghost'; stones: readonly { point: Point; side: Side; text?: string; title?: string }[] }
  /** Moves with values; weight 0..1 is how much they matter. */
  | { kind: 'candidates'; items: readonly Candidate[] }
  /** A map of how likely moves are, 0..1. */
  | { kind: 'heat'; items: readonly (readonly [Point, number])[] }
  /** Small dots: what the search does. */
  | { kind: 'dots'; items: readonly { point: Point; tone: Tone; pulse?: boolean }[] }
  /** Shapes and short texts. */
  | { kind: 'marks'; items: readonly Mark[] }
  /** Lines through points (a threat). */
  | { kind: 'lines'; items: readonly { points: readonly Point[]; tone: Tone; dashed?: boolean }[] }
  /** Tinted squares. */
  | { kind: 'area'; points: readonly Point[]; tone: Tone; title?: string };

export interface Candidate {
  point: Point;
  text: string;
  sub?: string;
  weight: number;
  isBest?: boolean;
  title?: string;
}

export interface Mark {
  point: Point;
  shape: 'circle' | 'square' | 'triangle' | 'cross' | 'text';
  text?: string;
  tone: Tone;
  title?: string;
  /** Whose mark it is: a text on an empty point then stands on a small stone of that side. */
  side?: Side;
}

/** The layers of one kind. */
export function layersOf<K extends Layer['kind']>(layers: readonly Layer[], kind: K): Extract<Layer, { kind: K }>[] {
  return layers.filter((layer): layer is Extract<Layer, { kind: K }> => layer.kind === kind);
}

/** Words that a screen reader adds to a point. */
export function wordsAt(layers: readonly Layer[]): Map<Point, string[]> {
  const words = new Map<Point, string[]>();
  const add = (point: Point, text: string | undefined): void => {
    if (text) words.set(point, [...(words.get(point) ?? []), text]);
  };
  for (const layer of layers) {
    if (layer.kind === 'forbidden') for (const item of layer.items) add(item.point, item.title);
    if (layer.kind === 'candidates') for (const item of layer.items) add(item.point, item.title ?? item.text);
    if (layer.kind === 'marks') for (const item of layer.items) add(item.point, item.title ?? item.text);
    if (layer.kind === 'ghost') for (const stone of layer.stones) add(stone.point, stone.title);
    if (layer.kind === 'area') for (const point of layer.points) add(point, layer.title);
  }
  return words;
}

/** A line as numbered stones that are not there yet; `count` of its moves. */
export function ghostLine(position: Position, line: readonly Move[], count = line.length): Layer {
  const first = toMove(position);
  const stones = line.slice(0, count).map((point, i) => ({ point, side: sideAt(first, i), text: String(i + 1) }));
  return { kind: 'ghost', stones: stones.filter((stone) => stone.point !== PASS) };
}
