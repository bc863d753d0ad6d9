import { createPagesEventContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeEach, expect, it, vi } from 'vitest';
import { TERMS_VERSION } from '#contract/checkout.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { call } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { startOver, testEnv } from '#worker/test/world.ts';
import { makeLegalDocument } from './legal.ts';
import type { EdgeEnv } from './sources.ts';

beforeEach(startOver);

const HTML =
  '<!doctype html><html><head></head><body><div id="root"><i data-legal-version>1</i><p data-legal-text>built in</p></div></body></html>';
const env = {
  ASSETS: { fetch: async () => new Response(HTML, { headers: { ETag: '"a"' } }) },
  API: { fetch: (url: string) => call(url.replace(/^https:\/\/[^/]+/, '')) },
  CATALOG: testEnv.CATALOG,
} as unknown as EdgeEnv;

const OPTIONS: Parameters<typeof makeLegalDocument>[1] = {
  render: ({ version, isCurrent, html }) => ({
    inner: { '#root': `${version} ${isCurrent} ${html}` },
    meta: {},
    style: '',
    frameOrigins: null,
  }),
  build: 'a',
};
const shown = makeLegalDocument('terms', OPTIONS);

async function visit(query: string, page = shown, sources = env) {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://rent.test/terms${query}`);
  const context = createPagesEventContext<PagesFunction<Cloudflare.Env>>({ request, params: {}, data: {} });
  const reply = await page({ request, env: sources, waitUntil: context.waitUntil.bind(context) });
  const text = await reply.text();
  await waitOnExecutionContext(context);
  return { status: reply.status, text, headers: reply.headers };
}

it('a link to a version of the terms shows it with the deposits of its rate card, in no cache', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await publishCard({ rates: FIRST_RATE_CARD.rates.map((rate) => ({ ...rate, deposit: 60_000 })) });
  const { send } = await signIn('root', 'super_admin');
  await send('POST', 'admin/terms', { type: 'terms', markdown: 'New text', replaces: TERMS_VERSION });
  expect((await visit('')).text).toContain('<p>New text</p>');
  const put = vi.spyOn(caches.default, 'put').mockClear();
  const accepted = await visit(`?version=${TERMS_VERSION}&rateCardId=${FIRST_RATE_CARD_ID}`);
  expect(accepted.text).toContain(`${TERMS_VERSION} false <p>These terms apply`);
  expect(accepted.text).toContain('7-Day Rental: $425');
  expect((await visit(`?version=${TERMS_VERSION}`)).text).toContain('7-Day Rental: $600');
  for (const query of ['version=2025', `version=${TERMS_VERSION}&rateCardId=99`, 'version=..%2Fprivacy']) {
    const reply = await visit(`?${query}`);
    expect([reply.status, reply.text], query).toEqual([404, HTML]);
  }
  expect(put).not.toHaveBeenCalled();
  expect((await visit('?utm_source=mail')).text).toContain('<p>New text</p>');
});

it.each<[string, () => Promise<Response>]>([
  ['fails', async () => new Response('{}', { status: 500 })],
  ['has too many calls', async () => new Response('{}', { status: 429 })],
  ['does not answer', () => new Promise(() => undefined)],
])('while the Worker %s, a version is 503 with what to do and no other version', async (_what, fetch) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = { ...env, API: { fetch } } as unknown as EdgeEnv;
  const page = makeLegalDocument('terms', { ...OPTIONS, timeLimitMs: 300 });
  const query = `?version=${TERMS_VERSION}&rateCardId=${FIRST_RATE_CARD_ID}`;
  const catalog = await (await call('/api/catalog')).json();
  const stored = { ...broken, CATALOG: { get: async () => catalog } } as unknown as EdgeEnv;
  const published = await visit(query, page, stored);
  expect(published.status).toBe(503);
  expect(published.headers.get('Retry-After')).toBe('60');
  expect(published.text).toContain(
    `Version ${TERMS_VERSION} of the Terms of Service is not available at this moment. Reload this page in a minute, or call us at (555) 010-0142`,
  );
  const withoutStore = { ...broken, CATALOG: { get: fetch } } as unknown as EdgeEnv;
  const builtIn = await visit(`${query}<b>`, page, withoutStore);
  expect(builtIn.status).toBe(503);
  expect(builtIn.text).toContain('call us at the number on this page');
  expect(builtIn.text).not.toMatch(/built in|<b>/);
});
