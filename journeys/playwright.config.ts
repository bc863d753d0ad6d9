import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChrome } from '#scripts/verify/find-chrome.ts';

/** Node's warnings about experimental features would clutter the results. */
process.env.NODE_OPTIONS ??= '--disable-warning=ExperimentalWarning';

/**
 * The last --disable-features counts, so those that Playwright disables are repeated. The popups of the address bar are
 * two more pages for each new window, and no journey shows them.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // It starts a process in advance for the next page; most pages here are the last of their window.
  'SpareRendererForSitePerProcess',
];

const BROWSER_ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // No process per site and none for graphics, because they cost a tenth of the processor time.
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  // Most pages end before code runs so often that compiling it again, optimized, saves time: an eighth of the whole.
  '--js-flags=--no-turbofan --no-maglev',
];

/** Journeys in the browser of this machine. There are no retries: a journey that fails once has failed. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../test-results/journeys',
  reporter: 'list',
  workers: availableParallelism(),
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
    launchOptions: { executablePath: findChrome(process.env), args: BROWSER_ARGS },
  },
});
