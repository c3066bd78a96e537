// @vitest-environment happy-dom
// The board as people and their readers meet it: cells with names, a cursor, clicks and taps.
import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Board from '../src/lib/board/Board.svelte';
import type { Layer } from '../src/lib/board/layers';
import { settings } from '../src/lib/state/settings.svelte';

let board: Record<string, unknown> | null = null;

function show(props: Partial<ComponentProps<typeof Board>>): HTMLElement {
  board = mount(Board, { target: document.body, props: { size: 15, stones: new Map(), ...props } });
  flushSync();
  return document.body;
}

const cell = (point: string): HTMLElement => document.querySelector<HTMLElement>(`[data-point="${point}"]`)!;
const press = (key: string, from: HTMLElement): void => {
  from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};

beforeEach(() => (settings.language = 'en'));
afterEach(() => {
  if (board) void unmount(board);
  board = null;
});

test('every intersection of every size is a cell with a name', () => {
  for (const size of [5, 15, 22]) {
    show({ size });
    const cells = [...document.querySelectorAll('[role=gridcell]')];
    expect(cells).toHaveLength(size * size);
    expect(new Set(cells.map((it) => it.getAttribute('aria-label'))).size).toBe(size * size);
    expect(document.querySelector('[role=grid]')!.getAttribute('aria-label')).toBe(`Board, ${size} by ${size}`);
    void unmount(board!);
  }
  board = null;
});

test('names tell the stone, the move and why a point is forbidden, in the chosen language', () => {
  const layers: Layer[] = [{ kind: 'forbidden', items: [{ point: 'c3', title: 'forbidden: overline' }] }];
  show({ stones: new Map([['h8', 'black']]), plies: new Map([['h8', 1]]), layers });
  expect(cell('h8').getAttribute('aria-label')).toBe('h8, black stone, move 1');
  expect(cell('c3').getAttribute('aria-label')).toBe('c3, empty, forbidden: overline');
  expect(cell('c3').title).toBe('forbidden: overline');
  settings.language = 'zh';
  flushSync();
  expect(cell('h8').getAttribute('aria-label')).toBe('h8, 黑子, 第 1 手');
});

test('one cell is in the order of the tab key, and arrows carry it along and stop at the edge', () => {
  const onpoint = vi.fn();
  show({ size: 5, onpoint });
  const reachable = (): string[] => [...document.querySelectorAll<HTMLElement>('[role=gridcell][tabindex="0"]')].map((it) => it.dataset.point!);
  expect(reachable()).toEqual(['c3']);
  press('ArrowUp', cell('c3'));
  press('ArrowLeft', cell('c4'));
  expect(reachable()).toEqual(['b4']);
  press('ArrowLeft', cell('b4'));
  press('ArrowLeft', cell('a4'));
  expect(reachable()).toEqual(['a4']);
  press('Enter', cell('a4'));
  press(' ', cell('a4'));
  expect(onpoint.mock.calls.map(([event]) => event.point)).toEqual(['a4', 'a4']);
});

test('a click carries its keys', () => {
  const onpoint = vi.fn();
  show({ onpoint });
  cell('h8').dispatchEvent(new MouseEvent('click', { bubbles: true, altKey: true }));
  expect(onpoint).toHaveBeenCalledWith({ point: 'h8', alt: true, shift: false });
});

test('with confirmation a first tap aims and a second plays; a mouse plays at once', () => {
  const onpoint = vi.fn();
  show({ onpoint, confirm: true, ghost: 'black' });
  const tap = (point: string, pointerType: string): void => {
    cell(point).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }));
    cell(point).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
  };
  tap('h8', 'touch');
  tap('i9', 'touch');
  expect(onpoint).not.toHaveBeenCalled();
  expect(document.querySelectorAll('.pointer.aimed')).toHaveLength(1);
  tap('i9', 'touch');
  tap('a1', 'mouse');
  expect(onpoint.mock.calls.map(([event]) => event.point)).toEqual(['i9', 'a1']);
});

test('layers are drawn: stones, ghosts with numbers, candidates, dots, win line', () => {
  show({
    stones: new Map([['h8', 'black'], ['i9', 'white']]),
    layers: [
      { kind: 'ghost', stones: [{ point: 'a1', side: 'black', text: '1' }] },
      { kind: 'candidates', items: [{ point: 'b2', text: '62', weight: 1, isBest: true }] },
      { kind: 'dots', items: [{ point: 'c3', tone: 'bad' }] },
      { kind: 'win', points: ['h8', 'i9'] },
    ],
  });
  expect(document.querySelectorAll('.stone')).toHaveLength(2);
  expect(document.querySelector('.ghost text')!.textContent).toBe('1');
  expect(document.querySelector('.candidate.best .value')!.textContent).toBe('62');
  expect(document.querySelectorAll('.dot.tone-bad')).toHaveLength(1);
  const win = document.querySelector('line.win')!;
  expect(['x1', 'y1', 'x2', 'y2'].map((name) => Number(win.getAttribute(name)))).toEqual([300, 300, 340, 260]);
});
