// Whether something kept from an earlier visit is a review; an old or broken one must not break the page.
import type { Review } from '../api/types';
import { GRADES } from './grades';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMove(value: unknown): boolean {
  return (
    isRecord(value) && typeof value.ply === 'number' && (value.side === 'black' || value.side === 'white') &&
    typeof value.move === 'string' && (value.best === null || typeof value.best === 'string') && typeof value.winrate_before === 'number' &&
    typeof value.winrate_after === 'number' && typeof value.loss === 'number' &&
    GRADES.includes(value.grade as (typeof GRADES)[number]) && Array.isArray(value.best_line) && Array.isArray(value.played_line)
  );
}

/** Whether a value has the shape of a review. */
export function isReview(value: unknown): value is Review {
  if (!isRecord(value) || !Array.isArray(value.moves) || !Array.isArray(value.graph)) return false;
  const { accuracy, counts } = value;
  const isRate = (rate: unknown): boolean => rate === null || typeof rate === 'number';
  if (!isRecord(accuracy) || !isRate(accuracy.black) || !isRate(accuracy.white)) return false;
  return isRecord(counts) && isRecord(counts.black) && isRecord(counts.white) && value.moves.every(isMove);
}
