import { expect, test } from 'vitest';
import { stagingTags } from '#web/build/documents.ts';
import { precacheEntries } from '#web/build/driver-worker.ts';
import { deferModule, hashSource, inlineFirstPaint, inlineSources } from '#web/build/first-paint.ts';
import { headersFile, robotsFile } from '#web/build/headers.ts';

const VARS = {
  publicUrl: 'https://rent.example',
  frameParents: "'self' https://shop.example",
  turnstileSiteKey: '',
  hasHstsSubdomains: false,
  isStaging: false,
  mapHosts: ['https://tiles.example', 'https://glyphs.example'],
};
const INLINE = { scripts: ["'sha256-c2NyaXB0'"], styles: ["'sha256-c3R5bGU='"] };
const plain = headersFile(VARS, INLINE);

/** `/pay/*` does not match `/pay`. */
const PAY = ['/pay', '/pay/*'];
const DRIVER = ['/driver', '/driver/*'];

test('only the public page may be framed, and only by the configured parents', () => {
  expect(policyOf(plain, '/')).toContain("frame-ancestors 'self' https://shop.example");
  for (const path of [
    '/*',
    '/payment-success',
    '/terms',
    '/privacy',
    '/admin',
    '/admin/*',
    ...DRIVER,
    ...PAY,
  ]) {
    expect(policyOf(plain, path)).toContain("frame-ancestors 'none'");
  }
});

test('the preview of a draft is framed by this site only, and only the back office frames something of it', () => {
  expect(policyOf(plain, '/admin/preview')).toContain("frame-ancestors 'self'");
  expect(block(plain, '/admin/preview')).toContain('Cache-Control: no-store');
  for (const path of ['/admin', '/admin/*']) expect(policyOf(plain, path)).toContain("frame-src 'self'");
  for (const path of ['/*', '/', '/payment-success', '/terms', '/admin/preview', ...PAY]) {
    expect(policyOf(plain, path)).not.toMatch(/frame-src[^;]*'self'/);
  }
});

test('only the page of drivers uses the camera and the place of the phone, and shows pictures from its memory', () => {
  for (const path of DRIVER) {
    const lines = block(plain, path);
    expect(lines.at(lines.indexOf('! Permissions-Policy') + 1)).toBe(
      'Permissions-Policy: camera=(self), geolocation=(self), microphone=(), payment=()',
    );
    expect(policyOf(plain, path)).toContain("img-src 'self' data: blob:;");
    expect(policyOf(plain, path)).toContain("manifest-src 'self'; worker-src 'self'");
  }
  expect(block(plain, '/*')).toContainEqual(expect.stringContaining('camera=(), geolocation=()'));
  // And the board: pictures of its memory, and a worker.
  expect(plain.match(/blob:|worker-src|manifest-src/g)).toHaveLength(3 * DRIVER.length + 2);
  for (const path of ['/driver-sw.js', '/admin-sw.js'])
    expect(block(plain, path)).toEqual(['! Cache-Control', 'Cache-Control: no-cache']);
});

test('only the dispatch board and the worker of its map load from the hosts of the map', () => {
  const board = policyOf(plain, '/admin/dispatch');
  expect(board).toContain(
    "connect-src 'self' wss://rent.example https://tiles.example https://glyphs.example;",
  );
  expect(board).toContain("img-src 'self' data: blob: https://tiles.example https://glyphs.example;");
  expect(board).toContain("worker-src 'self'");
  expect(policyOf(plain, '/assets/maplibre-gl-worker-*')).toContain(
    "connect-src 'self' https://tiles.example https://glyphs.example;",
  );
  expect(plain.match(/tiles\.example/g)).toHaveLength(3);
  expect(headersFile({ ...VARS, mapHosts: [] }, INLINE)).not.toContain('tiles.example');
});

test("the service worker stores the document under its address, and the build's assets", () => {
  const asset = (source: string) => ({ type: 'asset', source });
  const bundle = { 'driver.html': asset('<html>'), 'assets/b-2.css': asset(''), 'assets/a-1.js': asset('') };
  const entries = precacheEntries(bundle as never);
  expect(entries).toEqual([
    { url: '/driver', revision: expect.stringMatching(/^[0-9a-f]{16}$/) },
    { url: '/assets/a-1.js', revision: null },
    { url: '/assets/b-2.css', revision: null },
  ]);
  const changed = precacheEntries({ ...bundle, 'driver.html': asset('<html lang>') } as never);
  expect(changed[0]?.revision).not.toBe(entries[0]?.revision);
  expect(() => precacheEntries({} as never)).toThrow('no driver.html');
});

test('a document with a policy of its own first drops the common one', () => {
  for (const path of [
    '/',
    '/payment-success',
    '/admin',
    '/admin/*',
    '/admin/preview',
    ...DRIVER,
    ...PAY,
    '/reset-password',
  ]) {
    const lines = block(plain, path);
    const dropped = lines.indexOf('! Content-Security-Policy');
    expect(dropped).toBeGreaterThanOrEqual(0);
    expect(lines[dropped + 1]).toMatch(/^Content-Security-Policy: /);
  }
});

