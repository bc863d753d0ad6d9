import { createPagesEventContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeCatalog } from '#contract/catalog-store.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { makeContext } from '#worker/base/context.ts';
import type { Env } from '#worker/base/env.ts';
import { readPublicCatalog } from '#worker/catalog/public-catalog.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { call } from '#worker/test/http.ts';
import { startOver, testEnv } from '#worker/test/world.ts';
import { makeDocument } from './document.ts';
import type { Rendered } from './fill.ts';
import { type EdgeEnv, findCatalog } from './sources.ts';

const HTML = `<!doctype html><html><head><meta name="description" content=""><style>p{}</style></head><body>
<div id="root">built in</div><script type="application/json" id="catalog">{}</script></body></html>`;
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self' 'sha256-x'; frame-ancestors 'self' https://old.test http://localhost:*",
  'Strict-Transport-Security': 'max-age=31536000',
  'Cache-Control': 'public, max-age=0, must-revalidate',
};
const HOUR_MS = 3_600_000;

let build = 0;
let nowMs = 0;
let isKvDown = false;
/** Answers of KV wait for it. */
let kvDelay: Promise<void> | null = null;
let isWorkerSilent = false;
let database = testEnv.DB;
const render = vi.fn<(catalog: PublicCatalog) => Rendered>(({ version, business }) => ({
  inner: { '#root': `<h1>${business.name}</h1>`, '#catalog': JSON.stringify({ version }) },
  meta: { '[name="description"]': `From ${business.name}` },
  style: '',
  frameOrigins: null,
}));

beforeEach(async () => {
  await startOver();
  await testEnv.CATALOG.delete('published');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render.mockReset();
  // Each test has a build of its own, so that it finds nothing in the cache.
  build += 1;
  nowMs = HOUR_MS;
  isKvDown = false;
  kvDelay = null;
  isWorkerSilent = false;
  database = testEnv.DB;
});

const unfinished: ReturnType<typeof createPagesEventContext>[] = [];
const never = new Promise<never>(() => undefined);

const edgeEnv = (): EdgeEnv => ({
  ASSETS: {
    fetch: async (request: RequestInfo) => {
      // A request with the visitor's headers could be answered with 304.
      expect([...new Request(request).headers]).toEqual([]);
      return new Response(HTML, { headers: { ...HEADERS, ETag: `"build-${build}"`, 'Content-Length': '9' } });
    },
  } as unknown as Fetcher,
  API: {
    fetch: (url: string) =>
      isWorkerSilent ? never : call(new URL(url).pathname, {}, { ...testEnv, DB: database }),
  } as unknown as Fetcher,
  CATALOG: {
    get: async (key: string, options: object) => {
      if (isKvDown) throw new Error('KV is down');
      await kvDelay;
      return testEnv.CATALOG.get(key, options);
    },
  } as unknown as KVNamespace,
});

/** An instance of the function. `visit` answers one request and runs the work after it. */
function makeInstance({ isCached = true, functionBuild = 'a', timeLimitMs = 1500 } = {}) {
  const document = makeDocument({
    path: '/',
    find: findCatalog,
    render,
    build: functionBuild,
    isCached,
    timeLimitMs,
    now: () => nowMs,
  });
  return async (headers: Record<string, string> = {}, path = '/') => {
    const request = new Request<unknown, IncomingRequestCfProperties>(`https://rent.test${path}`, {
      headers,
    });
    const context = createPagesEventContext<PagesFunction<Cloudflare.Env>>({ request, params: {}, data: {} });
    const { waitUntil } = context;
    const reply = await document({ request, env: edgeEnv(), waitUntil: waitUntil.bind(context) });
    const text = await reply.text();
    // With silent sources its work does not end.
    if (isWorkerSilent) unfinished.push(context);
    else await waitOnExecutionContext(context);
    return { status: reply.status, headers: reply.headers, text };
  };
}

