import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test as base, expect, type Page, type Response } from '@playwright/test';
import { ROOT } from '#scripts/root.ts';
import { BookingPage, CARDS } from '../booking/booking-page.ts';
import { Customers, paidBooking } from '../booking/customer.ts';
import { collectBrowserErrors } from '../running/browser-errors.ts';
import { watchLayoutShifts } from '../running/layout-shifts.ts';
import { answerAsStripe, type Production, startProduction } from '../running/production.ts';
import { Records } from '../running/records.ts';
import { StripeDesk } from '../running/stripe.ts';

/** The production build with its own headers, the real loader of Stripe.js, the Worker in production. */
const test = base.extend<object, { production: Production }>({
  production: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const production = await startProduction();
      await production.publish(PUBLISHED);
      await use(production);
      await production.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ production }, use) => use(production.app),
  context: async ({ context, production }, use) => {
    await answerAsStripe(context, production.stripeUrl);
    await use(context);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

/** Other than in [vars], so every page shows that it comes from the catalog. */
const PUBLISHED = {
  name: 'Quarry & <b>Sons</b>',
  phone: '(212) 555-0187',
  accent: 'blue',
  openingHours: 'Monday to Friday, 7 am to 6 pm',
  /** Any image of the site. */
  logoUrl: '/favicon.svg',
};
const SCRIPT_BYTES = 5000;
const customers = new Customers();

test('the production documents take a payment without browser errors', async ({ page, production }) => {
  const customer = customers.next();
  const browserErrors = collectBrowserErrors(page);
  const responses = watchResponses(page);
  const shifts = await watchLayoutShifts(page);
  const booking = new BookingPage(page);
  await page.goto('/');
  await expect(booking.button('Select 7-Day Rental')).toBeVisible();
  const logo = page.getByRole('banner').getByRole('img', { name: PUBLISHED.name });
  await expect(logo).toBeVisible();
  expect(
    await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  for (const text of [PUBLISHED.name, PUBLISHED.openingHours])
    await expect(page.getByRole('contentinfo')).toContainText(text);
  await expect(page).toHaveTitle(`Rent a Dumpster | ${PUBLISHED.name}`);
  await expect(page.getByRole('banner')).toHaveCSS('border-bottom-color', 'rgb(125, 185, 245)');
  await page.waitForLoadState('networkidle');
  expect(responses.filter((response) => response.url().includes('stripe'))).toEqual([]);
  expect(await gzippedScripts(responses)).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect(await shifts()).toEqual([]);

  await booking.button('Select 7-Day Rental').hover();
  await booking.pickRental(customer);
  await expect(page.getByRole('contentinfo')).toContainText(PUBLISHED.phone);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.cardNumber).toBeVisible();
  expect(responses.map((response) => response.url())).toContain('https://js.stripe.com/endive/stripe.js');
  await booking.payWith(CARDS.authenticated);
  await booking.button('Complete authentication').click();
  await booking.expectBooked();

  const [intent] = await new StripeDesk(production.stripeUrl).intentsOf(customer);
  expect(new Records(production.stateDir).bookingsOf(customer)).toEqual([paidBooking(customer, intent!.id)]);
  expect(new Set(responses.map((response) => new URL(response.url()).origin))).toEqual(
    new Set([production.app, 'https://js.stripe.com', 'https://api.stripe.com']),
  );
  expect(browserErrors).toEqual([]);
  expect((await shifts()).reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.01);
});

for (const width of [375, 1280]) {
  test(`fonts load after the first paint, show from the next screen on and shift nothing at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    const paintsAtRequest: Promise<number>[] = [];
    await page.route('**/*.woff2', (route) => {
      paintsAtRequest.push(
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
      );
      return route.continue();
    });
    const shifts = await watchLayoutShifts(page);
    await page.goto('/');
    await expect(page.locator('html[data-fonts=ready]')).toBeVisible();
    expect(await Promise.all(paintsAtRequest)).toEqual([1, 1, 1]);
    await paintedFrames(page);
    expect(await shifts()).toEqual([]);
    await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
    await expect(page.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
    await expect.poll(() => loadedFonts(page)).toBeGreaterThan(0);

    await page.goto('/terms');
    await expect.poll(() => loadedFonts(page)).toBe(3);
    await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
    await paintedFrames(page);
    expect(await shifts()).toEqual([]);
  });

  test(`each text of the first step is as high in local fonts as in the web fonts at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.goto('/');
    await expect(page.locator('html[data-fonts=ready]')).toBeVisible();
    const inLocalFonts = await readTextHeights(page);
    await page.reload();
    await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
    await expect.poll(() => loadedFonts(page)).toBe(3);
    await paintedFrames(page);
    expect(await readTextHeights(page)).toEqual(inLocalFonts);
  });
}

