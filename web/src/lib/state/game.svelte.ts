// The one game of the page: a tree, a place in it, and what the server knows about that place. Views read
// `position`, `stones`, `facts` and call `play`, `step`, `open`; nothing else changes the game.
import { api, ApiError } from '../api/http';
import type { Facts, Game, Opening, Rule, Side } from '../api/types';
import { decode, encode } from '../game/hash';
import { PASS, placeOf, type Move, type Point } from '../game/notation';
import { keyOf, request, stonesOf, toMove, type Position, type Setup } from '../game/position';
import * as trees from '../game/tree';
import type { NodeId, Spot, Tree } from '../game/tree';
import { load, store } from './storage';

export type Step = 'first' | 'back' | 'next' | 'last';

/** Why a move was not taken. */
export type Refusal = 'occupied' | 'over' | 'forbidden' | 'restricted' | 'off';

const CACHE = 400;
const UNDO_DEPTH = 50;
const STORE_LIMIT = 4000;

export class GameStore {
  tree: Tree = $state.raw(trees.newTree(15, 'freestyle'));
  at: NodeId = $state(trees.ROOT);
  /** The game in the library this one was opened from. */
  libraryId: string | null = $state(null);
  /** Whether anything changed since the game was opened or saved. */
  dirty = $state(false);
  /** The server's sentence when it refuses the position. */
  problem: string | null = $state(null);
  #cache = new Map<string, Facts>();
  #asked = '';
  #past: Spot[] = $state.raw([]);
  /** Facts with the position they are about: what is left of an earlier one must never be taken for this one's. */
  #held: { key: string; facts: Facts } | null = $state.raw(null);

  readonly path: NodeId[] = $derived(trees.pathTo(this.tree, this.at));
  readonly position: Position = $derived(trees.positionAt(this.tree, this.at));
  readonly stones = $derived(stonesOf(this.position));
  readonly toMove: Side = $derived(toMove(this.position));
  readonly ply: number = $derived(this.path.length);
  readonly node = $derived(trees.nodeOf(this.tree, this.at));
  readonly lastMove: Move | null = $derived(this.ply > 0 ? this.node.move : null);
  /** The facts of the present position; null while they are on their way. */
  readonly facts: Facts | null = $derived(this.#held?.key === keyOf(this.position) ? this.#held.facts : null);
  readonly isOver: boolean = $derived(this.facts !== null && this.facts.status !== 'open');
  readonly canUndoEdit: boolean = $derived(this.#past.length > 0);

  get spot(): Spot {
    return { tree: this.tree, at: this.at };
  }

  #set(spot: Spot): void {
    this.tree = spot.tree;
    this.at = spot.at;
  }

  /** As `#set`, for changes that a person may want back. */
  #edit(spot: Spot): void {
    if (spot.tree !== this.tree) {
      this.#past = [...this.#past.slice(1 - UNDO_DEPTH), this.spot];
      this.dirty = true;
    }
    this.#set(spot);
  }

  /** Why this move cannot be played here, or null. */
  refusal(move: Move): Refusal | null {
    if (this.isOver) return 'over';
    if (move === PASS) return null;
    if (!placeOf(move, this.tree.size)) return 'off';
    if (this.stones.has(move)) return 'occupied';
    if (this.toMove === 'black' && this.facts?.forbidden.some((f) => f.point === move)) return 'forbidden';
    if (this.facts?.allowed && !this.facts.allowed.includes(move)) return 'restricted';
    return null;
  }

  /** Plays a move; gives why not. */
  play(move: Move): Refusal | null {
    const refusal = this.refusal(move);
    if (refusal) return refusal;
    const before = this.tree;
    this.#set(trees.play(this.spot, move));
    if (trees.countMoves(this.tree) !== trees.countMoves(before)) this.dirty = true;
    return null;
  }

  /** Plays several moves until one is refused by the stones on the board. */
  playLine(moves: readonly Move[]): void {
    let spot = this.spot;
    const taken = new Set<Point>(this.stones.keys());
    for (const move of moves) {
      if (move !== PASS && (taken.has(move) || !placeOf(move, this.tree.size))) break;
      if (move !== PASS) taken.add(move);
      spot = trees.play(spot, move);
    }
    if (spot.tree !== this.tree) this.dirty = true;
    this.#set(spot);
  }

  /** Moves through the game without changing it. */
  step(step: Step): void {
    const moves = {
      first: (): Spot => ({ tree: this.tree, at: trees.ROOT }),
      back: () => trees.back(this.spot),
      next: () => trees.forward(this.spot),
      last: () => trees.end(this.spot),
    };
    this.#set(moves[step]());
  }

  /** Goes to a node. */
  goTo(id: NodeId): void {
    this.#set(trees.go(this.spot, id));
  }

  /** Takes the last move back and forgets it (as when playing an opponent). */
  takeBack(count = 1): void {
    let spot = this.spot;
    for (let i = 0; i < count && spot.at !== trees.ROOT; i++) spot = trees.cut(spot, spot.at);
    this.#edit(spot);
  }

