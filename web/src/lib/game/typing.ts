// Points typed on the keyboard: a letter, then one or two digits. A row that could still grow (`h1` on fifteen lines)
// waits for the next key; the caller ends the wait.
import { parsePoint, type Point } from './notation';

/** What was typed so far, and the point when it is complete. */
export interface Typed {
  text: string;
  point: Point | null;
}

/** The text after one more key; null when the key is none of a point. */
export function typeKey(text: string, key: string, size: number): Typed | null {
  if (/^[a-v]$/i.test(key)) {
    const letter = key.toLowerCase();
    return letter.charCodeAt(0) - 97 < size ? { text: letter, point: null } : null;
  }
  if (text === '' || !/^\d$/.test(key)) return null;
  const grown = text + key;
  const point = parsePoint(grown, size);
  if (!point) return { text: '', point: null };
  return canGrow(grown, size) ? { text: grown, point: null } : { text: '', point };
}

/** The point of a text whose wait is over. */
export function typedPoint(text: string, size: number): Point | null {
  return parsePoint(text, size);
}

function canGrow(text: string, size: number): boolean {
  return text.length === 2 && Number(text[1]) * 10 <= size;
}