test('a rental picked before the script of the first step is loaded opens the next step', async ({
  page,
}) => {
  const mayCome = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await mayCome.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
  await expect(page.locator('html[data-picked]')).toBeVisible();
  mayCome.resolve();
  await expect(page.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
});

test('without the script of the first step a pick says so, and a later pick works', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
  await expect(page.getByText('The booking form did not load.')).toBeVisible();
  await page.unroute('**/assets/index-*.js');
  await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
});

test('hashed files are cached for a year, documents are revalidated', async ({ page }) => {
  const responses = watchResponses(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Select 7-Day Rental' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
  const assets = responses.filter((response) => response.url().includes('/assets/'));
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    expect(asset.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  expect(responses[0]!.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test('without js.stripe.com the customer sees an error, and a later try works', async ({ page, context }) => {
  const customer = customers.next();
  const booking = new BookingPage(page);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.goto('/');
  await booking.pickRental(customer);
  await booking.fillIn(customer);
  await booking.continue();
  await expect(booking.heading('Payment setup failed')).toBeFocused();
  await page.unroute('https://js.stripe.com/**');
  await booking.button('Try again').click();
  await expect(booking.cardNumber).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test('a stored dark theme is applied from the first frame on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect(page.getByRole('button', { name: 'Switch to the light theme' })).toBeVisible();
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(window, { frames_seen: frames });
    const look = () => {
      if (document.body) frames.push(getComputedStyle(document.documentElement).backgroundColor);
      if (frames.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of ['/', '/terms', '/payment-success', '/pay/x', '/admin']) {
    await page.goto(path);
    const frames = () => page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen);
    await expect.poll(async () => (await frames()).length).toBe(20);
    expect([...new Set(await frames())]).toEqual(['rgb(18, 21, 19)']);
  }
});

for (const [motion, behavior] of [
  ['no-preference', 'smooth'],
  ['reduce', 'instant'],
] as const) {
  test(`a step change scrolls to the top: ${behavior} where motion is ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      window.scrollTo = ((options: ScrollToOptions) => {
        document.documentElement.setAttribute('data-scrolled', JSON.stringify(options));
      }) as typeof window.scrollTo;
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Select 1-Day Rental' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-scrolled', JSON.stringify({ top: 0, behavior }));
  });
}

test('the documents contain no stand-in', async ({ production }) => {
  for (const name of ['index.html', '_headers']) {
    const text = readFileSync(`${production.siteDir}/${name}`, 'utf8');
    expect(text).not.toMatch(/window\.Stripe = |127\.0\.0\.1|localhost/);
  }
});

test('the numbering plans of the phone check stay in the Worker', async ({ production }) => {
  const plans = 'country_calling_codes';
  expect(readFileSync(join(ROOT, 'dist', 'worker', 'index.js'), 'utf8')).toContain(plans);
  const assets = join(production.siteDir, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const carriers = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes(plans));
  expect(carriers).toEqual([]);
});

function watchResponses(page: Page): Response[] {
  const seen: Response[] = [];
  page.on('response', (response) => seen.push(response));
  return seen;
}

/** The transfer size of the scripts, compressed as by Pages. */
async function gzippedScripts(responses: Response[]): Promise<number> {
  const scripts = responses.filter((response) => response.request().resourceType() === 'script');
  const bodies = await Promise.all(scripts.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

/** How many of the page's fonts are loaded, without the local ones. */
function loadedFonts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.fonts].filter(({ family, status }) => status === 'loaded' && !family.includes('stand-in'))
        .length,
  );
}

/** The heights of the texts of the first step, in whole pixels, and of all of it. */
function readTextHeights(page: Page): Promise<{ texts: string[]; all: number }> {
  return page.evaluate(() => {
    const root = document.querySelector('#root') as HTMLElement;
    const texts = [...root.querySelectorAll('h1, h2, h3, p, li, button')];
    const heightOf = (element: Element) => Math.round(element.getBoundingClientRect().height);
    return {
      texts: texts.map((element) => `${element.textContent?.slice(0, 40)} ${heightOf(element)}`),
      all: heightOf(root),
    };
  });
}

/** Waits until the changes are painted. */
function paintedFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
