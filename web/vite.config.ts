// The build: fixed file names (so that a rebuild gives the same bytes and the server can embed them), and a
// development proxy to a running `tengen serve`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Vitest runs in node; without this Svelte would resolve to its server build and effects would not run.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  base: './',
  build: {
    target: 'es2022',
    modulePreload: false,
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8411', ws: true } },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // A loaded machine is slow, not wrong.
    testTimeout: 30000,
  },
}));
