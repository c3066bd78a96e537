// What the laboratory says of a pattern, as the server sends it.

/** Row and column, both from 0. */
export type Square = [number, number];

export interface PatternReport {
  kind: 'victory' | 'attack' | 'threat' | 'generic';
  steps: number | null;
  triggers: Square[];
  defence: Square[];
  defences: { trigger: Square; squares: Square[]; steps: number }[];
  names: string[];
  minimal: boolean;
  irrational: boolean;
  impossible: boolean;
  owner: 'X' | 'O';
  size: number;
  fastest_triggers: Square[];
  symbol: string;
  defence_size: number;
  contains: string[];
  blocks: number[];
  decomposition: { squares: Square[]; steps: number | null; defence: Square[]; names: string[] }[];
}

export type Role = 'trigger' | 'fastest' | 'defence';

/** What each square is, by `row,column`: triggers and defences of the whole, or the defence of one trigger of a threat. */
export function roles(report: PatternReport | null, chosen: Square | null): Map<string, Set<Role>> {
  const result = new Map<string, Set<Role>>();
  const add = (squares: readonly Square[], role: Role): void => {
    for (const [row, column] of squares) {
      const key = `${row},${column}`;
      result.set(key, (result.get(key) ?? new Set()).add(role));
    }
  };
  if (!report) return result;
  const one = report.defences.find(({ trigger }) => trigger[0] === chosen?.[0] && trigger[1] === chosen?.[1]);
  if (one) {
    add([one.trigger], 'fastest');
    add(one.squares, 'defence');
    return result;
  }
  add(report.triggers, 'trigger');
  add(report.fastest_triggers, 'fastest');
  add(report.defence, 'defence');
  return result;
}

/** The crosses of a four or three with a three: only the strongest is worth saying. */
const CROSSES = new Set(['C43d', 'C43w', 'C43', 'C3d3d', 'C3w3d', 'C3w3w', 'C33']);

/** The names worth saying aloud. */
export function spokenNames(names: readonly string[]): string[] {
  const firstCross = names.find((name) => CROSSES.has(name));
  return names.filter((name) => !CROSSES.has(name) || name === firstCross);
}
