import type { EdgeEnv } from './sources.ts';

/** What published data changes in a document. */
export type Rendered = {
  /** HTML inside elements, by selector. */
  inner: Record<string, string>;
  /** HTML in place of elements, by selector. */
  outer?: Record<string, string>;
  /** The content of meta elements, by the rest of their selector. */
  meta: Record<string, string>;
  /** Style rules in addition to those of the document; '' for none. */
  style: string;
  /** The sites that may frame the document beside its own; null leaves the policy of the static document. */
  frameOrigins: string[] | null;
};

/** ServedDocument without a check. Together with KV's minute, customers see a publication within three minutes. */
const FRESH_MS = 60_000;
/** ServedDocument once more while it is checked. An older copy is checked first. */
const STALE_MS = 120_000;
/** After a failure the next check follows sooner. */
const RETRY_MS = 5000;
/** The content of a cached document never changes: its key is a hash of what it is made of. */
const CACHE_CONTROL = 'public, max-age=86400';

/** A static document of the build, as the asset server answers. */
type Asset = { html: string; headers: [string, string][]; etag: string };
type ServedDocument = { etag: string; headers: [string, string][]; body: ArrayBuffer; checkedAtMs: number };
type Call = Pick<EventContext<EdgeEnv, string, unknown>, 'request' | 'env' | 'waitUntil'>;
type Options<Data> = {
  /** Of the static document. */
  path: string;
  /** Null if no source answers. */
  find: (env: EdgeEnv) => Promise<Data | null>;
  render: (data: Data) => Rendered;
  /** False: never in the Cache API, and without a tag. For documents whose addresses are secrets. */
  isCached?: boolean;
  now?: () => number;
};

/**
 * Returns the function of a public document: the static one, filled with published data, with the headers that `_headers`
 * gives it. An instance keeps it in memory; the Cache API keeps it for other instances of the place.
 */
export function makeDocument<Data>(options: Options<Data>): (call: Call) => Promise<Response> {
  const { path, find, render, isCached = true, now = Date.now } = options;
  // Strings and bytes only: what is still pending must not outlive its request.
  let asset: Asset | null = null;
  let shown: ServedDocument | null = null;
  let checkingSinceMs = 0;

  async function check(call: Call): Promise<ServedDocument> {
    asset ??= await readAsset(call, path);
    const data = await find(call.env);
    const filled = data && (await fill(call, asset, data));
    if (filled) shown = { ...filled, checkedAtMs: now() };
    else shown = { ...(shown ?? builtIn(asset)), checkedAtMs: now() - FRESH_MS + RETRY_MS };
    return shown;
  }

  /** Null if the data cannot be rendered. */
  async function fill(call: Call, { html, headers, etag }: Asset, data: Data) {
    const tag = `"${shortEtag(etag)}-${await hashOf(JSON.stringify(data))}"`;
    if (shown?.etag === tag) return shown;
    const key = new URL(`${path}?document=${tag.slice(1, -1)}`, call.request.url).href;
    const cached = isCached ? await findCached(key) : undefined;
    if (cached) {
      const policy = cached.headers.get(POLICY) ?? '';
      return { etag: tag, headers: withPolicy(headers, policy), body: await cached.arrayBuffer() };
    }
    try {
      const rendered = render(data);
      const body = bytesOf(await rewrite(html, rendered));
      const own = withPolicy(headers, await policyFor(new Headers(headers).get(POLICY) ?? '', rendered));
      const copy = new Response(body, { headers: own });
      copy.headers.set('Cache-Control', CACHE_CONTROL);
      if (isCached) call.waitUntil(caches.default.put(key, copy).catch(logCacheFailure));
      return { etag: tag, headers: own, body };
    } catch (error) {
      console.error(`The document at ${path} cannot be rendered from the published data.`, error);
      return null;
    }
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
async function readAsset({ request, env }: Call, path: string): Promise<Asset> {
  const reply = await env.ASSETS.fetch(new URL(path, request.url).href);
  if (!reply.ok) throw new Error(`The static document at ${path} answered ${reply.status}`);
  const etag = reply.headers.get('ETag') ?? '';
  const headers = [...reply.headers].filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase()));
  return { html: await reply.text(), headers, etag };
}

/** These describe the bytes of the static document. */
const OWN_HEADERS = ['etag', 'content-length', 'content-encoding', 'cf-cache-status', 'age', 'date'];

/** A cache that fails is an empty one. */
const findCached = (key: string) => caches.default.match(key).catch(logCacheFailure);

function logCacheFailure(error: unknown): undefined {
  console.error('The cache of documents did not answer.', error);
}

async function rewrite(html: string, { inner, outer = {}, meta, style }: Rendered): Promise<string> {
  const rewriter = new HTMLRewriter();
  for (const [selector, content] of Object.entries(inner)) {
    rewriter.on(selector, { element: (element) => void element.setInnerContent(content, { html: true }) });
  }
  for (const [selector, content] of Object.entries(outer)) {
    rewriter.on(selector, { element: (element) => void element.replace(content, { html: true }) });
  }
  for (const [selector, content] of Object.entries(meta)) {
    rewriter.on(`meta${selector}`, { element: (element) => void element.setAttribute('content', content) });
  }
  if (style) {
    rewriter.on('head', {
      element: (element) => void element.append(`<style>${style}</style>`, { html: true }),
    });
  }
  return rewriter.transform(new Response(html)).text();
}

const POLICY = 'Content-Security-Policy';

/** The policy of the static document, which also allows the added style by its hash and the business's own frames. */
async function policyFor(policy: string, { style, frameOrigins }: Rendered): Promise<string> {
  const hash = style ? ` 'sha256-${base64(await crypto.subtle.digest('SHA-256', bytesOf(style)))}'` : '';
  return policy
    .replace(/style-src [^;]*/, (sources) => `${sources}${hash}`)
    .replace(/frame-ancestors ([^;]*)/, (directive, sources: string) =>
      frameOrigins ? `frame-ancestors ${framesOf(sources, frameOrigins)}` : directive,
    );
}

/** The origins of the profile replace those of FRAME_PARENTS. The local system's own ones have no TLS and stay. */
function framesOf(sources: string, origins: string[]): string {
  const kept = sources.split(' ').filter((source) => !source.startsWith('https:') && source !== "'self'");
  return ["'self'", ...origins, ...kept].join(' ');
}

function withPolicy(headers: [string, string][], policy: string): [string, string][] {
  return headers.map(([name, value]) => [name, name.toLowerCase() === POLICY.toLowerCase() ? policy : value]);
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Cloudflare makes tags weak when it compresses. */
function respond(request: Request, { etag, headers, body }: ServedDocument): Response {
  const all = new Headers(headers);
  all.set('ETag', etag);
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((tag) => strong(tag.trim()));
  return known.includes(strong(etag))
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all });
}

const strong = (tag: string) => tag.replace(/^W\//, '');
const shortEtag = (etag: string) => strong(etag).replaceAll('"', '').slice(0, 16);
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** 16 hexadecimal digits. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(text));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
