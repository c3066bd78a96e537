// Numbers as people read them.

/** A large number in short: 950, 12.3k, 4.56M, 1.20G. */
export function short(n: number): string {
  if (n < 1000) return String(Math.round(n));
  for (const [unit, worth] of [['k', 1e3], ['M', 1e6], ['G', 1e9]] as const) {
    const value = n / worth;
    if (value < 1000 || unit === 'G') return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)}${unit}`;
  }
  return String(n);
}

/** A win rate 0..1 in percent. */
export function percent(rate: number): string {
  const value = rate * 100;
  return Math.min(99.9, Math.max(0.1, value)).toFixed(1);
}

/** Whole moves of a distance in plies, with the sign kept. */
export function moves(plies: number): number {
  return Math.sign(plies) * Math.ceil(Math.abs(plies) / 2);
}

/** A score in short: `+1.25` in hundredths, `W5` or `L4` for a decided game in moves. */
export function score(value: number, mate: number | null): string {
  if (mate !== null) return mate > 0 ? `W${moves(mate)}` : `L${-moves(mate)}`;
  return `${value >= 0 ? '+' : '−'}${Math.abs(value)}`;
}

/** Seconds as `4.2 s` or `3:07`. */
export function seconds(s: number): string {
  if (s < 60) return `${s.toFixed(1)} s`;
  return `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;
}

/** A clock's face: minutes and seconds, tenths below ten seconds. */
export function clock(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const whole = Math.ceil(left / 1000);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
