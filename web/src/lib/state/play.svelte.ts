// A game against Tengen or between people: whose turn it is, clocks, swap2, teaching, and how it ends. The stones are
// the game's; this store only adds moves to it, so that analysis and library see the same game.
import type { Job } from '../api/socket';
import type { Judged, Opening, Rule, Side } from '../api/types';
import { i18n, word } from '../i18n';
import * as clocks from '../game/clock';
import { PASS, type Move, type Point } from '../game/notation';
import { other, request, type Position } from '../game/position';
import { ROOT } from '../game/tree';
import { game } from './game.svelte';
import { link } from './link.svelte';
import { settings } from './settings.svelte';
import { clack } from './sound';
import { sayError, ui } from './ui.svelte';

export type Player = 'human' | 'engine';
/** Where a swap2 opening stands; `done` is also every game without one. */
export type Stage = 'three' | 'choose' | 'two' | 'choose-last' | 'done';
export type Ending = { how: 'five' | 'foul' | 'resign' | 'time'; winner: Side } | { how: 'draw'; winner: null };
/** Who made the opening's stones: the first player puts three, the second chooses. */
type Seat = 'first' | 'second';

export interface PlayConfig {
  humans: 'black' | 'white' | 'both' | 'none';
  level: number;
  /** Another engine than our own, by id. */
  engine: string | null;
  size: number;
  rule: Rule;
  timing: clocks.Timing;
  /** Where the first stones must go. */
  opening: Opening;
  swap2: boolean;
  /** Swap2: whether the person puts the first three stones. */
  humanOpens: boolean;
  teach: boolean;
}

/** A losing move that was taken back, and why. */
export interface Lesson {
  move: Point;
  judged: Judged;
}

const JUDGE_MS = 1000;
const HINT_MS = 1500;

class PlayStore {
  phase: 'off' | 'running' | 'over' = $state('off');
  config: PlayConfig | null = $state.raw(null);
  players: Record<Side, Player> = $state({ black: 'human', white: 'engine' });
  stage: Stage = $state('done');
  clocks: clocks.Clocks = $state.raw(clocks.newClocks({ kind: 'none' }));
  now = $state(0);
  busy: 'thinking' | 'judging' | 'hint' | null = $state(null);
  ending: Ending | null = $state.raw(null);
  lesson: Lesson | null = $state.raw(null);
  hint: Point | null = $state(null);
  /** The node the game stands at; a person may look elsewhere meanwhile. */
  at: number = $state(ROOT);
  #seats: Record<Seat, Player> = { first: 'human', second: 'engine' };
  #job: Job | null = null;
  #ticker: ReturnType<typeof setInterval> | undefined;

  readonly isAway: boolean = $derived(this.phase === 'running' && game.at !== this.at);
  readonly isHumanTurn: boolean = $derived(
    this.phase === 'running' && this.busy === null && this.lesson === null && this.#mover() === 'human',
  );