/** The published catalog under another name, as the outbox stores it. */
async function publish(name: string): Promise<void> {
  await publishCard({});
  await storeCatalog(testEnv.CATALOG, await catalogNamed(name));
}

async function catalogNamed(name: string): Promise<PublicCatalog> {
  const catalog = await readPublicCatalog(makeContext(testEnv, { timeouts: 'request' }));
  return { ...catalog, business: { ...catalog.business, name } };
}

const isBuiltIn = ({ text }: { text: string }) => text.includes('built in');

it('shows the catalog of KV with the headers of the static document', async () => {
  await publish('Quarry & <Sons>');
  const { status, headers, text } = await makeInstance()({}, '/?zip=12207&utm_source=mail');
  expect(status).toBe(200);
  expect(text).toContain('<div id="root"><h1>Quarry & <Sons></h1></div>');
  expect(text).toContain('<meta name="description" content="From Quarry & <Sons>">');
  expect(text).toMatch(/id="catalog">\{"version":\d+\}<\/script>/);
  expect(Object.fromEntries(headers)).toEqual({
    ...Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
    etag: expect.stringMatching(new RegExp(`^"build-${build}-[0-9a-f]{16}"$`)),
  });
});

it('an accent color is a style that the policy allows by its hash; the sites of the profile may frame the page', async () => {
  const style = 'p{color:red}';
  render.mockImplementation(({ business }) => ({
    inner: { '#root': business.name },
    meta: {},
    style,
    frameOrigins: ['https://haulage.test'],
  }));
  await publish('Colored');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  // The second instance takes it from the cache.
  for (const visit of [makeInstance(), makeInstance()]) {
    const { headers, text } = await visit();
    expect(text).toContain(`<style>${style}</style></head>`);
    expect(headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'self' 'sha256-x' 'sha256-${hash}'; frame-ancestors 'self' https://haulage.test http://localhost:*`,
    );
  }
});

it('KV empty or failing: asks the Worker; the Worker failing, too: shows the built-in document', async () => {
  await publishCard({});
  const name = testEnv.BUSINESS_NAME as string;
  expect((await makeInstance()()).text).toContain(`<h1>${name}</h1>`);
  isKvDown = true;
  expect((await makeInstance()()).text).toContain(`<h1>${name}</h1>`);
  database = failingDatabase(testEnv.DB, 'D1_ERROR: down') as Env['DB'];
  const visit = makeInstance();
  const shown = await visit();
  expect([shown.status, shown.text, shown.headers.get('ETag')]).toEqual([200, HTML, `"build-${build}"`]);
  expect(shown.headers.get('Content-Security-Policy')).toBe(HEADERS['Content-Security-Policy']);
  // Both work again: seen by the first visit after a few seconds.
  isKvDown = false;
  await publish('Back');
  nowMs += 5001;
  await visit();
  expect((await visit()).text).toContain('<h1>Back</h1>');
});

it('a copy of a minute is shown and renewed after the reply; an older one is renewed before', async () => {
  const visit = makeInstance();
  await publish('First');
  expect((await visit()).text).toContain('First');
  await publish('Second');
  nowMs += 59_000;
  expect((await visit()).text).toContain('First');
  nowMs += 2000;
  expect((await visit()).text).toContain('First');
  expect((await visit()).text).toContain('Second');
  await publish('Third');
  nowMs += 121_000;
  expect((await visit()).text).toContain('Third');
});

it('when everything fails later, the last catalog stays', async () => {
  const visit = makeInstance();
  await publish('Known');
  await visit();
  isKvDown = true;
  database = failingDatabase(testEnv.DB, 'D1_ERROR: down') as Env['DB'];
  nowMs += HOUR_MS;
  expect((await visit()).text).toContain('Known');
  expect((await visit()).text).toContain('Known');
});

