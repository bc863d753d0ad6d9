import { defineConfig } from '@playwright/test';
import { findChrome } from '#scripts/verify/find-chrome.ts';

/** Node's remarks on features of its own would stand between the results. */
process.env.NODE_OPTIONS ??= '--disable-warning=ExperimentalWarning';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Whole stories in the browser of this machine. A story that fails once has failed: nothing is tried again. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results/journeys',
  reporter: 'list',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    viewport: { width: 1280, height: 900 },
    trace: 'off',
    launchOptions: { executablePath: findChrome(process.env), args: QUIET },
  },
});
