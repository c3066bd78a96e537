// How an analysis is drawn: heat of the policy, dots of the search, values of the lines. Pure, so that it can be tested.
import type { Candidate, Layer } from '../board/layers';
import type { EngineView } from '../state/analysis.svelte';
import type { Settings } from '../state/settings.svelte';
import { moves, percent, short } from '../ui/format';
import type { Point } from '../game/notation';

/** Weaker than this share of the best line's win rate, a candidate is drawn faintly. */
const FADE = 0.25;

/** What is printed on a candidate: its win rate in percent (else its score), or the distance of a decided game. */
export function candidateText(winrate: number | null, mate: number | null, value: number | null = null): string {
  if (mate !== null) return mate > 0 ? `W${moves(mate)}` : `L${-moves(mate)}`;
  if (winrate === null) return value === null ? '?' : String(value);
  return percent(winrate).replace(/\.\d$/, '');
}

/** The layers of what is known now. The first engine draws values and dots; others have their lists. */
export function analysisLayers(
  engines: readonly EngineView[],
  policy: readonly (readonly [Point, number])[],
  show: Pick<Settings, 'showCandidates' | 'showHeat' | 'showDots'>,
): Layer[] {
  const layers: Layer[] = [];
  if (show.showHeat && policy.length) {
    const top = Math.max(...policy.map(([, value]) => value), 1e-9);
    layers.push({ kind: 'heat', items: policy.filter(([, v]) => v / top > 0.03).map(([p, v]) => [p, v / top]) });
  }
  const info = engines.find((engine) => engine.info)?.info;
  if (!info) return layers;
  const lines = info.lines.filter((line) => line.pv.length > 0);
  const best = lines[0]?.winrate ?? 0;
  const items: Candidate[] = show.showCandidates
    ? lines.map((line) => ({
        point: line.pv[0]!,
        text: candidateText(line.winrate, line.mate, line.score),
        sub: line.rank === 1 ? short(info.nodes) : undefined,
        weight: Math.max(0, 1 - (best - (line.winrate ?? best)) / FADE),
        isBest: line.rank === 1,
      }))
    : [];
  if (show.showDots && info.root) {
    const drawn = new Set(items.map((item) => item.point));
    const { lost, searched, searching } = info.root;
    const dots = new Map<Point, { point: Point; tone: 'good' | 'bad' | 'info'; pulse?: boolean }>();
    for (const point of searched) dots.set(point, { point, tone: 'info' });
    for (const point of lost) dots.set(point, { point, tone: 'bad' });
    if (searching) dots.set(searching, { point: searching, tone: 'good', pulse: true });
    layers.push({ kind: 'dots', items: [...dots.values()].filter((dot) => !drawn.has(dot.point)) });
  }
  if (items.length) layers.push({ kind: 'candidates', items });
  return layers;
}
