// Files dropped on the page, the library, and a server that goes away and comes back.
import { Desk } from './desk';
import { expect, Server, test } from './server';

const PSQ = 'Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,120\n8,7,90\n8,9,300\n7,8,10\nme.zip\nyou.zip\n-1\n';
const SGF = '(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bo];B[hh];W[ig](;B[hg])(;B[gg]))';

test('a .psq and an SGF are opened by dropping them', async ({ desk, page }) => {
  await desk.open();
  await desk.drop(page.locator('body'), 'game.psq', PSQ);
  await expect.poll(() => desk.count('black')).toBe(3);
  expect(await desk.count('white')).toBe(2);
  await desk.drop(page.locator('body'), 'game.sgf', SGF);
  await expect.poll(() => desk.count('black')).toBe(2);
  expect(await desk.count('white')).toBe(1);
  await desk.view('library');
  await expect(page.getByLabel('Black player')).toHaveValue('Ada');
  await desk.drop(page.locator('body'), 'rubbish.bin', '\u0000\u0001nothing');
  await expect(page.locator('.toast.bad')).toBeVisible();
  expect(await desk.count('black')).toBe(2);
});

test('the server stops and comes back: nothing is lost and what ran runs on', async ({ page }) => {
  test.setTimeout(150_000);
  const server = new Server();
  try {
    await server.start();
    const desk = new Desk(page, server.url);
    await desk.open('15f:h8a1i8a15');
    await desk.view('prove');
    await desk.button('Prove').click();
    const walk = page.getByRole('region', { name: 'Walk through the proof' });
    await expect(walk.getByRole('status')).toContainText('Black plays', { timeout: 60_000 });
    await desk.view('analyse');
    await desk.button('Analyse').click();
    await expect(desk.panel.getByRole('listitem')).toHaveCount(3);

    await server.stop();
    await expect(page.getByText(/Not connected/)).toBeVisible();
    // The board still takes moves while nobody answers.
    await desk.click('c3');
    await desk.expectStone('c3', 'black');

    await server.start();
    await expect(page.getByText(/Not connected/)).toBeHidden({ timeout: 30_000 });
    await expect(desk.button('Stop')).toBeVisible();
    const nodes = page.getByTestId('nodes');
    await expect(nodes).not.toHaveText('–');
    const seen = await nodes.innerText();
    await expect(nodes).not.toHaveText(seen);
    await desk.button('Stop').click();
    await desk.expectStone('c3', 'black');

    // The certificate lives in the server's memory only; the page hands it over again.
    await desk.view('prove');
    await expect(walk.getByRole('status')).toContainText('Black plays');
    await desk.click('o8');
    await expect(walk.getByRole('status')).toContainText('o8 is answered by');
    expect(desk.faults).toEqual([]);
  } finally {
    await server.remove();
  }
});

test('a saved game is there after a reload', async ({ desk, page }) => {
  await desk.open('15f:h8i9g9');
  await desk.view('library');
  await desk.panel.getByText('Game', { exact: true }).click();
  await page.getByLabel('Title', { exact: true }).fill('Three moves');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Three moves').first()).toBeVisible();
  await desk.open('15f:a1');
  await desk.view('library');
  await desk.button('Open Three moves').click();
  await expect.poll(() => desk.count('black')).toBe(2);
});
