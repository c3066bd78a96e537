// Words: both languages say something for every key, and codes that look alike are told apart.
import { expect, test } from 'vitest';
import { foulWord, word } from '../src/lib/i18n';
import { codesEn, codesZh } from '../src/lib/i18n/codes';
import { en } from '../src/lib/i18n/en';
import { zh } from '../src/lib/i18n/zh';
import { settings } from '../src/lib/state/settings.svelte';

/** Every leaf with its way, functions called with samples. */
function leaves(messages: object, way = ''): [string, unknown][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (typeof value === 'object' && value !== null) return leaves(value, `${way}${key}.`);
    return [[way + key, value]];
  });
}

test('no word is empty, and functions of both languages take the same number of things', () => {
  const chinese = new Map(leaves(zh));
  for (const [way, value] of leaves(en)) {
    const other = chinese.get(way);
    expect(typeof other, way).toBe(typeof value);
    if (typeof value === 'string') expect(value !== '' && other !== '', way).toBe(true);
    if (typeof value === 'function') expect((other as () => string).length, way).toBe(value.length);
  }
});

test('sentences are translated, not copied', () => {
  const chinese = new Map(leaves(zh));
  const copied = leaves(en).filter(([way, value]) => typeof value === 'string' && value.length > 12 && chinese.get(way) === value);
  expect(copied).toEqual([]);
  for (const [code, text] of Object.entries(codesZh)) expect(text, code).not.toBe(codesEn[code as keyof typeof codesEn]);
});

test('a foul of two threes is not called one open three, and unknown codes are shown as they are', () => {
  settings.language = 'en';
  expect([word('double three'), foulWord('double three')]).toEqual(['open three', 'two threes at once']);
  expect([word('something new'), foulWord('something new')]).toEqual(['something new', 'something new']);
});
