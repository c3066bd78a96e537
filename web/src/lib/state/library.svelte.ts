// Saved games, files, sharing: everything that brings a game in or out.
import { api, ApiError, type Download } from '../api/http';
import type { Game, LibraryEntry, ReadResult } from '../api/types';
import { i18n } from '../i18n';
import { game } from './game.svelte';
import { sayError, ui } from './ui.svelte';

class Library {
  entries: LibraryEntry[] = $state.raw([]);
  /** What the server said when it could not list them. */
  problem = $state('');
  /** A file with several games that waits for a choice. */
  choice: ReadResult | null = $state.raw(null);
  /** When the open game was last changed on the server's side. */
  changed: string | undefined;

  async load(): Promise<void> {
    try {
      this.entries = await api.library();
      this.problem = '';
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}

export const library = new Library();

/** Keeps the game: over the one it was opened from, or as a new one. */
export async function saveGame(asNew = false): Promise<void> {
  try {
    const flat = game.toGame();
    if (!flat.title) flat.title = i18n.t.library.untitled;
    if (game.libraryId && !asNew) {
      await replace(game.libraryId, flat);
    } else {
      game.libraryId = (await api.librarySave(flat)).id;
    }
    game.dirty = false;
    ui.say(i18n.t.library.savedAs(flat.title), 'good');
    await library.load();
    library.changed = library.entries.find((entry) => entry.id === game.libraryId)?.changed;
  } catch (error) {
    sayError(error);
  }
}

async function replace(id: string, flat: Game): Promise<void> {
  try {
    await api.libraryReplace(id, flat, library.changed);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Deleted behind our back (another tab): the game is still here, so it becomes a new one.
    game.libraryId = (await api.librarySave(flat)).id;
  }
}

/** Opens a saved game. */
export async function openSaved(id: string): Promise<void> {
  try {
    const saved = await api.libraryGame(id);
    game.open(saved.game, id);
    library.changed = saved.changed;
  } catch (error) {
    sayError(error);
  }
}

export async function renameSaved(id: string, title: string): Promise<void> {
  try {
    const saved = await api.libraryGame(id);
    await api.libraryReplace(id, { ...saved.game, title }, saved.changed);
    if (game.libraryId === id) game.describe({ title });
    await library.load();
    if (game.libraryId === id) library.changed = library.entries.find((entry) => entry.id === id)?.changed;
  } catch (error) {
    sayError(error);
  }
}

export async function removeSaved(id: string): Promise<void> {
  try {
    await api.libraryDelete(id);
    if (game.libraryId === id) game.libraryId = null;
    await library.load();
  } catch (error) {
    sayError(error);
  }
}

/** Opens a file or a text; several games in one file wait for a choice in the library. */
export async function openBytes(bytes: Blob | string, name: string): Promise<boolean> {
  try {
    const read = await api.read(bytes, name, game.tree.size, game.tree.rule);
    for (const note of read.notes.slice(0, 3)) ui.say(note);
    if (read.games.length > 1) {
      library.choice = read;
      ui.tab = 'library';
    } else if (read.games[0]) {
      openRead(read.games[0], read.format);
    }
    return read.games.length > 0;
  } catch (error) {
    sayError(error);
    return false;
  }
}

/** Opens one game of what was read. */
export function openRead(flat: Game, format: string): void {
  try {
    game.open(flat);
    library.choice = null;
    ui.say(i18n.t.library.opened(format), 'good');
  } catch (error) {
    sayError(error);
  }
}

/** Hands a made file to the browser. */
export function deliver(file: Download): void {
  const url = URL.createObjectURL(file.blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  if (file.losses > 0) ui.say(i18n.t.library.losses(file.losses));
}

/** Puts text on the clipboard, and says so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    ui.say(i18n.t.library.copied, 'good');
  } catch {
    ui.say(i18n.t.library.copyFailed, 'bad');
  }
}