test('the policy allows Stripe on payment pages only', () => {
  expect(policyOf(plain, '/')).toContain(
    `script-src 'self' https://js.stripe.com https://*.js.stripe.com ${INLINE.scripts};`,
  );
  expect(policyOf(plain, '/payment-success')).toContain(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(policyOf(plain, '/admin')).not.toContain('stripe');
  for (const path of ['/admin', '/driver'])
    expect(policyOf(plain, path)).toContain("connect-src 'self' wss://rent.example;");
  expect(policyOf(plain, '/*')).not.toContain('stripe');
});

test('a payment link is not cached, sends no referrer and allows the card fields', () => {
  for (const path of PAY) {
    const lines = block(plain, path);
    expect(lines).toContain('Cache-Control: no-store');
    expect(lines).toContain('Referrer-Policy: no-referrer');
    expect(policyOf(plain, path)).toBe(policyOf(plain, '/payment-success'));
  }
});

test("Stripe's frame may load the page's typefaces, and no other site reads anything else", () => {
  expect(block(plain, '/assets/*.woff2')).toEqual(['Access-Control-Allow-Origin: *']);
  expect(plain.match(/Access-Control-Allow-Origin/g)).toHaveLength(1);
});

test('inline code and style run only by their hash, and in public documents only', () => {
  expect(plain).not.toContain('unsafe');
  for (const path of ['/*', '/', '/payment-success', '/terms', '/privacy', ...PAY]) {
    expect(policyOf(plain, path)).toContain(` ${INLINE.scripts};`);
    expect(policyOf(plain, path)).toContain(`style-src 'self' ${INLINE.styles};`);
  }
  for (const path of ['/admin', '/admin/*', '/admin/preview', '/reset-password', ...DRIVER]) {
    expect(policyOf(plain, path)).toContain("script-src 'self'; style-src 'self';");
  }
});

const BUILT = `<html lang="en"><head>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/other-2.js">
    <link rel="stylesheet" crossorigin href="/assets/public-3.css">
  </head></html>`;
const bundleOf = (source: string) => ({ 'assets/public-3.css': { type: 'asset', source } }) as never;

test('a public document has its style and start script inline, and their hashes', () => {
  const html = inlineFirstPaint(BUILT, { script: "go('$&');", bundle: bundleOf('p{color:red}\n') });
  expect(html).toContain("<style>p{color:red}</style>\n    <script>go('$&');</script>");
  expect(html).not.toContain('stylesheet');
  expect(inlineSources(`${html}<script type="application/json">{}</script>`)).toEqual({
    scripts: [hashSource("go('$&');")],
    styles: [hashSource('p{color:red}')],
  });
  // Vector: printf 'p{color:red}' | openssl dgst -sha256 -binary | base64
  expect(hashSource('p{color:red}')).toBe("'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='");
});

test('the script of the first step is named for the start script, and not loaded by the document', () => {
  const html = deferModule(BUILT);
  expect(html).toContain('<html data-start="/assets/index-1.js" lang="en">');
  expect(html).not.toMatch(/module|other-2/);
  expect(() => deferModule('<html></html>')).toThrow('no module script');
});

test('an inline part that would end its own element fails the build', () => {
  const script = "write('</SCRIPT>')";
  expect(() => inlineFirstPaint(BUILT, { script, bundle: bundleOf('') })).toThrow('its own end tag');
  expect(() => inlineFirstPaint('<html></html>', { script: '', bundle: bundleOf('') })).toThrow(
    'links no stylesheet',
  );
});

test('the policy allows Turnstile only if it is configured', () => {
  expect(plain).not.toContain('challenges.cloudflare.com');
  const guarded = headersFile({ ...VARS, turnstileSiteKey: '0x4AAA' }, INLINE);
  expect(policyOf(guarded, '/')).toContain(
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com https://challenges.cloudflare.com 'sha256-",
  );
  expect(policyOf(guarded, '/admin')).not.toContain('challenges');
});

test('subdomains are asked for HTTPS only where that is configured', () => {
  const hsts = 'Strict-Transport-Security: max-age=31536000';
  expect(block(plain, '/*')).toContain(hsts);
  const all = headersFile({ ...VARS, hasHstsSubdomains: true }, INLINE);
  expect(block(all, '/*')).toContain(`${hsts}; includeSubDomains`);
});

test('staging says so on every page and asks search engines to leave', () => {
  const staging = { ...VARS, isStaging: true };
  expect(block(headersFile(staging, INLINE), '/*')).toContain('X-Robots-Tag: noindex');
  expect(robotsFile(staging)).toBe('User-agent: *\nDisallow: /\n');
  expect(stagingTags(staging)).toMatchObject([
    { tag: 'meta', attrs: { name: 'robots', content: 'noindex' } },
    { children: 'Staging', injectTo: 'body-prepend' },
  ]);
  expect(plain).not.toContain('X-Robots-Tag');
  expect(robotsFile(VARS)).not.toContain('Disallow: /\n');
  expect(stagingTags(VARS)).toEqual([]);
});

test('files with a fixed name are kept for a day', () => {
  for (const path of [
    '/favicon.svg',
    '/favicon.ico',
    '/share.png',
    '/robots.txt',
    '/driver.webmanifest',
    '/driver-192.png',
  ]) {
    expect(block(plain, path)).toEqual(['! Cache-Control', 'Cache-Control: public, max-age=86400']);
  }
});

test('hashed files are kept for a year, documents are asked for again', () => {
  expect(block(plain, '/assets/*')).toContain('Cache-Control: public, max-age=31536000, immutable');
  expect(block(plain, '/')).toContain('Cache-Control: public, max-age=0, must-revalidate');
});

test('the embedding script may be loaded by other sites, and is kept for an hour', () => {
  expect(block(plain, '/embed.js')).toEqual([
    '! Cache-Control',
    'Cache-Control: public, max-age=3600',
    'Cross-Origin-Resource-Policy: cross-origin',
  ]);
});

function block(file: string, path: string): string[] {
  const rules = file.split('\n\n').map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
  const found = rules.find(([first]) => first === path);
  if (!found) throw new Error(`No rule for ${path}`);
  return found.slice(1);
}

function policyOf(file: string, path: string): string {
  return block(file, path).find((line) => line.startsWith('Content-Security-Policy:')) ?? '';
}
