// What the server takes and gives, field by field. Words for people are made elsewhere (i18n); here are codes.
import type { Move, Point } from '../game/notation';

export type Side = 'black' | 'white';
export type Rule = 'freestyle' | 'standard' | 'renju' | 'caro' | 'caro-standard' | 'mixed' | 'mixed-white';
/** Where the first stones must go. */
export type Opening = 'free' | 'outer-open' | 'pro' | 'long-pro';
export type Result = Side | 'draw' | null;

/** A position as asked: free stones, then moves. */
export interface PositionRequest {
  size: number;
  rule: Rule;
  opening?: Opening;
  moves: string;
  black?: Point[];
  white?: Point[];
  first?: Side;
}

export interface EngineInfo {
  id: string;
  name: string;
  kind: 'builtin' | 'external';
}

export interface About {
  name: string;
  version: string;
  rules: Rule[];
  sizes: [number, number];
  engines: EngineInfo[];
  levels: [number, number];
  threads: { max: number; default: number };
  hash_mb: { max: number; default: number };
  openings: string[];
  puzzles: number;
  formats: { read: string[]; write: string[] };
}

export type ForbiddenReason = 'overline' | 'double four' | 'double three';

export interface Forbidden {
  point: Point;
  reason: ForbiddenReason;
}

export type ThreatKind = 'five' | 'winning four' | 'four' | 'three';

export interface Threat {
  side: Side;
  kind: ThreatKind;
  point: Point;
  class: string;
  stones: Point[];
  defences: Point[];
}

/** What the server knows of a position at once. */
export interface Facts {
  to_move: Side;
  status: 'open' | 'won' | 'draw';
  winner: Side | null;
  /** Why Black lost by a forbidden move, if so. */
  foul?: ForbiddenReason | null;
  win_line: Point[];
  moves: string;
  stones: { black: Point[]; white: Point[] };
  forbidden: Forbidden[];
  points: Record<Side, Record<string, Point[]>>;
  threats: Threat[];
  case: { name: string; moves: Point[]; defences: Point[] } | null;
  opening: { name: string; code: string } | null;
  /** The points that the opening leaves to the next stone; null where it leaves all. */
  allowed: Point[] | null;
}

/** One move of a game's tree; node k is `nodes[k - 1]`, 0 is the root. */
export interface GameNode {
  parent: number;
  move: Move;
  comment?: string;
  label?: string;
  marked?: boolean;
  time_ms?: number | null;
  /** A number in the engine's unit, or a word such as `win 5`. */
  score?: number | string | null;
  texts?: [Point, string][];
}

/** A game with its variations, flat since lines are deeper than JSON readers nest. */
export interface Game {
  size: number;
  rule: Rule;
  opening?: Opening;
  title?: string;
  black?: string;
  white?: string;
  event?: string;
  date?: string;
  result?: Result;
  comment?: string;
  texts?: [Point, string][];
  setup?: { black: Point[]; white: Point[] };
  first?: Side;
  nodes: GameNode[];
}

export interface ReadResult {
  format: string;
  games: Game[];
  notes: string[];
}

export interface LibraryEntry {
  id: string;
  title: string;
  size: number;
  rule: Rule;
  moves: number;
  changed: string;
}

export interface LibraryGame {
  id: string;
  game: Game;
  changed: string;
}

export interface DrawOptions {
  numbers?: boolean;
  coordinates?: boolean;
  theme?: string;
  from_ply?: number;
  delay_ms?: number;
  pixels?: number;
}

export type PuzzleKind = 'vcf' | 'vct';
export type PuzzleBand = 'easy' | 'medium' | 'hard';

export interface PuzzleEntry {
  id: string;
  kind: PuzzleKind;
  band: PuzzleBand;
  plies: number;
  rule: Rule;
  size: number;
  to_move: Side;
}

export interface Puzzle extends PuzzleEntry {
  black: Point[];
  white: Point[];
}

export interface PuzzleTry {
  status: 'right' | 'solved' | 'wrong';
  reply: Point | null;
  refutation: Point[];
}

export interface PuzzleHint {
  kind?: string;
  area?: Point[];
  point?: Point;
}

export interface PuzzleSolution {
  line: Point[];
  names: string[];
}

export interface ProofInfo {
  id: string;
  rule: Rule;
  size: number;
  attacker: Side;
  to_move: Side;
  black: Point[];
  white: Point[];
  /** The moves of the first position, or null when it is stones in no order. */
  root: string | null;
  records: number;
  bytes: number;
  valid: boolean;
  verdict: string;
  reason: string | null;
}

export interface ProofWalk {
  to_move: Side;
  is_won: boolean;
  kind: string;
  answer: Point | null;
  children: Point[];
  line: Point[];
  message?: string;
}

export interface Limits {
  time_ms?: number;
  nodes?: number;
  depth?: number;
  memory_mb?: number;
}

/** Clocks as the server takes them. */
export interface ClockRequest {
  turn_ms?: number;
  game_ms?: number;
  left_ms?: number;
  increment_ms?: number;
}

