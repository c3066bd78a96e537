// Words for people. English defines the keys; every other language has the type of English, so that a missing or
// misspelt key fails `npm run check`. Codes of the server are turned into words by `word`.
import { settings } from '../state/settings.svelte';
import { codesEn, codesZh } from './codes';
import { en } from './en';
import { zh } from './zh';

/** All words of one language. */
export type Messages = typeof en;

export const i18n = {
  /** The words of the chosen language; reactive, since the setting is. */
  get t(): Messages {
    return settings.language === 'zh' ? zh : en;
  },
};

/**
 * Why a point is forbidden. Not `word`: as the class of a point "double three" is one open three, as a foul it is two at once.
 */
export function foulWord(reason: string): string {
  const words: Record<string, string> = i18n.t.board.fouls;
  return words[reason] ?? reason;
}

/** A code of the server (`"double three"`, `"blunder"`) in words; an unknown one is shown as it is. */
export function word(code: string): string {
  const words: Record<string, string> = settings.language === 'zh' ? codesZh : codesEn;
  return words[code] ?? code;
}
