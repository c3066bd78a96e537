// The running proof search, the certificate at hand and the walk through it. The certificate's bytes are kept here
// too: a server that was restarted has forgotten its proofs and gets them again without a word from the reader.
import { api, ApiError } from '../api/http';
import type { JobEvent, ProofInfo, ProofWalk, Side, Solved } from '../api/types';
import { i18n } from '../i18n';
import type { Move, Point } from '../game/notation';
import { request, sideAt, type Position } from '../game/position';
import { load, store } from '../state/storage';
import { Task } from '../state/task.svelte';
import { sayError, ui } from '../state/ui.svelte';
import { fromBase64, toBase64 } from './bytes';
import { addSample, type Sample } from './samples';
import { advance, shownMoves, START, stepBack, stepForward, type WalkState } from './walk';

/** What a search may use; 0 seconds or nodes are no limit. */
export interface ProveLimits {
  seconds: number;
  nodes: number;
  megabytes: number;
}

/** A day: without a word the server stops after a minute. */
const LONGEST = 24 * 3600 * 1000;
/** Certificates up to this many bytes are kept across visits. */
const KEEP_BYTES = 400_000;
/** Answers in a row that the attacker may give before the defender is asked; a guard, no rule. */
const MOST_ANSWERS = 4;

class Prove extends Task {
  attacker: Side = $state('black');
  limits: ProveLimits = $state({ seconds: 60, nodes: 0, megabytes: 256 });
  method = $state('');
  samples: readonly Sample[] = $state.raw([]);
  solved: Solved | null = $state.raw(null);
  /** Whether the search ended because it had used up what it may. */
  isLimited = $state(false);
  info: ProofInfo | null = $state.raw(null);
  isChecking = $state(false);
  /** Whether the board shows the walk. */
  isWalking = $state(false);
  walk: WalkState = $state.raw(START);
  /** What the server says of the walk's place. */
  here: ProofWalk | null = $state.raw(null);
  isAsking = $state(false);
  #bytes: Blob | null = null;
  #question = 0;

  get moves(): readonly Move[] {
    return shownMoves(this.walk);
  }

  /** Looks for a proof; what was found before stays until there is a new one. */
  start(position: Position): void {
    const { seconds, nodes, megabytes } = this.limits;
    this.samples = [];
    this.method = '';
    this.solved = null;
    this.isWalking = false;
    const limits = { time_ms: seconds ? seconds * 1000 : LONGEST, ...(nodes ? { nodes } : {}), memory_mb: megabytes };
    this.run(
      { do: 'prove', position: request(position), attacker: this.attacker, limits, threads: 1 },
      (event) => this.#hear(event),
      (reason) => {
        this.isLimited = reason === 'limit';
        return this.solved || reason === 'limit' || reason === 'finished' ? 'done' : 'stopped';
      },
    );
  }

