// The line to the server: jobs outlive connections. A fake wire and a hand-turned clock stand in for the browser.
import { expect, test } from 'vitest';
import { Socket, type Surroundings, type Wire } from '../src/lib/api/socket';
import type { JobEvent, JobRequest, Outcome } from '../src/lib/api/types';

class FakeWire implements Wire {
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  jobs(): Record<string, unknown>[] {
    return this.sent.filter((message) => message.do !== 'ping');
  }
}

class FakeWorld implements Surroundings {
  wires: FakeWire[] = [];
  now = 0;
  #timers: { at: number; run: () => void; id: number }[] = [];
  #ids = 0;
  open(): FakeWire {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  }
  later(run: () => void, ms: number): number {
    this.#timers.push({ at: this.now + ms, run, id: ++this.#ids });
    return this.#ids;
  }
  cancel(id: unknown): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#timers.filter((t) => t.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = next.at;
      this.cancel(next.id);
      next.run();
    }
    this.now = until;
  }
  get wire(): FakeWire {
    return this.wires.at(-1)!;
  }
}

const ASK: JobRequest = {
  do: 'judge', position: { size: 15, rule: 'freestyle', moves: '' }, move: 'h8', time_ms: 100,
};

function set(): { world: FakeWorld; socket: Socket; events: JobEvent[] } {
  const world = new FakeWorld();
  return { world, socket: new Socket(world), events: [] };
}

test('a job asked before the line is open is sent when it opens', () => {
  const { world, socket } = set();
  socket.run(ASK, () => {});
  expect(world.wire.sent).toEqual([]);
  world.wire.onopen?.();
  expect(world.wire.jobs()).toHaveLength(1);
  expect(world.wire.jobs()[0]).toMatchObject({ do: 'judge', move: 'h8' });
});

test('events reach their job and the last one ends it', async () => {
  const { world, socket, events } = set();
  world.wire.onopen?.();
  const job = socket.run(ASK, (event) => events.push(event));
  const id = world.wire.jobs()[0]!.id;
  world.wire.say({ id, event: 'started' });
  world.wire.say({ id: 999, event: 'started' });
  world.wire.say({ id, event: 'done', reason: 'limit' });
  world.wire.say({ id, event: 'started' });
  expect(await job.done).toEqual({ ok: true, reason: 'limit' });
  expect(events).toHaveLength(1);
});

test('a broken line sends the running job again with a larger id, and goes on', async () => {
  const { world, socket, events } = set();
  world.wire.onopen?.();
  const job = socket.run(ASK, (event) => events.push(event));
  const first = world.wire.jobs()[0]!.id as number;
  world.wire.say({ id: first, event: 'started' });
  world.wire.onclose?.();
  expect(socket.state).toBe('waiting');
  world.pass(250);
  expect(world.wires).toHaveLength(2);
  world.wire.onopen?.();
  const second = world.wire.jobs()[0]!.id as number;
  expect(second).toBeGreaterThan(first);
  world.wire.say({ id: second, event: 'started' });
  world.wire.say({ id: second, event: 'done', reason: 'finished' });
  expect(await job.done).toEqual({ ok: true, reason: 'finished' });
  expect(events).toHaveLength(2);
});

test('a finished job is not sent again', () => {
  const { world, socket } = set();
  world.wire.onopen?.();
  socket.run(ASK, () => {});
  world.wire.say({ id: world.wire.jobs()[0]!.id, event: 'done', reason: 'finished' });
  world.wire.onclose?.();
  world.pass(1000);
  world.wire.onopen?.();
  expect(world.wire.jobs()).toEqual([]);
});

test('a job that was being stopped when the line broke is stopped', async () => {
  const { world, socket } = set();
  world.wire.onopen?.();
  const job = socket.run(ASK, () => {});
  job.stop();
  job.stop();
  expect(world.wire.jobs().filter((message) => message.do === 'stop')).toHaveLength(1);
  world.wire.onclose?.();
  expect(await job.done).toEqual({ ok: true, reason: 'stopped' });
  world.pass(1000);
  world.wire.onopen?.();
  expect(world.wire.jobs()).toEqual([]);
});

test('of several jobs asked offline only the newest is sent; the others are replaced', async () => {
  const { world, socket } = set();
  const jobs = ['a1', 'b2', 'c3'].map((move) => socket.run({ ...ASK, move } as JobRequest, () => {}));
  world.wire.onopen?.();
  expect(world.wire.jobs().map((message) => message.move)).toEqual(['c3']);
  const outcomes: Outcome[] = await Promise.all(jobs.slice(0, 2).map((job) => job.done));
  expect(outcomes).toEqual([{ ok: true, reason: 'replaced' }, { ok: true, reason: 'replaced' }]);
  expect(jobs[2]!.ended).toBe(false);
});

test('the pauses between attempts grow to a bound, and a hello resets them', () => {
  const { world } = set();
  const pauses: number[] = [];
  for (let i = 0; i < 8; i++) {
    const opened = world.wires.length;
    const from = world.now;
    world.wire.onclose?.();
    while (world.wires.length === opened) world.pass(50);
    pauses.push(world.now - from);
  }
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  world.wire.onopen?.();
  world.wire.say({ event: 'hello', session: 's', version: '1' });
  world.wire.onclose?.();
  const opened = world.wires.length;
  world.pass(250);
  expect(world.wires.length).toBe(opened + 1);
});

test('a silent line is closed after a ping without an answer, and any word keeps it', () => {
  const { world, socket } = set();
  world.wire.onopen?.();
  world.pass(15000);
  expect(world.wire.sent.at(-1)).toMatchObject({ do: 'ping' });
  world.wire.say({ id: 1, event: 'pong' });
  world.pass(10000);
  expect(socket.state).toBe('open');
  world.pass(5000);
  const silent = world.wire;
  world.pass(10000);
  expect(silent.isClosed).toBe(true);
  expect(socket.state).toBe('waiting');
});

test('an error ends the job with its sentence; rubbish on the wire is ignored', async () => {
  const { world, socket } = set();
  world.wire.onopen?.();
  const job = socket.run(ASK, () => {});
  world.wire.onmessage?.({ data: '{' });
  world.wire.onmessage?.({ data: new ArrayBuffer(3) });
  world.wire.say({ id: world.wire.jobs()[0]!.id, event: 'error', code: 'bad_position', message: 'No.' });
  expect(await job.done).toEqual({ ok: false, code: 'bad_position', message: 'No.' });
});

test('a stop nobody asked for is a server going down: the job is sent to the next one', async () => {
  const { world, socket } = set();
  world.wire.onopen?.();
  const job = socket.run(ASK, () => {});
  world.wire.say({ id: world.wire.jobs()[0]!.id, event: 'done', reason: 'stopped' });
  world.wire.onclose?.();
  world.pass(250);
  world.wire.onopen?.();
  expect(world.wire.jobs()).toHaveLength(1);
  world.pass(5000);
  expect(job.ended).toBe(false);
  world.wire.say({ id: world.wire.jobs()[0]!.id, event: 'done', reason: 'stopped' });
  world.pass(2000);
  expect(await job.done).toEqual({ ok: true, reason: 'stopped' });
});
