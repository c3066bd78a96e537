// @vitest-environment happy-dom
// Views take turns on the board: the one on the screen is the one that is asked.
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { board } from '../src/lib/state/board.svelte';
import Views from './fixtures/Views.svelte';

const owner = (): unknown => (board.mode.layers?.()[0] as { point: string } | undefined)?.point;

test('after every change of views the board belongs to the view on the screen, and to none at the end', () => {
  const tabs: { now: 'first' | 'second' } = $state({ now: 'first' });
  const views = mount(Views, { target: document.body, props: { tabs } });
  flushSync();
  for (const name of ['first', 'second', 'first', 'second'] as const) {
    tabs.now = name;
    flushSync();
    expect(owner()).toBe(name);
  }
  void unmount(views);
  flushSync();
  expect(owner()).toBeUndefined();
});

test('a mode that stays on top keeps the board from later ones', () => {
  const [view, editor, later] = [{}, { isTop: true }, {}];
  for (const mode of [view, editor, later]) board.add(mode);
  expect(board.mode).toBe(editor);
  board.remove(editor);
  expect(board.mode).toBe(later);
  board.remove(later);
  board.remove(view);
  expect(board.mode).toEqual({});
});
