// The program under test: started on a free port of the loopback, with a data folder of its own, and stopped by its id.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect } from '@playwright/test';
import { Desk } from './desk';

const PROGRAM = process.env.TENGEN_BIN ?? resolve(import.meta.dirname, '../../target/release/tengen');

export class Server {
  #child: ChildProcess | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tengen-e2e-'));
  url = '';

  /** Starts it; on the same port as before if it ran already. */
  async start(): Promise<void> {
    const port = this.url ? new URL(this.url).port : '0';
    const child = spawn(
      PROGRAM,
      ['serve', '--json', '--no-open', '--port', port, '--data', this.#folder, '--threads', '2', '--memory', '1024'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.#child = child;
    const line = await new Promise<string>((found, failed) => {
      child.once('error', (error) => failed(new Error(`${PROGRAM} does not start (${error.message}): build it, or set TENGEN_BIN`)));
      child.once('exit', (code) => failed(new Error(`${PROGRAM} ended with ${code} before it was ready`)));
      createInterface({ input: child.stdout! }).once('line', found);
    });
    this.url = (JSON.parse(line) as { url: string }).url;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }

  /** Stops it and forgets its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks it directly, for what a test needs to know. */
  async ask<T>(path: string, body?: unknown): Promise<T> {
    const url = new URL(`/api/v1/${path}`, this.url);
    const response = await fetch(url, body === undefined ? {} : {
      method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}

/** A test with the server of its worker, the page open on it, and hands for it. */
export const test = base.extend<{ desk: Desk }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  desk: async ({ page, server }, use) => {
    const desk = new Desk(page, server.url);
    await use(desk);
    expect(desk.faults, 'the page must not throw').toEqual([]);
  },
});

export { expect };