export interface AnalyzeRequest {
  do: 'analyze';
  position: PositionRequest;
  engines: string[];
  lines: number;
  threads: number;
  hash_mb: number;
  limits: Limits;
  only?: Point[];
  without?: Point[];
  policy?: boolean;
  caution?: number;
}

export interface PlayRequest {
  do: 'play';
  position: PositionRequest;
  level?: number;
  engine?: string;
  clock: ClockRequest;
  threads: number;
  hash_mb: number;
  opening?: 'swap2';
}

export interface JudgeRequest {
  do: 'judge';
  position: PositionRequest;
  move: Move;
  time_ms: number;
}

export type Goal = 'vcf' | 'vct' | 'win';

export interface SolveRequest {
  do: 'solve';
  position: PositionRequest;
  attacker: Side;
  pass?: boolean;
  goal: Goal;
  limits: Limits;
  shortest?: boolean;
  defences?: boolean;
}

export interface ProveRequest {
  do: 'prove';
  position: PositionRequest;
  attacker: Side;
  limits: Limits;
  threads: number;
}

export interface ReviewRequest {
  do: 'review';
  game: Game;
  time_ms?: number;
  nodes?: number;
  threads: number;
  prove: boolean;
}

/** What may be asked of the socket; the id is added by it. */
export type JobRequest = AnalyzeRequest | PlayRequest | JudgeRequest | SolveRequest | ProveRequest | ReviewRequest;

export interface AnalysisLine {
  rank: number;
  /** Other programs may tell neither, or one of the two. */
  score: number | null;
  winrate: number | null;
  mate: number | null;
  pv: Move[];
}

export interface RootInfo {
  best: Point | null;
  searching: Point | null;
  searched: Point[];
  lost: Point[];
}

export interface InfoEvent {
  event: 'info';
  engine: string;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  seconds: number;
  hash: number;
  lines: AnalysisLine[];
  root?: RootInfo;
}

export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

export interface Judged {
  event: 'judged';
  grade: Grade;
  loss: number;
  before: number;
  after: number;
  best: Point | null;
  best_line: Move[];
  refutation: Move[];
  refutation_names: string[];
  proven: boolean;
}

export interface Solved {
  event: 'solved';
  rule: string;
  size: [number, number];
  to_move: Side;
  attacker: Side;
  goal: string;
  verdict: 'proven' | 'disproven' | 'unknown';
  scope: string | null;
  first: Point | null;
  line: Move[];
  plies: number | null;
  shortest?: boolean;
  nodes: number;
  seconds: number;
  checked: boolean;
  reason?: string;
  method: string | null;
  names: string[];
  records: number | null;
  certificate: { records: number; text_bytes: number; binary_bytes: number } | null;
  defences?: Point[];
}

export interface SolveProgress {
  event: 'progress';
  nodes?: number;
  seconds?: number;
  method?: string;
  proof?: number;
  disproof?: number;
  done?: number;
  total?: number;
}

export interface Missed {
  kind: Goal;
  first: Point;
  line: Move[];
  names: string[];
  plies: number;
}

export interface ReviewedMove {
  ply: number;
  side: Side;
  move: Move;
  /** Null where no move is better than another (a forbidden board, a pass). */
  best: Move | null;
  winrate_before: number;
  winrate_after: number;
  loss: number;
  grade: Grade;
  best_line: Move[];
  played_line: Move[];
  missed: Missed | null;
  lost: Missed | null;
  only_move: boolean;
  forced: boolean;
}

export interface Review {
  rule: Rule;
  /** Columns and rows. */
  size: [number, number];
  /** False when it was stopped before every move was looked at. */
  complete: boolean;
  moves: ReviewedMove[];
  /** Null for a side without a move that counts. */
  accuracy: Record<Side, number | null>;
  counts: Record<Side, Record<Grade, number>>;
  /** Black's win rate before the first move. */
  start: number | null;
  /** Black's win rate after each ply; null where nobody looked. */
  graph: (number | null)[];
  winner: Side | null;
  /** The ply of the loser's decisive move: the last in whose place another might have held. */
  turning_point: number | null;
  turning_point_proven: boolean;
}

/** Everything that may come for a job before its last event. */
export type JobEvent =
  | { event: 'queued'; ahead: number }
  | { event: 'started' }
  | { event: 'policy'; points: [Point, number][] }
  | InfoEvent
  | { event: 'say'; engine: string; text: string }
  | { event: 'best'; engine: string; move: Move; pv: Move[] }
  | { event: 'move'; move: Move; winrate: number; score: number; seconds: number }
  | { event: 'choice'; choice: 'black' | 'white' | 'put_two'; moves: Move[] }
  | Judged
  | SolveProgress
  | Solved
  | { event: 'proof'; proof: string; records: number; bytes: number }
  | ({ event: 'reviewed_move' } & ReviewedMove)
  | ({ event: 'review' } & Review);

export type DoneReason = 'finished' | 'stopped' | 'replaced' | 'limit';

/** How a job ended. */
export type Outcome = { ok: true; reason: DoneReason } | { ok: false; code: string; message: string };
