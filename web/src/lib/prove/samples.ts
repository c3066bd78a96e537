// What the search said over time, thinned so that an hour of progress is still a few hundred points.

/** One report of the search. */
export interface Sample {
  seconds: number;
  nodes: number;
  proof: number;
  disproof: number;
}

/** As many as a small graph can show. */
export const MOST_SAMPLES = 400;

/** The samples with one more. When there are too many every second goes, never the first nor the newest. */
export function addSample(samples: readonly Sample[], sample: Sample, most: number = MOST_SAMPLES): readonly Sample[] {
  const last = samples.at(-1);
  // Time never runs back; a report out of order would draw a loop.
  if (last && sample.seconds < last.seconds) return samples;
  const kept = last && sample.seconds === last.seconds ? samples.slice(0, -1) : samples;
  const all = [...kept, sample];
  if (all.length <= most) return all;
  return all.filter((_, i) => i % 2 === 0 || i === all.length - 1);
}

/** A proof number that a log scale can show: whole, at least 1, and short of infinity. */
export function onLogScale(value: number | null | undefined): number {
  if (value === null || value === undefined || !Number.isFinite(value)) return 1e9;
  return Math.min(1e9, Math.max(1, value));
}

/** The columns of the graph: time, proof number, disproof number. */
export function columns(samples: readonly Sample[]): [number[], number[], number[]] {
  return [
    samples.map((sample) => sample.seconds),
    samples.map((sample) => onLogScale(sample.proof)),
    samples.map((sample) => onLogScale(sample.disproof)),
  ];
}
