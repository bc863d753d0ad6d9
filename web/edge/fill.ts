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

/** A static document of the build, as the asset server answers. */
export type Asset = { html: string; headers: [string, string][]; etag: string };
/** A document with its published data. */
export type FilledDocument = { etag: string; headers: [string, string][]; body: ArrayBuffer };
export type PageCall = Pick<EventContext<EdgeEnv, string, unknown>, 'request' | 'env' | 'waitUntil'>;
type FillOptions<Data> = {
  path: string;
  render: (data: Data) => Rendered;
  /** Changes with every build, so that a deployment takes nothing from the caches of an earlier one. */
  build: string;
  isCached: boolean;
};
type FillInput<Data> = { asset: Asset; data: Data; shown: FilledDocument | null };

/** The content of a cached document never changes: its key is a hash of what it is made of, also of the build. */
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * Returns the function that puts data into the static document: `shown` if it has this data already, the copy of the cache,
 * or a new one, which it stores there. That function returns null if the data cannot be rendered.
 */
export function makeFill<Data>({ path, render, build, isCached }: FillOptions<Data>) {
  return async (call: PageCall, { asset, data, shown }: FillInput<Data>): Promise<FilledDocument | null> => {
    const { html, headers } = asset;
    const etag = `"${shortTag(asset.etag)}-${await computeTextHash(JSON.stringify([build, data]))}"`;
    if (shown?.etag === etag) return shown;
    const key = new URL(`${path}?document=${etag.slice(1, -1)}`, call.request.url).href;
    const cached = isCached ? await findCached(key) : undefined;
    if (cached) {
      const additions = JSON.parse(cached.headers.get(ADDITIONS) ?? '') as Additions;
      return { etag, headers: withAdditions(headers, additions), body: await cached.arrayBuffer() };
    }
    try {
      const rendered = render(data);
      const body = bytesOf(await rewrite(html, rendered));
      const additions = await additionsOf(rendered);
      if (isCached) {
        const kept = { 'Cache-Control': CACHE_CONTROL, [ADDITIONS]: JSON.stringify(additions) };
        const copy = new Response(body, { headers: kept });
        call.waitUntil(caches.default.put(key, copy).catch(logCacheFailure));
      }
      return { etag, headers: withAdditions(headers, additions), body };
    } catch (error) {
      console.error(`The document at ${path} cannot be rendered from the published data.`, error);
      return null;
    }
  };
}

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
/** The header of a cached copy with its Additions. The other headers are always those of the present build. */
const ADDITIONS = 'X-Document-Additions';

/** What a filled document adds to the policy of the static one: the hash of its style, and the business's own frames. */
type Additions = { styleHash: string | null; frameOrigins: string[] | null };

async function additionsOf({ style, frameOrigins }: Rendered): Promise<Additions> {
  const styleHash = style ? base64(await crypto.subtle.digest('SHA-256', bytesOf(style))) : null;
  return { styleHash, frameOrigins };
}

function withAdditions(headers: [string, string][], additions: Additions): [string, string][] {
  return headers.map(([name, value]) => [
    name,
    name.toLowerCase() === POLICY.toLowerCase() ? policyWith(value, additions) : value,
  ]);
}

function policyWith(policy: string, { styleHash, frameOrigins }: Additions): string {
  const hash = styleHash === null ? '' : ` 'sha256-${styleHash}'`;
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

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Without the mark of a weak tag. */
export const strongTag = (tag: string) => tag.replace(/^W\//, '');
const shortTag = (tag: string) => strongTag(tag).replaceAll('"', '').slice(0, 16);
export const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** 16 hexadecimal digits. */
async function computeTextHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(text));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