  #mover(): Player {
    switch (this.stage) {
      case 'three':
      case 'choose-last':
        return this.#seats.first;
      case 'two':
      case 'choose':
        return this.#seats.second;
      default:
        return this.players[game.toMove];
    }
  }

  /** Starts a game; from the present position or on an empty board. */
  start(config: PlayConfig, continues = false): void {
    this.leave();
    this.config = config;
    if (!continues) game.reset(config.size, config.rule, config.opening);
    this.#seat(config);
    this.clocks = clocks.newClocks(config.timing);
    this.phase = 'running';
    this.at = game.at;
    settings.level = config.level;
    this.now = performance.now();
    this.#ticker = setInterval(() => this.#tick(), 100);
    this.#turn();
  }

  #seat(config: PlayConfig): void {
    const isPeople = config.humans === 'both';
    const isWatched = config.humans === 'none';
    this.stage = config.swap2 && game.ply === 0 ? 'three' : 'done';
    const human: Player = isWatched ? 'engine' : 'human';
    const rival: Player = isPeople ? 'human' : 'engine';
    this.#seats = config.humanOpens ? { first: human, second: rival } : { first: rival, second: human };
    this.players = {
      black: isPeople || config.humans === 'black' ? 'human' : 'engine',
      white: isPeople || config.humans === 'white' ? 'human' : 'engine',
    };
    this.#name();
  }

  #name(): void {
    const name = (side: Side): string => (this.players[side] === 'human' ? i18n.t.play.human : this.engineName);
    game.describe({ black: name('black'), white: name('white') });
  }

  /** What the opponent is called. */
  get engineName(): string {
    const id = this.config?.engine;
    if (!id) return i18n.t.play.engine(this.config?.level ?? settings.level);
    return link.about?.engines.find((engine) => engine.id === id)?.name ?? id;
  }

  /** Takes up an engine's turn that another view's job cut short. */
  resume(): void {
    if (this.phase !== 'running') return;
    if (this.isAway) game.goTo(this.at);
    if (this.busy === null && this.#job === null && this.lesson === null && this.#mover() === 'engine') this.#think();
  }

  /** Ends the session without a result (another game is opened, a new one starts). */
  leave(): void {
    this.#job?.stop();
    this.#job = null;
    clearInterval(this.#ticker);
    this.phase = 'off';
    this.busy = null;
    this.ending = null;
    this.lesson = null;
    this.hint = null;
    this.stage = 'done';
  }

  /** A person's move. */
  async move(move: Move): Promise<void> {
    if (!this.isHumanTurn || this.stage === 'choose' || this.stage === 'choose-last') return;
    if (this.isAway) game.goTo(this.at);
    const refusal = game.refusal(move);
    if (refusal) {
      ui.say(i18n.t.refusal[refusal]);
      return;
    }
    const before = game.position;
    this.hint = null;
    this.#put([move]);
    if (this.config?.teach && this.stage === 'done' && move !== PASS) {
      this.clocks = clocks.press(this.clocks, performance.now(), false);
      if (await this.#isTakenBack(before, move)) return;
    }
    await this.#settle();
  }

  #put(moves: readonly Move[]): void {
    for (const move of moves) {
      if (game.play(move) !== null) break;
      clack();
    }
    this.at = game.at;
  }

  /** Looks whether the game is over, then gives the turn on. */
  async #settle(): Promise<void> {
    const { position } = game;
    try {
      const facts = await game.factsOf(position);
      if (this.phase !== 'running' || game.at !== this.at) return;
      if (facts.status === 'won' && facts.winner) this.#end({ how: facts.foul ? 'foul' : 'five', winner: facts.winner });
      else if (facts.status === 'draw') this.#end({ how: 'draw', winner: null });
      if (this.phase !== 'running') return;
    } catch (error) {
      sayError(error);
    }
    this.#advance();
    this.clocks = clocks.press(this.clocks, performance.now(), true);
    this.#turn();
  }

  /** Swap2: three stones, then a choice; two more, then the last choice. */
  #advance(): void {
    if (this.stage === 'three' && game.ply >= 3) this.stage = 'choose';
    else if (this.stage === 'two' && game.ply >= 5) this.stage = 'choose-last';
  }

  #turn(): void {
    if (this.phase !== 'running') return;
    if (this.stage === 'done') this.clocks = clocks.run(this.clocks, game.toMove, performance.now());
    if (this.#mover() === 'engine') this.#think();
  }

  /** Lets the engine move, or choose in an opening. */
  #think(): void {
    const config = this.config!;
    this.busy = 'thinking';
    const answer: { moves: Move[]; choice: 'black' | 'white' | 'put_two' | null } = { moves: [], choice: null };
    this.#run(
      link.run(
        {
          do: 'play', position: request(game.position), threads: settings.threads,
          hash_mb: settings.hash, clock: clocks.clockRequest(this.clocks, game.toMove, performance.now()),
          ...(config.engine ? { engine: config.engine } : { level: config.level }),
          ...(this.stage === 'done' ? {} : { opening: 'swap2' as const }),
        },
        (event) => {
          if (event.event === 'move') answer.moves = [event.move];
          if (event.event === 'choice') Object.assign(answer, { moves: event.moves, choice: event.choice });
        },
      ),
      () => this.#answered(answer.moves, answer.choice),
    );
  }

  #answered(moves: Move[], choice: 'black' | 'white' | 'put_two' | null): void {
    if (game.at !== this.at) game.goTo(this.at);
    if (this.stage === 'choose' || this.stage === 'choose-last') {
      if (choice === null) return;
      ui.say(i18n.t.play.swap2.chose[choice]);
      this.choose(choice, moves);
      return;
    }
    if (moves.length === 0) return;
    this.#put(moves);
    void this.#settle();
  }

  /** A choice of swap2, by whoever has it. An engine may bring its stones along. */
  choose(choice: 'black' | 'white' | 'put_two', moves: readonly Move[] = []): void {
    const chooser: Seat = this.stage === 'choose' ? 'second' : 'first';
    if (choice === 'put_two') {
      this.stage = 'two';
      if (moves.length > 0) {
        this.#put(moves);
        void this.#settle();
      } else this.#turn();
      return;
    }
    const rival: Seat = chooser === 'first' ? 'second' : 'first';
    this.stage = 'done';
    this.players = { ...this.players, [choice]: this.#seats[chooser], [other(choice)]: this.#seats[rival] };
    this.#name();
    if (moves.length > 0 && choice === game.toMove) {
      this.#put(moves);
      void this.#settle();
    } else this.#turn();
  }

  /** Teach mode: asks what a move is worth; true when it was taken back. */
  async #isTakenBack(before: Position, move: Point): Promise<boolean> {
    this.busy = 'judging';
    let judged: Judged | null = null;
    const job = link.run({ do: 'judge', position: request(before), move, time_ms: JUDGE_MS }, (event) => {
      if (event.event === 'judged') judged = event;
    });
    this.#job = job;
    const outcome = await job.done;
    if (this.#job !== job) return true;
    this.#job = null;
    this.busy = null;
    if (!outcome.ok) ui.say(outcome.message, 'bad');
    const found = judged as Judged | null;
    if (!found || (found.grade !== 'mistake' && found.grade !== 'blunder')) return false;
    game.goTo(this.at);
    game.takeBack();
    this.at = game.at;
    this.lesson = { move, judged: found };
    return true;
  }

  /** After a lesson: another try, or the move all the same. */
  async endLesson(playsAnyway: boolean): Promise<void> {
    const lesson = this.lesson;
    this.lesson = null;
    if (!lesson) return;
    game.goTo(this.at);
    if (!playsAnyway) {
      this.clocks = clocks.run(this.clocks, game.toMove, performance.now());
      return;
    }
    this.#put([lesson.move]);
    await this.#settle();
  }

  /** Shows a good move. */
  askHint(): void {
    if (!this.isHumanTurn) return;
    this.busy = 'hint';
    let best: Point | null = null;
    this.#run(
      link.run(
        {
          do: 'analyze', position: request(game.position), engines: ['tengen'], lines: 1, threads: settings.threads,
          hash_mb: settings.hash, limits: { time_ms: HINT_MS }, policy: false,
        },
        (event) => {
          if (event.event === 'best') best = event.move;
          if (event.event === 'info') best = event.lines[0]?.pv[0] ?? best;
        },
      ),
      () => (this.hint = best),
    );
  }

  #run(job: Job, onDone: () => void): void {
    this.#job = job;
    void job.done.then((outcome) => {
      if (this.#job !== job) return;
      this.#job = null;
      this.busy = null;
      if (!outcome.ok) ui.say(outcome.message, 'bad');
      else if (this.phase === 'running' && outcome.reason !== 'replaced') onDone();
    });
  }

  /** Takes moves back to the person's last turn. */
  undo(): void {
    if (this.phase === 'off' || game.ply === 0) return;
    this.#job?.stop();
    this.#job = null;
    this.busy = null;
    this.lesson = null;
    this.hint = null;
    this.ending = null;
    this.phase = 'running';
    game.goTo(this.at);
    const isPeople = this.players.black === this.players.white;
    do game.takeBack();
    while (!isPeople && game.ply > 0 && this.players[game.toMove] === 'engine');
    this.at = game.at;
    const left = this.clocks.timing.kind === 'turn' ? clocks.newClocks(this.clocks.timing) : this.clocks;
    this.clocks = { ...left, running: null };
    this.#turn();
  }

  /** The side to move (or the person) gives up. */
  resign(): void {
    if (this.phase !== 'running') return;
    const isPeople = this.players.black === this.players.white;
    const loser: Side = isPeople ? game.toMove : this.players.black === 'human' ? 'black' : 'white';
    this.#end({ how: 'resign', winner: other(loser) });
  }

  #end(ending: Ending): void {
    this.#job?.stop();
    this.#job = null;
    this.busy = null;
    this.clocks = clocks.press(this.clocks, performance.now(), false);
    clearInterval(this.#ticker);
    this.ending = ending;
    this.phase = 'over';
    game.describe({ result: ending.winner ?? 'draw' });
  }

  #tick(): void {
    this.now = performance.now();
    const loser = clocks.flagged(this.clocks, this.now);
    if (loser && this.phase === 'running') this.#end({ how: 'time', winner: other(loser) });
  }

  /** How the game ended, in words. */
  get endingText(): string {
    const ending = this.ending;
    if (!ending) return '';
    if (ending.how === 'draw') return i18n.t.play.result.draw;
    return i18n.t.play.result[ending.how](word(ending.winner));
  }
}

export const play = new PlayStore();
