// Proofs, reviews, puzzles and patterns, by clicks.
import { readFile } from 'node:fs/promises';
import { PRESETS } from '../src/lib/patterns/presets';
import { expect, test } from './server';

/** Black to move has a double three coming; White's stones are far away. */
const WON = '15f:h8a1i8a15';

test('a proof is asked for, walked, exported and imported', async ({ desk, page }) => {
  await desk.open(WON);
  await desk.view('prove');
  await desk.button('Prove').click();
  await expect(desk.panel.locator('.headline')).toHaveText(/^Black wins/, { timeout: 60_000 });
  const certificate = page.getByRole('region', { name: 'Certificate' });
  await expect(certificate.getByText('Accepted by the checker')).toBeVisible();

  const walk = page.getByRole('region', { name: 'Walk through the proof' });
  await expect(walk.getByRole('status')).toContainText('Black plays');
  expect([await desk.count('black'), await desk.count('white')]).toEqual([3, 2]);
  // Any empty point is a defence; the certificate answers.
  await desk.click('o8');
  await desk.expectStone('o8', 'white');
  await expect(walk.getByRole('status')).toContainText(/o8 is answered by|five in a row/);
  await expect.poll(() => desk.count('black')).toBe(4);
  await walk.getByRole('button', { name: 'Back' }).click();
  await desk.expectEmpty('o8');
  // Against replies with an answer of their own too, to the five.
  for (let i = 0; i < 12; i++) {
    if ((await walk.getByRole('status').innerText()).includes('five in a row')) break;
    const black = await desk.count('black');
    const forced = walk.getByRole('button', { name: 'Next forced move' });
    const ring = page.locator('[data-point][aria-label*="answer of its own"]').first();
    if (await forced.isVisible()) await forced.click();
    else if (await ring.count()) await ring.click();
    else await page.locator('[data-point][aria-label$=", empty"]').first().click();
    await expect.poll(() => desk.count('black')).toBe(black + 1);
  }
  await expect(walk.getByRole('status')).toContainText('five in a row');
  await expect(page.locator('.win-ring')).not.toHaveCount(0);
  await walk.getByRole('button', { name: 'From the start' }).click();
  await expect.poll(() => desk.count('black')).toBe(3);
  const saved = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Save as text' }).click();
  const file = await (await saved).path();
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^TENGEN-PROOF 1\n/);
  await certificate.getByRole('button', { name: 'Verify again' }).click();
  await expect(certificate.getByText('Accepted by the checker')).toBeVisible();

  // Another visitor opens the file, by the button and by dropping it.
  await page.evaluate(() => localStorage.clear());
  await desk.open('15f:');
  await desk.view('prove');
  await expect(certificate.getByText('Accepted by the checker')).toHaveCount(0);
  await certificate.locator('input[type=file]').setInputFiles({ name: 'win.proof', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(certificate.getByText('Accepted by the checker')).toBeVisible();
  await expect(walk.getByRole('status')).toContainText('Black plays');
  await desk.drop(certificate, 'broken.proof', text.replace(/\nV [^\n]*/, '\nV a2'));
  await expect(page.getByText(/Not a proof|certificate|record/).first()).toBeVisible();
});

test('a win by fours plays itself out', async ({ desk, page }) => {
  await desk.open('15f:h8g8i8a1j8a15k6o1k7o15');
  await desk.view('prove');
  await desk.button('Prove').click();
  const walk = page.getByRole('region', { name: 'Walk through the proof' });
  await expect(walk.getByRole('status')).toContainText('Black plays k8', { timeout: 60_000 });
  await walk.getByRole('button', { name: 'Play it out' }).click();
  await expect(walk.getByRole('status')).toContainText('five in a row');
  await expect(page.locator('.win-ring')).not.toHaveCount(0);
});

test('no proof: the verdict says what was looked at', async ({ desk, page }) => {
  await desk.open('15f:h8i9');
  await desk.view('prove');
  await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: '5 s' });
  await desk.button('Prove').click();
  await expect(page.getByText('Not decided.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/which proves nothing/)).toBeVisible();
  await desk.open('15f:h8h9i10g8j9i8f9');
  await desk.view('prove');
  await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: '5 s' });
  await desk.button('Prove').click();
  await expect(page.getByRole('img', { name: /Proof number/ })).toBeVisible();
  await expect(page.getByText(/limits were reached/)).toBeVisible({ timeout: 60_000 });
  // A search can be stopped, too.
  await page.getByRole('combobox', { name: 'Time' }).selectOption({ label: 'no limit' });
  await desk.button('Prove').click();
  await desk.button('Stop').click();
  await expect(page.getByText('Stopped before a decision.')).toBeVisible();
});

