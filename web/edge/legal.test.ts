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

const HTML = '<!doctype html><html><head></head><body><div id="root">built in</div></body></html>';
const env = {
  ASSETS: { fetch: async () => new Response(HTML, { headers: { ETag: '"a"' } }) },
  API: { fetch: (url: string) => call(url.replace(/^https:\/\/[^/]+/, '')) },
  CATALOG: testEnv.CATALOG,
} as unknown as EdgeEnv;

const document = makeLegalDocument('terms', {
  render: ({ version, isCurrent, html }) => ({
    inner: { '#root': `${version} ${isCurrent} ${html}` },
    meta: {},
    style: '',
    frameOrigins: null,
  }),
  build: 'a',
});

async function visit(query: string): Promise<{ status: number; text: string }> {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://rent.test/terms${query}`);
  const context = createPagesEventContext<PagesFunction<Cloudflare.Env>>({ request, params: {}, data: {} });
  const reply = await document({ request, env, waitUntil: context.waitUntil.bind(context) });
  const text = await reply.text();
  await waitOnExecutionContext(context);
  return { status: reply.status, text };
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
