// The stores, against a fake server: the game, the analysis and a game against an opponent.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Facts, JobEvent, Judged, JobRequest, Outcome, Rule } from '../src/lib/api/types';

interface FakeJob {
  request: JobRequest;
  say: (event: JobEvent) => void;
  end: (outcome?: Outcome) => void;
  isStopped: boolean;
}
const jobs: FakeJob[] = [];

vi.mock('../src/lib/state/link.svelte', () => ({
  link: {
    state: 'open',
    about: { engines: [{ id: 'tengen', name: 'Tengen', kind: 'builtin' }] },
    run: (request: JobRequest, onEvent: (event: JobEvent) => void) => {
      let resolve!: (outcome: Outcome) => void;
      const done = new Promise<Outcome>((it) => (resolve = it));
      const fake: FakeJob = { request, say: onEvent, end: (outcome = { ok: true, reason: 'finished' }) => resolve(outcome), isStopped: false };
      jobs.push(fake);
      return { done, ended: false, stop: () => { fake.isStopped = true; resolve({ ok: true, reason: 'stopped' }); } };
    },
  },
}));

const { GameStore, game } = await import('../src/lib/state/game.svelte');
const { analysis } = await import('../src/lib/state/analysis.svelte');
const { play } = await import('../src/lib/state/play.svelte');

/** The server's word on positions; tests change single fields. */
let answer: (moves: string) => Partial<Facts> = () => ({});
let asked: string[] = [];
let count = 0;
let size = 10;
let rule: Rule = 'freestyle';

beforeEach(() => {
  jobs.length = 0;
  asked = [];
  answer = () => ({});
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    const { position } = JSON.parse(init.body) as { position: { moves: string } };
    asked.push(position.moves);
    const facts = {
      to_move: 'black', status: 'open', winner: null, win_line: [], moves: position.moves, stones: { black: [], white: [] },
      forbidden: [], points: { black: {}, white: {} }, threats: [], case: null, opening: null, allowed: null, ...answer(position.moves),
    };
    return new Response(JSON.stringify(facts), { status: 200 });
  });
  play.leave();
  // Another board for each test, so that none sees what another asked.
  count += 1;
  size = 10 + (count % 13);
  rule = count < 13 ? 'freestyle' : 'standard';
  game.reset(size, rule);
});

afterEach(() => vi.unstubAllGlobals());

const settle = async (): Promise<void> => {
  // A fake answer passes through several turns of the event loop (fetch, body, promises of the stores).
  for (let i = 0; i < 12; i++) await new Promise((resolve) => setTimeout(resolve, 0));
  flushSync();
};

