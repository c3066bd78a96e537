// Places of the board in drawing units. One square is 40 units, whatever the size; the picture scales as a whole.
import { placeOf, type Point } from '../game/notation';

export const SQUARE = 40;

/** The frame around the squares: room for coordinates, or a bare edge. */
export function frame(hasCoordinates: boolean): number {
  return hasCoordinates ? 20 : 6;
}

/** The middle of a point in drawing units (0,0 is the corner of the squares), or null when it is off the board. */
export function centre(point: Point, size: number): { x: number; y: number } | null {
  const place = placeOf(point, size);
  return place && { x: (place.x + 0.5) * SQUARE, y: (place.y + 0.5) * SQUARE };
}

/** The star points: centre and four corners on boards that have the room. */
export function stars(size: number): [number, number][] {
  const middle = (size - 1) / 2;
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const result: [number, number][] = size % 2 === 1 ? [[middle, middle]] : [];
  if (size >= 9) result.push([near, near], [near, far], [far, near], [far, far]);
  return result;
}

/** A whole number 0..2^32 made of two; the grain of the wood must be the same at every visit. */
function scatter(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

/** Long soft curves from top to bottom that read as wood, as path data with a width and a strength. */
export function grain(extent: number): { d: string; width: number; alpha: number }[] {
  const count = 46;
  const unit = (i: number, j: number): number => scatter(i, j) / 2 ** 32;
  return Array.from({ length: count }, (_, i) => {
    const x = ((i + unit(i, 1) * 0.9) / count) * extent;
    const bend = (unit(i >> 2, 2) - 0.5) * extent * 0.05;
    const drift = (unit(i >> 3, 3) - 0.5) * extent * 0.03;
    const d = `M${x.toFixed(1)} -5C${(x + bend).toFixed(1)} ${(extent * 0.3).toFixed(1)} ${(x - bend + drift).toFixed(1)} ${(extent * 0.68).toFixed(1)} ${(x + drift).toFixed(1)} ${(extent + 5).toFixed(1)}`;
    return { d, width: 0.8 + unit(i, 4) * 5, alpha: 0.03 + unit(i, 5) * 0.085 };
  });
}
