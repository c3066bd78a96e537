// Browser tests against the real program. Each worker starts `tengen serve` itself (e2e/server.ts); the browser is the
// one of the system, nothing is downloaded.
//
//   npm run build && cargo build --release -p tengen && npm run e2e
//
// TENGEN_BIN names another program, CHROMIUM another browser.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1320, height: 860 },
    locale: 'en-GB',
    colorScheme: 'light',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root, as in containers.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
