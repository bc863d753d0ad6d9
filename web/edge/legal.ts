import type { LegalText } from '#domain/terms.ts';
import { makeDocument } from './document.ts';
import type { PageCall, Rendered } from './fill.ts';
import { type EdgeEnv, findLegal, type LegalFacts } from './sources.ts';

/** `build` changes with every build. */
type Options = { build: string; render: (facts: LegalFacts) => Rendered };

/**
 * The function of a text page: the current version, or the one that a link of an e-mail names, as its customer accepted
 * it (?version=&rateCardId=).
 */
export function makeLegalDocument(type: LegalText, options: Options) {
  const shared = { path: `/${type}`, ...options };
  const current = makeDocument({ ...shared, find: (env: EdgeEnv) => findLegal(env, type) });
  return async (call: PageCall): Promise<Response> => {
    const { searchParams } = new URL(call.request.url);
    const version = searchParams.get('version');
    if (version === null) return current(call);
    const facts = await findLegal(call.env, type, { version, rateCardId: searchParams.get('rateCardId') });
    // Never another version in its place.
    if (!facts) return notFound(call);
    // In no cache, so that addresses with made-up queries cannot fill one.
    return makeDocument({ ...shared, find: async () => facts, isCached: false })(call);
  };
}

async function notFound({ request, env }: PageCall): Promise<Response> {
  const page = await env.ASSETS.fetch(new URL('/404', request.url).href);
  return new Response(page.body, { status: 404, headers: page.headers });
}
