import { type BrowserContext, type CDPSession, chromium, devices, type Page } from '@playwright/test';
import { findChrome } from '../verify/find-chrome.ts';
import { publishDriverRoute, timeToOffice } from './driver-route.ts';
import type { Signed } from './staff-calls.ts';

/** Chrome's preset: latency in ms, bytes a second. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER_PROCESSOR = 6;
export const WAITING_PHOTOS = 20;
const PHOTO = 'web/assets/share.png';

// Scripts of the page are text: the other scripts run in Node, without the types of browsers.
const WATCH_FIRST_STOP = `
  requestAnimationFrame(function see() {
    if (!document.querySelector('li h2')) requestAnimationFrame(see);
    else requestAnimationFrame(() => { window.firstStopMs = performance.now(); });
  });`;
/** The compressed sizes of what was there before the first stop was shown: the document, and what it loaded. */
const BYTES_BEFORE_FIRST_STOP = `
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= window.firstStopMs)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;
/** takeTaps() returns the slowest event since the last call, from its start to the next frame. */
const WATCH_TAPS = `
  let slowest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) slowest = Math.max(slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  window.takeTaps = async () => {
    // Entries come after the frame that ends them.
    for (let count = 0; count < 10; count += 1) await frame();
    const taken = slowest;
    slowest = 0;
    return taken;
  };`;

export type DriverFigures = {
  /** From the navigation to the first stop, with an empty cache, over slow 3G. */
  firstStopMs: number;
  /** Transferred until then, compressed, without headers. */
  bytes: number;
  /** The slowest tap of each screen, to the next frame. */
  taps: { name: string; ms: number }[];
  /** From a tap on the phone to the office's screen, without throttling. */
  officeMs: number;
  /** From the navigation to the first stop without a connection, with the photos waiting. */
  offlineMs: number;
  waiting: number;
};

/** A phone of 360 by 640 px whose processor is six times slower than this machine's. Needs DEMO=firm. */
export async function measureDriverPhone(admin: Signed): Promise<DriverFigures> {
  const url = await publishDriverRoute(admin);
  const browser = await chromium.launch({ executablePath: findChrome(process.env), args: ['--no-sandbox'] });
  try {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
    const settings = {
      ...phone,
      viewport: { width: 360, height: 640 },
      baseURL: admin.origin,
      // For the scripts below.
      bypassCSP: true,
    };
    const signedIn = await browser.newContext(settings);
    await signIn(await signedIn.newPage(), url);
    const storageState = await signedIn.storageState();
    const first = await browser.newContext({ ...settings, storageState });
    const { firstStopMs, bytes } = await measureFirstVisit(first);
    await first.close();
    return { firstStopMs, bytes, ...(await measureWork(signedIn, admin)) };
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in on this phone' }).tap();
  await firstStop(page).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
}

const firstStop = (page: Page) => page.locator('li h2').first();

async function measureFirstVisit(context: BrowserContext) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_3G);
  await throttle(cdp, SLOWER_PROCESSOR);
  const firstStopMs = await timeToFirstStop(page);
  // What the page loads after the stops, for the next taps, does not count.
  const bytes = Number(await page.evaluate(BYTES_BEFORE_FIRST_STOP));
  return { firstStopMs, bytes };
}

const throttle = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });

/** Measured by the page's clock: the test's own calls do not count. */
async function timeToFirstStop(page: Page): Promise<number> {
  await page.addInitScript({ content: WATCH_FIRST_STOP });
  await page.goto('/driver', { waitUntil: 'commit' });
  const shown = await page.waitForFunction('window.firstStopMs', null, { timeout: 60_000 });
  return Number(await shown.jsonValue());
}

async function measureWork(context: BrowserContext, admin: Signed) {
  const [page = await context.newPage()] = context.pages();
  await firstStop(page).tap();
  const button = (name: RegExp) => page.getByRole('button', { name });
  const officeMs = await timeToOffice(admin, () => button(/^On my way$/).tap());
  await page.getByText('All sent.').first().waitFor();
  await context.setOffline(true);
  await button(/^Arrived$/).tap();
  for (let count = 0; count < WAITING_PHOTOS; count += 1) {
    const camera = page.waitForEvent('filechooser');
    await page
      .getByRole('button', { name: /^(Photo|Another)\b.*placement$/ })
      .last()
      .tap();
    await (await camera).setFiles(PHOTO);
    // The next tap counts once the page shows the photo.
    await page.getByRole('listitem').getByRole('img').nth(count).waitFor();
  }
  const cdp = await context.newCDPSession(page);
  await throttle(cdp, SLOWER_PROCESSOR);
  // The photos are drawn: no one taps in the moment in which the last one appears.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve()))');
  const taps = await measureTaps(page);
  await page.close();
  const cold = await context.newPage();
  await throttle(await context.newCDPSession(cold), SLOWER_PROCESSOR);
  const offlineMs = await timeToFirstStop(cold);
  const strip = await cold
    .getByRole('banner')
    .getByText(/waiting to be sent/)
    .first()
    .textContent();
  const waiting = Number.parseInt(strip ?? '', 10);
  return { officeMs, taps, offlineMs, waiting };
}

/** With the photos waiting. Each tap is the first of its screen. */
async function measureTaps(page: Page): Promise<DriverFigures['taps']> {
  await page.evaluate(WATCH_TAPS);
  const link = (name: RegExp) => page.getByRole('link', { name }).last();
  const taps = [
    ['Done', page.getByRole('button', { name: /^Done/ })],
    ['open the next stop', link(/^Next: stop 2/)],
    ['On my way', page.getByRole('button', { name: /^On my way$/ })],
    ['Arrived', page.getByRole('button', { name: /^Arrived$/ })],
    ['open a form', link(/^Unable to complete$/)],
    ['choose a reason', page.getByText('Access blocked')],
    ['back to the stop', link(/^Back to the stop$/)],
    ['back to the list', link(/^Back to the route$/)],
  ] as const;
  const figures: DriverFigures['taps'] = [];
  for (const [name, target] of taps) {
    await target.tap();
    figures.push({ name, ms: Number(await page.evaluate('takeTaps()')) });
  }
  return figures;
}
