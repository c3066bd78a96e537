// A piece of work that the server does for one view: what runs, who waits before it, and how it ended.
import type { Job } from '../api/socket';
import type { DoneReason, JobEvent, JobRequest } from '../api/types';
import { link } from './link.svelte';

export type Phase = 'idle' | 'queued' | 'running' | 'done' | 'stopped' | 'failed';

export class Task {
  phase: Phase = $state('idle');
  /** Jobs before this one while it is queued. */
  ahead = $state(0);
  /** Why it failed. */
  problem = $state('');
  #job: Job | null = null;

  get isRunning(): boolean {
    return this.phase === 'queued' || this.phase === 'running';
  }

  /** Starts work in the place of what runs. An older job is never heard again. */
  protected run(request: JobRequest, hear: (event: JobEvent) => void, ended: (reason: DoneReason) => Phase): void {
    this.phase = 'running';
    this.problem = '';
    const job = link.run(request, (event) => {
      if (this.#job !== job) return;
      if (event.event === 'queued') {
        this.phase = 'queued';
        this.ahead = event.ahead;
      } else if (event.event === 'started') this.phase = 'running';
      else hear(event);
    });
    this.#job = job;
    void job.done.then((outcome) => {
      if (this.#job !== job) return;
      this.#job = null;
      if (outcome.ok) this.phase = ended(outcome.reason);
      else {
        this.phase = 'failed';
        this.problem = outcome.message;
        this.failed();
      }
    });
  }

  /** The work could not be done. */
  protected failed(): void {}

  /** Asks the server to stop; what was found stays. */
  stop(): void {
    this.#job?.stop();
  }

  /** Stops, and forgets that there was work. */
  protected drop(): void {
    this.#job?.stop();
    this.#job = null;
    this.phase = 'idle';
    this.problem = '';
  }
}