  cut(id: NodeId): void {
    this.#edit(trees.cut(this.spot, id));
  }

  promote(id: NodeId): void {
    this.#edit({ tree: trees.promote({ tree: this.tree, at: id }).tree, at: this.at });
  }

  annotate(note: Parameters<typeof trees.annotate>[1]): void {
    this.#set(trees.annotate(this.spot, note));
    this.dirty = true;
  }

  describe(header: Partial<trees.Header>): void {
    this.tree = trees.describe(this.tree, header);
    this.dirty = true;
  }

  /** A new, empty game. */
  reset(size: number = this.tree.size, rule: Rule = this.tree.rule, opening: Opening = 'free'): void {
    this.#edit({ tree: { ...trees.newTree(size, rule), opening }, at: trees.ROOT });
    this.libraryId = null;
    this.dirty = false;
  }

  /** The same stones under another rule. */
  setRule(rule: Rule): void {
    if (rule !== this.tree.rule) this.#edit({ tree: { ...this.tree, rule }, at: this.at });
  }

  /** A game made of free stones alone. */
  setup(setup: Setup, first: Side): void {
    const tree = trees.newTree(this.tree.size, this.tree.rule, setup, first);
    this.#edit({ tree: { ...tree, header: this.tree.header }, at: trees.ROOT });
  }

  /** Opens a game; at the end of its main line unless told otherwise. */
  open(game: Game, libraryId: string | null = null, where: 'first' | 'last' = 'last'): void {
    const tree = trees.fromGame(game);
    const spot = { tree, at: trees.ROOT };
    this.#edit(where === 'last' ? trees.end(spot) : spot);
    this.libraryId = libraryId;
    this.dirty = false;
  }

  /** Takes a changed form of this same game (turned, shifted), and stays at the same node of it. */
  replace(flat: Game): void {
    const index = trees.preorder(this.tree).indexOf(this.at);
    const tree = trees.fromGame(flat);
    const at = trees.preorder(tree)[index] ?? trees.ROOT;
    this.#edit(trees.go({ tree, at }, at));
  }

  /** The game in its flat form. */
  toGame(): Game {
    return trees.toGame(this.tree);
  }

  /** Undoes the last edit (a cut, a setup, an opened game); not a step through moves. */
  undoEdit(): void {
    const spot = this.#past.at(-1);
    if (!spot) return;
    this.#past = this.#past.slice(0, -1);
    this.#set(spot);
    this.dirty = true;
  }

  /** Asks for the facts of a position; equal questions are asked once. */
  async factsOf(position: Position): Promise<Facts> {
    const key = keyOf(position);
    const known = this.#cache.get(key);
    if (known) return known;
    const facts = await api.position(request(position));
    this.#cache.set(key, facts);
    if (this.#cache.size > CACHE) this.#cache.delete(this.#cache.keys().next().value!);
    return facts;
  }

  /** Brings `facts` up to date with the position. */
  async refresh(): Promise<void> {
    const { position } = this;
    const key = keyOf(position);
    this.#asked = key;
    const known = this.#cache.get(key);
    if (known) {
      this.#held = { key, facts: known };
      this.problem = null;
      return;
    }
    try {
      const facts = await this.factsOf(position);
      if (this.#asked !== key) return;
      this.#held = { key, facts };
      this.problem = null;
    } catch (error) {
      if (this.#asked !== key) return;
      this.problem = error instanceof ApiError && error.code !== 'offline' ? error.message : null;
    }
  }

  /** The text of the address for this game and place. */
  get hash(): string {
    return `#g=${encode(this.spot)}`;
  }

  /** Opens what an address holds; false when it holds no game. */
  openHash(hash: string): boolean {
    let spot: Spot | null = null;
    try {
      const match = /^#g=(.+)$/.exec(decodeURIComponent(hash));
      spot = match && decode(match[1]!);
    } catch {
      return false; // A broken escape: no address of ours.
    }
    if (!spot) return false;
    if (encode(spot) === encode(this.spot)) return true;
    this.#edit(spot);
    this.libraryId = null;
    this.dirty = false;
    return true;
  }

  /** Takes up the game of the last visit, if there is one. */
  restore(): void {
    const kept = load('game') as { game: Game; at: number; libraryId: string | null } | null;
    if (!kept) return;
    try {
      const tree = trees.fromGame(kept.game);
      const at = tree.nodes[kept.at] ? kept.at : trees.ROOT;
      this.#set(trees.go({ tree, at }, at));
      this.libraryId = kept.libraryId ?? null;
    } catch {
      // A game that cannot be read is not worth a broken page.
    }
  }

  /** Keeps the game for the next visit; very large trees live in the library only. */
  keep(): void {
    if (trees.countMoves(this.tree) > STORE_LIMIT) return;
    const at = trees.preorder(this.tree).indexOf(this.at);
    store('game', { game: this.toGame(), at, libraryId: this.libraryId });
  }
}

export const game = new GameStore();
