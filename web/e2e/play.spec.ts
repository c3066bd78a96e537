// Games: to the end against the weakest level, by keyboard alone, and with the swap2 opening.
import { expect, test, type Server } from './server';

interface Facts {
  status: string;
  points: Record<string, Record<string, string[]>>;
  case: { moves: string[] } | null;
  stones: { black: string[]; white: string[] };
}

/** What a player of few ideas does: what must be done, else the strongest shape, else next to the last stone. */
async function simpleMove(server: Server, moves: string, side: 'black' | 'white'): Promise<string> {
  const facts = await server.ask<Facts>('position', { position: { size: 15, rule: 'freestyle', moves } });
  if (facts.case?.moves[0]) return facts.case.moves[0];
  for (const of of [side, side === 'black' ? 'white' : 'black']) {
    for (const shape of ['double four', 'cross four', 'cross four three (double)', 'cross four three (weak)', 'double three', 'weak three', 'double two']) {
      const point = facts.points[of]?.[shape]?.[0];
      if (point) return point;
    }
  }
  const taken = new Set([...facts.stones.black, ...facts.stones.white]);
  const near = ['h8', 'i9', 'g9', 'g7', 'i7', 'h10', 'j8', 'h6', 'f8', 'k10', 'e6', 'c3', 'm13'];
  const all = [...'abcdefghijklmno'].flatMap((column) => Array.from({ length: 15 }, (_, row) => `${column}${row + 1}`));
  return [...near, ...all].find((point) => !taken.has(point))!;
}

test('a whole game against level 1 is played to its end', async ({ desk, server, page }) => {
  test.setTimeout(180_000);
  await desk.open('', { level: 1 });
  await desk.view('play');
  await page.getByRole('slider', { name: 'Level' }).fill('1');
  await desk.panel.locator('button[type=submit]').click();
  const result = page.getByTestId('result');
  for (let turn = 0; turn < 112 && !(await result.isVisible()); turn++) {
    const moves = await desk.moves();
    const point = await simpleMove(server, moves, 'black');
    await desk.click(point);
    await desk.expectStone(point, 'black');
    // Tengen has answered, or the game is over.
    await expect(async () => {
      const isOver = await result.isVisible();
      expect(isOver || (await desk.count('white')) === (await desk.count('black'))).toBe(true);
    }).toPass({ timeout: 30_000 });
    await expect.poll(() => desk.moves()).not.toBe(moves);
  }
  await expect(result).toContainText(/wins|draw/);
  const stones = (await desk.count('black')) + (await desk.count('white'));
  expect(stones).toBeGreaterThanOrEqual(9);
  const facts = await server.ask<Facts>('position', { position: { size: 15, rule: 'freestyle', moves: await desk.moves() } });
  expect(facts.status).not.toBe('open');
});

