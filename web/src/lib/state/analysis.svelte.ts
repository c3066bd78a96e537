// The running analysis. Infos are replaced whole and never merged (`$state.raw`): twenty a second must cost nothing.
import { SvelteMap } from 'svelte/reactivity';
import type { Job } from '../api/socket';
import type { InfoEvent, JobEvent } from '../api/types';
import type { Move, Point } from '../game/notation';
import { keyOf, request, toMove, type Position } from '../game/position';
import { link } from './link.svelte';
import { settings } from './settings.svelte';

/** What one engine says now. */
export interface EngineView {
  id: string;
  info: InfoEvent | null;
  best: Move | null;
  says: string;
}

export type Phase = 'idle' | 'queued' | 'running' | 'done' | 'failed';

class Analysis {
  phase: Phase = $state('idle');
  ahead = $state(0);
  problem = $state('');
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
  #job: Job | null = null;
  #isPaused = false;

  get isRunning(): boolean {
    return this.phase === 'queued' || this.phase === 'running';
  }

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
    this.phase = 'running';
    this.problem = '';
    const job = link.run(
      {
        do: 'analyze', position: request(position), engines, lines: settings.lines, threads: settings.threads,
        hash_mb: settings.hash, limits: {}, only: [...this.only], without: [...this.without], policy: true,
      },
      (event) => this.#job === job && this.#hear(event),
    );
    this.#job = job;
    void job.done.then((outcome) => {
      if (this.#job !== job) return;
      this.#job = null;
      this.phase = outcome.ok ? (outcome.reason === 'finished' || outcome.reason === 'limit' ? 'done' : 'idle') : 'failed';
      if (!outcome.ok) this.problem = outcome.message;
      if (!outcome.ok || outcome.reason === 'stopped') this.isOn = this.isOn && this.#isPaused;
    });
  }

  /** Stops; what was found stays on the screen. */
  stop(): void {
    this.isOn = false;
    this.#job?.stop();
  }

  /** Stops the search but goes on at the next position (the game is over here). */
  pause(): void {
    this.#isPaused = true;
    this.#job?.stop();
  }

  /** Forgets what was found. */
  clear(): void {
    this.stop();
    this.#job = null;
    this.phase = 'idle';
    this.position = null;
    this.engines = [];
    this.policy = [];
  }

  #hear(event: JobEvent): void {
    switch (event.event) {
      case 'queued':
        this.phase = 'queued';
        this.ahead = event.ahead;
        break;
      case 'started':
        this.phase = 'running';
        break;
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
