// Pictures of the main views. They go to the test's folder; with TENGEN_PICTURES=1 to docs/images, for the docs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { smaller } from './png';
import { expect, test } from './server';

const DOCS = resolve(import.meta.dirname, '../../docs/images');
const LARGEST = 150_000;
const GAME = '15f:h8i9h10j8g9i11h9h11h7h6g8i6f8i10i8';

async function picture(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  const shot = await page.screenshot();
  const sizes = [256, 128, 96, 64].map((colours) => () => smaller(shot, colours));
  let png = shot;
  for (const make of sizes) {
    png = make();
    if (png.length < LARGEST) break;
  }
  expect(png.length).toBeLessThan(LARGEST);
  const folder = process.env.TENGEN_PICTURES ? DOCS : info.outputDir;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), png);
}

test.use({ viewport: { width: 1240, height: 800 } });

for (const theme of ['light', 'dark'] as const) {
  test(`analysis, ${theme}`, async ({ desk, page }, info) => {
    await desk.open(GAME.slice(0, -7), { theme, showHeat: theme === 'dark', look: 'kaya' });
    await desk.button('Analyse').click();
    await expect(desk.panel.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByTestId('depth')).toHaveText(/^(\d{2,}|[6-9])\//, { timeout: 60_000 });
    await desk.button('Stop').click();
    await picture(page, info, theme === 'light' ? 'board-analyse' : 'board-dark');
  });
}

test('review with its graph', async ({ desk, page }, info) => {
  test.setTimeout(180_000);
  await desk.open(GAME);
  await desk.view('review');
  await page.getByRole('slider', { name: 'Time per move' }).fill('1');
  await desk.button('Review the game').click();
  await expect(desk.button('Review again')).toBeVisible({ timeout: 150_000 });
  const fault = desk.panel.locator('tr[data-ply]', { hasText: /Mistake|Blunder|Inaccuracy/ }).first();
  await fault.locator('.move').click();
  await desk.panel.evaluate((panel) => panel.scrollTo(0, 0));
  await picture(page, info, 'board-review');
});

test('a walk through a proof', async ({ desk, page }, info) => {
  await desk.open('15f:h8i9h10j8g9i11');
  await desk.view('prove');
  await desk.button('Prove').click();
  const walk = page.getByRole('region', { name: 'Walk through the proof' });
  await expect(walk.getByRole('status')).toContainText('Black plays', { timeout: 60_000 });
  await page.locator('[data-point][aria-label*="answer of its own"]').first().click();
  await expect(walk.getByRole('status')).toContainText('is answered by');
  await picture(page, info, 'board-proof');
});

test('a puzzle with its hint', async ({ desk, page }, info) => {
  await desk.open();
  await desk.view('puzzles');
  await desk.button('Next').click();
  const status = desk.panel.locator('[data-kind]');
  await expect(status).toHaveText('Your move.');
  await desk.button('Hint').click();
  await desk.button('Where?').click();
  await expect(desk.panel.locator('.hint')).toContainText('tinted area');
  await picture(page, info, 'board-puzzles');
});

test('on a phone', async ({ desk, page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await desk.open(GAME.slice(0, -7));
  await desk.button('Analyse').click();
  await expect(desk.panel.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByTestId('depth')).toHaveText(/^(\d{2,}|[6-9])\//, { timeout: 60_000 });
  await desk.button('Stop').click();
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, info, 'board-phone');
});
