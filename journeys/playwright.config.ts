import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { HEADLESS_SHELL } from './running/browsers.ts';
import { groupFiles } from './running/groups.ts';

/** Node's warnings about experimental features would clutter the results. */
process.env.NODE_OPTIONS ??= '--disable-warning=ExperimentalWarning';

/** Journeys in the browser of this machine. There are no retries: a journey that fails once has failed. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results/journeys',
  reporter: 'list',
  workers: availableParallelism(),
  projects: groupFiles(import.meta.dirname).map(({ name, files }) => ({
    name,
    testMatch: files.map((file) => `**/${file}`),
    workers: 1,
  })),
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1280, height: 900 },
    // Journeys that test motion switch it on: see running/motion.ts.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: HEADLESS_SHELL,
  },
});
