// One socket a tab, one job at a time. A job outlives its connection: when the line breaks, the socket comes back
// with growing pauses and sends the running job again, so that a caller only ever sees events and one outcome.
import type { JobEvent, JobRequest, Outcome } from './types';

/** What the page may show of the line to the server. */
export type LinkState = 'connecting' | 'open' | 'waiting';

/** A running job. */
export interface Job {
  /** Resolves once, with how the job ended. */
  readonly done: Promise<Outcome>;
  /** Whether the outcome is known. */
  readonly ended: boolean;
  /** Asks the server to stop; the outcome still comes through `done`. */
  stop(): void;
}

/** The parts of a WebSocket that are used; tests give their own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/** What the socket needs from its surroundings. */
export interface Surroundings {
  open(): Wire;
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 15000;
const PONG_WITHIN = 10000;
/** How long a line may stay open after the server stopped a job unasked. */
const FAREWELL = 2000;

class RunningJob implements Job {
  ended = false;
  isStopping = false;
  readonly done: Promise<Outcome>;
  #resolve!: (outcome: Outcome) => void;

  constructor(
    public id: number,
    readonly request: JobRequest,
    readonly onEvent: (event: JobEvent) => void,
    readonly askStop: (job: RunningJob) => void,
  ) {
    this.done = new Promise((resolve) => (this.#resolve = resolve));
  }

  stop(): void {
    if (!this.ended && !this.isStopping) this.askStop(this);
  }

  end(outcome: Outcome): void {
    if (this.ended) return;
    this.ended = true;
    this.#resolve(outcome);
  }
}

/** The line to the server. */
export class Socket {
  /** Called at every change of the line's state. */
  onstate: (state: LinkState) => void = () => {};
  #state: LinkState = 'connecting';
  #wire: Wire | null = null;
  #isOpen = false;
  #nextId = 1;
  #pause = FIRST_PAUSE;
  /** Jobs whose last event has not come; only the newest is sent again after a break. */
  readonly #jobs = new Map<number, RunningJob>();
  #newest: RunningJob | null = null;
  #heartbeat: unknown = null;
  #isClosed = false;

  constructor(private readonly around: Surroundings) {
    this.#connect();
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Starts a job; the server ends the one that runs, whose outcome is then `replaced`. */
  run(request: JobRequest, onEvent: (event: JobEvent) => void): Job {
    const job = new RunningJob(this.#nextId++, request, onEvent, (it) => this.#stop(it));
    if (!this.#isOpen) this.#endAll({ ok: true, reason: 'replaced' });
    this.#jobs.set(job.id, job);
    this.#newest = job;
    if (this.#isOpen) this.#send({ id: job.id, ...request });
    return job;
  }

  /** Ends the line for good. */
  close(): void {
    this.#isClosed = true;
    this.around.cancel(this.#heartbeat);
    this.#endAll({ ok: true, reason: 'stopped' });
    this.#wire?.close();
  }

  #stop(job: RunningJob): void {
    job.isStopping = true;
    if (this.#isOpen) this.#send({ do: 'stop', id: job.id });
    else this.#finish(job, { ok: true, reason: 'stopped' });
  }

  #finish(job: RunningJob, outcome: Outcome): void {
    this.#jobs.delete(job.id);
    if (this.#newest === job) this.#newest = null;
    job.end(outcome);
  }

  #endAll(outcome: Outcome): void {
    for (const job of [...this.#jobs.values()]) this.#finish(job, outcome);
  }

  #send(message: object): void {
    this.#wire?.send(JSON.stringify(message));
  }

  /**
   * A server that goes down stops its jobs before it closes the line. A stop nobody asked for is therefore held back: if the line
   * breaks, the job is sent again when it is back; if the line stays, the stop was meant.
   */
  #hold(job: RunningJob, wire: Wire, outcome: Outcome): void {
    const { id } = job;
    this.around.later(() => {
      if (this.#wire === wire && job.id === id) this.#finish(job, outcome);
    }, FAREWELL);
  }

  #setState(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.onstate(state);
  }

  #connect(): void {
    if (this.#isClosed) return;
    const wire = this.around.open();
    this.#wire = wire;
    wire.onopen = () => this.#opened(wire);
    wire.onmessage = (event) => this.#hear(wire, event.data);
    wire.onclose = () => this.#closed(wire);
  }

  #opened(wire: Wire): void {
    if (wire !== this.#wire) return;
    this.#isOpen = true;
    this.#setState('open');
    this.#beat(wire);
    const job = this.#newest;
    if (!job) return;
    // A new session knows nothing of old ids, and ids must grow.
    this.#jobs.delete(job.id);
    job.id = this.#nextId++;
    this.#jobs.set(job.id, job);
    this.#send({ id: job.id, ...job.request });
  }

  #closed(wire: Wire): void {
    if (wire !== this.#wire) return;
    this.#wire = null;
    this.#isOpen = false;
    this.around.cancel(this.#heartbeat);
    if (this.#isClosed) return;
    for (const job of [...this.#jobs.values()]) {
      if (job.isStopping) this.#finish(job, { ok: true, reason: 'stopped' });
      else if (job !== this.#newest) this.#finish(job, { ok: true, reason: 'replaced' });
    }
    this.#setState('waiting');
    this.around.later(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /** A line can be dead without saying so (a laptop that slept); a missing pong closes it. */
  #beat(wire: Wire): void {
    this.around.cancel(this.#heartbeat);
    this.#heartbeat = this.around.later(() => {
      this.#send({ do: 'ping', id: this.#nextId++ });
      this.#heartbeat = this.around.later(() => {
        wire.close();
        this.#closed(wire);
      }, PONG_WITHIN);
    }, PING_EVERY);
  }

  #hear(wire: Wire, data: unknown): void {
    if (wire !== this.#wire || typeof data !== 'string') return;
    this.#beat(wire);
    let message: { id?: number; event?: string; reason?: string; code?: string; message?: string };
    try {
      message = JSON.parse(data) as typeof message;
    } catch {
      return;
    }
    // Only a server that speaks is worth quick retries; one that accepts and drops is not.
    if (message.event === 'hello') this.#pause = FIRST_PAUSE;
    const job = message.id === undefined ? undefined : this.#jobs.get(message.id);
    if (!job) return;
    if (message.event === 'done') {
      const outcome: Outcome = { ok: true, reason: (message.reason ?? 'finished') as 'finished' };
      if (outcome.reason === 'stopped' && !job.isStopping && job === this.#newest) this.#hold(job, wire, outcome);
      else this.#finish(job, outcome);
    } else if (message.event === 'error') {
      this.#finish(job, { ok: false, code: message.code ?? 'error', message: message.message ?? '' });
    } else if (message.event !== 'pong') {
      job.onEvent(message as JobEvent);
    }
  }
}

/** The socket of this page. */
export function browserSurroundings(): Surroundings {
  return {
    open: () => {
      const url = new URL('/api/v1/socket', location.href);
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
      url.hash = '';
      return new WebSocket(url) as unknown as Wire;
    },
    later: (run, ms) => setTimeout(run, ms),
    cancel: (timer) => clearTimeout(timer as number),
  };
}
