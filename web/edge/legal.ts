import { LEGAL_TITLES, type LegalText } from '#domain/rental/terms.ts';
import { escapeHtml } from '#web/edge/escape.ts';
import { makeDocument, TIME_LIMIT_MS } from './document.ts';
import type { PageCall, Rendered } from './fill.ts';
import {
  type AskedVersion,
  type EdgeEnv,
  findBusiness,
  findLegal,
  findLegalVersion,
  type LegalFacts,
  limitTime,
} from './sources.ts';

/** `build` changes with every build. */
type Options = { build: string; render: (facts: LegalFacts) => Rendered; timeLimitMs?: number };

/**
 * The function of a text page: the current version, or the one that a link of an e-mail names, as its customer accepted
 * it (?version=&rateCardId=). That one is 503 while the Worker does not answer within `timeLimitMs`.
 */
export function makeLegalDocument(type: LegalText, options: Options) {
  const { build, render, timeLimitMs = TIME_LIMIT_MS } = options;
  const shared = { path: `/${type}`, build };
  const current = makeDocument({ ...shared, render, find: (env: EdgeEnv) => findLegal(env, type) });
  // In no cache, so that addresses with made-up queries cannot fill one.
  const show = (call: PageCall, rendered: Rendered) =>
    makeDocument({ ...shared, render: () => rendered, find: async () => rendered, isCached: false })(call);
  return async (call: PageCall): Promise<Response> => {
    const { searchParams } = new URL(call.request.url);
    const version = searchParams.get('version');
    if (version === null) return current(call);
    const asked: AskedVersion = { version, rateCardId: searchParams.get('rateCardId') };
    const [business, text] = await Promise.all([
      answerOf(findBusiness(call.env), timeLimitMs),
      answerOf(findLegalVersion(call.env, type, asked), timeLimitMs),
    ]);
    // Never another version in its place.
    if (text === 'missing') return notFound(call);
    if (business && text) return show(call, render({ ...business, ...text }));
    const message = unavailableText(type, { version, phone: business?.business.phone });
    const rendered = business
      ? render({ ...business, version, isCurrent: true, html: message })
      : { ...EMPTY, inner: { '[data-legal-version]': escapeHtml(version), '[data-legal-text]': message } };
    return unavailable(await show(call, rendered));
  };
}

/** The static document has the business of the build. */
const EMPTY: Omit<Rendered, 'inner'> = { meta: {}, style: '', frameOrigins: null };

/** Null when the answer takes too long. */
async function answerOf<T>(answer: Promise<T | null>, timeLimitMs: number): Promise<T | null> {
  try {
    return await limitTime(answer, timeLimitMs);
  } catch (error) {
    console.error('A version of a text is not shown: a source did not answer in time.', error);
    return null;
  }
}

function unavailableText(
  type: LegalText,
  { version, phone }: { version: string; phone?: string | undefined },
) {
  const text = `Version ${version} of the ${LEGAL_TITLES[type]} is not available at this moment.`;
  const call = phone ? `call us at ${phone}` : 'call us at the number on this page';
  return `<p>${escapeHtml(`${text} Reload this page in a minute, or ${call}: we will send you the text.`)}</p>`;
}

function unavailable({ body, headers }: Response): Response {
  const all = new Headers(headers);
  all.set('Cache-Control', 'no-store');
  all.set('Retry-After', '60');
  return new Response(body, { status: 503, headers: all });
}

async function notFound({ request, env }: PageCall): Promise<Response> {
  const page = await env.ASSETS.fetch(new URL('/404', request.url).href);
  return new Response(page.body, { status: 404, headers: page.headers });
}
