import { expect, test } from '@playwright/test';
import { unstable_readConfig } from 'wrangler';
import { PATHS } from '#web/paths.ts';
import { type Production, startProduction } from '../running/production.ts';

// Files that browsers, robots and other sites request besides the documents.
let production: Production;
const get = (path: string) => fetch(production.app + path);

test.beforeAll(async () => {
  test.setTimeout(240_000);
  production = await startProduction();
});
test.afterAll(() => production.stop());

const FILES = [
  ['/favicon.svg', /^image\/svg\+xml$/],
  ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/],
  ['/share.png', /^image\/png$/],
  ['/robots.txt', /^text\/plain/],
  ['/driver.webmanifest', /^application\/manifest\+json/],
  ['/driver-192.png', /^image\/png$/],
  ['/driver-512.png', /^image\/png$/],
] as const;

for (const [path, type] of FILES) {
  test(`the file ${path} is served and kept for a day`, async () => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toMatch(type);
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
}

test('robots.txt excludes the back office, the API and the payment pages', async () => {
  const text = await (await get('/robots.txt')).text();
  const closed = text.split('\n').flatMap((line) => line.match(/^Disallow: (.+)$/)?.[1] ?? []);
  const isClosed = (path: string) => closed.some((prefix) => path.startsWith(prefix));
  const office = Object.values(PATHS).filter((path) => path.startsWith(PATHS.admin));
  const paths: string[] = [...office, PATHS.paymentSuccess, PATHS.resetPassword, PATHS.driver];
  paths.push(`${PATHS.pay}/token`, '/api/health');
  expect(paths.filter((path) => !isClosed(path))).toEqual([]);
  expect([PATHS.booking, PATHS.terms, PATHS.privacy].filter(isClosed)).toEqual([]);
});

test('the link preview of the public page has text and an image, with absolute URLs', async () => {
  const html = await (await get('/')).text();
  const contents = html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]+)">/g);
  const tags = Object.fromEntries([...contents].map(([, name = '', content = '']) => [name, content]));
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true });
  expect(tags).toMatchObject({
    'og:title': expect.stringContaining(String(vars.BUSINESS_NAME)),
    'og:description': expect.stringContaining('deposit'),
    'og:url': `${vars.PUBLIC_URL}/`,
    'og:image': `${vars.PUBLIC_URL}/share.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:image': `${vars.PUBLIC_URL}/share.png`,
  });
  const picture = Buffer.from(await (await get('/share.png')).arrayBuffer());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('favicon.ico is an icon file with images of three sizes', async () => {
  const icon = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
  const count = icon.readUInt16LE(4);
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), count]).toEqual([0, 1, 3]);
  const images = Array.from({ length: count }, (_, index) => {
    const entry = 6 + 16 * index;
    const offset = icon.readUInt32LE(entry + 12);
    // The sizes of the PNG file itself.
    return [icon.readUInt8(entry), icon.readUInt32BE(offset + 16), icon.readUInt32BE(offset + 20)];
  });
  expect(images).toEqual([16, 32, 48].map((size) => [size, size, size]));
});

test('without JavaScript the customer sees the phone number', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 812 },
  });
  const page = await context.newPage();
  for (const path of [
    PATHS.booking,
    PATHS.paymentSuccess,
    `${PATHS.pay}/token`,
    PATHS.resetPassword,
    PATHS.driver,
  ]) {
    await page.goto(production.app + path);
    const notice = page.locator('noscript > div');
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('This page needs JavaScript');
    await expect(notice.locator('a[href="tel:5550100142"]')).toBeVisible();
    await expect(notice.locator('a[href^="mailto:"]')).toBeVisible();
  }
  await context.close();
});
