// The running analysis. Infos are replaced whole and never merged (`$state.raw`): twenty a second must cost nothing.
import { SvelteMap } from 'svelte/reactivity';
import type { InfoEvent, JobEvent } from '../api/types';
import type { Move, Point } from '../game/notation';
import { keyOf, request, toMove, type Position } from '../game/position';
import { link } from './link.svelte';
import { settings } from './settings.svelte';
import { Task } from './task.svelte';

/** What one engine says now. */
export interface EngineView {
  id: string;
  info: InfoEvent | null;
  best: Move | null;
  says: string;
}

class Analysis extends Task {
  /** The position the infos are about. */
  position: Position | null = $state.raw(null);
  engines: readonly EngineView[] = $state.raw([]);
  policy: readonly (readonly [Point, number])[] = $state.raw([]);
  /** Points to leave out, or the only ones to look at. */
  without: readonly Point[] = $state.raw([]);
  only: readonly Point[] = $state.raw([]);
  /** Whether a person wants analysis; it then follows the position. */
  isOn = $state(false);
  /** Black's win rate where it was looked at, by position. */
  readonly rates = new SvelteMap<string, number>();
  #isPaused = false;

  /** Whether what is shown belongs to this position. */
  isAbout(position: Position): boolean {
    return this.position !== null && keyOf(this.position) === keyOf(position);
  }

  /** Analyses a position until stopped; replaces what runs. */
  start(position: Position): void {
    const known = link.about?.engines.map((engine) => engine.id) ?? ['tengen'];
    const engines = settings.engines.filter((id) => known.includes(id));
    if (engines.length === 0) engines.push('tengen');
    this.isOn = true;
    this.#isPaused = false;
    this.position = position;
    this.engines = engines.map((id) => ({ id, info: null, best: null, says: '' }));
    this.policy = [];
    this.run(
      {
        do: 'analyze', position: request(position), engines, lines: settings.lines, threads: settings.threads,
        hash_mb: settings.hash, limits: {}, only: [...this.only], without: [...this.without], policy: true,
      },
      (event) => this.#hear(event),
      (reason) => {
        if (reason === 'stopped') this.#rest();
        return reason === 'finished' || reason === 'limit' ? 'done' : 'idle';
      },
    );
  }

  protected override failed(): void {
    this.#rest();
  }

  /** Nothing runs any more; only a pause ends by itself. */
  #rest(): void {
    this.isOn = this.isOn && this.#isPaused;
  }

  /** Stops; what was found stays on the screen. */
  override stop(): void {
    this.isOn = false;
    super.stop();
  }

  /** Stops the search but goes on at the next position (the game is over here). */
  pause(): void {
    this.#isPaused = true;
    super.stop();
  }

  /** Forgets what was found. */
  clear(): void {
    this.isOn = false;
    this.drop();
    this.position = null;
    this.engines = [];
    this.policy = [];
  }

  #hear(event: JobEvent): void {
    switch (event.event) {
      case 'policy':
        this.policy = event.points;
        break;
      case 'info':
        this.#change(event.engine, { info: event });
        this.#remember(event);
        break;
      case 'say':
        this.#change(event.engine, { says: event.text });
        break;
      case 'best':
        this.#change(event.engine, { best: event.move });
        break;
    }
  }

  #remember({ engine, lines }: InfoEvent): void {
    const rate = lines.find((line) => line.rank === 1)?.winrate;
    if (rate === undefined || rate === null || !this.position || engine !== this.engines[0]?.id) return;
    this.rates.set(keyOf(this.position), toMove(this.position) === 'black' ? rate : 1 - rate);
  }

  #change(id: string, change: Partial<EngineView>): void {
    this.engines = this.engines.map((engine) => (engine.id === id ? { ...engine, ...change } : engine));
  }
}

export const analysis = new Analysis();
