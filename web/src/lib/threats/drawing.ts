// How threats are drawn: the rows they run along, and a short sign on the point. Pure.
import type { Side, Threat, ThreatKind } from '../api/types';
import type { Layer, Mark, Tone } from '../board/layers';
import { placeOf, type Point } from '../game/notation';

/** The sign of a kind on the board. */
export const SIGNS: Record<ThreatKind, string> = { five: '5', 'winning four': '4+', four: '4', three: '3' };
const TONES: Record<ThreatKind, Tone> = { five: 'bad', 'winning four': 'warn', four: 'accent', three: 'info' };
const STRENGTH: ThreatKind[] = ['three', 'four', 'winning four', 'five'];

/** The colour of a kind. */
export function toneOf(kind: ThreatKind): Tone {
  return TONES[kind];
}

/** The straight rows of a threat: its stones by direction from its point, each with the point itself. */
export function rowsOf(threat: Pick<Threat, 'point' | 'stones'>, size: number): Point[][] {
  const from = placeOf(threat.point, size);
  if (!from) return [];
  const rows = new Map<string, Point[]>();
  for (const stone of threat.stones) {
    const to = placeOf(stone, size);
    if (!to) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const key = dy === 0 ? '-' : dx === 0 ? '|' : dx === dy ? '\\' : dx === -dy ? '/' : null;
    if (key) rows.set(key, [...(rows.get(key) ?? [threat.point]), stone]);
  }
  return [...rows.values()];
}

/** All threats of the sides to be shown, the strongest sign where several meet. */
export function threatLayers(threats: readonly Threat[], sides: readonly Side[], size: number, word: (t: Threat) => string): Layer[] {
  const shown = threats.filter((threat) => sides.includes(threat.side));
  // Many threes share their rows; only rows of stronger threats are drawn then, or nothing could be seen.
  const lines = shown
    .filter((threat) => threat.kind !== 'three' || shown.length < 10)
    .flatMap((threat) => rowsOf(threat, size).map((points) => ({ points, tone: TONES[threat.kind] })));
  const marks = new Map<Point, Mark & { rank: number }>();
  for (const threat of shown) {
    const rank = STRENGTH.indexOf(threat.kind);
    const known = marks.get(threat.point);
    const title = [known?.title, word(threat)].filter(Boolean).join('; ');
    if (known && known.rank >= rank) known.title = title;
    else marks.set(threat.point, { point: threat.point, shape: 'text', text: SIGNS[threat.kind], tone: TONES[threat.kind], title, side: threat.side, rank });
  }
  return [{ kind: 'lines', items: lines }, { kind: 'marks', items: [...marks.values()] }];
}

/** One threat by itself, with the points that answer it. */
export function oneThreat(threat: Threat, size: number, word: string): Layer[] {
  return [
    { kind: 'lines', items: rowsOf(threat, size).map((points) => ({ points, tone: TONES[threat.kind] })) },
    { kind: 'area', points: threat.defences.filter((p) => p !== threat.point), tone: 'muted' },
    { kind: 'marks', items: [{ point: threat.point, shape: 'text', text: SIGNS[threat.kind], tone: TONES[threat.kind], title: word, side: threat.side }] },
  ];
}
