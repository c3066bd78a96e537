// Numbers in words and figures, shared by the study views.

/** A large number in short: 950, 12.3k, 4.56M. */
export function compact(n: number): string {
  if (!Number.isFinite(n)) return '∞';
  if (n < 1000) return String(Math.round(n));
  for (const [unit, worth] of [['k', 1e3], ['M', 1e6], ['G', 1e9]] as const) {
    const value = n / worth;
    if (value < 999.5 || unit === 'G') return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)}${unit}`;
  }
  return String(n);
}

/** A share 0..1 in whole percent; nothing uncertain is called 0 or 100. */
export function wholePercent(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
