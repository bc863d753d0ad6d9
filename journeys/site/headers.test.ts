import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { PATHS } from '#web/paths.ts';
import { type Production, startProduction } from '../running/production.ts';

// The response headers of every URL of the product as deployed.
let production: Production;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  production = await startProduction();
  // Documents that a function answers have a second style, and the public page the sites of the profile.
  await production.publish({ name: NAME, accent: 'blue', frameOrigins: ['https://haulage.test'] });
});
test.afterAll(() => production.stop());

const NAME = 'Quarry & Sons';
const HSTS = 'max-age=31536000';
const REVALIDATE = 'public, max-age=0, must-revalidate';
const STRIPE = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const ID = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';

/** The values that differ between the documents. */
type Expected = {
  status?: number;
  scripts?: string[];
  /** How many style elements the document has. */
  styles?: number;
  framedBy?: string[];
  referrer?: string;
  cache?: string;
  /** The page of drivers uses the camera and shows photos that are not sent yet. */
  isDriver?: boolean;
};

const PAYMENT: Expected = { scripts: STRIPE, referrer: 'no-referrer', cache: 'no-store', styles: 2 };

const OFFICE = Object.values(PATHS).filter(
  (path) => path.startsWith(PATHS.admin) && path !== PATHS.adminPreview,
);
const DOCUMENTS: [string, Expected][] = [
  [PATHS.booking, { scripts: STRIPE, framedBy: ["'self'", 'https://haulage.test'], styles: 2 }],
  [
    `${PATHS.booking}?zip=12207`,
    { scripts: STRIPE, framedBy: ["'self'", 'https://haulage.test'], styles: 2 },
  ],
  [PATHS.paymentSuccess, PAYMENT],
  [`${PATHS.paymentSuccess}?payment_intent=pi_1`, PAYMENT],
  [PATHS.pay, PAYMENT],
  [`${PATHS.pay}/`, PAYMENT],
  [`${PATHS.pay}/Vt0k3n-of_a-link`, PAYMENT],
  [`${PATHS.pay}/Vt0k3n-of_a-link?payment_intent=pi_1`, PAYMENT],
  [PATHS.resetPassword, { referrer: 'no-referrer', styles: 0 }],
  [PATHS.terms, { styles: 2 }],
  [PATHS.privacy, { styles: 2 }],
  ...OFFICE.map((path): [string, Expected] => [path.replace(':id', '17'), { styles: 0 }]),
  [PATHS.driver, { styles: 0, isDriver: true }],
  [`${PATHS.driver}/stops/17`, { styles: 0, isDriver: true }],
  ['/admin/', { styles: 0 }],
  ['/admin/bookings/17?from=list', { styles: 0 }],
  ['/admin/no/such/page', { styles: 0 }],
  ['/administrator', { status: 404 }],
  ['/api', { status: 404 }],
  ['/no-such-page', { status: 404 }],
  ['/no/such/page.html', { status: 404 }],
];

