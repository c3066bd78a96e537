// Hands and eyes for the page: points by name, views by tab, what stands on the board.
import { expect, type Locator, type Page } from '@playwright/test';

export type View = 'analyse' | 'play' | 'threats' | 'prove' | 'review' | 'puzzles' | 'patterns' | 'library';
export const VIEWS: readonly View[] = ['analyse', 'play', 'threats', 'prove', 'review', 'puzzles', 'patterns', 'library'];

export class Desk {
  /** What the page threw. */
  readonly faults: string[] = [];

  constructor(readonly page: Page, readonly url: string) {
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /** Opens the page, with a game if one is given (`15f:h8i9`), and waits until the server has spoken. */
  async open(game = '', settings: Record<string, unknown> = {}): Promise<void> {
    await this.page.addInitScript((chosen) => {
      // A blank page has no memory.
      if (location.protocol !== 'about:' && !localStorage.getItem('tengen.settings')) localStorage.setItem('tengen.settings', JSON.stringify(chosen));
    }, { language: 'en', ...settings });
    // Another hash alone would not load the page again.
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.goto(game ? `${this.url}#g=${game}` : this.url);
    await expect(this.page.locator('header .link')).toHaveCount(0);
  }

  async view(name: View): Promise<void> {
    await this.page.locator(`#tab-${name}`).click();
  }

  /** The panel of the view. */
  get panel(): Locator {
    return this.page.locator('#panel');
  }

  point(name: string): Locator {
    return this.page.locator(`[data-point="${name}"]`);
  }

  async click(name: string): Promise<void> {
    await this.point(name).click();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** The moves in the address. */
  async moves(): Promise<string> {
    return new URL(this.page.url()).hash.replace(/^#g=[^:]*:?/, '');
  }

  async expectStone(name: string, side: 'black' | 'white'): Promise<void> {
    await expect(this.point(name)).toHaveAttribute('aria-label', new RegExp(`, ${side} stone`));
  }

  async expectEmpty(name: string): Promise<void> {
    await expect(this.point(name)).toHaveAttribute('aria-label', /, empty/);
  }

  /** How many stones of a side stand on the board. */
  async count(side: 'black' | 'white'): Promise<number> {
    return this.page.locator(`[data-point][aria-label*=", ${side} stone"]`).count();
  }

  /** Drops a file on an element. */
  async drop(target: Locator, name: string, content: string): Promise<void> {
    const files = await this.page.evaluateHandle(({ name, content }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], name));
      return transfer;
    }, { name, content });
    await target.dispatchEvent('dragenter', { dataTransfer: files });
    await target.dispatchEvent('dragover', { dataTransfer: files });
    await target.dispatchEvent('drop', { dataTransfer: files });
  }
}
