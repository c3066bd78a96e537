// What a person chose, kept across visits. One object of plain fields; assigning a field is enough.
import { load, merged, store } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'en' | 'zh';
export type Numbers = 'all' | 'last' | 'none';
export type BoardLook = 'kaya' | 'walnut' | 'paper' | 'slate';

export interface Settings {
  language: Language;
  theme: Theme;
  look: BoardLook;
  coordinates: boolean;
  numbers: Numbers;
  forbidden: boolean;
  sound: boolean;
  /** Touch: the first tap aims, the second plays. */
  confirm: boolean;
  lines: number;
  threads: number;
  hash: number;
  engines: string[];
  /** Candidates with values, heat, dots. */
  showCandidates: boolean;
  showHeat: boolean;
  showDots: boolean;
  /** Analyse every position that is stepped to. */
  follow: boolean;
  level: number;
}

function firstLanguage(): Language {
  return globalThis.navigator?.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** What holds before anything was chosen. */
export function defaults(): Settings {
  return {
    language: firstLanguage(), theme: 'system', look: 'kaya', coordinates: true, numbers: 'all', forbidden: true,
    sound: false, confirm: false, lines: 3, threads: 1, hash: 64, engines: ['tengen'], showCandidates: true,
    showHeat: false, showDots: true, follow: true, level: 8,
  };
}

export const settings: Settings = $state(merged(defaults(), load('settings')));

/** Starts keeping the settings; called once, from inside a component or an effect root. */
export function keepSettings(): void {
  $effect(() => store('settings', $state.snapshot(settings)));
}
