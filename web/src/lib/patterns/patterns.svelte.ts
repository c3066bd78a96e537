// The pattern on the drawing board and what the server said of it. Kept outside the view so that it survives a tab.
import { formatPattern, parsePattern, type Grid } from './codec';
import type { PatternReport, Square } from './report';

function firstGrid(): Grid {
  const parsed = parsePattern('++XXX+');
  return parsed.ok ? parsed.grid : [['+']];
}

class Patterns {
  grid: Grid = $state.raw(firstGrid());
  /** The trigger of a threat whose defence is shown. */
  chosen: Square | null = $state.raw(null);
  #rows = $state('');
  #report: PatternReport | null = $state.raw(null);
  #refusal = $state('');

  set(grid: Grid): void {
    this.grid = grid;
    this.chosen = null;
  }

  /** Whether the answer to this drawing is here. */
  isKnown(rows: string): boolean {
    return this.#rows === rows;
  }

  get #isCurrent(): boolean {
    return this.#rows === formatPattern(this.grid);
  }

  /** What is known of the drawing on the screen. */
  get report(): PatternReport | null {
    return this.#isCurrent ? this.#report : null;
  }

  /** Why the server would not say. */
  get refusal(): string {
    return this.#isCurrent ? this.#refusal : '';
  }

  answer(rows: string, report: PatternReport): void {
    if (rows !== formatPattern(this.grid)) return;
    this.#rows = rows;
    this.#report = report;
    this.#refusal = '';
  }

  refuse(rows: string, message: string): void {
    if (rows !== formatPattern(this.grid)) return;
    this.#rows = rows;
    this.#report = null;
    this.#refusal = message;
  }
}

export const patterns = new Patterns();