it('another instance takes the document from the cache; another build or catalog is rendered', async () => {
  await publish('Cached');
  const first = await makeInstance()();
  const again = await makeInstance()();
  expect(render).toHaveBeenCalledTimes(1);
  expect([again.text, again.headers.get('ETag')]).toEqual([first.text, first.headers.get('ETag')]);
  expect(again.headers.get('Cache-Control')).toBe(HEADERS['Cache-Control']);
  await publish('Other');
  expect((await makeInstance()()).text).toContain('Other');
  build += 1;
  await makeInstance()();
  expect(render).toHaveBeenCalledTimes(3);
});

it('a deployment takes nothing from the caches: it renders again, under another tag and with its own headers', async () => {
  await publish('Deployed');
  const { headers } = await makeInstance()();
  const tag = headers.get('ETag') ?? '';
  const later = makeInstance({ functionBuild: 'b' });
  const reply = await later({ 'If-None-Match': tag });
  expect([reply.status, render.mock.calls.length]).toEqual([200, 2]);
  expect(reply.headers.get('ETag')).not.toBe(tag);
  // A copy in the cache has no headers of the document that it was made from.
  vi.spyOn(HEADERS, 'Content-Security-Policy', 'get').mockReturnValue("default-src 'self'; style-src 'self'");
  const again = await makeInstance()();
  expect(render).toHaveBeenCalledTimes(2);
  expect(again.headers.get('Content-Security-Policy')).toBe("default-src 'self'; style-src 'self'");
});

it('KV silent: asks the Worker; all silent: the built-in document or the last one, and a late answer next', async () => {
  await publish('In KV');
  kvDelay = never;
  expect((await makeInstance()()).text).toContain(`<h1>${testEnv.BUSINESS_NAME}</h1>`);
  isWorkerSilent = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  kvDelay = promise;
  const visit = makeInstance({ timeLimitMs: 20 });
  expect(isBuiltIn(await visit())).toBe(true);
  resolve();
  for (const context of unfinished) await waitOnExecutionContext(context);
  expect((await visit()).text).toContain('In KV');
  kvDelay = never;
  nowMs += HOUR_MS;
  expect((await visit()).text).toContain('In KV');
});

it('a cache that fails changes nothing', async () => {
  await publish('Without cache');
  for (const method of ['match', 'put'] as const) {
    vi.spyOn(caches.default, method).mockRejectedValueOnce(new Error('The cache is down'));
  }
  const visit = makeInstance();
  expect((await visit()).text).toContain('Without cache');
  expect((await visit()).text).toContain('Without cache');
});

it('answers 304 with all headers to the tag of the shown document, also if it was made weak', async () => {
  await publish('Tagged');
  const visit = makeInstance();
  const { headers } = await visit();
  const tag = headers.get('ETag') ?? '';
  for (const known of [tag, `W/${tag}`, `"other", W/${tag}`]) {
    const reply = await visit({ 'If-None-Match': known });
    expect([reply.status, reply.text]).toEqual([304, '']);
    expect(Object.fromEntries(reply.headers)).toEqual(Object.fromEntries(headers));
  }
  expect((await visit({ 'If-None-Match': '"other"' })).status).toBe(200);
});

it('a catalog that cannot be rendered, or of a release with other fields, leaves a complete document', async () => {
  await publish('Broken');
  render.mockImplementationOnce(() => {
    throw new Error('No such size');
  });
  const visit = makeInstance();
  expect(isBuiltIn(await visit())).toBe(true);
  await testEnv.CATALOG.put('published', '{"version": 1}');
  expect((await makeInstance()()).text).toContain(`<h1>${testEnv.BUSINESS_NAME}</h1>`);
});

it('a document whose address is a secret is in no cache and has no tag', async () => {
  await publish('Private');
  const visit = makeInstance({ isCached: false });
  const { headers, text } = await visit({ 'If-None-Match': '*' }, '/pay/secret');
  expect(text).toContain('Private');
  expect(headers.has('ETag')).toBe(false);
  await makeInstance({ isCached: false })();
  expect(render).toHaveBeenCalledTimes(2);
});
