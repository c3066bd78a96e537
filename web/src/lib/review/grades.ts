// The five grades as signs: a symbol, a shape for the graph and a colour each, so that nothing rests on colour alone.
import type { Grade } from '../api/types';
import type { Colours } from '../chart/colours';

export const GRADES: readonly Grade[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

export type Shape = 'star' | 'circle' | 'triangle' | 'square' | 'diamond';

export interface GradeSign {
  symbol: string;
  shape: Shape;
  colour: keyof Colours;
}

export const SIGNS: Record<Grade, GradeSign> = {
  best: { symbol: '★', shape: 'star', colour: 'good' },
  good: { symbol: '✓', shape: 'circle', colour: 'good' },
  inaccuracy: { symbol: '?!', shape: 'triangle', colour: 'warn' },
  mistake: { symbol: '?', shape: 'square', colour: 'warn' },
  blunder: { symbol: '??', shape: 'diamond', colour: 'bad' },
};

/** Whether a grade is worth a mark on the graph and a place in the short list. */
export function isFault(grade: Grade): boolean {
  return grade === 'inaccuracy' || grade === 'mistake' || grade === 'blunder';
}

/** The corners of a shape around (0, 0) with radius `r`; a circle has none. */
export function corners(shape: Shape, r: number): [number, number][] {
  switch (shape) {
    case 'triangle':
      return [[0, -r], [0.92 * r, 0.7 * r], [-0.92 * r, 0.7 * r]];
    case 'square':
      return [[-0.82 * r, -0.82 * r], [0.82 * r, -0.82 * r], [0.82 * r, 0.82 * r], [-0.82 * r, 0.82 * r]];
    case 'diamond':
      return [[0, -1.15 * r], [1.15 * r, 0], [0, 1.15 * r], [-1.15 * r, 0]];
    case 'star':
      return Array.from({ length: 10 }, (_, i) => {
        const radius = i % 2 === 0 ? 1.15 * r : 0.5 * r;
        const angle = (Math.PI / 5) * i - Math.PI / 2;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    case 'circle':
      return [];
  }
}