test('a game is reviewed: graph, grades, summary, report, and a lesson from it', async ({ desk, page }) => {
  test.setTimeout(180_000);
  // White lets an open three stand at move 6.
  await desk.open();
  await desk.view('review');
  const text = Buffer.from('h8i9h9i8h10a1h11h12h7');
  await desk.panel.locator('input[type=file]').setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: text });
  await expect(desk.button('Review the game')).toBeEnabled();
  await page.getByRole('slider', { name: 'Time per move' }).fill('0');
  await desk.button('Review the game').click();
  await expect(page.getByRole('button', { name: 'Review again' })).toBeVisible({ timeout: 120_000 });
  const rows = desk.panel.locator('tr[data-ply]');
  await expect(rows).toHaveCount(9);
  await expect(rows.nth(5)).toContainText(/Mistake|Blunder/);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Accuracy');
  await expect(page.getByText(/Turning point: move/)).toBeVisible();
  const graph = page.getByRole('img', { name: /win probability/ });
  await expect(graph.locator('canvas')).toBeVisible();
  // The graph is drawn: not all of one colour.
  const colours = await graph.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(20);
  // A click on it goes to that move.
  const box = (await graph.locator('.u-over').boundingBox())!;
  await page.mouse.move(box.x + 1, box.y + 40);
  await page.mouse.click(box.x + 2, box.y + 40);
  await expect(page.getByTestId('ply')).toHaveText('0');
  await rows.nth(5).click();
  await expect(page.getByTestId('ply')).toHaveText('6');
  await rows.nth(5).locator('.best').hover();
  await expect(page.locator('.ghost')).not.toHaveCount(0);

  for (const [button, start] of [['Table (CSV)', /ply/], ['Annotated SGF', /^\(;/], ['Web page', /<!doctype html>/i]] as const) {
    const saved = page.waitForEvent('download');
    await desk.button(button).click();
    expect(await readFile(await (await saved).path(), 'utf8')).toMatch(start);
  }

  await desk.button(/^Start: /).click();
  const lesson = page.getByRole('region', { name: 'Learn from the mistakes' });
  await expect(lesson.getByRole('status')).toContainText('Find something better');
  await lesson.getByRole('button', { name: 'Show the solution' }).click();
  await expect(lesson.getByRole('status')).toContainText('Better was');
  await lesson.getByRole('button', { name: 'Try again' }).click();
  await desk.click('o15');
  await expect(lesson.getByRole('status')).toContainText(/o15/, { timeout: 60_000 });
  await lesson.getByRole('button', { name: 'End' }).click();
  await expect(rows).toHaveCount(9);
});

test('a VCF puzzle is solved by clicks, with a wrong move taken back and hints', async ({ desk, page, server }) => {
  const list = await server.ask<{ id: string; kind: string; band: string; plies: number }[]>('puzzles');
  const index = list.findIndex((puzzle) => puzzle.kind === 'vcf' && puzzle.band === 'easy' && puzzle.plies >= 5);
  const { id } = list[index]!;
  await desk.open();
  await desk.view('puzzles');
  await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Fours', { exact: true }).click();
  await desk.button(new RegExp(`^Puzzle ${index + 1},`)).click();
  const status = desk.panel.locator('[data-kind]');
  await expect(status).toHaveText('Your move.');
  const stones = (await desk.count('black')) + (await desk.count('white'));
  const corner = page.locator('[data-point][aria-label$=", empty"]').first();
  await corner.click();
  await expect(status).toHaveAttribute('data-kind', 'wrong');
  expect((await desk.count('black')) + (await desk.count('white'))).toBe(stones);
  for (const words of [/the move makes/, /tinted area/, /Hint: the move is/]) {
    await desk.button(/Hint|Where|Which point/).click();
    await expect(desk.panel.locator('.hint')).toHaveText(words);
  }
  let moves = '';
  for (let i = 0; i < 20 && (await status.getAttribute('data-kind')) !== 'solved'; i++) {
    const { line } = await server.ask<{ line: string[] }>(`puzzles/${id}/solution`, { moves });
    await desk.click(line[0]!);
    await expect(status).toHaveAttribute('data-kind', /right|solved/);
    const reply = /answers ([a-o]\d+)/.exec(await status.innerText())?.[1];
    moves += line[0]! + (reply ?? '');
  }
  await expect(status).toHaveText(/Solved/);
  await expect(page.locator('.win-ring')).not.toHaveCount(0);
  // Kept across a visit.
  await page.reload();
  await desk.view('puzzles');
  await expect(page.getByRole('progressbar', { name: /^1 of \d+ solved/ })).toBeVisible();
  await expect(desk.button(new RegExp(`^Puzzle ${index + 1},.*solved with help`))).toBeVisible();
});

test('every example of the patterns is what its button says', async ({ server }) => {
  for (const { id, text, is } of PRESETS) {
    const { symbol, names } = await server.ask<{ symbol: string; names: string[] }>('pattern', { rows: text });
    const [kind, name] = is.split(' ');
    expect(symbol, id).toBe(kind);
    if (name) expect(names, id).toContain(name);
  }
});

test('patterns: drawn, typed and explained', async ({ desk, page }) => {
  await desk.open();
  await desk.view('patterns');
  const text = page.getByLabel('As text');
  await expect(desk.panel.locator('.symbol')).toHaveText('A2');
  await expect(desk.panel.locator('.symbol + div')).toContainText('weak three');
  await page.getByRole('grid', { name: 'Pattern' }).getByRole('button').first().focus();
  await desk.button('Columns: one more').click();
  await expect(text).toHaveValue('++XXX++');
  await expect(desk.panel.locator('.symbol + div')).toContainText('double three');
  await desk.button(/^row 1, column 2,/).click();
  await expect(text).toHaveValue('+XXXX++');
  await expect(desk.panel.locator('.symbol')).toHaveText('V1');
  await text.fill('XXX+X/....+/....X/....X/....X');
  await expect(page.getByText('Made of two attacks')).toBeVisible();
  await text.fill('++a');
  await expect(page.getByRole('alert')).toContainText('Character 3');
  await text.fill('+'.repeat(64) + '/' + '+'.repeat(10));
  await expect(page.getByRole('alert')).toBeVisible();
  await desk.button('simple three').click();
  await desk.button(/^row 1, column 1 \(attack/).click();
  await expect(desk.button(/^row 1, column 5, empty square, defence/)).toBeVisible();
});
