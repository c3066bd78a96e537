// Shares in words, for the study views.

/** A share 0..1 in whole percent; nothing uncertain is called 0 or 100. */
export function wholePercent(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
