// Requests to the server. Every failure is an `ApiError` with the server's own sentence, or one that says that the
// server does not answer; nothing else is thrown.
import type {
  About, DrawOptions, Facts, Game, LibraryEntry, LibraryGame, PositionRequest, ProofInfo, ProofWalk, Puzzle,
  PuzzleEntry, PuzzleHint, PuzzleSolution, PuzzleTry, ReadResult, Review, Rule,
} from './types';

const BASE = '/api/v1/';

/** A request that failed; `code` is stable, `message` is an English sentence. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly at: number | null = null,
  ) {
    super(message);
  }
}

/** A file the server made. */
export interface Download {
  blob: Blob;
  name: string;
  /** How many things the format could not hold. */
  losses: number;
}

async function send(method: string, path: string, body?: BodyInit, type?: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, { method, body, headers: type ? { 'content-type': type } : {} });
  } catch {
    throw new ApiError('offline', 'The server does not answer. Is `tengen serve` still running?', 0);
  }
  if (response.ok) return response;
  const detail: unknown = await response.json().catch(() => null);
  const error = (detail as { error?: { code?: string; message?: string; at?: number } } | null)?.error;
  throw new ApiError(
    error?.code ?? `http_${response.status}`,
    error?.message ?? `The server answered ${response.status} ${response.statusText}.`,
    response.status,
    error?.at ?? null,
  );
}

async function get<T>(path: string): Promise<T> {
  return (await (await send('GET', path)).json()) as T;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await (await send('POST', path, JSON.stringify(body), 'application/json')).json()) as T;
}

/** The file name a response carries, or the fallback. */
function fileName(response: Response, fallback: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  const match = /filename="?([^";]+)"?/i.exec(header);
  return match?.[1] ?? fallback;
}

async function download(path: string, body: unknown, fallback: string): Promise<Download> {
  const response = await send('POST', path, JSON.stringify(body), 'application/json');
  return {
    blob: await response.blob(),
    name: fileName(response, fallback),
    losses: Number(response.headers.get('x-tengen-losses') ?? 0),
  };
}

const part = encodeURIComponent;

/** The server's doors, one function each. */
export const api = {
  about: () => get<About>('about'),
  position: (position: PositionRequest) => post<Facts>('position', { position }),
  transform: (game: Game, symmetry: number, shift: [number, number]) =>
    post<Game>('transform', { game, symmetry, shift }),
  /** Reads a file; size and rule are for files that do not say. */
  read: async (bytes: Blob | string, name: string, size: number, rule: Rule): Promise<ReadResult> => {
    const response = await send('POST', `read?name=${part(name)}&size=${size}&rule=${rule}`, bytes, 'application/octet-stream');
    return (await response.json()) as ReadResult;
  },
  write: (format: string, game: Game) => download('write', { format, game }, `game.${format}`),
  draw: (format: 'svg' | 'png' | 'gif', position: PositionRequest, options: DrawOptions) =>
    download('draw', { format, position, options }, `board.${format}`),
  pattern: (rows: string) => post<unknown>('pattern', { rows }),
  puzzles: () => get<PuzzleEntry[]>('puzzles'),
  puzzle: (id: string) => get<Puzzle>(`puzzles/${part(id)}`),
  puzzleTry: (id: string, moves: string) => post<PuzzleTry>(`puzzles/${part(id)}/try`, { moves }),
  puzzleHint: (id: string, moves: string, step: 1 | 2 | 3) =>
    post<PuzzleHint>(`puzzles/${part(id)}/hint`, { moves, step }),
  puzzleSolution: (id: string, moves: string) => post<PuzzleSolution>(`puzzles/${part(id)}/solution`, { moves }),
  library: () => get<LibraryEntry[]>('library'),
  libraryGame: (id: string) => get<LibraryGame>(`library/${part(id)}`),
  librarySave: (game: Game) => post<{ id: string }>('library', { game }),
  libraryReplace: async (id: string, game: Game, if_changed?: string): Promise<void> => {
    await send('PUT', `library/${part(id)}`, JSON.stringify({ game, if_changed }), 'application/json');
  },
  libraryDelete: async (id: string): Promise<void> => {
    await send('DELETE', `library/${part(id)}`);
  },
  proofImport: async (bytes: Blob): Promise<ProofInfo> =>
    (await (await send('POST', 'proofs', bytes, 'application/octet-stream')).json()) as ProofInfo,
  proofBytes: async (id: string, form: 'text' | 'binary'): Promise<Blob> =>
    (await send('GET', `proofs/${part(id)}?form=${form}`)).blob(),
  proofWalk: (id: string, moves: string[]) => post<ProofWalk>(`proofs/${part(id)}/walk`, { moves }),
  report: (review: Review, game: Game, format: 'html' | 'csv' | 'sgf') =>
    download('report', { review, game, format }, `report.${format}`),
};