test('the keyboard alone starts a game, plays its first moves and opens every view', async ({ desk, page }) => {
  await desk.open('', { level: 1 });
  await page.keyboard.press('Alt+2');
  await expect(page.locator('#tab-play')).toHaveAttribute('aria-selected', 'true');
  // Into the form by Tab, and Enter starts the game.
  await page.locator('#tab-play').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#panel :focus')).toBeVisible();
  const start = desk.panel.locator('button[type=submit]');
  for (let i = 0; i < 40 && !(await start.evaluate((it) => it === document.activeElement)); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // A typed name plays.
  await page.keyboard.type('h8');
  await page.keyboard.press('Enter');
  await desk.expectStone('h8', 'black');
  await expect.poll(() => desk.count('white')).toBe(1);
  // The cursor walks from the middle of the board.
  await desk.point('h8').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(desk.point('g11')).toBeFocused();
  if ((await desk.point('g11').getAttribute('aria-label'))?.includes('empty')) {
    await page.keyboard.press('Enter');
    await desk.expectStone('g11', 'black');
    await expect.poll(() => desk.count('white')).toBe(2);
  }
  for (const [i, view] of ['analyse', 'play', 'threats', 'prove', 'review', 'puzzles', 'patterns', 'library'].entries()) {
    await page.keyboard.press(`Alt+${i + 1}`);
    await expect(page.locator(`#tab-${view}`)).toHaveAttribute('aria-selected', 'true');
  }
  await page.locator('#tab-library').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#tab-analyse')).toBeFocused();
  await page.locator('#panel').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('swap2: Tengen puts three stones, the person chooses, and the game goes on', async ({ desk, page }) => {
  test.setTimeout(150_000);
  await desk.open('', { level: 1 });
  await desk.view('play');
  await page.getByRole('radiogroup', { name: 'Opening' }).getByText('Swap2').click();
  await page.getByRole('radiogroup', { name: 'Who opens' }).getByText('Tengen puts').click();
  await desk.panel.locator('button[type=submit]').click();
  await expect.poll(() => desk.count('black'), { timeout: 60_000 }).toBe(2);
  expect(await desk.count('white')).toBe(1);
  const choices = page.getByRole('group', { name: 'Swap2' });
  await expect(choices.getByRole('button')).toHaveCount(3);
  // White moves next, so Tengen does if the person takes Black.
  await choices.getByRole('button', { name: 'Take Black' }).click();
  await expect.poll(() => desk.count('white'), { timeout: 60_000 }).toBe(2);
});

test('swap2: the person puts three stones and Tengen chooses', async ({ desk, page }) => {
  test.setTimeout(150_000);
  await desk.open('', { level: 1 });
  await desk.view('play');
  await page.getByRole('radiogroup', { name: 'Opening' }).getByText('Swap2').click();
  await page.getByRole('radiogroup', { name: 'Who opens' }).getByText('I put').click();
  await desk.panel.locator('button[type=submit]').click();
  for (const point of ['h8', 'i9', 'k6']) await desk.click(point);
  await expect(page.getByText(/Tengen (takes Black|takes White|puts two)/)).toBeVisible({ timeout: 60_000 });
});

test('pro: the opening says where the first and the third stone may go', async ({ desk, page }) => {
  await desk.open('', { level: 1 });
  await desk.view('play');
  await page.getByRole('radiogroup', { name: 'Opening' }).getByText('Pro', { exact: true }).click();
  await desk.panel.locator('button[type=submit]').click();
  await expect(desk.point('h8')).toHaveAttribute('aria-label', /allowed by the opening/);
  await desk.click('a1');
  await expect(page.getByText(/The opening does not allow this stone there/).first()).toBeVisible();
  await desk.expectEmpty('a1');
  await desk.click('h8');
  await expect.poll(() => desk.count('white'), { timeout: 60_000 }).toBe(1);
  const inside = (await desk.point('g7').getAttribute('aria-label'))?.includes('empty') ? 'g7' : 'i7';
  await expect(desk.point('a1')).toHaveAttribute('aria-label', /allowed by the opening/);
  await desk.click(inside);
  await desk.expectEmpty(inside);
  await desk.click('a1');
  await desk.expectStone('a1', 'black');
  await expect.poll(() => desk.count('white'), { timeout: 60_000 }).toBe(2);
});

test('teach mode takes a losing move back, shows why, and lets a better one stand', async ({ desk, page }) => {
  test.setTimeout(150_000);
  // White has to stop the open three.
  await desk.open('15f:h8i9h9i8h10', { level: 1 });
  await desk.view('play');
  await page.getByRole('radiogroup', { name: 'I play' }).getByText('White', { exact: true }).click();
  await page.getByLabel(/^Teach me/).check();
  await desk.button('Continue from this position').click();
  await desk.click('o1');
  const lesson = page.getByRole('alert').filter({ hasText: 'o1 was taken back' });
  await expect(lesson).toBeVisible({ timeout: 60_000 });
  await expect(lesson).toContainText(/Mistake|Blunder/);
  await desk.expectEmpty('o1');
  await expect(page.locator('.ghost')).not.toHaveCount(0);
  await lesson.getByRole('button', { name: 'Show the better move' }).click();
  const better = /[a-o]\d+/.exec(await lesson.locator('p').last().innerText())![0];
  await lesson.getByRole('button', { name: 'Try again' }).click();
  await expect(lesson).toHaveCount(0);
  await desk.click(better);
  await desk.expectStone(better, 'white');
  await expect.poll(() => desk.count('black'), { timeout: 60_000 }).toBe(4);
});
