import {
  type Asset,
  bytesOf,
  type FilledDocument,
  makeFill,
  type PageCall,
  type Rendered,
  strongTag,
} from './fill.ts';
import { type EdgeEnv, limitTime } from './sources.ts';

/** ServedDocument without a check. Together with KV's minute, customers see a publication within three minutes. */
const FRESH_MS = 60_000;
/** ServedDocument once more while it is checked. An older copy is checked first. */
const STALE_MS = 120_000;
/** After a failure the next check follows sooner. */
const RETRY_MS = 5000;
/** KV, the Worker and the cache together. A visitor waits no longer, and sees the last document or that of the build. */
export const TIME_LIMIT_MS = 1500;
type ServedDocument = FilledDocument & { checkedAtMs: number };
type Options<Data> = {
  /** Of the static document. */
  path: string;
  /** Null if no source answers. */
  find: (env: EdgeEnv) => Promise<Data | null>;
  render: (data: Data) => Rendered;
  /** Changes with every build. */
  build: string;
  /** False: never in the Cache API, and without a tag. For documents whose addresses are secrets. */
  isCached?: boolean;
  now?: () => number;
  timeLimitMs?: number;
};

/**
 * Returns the function of a public document: the static one, filled with published data, with the headers that `_headers`
 * gives it. An instance keeps it in memory; the Cache API keeps it for other instances of the place.
 */
export function makeDocument<Data>(options: Options<Data>): (call: PageCall) => Promise<Response> {
  const { path, find, render, build, isCached = true, now = Date.now, timeLimitMs = TIME_LIMIT_MS } = options;
  const fill = makeFill({ path, render, build, isCached });
  // Strings and bytes only: what is still pending must not outlive its request.
  let asset: Asset | null = null;
  let shown: ServedDocument | null = null;
  let checkingSinceMs = 0;

  async function check(call: PageCall): Promise<ServedDocument> {
    asset ??= await readAsset(call, path);
    const filling = fillWithData(call, asset);
    try {
      const filled = await limitTime(filling, timeLimitMs);
      if (filled) return filled;
    } catch (error) {
      console.error(`The document at ${path} was not filled: the last one is shown.`, error);
      // The next visitor sees a late answer.
      call.waitUntil(filling.catch(() => null));
    }
    shown = { ...(shown ?? builtIn(asset)), checkedAtMs: now() - FRESH_MS + RETRY_MS };
    return shown;
  }

  /** Null if no source answers, or if the data cannot be rendered. */
  async function fillWithData(call: PageCall, read: Asset): Promise<ServedDocument | null> {
    const startedMs = now();
    const data = await find(call.env);
    const filled = data && (await fill(call, { asset: read, data, shown }));
    const hasNewer = shown !== null && shown.checkedAtMs > startedMs;
    if (filled && !hasNewer) shown = { ...filled, checkedAtMs: now() };
    return filled && shown;
  }

  const answer = (request: Request, document: ServedDocument) =>
    isCached ? respond(request, document) : new Response(document.body, { headers: document.headers });

  return async (call) => {
    if (!['GET', 'HEAD'].includes(call.request.method)) return call.env.ASSETS.fetch(call.request);
    const ageMs = shown ? now() - shown.checkedAtMs : Number.POSITIVE_INFINITY;
    if (shown && ageMs < FRESH_MS) return answer(call.request, shown);
    if (!shown || ageMs >= STALE_MS) return answer(call.request, await check(call));
    if (now() - checkingSinceMs > RETRY_MS) {
      checkingSinceMs = now();
      call.waitUntil(check(call));
    }
    return answer(call.request, shown);
  };
}

const builtIn = ({ html, headers, etag }: Asset) => ({ etag, headers, body: bytesOf(html) });

/** Without the visitor's headers: If-None-Match would get a 304 without a body. */
async function readAsset({ request, env }: PageCall, path: string): Promise<Asset> {
  const reply = await env.ASSETS.fetch(new URL(path, request.url).href);
  if (!reply.ok) throw new Error(`The static document at ${path} answered ${reply.status}`);
  const etag = reply.headers.get('ETag') ?? '';
  const headers = [...reply.headers].filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase()));
  return { html: await reply.text(), headers, etag };
}

/** These describe the bytes of the static document. */
const OWN_HEADERS = ['etag', 'content-length', 'content-encoding', 'cf-cache-status', 'age', 'date'];

/** Cloudflare makes tags weak when it compresses. */
function respond(request: Request, { etag, headers, body }: ServedDocument): Response {
  const all = new Headers(headers);
  all.set('ETag', etag);
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((tag) => strongTag(tag.trim()));
  return known.includes(strongTag(etag))
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all });
}
