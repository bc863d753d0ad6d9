import { findChrome, findHeadlessShell } from '#scripts/verify/find-chrome.ts';

/**
 * The last --disable-features counts, so those that Playwright disables are repeated. The popups of the address bar are
 * two more pages for each new window, and no journey shows them.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
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

/** For all journeys but those that need what only a whole browser has. */
export const HEADLESS_SHELL = { executablePath: findHeadlessShell(process.env), args: BROWSER_ARGS };
/** For notifications. */
export const WHOLE_BROWSER = { executablePath: findChrome(process.env), args: BROWSER_ARGS };
