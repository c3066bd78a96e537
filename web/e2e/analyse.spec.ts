// Analysis on the real engine: lines that change, a stop that stops, positions of all kinds, two tabs.
import { Desk } from './desk';
import { expect, test } from './server';

const GAME = '15f:h8i9h10j8g9';

test('lines grow and change while it runs, and nothing moves after Stop', async ({ desk, page }) => {
  await desk.open(GAME);
  await desk.button('Analyse').click();
  const lines = desk.panel.getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const nodes = page.getByTestId('nodes');
  const first = await nodes.innerText();
  await expect(nodes).not.toHaveText(first);
  await expect(page.locator('.candidate')).not.toHaveCount(0);
  await desk.button('Stop').click();
  await expect(desk.button('Analyse')).toBeVisible();
  // What was on its way when Stop was pressed still comes in; on a busy machine that takes a moment.
  const engine = desk.panel.locator('.engine');
  let still = '';
  const settles = async (): Promise<boolean> => {
    const before = still;
    still = await engine.innerText();
    return still === before;
  };
  await expect.poll(settles, { intervals: [400], timeout: 4000 }).toBe(true);
  await page.waitForTimeout(1500);
  expect(await engine.innerText()).toBe(still);
});

test('the analysis follows the game, and a line that is pointed at becomes ghost stones', async ({ desk, page }) => {
  await desk.open(GAME);
  await desk.button('Analyse').click();
  await expect(desk.panel.getByRole('listitem')).toHaveCount(3);
  const moves = desk.panel.getByRole('listitem').first().getByRole('button');
  await expect(moves.nth(1)).toBeVisible();
  await desk.button('Stop').click();
  await moves.nth(1).hover();
  await expect(page.locator('.ghost')).toHaveCount(2);
  await desk.click('a1');
  await desk.expectStone('a1', 'white');
});

test('renju shows the points that are forbidden to Black, with the reason', async ({ desk, page }) => {
  await desk.open('15r:g8a1i8c1h7e1h9g1');
  await expect(desk.point('h8')).toHaveAttribute('aria-label', /forbidden/);
  await expect(page.locator('path.forbidden')).not.toHaveCount(0);
  await desk.click('h8');
  await desk.expectEmpty('h8');
  await expect(page.getByText('That point is forbidden for Black.')).toBeVisible();
});

test('free placement: any stones, either side to move', async ({ desk, page }) => {
  await desk.open();
  await desk.button('Edit the position').click();
  for (const point of ['h8', 'h9', 'h10']) await desk.click(point);
  const tools = page.getByRole('region', { name: 'Edit the position' });
  await tools.getByText('White stone').click();
  await desk.click('a1');
  await tools.getByText('Erase').click();
  await desk.click('h10');
  await tools.getByRole('radiogroup', { name: 'To move' }).getByText('White').click();
  await tools.getByRole('button', { name: 'Done' }).click();
  expect([await desk.count('black'), await desk.count('white')]).toEqual([2, 1]);
  await expect(page.getByTestId('status')).toHaveText('White to move');
  await desk.click('c3');
  await desk.expectStone('c3', 'white');
});

test('two tabs work at once and do not disturb each other', async ({ desk, page, context, server }) => {
  await desk.open(GAME);
  const other = new Desk(await context.newPage(), server.url);
  await other.open('15f:h8i9g7h9j7');
  for (const one of [desk, other]) {
    await one.page.bringToFront();
    await one.button('Analyse').click();
    await expect(one.panel.getByRole('listitem')).toHaveCount(3);
  }
  await page.bringToFront();
  await desk.button('Stop').click();
  await expect(desk.button('Analyse')).toBeVisible();
  await other.page.bringToFront();
  const nodes = other.page.getByTestId('nodes');
  const seen = await nodes.innerText();
  await expect(nodes).not.toHaveText(seen);
  expect(await other.count('black')).toBe(3);
  await desk.click('d4');
  await other.expectEmpty('d4');
  await other.button('Stop').click();
  expect(other.faults).toEqual([]);
});