  #hear(event: JobEvent): void {
    switch (event.event) {
      case 'progress': {
        const { nodes = 0, seconds = 0, proof = 1, disproof = 1 } = event;
        this.method = event.method ?? this.method;
        this.samples = addSample(this.samples, { nodes, seconds, proof, disproof });
        break;
      }
      case 'solved':
        this.solved = event;
        break;
      case 'proof':
        void this.#take(event.proof);
        break;
    }
  }

  /** Fetches a fresh certificate, keeps a copy, and lets the checker look at it. */
  async #take(id: string): Promise<void> {
    try {
      await this.open(await api.proofBytes(id, 'binary'));
      await this.enter();
    } catch (error) {
      sayError(error);
    }
  }

  /** Hands a certificate to the server: it is checked, and can be walked. */
  async open(bytes: Blob): Promise<void> {
    this.isChecking = true;
    try {
      this.info = await api.proofImport(bytes);
      this.#bytes = bytes;
      this.isWalking = false;
      this.walk = START;
      this.here = null;
      void this.#keep(bytes);
    } finally {
      this.isChecking = false;
    }
  }

  /** As `open` for a file of a person; says what is wrong. */
  async openFile(file: Blob): Promise<void> {
    try {
      await this.open(file);
      if (this.info?.valid) await this.enter();
    } catch (error) {
      sayError(error);
    }
  }

  /** The certificate of the last visit, if it was kept. */
  async restore(): Promise<void> {
    if (this.info || this.isChecking) return;
    const kept = load('proof');
    const bytes = typeof kept === 'string' ? fromBase64(kept) : null;
    if (!bytes) return;
    try {
      await this.open(new Blob([bytes]));
    } catch {
      // An old copy that is no certificate any more is not worth a message.
    }
  }

  async #keep(bytes: Blob): Promise<void> {
    store('proof', bytes.size <= KEEP_BYTES ? toBase64(new Uint8Array(await bytes.arrayBuffer())) : null);
  }

  /** Runs the checker once more over the kept bytes. */
  async verify(): Promise<void> {
    if (!this.#bytes) return;
    this.isChecking = true;
    try {
      this.info = await api.proofImport(this.#bytes);
    } catch (error) {
      sayError(error);
    } finally {
      this.isChecking = false;
    }
  }

  /** The certificate as a file. */
  async file(form: 'text' | 'binary'): Promise<Blob> {
    return this.#retry((id) => api.proofBytes(id, form));
  }

  /** Asks about the certificate; if the server has forgotten it, hands it over and asks again. */
  async #retry<T>(ask: (id: string) => Promise<T>): Promise<T> {
    if (!this.info) throw new Error('There is no certificate yet.');
    try {
      return await ask(this.info.id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'gone' || !this.#bytes) throw error;
      this.info = await api.proofImport(this.#bytes);
      ui.say(i18n.t.prove.kept);
      return ask(this.info.id);
    }
  }

  /** Puts the walk on the board, where it was left. */
  async enter(): Promise<void> {
    this.isWalking = true;
    await this.#settle(this.walk);
  }

  leave(): void {
    this.isWalking = false;
  }

  /** The defender plays here. */
  async reply(point: Point): Promise<void> {
    if (this.isAsking || this.here?.is_won) return;
    await this.#settle(advance(this.walk, [point]));
  }

  async back(): Promise<void> {
    if (this.info) await this.#settle(stepBack(this.walk, this.info));
  }

  async forward(): Promise<void> {
    if (this.info) await this.#settle(stepForward(this.walk, this.info));
  }

  async first(): Promise<void> {
    await this.#settle({ ...this.walk, shown: 0 });
  }

  async last(): Promise<void> {
    await this.#settle({ ...this.walk, shown: this.walk.moves.length });
  }

  /** Forgets the walk. */
  async reset(): Promise<void> {
    await this.#settle(START);
  }

  /** Plays the forced replies to the end of the line, a moment apart. */
  async playForced(pause: number): Promise<void> {
    while (this.here && !this.here.is_won && this.here.line[0]) {
      const before = this.walk.shown;
      await this.reply(this.here.line[0]);
      if (this.walk.shown === before || !this.isWalking) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Goes to a place, lets the attacker answer until the defender is to move, and shows that. */
  async #settle(to: WalkState): Promise<void> {
    const question = ++this.#question;
    this.isAsking = true;
    try {
      let state = to;
      let here = await this.#retry((id) => api.proofWalk(id, [...shownMoves(state)]));
      for (let i = 0; i < MOST_ANSWERS && here.answer && !here.is_won && this.#isAttackers(state); i++) {
        state = advance(state, [here.answer]);
        here = await this.#retry((id) => api.proofWalk(id, [...shownMoves(state)]));
      }
      if (question !== this.#question) return;
      this.walk = state;
      this.here = here;
    } catch (error) {
      if (question === this.#question) sayError(error);
    } finally {
      if (question === this.#question) this.isAsking = false;
    }
  }

  #isAttackers(state: WalkState): boolean {
    return this.info !== null && sideAt(this.info.to_move, state.shown) === this.info.attacker;
  }
}

export const prove = new Prove();