describe('game', () => {
  test('moves are refused where a stone stands, off the board, and after the end', async () => {
    expect(game.play('h8')).toBeNull();
    expect(game.play('h8')).toBe('occupied');
    expect(game.play('z9')).toBe('off');
    answer = () => ({ status: 'won', winner: 'black' });
    await game.refresh();
    expect(game.play('a1')).toBe('over');
    game.step('back');
    expect(game.isOver).toBe(false);
  });

  test('a forbidden point is refused to Black only', async () => {
    answer = () => ({ forbidden: [{ point: 'c3', reason: 'overline' }] });
    await game.refresh();
    expect(game.play('c3')).toBe('forbidden');
    game.play('a1');
    await game.refresh();
    expect(game.play('c3')).toBeNull();
  });

  test('a stone outside what the opening leaves is refused', async () => {
    game.reset(size, rule, 'pro');
    answer = (moves) => ({ allowed: moves === '' ? ['h8'] : null });
    await game.refresh();
    expect(game.play('a1')).toBe('restricted');
    expect(game.play('h8')).toBeNull();
    await game.refresh();
    expect(game.play('a1')).toBeNull();
    expect(game.hash).toContain('!o=p');
    expect(game.toGame().opening).toBe('pro');
  });

  test('equal questions are asked once, and a late answer does not overwrite a newer position', async () => {
    game.play('h8');
    const first = game.refresh();
    game.play('i9');
    const second = game.refresh();
    await Promise.all([first, second]);
    expect(game.facts?.moves).toBe('h8i9');
    game.step('back');
    await game.refresh();
    expect(game.facts?.moves).toBe('h8');
    expect(asked.filter((moves) => moves === 'h8')).toHaveLength(1);
  });

  test('an edit can be undone, a step is no edit', () => {
    for (const move of ['h8', 'i9', 'g9']) game.play(move);
    const whole = game.hash;
    game.takeBack(2);
    expect(game.position.moves).toEqual(['h8']);
    game.undoEdit();
    expect(game.hash).toBe(whole);
    game.step('first');
    expect(game.ply).toBe(0);
  });

  test('an address opens its game, rubbish leaves the game alone', () => {
    expect(game.openHash('#g=15r:h8i9~1j10@1')).toBe(true);
    expect(game.tree.rule).toBe('renju');
    expect(game.position.moves).toEqual(['h8']);
    for (const hash of ['#g=15x:h8', '#g=', '#panel', '#g=15f:%']) expect(game.openHash(hash)).toBe(false);
    expect(game.hash).toBe('#g=15r:h8i9~1j10@1');
  });

  test('a line is played as far as its points are free', () => {
    game.play('h8');
    game.playLine(['i9', 'h8', 'a1']);
    expect(game.position.moves).toEqual(['h8', 'i9']);
  });

  test('the game of the last visit comes back with its place', () => {
    const memory = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (k: string) => memory.get(k) ?? null, setItem: (k: string, v: string) => memory.set(k, v) });
    for (const move of ['h8', 'i9', 'g9']) game.play(move);
    game.step('back');
    game.annotate({ comment: 'here' });
    game.keep();
    const other = new GameStore();
    other.restore();
    expect(other.hash).toBe(game.hash);
    expect(other.node.comment).toBe('here');
    memory.set('tengen.game', '{"game":{"size":99}}');
    const broken = new GameStore();
    broken.restore();
    expect(broken.ply).toBe(0);
  });
});

describe('analysis', () => {
  const info = (rate: number): JobEvent => ({
    event: 'info', engine: 'tengen', depth: 1, seldepth: 1, nodes: 1, nps: 1, seconds: 1, hash: 0,
    lines: [{ rank: 1, score: 0, winrate: rate, mate: null, pv: ['a1'] }],
  });

  test('rates are kept as Black’s, whoever is to move', () => {
    game.play('h8');
    analysis.start(game.position);
    jobs[0]!.say(info(0.7));
    expect([...analysis.rates.values()].at(-1)).toBeCloseTo(0.3);
  });

  test('words of a replaced job are not heard, and stopping keeps what was found', async () => {
    analysis.start(game.position);
    const old = jobs[0]!;
    game.play('h8');
    analysis.start(game.position);
    old.say(info(0.9));
    expect(analysis.engines[0]!.info).toBeNull();
    jobs[1]!.say(info(0.4));
    analysis.stop();
    await settle();
    expect(jobs[1]!.isStopped).toBe(true);
    expect(analysis.phase).toBe('idle');
    expect(analysis.engines[0]!.info?.lines[0]?.winrate).toBe(0.4);
  });

  test('an error is said in the server’s words', async () => {
    analysis.start(game.position);
    jobs[0]!.end({ ok: false, code: 'busy', message: 'Too many.' });
    await settle();
    expect([analysis.phase, analysis.problem]).toEqual(['failed', 'Too many.']);
  });
});