for (const [path, expected] of DOCUMENTS) {
  test(`the document at ${path}`, async () => {
    const {
      status = 200,
      scripts = [],
      styles = 1,
      framedBy = ["'none'"],
      referrer,
      cache = REVALIDATE,
      isDriver = false,
    } = expected;
    const reply = await fetch(production.app + path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/html/);
    const policy = policyOf(reply);
    const html = await reply.text();
    const inline = { scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
    expect(html.includes('Quarry &amp; Sons')).toBe(styles === 2);
    expect([inline.scripts.length, inline.styles.length]).toEqual([styles > 0 ? 1 : 0, styles]);
    expect(policy['script-src']).toEqual(["'self'", ...scripts, ...inline.scripts]);
    expect(policy['frame-ancestors']).toEqual(framedBy);
    expect(policy['style-src']).toEqual(["'self'", ...inline.styles]);
    // Only the back office frames a document of this site: the preview of a draft.
    expect(policy['frame-src']?.includes("'self'") ?? false).toBe(
      status === 200 && styles === 0 && !isDriver,
    );
    expect([policy['default-src'], policy['base-uri']]).toEqual([["'none'"], ["'none'"]]);
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(reply.headers.get('Referrer-Policy')).toBe(referrer ?? 'strict-origin-when-cross-origin');
    expect(reply.headers.get('Strict-Transport-Security')).toBe(HSTS);
    expect(reply.headers.get('Permissions-Policy')).toContain(isDriver ? 'camera=(self)' : 'camera=()');
    expect(policy['img-src']?.includes('blob:')).toBe(isDriver || path === PATHS.adminDispatch);
    expect(reply.headers.get('Cache-Control')).toBe(reply.ok ? cache : 'no-store');
  });
}

test('the preview of a draft: the login without a session', async () => {
  const reply = await fetch(production.app + PATHS.adminPreview, { redirect: 'manual' });
  expect([reply.status, reply.headers.get('Location')]).toEqual([303, PATHS.adminLogin]);
  expect(await reply.text()).toBe('');
  const policy = policyOf(reply);
  expect(policy['frame-ancestors']).toEqual(["'self'"]);
  expect([policy['script-src'], policy['style-src'], policy['frame-src']]).toEqual([
    ["'self'"],
    ["'self'"],
    undefined,
  ]);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(reply.headers.get('Strict-Transport-Security')).toBe(HSTS);
  expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test("search engines do not index one person's documents", async () => {
  for (const path of [PATHS.paymentSuccess, `${PATHS.pay}/Vt0k3n-of_a-link`, PATHS.admin, PATHS.driver]) {
    const html = await (await fetch(production.app + path)).text();
    expect(html, path).toMatch(/<meta name="robots" content="noindex">/);
  }
});

test('every file that the documents load', async () => {
  const loaded = new Set(['/favicon.svg', '/embed.js', '/driver-sw.js', '/admin-sw.js']);
  for (const path of ['/', '/admin', '/driver', '/payment-success', '/pay/x', '/terms', '/no-such-page']) {
    const html = await (await fetch(production.app + path)).text();
    for (const [, url = ''] of html.matchAll(/["(](\/assets\/[^")]+)[")]/g)) loaded.add(url);
  }
  expect(loaded.size).toBeGreaterThan(10);
  for (const path of loaded) {
    const { status, headers } = await fetch(production.app + path);
    expect([path, status, headers.get('X-Content-Type-Options')]).toEqual([path, 200, 'nosniff']);
    expect([path, headers.get('Strict-Transport-Security')]).toEqual([path, HSTS]);
  }
});

const calls = ALL_ENDPOINTS.map(({ method, path }) => ({
  method,
  path: path.replace(/:(\w+)/g, (_, name) => (name === 'rentalType' ? '7-day' : '17')),
}));
const nowhere = ['/api/', '/api/nothing', `/api/admin/sessions/${ID}/x`].map((path) => ({
  method: 'GET',
  path,
}));

test('the reply to every call', async () => {
  for (const { method, path } of [...calls, ...nowhere]) {
    const call = `${method} ${path}`;
    const reply = await fetch(production.app + path, { method });
    const policy = policyOf(reply);
    expect([call, policy['default-src'], policy['frame-ancestors']]).toEqual([call, ["'none'"], ["'none'"]]);
    expect(policy['script-src'], call).toBeUndefined();
    expect({ call, ...Object.fromEntries(reply.headers) }).toMatchObject({
      call,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': HSTS,
      'cache-control': expect.stringMatching(reply.ok ? /^(no-store|public, max-age=\d+)/ : /^no-store$/),
    });
    await reply.body?.cancel();
  }
});

/** The sources that allow the inline elements of a document, from their bytes. */
function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...elements].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** The policy of a reply, by directive. It must not allow inline code. */
function policyOf(reply: Response): Record<string, string[]> {
  const header = reply.headers.get('Content-Security-Policy') ?? '';
  // Two headers would arrive joined by a comma, and the browser would apply both.
  expect(header).not.toContain(',');
  expect(header).not.toContain('unsafe');
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}
