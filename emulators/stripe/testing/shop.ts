import type { BrowserContext, Page, Route } from '@playwright/test';
import type { StripeEmulator } from '../emulator.ts';

const STYLE =
  'body { font: 16px sans-serif; margin: 2rem; background: #fff; color: #111 } body.night { background: #111; color: #eee }';

/** The policy of a page with Stripe payments: nothing inline, and no other origins. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' https://js.stripe.com",
  "style-src 'self'",
  'connect-src https://api.stripe.com',
  'frame-src https://js.stripe.com https://hooks.stripe.com',
].join('; ');

/** Serves the shop page at https://shop.test, and the emulator as js.stripe.com and api.stripe.com. */
export async function openShop(
  context: BrowserContext,
  { emulator, script }: { emulator: StripeEmulator; script: string },
) {
  const document =
    '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/page.css"><body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';
  const files: Record<string, [type: string, body: string]> = {
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', STYLE],
  };
  await context.route('https://shop.test/**', (route) => {
    const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ['text/html', document];
    return route.fulfill({ contentType, body, headers: { 'Content-Security-Policy': POLICY } });
  });
  await context.route('https://js.stripe.com/**', (route) =>
    forward(route, emulator, 'https://js.stripe.com/js/stripe.js'),
  );
  await context.route('https://api.stripe.com/**', (route) =>
    forward(route, emulator, route.request().url()),
  );
}

async function forward(route: Route, emulator: StripeEmulator, url: string): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer();
  const answer = await emulator.handle(
    new Request(url, {
      method: request.method(),
      headers: await request.allHeaders(),
      body: body && new Uint8Array(body),
    }),
  );
  await route.fulfill({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  });
}

/** Types a card; every test card accepts any later date and any code. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('12 / 44');
  await page.getByLabel('Security code').fill('123');
}