describe('play', () => {
  const config = {
    humans: 'black', level: 3, engine: null, timing: { kind: 'none' }, opening: 'free', swap2: false, humanOpens: true, teach: false,
  } as const;
  const moveEvent = (move: string): JobEvent => ({ event: 'move', move, winrate: 0.5, score: 0, seconds: 1 });

  test('the engine answers a move and the turn comes back', async () => {
    play.start({ ...config, size, rule });
    expect(play.isHumanTurn).toBe(true);
    void play.move('h8');
    await settle();
    expect(jobs[0]!.request).toMatchObject({ do: 'play', level: 3, position: { moves: 'h8' } });
    expect(play.isHumanTurn).toBe(false);
    jobs[0]!.say(moveEvent('i9'));
    jobs[0]!.end();
    await settle();
    expect(game.position.moves).toEqual(['h8', 'i9']);
    expect(play.isHumanTurn).toBe(true);
  });

  test('an engine that is Black begins, and taking back gives the person the turn', async () => {
    play.start({ ...config, size, rule, humans: 'white' });
    jobs[0]!.say(moveEvent('h8'));
    jobs[0]!.end();
    await settle();
    void play.move('i9');
    await settle();
    play.undo();
    await settle();
    expect(game.position.moves).toEqual(['h8']);
    expect(play.isHumanTurn).toBe(true);
    expect(jobs[1]!.isStopped).toBe(true);
  });

  test('five in a row ends the game, and nobody thinks any more', async () => {
    answer = (moves) => (moves === 'h8' ? { status: 'won', winner: 'black' } : {});
    play.start({ ...config, size, rule });
    await play.move('h8');
    await settle();
    expect(play.ending).toEqual({ how: 'five', winner: 'black' });
    expect(jobs).toHaveLength(0);
    expect(game.tree.header.result).toBe('black');
  });

  test('a losing move is taken back with its refutation; a good one is not', async () => {
    play.start({ ...config, size, rule, teach: true });
    void play.move('a1');
    await settle();
    expect(jobs[0]!.request).toMatchObject({ do: 'judge', move: 'a1', position: { moves: '' } });
    const judged: Judged = { event: 'judged', grade: 'best', loss: 0.4, before: 0.5, after: 0.1, best: 'h8', best_line: ['h8'], refutation: ['i9'], refutation_names: ['four'], proven: true };
    jobs[0]!.say({ ...judged, grade: 'blunder' });
    jobs[0]!.end();
    await settle();
    expect(play.lesson?.move).toBe('a1');
    expect(game.ply).toBe(0);
    await play.endLesson(false);
    void play.move('h8');
    await settle();
    jobs[1]!.say({ ...judged, grade: 'best', loss: 0 });
    jobs[1]!.end();
    await settle();
    expect(play.lesson).toBeNull();
    expect(jobs[2]!.request).toMatchObject({ do: 'play', position: { moves: 'h8' } });
  });

  test('swap2: the person opens, the engine puts two, the person chooses', async () => {
    play.start({ ...config, size, rule, swap2: true });
    for (const move of ['h8', 'i9', 'g9']) {
      void play.move(move);
      await settle();
    }
    expect(play.stage).toBe('choose');
    expect(jobs[0]!.request).toMatchObject({ do: 'play', opening: 'swap2', position: { moves: 'h8i9g9' } });
    jobs[0]!.say({ event: 'choice', choice: 'put_two', moves: ['a1', 'b2'] });
    jobs[0]!.end();
    await settle();
    expect(play.stage).toBe('choose-last');
    expect(play.isHumanTurn).toBe(true);
    play.choose('white');
    expect(play.players).toEqual({ black: 'engine', white: 'human' });
    expect(play.isHumanTurn).toBe(true);
  });

  test('swap2: the engine opens, the person takes Black, the engine moves as White', async () => {
    play.start({ ...config, size, rule, swap2: true, humanOpens: false });
    jobs[0]!.say({ event: 'choice', choice: 'put_two', moves: ['h8', 'i9', 'g9'] });
    jobs[0]!.end();
    await settle();
    expect(play.stage).toBe('choose');
    play.choose('black');
    await settle();
    expect(play.players).toEqual({ black: 'human', white: 'engine' });
    expect(jobs[1]!.request).toMatchObject({ do: 'play', position: { moves: 'h8i9g9' } });
    expect(jobs[1]!.request).not.toHaveProperty('opening');
  });

  test('resigning gives the game to the opponent, also while it thinks', async () => {
    play.start({ ...config, size, rule, humans: 'white' });
    play.resign();
    expect(play.ending).toEqual({ how: 'resign', winner: 'black' });
    expect(jobs[0]!.isStopped).toBe(true);
    jobs[0]!.say(moveEvent('h8'));
    await settle();
    expect(game.ply).toBe(0);
  });

  test('looking at earlier moves does not disturb the game', async () => {
    play.start({ ...config, size, rule, humans: 'both' });
    for (const move of ['h8', 'i9']) {
      void play.move(move);
      await settle();
    }
    game.step('first');
    expect(play.isAway).toBe(true);
    void play.move('g9');
    await settle();
    expect(game.position.moves).toEqual(['h8', 'i9', 'g9']);
  });
});
